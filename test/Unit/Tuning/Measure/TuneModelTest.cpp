//===-- TuneModelTest.cpp - from a model's file to a table ----------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a user sees of a tuning whose times are made up.
//
//===----------------------------------------------------------------------===//
#include "FakeRunner.h"
#include "SmallTask.h"

#include "dl/Tuning/Measure/TuneModel.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Regex.h"
#include "llvm/Support/raw_ostream.h"

using namespace dl::tuning;
namespace fs = llvm::sys::fs;

namespace {

/// Three products, two of them of one kernel.
constexpr llvm::StringLiteral products = R"(
func.func @main(%a: tensor<24x20xf32>, %b: tensor<20x20xf32>, %c: tensor<20x40xf32>)
    -> tensor<24x40xf32> {
  %0 = graph.matmul %a, %b : (tensor<24x20xf32>, tensor<20x20xf32>) -> tensor<24x20xf32>
  %1 = graph.matmul %0, %b : (tensor<24x20xf32>, tensor<20x20xf32>) -> tensor<24x20xf32>
  %2 = graph.matmul %1, %c : (tensor<24x20xf32>, tensor<20x40xf32>) -> tensor<24x40xf32>
  return %2 : tensor<24x40xf32>
})";

class TuneModelTest : public testing::Test {
protected:
  void SetUp() override {
    ASSERT_FALSE(fs::createUniqueDirectory("dl-tune-model-test", folder));
    options.model = put("model.mlir", products);
    options.database = in("records.jsonl");
    options.tune.search = "random";
    options.tune.model = "estimate";
    options.tune.trials = 3;
    options.tune.batch = 3;
    options.tune.measuredBy = runner;
    runner->measureFinal = [](const std::string &name, size_t number) {
      return makeTime(name == "matmul" ? (number == 0 ? 8 : 4) : (number == 0 ? 10 : 2.5));
    };
  }
  void TearDown() override { fs::remove_directories(folder); }

  std::string in(llvm::StringRef name) const { return (folder + "/" + name).str(); }
  std::string put(llvm::StringRef name, llvm::StringRef text) {
    std::error_code error;
    llvm::raw_fd_ostream(in(name), error) << text;
    EXPECT_FALSE(error);
    return in(name);
  }
  bool run() {
    table.clear();
    errors.clear();
    llvm::raw_string_ostream os(table), errorsOs(errors);
    return succeeded(tuneModel(options, os, errorsOs));
  }
  /// What is wrong, of a run that fails.
  std::string fail() {
    EXPECT_FALSE(run());
    EXPECT_EQ(table, "");
    return errors;
  }
  bool contains(const std::string &text, const std::string &part) const {
    return text.find(part) != std::string::npos;
  }

  llvm::SmallString<128> folder;
  TuneModelOptions options;
  std::shared_ptr<FakeRunner> runner = std::make_shared<FakeRunner>();
  std::string table, errors;
};

TEST_F(TuneModelTest, Table) {
  ASSERT_TRUE(run()) << errors;
  EXPECT_EQ(errors, "");
  llvm::StringRef rest = table;
  EXPECT_TRUE(rest.consume_front(
      "kernel                         uses  trials   rules us    best us  speed-up\n"
      "matmul                            2       3       8.00       4.00     2.000\n"
      "matmul_0                          1       3      10.00       2.50     4.000\n"
      "all calls of a run                               26.00      10.50     2.476\n"))
      << table;
  EXPECT_TRUE(
      llvm::Regex("^6 trials in [0-9.]+ s \\(search [0-9.]+ s, training [0-9.]+ s of it, at "
                  "most [0-9.]+ s at once\\), 6 ok\n$")
          .match(rest))
      << rest.str();
}

