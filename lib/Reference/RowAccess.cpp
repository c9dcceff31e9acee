//===-- RowAccess.cpp - rows from and to tensor storage -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads, stores and rounding of rows of elements for every element type.
//
//===----------------------------------------------------------------------===//
#include "ScalarOps.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>
#include <cstring>

using namespace mlir;
using namespace dl;
using namespace dl::reference;

namespace {
/// Storage of the narrow float types.
struct Half {
  uint16_t bits;
  Half() = default;
  explicit Half(double value) {
    APFloat f(value);
    bool losesInfo;
    f.convert(APFloat::IEEEhalf(), APFloat::rmNearestTiesToEven, &losesInfo);
    bits = f.bitcastToAPInt().getZExtValue();
  }
  explicit operator float() const {
    return APFloat(APFloat::IEEEhalf(), APInt(16, bits)).convertToFloat();
  }
};
struct BFloat {
  uint16_t bits;
  BFloat() = default;
  explicit BFloat(double value) {
    APFloat f(value);
    bool losesInfo;
    f.convert(APFloat::BFloat(), APFloat::rmNearestTiesToEven, &losesInfo);
    bits = f.bitcastToAPInt().getZExtValue();
  }
  explicit operator float() const {
    return llvm::bit_cast<float>(static_cast<uint32_t>(bits) << 16);
  }
};
/// An i1 is stored as one byte.
struct Bool {
  uint8_t bits;
  Bool() = default;
  explicit Bool(int64_t value) : bits(value & 1) {}
  explicit operator int64_t() const { return bits & 1; }
};
} // namespace

/// Calls `function(stored, lane)` with a value of the storage type and one of
/// the row's type.
template <typename F> static void dispatch(ElementType type, F function) {
  switch (type) {
  case ElementType::I1:
    return function(Bool(), int64_t());
  case ElementType::I8:
    return function(int8_t(), int64_t());
  case ElementType::U8:
    return function(uint8_t(), int64_t());
  case ElementType::I16:
    return function(int16_t(), int64_t());
  case ElementType::U16:
    return function(uint16_t(), int64_t());
  case ElementType::I32:
    return function(int32_t(), int64_t());
  case ElementType::U32:
    return function(uint32_t(), int64_t());
  case ElementType::I64:
    return function(int64_t(), int64_t());
  case ElementType::U64:
    return function(uint64_t(), int64_t());
  case ElementType::F16:
    return function(Half(), float());
  case ElementType::BF16:
    return function(BFloat(), float());
  case ElementType::F32:
    return function(float(), float());
  case ElementType::F64:
    return function(double(), double());
  }
}

template <typename Stored, typename Element>
static void load(const Stored *__restrict data, const int64_t *__restrict offsets, int64_t stride,
                 Element *__restrict row, int64_t count) {
  if (offsets) {
    for (int64_t i = 0; i != count; ++i)
      row[i] = static_cast<Element>(data[offsets[i]]);
  } else if (stride == 1) {
    for (int64_t i = 0; i != count; ++i)
      row[i] = static_cast<Element>(data[i]);
  } else if (stride == 0) {
    std::fill_n(row, count, static_cast<Element>(*data));
  } else {
    for (int64_t i = 0; i != count; ++i)
      row[i] = static_cast<Element>(data[i * stride]);
  }
}

void dl::reference::loadRow(ElementType type, const void *data, int64_t base,
                            const int64_t *offsets, int64_t stride, void *row, int64_t count) {
  dispatch(type, [&](auto stored, auto element) {
    load(static_cast<const decltype(stored) *>(data) + base, offsets, stride,
         static_cast<decltype(element) *>(row), count);
  });
}

template <typename Stored, typename Element>
static void store(const Element *__restrict row, Stored *__restrict data, int64_t count) {
  for (int64_t i = 0; i != count; ++i)
    data[i] = static_cast<Stored>(row[i]);
}

void dl::reference::storeRow(ElementType type, const void *row, bool isWide, void *data,
                             int64_t count) {
  dispatch(type, [&](auto stored, auto element) {
    auto *target = static_cast<decltype(stored) *>(data);
    if constexpr (std::is_same_v<decltype(element), float>)
      if (isWide)
        return store(static_cast<const double *>(row), target, count);
    store(static_cast<const decltype(element) *>(row), target, count);
  });
}

int64_t ScalarKernel::run(void *result, ArrayRef<const void *> operands, int64_t count) const {
  RowArguments arguments{result, {}, count, width};
  std::copy(operands.begin(), operands.end(), arguments.operands);
  int64_t undefined = function(arguments);
  if (resultType == ElementType::F16 || resultType == ElementType::BF16) {
    auto *row = static_cast<float *>(result);
    for (int64_t i = 0; i != count; ++i)
      row[i] = resultType == ElementType::F16 ? float(Half(row[i])) : float(BFloat(row[i]));
  } else if (unsigned bits = getIntegerWidth(resultType); bits == 1) {
    auto *row = static_cast<int64_t *>(result);
    for (int64_t i = 0; i != count; ++i)
      row[i] &= 1;
  } else if (bits < 64) {
    auto *row = static_cast<int64_t *>(result);
    for (int64_t i = 0; i != count; ++i)
      row[i] = static_cast<int64_t>(static_cast<uint64_t>(row[i]) << (64 - bits)) >> (64 - bits);
  }
  return undefined;
}
