//===-- Estimate.h - what the loops of a kernel take ------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The time of a kernel from its plan and the record of its machine, before any code is
// made: instructions of the innermost code, and bytes that move between the caches. In
// microseconds, so that rules and a search can ask for thousands of schedules. The model is
// that of a roofline over several levels (Ilic et al., "Cache-aware Roofline model", 2014)
// with the bytes of loop tiles counted as Carr, McKinley and Tseng do ("Compiler
// Optimizations for Improving Data Locality", 1994): what a loop uses again is still in a
// cache if one iteration touches no more than the cache holds.
//
//===----------------------------------------------------------------------===//
#ifndef DL_SCHEDULE_ESTIMATE_H
#define DL_SCHEDULE_ESTIMATE_H

#include "dl/Schedule/LoopPlan.h"

namespace dl::schedule {

/// What moves into a level of memory from the one behind it, and how long that takes.
struct LevelEstimate {
  std::string name;
  double bytes = 0;
  double seconds = 0;
};

/// What a run of a kernel takes.
struct Estimate {
  double seconds = 0;
  /// The time of the instructions alone, as if all data were in the first cache.
  double computeSeconds = 0;
  /// Sums, products, quotients and functions on numbers; integers are left out.
  double operations = 0;
  /// Instructions of all code that runs.
  double instructions = 0;
  /// One for each cache of the machine, the nearest first.
  std::vector<LevelEstimate> levels;

  /// What takes longest: "compute", or the name of the level that waits for its data.
  const std::string &getBound() const;
};

struct EstimateOptions {
  /// Threads that the kernel runs on.
  int64_t threads = 1;
  /// What extents known only at run time are taken for.
  int64_t assumedExtent = 64;
  /// The kernel runs again and again: what the last run left in the caches is found there.
  bool isRepeated = false;
};

/// The estimate of a kernel whose plan is that of `kernel`. Its target is a CPU.
Estimate estimate(const KernelSchedule &kernel, const LoopPlan &plan,
                  const EstimateOptions &options = {});

} // namespace dl::schedule

#endif // DL_SCHEDULE_ESTIMATE_H
