//===-- Candidate.h - a schedule that a search looks at -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A point of a space of schedules: what was decided, and what follows from it. Input: a kernel as
// plain data. Nothing here knows of IR or of a clock.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TUNING_CANDIDATE_H
#define DL_TUNING_CANDIDATE_H

#include "dl/Schedule/Trace.h"

#include <memory>
#include <string>
#include <vector>

namespace dl::tuning {

/// What a cost model reads of a schedule; see Features.h. A feature that has no meaning for a
/// kernel is NaN.
using FeatureVector = std::vector<float>;

/// A legal schedule of a kernel.
struct Candidate {
  /// The steps, with the choices that led to them. Of a template the choices alone.
  schedule::Trace trace;
  /// The template that it is of (Record.h); empty where its steps make it.
  std::string templateHash;
  /// The kernel after these steps.
  schedule::KernelSchedule kernel;
  /// Equal for schedules with equal loops, whatever was decided: 64 hexadecimal digits.
  std::string hash;
  /// Equal for schedules of a kernel whose stages with most of the work have equal loops; empty
  /// where no stage is known.
  std::string workHash;
  FeatureVector features;
  /// What the estimate expects, in seconds; infinite where it knows nothing.
  double estimate = 0;
};

/// Candidates are shared by populations, batches and records, and do not change.
using CandidateRef = std::shared_ptr<const Candidate>;

/// The candidate of a kernel after its steps, for so many threads: null where no legal loops can
/// be made of it.
CandidateRef makeCandidate(schedule::KernelSchedule kernel, schedule::Trace trace, int64_t threads,
                           std::string templateHash = "");

/// Of the loops that a kernel's schedule makes, and of the layouts of its operands.
std::string hashLoops(const schedule::KernelSchedule &kernel);

/// Of the loops of those stages that compute a 32nd of the terms of the largest one or more.
std::string hashWork(const schedule::KernelSchedule &kernel);

} // namespace dl::tuning

#endif // DL_TUNING_CANDIDATE_H
