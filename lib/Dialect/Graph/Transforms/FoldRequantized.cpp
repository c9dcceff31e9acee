//===-- FoldRequantized.cpp - numbers that were bytes in between ----------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// graph-fold-requantized: a float that is rounded into a byte and widened again is an integer
// already.
//
//   b = cast(min(max(round(x) + z, lo), hi)) to bytes, y = cast(b - z) to f32
//   -> y = min(max(round(x), lo - z), hi - z)
//
//===----------------------------------------------------------------------===//
#include "WholeNumbers.h"

#include "dl/Dialect/Graph/IR/ByteProducts.h"
#include "dl/Dialect/Graph/IR/Graph.h"
#include "dl/Dialect/Graph/Transforms/Passes.h"

namespace dl::graph {
#define GEN_PASS_DEF_FOLDREQUANTIZEDPASS
#include "dl/Dialect/Graph/Transforms/Passes.h.inc"
} // namespace dl::graph

using namespace mlir;
using namespace dl::graph;

namespace {
/// round(x) + shift between `low` and `high`, all of them integers.
struct Rounded {
  Value rounded;
  double shift = 0, low = 0, high = 0;
};
} // namespace

static Type getElementType(Value value) {
  return cast<RankedTensorType>(value.getType()).getElementType();
}

static std::optional<Rounded> matchRounded(Value value) {
  Rounded found;
  Value inner = matchWithInteger<MinimumOp>(value, found.high);
  if (inner)
    inner = matchWithInteger<MaximumOp>(inner, found.low);
  if (!inner || found.low > found.high)
    return std::nullopt;
  if (Value sum = matchWithInteger<AddOp>(inner, found.shift))
    inner = sum;
  else
    found.shift = 0;
  found.rounded = inner;
  return inner.getDefiningOp<RoundOp>() ? std::optional(found) : std::nullopt;
}

/// What a byte is a cast of, if all such floats are bytes.
static std::optional<Rounded> matchByte(Value byte) {
  auto cast = byte.getDefiningOp<CastOp>();
  Type type = getElementType(byte);
  if (!cast || !type.isInteger(8) || !getElementType(cast.getX()).isF32())
    return std::nullopt;
  std::optional<Rounded> found = matchRounded(cast.getX());
  double low = type.isUnsignedInteger() ? 0 : -128, high = type.isUnsignedInteger() ? 255 : 127;
  return found && found->low >= low && found->high <= high ? found : std::nullopt;
}

namespace {
struct FoldRequantized : dl::graph::impl::FoldRequantizedPassBase<FoldRequantized> {
  using FoldRequantizedPassBase::FoldRequantizedPassBase;

  void runOnOperation() override {
    SmallVector<CastOp> casts;
    getOperation().walk([&](CastOp op) {
      if (getElementType(op.getResult()).isF32())
        casts.push_back(op);
    });
    for (CastOp op : casts)
      fold(op);
  }

private:
  /// cast(byte) and cast(cast(byte) - z).
  void fold(CastOp op) {
    Value wide = op.getX();
    double zeroPoint = 0;
    if (auto difference = wide.getDefiningOp<SubOp>()) {
      std::optional<double> number = getInteger(difference->getOperand(1));
      if (!number || difference->getOperand(0).getType() != wide.getType())
        return;
      zeroPoint = *number;
      wide = difference->getOperand(0);
    }
    if (auto widened = wide.getDefiningOp<CastOp>();
        widened && getElementType(wide).isSignlessInteger(32))
      wide = widened.getX();
    // What others read is stored, best as bytes.
    if (!wide.hasOneUse() || !op.getX().hasOneUse())
      return;
    std::optional<Rounded> found = matchByte(wide);
    if (!found)
      return;
    OpBuilder builder(op);
    CheckedBuilder graph(builder, op.getLoc());
    auto scalar = [&](double value) { return graph.scalar(op.getResult(), value); };
    Value result = found->rounded;
    // Where the zero points differ, a sum is left of them.
    if (found->shift != zeroPoint)
      result = graph.add(result, scalar(found->shift - zeroPoint));
    result = graph.make<MaximumOp>({result, scalar(found->low - zeroPoint)});
    result = graph.make<MinimumOp>({result, scalar(found->high - zeroPoint)});
    if (!result || result.getType() != op.getType())
      return;
    op.getResult().replaceAllUsesWith(result);
    op.erase();
    ++numFolded;
  }
};
} // namespace
