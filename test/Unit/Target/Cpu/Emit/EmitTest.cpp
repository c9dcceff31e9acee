//===-- EmitTest.cpp - names in an object -----------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A model's name becomes one that C takes; what a target lacks is said.
//
//===----------------------------------------------------------------------===//
#include "dl/Target/Cpu/Emit/Emit.h"

#include "gtest/gtest.h"

TEST(Emit, ModelIdentifier) {
  EXPECT_EQ(dl::cpu::getModelIdentifier("resnet18_v2"), "resnet18_v2");
  EXPECT_EQ(dl::cpu::getModelIdentifier("a-b.c d"), "a_b_c_d");
  EXPECT_EQ(dl::cpu::getModelIdentifier("18"), "_18");
  EXPECT_EQ(dl::cpu::getModelIdentifier("_1"), "_1");
  EXPECT_EQ(dl::cpu::getModelIdentifier(""), "_");
}

TEST(Emit, LibrariesThatATargetLacks) {
  // Of an architecture that no package is installed for.
  llvm::Triple triple("riscv64-unknown-linux-gnu");
  EXPECT_EQ(
      llvm::toString(dl::cpu::checkLibraries(/*threads=*/false, triple)),
      "expected libm.so.6 for 'riscv64-unknown-linux-gnu' in /usr/lib/riscv64-linux-gnu, "
      "/lib/riscv64-linux-gnu, /usr/riscv64-linux-gnu/lib; install the C library of that "
      "target (on Debian libc6-arm64-cross or the like), or compile with --to=object and link "
      "where it is");
  EXPECT_EQ(llvm::toString(dl::cpu::writeRuntimeObject(triple, "/nowhere/runtime.o")),
            "expected a compiler that was built with the run-time library for riscv64; install the "
            "headers of that target's C library (on Debian libc6-dev-arm64-cross or the like), and "
            "build the compiler again");
}
