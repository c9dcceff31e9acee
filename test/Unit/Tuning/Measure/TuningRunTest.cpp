//===-- TuningRunTest.cpp - what is measured, and what of it counts -------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Small products are tuned, of which nothing is measured.
//
//===----------------------------------------------------------------------===//
#include "FakeRunner.h"
#include "SmallTask.h"

#include "dl/Tuning/Measure/Tuner.h"

using namespace dl::tuning;

namespace {

/// Ends after some trials, and notes what it is told.
class Observer : public TuneObserver {
public:
  int64_t most = 1000;
  std::string log;

  void onTask(const Task &task, const Measurement &rules) override {
    log += task.name + " " + std::to_string(std::llround(rules.getCost() * 1e6)) + "; ";
  }
  void onTrial(const Task &, size_t trial, const Measurement &, double best) override {
    ++done;
    log += std::to_string(trial) + " " + std::to_string(std::llround(best * 1e6)) + "; ";
  }
  void onDone(const TunedTask &task) override { log += "done " + task.task.name + "; "; }
  bool isInterrupted() override { return done >= most; }

private:
  int64_t done = 0;
};

class TuningRunTest : public testing::Test {
protected:
  TuningRunTest() {
    options.model = "estimate";
    options.trials = 5;
    options.batch = 2;
    options.finalists = 2;
    options.measuredBy = runner;
  }
  std::vector<TunedTask> run() {
    runner->log.clear();
    observer.log.clear();
    return llvm::cantFail(tune(tasks, database, options, observer));
  }

