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

#include "dl/Support/OutputFile.h"
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

llvm::Error ReportCommands::checkPage(llvm::StringRef model, llvm::StringRef database) const {
  if (page.empty())
    return llvm::Error::success();
  dl::InputFiles inputs;
  inputs.add(model);
  inputs.add(database);
  return dl::OutputFile::open(page, inputs).takeError();
}

llvm::LogicalResult ReportCommands::writePage(const std::string &database,
                                              const std::string &library) const {
  dl::tuning::ReportOptions options;
  options.database = database;
  options.xgboost = library;
  return page.empty() ? llvm::success() : dl::tuning::writeReport(options, page, llvm::errs());
}
