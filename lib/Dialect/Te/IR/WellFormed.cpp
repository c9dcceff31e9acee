//===-- WellFormed.cpp - operations whose own rules hold --------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See WellFormed.h.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Te/IR/WellFormed.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Operation.h"

using namespace mlir;

bool dl::te::isWellFormed(Operation *op) {
  std::optional<RegisteredOperationName> info = op->getRegisteredInfo();
  if (!info)
    return false;
  ScopedDiagnosticHandler silent(op->getContext(), [](Diagnostic &) { return success(); });
  return succeeded(info->verifyInvariants(op));
}
