//===-- Panels.h - copies of what vectors read ------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_SCHEDULE_RULES_PANELS_H
#define DL_LIB_SCHEDULE_RULES_PANELS_H

#include "Scheduler.h"

namespace dl::schedule {

/// Puts a copy of the operand that the vectors of a reduction read before it, if the operand lies
/// badly for them and is used often enough. The numbers of the reduction and of all stages behind
/// grow by one then. Returns whether there is a copy: computed at a loop along the vectors it is a
/// panel, whose rows are whole lines one after the other.
bool copyPanels(Scheduler &scheduler, int reduction);

} // namespace dl::schedule

#endif // DL_LIB_SCHEDULE_RULES_PANELS_H
