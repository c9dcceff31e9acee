//===-- RivalModels.h - with and without what others teach -----*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Records of other kernels and machines help or mislead, and which of both is seen by what is
// measured.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TUNING_RIVALMODELS_H
#define DL_TUNING_RIVALMODELS_H

#include "dl/Tuning/CostModel.h"

#include <memory>

namespace dl::tuning {

/// Two models, of which one learns from all rows and one from the kernel's own. Where there are
/// rows of others, that one is asked which has ordered schedules better lately before it was told
/// of their times; while nothing tells, both are: one names the first schedule, one the second.
class RivalModels : public CostModel {
public:
  RivalModels(std::unique_ptr<CostModel> alone, std::unique_ptr<CostModel> taught)
      : alone(std::move(alone)), taught(std::move(taught)) {}

  std::string getName() const override { return taught->getName(); }
  void train(const std::vector<MeasuredRow> &rows) override;
  std::vector<double> predict(const std::vector<CandidateRef> &candidates) const override;
  llvm::Error takeError() override {
    return llvm::joinErrors(alone->takeError(), taught->takeError());
  }

private:
  /// Compares both by rows that neither has seen.
  void compare(const std::vector<MeasuredRow> &fresh);

  std::unique_ptr<CostModel> alone, taught;
  size_t numRows = 0;
  /// Whether there are rows of others, and whether the two were compared.
  bool isTaught = false, isCompared = false;
  /// By how much more of the pairs `taught` has in the right order.
  double lead = 0;
};

} // namespace dl::tuning

#endif // DL_TUNING_RIVALMODELS_H
