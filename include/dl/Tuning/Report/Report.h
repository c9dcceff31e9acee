//===-- Report.h - what records tell, for people ----------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A page of all tasks of a database, and why their best schedules are fast. Both need the file of
// records alone, from whatever machine.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TUNING_REPORT_REPORT_H
#define DL_TUNING_REPORT_REPORT_H

#include "dl/Support/OutputFile.h"
#include "dl/Tuning/Report/TaskHistory.h"

#include "llvm/Support/LogicalResult.h"

namespace dl::tuning {

struct ReportOptions {
  /// The file of records.
  std::string database;
  /// Which tasks, see selectHistories; empty: all.
  std::string task;
  /// What `dl-tune explain` compares the best with: "rules", "runner-up"; empty: the rules', or the
  /// runner-up where these are the best.
  std::string against;
  /// The library of XGBoost; empty: the installed one.
  std::string xgboost;
};

/// Writes the page of a database as one HTML file that needs no other: its scripts and styles are
/// inside, and it forbids itself to load anything. What is wrong goes to `errors`.
llvm::LogicalResult writeReport(const ReportOptions &options, llvm::StringRef output,
                                llvm::raw_ostream &errors);

/// Prints why the best schedule of each task is fast. A failure where that can be told of none.
llvm::LogicalResult printExplanations(const ReportOptions &options, llvm::raw_ostream &os,
                                      llvm::raw_ostream &errors);

/// The page itself. `name` is the database's, for the title.
void writePage(const Database &database, const std::vector<TaskHistory> &histories,
               llvm::StringRef name, llvm::StringRef xgboost, llvm::raw_ostream &os);

} // namespace dl::tuning

#endif // DL_TUNING_REPORT_REPORT_H
