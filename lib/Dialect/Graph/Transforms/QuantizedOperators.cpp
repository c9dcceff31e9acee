//===-- QuantizedOperators.cpp - operators on bytes -----------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each operator has a function here that makes sums of 32 bits and the factors that bring them to
// the scale of the result. What zero points add is part of the bias.
//
//===----------------------------------------------------------------------===//
#include "QuantizedOperators.h"

#include "dl/Dialect/Graph/IR/ByteProducts.h"
#include "dl/Dialect/Graph/IR/ConstantData.h"
#include "dl/Vdla/Requantize.h"

#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

#include <cmath>

using namespace mlir;
using namespace dl;
using namespace dl::graph;

static RankedTensorType getType(Value value) { return cast<RankedTensorType>(value.getType()); }

/// Products of bytes that 32 bits always hold, with a bias of as much.
static constexpr int64_t mostTerms = int64_t(1) << 16;

namespace {
/// Sums of 32 bits, and for each channel, or for all, what brings them to the result.
struct Sums {
  Value value;
  SmallVector<double> factors, biases;
  /// The dims behind the channels'.
  int64_t innerDims = 0;
};

class OperatorLowering {
public:
  OperatorLowering(OpBuilder &builder, Location loc, const QuantizedValue &result,
                   GetBytes getBytes, std::string &reason)
      : builder(builder), graph(builder, loc), result(result), getBytes(getBytes), reason(reason) {}

  FailureOr<Value> lower(Operation *op, bool relu);

private:
  // Null where the operator has no integer form; `reason` then tells why, if it is no secret.
  Value lowerConv(ConvOp op, bool relu);
  Value lowerGemm(GemmOp op, bool relu);
  Value lowerMatMul(MatMulOp op, bool relu);
  Value lowerAdd(AddOp op, bool relu);
  Value lowerMaxPool(MaxPoolOp op, bool relu);
  Value lowerMean(ReduceMeanOp op, bool relu);
  Value lowerReshape(ReshapeOp op, bool relu);
  /// A value that is only quantized anew.
  Value lowerRescale(Value value, bool relu);

  Value refuse(const llvm::Twine &why) {
    reason = why.str();
    return {};
  }
  /// Bytes with one scale; null otherwise.
  std::optional<DequantizedValue> getUniform(Value value);
  /// Constant bytes without zero point, of one scale or one for each index of an axis.
  std::optional<DequantizedValue> getWeights(Value value, int64_t axis);
  /// The integers nearest to a bias, in units of the sums; nothing where 32 bits do not hold them.
  bool addBias(Value bias, const DequantizedValue &x, const DequantizedValue &w, Sums &sums);
  /// Of products of x and w for so many channels: factors, and what x's zero point adds.
  void setScales(const DequantizedValue &x, const DequantizedValue &w, int64_t channels,
                 llvm::function_ref<int64_t(int64_t)> getChannel, Sums &sums);
  Value multiplyMatrices(const DequantizedValue &x, const DequantizedValue &w, Value bias,
                         bool relu);
  Value transposeBytes(Value bytes);
  Value requantize(const Sums &sums, bool relu);
  Value makeNumbers(ArrayRef<int32_t> numbers, int64_t innerDims);
  bool isSameScale(const DequantizedValue &x) const {
    return x.isUniform() && x.scales[0] == result.scale && x.zeroPoints[0] == result.zeroPoint;
  }

  OpBuilder &builder;
  CheckedBuilder graph;
  const QuantizedValue &result;
  GetBytes getBytes;
  std::string &reason;
};
} // namespace

std::optional<DequantizedValue> OperatorLowering::getUniform(Value value) {
  std::optional<DequantizedValue> found = matchDequantized(value);
  if (!found || !found->isUniform())
    return std::nullopt;
  return getBytes(*found);
}

std::optional<DequantizedValue> OperatorLowering::getWeights(Value value, int64_t axis) {
  std::optional<DequantizedValue> found = matchDequantized(value);
  if (!found || !matchPattern(found->bytes, m_Constant()) || !found->isZeroPointZero() ||
      getType(found->bytes).getElementType().isUnsignedInteger() ||
      (found->scales.size() > 1 && found->axis != axis))
    return std::nullopt;
  return found;
}

