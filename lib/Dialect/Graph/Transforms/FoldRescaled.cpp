//===-- FoldRescaled.cpp - multiples of a scale that are divided by it ----===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// graph-fold-rescaled: a whole number that was multiplied by a scale is not rounded to multiples of
// that scale again.
//
//   round(n * s / s) -> n
//
//===----------------------------------------------------------------------===//
#include "WholeNumbers.h"

#include "dl/Dialect/Graph/Transforms/Passes.h"

#include "mlir/IR/Matchers.h"

#include <cmath>

namespace dl::graph {
#define GEN_PASS_DEF_FOLDRESCALEDPASS
#include "dl/Dialect/Graph/Transforms/Passes.h.inc"
} // namespace dl::graph

using namespace mlir;
using namespace dl::graph;

/// Whole numbers up to this one are off by less than half after two roundings of floats.
static constexpr double mostWhole = 1 << 20;

/// The scale that a constant holds everywhere, if products by it are neither too large for floats
/// nor too small to be as exact as others.
static std::optional<float> getScale(Value value) {
  SplatElementsAttr splat;
  if (!matchPattern(value, m_Constant(&splat)) || !splat.getElementType().isF32())
    return std::nullopt;
  float scale = splat.getSplatValue<APFloat>().convertToFloat();
  constexpr float least = 0x1p-80F, most = 0x1p80F;
  return std::abs(scale) >= least && std::abs(scale) <= most ? std::optional(scale) : std::nullopt;
}

/// The factor beside a scale, of the product's type.
static Value matchProduct(Value value, float scale) {
  auto product = value.getDefiningOp<MulOp>();
  for (unsigned at : {1, 0})
    if (product && getScale(product->getOperand(at)) == scale &&
        product->getOperand(1 - at).getType() == value.getType())
      return product->getOperand(1 - at);
  return {};
}

/// Drops bounds of a value, and of its sums with zero points, that its numbers keep anyway.
static void dropBounds(Value value, NumberRange range) {
  SmallVector<Operation *> users(value.getUsers());
  for (size_t number = 0; number < users.size(); ++number) {
    Operation *user = users[number];
    double bound = 0, more = 0;
    if (user->getNumResults() != 1)
      continue;
    Value result = user->getResult(0);
    if (matchWithInteger<AddOp>(result, more) == value)
      dropBounds(result, {range.low + more, range.high + more});
    if ((matchWithInteger<MaximumOp>(result, bound) == value && bound <= range.low) ||
        (matchWithInteger<MinimumOp>(result, bound) == value && bound >= range.high)) {
      llvm::append_range(users, result.getUsers());
      result.replaceAllUsesWith(value);
      user->erase();
    }
  }
}

namespace {
struct FoldRescaled : dl::graph::impl::FoldRescaledPassBase<FoldRescaled> {
  void runOnOperation() override {
    SmallVector<RoundOp> rounds;
    getOperation().walk([&](RoundOp op) { rounds.push_back(op); });
    // In order: what is left of one is what the next is of.
    for (RoundOp op : rounds)
      fold(op);
  }

private:
  void fold(RoundOp op) {
    auto quotient = op.getX().getDefiningOp<DivOp>();
    std::optional<float> scale = quotient ? getScale(quotient->getOperand(1)) : std::nullopt;
    if (!scale || quotient->getOperand(0).getType() != op.getType())
      return;
    SmallVector<Operation *> moves;
    Value multiple = quotient->getOperand(0);
    // What others read is made anyway, and would be moved twice.
    bool isAlone = quotient->hasOneUse();
    for (Operation *from = multiple.getDefiningOp();
         from && isRearrangement(from) && multiple.hasOneUse(); from = multiple.getDefiningOp()) {
      moves.push_back(from);
      multiple = from->getOperand(0);
    }
    isAlone &= multiple.hasOneUse();
    Value whole = moves.empty() || isAlone ? matchProduct(multiple, *scale) : Value();
    std::optional<NumberRange> range = whole ? getWholeRange(whole) : std::nullopt;
    if (!range || std::max(-range->low, range->high) > mostWhole)
      return;
    if (!moves.empty()) {
      // The numbers are moved in place of their multiples.
      moves.back()->setOperand(0, whole);
      whole = quotient->getOperand(0);
    }
    op.getResult().replaceAllUsesWith(whole);
    op.erase();
    // What is left unused would be another reader of what is moved next.
    for (Operation *unused : {quotient.getOperation(), multiple.getDefiningOp()})
      if (isOpTriviallyDead(unused))
        unused->erase();
    dropBounds(whole, *range);
    ++numFolded;
  }
};
} // namespace
