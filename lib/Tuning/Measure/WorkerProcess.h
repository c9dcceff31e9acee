//===-- WorkerProcess.h - a worker as its runner sees it --------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A process that is given one request at a time and answers with a measurement, unless it ends or
// takes too long. It may be started again at any time.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_TUNING_MEASURE_WORKERPROCESS_H
#define DL_LIB_TUNING_MEASURE_WORKERPROCESS_H

#include "dl/Tuning/Runner.h"

#include "Timing.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>
#include <sys/types.h>
#include <vector>

namespace dl::tuning {

class WorkerProcess {
public:
  /// What became of a request.
  struct Event {
    WorkerProcess *process;
    /// As it was sent.
    size_t number;
    /// None where the worker has ended or did not answer in time, which `problem` says. It is of no
    /// use then, until it is started again.
    std::optional<Measurement> reply;
    std::string problem;
  };

  WorkerProcess() = default;
  WorkerProcess(const WorkerProcess &) = delete;
  ~WorkerProcess() { end(); }

  /// Ends it where it runs, and starts it.
  llvm::Error start(const std::string &program);

  /// Sends a line that is to be answered within so many seconds. False where the worker has ended.
  bool send(const std::string &line, size_t number, double seconds);

  /// Waits for so many seconds, or until something became of a request of these workers, which all
  /// are at one.
  static std::vector<Event> wait(llvm::ArrayRef<WorkerProcess *> workers, double seconds);

  /// Of what it may take for its request.
  double getSecondsLeft() const { return limit - timer.getSeconds(); }
  bool isBusy() const { return request.has_value(); }

  /// The task was given to it.
  bool hasTask = false;
  /// It could not make a task its own, and is given nothing more.
  bool isRetired = false;
  /// It has given its last reply.
  bool isEnding = false;

private:
  void end();
  /// A reply that is there; `isAlive` becomes false where the worker has ended.
  std::optional<Measurement> receive(bool &isAlive);

  pid_t pid = -1;
  int file = -1;
  /// The number of what it is at.
  std::optional<size_t> request;
  std::string text;
  Stopwatch timer;
  double limit = 0;
};

} // namespace dl::tuning

#endif // DL_LIB_TUNING_MEASURE_WORKERPROCESS_H
