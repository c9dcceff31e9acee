//===-- ScriptedWorkerTest.cpp - what workers are given ---------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Workers that measure nothing: a script answers, and notes what it is asked for.
//
//===----------------------------------------------------------------------===//
#include "../../../../lib/Tuning/Measure/WorkerProcess.h"

#include "dl/Support/Programs.h"
#include "dl/Tuning/Measure/LocalRunner.h"
#include "dl/Tuning/Measure/Worker.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

#include <chrono>
#include <cstdlib>
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

using namespace dl::tuning;
namespace fs = llvm::sys::fs;

namespace {

class ScriptedWorkerTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(fs::createUniqueDirectory("dl-scripted-worker", folder));
    options.workers = 1;
    options.limits = {20, 20, int64_t(512) << 20};
  }
  void TearDown() override {
    runner.reset();
    fs::remove_directories(folder);
  }

  /// Starts workers that run `script` for each line, which is noted; `ok SECONDS` and
  /// `no OUTCOME` answer. The task is answered by `ok 9e-6`.
  void start(const std::string &script) {
    std::string program = (folder + "/worker").str();
    {
      std::error_code error;
      llvm::raw_fd_ostream os(program, error);
      ASSERT_FALSE(error);
      os << "#!/bin/sh\ncd " << folder << R"(
ok() { printf '{"outcome":"ok","seconds":[%s],"reference":%s}\n' "$1" "${2-1}"; }
no() { printf '{"outcome":"%s","message":"of %s"}\n' "$1" "$1"; }
task() { ok 9e-6; }
)" << script.substr(0, script.find("---"))
         << "\nwhile read -r line; do\n  printf '%s\\n' \"$line\" >> log\n  case $line in\n"
            "    *'\"task\":'*) task ;;\n    *) n=$((n + 1)); "
         << script.substr(script.find("---") + 3) << " ;;\n  esac\ndone\n";
    }
    ASSERT_FALSE(fs::setPermissions(program, fs::all_all));
    options.program = program;
    runner = llvm::cantFail(LocalRunner::create(options));
  }
  Measurement setTask() {
    Task task;
    task.module = "module {}";
    return runner->setTask(task);
  }
  std::vector<Measurement> runTrials(size_t count) {
    return runner->runRequests(std::vector<TrialRequest>(count));
  }
  /// The requests that were noted.
  std::vector<WorkerRequest> getLog() {
    std::vector<WorkerRequest> requests;
    auto file = llvm::MemoryBuffer::getFile(folder + "/log");
    EXPECT_TRUE(bool(file));
    llvm::SmallVector<llvm::StringRef> lines;
    (*file)->getBuffer().split(lines, '\n', -1, false);
    for (llvm::StringRef line : lines)
      requests.push_back(llvm::cantFail(parseRequest(line)));
    return requests;
  }
  size_t count(WorkerRequest::Kind kind) {
    return static_cast<size_t>(llvm::count_if(
        getLog(), [&](const WorkerRequest &request) { return request.kind == kind; }));
  }

  llvm::SmallString<128> folder;
  LocalRunnerOptions options;
  std::unique_ptr<LocalRunner> runner;
};

std::string describe(const Measurement &result) {
  std::string text = getOutcomeName(result.outcome);
  for (double seconds : result.seconds)
    text += " " + std::to_string(std::lround(seconds * 1e6));
  return text + (result.message.empty() ? "" : " " + result.message);
}

TEST_F(ScriptedWorkerTest, WhatEndsAWorkerIsTriedOnceMore) {
  start("--- exit");
  EXPECT_EQ(describe(setTask()), "ok 9");
  std::vector<Measurement> results = runTrials(1);
  EXPECT_EQ(describe(results[0]), "crash the worker ended");
  EXPECT_EQ(count(WorkerRequest::Trial), 2u);
  // A new worker is made ready first.
  EXPECT_EQ(count(WorkerRequest::Task), 2u);
  // With others that are all right.
  results = runTrials(3);
  for (const Measurement &result : results)
    EXPECT_EQ(describe(result), "crash the worker ended");
  EXPECT_EQ(count(WorkerRequest::Trial), 8u);
}

TEST_F(ScriptedWorkerTest, AnotherWorkerMayHaveAResult) {
  start("--- mkdir first 2> none && exit; ok 4e-6");
  setTask();
  std::vector<Measurement> results = runTrials(2);
  EXPECT_EQ(describe(results[0]), "ok 4");
  EXPECT_EQ(describe(results[1]), "ok 4");
  EXPECT_EQ(count(WorkerRequest::Trial), 3u);
}

