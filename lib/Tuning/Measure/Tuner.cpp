//===-- Tuner.cpp - tune the kernels of a model ---------------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Batches of trials go to the task that promises most; at the end the fastest schedules of each
// task are measured again, in turn with that of the rules, and these records decide.
//
//===----------------------------------------------------------------------===//
#include "dl/Tuning/Measure/Tuner.h"

#include "Timing.h"

#include "dl/Tuning/Measure/KernelReader.h"
#include "dl/Tuning/Measure/TemplateSpace.h"
#include "dl/Tuning/RuleSpace.h"
#include "dl/Tuning/Siblings.h"
#include "dl/Tuning/TaskScheduler.h"

#include <cmath>

using namespace dl;
using namespace dl::tuning;

/// Bytes of the caches before the last one.
static int64_t getInnerBytes(const std::vector<schedule::Cache> &caches) {
  return caches.size() < 2 ? 0 : caches[caches.size() - 2].bytes;
}

WeightsPlace dl::tuning::chooseWeightsPlace(int64_t otherWeightBytes,
                                            const std::vector<schedule::Cache> &caches) {
  if (!caches.empty() && otherWeightBytes > caches.back().bytes)
    return WeightsPlace::Memory;
  return otherWeightBytes > getInnerBytes(caches) && caches.size() > 1 ? WeightsPlace::LastCache
                                                                       : WeightsPlace::Nearest;
}

namespace {
/// One task with its search.
struct OpenTask {
  TunedTask result;
  std::unique_ptr<TaskSearch> search;
  CandidateRef rules;
  /// Ok where the task can be tuned.
  Measurement rulesMeasured;
};

class Tuning {
public:
  Tuning(Database &database, const TuneOptions &options, TuneObserver &observer)
      : database(database), options(options), observer(observer),
        reader(options.runner.target, options.runner.cpu) {}

  llvm::Expected<std::vector<TunedTask>> run(const std::vector<Task> &tasks);

private:
  llvm::Error begin(OpenTask &open, size_t number);
  /// The schedules of a task: those of the template that is for its kernel, which the task gets, or
  /// what the rules leave open.
  llvm::Expected<std::unique_ptr<Space>>
  createSpace(OpenTask &open, const schedule::KernelSchedule &kernel, std::unique_ptr<Space> rules);
  /// Reads the other kernels of the database that were measured as those of a task are.
  void readSiblings(const Task &task);
  /// Makes the runner's workers ready for a task, which measures its schedule by rules: that is
  /// told where the task was not selected before.
  bool select(OpenTask &open, Measurement *rules = nullptr);
  llvm::Error runBatch(OpenTask &open, size_t count);
  /// Waits for what is under way of the task that the workers have.
  llvm::Error drain();
  /// Calls a function with who takes down what the search of a task is told.
  llvm::Error takeDown(OpenTask &open, llvm::function_ref<void(const TaskSearch::Tell &)> search);
  llvm::Error finish(OpenTask &open);
  llvm::Error append(const OpenTask &open, const std::string &search, int64_t trial,
                     const CandidateRef &candidate, const Measurement &measurement);
  bool isOver() {
    return observer.isInterrupted() ||
           (options.seconds > 0 && timer.getSeconds() >= options.seconds);
  }

  Database &database;
  const TuneOptions &options;
  TuneObserver &observer;
  Stopwatch timer;
  std::shared_ptr<TaskRunner> runner;
  WeightsPlace weights = WeightsPlace::Nearest;
  KernelReader reader;
  Siblings siblings;
  OpenTask *selected = nullptr;
};
} // namespace

llvm::Error Tuning::append(const OpenTask &open, const std::string &search, int64_t trial,
                           const CandidateRef &candidate, const Measurement &measurement) {
  Record record;
  record.task = open.result.task.key;
  record.target = open.result.task.target;
  record.threads = open.result.task.threads;
  record.search = search;
  record.seed = options.seed;
  record.trial = trial;
  record.hash = candidate->hash;
  record.sizes = open.result.task.sizes;
  record.templateHash = candidate->templateHash;
  record.choices = candidate->trace.choices;
  record.steps = candidate->trace.steps;
  record.measurement = measurement;
  return database.append(std::move(record));
}

bool Tuning::select(OpenTask &open, Measurement *rules) {
  if (selected == &open)
    return true;
  Measurement measured = runner->setTask(open.result.task);
  selected = measured.isOk() ? &open : nullptr;
  if (rules)
    *rules = measured;
  if (measured.isOk())
    return true;
  open.result.message = std::string("its schedule by rules gives no results: ") +
                        getOutcomeName(measured.outcome) + ": " + measured.message;
  return false;
}

