//===-- XGBoostModelTest.cpp - a cost model of boosted trees -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What trees learn of a formula, from which rows, and what they do with rows and options that they
// cannot use. Learning is compared with itself, never with a clock.
//
//===----------------------------------------------------------------------===//
#include "SyntheticRows.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FileSystem.h"
#include "gtest/gtest.h"

using namespace dl::tuning;

namespace {

size_t countThreads() {
  size_t threads = 0;
  std::error_code error;
  for (llvm::sys::fs::directory_iterator it("/proc/self/task", error), end; it != end;
       it.increment(error))
    ++threads;
  return threads;
}

TEST(XGBoostModel, OneThreadStartsNoOther) {
  size_t before = countThreads();
  std::unique_ptr<XGBoostModel> model = make(makeSmallOptions());
  std::vector<MeasuredRow> rows = measure(64, 1);
  model->train(rows);
  llvm::cantFail(model->explain(getCandidates(rows)));
  model->predict(getCandidates(rows));
  EXPECT_EQ(countThreads(), before);
}

TEST(XGBoostModel, LearnsAFormula) {
  std::vector<MeasuredRow> unseen = measure(300, 2);
  for (Objective objective : {Objective::Pairwise, Objective::WeightedSquares}) {
    std::unique_ptr<XGBoostModel> model = make(makeOptions(objective));
    model->train(measure(600, 1));
    EXPECT_GE(test(*model, unseen), 0.85) << model->getName();
    EXPECT_EQ(llvm::toString(model->takeError()), "");
  }
  EXPECT_EQ(make(makeOptions(Objective::Pairwise))->getName(), "xgboost-rank");
  EXPECT_EQ(make(makeOptions(Objective::WeightedSquares))->getName(), "xgboost");
}

/// Estimates that are wrong by the same factor on all kernels, so that one teaches another.
std::vector<MeasuredRow> measureBeside(size_t count, unsigned seed, size_t task, double scale) {
  std::vector<MeasuredRow> rows = measure(count, seed, task, scale);
  std::mt19937_64 random(seed);
  for (MeasuredRow &row : rows) {
    auto estimated = std::make_shared<Candidate>(*row.candidate);
    double knows = 0.2 + draw(random);
    estimated->estimate = knows;
    row.seconds *= knows;
    row.candidate = std::move(estimated);
  }
  return rows;
}

TEST(XGBoostModel, ResidualsCorrectTheEstimate) {
  std::vector<MeasuredRow> rows = measureBeside(400, 1, 0, 1e-5),
                           other = measureBeside(400, 2, 1, 1e-2),
                           unseen = measureBeside(300, 3, 2, 1e-3);
  XGBoostOptions options = makeOptions(Objective::Residual);
  std::unique_ptr<XGBoostModel> model = make(options);
  EXPECT_EQ(model->getName(), "xgboost-residual");
  // Before it has learned it is the estimate.
  std::vector<double> scores = model->predict(getCandidates(unseen));
  for (auto [score, row] : llvm::zip_equal(scores, unseen))
    EXPECT_DOUBLE_EQ(score, -std::log(row.candidate->estimate));
  double before = computePairAccuracy(scores, getSeconds(unseen));
  llvm::append_range(rows, other);
  // Failures are worse than all else.
  rows.push_back(rows.front());
  rows.back().seconds = failed;
  model->train(rows);
  double after = computePairAccuracy(model->predict(getCandidates(unseen)), getSeconds(unseen));
  EXPECT_GT(after, before + 0.03);
  EXPECT_GE(after, 0.85);
  EXPECT_EQ(llvm::toString(model->takeError()), "");
  EXPECT_EQ(llvm::toString(model->checkFeatures(numFeatures)), "");
  EXPECT_EQ(llvm::toString(model->checkFeatures(7)),
            "expected a cost model of the 7 features of this version, got one of 160; train it "
            "again");
}

/// Rows of a long task say nothing about those of a short one.
TEST(XGBoostModel, TasksAreLearnedApart) {
  std::vector<MeasuredRow> apart, together, unseen = measure(300, 3);
  std::vector<MeasuredRow> first = measure(200, 1, 7, 1e-5), second = measure(200, 2, 3, 1e-2);
  for (size_t i = 0; i < first.size(); ++i)
    for (MeasuredRow row : {first[i], second[i]}) {
      apart.push_back(row);
      row.task = 0;
      together.push_back(row);
    }
  for (Objective objective : {Objective::Pairwise, Objective::WeightedSquares}) {
    XGBoostOptions options = makeOptions(objective);
    options.rounds = 40;
    std::unique_ptr<XGBoostModel> model = make(options);
    model->train(apart);
    double right = test(*model, unseen);
    model->train(together);
    EXPECT_GE(right, 0.8) << model->getName();
    EXPECT_GE(right, test(*model, unseen) + 0.2) << model->getName();
  }
  // Ranks are of one task even if all other rows of it are slow beside its best.
  apart[0].seconds /= 50;
  std::unique_ptr<XGBoostModel> model = make(makeOptions(Objective::Pairwise));
  model->train(apart);
  EXPECT_GE(test(*model, unseen), 0.8);
}

/// What cannot be told apart scores the mean of the relative speeds, weighted by themselves.
TEST(XGBoostModel, FastRowsCountMore) {
  std::vector<MeasuredRow> rows = measure(100, 1);
  auto train = [&](double slow) {
    for (size_t i = 0; i < rows.size(); ++i)
      rows[i] = {rows[0].candidate, i % 2 == 0 ? 1e-3 : slow, 0};
    std::unique_ptr<XGBoostModel> model = make(makeOptions());
    model->train(rows);
    return model->predict({rows[0].candidate})[0];
  };
  EXPECT_NEAR(train(4e-3), (1 + 0.25 * 0.25) / (1 + 0.25), 1e-3);
  EXPECT_NEAR(train(failed), 1 / (1 + 0.05), 1e-3);
}

TEST(XGBoostModel, FailuresComeLast) {
  auto fail = [](std::vector<MeasuredRow> rows) {
    for (MeasuredRow &row : rows)
      if (row.candidate->features[5] >= 6)
        row.seconds = failed;
    return rows;
  };
  std::vector<MeasuredRow> unseen = fail(measure(300, 2));
  for (Objective objective : {Objective::Pairwise, Objective::WeightedSquares}) {
    std::unique_ptr<XGBoostModel> model = make(makeOptions(objective));
    model->train(fail(measure(400, 1)));
    std::vector<double> scores = model->predict(getCandidates(unseen));
    double highest = 0, pairs = 0;
    for (size_t ok = 0; ok < unseen.size(); ++ok)
      for (size_t bad = 0; bad < unseen.size(); ++bad)
        if (!std::isinf(unseen[ok].seconds) && std::isinf(unseen[bad].seconds)) {
          ++pairs;
          highest += scores[ok] > scores[bad];
        }
    EXPECT_GE(highest / pairs, 0.95) << model->getName();
  }
}

TEST(XGBoostModel, NothingIsKnownBeforeTraining) {
  std::vector<MeasuredRow> rows = measure(8, 1);
  std::vector<double> zeros(8);
  std::unique_ptr<XGBoostModel> model = make(makeSmallOptions());
  EXPECT_EQ(model->predict(getCandidates(rows)), zeros);
  model->train(rows);
  EXPECT_NE(model->predict(getCandidates(rows)), zeros);
  // All is learned anew, from nothing or from one row.
  model->train({});
  EXPECT_EQ(model->predict(getCandidates(rows)), zeros);
  model->train({rows[0]});
  EXPECT_EQ(model->predict(getCandidates(rows)), zeros);
  EXPECT_TRUE(model->predict({}).empty());
  EXPECT_EQ(llvm::toString(model->takeError()), "");
  for (const std::vector<double> &parts : llvm::cantFail(model->explain(getCandidates(rows))))
    EXPECT_EQ(parts, std::vector<double>(numFeatures + 1));
}

/// Nothing to compare, nothing that ran, and numbers that are none.
TEST(XGBoostModel, UnusualRows) {
  for (Objective objective : {Objective::Pairwise, Objective::WeightedSquares}) {
    std::unique_ptr<XGBoostModel> model = make(makeSmallOptions(objective));
    std::vector<MeasuredRow> rows = measure(8, 1);
    auto expectFinite = [&] {
      model->train(rows);
      for (double score : model->predict(getCandidates(rows)))
        EXPECT_TRUE(std::isfinite(score));
      EXPECT_EQ(llvm::toString(model->takeError()), "");
    };
    for (size_t i = 0; i < rows.size(); ++i)
      rows[i].task = i;
    expectFinite();
    for (MeasuredRow &row : rows)
      row = {row.candidate, failed, row.task / 4};
    expectFinite();
    for (MeasuredRow &row : rows) {
      auto candidate = std::make_shared<Candidate>(*rows[0].candidate);
      candidate->features[3] = std::nanf("");
      candidate->features[4] = row.task == 0 ? std::numeric_limits<float>::infinity()
                                             : -std::numeric_limits<float>::infinity();
      row = {candidate, 1e-3 * (1 + row.task), 0};
    }
    expectFinite();
    EXPECT_GT(model->predict({rows[0].candidate})[0], model->predict({rows[7].candidate})[0]);
  }
}

/// A missing feature is a value of its own.
TEST(XGBoostModel, LearnsWhatIsMissing) {
  std::vector<MeasuredRow> rows = measure(100, 1);
  for (size_t i = 0; i < rows.size(); ++i) {
    auto candidate = std::make_shared<Candidate>(*rows[i].candidate);
    if (i % 2 == 0)
      candidate->features[100] = std::nanf("");
    rows[i] = {candidate, i % 2 == 0 ? 1e-3 : 2e-3, 0};
  }
  std::unique_ptr<XGBoostModel> model = make(makeSmallOptions());
  model->train(rows);
  std::vector<double> scores = model->predict(getCandidates(rows));
  for (size_t i = 0; i < rows.size(); i += 2)
    EXPECT_GT(scores[i], scores[i + 1]);
}

TEST(XGBoostModel, ThreadsDoNotMatter) {
  std::vector<MeasuredRow> rows;
  for (size_t task = 0; task < 5; ++task)
    llvm::append_range(rows, measure(40, task, task));
  for (Objective objective : {Objective::Pairwise, Objective::WeightedSquares}) {
    XGBoostOptions options = makeSmallOptions(objective);
    options.rounds = 3;
    options.models = 2;
    std::vector<double> scores[2];
    for (int threads : {1, 2}) {
      options.threads = threads;
      std::unique_ptr<XGBoostModel> model = make(options);
      model->train(rows);
      scores[threads - 1] = model->predict(getCandidates(rows));
    }
    EXPECT_EQ(scores[0], scores[1]);
  }
}

TEST(XGBoostModel, ModelsOfAnEnsembleDiffer) {
  std::vector<MeasuredRow> rows = measure(100, 1);
  for (Objective objective : {Objective::Pairwise, Objective::WeightedSquares}) {
    XGBoostOptions options = makeSmallOptions(objective);
    std::vector<std::vector<double>> scores;
    for (int models : {1, 2, 3}) {
      options.models = models;
      std::unique_ptr<XGBoostModel> model = make(options);
      model->train(rows);
      scores.push_back(model->predict(getCandidates(rows)));
    }
    EXPECT_NE(scores[0], scores[1]);
    EXPECT_NE(scores[1], scores[2]);
    // And so do those of other seeds.
    options.seed = 1;
    std::unique_ptr<XGBoostModel> model = make(options);
    model->train(rows);
    EXPECT_NE(model->predict(getCandidates(rows)), scores[2]);
  }
}

TEST(XGBoostModel, FeaturesOfAnotherVersion) {
  std::vector<MeasuredRow> rows = measure(16, 1);
  std::unique_ptr<XGBoostModel> model = make(makeSmallOptions());
  model->train(rows);
  std::vector<double> scores = model->predict(getCandidates(rows));
  auto shorter = std::make_shared<Candidate>();
  shorter->features = {1, 2, 3};
  std::string text = "expected the 160 features of the schedules that the cost model was trained "
                     "on, got 3; train it again with this version";
  EXPECT_EQ(model->predict({shorter, shorter}), std::vector<double>(2));
  EXPECT_EQ(model->predict({shorter, rows[0].candidate}), std::vector<double>(2));
  // The first, once.
  EXPECT_EQ(llvm::toString(model->takeError()), text);
  EXPECT_EQ(llvm::toString(model->takeError()), "");
  EXPECT_EQ(llvm::toString(model->explain({shorter}).takeError()), text);
  EXPECT_EQ(model->predict(getCandidates(rows)), scores);
  // After a training that failed nothing is known.
  rows.push_back({shorter, 1, 0});
  model->train(rows);
  rows.pop_back();
  EXPECT_EQ(model->predict(getCandidates(rows)), std::vector<double>(16));
  EXPECT_EQ(llvm::toString(model->takeError()),
            "expected equally many features, at least one, of each schedule, got 160 and 3; "
            "extract all with the same version");
  EXPECT_EQ(llvm::toString(model->takeError()), "");
}

TEST(XGBoostModel, LibrariesThatCannotBeLoaded) {
  auto create = [](llvm::StringRef path) {
    return llvm::toString(XGBoostModel::create(makeOptions(), path).takeError());
  };
  EXPECT_EQ(create("/nowhere/libxgboost.so"),
            "cannot load XGBoost (/nowhere/libxgboost.so: cannot open shared object file: No such "
            "file or directory); install the package libxgboost0, or name the libxgboost.so of "
            "another installation");
  // A path, never a name in the system's folders.
  EXPECT_NE(create("libm.so.6").find("/libm.so.6: cannot open shared object file"),
            std::string::npos);
  EXPECT_EQ(create("/lib/x86_64-linux-gnu/libm.so.6"),
            "expected XGBoost 1.7 or later in '/lib/x86_64-linux-gnu/libm.so.6', got a library "
            "without XGBoostVersion; install the package libxgboost0, or name the libxgboost.so of "
            "another installation");
}

TEST(XGBoostModel, OptionsThatCannotBe) {
  auto create = [](auto change) {
    XGBoostOptions options;
    change(options);
    return llvm::toString(XGBoostModel::create(options).takeError());
  };
  EXPECT_EQ(create([](XGBoostOptions &options) { options.rounds = 0; }),
            "expected the rounds of the cost model to be at least 1, got 0");
  EXPECT_EQ(create([](XGBoostOptions &options) { options.threads = -1; }),
            "expected the threads of the cost model to be at least 1, got -1");
  // The library's own text names the parameter.
  EXPECT_NE(create([](XGBoostOptions &options) {
              options.eta = -1;
            }).find("cannot set up the cost model: XGBoost: value -1 for Parameter"),
            std::string::npos);
}

} // namespace
