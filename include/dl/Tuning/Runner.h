//===-- Runner.h - who measures schedules -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interface of devices: processes on this machine, a simulator, a table of what was measured
// before. A schedule that fails is an outcome, never an error of the search.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TUNING_RUNNER_H
#define DL_TUNING_RUNNER_H

#include "dl/Tuning/Candidate.h"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace dl::tuning {

/// What became of a schedule.
enum class Outcome : uint8_t {
  Ok,
  /// A primitive, or the check of the whole schedule, refused it.
  Illegal,
  CompileError,
  CompileTimeout,
  RunTimeout,
  Crash,
  WrongAnswer,
  OutOfMemory
};

inline constexpr size_t numOutcomes = 8;

/// As records and messages spell it: "ok", "illegal", "compile-error", "compile-timeout",
/// "run-timeout", "crash", "wrong-answer", "out-of-memory".
const char *getOutcomeName(Outcome outcome);
/// The outcome of that name.
std::optional<Outcome> lookupOutcome(const std::string &name);

/// Where the weights of a kernel are before each call that is timed: in a model they were last used
/// a whole run ago.
enum class WeightsPlace : uint8_t {
  /// Where the call before has left them; also of kernels without weights.
  Nearest,
  /// In the last cache, but in none before it.
  LastCache,
  Memory
};

/// As records and options spell it: "nearest", "last-cache", "memory".
const char *getWeightsPlaceName(WeightsPlace place);
/// The place of that name.
std::optional<WeightsPlace> lookupWeightsPlace(const std::string &name);

/// What was found when a schedule was compiled and run.
struct Measurement {
  Outcome outcome = Outcome::Crash;
  /// Seconds of a call, one for each placement of stack and heap, each the shortest of several;
  /// empty unless the outcome is Ok.
  std::vector<double> seconds;
  /// Seconds of a fixed piece of work that ran in turn with it, by which the speed of the machine
  /// at that time is known; 0 where that means nothing (simulators).
  double reference = 0;
  /// Why it failed: the signal, the primitive and its reason, the first element that differs.
  std::string message;
  WeightsPlace weights = WeightsPlace::Nearest;
  /// What simulated the machine: "llvm-mca", "vdla-sim"; empty where it ran.
  std::string simulator;
  /// Seconds of compiling and of measuring, of the one who measured.
  double compileSeconds = 0, runSeconds = 0;

  bool isOk() const { return outcome == Outcome::Ok; }
  /// What the schedule is judged by: the slowest placement; infinite where it failed.
  double getCost() const;
};

class Runner {
public:
  virtual ~Runner() = default;
  /// Measures all, in any order; results in the order of the candidates.
  virtual std::vector<Measurement> run(const std::vector<CandidateRef> &candidates) = 0;

  /// Begins to measure candidates, after those that were begun before.
  virtual void begin(const std::vector<CandidateRef> &candidates);
  /// Waits for the `count` of those begun that were begun first and not taken yet.
  virtual std::vector<Measurement> take(size_t count);
  /// How many of a batch may be under way while its search learns from the others and proposes the
  /// next one. It does not depend on the machine, so that searches can be made again elsewhere.
  virtual size_t getNumAhead(size_t batch) const { return 0; }

private:
  /// Begun, but not taken: where nothing runs at the same time they wait for that.
  std::vector<CandidateRef> begun;
};

} // namespace dl::tuning

#endif // DL_TUNING_RUNNER_H
