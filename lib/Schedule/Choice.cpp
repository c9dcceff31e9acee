//===-- Choice.cpp - what rules leave to a decision -----------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decisions that were made before.
//
//===----------------------------------------------------------------------===//
#include "dl/Schedule/Choice.h"

#include <algorithm>

using namespace dl::schedule;

size_t DrawDecides::decideByPrior(const Choice &choice, const std::vector<double> &probabilities) {
  double point = static_cast<double>(random() >> 11) * 0x1p-53;
  size_t taken = 0, last = choice.candidates.size() - 1;
  while (taken < last && point >= probabilities[taken])
    point -= probabilities[taken++];
  return taken;
}

std::optional<size_t> RecordDecides::lookup(const Choice &choice) const {
  auto known = std::find_if(record.begin(), record.end(),
                            [&](const Choice &made) { return made.name == choice.name; });
  if (known == record.end())
    return std::nullopt;
  const std::vector<int64_t> &candidates = choice.candidates;
  int64_t value = known->getValue();
  auto isNearer = [&](int64_t a, int64_t b) { return std::abs(a - value) < std::abs(b - value); };
  return std::min_element(candidates.begin(), candidates.end(), isNearer) - candidates.begin();
}

size_t RecordDecides::decide(const Choice &choice) {
  std::optional<size_t> known = lookup(choice);
  return known ? *known : other.decide(choice);
}

size_t RecordDecides::decideByPrior(const Choice &choice,
                                    const std::vector<double> &probabilities) {
  std::optional<size_t> known = lookup(choice);
  return known ? *known : other.decideByPrior(choice, probabilities);
}
