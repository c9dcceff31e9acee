//===-- Explain.h - why a schedule is fast ----------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A cost model is trained on the records of a task, and tells by which features it holds the best
// schedule for faster than another one. What a model has seen is what it can tell: it explains the
// model's order, which is compared with the measured one.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TUNING_REPORT_EXPLAIN_H
#define DL_TUNING_REPORT_EXPLAIN_H

#include "dl/Tuning/Candidate.h"
#include "dl/Tuning/Report/TaskHistory.h"

namespace dl::tuning {

/// Measured schedules from which on a model has something to tell: from so many on a search asks
/// one, too.
inline constexpr size_t leastExplainedRows = 24;

/// What the best schedule is compared with.
enum class Against : uint8_t {
  /// The rules' schedule, or the runner-up where that is the best.
  Any,
  Rules,
  RunnerUp
};

struct Explanation {
  /// What one feature adds to the scores of the two, and what it is of them; NaN where it has no
  /// meaning. Scores are relative to the speed of the fastest schedule.
  struct Feature {
    size_t index;
    double best, other;
    double bestValue, otherValue;
    double getDifference() const { return best - other; }
  };
  /// Features of a group, and what all of the group add to the difference of the scores, those that
  /// are not listed, too.
  struct Group {
    std::string name;
    /// What a group of a buffer is about: "operand 1", or "operand 1 (best), s0 (rules)" where that
    /// is not the same; else empty.
    std::string buffer;
    double difference = 0;
    std::vector<Feature> features;
  };

  const Record *best = nullptr, *other = nullptr;
  /// "rules" or "runner-up".
  std::string otherName;
  /// Schedules that the model was trained on, and how many of them failed; and those that are not
  /// legal here, as where intrinsics of the machine are missing.
  size_t numRows = 0, numFailed = 0, numIllegal = 0;
  double bestScore = 0, otherScore = 0;
  /// Those that matter most first.
  std::vector<Group> groups;
  /// The features of other groups, and what they add to the difference together.
  size_t numOthers = 0;
  double others = 0;
};

/// The names of the stages and axes of a task, by which steps are told: the kernel after the steps
/// of a record. Null where they are not legal.
class TaskReplay {
public:
  /// An error where the module of the task cannot be read.
  static llvm::Expected<TaskReplay> create(const Database &database, const TaskHistory &history);
  ~TaskReplay();
  TaskReplay(TaskReplay &&);

  CandidateRef replay(const Record &record) const;

private:
  struct State;
  explicit TaskReplay(std::unique_ptr<State> state);
  std::unique_ptr<State> state;
};

/// An error tells why there is nothing to be told: no record that is ok, no other schedule, too few
/// of them, no XGBoost. `xgboost` is its library; empty: the installed one.
llvm::Expected<Explanation> explain(const Database &database, const TaskHistory &history,
                                    const TaskReplay &replay, Against against,
                                    llvm::StringRef xgboost = "");

/// What features of a group are about, in a few words.
std::string describeGroup(const Explanation::Group &group);
/// "12.5", "3.2e+06"; "-" where it has no meaning. Logarithms are undone.
std::string formatFeature(size_t index, double value);
/// What a feature adds, in percent with its sign: "+1.5", "0.0".
std::string formatPercent(double share);

/// As a table for a terminal, with what is said about it.
void printExplanation(const TaskHistory &history, const Explanation &explanation,
                      llvm::raw_ostream &os);
/// What is to be said beside the table: how much the model learned from, what it gives the two, and
/// whether that is as it was measured.
std::vector<std::string> describeExplanation(const TaskHistory &history,
                                             const Explanation &explanation);

} // namespace dl::tuning

#endif // DL_TUNING_REPORT_EXPLAIN_H