Value OperatorLowering::makeNumbers(ArrayRef<int32_t> numbers, int64_t innerDims) {
  SmallVector<int64_t> shape;
  if (!llvm::all_equal(numbers)) {
    shape.assign(innerDims + 1, 1);
    shape.front() = int64_t(numbers.size());
  }
  auto type = RankedTensorType::get(shape, builder.getI32Type());
  ArrayRef<int32_t> kept = shape.empty() ? numbers.take_front() : numbers;
  return ConstantOp::create(builder, result.source.getLoc(), DenseElementsAttr::get(type, kept));
}

Value OperatorLowering::requantize(const Sums &sums, bool relu) {
  SmallVector<int32_t> biases, multipliers, shifts;
  for (auto [factor, bias] : llvm::zip_equal(sums.factors, sums.biases)) {
    std::optional<vdla::ChannelScale> scale = vdla::makeScale(factor);
    if (!scale)
      return refuse("a ratio of scales, " + llvm::Twine(std::to_string(factor)) +
                    ", that has no multiplier of 32 bits");
    if (std::fabs(bias) >= std::ldexp(1, 30))
      return refuse("a bias of " + llvm::Twine(std::to_string(bias)) +
                    " steps, which 32 bits do not hold");
    biases.push_back(int32_t(bias));
    multipliers.push_back(scale->multiplier);
    shifts.push_back(scale->shift);
  }
  RequantizeOp::Properties properties;
  properties.zero_point = builder.getI64IntegerAttr(result.zeroPoint);
  if (relu)
    properties.relu = builder.getUnitAttr();
  return graph.make<RequantizeOp>({sums.value, makeNumbers(biases, sums.innerDims),
                                   makeNumbers(multipliers, sums.innerDims),
                                   makeNumbers(shifts, sums.innerDims)},
                                  properties);
}

void OperatorLowering::setScales(const DequantizedValue &x, const DequantizedValue &w,
                                 int64_t channels, llvm::function_ref<int64_t(int64_t)> getChannel,
                                 Sums &sums) {
  SmallVector<double> added(channels, 0);
  FailureOr<ConstantData> data = ConstantData::get(w.bytes);
  for (int64_t i = 0, e = getType(w.bytes).getNumElements(); succeeded(data) && i < e; ++i)
    added[getChannel(i)] += data->getNumber(i);
  for (int64_t channel = 0; channel < channels; ++channel) {
    double scale = w.scales[w.scales.size() > 1 ? channel : 0];
    sums.factors.push_back(x.scales[0] * scale / result.scale);
    sums.biases.push_back(-double(x.zeroPoints[0]) * added[channel]);
  }
}

bool OperatorLowering::addBias(Value bias, const DequantizedValue &x, const DequantizedValue &w,
                               Sums &sums) {
  if (!bias)
    return true;
  std::optional<Tensor> numbers = evaluateConstant(bias);
  if (!numbers ||
      (numbers->getNumElements() != 1 && numbers->getNumElements() != int64_t(sums.biases.size())))
    return false;
  for (auto [channel, sum] : llvm::enumerate(sums.biases)) {
    double number = numbers->getAsDouble(numbers->getNumElements() == 1 ? 0 : channel);
    sum += std::nearbyint(number / (x.scales[0] * w.scales[w.scales.size() > 1 ? channel : 0]));
  }
  return true;
}

Value OperatorLowering::lowerConv(ConvOp op, bool relu) {
  std::optional<DequantizedValue> x = getUniform(op.getX());
  std::optional<DequantizedValue> w = getWeights(op.getW(), /*axis=*/0);
  if (!x || !w || op.getLayouts())
    return refuse("graph.conv: operands that are not bytes of one scale by constant bytes with a "
                  "sign and without zero point");
  RankedTensorType type = getType(w->bytes);
  int64_t channels = type.getDimSize(0), terms = type.getNumElements() / channels;
  if (terms > mostTerms)
    return refuse("graph.conv: more products in a sum than 32 bits hold");
  ConvOp::Properties properties = op.getProperties();
  properties.wide = builder.getUnitAttr();
  properties.pad_value = builder.getI64IntegerAttr(x->zeroPoints[0]);
  // The rest is for the operands that are left.
  Sums sums;
  sums.innerDims = type.getRank() - 2;
  setScales(*x, *w, channels, [&](int64_t element) { return element / terms; }, sums);
  if (!addBias(op.getBias(), *x, *w, sums))
    return refuse("graph.conv: a bias that is no constant");
  sums.value = graph.make<ConvOp>({x->bytes, w->bytes}, properties);
  return requantize(sums, relu);
}

