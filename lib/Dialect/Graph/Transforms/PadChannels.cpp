//===-- PadChannels.cpp - output channels that fill blocks ----------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// graph-pad-channels: convolutions get output channels of zeros, which a slice takes off
// again, where blocks of channels are worth more than vectors along rows.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Graph/IR/ConstantData.h"
#include "dl/Dialect/Graph/IR/Graph.h"
#include "dl/Dialect/Graph/Transforms/Passes.h"

#include "mlir/IR/Matchers.h"

namespace dl::graph {
#define GEN_PASS_DEF_PADCHANNELSPASS
#include "dl/Dialect/Graph/Transforms/Passes.h.inc"
} // namespace dl::graph

using namespace mlir;
using namespace dl;
using namespace dl::graph;

/// The constant with `extent` elements along a dim, which is of so many groups that get as many
/// zeros each behind their own elements.
static FailureOr<Value> padConstant(OpBuilder &builder, Value value, size_t dim, int64_t groups,
                                    int64_t extent) {
  FailureOr<ConstantData> data = ConstantData::get(value);
  Attribute attribute;
  if (failed(data) || !matchPattern(value, m_Constant(&attribute)))
    return failure();
  RankedTensorType type = data->getType();
  SmallVector<int64_t> shape(type.getShape());
  int64_t row = 1;
  for (int64_t inner : ArrayRef(shape).drop_front(dim + 1))
    row *= inner;
  int64_t before = shape[dim] / groups * row, after = extent / groups * row;
  shape[dim] = extent;
  unsigned width = data->getElementBytes();
  ElementsAttr padded =
      makeConstant(type.clone(shape), getResourceName(attribute), [&](MutableArrayRef<char> bytes) {
        llvm::fill(bytes, 0);
        for (int64_t i = 0, e = type.getNumElements(); i < e; ++i)
          std::memcpy(bytes.data() + (i / before * after + i % before) * width, data->getElement(i),
                      width);
      });
  return Value(ConstantOp::create(builder, value.getLoc(), padded));
}

namespace {
struct PadChannels : dl::graph::impl::PadChannelsPassBase<PadChannels> {
  using PadChannelsPassBase::PadChannelsPassBase;

  void runOnOperation() override {
    if (block < 2 || block > 1024) {
      getOperation().emitError("expected option 'block' to be from 2 to 1024, got ")
          << int64_t(block);
      return signalPassFailure();
    }
    // Of the weights: outputs x inputs x window, or inputs x outputs x window.
    if (failed(padAll<ConvOp>(0)) || failed(padAll<ConvTransposeOp>(1)))
      signalPassFailure();
  }

private:
  template <typename ConvTy> LogicalResult padAll(size_t outputsDim) {
    SmallVector<ConvTy> ops;
    getOperation().walk([&](ConvTy op) { ops.push_back(op); });
    for (ConvTy op : ops)
      if (gainsByPaddedChannels(op, {block, masks, /*weighsMoves=*/true}) &&
          failed(pad(op, outputsDim)))
        return failure();
    return success();
  }

  template <typename ConvTy> LogicalResult pad(ConvTy op, size_t outputsDim) {
    OpBuilder builder(op);
    int64_t groups = op.getGroup(), perGroup = op.getType().getDimSize(1) / groups;
    int64_t outputs = llvm::alignTo(perGroup, block) * groups;
    SmallVector<Value> operands = {op.getX()};
    FailureOr<Value> weights = padConstant(builder, op.getW(), outputsDim, groups, outputs);
    if (failed(weights))
      return success();
    operands.push_back(*weights);
    if (op.getBias()) {
      FailureOr<Value> bias = padConstant(builder, op.getBias(), 0, groups, outputs);
      if (failed(bias))
        return success();
      operands.push_back(*bias);
    }
    auto padded =
        createChecked<ConvTy>(builder, op.getLoc(), operands, op->getAttrDictionary().getValue());
    if (failed(padded))
      return failure();
    // Batch, groups, channels of a group, spatial dims.
    Location loc = op.getLoc();
    SmallVector<int64_t> shape(op.getType().getShape());
    Value result = padded->getResult();
    if (groups > 1) {
      shape[1] = outputs / groups;
      shape.insert(shape.begin() + 1, groups);
      result = ReshapeOp::create(builder, loc, op.getType().clone(shape), result);
      shape[2] = perGroup;
    }
    SmallVector<int64_t> starts(shape.size(), 0), steps(shape.size(), 1);
    Value slice =
        SliceOp::create(builder, loc, op.getType().clone(shape), result, starts, shape, steps);
    if (groups > 1)
      slice = ReshapeOp::create(builder, loc, op.getType(), slice);
    op.getResult().replaceAllUsesWith(slice);
    op.erase();
    ++numPadded;
    return success();
  }
};
} // namespace