TEST_F(ScriptedWorkerTest, NewWorkersThatEndWithTheTaskAreGivenNothing) {
  // The task is well for the first one alone.
  start("task() { mkdir first 2> none && ok 9e-6 || exit; }\n--- exit");
  EXPECT_EQ(describe(setTask()), "ok 9");
  std::vector<Measurement> results = runTrials(2);
  EXPECT_EQ(describe(results[0]), "crash the worker ended");
  EXPECT_EQ(describe(results[1]), "crash no worker could be started");
  EXPECT_EQ(count(WorkerRequest::Trial), 1u);
}

TEST_F(ScriptedWorkerTest, NewWorkersWithoutResultsAreGivenNothing) {
  start("task() { mkdir first 2> none && ok 9e-6 || no compile-error; }\n--- exit");
  setTask();
  runTrials(2);
  EXPECT_EQ(count(WorkerRequest::Trial), 1u);
}

TEST_F(ScriptedWorkerTest, AnswersThatAreNone) {
  start("--- echo '{}'");
  setTask();
  Measurement result = runTrials(1)[0];
  EXPECT_FALSE(result.isOk());
  EXPECT_EQ(result.message, "expected a reply with an outcome");
}

TEST_F(ScriptedWorkerTest, ATaskHasTheShortestTimeOfAllWorkers) {
  options.workers = 2;
  start("task() { mkdir first 2> none && ok 3e-6 || ok 2e-6; }\n---");
  EXPECT_EQ(describe(setTask()), "ok 2");
  EXPECT_EQ(count(WorkerRequest::Task), 2u);
  // All of them have got it then, so the same again.
  EXPECT_EQ(describe(setTask()), "ok 2");
}

TEST_F(ScriptedWorkerTest, ATaskFailsWhereItDoesForAnyWorker) {
  options.workers = 2;
  start("task() { mkdir first 2> none && ok 3e-6 || no crash; }\n---");
  EXPECT_EQ(describe(setTask()), "crash of crash");
  start("task() { mkdir second 2> none && no crash || ok 3e-6; }\n---");
  EXPECT_EQ(describe(setTask()), "crash of crash");
}

TEST_F(ScriptedWorkerTest, OneForEachCoreUnlessTold) {
  options.workers = 0;
  start("---");
  EXPECT_EQ(describe(setTask()), "ok 9");
}

TEST_F(ScriptedWorkerTest, TrialsKnowTheBestBeforeThem) {
  start("--- case $n in 1) ok 12e-6 ;; 2) ok 5e-6 ;; 3) ok 7e-6 ;; *) no crash ;; esac");
  setTask();
  runTrials(5);
  std::vector<WorkerRequest> log = getLog();
  ASSERT_EQ(log.size(), 6u);
  EXPECT_EQ(log[0].task.measure.bestSeconds, 0);
  const double best[] = {9e-6, 9e-6, 5e-6, 5e-6, 5e-6};
  for (size_t trial = 0; trial < 5; ++trial) {
    EXPECT_EQ(log[trial + 1].trial.id, static_cast<int64_t>(trial));
    EXPECT_DOUBLE_EQ(log[trial + 1].trial.measure.bestSeconds, best[trial]) << trial;
  }
}

TEST_F(ScriptedWorkerTest, TrialsDifferInTheirPlacement) {
  start("--- ok 4e-6");
  options.measure.placements = 5;
  setTask();
  auto candidate = std::make_shared<Candidate>();
  runner->run(std::vector<CandidateRef>(10, candidate));
  runner->runFinalists({nullptr, candidate}, 2);
  std::vector<WorkerRequest> log = getLog();
  ASSERT_EQ(log.size(), 15u);
  EXPECT_EQ(log[0].task.measure.placements, 1);
  EXPECT_EQ(log[0].task.measure.firstPlacement, 0);
  for (int64_t trial = 1; trial <= 10; ++trial) {
    EXPECT_EQ(log[trial].trial.measure.firstPlacement, trial % numPlacements);
    EXPECT_EQ(log[trial].trial.measure.placements, 1);
    EXPECT_TRUE(log[trial].trial.steps);
  }
  // Finalists, of which one is the rules', go through all.
  for (size_t final = 11; final < 15; ++final) {
    EXPECT_EQ(log[final].trial.measure.placements, numPlacements);
    EXPECT_EQ(log[final].trial.steps.has_value(), final % 2 == 0) << final;
  }
  // Their best are not those of single placements.
  EXPECT_EQ(log[11].trial.measure.bestSeconds, 0);
}

