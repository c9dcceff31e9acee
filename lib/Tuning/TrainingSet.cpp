//===-- TrainingSet.cpp - rows as XGBoost learns from them ----------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Speeds, corrections of the estimate, and what errors in them count.
//
//===----------------------------------------------------------------------===//
#include "TrainingSet.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

using namespace dl::tuning;
using Objective = XGBoostOptions::Objective;

/// Larger corrections are those of failures.
static constexpr double mostCorrection = 3;

void TrainingSet::addResiduals(const std::vector<const MeasuredRow *> &members) {
  std::vector<double> residuals, known;
  for (const MeasuredRow *row : members) {
    double estimate = row->candidate->estimate;
    residuals.push_back(std::isinf(row->seconds) ? -std::numeric_limits<double>::infinity()
                        : std::isfinite(estimate) && estimate > 0
                            ? std::log(estimate / row->seconds)
                            : -std::log(row->seconds));
    if (std::isfinite(residuals.back()))
      known.push_back(residuals.back());
  }
  double median = 0;
  if (!known.empty()) {
    auto middle = known.begin() + static_cast<std::ptrdiff_t>(known.size() / 2);
    std::nth_element(known.begin(), middle, known.end());
    median = *middle;
  }
  for (double residual : residuals)
    labels.push_back(
        static_cast<float>(std::clamp(residual - median, -mostCorrection, mostCorrection)));
}

std::vector<float> TrainingSet::getWeights(const XGBoostOptions &options) const {
  std::vector<float> weights;
  for (float speed : speeds)
    weights.push_back(std::max(speed, static_cast<float>(options.minWeight)));
  if (options.objective != Objective::Residual)
    return weights;
  size_t begin = 0;
  for (unsigned size : groups) {
    float sum = 0;
    for (size_t row = begin; row < begin + size; ++row)
      sum += weights[row];
    for (size_t row = begin; row < begin + size; ++row)
      weights[row] *= static_cast<float>(size) / sum;
    begin += size;
  }
  return weights;
}

TrainingSet::TrainingSet(const std::vector<MeasuredRow> &rows, Objective objective) {
  std::map<size_t, std::vector<const MeasuredRow *>> tasks;
  for (const MeasuredRow &row : rows)
    tasks[row.task].push_back(&row);
  for (const auto &[task, members] : tasks) {
    double fastest = std::numeric_limits<double>::infinity();
    for (const MeasuredRow *row : members)
      fastest = std::min(fastest, row->seconds);
    for (const MeasuredRow *row : members) {
      candidates.push_back(row->candidate);
      speeds.push_back(std::isinf(row->seconds) ? 0 : fastest / row->seconds);
    }
    if (objective == Objective::Residual)
      addResiduals(members);
    groups.push_back(members.size());
  }
  if (objective != Objective::Residual)
    labels = speeds;
}
