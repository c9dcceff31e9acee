//===-- DataFrames.cpp - frames of a length that only a run knows *- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See DataFrames.h.
//
//===----------------------------------------------------------------------===//
#include "DataFrames.h"
#include "DeclaredResults.h"

#include <cmath>

using namespace mlir;
using namespace dl;
using namespace dl::onnx_import;

namespace {
/// STFT of frames whose length only a run knows: their elements are multiplied by the roots of that
/// length, as many as there is room for in the declared result.
class DataSTFT : public DeclaredResult {
public:
  DataSTFT(NodeImporter &node) : DeclaredResult(node) {}

  LogicalResult run();

private:
  /// Elements of frames and their places, in a row for each frame that there is room for.
  Value takeFrames();
  /// cos or sin of the angles between `most` elements and the results' bins, as the signal's type.
  template <typename Op> Value makeRoots();

  RankedTensorType type = node.getInputType(0);
  bool isOneSided = node.getInt("onesided", 1) != 0;
  int64_t extent = type.getDimSize(1), parts = type.getDimSize(2), most = 0;
  Value length, step;
};
} // namespace

Value DataSTFT::takeFrames() {
  Value begins = graph.mul(graph.reshape(range(getRoom(1)), {getRoom(1), 1}), step);
  Value places = smaller(graph.add(begins, range(most)), number(extent - 1));
  Value frames = gather(node.getInput(0), 1, places);
  Value isInside = less(graph.reshape(range(most), {most, 1}), length);
  return frames ? select(isInside, frames, graph.scalar(frames, 0)) : Value();
}

template <typename Op> Value DataSTFT::makeRoots() {
  // The product is reduced first: large angles lose digits.
  Value product = graph.mul(graph.reshape(range(most), {most, 1}), range(getRoom(2)));
  Type f64 = node.getBuilder().getF64Type();
  Value turn = graph.div(graph.cast(graph.make<graph::ModOp>({product, length}), f64),
                         graph.cast(length, f64));
  return graph.cast(graph.make<Op>(graph.mul(turn, graph.number(2 * M_PI, f64))),
                    type.getElementType());
}

LogicalResult DataSTFT::run() {
  if (type.getRank() != 3 || !ShapedType::isStatic(extent) || !ShapedType::isStatic(parts))
    return node.emitError() << "expected a signal of 3 dims, of which only the first is open, got "
                            << type;
  if (failed(read(4, {1, 2}, 3, "the length of a frame")))
    return failure();
  most = std::min(extent, isOneSided ? 2 * getRoom(2) - 1 : getRoom(2));
  constexpr int64_t limit = 1 << 24;
  if (most < 1 || getRoom(1) > limit / most || getRoom(2) > limit / most)
    return node.emitError() << "expected room for frames and results of 1 to " << limit
                            << " elements together, got " << getRoom(1) << " and " << getRoom(2);
  auto getPositive = [&](unsigned input, StringRef what, int64_t largest) {
    return graph.add(check(graph.sub(getScalar(input, what), number(1)), largest - 1), number(1));
  };
  length = getPositive(3, "the length of a frame", extent);
  step = getPositive(1, "the step", std::numeric_limits<int32_t>::max());
  Value frames = takeFrames(), cosines = makeRoots<graph::CosOp>(),
        sines = makeRoots<graph::SinOp>();
  if (!frames || !cosines || !sines)
    return failure();
  Dims dims = node.getDims(frames);
  auto getPart = [&](int64_t part) -> Value {
    Value index = number(part);
    return gather(frames, 3, index);
  };
  auto multiply = [&](Value x, Value y) { return graph.make<graph::MatMulOp>({x, y}); };
  Value x = getPart(0), real = multiply(x, cosines);
  Value imaginary = graph.make<graph::NegOp>(multiply(x, sines));
  if (parts == 2) {
    Value y = getPart(1);
    real = graph.add(real, multiply(y, sines));
    imaginary = graph.add(imaginary, multiply(y, cosines));
  }
  SmallVector<Value> both;
  for (Value part : {real, imaginary}) {
    FailureOr<Value> apart =
        part ? node.createReshapeTo(part,
                                    {dims[0], dims[1], node.getSize(getRoom(2)), node.getSize(1)})
             : FailureOr<Value>();
    if (failed(apart))
      return failure();
    both.push_back(*apart);
  }
  graph::ConcatOp::Properties properties;
  properties.axis = node.getBuilder().getI64IntegerAttr(3);
  SmallVector<Value> counts(4);
  counts[1] = graph.add(graph.div(graph.sub(number(extent), length), step), number(1));
  counts[2] = isOneSided ? graph.add(graph.div(length, number(2)), number(1)) : length;
  return setCounted(node, graph.make<graph::ConcatOp>(both, properties), counts);
}

LogicalResult dl::onnx_import::importDataSTFT(NodeImporter &node) { return DataSTFT(node).run(); }
