//===-- ChildProcess.cpp - work that may crash or hang ----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See ChildProcess.h. A pipe brings back the text of an error, and its end says that the child is
// gone.
//
//===----------------------------------------------------------------------===//
#include "dl/Debugging/ChildProcess.h"

#include "llvm/Support/Errno.h"
#include "llvm/Support/FormatVariadic.h"

#include <chrono>
#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace dl::debugging;
using Clock = std::chrono::steady_clock;

static void writeAll(int descriptor, llvm::StringRef text) {
  while (!text.empty()) {
    ssize_t written = write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return;
    text = text.drop_front(written);
  }
}

/// The child: no handler of the parent's, no output, no exit handlers.
[[noreturn]] static void workInChild(int descriptor, llvm::function_ref<llvm::Error()> work) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (int signal : {SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGABRT, SIGTRAP, SIGINT, SIGTERM, SIGHUP})
    std::signal(signal, SIG_DFL);
  int nowhere = open("/dev/null", O_RDWR);
  dup2(nowhere, STDOUT_FILENO);
  dup2(nowhere, STDERR_FILENO);
  llvm::Error error = work();
  if (!error)
    _exit(0);
  writeAll(descriptor, llvm::toString(std::move(error)));
  _exit(1);
}

/// Reads until the child is gone; false where that takes too long.
static bool readReply(int descriptor, double seconds, std::string &reply) {
  Clock::time_point end = Clock::now() + std::chrono::duration_cast<Clock::duration>(
                                             std::chrono::duration<double>(seconds));
  while (true) {
    auto left = std::chrono::duration_cast<std::chrono::milliseconds>(end - Clock::now()).count();
    if (left <= 0)
      return false;
    pollfd entry{descriptor, POLLIN, 0};
    int ready = poll(&entry, 1, static_cast<int>(std::min<int64_t>(left, 1 << 30)));
    if (ready < 0 && errno != EINTR)
      return false;
    if (ready <= 0)
      continue;
    char buffer[4096];
    ssize_t count = read(descriptor, buffer, sizeof(buffer));
    if (count < 0 && errno == EINTR)
      continue;
    if (count <= 0)
      return true;
    reply.append(buffer, count);
  }
}

ChildOutcome dl::debugging::runInChild(llvm::function_ref<llvm::Error()> work, double seconds) {
  int pipes[2];
  if (pipe2(pipes, O_CLOEXEC) != 0)
    return {ChildOutcome::Failed, "no pipe to a child: " + llvm::sys::StrError()};
  pid_t child = fork();
  if (child == 0) {
    close(pipes[0]);
    workInChild(pipes[1], work);
  }
  close(pipes[1]);
  if (child == -1) {
    close(pipes[0]);
    return {ChildOutcome::Failed, "no child: " + llvm::sys::StrError()};
  }
  ChildOutcome outcome;
  bool isInTime = readReply(pipes[0], seconds, outcome.message);
  close(pipes[0]);
  if (!isInTime)
    kill(child, SIGKILL);
  int status = 0;
  (void)llvm::sys::RetryAfterSignal(-1, waitpid, child, &status, 0);
  if (!isInTime)
    return {ChildOutcome::TimedOut, llvm::formatv("was still at it after {0:F1} s", seconds).str()};
  if (WIFSIGNALED(status))
    return {ChildOutcome::Crashed, std::string("ended by ") + strsignal(WTERMSIG(status))};
  if (WEXITSTATUS(status) != 0) {
    outcome.kind = ChildOutcome::Failed;
    if (outcome.message.empty())
      outcome.message = llvm::formatv("ended with exit status {0}", WEXITSTATUS(status)).str();
  }
  return outcome;
}
