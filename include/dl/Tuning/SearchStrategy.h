//===-- SearchStrategy.h - who proposes what is measured next -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interface of searches. A search proposes batches of candidates that it did not propose
// before, and is told what became of them.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TUNING_SEARCHSTRATEGY_H
#define DL_TUNING_SEARCHSTRATEGY_H

#include "dl/Tuning/CostModel.h"
#include "dl/Tuning/Space.h"

namespace dl::tuning {

class SearchStrategy {
public:
  virtual ~SearchStrategy() = default;

  virtual std::string getName() const = 0;
  /// Up to `count` candidates, all with other loops than any before; fewer where no more are found.
  virtual std::vector<CandidateRef> propose(size_t count) = 0;
  /// Adds schedules that may be fast, as others like them were on another machine: they are looked
  /// at with those that the search makes. Some searches do without.
  virtual void suggest(const std::vector<CandidateRef> &candidates) {}
  /// Tells what all that were measured so far took, those of earlier calls among them.
  virtual void learn(const std::vector<MeasuredRow> &rows) = 0;
};

} // namespace dl::tuning

#endif // DL_TUNING_SEARCHSTRATEGY_H
