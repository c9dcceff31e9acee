//===-- Zygote.cpp - the process that children are forked from ------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The code goes over in a file of memory, the rest through a socket, with whose end the process
// ends.
//
//===----------------------------------------------------------------------===//
#include "Zygote.h"

#include "TrialProcess.h"

#include "dl/Support/WriteAll.h"

#include "llvm/Support/Errno.h"
#include "llvm/Support/MathExtras.h"

#include <csignal>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace dl;
using namespace dl::tuning;

/// Weights begin at a page, as in the memory of a process.
static constexpr size_t pageBytes = 4096;

static size_t getWeightsOffset(size_t objectBytes) { return llvm::alignTo(objectBytes, pageBytes); }

/// False where the file ends first.
static bool readAll(int file, void *target, size_t bytes) {
  for (char *next = static_cast<char *>(target); bytes > 0;) {
    ssize_t count = llvm::sys::RetryAfterSignal(-1, ::read, file, next, bytes);
    if (count <= 0)
      return false;
    next += count;
    bytes -= static_cast<size_t>(count);
  }
  return true;
}

Zygote::Zygote(const TaskRequest &task, std::vector<int> files, std::function<void()> prepare,
               Work work)
    : task(task), files(std::move(files)), prepare(std::move(prepare)), work(std::move(work)) {}

void Zygote::stop() {
  for (int *file : {&channel, &memory}) {
    if (*file != -1)
      close(*file);
    *file = -1;
  }
  if (process != -1)
    (void)llvm::sys::RetryAfterSignal(-1, waitpid, process, nullptr, 0);
  process = -1;
}

bool Zygote::start() {
  int ends[2];
  memory = memfd_create("code", MFD_CLOEXEC);
  if (memory == -1 || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
    stop();
    return false;
  }
  channel = ends[0];
  pid_t parent = getpid();
  process = fork();
  if (process == 0) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
      _exit(1);
    close(channel);
    // Their numbers stay taken: others would get those of standard input and output.
    if (int nothing = open("/dev/null", O_RDWR | O_CLOEXEC); nothing != -1)
      for (int file : files)
        dup2(nothing, file);
    prepare();
    serve(ends[1]);
  }
  close(ends[1]);
  if (process == -1)
    stop();
  return process != -1;
}

void Zygote::serve(int parent) {
  Message message;
  while (readAll(parent, &message, sizeof(message))) {
    size_t weightsOffset = getWeightsOffset(message.objectBytes);
    size_t bytes = std::max<size_t>(weightsOffset + message.weightsBytes, 1);
    Measurement result = runChild(task, task.limits.runSeconds, [&] {
      void *code = mmap(nullptr, bytes, PROT_READ, MAP_SHARED, memory, 0);
      if (code == MAP_FAILED) {
        Measurement failed;
        failed.outcome = Outcome::OutOfMemory;
        failed.message = "no memory for the code";
        return failed;
      }
      const char *begin = static_cast<const char *>(code);
      return work({{begin, message.objectBytes}, {begin + weightsOffset, message.weightsBytes}},
                  message.order);
    });
    writeAll(parent, toReply(0, result) + "\n");
  }
  _exit(0);
}

bool Zygote::writeCode(const CompiledKernel &code) {
  auto writeAt = [&](size_t offset, const std::string &part) {
    return lseek(memory, static_cast<off_t>(offset), SEEK_SET) != -1 && !writeAll(memory, part);
  };
  return writeAt(0, code.object) && writeAt(getWeightsOffset(code.object.size()), code.weights);
}

Measurement Zygote::run(const CompiledKernel &code, const RunOrder &order) {
  Measurement failed;
  failed.outcome = Outcome::OutOfMemory;
  if ((process == -1 && !start()) || !writeCode(code)) {
    failed.message = "no process or no memory to run it: " + llvm::sys::StrError();
    return failed;
  }
  Message message{code.object.size(), code.weights.size(), order};
  std::string line;
  // It may have ended, which is no reason to end, too.
  bool isSent = llvm::sys::RetryAfterSignal(-1, ::send, channel, &message, sizeof(message),
                                            MSG_NOSIGNAL) == sizeof(message);
  for (char byte = 0; isSent && byte != '\n' && readAll(channel, &byte, 1);)
    line += byte;
  if (llvm::Expected<Reply> reply = parseReply(line))
    return std::move(reply->measurement);
  else
    llvm::consumeError(reply.takeError());
  // The next one gets a new process.
  stop();
  failed.message = "the system ended the process that runs schedules";
  return failed;
}
