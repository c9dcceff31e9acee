//===-- SizeExprsTest.cpp - sizes in normal form and their bounds -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What is said of random sizes is compared with their values for many numbers.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Graph/IR/SizeExprs.h"

#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

#include "gtest/gtest.h"

#include <array>
#include <random>

using namespace mlir;
using namespace dl;

namespace {
constexpr unsigned numSymbols = 3;
using Point = std::array<int64_t, numSymbols>;

int64_t evaluate(AffineExpr expr, const Point &point) {
  if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
    return point[symbol.getPosition()];
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue();
  auto binary = cast<AffineBinaryOpExpr>(expr);
  int64_t lhs = evaluate(binary.getLHS(), point), rhs = evaluate(binary.getRHS(), point);
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return lhs + rhs;
  case AffineExprKind::Mul:
    return lhs * rhs;
  case AffineExprKind::FloorDiv:
    return llvm::divideFloorSigned(lhs, rhs);
  case AffineExprKind::CeilDiv:
    return llvm::divideCeilSigned(lhs, rhs);
  default:
    return llvm::mod(lhs, rhs);
  }
}

std::string text(AffineExpr expr) {
  std::string result;
  llvm::raw_string_ostream(result) << expr;
  return result;
}

struct SizeExprsTest : testing::Test {
  MLIRContext context;
  std::mt19937 random{7};
  AffineExpr h = getAffineSymbolExpr(0, &context), w = getAffineSymbolExpr(1, &context),
             c = getAffineSymbolExpr(2, &context);

  int64_t pick(int64_t low, int64_t high) {
    return std::uniform_int_distribution<int64_t>(low, high)(random);
  }
  AffineExpr number(int64_t value) { return getAffineConstantExpr(value, &context); }
  /// Sums, products with numbers and symbols, divisions by numbers.
  AffineExpr draw(unsigned depth) {
    if (depth == 0)
      return pick(0, 3) ? getAffineSymbolExpr(pick(0, numSymbols - 1), &context)
                        : number(pick(-4, 9));
    AffineExpr lhs = draw(depth - 1);
    switch (pick(0, 6)) {
    case 0:
      return lhs + draw(depth - 1);
    case 1:
      return lhs - draw(depth - 1);
    case 2:
      return lhs * number(pick(-3, 6));
    case 3:
      return lhs * draw(0);
    case 4:
      return lhs.floorDiv(pick(1, 8));
    case 5:
      return lhs.ceilDiv(pick(1, 8));
    default:
      return lhs % pick(1, 8);
    }
  }
  Point drawPoint() { return {pick(1, 40), pick(1, 40), pick(1, 40)}; }
};

TEST_F(SizeExprsTest, TheNormalFormHasTheSameValues) {
  for (unsigned round = 0; round < 3000; ++round) {
    AffineExpr size = draw(pick(1, 4)), normal = normalizeSize(size);
    for (unsigned i = 0; i < 20; ++i) {
      Point point = drawPoint();
      ASSERT_EQ(evaluate(normal, point), evaluate(size, point))
          << text(size) << " => " << text(normal) << " at " << point[0] << ", " << point[1] << ", "
          << point[2];
    }
    EXPECT_EQ(normalizeSize(normal), normal) << text(size);
  }
}

TEST_F(SizeExprsTest, EqualSizesAreOneExpression) {
  EXPECT_EQ(normalizeSize(((h - 1).floorDiv(2) + 1 - 1).floorDiv(2) + 1), (h + 3).floorDiv(4));
  EXPECT_EQ(normalizeSize((h * 6).floorDiv(2)), h * 3);
  EXPECT_EQ(normalizeSize((h * 6 + w).floorDiv(3)), normalizeSize(w.floorDiv(3) + h * 2));
  EXPECT_EQ(normalizeSize((h * 4 + 6).floorDiv(8)), (h + 1).floorDiv(2));
  EXPECT_EQ(normalizeSize((h * 4 + w * 6 + 2).floorDiv(8)),
            normalizeSize((w * 3 + h * 2 + 1).floorDiv(4)));
  EXPECT_EQ(normalizeSize((h + 7).floorDiv(4)), normalizeSize((h + 3).floorDiv(4) + 1));
  EXPECT_EQ(normalizeSize(h.ceilDiv(4)), normalizeSize((h + 3).floorDiv(4)));
  EXPECT_EQ(normalizeSize(w + h * 2 + c - w), normalizeSize(c + h + h));
  EXPECT_EQ(normalizeSize(number(3) * h), normalizeSize(h * 3));
  EXPECT_EQ(normalizeSize(h - h + 5), number(5));
  EXPECT_EQ(normalizeSize((h * 8) % 4), number(0));
}

