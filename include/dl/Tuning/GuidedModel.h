//===-- GuidedModel.h - the estimate, until there is something to learn from -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A model that learns says nothing before it has learned of the kernel itself. Another one stands
// in for it until then.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TUNING_GUIDEDMODEL_H
#define DL_TUNING_GUIDEDMODEL_H

#include "dl/Tuning/CostModel.h"

#include <memory>

namespace dl::tuning {

/// Scores of one model while few schedules were measured, then those of another one that learned
/// from them.
class GuidedModel : public CostModel {
public:
  GuidedModel(std::unique_ptr<CostModel> first, std::unique_ptr<CostModel> learned,
              size_t leastRows)
      : first(std::move(first)), learned(std::move(learned)), leastRows(leastRows) {}

  std::string getName() const override { return learned->getName(); }
  void train(const std::vector<MeasuredRow> &rows) override;
  std::vector<double> predict(const std::vector<CandidateRef> &candidates) const override {
    return (numRows < leastRows ? first : learned)->predict(candidates);
  }
  llvm::Error takeError() override {
    return llvm::joinErrors(first->takeError(), learned->takeError());
  }

private:
  std::unique_ptr<CostModel> first, learned;
  size_t leastRows, numRows = 0;
};

} // namespace dl::tuning

#endif // DL_TUNING_GUIDEDMODEL_H
