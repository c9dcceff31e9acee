//===-- LimitVectorizerTest.cpp - loops that LLVM cannot look at -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chains of values that use the one before twice: short ones become vectors, long ones
// are left alone, where LLVM's loop vectorizer alone would take 2^n steps.
//
//===----------------------------------------------------------------------===//
#include "dl/Target/Cpu/Emit/Emit.h"
#include "dl/Target/Cpu/Machine.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Target/TargetMachine.h"

#include "gtest/gtest.h"

/// y[i] = v_n, v_0 = x[k], v_(j + 1) = v_j * v_j; k is 0, the same in all lanes, or i.
static std::string getLoop(int numSteps, bool isSame, bool isMarked = true) {
  std::string text = "define void @f(ptr %x, ptr %y) {\n"
                     "entry:\n  br label %loop\n"
                     "loop:\n"
                     "  %i = phi i64 [ 0, %entry ], [ %next, %loop ]\n"
                     "  %from = getelementptr i32, ptr %x, i64 ";
  text += isSame ? "0\n" : "%i\n";
  text += "  %v0 = load i32, ptr %from\n";
  for (int step = 0; step < numSteps; ++step) {
    std::string last = "%v" + std::to_string(step);
    text += "  %v" + std::to_string(step + 1) + " = mul i32 " + last + ", " + last + "\n";
  }
  text += "  %to = getelementptr i32, ptr %y, i64 %i\n"
          "  store i32 %v" +
          std::to_string(numSteps) +
          ", ptr %to\n"
          "  %next = add i64 %i, 1\n"
          "  %more = icmp ult i64 %next, 1024\n"
          "  br i1 %more, label %loop, label %exit, !llvm.loop !0\n"
          "exit:\n  ret void\n}\n"
          "!0 = distinct !{!0, !1}\n"
          "!1 = !{!\"llvm.loop." +
          std::string(isMarked ? "vectorize.enable\", i1 true" : "mustprogress\"") + "}\n";
  return text;
}

/// Whether the loop is one over vectors after optimization.
static bool isVectorized(const std::string &text) {
  llvm::LLVMContext context;
  llvm::SMDiagnostic problem;
  std::unique_ptr<llvm::Module> module = llvm::parseAssemblyString(text, problem, context);
  if (!module) {
    ADD_FAILURE() << problem.getMessage().str();
    return false;
  }
  auto machine = llvm::cantFail(dl::cpu::createTargetMachine("x86-64-v3", 2));
  module->setDataLayout(machine->createDataLayout());
  module->setTargetTriple(machine->getTargetTriple());
  dl::cpu::setTargetAttributes(*module->getFunction("f"), *machine);
  dl::cpu::optimizeModule(*module, *machine, 2);
  for (const llvm::BasicBlock &block : *module->getFunction("f"))
    for (const llvm::Instruction &op : block)
      if (auto *store = llvm::dyn_cast<llvm::StoreInst>(&op))
        if (store->getValueOperand()->getType()->isVectorTy())
          return true;
  return false;
}

TEST(LimitVectorizer, LeavesLongChainsOfOneValueAlone) {
  EXPECT_TRUE(isVectorized(getLoop(4, /*isSame=*/true)));
  EXPECT_FALSE(isVectorized(getLoop(60, /*isSame=*/true)));
}

TEST(LimitVectorizer, DoesNotMindValuesThatDiffer) {
  EXPECT_TRUE(isVectorized(getLoop(60, /*isSame=*/false)));
}

TEST(LimitVectorizer, LeavesLoopsWithoutAMarkAlone) {
  EXPECT_TRUE(isVectorized(getLoop(4, /*isSame=*/false)));
  EXPECT_FALSE(isVectorized(getLoop(4, /*isSame=*/false, /*isMarked=*/false)));
}
