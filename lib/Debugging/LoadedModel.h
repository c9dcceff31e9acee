//===-- LoadedModel.h - a model with what its runs need ---------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_DEBUGGING_LOADEDMODEL_H
#define DL_LIB_DEBUGGING_LOADEDMODEL_H

#include "dl/Debugging/CutGraph.h"
#include "dl/Debugging/PassList.h"
#include "dl/Pipelines/Run.h"

namespace dl::debugging {

struct LoadedModel {
  GraphCase start;
  /// To the llvm dialect.
  std::vector<ListedPass> passes;
};

/// Reads the model of a run, which has to be of the graph or te level, makes its inputs, and lists
/// the passes of `pipeline`, or those of dl-compile where that is empty. What is wrong with the
/// model is told as diagnostics before the error.
llvm::Expected<LoadedModel> loadModel(const RunOptions &run, llvm::StringRef pipeline,
                                      mlir::MLIRContext *context);

} // namespace dl::debugging

#endif // DL_LIB_DEBUGGING_LOADEDMODEL_H
