//===-- ReportCommands.h - dl-tune report and dl-tune explain ----*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The commands that show people what a database tells.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TOOLS_DL_TUNE_REPORTCOMMANDS_H
#define DL_TOOLS_DL_TUNE_REPORTCOMMANDS_H

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/LogicalResult.h"

#include <optional>
#include <string>

/// Registers the commands. Made before the command line is read.
class ReportCommands {
public:
  /// `category` is that of the options without a command.
  explicit ReportCommands(llvm::cl::OptionCategory &category) { page.addCategory(category); }

  /// Runs the command that was given; nothing where it was none of these.
  std::optional<llvm::LogicalResult> run() const;
  /// Of --report, before the work: an error where its file cannot be written or is an input.
  llvm::Error checkPage(llvm::StringRef model, llvm::StringRef database) const;
  /// Writes it, if it is wanted.
  llvm::LogicalResult writePage(const std::string &database, const std::string &library) const;

private:
  llvm::cl::SubCommand report{"report", "Write curves, schedules and reasons as one HTML file"};
  llvm::cl::SubCommand explain{"explain", "Print why the best schedule of each kernel is fast"};
  llvm::cl::opt<std::string> reportDatabase{llvm::cl::Positional, llvm::cl::Required,
                                            llvm::cl::desc("<database>"), llvm::cl::sub(report)};
  llvm::cl::opt<std::string> explainDatabase{llvm::cl::Positional, llvm::cl::Required,
                                             llvm::cl::desc("<database>"), llvm::cl::sub(explain)};
  llvm::cl::opt<std::string> output{"o", llvm::cl::Required, llvm::cl::value_desc("file"),
                                    llvm::cl::desc("The HTML file"), llvm::cl::sub(report)};
  llvm::cl::opt<std::string> page{
      "report", llvm::cl::value_desc("file"),
      llvm::cl::desc("Write what the database tells then as an HTML file, as dl-tune report does")};
  llvm::cl::opt<std::string> task{
      "task", llvm::cl::value_desc("hash|regex"), llvm::cl::sub(report), llvm::cl::sub(explain),
      llvm::cl::desc(
          "Tasks whose hash begins so, or whose kernel's name it matches; default: all")};
  llvm::cl::opt<std::string> against{
      "against", llvm::cl::value_desc("other"), llvm::cl::sub(explain),
      llvm::cl::desc("Compare the best with rules or runner-up; default: rules, or runner-up where "
                     "the rules' schedule is the best")};
  llvm::cl::opt<std::string> xgboost{
      "xgboost-library", llvm::cl::value_desc("file"), llvm::cl::sub(report),
      llvm::cl::sub(explain), llvm::cl::desc("XGBoost's library; default: the installed one")};
};

#endif // DL_TOOLS_DL_TUNE_REPORTCOMMANDS_H
