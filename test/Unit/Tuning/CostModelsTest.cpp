//===-- CostModelsTest.cpp - cost models that do not learn -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The estimate and chance as cost models.
//
//===----------------------------------------------------------------------===//
#include "dl/Tuning/EstimateModel.h"
#include "dl/Tuning/RandomModel.h"

#include "gtest/gtest.h"

#include <cmath>
#include <limits>
#include <set>

using namespace dl::tuning;

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

CandidateRef make(double estimate, const std::string &hash = "") {
  auto candidate = std::make_shared<Candidate>();
  candidate->estimate = estimate;
  candidate->hash = hash;
  return candidate;
}

TEST(EstimateModel, FasterScoresMore) {
  EstimateModel model;
  EXPECT_EQ(model.getName(), "estimate");
  std::vector<double> scores = model.predict({make(2e-3), make(infinity), make(1e-3)});
  ASSERT_EQ(scores.size(), 3u);
  EXPECT_DOUBLE_EQ(scores[0], -std::log(2e-3));
  EXPECT_EQ(scores[1], -infinity);
  EXPECT_GT(scores[2], scores[0]);
  EXPECT_TRUE(model.predict({}).empty());
}

TEST(EstimateModel, IsNotTaught) {
  EstimateModel model;
  CandidateRef candidate = make(1e-3);
  double before = model.predict({candidate})[0];
  model.train({{candidate, 1, 0}, {make(1), 1e-3, 0}});
  EXPECT_EQ(model.predict({candidate})[0], before);
}

TEST(EstimateModel, WhatIsNoTimeComesLast) {
  EstimateModel model;
  std::vector<double> scores = model.predict({make(std::nan("")), make(-1), make(1e9)});
  EXPECT_EQ(scores[0], -infinity);
  EXPECT_EQ(scores[1], -infinity);
  EXPECT_GT(scores[2], -infinity);
}

TEST(RandomModel, FollowsFromSeedAndHash) {
  RandomModel model(1), same(1), other(2);
  EXPECT_EQ(model.getName(), "random");
  CandidateRef a = make(0, "a"), b = make(0, "b"), c = make(0, "c");
  std::vector<double> scores = model.predict({a, b, c}), reverse = same.predict({c, b, a});
  EXPECT_EQ(scores, std::vector<double>(reverse.rbegin(), reverse.rend()));
  EXPECT_EQ(model.predict({b})[0], scores[1]);
  EXPECT_EQ(model.predict({make(0, "a")})[0], scores[0]);
  model.train({{a, 1, 0}, {b, 2, 0}});
  EXPECT_EQ(model.predict({a, b, c}), scores);
  EXPECT_NE(other.predict({a, b, c}), scores);
  // The same on all machines.
  EXPECT_DOUBLE_EQ(scores[0], 0.56979145285874633);
}

TEST(RandomModel, IsUniform) {
  RandomModel model(7);
  std::vector<CandidateRef> candidates;
  for (int i = 0; i < 1000; ++i)
    candidates.push_back(make(0, std::to_string(i)));
  std::vector<double> scores = model.predict(candidates);
  double sum = 0;
  for (double score : scores) {
    EXPECT_GE(score, 0);
    EXPECT_LT(score, 1);
    sum += score;
  }
  EXPECT_NEAR(sum / 1000, 0.5, 0.05);
  EXPECT_EQ(std::set<double>(scores.begin(), scores.end()).size(), 1000u);
}

} // namespace
