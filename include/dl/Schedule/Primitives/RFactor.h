//===-- RFactor.h - partial results along a reduction axis ------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The primitive rfactor.
//
//===----------------------------------------------------------------------===//
#ifndef DL_SCHEDULE_PRIMITIVES_RFACTOR_H
#define DL_SCHEDULE_PRIMITIVES_RFACTOR_H

#include "dl/Schedule/KernelSchedule.h"
#include "dl/Schedule/Refusal.h"

#include <optional>

namespace dl::schedule {

/// Computes partial results along a reduction axis, one for each of its values, in a
/// stage of their own, which the stage then combines:
///   C[i] = sum k: f(i, k)   =>   C.rf[k.i, i] = sum k.o: f(i, k.o, k.i);
///                                C[i] = sum k.i: C.rf[k.i, i]
/// The partial results can be computed side by side. Only splits of the reduction
/// axis come before it.
class RFactor {
public:
  RFactor(int stage, AxisId axis) : stage(stage), axis(axis) {}

  std::optional<Refusal> check(const KernelSchedule &kernel) const;
  /// Returns the new stage, which stands before the old one. Precondition: `check`
  /// gave no refusal.
  int apply(KernelSchedule &kernel) const;

  /// The axes of the new stage.
  struct Plan {
    /// A part of the axis that is factored, in the order of the leaves.
    struct Part {
      std::string name;
      int64_t extent, stride;
      bool isFactored;
    };
    /// Steps of some parts, times their strides, that may not sum up to more than `last`:
    /// what would be beyond the end of the axis, or in the next step of a part outside.
    struct Limit {
      std::vector<size_t> parts;
      int64_t last;
    };
    AxisId root;
    std::vector<Part> parts;
    /// Empty where all splits divide what they split.
    std::vector<Limit> limits;

    bool hasTail() const { return !limits.empty(); }
  };
  Plan getPlan(const KernelSchedule &kernel) const;

private:
  int stage;
  AxisId axis;
};

} // namespace dl::schedule

#endif // DL_SCHEDULE_PRIMITIVES_RFACTOR_H
