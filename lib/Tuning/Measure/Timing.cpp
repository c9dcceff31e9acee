//===-- Timing.cpp - how long calls take ----------------------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Calls are timed in batches, and the shortest batch counts: what disturbs a call only ever makes
// it longer.
//
//===----------------------------------------------------------------------===//
#include "Timing.h"

#include <algorithm>
#include <ctime>

using namespace dl::tuning;

static double readClock(clockid_t clock) {
  timespec time;
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

double Stopwatch::now() { return readClock(CLOCK_MONOTONIC); }

double dl::tuning::timeReference() {
  constexpr int steps = 4000;
  double start = readClock(CLOCK_THREAD_CPUTIME_ID);
  double value = 1;
  for (int step = 0; step < steps; ++step) {
    value = value * 0.999999 + 1e-9;
    // Each step waits for the one before it, and none is computed by the compiler.
    asm volatile("" : "+x"(value));
  }
  return readClock(CLOCK_THREAD_CPUTIME_ID) - start;
}

double dl::tuning::timeOnce(llvm::function_ref<void()> call, bool ownTime) {
  clockid_t clock = ownTime ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC;
  double start = readClock(clock);
  call();
  return readClock(clock) - start;
}

bool dl::tuning::isFarBehind(double firstSeconds, const MeasureOptions &options) {
  return options.bestSeconds > 0 && firstSeconds > 8 * options.bestSeconds;
}

TimedCalls dl::tuning::timePreparedCalls(llvm::function_ref<void()> prepare,
                                         llvm::function_ref<void()> call,
                                         const MeasureOptions &options, bool ownTime) {
  auto time = [&] {
    prepare();
    return timeOnce(call, ownTime);
  };
  TimedCalls result{time(), timeReference()};
  double second = time();
  if (second < result.seconds)
    std::swap(second, result.seconds);
  // A schedule that is far behind needs no exact time.
  if (options.bestSeconds > 0 && result.seconds > 4 * options.bestSeconds)
    return result;
  constexpr int64_t mostCalls = 50;
  double budget = static_cast<double>(options.batches) * options.batchSeconds;
  double spent = result.seconds + second;
  for (int64_t number = 2; number < mostCalls; ++number) {
    bool isSettled = second <= 1.01 * result.seconds;
    // Few calls of many milliseconds say as much as many short ones.
    bool isEnough =
        number > options.batches ? isSettled || spent >= budget : isSettled && spent >= 4 * budget;
    if (isEnough)
      break;
    double seconds = time();
    spent += seconds;
    result.reference = std::min(result.reference, timeReference());
    second = std::clamp(seconds, result.seconds, second);
    result.seconds = std::min(result.seconds, seconds);
  }
  return result;
}

TimedCalls dl::tuning::timeCalls(llvm::function_ref<void()> call, const MeasureOptions &options,
                                 bool ownTime) {
  clockid_t clock = ownTime ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC;
  auto time = [&](int64_t calls) {
    double start = readClock(clock);
    for (int64_t number = 0; number < calls; ++number)
      call();
    return (readClock(clock) - start) / static_cast<double>(calls);
  };
  TimedCalls result{time(1), timeReference()};
  // A schedule that is far behind needs no exact time.
  if (options.bestSeconds > 0 && result.seconds > 4 * options.bestSeconds) {
    result.seconds = std::min(result.seconds, time(1));
    return result;
  }
  auto calls = static_cast<int64_t>(options.batchSeconds / std::max(result.seconds, 1e-9));
  calls = std::clamp<int64_t>(calls, 1, 100000);
  double second = result.seconds;
  for (int64_t batch = 0; batch < options.batches; ++batch) {
    double seconds = time(calls);
    result.reference = std::min(result.reference, timeReference());
    second = std::clamp(seconds, result.seconds, second);
    result.seconds = std::min(result.seconds, seconds);
    if (batch > 0 && second <= 1.01 * result.seconds)
      break;
  }
  return result;
}
