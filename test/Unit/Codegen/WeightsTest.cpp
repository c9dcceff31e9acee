//===-- WeightsTest.cpp - the block of weights ------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every weight stands at its offset, zeros between them.
//
//===----------------------------------------------------------------------===//
#include "dl/Codegen/Weights.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/raw_ostream.h"

#include "gtest/gtest.h"

using namespace mlir;

namespace {
struct WeightsTest : testing::Test {
  MLIRContext context;
  Builder builder{&context};
  OwningOpRef<ModuleOp> module = ModuleOp::create(UnknownLoc::get(&context));

  ElementsAttr bytes(ArrayRef<int8_t> values) {
    auto type = RankedTensorType::get({static_cast<int64_t>(values.size())}, builder.getI8Type());
    return DenseElementsAttr::get(type, values);
  }
  ElementsAttr splat(int64_t size, int8_t value) {
    return DenseElementsAttr::get(RankedTensorType::get({size}, builder.getI8Type()), value);
  }
  std::string written(ArrayRef<dl::codegen::WeightEntry> entries, int64_t size) {
    dl::codegen::setWeightTable(*module, entries, size);
    std::string text;
    llvm::raw_string_ostream os(text);
    dl::codegen::writeWeights(*module, os);
    return text;
  }
};
} // namespace

TEST_F(WeightsTest, ZerosFillTheGaps) {
  EXPECT_EQ(written({{0, bytes({1, 2, 3})}, {8, bytes({4})}, {10, bytes({5, 6})}}, 16),
            std::string("\1\2\3\0\0\0\0\0\4\0\5\6\0\0\0\0", 16));
}

TEST_F(WeightsTest, RepeatsTheValueOfASplat) {
  EXPECT_EQ(written({{0, splat(3, 7)}, {4, splat(2, 8)}}, 8), std::string("\7\7\7\0\10\10\0\0", 8));
}

TEST_F(WeightsTest, NothingIsNoByte) {
  EXPECT_EQ(written({}, 0), "");
  EXPECT_EQ(dl::codegen::getWeightsSize(*module), 0);
}

TEST_F(WeightsTest, ConstantsWithoutElementsAreNoByte) {
  EXPECT_EQ(written({{0, bytes({})}, {0, bytes({1})}, {1, bytes({})}}, 2), std::string("\1\0", 2));
}

TEST_F(WeightsTest, RepeatsLongSplats) {
  std::string text = written({{0, splat(10000, 7)}}, 10001);
  EXPECT_EQ(text, std::string(10000, 7) + std::string(1, '\0'));
}
