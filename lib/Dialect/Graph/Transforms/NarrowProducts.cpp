//===-- NarrowProducts.cpp - products of quantized operands as bytes ------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// graph-narrow-products: a product of dequantized bytes becomes a wide product of the bytes,
// scaled afterwards; so do convolutions, and those of bytes less a zero point.
//
//===----------------------------------------------------------------------===//
#include "StepChannels.h"

#include "dl/Dialect/Graph/IR/ByteProducts.h"
#include "dl/Dialect/Graph/Transforms/Passes.h"

#include "mlir/IR/Matchers.h"

namespace dl::graph {
#define GEN_PASS_DEF_NARROWPRODUCTSPASS
#include "dl/Dialect/Graph/Transforms/Passes.h.inc"
} // namespace dl::graph

using namespace mlir;
using namespace dl::graph;

/// Terms of a sum of products of bytes that integers of 32 bits always hold.
static constexpr int64_t mostTerms = int64_t(1) << 15;

/// Whole numbers up to this one are floats of 32 bits.
static constexpr int64_t mostExact = int64_t(1) << 24;

namespace {
/// bytes - zeroPoint.
struct Centred {
  Value bytes;
  /// Integers of 32 bits; null where it is zero.
  Value zeroPoint;
};

/// scale * (bytes - zeroPoint), of floats.
struct Dequantized : Centred {
  Value scale;
};
} // namespace

static RankedTensorType getType(Value value) { return cast<RankedTensorType>(value.getType()); }

/// What a cast to numbers of this type is of; null where the value is none.
static Value getCastOperand(Value value, Type type) {
  auto cast = value.getDefiningOp<CastOp>();
  return cast && getType(value).getElementType() == type ? cast.getX() : Value();
}

static std::optional<Centred> matchCentred(Value value) {
  Centred found;
  ArrayRef<int64_t> shape = getType(value).getShape();
  if (auto difference = value.getDefiningOp<SubOp>()) {
    value = difference->getOperand(0);
    if (!isZeroPointZero(difference->getOperand(1)))
      found.zeroPoint = difference->getOperand(1);
  }
  Value bytes = getCastOperand(value, IntegerType::get(value.getContext(), 32));
  found.bytes = bytes ? bytes : value;
  RankedTensorType type = getType(found.bytes);
  return type.getElementType().isInteger(8) && type.getShape() == shape ? std::optional(found)
                                                                        : std::nullopt;
}

static std::optional<Dequantized> matchDequantized(Value value) {
  auto product = value.getDefiningOp<MulOp>();
  if (!product || !getType(value).getElementType().isF32() || !getType(value).hasStaticShape())
    return std::nullopt;
  for (unsigned number : {0, 1}) {
    Value centredNumber =
        getCastOperand(product->getOperand(number), getType(value).getElementType());
    std::optional<Centred> centred = centredNumber ? matchCentred(centredNumber) : std::nullopt;
    if (centred && getType(centred->bytes).getShape() == getType(value).getShape())
      return Dequantized{*centred, product->getOperand(1 - number)};
  }
  return std::nullopt;
}

/// True for one number for all elements.
static bool isSingle(Value value) { return !value || getType(value).getNumElements() == 1; }

/// True for one number for all, or one for each column of a matrix.
static bool isForColumns(Value value, int64_t columns) {
  return isSingle(value) || (getType(value).getNumElements() == columns &&
                             getType(value).getShape().back() == columns);
}

/// True for one number for all, or one for each output channel of weights.
static bool isForOutputs(Value value, RankedTensorType weights) {
  return isSingle(value) || (getType(value).getRank() == weights.getRank() &&
                             getType(value).getNumElements() == weights.getDimSize(0) &&
                             getType(value).getDimSize(0) == weights.getDimSize(0));
}

/// The number that a constant holds once or everywhere.
static std::optional<int64_t> getNumber(Value value) {
  DenseElementsAttr numbers;
  if (!value)
    return 0;
  if (!matchPattern(value, m_Constant(&numbers)) || !numbers.isSplat())
    return std::nullopt;
  return numbers.getSplatValue<APInt>().getSExtValue();
}

/// A single number without dims.
static Value makeSingle(CheckedBuilder &graph, Value value) {
  return value ? graph.reshape(value, {}) : value;
}

/// Numbers of output channels beside the dims of a convolution's result.
static Value makeForChannels(CheckedBuilder &graph, Value value, ConvOp op) {
  if (!value || isSingle(value))
    return makeSingle(graph, value);
  SmallVector<int64_t> shape(op.getType().getRank() - 1, 1);
  shape.front() = getType(value).getNumElements();
  return graph.reshape(value, shape);
}

