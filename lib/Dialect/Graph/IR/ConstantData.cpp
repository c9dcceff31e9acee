//===-- ConstantData.cpp - the elements of constants ------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Access to the elements of constants and making new ones.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Graph/IR/ConstantData.h"
#include "dl/Support/Tensor.h"

#include "mlir/IR/AsmState.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace dl::graph;

FailureOr<ConstantData> ConstantData::get(Attribute attribute) {
  ConstantData constant;
  auto elements = dyn_cast_if_present<ElementsAttr>(attribute);
  if (!elements)
    return failure();
  constant.type = dyn_cast<RankedTensorType>(elements.getType());
  if (!constant.type || !constant.type.hasStaticShape() ||
      !constant.getElementType().isIntOrFloat() ||
      constant.getElementType().getIntOrFloatBitWidth() % 8 != 0)
    return failure();
  constant.elementBytes = constant.getElementType().getIntOrFloatBitWidth() / 8;
  if (auto dense = dyn_cast<DenseElementsAttr>(elements)) {
    constant.data = dense.getRawData();
    constant.splat = dense.isSplat();
    return constant;
  }
  auto resource = dyn_cast<DenseResourceElementsAttr>(elements);
  if (!resource || !resource.getRawHandle().getBlob())
    return failure();
  constant.data = resource.getData();
  int64_t count = constant.type.getNumElements();
  if (int64_t(constant.data.size()) != count * constant.elementBytes)
    return failure();
  return constant;
}

FailureOr<ConstantData> ConstantData::get(Value value) {
  Attribute attribute;
  if (!value || !matchPattern(value, m_Constant(&attribute)))
    return failure();
  return get(attribute);
}

double ConstantData::getNumber(int64_t position) const {
  const char *bytes = getElement(position);
  Type elementType = getElementType();
  if (elementType.isF32()) {
    float number;
    std::memcpy(&number, bytes, sizeof(number));
    return number;
  }
  if (elementType.isF64()) {
    double number;
    std::memcpy(&number, bytes, sizeof(number));
    return number;
  }
  uint64_t words[2] = {0, 0};
  assert(elementBytes <= sizeof(words) && "element types are at most 128 bits wide");
  std::memcpy(words, bytes, elementBytes);
  APInt bits(elementBytes * 8, ArrayRef<uint64_t>(words, (elementBytes + 7) / 8));
  if (auto floatType = dyn_cast<FloatType>(elementType)) {
    APFloat number(floatType.getFloatSemantics(), bits);
    bool inexact;
    number.convert(APFloat::IEEEdouble(), APFloat::rmNearestTiesToEven, &inexact);
    return number.convertToDouble();
  }
  return elementType.isUnsignedInteger() ? bits.roundToDouble() : bits.signedRoundToDouble();
}

ElementsAttr dl::graph::makeConstant(RankedTensorType type, StringRef hint,
                                     llvm::function_ref<void(MutableArrayRef<char>)> fill) {
  int64_t bytes = type.getNumElements() * (type.getElementType().getIntOrFloatBitWidth() / 8);
  if (bytes <= kMaxInlineBytes) {
    SmallVector<char> data(bytes);
    fill(data);
    return cast<ElementsAttr>(DenseElementsAttr::getFromRawBuffer(type, data));
  }
  AsmResourceBlob blob = HeapAsmResourceBlob::allocate(bytes, /*align=*/64);
  fill(blob.getMutableData());
  return cast<ElementsAttr>(DenseResourceElementsAttr::get(type, hint, std::move(blob)));
}

void dl::graph::writeNumber(Type type, double number, char *bytes) {
  if (type.isF32()) {
    float narrow = number;
    std::memcpy(bytes, &narrow, sizeof(narrow));
    return;
  }
  if (type.isF64()) {
    std::memcpy(bytes, &number, sizeof(number));
    return;
  }
  APFloat value(number);
  bool inexact;
  value.convert(cast<FloatType>(type).getFloatSemantics(), APFloat::rmNearestTiesToEven, &inexact);
  APInt bits = value.bitcastToAPInt();
  std::memcpy(bytes, bits.getRawData(), bits.getBitWidth() / 8);
}

ElementsAttr dl::graph::makeConstant(RankedTensorType type, StringRef hint,
                                     ArrayRef<double> numbers) {
  Type elementType = type.getElementType();
  unsigned width = elementType.getIntOrFloatBitWidth() / 8;
  return makeConstant(type, hint, [&](MutableArrayRef<char> bytes) {
    for (auto [i, number] : llvm::enumerate(numbers))
      writeNumber(elementType, number, bytes.data() + i * width);
  });
}

Type dl::graph::getStorageType(Type elementType) {
  if (elementType.isInteger(1) || isNarrow(elementType))
    return IntegerType::get(elementType.getContext(), 8);
  if (elementType.isUnsignedInteger())
    return IntegerType::get(elementType.getContext(), elementType.getIntOrFloatBitWidth());
  return elementType;
}

RankedTensorType dl::graph::getStorageType(RankedTensorType type) {
  return type.clone(getStorageType(type.getElementType()));
}

ElementsAttr dl::graph::getStorageAttr(ElementsAttr attribute) {
  auto type = cast<RankedTensorType>(attribute.getType());
  RankedTensorType stored = getStorageType(type);
  if (type == stored)
    return attribute;
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(attribute))
    return DenseResourceElementsAttr::get(stored, resource.getRawHandle());
  auto dense = cast<DenseElementsAttr>(attribute);
  if (!type.getElementType().isInteger(1))
    return DenseElementsAttr::getFromRawBuffer(stored, dense.getRawData());
  if (dense.isSplat())
    return DenseElementsAttr::get(stored, static_cast<int8_t>(dense.getSplatValue<bool>()));
  SmallVector<int8_t> bytes = llvm::map_to_vector(
      dense.getValues<bool>(), [](bool value) { return static_cast<int8_t>(value); });
  return DenseElementsAttr::get(stored, ArrayRef<int8_t>(bytes));
}

StringRef dl::graph::getResourceName(Attribute attribute) {
  auto resource = dyn_cast_if_present<DenseResourceElementsAttr>(attribute);
  return resource ? resource.getRawHandle().getKey() : "constant";
}
