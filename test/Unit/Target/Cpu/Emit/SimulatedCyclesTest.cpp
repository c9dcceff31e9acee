//===-- SimulatedCyclesTest.cpp - cycles by llvm-mca's models --*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How often blocks run, and how long they take, on a machine that LLVM describes.
//
//===----------------------------------------------------------------------===//
#include "dl/Target/Cpu/Emit/SimulatedCycles.h"

#include "dl/Target/Cpu/Machine.h"

#include "llvm/AsmParser/Parser.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Target/TargetMachine.h"

#include "gtest/gtest.h"

using namespace llvm;

/// Cycles on a Haswell; -1 where there is an error.
static double getCycles(const std::string &text) {
  LLVMContext context;
  SMDiagnostic problem;
  std::unique_ptr<Module> module = parseAssemblyString(text, problem, context);
  if (!module) {
    ADD_FAILURE() << problem.getMessage().str();
    return -1;
  }
  auto machine = cantFail(dl::cpu::createTargetMachine("haswell", 2, "x86_64-linux-gnu"));
  module->setDataLayout(machine->createDataLayout());
  module->setTargetTriple(machine->getTargetTriple());
  Expected<double> cycles = dl::cpu::simulateCycles(*module, *machine);
  if (!cycles) {
    ADD_FAILURE() << toString(cycles.takeError());
    return -1;
  }
  return *cycles;
}

/// Sums one behind the other, of which each takes three cycles.
static double getCyclesOfSums(int64_t trips) {
  return getCycles("define float @f(float %x) {\nentry:\n  br label %loop\nloop:\n"
                   "  %i = phi i64 [ 0, %entry ], [ %next, %loop ]\n"
                   "  %s = phi float [ %x, %entry ], [ %t, %loop ]\n"
                   "  %t = fadd float %s, %x\n"
                   "  %next = add nuw nsw i64 %i, 1\n"
                   "  %last = icmp eq i64 %next, " +
                   std::to_string(trips) +
                   "\n  br i1 %last, label %exit, label %loop\nexit:\n  ret float %t\n}\n");
}

/// A loop that calls a function of elsewhere, for 40 cycles, where a guard holds.
static double getCyclesOfCalls(int64_t trips, const std::string &guard) {
  return getCycles("declare void @elsewhere()\n"
                   "define void @f(ptr %p) {\nentry:\n  br label %loop\nloop:\n"
                   "  %i = phi i64 [ 0, %entry ], [ %next, %back ]\n"
                   "  %holds = icmp " +
                   guard +
                   "\n  br i1 %holds, label %call, label %back\n"
                   "call:\n  call void @elsewhere()\n  br label %back\n"
                   "back:\n"
                   "  %next = add nuw nsw i64 %i, 1\n"
                   "  %last = icmp eq i64 %next, " +
                   std::to_string(trips) +
                   "\n  br i1 %last, label %exit, label %loop\nexit:\n  ret void\n}\n");
}

TEST(SimulatedCycles, ALoopTakesWhatItsSumsWaitFor) {
  // Few iterations are simulated one by one, from an empty pipeline to the last result.
  EXPECT_NEAR(getCyclesOfSums(1), 20, 0.5);
  EXPECT_NEAR(getCyclesOfSums(4), 29, 0.5);
  EXPECT_NEAR(getCyclesOfSums(8), 41, 0.5);
  // Further ones take as long as the last ones.
  EXPECT_NEAR(getCyclesOfSums(9), 44, 0.5);
  EXPECT_NEAR(getCyclesOfSums(100), 317, 0.5);
  EXPECT_NEAR(getCyclesOfSums(100000), 300005, 50);
}

