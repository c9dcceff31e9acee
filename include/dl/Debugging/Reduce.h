//===-- Reduce.h - the smallest model that still fails ----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What dl-reduce does, as a function, and a step of it.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DEBUGGING_REDUCE_H
#define DL_DEBUGGING_REDUCE_H

#include "dl/Pipelines/Run.h"

#include <string>
#include <vector>

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace dl::debugging {

/// What makes a model interesting.
enum class Interest {
  /// Its code computes something else than the interpreter.
  Wrong,
  /// Compiling or running it ends by a signal, or does not end in time.
  Crash,
  /// Compiling it ends with an error that a regular expression matches.
  Error,
  /// A program that is given the model and its inputs ends with exit status 0.
  Script
};

struct ReduceOptions {
  /// Model, inputs, tolerance, and how code is made.
  RunOptions run;
  Interest interest = Interest::Wrong;
  /// Of Interest::Error and Interest::Script.
  std::string error, script;
  /// "builtin.module(…)": the passes to the llvm dialect; empty: those of dl-compile.
  std::string pipeline;
  /// Libraries of passes that are loaded already, for the replay.
  std::vector<std::string> plugins;
  /// The folder of the replay.
  std::string folder;
  /// For one try.
  double seconds = 30;
};

/// Makes a model of the graph or te level smaller while it stays interesting, and writes the folder
/// of a replay. Fails where the model is not interesting to begin with.
llvm::LogicalResult reduceModel(const ReduceOptions &options, llvm::raw_ostream &os,
                                llvm::raw_ostream &errors);

/// Puts an operand in the place of an operation of its type and drops what nobody needs then: the
/// pair of that number, in the order in which a walk comes to operators of the graph, stages of
/// kernels and their scalar operations. False where there are not so many.
bool replaceByOperand(mlir::ModuleOp module, size_t number);

} // namespace dl::debugging

#endif // DL_DEBUGGING_REDUCE_H
