//===-- WindowStages.cpp - what te programs of window operators share *- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See WindowStages.h.
//
//===----------------------------------------------------------------------===//
#include "WindowStages.h"
#include "ConvolutionLayouts.h"
#include "Shapes.h"

using namespace mlir;
using namespace dl;
using namespace dl::graph;

std::string LayoutAxes::getName(const Layout::Part &part) const {
  StringRef name = names[letters.find(part.letter)];
  if (layout.getBlock(part.letter) == 1)
    return name.str();
  return (name + (part.block ? "i" : "b")).str();
}

void LayoutAxes::add(StageBuilder &stage, ArrayRef<OpFoldResult> sizes) const {
  for (auto [part, size] : llvm::zip_equal(layout.getParts(), sizes))
    stage.spatial(getName(part), size);
}

SmallVector<std::string> dl::graph::dataAxisNames(StringRef batch, StringRef channels,
                                                  size_t spatialRank) {
  SmallVector<std::string> names = {batch.str(), channels.str()};
  llvm::append_range(names, spatialNames(spatialRank));
  return names;
}

/// The elements of a spatial dim, from the first pad on, that windows read.
static int64_t readExtent(const Window &window, int64_t outputs) {
  return (outputs - 1) * window.stride + window.span();
}

Value dl::graph::buildPad(OpBuilder &builder, Location loc, Value input, const Layout &layout,
                          ArrayRef<Window> windows, ArrayRef<int64_t> outputs, double padding,
                          StringRef prefix) {
  RankedTensorType type = tensorType(input);
  std::string letters = spatialLetters(windows.size());
  // The elements behind each dim's end that are copied.
  SmallVector<int64_t> behind;
  bool needed = false;
  for (auto [i, window] : llvm::enumerate(windows)) {
    int64_t extent = type.getDimSize(layout.getPosition(letters[i]));
    behind.push_back(ShapedType::isDynamic(extent)
                         ? window.padEnd
                         : readExtent(window, outputs[i]) - window.padBegin - extent);
    needed |= window.padBegin != 0 || behind.back() > 0;
  }
  if (!needed)
    return input;
  SizeBuilder sizes(builder, loc);
  SmallVector<OpFoldResult> inputSizes = sizes.dims(input), shape = inputSizes;
  for (auto [i, window] : llvm::enumerate(windows)) {
    OpFoldResult &size = shape[layout.getPosition(letters[i])];
    size = sizes.linear(size, 1, window.padBegin + behind[i]);
  }
  StageBuilder stage(builder, loc, type.getElementType());
  LayoutAxes(layout, dataAxisNames("n", "c", windows.size())).add(stage, shape);
  return stage.build((prefix + ".pad").str(), te::Combiner::None, [&](StageBody &b) {
    SmallVector<AffineExpr> indices = b.axisRange(0, type.getRank()), constraints;
    for (auto [i, window] : llvm::enumerate(windows)) {
      unsigned dim = layout.getPosition(letters[i]);
      AffineExpr &index = indices[dim];
      index = index - window.padBegin;
      if (window.padBegin > 0)
        constraints.push_back(index);
      if (behind[i] > 0)
        constraints.push_back(b.size(inputSizes[dim]) - 1 - index);
    }
    return b.readGuarded(input, indices, constraints, padding);
  });
}

SmallVector<OpFoldResult> dl::graph::getResultSizes(SizeBuilder &sizes, Value input,
                                                    const Layout &inputLayout,
                                                    RankedTensorType type, const Layout &layout,
                                                    ArrayRef<OpFoldResult> spatial) {
  std::string letters = spatialLetters(spatial.size());
  SmallVector<OpFoldResult> result;
  for (auto [i, part] : llvm::enumerate(layout.getParts())) {
    if (part.letter == 'N')
      result.push_back(sizes.dim(input, inputLayout.getPosition('N')));
    else if (part.letter == 'C')
      result.push_back(sizes.number(type.getDimSize(i)));
    else
      result.push_back(spatial[letters.find(part.letter)]);
  }
  return result;
}

LogicalResult dl::graph::requireStaticChannels(Operation *op, const Layout &input,
                                               const Layout &result) {
  auto check = [&](Type type, const Layout *data) -> LogicalResult {
    auto tensor = cast<RankedTensorType>(type);
    for (int64_t dim = 0; dim < tensor.getRank(); ++dim)
      if (tensor.isDynamicDim(dim) && (!data || data->getParts()[dim].letter == 'C'))
        return op->emitOpError("requires static channels and weights to become a te program, got ")
               << type << "; fix the sizes of the model's inputs";
    return success();
  };
  for (auto [i, type] : llvm::enumerate(op->getOperandTypes()))
    if (failed(check(type, i == 0 ? &input : nullptr)))
      return failure();
  return check(op->getResult(0).getType(), &result);
}
