//===-- CompileGuard.cpp - a compilation that may do anything -------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Replies are made before the work: a handler of a signal may do little more than write them.
//
//===----------------------------------------------------------------------===//
#include "CompileGuard.h"

#include "TrialProcess.h"

#include "llvm/Support/ErrorHandling.h"

#include <csignal>
#include <cstring>
#include <new>
#include <sys/time.h>
#include <unistd.h>
#include <utility>

using namespace dl::tuning;

/// The signals of crashes, and that of the clock.
static constexpr int crashSignals[] = {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP};

namespace {
/// What handlers see: there is one guard at a time.
struct Replies {
  int file = -1;
  std::string timeout, noMemory, crashes[std::size(crashSignals)];
};
} // namespace

static Replies replies;
/// Handlers have a stack of their own: the usual one may be what ran over.
static char handlerStack[64 * 1024];

[[noreturn]] static void finishWith(const std::string &reply) {
  (void)!write(replies.file, reply.data(), reply.size());
  _exit(1);
}

static void handleSignal(int number) {
  for (size_t known = 0; known < std::size(crashSignals); ++known)
    if (crashSignals[known] == number)
      finishWith(replies.crashes[known]);
  finishWith(replies.timeout);
}

[[noreturn]] static void endWithoutMemory() { finishWith(replies.noMemory); }

static std::string makeReply(int64_t id, Outcome outcome, std::string message) {
  Measurement measurement;
  measurement.outcome = outcome;
  measurement.message = std::move(message);
  return toReply(id, measurement, /*isLast=*/true) + "\n";
}

static void setTimer(double seconds) {
  itimerval timer = {};
  timer.it_value.tv_sec = static_cast<time_t>(seconds);
  timer.it_value.tv_usec =
      static_cast<suseconds_t>((seconds - static_cast<double>(timer.it_value.tv_sec)) * 1e6);
  setitimer(ITIMER_REAL, &timer, nullptr);
}

static void setHandlers(void (*handler)(int)) {
  struct sigaction action = {};
  action.sa_handler = handler;
  action.sa_flags = SA_ONSTACK;
  for (int number : crashSignals)
    sigaction(number, &action, nullptr);
  sigaction(SIGALRM, &action, nullptr);
}

CompileGuard::CompileGuard(int file, int64_t id, const TrialLimits &limits) {
  replies.file = file;
  replies.timeout = makeReply(id, Outcome::CompileTimeout, "compiling took too long");
  replies.noMemory =
      makeReply(id, Outcome::OutOfMemory, "it asked for more memory than it may have");
  for (size_t known = 0; known < std::size(crashSignals); ++known)
    replies.crashes[known] =
        makeReply(id, Outcome::Crash,
                  "signal " + std::to_string(crashSignals[known]) + " (" +
                      strsignal(crashSignals[known]) + ") while it was compiled");
  stack_t stack = {};
  stack.ss_sp = handlerStack;
  stack.ss_size = sizeof(handlerStack);
  sigaltstack(&stack, nullptr);
  setHandlers(handleSignal);
  std::set_new_handler(endWithoutMemory);
  llvm::install_bad_alloc_error_handler([](void *, const char *, bool) { endWithoutMemory(); });
  setMemoryLimit(limits.bytes);
  setTimer(limits.compileSeconds);
}

CompileGuard::~CompileGuard() {
  setTimer(0);
  setMemoryLimit(-1);
  setHandlers(SIG_DFL);
  std::set_new_handler(nullptr);
  llvm::remove_bad_alloc_error_handler();
}
