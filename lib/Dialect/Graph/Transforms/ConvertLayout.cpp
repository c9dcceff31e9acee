//===-- ConvertLayout.cpp - channels in blocks ------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// graph-convert-layout: lets operators work on channels in blocks, with weights
// reordered now and transformations only where layouts meet.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Graph/IR/ConstantData.h"
#include "dl/Dialect/Graph/IR/Graph.h"
#include "dl/Dialect/Graph/Transforms/Passes.h"
#include "dl/Interfaces/FusionOpInterface.h"

#include "mlir/IR/Matchers.h"
#include "mlir/IR/Remarks.h"

namespace dl::graph {
#define GEN_PASS_DEF_CONVERTLAYOUTPASS
#include "dl/Dialect/Graph/Transforms/Passes.h.inc"
} // namespace dl::graph

using namespace mlir;
using namespace dl;
using namespace dl::graph;

/// Reorders elements from the plain layout. `shape` is the one in memory.
static void reorder(const ConstantData &constant, const Layout &layout, ArrayRef<int64_t> shape,
                    MutableArrayRef<char> bytes) {
  ArrayRef<int64_t> plainShape = constant.getType().getShape();
  std::string letters = layout.getPlain().getLetters();
  // The step in the plain tensor that one step along each dim in memory makes.
  SmallVector<int64_t> plainStrides(plainShape.size(), 1), strides;
  for (int64_t i = int64_t(plainShape.size()) - 2; i >= 0; --i)
    plainStrides[i] = plainStrides[i + 1] * plainShape[i + 1];
  for (const Layout::Part &part : layout.getParts()) {
    int64_t stride = plainStrides[letters.find(part.letter)];
    strides.push_back(part.block ? stride : stride * layout.getBlock(part.letter));
  }
  // An odometer over the dims in memory.
  SmallVector<int64_t> counter(shape.size(), 0);
  unsigned width = constant.getElementBytes();
  int64_t source = 0;
  for (size_t at = 0; at < bytes.size(); at += width) {
    std::memcpy(bytes.data() + at, constant.getElement(source), width);
    for (size_t dim = shape.size(); dim-- > 0;) {
      source += strides[dim];
      if (++counter[dim] < shape[dim])
        break;
      source -= strides[dim] * shape[dim];
      counter[dim] = 0;
    }
  }
}

namespace {
struct ConvertLayout : dl::graph::impl::ConvertLayoutPassBase<ConvertLayout> {
  using ConvertLayoutPassBase::ConvertLayoutPassBase;

  void runOnOperation() override {
    if (block < 2 || block > 1024) {
      getOperation().emitError("expected option 'block' to be from 2 to 1024, got ")
          << int64_t(block);
      return signalPassFailure();
    }
    converted.clear();
    brought.clear();
    SmallVector<LayoutOpInterface> ops;
    for (Operation &op : getOperation().getBody().getOps())
      if (auto candidate = dyn_cast<LayoutOpInterface>(op))
        ops.push_back(candidate);
    for (LayoutOpInterface op : ops)
      if (failed(convert(op)))
        return signalPassFailure();
  }

private:
  /// A value that has been made in a layout, and the layout.
  struct Converted {
    Value value;
    Layout layout;
  };

  LogicalResult convert(LayoutOpInterface op) {
    SmallVector<Layout> current;
    for (Value operand : op->getOperands()) {
      auto it = converted.find(operand);
      current.push_back(it == converted.end() ? Layout() : it->second.layout);
    }
    FailureOr<LayoutPlan> plan = op.planLayouts(current, {block, masks, weighMoves, stepBytes});
    if (failed(plan)) {
      // Elementwise operators follow their operands.
      auto fusion = dyn_cast<FusionOpInterface>(op.getOperation());
      if (fusion && fusion.getFusionKind() == FusionKind::Complex)
        remarkPlain(op, "no blocks of " + std::to_string(int64_t(block)) +
                            ", which take constant weights and channels that they divide");
      return success();
    }
    for (auto [operand, layout] : llvm::zip_equal(op->getOperands(), plan->operands))
      if (!layout.empty() && !canBring(operand, layout)) {
        remarkPlain(op, "an extent that blocks divide is known only at run time");
        return success();
      }
    OpBuilder builder(op);
    SmallVector<Value> operands, results;
    for (auto [operand, layout] : llvm::zip_equal(op->getOperands(), plan->operands))
      operands.push_back(layout.empty() ? operand : bring(builder, op.getLoc(), operand, layout));
    if (failed(op.rewriteInLayouts(builder, *plan, operands, results)))
      return failure();
    // Readers that stay in the usual layout get it back; unread, it goes.
    for (auto [old, result, layout] : llvm::zip_equal(op->getResults(), results, plan->results)) {
      Value back = LayoutTransformOp::create(builder, op.getLoc(), old.getType(), result,
                                             layout.str(), layout.getPlain().str());
      old.replaceAllUsesWith(back);
      converted[back] = {result, layout};
    }
    op->erase();
    ++numConverted;
    return success();
  }

  void remarkPlain(LayoutOpInterface op, const std::string &reason) {
    remark::missed(op.getLoc(), remark::RemarkOpts::name("PlainLayout")
                                    .category("graph-convert-layout")
                                    .function(getOperation().getName()))
        << remark::reason("{0}: {1}", op->getName().getStringRef().str(), reason);
  }

  /// Whether what is blocked of a value has an extent that is known: an operand of the model
  /// may leave one open that another operand has.
  static bool canBring(Value value, const Layout &layout) {
    ArrayRef<int64_t> shape = cast<RankedTensorType>(value.getType()).getShape();
    std::string letters = layout.getPlain().getLetters();
    size_t added = letters.size() - shape.size();
    for (auto [dim, extent] : llvm::enumerate(shape))
      if (ShapedType::isDynamic(extent) && layout.getBlock(letters[added + dim]) != 1)
        return false;
    return true;
  }

  /// The value in a layout: as it was made, reordered now, or transformed.
  Value bring(OpBuilder &builder, Location loc, Value value, const Layout &layout) {
    auto it = converted.find(value);
    if (it != converted.end() && it->second.layout == layout)
      return it->second.value;
    Value &known = brought[{value, builder.getStringAttr(layout.str())}];
    if (known)
      return known;
    // Dims that broadcasting adds are in the layout, too.
    auto type = cast<RankedTensorType>(value.getType());
    Layout plain = layout.getPlain();
    SmallVector<int64_t> shape(plain.getRank() - type.getRank(), 1);
    llvm::append_range(shape, type.getShape());
    type = RankedTensorType::get(shape, type.getElementType());
    if (value.getType() != type)
      value = builder.createOrFold<ReshapeOp>(loc, type, value);

    Attribute attribute;
    FailureOr<ConstantData> constant = ConstantData::get(value);
    if (succeeded(constant) && matchPattern(value, m_Constant(&attribute))) {
      auto memory = RankedTensorType::get(*layout.toMemoryShape(shape), type.getElementType());
      ElementsAttr elements =
          makeConstant(memory, getResourceName(attribute), [&](MutableArrayRef<char> bytes) {
            reorder(*constant, layout, memory.getShape(), bytes);
          });
      return known = ConstantOp::create(builder, value.getLoc(), elements);
    }
    ++numTransforms;
    return known = LayoutTransformOp::create(builder, loc, value, plain.str(), layout.str());
  }

  DenseMap<Value, Converted> converted;
  DenseMap<std::pair<Value, StringAttr>, Value> brought;
};
} // namespace