TEST(SimulatedCycles, GuardsHoldInTheIterationsThatTheyCompare) {
  double none = getCyclesOfCalls(16, "ult i64 %i, 0"), four = getCyclesOfCalls(16, "ult i64 %i, 4");
  EXPECT_NEAR(none, 201, 0.5);
  EXPECT_NEAR(four, 524, 0.5);
  EXPECT_EQ(getCyclesOfCalls(16, "ugt i64 4, %i"), four);
  EXPECT_EQ(getCyclesOfCalls(16, "uge i64 %i, 12"), four);
  EXPECT_EQ(getCyclesOfCalls(16, "sge i64 %i, 12"), four);
  EXPECT_NEAR(getCyclesOfCalls(16, "ult i64 %i, 12"), 1188, 0.5);
  EXPECT_NEAR(getCyclesOfCalls(16, "ult i64 %i, 16"), 1520, 0.5);
  // Of more iterations than are compared, half.
  EXPECT_NEAR(getCyclesOfCalls(1 << 14, "ult i64 %i, 4"), 180397, 10);
  EXPECT_NEAR(getCyclesOfCalls(20000, "ult i64 %i, 4"), 1050007, 3000);
}

/// The same of a loop that is left in an iteration of its own from its beginning, too.
static double getCyclesOfTwoExits(int64_t first, int64_t trips) {
  return getCycles("declare void @elsewhere()\n"
                   "define void @f(ptr %p) {\nentry:\n  br label %loop\nloop:\n"
                   "  %i = phi i64 [ 0, %entry ], [ %next, %back ]\n"
                   "  %leaves = icmp eq i64 %i, " +
                   std::to_string(first) +
                   "\n  br i1 %leaves, label %exit, label %back\n"
                   "back:\n  call void @elsewhere()\n"
                   "  %next = add nuw nsw i64 %i, 1\n"
                   "  %last = icmp eq i64 %next, " +
                   std::to_string(trips) +
                   "\n  br i1 %last, label %exit, label %loop\nexit:\n  ret void\n}\n");
}

TEST(SimulatedCycles, ALoopEndsWhereItIsLeftFirst) {
  // Four calls and the fifth test, wherever the end would be.
  EXPECT_NEAR(getCyclesOfTwoExits(4, 5), 373, 0.5);
  EXPECT_NEAR(getCyclesOfTwoExits(4, 16), 373, 0.5);
  EXPECT_NEAR(getCyclesOfTwoExits(4, 100), 373, 0.5);
  // Four calls, and three where both are left in the fourth iteration.
  EXPECT_NEAR(getCyclesOfTwoExits(4, 4), 368, 0.5);
  EXPECT_NEAR(getCyclesOfTwoExits(16, 4), 368, 0.5);
  EXPECT_NEAR(getCyclesOfTwoExits(3, 4), 285, 0.5);
}

TEST(SimulatedCycles, FunctionsRunAsOftenAsTheyAreCalled) {
  auto getCyclesOf = [](const std::string &calls) {
    return getCycles("define internal float @g(float %x) noinline {\n"
                     "  %y = fdiv float %x, 3.0\n  %z = fdiv float %y, 5.0\n  ret float %z\n}\n"
                     "define float @f(float %x) {\n" +
                     calls + "}\n");
  };
  EXPECT_NEAR(getCyclesOf("  %a = call float @g(float %x)\n  ret float %a\n"), 79, 0.5);
  EXPECT_NEAR(getCyclesOf("  %a = call float @g(float %x)\n"
                          "  %b = call float @g(float %a)\n  ret float %b\n"),
              114, 0.5);
}

TEST(SimulatedCycles, RefusesACpuWithoutAModel) {
  LLVMContext context;
  Module module("none", context);
  auto machine = cantFail(dl::cpu::createTargetMachine("k8", 2, "x86_64-linux-gnu"));
  Expected<double> cycles = dl::cpu::simulateCycles(module, *machine);
  ASSERT_FALSE(static_cast<bool>(cycles));
  EXPECT_EQ(toString(cycles.takeError()),
            "expected a CPU whose pipeline LLVM describes, got 'k8'; name one, as with --mcpu");
}