Value OperatorLowering::multiplyMatrices(const DequantizedValue &x, const DequantizedValue &w,
                                         Value bias, bool relu) {
  RankedTensorType type = getType(w.bytes);
  int64_t channels = type.getDimSize(1);
  if (type.getDimSize(0) > mostTerms)
    return refuse("a matrix product of more terms in a sum than 32 bits hold");
  Sums sums;
  setScales(x, w, channels, [&](int64_t element) { return element % channels; }, sums);
  if (!addBias(bias, x, w, sums))
    return refuse("a matrix product with a bias that is no constant for each column");
  MatMulOp::Properties properties;
  properties.wide = builder.getUnitAttr();
  sums.value = graph.make<MatMulOp>({x.bytes, w.bytes}, properties);
  return requantize(sums, relu);
}

/// A constant matrix of bytes, transposed now.
Value OperatorLowering::transposeBytes(Value bytes) {
  FailureOr<ConstantData> data = ConstantData::get(bytes);
  Attribute attribute;
  if (failed(data) || !matchPattern(bytes, m_Constant(&attribute)))
    return {};
  int64_t rows = data->getType().getDimSize(0), columns = data->getType().getDimSize(1);
  ElementsAttr transposed = makeConstant(data->getType().clone({columns, rows}),
                                         getResourceName(attribute), [&](MutableArrayRef<char> to) {
                                           for (int64_t i = 0; i < rows * columns; ++i)
                                             to[(i % columns) * rows + i / columns] =
                                                 *data->getElement(i);
                                         });
  return ConstantOp::create(builder, bytes.getLoc(), transposed);
}

Value OperatorLowering::lowerGemm(GemmOp op, bool relu) {
  std::optional<DequantizedValue> x = getUniform(op.getA());
  std::optional<DequantizedValue> w = getWeights(op.getB(), op.getTransB() ? 0 : 1);
  if (!x || !w || op.getTransA() || op.getAlpha().convertToFloat() != 1 ||
      op.getBeta().convertToFloat() != 1)
    return refuse("graph.gemm: operands that are not bytes of one scale by constant bytes with a "
                  "sign and without zero point, or factors beside 1");
  if (op.getTransB())
    w->bytes = transposeBytes(w->bytes);
  return multiplyMatrices(*x, *w, op.getC(), relu);
}

Value OperatorLowering::lowerMatMul(MatMulOp op, bool relu) {
  std::optional<DequantizedValue> x = getUniform(op.getA());
  std::optional<DequantizedValue> w = getWeights(op.getB(), /*axis=*/1);
  if (!x || !w || getType(w->bytes).getRank() != 2)
    return refuse("graph.matmul: operands that are not bytes of one scale by a constant matrix of "
                  "bytes with a sign and without zero point");
  return multiplyMatrices(*x, *w, /*bias=*/{}, relu);
}

Value OperatorLowering::lowerAdd(AddOp op, bool relu) {
  std::optional<DequantizedValue> a = getUniform(op.getLhs()), b = getUniform(op.getRhs());
  if (!a || !b || op.getLhs().getType() != op.getRhs().getType())
    return refuse("graph.add: operands that are not bytes of one scale and of one shape");
  // Both in units of the larger scale over 2^18, so that products and their sum have 32 bits.
  double unit = std::max(a->scales[0], b->scales[0]) / largestAddend;
  Sums sums;
  double bias = 0;
  for (const DequantizedValue &operand : {*a, *b}) {
    double factor = std::nearbyint(operand.scales[0] / unit);
    bias -= factor * double(operand.zeroPoints[0]);
    Value wide = graph.cast(operand.bytes, builder.getI32Type());
    Value scaled = graph.mul(wide, graph.scalar(wide, factor));
    sums.value = sums.value ? graph.add(sums.value, scaled) : scaled;
  }
  sums.factors = {unit / result.scale};
  sums.biases = {bias};
  return requantize(sums, relu);
}

