//===-- Evolution.cpp - evolution under a cost model -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A pool of schedules that were not measured grows by children of the fastest measured ones and of
// those that the model puts first, and by some that are drawn. Each batch is what the model puts
// first in it, and a few by chance. Unlike in MetaSchedule (Shao et al., "Tensor Program
// Optimization with Probabilistic Programs", 2022) the pool stays from batch to batch: features
// are computed once, and a model that has learned more only orders it anew.
//
//===----------------------------------------------------------------------===//
#include "SearchBase.h"

#include "dl/Tuning/Mutation.h"

#include <algorithm>

using namespace dl::tuning;

namespace {
constexpr size_t mostInPool = 2048, numElites = 24;
/// Of what is looked at for a batch: drawn, and children of two parents among the others.
constexpr double drawnShare = 0.15, crossedShare = 0.3;
/// Of a batch, the share that lies around the `numCentres` fastest, whatever the model says.
constexpr double aroundShare = 0.125;
constexpr size_t numCentres = 3;

class Evolution : public SearchBase {
public:
  using SearchBase::SearchBase;

  std::string getName() const override { return "evolution"; }
  std::vector<CandidateRef> propose(size_t count) override;
  void suggest(const std::vector<CandidateRef> &candidates) override;

private:
  /// Adds schedules to the pool, children of `parents` most of them.
  void grow(const std::vector<CandidateRef> &parents, size_t looks, double drawn);
  /// Schedules that are one decision away from the fastest ones and do their work otherwise: a
  /// model that has seen little is wrong about some of them.
  std::vector<CandidateRef> lookAround(size_t count);
  /// Orders the pool by the model, what does its work as enough others did last, and leaves the
  /// best of it.
  void trim() {
    order(pool);
    std::stable_partition(pool.begin(), pool.end(),
                          [&](const CandidateRef &candidate) { return !isWorkKnown(*candidate); });
    pool.resize(std::min(pool.size(), mostInPool));
  }

  std::vector<CandidateRef> pool, suggested;
};
} // namespace

void Evolution::suggest(const std::vector<CandidateRef> &candidates) {
  for (const CandidateRef &candidate : candidates)
    if (isNew(*candidate)) {
      pool.push_back(candidate);
      suggested.push_back(candidate);
    }
}

void Evolution::grow(const std::vector<CandidateRef> &parents, size_t looks, double drawn) {
  for (size_t look = 0; look < looks; ++look) {
    CandidateRef child;
    if (parents.empty() || happens(drawn)) {
      child = drawNew();
    } else {
      auto draw = [&] { return parents[std::min(pick(parents.size()), pick(parents.size()))]; };
      std::vector<dl::schedule::Choice> choices = draw()->trace.choices;
      if (happens(crossedShare))
        choices = cross(choices, draw()->trace.choices, random);
      child = makeNew(mutate(std::move(choices), random));
    }
    if (child)
      pool.push_back(std::move(child));
  }
}

std::vector<CandidateRef> Evolution::lookAround(size_t count) {
  std::vector<CandidateRef> centres = getFastest(numCentres), around;
  if (centres.empty())
    return around;
  for (size_t look = 0; look < 16 * count && around.size() < count; ++look) {
    CandidateRef child = makeNew(mutate(centres[pick(centres.size())]->trace.choices, random, 1));
    if (child && isOtherWork(*child))
      around.push_back(std::move(child));
    else if (child)
      pool.push_back(std::move(child));
  }
  return around;
}

std::vector<CandidateRef> Evolution::propose(size_t count) {
  std::vector<CandidateRef> elites = getFastest(numElites);
  if (elites.empty()) {
    grow({}, 2 * settings.looks, 1);
    grow(suggested, suggested.empty() ? 0 : settings.looks / 2, drawnShare);
  } else {
    grow(elites, settings.looks / 2, drawnShare);
  }
  trim();
  // Then children of what looks best now.
  std::vector<CandidateRef> promising(pool.begin(),
                                      pool.begin() + std::min(pool.size(), numElites));
  promising.insert(promising.begin(), elites.begin(), elites.begin() + elites.size() / 3);
  grow(promising, settings.looks / 2, drawnShare);
  trim();
  std::vector<CandidateRef> batch = lookAround(static_cast<size_t>(aroundShare * count));
  std::vector<CandidateRef> best = take(pool, count - batch.size());
  batch.insert(batch.begin(), best.begin(), best.end());
  return batch;
}

std::unique_ptr<SearchStrategy> dl::tuning::createEvolution(Space &space, CostModel &model,
                                                            const SearchSettings &settings) {
  return std::make_unique<Evolution>(space, model, settings);
}
