//===-- EmitTest.cpp - names in an object -----------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A model's name becomes one that C takes.
//
//===----------------------------------------------------------------------===//
#include "dl/Target/Cpu/Emit.h"

#include "gtest/gtest.h"

TEST(Emit, ModelIdentifier) {
  EXPECT_EQ(dl::cpu::getModelIdentifier("resnet18_v2"), "resnet18_v2");
  EXPECT_EQ(dl::cpu::getModelIdentifier("a-b.c d"), "a_b_c_d");
  EXPECT_EQ(dl::cpu::getModelIdentifier("18"), "_18");
  EXPECT_EQ(dl::cpu::getModelIdentifier("_1"), "_1");
  EXPECT_EQ(dl::cpu::getModelIdentifier(""), "_");
}
