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

#include "Timing.h"

#include "dl/Support/Programs.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/Errno.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Threading.h"

#include <csignal>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace dl;
using namespace dl::tuning;

extern char **environ;

/// A worker and what it does at present.
class LocalRunner::Process {
public:
  ~Process() { end(); }

  llvm::Error start(const std::string &program) {
    int sockets[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0)
      return llvm::createStringError("no socket for a worker: " + llvm::sys::StrError());
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, sockets[1], STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, sockets[1], STDOUT_FILENO);
    // Ctrl-C is for the search, which ends its workers.
    posix_spawnattr_t attributes;
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
    posix_spawnattr_setpgroup(&attributes, 0);
    char *arguments[] = {const_cast<char *>(program.c_str()), nullptr};
    int status = posix_spawn(&pid, program.c_str(), &actions, &attributes, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    close(sockets[1]);
    file = sockets[0];
    if (status == 0)
      return llvm::Error::success();
    pid = -1;
    end();
    return llvm::createStringError("cannot start the worker '" + program +
                                   "': " + llvm::sys::StrError(status));
  }

  void end() {
    if (file != -1)
      close(file);
    file = -1;
    if (pid != -1) {
      kill(pid, SIGKILL);
      (void)llvm::sys::RetryAfterSignal(-1, waitpid, pid, nullptr, 0);
    }
    pid = -1;
    text.clear();
    request.reset();
  }

  /// False where the worker has ended.
  bool send(const std::string &line, size_t number, double seconds) {
    std::string bytes = line + "\n";
    llvm::StringRef rest = bytes;
    while (!rest.empty()) {
      ssize_t count =
          llvm::sys::RetryAfterSignal(-1, ::send, file, rest.data(), rest.size(), MSG_NOSIGNAL);
      if (count <= 0)
        return false;
      rest = rest.drop_front(static_cast<size_t>(count));
    }
    request = number;
    timer = Stopwatch();
    limit = seconds;
    return true;
  }

  /// A reply that is there; `isAlive` becomes false where the worker has ended.
  std::optional<Measurement> receive(bool &isAlive) {
    char bytes[65536], *buffer = bytes;
    ssize_t count = llvm::sys::RetryAfterSignal(-1, ::recv, file, buffer, sizeof(bytes), 0);
    isAlive = count > 0;
    if (!isAlive)
      return std::nullopt;
    text.append(buffer, static_cast<size_t>(count));
    size_t end = text.find('\n');
    if (end == std::string::npos)
      return std::nullopt;
    auto reply = parseReply(text.substr(0, end));
    text.erase(0, end + 1);
    request.reset();
    if (reply)
      return std::move(reply->second);
    Measurement failed;
    failed.message = llvm::toString(reply.takeError());
    return failed;
  }

  double getLeft() const { return limit - timer.getSeconds(); }

  pid_t pid = -1;
  int file = -1;
  /// The number of what it is at.
  std::optional<size_t> request;
  /// The task was given to it.
  bool hasTask = false;
  /// It could not make a task its own, and is given nothing more.
  bool isRetired = false;

private:
  std::string text;
  Stopwatch timer;
  double limit = 0;
};

LocalRunner::LocalRunner(LocalRunnerOptions given) : options(std::move(given)) {}

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
  llvm::SmallString<128> path;
  if (std::error_code error = llvm::sys::fs::createTemporaryFile("dl-tune", "lock", path))
    return llvm::createStringError(error, "cannot make a file in the folder of temporary files");
  runner->lock = path.str().str();
  int64_t count = given.workers;
  if (count <= 0)
    count = llvm::hardware_concurrency().compute_thread_count();
  for (int64_t number = 0; number < count; ++number) {
    runner->processes.push_back(std::make_unique<Process>());
    if (llvm::Error error = runner->processes.back()->start(program))
      return error;
  }
  return runner;
}

/// What a request may take beside its own limits: others may time first.
static constexpr double slackSeconds = 130, interpretSeconds = 310;
/// How often workers are started in a row without one that takes a request.
static constexpr int mostIdleRounds = 5;

static Measurement makeLost(std::string message) {
  Measurement lost;
  lost.outcome = Outcome::Crash;
  lost.message = std::move(message);
  return lost;
}

