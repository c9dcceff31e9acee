//===-- Annotate.h - attach a key and a value to an axis --------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The primitive annotate and unannotate.
//
//===----------------------------------------------------------------------===//
#ifndef DL_SCHEDULE_PRIMITIVES_ANNOTATE_H
#define DL_SCHEDULE_PRIMITIVES_ANNOTATE_H

#include "dl/Schedule/KernelSchedule.h"
#include "dl/Schedule/Refusal.h"

#include <optional>

namespace dl::schedule {

/// Attaches a key and a value to an axis for passes to come; an empty value takes
/// the note away (unannotate). The loops of the axis carry them in the attribute
/// `schedule.notes`; nothing else changes.
class Annotate {
public:
  Annotate(int stage, AxisId axis, std::string key, std::string value)
      : stage(stage), axis(axis), key(std::move(key)), value(std::move(value)) {}

  std::optional<Refusal> check(const KernelSchedule &kernel) const;
  /// Precondition: `check` gave no refusal.
  void apply(KernelSchedule &kernel) const;

private:
  int stage;
  AxisId axis;
  std::string key;
  std::string value;
};

} // namespace dl::schedule

#endif // DL_SCHEDULE_PRIMITIVES_ANNOTATE_H
