//===-- MultiplyColumns.cpp - transposed convolutions as products ---------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// graph-multiply-columns: a transposed convolution of many channels on a small map becomes a
// product of matrices, whose columns graph.col2im adds up where they lie in the image: the GEMM of
// Dumoulin and Visin, "A guide to convolution arithmetic for deep learning", 2016.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Graph/IR/Graph.h"
#include "dl/Dialect/Graph/Transforms/Passes.h"

namespace dl::graph {
#define GEN_PASS_DEF_MULTIPLYCOLUMNSPASS
#include "dl/Dialect/Graph/Transforms/Passes.h.inc"
} // namespace dl::graph

using namespace mlir;
using namespace dl::graph;

/// Cycles of a vector's multiply-add, as measured on a Xeon with AMX. Phases with vectors along
/// rows of an image load these at all places, those of blocks of channels at lines.
static constexpr double rowPhase = 0.75, blockPhase = 0.56, product = 0.58;

/// Cycles for an element of the columns that is added, and for one of a window that is asked for at
/// a place of the image, for several or few channels together.
static constexpr double addedElement = 1.2, windowElement = 0.5, windowElementOfFew = 6;

/// What columns have to take less than phases.
static constexpr double leastGain = 1.2;

static double divideUp(int64_t a, int64_t b) { return static_cast<double>((a + b - 1) / b); }

/// Whether a product and a sum of its columns take less time than a convolution for each phase.
static bool isBestInColumns(ConvTransposeOp op, int64_t lanes) {
  auto input = cast<RankedTensorType>(op.getX().getType()),
       weights = cast<RankedTensorType>(op.getW().getType()), image = op.getType();
  if (op.getLayouts() || op.getGroup() != 1 || !image.getElementType().isF32() ||
      !input.hasStaticShape() || !image.hasStaticShape() || !weights.hasStaticShape() ||
      input.getNumElements() == 0 || !op.getW().getDefiningOp<ConstantOp>())
    return false;
  int64_t outputs = image.getDimSize(1), places = 1, window = 1, pixels = 1;
  // Whole blocks of channels are passed on to what reads them.
  if (outputs % lanes == 0)
    return false;
  double added = 1, phaseRows = 1, phaseWidth = 1, phaseBlocks = 1;
  for (int64_t dim = 2; dim < input.getRank(); ++dim) {
    places *= input.getDimSize(dim);
    window *= weights.getDimSize(dim);
    pixels *= image.getDimSize(dim);
    // Of columns there are as many as places in the padded image.
    int64_t span = (weights.getDimSize(dim) - 1) * op.getDilations()[dim - 2] + 1,
            padded = image.getDimSize(dim) + op.getPads()[dim - 2] +
                     op.getPads()[dim - 2 + input.getRank() - 2];
    if (padded < span || (padded - span) / op.getStrides()[dim - 2] + 1 != input.getDimSize(dim))
      return false;
    int64_t stride = op.getStrides()[dim - 2];
    added /= static_cast<double>(stride);
    phaseWidth = divideUp(image.getDimSize(dim) + op.getPads()[dim - 2] % stride, stride);
    phaseBlocks *= phaseWidth;
    phaseRows *=
        dim + 1 < input.getRank() ? phaseWidth : divideUp(static_cast<int64_t>(phaseWidth), lanes);
  }
  double terms = static_cast<double>(window * input.getDimSize(1));
  double ofRows = rowPhase * static_cast<double>(outputs) * phaseRows * terms;
  double ofBlocks = blockPhase * divideUp(outputs, lanes) * phaseBlocks * terms;
  double ofProduct = product * static_cast<double>(outputs) * divideUp(places, lanes) * terms;
  double asked = static_cast<double>(pixels * window);
  double ofImage = addedElement * added * asked * static_cast<double>(outputs) +
                   (outputs < lanes / 2 ? windowElementOfFew : windowElement) * asked;
  return (ofProduct + ofImage) * leastGain < std::min(ofRows, ofBlocks);
}

namespace {
struct MultiplyColumns : dl::graph::impl::MultiplyColumnsPassBase<MultiplyColumns> {
  using MultiplyColumnsPassBase::MultiplyColumnsPassBase;

  void runOnOperation() override {
    SmallVector<ConvTransposeOp> found;
    getOperation().walk([&](ConvTransposeOp op) {
      if (isBestInColumns(op, lanes))
        found.push_back(op);
    });
    for (ConvTransposeOp op : found)
      numMultiplied += succeeded(rewrite(op));
  }

  static LogicalResult rewrite(ConvTransposeOp op) {
    OpBuilder builder(op);
    Location loc = op.getLoc();
    auto input = cast<RankedTensorType>(op.getX().getType()),
         weights = cast<RankedTensorType>(op.getW().getType()), image = op.getType();
    Type element = image.getElementType();
    int64_t rank = input.getRank(), batch = input.getDimSize(0), channels = input.getDimSize(1);
    auto reshape = [&](Value value, ArrayRef<int64_t> shape) -> Value {
      return ReshapeOp::create(builder, loc, RankedTensorType::get(shape, element), value,
                               /*extents=*/Value(), /*shape=*/DenseI64ArrayAttr());
    };
    // (outputs, window…, channels) x (channels, places)
    SmallVector<int64_t> permutation, columns = {batch};
    int64_t numColumns = 1, places = input.getNumElements() / (batch * channels);
    for (int64_t dim = 1; dim < rank; ++dim) {
      permutation.push_back(dim);
      columns.push_back(weights.getDimSize(dim));
      numColumns *= weights.getDimSize(dim);
    }
    permutation.push_back(0);
    llvm::append_range(columns, input.getShape().drop_front(2));
    auto transposed = createChecked<TransposeOp>(
        builder, loc, op.getW(),
        builder.getNamedAttr("permutation", builder.getDenseI64ArrayAttr(permutation)));
    if (failed(transposed))
      return failure();
    Value matrix = reshape(*transposed, {1, numColumns, channels});
    auto products = createChecked<MatMulOp>(
        builder, loc, ValueRange{matrix, reshape(op.getX(), {batch, channels, places})}, {});
    if (failed(products))
      return failure();
    NamedAttrList attributes;
    attributes.append("image", builder.getDenseI64ArrayAttr(image.getShape().drop_front(2)));
    attributes.append("strides", op.getStridesAttr());
    attributes.append("pads", op.getPadsAttr());
    attributes.append("dilations", op.getDilationsAttr());
    auto sums = createChecked<Col2ImOp>(builder, loc, reshape(*products, columns), attributes);
    if (failed(sums))
      return failure();
    Value result = *sums;
    if (Value bias = op.getBias()) {
      SmallVector<int64_t> shape(rank - 1, 1);
      shape.front() = image.getDimSize(1);
      auto sum = createChecked<AddOp>(builder, loc, ValueRange{result, reshape(bias, shape)}, {});
      if (failed(sum))
        return failure();
      result = *sum;
    }
    op.getResult().replaceAllUsesWith(result);
    op.erase();
    return success();
  }
};
} // namespace
