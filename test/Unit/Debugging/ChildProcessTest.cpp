//===-- ChildProcessTest.cpp - work that may crash or hang ----------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "dl/Debugging/ChildProcess.h"

#include "gtest/gtest.h"

#include <cerrno>
#include <csignal>
#include <sys/time.h>
#include <unistd.h>

using namespace dl::debugging;

namespace {

TEST(ChildProcess, TellsHowWorkEnded) {
  ChildOutcome done = runInChild([] { return llvm::Error::success(); }, 10);
  EXPECT_EQ(done.kind, ChildOutcome::Done);
  EXPECT_EQ(done.message, "");

  // More than a pipe holds at a time.
  std::string text(200000, 'x');
  ChildOutcome failed = runInChild([&] { return llvm::createStringError(text); }, 10);
  EXPECT_EQ(failed.kind, ChildOutcome::Failed);
  EXPECT_EQ(failed.message, text);

  ChildOutcome crashed = runInChild(
      [] {
        raise(SIGSEGV);
        return llvm::Error::success();
      },
      10);
  EXPECT_EQ(crashed.kind, ChildOutcome::Crashed);
  EXPECT_EQ(crashed.message, "ended by Segmentation fault");
}

TEST(ChildProcess, TellsAnExitStatusThatNothingExplains) {
  ChildOutcome ended = runInChild([]() -> llvm::Error { _exit(3); }, 10);
  EXPECT_EQ(ended.kind, ChildOutcome::Failed);
  EXPECT_EQ(ended.message, "ended with exit status 3");
  ended = runInChild([] { return llvm::createStringError(""); }, 10);
  EXPECT_EQ(ended.kind, ChildOutcome::Failed);
  EXPECT_EQ(ended.message, "ended with exit status 1");
}

TEST(ChildProcess, EndsWhatTakesTooLong) {
  ChildOutcome late = runInChild(
      [] {
        sleep(60);
        return llvm::Error::success();
      },
      0.2);
  EXPECT_EQ(late.kind, ChildOutcome::TimedOut);
  EXPECT_EQ(late.message, "was still at it after 0.2 s");
}

TEST(ChildProcess, GoesOnWhereASignalInterrupts) {
  // Of a timer of the parent, which the child does not have.
  struct sigaction action = {}, before = {};
  action.sa_handler = [](int) {};
  ASSERT_EQ(sigaction(SIGALRM, &action, &before), 0);
  itimerval often = {{0, 30000}, {0, 30000}}, never = {};
  ASSERT_EQ(setitimer(ITIMER_REAL, &often, nullptr), 0);
  std::string text(200000, 'x');
  errno = EINTR;
  ChildOutcome failed = runInChild(
      [&] {
        usleep(100000);
        return llvm::createStringError(text);
      },
      10);
  setitimer(ITIMER_REAL, &never, nullptr);
  sigaction(SIGALRM, &before, nullptr);
  EXPECT_EQ(failed.kind, ChildOutcome::Failed);
  EXPECT_EQ(failed.message, text);
}

TEST(ChildProcess, ChangesNothingOfTheParent) {
  int value = 1;
  ChildOutcome done = runInChild(
      [&] {
        value = 2;
        return llvm::Error::success();
      },
      10);
  EXPECT_EQ(done.kind, ChildOutcome::Done);
  EXPECT_EQ(value, 1);
}

} // namespace
