//===-- StorageAlign.h - pad the rows of a stage's buffer -------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The primitive storage_align.
//
//===----------------------------------------------------------------------===//
#ifndef DL_SCHEDULE_PRIMITIVES_STORAGEALIGN_H
#define DL_SCHEDULE_PRIMITIVES_STORAGEALIGN_H

#include "dl/Schedule/KernelSchedule.h"
#include "dl/Schedule/Refusal.h"

#include <optional>

namespace dl::schedule {

/// Pads the innermost dimension of the buffer that holds a stage, so that the
/// distance of its rows is `offset` modulo `factor` elements. Rows that lie on
/// different banks or cache sets do not compete; rows that begin at multiples of a
/// vector are read by aligned loads. Results of the kernel keep their layout.
class StorageAlign {
public:
  StorageAlign(int stage, AxisId axis, int64_t factor, int64_t offset)
      : stage(stage), axis(axis), factor(factor), offset(offset) {}

  std::optional<Refusal> check(const KernelSchedule &kernel) const;
  /// Precondition: `check` gave no refusal.
  void apply(KernelSchedule &kernel) const;

private:
  int stage;
  AxisId axis;
  int64_t factor;
  int64_t offset;
};

/// How a buffer's rows are padded: the dimension is the one that counts them, the factor and
/// the offset are such as save memory, and no caller relies on the layout.
std::optional<Refusal> checkAlignment(const KernelSchedule &kernel, int stage,
                                      const Storage::Alignment &alignment);

} // namespace dl::schedule

#endif // DL_SCHEDULE_PRIMITIVES_STORAGEALIGN_H
