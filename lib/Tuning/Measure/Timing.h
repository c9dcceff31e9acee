//===-- Timing.h - how long calls take --------------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clocks and a stop rule for short pieces of work on a machine that others use as well.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_TUNING_MEASURE_TIMING_H
#define DL_LIB_TUNING_MEASURE_TIMING_H

#include "dl/Tuning/Measure/KernelTrial.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace dl::tuning {

/// Seconds on the wall since it was made.
class Stopwatch {
public:
  Stopwatch() : start(now()) {}
  double getSeconds() const { return now() - start; }

private:
  static double now();
  double start;
};

/// The shortest of several times that another one is near. What disturbs a call makes it longer,
/// but a virtual machine also counts what others took from it, and sometimes too much: a time that
/// is far below all others, or none at all, is that of no call.
class ShortestTime {
public:
  void add(double time) {
    if (time <= 0)
      return;
    second = std::clamp(time, first, second);
    first = std::min(first, time);
  }
  /// Two times are within 1 %.
  bool isSettled() const { return second <= 1.01 * first; }
  /// The shortest one, or the next where nothing is near it; 0 before there is one.
  double get() const {
    double time = isSettled() || std::isinf(second) ? first : second;
    return std::isinf(time) ? 0 : time;
  }
  double getShortest() const { return first; }

private:
  double first = std::numeric_limits<double>::infinity();
  double second = std::numeric_limits<double>::infinity();
};

/// The shortest call of several, and of the reference work that ran in turn with them.
struct TimedCalls {
  double seconds = 0, reference = 0;
};

/// Seconds of one call. `ownTime`: that this thread was on a core, which others' work leaves alone;
/// else those on the wall, for calls that are of several threads.
double timeOnce(llvm::function_ref<void()> call, bool ownTime);

/// Whether a schedule whose first call took so long is so far behind the best one that one more
/// call tells enough. The first call finds nothing in the caches.
bool isFarBehind(double firstSeconds, const MeasureOptions &options);

/// Times `call`, which ran before.
TimedCalls timeCalls(llvm::function_ref<void()> call, const MeasureOptions &options, bool ownTime);

/// The same where `prepare`, which is not timed, comes before each call.
TimedCalls timePreparedCalls(llvm::function_ref<void()> prepare, llvm::function_ref<void()> call,
                             const MeasureOptions &options, bool ownTime);

/// Seconds of a fixed chain of multiply-adds: how fast the core is now.
double timeReference();

} // namespace dl::tuning

#endif // DL_LIB_TUNING_MEASURE_TIMING_H
