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

size_t RecordDecides::decide(const Choice &choice) {
  auto known = std::find_if(record.begin(), record.end(),
                            [&](const Choice &made) { return made.name == choice.name; });
  if (known == record.end())
    return other.decide(choice);
  const std::vector<int64_t> &candidates = choice.candidates;
  int64_t value = known->getValue();
  auto isNearer = [&](int64_t a, int64_t b) { return std::abs(a - value) < std::abs(b - value); };
  return std::min_element(candidates.begin(), candidates.end(), isNearer) - candidates.begin();
}
