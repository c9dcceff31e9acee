//===-- TrialProcess.cpp - a child that may do anything -------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The child writes lines to a pipe: that it has the lock and runs, and its result. The parent knows
// from how the child ended what became of it. Its messages to standard error are kept for the
// report.
//
//===----------------------------------------------------------------------===//
#include "TrialProcess.h"

#include "Timing.h"

#include "dl/Support/WriteAll.h"

#include "llvm/Support/Errno.h"
#include "llvm/Support/ErrorHandling.h"

#include <csignal>
#include <cstring>
#include <fcntl.h>
#include <new>
#include <poll.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace dl;
using namespace dl::tuning;

/// What a child says before its result.
static constexpr llvm::StringLiteral runningLine = "running";
/// How a child exits that got no memory.
static constexpr int noMemoryStatus = 77;
/// Others may time for so long before a child has the lock.
static constexpr double lockSeconds = 120;

//===----------------------------------------------------------------------===//
// The child
//===----------------------------------------------------------------------===//

void dl::tuning::makeFault(Fault asked, Fault fault) {
  if (asked != fault)
    return;
  switch (fault) {
  case Fault::CompileCrash:
  case Fault::Crash:
    raise(SIGSEGV);
    break;
  case Fault::EndlessCompile:
  case Fault::EndlessRun:
    for (volatile bool ever = true; ever;)
      ;
    break;
  case Fault::CompileMemory:
  case Fault::Memory:
    for (;;) {
      constexpr size_t bytes = size_t(64) << 20;
      volatile char *memory = new char[bytes];
      for (size_t page = 0; page < bytes; page += 4096)
        memory[page] = 1;
    }
  case Fault::None:
  case Fault::WrongAnswer:
    break;
  }
}

[[noreturn]] static void exitWithoutMemory() { _exit(noMemoryStatus); }

static void setLimit(__rlimit_resource resource, rlim_t value) {
  rlimit limit;
  if (getrlimit(resource, &limit))
    return;
  limit.rlim_cur = limit.rlim_max == RLIM_INFINITY ? value : std::min(value, limit.rlim_max);
  (void)setrlimit(resource, &limit);
}

/// Bytes of address space of this process.
static int64_t getOwnBytes() {
  long pages = 0;
  if (FILE *file = fopen("/proc/self/statm", "r")) {
    if (fscanf(file, "%ld", &pages) != 1)
      pages = 0;
    fclose(file);
  }
  return pages * sysconf(_SC_PAGESIZE);
}

void dl::tuning::setMemoryLimit(int64_t bytes) {
  rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit))
    return;
  auto wanted = bytes < 0 ? limit.rlim_max : static_cast<rlim_t>(getOwnBytes() + bytes);
  limit.rlim_cur = std::min(wanted, limit.rlim_max);
  (void)setrlimit(RLIMIT_AS, &limit);
}

[[noreturn]] static void runInChild(int results, int messages, const TaskRequest &task,
                                    double seconds, pid_t parent,
                                    llvm::function_ref<Measurement()> work) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent)
    _exit(1);
  dup2(messages, STDERR_FILENO);
  dup2(messages, STDOUT_FILENO);
  setLimit(RLIMIT_CORE, 0);
  setLimit(RLIMIT_CPU, static_cast<rlim_t>(2 * seconds * static_cast<double>(task.threads)) + 2);
  setMemoryLimit(task.limits.bytes);
  std::set_new_handler(exitWithoutMemory);
  llvm::install_bad_alloc_error_handler([](void *, const char *, bool) { exitWithoutMemory(); });
  if (!task.lock.empty())
    // Held until this process ends, however it does.
    if (int file = open(task.lock.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600); file != -1)
      (void)llvm::sys::RetryAfterSignal(-1, flock, file, LOCK_EX);
  writeAll(results, (runningLine + "\n").str());
  Measurement measurement = work();
  writeAll(results, toReply(0, measurement) + "\n");
  _exit(0);
}

//===----------------------------------------------------------------------===//
// The parent
//===----------------------------------------------------------------------===//

namespace {
/// Reads what a child says until it ends or its time is over.
class Watch {
public:
  Watch(int results, double seconds) : results(results), seconds(seconds) {}