void Tuning::readSiblings(const Task &task) {
  for (const KernelRecord &known : database.getKernels()) {
    if (known.threads != task.threads)
      continue;
    // Of open sizes the records tell, not the kernel.
    std::vector<const Record *> records = database.lookup(known.task);
    if (records.empty())
      continue;
    auto kernel = reader.readSized(known.module, records.back()->sizes);
    // What another version of the compiler wrote is no help, and no harm.
    if (!kernel) {
      llvm::consumeError(kernel.takeError());
      continue;
    }
    siblings.add(database, known.task, std::move(*kernel), known.threads,
                 [&](const Record &record) {
                   return record.sizes == records.back()->sizes &&
                          !(options.hidesDefault && record.search == rulesSearchName) &&
                          record.measurement.simulator == records.back()->measurement.simulator;
                 });
  }
}

llvm::Expected<std::unique_ptr<Space>> Tuning::createSpace(OpenTask &open,
                                                           const schedule::KernelSchedule &kernel,
                                                           std::unique_ptr<Space> rules) {
  Task &task = open.result.task;
  // Choices of templates are factors of extents, which have to be known.
  if (options.templates.empty() || !task.sizes.empty())
    return rules;
  std::string form = hashForm(kernel);
  for (const ScheduleTemplate &given : options.templates) {
    if (given.form != form)
      continue;
    if (llvm::Error error = database.append(given.record))
      return error;
    task.templateModule = given.record.module;
    return TemplateSpace::create(task.module, given.record, task.threads, reader);
  }
  return rules;
}

llvm::Error Tuning::begin(OpenTask &open, size_t number) {
  const Task &task = open.result.task;
  auto sized = reader.readSized(task.module, task.sizes);
  if (!sized)
    return sized.takeError();
  if (llvm::Error error = database.append(makeKernelRecord(open.result.task)))
    return error;
  auto model = createCostModel(options);
  if (!model)
    return model.takeError();
  const schedule::KernelSchedule kernel = std::move(*sized);
  const std::vector<schedule::Cache> caches = kernel.target->caches;
  auto rulesSpace = reader.readSpace(task.module, task.threads, task.sizes);
  if (!rulesSpace)
    return rulesSpace.takeError();
  open.rules = (*rulesSpace)->makeDefault();
  auto made = createSpace(open, kernel, std::move(*rulesSpace));
  if (!made)
    return made.takeError();
  std::unique_ptr<Space> space = std::move(*made);
  // A simulation finds all in the first cache.
  weights = options.runner.isSimulated()
                ? WeightsPlace::Nearest
                : options.weights.value_or(chooseWeightsPlace(task.otherWeightBytes, caches));
  runner->setWeights(weights, getInnerBytes(caches));
  std::vector<std::pair<CandidateRef, Measurement>> known;
  for (const Record *record : database.lookup(open.result.task.key)) {
    if (options.hidesDefault && record->search == rulesSearchName)
      continue;
    // Simulated times are other times, and so are those of other sizes or with weights elsewhere.
    if (record->measurement.simulator != options.runner.simulator || record->sizes != task.sizes)
      continue;
    if (open.result.task.weightBytes > 0 && record->measurement.weights != weights)
      continue;
    if (CandidateRef candidate = space->replay(*record))
      known.push_back({candidate, record->measurement});
  }
  SearchSettings settings;
  settings.seed = options.seed + number;
  open.search = std::make_unique<TaskSearch>(std::move(space), std::move(*model), options.search,
                                             settings, number);
  for (auto &[candidate, measurement] : known)
    open.search->addKnown(candidate, measurement);
  if (open.result.task.templateModule.empty())
    siblings.teach(*open.search, kernel, open.result.task.key);
  if (!open.rules) {
    open.result.message = "its schedule by rules has no plan";
    return llvm::Error::success();
  }
  Measurement rules;
  if (!select(open, &rules))
    return llvm::Error::success();
  if (options.checksReference && known.empty()) {
    Measurement check = runner->check();
    if (!check.isOk()) {
      open.result.message = std::string("its schedule by rules does not give what the te "
                                        "interpreter gives: ") +
                            check.message;
      return llvm::Error::success();
    }
  }
  open.rulesMeasured = rules;
  // The search knows it, so that a replay has to.
  if (llvm::Error error = append(open, rulesSearchName.str(), 0, open.rules, rules))
    return error;
  observer.onTask(open.result.task, rules);
  // What the rules decide is none of a template's choices.
  if (!options.hidesDefault && open.result.task.templateModule.empty())
    open.search->addKnown(open.rules, rules);
  return llvm::Error::success();
}

llvm::Error Tuning::takeDown(OpenTask &open,
                             llvm::function_ref<void(const TaskSearch::Tell &)> search) {
  llvm::Error error = llvm::Error::success();
  search([&](size_t trial, const CandidateRef &candidate, const Measurement &measurement) {
    if (measurement.message == "interrupted")
      return;
    if (llvm::Error failed =
            append(open, options.search, static_cast<int64_t>(trial), candidate, measurement)) {
      llvm::consumeError(std::move(error));
      error = std::move(failed);
    }
    ++open.result.trials;
    observer.onTrial(open.result.task, trial, measurement, open.search->getBestSeconds());
  });
  return llvm::joinErrors(std::move(error), open.search->getModel().takeError());
}

