//===-- Worker.h - the process that measures --------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A worker is a process of one thread that has read a task. It compiles each schedule itself, and
// forks a child that runs and times it; both under limits of time and memory. What the child does
// to itself, the worker sees as an outcome; what ends the worker is told by its last words, and the
// search starts another one. Requests and replies are lines of JSON.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TUNING_MEASURE_WORKER_H
#define DL_TUNING_MEASURE_WORKER_H

#include "dl/Tuning/Measure/KernelTrial.h"
#include "dl/Tuning/Record.h"

namespace dl::tuning {

/// What a trial may take.
struct TrialLimits {
  double compileSeconds = 4;
  /// Of all calls together, beside what the best schedule takes for them.
  double runSeconds = 5;
  /// Of memory beside what the worker has.
  int64_t bytes = int64_t(4) << 30;
};

/// A task for a worker.
struct TaskRequest {
  std::string module;
  /// The template that trials have decisions for; empty: none.
  std::string templateModule;
  int64_t threads = 1;
  std::string target, cpu;
  unsigned level = 3;
  /// Locked while a kernel is timed, so that no other worker times one; empty: none.
  std::string lock;
  TrialLimits limits;
  /// How the schedule of the rules is measured.
  MeasureOptions measure;
  /// What simulates the machine (KernelTrial.h); empty: code is run.
  std::string simulator;
  /// What stands for the open dims of the kernel's operands.
  std::vector<int64_t> sizes = {};
};

/// Faults that tests ask for, in the place of what would be done.
enum class Fault : uint8_t {
  None,
  CompileCrash,
  CompileMemory,
  EndlessCompile,
  Crash,
  EndlessRun,
  Memory,
  WrongAnswer
};

/// A schedule for a worker that has a task.
struct TrialRequest {
  int64_t id = 0;
  /// Without steps that are given, the schedule of the rules.
  std::optional<std::vector<schedule::TraceStep>> steps;
  /// In the place of steps: decisions for the task's template.
  std::optional<std::vector<schedule::Choice>> choices;
  MeasureOptions measure;
  Fault fault = Fault::None;
};

/// What a worker is asked for.
struct WorkerRequest {
  enum Kind : uint8_t {
    /// Answered once the results of the schedule of the rules are known, with its measurement.
    Task,
    Trial,
    /// Whether these results are those of the te interpreter: Ok or WrongAnswer.
    Check
  } kind = Task;
  TaskRequest task;
  TrialRequest trial;
};

std::string toLine(const WorkerRequest &request);
llvm::Expected<WorkerRequest> parseRequest(llvm::StringRef line);
struct Reply {
  /// Of the trial that it is of.
  int64_t id = 0;
  Measurement measurement;
  /// The worker ends after it, as it stopped amid a compilation.
  bool isLast = false;
};

std::string toReply(int64_t id, const Measurement &measurement, bool isLast = false);
llvm::Expected<Reply> parseReply(llvm::StringRef line);

/// Serves requests from a file of lines until it ends. The process must have one thread. Returns
/// the status for exit.
int runWorker(int requests, int replies);

} // namespace dl::tuning

#endif // DL_TUNING_MEASURE_WORKER_H
