//===-- SliceSubsetsTest.cpp - which slices are the same --------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Random slices, compared as upstream compares them.
//
//===----------------------------------------------------------------------===//
#include "dl/Codegen/SliceSubsets.h"

#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Affine/IR/ValueBoundsOpInterfaceImpl.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Arith/IR/ValueBoundsOpInterfaceImpl.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tensor/IR/ValueBoundsOpInterfaceImpl.h"
#include "mlir/Dialect/Tensor/Transforms/SubsetInsertionOpInterfaceImpl.h"
#include "mlir/Interfaces/SubsetOpInterface.h"
#include "mlir/Parser/Parser.h"

#include "gtest/gtest.h"

#include <random>

using namespace mlir;

namespace {

/// Slices of one tensor at numbers, values, and values with numbers added.
std::string makeSlices(std::mt19937 &random, int count) {
  auto pick = [&](int n) { return static_cast<int>(random() % n); };
  std::string text = "func.func @f(%t: tensor<40x40xf32>, %o: tensor<40x40xf32>, %i: index, "
                     "%j: index) {\n  %four = arith.constant 4 : index\n"
                     "  %ia = affine.apply affine_map<(d0) -> (d0 + 4)>(%i)\n"
                     "  %ib = affine.apply affine_map<()[s0] -> (s0 + 8)>()[%i]\n"
                     "  %ic = arith.addi %i, %four : index\n"
                     "  %id = affine.apply affine_map<(d0) -> (d0 + 4)>(%ia)\n"
                     "  %m = affine.apply affine_map<(d0) -> (d0 * 2)>(%i)\n";
  const char *offsets[] = {"0", "4", "8", "12", "%i", "%ia", "%ib", "%ic", "%id", "%j", "%m"};
  for (int i = 0; i < count; ++i) {
    std::string at, sizes, strides, type;
    for (int dim = 0; dim < 2; ++dim) {
      int size = 4 << pick(2), stride = pick(8) ? 1 : 2;
      std::string comma = dim ? ", " : "";
      at += comma + offsets[pick(std::size(offsets))];
      sizes += comma + std::to_string(size);
      strides += comma + std::to_string(stride);
      type += std::to_string(size) + "x";
    }
    std::string place = "[" + at + "] [" + sizes + "] [" + strides + "]";
    std::string name = "%s" + std::to_string(i), source = pick(8) ? "%t" : "%o";
    text += "  " + name + " = tensor.extract_slice " + source + place +
            " : tensor<40x40xf32> to tensor<" + type + "f32>\n";
    if (pick(2))
      text += "  %n" + std::to_string(i) + " = tensor.insert_slice " + name + " into " + source +
              place + " : tensor<" + type + "f32> into tensor<40x40xf32>\n";
  }
  return text + "  return\n}\n";
}

TEST(SliceSubsets, AreUpstreams) {
  DialectRegistry registry;
  dl::codegen::registerSliceSubsets(registry);
  registry.insert<affine::AffineDialect, arith::ArithDialect, func::FuncDialect,
                  tensor::TensorDialect>();
  affine::registerValueBoundsOpInterfaceExternalModels(registry);
  arith::registerValueBoundsOpInterfaceExternalModels(registry);
  tensor::registerValueBoundsOpInterfaceExternalModels(registry);
  tensor::registerSubsetOpInterfaceExternalModels(registry);
  MLIRContext context(registry);
  context.loadAllAvailableDialects();
  std::mt19937 random(7);
  auto areEqual = [](Value lhs, Value rhs) { return lhs == rhs; };
  unsigned numSame = 0, numApart = 0, numOther = 0;
  for (int round = 0; round < 4; ++round) {
    OwningOpRef<ModuleOp> module = parseSourceString<ModuleOp>(makeSlices(random, 40), &context);
    ASSERT_TRUE(module);
    SmallVector<SubsetOpInterface> slices;
    module->walk([&](SubsetOpInterface slice) { slices.push_back(slice); });
    for (SubsetOpInterface lhs : slices)
      for (SubsetOpInterface rhs : slices) {
        bool isSame = lhs.operatesOnEquivalentSubset(rhs, areEqual);
        bool isApart = lhs.operatesOnDisjointSubset(rhs, areEqual);
        EXPECT_EQ(isSame, mlir::detail::defaultOperatesOnEquivalentSubset(lhs, rhs, areEqual));
        EXPECT_EQ(isApart, mlir::detail::defaultOperatesOnDisjointSubset(lhs, rhs, areEqual));
        ++(isSame ? numSame : isApart ? numApart : numOther);
      }
  }
  EXPECT_GT(numSame, 200u);
  EXPECT_GT(numApart, 1000u);
  EXPECT_GT(numOther, 1000u);
}

} // namespace
