//===-- MovementLayouts.cpp - layouts of what moves elements ----*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How layout conversion rewrites concatenations, slices, pads and resamplings: the same along the
// dims in memory, where they take whole blocks.
//
//===----------------------------------------------------------------------===//
#include "ConvolutionLayouts.h"
#include "dl/Dialect/Graph/IR/Graph.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace dl;
using namespace dl::graph;

/// The letter of a dim of the tensor as operators number them.
static char getLetter(const Layout &layout, int64_t dim) {
  return layout.getPlain().getLetters()[dim];
}

/// Makes an op anew that works along one dim.
template <typename OpTy>
static LogicalResult rewriteAxis(OpTy op, OpBuilder &builder, const Layout &layout,
                                 ValueRange operands, SmallVectorImpl<Value> &results) {
  int64_t axis = layout.getPosition(getLetter(layout, op.getAxis()));
  return rewriteInMemory(op, builder, operands,
                         {{op.getAxisAttrName(), builder.getI64IntegerAttr(axis)}}, results);
}

//===----------------------------------------------------------------------===//
// graph.concat
//===----------------------------------------------------------------------===//

/// In the layout that most of it is made in, if all operands are whole blocks.
FailureOr<LayoutPlan> ConcatOp::planLayouts(ArrayRef<Layout> operands, const LayoutWishes &) {
  auto getExtent = [&](size_t operand) {
    return cast<RankedTensorType>(getInputs()[operand].getType()).getDimSize(getAxis());
  };
  Layout most;
  int64_t all = 0, inMost = 0;
  for (size_t i = 0; i < operands.size(); ++i) {
    if (ShapedType::isDynamic(getExtent(i)))
      return failure();
    all += getExtent(i);
    int64_t inThis = 0;
    for (size_t j = 0; j < operands.size(); ++j)
      inThis += operands[j] == operands[i] ? getExtent(j) : 0;
    if (!operands[i].empty() && inThis > inMost) {
      most = operands[i];
      inMost = inThis;
    }
  }
  if (most.empty() || inMost < all - inMost)
    return failure();
  int64_t block = most.getBlock(getLetter(most, getAxis()));
  for (size_t i = 0; i < operands.size(); ++i)
    if (getExtent(i) % block != 0)
      return failure();
  return LayoutPlan{SmallVector<Layout>(operands.size(), most), {most}};
}

LogicalResult ConcatOp::rewriteInLayouts(OpBuilder &builder, const LayoutPlan &plan,
                                         ValueRange operands, SmallVectorImpl<Value> &results) {
  return rewriteAxis(*this, builder, plan.results[0], operands, results);
}

//===----------------------------------------------------------------------===//
// graph.slice
//===----------------------------------------------------------------------===//

FailureOr<LayoutPlan> SliceOp::planLayouts(ArrayRef<Layout> operands, const LayoutWishes &) {
  const Layout &layout = operands[0];
  if (layout.empty())
    return failure();
  for (auto [dim, start, size, step] : llvm::enumerate(getStarts(), getSizes(), getSteps()))
    if (int64_t block = layout.getBlock(getLetter(layout, dim));
        block != 1 && (start % block != 0 || size % block != 0 || step != 1))
      return failure();
  return LayoutPlan{{layout}, {layout}};
}

LogicalResult SliceOp::rewriteInLayouts(OpBuilder &builder, const LayoutPlan &plan,
                                        ValueRange operands, SmallVectorImpl<Value> &results) {
  const Layout &layout = plan.results[0];
  std::string letters = layout.getPlain().getLetters();
  SmallVector<int64_t> starts, sizes, steps;
  for (const Layout::Part &part : layout.getParts()) {
    size_t dim = letters.find(part.letter);
    int64_t block = layout.getBlock(part.letter);
    starts.push_back(part.block ? 0 : getStarts()[dim] / block);
    sizes.push_back(part.block   ? part.block
                    : block == 1 ? getSizes()[dim]
                                 : getSizes()[dim] / block);
    steps.push_back(part.block ? 1 : getSteps()[dim]);
  }
  return rewriteInMemory(*this, builder, operands,
                         {{getStartsAttrName(), builder.getDenseI64ArrayAttr(starts)},
                          {getSizesAttrName(), builder.getDenseI64ArrayAttr(sizes)},
                          {getStepsAttrName(), builder.getDenseI64ArrayAttr(steps)}},
                         results);
}

//===----------------------------------------------------------------------===//
// graph.pad
//===----------------------------------------------------------------------===//

FailureOr<LayoutPlan> PadOp::planLayouts(ArrayRef<Layout> operands, const LayoutWishes &) {
  const Layout &layout = operands[0];
  if (layout.empty())
    return failure();
  for (auto [dim, low, high] : llvm::enumerate(getLow(), getHigh()))
    if (layout.getBlock(getLetter(layout, dim)) != 1 && (low != 0 || high != 0))
      return failure();
  return LayoutPlan{{layout, Layout()}, {layout}};
}

LogicalResult PadOp::rewriteInLayouts(OpBuilder &builder, const LayoutPlan &plan,
                                      ValueRange operands, SmallVectorImpl<Value> &results) {
  const Layout &layout = plan.results[0];
  std::string letters = layout.getPlain().getLetters();
  SmallVector<int64_t> low, high;
  for (const Layout::Part &part : layout.getParts()) {
    size_t dim = letters.find(part.letter);
    low.push_back(part.block ? 0 : getLow()[dim]);
    high.push_back(part.block ? 0 : getHigh()[dim]);
  }
  return rewriteInMemory(*this, builder, operands,
                         {{getLowAttrName(), builder.getDenseI64ArrayAttr(low)},
                          {getHighAttrName(), builder.getDenseI64ArrayAttr(high)}},
                         results);
}

//===----------------------------------------------------------------------===//
// graph.resample
//===----------------------------------------------------------------------===//

/// In the layout of the operand, if the axis is in no blocks.
static FailureOr<LayoutPlan> planAxis(ArrayRef<Layout> operands, int64_t axis) {
  const Layout &layout = operands[0];
  if (layout.empty() || layout.getBlock(getLetter(layout, axis)) != 1)
    return failure();
  LayoutPlan plan{SmallVector<Layout>(operands.size()), {layout}};
  plan.operands[0] = layout;
  return plan;
}

FailureOr<LayoutPlan> ResampleOp::planLayouts(ArrayRef<Layout> operands, const LayoutWishes &) {
  return planAxis(operands, getAxis());
}

LogicalResult ResampleOp::rewriteInLayouts(OpBuilder &builder, const LayoutPlan &plan,
                                           ValueRange operands, SmallVectorImpl<Value> &results) {
  return rewriteAxis(*this, builder, plan.results[0], operands, results);
}

//===----------------------------------------------------------------------===//
// graph.repeat
//===----------------------------------------------------------------------===//

FailureOr<LayoutPlan> RepeatOp::planLayouts(ArrayRef<Layout> operands, const LayoutWishes &) {
  return planAxis(operands, getAxis());
}

LogicalResult RepeatOp::rewriteInLayouts(OpBuilder &builder, const LayoutPlan &plan,
                                         ValueRange operands, SmallVectorImpl<Value> &results) {
  return rewriteAxis(*this, builder, plan.results[0], operands, results);
}
