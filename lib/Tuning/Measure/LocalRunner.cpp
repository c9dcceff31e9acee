//===-- LocalRunner.cpp - measure on this machine -------------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Hands requests to whichever worker is idle. While one worker times, others compile.
//
//===----------------------------------------------------------------------===//
#include "dl/Tuning/Measure/LocalRunner.h"

#include "WorkerProcess.h"

#include "dl/Support/Programs.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Threading.h"

#include <algorithm>
#include <cassert>
#include <deque>

using namespace dl;
using namespace dl::tuning;

/// The number of a request that makes a task a worker's own.
static constexpr size_t taskNumber = SIZE_MAX;
/// What a request may take beside its own limits: others may time first.
static constexpr double slackSeconds = 130, interpretSeconds = 310;
/// What making and simulating a program of an accelerator may take.
static constexpr double mostProgramSeconds = 120;
/// How often workers are started in a row without one that takes a request.
static constexpr int mostIdleRounds = 5;

static Measurement makeLost(std::string message) {
  Measurement lost;
  lost.outcome = Outcome::Crash;
  lost.message = std::move(message);
  return lost;
}

/// Requests that are measured in any order, and the results of those that were not taken.
class LocalRunner::Queue {
public:
  void add(std::vector<TrialRequest> given) {
    for (TrialRequest &request : given)
      entries.push_back({std::move(request)});
  }

  /// Whether some were not begun.
  bool hasMore() const { return next < first + entries.size() || !again.empty(); }
  /// Whether the first `count` that were not taken have results.
  bool isDone(size_t count) const {
    return std::all_of(entries.begin(), entries.begin() + static_cast<std::ptrdiff_t>(count),
                       [](const Entry &entry) { return entry.isDone; });
  }
  /// The number of the next one to begin, and that it was begun.
  size_t getNext() const { return again.empty() ? next : again.back(); }
  void beginNext() {
    if (again.empty())
      ++next;
    else
      again.pop_back();
  }
  const TrialRequest &getRequest(size_t number) { return get(number).request; }
  void finish(size_t number, Measurement result) {
    get(number).result = std::move(result);
    get(number).isDone = true;
  }
  /// The worker that was at it has ended. It is given to another one, once.
  void lose(size_t number, const std::string &problem, bool isInTime) {
    finish(number, makeLost(problem));
    Entry &entry = get(number);
    entry.isDone = entry.wasLost || !isInTime;
    if (!entry.isDone)
      again.push_back(number);
    entry.wasLost = true;
  }
  /// None that is left will be begun.
  void giveUp(const Measurement &result) {
    for (size_t number : again)
      get(number).isDone = true;
    again.clear();
    for (; next < first + entries.size(); ++next) {
      get(next).result = result;
      get(next).isDone = true;
    }
  }
  std::vector<Measurement> take(size_t count) {
    std::vector<Measurement> results;
    for (; results.size() < count; ++first) {
      results.push_back(std::move(entries.front().result));
      entries.pop_front();
    }
    return results;
  }
  size_t getSize() const { return entries.size(); }

private:
  struct Entry {
    TrialRequest request;
    Measurement result;
    bool wasLost = false, isDone = false;
  };

  Entry &get(size_t number) { return entries[number - first]; }

  std::deque<Entry> entries;
  /// Numbers go on: of the first entry, and of the first that was never begun.
  size_t first = 0, next = 0;
  std::vector<size_t> again;
};

LocalRunner::LocalRunner(LocalRunnerOptions given)
    : options(std::move(given)), begun(std::make_unique<Queue>()) {}

LocalRunner::~LocalRunner() {
  processes.clear();
  if (!lock.empty())
    llvm::sys::fs::remove(lock);
}