TEST_F(TuneModelTest, TableOfFailures) {
  runner->rules["matmul_0"] = makeFailure(Outcome::Crash, "signal 11");
  runner->measure = [](size_t number) {
    return number == 0   ? makeFailure(Outcome::RunTimeout, "too long")
           : number == 1 ? makeFailure(Outcome::WrongAnswer, "element 7")
                         : makeTime(50);
  };
  ASSERT_TRUE(run()) << errors;
  EXPECT_TRUE(contains(
      table, "matmul                            2       6       8.00       4.00     2.000\n"
             "matmul_0                          1       0  its schedule by rules gives no results: "
             "crash: signal 11\n"
             "all calls of a run                               16.00       8.00     2.000\n"
             "6 trials in "))
      << table;
  EXPECT_TRUE(contains(table, "at once), 4 ok, 1 run-timeout, 1 wrong-answer\n"
                              "the last failure: element 7\n"))
      << table;
  // No time at all.
  runner->rules["matmul"] = makeFailure(Outcome::Crash, "signal 6");
  ASSERT_TRUE(run()) << errors;
  EXPECT_FALSE(contains(table, "all calls of a run")) << table;
  EXPECT_TRUE(contains(table, "0 trials in ")) << table;
  options.kernels = "_0";
  runner->rules.clear();
  runner->measureFinal = [](const std::string &, size_t) {
    return makeFailure(Outcome::Crash, "signal");
  };
  ASSERT_TRUE(run()) << errors;
  EXPECT_TRUE(contains(table, "matmul_0                          1       3  not measured\n"))
      << table;
}

TEST_F(TuneModelTest, KernelsOfFewSchedulesHaveTheirTimes) {
  auto makeRelu = [&](const std::string &name, const std::string &type) {
    return put(name, "func.func @main(%x: " + type + ") -> " + type +
                         " {\n  %0 = graph.relu %x : (" + type + ") -> " + type +
                         "\n  return %0 : " + type + "\n}");
  };
  options.tune.trials = 1000;
  options.model = makeRelu("few.mlir", "tensor<40xf32>");
  ASSERT_TRUE(run()) << errors;
  EXPECT_TRUE(llvm::Regex("\nrelu +1 +[1-9][0-9]? +10.00 +2.50 +4.000\nall calls").match(table))
      << table;
  // Where there is none but that of the rules, it is told.
  options.model = makeRelu("one.mlir", "tensor<2xf32>");
  ASSERT_TRUE(run()) << errors;
  EXPECT_TRUE(
      llvm::Regex("\nrelu +1 +0 +10.00 +10.00 +1.000\n  no more schedules\nall calls").match(table))
      << table;
}

TEST_F(TuneModelTest, Progress) {
  options.showsProgress = true;
  runner->measure = [](size_t number) {
    return number == 4 ? makeFailure(Outcome::Crash, "signal") : makeTime(50);
  };
  ASSERT_TRUE(run()) << errors;
  llvm::SmallVector<llvm::StringRef> lines;
  llvm::StringRef(errors).split(lines, "\r\033[K");
  ASSERT_EQ(lines.size(), 10u) << errors;
  auto matches = [](llvm::StringRef line, llvm::StringRef pattern) {
    return llvm::Regex(pattern).match(line);
  };
  EXPECT_EQ(lines[0], "");
  EXPECT_TRUE(matches(lines[1], "^\\[\\.{20}\\] 0/6  0.0 trials/s  matmul: best 0.0800 ms$"))
      << lines[1].str();
  EXPECT_TRUE(matches(lines[2], "^\\[\\.{20}\\] 0/6  0.0 trials/s  matmul_0: best 0.0800 ms$"))
      << lines[2].str();
  EXPECT_TRUE(
      matches(lines[3], "^\\[#{3}\\.{17}\\] 1/6  [0-9.]+ trials/s  matmul: best 0.0500 ms$"))
      << lines[3].str();
  EXPECT_TRUE(matches(lines[7],
                      "^\\[#{16}\\.{4}\\] 5/6  [0-9.]+ trials/s  matmul_0: best 0.0500 ms  "
                      "1 failed$"))
      << lines[7].str();
  EXPECT_TRUE(matches(lines[8], "^\\[#{20}\\] 6/6 .* 1 failed$")) << lines[8].str();
  // The line is cleared at the end.
  EXPECT_EQ(lines[9], "");
  // At most as fast as a clock can tell.
  llvm::SmallVector<llvm::StringRef> rate;
  ASSERT_TRUE(llvm::Regex(" ([0-9.]+) trials/s").match(lines[8], &rate));
  double speed = 0;
  EXPECT_FALSE(rate[1].getAsDouble(speed));
  EXPECT_LT(speed, 1e6);
}

