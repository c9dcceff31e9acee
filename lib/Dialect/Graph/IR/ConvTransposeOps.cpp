//===-- ConvTransposeOps.cpp - type and layouts of transposed convolution *- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Type inference of transposed convolution, and how layout conversion rewrites it.
//
//===----------------------------------------------------------------------===//
#include "ConvTransposeColumns.h"
#include "ConvolutionLayouts.h"
#include "Shapes.h"
#include "Windows.h"
#include "dl/Dialect/Graph/IR/Graph.h"

using namespace mlir;
using namespace dl;
using namespace dl::graph;

/// Checks the attributes that count spatial dims: rule (C2).
static LogicalResult checkAttributes(std::optional<Location> loc, ConvTransposeOp::Adaptor adaptor,
                                     int64_t spatialRank) {
  StringRef name = "conv_transpose";
  if (failed(checkWindows(loc, name, spatialRank, adaptor.getStrides(), adaptor.getPads(),
                          adaptor.getDilations())))
    return failure();
  ArrayRef<int64_t> extra = adaptor.getOutputPadding();
  if (int64_t(extra.size()) != spatialRank ||
      !llvm::all_of(extra, [](int64_t value) { return value >= 0 && value <= kMaxWindow; }))
    return inferError(loc, name, "expected output_padding to hold ", spatialRank,
                      " numbers that are not negative, one for each spatial dim, got ",
                      listText(extra));
  return success();
}

/// Checks channels, groups and their blocks: rules (C3) and (C6).
static LogicalResult checkChannels(std::optional<Location> loc, int64_t group, int64_t channels,
                                   int64_t weightChannels, const ConvLayouts &layouts) {
  StringRef name = "conv_transpose";
  if (differ(channels, weightChannels))
    return inferError(loc, name, "expected weights for ", shapeText(channels),
                      " channels, those of the input, got ", shapeText(weightChannels),
                      ": weights are input channels x output channels of a group x window");
  if (group < 1 || (!ShapedType::isDynamic(channels) && channels % group != 0))
    return inferError(loc, name, "expected group to divide the channels, got group ", group,
                      " for ", shapeText(channels), " input channels");
  int64_t xBlock = layouts.x.getBlock('C'), wBlock = layouts.w.getBlock('O');
  if (xBlock != wBlock || (group > 1 && (xBlock != 1 || layouts.y.getBlock('C') != 1)))
    return inferError(loc, name, "expected layouts whose blocks of channels fit, got '",
                      layouts.x.str(), "', '", layouts.w.str(), "', '", layouts.y.str(),
                      "' for group ", group,
                      ": input and weights need equal blocks, more than one group none");
  return success();
}

LogicalResult ConvTransposeOp::inferReturnTypes(MLIRContext *, std::optional<Location> loc,
                                                Adaptor adaptor, SmallVectorImpl<Type> &types) {
  StringRef name = "conv_transpose";
  // (C1), (C6)
  auto shapes = inferConvShapes(loc, name, adaptor.getOperands(), adaptor.getLayoutsAttr(), 'I');
  if (failed(shapes))
    return failure();
  const ConvLayouts &layouts = shapes->layouts;
  ArrayRef<int64_t> x = shapes->x, w = shapes->w;
  if (failed(checkAttributes(loc, adaptor, layouts.spatialRank())))
    return failure();
  int64_t group = adaptor.getGroup();
  if (failed(checkChannels(loc, group, x[1], w[0], layouts)))
    return failure();
  // (C4)
  int64_t outputs = ShapedType::isDynamic(w[1]) ? ShapedType::kDynamic : w[1] * group;
  if (failed(checkConvBias(loc, name, adaptor.getBias(), outputs, layouts.y.getBlock('C'))))
    return failure();
  // (C5)
  SmallVector<int64_t> shape = {x[0], outputs};
  auto windows =
      getWindows(w.drop_front(2), adaptor.getStrides(), adaptor.getPads(), adaptor.getDilations());
  for (auto [i, window] : llvm::enumerate(windows)) {
    int64_t input = x[i + 2];
    if (window.extent == 0 || input == 0)
      return inferError(loc, name, "expected a window and an input of at least one element, got ",
                        shapeText(w), " and ", shapeText(x));
    if (ShapedType::isDynamic(input) || ShapedType::isDynamic(window.extent)) {
      shape.push_back(ShapedType::kDynamic);
      continue;
    }
    int64_t extent = window.stride * (input - 1) + window.span() - window.padBegin - window.padEnd +
                     adaptor.getOutputPadding()[i];
    if (extent < 1)
      return inferError(loc, name, "expected a result of at least one element, got ", extent,
                        " in dim ", i + 2, ": use smaller pads");
    shape.push_back(extent);
  }
  if (!layouts.y.isPlain())
    shape = *layouts.y.toMemoryShape(shape);
  types.push_back(RankedTensorType::get(shape, tensorType(adaptor.getX()).getElementType()));
  return success();
}

FailureOr<LayoutPlan> ConvTransposeOp::planLayouts(ArrayRef<Layout> operands,
                                                   const LayoutWishes &wishes) {
  int64_t block = wishes.block;
  RankedTensorType xType = tensorType(getX());
  int64_t spatialRank = xType.getRank() - 2;
  // Weights that change with each run would be reordered in each run.
  if (getLayouts() || spatialRank > 3 || getGroup() > 1 || !isFiniteConstant(getW()) ||
      xType.isDynamicDim(1) || getType().getDimSize(1) % block != 0)
    return failure();
  bool blocksInput = xType.getDimSize(1) % block == 0;
  std::string spatial = spatialLetters(spatialRank), size = std::to_string(block);
  LayoutPlan plan;
  Layout output = blockedLayout("NC" + spatial, size + "c");
  plan.operands.push_back(blocksInput ? output : Layout());
  // Each phase reads some places of the window, and of these all inputs one behind the other.
  plan.operands.push_back(
      blockedLayout("I" + spatial + "O", (blocksInput ? size + "o" : "") + size + "i"));
  if (getBias())
    plan.operands.push_back(blockedLayout("O", size + "o"));
  plan.results.push_back(output);
  return plan;
}

LogicalResult ConvTransposeOp::rewriteInLayouts(OpBuilder &builder, const LayoutPlan &plan,
                                                ValueRange operands,
                                                SmallVectorImpl<Value> &results) {
  return rewriteConvInLayouts(*this, getLayoutsAttrName(), builder, plan, operands, results);
}
