//===-- LowerQuantized.cpp - quantized operators on integers --------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// graph-lower-quantized: what stands between dequantize and quantize operators becomes operators on
// bytes with a sign, whose sums of 32 bits graph.requantize brings back to bytes.
//
//===----------------------------------------------------------------------===//
#include "QuantizedOperators.h"
#include "QuantizedValues.h"

#include "dl/Dialect/Graph/IR/ByteProducts.h"
#include "dl/Dialect/Graph/Transforms/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Remarks.h"

namespace dl::graph {
#define GEN_PASS_DEF_LOWERQUANTIZEDPASS
#include "dl/Dialect/Graph/Transforms/Passes.h.inc"
} // namespace dl::graph

using namespace mlir;
using namespace dl::graph;

static RankedTensorType getType(Value value) { return cast<RankedTensorType>(value.getType()); }

/// What a zero point of unsigned bytes is less, so that it is one of bytes with a sign.
static int64_t getShift(Type element) { return element.isUnsignedInteger() ? 128 : 0; }

namespace {
struct LowerQuantized : dl::graph::impl::LowerQuantizedPassBase<LowerQuantized> {
  using LowerQuantizedPassBase::LowerQuantizedPassBase;

  void runOnOperation() override {
    signedBytes.clear();
    SmallVector<CastOp> casts;
    for (auto op : getOperation().getBody().getOps<CastOp>())
      casts.push_back(op);
    for (CastOp op : casts) {
      std::optional<QuantizedValue> result = matchQuantized(op);
      if (!result)
        continue;
      if (failed(lower(op, *result)))
        return signalPassFailure();
    }
  }

private:
  /// Makes the bytes `op` by integers, where what is quantized is made of bytes.
  LogicalResult lower(CastOp op, QuantizedValue result) {
    OpBuilder builder(op);
    result.zeroPoint -= getShift(getType(op).getElementType());
    std::string reason;
    auto getBytes = [&](const DequantizedValue &value) { return toSigned(builder, value); };
    FailureOr<Value> made = lowerQuantizedOperator(builder, result, getBytes, reason);
    if (failed(made))
      return failure();
    if (!*made) {
      if (!reason.empty())
        remark::missed(op.getLoc(), remark::RemarkOpts::name("NotLowered")
                                        .category("graph-lower-quantized")
                                        .function(getOperation().getName()))
            << remark::reason("{0}", reason);
      return success();
    }
    Value bytes = *made;
    if (Type element = getType(op).getElementType(); element.isUnsignedInteger()) {
      CheckedBuilder graph(builder, op.getLoc());
      Value wide = graph.cast(bytes, builder.getI32Type());
      bytes = graph.cast(graph.add(wide, graph.scalar(wide, 128)), element);
    }
    signedBytes[bytes] = *made;
    op.getResult().replaceAllUsesWith(bytes);
    op.erase();
    ++numLowered;
    return success();
  }

  /// The bytes with a sign, less 128 where they had none; their zero point follows. Null for
  /// weights without a sign.
  DequantizedValue toSigned(OpBuilder &builder, DequantizedValue value) {
    Type element = getType(value.bytes).getElementType();
    if (!element.isUnsignedInteger())
      return value;
    for (int64_t &zeroPoint : value.zeroPoints)
      zeroPoint -= getShift(element);
    Value &known = signedBytes[value.bytes];
    if (!known) {
      // Where they are made, so that all readers find them.
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPointAfterValue(value.bytes);
      CheckedBuilder graph(builder, value.bytes.getLoc());
      Value wide = graph.cast(value.bytes, builder.getI32Type());
      known = graph.cast(graph.sub(wide, graph.scalar(wide, 128)), builder.getI8Type());
    }
    value.bytes = known;
    return value;
  }

  /// Bytes with a sign, by those of the model.
  DenseMap<Value, Value> signedBytes;
};
} // namespace