TEST_F(ScriptedWorkerTest, FinalistsHaveTheShortestTimesOfAllRounds) {
  start("--- case $n in 1 | 3) no crash ;; 2) ok 5e-6,9e-6 3 ;; 4) ok 7e-6,8e-6 2 ;; *) ok "
        "6e-6,9e-6 4 ;; esac");
  setTask();
  EXPECT_EQ(describe(runner->runFinalists({nullptr}, 1)[0]), "crash of crash");
  Measurement best = runner->runFinalists({nullptr}, 4)[0];
  EXPECT_EQ(describe(best), "ok 5 8");
  EXPECT_EQ(best.reference, 2);
}

TEST_F(ScriptedWorkerTest, WorkersShareALockThatTheRunnerRemoves) {
  start("---");
  setTask();
  std::string lock = getLog()[0].task.lock;
  EXPECT_TRUE(fs::exists(lock)) << lock;
  runner.reset();
  EXPECT_FALSE(fs::exists(lock)) << lock;
}

TEST_F(ScriptedWorkerTest, ProgramsOfAnAcceleratorMayTakeTwoMinutes) {
  auto getSeconds = [&](double given, llvm::StringRef simulator) {
    options.limits.compileSeconds = given;
    options.simulator = simulator.str();
    start("---");
    setTask();
    return getLog().back().task.limits.compileSeconds;
  };
  EXPECT_EQ(getSeconds(20, "vdla-sim"), 120);
  EXPECT_EQ(getSeconds(200, "vdla-sim"), 200);
  EXPECT_EQ(getSeconds(20, "llvm-mca"), 20);
}

TEST_F(ScriptedWorkerTest, SimulatedResultsAreNotChecked) {
  start("--- no wrong-answer");
  setTask();
  EXPECT_EQ(describe(runner->check()), "wrong-answer of wrong-answer");
  options.simulator = "llvm-mca";
  start("--- no wrong-answer");
  setTask();
  EXPECT_EQ(describe(runner->check()), "ok");
}

TEST_F(ScriptedWorkerTest, AWorkerThatEndsAmidTheCheck) {
  start("--- exit");
  setTask();
  EXPECT_EQ(describe(runner->check()), "crash the interpreter gave no result: the worker ended");
  // The one in its place has no task.
  EXPECT_EQ(describe(runner->check()), "crash the worker ended");
}

/// The program itself, which is given other lines than the search writes.
TEST_F(ScriptedWorkerTest, ProgramsThatCannotBeStarted) {
  auto refuse = [&] { return llvm::toString(LocalRunner::create(options).takeError()); };
  std::string program = (folder + "/text").str();
  {
    std::error_code error;
    llvm::raw_fd_ostream(program, error) << "no program\n";
    ASSERT_FALSE(error);
  }
  ASSERT_FALSE(fs::setPermissions(program, fs::all_all));
  options.program = program;
  EXPECT_EQ(refuse(), "cannot start the worker '" + program + "': Exec format error");
  // Files for the lock, which is closed again, but not for both ends of a socket.
  int next = open("/dev/null", O_RDONLY | O_CLOEXEC);
  close(next);
  rlimit all, few;
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &all), 0);
  few = all;
  few.rlim_cur = static_cast<rlim_t>(next) + 1;
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &few), 0);
  std::string refusal = refuse();
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &all), 0);
  EXPECT_EQ(refusal, "no socket for a worker: Too many open files");
  // A folder of temporary files that is not there.
  const char *given = getenv("TMPDIR");
  std::string before = given ? given : "";
  ASSERT_EQ(setenv("TMPDIR", (folder + "/none").str().c_str(), 1), 0);
  refusal = refuse();
  if (given)
    setenv("TMPDIR", before.c_str(), 1);
  else
    unsetenv("TMPDIR");
  EXPECT_EQ(refusal, "cannot make a file in the folder of temporary files");
}

