//===-- ScaleTables.cpp - tables of scales from the operands of kernels ---===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A table is one operand with the bytes of what the store stage loads: of each block all biases,
// then all multipliers, then all shifts.
//
//===----------------------------------------------------------------------===//
#include "ScaleTables.h"

#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace dl::vdla;

SmallVector<int> dl::vdla::getInputsWithTable(unsigned numInputs, const ScaleTable &table) {
  SmallVector<int> operands;
  bool hasTable = false;
  for (unsigned i = 0; i < numInputs; ++i) {
    if (!table.hasOperand(int(i))) {
      operands.push_back(int(i));
    } else if (!hasTable) {
      operands.push_back(-1);
      hasTable = true;
    }
  }
  if (!hasTable)
    operands.push_back(-1);
  return operands;
}

RankedTensorType dl::vdla::getTableType(const DeviceModel &model, const ScaleTable &table,
                                        MLIRContext *context) {
  return RankedTensorType::get({table.blocks, model.getElementBytes(Memory::Scale)},
                               IntegerType::get(context, 8));
}

/// The numbers of a constant, row by row.
static std::optional<SmallVector<int64_t>> getNumbers(Value value, std::string &reason) {
  ElementsAttr constant;
  if (!matchPattern(value, m_Constant(&constant)) || !constant.getElementType().isInteger()) {
    reason = "its scales are no constants where it is called";
    return std::nullopt;
  }
  SmallVector<int64_t> numbers;
  if (auto dense = dyn_cast<DenseElementsAttr>(constant)) {
    for (const APInt &number : dense.getValues<APInt>())
      numbers.push_back(number.getSExtValue());
    return numbers;
  }
  auto resource = dyn_cast<DenseResourceElementsAttr>(constant);
  AsmResourceBlob *blob = resource ? resource.getRawHandle().getBlob() : nullptr;
  if (!blob) {
    reason = "its scales are constants without data";
    return std::nullopt;
  }
  size_t bytes = constant.getElementType().getIntOrFloatBitWidth() / 8;
  ArrayRef<char> data = blob->getData();
  for (size_t at = 0; at + bytes <= data.size(); at += bytes) {
    uint64_t number = 0;
    for (size_t i = 0; i < bytes; ++i)
      number |= uint64_t(uint8_t(data[at + i])) << (8 * i);
    numbers.push_back(llvm::SignExtend64(number, unsigned(8 * bytes)));
  }
  return numbers;
}

FailureOr<ElementsAttr> dl::vdla::makeScaleTable(const DeviceModel &model, const ScaleTable &table,
                                                 ValueRange operands, MLIRContext *context,
                                                 std::string &reason) {
  const Widths &bits = model.getConfig().bits;
  int64_t lanes = model.getLanes(Memory::Scale), size = model.getElementBytes(Memory::Scale);
  std::vector<int8_t> bytes(size_t(table.blocks * size));
  const ScaleTable::Column *columns[3] = {&table.bias, &table.multiplier, &table.shift};
  const char *names[3] = {"bias", "multiplier", "shift"};
  int64_t widths[3] = {bits.bias / 8, bits.multiplier / 8, bits.shift / 8}, offset = 0;
  for (int number = 0; number < 3; ++number) {
    const ScaleTable::Column &column = *columns[number];
    std::optional<SmallVector<int64_t>> numbers = SmallVector<int64_t>{column.number};
    if (column.operand != -1)
      numbers = getNumbers(operands[size_t(column.operand)], reason);
    if (!numbers)
      return failure();
    for (int64_t block = 0; block < table.blocks; ++block)
      for (int64_t lane = 0; lane < lanes; ++lane) {
        int64_t value = (*numbers)[size_t(block * column.step + lane * column.laneStep)];
        // Shifts are below 64, others numbers with a sign.
        bool fits = number == 2 ? value >= 0 && value < 64
                                : llvm::isIntN(unsigned(8 * widths[number]), value);
        if (!fits) {
          reason = std::string("a ") + names[number] + " is " + std::to_string(value) +
                   ", which the machine's table does not hold";
          return failure();
        }
        for (int64_t i = 0; i < widths[number]; ++i)
          bytes[size_t(block * size + offset + lane * widths[number] + i)] =
              int8_t(value >> (8 * i));
      }
    offset += lanes * widths[number];
  }
  return ElementsAttr(
      DenseElementsAttr::get(getTableType(model, table, context), ArrayRef<int8_t>(bytes)));
}
