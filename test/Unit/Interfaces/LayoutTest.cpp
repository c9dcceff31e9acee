//===-- LayoutTest.cpp - layouts and the maps they mean ---------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Layout: what parses, what does not and why, shapes, and where no element moves.
//
//===----------------------------------------------------------------------===//
#include "dl/Interfaces/Layout.h"

#include "gtest/gtest.h"
#include <vector>

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

TEST(Layout, KnowsTheUsualOrder) {
  EXPECT_EQ(parse("NHWC16c").getPlain().str(), "NCHW");
  EXPECT_EQ(parse("HWIO").getPlain().str(), "OIHW");
  EXPECT_EQ(parse("WHDCN").getPlain().str(), "NCDHW");
  // Letters without a usual place come last, by the alphabet.
  EXPECT_EQ(parse("KBCN").getPlain().str(), "NCBK");
  EXPECT_EQ(parse("NHWC16c").getLetters(), "NHWC");
  EXPECT_TRUE(parse("NCHW").isPlain());
  EXPECT_FALSE(parse("NCHW16c").isPlain());
  EXPECT_TRUE(dl::haveSameLetters(parse("NCHW16c"), parse("NHWC")));
  EXPECT_FALSE(dl::haveSameLetters(parse("NCHW"), parse("NCW")));
}

TEST(Layout, ChecksShapes) {
  Layout layout = parse("NCHW16c");
  EXPECT_TRUE(succeeded(layout.check({2, 4, 7, 5, 16})));
  // Broadcast: one element in both parts.
  EXPECT_TRUE(succeeded(layout.check({2, 1, 7, 5, 1})));
  std::string error;
  EXPECT_TRUE(failed(layout.check({2, 4, 7, 5, 1}, &error)));
  EXPECT_EQ(error, "layout 'NCHW16c': expected dim 4 to be a block of 16, got 1");
  EXPECT_TRUE(failed(layout.check({2, 4, 7, 5}, &error)));
  EXPECT_EQ(error, "layout 'NCHW16c': expected a tensor of rank 5, got rank 4");
}

TEST(Layout, MapsShapesBothWays) {
  Layout layout = parse("NHWC16c");
  FailureOr<SmallVector<int64_t>> memory = layout.toMemoryShape({2, 64, 7, 5});
  ASSERT_TRUE(succeeded(memory));
  EXPECT_EQ(*memory, (SmallVector<int64_t>{2, 7, 5, 4, 16}));
  EXPECT_EQ(layout.toLogicalShape(*memory), (SmallVector<int64_t>{2, 64, 7, 5}));
  // A broadcast dim stays 1 in both parts, a dim that the block does not divide has no shape.
  EXPECT_EQ(*layout.toMemoryShape({1, 1, 7, 5}), (SmallVector<int64_t>{1, 7, 5, 1, 1}));
  EXPECT_TRUE(failed(layout.toMemoryShape({1, 24, 7, 5})));
}

/// The positions in the plain tensor of all elements in the order of a layout.
std::vector<int64_t> getOrder(const Layout &layout, ArrayRef<int64_t> logical) {
  std::string letters = layout.getPlain().getLetters();
  SmallVector<int64_t> shape = *layout.toMemoryShape(logical), index(shape.size(), 0);
  std::vector<int64_t> order;
  for (;;) {
    int64_t position = 0;
    for (auto [dim, letter] : llvm::enumerate(letters)) {
      int64_t at = index[layout.getPosition(letter)];
      if (layout.getBlock(letter) != 1)
        at = at * layout.getBlock(letter) + index[layout.getPosition(letter, /*block=*/true)];
      position = position * logical[dim] + at;
    }
    order.push_back(position);
    size_t dim = shape.size();
    while (dim > 0 && ++index[dim - 1] == shape[dim - 1])
      index[--dim] = 0;
    if (dim == 0)
      return order;
  }
}

// What haveSameOrder says of two layouts is compared with the orders themselves.
TEST(Layout, KnowsWhereNoElementMoves) {
  const StringRef texts[] = {"NCHW",   "NHWC",   "CNHW",   "NCHW2c",
                             "NCHW4c", "NHWC2c", "C2cNHW", "HNWC4c"};
  const SmallVector<int64_t> shapes[] = {{1, 4, 1, 1}, {1, 4, 1, 3}, {2, 4, 1, 1}, {1, 1, 2, 2},
                                         {2, 8, 2, 1}, {1, 2, 3, 1}, {3, 1, 1, 1}, {1, 8, 1, 1}};
  unsigned same = 0;
  for (StringRef a : texts)
    for (StringRef b : texts)
      for (const SmallVector<int64_t> &shape : shapes) {
        Layout from = parse(a), to = parse(b);
        if (failed(from.toMemoryShape(shape)) || failed(to.toMemoryShape(shape)))
          continue;
        bool equal = getOrder(from, shape) == getOrder(to, shape);
        bool told = dl::haveSameOrder(from, to, shape);
        // Two ways to split one dim may be called different: a missed view is no error.
        int64_t blockA = from.getBlock('C'), blockB = to.getBlock('C');
        if (blockA != blockB && blockA != 1 && blockB != 1)
          EXPECT_TRUE(equal || !told) << a.str() << ' ' << b.str();
        else
          EXPECT_EQ(told, equal) << a.str() << ' ' << b.str() << ' ' << shape[0] << 'x' << shape[1]
                                 << 'x' << shape[2] << 'x' << shape[3];
        same += told;
      }
  EXPECT_GT(same, 64u);
}

} // namespace
