//===-- Bitcast.cpp - bits of elements as other elements --------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// arith.bitcast on rows. Lanes of f32 hold 16 bits as the number that they mean.
//
//===----------------------------------------------------------------------===//
#include "ScalarOps.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/bit.h"

using namespace mlir;
using namespace dl;
using namespace dl::reference;

template <typename R, typename T, R (*function)(T)> static int64_t mapRow(const RowArguments &a) {
  auto *result = static_cast<R *>(a.result);
  auto *operand = static_cast<const T *>(a.operands[0]);
  for (int64_t i = 0; i != a.count; ++i)
    result[i] = function(operand[i]);
  return -1;
}

template <const llvm::fltSemantics &(*getFormat)()> static int64_t getBits16(float number) {
  APFloat value(number);
  bool losesInfo;
  value.convert(getFormat(), APFloat::rmNearestTiesToEven, &losesInfo);
  return value.bitcastToAPInt().getSExtValue();
}

template <const llvm::fltSemantics &(*getFormat)()> static float getNumber16(int64_t bits) {
  return APFloat(getFormat(), APInt(16, bits & 0xffff)).convertToFloat();
}

static int64_t getBits32(float number) { return llvm::bit_cast<int32_t>(number); }
static int64_t getBits64(double number) { return llvm::bit_cast<int64_t>(number); }
static float getNumber32(int64_t bits) { return llvm::bit_cast<float>(int32_t(bits)); }
static double getNumber64(int64_t bits) { return llvm::bit_cast<double>(bits); }
static int64_t getSame(int64_t bits) { return bits; }

RowFunction dl::reference::getBitcast(ElementType from, ElementType to) {
  bool isFromFloat = from >= ElementType::F16, isToFloat = to >= ElementType::F16;
  if (isFromFloat && isToFloat)
    return nullptr;
  switch (isFromFloat ? from : to) {
  case ElementType::F16:
    return isFromFloat ? mapRow<int64_t, float, getBits16<APFloat::IEEEhalf>>
                       : mapRow<float, int64_t, getNumber16<APFloat::IEEEhalf>>;
  case ElementType::BF16:
    return isFromFloat ? mapRow<int64_t, float, getBits16<APFloat::BFloat>>
                       : mapRow<float, int64_t, getNumber16<APFloat::BFloat>>;
  case ElementType::F32:
    return isFromFloat ? mapRow<int64_t, float, getBits32> : mapRow<float, int64_t, getNumber32>;
  case ElementType::F64:
    return isFromFloat ? mapRow<int64_t, double, getBits64> : mapRow<double, int64_t, getNumber64>;
  default:
    return mapRow<int64_t, int64_t, getSame>;
  }
}
