//===-- FoldConstants.cpp - operators on constants --------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// graph-fold-constants: computes operators whose operands are all constants, by
// the reference interpreter, within a budget.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Graph/IR/ConstantData.h"
#include "dl/Dialect/Graph/IR/Graph.h"
#include "dl/Dialect/Graph/Transforms/Passes.h"
#include "dl/Reference/GraphInterpreter.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/Remarks.h"

namespace dl::graph {
#define GEN_PASS_DEF_FOLDCONSTANTSPASS
#include "dl/Dialect/Graph/Transforms/Passes.h.inc"
} // namespace dl::graph

using namespace mlir;
using namespace dl;
using namespace dl::graph;

namespace {
struct FoldConstants : dl::graph::impl::FoldConstantsPassBase<FoldConstants> {
  using FoldConstantsPassBase::FoldConstantsPassBase;

  void runOnOperation() override {
    for (Operation &op : llvm::make_early_inc_range(getOperation().getBody().getOps()))
      if (isa<TensorExpressionOpInterface>(op) && !isa<ReshapeOp>(op) && failed(fold(op)))
        return signalPassFailure();
  }

private:
  LogicalResult fold(Operation &op) {
    SmallVector<ElementsAttr> constants;
    Attribute attribute;
    for (Value operand : op.getOperands()) {
      if (!matchPattern(operand, m_Constant(&attribute)) || !isa<ElementsAttr>(attribute))
        return success();
      constants.push_back(cast<ElementsAttr>(attribute));
    }
    auto type = dyn_cast<RankedTensorType>(op.getResult(0).getType());
    if (constants.empty() || op.getNumResults() != 1 || !type || !type.hasStaticShape())
      return success();
    if (StringRef why = getObstacle(op, type, constants); !why.empty()) {
      remark::missed(op.getLoc(), remark::RemarkOpts::name("NotFolded")
                                      .category("graph-fold-constants")
                                      .function(getOperation().getName()))
          << remark::reason("{0}: {1}", op.getName().getStringRef().str(), why.str());
      return success();
    }
    SmallVector<Tensor> operands;
    for (ElementsAttr constant : constants) {
      // Checked before it is read: a resource may be missing or too short.
      std::optional<Tensor> tensor = getTensor(constant);
      if (!tensor)
        return success();
      operands.push_back(*tensor);
    }
    auto results = reference::evaluateGraphOp(&op, operands);
    if (failed(results))
      return failure();
    ArrayRef<char> bytes = results->front().getBytes();
    // Small ones become part of the attribute, so that other folders see them.
    ElementsAttr value;
    if (type.getElementType().isIntOrFloat() && int64_t(bytes.size()) <= kMaxInlineBytes &&
        type.getElementTypeBitWidth() % 8 == 0)
      value = cast<ElementsAttr>(DenseElementsAttr::getFromRawBuffer(type, bytes));
    else
      value = cast<ElementsAttr>(getResourceAttr(
          results->front(), &getContext(), getResourceName(attribute), type.getElementType()));
    OpBuilder builder(&op);
    op.getResult(0).replaceAllUsesWith(ConstantOp::create(builder, op.getLoc(), value));
    op.erase();
    ++numFolded;
    return success();
  }

  /// Why an operator is left for run time; empty if it is computed now.
  StringRef getObstacle(Operation &op, RankedTensorType type,
                        ArrayRef<ElementsAttr> constants) const {
    auto fusable = dyn_cast<FusionOpInterface>(op);
    if (fusable && fusable.getFusionKind() == FusionKind::Complex)
      return "a product costs more than one step an element";
    if (type.getNumElements() > maxElements)
      return "the result has more elements than max-elements";
    int64_t largest = 0;
    for (ElementsAttr constant : constants) {
      largest = std::max(largest, constant.getNumElements());
      // Others are in memory already.
      if (constant.isSplat() && constant.getNumElements() > maxElements)
        return "an operand that is one number has more elements than max-elements";
    }
    // Repeating a small constant makes the model larger, not faster.
    if (type.getNumElements() > largest && type.getNumElements() > operators::kMaxFoldedElements)
      return "the result is larger than the operands";
    return "";
  }
};
} // namespace
