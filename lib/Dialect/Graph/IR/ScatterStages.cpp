//===-- ScatterStages.cpp - te programs of scatters ----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The te programs of scatters: one te.scatter over the updates. Indices count from the end
// where they are negative; that they are inside is checked before the kernel runs.
//
//===----------------------------------------------------------------------===//
#include "Shapes.h"
#include "Stage.h"
#include "dl/Dialect/Graph/IR/Graph.h"
#include "dl/Dialect/Graph/IR/WideTypes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace dl;
using namespace dl::graph;

namespace {
/// One scatter into `x`; the axes of the updates have the given extents.
struct Scatter {
  Operation *op;
  OpBuilder &builder;
  RankedTensorType type;
  StringRef mode, prefix;
  SmallVector<int64_t> extents;

  /// The indices of the update and of its place, all as index expressions of the body.
  struct Update {
    SmallVector<AffineExpr> update, place;
  };

  /// Whether elements are ordered otherwise than as the signed integers that store them.
  bool isFlipped() const {
    return type.getElementType().isUnsignedInteger() && (mode == "min" || mode == "max");
  }

  /// Whether updates are added up, or multiplied, in a wider type than that of the result.
  bool isWide() const {
    return ScalarBuilder::isHalf(type.getElementType()) && (mode == "add" || mode == "mul");
  }

  Value copy(Value source, const Twine &name, Type elementType) const {
    StageBuilder stage(builder, op->getLoc(), elementType);
    for (auto [axis, extent] : llvm::zip_equal(axisNames({}, type), type.getShape()))
      stage.spatial(axis, extent);
    return stage.build(name.str(), te::Combiner::None, [&](StageBody &b) {
      Value element = b.read(source, b.axisRange(0, type.getRank()));
      return isFlipped() ? b.scalars.flipTopBit(element) : element;
    });
  }

  Value build(Value x, Value updates, llvm::function_ref<Update(StageBody &)> locate) const {
    Type element = type.getElementType();
    if (llvm::is_contained(extents, 0)) {
      Scatter plain(*this);
      plain.mode = "none";
      return plain.copy(x, prefix, element);
    }
    bool isConstant = matchPattern(x, m_Constant()), isOther = isFlipped() || isWide();
    Type kept = isWide() ? getWideType(element) : element;
    Value base = isOther || isConstant ? copy(x, prefix + ".base", kept) : x;
    SmallVector<te::AxisSpec> axes;
    for (auto [i, extent] : llvm::enumerate(extents))
      axes.push_back({"u" + std::to_string(i), builder.getIndexAttr(extent)});
    bool isUnsigned = type.getElementType().isUnsignedInteger();
    te::Combiner combiner = mode == "none" ? te::Combiner::None : *te::symbolizeCombiner(mode);
    Value result = te::ScatterOp::create(
        builder, op->getLoc(), base, isOther ? (prefix + ".scatter").str() : prefix.str(), axes,
        combiner, [&](OpBuilder &bodyBuilder, Location loc, ValueRange arguments) {
          StageBody b(bodyBuilder, loc, arguments, isUnsigned);
          Update update = locate(b);
          Value value = b.read(updates, update.update);
          if (isWide())
            value = b.scalars.convert(value, kept);
          SmallVector<Value> yielded{isFlipped() ? b.scalars.flipTopBit(value) : value};
          for (AffineExpr index : update.place)
            yielded.push_back(b.indexOf(index));
          return yielded;
        });
    return isOther ? copy(result, prefix, element) : result;
  }
};
} // namespace

LogicalResult ScatterElementsOp::buildTensorExpression(OpBuilder &builder, ValueRange operands,
                                                       StringRef prefix,
                                                       SmallVectorImpl<Value> &results) {
  if (failed(requireStaticShapes(*this)))
    return failure();
  RankedTensorType type = getType(), indexType = tensorType(getIndices());
  Scatter scatter{*this,     builder, type,
                  getMode(), prefix,  SmallVector<int64_t>(indexType.getShape())};
  results.push_back(scatter.build(operands[0], operands[2], [&](StageBody &b) {
    Scatter::Update update;
    update.update = update.place = b.axisRange(0, type.getRank());
    update.place[getAxis()] =
        b.position(b.read(operands[1], update.update), type.getDimSize(getAxis()));
    return update;
  }));
  return success();
}

LogicalResult ScatterNDOp::buildTensorExpression(OpBuilder &builder, ValueRange operands,
                                                 StringRef prefix,
                                                 SmallVectorImpl<Value> &results) {
  if (failed(requireStaticShapes(*this)))
    return failure();
  RankedTensorType type = getType(), indexType = tensorType(getIndices());
  int64_t rank = type.getRank(), depth = indexType.getShape().back();
  unsigned numSteps = indexType.getRank() - 1;
  SmallVector<int64_t> extents(indexType.getShape().drop_back());
  llvm::append_range(extents, type.getShape().drop_front(depth));
  Scatter scatter{*this, builder, type, getMode(), prefix, extents};
  results.push_back(scatter.build(operands[0], operands[2], [&](StageBody &b) {
    Scatter::Update update;
    update.update = b.axisRange(0, extents.size());
    SmallVector<AffineExpr> tuple = b.axisRange(0, numSteps);
    tuple.push_back({});
    for (int64_t entry = 0; entry < depth; ++entry) {
      tuple.back() = b.constant(entry);
      update.place.push_back(b.position(b.read(operands[1], tuple), type.getDimSize(entry)));
    }
    llvm::append_range(update.place, b.axisRange(numSteps, rank - depth));
    return update;
  }));
  return success();
}
