//===-- Fourier.cpp - ONNX DFT and STFT -------------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Discrete Fourier transforms as one product with a constant matrix: of n complex
// numbers, which are pairs, to m others. MelWeightMatrix is a constant.
//
//===----------------------------------------------------------------------===//
#include "DataFrames.h"
#include "DataNumbers.h"

#include "../ElementTypes.h"
#include "../GraphExpression.h"
#include "../Operators.h"

#include <cmath>

using namespace mlir;
using namespace dl;
using namespace dl::onnx_import;

namespace {
/// A transform of `length` points. One-sided, results are the first half, or inputs are
/// where it is inverse: the others are their conjugates.
struct Transform {
  int64_t length;
  bool isInverse, isOneSided;

  bool givesReal() const { return isInverse && isOneSided; }
  int64_t getHalf() const { return length / 2 + 1; }
  int64_t getMaxInputs() const { return givesReal() ? getHalf() : length; }
  int64_t getNumOutputs() const { return isOneSided && !isInverse ? getHalf() : length; }
  int64_t getParts() const { return givesReal() ? 1 : 2; }

  SmallVector<double> getMatrix(int64_t inputs, int64_t inputParts) const;
};
} // namespace

/// The entries for `inputs` numbers of one part, the real one, or of two.
SmallVector<double> Transform::getMatrix(int64_t inputs, int64_t inputParts) const {
  int64_t outputs = getNumOutputs(), parts = getParts();
  SmallVector<double> matrix(inputs * inputParts * outputs * parts);
  for (int64_t k = 0; k < inputs; ++k)
    for (int64_t j = 0; j < outputs; ++j) {
      // The product is reduced first: large angles lose digits.
      double angle = 2 * M_PI * double(k * j % length) / double(length);
      double real = std::cos(angle), imaginary = isInverse ? std::sin(angle) : -std::sin(angle);
      double scale = isInverse ? 1.0 / double(length) : 1.0;
      // Numbers in the middle stand for their conjugates, too.
      if (givesReal() && k != 0 && 2 * k != length)
        scale *= 2;
      double entries[2][2] = {{real, imaginary}, {-imaginary, real}};
      for (int64_t from = 0; from < inputParts; ++from)
        for (int64_t to = 0; to < parts; ++to)
          matrix[((k * inputParts + from) * outputs + j) * parts + to] = scale * entries[from][to];
    }
  return matrix;
}

/// Transforms dim `axis` of x, whose last dim holds the parts of numbers.
static Value apply(NodeImporter &node, Value x, int64_t axis, const Transform &transform) {
  GraphExpression graph(node);
  if (!x)
    return {};
  auto type = cast<RankedTensorType>(x.getType());
  int64_t rank = type.getRank(), parts = type.getDimSize(rank - 1);
  int64_t inputs = std::min(type.getDimSize(axis), transform.getMaxInputs());
  int64_t outputs = transform.getNumOutputs() * transform.getParts();
  constexpr int64_t most = 1 << 24;
  if (transform.length > most || inputs * parts > most / outputs) {
    node.emitError() << "expected a transform whose matrix has at most " << most
                     << " entries, got a length of " << transform.length;
    return {};
  }
  if (inputs < type.getDimSize(axis)) {
    SmallVector<int64_t> sizes(type.getShape());
    sizes[axis] = inputs;
    x = graph.slice(x, sizes);
  }
  // The axis goes before the parts, and comes back.
  SmallVector<int64_t> there = llvm::to_vector(llvm::seq<int64_t>(0, rank)), back(rank);
  there.erase(there.begin() + axis);
  there.insert(there.begin() + rank - 2, axis);
  for (auto [i, dim] : llvm::enumerate(there))
    back[dim] = i;
  SmallVector<int64_t> shape(type.getShape());
  shape.erase(shape.begin() + axis);
  shape.back() = inputs * parts;
  x = graph.reshape(graph.transpose(x, there), shape);
  Value matrix = graph.tensor(x, {inputs * parts, outputs}, transform.getMatrix(inputs, parts));
  Value y = graph.make<graph::MatMulOp>({x, matrix});
  shape.back() = transform.getNumOutputs();
  shape.push_back(transform.getParts());
  return graph.transpose(graph.reshape(y, shape), back);
}