TEST_F(TuneModelTest, ProgressWithoutTrials) {
  options.showsProgress = true;
  options.tune.trials = 0;
  ASSERT_TRUE(run()) << errors;
  EXPECT_TRUE(contains(errors, "[....................] 0/0  0.0 trials/s  matmul: best 0.0800 ms"))
      << errors;
}

TEST_F(TuneModelTest, Json) {
  options.json = in("report.json");
  options.tune.hidesDefault = true;
  runner->measure = [](size_t number) {
    return number % 3 == 0 ? makeFailure(Outcome::Crash, "signal") : makeTime(50);
  };
  ASSERT_TRUE(run()) << errors;
  auto buffer = llvm::MemoryBuffer::getFile(options.json);
  ASSERT_TRUE(buffer);
  auto value = llvm::json::parse((*buffer)->getBuffer());
  ASSERT_TRUE(bool(value));
  const llvm::json::Array &all = *value->getAsArray();
  ASSERT_EQ(all.size(), 2u);
  const llvm::json::Object &first = *all[0].getAsObject();
  EXPECT_EQ(first.getString("kernel"), llvm::StringRef("matmul"));
  EXPECT_EQ(first.getInteger("uses"), 2);
  EXPECT_EQ(first.getInteger("trials"), 3);
  EXPECT_DOUBLE_EQ(*first.getNumber("rules_seconds"), 8e-6);
  EXPECT_DOUBLE_EQ(*first.getNumber("best_seconds"), 4e-6);
  EXPECT_EQ(first.getString("message"), llvm::StringRef(""));
  // Nothing is known after a failure.
  const llvm::json::Array &history = *first.getArray("history");
  ASSERT_EQ(history.size(), 3u);
  EXPECT_TRUE(history[0].getAsNull());
  EXPECT_DOUBLE_EQ(*history[2].getAsNumber(), 50e-6);
  const llvm::json::Array &times = *first.getArray("history_seconds");
  ASSERT_EQ(times.size(), 3u);
  EXPECT_GT(*times[0].getAsNumber(), 0);
  EXPECT_LE(*times[0].getAsNumber(), *times[2].getAsNumber());
}

/// Of databases of others: kernels that they do not have, and tasks without a time.
TEST_F(TuneModelTest, WhatADatabaseTells) {
  auto makeLine = [](char task, const char *search, Outcome outcome, std::vector<double> seconds) {
    Record record;
    record.task = std::string(64, task);
    record.target = "haswell";
    record.threads = 2;
    record.search = search;
    record.trial = 7;
    record.hash = std::string(64, 'f');
    record.choices = {{"s0 a0 tile", {4}, 0}};
    record.measurement.outcome = outcome;
    record.measurement.seconds = std::move(seconds);
    return toLine(record) + "\n";
  };
  KernelRecord kernel{std::string(64, 'b'), "haswell", 2, "matmul", "", "module {}"};
  std::string path =
      put("told.jsonl", makeLine('a', "rules", Outcome::Crash, {}) +
                            makeLine('b', "random", Outcome::Ok, {8e-6}) + toLine(kernel) + "\n" +
                            makeLine('a', "random", Outcome::CompileError, {}) +
                            makeLine('b', "random", Outcome::Ok, {4e-6, 5e-6}) +
                            makeLine('b', "random", Outcome::Crash, {}) +
                            makeLine('c', "random", Outcome::Ok, {1.5e-6}));
  std::string text;
  llvm::raw_string_ostream os(text), errorsOs(errors);
  EXPECT_TRUE(succeeded(printStats(path, os, errorsOs)));
  EXPECT_EQ(text, "aaaaaaaaaaaa - compile-error=1 crash=1\n"
                  "bbbbbbbbbbbb matmul ok=2 crash=1 best=5.00 us\n"
                  "cccccccccccc - ok=1 best=1.50 us\n"
                  "3 tasks, 6 records\n");
  text.clear();
  EXPECT_TRUE(succeeded(printBest(path, os, errorsOs)));
  EXPECT_EQ(text, "bbbbbbbbbbbb matmul haswell threads=2 5.00 us by random, trial 7\n"
                  "  s0 a0 tile = 4\n"
                  "cccccccccccc - haswell threads=2 1.50 us by random, trial 7\n"
                  "  s0 a0 tile = 4\n");
  EXPECT_EQ(errors, "");
  for (auto *print : {printStats, printBest}) {
    text.clear();
    errors.clear();
    EXPECT_FALSE(succeeded(print(folder, os, errorsOs)));
    EXPECT_EQ(text, "");
    EXPECT_EQ(errors.find("dl-tune: error: "), 0u) << errors;
  }
}

