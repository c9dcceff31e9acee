//===-- CpuTargetTest.cpp - the records of known machines -------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the manuals of some x86 machines say of their registers.
//
//===----------------------------------------------------------------------===//
#include "dl/Target/Cpu/CpuTarget.h"

#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"

#include "gtest/gtest.h"

static void expectRegisters(llvm::StringRef cpu, int64_t bytes, int64_t number) {
  llvm::Expected<dl::schedule::Target> target = dl::cpu::getCpuTarget(cpu);
  ASSERT_TRUE(static_cast<bool>(target)) << llvm::toString(target.takeError());
  EXPECT_EQ(target->vector.bytes, bytes) << cpu.str();
  EXPECT_EQ(target->vector.count, number) << cpu.str();
}

TEST(CpuTarget, FollowsTheMachine) {
  if (!llvm::Triple(llvm::sys::getProcessTriple()).isX86())
    GTEST_SKIP() << "the names are of x86 machines";
  expectRegisters("x86-64", 16, 16);
  expectRegisters("haswell", 32, 16);
  expectRegisters("znver3", 32, 16);
  expectRegisters("skylake-avx512", 64, 32);
}

TEST(CpuTarget, RefusesUnknownNames) {
  llvm::Expected<dl::schedule::Target> target = dl::cpu::getCpuTarget("z80");
  ASSERT_FALSE(static_cast<bool>(target));
  EXPECT_NE(llvm::toString(target.takeError()).find("got 'z80'"), std::string::npos);
}
