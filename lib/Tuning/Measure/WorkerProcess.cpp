//===-- WorkerProcess.cpp - a worker as its runner sees it ----------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A socket is a worker's standard input and output; lines go both ways.
//
//===----------------------------------------------------------------------===//
#include "WorkerProcess.h"

#include "dl/Tuning/Measure/Worker.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Errno.h"

#include <algorithm>
#include <csignal>
#include <poll.h>
#include <spawn.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

using namespace dl;
using namespace dl::tuning;

extern char **environ;

llvm::Error WorkerProcess::start(const std::string &program) {
  end();
  int sockets[2];
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, sockets) != 0)
    return llvm::createStringError("no socket for a worker: " + llvm::sys::StrError());
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, sockets[1], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, sockets[1], STDOUT_FILENO);
  // Ctrl-C is for the search, which ends its workers.
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP);
  posix_spawnattr_setpgroup(&attributes, 0);
  char *arguments[] = {const_cast<char *>(program.c_str()), nullptr};
  int status = posix_spawn(&pid, program.c_str(), &actions, &attributes, arguments, environ);
  posix_spawn_file_actions_destroy(&actions);
  posix_spawnattr_destroy(&attributes);
  close(sockets[1]);
  file = sockets[0];
  if (status == 0)
    return llvm::Error::success();
  pid = -1;
  end();
  return llvm::createStringError("cannot start the worker '" + program +
                                 "': " + llvm::sys::StrError(status));
}

void WorkerProcess::end() {
  if (file != -1)
    close(file);
  file = -1;
  if (pid != -1) {
    kill(pid, SIGKILL);
    (void)llvm::sys::RetryAfterSignal(-1, waitpid, pid, nullptr, 0);
  }
  pid = -1;
  text.clear();
  request.reset();
  hasTask = false;
  isEnding = false;
}

bool WorkerProcess::send(const std::string &line, size_t number, double seconds) {
  std::string bytes = line + "\n";
  llvm::StringRef rest = bytes;
  while (!rest.empty()) {
    ssize_t count =
        llvm::sys::RetryAfterSignal(-1, ::send, file, rest.data(), rest.size(), MSG_NOSIGNAL);
    if (count <= 0)
      return false;
    rest = rest.drop_front(static_cast<size_t>(count));
  }
  request = number;
  timer = Stopwatch();
  limit = seconds;
  return true;
}

std::optional<Measurement> WorkerProcess::receive(bool &isAlive) {
  char bytes[65536], *buffer = bytes;
  ssize_t count = llvm::sys::RetryAfterSignal(-1, ::recv, file, buffer, sizeof(bytes), 0);
  isAlive = count > 0;
  if (!isAlive)
    return std::nullopt;
  text.append(buffer, static_cast<size_t>(count));
  size_t end = text.find('\n');
  if (end == std::string::npos)
    return std::nullopt;
  auto reply = parseReply(text.substr(0, end));
  text.erase(0, end + 1);
  request.reset();
  if (reply) {
    isEnding = reply->isLast;
    return std::move(reply->measurement);
  }
  Measurement failed;
  failed.message = llvm::toString(reply.takeError());
  return failed;
}

std::vector<WorkerProcess::Event> WorkerProcess::wait(llvm::ArrayRef<WorkerProcess *> workers,
                                                      double seconds) {
  std::vector<pollfd> files;
  for (WorkerProcess *worker : workers) {
    files.push_back({worker->file, POLLIN, 0});
    seconds = std::min(seconds, std::max(worker->getSecondsLeft(), 0.0));
  }
  poll(files.data(), files.size(), static_cast<int>(seconds * 1000) + 1);
  std::vector<Event> events;
  for (auto [file, worker] : llvm::zip_equal(files, workers)) {
    size_t number = *worker->request;
    if (file.revents == 0) {
      if (worker->getSecondsLeft() <= 0)
        events.push_back({worker, number, std::nullopt, "the worker did not answer in time"});
      continue;
    }
    bool isAlive = true;
    std::optional<Measurement> reply = worker->receive(isAlive);
    if (!isAlive)
      events.push_back({worker, number, std::nullopt, "the worker ended"});
    else if (reply)
      events.push_back({worker, number, std::move(reply), ""});
  }
  return events;
}
