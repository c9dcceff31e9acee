//===-- CostModel.h - who orders schedules that were not run -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interface of what predicts how fast schedules are. A search asks one model for thousands of
// candidates and measures those that it puts first.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TUNING_COSTMODEL_H
#define DL_TUNING_COSTMODEL_H

#include "dl/Tuning/Candidate.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace dl::tuning {

/// A schedule whose time is known.
struct MeasuredRow {
  CandidateRef candidate;
  /// Infinite where it failed.
  double seconds = 0;
  /// Rows are compared with others of their task alone: the kernel, machine and threads.
  size_t task = 0;
  /// Of a kernel that is not the one whose schedules are to be ordered.
  bool isForeign = false;
  /// Foreign, and measured on another machine.
  bool isOfOtherMachine = false;
};

class CostModel {
public:
  virtual ~CostModel() = default;

  /// What it is called in records and options.
  virtual std::string getName() const = 0;
  /// Learns from all rows that there are, from the beginning: those given before are among them.
  virtual void train(const std::vector<MeasuredRow> &rows) = 0;
  /// A score for each: the larger, the faster. Scores of one call can be compared with each other
  /// alone. Before `train` all are what the model thinks without any measurement.
  virtual std::vector<double> predict(const std::vector<CandidateRef> &candidates) const = 0;
  /// What went wrong first in `train` and `predict` since this was last called.
  virtual llvm::Error takeError() { return llvm::Error::success(); }
};

} // namespace dl::tuning

#endif // DL_TUNING_COSTMODEL_H
