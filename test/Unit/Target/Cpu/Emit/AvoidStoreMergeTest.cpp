//===-- AvoidStoreMergeTest.cpp - stores that SROA would break --*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two halves of a vector that is loaded as a whole, stored in either order.
//
//===----------------------------------------------------------------------===//
#include "Target/Cpu/Emit/AvoidStoreMerge.h"

#include "dl/Target/Cpu/Emit/Emit.h"
#include "dl/Target/Cpu/Machine.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

#include "gtest/gtest.h"

using namespace llvm;

/// Stores a half at byte `first`, loads the next from %p, and stores it at byte `second`.
static std::string getHalves(int first, int second) {
  std::string text = "define <8 x float> @f(ptr %p, ptr %q) {\n"
                     "  %a = alloca [8 x float], align 32\n"
                     "  %x = load <4 x float>, ptr %p\n"
                     "  %to.x = getelementptr i8, ptr %a, i64 " +
                     std::to_string(first) +
                     "\n"
                     "  store <4 x float> %x, ptr %to.x\n"
                     "  %y = load <4 x float>, ptr %q\n"
                     "  %to.y = getelementptr i8, ptr %a, i64 " +
                     std::to_string(second) +
                     "\n"
                     "  store <4 x float> %y, ptr %to.y\n"
                     "  %all = load <8 x float>, ptr %a\n"
                     "  ret <8 x float> %all\n}\n";
  return text;
}

static std::unique_ptr<Module> parse(const std::string &text, LLVMContext &context) {
  SMDiagnostic problem;
  std::unique_ptr<Module> module = parseAssemblyString(text, problem, context);
  EXPECT_TRUE(module) << problem.getMessage().str();
  return module;
}

/// What is wrong with the function after the pipeline of level 1; allocas that are left count.
static std::string optimize(const std::string &text) {
  LLVMContext context;
  std::unique_ptr<Module> module = parse(text, context);
  auto machine = cantFail(dl::cpu::createTargetMachine("haswell", 1, "x86_64-linux-gnu"));
  module->setDataLayout(machine->createDataLayout());
  module->setTargetTriple(machine->getTargetTriple());
  dl::cpu::optimizeModule(*module, *machine, 1);
  std::string message;
  raw_string_ostream os(message);
  verifyModule(*module, &os);
  for (Instruction &op : instructions(*module->getFunction("f")))
    if (isa<AllocaInst>(op))
      os << "an alloca is left";
  return message;
}

static size_t countLoads(const std::string &text) {
  LLVMContext context;
  std::unique_ptr<Module> module = parse(text, context);
  Function &function = *module->getFunction("f");
  dl::cpu::avoidStoreMerge(function);
  return count_if(instructions(function), [](const Instruction &op) { return isa<LoadInst>(op); });
}

TEST(AvoidStoreMerge, LeavesValidCode) {
  EXPECT_EQ(optimize(getHalves(16, 0)), "");
  EXPECT_EQ(optimize(getHalves(0, 16)), "");
}

TEST(AvoidStoreMerge, LoadsTwiceWhatIsStoredOutOfOrder) {
  EXPECT_EQ(countLoads(getHalves(16, 0)), 4u);
  EXPECT_EQ(countLoads(getHalves(0, 16)), 3u);
}

/// The second store is another part of the alloca, which the load does not read.
TEST(AvoidStoreMerge, LooksAtWhatTheLoadReads) {
  EXPECT_EQ(countLoads("define <4 x float> @f(<2 x float> %x, <2 x float> %y) {\n"
                       "  %a = alloca [8 x float], align 32\n"
                       "  %high = getelementptr i8, ptr %a, i64 24\n"
                       "  store <2 x float> %x, ptr %high\n"
                       "  store <2 x float> %y, ptr %a\n"
                       "  %all = load <4 x float>, ptr %a\n"
                       "  ret <4 x float> %all\n}\n"),
            1u);
}

TEST(AvoidStoreMerge, LeavesWhatAStoreOfAllBytesWrites) {
  // The second half, then all: no two parts are out of order.
  EXPECT_EQ(countLoads("define <8 x float> @f(<4 x float> %x, <8 x float> %y) {\n"
                       "  %a = alloca [8 x float], align 32\n"
                       "  %high = getelementptr i8, ptr %a, i64 16\n"
                       "  store <4 x float> %x, ptr %high\n"
                       "  store <8 x float> %y, ptr %a\n"
                       "  %all = load <8 x float>, ptr %a\n"
                       "  ret <8 x float> %all\n}\n"),
            1u);
}