/// Checks that the last of `minRank` or more static dims holds one part or two.
static LogicalResult checkParts(NodeImporter &node, int64_t minRank) {
  RankedTensorType type = node.getInputType(0);
  if (type.hasStaticShape() && type.getRank() >= minRank &&
      (type.getShape().back() == 1 || type.getShape().back() == 2))
    return success();
  return node.emitError() << "requires a static shape of at least " << minRank
                          << " dims, the last of 1 for real or 2 for complex numbers, got " << type;
}

/// The integer of a constant input, or another where it is left out.
static FailureOr<int64_t> getInteger(NodeImporter &node, unsigned index, StringRef what,
                                     int64_t otherwise) {
  if (!node.getInput(index))
    return otherwise;
  FailureOr<SmallVector<int64_t>> values = node.getConstantInts(index, what);
  if (failed(values))
    return failure();
  if (values->size() != 1)
    return node.emitError() << "expected one number for " << what << ", got " << values->size();
  return values->front();
}

/// The transform along an axis of the first input, as attributes and the length say.
static FailureOr<Transform> getTransform(NodeImporter &node, int64_t axis) {
  bool isInverse = node.getInt("inverse", 0), isOneSided = node.getInt("onesided", 0);
  int64_t extent = node.getInputType(0).getDimSize(axis);
  FailureOr<int64_t> length =
      getInteger(node, 1, "the length", isInverse && isOneSided ? 2 * (extent - 1) : extent);
  if (failed(length))
    return failure();
  return Transform{*length, isInverse, isOneSided};
}

/// Along each axis, of which the run takes one. Each is filled up to the room that all need.
static LogicalResult importDataDFT(NodeImporter &node) {
  DataAxes axes(node);
  GraphExpression &graph = axes.getGraph();
  RankedTensorType type = node.getInputType(0);
  int64_t last = type.getRank() - 1;
  if (failed(axes.read(2, type.getRank())))
    return failure();
  if (axes.getCount() != 1)
    return node.emitError() << "expected one number for the axis, got " << node.getInputType(2);
  SmallVector<Value> along;
  SmallVector<int64_t> room(type.getShape());
  // The last dim is none to transform, and others may be too short.
  Value isWrong = axes.isChosen(last);
  for (int64_t axis = 0; axis < last; ++axis) {
    FailureOr<Transform> transform = getTransform(node, axis);
    if (failed(transform))
      return failure();
    if (transform->length < 1 || type.getDimSize(axis) < 1) {
      isWrong = graph.make<graph::OrOp>({isWrong, axes.isChosen(axis)});
      along.push_back({});
      continue;
    }
    Value y = apply(node, node.getInput(0), axis, *transform);
    if (!y)
      return failure();
    along.push_back(y);
    auto made = cast<RankedTensorType>(y.getType());
    room[axis] = std::max(room[axis], made.getDimSize(axis));
    room[last] = made.getDimSize(last);
  }
  Value result;
  SmallVector<Value> counts(type.getRank());
  Builder &builder = node.getBuilder();
  for (auto [axis, y] : llvm::enumerate(along)) {
    if (!y)
      continue;
    ArrayRef<int64_t> made = cast<RankedTensorType>(y.getType()).getShape();
    int64_t has = type.getDimSize(axis), makes = made[axis];
    if (has != makes)
      counts[axis] = axes.select(axes.isChosen(axis), axes.number(makes), axes.number(has));
    graph::PadOp::Properties fill;
    SmallVector<int64_t> low(room.size(), 0), high(room.size(), 0);
    for (auto [dim, extent] : llvm::enumerate(made))
      high[dim] = room[dim] - extent;
    fill.low = builder.getDenseI64ArrayAttr(low);
    fill.high = builder.getDenseI64ArrayAttr(high);
    fill.mode = builder.getStringAttr("constant");
    bool isFilled = llvm::all_of(high, [](int64_t pad) { return pad == 0; });
    Value filled = isFilled ? y : graph.make<graph::PadOp>({y, graph.scalar(y, 0)}, fill);
    result = result ? axes.select(axes.isChosen(axis), filled, result) : filled;
  }
  if (!result)
    return node.emitError() << "expected an axis with elements to transform, got " << type;
  Value wrong = axes.check(graph.cast(isWrong, axes.getType()), 0);
  Value offset = graph.cast(wrong, type.getElementType());
  return setCounted(node, graph.add(result, offset), counts);
}