static Value scaleSums(CheckedBuilder &graph, Value sums, Value a, Value b) {
  Value scale = graph.mul(a, b);
  return graph.mul(graph.cast(sums, Float32Type::get(a.getContext())), scale);
}

/// The convolution of bytes less the zero point of the input, which is known.
static Value addUpProducts(CheckedBuilder &graph, ConvOp op, const Centred &x, const Centred &w,
                           int64_t zeroPoint) {
  Builder builder(op.getContext());
  ConvOp::Properties properties = op.getProperties();
  properties.wide = builder.getUnitAttr();
  properties.pad_value = builder.getI64IntegerAttr(zeroPoint);
  Value sums = graph.make<ConvOp>({x.bytes, w.bytes}, properties);
  if (zeroPoint != 0) {
    auto axes = llvm::to_vector(llvm::seq<int64_t>(1, getType(w.bytes).getRank()));
    Value weights = addUpBytes(graph, w.bytes, axes, /*keepDims=*/false);
    Value added = graph.mul(weights, makeSingle(graph, x.zeroPoint));
    sums = graph.sub(sums, makeForChannels(graph, added, op));
  }
  return sums;
}

static Value addBias(CheckedBuilder &graph, ConvOp op, Value sums) {
  return op.getBias() ? graph.add(sums, makeForChannels(graph, op.getBias(), op)) : sums;
}

/// The convolution of dequantized bytes.
static Value convolve(ConvOp op, const Dequantized &x, const Dequantized &w, int64_t zeroPoint) {
  OpBuilder builder(op);
  CheckedBuilder graph(builder, op.getLoc());
  Value sums = addUpProducts(graph, op, x, w, zeroPoint);
  return addBias(
      graph, op,
      scaleSums(graph, sums, makeSingle(graph, x.scale), makeForChannels(graph, w.scale, op)));
}

/// The convolution of integers by floats, which hold all of its sums.
static Value convolveByFloats(ConvOp op) {
  OpBuilder builder(op);
  CheckedBuilder graph(builder, op.getLoc());
  Type number = builder.getF32Type();
  Value sums = graph.make<ConvOp>({graph.cast(op.getX(), number), graph.cast(op.getW(), number)},
                                  op.getProperties());
  return addBias(graph, op, graph.cast(sums, builder.getI32Type()));
}

/// The largest distance of bytes from their zero point.
static int64_t getLargest(const Centred &value) {
  bool isUnsigned = getType(value.bytes).getElementType().isUnsignedInteger();
  int64_t low = isUnsigned ? 0 : -128, high = low + 255;
  std::optional<int64_t> zeroPoint = getNumber(value.zeroPoint);
  return zeroPoint ? std::max(*zeroPoint - low, high - *zeroPoint) : 255;
}

static Value multiply(MatMulOp op, const Dequantized &a, const Dequantized &b) {
  OpBuilder builder(op);
  CheckedBuilder graph(builder, op.getLoc());
  Value sums = multiplyBytes(graph, a.bytes, makeSingle(graph, a.zeroPoint), b.bytes, b.zeroPoint);
  return scaleSums(graph, sums, makeSingle(graph, a.scale), b.scale);
}

/// True for a scale that leaves the order of numbers as it is.
static bool isPositive(Value scale) {
  DenseFPElementsAttr number;
  return isSingle(scale) && matchPattern(scale, m_Constant(&number)) && number.isSplat() &&
         !number.getSplatValue<APFloat>().isNegative() &&
         !number.getSplatValue<APFloat>().isZero() && number.getSplatValue<APFloat>().isFinite();
}

/// The largest of dequantized numbers is the largest byte, dequantized.
static Value pool(MaxPoolOp op, const Dequantized &x) {
  OpBuilder builder(op);
  CheckedBuilder graph(builder, op.getLoc());
  Value bytes = x.bytes;
  // Pools compare numbers with a sign.
  if (getType(bytes).getElementType().isUnsignedInteger())
    bytes = graph.cast(bytes, builder.getI16Type());
  bytes = graph.make<MaxPoolOp>({bytes}, op.getProperties());
  if (x.zeroPoint)
    bytes = graph.sub(graph.cast(bytes, builder.getI32Type()), makeSingle(graph, x.zeroPoint));
  return graph.mul(graph.cast(bytes, builder.getF32Type()), makeSingle(graph, x.scale));
}

namespace {
struct NarrowProducts : dl::graph::impl::NarrowProductsPassBase<NarrowProducts> {
  using NarrowProductsPassBase::NarrowProductsPassBase;