llvm::Error Tuning::runBatch(OpenTask &open, size_t count) {
  return takeDown(open, [&](const TaskSearch::Tell &tell) {
    if (open.search->run(*runner, count, tell))
      return;
    std::string refusal = open.search->getSpace().getRefusal();
    open.result.message = "no more schedules" + (refusal.empty() ? "" : ": " + refusal);
  });
}

llvm::Error Tuning::drain() {
  if (!selected)
    return llvm::Error::success();
  return takeDown(*selected,
                  [&](const TaskSearch::Tell &tell) { selected->search->drain(*runner, tell); });
}

llvm::Error Tuning::finish(OpenTask &open) {
  if (!open.rules || !open.rulesMeasured.isOk() || !select(open))
    return llvm::Error::success();
  std::vector<CandidateRef> finalists = {open.rules};
  for (const MeasuredRow &row : open.search->getFastest(static_cast<size_t>(options.finalists)))
    if (row.candidate->hash != open.rules->hash)
      finalists.push_back(row.candidate);
  std::vector<Measurement> results = runner->runFinalists(finalists, options.rounds);
  for (auto [number, candidate] : llvm::enumerate(finalists)) {
    const Measurement &result = results[number];
    if (llvm::Error error =
            append(open, number == 0 ? rulesSearchName.str() : finalSearchName.str(), 0, candidate,
                   result))
      return error;
    if (number == 0)
      open.result.defaultSeconds = open.result.bestSeconds = result.isOk() ? result.getCost() : 0;
    else if (result.isOk())
      open.result.bestSeconds = std::min(open.result.bestSeconds, result.getCost());
  }
  return llvm::Error::success();
}

llvm::Expected<std::vector<TunedTask>> Tuning::run(const std::vector<Task> &tasks) {
  runner = options.measuredBy;
  if (!runner) {
    // Before XGBoost starts threads.
    auto created = LocalRunner::create(options.runner);
    if (!created)
      return created.takeError();
    runner = std::move(*created);
  }
  runner->isInterrupted = [this] { return isOver(); };
  if (!tasks.empty())
    readSiblings(tasks.front());
  std::vector<OpenTask> open(tasks.size());
  std::vector<TaskProgress> progress(tasks.size());
  for (auto [number, task] : llvm::enumerate(tasks)) {
    open[number].result.task = task;
    progress[number].isExhausted = isOver();
    if (progress[number].isExhausted)
      continue;
    if (llvm::Error error = begin(open[number], number))
      return error;
    progress[number].uses = static_cast<double>(std::max<int64_t>(task.uses, 1));
    progress[number].isExhausted = !open[number].result.message.empty();
    progress[number].best = {open[number].rulesMeasured.getCost()};
  }
  TaskScheduler scheduler(options.seed);
  int64_t left = options.trials * static_cast<int64_t>(tasks.size());
  while (left > 0 && !isOver()) {
    int next = tasks.size() == 1 && !progress[0].isExhausted ? 0 : scheduler.choose(progress);
    if (next == -1)
      break;
    OpenTask &task = open[next];
    if (selected && selected != &task) {
      if (llvm::Error error = drain())
        return error;
      std::vector<double> &best = progress[selected - open.data()].best;
      best.back() = std::min(best.back(), selected->search->getBestSeconds());
    }
    if (!select(task)) {
      progress[next].isExhausted = true;
      continue;
    }
    int64_t count = std::min(left, options.batch);
    if (llvm::Error error = runBatch(task, static_cast<size_t>(count)))
      return error;
    left -= count;
    progress[next].isExhausted = !task.result.message.empty();
    progress[next].best.push_back(
        std::min(progress[next].best.back(), task.search->getBestSeconds()));
  }
  if (llvm::Error error = drain())
    return error;
  // What was found is measured again even where time is over.
  runner->isInterrupted = nullptr;
  std::vector<TunedTask> results;
  for (OpenTask &task : open) {
    if (task.search) {
      if (llvm::Error error = finish(task))
        return error;
      task.result.history = task.search->getHistory();
      task.result.searchSeconds = task.search->getOwnSeconds();
      task.result.trainingSeconds = task.search->getTrainingSeconds();
      task.result.longestTrainingSeconds = task.search->getLongestTrainingSeconds();
    }
    observer.onDone(task.result);
    results.push_back(task.result);
  }
  return results;
}

llvm::Expected<std::vector<TunedTask>> dl::tuning::tune(const std::vector<Task> &tasks,
                                                        Database &database,
                                                        const TuneOptions &options,
                                                        TuneObserver &observer) {
  return Tuning(database, options, observer).run(tasks);
}
