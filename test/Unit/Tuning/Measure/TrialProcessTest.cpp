//===-- TrialProcessTest.cpp - how children end -----------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a child returns comes back; where it does not get there, the outcome says why.
//
//===----------------------------------------------------------------------===//
#include "../../../../lib/Tuning/Measure/TrialProcess.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "gtest/gtest.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/resource.h>
#include <unistd.h>

using namespace dl::tuning;

namespace {

Measurement makeOk(std::string message) {
  Measurement result;
  result.outcome = Outcome::Ok;
  result.message = std::move(message);
  return result;
}

TaskRequest makeTask() {
  TaskRequest task;
  task.limits.bytes = int64_t(1) << 30;
  return task;
}

/// The outcome of a child and its message.
std::string run(llvm::function_ref<void()> work, double seconds = 20) {
  Measurement result = runChild(makeTask(), seconds, [&] {
    work();
    return makeOk("done");
  });
  return std::string(getOutcomeName(result.outcome)) + ": " + result.message;
}

void say(llvm::StringRef text) { (void)!write(STDERR_FILENO, text.data(), text.size()); }

TEST(TrialProcessTest, WhatAChildReturnsComesBack) {
  Measurement result = runChild(makeTask(), 20, [] {
    say("what it says on the way\n");
    Measurement made = makeOk("two\nlines");
    made.seconds = {1.5, 2};
    return made;
  });
  EXPECT_EQ(result.outcome, Outcome::Ok);
  EXPECT_EQ(result.message, "two\nlines");
  EXPECT_EQ(result.seconds, (std::vector<double>{1.5, 2}));
}

TEST(TrialProcessTest, EndsAreTold) {
  EXPECT_EQ(run([] {}), "ok: done");
  EXPECT_EQ(run([] { _exit(3); }), "crash: it ended with status 3 while it ran");
  EXPECT_EQ(run([] { raise(SIGFPE); }), "crash: signal 8 (Floating point exception) while it ran");
  EXPECT_EQ(run([] { raise(SIGKILL); }), "out-of-memory: the system ended it");
  EXPECT_EQ(run([] { raise(SIGXCPU); }),
            "run-timeout: it took more time of the processor than it may have");
  EXPECT_EQ(run([] { pause(); }, 0.1), "run-timeout: it ran for too long");
}

TEST(TrialProcessTest, TheLastLineOfACrashIsTold) {
  auto fail = [](std::string text) {
    return run([&] {
      say(text);
      _exit(4);
    });
  };
  const std::string end = "crash: it ended with status 4 while it ran";
  EXPECT_EQ(fail("one line"), end + ": one line");
  EXPECT_EQ(fail("first\nlast"), end + ": last");
  EXPECT_EQ(fail("first\nlast\n \n"), end + ": last");
  EXPECT_EQ(fail("\n"), end);
  // No more than its end.
  EXPECT_EQ(fail(std::string(2048, 'x')), end + ": " + std::string(2048, 'x'));
  EXPECT_EQ(fail("y" + std::string(2048, 'x')), end + ": " + std::string(2048, 'x'));
}

TEST(TrialProcessTest, TheLockIsHeldWhileAChildWorks) {
  TaskRequest task = makeTask();
  llvm::SmallString<128> path;
  ASSERT_FALSE(llvm::sys::fs::createTemporaryFile("dl-trial-process", "lock", path));
  task.lock = path.str().str();
  // 1 where it can be had.
  auto take = [&] {
    int file = open(path.c_str(), O_RDWR | O_CLOEXEC);
    int status = flock(file, LOCK_EX | LOCK_NB);
    bool isTaken = status != 0 && errno == EWOULDBLOCK;
    close(file);
    return std::string(isTaken ? "held" : "free");
  };
  EXPECT_EQ(runChild(task, 20, [&] { return makeOk(take()); }).message, "held");
  EXPECT_EQ(take(), "free");
  // Without one others may work meanwhile.
  task.lock.clear();
  EXPECT_EQ(runChild(task, 20, [&] { return makeOk(take()); }).message, "free");
  llvm::sys::fs::remove(path);
}

TEST(TrialProcessTest, MemoryIsLimitedBesideWhatThereIs) {
  if (getenv("ASAN_OPTIONS"))
    GTEST_SKIP() << "its shadow takes all of the address space";
  auto getLimit = [](int64_t bytes) {
    TaskRequest task = makeTask();
    task.limits.bytes = bytes;
    return runChild(task, 20,
                    [] {
                      rlimit limit;
                      getrlimit(RLIMIT_AS, &limit);
                      return makeOk(std::to_string(limit.rlim_cur / (1 << 20)));
                    })
        .message;
  };
  int64_t less = std::stoll(getLimit(int64_t(1) << 30)),
          more = std::stoll(getLimit(int64_t(3) << 30));
  EXPECT_NEAR(static_cast<double>(more - less), 2048, 64);
  // It is no limit of all that the process has.
  EXPECT_GT(less, 1024);
  EXPECT_EQ(run([] {
              volatile char *memory = new char[size_t(2) << 30];
              memory[0] = 1;
            }),
            "out-of-memory: it asked for more memory than it may have");
  EXPECT_EQ(run([] {
              setMemoryLimit(-1);
              rlimit limit;
              getrlimit(RLIMIT_AS, &limit);
              if (limit.rlim_cur != limit.rlim_max)
                _exit(5);
            }),
            "ok: done");
}

/// Of the processor a child may have twice its time in all threads; it leaves no core.
TEST(TrialProcessTest, NeedsTwoFilesForAPipe) {
  int next = open("/dev/null", O_RDONLY | O_CLOEXEC);
  close(next);
  rlimit all, few;
  ASSERT_EQ(getrlimit(RLIMIT_NOFILE, &all), 0);
  few = all;
  few.rlim_cur = static_cast<rlim_t>(next) + 1;
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &few), 0);
  std::string result = run([] {});
  ASSERT_EQ(setrlimit(RLIMIT_NOFILE, &all), 0);
  EXPECT_EQ(result, "out-of-memory: no pipe to a child: Too many open files");
  EXPECT_EQ(run([] {}), "ok: done");
}

