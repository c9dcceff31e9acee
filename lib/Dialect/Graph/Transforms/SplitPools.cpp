//===-- SplitPools.cpp - pools of columns, then of rows -------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// graph-split-pools: a pool over windows of several dims becomes one pool for each dim,
// where neighbouring windows share most of their rows.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Graph/IR/Graph.h"
#include "dl/Dialect/Graph/Transforms/Passes.h"

namespace dl::graph {
#define GEN_PASS_DEF_SPLITPOOLSPASS
#include "dl/Dialect/Graph/Transforms/Passes.h.inc"
} // namespace dl::graph

using namespace mlir;
using namespace dl::graph;

/// What the elements between two pools cost, beside the elements of windows: a gain is to be
/// that many times what it was; more where they do not stay in a cache.
static constexpr double leastGain = 1.3, leastGainInMemory = 3;

/// Whether pools of one dim after the other, the outermost first, read so many fewer elements
/// for each of the result that passing what is between them on is worth it.
template <typename PoolOp> static bool isBestSplit(PoolOp op, int64_t cacheBytes) {
  auto type = cast<RankedTensorType>(op.getResult().getType());
  ArrayRef<int64_t> outputs = type.getShape().drop_front(2);
  // Numbers that sums would be rounded to in between.
  bool isExact = isa<MaxPoolOp>(op.getOperation()) || !isa<FloatType>(type.getElementType()) ||
                 type.getElementType().getIntOrFloatBitWidth() >= 32;
  if (op.getLayout() || !isExact || llvm::any_of(outputs, ShapedType::isDynamic) ||
      llvm::is_contained(outputs, 0))
    return false;
  double together = 1, apart = 0, needed = 1;
  for (size_t dim = outputs.size(); dim-- > 0;) {
    int64_t window = op.getKernel()[dim], output = outputs[dim];
    together *= double(window);
    apart += double(window) * needed;
    int64_t input = (output - 1) * op.getStrides()[dim] + (window - 1) * op.getDilations()[dim] + 1;
    needed *= double(input) / double(output);
  }
  // The operand, what is between and the result.
  bool isInMemory = false;
  if (cacheBytes > 0 && type.hasStaticShape())
    isInMemory = 3.0 * double(type.getNumElements()) * type.getElementTypeBitWidth() / 8 >
                 double(cacheBytes);
  return apart * (isInMemory ? leastGainInMemory : leastGain) <= together;
}

/// A pool over the windows of one dim only.
template <typename PoolOp>
static FailureOr<Value> poolAlong(OpBuilder &builder, PoolOp op, Value x, size_t dim) {
  size_t rank = op.getKernel().size();
  SmallVector<int64_t> kernel(rank, 1), strides(rank, 1), dilations(rank, 1), pads(2 * rank, 0);
  kernel[dim] = op.getKernel()[dim];
  strides[dim] = op.getStrides()[dim];
  dilations[dim] = op.getDilations()[dim];
  for (size_t at : {dim, rank + dim})
    pads[at] = op.getPads()[at];
  NamedAttrList attributes(op->getAttrDictionary());
  attributes.set(op.getKernelAttrName(), builder.getDenseI64ArrayAttr(kernel));
  attributes.set(op.getStridesAttrName(), builder.getDenseI64ArrayAttr(strides));
  attributes.set(op.getDilationsAttrName(), builder.getDenseI64ArrayAttr(dilations));
  attributes.set(op.getPadsAttrName(), builder.getDenseI64ArrayAttr(pads));
  auto made = createChecked<PoolOp>(builder, op.getLoc(), ValueRange{x}, attributes.getAttrs());
  if (failed(made))
    return failure();
  return made->getResult();
}

template <typename PoolOp> static LogicalResult split(PoolOp op) {
  OpBuilder builder(op);
  Value value = op.getX();
  for (size_t dim = 0; dim < op.getKernel().size(); ++dim) {
    FailureOr<Value> next = poolAlong(builder, op, value, dim);
    if (failed(next))
      return failure();
    value = *next;
  }
  op.getResult().replaceAllUsesWith(value);
  op.erase();
  return success();
}

namespace {
struct SplitPools : dl::graph::impl::SplitPoolsPassBase<SplitPools> {
  using SplitPoolsPassBase::SplitPoolsPassBase;

  void runOnOperation() override {
    if (failed(splitAll<MaxPoolOp>()) || failed(splitAll<SumPoolOp>()))
      signalPassFailure();
  }

  template <typename PoolOp> LogicalResult splitAll() {
    SmallVector<PoolOp> pools;
    getOperation().walk([&](PoolOp op) { pools.push_back(op); });
    for (PoolOp op : pools) {
      if (!isBestSplit(op, cacheBytes))
        continue;
      ++numSplit;
      if (failed(split(op)))
        return failure();
    }
    return success();
  }
};
} // namespace
