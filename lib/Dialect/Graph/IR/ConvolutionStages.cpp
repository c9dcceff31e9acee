//===-- ConvolutionStages.cpp - te programs of window operators -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The te programs of convolution and pooling: a guarded copy where padding is
// needed, then the reduction over the window, then the bias.
//
//===----------------------------------------------------------------------===//
#include "Shapes.h"
#include "Stage.h"
#include "Windows.h"
#include "dl/Dialect/Graph/IR/Graph.h"

#include <limits>

using namespace mlir;
using namespace dl;
using namespace dl::graph;

/// The spatial dims' names: w, h w, d h w, beyond that x0, x1, ….
static SmallVector<std::string> spatialNames(size_t rank) {
  static const char *const usual[] = {"d", "h", "w"};
  SmallVector<std::string> names;
  for (size_t i = 0; i < rank; ++i)
    names.push_back(rank <= 3 ? usual[3 - rank + i] : "x" + std::to_string(i));
  return names;
}

/// The elements of a spatial dim, from the first pad on, that windows read.
static int64_t readExtent(const Window &window, int64_t outputs) {
  return (outputs - 1) * window.stride + window.span();
}

/// Copies the input with its padding, as far as the windows read it:
///
///   %p = te.compute "conv.pad" axes(n, c, h, w) { te.read %x[n, c, h - 1, w - 1] where(…) else 0 }
///
/// Returns the input itself where nothing is read outside of it.
static Value buildPad(OpBuilder &builder, Location loc, Value input, ArrayRef<Window> windows,
                      ArrayRef<int64_t> outputs, double padding, StringRef prefix) {
  RankedTensorType type = tensorType(input);
  bool needed = false;
  for (auto [i, window] : llvm::enumerate(windows))
    needed |= window.padBegin > 0 || readExtent(window, outputs[i]) > type.getDimSize(i + 2);
  if (!needed)
    return input;
  StageBuilder stage(builder, loc, type.getElementType());
  stage.spatial("n", type.getDimSize(0));
  stage.spatial("c", type.getDimSize(1));
  for (auto [i, name] : llvm::enumerate(spatialNames(windows.size())))
    stage.spatial(name, readExtent(windows[i], outputs[i]));
  return stage.build((prefix + ".pad").str(), te::Combiner::None, [&](StageBody &b) {
    SmallVector<AffineExpr> indices = b.axisRange(0, type.getRank()), constraints;
    for (auto [i, window] : llvm::enumerate(windows)) {
      AffineExpr &index = indices[i + 2];
      int64_t last = type.getDimSize(i + 2) - 1, extent = readExtent(window, outputs[i]);
      index = index - window.padBegin;
      if (window.padBegin > 0)
        constraints.push_back(index);
      if (extent - 1 - window.padBegin > last)
        constraints.push_back(last - index);
    }
    return b.readGuarded(input, indices, constraints, padding);
  });
}

LogicalResult ConvOp::buildTensorExpression(OpBuilder &builder, ValueRange operands,
                                            StringRef prefix, SmallVectorImpl<Value> &results) {
  if (failed(requireStaticShapes(*this)))
    return failure();
  RankedTensorType wType = tensorType(getW()), type = getType();
  auto windows = getWindows(wType.getShape().drop_front(2), getStrides(), getPads(), getDilations());
  ArrayRef<int64_t> outputs = type.getShape().drop_front(2);
  Location loc = getLoc();
  Value x = buildPad(builder, loc, operands[0], windows, outputs, /*padding=*/0, prefix);
  Value w = operands[1];

  auto addOutputAxes = [&](StageBuilder &stage) {
    stage.spatial("n", type.getDimSize(0));
    stage.spatial("o", type.getDimSize(1));
    for (auto [name, extent] : llvm::zip_equal(spatialNames(windows.size()), outputs))
      stage.spatial(name, extent);
  };
  StageBuilder stage(builder, loc, type.getElementType());
  addOutputAxes(stage);
  stage.reduce("i", wType.getDimSize(1));
  for (auto [name, window] : llvm::zip_equal(spatialNames(windows.size()), windows))
    stage.reduce("k" + name, window.extent);
  int64_t perGroup = wType.getDimSize(1), outputsPerGroup = type.getDimSize(1) / getGroup();
  Value sum = stage.build(prefix, te::Combiner::Add, [&](StageBody &b) {
    unsigned rank = type.getRank();
    SmallVector<AffineExpr> axes = b.axisRange(0, rank);
    AffineExpr channel = b.axis(rank);
    SmallVector<AffineExpr> xIndices = {axes[0], channel}, wIndices = {axes[1], channel};
    if (getGroup() > 1)
      xIndices[1] = axes[1].floorDiv(outputsPerGroup) * perGroup + channel;
    for (auto [i, window] : llvm::enumerate(windows)) {
      AffineExpr at = b.axis(rank + 1 + i);
      xIndices.push_back(axes[2 + i] * window.stride + at * window.dilation);
      wIndices.push_back(at);
    }
    return b.scalars.mul(b.read(x, xIndices), b.read(w, wIndices));
  });
  if (operands.size() == 2) {
    results.push_back(sum);
    return success();
  }
  StageBuilder biasStage(builder, loc, type.getElementType());
  addOutputAxes(biasStage);
  results.push_back(biasStage.build((prefix + ".bias").str(), te::Combiner::None,
                                    [&](StageBody &b) {
                                      auto axes = b.axisRange(0, type.getRank());
                                      return b.scalars.add(b.read(sum, axes),
                                                           b.read(operands[2], axes[1]));
                                    }));
  return success();
}

bool ConvOp::isWeight(unsigned operandNumber) { return operandNumber == 1; }

/// The smallest number of a type, for the padding of a maximum.
static double lowest(Type type) {
  if (auto integer = dyn_cast<IntegerType>(type))
    return APInt::getSignedMinValue(integer.getWidth()).signedRoundToDouble();
  return -std::numeric_limits<double>::infinity();
}

LogicalResult MaxPoolOp::buildTensorExpression(OpBuilder &builder, ValueRange operands,
                                               StringRef prefix, SmallVectorImpl<Value> &results) {
  if (failed(requireStaticShapes(*this)))
    return failure();
  RankedTensorType type = getType();
  auto windows = getWindows(getKernel(), getStrides(), getPads(), getDilations());
  ArrayRef<int64_t> outputs = type.getShape().drop_front(2);
  Value x = buildPad(builder, getLoc(), operands[0], windows, outputs,
                     lowest(type.getElementType()), prefix);
  StageBuilder stage(builder, getLoc(), type.getElementType());
  stage.spatial("n", type.getDimSize(0));
  stage.spatial("c", type.getDimSize(1));
  for (auto [name, extent] : llvm::zip_equal(spatialNames(windows.size()), outputs))
    stage.spatial(name, extent);
  for (auto [name, window] : llvm::zip_equal(spatialNames(windows.size()), windows))
    stage.reduce("k" + name, window.extent);
  results.push_back(stage.build(prefix, te::Combiner::Max, [&](StageBody &b) {
    unsigned rank = type.getRank();
    SmallVector<AffineExpr> indices = b.axisRange(0, rank);
    for (auto [i, window] : llvm::enumerate(windows))
      indices[2 + i] = indices[2 + i] * window.stride + b.axis(rank + i) * window.dilation;
    return b.read(x, indices);
  }));
  return success();
}
