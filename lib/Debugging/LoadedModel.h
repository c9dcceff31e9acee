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
#include "dl/Debugging/ModuleRuns.h"
#include "dl/Debugging/PassList.h"
#include "dl/Pipelines/Run.h"

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/SourceMgr.h"

namespace dl::debugging {

struct LoadedModel {
  GraphCase start;
  /// To the llvm dialect.
  std::vector<ListedPass> passes;
};

/// Reads the model of a run, which has to be of the graph or te level, makes its inputs, and lists
/// the passes of `pipeline`, or those of dl-compile where that is empty. What is wrong with the
/// model is told as diagnostics before the error.
/// What a tool runs the forms of a model with: a context, whose diagnostics it prints, and how code
/// is made of them, by LLVM's level 0.
class ModelTool {
protected:
  ModelTool(llvm::StringRef tool, const RunOptions &run, double seconds, llvm::raw_ostream &os,
            llvm::raw_ostream &errors);

  /// Prints an error as the tool's.
  void print(llvm::Error error);

  llvm::raw_ostream &os;
  llvm::raw_ostream &errors;
  std::unique_ptr<mlir::MLIRContext> context;
  CodeOptions code;

private:
  llvm::StringRef tool;
  llvm::SourceMgr sources;
  mlir::SourceMgrDiagnosticHandler handler;
};

llvm::Expected<LoadedModel> loadModel(const RunOptions &run, llvm::StringRef pipeline,
                                      mlir::MLIRContext *context);

} // namespace dl::debugging

#endif // DL_LIB_DEBUGGING_LOADEDMODEL_H
