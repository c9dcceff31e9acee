//===-- TransformLayout.h - change the layout of a source -------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef DL_SCHEDULE_PRIMITIVES_TRANSFORMLAYOUT_H
#define DL_SCHEDULE_PRIMITIVES_TRANSFORMLAYOUT_H

#include "dl/Schedule/KernelSchedule.h"
#include "dl/Schedule/Refusal.h"

#include <optional>

namespace dl::schedule {

/// Stores each dimension of a source as one or several digits. All reads follow; a stage computes
/// its elements in the new layout.
class TransformLayout {
public:
  /// A packed dimension: `dim floordiv stride`, less what is beyond `extent`.
  struct Digit {
    int dim;
    int64_t stride, extent;
  };
  /// Precondition: the digits of a dimension, put together, are its index.
  TransformLayout(int stage, Source source, std::vector<Digit> digits)
      : stage(stage), source(source), digits(std::move(digits)) {}

  std::optional<Refusal> check(const KernelSchedule &kernel) const;
  /// Precondition: `check` gave no refusal.
  void apply(KernelSchedule &kernel) const;

  /// The names of the packed axes of a source that is a stage: those of the dimensions, with the
  /// number of the digit where there are several.
  std::vector<std::string> getAxisNames(const KernelSchedule &kernel) const;

  int getStage() const { return stage; }
  const Source &getSource() const { return source; }
  const std::vector<Digit> &getDigits() const { return digits; }

private:
  bool isSource(const StageRead &read) const {
    return source.stage != -1 ? read.stage == source.stage : read.operand == source.operand;
  }
  std::optional<Refusal> checkOperand(const KernelSchedule &kernel) const;
  void packStage(StageSchedule &packed, const std::vector<std::string> &names) const;
  void packRead(StageRead &read, const LoopVariables &axes) const;

  int stage;
  Source source;
  std::vector<Digit> digits;
};

} // namespace dl::schedule

#endif // DL_SCHEDULE_PRIMITIVES_TRANSFORMLAYOUT_H
