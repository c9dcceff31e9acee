//===-- Report.cpp - from a file of records to what they tell -------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What `dl-tune report` and `dl-tune explain` do.
//
//===----------------------------------------------------------------------===//
#include "dl/Tuning/Report/Report.h"

#include "Printable.h"

#include "dl/Tuning/Report/Explain.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace dl;
using namespace dl::tuning;
using llvm::StringRef;

static llvm::LogicalResult fail(llvm::Error error, llvm::raw_ostream &errors) {
  errors << "dl-tune: error: " << llvm::toString(std::move(error)) << "\n";
  return llvm::failure();
}

static llvm::Expected<Database> openRecords(const std::string &path, llvm::raw_ostream &errors) {
  // One that is to be made later has nothing to tell now.
  if (!llvm::sys::fs::exists(path))
    return llvm::createStringError("expected '" + path +
                                   "' to be a file of records; make one with dl-tune MODEL "
                                   "--db=FILE");
  return Database::open(path, [&](size_t line, StringRef problem) {
    errors << path << ":" << line << ": warning: " << problem << "\n";
  });
}

llvm::LogicalResult dl::tuning::writeReport(const ReportOptions &options, StringRef output,
                                            llvm::raw_ostream &errors) {
  llvm::Expected<Database> database = openRecords(options.database, errors);
  if (!database)
    return fail(database.takeError(), errors);
  InputFiles inputs;
  inputs.add(options.database);
  // Before the work, which takes seconds for many tasks.
  llvm::Expected<OutputFile> file = OutputFile::open(output, inputs);
  if (!file)
    return fail(file.takeError(), errors);
  llvm::Expected<std::vector<TaskHistory>> histories =
      selectHistories(readHistories(*database), options.task);
  if (!histories)
    return fail(histories.takeError(), errors);
  if (llvm::Error error = file->write([&](llvm::raw_ostream &os) {
        writePage(*database, *histories, llvm::sys::path::filename(options.database),
                  options.xgboost, os);
      }))
    return fail(std::move(error), errors);
  if (llvm::Error error = file->keep())
    return fail(std::move(error), errors);
  return llvm::success();
}

static llvm::Expected<Against> parseAgainst(StringRef text) {
  if (text.empty())
    return Against::Any;
  if (text == "rules")
    return Against::Rules;
  if (text == "runner-up")
    return Against::RunnerUp;
  return llvm::createStringError("expected --against to be rules or runner-up, got '" + text + "'");
}

/// True where there was something to be told.
static bool printOne(const Database &database, const TaskHistory &history, Against against,
                     StringRef xgboost, llvm::raw_ostream &os) {
  os << StringRef(history.task).take_front(hashDigits) << " " << makePrintable(history.getName())
     << " " << makePrintable(history.target) << " threads=" << history.threads << "\n";
  llvm::Expected<TaskReplay> replay = TaskReplay::create(database, history);
  llvm::Expected<Explanation> why = replay ? explain(database, history, *replay, against, xgboost)
                                           : llvm::Expected<Explanation>(replay.takeError());
  if (!why) {
    os << "Nothing can be told: " << makePrintable(llvm::toString(why.takeError()), 400) << ".\n";
    return false;
  }
  printExplanation(history, *why, os);
  return true;
}

llvm::LogicalResult dl::tuning::printExplanations(const ReportOptions &options,
                                                  llvm::raw_ostream &os,
                                                  llvm::raw_ostream &errors) {
  llvm::Expected<Against> against = parseAgainst(options.against);
  if (!against)
    return fail(against.takeError(), errors);
  llvm::Expected<Database> database = openRecords(options.database, errors);
  if (!database)
    return fail(database.takeError(), errors);
  llvm::Expected<std::vector<TaskHistory>> histories =
      selectHistories(readHistories(*database), options.task);
  if (!histories)
    return fail(histories.takeError(), errors);
  if (histories->empty())
    return fail(llvm::createStringError("expected records in '" + options.database +
                                        "', got none; make some with dl-tune MODEL --db=FILE"),
                errors);
  size_t told = 0;
  for (const auto &[number, history] : llvm::enumerate(*histories)) {
    os << (number == 0 ? "" : "\n");
    told += printOne(*database, history, *against, options.xgboost, os) ? 1 : 0;
  }
  return llvm::success(told > 0);
}