TEST(TrialProcessTest, TimeIsLimitedByThreads) {
  auto getLimits = [](int64_t threads, double seconds) {
    TaskRequest task = makeTask();
    task.threads = threads;
    return runChild(task, seconds,
                    [] {
                      rlimit time, core;
                      getrlimit(RLIMIT_CPU, &time);
                      getrlimit(RLIMIT_CORE, &core);
                      return makeOk(std::to_string(time.rlim_cur) + " " +
                                    std::to_string(core.rlim_cur));
                    })
        .message;
  };
  EXPECT_EQ(getLimits(1, 20), "42 0");
  EXPECT_EQ(getLimits(3, 20), "122 0");
  // No more than the process has itself.
  rlimit before, less;
  getrlimit(RLIMIT_CPU, &before);
  less.rlim_cur = less.rlim_max = std::min<rlim_t>(before.rlim_max, 250);
  Measurement result = runChild(makeTask(), 60, [&] {
    setrlimit(RLIMIT_CPU, &less);
    return makeOk(runChild(makeTask(), 1000, [] {
                    rlimit time;
                    getrlimit(RLIMIT_CPU, &time);
                    return makeOk(std::to_string(time.rlim_cur));
                  }).message);
  });
  EXPECT_EQ(result.message, std::to_string(less.rlim_max));
}

TEST(TrialProcessTest, FaultsAreThoseThatAreAskedFor) {
  EXPECT_EQ(run([] {
              for (Fault asked : {Fault::None, Fault::WrongAnswer})
                makeFault(asked, asked);
              makeFault(Fault::Memory, Fault::Crash);
            }),
            "ok: done");
  EXPECT_EQ(run([] { makeFault(Fault::Crash, Fault::Crash); }),
            "crash: signal 11 (Segmentation fault) while it ran");
}

} // namespace
