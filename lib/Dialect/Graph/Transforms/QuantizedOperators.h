//===-- QuantizedOperators.h - operators on bytes ---------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The integer forms of operators between dequantized operands and a quantized result.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_DIALECT_GRAPH_TRANSFORMS_QUANTIZEDOPERATORS_H
#define DL_LIB_DIALECT_GRAPH_TRANSFORMS_QUANTIZEDOPERATORS_H

#include "QuantizedValues.h"

#include "mlir/IR/Builders.h"

namespace dl::graph {

/// Gives operands as bytes with a sign.
using GetBytes = llvm::function_ref<DequantizedValue(const DequantizedValue &)>;

/// Factors of the operands of a sum, which are multiplied in 32 bits.
constexpr int64_t largestAddend = (1 << 18) - 1;

/// Makes the bytes of a result, whose zero point is that of bytes with a sign, from bytes. Null
/// where what is quantized is no such operator, or, with `reason`, one that has no integer form;
/// failure after a diagnostic.
mlir::FailureOr<mlir::Value> lowerQuantizedOperator(mlir::OpBuilder &builder,
                                                    const QuantizedValue &result, GetBytes getBytes,
                                                    std::string &reason);

} // namespace dl::graph

#endif // DL_LIB_DIALECT_GRAPH_TRANSFORMS_QUANTIZEDOPERATORS_H
