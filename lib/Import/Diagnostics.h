//===-- Diagnostics.h - names of strangers in messages ----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Strings of a model are printed escaped and cut, whatever bytes they hold.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_IMPORT_DIAGNOSTICS_H
#define DL_LIB_IMPORT_DIAGNOSTICS_H

#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace dl::onnx_import {

/// `text` in single quotes, control characters and quotes escaped, at most some
/// hundred characters of it.
std::string quoted(llvm::StringRef text);

/// How handlers and readers start an error: at the place they work for.
using ErrorFn = llvm::function_ref<mlir::InFlightDiagnostic()>;

} // namespace dl::onnx_import

#endif // DL_LIB_IMPORT_DIAGNOSTICS_H
