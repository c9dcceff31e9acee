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
#include "ConvolutionLayouts.h"
#include "Shapes.h"
#include "Stage.h"
#include "Windows.h"
#include "dl/Dialect/Graph/IR/Graph.h"

#include <limits>

using namespace mlir;
using namespace dl;
using namespace dl::graph;

/// The elements of a spatial dim, from the first pad on, that windows read.
static int64_t readExtent(const Window &window, int64_t outputs) {
  return (outputs - 1) * window.stride + window.span();
}

/// The dims of a tensor in a layout as axes of a stage, found again by letter.
class LayoutAxes {
public:
  /// `names` are those of the letters of the plain layout; a dim that is split has
  /// axes of its name with b (the blocks) and i (inside of a block).
  LayoutAxes(const Layout &layout, ArrayRef<std::string> names)
      : layout(layout), letters(layout.getPlain().getLetters()), names(names) {}

  std::string getName(const Layout::Part &part) const {
    StringRef name = names[letters.find(part.letter)];
    if (layout.getBlock(part.letter) == 1)
      return name.str();
    return (name + (part.block ? "i" : "b")).str();
  }
  /// Adds the axes with the extents of a shape in memory.
  void add(StageBuilder &stage, ArrayRef<int64_t> shape) const {
    for (auto [part, extent] : llvm::zip_equal(layout.getParts(), shape))
      stage.spatial(getName(part), extent);
  }
  /// The axis of a dim, or of its blocks or the inside of a block.
  AffineExpr get(StageBody &b, char letter, bool block = false) const {
    return b.axis(layout.getPosition(letter, block));
  }

private:
  const Layout &layout;
  std::string letters;
  SmallVector<std::string> names;
};

static SmallVector<std::string> dataAxisNames(StringRef batch, StringRef channels,
                                              size_t spatialRank) {
  SmallVector<std::string> names = {batch.str(), channels.str()};
  llvm::append_range(names, spatialNames(spatialRank));
  return names;
}

/// Copies the input with its padding, as far as the windows read it:
///
///   %p = te.compute "conv.pad" axes(n, c, h, w) { te.read %x[n, c, h - 1, w - 1] where(…) else 0 }
///
/// Returns the input itself where nothing is read outside of it.
static Value buildPad(OpBuilder &builder, Location loc, Value input, const Layout &layout,
                      ArrayRef<Window> windows, ArrayRef<int64_t> outputs, double padding,
                      StringRef prefix) {
  RankedTensorType type = tensorType(input);
  std::string letters = spatialLetters(windows.size());
  SmallVector<int64_t> shape(type.getShape());
  bool needed = false;
  for (auto [i, window] : llvm::enumerate(windows)) {
    int64_t &extent = shape[layout.getPosition(letters[i])];
    needed |= window.padBegin > 0 || readExtent(window, outputs[i]) > extent;
    extent = readExtent(window, outputs[i]);
  }
  if (!needed)
    return input;
  StageBuilder stage(builder, loc, type.getElementType());
  LayoutAxes(layout, dataAxisNames("n", "c", windows.size())).add(stage, shape);
  return stage.build((prefix + ".pad").str(), te::Combiner::None, [&](StageBody &b) {
    SmallVector<AffineExpr> indices = b.axisRange(0, type.getRank()), constraints;
    for (auto [i, window] : llvm::enumerate(windows)) {
      unsigned dim = layout.getPosition(letters[i]);
      AffineExpr &index = indices[dim];
      int64_t last = type.getDimSize(dim) - 1;
      index = index - window.padBegin;
      if (window.padBegin > 0)
        constraints.push_back(index);
      if (shape[dim] - 1 - window.padBegin > last)
        constraints.push_back(last - index);
    }
    return b.readGuarded(input, indices, constraints, padding);
  });
}

