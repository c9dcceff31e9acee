//===-- PoolOps.cpp - pooling -----------------------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators that reduce each window: type inference, layouts, te programs.
//
//===----------------------------------------------------------------------===//
#include "ConvolutionLayouts.h"
#include "Shapes.h"
#include "WindowStages.h"
#include "dl/Dialect/Graph/IR/Graph.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

#include <limits>

using namespace mlir;
using namespace dl;
using namespace dl::graph;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

/// The result's shape of an operator with the attributes of a pool; `layout` is null
/// where the operator has the usual one only.
template <typename Adaptor>
static FailureOr<SmallVector<int64_t>> inferPool(std::optional<Location> loc, StringRef name,
                                                 Adaptor adaptor, StringAttr layoutText) {
  RankedTensorType xType = tensorType(adaptor.getX());
  // (C1)
  if (!layoutText && xType.getRank() < 3)
    return inferError(loc, name, "expected an input of at least rank 3, got ",
                      shapeText(xType.getShape()), ": give batch, channels and spatial dims");
  // (C5)
  std::string error;
  auto layout = getDataLayout(layoutText, xType.getRank(), error);
  if (failed(layout))
    return inferError(loc, name, error);
  auto x = getLogicalShape(xType, *layout, error);
  if (failed(x))
    return inferError(loc, name, "input in ", error);
  // (C2)
  int64_t spatialRank = x->size() - 2;
  if (failed(checkWindows(loc, name, spatialRank, adaptor.getStrides(), adaptor.getPads(),
                          adaptor.getDilations())) ||
      failed(checkPositive(loc, name, "kernel", spatialRank, adaptor.getKernel())))
    return failure();
  SmallVector<int64_t> shape = {(*x)[0], (*x)[1]};
  auto windows = getWindows(adaptor.getKernel(), adaptor.getStrides(), adaptor.getPads(),
                            adaptor.getDilations());
  for (auto [i, window] : llvm::enumerate(windows)) {
    // (C3)
    if (std::max(window.padBegin, window.padEnd) >= window.span())
      return inferError(loc, name, "expected pads smaller than the window of ", window.span(),
                        " elements in dim ", i + 2, ", got ", window.padBegin, " and ",
                        window.padEnd, ": a window must not lie in the padding alone");
    // (C4)
    auto dim = inferWindowDim(loc, name, i + 2, (*x)[i + 2], window, adaptor.getCeilMode());
    if (failed(dim))
      return failure();
    shape.push_back(*dim);
  }
  if (!layout->isPlain())
    shape = *layout->toMemoryShape(shape);
  return shape;
}

/// (C6)
static LogicalResult checkSign(std::optional<Location> loc, StringRef name, Value x) {
  Type element = tensorType(x).getElementType();
  if (!element.isUnsignedInteger())
    return success();
  return inferError(loc, name, "expected elements with a sign to compare, got ", element,
                    ": cast them to a wider type");
}

LogicalResult MaxPoolOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                          Adaptor adaptor, SmallVectorImpl<Type> &types) {
  if (failed(checkSign(loc, "max_pool", adaptor.getX())))
    return failure();
  auto shape = inferPool(loc, "max_pool", adaptor, adaptor.getLayoutAttr());
  if (succeeded(shape))
    types.push_back(RankedTensorType::get(*shape, tensorType(adaptor.getX()).getElementType()));
  return shape;
}

LogicalResult SumPoolOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                          Adaptor adaptor, SmallVectorImpl<Type> &types) {
  auto shape = inferPool(loc, "sum_pool", adaptor, adaptor.getLayoutAttr());
  if (succeeded(shape))
    types.push_back(RankedTensorType::get(*shape, tensorType(adaptor.getX()).getElementType()));
  return shape;
}

LogicalResult MaxPoolIndexOp::inferReturnTypes(MLIRContext *context, std::optional<Location> loc,
                                               Adaptor adaptor, SmallVectorImpl<Type> &types) {
  if (failed(checkSign(loc, "max_pool_index", adaptor.getX())))
    return failure();
  auto shape = inferPool(loc, "max_pool_index", adaptor, StringAttr());
  if (succeeded(shape))
    types.push_back(RankedTensorType::get(*shape, IntegerType::get(context, 64)));
  return shape;
}

//===----------------------------------------------------------------------===//
// Layouts
//===----------------------------------------------------------------------===//

template <typename OpTy> static FailureOr<LayoutPlan> planPool(OpTy op, ArrayRef<Layout> operands) {
  if (op.getLayout() || operands[0].empty())
    return failure();
  return LayoutPlan{{operands[0]}, {operands[0]}};
}

