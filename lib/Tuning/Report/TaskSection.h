//===-- TaskSection.h - a task on the page -----------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal to Report: all that the page has of one task.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_TUNING_REPORT_TASKSECTION_H
#define DL_LIB_TUNING_REPORT_TASKSECTION_H

#include "dl/Tuning/Report/TaskHistory.h"

namespace dl::tuning {

/// The name of a task's section in links.
std::string getAnchor(const TaskHistory &history);

/// The curve, outcomes, steps beside those of the rules, and why the best is faster, as HTML.
void writeTaskSection(const Database &database, const TaskHistory &history, llvm::StringRef xgboost,
                      llvm::raw_ostream &os);

} // namespace dl::tuning

#endif // DL_LIB_TUNING_REPORT_TASKSECTION_H
