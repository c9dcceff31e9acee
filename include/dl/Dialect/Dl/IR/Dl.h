//===-- Dl.h - what modules of all levels say --------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dialect `dl`: attributes that levels hand down to each other.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DIALECT_DL_IR_DL_H
#define DL_DIALECT_DL_IR_DL_H

#include "mlir/IR/Dialect.h"

#include "dl/Dialect/Dl/IR/DlDialect.h.inc"

namespace dl {

// The entries of one of the dictionaries of `dl.size_checks`. `sizes` is a map from the
// symbols that `dl.dims` of the function's arguments name, in their order, to two sizes.
constexpr llvm::StringLiteral sizeCheckKindName = "is";
constexpr llvm::StringLiteral sizeCheckNodesName = "nodes";
constexpr llvm::StringLiteral sizeCheckSizesName = "sizes";
/// Values of `is`.
constexpr llvm::StringLiteral sizeCheckEqual = "equal", sizeCheckAtLeast = "at_least";

} // namespace dl

#endif // DL_DIALECT_DL_IR_DL_H
