//===-- QuantizedValues.h - what quantize and dequantize became -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Recognises the arithmetic that importers write for quantized numbers.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_DIALECT_GRAPH_TRANSFORMS_QUANTIZEDVALUES_H
#define DL_LIB_DIALECT_GRAPH_TRANSFORMS_QUANTIZEDVALUES_H

#include "dl/Support/Tensor.h"

#include "mlir/IR/Value.h"

namespace dl::graph {

/// What a value is, where it follows from constants of at most `maxElements` elements; nothing
/// otherwise.
std::optional<Tensor> evaluateConstant(mlir::Value value, int64_t maxElements = 1 << 16);

/// scale * (bytes - zeroPoint), as floats.
struct DequantizedValue {
  mlir::Value bytes;
  /// One number, or one for each index of `axis`.
  llvm::SmallVector<double> scales;
  llvm::SmallVector<int64_t> zeroPoints;
  int64_t axis = 0;

  /// One scale and one zero point for all.
  bool isUniform() const { return scales.size() == 1 && zeroPoints.size() == 1; }
  bool isZeroPointZero() const {
    return llvm::all_of(zeroPoints, [](int64_t number) { return number == 0; });
  }
};
std::optional<DequantizedValue> matchDequantized(mlir::Value value);

/// saturate(round(source / scale) + zeroPoint), as bytes.
struct QuantizedValue {
  mlir::Value source;
  double scale = 0;
  int64_t zeroPoint = 0;
};
std::optional<QuantizedValue> matchQuantized(mlir::Value bytes);

} // namespace dl::graph

#endif // DL_LIB_DIALECT_GRAPH_TRANSFORMS_QUANTIZEDVALUES_H
