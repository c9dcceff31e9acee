//===-- ResourceUsesTest.cpp - memory of constants that are gone -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A resource lives as long as an operation of the module holds it, wherever.
//
//===----------------------------------------------------------------------===//
#include "dl/Support/ResourceUses.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/OwningOpRef.h"

#include "gtest/gtest.h"

using namespace mlir;

namespace {
struct ResourceUsesTest : testing::Test {
  ResourceUsesTest() { context.loadDialect<arith::ArithDialect>(); }

  /// A resource of 4 KiB; `freed` counts those whose memory was given back.
  DenseResourceElementsAttr makeResource(StringRef name) {
    auto type = RankedTensorType::get({1024}, builder.getF32Type());
    return DenseResourceElementsAttr::get(type, name,
                                          AsmResourceBlob(
                                              data, 4, [this](void *, size_t, size_t) { ++freed; },
                                              /*dataIsMutable=*/false));
  }
  Operation *makeConstant(DenseResourceElementsAttr value) {
    builder.setInsertionPointToEnd(module->getBody());
    return arith::ConstantOp::create(builder, module->getLoc(), value);
  }

  std::vector<char> data = std::vector<char>(4096);
  int freed = 0;
  MLIRContext context;
  OpBuilder builder{&context};
  OwningOpRef<ModuleOp> module = ModuleOp::create(UnknownLoc::get(&context));
};
} // namespace

TEST_F(ResourceUsesTest, LastConstantGivesMemoryBack) {
  DenseResourceElementsAttr shared = makeResource("shared"), other = makeResource("other");
  Operation *first = makeConstant(shared), *second = makeConstant(shared);
  makeConstant(other);
  EXPECT_EQ(dl::getResourceBytes(&context), 8192);
  dl::ResourceUses uses(*module);
  uses.eraseConstant(first);
  EXPECT_EQ(freed, 0);
  uses.eraseConstant(second);
  EXPECT_EQ(freed, 1);
  EXPECT_EQ(dl::getResourceBytes(&context), 4096);
}

TEST_F(ResourceUsesTest, ConstantsMadeLaterStay) {
  dl::ResourceUses uses(*module);
  DenseResourceElementsAttr late = makeResource("late");
  Operation *first = makeConstant(late);
  makeConstant(late);
  uses.eraseConstant(first);
  EXPECT_EQ(freed, 0);
}

TEST_F(ResourceUsesTest, ReleasesWhatNoOperationHolds) {
  DenseResourceElementsAttr unused = makeResource("unused"), listed = makeResource("listed"),
                            held = makeResource("held");
  makeConstant(held);
  // One that stands inside of another attribute.
  (*module)->setAttr("table", builder.getArrayAttr(builder.getDictionaryAttr(
                                  builder.getNamedAttr("value", listed))));
  dl::ResourceUses(*module).releaseUnused();
  EXPECT_EQ(freed, 1);
  EXPECT_TRUE(unused.getRawHandle().getBlob()->getData().empty());
  EXPECT_EQ(listed.getRawHandle().getBlob()->getData().size(), 4096u);
  EXPECT_EQ(held.getRawHandle().getBlob()->getData().size(), 4096u);
  EXPECT_EQ(dl::getResourceBytes(&context), 8192);
}
