//===-- SplitList.h - split one axis into several ---------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The primitive split (by a list).
//
//===----------------------------------------------------------------------===//
#ifndef DL_SCHEDULE_PRIMITIVES_SPLITLIST_H
#define DL_SCHEDULE_PRIMITIVES_SPLITLIST_H

#include "dl/Schedule/KernelSchedule.h"
#include "dl/Schedule/Refusal.h"

#include <optional>

namespace dl::schedule {

/// Splits an axis by a list of factors, outermost first; the first part is what
/// they leave:
///   split i by [4, 8]  =>  i.o.o, i.o.i in 0..4, i.i in 0..8
/// The same as a split by the last factor, then of the outer part by the one before.
class SplitList {
public:
  SplitList(int stage, AxisId axis, std::vector<int64_t> factors,
            TailPolicy tail = TailPolicy::Peel)
      : stage(stage), axis(axis), factors(std::move(factors)), tail(tail) {}

  std::optional<Refusal> check(const KernelSchedule &kernel) const;
  /// Precondition: `check` gave no refusal.
  std::vector<AxisId> apply(KernelSchedule &kernel) const;

private:
  int stage;
  AxisId axis;
  std::vector<int64_t> factors;
  TailPolicy tail;
};

} // namespace dl::schedule

#endif // DL_SCHEDULE_PRIMITIVES_SPLITLIST_H
