//===-- PackedTensors.cpp - tensors with channels in blocks ---------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "PackedTensors.h"

#include "dl/Dialect/Graph/IR/ConstantData.h"

#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace dl;
using namespace dl::graph;

static RankedTensorType getType(Value value) { return cast<RankedTensorType>(value.getType()); }

static std::string getLayout(int64_t block) { return "NCHW" + std::to_string(block) + "c"; }

RankedTensorType PackedTensors::getPackedType(RankedTensorType plain) const {
  SmallVector<int64_t> shape(plain.getShape());
  shape[1] = roundUp(shape[1]) / block;
  shape.push_back(block);
  return plain.clone(shape);
}

Value PackedTensors::pack(OpBuilder &builder, Location loc, Value plain) {
  if (Value packed = known.lookup(plain))
    return packed;
  // Where the value is made, so that all readers find it.
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointAfterValue(plain);
  CheckedBuilder graph(builder, loc);
  Value whole = plain;
  int64_t channels = getType(plain).getDimSize(1), missing = roundUp(channels) - channels;
  if (missing > 0) {
    PadOp::Properties properties;
    properties.low = builder.getDenseI64ArrayAttr({0, 0, 0, 0});
    properties.high = builder.getDenseI64ArrayAttr({0, missing, 0, 0});
    properties.mode = builder.getStringAttr("constant");
    whole = remember(graph.make<PadOp>({plain, graph.scalar(plain, 0)}, properties));
  }
  Value packed = LayoutTransformOp::create(builder, loc, getPackedType(getType(plain)), whole,
                                           "NCHW", getLayout(block));
  return known[plain] = remember(packed);
}

Value PackedTensors::packRows(OpBuilder &builder, Location loc, Value matrix) {
  if (Value packed = known.lookup(matrix))
    return packed;
  ArrayRef<int64_t> shape = getType(matrix).getShape();
  // What comes of images of one element.
  auto flat = matrix.getDefiningOp<ReshapeOp>();
  Value image = flat && isPacked(flat.getX()) ? flat.getX() : Value();
  if (image && getType(image).getShape() != ArrayRef<int64_t>({shape[0], shape[1], 1, 1}))
    image = Value();
  if (!image) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointAfterValue(matrix);
    image = CheckedBuilder(builder, loc).reshape(matrix, {shape[0], shape[1], 1, 1});
  }
  return known[matrix] = pack(builder, loc, image);
}

Value PackedTensors::unpack(OpBuilder &builder, Location loc, Value packed,
                            RankedTensorType plain) {
  SmallVector<int64_t> shape(plain.getShape()), starts(4, 0), steps(4, 1);
  int64_t channels = shape[1];
  shape[1] = roundUp(channels);
  Value value = remember(LayoutTransformOp::create(builder, loc, plain.clone(shape), packed,
                                                   getLayout(block), "NCHW"));
  if (shape[1] != channels)
    value = remember(SliceOp::create(builder, loc, plain, value, starts, plain.getShape(), steps));
  known[value] = packed;
  return value;
}

Value PackedTensors::packWeights(OpBuilder &builder, Value weights, bool isMatrix) {
  FailureOr<ConstantData> data = ConstantData::get(weights);
  Attribute attribute;
  if (failed(data) || !matchPattern(weights, m_Constant(&attribute)))
    return {};
  ArrayRef<int64_t> given = data->getType().getShape();
  SmallVector<int64_t> plain(given);
  if (isMatrix)
    plain = {given[1], given[0], 1, 1};
  int64_t outputs = plain[0], inputs = plain[1], window = plain[2] * plain[3];
  int64_t inputBlocks = roundUp(inputs) / block;
  auto type = data->getType().clone(
      {roundUp(outputs) / block, inputBlocks, plain[2], plain[3], block, block});
  ElementsAttr packed =
      makeConstant(type, getResourceName(attribute), [&](MutableArrayRef<char> bytes) {
        llvm::fill(bytes, 0);
        for (int64_t o = 0; o < outputs; ++o)
          for (int64_t i = 0; i < inputs; ++i)
            for (int64_t k = 0; k < window; ++k) {
              int64_t from = isMatrix ? i * outputs + o : (o * inputs + i) * window + k;
              int64_t tile = ((o / block) * inputBlocks + i / block) * window + k;
              bytes[(tile * block + o % block) * block + i % block] = *data->getElement(from);
            }
      });
  return ConstantOp::create(builder, weights.getLoc(), packed);
}

Value PackedTensors::packChannels(OpBuilder &builder, Value numbers) {
  FailureOr<ConstantData> data = ConstantData::get(numbers);
  if (failed(data))
    return {};
  int64_t count = data->getType().getNumElements();
  if (count == 1)
    return numbers;
  SmallVector<int32_t> packed(roundUp(count), 0);
  for (int64_t i = 0; i < count; ++i)
    packed[i] = int32_t(data->getNumber(i));
  auto type = data->getType().clone({int64_t(packed.size()) / block, 1, 1, block});
  return ConstantOp::create(builder, numbers.getLoc(),
                            DenseElementsAttr::get(type, ArrayRef<int32_t>(packed)));
}
