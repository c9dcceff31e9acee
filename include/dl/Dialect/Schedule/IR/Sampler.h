//===-- Sampler.h - decisions for choices that have none ---------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An extension of the transform interpreter's state. While it is there, sample_tile
// and sample_categorical without a decision are decided by another instead of failing.
// Input: who decides. Output: the attribute `decision` of each such operation that ran, and
// the choices that it made.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DIALECT_SCHEDULE_IR_SAMPLER_H
#define DL_DIALECT_SCHEDULE_IR_SAMPLER_H

#include "dl/Dialect/Schedule/IR/Schedule.h"
#include "dl/Schedule/Choice.h"
#include "llvm/ADT/MapVector.h"

namespace dl::schedule {

class Sampler : public mlir::transform::TransformState::Extension {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(Sampler)

  /// By operation, in the order in which they ran.
  using Decisions = llvm::MapVector<mlir::Operation *, mlir::Attribute>;

  /// `choices` gets each choice with what was decided, if it is given: of several factors each but
  /// the outermost is one, the innermost first.
  Sampler(mlir::transform::TransformState &state, Decider &decider, Decisions &decisions,
          std::vector<Choice> *choices = nullptr)
      : Extension(state), decider(decider), decisions(decisions), choices(choices) {}

  /// Factors of `extent`, that of an axis of this stage, the innermost at most as large as the
  /// operation says. An operation that runs again keeps its decision.
  llvm::SmallVector<int64_t> decide(SampleTileOp op, const StageSchedule &stage, AxisId axis);
  /// An index into the candidates.
  int64_t decide(SampleCategoricalOp op);

private:
  int64_t decideDivisor(const std::string &name, int64_t extent, int64_t max);
  size_t take(Choice choice, llvm::function_ref<size_t(const Choice &)> decide);

  Decider &decider;
  Decisions &decisions;
  std::vector<Choice> *choices;
};

} // namespace dl::schedule

#endif // DL_DIALECT_SCHEDULE_IR_SAMPLER_H
