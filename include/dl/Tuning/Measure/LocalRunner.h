//===-- LocalRunner.h - measure on this machine -----------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A runner that has worker processes on this machine. They are made before anything of the search
// starts threads, live as long as the runner, and are replaced where one ends.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TUNING_MEASURE_LOCALRUNNER_H
#define DL_TUNING_MEASURE_LOCALRUNNER_H

#include "dl/Tuning/Measure/TaskRunner.h"
#include "dl/Tuning/Measure/Worker.h"

#include <memory>

namespace dl::tuning {

class WorkerProcess;

struct LocalRunnerOptions {
  /// Worker processes; 0: one for each core.
  int64_t workers = 0;
  /// The program of the workers; empty: the one beside the compiler's library.
  std::string program;
  /// What kernels are compiled for, as CompileOptions has it.
  std::string target, cpu;
  unsigned level = 3;
  TrialLimits limits;
  MeasureOptions measure;
  /// What simulates the machine (KernelTrial.h): results are not compared then, and times are the
  /// same everywhere. Empty: code is run.
  std::string simulator;

  bool isSimulated() const { return !simulator.empty(); }
};

class LocalRunner : public TaskRunner {
public:
  /// Starts the workers. An error where their program is not found or does not start.
  static llvm::Expected<std::unique_ptr<LocalRunner>> create(const LocalRunnerOptions &options);
  ~LocalRunner() override;

  Measurement setTask(const Task &task) override;
  void setWeights(WeightsPlace place, int64_t innerCacheBytes) override;
  Measurement check() override;

  /// Measures in one placement, which differs from schedule to schedule.
  std::vector<Measurement> run(const std::vector<CandidateRef> &candidates) override;
  void begin(const std::vector<CandidateRef> &candidates) override;
  std::vector<Measurement> take(size_t count) override;
  std::vector<Measurement> runFinalists(const std::vector<CandidateRef> &candidates,
                                        int64_t rounds) override;
  /// Measures requests as they are, for tests.
  std::vector<Measurement> runRequests(std::vector<TrialRequest> requests);

private:
  class Queue;

  LocalRunner(LocalRunnerOptions options);

  /// What a trial may take with all that it may have to wait for.
  double getRequestSeconds() const;
  void restart(WorkerProcess &worker);
  /// Gives the task to a worker; false where it has ended.
  bool giveTask(WorkerProcess &worker);
  /// Gives what is next to an idle worker; false where it has ended.
  bool give(WorkerProcess &worker, Queue &queue);
  /// Measures until the first `count` are done; others may be under way then.
  void measure(Queue &queue, size_t count);

  LocalRunnerOptions options;
  std::string lock;
  std::vector<std::unique_ptr<WorkerProcess>> processes;
  std::optional<TaskRequest> task;
  /// The best of the task so far.
  double best = 0;
  int64_t numTrials = 0;
  std::unique_ptr<Queue> begun;
};

} // namespace dl::tuning

#endif // DL_TUNING_MEASURE_LOCALRUNNER_H
