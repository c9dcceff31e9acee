//===-- TensorizedTile.h - register tiles of intrinsics ----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_SCHEDULE_RULES_TENSORIZEDTILE_H
#define DL_LIB_SCHEDULE_RULES_TENSORIZEDTILE_H

#include "RegisterTile.h"

#include <optional>

namespace dl::schedule {

/// A tile of a reduction whose vectors are results of an intrinsic that has the reduction's
/// formula, such as sums of four products of bytes; nothing where no intrinsic has it, or none
/// takes whole tiles of the axes. Its operand with a place for each lane is one that callers lay
/// out, and is asked for in groups of terms.
std::optional<RegisterTile> tensorizeReduction(Scheduler &scheduler, int reduction);

} // namespace dl::schedule

#endif // DL_LIB_SCHEDULE_RULES_TENSORIZEDTILE_H
