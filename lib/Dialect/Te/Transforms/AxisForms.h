//===-- AxisForms.h - indices as sums of axes --------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to lib/Dialect/Te/Transforms: what passes ask of reads that move elements along axes.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_DIALECT_TE_TRANSFORMS_AXISFORMS_H
#define DL_LIB_DIALECT_TE_TRANSFORMS_AXISFORMS_H

#include "dl/Dialect/Te/IR/Te.h"

namespace dl::te {

/// The linear form of an expression over the axes of a stage, in their order; nothing where it has
/// none, or an operand of the read is no axis.
std::optional<LinearForm> getFormOfAxes(mlir::AffineExpr expr, ReadOp read, ComputeOp compute);

/// The only axis of a form, if its coefficient is 1 or -1, else -1.
int64_t getOnlyAxis(const LinearForm &form);

} // namespace dl::te

#endif // DL_LIB_DIALECT_TE_TRANSFORMS_AXISFORMS_H
