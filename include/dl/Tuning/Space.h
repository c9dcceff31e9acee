//===-- Space.h - the schedules that a search chooses from -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interface of spaces. A space turns decisions into schedules: all of them, some with the rest
// left to chance, or none. What decisions there are a search finds out by looking at candidates.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TUNING_SPACE_H
#define DL_TUNING_SPACE_H

#include "dl/Tuning/Candidate.h"

#include <random>

namespace dl::tuning {

struct Record;

class Space {
public:
  virtual ~Space() = default;

  /// The schedule that these decisions lead to; choices without one are left to chance. Null where
  /// there is no legal schedule, or none that is left.
  virtual CandidateRef make(const std::vector<schedule::Choice> &decisions,
                            std::mt19937_64 &random) = 0;
  /// The schedule of the rules, which knows nothing of measurements; null where it is not part of
  /// the space.
  virtual CandidateRef makeDefault() = 0;
  /// The schedule that a record tells of; null where it is none of this space, or not legal.
  virtual CandidateRef replay(const Record &record) { return nullptr; }
  /// Why decisions led to no legal schedule most often; empty where none did.
  virtual std::string getRefusal() const { return ""; }
};

} // namespace dl::tuning

#endif // DL_TUNING_SPACE_H
