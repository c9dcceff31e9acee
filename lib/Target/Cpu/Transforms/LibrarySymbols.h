//===-- LibrarySymbols.h - what libraries define -------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The symbols of libraries and objects that a model may refer to. Only their symbol tables
// are read: nothing of them is run.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_TARGET_CPU_TRANSFORMS_LIBRARYSYMBOLS_H
#define DL_LIB_TARGET_CPU_TRANSFORMS_LIBRARYSYMBOLS_H

#include "mlir/IR/Location.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/LogicalResult.h"

namespace dl::cpu {

/// Global functions and data by name.
struct LibrarySymbols {
  llvm::StringSet<> functions, data;

  /// Adds what a library or object defines. Errors are reported at `loc`.
  llvm::LogicalResult add(llvm::StringRef path, mlir::Location loc);
};

} // namespace dl::cpu

#endif // DL_LIB_TARGET_CPU_TRANSFORMS_LIBRARYSYMBOLS_H
