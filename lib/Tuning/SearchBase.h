//===-- SearchBase.h - what searches have in common -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Private to lib/Tuning: random numbers, what was seen, and the list of searches.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_TUNING_SEARCHBASE_H
#define DL_LIB_TUNING_SEARCHBASE_H

#include "dl/Tuning/Searches.h"

#include <string>
#include <unordered_map>
#include <unordered_set>

namespace dl::tuning {

/// A search with its random numbers, what it proposed and what was measured.
class SearchBase : public SearchStrategy {
public:
  SearchBase(Space &space, CostModel &model, const SearchSettings &settings)
      : space(space), model(model), settings(settings), random(settings.seed) {}

  void learn(const std::vector<MeasuredRow> &rows) override;

protected:
  /// A schedule of these decisions that was not seen before; null after several draws without one.
  CandidateRef makeNew(const std::vector<schedule::Choice> &decisions);
  /// Whether a schedule was not seen before; now it was.
  bool isNew(const Candidate &candidate) { return seen.insert(candidate.hash).second; }
  /// Any schedule that was not seen before, or null.
  CandidateRef drawNew();
  bool happens(double share) { return std::uniform_real_distribution<double>()(random) < share; }
  size_t pick(size_t count) { return random() % count; }
  /// Of the measured ones, the fastest `count` that did not fail, the fastest first.
  std::vector<CandidateRef> getFastest(size_t count) const;
  /// Puts those first that the model puts first; equals stay in their order.
  void order(std::vector<CandidateRef> &candidates) const;
  /// Whether none was taken that does its work like this one; now one was.
  bool isOtherWork(const Candidate &candidate) {
    return candidate.workHash.empty() || numByWork.try_emplace(candidate.workHash, 1).second;
  }
  /// Whether `mostAlike` that do their work like this one were taken.
  bool isWorkKnown(const Candidate &candidate) const;
  /// Takes up to `count` out of candidates that are in order: by `epsilon` any of them, else the
  /// first (the epsilon-greedy choice; Sutton and Barto, "Reinforcement Learning", 2018, 2.2).
  /// What does its work as enough others comes where there is nothing else.
  std::vector<CandidateRef> take(std::vector<CandidateRef> &ordered, size_t count);

  Space &space;
  CostModel &model;
  SearchSettings settings;
  std::mt19937_64 random;
  std::vector<MeasuredRow> rows;

private:
  /// By the loops.
  std::unordered_set<std::string> seen;
  /// How many were taken by what is said of their work (Candidate.h).
  std::unordered_map<std::string, size_t> numByWork;
};

std::unique_ptr<SearchStrategy> createRandomSearch(Space &space, CostModel &model,
                                                   const SearchSettings &settings);
std::unique_ptr<SearchStrategy> createGeneticSearch(Space &space, CostModel &model,
                                                    const SearchSettings &settings);
std::unique_ptr<SearchStrategy> createEvolution(Space &space, CostModel &model,
                                                const SearchSettings &settings);
std::unique_ptr<SearchStrategy> createAnnealing(Space &space, CostModel &model,
                                                const SearchSettings &settings);

} // namespace dl::tuning

#endif // DL_LIB_TUNING_SEARCHBASE_H