  void runOnOperation() override {
    narrowConvolutionsOfIntegers();
    if (bytes)
      narrowDequantized();
  }

  void narrowDequantized() {
    SmallVector<MaxPoolOp> pools;
    getOperation().walk([&](MaxPoolOp op) { pools.push_back(op); });
    for (MaxPoolOp op : pools) {
      std::optional<Dequantized> x = matchDequantized(op->getOperand(0));
      if (x && isSingle(x->zeroPoint) && isPositive(x->scale) && !replace(op, pool(op, *x)))
        return signalPassFailure();
    }
    SmallVector<ConvOp> convolutions;
    getOperation().walk([&](ConvOp op) { convolutions.push_back(op); });
    for (ConvOp op : convolutions) {
      std::optional<Dequantized> x = matchDequantized(op.getX()), w = matchDequantized(op.getW());
      std::optional<int64_t> zeroPoint = x ? getNumber(x->zeroPoint) : std::nullopt;
      if (x && w && zeroPoint && isSingle(x->scale) && isForOutputs(w->scale, getType(w->bytes)) &&
          isGain(op, *x, *w) && !replace(op, convolve(op, *x, *w, *zeroPoint)))
        return signalPassFailure();
    }
    SmallVector<MatMulOp> products;
    getOperation().walk([&](MatMulOp op) { products.push_back(op); });
    for (MatMulOp op : products) {
      std::optional<Dequantized> a = matchDequantized(op.getA()), b = matchDequantized(op.getB());
      if (a && b && isGain(*a, *b) && !replace(op, multiply(op, *a, *b)))
        return signalPassFailure();
    }
  }

  bool replace(Operation *op, Value narrow) {
    if (!narrow)
      return false;
    op->getResult(0).replaceAllUsesWith(narrow);
    op->erase();
    ++numNarrowed;
    return true;
  }

  void narrowConvolutionsOfIntegers() {
    SmallVector<ConvOp> convolutions;
    getOperation().walk([&](ConvOp op) {
      if (getType(op.getX()).getElementType().isInteger(32))
        convolutions.push_back(op);
    });
    for (ConvOp op : convolutions)
      if (failed(narrowCentred(op)))
        return signalPassFailure();
  }

  /// A convolution of integers of 32 bits that are bytes less a zero point.
  LogicalResult narrowCentred(ConvOp op) {
    std::optional<Centred> x = matchCentred(op.getX()), w = matchCentred(op.getW());
    if (!x || !w || op.getLayouts() || !getType(w->bytes).hasStaticShape())
      return success();
    if (std::optional<int64_t> zeroPoint = getNumber(x->zeroPoint);
        bytes && zeroPoint && op.getType().hasStaticShape() && isGain(op, *x, *w)) {
      OpBuilder builder(op);
      CheckedBuilder graph(builder, op.getLoc());
      return success(replace(op, addBias(graph, op, addUpProducts(graph, op, *x, *w, *zeroPoint))));
    }
    int64_t terms =
        getType(w->bytes).getNumElements() / std::max<int64_t>(getType(w->bytes).getDimSize(0), 1);
    if (terms * getLargest(*x) * getLargest(*w) > mostExact)
      return success();
    return success(replace(op, convolveByFloats(op)));
  }

  /// Whole blocks of channels of one group, constant weights.
  bool isGain(ConvOp op, const Centred &x, const Centred &w) const {
    RankedTensorType type = getType(w.bytes);
    auto isWhole = [&](int64_t channels) { return channels % channelBlock == 0; };
    return channelBlock > 0 && !op.getLayouts() && op.getGroup() == 1 &&
           matchPattern(w.bytes, m_Constant()) && !w.zeroPoint && isSingle(x.zeroPoint) &&
           isWhole(type.getDimSize(0)) &&
           (isWhole(type.getDimSize(1)) ||
            (stepBytes > 0 && planStepChannels(op, stepBytes, channelBlock))) &&
           type.getNumElements() / type.getDimSize(0) <= mostTerms;
  }

  /// Rows of bytes by a constant matrix, whose layout is free.
  static bool isGain(const Dequantized &a, const Dequantized &b) {
    RankedTensorType type = getType(b.bytes);
    return matchPattern(b.bytes, m_Constant()) && type.getRank() == 2 &&
           getType(a.bytes).getRank() >= 2 && type.getDimSize(0) <= mostTerms &&
           isSingle(a.zeroPoint) && isSingle(a.scale) &&
           isForColumns(b.zeroPoint, type.getDimSize(1)) &&
           isForColumns(b.scale, type.getDimSize(1));
  }
};
} // namespace
