//===-- Annealing.cpp - simulated annealing under a cost model -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chains walk through the space by changed decisions, downhill less and less often, and stay where
// they are from batch to batch; a batch is the best of all places that they came by (as AutoTVM's
// tuner: Chen et al., "Learning to Optimize Tensor Programs", 2018).
//
//===----------------------------------------------------------------------===//
#include "SearchBase.h"

#include "dl/Tuning/Mutation.h"

#include <algorithm>
#include <cmath>

using namespace dl::tuning;

namespace {
constexpr size_t numChains = 24, mostPassed = 1024;

class Annealing : public SearchBase {
public:
  using SearchBase::SearchBase;

  std::string getName() const override { return "annealing"; }
  std::vector<CandidateRef> propose(size_t count) override;

private:
  /// One step of each chain.
  void walk(double temperature);

  std::vector<CandidateRef> chains;
  /// What chains came by and was not proposed.
  std::vector<CandidateRef> passed;
};
} // namespace

void Annealing::walk(double temperature) {
  std::vector<CandidateRef> both = chains;
  std::vector<size_t> origin;
  for (size_t chain = 0; chain < chains.size(); ++chain)
    if (CandidateRef next = makeNew(mutate(chains[chain]->trace.choices, random))) {
      both.push_back(next);
      origin.push_back(chain);
      passed.push_back(std::move(next));
    }
  std::vector<double> scores = model.predict(both);
  auto [low, high] = std::minmax_element(scores.begin(), scores.end());
  double spread = std::max(*high - *low, 1e-12);
  for (size_t number = 0; number < origin.size(); ++number) {
    double gain = (scores[chains.size() + number] - scores[origin[number]]) / spread;
    if (gain >= 0 || happens(std::exp(gain / std::max(temperature, 1e-6))))
      both[origin[number]] = both[chains.size() + number];
  }
  std::copy(both.begin(), both.begin() + static_cast<std::ptrdiff_t>(chains.size()),
            chains.begin());
}

std::vector<CandidateRef> Annealing::propose(size_t count) {
  while (chains.size() < numChains) {
    CandidateRef start = drawNew();
    if (!start)
      break;
    chains.push_back(start);
    passed.push_back(std::move(start));
  }
  if (chains.empty())
    return {};
  size_t steps = std::max<size_t>(settings.looks / chains.size(), 1);
  for (size_t step = 0; step < steps; ++step)
    walk(0.3 * (1 - static_cast<double>(step) / static_cast<double>(steps)));
  order(passed);
  std::vector<CandidateRef> batch = take(passed, count);
  passed.resize(std::min(passed.size(), mostPassed));
  return batch;
}

std::unique_ptr<SearchStrategy> dl::tuning::createAnnealing(Space &space, CostModel &model,
                                                            const SearchSettings &settings) {
  return std::make_unique<Annealing>(space, model, settings);
}
