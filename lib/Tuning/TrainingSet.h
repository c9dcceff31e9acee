//===-- TrainingSet.h - rows as XGBoost learns from them ------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to lib/Tuning: measured rows by task, with what is to be learned of each.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_TUNING_TRAININGSET_H
#define DL_LIB_TUNING_TRAININGSET_H

#include "dl/Tuning/XGBoostModel.h"

namespace dl::tuning {

/// What a model is trained on: rows of one task after those of another.
struct TrainingSet {
  std::vector<CandidateRef> candidates;
  /// The time of the task's fastest row over a row's own; 0 for failures.
  std::vector<float> speeds;
  /// What is to be learned.
  std::vector<float> labels;
  /// The number of rows of each task.
  std::vector<unsigned> groups;

  TrainingSet(const std::vector<MeasuredRow> &rows, XGBoostOptions::Objective objective);

  /// What errors count: fast schedules more, each task alike where the estimate is corrected.
  std::vector<float> getWeights(const XGBoostOptions &options) const;

private:
  void addResiduals(const std::vector<const MeasuredRow *> &members);
};

} // namespace dl::tuning

#endif // DL_LIB_TUNING_TRAININGSET_H
