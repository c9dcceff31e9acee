//===-- BoundedExprsTest.cpp - expressions over bounded variables ---------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What simplification removes, and by random expressions that it keeps the values
// and that bounds hold.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Schedule/IR/BoundedExprs.h"

#include "mlir/IR/MLIRContext.h"
#include "gtest/gtest.h"

#include <random>

using namespace mlir;
using dl::schedule::BoundedExprs;

namespace {

int64_t evaluate(AffineExpr expr, ArrayRef<int64_t> values) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue();
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return values[dim.getPosition()];
  auto binary = cast<AffineBinaryOpExpr>(expr);
  int64_t lhs = evaluate(binary.getLHS(), values), rhs = evaluate(binary.getRHS(), values);
  auto floorDiv = [](int64_t a, int64_t b) { return a / b - (a % b < 0 ? 1 : 0); };
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return lhs + rhs;
  case AffineExprKind::Mul:
    return lhs * rhs;
  case AffineExprKind::FloorDiv:
    return floorDiv(lhs, rhs);
  case AffineExprKind::CeilDiv:
    return -floorDiv(-lhs, rhs);
  default:
    return lhs - floorDiv(lhs, rhs) * rhs;
  }
}

using Bounds = std::pair<int64_t, int64_t>;

struct BoundedExprsTest : testing::Test {
  MLIRContext context;
  BoundedExprs exprs{&context};
  AffineExpr constant(int64_t value) { return getAffineConstantExpr(value, &context); }
};

TEST_F(BoundedExprsTest, ResolvesWhatRangesDecide) {
  AffineExpr x = exprs.addVariable(8), y = exprs.addVariable(5), one = exprs.addVariable(1);
  EXPECT_EQ(exprs.size(), 3u);
  EXPECT_EQ(exprs.getExtent(1), 5);
  EXPECT_EQ(exprs.simplify((y * 8 + x).floorDiv(8)), y);
  EXPECT_EQ(exprs.simplify((y * 8 + x) % 8), x);
  EXPECT_EQ(exprs.simplify((y * 16 + x * 2 + 1).floorDiv(2)), x + y * 8);
  EXPECT_EQ(exprs.simplify(one + x - x + 3), constant(3));
  EXPECT_EQ(exprs.simplify(x % 7), x % 7);
  EXPECT_EQ(exprs.simplify((x - 8) % 8), x);
  EXPECT_EQ(exprs.simplify((x - 8).floorDiv(8)), constant(-1));
  // Equal sums are equal expressions, whatever their order.
  EXPECT_EQ(exprs.simplify(y * 3 + x), exprs.simplify(x + y * 3));
}

TEST_F(BoundedExprsTest, KnowsBounds) {
  AffineExpr x = exprs.addVariable(8), y = exprs.addVariable(5);
  EXPECT_EQ(exprs.getBounds(x - y * 2 + 1), Bounds(-7, 8));
  EXPECT_EQ(exprs.getBounds(x % 3), Bounds(0, 2));
  EXPECT_EQ(exprs.getBounds(x.floorDiv(3)), Bounds(0, 2));
  EXPECT_EQ(exprs.getBounds((x - 8).floorDiv(3) * 2), Bounds(-6, -2));
  EXPECT_EQ(exprs.getBounds(constant(4)), Bounds(4, 4));
}

TEST_F(BoundedExprsTest, KeepsValuesOfRandomExpressions) {
  constexpr unsigned seed = 7;
  SCOPED_TRACE(testing::Message() << "seed " << seed);
  std::mt19937 rng(seed);
  auto below = [&](int64_t n) { return static_cast<int64_t>(rng() % n); };
  SmallVector<AffineExpr> variables;
  for (int64_t extent : {1, 3, 4, 6})
    variables.push_back(exprs.addVariable(extent));
  for (int trial = 0; trial < 300; ++trial) {
    AffineExpr expr = variables[below(4)];
    for (int step = 0; step < 5; ++step) {
      switch (below(5)) {
      case 0:
        expr = expr + variables[below(4)] * (below(9) - 4);
        break;
      case 1:
        expr = expr * (below(7) - 3);
        break;
      case 2:
        expr = expr.floorDiv(1 + below(6));
        break;
      case 3:
        expr = expr % (1 + below(6));
        break;
      default:
        expr = (expr + (below(9) - 4)).ceilDiv(1 + below(4));
      }
    }
    AffineExpr simple = exprs.simplify(expr);
    auto [low, high] = exprs.getBounds(expr);
    for (int64_t b = 0; b < 3; ++b)
      for (int64_t c = 0; c < 4; ++c)
        for (int64_t d = 0; d < 6; ++d) {
          int64_t value = evaluate(expr, {0, b, c, d});
          ASSERT_EQ(evaluate(simple, {0, b, c, d}), value) << "trial " << trial;
          ASSERT_LE(low, value) << "trial " << trial;
          ASSERT_GE(high, value) << "trial " << trial;
        }
  }
}

} // namespace
