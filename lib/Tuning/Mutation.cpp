//===-- Mutation.cpp - new decisions from old ones -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decisions are changed as numbers of candidates; what rules make of them is not looked at.
//
//===----------------------------------------------------------------------===//
#include "dl/Tuning/Mutation.h"

#include <algorithm>

using namespace dl::schedule;
using namespace dl::tuning;

/// Another decision of a choice that has several candidates.
static size_t change(const Choice &choice, std::mt19937_64 &random) {
  size_t count = choice.candidates.size();
  if (random() % 2 == 0) {
    bool isUp = random() % 2 == 0;
    if (choice.decision == 0 || (isUp && choice.decision + 1 < count))
      return choice.decision + 1;
    return choice.decision - 1;
  }
  size_t other = random() % (count - 1);
  return other < choice.decision ? other : other + 1;
}

std::vector<Choice> dl::tuning::mutate(std::vector<Choice> choices, std::mt19937_64 &random,
                                       size_t mostChanges) {
  std::vector<size_t> open;
  for (size_t number = 0; number < choices.size(); ++number)
    if (choices[number].candidates.size() > 1)
      open.push_back(number);
  if (open.empty())
    return choices;
  // One in two of three, two in two of nine, and so on.
  size_t changes = 1;
  while (changes < std::min(open.size(), mostChanges) && random() % 3 == 0)
    ++changes;
  for (size_t done = 0; done < changes; ++done) {
    std::swap(open[done], open[done + random() % (open.size() - done)]);
    Choice &choice = choices[open[done]];
    choice.decision = change(choice, random);
  }
  return choices;
}

std::vector<Choice> dl::tuning::cross(const std::vector<Choice> &one,
                                      const std::vector<Choice> &other, std::mt19937_64 &random) {
  std::vector<Choice> mixed = one;
  for (Choice &choice : mixed) {
    auto known = std::find_if(other.begin(), other.end(),
                              [&](const Choice &made) { return made.name == choice.name; });
    if (known != other.end() && random() % 2 == 0)
      choice = *known;
  }
  return mixed;
}
