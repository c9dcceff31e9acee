//===-- ConvTransposeColumns.cpp - transposed convolution by columns -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See ConvTransposeColumns.h. Phases (ConvTransposeStages.cpp) are faster, but they pad the
// input with zeros, of which an infinite weight makes NaN.
//
//===----------------------------------------------------------------------===//
#include "ConvTransposeColumns.h"
#include "ConvolutionLayouts.h"
#include "Shapes.h"
#include "WindowStages.h"
#include "dl/Dialect/Graph/IR/ConstantData.h"
#include "dl/Dialect/Graph/IR/WideTypes.h"

#include <cmath>

using namespace mlir;
using namespace dl;
using namespace dl::graph;

bool dl::graph::isFiniteConstant(Value value) {
  while (true) {
    if (auto argument = dyn_cast<BlockArgument>(value)) {
      auto fused = dyn_cast<FusedOp>(argument.getOwner()->getParentOp());
      if (!fused)
        return false;
      value = fused.getInputs()[argument.getArgNumber()];
    } else if (auto transform = value.getDefiningOp<LayoutTransformOp>()) {
      value = transform.getX();
    } else {
      break;
    }
  }
  auto data = ConstantData::get(value);
  if (failed(data))
    return false;
  if (!isa<FloatType>(data->getElementType()))
    return true;
  int64_t count = data->isSplat() ? 1 : data->getType().getNumElements();
  return llvm::all_of(llvm::seq<int64_t>(0, count),
                      [&](int64_t i) { return std::isfinite(data->getNumber(i)); });
}

Value dl::graph::buildByColumns(ConvTransposeOp op, OpBuilder &builder, ValueRange operands,
                                StringRef prefix) {
  Location loc = op.getLoc();
  RankedTensorType type = op.getType(), wType = tensorType(op.getW());
  unsigned spatialRank = type.getRank() - 2;
  auto windows =
      getWindows(wType.getShape().drop_front(2), op.getStrides(), op.getPads(), op.getDilations());
  SmallVector<std::string> names = spatialNames(spatialRank);
  Type element = type.getElementType(), wide = getWideType(element);
  int64_t outputs = wType.getDimSize(1), perGroup = wType.getDimSize(0) / op.getGroup();

  SizeBuilder sizes(builder, loc);
  OpFoldResult batch = sizes.dim(operands[0], 0);
  SmallVector<OpFoldResult> shape = {batch, sizes.number(type.getDimSize(1))};
  StageBuilder products(builder, loc, wide);
  products.spatial("n", batch);
  products.spatial("o", type.getDimSize(1));
  for (auto [name, window] : llvm::zip_equal(names, windows))
    products.spatial("k" + name, window.extent);
  for (auto [i, window] : llvm::enumerate(windows)) {
    OpFoldResult input = sizes.dim(operands[0], 2 + i);
    products.spatial(names[i], input);
    shape.push_back(sizes.linear(input, window.stride,
                                 window.span() - window.stride - window.padBegin - window.padEnd +
                                     op.getOutputPadding()[i]));
  }
  products.reduce("i", perGroup);
  Value columns = products.build((prefix + ".columns").str(), te::Combiner::Add, [&](StageBody &b) {
    AffineExpr output = b.axis(1), channel = b.axis(2 + 2 * spatialRank);
    if (op.getGroup() > 1 && outputs > 0) {
      channel = output.floorDiv(outputs) * perGroup + channel;
      output = output % outputs;
    }
    SmallVector<AffineExpr> xIndices = {b.axis(0), channel}, wIndices = {channel, output};
    llvm::append_range(xIndices, b.axisRange(2 + spatialRank, spatialRank));
    llvm::append_range(wIndices, b.axisRange(2, spatialRank));
    return b.scalars.mul(b.read(operands[0], xIndices), b.read(operands[1], wIndices));
  });
  if (operands.size() == 2)
    return buildImage(builder, loc, columns, windows, shape, element, prefix);
  Value image = buildImage(builder, loc, columns, windows, shape, wide, (prefix + ".image").str());
  StageBuilder biased(builder, loc, element);
  for (auto [name, size] : llvm::zip_equal(dataAxisNames("n", "o", spatialRank), shape))
    biased.spatial(name, size);
  return biased.build(prefix, te::Combiner::None, [&](StageBody &b) {
    return b.scalars.add(b.read(image, b.axisRange(0, type.getRank())),
                         b.read(operands[2], b.axis(1)));
  });
}
