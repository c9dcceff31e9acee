//===-- RuleSpace.h - all that the rules could have decided -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The space of the default rules with their choices open and further choices beside them: tiles of
// several levels, loops in any order. The rules' own decisions are a point of it.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TUNING_RULESPACE_H
#define DL_TUNING_RULESPACE_H

#include "dl/Schedule/DefaultSchedule.h"
#include "dl/Tuning/Space.h"

#include <optional>

namespace dl::tuning {

class RuleSpace : public Space {
public:
  /// `plain` is a kernel to which no step was applied, with canonical names if its candidates go
  /// into records.
  /// Of a kernel whose extents only a run knows `sized` is the same with extents that stand for
  /// these: what is expected of a schedule, and its features, are of them.
  RuleSpace(schedule::KernelSchedule plain, int64_t threads,
            std::optional<schedule::KernelSchedule> sized = std::nullopt);

  CandidateRef make(const std::vector<schedule::Choice> &decisions,
                    std::mt19937_64 &random) override;
  CandidateRef makeDefault() override;
  CandidateRef replay(const Record &record) override;

  /// The candidate of steps that a record tells: null where one of them is not legal.
  CandidateRef replay(const std::vector<schedule::Choice> &choices,
                      const std::vector<schedule::TraceStep> &steps) const;

private:
  CandidateRef finish(schedule::KernelSchedule kernel, schedule::Trace trace) const;

  schedule::KernelSchedule plain;
  std::optional<schedule::KernelSchedule> sized;
  schedule::RuleOptions options;
  int64_t threads;
};

} // namespace dl::tuning

#endif // DL_TUNING_RULESPACE_H