TEST_F(ScriptedWorkerTest, AnswersComeInTheirTime) {
  std::string program = (folder + "/slow").str();
  {
    std::error_code error;
    llvm::raw_fd_ostream(program, error) << R"(#!/bin/sh
read -r line
printf '{"outcome":"ok","sec'
sleep 0.02
printf 'onds":[4e-6]}\n'
read -r line
exec sleep 100
)";
    ASSERT_FALSE(error);
  }
  ASSERT_FALSE(fs::setPermissions(program, fs::all_all));
  WorkerProcess worker;
  ASSERT_FALSE(bool(worker.start(program)));
  auto ask = [&](double seconds) {
    EXPECT_TRUE(worker.send("line", 7, seconds));
    EXPECT_TRUE(worker.isBusy());
    std::vector<WorkerProcess::Event> events;
    for (int turn = 0; turn < 1000 && events.empty(); ++turn)
      events = WorkerProcess::wait(&worker, 60);
    EXPECT_EQ(events.size(), 1u);
    EXPECT_EQ(events[0].process, &worker);
    EXPECT_EQ(events[0].number, 7u);
    return events[0].reply ? describe(*events[0].reply) : events[0].problem;
  };
  // A reply ends with its line.
  EXPECT_EQ(ask(30), "ok 4");
  EXPECT_FALSE(worker.isBusy());
  auto start = std::chrono::steady_clock::now();
  EXPECT_EQ(ask(0.02), "the worker did not answer in time");
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(20));
  EXPECT_LE(worker.getSecondsLeft(), 0);
  // Started again it is as before.
  ASSERT_FALSE(bool(worker.start(program)));
  EXPECT_FALSE(worker.isBusy());
  EXPECT_EQ(ask(30), "ok 4");
}

TEST(WorkerProgramTest, AnswersWhatItCannotDo) {
  WorkerProcess worker;
  ASSERT_FALSE(bool(worker.start(dl::findProgram("dl-worker"))));
  auto ask = [&](const std::string &line) {
    EXPECT_TRUE(worker.send(line, 3, 60));
    std::vector<WorkerProcess::Event> events;
    while (events.empty())
      events = WorkerProcess::wait(&worker, 60);
    EXPECT_EQ(events[0].number, 3u);
    return events[0].reply ? describe(*events[0].reply) : events[0].problem;
  };
  EXPECT_EQ(ask("[]"), "compile-error expected a request to be an object");
  WorkerRequest request;
  request.kind = WorkerRequest::Trial;
  EXPECT_EQ(ask(toLine(request)), "compile-error expected a task before a trial");
  request.kind = WorkerRequest::Check;
  EXPECT_EQ(ask(toLine(request)), "compile-error expected a task before a trial");
  // A task that cannot be read is none.
  request.kind = WorkerRequest::Task;
  request.task.module = "module {}";
  EXPECT_EQ(ask(toLine(request)),
            "compile-error expected the module of a task to have a kernel @kernel");
  request.kind = WorkerRequest::Trial;
  EXPECT_EQ(ask(toLine(request)), "compile-error expected a task before a trial");
}

TEST(WorkerProgramTest, NeedsMemoryForResults) {
  WorkerProcess worker;
  ASSERT_FALSE(bool(worker.start(dl::findProgram("dl-worker"))));
  WorkerRequest request;
  request.task.threads = 1;
  request.task.limits = {20, 20, int64_t(512) << 20};
  request.task.module = R"(
    func.func private @kernel(%a: tensor<1xf32>, %c: tensor<1152921504606846976xf32>
        {te.destination}) -> tensor<1152921504606846976xf32> attributes {te.kernel} {
      %r = te.compute "s0" axes(a0 = 1152921504606846976) : tensor<1152921504606846976xf32> {
      ^bb0(%i: index):
        %0 = te.read %a[0] : tensor<1xf32>
        te.yield %0 : f32
      }
      return %r : tensor<1152921504606846976xf32>
    })";
  ASSERT_TRUE(worker.send(toLine(request), 3, 60));
  std::vector<WorkerProcess::Event> events;
  while (events.empty())
    events = WorkerProcess::wait(&worker, 60);
  ASSERT_TRUE(events[0].reply) << events[0].problem;
  EXPECT_EQ(describe(*events[0].reply), "out-of-memory no memory for the results");
}

TEST(WorkerProgramTest, MakesRoomForANewOneAfterFiveHundredRequests) {
  WorkerProcess worker;
  ASSERT_FALSE(bool(worker.start(dl::findProgram("dl-worker"))));
  int answered = 0;
  std::string problem;
  while (problem.empty() && answered < 600 && worker.send("[]", 3, 60)) {
    std::vector<WorkerProcess::Event> events;
    while (events.empty())
      events = WorkerProcess::wait(&worker, 60);
    problem = events[0].problem;
    answered += events[0].reply ? 1 : 0;
  }
  EXPECT_EQ(answered, 500);
}

} // namespace
