//===-- CacheRead.h - read a copy of a value --------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The primitive cache_read.
//
//===----------------------------------------------------------------------===//
#ifndef DL_SCHEDULE_PRIMITIVES_CACHEREAD_H
#define DL_SCHEDULE_PRIMITIVES_CACHEREAD_H

#include "dl/Schedule/KernelSchedule.h"
#include "dl/Schedule/Refusal.h"

#include <optional>

namespace dl::schedule {

/// Adds a stage that copies what a stage reads, an operand or another stage, and makes
/// it read the copy:
///   C[i] = f(A[i])   =>   A.cache[i] = A[i]; C[i] = f(A.cache[i])
/// Computed at an axis of the stage it holds the part that one step needs. Values of
/// static shape only.
class CacheRead {
public:
  CacheRead(int stage, Source source) : stage(stage), source(source) {}

  std::optional<Refusal> check(const KernelSchedule &kernel) const;
  /// Precondition: `check` gave no refusal.
  int apply(KernelSchedule &kernel) const;

  int getStage() const { return stage; }
  const Source &getSource() const { return source; }

private:
  int stage;
  Source source;
};

} // namespace dl::schedule

#endif // DL_SCHEDULE_PRIMITIVES_CACHEREAD_H
