//===-- MarkLongLoopsTest.cpp - loops that are too long to unroll ---------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which loops are marked, and that LLVM unrolls none of these anyway.
//
//===----------------------------------------------------------------------===//
#include "Target/Cpu/Emit/MarkLongLoops.h"

#include "dl/Target/Cpu/Machine.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Scalar/LoopUnrollPass.h"
#include "llvm/Transforms/Utils/LoopUtils.h"

#include "gtest/gtest.h"

using namespace llvm;

namespace {
struct LoopText {
  unsigned numOps = 120;
  /// Of the loop's end: a number, or %n.
  std::string trips = "8";
  /// Before the last operation, whose operand is %x.
  std::string more = "";
  std::string marks = "";
  /// Of the operations, each of them of so many floats.
  unsigned lanes = 1;
};

/// y[i] = x[i] * 2 * 2 * …
std::string write(const LoopText &loop) {
  std::string type = loop.lanes == 1 ? "float" : "<" + std::to_string(loop.lanes) + " x float>";
  std::string two = loop.lanes == 1 ? "2.0" : "splat (float 2.0)";
  std::string text = "define void @f(ptr %p, ptr %q, i64 %n) {\nentry:\n  br label %loop\nloop:\n"
                     "  %i = phi i64 [ 0, %entry ], [ %next, %latch ]\n"
                     "  %from = getelementptr " +
                     type +
                     ", ptr %p, i64 %i\n"
                     "  %v0 = load " +
                     type + ", ptr %from\n";
  for (unsigned op = 0; op < loop.numOps; ++op)
    text += "  %v" + std::to_string(op + 1) + " = fmul " + type + " %v" + std::to_string(op) +
            ", " + two + "\n";
  text += "  %to = getelementptr " + type + ", ptr %q, i64 %i\n" + loop.more + "  store " + type +
          " %v" + std::to_string(loop.numOps) +
          ", ptr %to\n  br label %latch\nlatch:\n"
          "  %next = add nuw nsw i64 %i, 1\n  %last = icmp eq i64 %next, " +
          loop.trips +
          "\n  br i1 %last, label %exit, label %loop, !llvm.loop !0\nexit:\n  ret void\n}\n"
          "!0 = distinct !{!0" +
          (loop.marks.empty() ? "" : ", !1") + "}\n";
  if (!loop.marks.empty())
    text += "!1 = !{!\"" + loop.marks + "\"}\n";
  return text;
}

/// A loop after passes over it.
class PassedLoop {
public:
  PassedLoop(const LoopText &loop, function_ref<void(FunctionPassManager &)> addPasses) {
    SMDiagnostic problem;
    module = parseAssemblyString(write(loop), problem, context);
    if (!module) {
      ADD_FAILURE() << problem.getMessage().str();
      return;
    }
    machine = cantFail(dl::cpu::createTargetMachine("haswell", 3, "x86_64-linux-gnu"));
    module->setDataLayout(machine->createDataLayout());
    module->setTargetTriple(machine->getTargetTriple());
    PassBuilder builder(machine.get());
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(components);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, components, modules);
    FunctionPassManager passes;
    addPasses(passes);
    passes.run(getFunction(), functions);
  }

  Function &getFunction() { return *module->getFunction("f"); }
  bool isMarked() {
    LoopInfo &info = functions.getResult<LoopAnalysis>(getFunction());
    return getBooleanLoopAttribute(*info.begin(), "llvm.loop.unroll.disable");
  }

private:
  LLVMContext context;
  std::unique_ptr<Module> module;
  std::unique_ptr<TargetMachine> machine;
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager components;
  ModuleAnalysisManager modules;
};

bool isMarked(const LoopText &loop) {
  return PassedLoop(loop,
                    [](FunctionPassManager &passes) {
                      passes.addPass(createFunctionToLoopPassAdaptor(dl::cpu::MarkLongLoopsPass()));
                    })
      .isMarked();
}

/// How many loads there are after LLVM's unrolling: 1 where it left the loop as it was.
unsigned countUnrolled(const LoopText &loop) {
  PassedLoop passed(loop, [](FunctionPassManager &passes) {
    passes.addPass(createFunctionToLoopPassAdaptor(LoopFullUnrollPass(/*OptLevel=*/3)));
    passes.addPass(LoopUnrollPass(LoopUnrollOptions(/*OptLevel=*/3)));
  });
  unsigned count = 0;
  for (BasicBlock &block : passed.getFunction())
    count += count_if(block, [](Instruction &op) { return isa<LoadInst>(op); });
  return count;
}
} // namespace

TEST(MarkLongLoops, LengthsAndTrips) {
  // 8 times 122, and more times than LLVM looks at.
  EXPECT_TRUE(isMarked({.numOps = 120}));
  EXPECT_TRUE(isMarked({.numOps = 120, .trips = "4096"}));
  EXPECT_TRUE(isMarked({.numOps = 120, .trips = "%n"}));
  // 2 times 122 is unrolled, and 8 times 12.
  EXPECT_FALSE(isMarked({.numOps = 120, .trips = "2"}));
  EXPECT_FALSE(isMarked({.numOps = 10}));
}

TEST(MarkLongLoops, WhatMayVanish) {
  EXPECT_FALSE(isMarked({.more = "  %first = icmp eq i64 %i, 0\n"
                                 "  call void @llvm.assume(i1 %first)\n"}));
  EXPECT_FALSE(isMarked({.more = "  br i1 poison, label %side, label %back\nside:\n"
                                 "  br label %back\nback:\n"}));
}

TEST(MarkLongLoops, VectorsCountAsTheRegistersThatTheyTake) {
  // Eight floats are a register of this machine, 16 are two.
  EXPECT_FALSE(isMarked({.numOps = 20, .trips = "%n", .lanes = 8}));
  EXPECT_FALSE(isMarked({.numOps = 30, .lanes = 8}));
  EXPECT_TRUE(isMarked({.numOps = 20, .trips = "%n", .lanes = 16}));
  EXPECT_TRUE(isMarked({.numOps = 30, .lanes = 16}));
}

TEST(MarkLongLoops, MarksStay) {
  EXPECT_TRUE(isMarked({.numOps = 10, .marks = "llvm.loop.unroll.disable"}));
  EXPECT_FALSE(isMarked({.marks = "llvm.loop.disable_nonforced"}));
}

/// What is marked LLVM would have left, at any length and number of iterations.
TEST(MarkLongLoops, LlvmUnrollsNoneOfThem) {
  unsigned numMarked = 0;
  for (unsigned numOps = 5; numOps < 160; numOps += 5)
    for (const char *trips : {"2", "3", "4", "5", "7", "8", "10", "11", "64", "%n"}) {
      LoopText loop = {.numOps = numOps, .trips = trips};
      if (!isMarked(loop))
        continue;
      ++numMarked;
      EXPECT_EQ(countUnrolled(loop), 1u) << numOps << " operations, " << trips << " times";
    }
  EXPECT_GT(numMarked, 100u);
}
