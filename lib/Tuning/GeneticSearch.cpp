//===-- GeneticSearch.cpp - children of the fastest, without a model -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parents are drawn from what was measured, the faster the more often; a child takes each decision
// from one of two parents, and some are changed (as AutoTVM's genetic tuner: Chen et al.,
// "Learning to Optimize Tensor Programs", 2018). All children are measured.
//
//===----------------------------------------------------------------------===//
#include "SearchBase.h"

#include "dl/Tuning/Mutation.h"

#include <algorithm>

using namespace dl::tuning;

namespace {
/// Parents, and measurements before there are any.
constexpr size_t numParents = 32;
/// The share of children with changed decisions.
constexpr double mutationShare = 0.5;

class GeneticSearch : public SearchBase {
public:
  using SearchBase::SearchBase;

  std::string getName() const override { return "genetic"; }
  std::vector<CandidateRef> propose(size_t count) override {
    std::vector<CandidateRef> parents = getFastest(numParents), batch;
    for (size_t tries = 0; batch.size() < count && tries < 16 * count; ++tries) {
      CandidateRef child;
      if (rows.size() < numParents || parents.empty()) {
        child = drawNew();
      } else {
        // The better one of two that are drawn.
        auto draw = [&] { return parents[std::min(pick(parents.size()), pick(parents.size()))]; };
        // Compilers are free in which argument they make first.
        auto first = draw();
        std::vector<dl::schedule::Choice> choices =
            cross(first->trace.choices, draw()->trace.choices, random);
        if (happens(mutationShare))
          choices = mutate(std::move(choices), random);
        child = makeNew(choices);
      }
      if (child)
        batch.push_back(std::move(child));
    }
    return batch;
  }
};
} // namespace

std::unique_ptr<SearchStrategy> dl::tuning::createGeneticSearch(Space &space, CostModel &model,
                                                                const SearchSettings &settings) {
  return std::make_unique<GeneticSearch>(space, model, settings);
}
