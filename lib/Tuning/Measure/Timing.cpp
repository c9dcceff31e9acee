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

/// Seconds of so many calls, each; on the wall where the thread is said to have taken none.
static double timeEach(int64_t calls, clockid_t clock, llvm::function_ref<void()> call) {
  Stopwatch wall;
  double start = readClock(clock);
  for (int64_t number = 0; number < calls; ++number)
    call();
  double seconds = readClock(clock) - start;
  return (seconds > 0 ? seconds : wall.getSeconds()) / static_cast<double>(calls);
}

static clockid_t getClock(bool ownTime) {
  return ownTime ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC;
}

double dl::tuning::timeOnce(llvm::function_ref<void()> call, bool ownTime) {
  return timeEach(1, getClock(ownTime), call);
}

/// Seconds that a clock tells well: reading it takes a microsecond or two in a virtual machine, and
/// a first call of less waits for memory most of all.
static constexpr double leastSeconds = 5e-5;

bool dl::tuning::isFarBehind(double firstSeconds, const MeasureOptions &options) {
  return options.bestSeconds > 0 && firstSeconds > std::max(leastSeconds, 8 * options.bestSeconds);
}

/// A schedule that is far behind needs no exact time.
static bool isBehind(const ShortestTime &seconds, const MeasureOptions &options) {
  return options.bestSeconds > 0 && seconds.getShortest() > 4 * options.bestSeconds;
}

TimedCalls dl::tuning::timePreparedCalls(llvm::function_ref<void()> prepare,
                                         llvm::function_ref<void()> call,
                                         const MeasureOptions &options, bool ownTime) {
  ShortestTime seconds, reference;
  double spent = 0;
  auto add = [&] {
    prepare();
    double time = timeOnce(call, ownTime);
    spent += time;
    seconds.add(time);
    reference.add(timeReference());
  };
  add();
  add();
  bool endsEarly = isBehind(seconds, options);
  constexpr int64_t mostCalls = 50;
  double budget = static_cast<double>(options.batches) * options.batchSeconds;
  for (int64_t number = 2; number < mostCalls && !endsEarly; ++number) {
    // Few calls of many milliseconds say as much as many short ones.
    bool isEnough = number > options.batches ? seconds.isSettled() || spent >= budget
                                             : seconds.isSettled() && spent >= 4 * budget;
    if (isEnough)
      break;
    add();
  }
  return {seconds.get(), reference.get()};
}

TimedCalls dl::tuning::timeCalls(llvm::function_ref<void()> call, const MeasureOptions &options,
                                 bool ownTime) {
  clockid_t clock = getClock(ownTime);
  ShortestTime seconds, reference;
  auto add = [&](int64_t calls) {
    seconds.add(timeEach(calls, clock, call));
    reference.add(timeReference());
  };
  add(1);
  // Behind is what the clock can tell to be.
  int64_t group = 1;
  while (isBehind(seconds, options) &&
         seconds.getShortest() * static_cast<double>(group) < leastSeconds)
    add(group *= 4);
  if (isBehind(seconds, options)) {
    add(group);
    return {seconds.get(), reference.get()};
  }
  auto calls = static_cast<int64_t>(options.batchSeconds / seconds.getShortest());
  calls = std::clamp<int64_t>(calls, 1, 100000);
  for (int64_t batch = 0; batch < options.batches; ++batch) {
    add(calls);
    if (batch > 0 && seconds.isSettled())
      break;
  }
  return {seconds.get(), reference.get()};
}