TEST_F(SizeExprsTest, WhatIsDividedHasNoNegativeFactors) {
  EXPECT_EQ(text(normalizeSize((1 - h).floorDiv(2))), text(normalizeSize((h + 1).floorDiv(2) - h)));
  // SAME padding by a window of 3 in steps of 2.
  AffineExpr needed = (h.ceilDiv(2) - 1) * 2 + 3 - h;
  AffineExpr low = normalizeSize(needed.floorDiv(2));
  low.walk([&](AffineExpr expr) {
    if (expr.getKind() == AffineExprKind::FloorDiv)
      EXPECT_TRUE(isNeverNegative(cast<AffineBinaryOpExpr>(expr).getLHS())) << text(low);
  });
  for (int64_t size = 1; size < 20; ++size)
    EXPECT_EQ(evaluate(low, {size, 1, 1}), size % 2 == 0 ? 0 : 1) << size;
}

TEST_F(SizeExprsTest, FactorsMakeTheSize) {
  for (int i = 0; i < 300; ++i) {
    AffineExpr size = normalizeSize(draw(3));
    int64_t number = 1;
    SmallVector<AffineExpr> factors;
    appendFactors(size, number, factors);
    for (AffineExpr factor : factors) {
      EXPECT_FALSE(isa<AffineConstantExpr>(factor)) << text(size);
      EXPECT_NE(factor.getKind(), AffineExprKind::Mul) << text(size);
    }
    for (int j = 0; j < 10; ++j) {
      Point point = {pick(1, 30), pick(1, 30), pick(1, 30)};
      int64_t product = number;
      for (AffineExpr factor : factors)
        product *= evaluate(factor, point);
      EXPECT_EQ(product, evaluate(size, point)) << text(size);
    }
  }
  int64_t number = 1;
  SmallVector<AffineExpr> factors;
  appendFactors(h * 4 + 6, number, factors);
  EXPECT_EQ(number, 2);
  ASSERT_EQ(factors.size(), 1u);
  EXPECT_EQ(text(factors[0]), text(normalizeSize(h * 2 + 3)));
}

TEST_F(SizeExprsTest, WhatIsNeverNegativeHasNoNegativeValue) {
  unsigned proved = 0;
  for (unsigned round = 0; round < 4000; ++round) {
    AffineExpr size = draw(pick(1, 3));
    if (!isNeverNegative(size))
      continue;
    ++proved;
    for (unsigned i = 0; i < 60; ++i) {
      // Symbols are at least 1: the ends first.
      Point point =
          i < 8 ? Point{1 + (i & 1) * 6, 1 + (i / 2 & 1) * 6, 1 + (i / 4 & 1) * 6} : drawPoint();
      ASSERT_GE(evaluate(size, point), 0) << text(size);
    }
  }
  EXPECT_GT(proved, 500u);
}

TEST_F(SizeExprsTest, SignsOfUsualSizesAreProved) {
  for (AffineExpr size :
       {h - 1, h + w - 2, h * w - 1, h.floorDiv(2), h - h.floorDiv(2), h - h.floorDiv(2) * 2,
        h.floorDiv(2) * 2 - h + 1, h.floorDiv(3) * 3 - h + 2, h - (h + 1).floorDiv(2),
        (h + 3).floorDiv(4) - 1, (h * w).floorDiv(4) * 4 - h * w + 3, number(0),
        h * 2 - (h * 2 - 1).floorDiv(2) * 2})
    EXPECT_TRUE(isNeverNegative(size)) << text(size);
  // One less is negative somewhere.
  for (AffineExpr size :
       {h - 2, h + w - 3, h * w - 2, h.floorDiv(2) - 1, h - h.floorDiv(2) - 2,
        h - h.floorDiv(2) * 2 - 1, h.floorDiv(2) * 2 - h, h.floorDiv(3) * 3 - h + 1,
        (h + 3).floorDiv(4) - 2, number(-1), h - w, w - h})
    EXPECT_FALSE(isNeverNegative(size)) << text(size);
}

TEST_F(SizeExprsTest, ProductsOfWhatMayBeNegativeAreNotProved) {
  for (AffineExpr size : {h.floorDiv(2) * w, w * h.floorDiv(2), (h - 1) * (w - 1)})
    EXPECT_TRUE(isNeverNegative(size)) << text(size);
  for (AffineExpr size : {(h - 2) * (w - 2), (h - 2) * w + 5, w * (h - 2) + 5})
    EXPECT_FALSE(isNeverNegative(size)) << text(size);
}

