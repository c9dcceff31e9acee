//===-- XGBoostFilesTest.cpp - cost models in files -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Models that were saved: the same scores come back, and are the start of what is learned on other
// tasks.
//
//===----------------------------------------------------------------------===//
#include "SyntheticRows.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

using namespace dl::tuning;
namespace fs = llvm::sys::fs;

namespace {

class XGBoostFilesTest : public testing::Test {
protected:
  void SetUp() override { ASSERT_FALSE(fs::createUniqueDirectory("dl-model-test", folder)); }
  void TearDown() override { fs::remove_directories(folder); }

  std::string in(llvm::StringRef name) const { return (folder + "/" + name).str(); }
  void put(llvm::StringRef name, llvm::StringRef text) {
    std::error_code error;
    llvm::raw_fd_ostream(in(name), error) << text;
  }
  std::string get(llvm::StringRef name) {
    auto buffer = llvm::MemoryBuffer::getFile(in(name));
    return buffer ? (*buffer)->getBuffer().str() : "none";
  }
  /// Equal scores come back from a file.
  void expectSame(const XGBoostModel &model, const XGBoostOptions &options,
                  const std::vector<CandidateRef> &candidates) {
    for (llvm::StringRef name : {"model.json", "model.ubj"}) {
      ASSERT_EQ(llvm::toString(model.save(in(name))), "");
      std::unique_ptr<XGBoostModel> other = make(options);
      ASSERT_EQ(llvm::toString(other->load(in(name))), "");
      EXPECT_EQ(other->predict(candidates), model.predict(candidates)) << name.str();
      EXPECT_EQ(llvm::toString(other->takeError()), "");
    }
  }

