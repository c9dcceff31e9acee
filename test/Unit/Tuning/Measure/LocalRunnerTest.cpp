//===-- LocalRunnerTest.cpp - workers survive what they run -----*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A small product is measured by real workers. Faults are made in the child in the place of what it
// would do; each has its outcome, and the trial after it is well.
//
//===----------------------------------------------------------------------===//
#include "SmallTask.h"
#include "dl/Dialect/Schedule/IR/Schedule.h"

#include "dl/Tuning/Measure/LocalRunner.h"
#include "dl/Tuning/RuleSpace.h"

#include <chrono>
#include <csignal>
#include <numeric>

using namespace dl;
using namespace dl::tuning;

namespace {

/// Limits that only what never ends meets: beside other tests all takes longer than alone.
constexpr double compileLimit = 20, runLimit = 20;

std::unique_ptr<LocalRunner> makeRunner(int64_t workers = 1, double compileSeconds = compileLimit,
                                        double runSeconds = runLimit) {
  LocalRunnerOptions options;
  options.workers = workers;
  options.limits = {compileSeconds, runSeconds, int64_t(512) << 20};
  auto runner = LocalRunner::create(options);
  EXPECT_TRUE(bool(runner));
  return runner ? std::move(*runner) : nullptr;
}

Task makeTask() { return readTasks(makeProduct("matmul", "matmul", "m", 32))[0]; }

TrialRequest makeRequest(Fault fault = Fault::None) {
  TrialRequest request;
  request.fault = fault;
  request.measure.batchSeconds = 1e-4;
  return request;
}

TEST(LocalRunnerTest, MeasuresTheRulesAndOthers) {
  auto runner = makeRunner(2);
  Measurement rules = runner->setTask(makeTask());
  ASSERT_TRUE(rules.isOk()) << rules.message;
  EXPECT_TRUE(runner->check().isOk());
  auto context = dl::createCompilerContext();
  auto module = mlir::parseSourceString<mlir::ModuleOp>(makeTask().module, context.get());
  RuleSpace space(
      schedule::buildKernelSchedule(module->lookupSymbol<mlir::func::FuncOp>(taskKernelName)), 1);
  std::mt19937_64 random(3);
  std::vector<CandidateRef> candidates;
  for (int draw = 0; draw < 6; ++draw)
    candidates.push_back(space.make({}, random));
  for (const Measurement &result : runner->run(candidates)) {
    EXPECT_TRUE(result.isOk()) << result.message;
    EXPECT_EQ(result.seconds.size(), 1u);
    EXPECT_GT(result.getCost(), 1e-8);
    EXPECT_LT(result.getCost(), 1e-2);
    EXPECT_GT(result.reference, 0);
    EXPECT_GT(result.compileSeconds, 0);
  }
  std::vector<Measurement> finals = runner->runFinalists({nullptr, candidates[0]}, 1);
  ASSERT_EQ(finals.size(), 2u);
  for (const Measurement &result : finals)
    EXPECT_EQ(result.seconds.size(), static_cast<size_t>(numPlacements)) << result.message;
}

TEST(LocalRunnerTest, PutsWeightsWhereAModelHasThem) {
  auto runner = makeRunner();
  for (WeightsPlace place :
       {WeightsPlace::Memory, WeightsPlace::LastCache, WeightsPlace::Nearest}) {
    runner->setWeights(place, int64_t(1) << 20);
    // That of the rules as a task is set is like any other.
    Measurement rules = runner->setTask(makeTask());
    ASSERT_TRUE(rules.isOk()) << rules.message;
    EXPECT_EQ(rules.seconds.size(), 1u);
    EXPECT_EQ(getWeightsPlaceName(rules.weights), std::string(getWeightsPlaceName(place)));
    Measurement result = runner->runFinalists({nullptr}, 1)[0];
    ASSERT_TRUE(result.isOk()) << result.message;
    EXPECT_EQ(getWeightsPlaceName(result.weights), std::string(getWeightsPlaceName(place)));
    EXPECT_GT(result.getCost(), 1e-8);
    EXPECT_GT(result.reference, 0);
  }
}

TEST(LocalRunnerTest, PutsWeightsWhereAModelOfSeveralThreadsHasThem) {
  auto runner = makeRunner();
  std::vector<Task> tasks = readTasks(makeProduct("matmul", "matmul", "m", 32), /*threads=*/2);
  for (WeightsPlace place : {WeightsPlace::Memory, WeightsPlace::Nearest}) {
    runner->setWeights(place, int64_t(1) << 20);
    Measurement rules = runner->setTask(tasks[0]);
    ASSERT_TRUE(rules.isOk()) << rules.message;
    EXPECT_EQ(getWeightsPlaceName(rules.weights), std::string(getWeightsPlaceName(place)));
    Measurement result = runner->runFinalists({nullptr}, 1)[0];
    ASSERT_TRUE(result.isOk()) << result.message;
    EXPECT_EQ(getWeightsPlaceName(result.weights), std::string(getWeightsPlaceName(place)));
  }
}

/// Of any CPU, without running its code: each time the same.
TEST(LocalRunnerTest, SimulatesOtherMachines) {
  LocalRunnerOptions options;
  options.workers = 1;
  options.target = "aarch64-linux-gnu";
  options.cpu = "cortex-a53";
  options.simulator = mcaName.str();
  options.limits = {compileLimit, runLimit, int64_t(512) << 20};
  auto runner = llvm::cantFail(LocalRunner::create(options));
  Task small = makeTask(), large = readTasks(makeProduct("matmul", "matmul", "m", 64))[0];
  Measurement first = runner->setTask(small), again = runner->setTask(small);
  ASSERT_TRUE(first.isOk()) << first.message;
  EXPECT_EQ(first.seconds, again.seconds);
  EXPECT_EQ(first.simulator, "llvm-mca");
  EXPECT_EQ(first.reference, 0);
  EXPECT_TRUE(runner->check().isOk());
  Measurement twice = runner->setTask(large);
  ASSERT_TRUE(twice.isOk()) << twice.message;
  EXPECT_GT(twice.getCost(), 1.5 * first.getCost());
  EXPECT_LT(twice.getCost(), 2.5 * first.getCost());
  // A multiply-add of four numbers begins in each cycle at most.
  EXPECT_GT(first.getCost(), 16 * 24 * 32 / 4 / 3e9);
}

class FaultTest : public testing::TestWithParam<std::tuple<Fault, Outcome, const char *>> {};

TEST_P(FaultTest, HasItsOutcome) {
  auto [fault, outcome, message] = GetParam();
  // What does not end is given less time, so that the test does.
  auto runner = makeRunner(1, fault == Fault::EndlessCompile ? 5 : compileLimit,
                           fault == Fault::EndlessRun ? 1.5 : runLimit);
  ASSERT_TRUE(runner->setTask(makeTask()).isOk());
  auto start = std::chrono::steady_clock::now();
  Measurement result = runner->runRequests({makeRequest(fault)})[0];
  double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  EXPECT_EQ(getOutcomeName(result.outcome), std::string(getOutcomeName(outcome)));
  EXPECT_NE(result.message.find(message), std::string::npos) << result.message;
  EXPECT_FALSE(result.getCost() < 1e9);
  // A crash is known at once; what does not end is ended at its limit.
  EXPECT_LT(seconds, 30);
  Measurement next = runner->runRequests({makeRequest()})[0];
  EXPECT_TRUE(next.isOk()) << next.message;
}

INSTANTIATE_TEST_SUITE_P(
    All, FaultTest,
    testing::Values(std::tuple(Fault::CompileCrash, Outcome::Crash, "while it was compiled"),
                    std::tuple(Fault::CompileMemory, Outcome::OutOfMemory, "more memory"),
                    std::tuple(Fault::Crash, Outcome::Crash, "while it ran"),
                    std::tuple(Fault::EndlessRun, Outcome::RunTimeout, "it ran for too long"),
                    std::tuple(Fault::EndlessCompile, Outcome::CompileTimeout,
                               "compiling took too long"),
                    std::tuple(Fault::Memory, Outcome::OutOfMemory, "more memory"),
                    std::tuple(Fault::WrongAnswer, Outcome::WrongAnswer, " of result 0, got")));

TEST(LocalRunnerTest, WorkersThatEndAreGivenNothing) {
  auto runner = makeRunner(/*workers=*/2);
  ASSERT_TRUE(runner->setTask(makeTask()).isOk());
  TrialRequest crash = makeRequest(Fault::CompileCrash);
  std::vector<Measurement> results =
      runner->runRequests({crash, crash, makeRequest(), makeRequest(), crash, makeRequest()});
  for (size_t number : {2, 3, 5})
    EXPECT_TRUE(results[number].isOk()) << number << ": " << results[number].message;
  for (size_t number : {0, 1, 4})
    EXPECT_EQ(results[number].outcome, Outcome::Crash);
}

TEST(LocalRunnerTest, StepsThatAreNotLegalAreAnOutcome) {
  auto runner = makeRunner();
  ASSERT_TRUE(runner->setTask(makeTask()).isOk());
  TrialRequest request = makeRequest();
  request.steps = {dl::schedule::Split(0, 0, 0)};
  Measurement result = runner->runRequests({request})[0];
  EXPECT_EQ(result.outcome, Outcome::Illegal);
  EXPECT_NE(result.message.find("the factor must be at least 1"), std::string::npos)
      << result.message;
}

TEST(LocalRunnerTest, CodeOfTheLastThirtyTwoSchedulesIsNotCompiledAgain) {
  auto runner = makeRunner();
  Measurement rules = runner->setTask(readTasks(R"(
    func.func private @copy(%a: tensor<64xf32>, %c: tensor<64xf32> {te.destination})
        -> tensor<64xf32> attributes {te.kernel} {
      %r = te.compute "r" axes(i = 64) : tensor<64xf32> {
      ^bb0(%i: index):
        %0 = te.read %a[%i] : tensor<64xf32>
        te.yield %0 : f32
      }
      return %r : tensor<64xf32>
    })")[0]);
  ASSERT_TRUE(rules.isOk()) << rules.message;
  auto isCompiled = [&](std::vector<int64_t> factors) {
    std::vector<TrialRequest> requests;
    for (int64_t factor : factors) {
      TrialRequest &request = requests.emplace_back(makeRequest());
      request.measure.batchSeconds = 1e-6;
      request.steps = {dl::schedule::Split(0, 0, factor)};
    }
    std::string compiled;
    for (const Measurement &result : runner->runRequests(requests)) {
      EXPECT_TRUE(result.isOk()) << result.message;
      compiled += result.compileSeconds > 0 ? "1" : "0";
    }
    return compiled;
  };
  std::vector<int64_t> factors(33);
  std::iota(factors.begin(), factors.end(), 1);
  EXPECT_EQ(isCompiled(factors), std::string(33, '1'));
  // The first one is forgotten, then the second.
  EXPECT_EQ(isCompiled({2, 33, 17, 2}), "0000");
  EXPECT_EQ(isCompiled({1, 33, 2, 1}), "1010");
}

TEST(LocalRunnerTest, ResultsAreTakenInTheOrderInWhichTheyWereBegun) {
  auto runner = makeRunner(2);
  ASSERT_TRUE(runner->setTask(makeTask()).isOk());
  auto rules = std::make_shared<Candidate>();
  auto illegal = std::make_shared<Candidate>(*rules);
  illegal->trace.steps = {dl::schedule::Split(0, 99, 4)};
  auto isOk = [](const std::vector<Measurement> &results) {
    std::string text;
    for (const Measurement &result : results)
      text += result.isOk() ? '1' : result.outcome == Outcome::Illegal ? '0' : '?';
    return text;
  };
  runner->begin({rules, illegal, rules, rules, illegal});
  EXPECT_EQ(isOk(runner->take(3)), "101");
  runner->begin({illegal, rules, rules});
  EXPECT_EQ(isOk(runner->take(1)), "1");
  EXPECT_EQ(isOk(runner->take(4)), "0011");
  EXPECT_EQ(isOk(runner->run({rules, illegal})), "10");
  // Another task has nothing to do with what was begun.
  runner->begin({illegal, illegal, illegal});
  EXPECT_EQ(isOk(runner->take(1)), "0");
  ASSERT_TRUE(runner->setTask(makeTask()).isOk());
  EXPECT_EQ(isOk(runner->run({rules, rules})), "11");
  // What was not begun when time is over has that result.
  runner->begin(std::vector<CandidateRef>(9, rules));
  EXPECT_EQ(isOk(runner->take(1)), "1");
  runner->isInterrupted = [] { return true; };
  std::vector<Measurement> rest = runner->take(8);
  EXPECT_EQ(rest.back().message, "interrupted");
  EXPECT_EQ(rest.size(), 8u);
}

TEST(LocalRunnerTest, AnInterruptEndsBetweenTrials) {
  auto runner = makeRunner();
  ASSERT_TRUE(runner->setTask(makeTask()).isOk());
  int asked = 0;
  runner->isInterrupted = [&] { return ++asked > 2; };
  std::vector<Measurement> results =
      runner->runRequests(std::vector<TrialRequest>(20, makeRequest()));
  EXPECT_TRUE(results.front().isOk()) << results.front().message;
  EXPECT_EQ(results.back().message, "interrupted");
}

TEST(LocalRunnerTest, TasksThatCannotBeRead) {
  auto runner = makeRunner();
  Task task = makeTask();
  task.module = "text";
  Measurement result = runner->setTask(task);
  EXPECT_EQ(result.outcome, Outcome::CompileError);
  EXPECT_NE(result.message.find("expected the module of a task"), std::string::npos)
      << result.message;
  EXPECT_TRUE(runner->setTask(makeTask()).isOk());
}

TEST(LocalRunnerTest, ProgramsThatEndAtOnce) {
  LocalRunnerOptions options;
  options.workers = 2;
  options.program = "/bin/true";
  auto runner = llvm::cantFail(LocalRunner::create(options));
  Measurement result = runner->setTask(makeTask());
  EXPECT_EQ(result.outcome, Outcome::Crash);
  EXPECT_TRUE(result.message == "the worker ended" ||
              result.message == "no worker could be started")
      << result.message;
  EXPECT_EQ(runner->check().message.find("the worker ended"), 0u);
  for (const Measurement &lost : runner->runRequests({makeRequest(), makeRequest()})) {
    EXPECT_EQ(lost.outcome, Outcome::Crash);
    EXPECT_EQ(lost.message, "no worker could be started");
  }
}

TEST(LocalRunnerTest, ProgramsThatAreNotThere) {
  LocalRunnerOptions options;
  options.program = "/none";
  auto runner = LocalRunner::create(options);
  ASSERT_FALSE(bool(runner));
  EXPECT_EQ(llvm::toString(runner.takeError()),
            "expected the program of the workers '/none', which is part of the installation");
}

TEST(WorkerProtocolTest, RequestsAreReadAsTheyWereWritten) {
  WorkerRequest task;
  task.task = {"module {}\n\"x\"",
               "module attributes {}",
               3,
               "x86_64-linux-gnu",
               "haswell",
               2,
               "/tmp/lock",
               {1.5, 2.5, 77},
               {2, 1, 0.25, 3, 1e-6, WeightsPlace::LastCache, 4096},
               /*simulator=*/"llvm-mca"};
  auto read = llvm::cantFail(parseRequest(toLine(task)));
  EXPECT_EQ(read.kind, WorkerRequest::Task);
  EXPECT_EQ(toLine(read), toLine(task));
  EXPECT_EQ(read.task.measure.placements, 2);
  EXPECT_EQ(read.task.measure.innerCacheBytes, 4096);
  WorkerRequest trial;
  trial.kind = WorkerRequest::Trial;
  trial.trial = {7,
                 std::vector<dl::schedule::TraceStep>{dl::schedule::Split(0, 1, 8)},
                 std::vector<dl::schedule::Choice>{{"0 s0 a1 factor 1", {8}, 0}},
                 {8, 3, 0.5, 4, 1e-5},
                 Fault::Memory};
  EXPECT_EQ(toLine(llvm::cantFail(parseRequest(toLine(trial)))), toLine(trial));
  for (const char *wrong : {"", "[]", "{\"trial\":1,\"steps\":[[\"split\"]]}"}) {
    auto failed = parseRequest(wrong);
    EXPECT_FALSE(bool(failed)) << wrong;
    llvm::consumeError(failed.takeError());
  }
  auto reply = parseReply("{\"outcome\":\"fine\"}");
  EXPECT_EQ(llvm::toString(reply.takeError()), "expected a reply with an outcome");
}

} // namespace