template <typename OpTy>
static LogicalResult rewritePool(OpTy op, OpBuilder &builder, const LayoutPlan &plan,
                                 ValueRange operands, SmallVectorImpl<Value> &results) {
  return rewriteInMemory(op, builder, operands,
                         {{op.getLayoutAttrName(), builder.getStringAttr(plan.results[0].str())}},
                         results);
}

FailureOr<LayoutPlan> MaxPoolOp::planLayouts(ArrayRef<Layout> operands, const LayoutWishes &) {
  return planPool(*this, operands);
}

LogicalResult MaxPoolOp::rewriteInLayouts(OpBuilder &builder, const LayoutPlan &plan,
                                          ValueRange operands, SmallVectorImpl<Value> &results) {
  return rewritePool(*this, builder, plan, operands, results);
}

FailureOr<LayoutPlan> SumPoolOp::planLayouts(ArrayRef<Layout> operands, const LayoutWishes &) {
  return planPool(*this, operands);
}

LogicalResult SumPoolOp::rewriteInLayouts(OpBuilder &builder, const LayoutPlan &plan,
                                          ValueRange operands, SmallVectorImpl<Value> &results) {
  return rewritePool(*this, builder, plan, operands, results);
}

//===----------------------------------------------------------------------===//
// te programs
//===----------------------------------------------------------------------===//

/// The smallest number of a type, for the padding of a maximum.
static double lowest(Type type) {
  if (type.isUnsignedInteger())
    return 0;
  if (auto integer = dyn_cast<IntegerType>(type))
    return APInt::getSignedMinValue(integer.getWidth()).signedRoundToDouble();
  return -std::numeric_limits<double>::infinity();
}

namespace {
/// The padded input of a pool and how its windows read it.
struct PoolStages {
  template <typename OpTy>
  PoolStages(OpTy op, OpBuilder &builder, Value input, StringAttr layoutText,
             ArrayRef<int64_t> resultShape, double padding, StringRef prefix)
      : builder(builder), loc(op.getLoc()), shape(resultShape) {
    std::string error;
    layout = *getDataLayout(layoutText, tensorType(op.getX()).getRank(), error);
    windows = getWindows(op.getKernel(), op.getStrides(), op.getPads(), op.getDilations());
    SmallVector<int64_t> logical = layout.toLogicalShape(shape);
    SmallVector<Window> read = windows;
    // Windows that are rounded up reach beyond the padding.
    for (Window &window : read)
      window.padEnd += op.getCeilMode() ? window.stride - 1 : 0;
    x = buildPad(builder, loc, input, layout, read, ArrayRef(logical).drop_front(2), padding,
                 prefix);
    SizeBuilder builderOfSizes(builder, loc);
    SmallVector<OpFoldResult> spatial;
    for (auto [letter, window] : llvm::zip_equal(spatialLetters(windows.size()), windows))
      spatial.push_back(builderOfSizes.windows(
          builderOfSizes.dim(input, layout.getPosition(letter)), window, op.getCeilMode()));
    sizes =
        getResultSizes(builderOfSizes, input, layout, tensorType(op.getResult()), layout, spatial);
  }

  StageBuilder stage(Type elementType, bool reduce) const {
    StageBuilder stage(builder, loc, elementType);
    LayoutAxes(layout, dataAxisNames("n", "c", windows.size())).add(stage, sizes);
    if (reduce)
      for (auto [name, window] : llvm::zip_equal(spatialNames(windows.size()), windows))
        stage.reduce("k" + name, window.extent);
    return stage;
  }

  /// The element of the window in a stage with reduction.
  Value read(StageBody &b) const {
    unsigned rank = shape.size();
    std::string letters = spatialLetters(windows.size());
    SmallVector<AffineExpr> indices = b.axisRange(0, rank);
    for (auto [i, window] : llvm::enumerate(windows)) {
      AffineExpr &index = indices[layout.getPosition(letters[i])];
      index = index * window.stride + b.axis(rank + i) * window.dilation;
    }
    return b.read(x, indices);
  }

  OpBuilder &builder;
  Location loc;
  ArrayRef<int64_t> shape;
  Layout layout;
  SmallVector<Window> windows;
  SmallVector<OpFoldResult> sizes;
  Value x;
};
} // namespace

/// Channels are static, as the layout of a pool, which was checked, has them.
template <typename OpTy> static LogicalResult checkChannels(OpTy op) {
  std::string error;
  Layout layout = *getDataLayout(op.getLayoutAttr(), tensorType(op.getX()).getRank(), error);
  return requireStaticChannels(op, layout, layout);
}

