//===-- ZygoteTest.cpp ----------------------------------------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The process that children are forked from: what it hands them, and that another one comes after
// it ended.
//
//===----------------------------------------------------------------------===//
#include "../../../../lib/Tuning/Measure/Zygote.h"

#include "gtest/gtest.h"

#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

using namespace dl::tuning;

namespace {

/// Tells what it was handed, and how often prepare() ran in the process that forked it.
class ZygoteTest : public testing::Test {
protected:
  ZygoteTest()
      : zygote(
            makeTask(), {}, [this] { ++numPrepared; },
            [this](const CodeBytes &code, const RunOrder &order) {
              if (order.isExpected)
                kill(getppid(), SIGKILL);
              Measurement result;
              result.outcome = Outcome::Ok;
              result.message = code.object.str() + " " + code.weights.str() + " " +
                               std::to_string(numPrepared) + " " +
                               std::to_string(order.measure.firstPlacement);
              return result;
            }) {}

  static TaskRequest makeTask() {
    TaskRequest task;
    task.limits = {4, 2, int64_t(1) << 30};
    return task;
  }
  Measurement run(std::string object, std::string weights, RunOrder order = {}) {
    return zygote.run({std::move(object), std::move(weights), 0}, order);
  }

  int numPrepared = 0;
  Zygote zygote;
};

} // namespace

TEST_F(ZygoteTest, HandsCodeToEachChild) {
  RunOrder order;
  order.measure.firstPlacement = 3;
  Measurement first = run("object", "weights", order);
  EXPECT_EQ(first.outcome, Outcome::Ok);
  EXPECT_EQ(first.message, "object weights 1 3");
  // Longer ones, and then shorter ones in the same memory.
  std::string longer(10000, 'x');
  EXPECT_EQ(run(longer, "w").message, longer + " w 1 0");
  EXPECT_EQ(run("o", "").message, "o  1 0");
  EXPECT_EQ(numPrepared, 0);
}

TEST_F(ZygoteTest, StartsAgain) {
  EXPECT_EQ(run("object", "weights").outcome, Outcome::Ok);
  RunOrder order;
  order.isExpected = true;
  Measurement ended = run("object", "weights", order);
  EXPECT_EQ(ended.outcome, Outcome::OutOfMemory);
  EXPECT_EQ(ended.message, "the system ended the process that runs schedules");
  EXPECT_EQ(run("object", "weights").message, "object weights 1 0");
}

TEST_F(ZygoteTest, NeedsFilesForAProcess) {
  const std::string refusal = "no process or no memory to run it: Too many open files";
  // For the code, and then for the two ends of a channel.
  for (rlim_t left : {0, 1, 2}) {
    int next = open("/dev/null", O_RDONLY | O_CLOEXEC);
    close(next);
    rlimit all, few;
    ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &all), 0);
    few = all;
    few.rlim_cur = static_cast<rlim_t>(next) + left;
    ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &few), 0);
    Measurement failed = run("object", "weights");
    ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &all), 0);
    EXPECT_EQ(failed.outcome, Outcome::OutOfMemory);
    EXPECT_EQ(failed.message, refusal) << left;
    // Nothing is left open.
    int again = open("/dev/null", O_RDONLY | O_CLOEXEC);
    close(again);
    EXPECT_EQ(again, next);
  }
  EXPECT_EQ(run("object", "weights").message, "object weights 1 0");
}

TEST_F(ZygoteTest, NeedsMemoryForCode) {
  if (getenv("ASAN_OPTIONS"))
    GTEST_SKIP() << "its shadow takes all of the address space";
  TaskRequest task = makeTask();
  task.limits.bytes = int64_t(32) << 20;
  Zygote small(
      task, {}, [] {},
      [](const CodeBytes &code, const RunOrder &) {
        Measurement result;
        result.outcome = Outcome::Ok;
        result.message = std::to_string(code.object.size());
        return result;
      });
  auto runBytes = [&](size_t bytes) {
    Measurement result = small.run({std::string(bytes, 'x'), "", 0}, {});
    return std::string(getOutcomeName(result.outcome)) + " " + result.message;
  };
  EXPECT_EQ(runBytes(size_t(1) << 20), "ok 1048576");
  EXPECT_EQ(runBytes(size_t(48) << 20), "out-of-memory no memory for the code");
  EXPECT_EQ(runBytes(0), "ok 0");
}