/// Before opset 20 the axis is an attribute.
static LogicalResult importDFT(NodeImporter &node) {
  if (failed(checkParts(node, 2)))
    return failure();
  if (node.getOpset() >= 20 && node.isData(2))
    return importDataDFT(node);
  RankedTensorType type = node.getInputType(0);
  FailureOr<int64_t> given =
      node.getOpset() < 20 ? node.getInt("axis", 1) : getInteger(node, 2, "the axis", -2);
  if (failed(given))
    return failure();
  FailureOr<int64_t> axis = node.normalizeAxis(*given, type.getRank());
  if (failed(axis))
    return failure();
  if (*axis == type.getRank() - 1)
    return node.emitError() << "expected an axis before the last dim, which holds the parts of "
                               "numbers, got "
                            << *given;
  FailureOr<Transform> transform = getTransform(node, *axis);
  if (failed(transform))
    return failure();
  int64_t extent = type.getDimSize(*axis);
  if (transform->length < 1 || extent < 1)
    return node.emitError() << "expected a positive length, got " << transform->length << " for "
                            << extent << " elements";
  return GraphExpression(node).finish(apply(node, node.getInput(0), *axis, *transform));
}

/// Transforms of windows that lie `frame_step` apart.
static LogicalResult importSTFT(NodeImporter &node) {
  if (failed(checkParts(node, 3)))
    return failure();
  if (node.isData(3) && !node.getInput(2))
    return importDataSTFT(node);
  RankedTensorType type = node.getInputType(0);
  Value window = node.getInput(2);
  int64_t extent = type.getDimSize(1), otherwise = extent;
  if (window) {
    auto windowType = cast<RankedTensorType>(window.getType());
    if (windowType.getRank() != 1 || !windowType.hasStaticShape())
      return node.emitError() << "requires a window of one static dim, got " << windowType;
    otherwise = windowType.getDimSize(0);
  }
  // A step that only the run knows leaves room for frames at each element.
  bool readsStep = node.isData(1);
  FailureOr<int64_t> step = 1;
  if (!readsStep)
    step = getInteger(node, 1, "the step", 1);
  FailureOr<int64_t> length = getInteger(node, 3, "the length of a frame", otherwise);
  if (failed(step) || failed(length))
    return failure();
  if (type.getRank() != 3 || *step < 1 || *length < 1 || *length > extent ||
      (window && *length != otherwise))
    return node.emitError() << "expected a signal of 3 dims, a positive step and frames of at most "
                            << extent << " elements, as many as in the window, got " << type
                            << ", a step of " << *step << " and frames of " << *length;
  int64_t count = (extent - *length) / *step + 1;
  constexpr int64_t most = 1 << 24;
  if (count > most / *length)
    return node.emitError() << "expected frames of at most " << most << " elements together, got "
                            << count << " of " << *length;
  SmallVector<int64_t> places;
  for (int64_t i = 0; i < count; ++i)
    llvm::append_range(places, llvm::seq<int64_t>(i * *step, i * *step + *length));
  FailureOr<Value> indices = node.createConstant(DenseElementsAttr::get(
      RankedTensorType::get({count, *length}, node.getBuilder().getI64Type()),
      ArrayRef<int64_t>(places)));
  if (failed(indices))
    return failure();
  DataNumbers numbers(node);
  GraphExpression &graph = numbers.getGraph();
  SmallVector<Value> counts(4);
  Value chosen = *indices;
  if (readsStep) {
    Value given = graph.sub(numbers.getScalar(1, "the step"), numbers.number(1));
    given = graph.add(numbers.check(given, std::numeric_limits<int32_t>::max()), numbers.number(1));
    Value last = numbers.number(extent - *length);
    counts[1] = graph.add(graph.div(last, given), numbers.number(1));
    Value begins = graph.mul(graph.reshape(numbers.range(count), {count, 1}), given);
    chosen = graph.add(numbers.smaller(begins, last), numbers.range(*length));
  }
  Value frames = numbers.gather(node.getInput(0), 1, chosen);
  if (window)
    frames = graph.mul(frames, graph.reshape(window, {*length, 1}));
  Transform transform{*length, /*isInverse=*/false, node.getInt("onesided", 1) != 0};
  return setCounted(node, apply(node, frames, 2, transform), counts);
}

