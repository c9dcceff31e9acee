//===-- Onnx.h - import of ONNX models --------------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Entry points of the ONNX importer: a model, from a file or from memory, becomes
// a module of the graph level with a public function @main.
//
//===----------------------------------------------------------------------===//
#ifndef DL_IMPORT_ONNX_H
#define DL_IMPORT_ONNX_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/MemoryBufferRef.h"
#include <cstdint>
#include <map>
#include <string>

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace dl {
class InputFiles;
} // namespace dl

namespace dl::onnx_import {

/// Choices of an import.
struct ImportOptions {
  /// The folder that external data must lie in. Empty: the folder of the model
  /// file, or, for a model in memory whose identifier is not a path, none.
  std::string dataFolder;
  /// Gets the files of external data that were read; may be null.
  InputFiles *inputs = nullptr;
  /// Numbers for dims that the model leaves open, by their names ("batch") or by input and
  /// dim ("x.2"). Others are an error that names the open dims.
  std::map<std::string, int64_t> sizes = {};
};

/// Reads the ONNX model in the file `path`. Returns null after diagnostics at
/// the model's nodes if the file is not a model that can be imported; nothing
/// else is left in the context then. Weights are kept as resources of the
/// context: storage of the parsed file, or of a read-only mapping of an external
/// file, which must not be truncated while the context lives.
mlir::OwningOpRef<mlir::ModuleOp> importOnnx(llvm::StringRef path, mlir::MLIRContext *context,
                                             const ImportOptions &options = {});

/// The same from memory. The buffer's identifier names the model in diagnostics
/// and, unless it is empty or in angle brackets, is the path that external data
/// is relative to. The buffer may be freed after the call.
mlir::OwningOpRef<mlir::ModuleOp> importOnnx(llvm::MemoryBufferRef buffer,
                                             mlir::MLIRContext *context,
                                             const ImportOptions &options = {});

/// The inputs of the model that an error of the importer is about because their
/// values decide shapes: with these as initializers the import gets further. Empty
/// for other diagnostics. The names live as long as the context.
llvm::SmallVector<llvm::StringRef> getInputsToFix(mlir::Diagnostic &diagnostic);

/// Prints the operators that can be imported, one a line: domain, name and the
/// since-versions that are known.
void printSupportedOperators(llvm::raw_ostream &os);

} // namespace dl::onnx_import

#endif // DL_IMPORT_ONNX_H
