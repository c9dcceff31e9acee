//===-- Bisect.h - the pass that changes a model's meaning ------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What dl-bisect does, as a function.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DEBUGGING_BISECT_H
#define DL_DEBUGGING_BISECT_H

#include "dl/Pipelines/Run.h"

#include <string>
#include <vector>

namespace dl::debugging {

struct BisectOptions {
  /// Model, inputs, tolerance, and how code is made. The optimisation level is LLVM's of the code
  /// that is at fault.
  RunOptions run;
  /// "builtin.module(…)": the passes to the llvm dialect; empty: those of dl-compile.
  std::string pipeline;
  /// Prints the pipeline, one pass nested alone after the other, and does nothing else.
  bool printsPasses = false;
  /// A .npz of what the outputs should be; empty: what the graph computes as it was read.
  std::string expected;
  /// Libraries of passes that are loaded already, for the replay.
  std::vector<std::string> plugins;
  /// The folder of the replay; empty: none is written.
  std::string folder;
  /// For one form: its passes, its code and its run.
  double seconds = 30;
};

/// How a search ended, as an exit status.
enum class BisectStatus { Same = 0, Failed = 1, Found = 2 };

/// Finds the first kernel that computes something else than the reference, and the smallest
/// interval of passes with an executable form on both sides at which it begins to. Tells of it in
/// `os`, and of what is wrong with the options, model or inputs in `errors`.
BisectStatus bisectModel(const BisectOptions &options, llvm::raw_ostream &os,
                         llvm::raw_ostream &errors);

} // namespace dl::debugging

#endif // DL_DEBUGGING_BISECT_H