std::vector<Measurement> LocalRunner::runRequests(std::vector<TrialRequest> requests) {
  std::vector<Measurement> results(requests.size(), makeLost("interrupted"));
  for (Measurement &result : results)
    result.outcome = Outcome::RunTimeout;
  double limit = options.limits.compileSeconds + options.limits.runSeconds + slackSeconds;
  size_t next = 0, open = 0;
  // What a worker was given as it ended is given to another one, once.
  std::vector<size_t> again;
  int idleRounds = 0;
  std::vector<bool> wasLost(requests.size(), false);
  // A worker without the task, a new one, gets it first.
  auto give = [&](Process &process, size_t number) {
    if (!process.hasTask) {
      WorkerRequest request;
      request.task = *task;
      process.hasTask = process.send(toLine(request), SIZE_MAX, limit);
      return process.hasTask;
    }
    bool isAgain = !again.empty();
    if (isAgain)
      number = again.back();
    WorkerRequest request;
    request.kind = WorkerRequest::Trial;
    request.trial = requests[number];
    request.trial.id = static_cast<int64_t>(number);
    request.trial.measure.bestSeconds = best;
    if (!process.send(toLine(request), number, limit))
      return false;
    ++open;
    if (isAgain)
      again.pop_back();
    else
      ++next;
    return true;
  };
  auto lose = [&](Process &process, std::string message) {
    if (process.request && *process.request != SIZE_MAX) {
      size_t number = *process.request;
      results[number] = makeLost(std::move(message));
      --open;
      if (!wasLost[number] && process.getLeft() > 0)
        again.push_back(number);
      wasLost[number] = true;
    }
    process.end();
    process.hasTask = false;
    llvm::consumeError(process.start(options.program));
  };
  for (;;) {
    bool hasMore = next < requests.size() || !again.empty();
    bool stops = !hasMore || (isInterrupted && isInterrupted());
    if (stops && open == 0)
      return results;
    std::vector<pollfd> files;
    std::vector<Process *> busy;
    double wait = 1;
    for (auto &process : processes) {
      if (process->isRetired)
        continue;
      hasMore = next < requests.size() || !again.empty();
      if (!process->request && !stops && hasMore && !give(*process, next))
        lose(*process, "");
      if (!process->request)
        continue;
      files.push_back({process->file, POLLIN, 0});
      busy.push_back(process.get());
      wait = std::min(wait, std::max(process->getLeft(), 0.0));
    }
    if (files.empty() && ++idleRounds < mostIdleRounds)
      continue;
    if (files.empty()) {
      // Workers that are started end at once, or none can be.
      for (; next < requests.size(); ++next)
        results[next] = makeLost("no worker could be started");
      again.clear();
      continue;
    }
    idleRounds = 0;
    poll(files.data(), files.size(), static_cast<int>(wait * 1000) + 1);
    for (auto [file, process] : llvm::zip_equal(files, busy)) {
      if (file.revents == 0) {
        if (process->getLeft() <= 0)
          lose(*process, "the worker did not answer in time");
        continue;
      }
      size_t number = *process->request;
      bool isAlive = true;
      std::optional<Measurement> reply = process->receive(isAlive);
      if (!isAlive) {
        lose(*process, "the worker ended");
        continue;
      }
      if (!reply)
        continue;
      if (number == SIZE_MAX) {
        // It has nothing to compare with.
        if (!reply->isOk())
          process->isRetired = true;
        continue;
      }
      --open;
      if (reply->isOk() && (best == 0 || reply->getCost() < best))
        best = reply->getCost();
      results[number] = std::move(*reply);
    }
  }
}

void LocalRunner::setWeights(WeightsPlace place, int64_t innerCacheBytes) {
  options.measure.weights = place;
  options.measure.innerCacheBytes = innerCacheBytes;
}

Measurement LocalRunner::setTask(const Task &given) {
  task = {given.module,  given.threads, options.target, options.cpu,
          options.level, lock,          options.limits};
  best = 0;
  numTrials = 0;
  WorkerRequest request;
  request.task = *task;
  std::string line = toLine(request);
  Measurement result = makeLost("no worker could be started");
  double limit = options.limits.compileSeconds + options.limits.runSeconds + slackSeconds;
  for (auto &process : processes) {
    process->hasTask = process->isRetired = false;
    if (!process->send(line, SIZE_MAX, limit)) {
      process->end();
      llvm::consumeError(process->start(options.program));
      process->hasTask = process->send(line, SIZE_MAX, limit);
    } else {
      process->hasTask = true;
    }
  }
  for (auto &process : processes) {
    while (process->request) {
      pollfd file{process->file, POLLIN, 0};
      bool isAlive = true;
      if (poll(&file, 1, static_cast<int>(std::max(process->getLeft(), 0.0) * 1000) + 1) <= 0)
        isAlive = false;
      std::optional<Measurement> reply;
      if (isAlive)
        reply = process->receive(isAlive);
      if (!isAlive) {
        process->end();
        process->hasTask = false;
        llvm::consumeError(process->start(options.program));
        break;
      }
      // The worst that any worker found.
      if (reply && (!reply->isOk() || !result.isOk() || reply->getCost() < result.getCost()))
        result = std::move(*reply);
    }
  }
  // It was called again and again, weights nearby.
  if (result.isOk() && options.measure.weights == WeightsPlace::Nearest)
    best = result.getCost();
  return result;
}

Measurement LocalRunner::check() {
  WorkerRequest request;
  request.kind = WorkerRequest::Check;
  Process &process = *processes.front();
  if (!process.hasTask || !process.send(toLine(request), 0, interpretSeconds))
    return makeLost("the worker ended");
  while (process.getLeft() > 0) {
    pollfd file{process.file, POLLIN, 0};
    bool isAlive = true;
    if (poll(&file, 1, static_cast<int>(process.getLeft() * 1000) + 1) <= 0)
      break;
    if (std::optional<Measurement> reply = process.receive(isAlive))
      return *reply;
    if (!isAlive)
      break;
  }
  process.end();
  process.hasTask = false;
  llvm::consumeError(process.start(options.program));
  return makeLost("the interpreter gave no result");
}

std::vector<Measurement> LocalRunner::run(const std::vector<CandidateRef> &candidates) {
  std::vector<TrialRequest> requests;
  for (const CandidateRef &candidate : candidates) {
    TrialRequest &request = requests.emplace_back();
    request.steps = candidate->trace.steps;
    request.measure = options.measure;
    request.measure.placements = 1;
    request.measure.firstPlacement = numTrials++ % numPlacements;
  }
  return runRequests(std::move(requests));
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
        request.steps = candidate->trace.steps;
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
