//===-- Runner.cpp - outcomes and costs of measurements -------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// How outcomes are spelled, and what a schedule is judged by.
//
//===----------------------------------------------------------------------===//
#include "dl/Tuning/Runner.h"

#include <algorithm>
#include <iterator>
#include <limits>

using namespace dl::tuning;

/// In the order of Outcome.
static constexpr std::array<const char *, numOutcomes> outcomeNames = {
    "ok",          "illegal", "compile-error", "compile-timeout",
    "run-timeout", "crash",   "wrong-answer",  "out-of-memory"};
static_assert(static_cast<size_t>(Outcome::OutOfMemory) + 1 == numOutcomes,
              "each outcome has a name");

const char *dl::tuning::getOutcomeName(Outcome outcome) {
  return outcomeNames[static_cast<size_t>(outcome)];
}

std::optional<Outcome> dl::tuning::lookupOutcome(const std::string &name) {
  auto found = std::find(outcomeNames.begin(), outcomeNames.end(), name);
  if (found == outcomeNames.end())
    return std::nullopt;
  return static_cast<Outcome>(found - outcomeNames.begin());
}

/// In the order of WeightsPlace.
static constexpr std::array<const char *, 3> placeNames = {"nearest", "last-cache", "memory"};

const char *dl::tuning::getWeightsPlaceName(WeightsPlace place) {
  return placeNames[static_cast<size_t>(place)];
}

std::optional<WeightsPlace> dl::tuning::lookupWeightsPlace(const std::string &name) {
  auto found = std::find(placeNames.begin(), placeNames.end(), name);
  if (found == placeNames.end())
    return std::nullopt;
  return static_cast<WeightsPlace>(found - placeNames.begin());
}

double Measurement::getCost() const {
  if (!isOk() || seconds.empty())
    return std::numeric_limits<double>::infinity();
  return *std::max_element(seconds.begin(), seconds.end());
}

void Runner::begin(const std::vector<CandidateRef> &candidates) {
  begun.insert(begun.end(), candidates.begin(), candidates.end());
}

std::vector<Measurement> Runner::take(size_t count) {
  auto end = begun.begin() + static_cast<std::ptrdiff_t>(std::min(count, begun.size()));
  std::vector<CandidateRef> first(std::make_move_iterator(begun.begin()),
                                  std::make_move_iterator(end));
  begun.erase(begun.begin(), end);
  return run(first);
}