TEST_F(SizeExprsTest, DivisorsAreNumbersAboveZero) {
  for (AffineExpr size : {h.floorDiv(number(0)), h.floorDiv(number(-2)), h.floorDiv(w),
                          h.floorDiv(w + 1), h.ceilDiv(w + 1), h % (w + 1)}) {
    EXPECT_EQ(normalizeSize(size), size) << text(size);
    EXPECT_FALSE(isNeverNegative(size)) << text(size);
    EXPECT_FALSE(getSymbolBound(size, 1)) << text(size);
  }
}

TEST_F(SizeExprsTest, LargeNumbersAreNotProved) {
  // Proofs multiply, which must not overflow.
  constexpr int64_t largest = int64_t(1) << 40;
  AffineExpr rest = h - h.floorDiv(2) * 2;
  EXPECT_TRUE(isNeverNegative(rest + largest));
  EXPECT_FALSE(isNeverNegative(rest + largest + 1));
  EXPECT_TRUE(isNeverNegative(rest + w * largest));
  EXPECT_FALSE(isNeverNegative(rest + w * (largest + 1)));
}

TEST_F(SizeExprsTest, BoundsOfASymbolAreTheLeastOnes) {
  for (unsigned round = 0; round < 2000; ++round) {
    // Growing sizes of one symbol.
    AffineExpr size = h;
    for (int64_t steps = pick(1, 4); steps > 0; --steps)
      size = pick(0, 2) == 0   ? size * number(pick(1, 5))
             : pick(0, 1) == 0 ? size + number(pick(-6, 6))
                               : size.floorDiv(pick(1, 5));
    int64_t least = pick(-3, 30);
    std::optional<SymbolBound> bound = getSymbolBound(size, least);
    if (!bound)
      continue;
    EXPECT_EQ(bound->symbol, 0u);
    for (int64_t value = bound->least - 3; value <= bound->least + 3; ++value)
      ASSERT_EQ(evaluate(size, {value, 1, 1}) >= least, value >= bound->least)
          << text(size) << " at least " << least << ": " << bound->least << ", " << value;
  }
  std::optional<SymbolBound> bound = getSymbolBound((w * 2 - 3).floorDiv(4) + 1, 3);
  ASSERT_TRUE(bound);
  EXPECT_EQ(bound->symbol, 1u);
  EXPECT_EQ(bound->least, 6);
  for (AffineExpr size : {h + w, h * w, h * -1, number(7), (h + w).floorDiv(2), h - h})
    EXPECT_FALSE(getSymbolBound(size, 1)) << text(size);
}

TEST_F(SizeExprsTest, TheOrderIsTotalAndBeginsWithSymbols) {
  SmallVector<AffineExpr> sizes{h,
                                w,
                                c,
                                getAffineDimExpr(0, &context),
                                getAffineDimExpr(1, &context),
                                number(-2),
                                number(3),
                                h + w,
                                h + c,
                                w + c,
                                h + 2,
                                h + 3,
                                h * w,
                                h * 3,
                                h.floorDiv(2),
                                h.floorDiv(3),
                                w.floorDiv(2)};
  for (AffineExpr a : sizes) {
    EXPECT_FALSE(isBefore(a, a)) << text(a);
    for (AffineExpr b : sizes) {
      if (a != b)
        EXPECT_NE(isBefore(a, b), isBefore(b, a)) << text(a) << " and " << text(b);
      for (AffineExpr x : sizes)
        if (isBefore(a, b) && isBefore(b, x))
          EXPECT_TRUE(isBefore(a, x)) << text(a) << ", " << text(b) << ", " << text(x);
    }
  }
  // By kind, then by number, operands from the left.
  for (unsigned i = 0; i < 7; ++i)
    for (unsigned j = i + 1; j < sizes.size(); ++j)
      EXPECT_TRUE(isBefore(sizes[i], sizes[j])) << text(sizes[i]) << " and " << text(sizes[j]);
  EXPECT_TRUE(isBefore(h + w, h + c));
  EXPECT_TRUE(isBefore(h + c, w + c));
  EXPECT_TRUE(isBefore(h.floorDiv(2), h.floorDiv(3)));
}

TEST_F(SizeExprsTest, SymbolsOfASize) {
  EXPECT_EQ(getSymbols((c + h).floorDiv(3) + c * h), (SmallVector<unsigned>{0, 2}));
  EXPECT_TRUE(getSymbols(number(4)).empty());
}

} // namespace