  llvm::SmallString<128> folder;
};

TEST_F(XGBoostFilesTest, FilesHoldAll) {
  std::vector<MeasuredRow> rows = measure(60, 1), own = measure(30, 2);
  std::vector<CandidateRef> unseen = getCandidates(measure(50, 3));
  for (int models : {1, 2}) {
    XGBoostOptions options =
        makeSmallOptions(models == 1 ? Objective::Pairwise : Objective::WeightedSquares);
    options.models = models;
    std::unique_ptr<XGBoostModel> model = make(options);
    model->train(rows);
    expectSame(*model, options, unseen);
    // On top of a base, and of that on another.
    for (llvm::StringRef base : {"model.ubj", "model.json"}) {
      ASSERT_EQ(llvm::toString(model->continueTraining(in(base))), "");
      model->setBaseDiscount(1.0 / 3);
      model->train(own);
      expectSame(*model, options, unseen);
    }
  }
}

TEST_F(XGBoostFilesTest, FilesThatCannotBeWritten) {
  std::unique_ptr<XGBoostModel> model = make(makeSmallOptions());
  put("old.ubj", "old");
  EXPECT_EQ(llvm::toString(model->save(in("old.ubj"))),
            "expected a trained cost model to write to '" + in("old.ubj") +
                "', got one without trees; train it on at least 2 rows");
  EXPECT_EQ(get("old.ubj"), "old");
  model->train(measure(16, 1));
  EXPECT_EQ(llvm::toString(model->save(in("model.txt"))),
            "expected a name that ends in .json or .ubj for the cost model, got '" +
                in("model.txt") + "'");
  EXPECT_EQ(llvm::toString(model->save(in("none/model.ubj"))),
            "cannot write '" + in("none/model.ubj") + "': No such file or directory");
}

TEST_F(XGBoostFilesTest, FilesThatCannotBeRead) {
  std::vector<MeasuredRow> rows = measure(16, 1);
  std::unique_ptr<XGBoostModel> model = make(makeSmallOptions()),
                                ranks = make(makeSmallOptions(Objective::Pairwise));
  model->train(rows);
  std::vector<double> scores = model->predict(getCandidates(rows));
  ASSERT_EQ(llvm::toString(model->save(in("model.json"))), "");
  auto load = [&](llvm::StringRef name) {
    std::string text = llvm::toString(model->load(in(name)));
    EXPECT_EQ(llvm::toString(model->continueTraining(in(name))), text);
    return text;
  };
  EXPECT_EQ(load("none.json"), "'" + in("none.json") + "': No such file or directory");
  put("text.json", "some text");
  EXPECT_EQ(load("text.json"),
            "'" + in("text.json") + "': expected a model of XGBoost in JSON or UBJ");
  std::string text = get("model.json");
  put("short.json", text.substr(0, text.size() / 2));
  EXPECT_NE(load("short.json").find("cannot read the cost model: XGBoost: "), std::string::npos);
  // Attributes: a member that is not there, numbers and bytes that are none, a newer version.
  auto putWith = [&](llvm::StringRef before, llvm::StringRef after) {
    std::string changed = text;
    size_t place = changed.find(before);
    ASSERT_NE(place, std::string::npos);
    put("changed.json", changed.replace(place, before.size(), after.str()));
  };
  putWith("\"dl.members\":\"1\"", "\"dl.members\":\"2\"");
  EXPECT_EQ(load("changed.json"),
            "'" + in("changed.json") + "': expected the attribute 'dl.member.1' of the cost model");
  putWith("\"dl.members\":\"1\"", "\"dl.members\":\"two\"");
  EXPECT_EQ(load("changed.json"), "'" + in("changed.json") +
                                      "': expected a number in the attribute 'dl.members' of the "
                                      "cost model, got 'two'");
  putWith("\"dl.members\":\"1\"", "\"dl.discount\":\"0.5\",\"dl.base\":\"!\"");
  EXPECT_NE(load("changed.json").find("ase64"), std::string::npos);
  putWith("\"dl.xgboost\":\"", "\"dl.xgboost\":\"9");
  std::string newer = load("changed.json");
  EXPECT_NE(newer.find("': expected a cost model of XGBoost "), std::string::npos) << newer;
  EXPECT_NE(newer.find("; load that library or train the model again"), std::string::npos) << newer;
  EXPECT_EQ(llvm::toString(ranks->load(in("model.json"))),
            "'" + in("model.json") +
                "': expected a cost model of the objective 'rank:pairwise', got one of "
                "'reg:squarederror'; give that objective or another file");
  // What was learned is still there.
  EXPECT_EQ(model->predict(getCandidates(rows)), scores);
}

TEST_F(XGBoostFilesTest, ABaseHelpsWhereRowsAreFew) {
  for (Objective objective : {Objective::Pairwise, Objective::WeightedSquares}) {
    XGBoostOptions options = makeOptions(objective);
    std::unique_ptr<XGBoostModel> model = make(options), fresh = make(options);
    model->train(measure(400, 1));
    ASSERT_EQ(llvm::toString(model->save(in("base.ubj"))), "");

    // Another task, in which another feature matters as well.
    auto shift = [](std::vector<MeasuredRow> rows) {
      for (MeasuredRow &row : rows)
        row.seconds *= 1 + row.candidate->features[60];
      return rows;
    };
    std::vector<MeasuredRow> few = shift(measure(16, 2, 1, 1e-2)),
                             unseen = shift(measure(300, 3, 1, 1e-2));
    ASSERT_EQ(llvm::toString(model->continueTraining(in("base.ubj"))), "");
    double before = test(*model, unseen);
    EXPECT_GE(before, 0.5) << "the base alone";
    model->setBaseDiscount(XGBoostModel::getBaseDiscount(few.size()));
    model->train(few);
    fresh->train(few);
    EXPECT_GE(test(*model, unseen), before - 0.1) << model->getName();
    EXPECT_GE(test(*model, unseen), test(*fresh, unseen) + 0.2) << model->getName();

    // Without a row the base is what is known; with a discount of 0 it is nothing.
    model->train({});
    EXPECT_DOUBLE_EQ(test(*model, unseen), before);
    model->setBaseDiscount(0);
    model->train(few);
    EXPECT_EQ(model->predict(getCandidates(unseen)), fresh->predict(getCandidates(unseen)));
  }
}

TEST_F(XGBoostFilesTest, BasesAreForgotten) {
  EXPECT_EQ(XGBoostModel::getBaseDiscount(0), 1);
  EXPECT_EQ(XGBoostModel::getBaseDiscount(64), 0.5);
  EXPECT_EQ(XGBoostModel::getBaseDiscount(128), 0.25);
  EXPECT_GE(XGBoostModel::getBaseDiscount(276), 0.05);
  EXPECT_EQ(XGBoostModel::getBaseDiscount(277), 0);
}

TEST_F(XGBoostFilesTest, ExplanationsSumToScores) {
  std::vector<MeasuredRow> rows = measure(200, 1), unseen = measure(20, 2);
  for (Objective objective : {Objective::Pairwise, Objective::WeightedSquares}) {
    XGBoostOptions options = makeSmallOptions(objective);
    options.models = 2;
    std::unique_ptr<XGBoostModel> model = make(options);
    model->train(rows);
    ASSERT_EQ(llvm::toString(model->save(in("base.ubj"))), "");
    ASSERT_EQ(llvm::toString(model->continueTraining(in("base.ubj"))), "");
    model->setBaseDiscount(0.5);
    model->train(measure(50, 3));
    std::vector<double> scores = model->predict(getCandidates(unseen));
    auto parts = llvm::cantFail(model->explain(getCandidates(unseen)));
    ASSERT_EQ(parts.size(), unseen.size());
    double first = 0, last = 0;
    for (size_t i = 0; i < parts.size(); ++i) {
      ASSERT_EQ(parts[i].size(), numFeatures + 1);
      double sum = 0;
      for (double part : parts[i])
        sum += part;
      EXPECT_NEAR(sum, scores[i], 1e-5);
      // What all start from.
      EXPECT_NEAR(parts[i].back(), parts[0].back(), 1e-5);
      first += std::fabs(parts[i][0]);
      last += std::fabs(parts[i][159]);
    }
    // The first feature matters, the last does not.
    EXPECT_GT(first, 10 * last) << model->getName();
  }
}

} // namespace
