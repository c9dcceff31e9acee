//===-- TuneModel.h - from a model's file to records -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What dl-tune does, as functions: a model is read and lowered to its kernels, these are tuned, and
// a table tells what became of each; and what databases tell.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TUNING_MEASURE_TUNEMODEL_H
#define DL_TUNING_MEASURE_TUNEMODEL_H

#include "dl/Tuning/Measure/Tuner.h"

#include <functional>
#include <map>

namespace dl::tuning {

struct TuneModelOptions {
  /// A .onnx, .mlir or .mlirbc file of the level graph or te.
  std::string model;
  /// The file of records, which need not exist.
  std::string database;
  /// A file of templates (ScheduleTemplate.h); empty: none.
  std::string templates;
  /// What stands for sizes that the model leaves open, by their names.
  std::map<std::string, int64_t> sizes;
  /// A regular expression: kernels whose names it matches are tuned; empty: all.
  std::string kernels;
  /// Threads, target, CPU and level are those of the library that is to be made. Which of its
  /// kernels are tuned the runner says: those of the accelerator where it simulates that, else
  /// those of the CPU.
  CompileOptions compile;
  TuneOptions tune;
  /// A file for what became of each kernel, as JSON; empty: none.
  std::string json;
  /// A file of records of one run, on which the search is made again instead of measuring; empty:
  /// none. Then `database` is not written.
  std::string replay;
  /// Shows a line that tells how far it is.
  bool showsProgress = false;
  /// Asked between trials whether to end, as by Ctrl-C; empty: never.
  std::function<bool()> isInterrupted;
};

/// An error where a name of search, cost model or its library is wrong.
llvm::Error checkNames(const TuneOptions &options);

/// All of it. The table goes to `os`, what is wrong to `errors`. A run that is interrupted ends
/// after the trials that are being measured, with its table, and is no failure.
llvm::LogicalResult tuneModel(const TuneModelOptions &options, llvm::raw_ostream &os,
                              llvm::raw_ostream &errors);

/// Prints the best record of each task of a database.
llvm::LogicalResult printBest(llvm::StringRef database, llvm::raw_ostream &os,
                              llvm::raw_ostream &errors);
/// Prints how many records a database has of each task, and what became of them.
llvm::LogicalResult printStats(llvm::StringRef database, llvm::raw_ostream &os,
                               llvm::raw_ostream &errors);

} // namespace dl::tuning

#endif // DL_TUNING_MEASURE_TUNEMODEL_H
