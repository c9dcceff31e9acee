//===-- Unannotate.h - take a key away from an axis -------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef DL_SCHEDULE_PRIMITIVES_UNANNOTATE_H
#define DL_SCHEDULE_PRIMITIVES_UNANNOTATE_H

#include "dl/Schedule/KernelSchedule.h"
#include "dl/Schedule/Refusal.h"

#include <optional>

namespace dl::schedule {

class Unannotate {
public:
  Unannotate(int stage, AxisId axis, std::string key)
      : stage(stage), axis(axis), key(std::move(key)) {}

  std::optional<Refusal> check(const KernelSchedule &kernel) const;
  /// Precondition: `check` gave no refusal.
  void apply(KernelSchedule &kernel) const;

private:
  int stage;
  AxisId axis;
  std::string key;
};

} // namespace dl::schedule

#endif // DL_SCHEDULE_PRIMITIVES_UNANNOTATE_H