Value OperatorLowering::lowerRescale(Value value, bool relu) {
  std::optional<DequantizedValue> x = getUniform(value);
  if (!x)
    return {};
  if (isSameScale(*x) && !relu)
    return x->bytes;
  Sums sums;
  sums.value = graph.cast(x->bytes, builder.getI32Type());
  sums.factors = {x->scales[0] / result.scale};
  sums.biases = {-double(x->zeroPoints[0])};
  return requantize(sums, relu);
}

Value OperatorLowering::lowerMaxPool(MaxPoolOp op, bool relu) {
  std::optional<DequantizedValue> x = getUniform(op.getX());
  if (!x || op.getLayout())
    return refuse("graph.max_pool: an operand that is not bytes of one scale");
  Value bytes = graph.make<MaxPoolOp>({x->bytes}, op.getProperties());
  if (isSameScale(*x) && !relu)
    return bytes;
  Sums sums;
  sums.value = graph.cast(bytes, builder.getI32Type());
  sums.factors = {x->scales[0] / result.scale};
  sums.biases = {-double(x->zeroPoints[0])};
  return requantize(sums, relu);
}

Value OperatorLowering::lowerMean(ReduceMeanOp op, bool relu) {
  std::optional<DequantizedValue> x = getUniform(op.getX());
  if (!x)
    return refuse("graph.reduce_mean: an operand that is not bytes of one scale");
  int64_t terms = getType(op.getX()).getNumElements() / getType(op).getNumElements();
  if (terms > mostTerms)
    return refuse("graph.reduce_mean: more terms than 32 bits hold");
  Sums sums;
  sums.value = addUpBytes(graph, x->bytes, op.getAxes(), op.getKeepdims());
  sums.factors = {x->scales[0] / (result.scale * double(terms))};
  sums.biases = {-double(x->zeroPoints[0]) * double(terms)};
  return requantize(sums, relu);
}

Value OperatorLowering::lowerReshape(ReshapeOp op, bool relu) {
  Value bytes = getType(op).hasStaticShape() ? lowerRescale(op.getX(), relu) : Value();
  if (!bytes)
    return refuse("graph.reshape: an operand that is not bytes of one scale");
  return graph.reshape(bytes, getType(op).getShape());
}

FailureOr<Value> OperatorLowering::lower(Operation *op, bool relu) {
  if (matchDequantized(op->getResult(0)))
    return lowerRescale(op->getResult(0), relu);
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case([&](ConvOp conv) { return lowerConv(conv, relu); })
      .Case([&](GemmOp gemm) { return lowerGemm(gemm, relu); })
      .Case([&](MatMulOp product) { return lowerMatMul(product, relu); })
      .Case([&](AddOp sum) { return lowerAdd(sum, relu); })
      .Case([&](MaxPoolOp pool) { return lowerMaxPool(pool, relu); })
      .Case([&](ReduceMeanOp mean) { return lowerMean(mean, relu); })
      .Case([&](ReshapeOp reshape) { return lowerReshape(reshape, relu); })
      .Default([&](Operation *other) {
        return refuse(other->getName().getStringRef() + ": no form on integers");
      });
}

FailureOr<Value> dl::graph::lowerQuantizedOperator(OpBuilder &builder, const QuantizedValue &result,
                                                   GetBytes getBytes, std::string &reason) {
  Value source = result.source;
  bool relu = false;
  if (auto op = source.getDefiningOp<ReluOp>()) {
    relu = true;
    source = op.getX();
  }
  // An argument of the model is quantized here.
  Operation *op = source.getDefiningOp();
  if (!op)
    return Value();
  return OperatorLowering(builder, op->getLoc(), result, getBytes, reason).lower(op, relu);
}