TEST_F(TuneModelTest, Interrupted) {
  options.isInterrupted = [] { return true; };
  ASSERT_TRUE(run()) << errors;
  EXPECT_TRUE(contains(table, "\nmatmul                            2       0  not measured\n"))
      << table;
  EXPECT_TRUE(contains(table, "\n0 trials in ")) << table;
}

TEST_F(TuneModelTest, KernelsByName) {
  options.kernels = "^matmul$";
  ASSERT_TRUE(run()) << errors;
  EXPECT_TRUE(contains(table, "\nmatmul  ")) << table;
  EXPECT_FALSE(contains(table, "matmul_0")) << table;
  options.kernels = "conv";
  EXPECT_EQ(fail(),
            "dl-tune: error: expected --kernels to match some kernel, got 'conv'; there are "
            "matmul, matmul_0\n");
  options.kernels = "(";
  EXPECT_EQ(fail(), "dl-tune: error: expected --kernels to be a regular expression, got '(': "
                    "parentheses not balanced\n");
}

TEST_F(TuneModelTest, ModelsOfTheLevelTe) {
  std::string kernel = makeProduct("matmul", "matmul", "m", 32);
  options.model = put("te.mlir", "module attributes {dl.level = \"te\"} {" + kernel + "}");
  ASSERT_TRUE(run()) << errors;
  EXPECT_TRUE(contains(table, "\nmatmul                            0       3       8.00")) << table;
  kernel.replace(kernel.find("{te.kernel}"), 11, "{te.kernel, schedule.sequence = @none}");
  options.model = put("scheduled.mlir", "module attributes {dl.level = \"te\"} {" + kernel + "}");
  ASSERT_TRUE(run()) << errors;
  EXPECT_EQ(errors, "dl-tune: 'matmul' is not tuned: it has a schedule\n");
  EXPECT_EQ(table.find("kernel  "), 0u);
  options.model = put("low.mlir", "module attributes {dl.level = \"bufferized\"} {}");
  EXPECT_EQ(fail(), "dl-tune: error: '" + options.model +
                        "': expected a model of the level graph or te, got 'bufferized'\n");
}

TEST_F(TuneModelTest, ModelsThatCannotBeRead) {
  options.model = in("none.mlir");
  std::string text = fail();
  EXPECT_TRUE(contains(text, "none.mlir")) << text;
  EXPECT_FALSE(contains(text, "dl-tune: error")) << text;
  options.model = put("bad.mlir", "func.func @main() {\n  none\n}");
  text = fail();
  EXPECT_TRUE(contains(text, "bad.mlir:2:3: error")) << text;
  EXPECT_FALSE(contains(text, "dl-tune: error")) << text;
  EXPECT_EQ(runner->log, "");
}

TEST_F(TuneModelTest, KernelsOfAnAccelerator) {
  options.tune.runner.simulator = "vdla-sim";
  EXPECT_EQ(fail().find("dl-tune: 'matmul' is not tuned: it is for the CPU\n"), 0u);
  EXPECT_TRUE(contains(errors, "dl-tune: error: '" + options.model +
                                   "': expected kernels for the accelerator, got none; "))
      << errors;
}

