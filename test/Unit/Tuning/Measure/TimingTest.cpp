//===-- TimingTest.cpp ----------------------------------------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which of several times counts.
//
//===----------------------------------------------------------------------===//
#include "../../../../lib/Tuning/Measure/Timing.h"

#include "gtest/gtest.h"

#include <initializer_list>

using namespace dl::tuning;

static ShortestTime get(std::initializer_list<double> times) {
  ShortestTime shortest;
  for (double time : times)
    shortest.add(time);
  return shortest;
}

TEST(TimingTest, ShortestTimeIsConfirmed) {
  EXPECT_EQ(get({}).get(), 0);
  EXPECT_EQ(get({3}).get(), 3);
  EXPECT_FALSE(get({3}).isSettled());
  // Longer ones are disturbed.
  EXPECT_EQ(get({5, 2, 9, 2.01}).get(), 2);
  EXPECT_TRUE(get({5, 2, 9, 2.01}).isSettled());
  EXPECT_EQ(get({2.01, 5, 2}).get(), 2);
  // One that no other is near is a fault of the clock, and so is none.
  EXPECT_EQ(get({2, 0.4, 2.1, 3}).get(), 2);
  EXPECT_FALSE(get({2, 0.4, 2.1, 3}).isSettled());
  EXPECT_EQ(get({0.4, 2, 2.1}).get(), 2);
  EXPECT_EQ(get({0, 2, -1, 2.01}).get(), 2);
  EXPECT_EQ(get({0}).get(), 0);
}

TEST(TimingTest, CallsTakeSomeTime) {
  MeasureOptions options;
  options.batchSeconds = 1e-3;
  int64_t calls = 0, prepared = 0;
  auto call = [&] { ++calls; };
  for (bool ownTime : {false, true}) {
    TimedCalls times = timeCalls(call, options, ownTime);
    EXPECT_GT(times.seconds, 0);
    EXPECT_GT(times.reference, 0);
    EXPECT_GT(calls, 10);
    times = timePreparedCalls([&] { ++prepared; }, call, options, ownTime);
    EXPECT_GT(times.seconds, 0);
    EXPECT_GE(prepared, 2);
    EXPECT_GT(timeOnce(call, ownTime), 0);
  }
  // Far behind the best, two are enough.
  options.bestSeconds = 1e-12;
  prepared = 0;
  EXPECT_GT(timePreparedCalls([&] { ++prepared; }, call, options, true).seconds, 0);
  EXPECT_EQ(prepared, 2);
}

/// Eight times as slow as the best is not yet hopeless.
/// Takes about as long each time, or less and less.
static void spin(double seconds) {
  for (Stopwatch timer; timer.getSeconds() < seconds;)
    ;
}

TEST(TimingTest, AsManyCallsAsAreAskedFor) {
  MeasureOptions options;
  options.batchSeconds = 0;
  int64_t calls = 0;
  auto call = [&] { spin(1e-4), ++calls; };
  auto count = [&] {
    calls = 0;
    EXPECT_GT(timeCalls(call, options, /*ownTime=*/false).seconds, 5e-5);
    return calls;
  };
  // One to know how long they take, and a batch of at least one.
  options.batches = 0;
  EXPECT_EQ(count(), 1);
  options.batches = 1;
  EXPECT_EQ(count(), 2);
  options.batches = 2;
  EXPECT_EQ(count(), 3);
  // Of equal times two batches are enough, of others there are as many as there may be.
  options.batches = 5;
  EXPECT_GE(count(), 3);
  double seconds = 1e-4;
  calls = 0;
  timeCalls([&] { spin(seconds), seconds *= 1.3, ++calls; }, options, /*ownTime=*/false);
  EXPECT_EQ(calls, 6);
  options.batchSeconds = 1e-3;
  options.batches = 1;
  EXPECT_GE(count(), 2);
  EXPECT_LE(calls, 11);
  // Far behind the best, two are enough; near it they are not.
  options.batchSeconds = 1e-2;
  options.bestSeconds = 1e-12;
  EXPECT_EQ(count(), 2);
  options.bestSeconds = 1;
  EXPECT_GT(count(), 2);
}

TEST(TimingTest, ShortCallsAreNotBehindForTheClocksSake) {
  // Reading the clock takes longer than the call, whose time is near the best one.
  MeasureOptions options;
  options.batchSeconds = 1e-4;
  options.bestSeconds = 2e-8;
  int64_t calls = 0;
  volatile int64_t number = 0;
  auto call = [&] { number = number + 1, ++calls; };
  EXPECT_LT(timeCalls(call, options, /*ownTime=*/true).seconds, 4e-8);
  EXPECT_GT(calls, 1000);
  // One that is behind all the same ends as soon as that can be told.
  options.bestSeconds = 1e-12;
  calls = 0;
  EXPECT_GT(timeCalls(call, options, /*ownTime=*/true).seconds, 1e-11);
  EXPECT_GT(calls, 100);
  EXPECT_LT(calls, 1000000);
  // The first call of a short one waits for memory.
  options.bestSeconds = 1e-6;
  EXPECT_FALSE(isFarBehind(4e-5, options));
  EXPECT_TRUE(isFarBehind(6e-5, options));
  options.bestSeconds = 1e-5;
  EXPECT_FALSE(isFarBehind(7e-5, options));
  EXPECT_TRUE(isFarBehind(9e-5, options));
}

TEST(TimingTest, PreparedCallsEndWhereTheirTimeIsKnown) {
  MeasureOptions options;
  options.batches = 5;
  int64_t calls = 0;
  double seconds = 0;
  auto count = [&](double first, double factor) {
    calls = 0;
    seconds = first;
    timePreparedCalls([] {}, [&] { spin(seconds), seconds *= factor, ++calls; }, options,
                      /*ownTime=*/false);
    return calls;
  };
  // A budget that no calls use up: equal times are known after one more than there are batches.
  options.batchSeconds = 1e3;
  EXPECT_GE(count(1e-4, 1), 6);
  EXPECT_LT(calls, 50);
  options.bestSeconds = 1e3;
  EXPECT_GE(count(1e-4, 1), 6);
  options.bestSeconds = 0;
  // Times that are never equal end with the calls that there may be.
  EXPECT_LE(count(1e-3, 0.9), 50);
  // Without a budget those end after as many calls.
  options.batchSeconds = 0;
  EXPECT_LE(count(1e-3, 0.9), 6);
  EXPECT_EQ(count(1e-4, 1.3), 6);
}

TEST(TimingTest, WhatIsFarBehindIsTimedOnce) {
  MeasureOptions options;
  options.bestSeconds = 0.5;
  EXPECT_FALSE(isFarBehind(4, options));
  EXPECT_TRUE(isFarBehind(4.5, options));
  // Of the first schedule nothing is known.
  options.bestSeconds = 0;
  EXPECT_FALSE(isFarBehind(1e9, options));
}
