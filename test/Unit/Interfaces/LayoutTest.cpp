//===-- LayoutTest.cpp - layouts and the maps they mean ---------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Layout: what parses, what does not and why, and the two directions of its maps.
//
//===----------------------------------------------------------------------===//
#include "dl/Interfaces/Layout.h"

#include "mlir/IR/AffineMap.h"
#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

using namespace mlir;
using dl::Layout;

namespace {

std::string parseError(StringRef text) {
  std::string error;
  EXPECT_TRUE(failed(Layout::parse(text, &error))) << text.str();
  // The reason is optional.
  EXPECT_TRUE(failed(Layout::parse(text)));
  return error;
}

Layout parse(StringRef text) {
  std::string error;
  FailureOr<Layout> layout = Layout::parse(text, &error);
  EXPECT_TRUE(succeeded(layout)) << error;
  return layout.value_or(Layout());
}

TEST(Layout, PrintsWhatItParsed) {
  for (StringRef text : {"N", "NCHW", "NHWC", "NCHW16c", "OIHW16i2o", "KN999999k"})
    EXPECT_EQ(parse(text).str(), text.str());
}

TEST(Layout, SaysWhyATextIsNoLayout) {
  EXPECT_EQ(parseError(""), "layout '': expected at least one dim");
  EXPECT_EQ(parseError("NC1c"), "layout 'NC1c': expected a block of 2 to 999999");
  EXPECT_EQ(parseError("NC1000000c"), "layout 'NC1000000c': expected a block of 2 to 999999");
  EXPECT_EQ(parseError("NC16"), "layout 'NC16': expected a letter after 'NC16'");
  EXPECT_EQ(parseError("N-C"), "layout 'N-C': expected a letter after 'N'");
  for (StringRef text : {"Nc", "N16C"})
    EXPECT_EQ(parseError(text),
              "layout '" + text.str() +
                  "': expected capital letters for dims and a number before each small letter");
  EXPECT_EQ(parseError("NCN"), "layout 'NCN': expected letter 'N' once");
  EXPECT_EQ(parseError("NC4c8c"), "layout 'NC4c8c': expected letter 'c' once");
  EXPECT_EQ(parseError("N8c"), "layout 'N8c': expected the dim 'C' of a block");
}

TEST(Layout, AnswersAboutItsParts) {
  Layout layout = parse("NCHW16c");
  EXPECT_FALSE(layout.empty());
  EXPECT_EQ(layout.getRank(), 5u);
  EXPECT_EQ(layout.getNumLetters(), 4u);
  EXPECT_TRUE(layout.hasLetter('W'));
  EXPECT_FALSE(layout.hasLetter('K'));
  EXPECT_EQ(layout.getBlock('C'), 16);
  EXPECT_EQ(layout.getBlock('H'), 1);
  EXPECT_EQ(layout.getPosition('C'), 1u);
  EXPECT_EQ(layout.getPosition('H'), 2u);
  EXPECT_EQ(layout.getPosition('C', /*block=*/true), 4u);
  EXPECT_TRUE(layout == parse("NCHW16c"));
  EXPECT_TRUE(layout != parse("NCHW8c"));
  EXPECT_TRUE(layout != parse("NHCW16c"));
  EXPECT_TRUE(Layout().empty());
}

TEST(Layout, MapsIndicesBothWays) {
  MLIRContext context;
  SmallVector<AffineExpr> dims(4);
  for (unsigned i = 0; i < 4; ++i)
    dims[i] = getAffineDimExpr(i, &context);
  Layout layout = parse("NHWC8c");
  SmallVector<AffineExpr> memory = layout.toMemory("NCHW", dims);
  EXPECT_EQ(memory, (SmallVector<AffineExpr>{dims[0], dims[2], dims[3], dims[1].floorDiv(8),
                                             dims[1] % 8}));
  SmallVector<AffineExpr> logical = layout.toLogical("NCHW", memory);
  ASSERT_EQ(logical.size(), 4u);
  // (c floordiv 8) * 8 + c mod 8 is c, for every value of c.
  auto map = AffineMap::get(4, 0, logical, &context);
  for (int64_t c : {0, 7, 8, 23})
    EXPECT_EQ(map.compose({3, c, 5, 6}), (SmallVector<int64_t>{3, c, 5, 6}));
}

TEST(Layout, MapsShapesBothWays) {
  Layout layout = parse("NCHW16c");
  FailureOr<SmallVector<int64_t>> memory = layout.toMemoryShape("NCHW", {2, 64, 7, 5});
  ASSERT_TRUE(succeeded(memory));
  EXPECT_EQ(*memory, (SmallVector<int64_t>{2, 4, 7, 5, 16}));
  EXPECT_EQ(layout.toLogicalShape("NCHW", *memory), (SmallVector<int64_t>{2, 64, 7, 5}));
  // A broadcast dim stays 1 in both parts, a dim that the block does not divide has no shape.
  EXPECT_EQ(*layout.toMemoryShape("NCHW", {1, 1, 7, 5}), (SmallVector<int64_t>{1, 1, 7, 5, 1}));
  EXPECT_TRUE(failed(layout.toMemoryShape("NCHW", {1, 24, 7, 5})));
  EXPECT_EQ(*parse("HW").toMemoryShape("WH", {5, 7}), (SmallVector<int64_t>{7, 5}));
}

} // namespace
