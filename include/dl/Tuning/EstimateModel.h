//===-- EstimateModel.h - the estimate as a cost model -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Orders schedules as the analytic estimate of their time does. It learns nothing, and is what a
// learned model has to beat.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TUNING_ESTIMATEMODEL_H
#define DL_TUNING_ESTIMATEMODEL_H

#include "dl/Tuning/CostModel.h"

namespace dl::tuning {

class EstimateModel : public CostModel {
public:
  /// "estimate".
  std::string getName() const override { return "estimate"; }
  /// Does nothing.
  void train(const std::vector<MeasuredRow> &) override {}
  /// The negative logarithm of each estimate; minus infinity where it is infinite or no time.
  std::vector<double> predict(const std::vector<CandidateRef> &candidates) const override;
};

} // namespace dl::tuning

#endif // DL_TUNING_ESTIMATEMODEL_H
