//===-- TaskHistory.cpp - what the records of a task tell -----------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See dl/Tuning/Report/TaskHistory.h.
//
//===----------------------------------------------------------------------===//
#include "dl/Tuning/Report/TaskHistory.h"

#include "Printable.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Regex.h"

#include <algorithm>
#include <limits>
#include <numeric>

using namespace dl::tuning;
using llvm::StringRef;

/// The searches that records of what is measured at the end name.
static constexpr StringRef rulesSearch = "rules", finalSearch = "final";

static double getReference(const Record &record) {
  return record.measurement.reference > 0 ? record.measurement.reference : 0;
}

/// What times of `record` are multiplied by.
static double getScale(const Record *best, const Record &record) {
  bool isKnown = best && getReference(*best) > 0 && getReference(record) > 0;
  return isKnown ? getReference(*best) / getReference(record) : 1;
}

double TaskHistory::getSeconds(const Record &record) const {
  return record.measurement.getCost() * getScale(best, record);
}

double TaskHistory::getMedianSeconds(const Record &record) const {
  std::vector<double> seconds = record.measurement.seconds;
  if (!record.measurement.isOk() || seconds.empty())
    return std::numeric_limits<double>::infinity();
  auto middle = seconds.begin() + static_cast<std::ptrdiff_t>(seconds.size() / 2);
  std::nth_element(seconds.begin(), middle, seconds.end());
  return *middle * getScale(best, record);
}

bool TaskHistory::isComparable(const Record &record) const {
  return !best || (record.measurement.weights == best->measurement.weights &&
                   record.measurement.simulator == best->measurement.simulator &&
                   record.sizes == best->sizes);
}

size_t TaskHistory::getNumRecords() const {
  return std::accumulate(outcomes.begin(), outcomes.end(), size_t(0));
}

/// The records of what was measured in turn are beside each other, the rules' first.
static const Record *findRules(const std::vector<const Record *> &records, const Record *best) {
  const Record *found = nullptr;
  for (const Record *record : records) {
    if (record->search == rulesSearch && record->measurement.isOk() &&
        (!best || (record->measurement.weights == best->measurement.weights &&
                   record->sizes == best->sizes)))
      found = record;
    if (record == best && found)
      break;
  }
  return found;
}

static TaskHistory makeHistory(const Database &database, StringRef task) {
  TaskHistory history;
  history.task = task.str();
  history.kernel = database.lookupKernel(task);
  std::vector<const Record *> records = database.lookup(task);
  history.target = history.kernel ? history.kernel->target : records.front()->target;
  history.threads = history.kernel ? history.kernel->threads : records.front()->threads;
  history.best = database.findBest(task);
  history.rules = findRules(records, history.best);
  if (history.best)
    history.runnerUp = database.findBest(task, history.best->hash);

  llvm::StringMap<size_t> finals;
  double best = std::numeric_limits<double>::infinity();
  for (const Record *record : records) {
    ++history.outcomes[static_cast<size_t>(record->measurement.outcome)];
    if (!history.isComparable(*record)) {
      ++history.elsewhere;
    } else if (record->search == rulesSearch || record->search == finalSearch) {
      auto [entry, isNew] = finals.try_emplace(record->hash, history.finals.size());
      if (isNew)
        history.finals.push_back(record);
      else
        history.finals[entry->second] = record;
    } else {
      double seconds = history.getSeconds(*record);
      best = std::min(best, seconds);
      history.trials.push_back({record, seconds, best, false});
    }
  }
  // What the best is compared with was measured in turn with it.
  for (const Record *record : {history.rules, history.best})
    if (record && finals.contains(record->hash))
      history.finals[finals[record->hash]] = record;
  for (TaskHistory::Trial &trial : history.trials)
    trial.isFinalist = finals.contains(trial.record->hash);
  return history;
}

std::vector<TaskHistory> dl::tuning::readHistories(const Database &database) {
  llvm::SetVector<StringRef> tasks;
  for (const KernelRecord &kernel : database.getKernels())
    tasks.insert(kernel.task);
  for (const Record &record : database.getRecords())
    tasks.insert(record.task);
  std::vector<TaskHistory> histories;
  for (StringRef task : tasks)
    histories.push_back(makeHistory(database, task));
  return histories;
}

llvm::Expected<std::vector<TaskHistory>>
dl::tuning::selectHistories(std::vector<TaskHistory> histories, StringRef wanted) {
  if (wanted.empty())
    return histories;
  llvm::Regex pattern(wanted);
  std::string problem;
  bool isPattern = pattern.isValid(problem);
  auto hasPrefix = [&](const TaskHistory &history) {
    return StringRef(history.task).starts_with(wanted);
  };
  bool isPrefix = llvm::any_of(histories, hasPrefix);
  if (!isPrefix && !isPattern)
    return llvm::createStringError("expected --task to be the beginning of a hash or a regular "
                                   "expression, got '" +
                                   wanted + "': " + problem);
  std::vector<TaskHistory> selected;
  for (const TaskHistory &history : histories)
    if (isPrefix ? hasPrefix(history) : pattern.match(history.getName()))
      selected.push_back(history);
  if (!selected.empty())
    return selected;
  constexpr size_t most = 10;
  std::vector<std::string> names;
  for (const TaskHistory &history : llvm::ArrayRef(histories).take_front(most))
    names.push_back(history.task.substr(0, hashDigits) + " " + makePrintable(history.getName()));
  std::string all = names.empty() ? "none" : llvm::join(names, ", ");
  return llvm::createStringError("expected --task to match some task, got '" + wanted +
                                 "'; there are " + all + (histories.size() > most ? ", ..." : ""));
}
