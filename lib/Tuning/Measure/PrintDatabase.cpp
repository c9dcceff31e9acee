//===-- PrintDatabase.cpp - what databases tell ---------------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The subcommands best and stats of dl-tune.
//
//===----------------------------------------------------------------------===//
#include "dl/Tuning/Database.h"
#include "dl/Tuning/Measure/TuneModel.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace dl;
using namespace dl::tuning;

/// Nothing where it cannot be read, which is told.
static std::optional<Database> open(llvm::StringRef path, llvm::raw_ostream &errors) {
  llvm::Expected<Database> database =
      Database::open(path, [&](size_t line, llvm::StringRef problem) {
        errors << path << ":" << line << ": warning: " << problem << "\n";
      });
  if (database)
    return std::move(*database);
  errors << "dl-tune: error: " << llvm::toString(database.takeError()) << "\n";
  return std::nullopt;
}

LogicalResult dl::tuning::printBest(llvm::StringRef path, llvm::raw_ostream &os,
                                    llvm::raw_ostream &errors) {
  std::optional<Database> database = open(path, errors);
  if (!database)
    return failure();
  llvm::StringMap<bool> seen;
  for (const Record &record : database->getRecords()) {
    if (!seen.try_emplace(record.task, true).second)
      continue;
    const Record *best = database->findBest(record.task);
    if (!best)
      continue;
    const KernelRecord *kernel = database->lookupKernel(record.task);
    os << llvm::formatv("{0} {1} {2} threads={3} {4:f2} us by {5}, trial {6}",
                        StringRef(best->task).take_front(12), kernel ? kernel->name : "-",
                        best->target, best->threads, best->measurement.getCost() * 1e6,
                        best->search, best->trial);
    if (const TemplateRecord *known = database->lookupTemplate(best->templateHash))
      os << ", of template " << known->name;
    os << "\n";
    for (const schedule::Choice &choice : best->choices)
      os << "  " << choice.name << " = " << choice.getValue() << "\n";
  }
  return success();
}

LogicalResult dl::tuning::printStats(llvm::StringRef path, llvm::raw_ostream &os,
                                     llvm::raw_ostream &errors) {
  std::optional<Database> database = open(path, errors);
  if (!database)
    return failure();
  llvm::MapVector<StringRef, std::array<int64_t, numOutcomes>> tasks;
  for (const Record &record : database->getRecords())
    ++tasks.insert({record.task, {}})
          .first->second[static_cast<size_t>(record.measurement.outcome)];
  for (const auto &[task, outcomes] : tasks) {
    const KernelRecord *kernel = database->lookupKernel(task);
    os << task.take_front(12) << " " << (kernel ? kernel->name : "-");
    for (size_t outcome = 0; outcome < numOutcomes; ++outcome)
      if (outcomes[outcome] > 0)
        os << " " << getOutcomeName(static_cast<Outcome>(outcome)) << "=" << outcomes[outcome];
    if (const Record *best = database->findBest(task))
      os << llvm::formatv(" best={0:f2} us", best->measurement.getCost() * 1e6);
    os << "\n";
  }
  os << tasks.size() << " tasks, " << database->getRecords().size() << " records\n";
  return success();
}
