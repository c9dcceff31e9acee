//===-- ReportCommands.cpp - dl-tune report and dl-tune explain -----------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See ReportCommands.h.
//
//===----------------------------------------------------------------------===//
#include "ReportCommands.h"

#include "dl/Tuning/Report/Report.h"

#include "llvm/Support/raw_ostream.h"

std::optional<llvm::LogicalResult> ReportCommands::run() const {
  dl::tuning::ReportOptions options;
  options.task = task;
  options.xgboost = xgboost;
  if (report) {
    options.database = reportDatabase;
    return dl::tuning::writeReport(options, output, llvm::errs());
  }
  if (explain) {
    options.database = explainDatabase;
    options.against = against;
    return dl::tuning::printExplanations(options, llvm::outs(), llvm::errs());
  }
  return std::nullopt;
}