//===----------------------------------------------------------------------===//
// MelWeightMatrix
//===----------------------------------------------------------------------===//

namespace {
/// Triangles over the bins of a spectrum, whose corners lie equally far apart in mels.
struct MelBands {
  int64_t bands, length;
  double rate, low, high;

  int64_t getNumBins() const { return length / 2 + 1; }
  /// The bin of corner `index`.
  int64_t getCorner(int64_t index) const {
    auto toMel = [](double hertz) { return 2595 / std::log(10) * std::log1p(hertz / 700); };
    double step = (toMel(high) - toMel(low)) / double(bands + 2);
    double mel = toMel(low) + double(index) * step;
    double hertz = 700 * std::expm1(mel / 2595 * std::log(10));
    return static_cast<int64_t>(std::floor(double(length + 1) * hertz / rate));
  }
  /// The weights of each bin in each band, row by row.
  SmallVector<double> getWeights() const;
};
} // namespace

SmallVector<double> MelBands::getWeights() const {
  SmallVector<double> weights(getNumBins() * bands, 0);
  for (int64_t band = 0; band < bands; ++band) {
    int64_t begin = getCorner(band), top = getCorner(band + 1), end = getCorner(band + 2);
    auto weight = [&](int64_t bin) -> double & { return weights[bin * bands + band]; };
    for (int64_t bin = begin; bin < top; ++bin)
      weight(bin) = double(bin - begin) / double(top - begin);
    weight(top) = 1;
    for (int64_t bin = top + 1; bin < end; ++bin)
      weight(bin) = double(end - bin) / double(end - top);
  }
  return weights;
}

static LogicalResult importMelWeightMatrix(NodeImporter &node) {
  static constexpr StringLiteral names[] = {"the number of bands", "the length of the transform",
                                            "the sample rate", "the lower edge", "the upper edge"};
  double numbers[5];
  for (auto [i, name] : llvm::enumerate(names)) {
    FailureOr<double> number = node.getConstantNumber(i, name);
    if (failed(number))
      return failure();
    numbers[i] = *number;
  }
  // Frequencies up to here times lengths are numbers that a bin can be counted by.
  constexpr double most = 1 << 24, mostHertz = 1e100;
  auto [bands, length, rate, low, high] = numbers;
  if (!(bands >= 1 && length >= 1 && bands <= most && length <= most &&
        bands * (length / 2 + 1) <= most))
    return node.emitError() << "expected a matrix of 1 to 2^24 elements, got " << bands
                            << " bands and a transform of " << length;
  MelBands mel{static_cast<int64_t>(bands), static_cast<int64_t>(length), rate, low, high};
  // The end of the last band is no bin that is written.
  if (!(rate > 0 && rate <= mostHertz && low >= 0 && low <= high && high <= rate) ||
      mel.getCorner(mel.bands) >= mel.getNumBins() ||
      mel.getCorner(mel.bands + 1) > mel.getNumBins())
    return node.emitError() << "expected edges of frequencies in order from 0 to half of the "
                               "sample rate "
                            << rate << ", got " << low << " and " << high;
  FailureOr<Type> type =
      convertElementType(node.getInt("output_datatype", 1), node.getBuilder().getContext(),
                         [&] { return node.emitError() << "'output_datatype': "; });
  if (failed(type))
    return failure();
  GraphExpression graph(node);
  return graph.finish(
      graph.tensor(graph.number(0, *type), {mel.getNumBins(), mel.bands}, mel.getWeights()));
}

void dl::onnx_import::addFourierOperators(OperatorTable &table) {
  using Info = OperatorInfo;
  table.add("DFT", {17}, importDFT)
      .elements(Info::Floats)
      .wide()
      .inputs(1, 2)
      .attributes("axis:int inverse:int onesided:int");
  table.add("DFT", {20}, importDFT)
      .elements(Info::Floats)
      .wide()
      .inputs(1, 3)
      .attributes("inverse:int onesided:int");
  table.add("MelWeightMatrix", {17}, importMelWeightMatrix)
      .inputs(5, 5)
      .attributes("output_datatype:int");
  table.add("STFT", {17}, importSTFT)
      .elements(Info::Floats)
      .wide()
      .inputs(2, 4)
      .attributes("onesided:int");
}