  std::vector<Task> tasks = readTasks(makeProduct("matmul", "matmul", "m", 32));
  Database database;
  TuneOptions options;
  std::shared_ptr<FakeRunner> runner = std::make_shared<FakeRunner>();
  Observer observer;
};

TEST_F(TuningRunTest, BatchesThenFinalists) {
  runner->measure = [](size_t number) { return makeTime(50 - static_cast<double>(number)); };
  runner->measureFinal = [](const std::string &, size_t number) {
    return makeTime(number == 0 ? 70 : 60 + static_cast<double>(number));
  };
  std::vector<TunedTask> tuned = run();
  EXPECT_EQ(runner->log, "weights nearest 524288; task matmul; check; run 2; run 2; run 1; 3 "
                         "finalists 3 times; ");
  EXPECT_EQ(observer.log, "matmul 80; 0 50; 1 49; 2 48; 3 47; 4 46; done matmul; ");
  ASSERT_EQ(tuned.size(), 1u);
  EXPECT_EQ(tuned[0].message, "");
  EXPECT_EQ(tuned[0].trials, 5);
  EXPECT_DOUBLE_EQ(tuned[0].defaultSeconds, 70e-6);
  EXPECT_DOUBLE_EQ(tuned[0].bestSeconds, 61e-6);
  std::vector<std::string> searches;
  for (const Record &record : database.getRecords())
    searches.push_back(record.search + " " + std::to_string(record.trial));
  EXPECT_EQ(searches, (std::vector<std::string>{"rules 0", "evolution 0", "evolution 1",
                                                "evolution 2", "evolution 3", "evolution 4",
                                                "rules 0", "final 0", "final 0"}));
  // The fastest ones are measured again.
  const std::vector<Record> &records = database.getRecords();
  EXPECT_EQ(records[6].hash, records[0].hash);
  EXPECT_EQ(records[7].hash, records[5].hash);
  EXPECT_EQ(records[8].hash, records[4].hash);
}

/// An eighth of a batch is under way while the next one is proposed.
TEST_F(TuningRunTest, BatchesOverlap) {
  options.trials = 40;
  options.batch = 16;
  EXPECT_EQ(run()[0].trials, 40);
  EXPECT_EQ(runner->log,
            "weights nearest 524288; task matmul; check; run 14; run 16; run 9; run 1; "
            "3 finalists 3 times; ");
  std::vector<std::string> hashes = runner->hashes;
  llvm::sort(hashes);
  EXPECT_EQ(std::unique(hashes.begin(), hashes.end()), hashes.end());
}

/// The workers have one task at a time: what is under way of it ends before they get another one.
TEST_F(TuningRunTest, TasksDoNotOverlap) {
  tasks.push_back(readTasks(makeProduct("other", "matmul", "m", 48))[0]);
  options.trials = 16;
  options.batch = 8;
  std::vector<TunedTask> tuned = run();
  EXPECT_EQ(tuned[0].trials + tuned[1].trials, 32);
  llvm::SmallVector<llvm::StringRef> calls;
  llvm::StringRef(runner->log).split(calls, "; ", -1, false);
  size_t underWay = 0, batches = 0;
  for (llvm::StringRef call : calls) {
    if (!call.consume_front("run ")) {
      EXPECT_EQ(underWay, 0u) << runner->log;
      continue;
    }
    size_t count = 0;
    ASSERT_FALSE(call.getAsInteger(10, count));
    batches += count > 1;
    underWay = underWay + (count > 1 ? 8 : 0) - count;
  }
  EXPECT_EQ(batches, 4u) << runner->log;
}

TEST_F(TuningRunTest, WhatIsUnderWayIsToldAtTheEnd) {
  options.batch = 16;
  options.trials = 100;
  observer.most = 14;
  EXPECT_EQ(run()[0].trials, 16);
  EXPECT_EQ(runner->log, "weights nearest 524288; task matmul; check; run 14; run 2; 3 finalists 3 "
                         "times; ");
}

TEST_F(TuningRunTest, RulesThatAreTheFastestAreMeasuredAgainOnce) {
  runner->measure = [](size_t) { return makeTime(90); };
  std::vector<TunedTask> tuned = run();
  EXPECT_NE(runner->log.find("; 2 finalists 3 times; "), std::string::npos) << runner->log;
  EXPECT_EQ(tuned[0].history, std::vector<double>(5, makeTime(80).getCost()));
}

TEST_F(TuningRunTest, FinalsThatFailDoNotCount) {
  runner->measureFinal = [](const std::string &, size_t number) {
    return number == 1 ? makeFailure(Outcome::Crash, "signal") : makeTime(70);
  };
  std::vector<TunedTask> tuned = run();
  EXPECT_DOUBLE_EQ(tuned[0].defaultSeconds, 70e-6);
  EXPECT_DOUBLE_EQ(tuned[0].bestSeconds, 70e-6);
  runner->measureFinal = [](const std::string &, size_t) {
    return makeFailure(Outcome::Crash, "signal");
  };
  tuned = run();
  EXPECT_EQ(tuned[0].defaultSeconds, 0);
  EXPECT_EQ(tuned[0].bestSeconds, 0);
}

TEST_F(TuningRunTest, RulesThatGiveNoResults) {
  runner->rules["matmul"] = makeFailure(Outcome::Crash, "signal 11");
  std::vector<TunedTask> tuned = run();
  EXPECT_EQ(tuned[0].message, "its schedule by rules gives no results: crash: signal 11");
  EXPECT_EQ(tuned[0].trials, 0);
  EXPECT_EQ(tuned[0].defaultSeconds, 0);
  EXPECT_EQ(runner->log, "weights nearest 524288; task matmul; ");
  EXPECT_EQ(observer.log, "done matmul; ");
  EXPECT_TRUE(database.getRecords().empty());
  EXPECT_EQ(database.getKernels().size(), 1u);
}

TEST_F(TuningRunTest, RulesThatGiveOtherResults) {
  runner->checked = makeFailure(Outcome::WrongAnswer, "element 3");
  std::vector<TunedTask> tuned = run();
  EXPECT_EQ(tuned[0].message,
            "its schedule by rules does not give what the te interpreter gives: element 3");
  EXPECT_EQ(runner->log, "weights nearest 524288; task matmul; check; ");
  EXPECT_TRUE(database.getRecords().empty());
  options.checksReference = false;
  EXPECT_EQ(run()[0].trials, 5);
}

/// Whether a run that follows one of `tasks` knows its records: then it does not check the rules.
TEST_F(TuningRunTest, RecordsOfEqualCircumstancesAreKnown) {
  auto knows = [&] { return run(), runner->log.find("check") == std::string::npos; };
  EXPECT_FALSE(knows());
  EXPECT_TRUE(knows());
  // Simulated times are other times.
  options.runner.simulator = "llvm-mca";
  EXPECT_FALSE(knows());
  options.runner.simulator = "";
  EXPECT_TRUE(knows());
  // A run uses so many others that weights are not in the inner caches when a call begins.
  tasks[0].otherWeightBytes = int64_t(1) << 20;
  EXPECT_FALSE(knows());
  EXPECT_EQ(runner->log.find("weights last-cache 524288; "), 0u) << runner->log;
  options.weights = WeightsPlace::Memory;
  run();
  EXPECT_EQ(runner->log.find("weights memory 524288; "), 0u) << runner->log;
}

/// Without weights it does not matter where they are.
TEST_F(TuningRunTest, RecordsOfKernelsWithoutWeightsAreKnownWhereverOthersAre) {
  std::string product = makeProduct("matmul", "matmul", "m", 32);
  product.erase(product.find("{te.layout_free}"), 16);
  tasks = readTasks(product);
  run();
  EXPECT_NE(runner->log.find("check"), std::string::npos);
  options.weights = WeightsPlace::Memory;
  run();
  EXPECT_EQ(runner->log.find("check"), std::string::npos);
}

TEST_F(TuningRunTest, RecordsOfOtherSizesAreNotKnown) {
  std::string open = makeProduct("matmul", "matmul", "m", 32);
  for (size_t at; (at = open.find("16x")) != std::string::npos;)
    open.replace(at, 3, "?x");
  open.replace(open.find("m = 16"), 6, "m = %d");
  open.insert(open.find("  %r = "), "  %z = arith.constant 0 : index\n"
                                    "  %d = tensor.dim %a, %z : tensor<?x24xf32>\n");
  tasks = readTasks(open);
  auto knows = [&] { return run(), runner->log.find("check") == std::string::npos; };
  EXPECT_FALSE(knows());
  EXPECT_TRUE(knows());
  tasks[0].sizes = {40};
  EXPECT_FALSE(knows());
  EXPECT_TRUE(knows());
}

TEST_F(TuningRunTest, RecordsOfTheRulesAloneAreNotKnownWithoutTheDefault) {
  options.trials = 0;
  options.finalists = 0;
  run();
  options.hidesDefault = true;
  run();
  EXPECT_NE(runner->log.find("check"), std::string::npos);
  options.hidesDefault = false;
  run();
  EXPECT_EQ(runner->log.find("check"), std::string::npos);
}

TEST_F(TuningRunTest, TrialsOfAllTasksTogether) {
  std::vector<Task> more = readTasks(makeProduct("other", "matmul", "m", 48));
  tasks.push_back(more[0]);
  // Another task's turn makes the runner ready again.
  std::vector<TunedTask> tuned = run();
  EXPECT_EQ(tuned[0].trials + tuned[1].trials, 10);
  EXPECT_EQ(runner->log.find("weights nearest 524288; task matmul; check; weights nearest 524288; "
                             "task other; check; task matmul; run 2; task other; run 2; "),
            0u)
      << runner->log;
  // A task that has no results gets none of them.
  runner->rules["matmul"] = makeFailure(Outcome::CompileError, "why");
  tuned = run();
  EXPECT_EQ(tuned[0].trials, 0);
  EXPECT_EQ(tuned[1].trials, 10);
  runner->rules["other"] = makeFailure(Outcome::CompileError, "why");
  tuned = run();
  EXPECT_EQ(tuned[0].trials + tuned[1].trials, 0);
}

TEST_F(TuningRunTest, TasksThatRunsUseMoreGetMore) {
  std::vector<Task> more = readTasks(makeProduct("other", "matmul", "m", 48));
  tasks.push_back(more[0]);
  tasks[0].uses = 1;
  tasks[1].uses = 100;
  options.trials = 20;
  std::vector<TunedTask> tuned = run();
  EXPECT_GT(tuned[0].trials, 0);
  EXPECT_GT(tuned[1].trials, 2 * tuned[0].trials);
}

TEST_F(TuningRunTest, TasksThatImproveGetMore) {
  tasks.push_back(readTasks(makeProduct("other", "matmul", "m", 48))[0]);
  options.trials = 20;
  double best = 60;
  for (const char *improves : {"matmul", "other"}) {
    // A tenth faster each time, as fast as before.
    runner->measure = [&](size_t) {
      bool isIt = llvm::StringRef(runner->log).rsplit("task ").second.starts_with(improves);
      return makeTime(isIt ? best *= 0.9 : 80);
    };
    Database empty;
    std::swap(database, empty);
    best = 60;
    std::vector<TunedTask> tuned = run();
    size_t number = improves == tasks[1].name;
    EXPECT_EQ(tuned[0].trials + tuned[1].trials, 40);
    EXPECT_GT(tuned[number].trials, 2 * tuned[1 - number].trials) << improves;
  }
}

TEST_F(TuningRunTest, RulesThatGiveNoResultsAnyMore) {
  tasks.push_back(readTasks(makeProduct("other", "matmul", "m", 48))[0]);
  options.trials = 4;
  // The first task is all right until it has its second turn.
  int turns = 0;
  runner->onTask = [&](const std::string &name) {
    if (name == "matmul" && ++turns == 2)
      runner->rules["matmul"] = makeFailure(Outcome::Crash, "signal 11");
  };
  std::vector<TunedTask> tuned = run();
  EXPECT_EQ(tuned[0].message, "its schedule by rules gives no results: crash: signal 11");
  EXPECT_EQ(tuned[0].trials, 0);
  EXPECT_EQ(tuned[0].defaultSeconds, 0);
  EXPECT_EQ(tuned[1].trials, 8);
  // Nor is it measured at the end, where each task is selected once more.
  EXPECT_EQ(runner->log.substr(runner->log.rfind("task matmul")),
            "task matmul; task other; 3 finalists 3 times; ");
}

TEST_F(TuningRunTest, Interrupted) {
  observer.most = 3;
  std::vector<TunedTask> tuned = run();
  EXPECT_EQ(tuned[0].trials, 4);
  // What was found is measured again.
  EXPECT_EQ(runner->log, "weights nearest 524288; task matmul; check; run 2; run 2; 3 finalists 3 "
                         "times; ");
  observer.most = 0;
  tuned = run();
  ASSERT_EQ(tuned.size(), 1u);
  EXPECT_EQ(tuned[0].trials, 0);
  EXPECT_EQ(tuned[0].message, "");
  EXPECT_EQ(runner->log, "");
}

TEST_F(TuningRunTest, WhatWasNotBegunIsNoTrial) {
  runner->measure = [](size_t number) {
    return number == 1   ? makeFailure(Outcome::RunTimeout, "interrupted")
           : number == 2 ? makeFailure(Outcome::RunTimeout, "too long")
                         : makeTime(50);
  };
  EXPECT_EQ(run()[0].trials, 4);
  EXPECT_EQ(observer.log, "matmul 80; 0 50; 2 50; 3 50; 4 50; done matmul; ");
}

TEST_F(TuningRunTest, Seconds) {
  options.seconds = 1e-9;
  EXPECT_EQ(run()[0].trials, 0);
  EXPECT_EQ(runner->log, "");
  options.seconds = 1000;
  EXPECT_EQ(run()[0].trials, 5);
}

TEST_F(TuningRunTest, KernelsOfFewSchedules) {
  tasks = readTasks(R"(
    func.func private @few(%a: tensor<2xf32>, %c: tensor<2xf32> {te.destination}) -> tensor<2xf32>
        attributes {te.kernel} {
      %r = te.compute "r" axes(i = 2) : tensor<2xf32> {
      ^bb0(%i: index):
        %0 = te.read %a[%i] : tensor<2xf32>
        te.yield %0 : f32
      }
      return %r : tensor<2xf32>
    })");
  options.trials = 1000;
  std::vector<TunedTask> tuned = run();
  EXPECT_EQ(tuned[0].message.find("no more schedules"), 0u) << tuned[0].message;
  EXPECT_LT(tuned[0].trials, 100);
}

/// Kernels of the database that were measured alike tell what to try first.
TEST_F(TuningRunTest, SiblingsAreLearnedFrom) {
  auto propose = [&](int64_t threads, bool ofRulesAlone, bool hidesDefault) {
    Database beside;
    TuneOptions other = options;
    other.trials = ofRulesAlone ? 0 : 6;
    other.finalists = 0;
    runner->hashes.clear();
    if (threads > 0)
      llvm::cantFail(tune(readTasks(makeProduct("other", "matmul", "m", 64), threads), beside,
                          other, observer));
    runner->hashes.clear();
    other.trials = 6;
    other.hidesDefault = hidesDefault;
    llvm::cantFail(tune(tasks, beside, other, observer));
    return runner->hashes;
  };
  std::vector<std::string> alone = propose(0, false, false);
  EXPECT_EQ(alone.size(), 6u);
  EXPECT_NE(propose(1, false, false), alone);
  EXPECT_EQ(propose(2, false, false), alone);
  alone = propose(0, false, true);
  EXPECT_EQ(propose(1, true, true), alone);
  EXPECT_NE(propose(1, false, true), alone);
}

} // namespace
