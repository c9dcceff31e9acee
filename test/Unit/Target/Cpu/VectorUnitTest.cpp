//===-- VectorUnitTest.cpp - the registers of known machines ----*- C++ -*-===//
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
#include "dl/Target/Cpu/VectorUnit.h"

#include "llvm/TargetParser/Host.h"
#include "llvm/TargetParser/Triple.h"

#include "gtest/gtest.h"

static void expectRegisters(llvm::StringRef cpu, int64_t bytes, int64_t number) {
  llvm::Expected<dl::cpu::VectorUnit> unit = dl::cpu::getVectorUnit(cpu);
  ASSERT_TRUE(static_cast<bool>(unit)) << llvm::toString(unit.takeError());
  EXPECT_EQ(unit->registerBytes, bytes) << cpu.str();
  EXPECT_EQ(unit->numRegisters, number) << cpu.str();
}

TEST(VectorUnit, FollowsTheMachine) {
  if (!llvm::Triple(llvm::sys::getProcessTriple()).isX86())
    GTEST_SKIP() << "the names are of x86 machines";
  expectRegisters("x86-64", 16, 16);
  expectRegisters("haswell", 32, 16);
  expectRegisters("znver3", 32, 16);
  expectRegisters("skylake-avx512", 64, 32);
}

TEST(VectorUnit, RefusesUnknownNames) {
  llvm::Expected<dl::cpu::VectorUnit> unit = dl::cpu::getVectorUnit("z80");
  ASSERT_FALSE(static_cast<bool>(unit));
  EXPECT_NE(llvm::toString(unit.takeError()).find("got 'z80'"), std::string::npos);
}
