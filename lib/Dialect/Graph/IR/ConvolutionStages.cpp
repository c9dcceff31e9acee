//===-- ConvolutionStages.cpp - te program of convolution -------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The te program of convolution: a guarded copy where padding is needed, then the
// reduction over channels and window, then the bias.
//
//===----------------------------------------------------------------------===//
#include "ConvolutionLayouts.h"
#include "Shapes.h"
#include "WindowStages.h"
#include "dl/Dialect/Graph/IR/Graph.h"
#include "dl/Dialect/Graph/IR/WideTypes.h"

using namespace mlir;
using namespace dl;
using namespace dl::graph;

LogicalResult ConvOp::buildTensorExpression(OpBuilder &builder, ValueRange operands,
                                            StringRef prefix, SmallVectorImpl<Value> &results) {
  std::string error;
  ConvLayouts layouts = *getConvLayouts(getLayoutsAttr(), tensorType(getX()).getRank(), 'O', error);
  if (failed(requireStaticChannels(*this, layouts.x, layouts.y)))
    return failure();
  RankedTensorType type = getType();
  SmallVector<int64_t> wShape = layouts.w.toLogicalShape(tensorType(getW()).getShape());
  SmallVector<int64_t> yShape = layouts.y.toLogicalShape(type.getShape());
  auto windows =
      getWindows(ArrayRef(wShape).drop_front(2), getStrides(), getPads(), getDilations());
  std::string letters = spatialLetters(windows.size());
  SmallVector<std::string> names = spatialNames(windows.size());
  Location loc = getLoc();
  Value x = buildPad(builder, loc, operands[0], layouts.x, windows, ArrayRef(yShape).drop_front(2),
                     static_cast<int8_t>(getPadValue().value_or(0)), prefix);
  Value w = operands[1];

  SizeBuilder sizes(builder, loc);
  SmallVector<OpFoldResult> spatial;
  for (auto [letter, window] : llvm::zip_equal(letters, windows))
    spatial.push_back(sizes.windows(sizes.dim(operands[0], layouts.x.getPosition(letter)), window,
                                    /*ceilMode=*/false));
  SmallVector<OpFoldResult> resultSizes =
      getResultSizes(sizes, operands[0], layouts.x, type, layouts.y, spatial);
  LayoutAxes outputs(layouts.y, dataAxisNames("n", "o", windows.size()));
  // What a bias is added to is wide.
  bool isLast = operands.size() == 2;
  Type element = type.getElementType();
  StageBuilder stage(builder, loc, isLast ? element : getWideType(element));
  outputs.add(stage, resultSizes);
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
        if (group > 1 && outputBlocks > 0)
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
    Value data = b.read(x, xIndices), weight = b.read(w, wIndices);
    if (getWide() && tensorType(getX()).getElementType().isInteger()) {
      data = b.widenByte(data, tensorType(getX()).getElementType());
      weight = b.widenByte(weight, tensorType(getW()).getElementType());
    }
    return b.scalars.mul(data, weight);
  });
  if (isLast) {
    results.push_back(sum);
    return success();
  }
  StageBuilder biasStage(builder, loc, element);
  outputs.add(biasStage, resultSizes);
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
