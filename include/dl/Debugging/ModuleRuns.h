//===-- ModuleRuns.h - run a program at any level ---------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One way to execute each form that a program has on its way down: the interpreters of graph and
// te, and compiled code for all that comes after.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DEBUGGING_MODULERUNS_H
#define DL_DEBUGGING_MODULERUNS_H

#include "dl/Debugging/PassList.h"
#include "dl/Pipelines/Run.h"

#include "mlir/IR/BuiltinOps.h"

namespace dl::debugging {

/// What a program can be executed by: an interpreter, or once its kernels are loops by code alone.
enum class FormKind { Graph, Te, Loops };
/// By what stands in the module: a pass may be about to say another level.
FormKind getForm(mlir::ModuleOp module);
llvm::StringRef stringify(FormKind kind);

/// A call of a kernel, or an operator of the graph, while a program ran.
struct ObservedCall {
  /// Where it stands in the module that was interpreted; null of compiled code.
  mlir::Operation *op = nullptr;
  /// The kernel's name; empty for an operator.
  std::string kernel;
  /// The model's nodes, joined by '+'.
  std::string nodes;
  /// Of what was interpreted, without the destinations.
  llvm::SmallVector<Tensor> operands;
  /// Null where compiled code does not tell where one is.
  llvm::SmallVector<Tensor> outputs;
};

struct ModelRun {
  llvm::SmallVector<Tensor> outputs;
  std::vector<ObservedCall> calls;
};

/// Interprets a module of the graph or te level. The error has the text of the diagnostics. Calls
/// are recorded where `observes`.
llvm::Expected<ModelRun> interpretModule(mlir::ModuleOp module, llvm::ArrayRef<Tensor> inputs,
                                         bool observes = true);

/// How code is made and run.
struct CodeOptions {
  /// Machine, threads, libraries.
  CompileOptions compile;
  /// LLVM's optimisation level.
  unsigned level = 0;
  /// For one form: its passes, its code and its run.
  double seconds = 30;
};

/// Runs passes on a copy of the module, which take it to the llvm dialect, and the code that
/// becomes of it, all in a child. An error where that fails, crashes or takes too long; `crashed`,
/// where it is given, then says whether it was one of the latter.
llvm::Expected<ModelRun> compileAndRun(mlir::ModuleOp module, llvm::ArrayRef<ListedPass> passes,
                                       llvm::ArrayRef<Tensor> inputs, const CodeOptions &options,
                                       bool *crashed = nullptr);

/// Runs a pipeline on a module. The error has the text of the diagnostics.
llvm::Error runPipeline(mlir::ModuleOp module, llvm::ArrayRef<ListedPass> passes);

/// Why outputs differ from the expected ones: the first that is off, by how much. Empty where all
/// are within the tolerance.
std::string findDifference(llvm::ArrayRef<Tensor> actual, llvm::ArrayRef<Tensor> expected,
                           double tolerance);

} // namespace dl::debugging

#endif // DL_DEBUGGING_MODULERUNS_H
