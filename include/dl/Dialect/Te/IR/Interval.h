//===-- Interval.h - values of index expressions ----------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef DL_DIALECT_TE_IR_INTERVAL_H
#define DL_DIALECT_TE_IR_INTERVAL_H

#include "mlir/IR/AffineExpr.h"
#include "mlir/IR/ValueRange.h"
#include "llvm/ADT/DynamicAPInt.h"

#include <optional>

namespace dl::te {

struct AxisScope;

/// The integers from `low` to `high`, both included.
struct Interval {
  llvm::DynamicAPInt low, high;
};

/// An interval that holds all values of an expression without symbols, where dim d runs through
/// [0, extents[d]); both ends of that of a linear one are values. nullopt where a value on the
/// way does not fit into the 64 bits that indices have, or a divisor is not positive.
/// Precondition: the extents of the dims that it depends on are known.
std::optional<Interval> getInterval(mlir::AffineExpr expr, llvm::ArrayRef<int64_t> extents);

/// The same where dim d is the axis that operand d is; nullopt as well where the expression depends
/// on another value, or on an axis that is empty or of unknown extent.
std::optional<Interval> getInterval(mlir::AffineExpr expr, mlir::ValueRange operands,
                                    const AxisScope &scope);

} // namespace dl::te

#endif // DL_DIALECT_TE_IR_INTERVAL_H