llvm::Expected<std::unique_ptr<LocalRunner>> LocalRunner::create(const LocalRunnerOptions &given) {
  std::unique_ptr<LocalRunner> runner(new LocalRunner(given));
  std::string program = given.program.empty() ? findProgram("dl-worker") : given.program;
  if (!llvm::sys::fs::can_execute(program))
    return llvm::createStringError(
        "expected the program of the workers " +
        (given.program.empty() ? std::string("dl-worker in the folder bin beside the compiler's "
                                             "library")
                               : "'" + given.program + "'") +
        ", which is part of the installation");
  runner->options.program = program;
  // The same trials have to be right on a machine that is busy: only what does not end is stopped.
  if (given.simulator == vdlaSimulatorName)
    runner->options.limits.compileSeconds =
        std::max(given.limits.compileSeconds, mostProgramSeconds);
  llvm::SmallString<128> path;
  if (std::error_code error = llvm::sys::fs::createTemporaryFile("dl-tune", "lock", path))
    return llvm::createStringError(error, "cannot make a file in the folder of temporary files");
  runner->lock = path.str().str();
  int64_t count = given.workers;
  if (count <= 0)
    count = llvm::hardware_concurrency().compute_thread_count();
  for (int64_t number = 0; number < count; ++number) {
    runner->processes.push_back(std::make_unique<WorkerProcess>());
    if (llvm::Error error = runner->processes.back()->start(program))
      return error;
  }
  return runner;
}

double LocalRunner::getRequestSeconds() const {
  return options.limits.compileSeconds + options.limits.runSeconds + slackSeconds;
}

void LocalRunner::restart(WorkerProcess &worker) {
  llvm::consumeError(worker.start(options.program));
}

bool LocalRunner::giveTask(WorkerProcess &worker) {
  WorkerRequest request;
  request.task = *task;
  worker.hasTask = worker.send(toLine(request), taskNumber, getRequestSeconds());
  return worker.hasTask;
}

bool LocalRunner::give(WorkerProcess &worker, Queue &queue) {
  // One without the task, a new one, gets it first.
  if (!worker.hasTask)
    return giveTask(worker);
  size_t number = queue.getNext();
  WorkerRequest request;
  request.kind = WorkerRequest::Trial;
  request.trial = queue.getRequest(number);
  request.trial.id = static_cast<int64_t>(number);
  request.trial.measure.bestSeconds = best;
  if (!worker.send(toLine(request), number, getRequestSeconds()))
    return false;
  queue.beginNext();
  return true;
}

static Measurement makeInterrupted() {
  Measurement result = makeLost("interrupted");
  result.outcome = Outcome::RunTimeout;
  return result;
}

void LocalRunner::measure(Queue &queue, size_t count) {
  int idleRounds = 0;
  while (!queue.isDone(count)) {
    if (isInterrupted && isInterrupted())
      queue.giveUp(makeInterrupted());
    std::vector<WorkerProcess *> busy;
    for (auto &worker : processes) {
      if (worker->isRetired)
        continue;
      if (!worker->isBusy() && queue.hasMore() && !give(*worker, queue))
        restart(*worker);
      if (worker->isBusy())
        busy.push_back(worker.get());
    }
    if (busy.empty()) {
      // Workers that are started end at once, or none can be.
      if (++idleRounds == mostIdleRounds)
        queue.giveUp(makeLost("no worker could be started"));
      continue;
    }
    idleRounds = 0;
    for (WorkerProcess::Event &event : WorkerProcess::wait(busy, /*seconds=*/1)) {
      WorkerProcess &worker = *event.process;
      // A request that reached it while it ends would be lost.
      if (event.reply && worker.isEnding)
        restart(worker);
      if (!event.reply) {
        // What ends each worker that takes the task would do so for ever.
        if (event.number == taskNumber)
          worker.isRetired = true;
        else
          queue.lose(event.number, event.problem, worker.getSecondsLeft() > 0);
        restart(worker);
      } else if (event.number == taskNumber) {
        // Without results it has nothing to compare with.
        worker.isRetired = !event.reply->isOk();
      } else {
        if (event.reply->isOk() && (best == 0 || event.reply->getCost() < best))
          best = event.reply->getCost();
        queue.finish(event.number, std::move(*event.reply));
      }
    }
  }
}

void LocalRunner::setWeights(WeightsPlace place, int64_t innerCacheBytes) {
  options.measure.weights = place;
  options.measure.innerCacheBytes = innerCacheBytes;
}