LogicalResult ConvOp::buildTensorExpression(OpBuilder &builder, ValueRange operands,
                                            StringRef prefix, SmallVectorImpl<Value> &results) {
  if (failed(requireStaticShapes(*this)))
    return failure();
  std::string error;
  ConvLayouts layouts = *getConvLayouts(getLayoutsAttr(), tensorType(getX()).getRank(), error);
  RankedTensorType type = getType();
  SmallVector<int64_t> wShape = layouts.w.toLogicalShape(tensorType(getW()).getShape());
  SmallVector<int64_t> yShape = layouts.y.toLogicalShape(type.getShape());
  auto windows =
      getWindows(ArrayRef(wShape).drop_front(2), getStrides(), getPads(), getDilations());
  std::string letters = spatialLetters(windows.size());
  SmallVector<std::string> names = spatialNames(windows.size());
  Location loc = getLoc();
  Value x = buildPad(builder, loc, operands[0], layouts.x, windows, ArrayRef(yShape).drop_front(2),
                     /*padding=*/0, prefix);
  Value w = operands[1];

  LayoutAxes outputs(layouts.y, dataAxisNames("n", "o", windows.size()));
  StageBuilder stage(builder, loc, type.getElementType());
  outputs.add(stage, type.getShape());
  // Reduction axes: channels (or their blocks), the window, channels of a block.
  int64_t iBlock = layouts.w.getBlock('I');
  stage.reduce(iBlock == 1 ? "i" : "ib", wShape[1] / iBlock);
  for (auto [name, window] : llvm::zip_equal(names, windows))
    stage.reduce("k" + name, window.extent);
  if (iBlock != 1)
    stage.reduce("ii", iBlock);
  // Blocks of channels, input and output, that a group has.
  int64_t inputBlocks = wShape[1] / iBlock;
  int64_t group = getGroup(), outputBlocks = yShape[1] / group / layouts.y.getBlock('C');
  bool isDepthwise = group > 1 && wShape[1] == 1 && yShape[1] == group;

  Value sum = stage.build(prefix, te::Combiner::Add, [&](StageBody &b) {
    unsigned rank = type.getRank();
    auto window = [&](char letter) { return b.axis(rank + 1 + letters.find(letter)); };
    AffineExpr inner = iBlock == 1 ? AffineExpr() : b.axis(rank + 1 + windows.size());
    SmallVector<AffineExpr> xIndices, wIndices;
    for (const Layout::Part &part : layouts.x.getParts()) {
      if (part.letter == 'N') {
        xIndices.push_back(outputs.get(b, 'N'));
      } else if (part.letter != 'C') {
        const Window &size = windows[letters.find(part.letter)];
        xIndices.push_back(outputs.get(b, part.letter) * size.stride +
                           window(part.letter) * size.dilation);
      } else if (isDepthwise) {
        xIndices.push_back(outputs.get(b, 'C', part.block != 0));
      } else if (part.block) {
        xIndices.push_back(inner);
      } else {
        AffineExpr channel = b.axis(rank);
        if (group > 1)
          channel = outputs.get(b, 'C').floorDiv(outputBlocks) * inputBlocks + channel;
        xIndices.push_back(channel);
      }
    }
    for (const Layout::Part &part : layouts.w.getParts()) {
      if (part.letter == 'O')
        wIndices.push_back(outputs.get(b, 'C', part.block != 0));
      else if (part.letter == 'I')
        wIndices.push_back(part.block ? inner : b.axis(rank));
      else
        wIndices.push_back(window(part.letter));
    }
    return b.scalars.mul(b.read(x, xIndices), b.read(w, wIndices));
  });
  if (operands.size() == 2) {
    results.push_back(sum);
    return success();
  }
  StageBuilder biasStage(builder, loc, type.getElementType());
  outputs.add(biasStage, type.getShape());
  results.push_back(
      biasStage.build((prefix + ".bias").str(), te::Combiner::None, [&](StageBody &b) {
        SmallVector<AffineExpr> indices = {outputs.get(b, 'C')};
        if (layouts.y.getBlock('C') != 1)
          indices.push_back(outputs.get(b, 'C', /*block=*/true));
        return b.scalars.add(b.read(sum, b.axisRange(0, type.getRank())),
                             b.read(operands[2], indices));
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
  std::string error;
  Layout layout = *getDataLayout(getLayoutAttr(), tensorType(getX()).getRank(), error);
  RankedTensorType type = getType();
  auto windows = getWindows(getKernel(), getStrides(), getPads(), getDilations());
  std::string letters = spatialLetters(windows.size());
  SmallVector<int64_t> shape = layout.toLogicalShape(type.getShape());
  Value x = buildPad(builder, getLoc(), operands[0], layout, windows, ArrayRef(shape).drop_front(2),
                     lowest(type.getElementType()), prefix);
  StageBuilder stage(builder, getLoc(), type.getElementType());
  LayoutAxes(layout, dataAxisNames("n", "c", windows.size())).add(stage, type.getShape());
  for (auto [name, window] : llvm::zip_equal(spatialNames(windows.size()), windows))
    stage.reduce("k" + name, window.extent);
  results.push_back(stage.build(prefix, te::Combiner::Max, [&](StageBody &b) {
    unsigned rank = type.getRank();
    SmallVector<AffineExpr> indices = b.axisRange(0, rank);
    for (auto [i, window] : llvm::enumerate(windows)) {
      AffineExpr &index = indices[layout.getPosition(letters[i])];
      index = index * window.stride + b.axis(rank + i) * window.dilation;
    }
    return b.read(x, indices);
  }));
  return success();
}