LogicalResult MaxPoolOp::buildTensorExpression(OpBuilder &builder, ValueRange operands,
                                               StringRef prefix, SmallVectorImpl<Value> &results) {
  if (failed(checkChannels(*this)))
    return failure();
  Type element = getType().getElementType();
  PoolStages pool(*this, builder, operands[0], getLayoutAttr(), getType().getShape(),
                  lowest(element), prefix);
  results.push_back(
      pool.stage(element, /*reduce=*/true).build(prefix, te::Combiner::Max, [&](StageBody &b) {
        return pool.read(b);
      }));
  return success();
}

LogicalResult SumPoolOp::buildTensorExpression(OpBuilder &builder, ValueRange operands,
                                               StringRef prefix, SmallVectorImpl<Value> &results) {
  if (failed(checkChannels(*this)))
    return failure();
  Type element = getType().getElementType();
  PoolStages pool(*this, builder, operands[0], getLayoutAttr(), getType().getShape(),
                  /*padding=*/0, prefix);
  results.push_back(
      pool.stage(element, /*reduce=*/true).build(prefix, te::Combiner::Add, [&](StageBody &b) {
        return pool.read(b);
      }));
  return success();
}

/// The largest element of each window, then the smallest position that has it:
///
///   %m = te.compute "max_pool_index.max" … combine(max) { te.read %x }
///   %i = te.compute "max_pool_index" … combine(min) { %x == %m ? position : 2^63 - 1 }
///
/// Padding has no position.
LogicalResult MaxPoolIndexOp::buildTensorExpression(OpBuilder &builder, ValueRange operands,
                                                    StringRef prefix,
                                                    SmallVectorImpl<Value> &results) {
  if (failed(requireStaticShapes(*this)))
    return failure();
  RankedTensorType xType = tensorType(getX());
  ArrayRef<int64_t> extents = xType.getShape();
  Type element = xType.getElementType();
  PoolStages pool(*this, builder, operands[0], StringAttr(), getType().getShape(), lowest(element),
                  prefix);
  Value largest = pool.stage(element, /*reduce=*/true)
                      .build((prefix + ".max").str(), te::Combiner::Max,
                             [&](StageBody &b) { return pool.read(b); });
  unsigned rank = extents.size();
  // The step of each dim in the numbering: rows first, or columns first.
  SmallVector<int64_t> steps(rank, 1);
  int64_t plane = ShapedType::getNumElements(extents.drop_front(2));
  steps[1] = plane;
  steps[0] = plane * extents[1];
  if (getColumnMajor())
    for (unsigned i = 3; i < rank; ++i)
      steps[i] = steps[i - 1] * extents[i - 1];
  else
    for (unsigned i = rank - 1; i-- > 2;)
      steps[i] = steps[i + 1] * extents[i + 1];

  auto build = [&](StageBody &b) -> Value {
    OpBuilder &body = b.getBuilder();
    auto equal = [&](Value lhs, Value rhs) -> Value {
      if (isa<FloatType>(element))
        return arith::CmpFOp::create(body, getLoc(), arith::CmpFPredicate::OEQ, lhs, rhs);
      return arith::CmpIOp::create(body, getLoc(), arith::CmpIPredicate::eq, lhs, rhs);
    };
    Value position, inside;
    for (unsigned i = 0; i < rank; ++i) {
      Value index = b.axisNumber(i);
      if (i >= 2) {
        const Window &window = pool.windows[i - 2];
        Value offset =
            b.scalars.mul(b.axisNumber(rank + i - 2), b.scalars.constant(index, window.dilation));
        index =
            b.scalars.add(b.scalars.mul(index, b.scalars.constant(index, window.stride)), offset);
        index = b.scalars.sub(index, b.scalars.constant(index, window.padBegin));
        Value extent = b.scalars.constant(index, extents[i]);
        // As numbers without a sign, those before the dim are large.
        Value fits =
            arith::CmpIOp::create(body, getLoc(), arith::CmpIPredicate::ult, index, extent);
        inside = inside ? arith::AndIOp::create(body, getLoc(), inside, fits).getResult() : fits;
      }
      index = b.scalars.mul(index, b.scalars.constant(index, steps[i]));
      position = position ? b.scalars.add(position, index) : index;
    }
    Value value = pool.read(b), best = b.read(largest, b.axisRange(0, rank));
    Value found = arith::AndIOp::create(body, getLoc(), inside, equal(value, best));
    Value none = arith::ConstantOp::create(body, getLoc(),
                                           te::getIdentity(te::Combiner::Min, position.getType()));
    return arith::SelectOp::create(body, getLoc(), found, position, none);
  };
  results.push_back(
      pool.stage(builder.getI64Type(), /*reduce=*/true).build(prefix, te::Combiner::Min, build));
  return success();
}
