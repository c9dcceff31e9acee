//===-- TensorExpressionOpInterface.h - an op's te program ------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The op interface that gives each graph op its meaning as a te program.
//
//===----------------------------------------------------------------------===//
#ifndef DL_INTERFACES_TENSOREXPRESSIONOPINTERFACE_H
#define DL_INTERFACES_TENSOREXPRESSIONOPINTERFACE_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpDefinition.h"

namespace dl {

/// An operand that holds indices into dims of another one. The last dim of the
/// indices runs over `dims` where these are several; each index must lie in
/// [-extent, extent) of its dim.
struct IndexCheck {
  unsigned indices;
  unsigned data;
  llvm::SmallVector<unsigned, 1> dims;
};

} // namespace dl

#include "dl/Interfaces/TensorExpressionOpInterface.h.inc"

#endif // DL_INTERFACES_TENSOREXPRESSIONOPINTERFACE_H