TEST_F(TuneModelTest, NamesThatAreNone) {
  options.tune.search = "guess";
  EXPECT_EQ(fail().find("dl-tune: error: expected a search "), 0u) << errors;
  EXPECT_TRUE(contains(errors, ", got 'guess'\n")) << errors;
  options.tune.search = "random";
  options.tune.model = "guess";
  EXPECT_TRUE(contains(fail(), "got 'guess'")) << errors;
}

TEST_F(TuneModelTest, MachinesThatAreNotHere) {
  options.compile.target = "aarch64-linux-gnu";
  options.compile.cpu = "cortex-a53";
  EXPECT_EQ(fail(), "dl-tune: error: expected a target whose code runs on this machine, got "
                    "'aarch64-unknown-linux-gnu'; --runner=llvm-mca simulates the pipelines of "
                    "others\n");
  options.tune.runner.simulator = "llvm-mca";
  EXPECT_TRUE(run()) << errors;
  options.tune.runner.simulator = "";
  options.compile.target = "sparc";
  EXPECT_TRUE(contains(fail(), "dl-tune: error: expected --target to be")) << errors;
}

TEST_F(TuneModelTest, FilesThatCannotBeWritten) {
  options.json = in("none/report.json");
  EXPECT_EQ(fail(),
            "dl-tune: error: cannot write '" + options.json + "': No such file or directory\n");
  options.json = options.database;
  EXPECT_TRUE(contains(fail(), "records.jsonl")) << errors;
  options.json = options.model;
  EXPECT_TRUE(contains(fail(), "expected an output that is not an input")) << errors;
  options.json = "";
  options.database = in("none/records.jsonl");
  EXPECT_TRUE(contains(fail(), "none/records.jsonl")) << errors;
  options.database = put("bad.jsonl", "text\n");
  ASSERT_TRUE(run());
  EXPECT_EQ(errors.find(options.database + ":1: warning: expected a JSON object"), 0u) << errors;
}

TEST_F(TuneModelTest, TemplatesThatAreNone) {
  options.templates = in("none.mlir");
  EXPECT_EQ(fail(), "dl-tune: error: expected '" + options.templates +
                        "' to be a file of kernels that name sequences with open choices\n");
  options.templates = put("empty.mlir", "module {}");
  EXPECT_TRUE(contains(fail(), "empty.mlir:1:1: error: expected a file of kernels that name"))
      << errors;
  EXPECT_FALSE(contains(errors, "dl-tune: error")) << errors;
  options.templates = put("text.mlir", "text");
  EXPECT_TRUE(contains(fail(), "text.mlir:1:1: error: ")) << errors;
  EXPECT_FALSE(contains(errors, "expected a file of kernels")) << errors;
}

TEST_F(TuneModelTest, Replay) {
  ASSERT_TRUE(run()) << errors;
  runner->log.clear();
  options.replay = options.database;
  options.database = in("other.jsonl");
  ASSERT_TRUE(run()) << errors;
  EXPECT_EQ(table, "6 trials of 2 kernels proposed again, 0 of them not in the log\n");
  EXPECT_EQ(runner->log, "");
  EXPECT_FALSE(fs::exists(options.database));
  // What a replay has not, at the end.
  std::string log;
  {
    auto buffer = llvm::MemoryBuffer::getFile(options.replay);
    ASSERT_TRUE(buffer);
    log = (*buffer)->getBuffer().str();
  }
  options.replay = put("more.jsonl", log + log.substr(log.rfind('\n', log.size() - 2) + 1));
  EXPECT_FALSE(run());
  EXPECT_EQ(errors, "dl-tune: error: expected 17 records, got 16; a replay has the options of the "
                    "run, as --cost-model, --batch and --finalists\n");
  options.replay = in("records.jsonl");
  // Other batches are other trials.
  options.tune.batch = 1;
  EXPECT_FALSE(run());
  EXPECT_TRUE(contains(errors,
                       "; a replay has the options of the run, as --cost-model, --batch and "
                       "--finalists\n"))
      << errors;
  options.replay = in("none.jsonl");
  EXPECT_EQ(fail(), "dl-tune: error: expected '" + options.replay +
                        "' to be a file of records; make one with dl-tune MODEL --db=FILE\n");
}

} // namespace
