//===-- Weights.cpp - the constants of a compiled model ---------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads and writes the weight table of a module, and streams its bytes.
//
//===----------------------------------------------------------------------===//
#include "dl/Codegen/Weights.h"
#include "dl/Dialect/Dl/IR/Dl.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

int64_t dl::codegen::getByteSize(ShapedType type) {
  Type element = type.getElementType();
  if (!type.hasStaticShape() || !element.isIntOrFloat() || element.getIntOrFloatBitWidth() % 8)
    return -1;
  int64_t bytes = element.getIntOrFloatBitWidth() / 8;
  for (int64_t extent : type.getShape())
    if (llvm::MulOverflow(bytes, extent, bytes))
      return -1;
  return bytes;
}

ArrayRef<char> dl::codegen::getRawBytes(ElementsAttr value) {
  if (auto dense = dyn_cast<DenseElementsAttr>(value))
    return dense.getRawData();
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(value))
    if (AsmResourceBlob *blob = resource.getRawHandle().getBlob())
      return blob->getData();
  return {};
}

void dl::codegen::setWeightTable(ModuleOp module, ArrayRef<WeightEntry> entries, int64_t size) {
  Builder builder(module.getContext());
  SmallVector<Attribute> table;
  for (const WeightEntry &entry : entries)
    table.push_back(builder.getDictionaryAttr(
        {builder.getNamedAttr("offset", builder.getI64IntegerAttr(entry.offset)),
         builder.getNamedAttr("value", entry.value)}));
  module->setAttr(dl::DlDialect::getWeightsAttrName(), builder.getArrayAttr(table));
  module->setAttr(dl::DlDialect::getWeightsSizeAttrName(), builder.getI64IntegerAttr(size));
}

SmallVector<dl::codegen::WeightEntry> dl::codegen::getWeightTable(ModuleOp module) {
  SmallVector<WeightEntry> entries;
  if (auto table = module->getAttrOfType<ArrayAttr>(dl::DlDialect::getWeightsAttrName()))
    for (auto entry : table.getAsRange<DictionaryAttr>())
      entries.push_back(
          {entry.getAs<IntegerAttr>("offset").getInt(), entry.getAs<ElementsAttr>("value")});
  return entries;
}

int64_t dl::codegen::getWeightsSize(ModuleOp module) {
  auto size = module->getAttrOfType<IntegerAttr>(dl::DlDialect::getWeightsSizeAttrName());
  return size ? size.getInt() : 0;
}

void dl::codegen::writeWeights(ModuleOp module, raw_ostream &os) {
  int64_t position = 0;
  for (const WeightEntry &entry : getWeightTable(module)) {
    os.write_zeros(entry.offset - position);
    ArrayRef<char> bytes = getRawBytes(entry.value);
    int64_t size = getByteSize(entry.value.getShapedType());
    // A splat has one element; many are written at once.
    SmallVector<char> repeated;
    if (int64_t(bytes.size()) < size)
      while (repeated.size() < 4096)
        repeated.append(bytes.begin(), bytes.end());
    if (!repeated.empty())
      bytes = repeated;
    for (int64_t written = 0; written < size; written += bytes.size())
      os.write(bytes.data(), std::min<int64_t>(bytes.size(), size - written));
    position = entry.offset + size;
  }
  os.write_zeros(getWeightsSize(module) - position);
}
