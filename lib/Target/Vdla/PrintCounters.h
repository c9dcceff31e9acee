//===-- PrintCounters.h - where the time of a run went --------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_TARGET_VDLA_PRINTCOUNTERS_H
#define DL_LIB_TARGET_VDLA_PRINTCOUNTERS_H

#include "dl/Vdla/CycleSim.h"

#include "llvm/Support/raw_ostream.h"

namespace dl::vdla {

/// Cycles of stages by cause, stalls by queue, and how near the run is to the machine's limits.
void printCounters(llvm::raw_ostream &os, const DeviceModel &model, const CycleResult &result);

} // namespace dl::vdla

#endif // DL_LIB_TARGET_VDLA_PRINTCOUNTERS_H
