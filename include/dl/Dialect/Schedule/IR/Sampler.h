//===-- Sampler.h - decisions for choices that have none ---------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An extension of the transform interpreter's state. While it is there, sample_tile
// and sample_categorical without a decision are decided at random instead of failing.
// Input: a seed. Output: the attribute `decision` of each such operation that ran.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DIALECT_SCHEDULE_IR_SAMPLER_H
#define DL_DIALECT_SCHEDULE_IR_SAMPLER_H

#include "dl/Dialect/Schedule/IR/Schedule.h"
#include "llvm/ADT/MapVector.h"

#include <random>

namespace dl::schedule {

class Sampler : public mlir::transform::TransformState::Extension {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(Sampler)

  /// By operation, in the order in which they ran.
  using Decisions = llvm::MapVector<mlir::Operation *, mlir::Attribute>;

  Sampler(mlir::transform::TransformState &state, std::mt19937_64 &random, Decisions &decisions)
      : Extension(state), random(random), decisions(decisions) {}

  /// Factors of `extent`, the innermost at most as large as the operation says. An
  /// operation that runs again keeps its decision.
  llvm::SmallVector<int64_t> decide(SampleTileOp op, int64_t extent);
  /// An index into the candidates.
  int64_t decide(SampleCategoricalOp op);

private:
  /// A number below `bound`, the same on every platform.
  uint64_t draw(uint64_t bound) { return random() % bound; }
  int64_t drawDivisor(int64_t extent, int64_t max);

  std::mt19937_64 &random;
  Decisions &decisions;
};

} // namespace dl::schedule

#endif // DL_DIALECT_SCHEDULE_IR_SAMPLER_H
