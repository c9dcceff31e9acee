//===-- Replay.cpp - a search again, on what was recorded ----------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The tuner writes its records to memory; they are compared with those of the log line by line.
//
//===----------------------------------------------------------------------===//
#include "dl/Tuning/Measure/Replay.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/ADT/StringSet.h"

using namespace dl;
using namespace dl::tuning;

static bool isFinal(const Record &record) { return record.search == finalSearchName; }
static bool isRules(const Record &record) { return record.search == rulesSearchName; }
static bool isTrial(const Record &record) { return !isFinal(record) && !isRules(record); }

//===----------------------------------------------------------------------===//
// RecordedRunner
//===----------------------------------------------------------------------===//

static Measurement makeMissing() {
  Measurement missing;
  missing.outcome = Outcome::Crash;
  missing.message = "the log has no measurement of this schedule";
  return missing;
}

Measurement RecordedRunner::setTask(const Task &given) {
  task = given.key;
  for (const Record *record : log.lookup(task))
    if (isRules(*record))
      return record->measurement;
  return makeMissing();
}

Measurement RecordedRunner::check() {
  Measurement held;
  held.outcome = Outcome::Ok;
  return held;
}

std::vector<Measurement> RecordedRunner::run(const std::vector<CandidateRef> &candidates) {
  std::vector<Measurement> results;
  for (const CandidateRef &candidate : candidates) {
    std::vector<const Record *> records = log.lookup(task);
    auto known = llvm::find_if(records, [&](const Record *record) {
      return isTrial(*record) && record->hash == candidate->hash;
    });
    numMissing += known == records.end();
    results.push_back(known == records.end() ? makeMissing() : (*known)->measurement);
  }
  return results;
}

std::vector<Measurement> RecordedRunner::runFinalists(const std::vector<CandidateRef> &candidates,
                                                      int64_t rounds) {
  std::vector<Measurement> results;
  for (auto [number, candidate] : llvm::enumerate(candidates)) {
    // The first is that of the rules, which was measured before, too.
    Measurement result = makeMissing();
    for (const Record *record : log.lookup(task))
      if (number == 0 ? isRules(*record) : isFinal(*record) && record->hash == candidate->hash)
        result = record->measurement;
    results.push_back(std::move(result));
  }
  return results;
}

//===----------------------------------------------------------------------===//
// Replay
//===----------------------------------------------------------------------===//

namespace {
/// Ends the search where the log ends.
class EndOfLog : public TuneObserver {
public:
  explicit EndOfLog(size_t trials) : left(trials) {}
  void onTrial(const Task &, size_t, const Measurement &, double) override { left -= left > 0; }
  bool isInterrupted() override { return left == 0; }

private:
  size_t left;
};
} // namespace

/// The records of these tasks, in the order of the log. An error where they are of several runs.
static llvm::Expected<std::vector<const Record *>> takeRun(const std::vector<Task> &tasks,
                                                           const Database &log) {
  llvm::StringMap<std::string> names;
  for (const Task &task : tasks)
    names[task.key] = task.name;
  std::vector<const Record *> records;
  llvm::StringSet<> trials;
  for (const Record &record : log.getRecords()) {
    auto name = names.find(record.task);
    if (name == names.end())
      continue;
    std::string trial = std::to_string(record.trial);
    if (isTrial(record) && !trials.insert(record.task + " " + trial).second)
      return llvm::createStringError("expected the records of one run, got two of trial " + trial +
                                     " of '" + name->second +
                                     "'; replay a database that one run has made");
    records.push_back(&record);
  }
  return records;
}

static std::string describe(const Record &record) {
  std::string text =
      record.search + " " + std::to_string(record.trial) + " " + record.hash.substr(0, 12) + " (";
  for (const schedule::Choice &choice : record.choices)
    text += choice.name + " = " + std::to_string(choice.getValue()) + "; ";
  return text + ")";
}

/// The first difference of the records of a replay from those of the log; empty where there is
/// none. A run that was ended has no final records.
static std::string compareRecords(const std::vector<const Record *> &log,
                                  const std::vector<Record> &replayed) {
  for (auto [number, record] : llvm::enumerate(log)) {
    if (number >= replayed.size())
      return "expected " + std::to_string(log.size()) + " records, got " +
             std::to_string(replayed.size());
    if (toLine(replayed[number]) != toLine(*record))
      return "record " + std::to_string(number + 1) + " of the run differs: expected " +
             describe(*record) + ", got " + describe(replayed[number]);
  }
  return "";
}

llvm::Expected<ReplayResult> dl::tuning::replay(const std::vector<Task> &tasks, const Database &log,
                                                TuneOptions options) {
  llvm::Expected<std::vector<const Record *>> records = takeRun(tasks, log);
  if (!records)
    return records.takeError();
  ReplayResult result;
  llvm::StringSet<> seen;
  const Record *first = nullptr;
  for (const Record *record : *records) {
    seen.insert(record->task);
    if (!isTrial(*record))
      continue;
    first = first ? first : record;
    ++result.trials;
  }
  if (!first)
    return llvm::createStringError("expected trials of the model's kernels for this machine and "
                                   "number of threads in the log, got none");
  result.tasks = seen.size();
  options.search = first->search;
  options.seed = first->seed;
  options.trials = static_cast<int64_t>(llvm::divideCeil(result.trials, tasks.size()));
  options.seconds = 0;
  auto runner = std::make_shared<RecordedRunner>(log);
  options.measuredBy = runner;
  EndOfLog observer(result.trials);
  Database replayed;
  llvm::Expected<std::vector<TunedTask>> tuned = tune(tasks, replayed, options, observer);
  if (!tuned)
    return tuned.takeError();
  result.missing = runner->getNumMissing();
  result.difference = compareRecords(*records, replayed.getRecords());
  return result;
}
