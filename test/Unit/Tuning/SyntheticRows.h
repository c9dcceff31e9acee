//===-- SyntheticRows.h - measurements that follow from a formula -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Schedules of 160 features whose times follow from a formula, and models that learn it.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TEST_UNIT_TUNING_SYNTHETICROWS_H
#define DL_TEST_UNIT_TUNING_SYNTHETICROWS_H

#include "dl/Tuning/BackTest.h"
#include "dl/Tuning/XGBoostModel.h"

#include <cmath>
#include <limits>
#include <random>

namespace dl::tuning {

using Objective = XGBoostOptions::Objective;

inline constexpr double failed = std::numeric_limits<double>::infinity();
inline constexpr size_t numFeatures = 160;

inline double draw(std::mt19937_64 &random) { return (random() >> 11) * 0x1p-53; }

inline CandidateRef makeCandidate(std::mt19937_64 &random) {
  auto candidate = std::make_shared<Candidate>();
  // Some are whole numbers, as sizes of tiles are.
  for (size_t i = 0; i < numFeatures; ++i)
    candidate->features.push_back(i < 40 ? std::floor(8 * draw(random)) : draw(random));
  return candidate;
}

/// The speed of a schedule: 9 of the features matter, some together.
inline double getSpeed(const FeatureVector &x) {
  return 0.05 + 0.3 * std::exp(-0.1 * (x[0] - 4) * (x[0] - 4)) + 0.2 * (x[1] > 3) * x[41] +
         0.2 * x[42] * x[43] + 0.1 * std::sin(x[2]) * std::sin(x[2]) + 0.1 * x[3] * x[4] / 49 +
         0.1 * x[50];
}

/// Measurements of `count` schedules of a task, in units of `scale` seconds.
inline std::vector<MeasuredRow> measure(size_t count, unsigned seed, size_t task = 0,
                                        double scale = 1e-3) {
  std::mt19937_64 random(seed);
  std::vector<MeasuredRow> rows;
  for (size_t i = 0; i < count; ++i) {
    CandidateRef candidate = makeCandidate(random);
    rows.push_back({candidate, scale / getSpeed(candidate->features), task});
  }
  return rows;
}

inline std::vector<CandidateRef> getCandidates(const std::vector<MeasuredRow> &rows) {
  std::vector<CandidateRef> candidates;
  for (const MeasuredRow &row : rows)
    candidates.push_back(row.candidate);
  return candidates;
}

inline std::vector<double> getSeconds(const std::vector<MeasuredRow> &rows) {
  std::vector<double> seconds;
  for (const MeasuredRow &row : rows)
    seconds.push_back(row.seconds);
  return seconds;
}

inline XGBoostOptions makeOptions(Objective objective = Objective::WeightedSquares) {
  XGBoostOptions options;
  options.objective = objective;
  return options;
}

/// One for tests in which it does not matter how well it learns.
inline XGBoostOptions makeSmallOptions(Objective objective = Objective::WeightedSquares) {
  XGBoostOptions options = makeOptions(objective);
  options.rounds = 10;
  options.depth = 3;
  return options;
}

inline std::unique_ptr<XGBoostModel> make(const XGBoostOptions &options) {
  return llvm::cantFail(XGBoostModel::create(options));
}

/// The rank correlation on rows that it was not trained on.
inline double test(const XGBoostModel &model, const std::vector<MeasuredRow> &rows) {
  return computeRankCorrelation(model.predict(getCandidates(rows)), getSeconds(rows));
}

} // namespace dl::tuning

#endif // DL_TEST_UNIT_TUNING_SYNTHETICROWS_H