  /// False where the child is to be ended.
  bool run() {
    for (;;) {
      double left = (isRunning ? seconds : lockSeconds) - timer.getSeconds();
      if (left <= 0)
        return false;
      pollfd file{results, POLLIN, 0};
      int ready = poll(&file, 1, static_cast<int>(left * 1000) + 1);
      if (ready <= 0)
        continue;
      char bytes[4096], *buffer = bytes;
      ssize_t count = llvm::sys::RetryAfterSignal(-1, ::read, results, buffer, sizeof(bytes));
      if (count <= 0)
        return true;
      text.append(buffer, static_cast<size_t>(count));
      takeLines();
    }
  }
  const std::string &getReply() const { return reply; }

private:
  void takeLines() {
    for (size_t end; (end = text.find('\n')) != std::string::npos; text.erase(0, end + 1)) {
      std::string line = text.substr(0, end);
      if (line == runningLine) {
        isRunning = true;
        timer = Stopwatch();
      } else {
        reply = std::move(line);
      }
    }
  }

  int results;
  double seconds;
  Stopwatch timer;
  bool isRunning = false;
  std::string text, reply;
};
} // namespace

/// The last line that a child wrote to its standard error.
static std::string readMessage(int messages) {
  char buffer[2048];
  off_t end = lseek(messages, 0, SEEK_END);
  ssize_t count = pread(messages, buffer, sizeof(buffer),
                        std::max<off_t>(0, end - static_cast<off_t>(sizeof(buffer))));
  if (count <= 0)
    return "";
  llvm::StringRef text(buffer, static_cast<size_t>(count));
  return text.rtrim().rsplit('\n').second.empty() ? text.rtrim().str()
                                                  : text.rtrim().rsplit('\n').second.str();
}

static Measurement describeEnd(bool isInTime, int status, int messages) {
  Measurement result;
  result.outcome = Outcome::Crash;
  if (!isInTime) {
    result.outcome = Outcome::RunTimeout;
    result.message = "it ran for too long";
  } else if (WIFEXITED(status) && WEXITSTATUS(status) == noMemoryStatus) {
    result.outcome = Outcome::OutOfMemory;
    result.message = "it asked for more memory than it may have";
  } else if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) {
    result.outcome = Outcome::OutOfMemory;
    result.message = "the system ended it";
  } else if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU) {
    result.outcome = Outcome::RunTimeout;
    result.message = "it took more time of the processor than it may have";
  } else {
    std::string message = readMessage(messages);
    result.message = WIFSIGNALED(status)
                         ? "signal " + std::to_string(WTERMSIG(status)) + " (" +
                               strsignal(WTERMSIG(status)) + ")"
                         : "it ended with status " + std::to_string(WEXITSTATUS(status));
    result.message += " while it ran";
    if (!message.empty())
      result.message += ": " + message;
  }
  return result;
}

Measurement dl::tuning::runChild(const TaskRequest &task, double seconds,
                                 llvm::function_ref<Measurement()> work) {
  Measurement failed;
  failed.outcome = Outcome::OutOfMemory;
  int pipes[2];
  if (pipe2(pipes, O_CLOEXEC) != 0) {
    failed.message = "no pipe to a child: " + llvm::sys::StrError();
    return failed;
  }
  int messages = memfd_create("messages", MFD_CLOEXEC);
  pid_t parent = getpid(), child = fork();
  if (child == 0)
    runInChild(pipes[1], messages, task, seconds, parent, work);
  close(pipes[1]);
  if (child == -1) {
    failed.message = "no child: " + llvm::sys::StrError();
    close(pipes[0]);
    close(messages);
    return failed;
  }
  Watch watch(pipes[0], seconds);
  bool isInTime = watch.run();
  if (!isInTime)
    kill(child, SIGKILL);
  int status = 0;
  (void)llvm::sys::RetryAfterSignal(-1, waitpid, child, &status, 0);
  Measurement result;
  auto reply = parseReply(watch.getReply());
  if (isInTime && reply) {
    result = std::move(reply->measurement);
  } else {
    llvm::consumeError(reply.takeError());
    result = describeEnd(isInTime, status, messages);
  }
  close(pipes[0]);
  close(messages);
  return result;
}
