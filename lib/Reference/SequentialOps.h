//===-- SequentialOps.h - te.scatter and te.scan -----------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Evaluation of the stages that have an order. Internal to the interpreter.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_REFERENCE_SEQUENTIALOPS_H
#define DL_LIB_REFERENCE_SEQUENTIALOPS_H

#include "dl/Reference/TeInterpreter.h"

namespace dl::reference {

/// The base with all updates, in the order of the axes. Null after an error.
Tensor evaluateScatter(te::ScatterOp op, const Values &values);

/// The last states and the stacked results.
llvm::FailureOr<llvm::SmallVector<Tensor>> evaluateScan(te::ScanOp op, Values &values);

} // namespace dl::reference

#endif // DL_LIB_REFERENCE_SEQUENTIALOPS_H
