//===-- HappensBefore.h - which instruction comes before which --*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_VDLA_HAPPENSBEFORE_H
#define DL_LIB_VDLA_HAPPENSBEFORE_H

#include "dl/Vdla/TokenMachine.h"

namespace dl::vdla {

/// The partial order of a program's instructions by the order of each stage and by tokens alone.
class HappensBefore {
public:
  /// Runs the program without data. Its tokens go to neighbours.
  HappensBefore(const DeviceModel &model, const Program &program);
  /// The order in which the program's instructions stand, one after the other.
  static HappensBefore getSequence(const DeviceModel &model, const Program &program);

  /// Whether all instructions ran; if not, why.
  bool isComplete() const { return stuck.empty(); }
  const std::string &getStuck() const { return stuck; }
  /// The instructions that ran, each after those that come before it.
  const std::vector<int64_t> &getOrder() const { return order; }
  /// Whether `first` has finished before `second` starts.
  bool isBefore(int64_t first, int64_t second) const {
    return getClock(second, stages[size_t(first)]) > positions[size_t(first)];
  }
  /// How many instructions of a stage have finished before this one starts.
  int64_t getClock(int64_t instruction, Stage stage) const {
    return clocks[size_t(instruction)][unsigned(stage)];
  }
  Stage getStage(int64_t instruction) const { return stages[size_t(instruction)]; }
  /// The position among the instructions of its stage.
  int64_t getPosition(int64_t instruction) const { return positions[size_t(instruction)]; }
  const std::vector<int64_t> &getInstructions(Stage stage) const {
    return instructions[unsigned(stage)];
  }

private:
  using Clock = std::array<int64_t, numStages>;
  HappensBefore() = default;
  /// Sorts the instructions by stage.
  void collect(const DeviceModel &model, const Program &program);
  std::vector<int64_t> order, positions;
  std::vector<Stage> stages;
  std::vector<Clock> clocks;
  std::array<std::vector<int64_t>, numStages> instructions;
  std::string stuck;
};

} // namespace dl::vdla

#endif // DL_LIB_VDLA_HAPPENSBEFORE_H
