//===-- WeightsFile.h - weights beside a module's text ----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to lib/Pipelines. The file is bytecode of a module that holds the resources by their
// names; the text names it in `dl.weights_file`.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_PIPELINES_WEIGHTSFILE_H
#define DL_LIB_PIPELINES_WEIGHTSFILE_H

#include "dl/Support/OutputFile.h"

#include "mlir/IR/BuiltinOps.h"

namespace dl {

/// Writes the resources of a module.
llvm::Error writeWeightsFile(mlir::ModuleOp module, OutputFile &file);

/// Says in the module that its weights are in the file of that name in its folder.
void setWeightsFile(mlir::ModuleOp module, llvm::StringRef path);

/// Gives a module that was read from `path` the weights of the file that it names, which is added
/// to `inputs` unless that is null. An error where it names none and its weights are left out.
llvm::LogicalResult readWeightsFile(mlir::ModuleOp module, llvm::StringRef path,
                                    InputFiles *inputs);

} // namespace dl

#endif // DL_LIB_PIPELINES_WEIGHTSFILE_H
