//===-- RandomModel.h - a cost model that knows nothing -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Orders schedules at random, but each always in the same way: what a search is worth without a
// model.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TUNING_RANDOMMODEL_H
#define DL_TUNING_RANDOMMODEL_H

#include "dl/Tuning/CostModel.h"

namespace dl::tuning {

class RandomModel : public CostModel {
public:
  explicit RandomModel(uint64_t seed) : seed(seed) {}

  /// "random".
  std::string getName() const override { return "random"; }
  /// Does nothing.
  void train(const std::vector<MeasuredRow> &) override {}
  /// From 0 to 1, by the seed and the candidate's hash: the other candidates do not matter.
  std::vector<double> predict(const std::vector<CandidateRef> &candidates) const override;

private:
  uint64_t seed;
};

} // namespace dl::tuning

#endif // DL_TUNING_RANDOMMODEL_H