Measurement LocalRunner::setTask(const Task &given) {
  task = {given.module,    given.templateModule, given.threads, options.target,
          options.cpu,     options.level,        lock,          options.limits,
          options.measure, options.simulator,    given.sizes};
  task->measure.placements = 1;
  task->measure.firstPlacement = 0;
  best = 0;
  // That of the rules is the first.
  numTrials = 1;
  *begun = Queue();
  std::vector<WorkerProcess *> busy;
  for (auto &worker : processes) {
    worker->isRetired = false;
    // What it is at would be answered first.
    if (worker->isBusy())
      restart(*worker);
    if (!giveTask(*worker)) {
      restart(*worker);
      giveTask(*worker);
    }
    if (worker->isBusy())
      busy.push_back(worker.get());
  }
  // A failure of any of them, or the shortest time.
  std::optional<Measurement> result;
  std::string problem = "no worker could be started";
  while (!busy.empty()) {
    for (WorkerProcess::Event &event : WorkerProcess::wait(busy, getRequestSeconds())) {
      if (!event.reply) {
        problem = event.problem;
        restart(*event.process);
      } else if (!result || (result->isOk() && (!event.reply->isOk() ||
                                                event.reply->getCost() < result->getCost()))) {
        result = std::move(event.reply);
      }
    }
    llvm::erase_if(busy, [](WorkerProcess *worker) { return !worker->isBusy(); });
  }
  if (!result)
    return makeLost(problem);
  if (result->isOk())
    best = result->getCost();
  return *result;
}

Measurement LocalRunner::check() {
  if (options.isSimulated()) {
    Measurement nothing;
    nothing.outcome = Outcome::Ok;
    return nothing;
  }
  WorkerRequest request;
  request.kind = WorkerRequest::Check;
  WorkerProcess &worker = *processes.front();
  if (!worker.hasTask || !worker.send(toLine(request), 0, interpretSeconds))
    return makeLost("the worker ended");
  std::vector<WorkerProcess::Event> events;
  while (events.empty())
    events = WorkerProcess::wait(&worker, interpretSeconds);
  if (events.front().reply)
    return *events.front().reply;
  restart(worker);
  return makeLost("the interpreter gave no result: " + events.front().problem);
}

static void setSchedule(TrialRequest &request, const Candidate &candidate) {
  if (candidate.templateHash.empty())
    request.steps = candidate.trace.steps;
  else
    request.choices = candidate.trace.choices;
}

std::vector<Measurement> LocalRunner::runRequests(std::vector<TrialRequest> requests) {
  Queue queue;
  queue.add(std::move(requests));
  measure(queue, queue.getSize());
  return queue.take(queue.getSize());
}

void LocalRunner::begin(const std::vector<CandidateRef> &candidates) {
  std::vector<TrialRequest> requests;
  for (const CandidateRef &candidate : candidates) {
    TrialRequest &request = requests.emplace_back();
    setSchedule(request, *candidate);
    request.measure = options.measure;
    request.measure.placements = 1;
    request.measure.firstPlacement = numTrials++ % numPlacements;
  }
  begun->add(std::move(requests));
}

std::vector<Measurement> LocalRunner::take(size_t count) {
  measure(*begun, count);
  return begun->take(count);
}

std::vector<Measurement> LocalRunner::run(const std::vector<CandidateRef> &candidates) {
  assert(begun->getSize() == 0 && "others are under way");
  begin(candidates);
  return take(candidates.size());
}

std::vector<Measurement> LocalRunner::runFinalists(const std::vector<CandidateRef> &candidates,
                                                   int64_t rounds) {
  std::vector<Measurement> best(candidates.size());
  double limit = std::exchange(this->best, 0);
  for (int64_t round = 0; round < rounds; ++round) {
    std::vector<TrialRequest> requests;
    for (const CandidateRef &candidate : candidates) {
      TrialRequest &request = requests.emplace_back();
      if (candidate)
        setSchedule(request, *candidate);
      request.measure = options.measure;
      request.measure.placements = numPlacements;
    }
    std::vector<Measurement> results = runRequests(std::move(requests));
    for (auto [known, result] : llvm::zip_equal(best, results)) {
      if (round == 0 || (!known.isOk() && result.isOk())) {
        known = std::move(result);
        continue;
      }
      if (!result.isOk() || !known.isOk())
        continue;
      known.reference = std::min(known.reference, result.reference);
      for (auto [seconds, other] : llvm::zip_equal(known.seconds, result.seconds))
        seconds = std::min(seconds, other);
    }
  }
  this->best = limit;
  return best;
}
