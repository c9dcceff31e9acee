//===-- SearchBase.cpp - what searches have in common -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Draws schedules that were not seen before, by their loops, and makes searches by their names.
//
//===----------------------------------------------------------------------===//
#include "SearchBase.h"

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace dl::tuning;

/// Draws for a schedule that was not seen before.
static constexpr int mostDraws = 8;
/// Schedules whose stages with most of the work have the same loops: what differs between them,
/// how a border is copied, say, hardly shows, and the model never tires of it.
static constexpr size_t mostAlike = 3;

void SearchBase::learn(const std::vector<MeasuredRow> &measured) {
  rows = measured;
  for (const MeasuredRow &row : rows)
    seen.insert(row.candidate->hash);
}

CandidateRef SearchBase::makeNew(const std::vector<schedule::Choice> &decisions) {
  CandidateRef candidate = space.make(decisions, random);
  return candidate && isNew(*candidate) ? candidate : nullptr;
}

CandidateRef SearchBase::drawNew() {
  for (int draw = 0; draw < mostDraws; ++draw)
    if (CandidateRef candidate = makeNew({}))
      return candidate;
  return nullptr;
}

std::vector<CandidateRef> SearchBase::getFastest(size_t count) const {
  std::vector<const MeasuredRow *> order;
  for (const MeasuredRow &row : rows)
    if (std::isfinite(row.seconds))
      order.push_back(&row);
  std::stable_sort(order.begin(), order.end(), [](const MeasuredRow *a, const MeasuredRow *b) {
    return a->seconds < b->seconds;
  });
  order.resize(std::min(order.size(), count));
  std::vector<CandidateRef> fastest;
  for (const MeasuredRow *row : order)
    fastest.push_back(row->candidate);
  return fastest;
}

void SearchBase::order(std::vector<CandidateRef> &candidates) const {
  std::vector<double> scores = model.predict(candidates);
  std::vector<size_t> numbers(candidates.size());
  std::iota(numbers.begin(), numbers.end(), 0);
  std::stable_sort(numbers.begin(), numbers.end(),
                   [&](size_t a, size_t b) { return scores[a] > scores[b]; });
  std::vector<CandidateRef> ordered;
  for (size_t number : numbers)
    ordered.push_back(std::move(candidates[number]));
  candidates = std::move(ordered);
}

bool SearchBase::isWorkKnown(const Candidate &candidate) const {
  auto known = numByWork.find(candidate.workHash);
  return known != numByWork.end() && known->second >= mostAlike && !candidate.workHash.empty();
}

std::vector<CandidateRef> SearchBase::take(std::vector<CandidateRef> &ordered, size_t count) {
  std::vector<CandidateRef> batch, alike;
  while (batch.size() < count && !ordered.empty()) {
    auto taken = ordered.begin();
    if (happens(settings.epsilon))
      taken += static_cast<std::ptrdiff_t>(pick(ordered.size()));
    CandidateRef candidate = std::move(*taken);
    ordered.erase(taken);
    bool isAlike = isWorkKnown(*candidate);
    if (!isAlike)
      ++numByWork[candidate->workHash];
    (isAlike ? alike : batch).push_back(std::move(candidate));
  }
  // They fill what others leave.
  auto filled = alike.begin() + std::min(alike.size(), count - batch.size());
  batch.insert(batch.end(), alike.begin(), filled);
  ordered.insert(ordered.begin(), filled, alike.end());
  return batch;
}

namespace {
struct NamedSearch {
  const char *name;
  std::unique_ptr<SearchStrategy> (*create)(Space &, CostModel &, const SearchSettings &);
};
} // namespace

/// The list of searches: a new one is an entry here and a file.
static constexpr NamedSearch searches[] = {{"evolution", createEvolution},
                                           {"annealing", createAnnealing},
                                           {"genetic", createGeneticSearch},
                                           {"random", createRandomSearch}};

std::unique_ptr<SearchStrategy> dl::tuning::createSearch(const std::string &name, Space &space,
                                                         CostModel &model,
                                                         const SearchSettings &settings) {
  for (const NamedSearch &search : searches)
    if (name == search.name)
      return search.create(space, model, settings);
  return nullptr;
}

bool dl::tuning::isSearch(const std::string &name) {
  return std::any_of(std::begin(searches), std::end(searches),
                     [&](const NamedSearch &search) { return name == search.name; });
}

std::string dl::tuning::listSearches() {
  std::string text;
  size_t count = std::size(searches);
  for (size_t number = 0; number < count; ++number)
    text += std::string(number == 0           ? ""
                        : number + 1 == count ? " or "
                                              : ", ") +
            searches[number].name;
  return text;
}
