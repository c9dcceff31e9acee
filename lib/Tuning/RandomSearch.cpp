//===-- RandomSearch.cpp - any schedule of a space -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The base line that every other search has to beat.
//
//===----------------------------------------------------------------------===//
#include "SearchBase.h"

using namespace dl::tuning;

namespace {
class RandomSearch : public SearchBase {
public:
  using SearchBase::SearchBase;

  std::string getName() const override { return "random"; }
  std::vector<CandidateRef> propose(size_t count) override {
    std::vector<CandidateRef> batch;
    while (batch.size() < count)
      if (CandidateRef candidate = drawNew())
        batch.push_back(std::move(candidate));
      else
        break;
    return batch;
  }
};
} // namespace

std::unique_ptr<SearchStrategy> dl::tuning::createRandomSearch(Space &space, CostModel &model,
                                                               const SearchSettings &settings) {
  return std::make_unique<RandomSearch>(space, model, settings);
}
