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

void LayoutAxes::add(StageBuilder &stage, ArrayRef<int64_t> shape) const {
  for (auto [part, extent] : llvm::zip_equal(layout.getParts(), shape))
    stage.spatial(getName(part), extent);
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
  SmallVector<int64_t> shape(type.getShape());
  bool needed = false;
  for (auto [i, window] : llvm::enumerate(windows)) {
    int64_t &extent = shape[layout.getPosition(letters[i])];
    needed |= window.padBegin != 0 || readExtent(window, outputs[i]) > extent;
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
