//===-- MeasureSpeed.h - how long checking and simulating take ------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_TARGET_VDLA_MEASURESPEED_H
#define DL_LIB_TARGET_VDLA_MEASURESPEED_H

#include "dl/Vdla/MachineState.h"

#include "llvm/Support/raw_ostream.h"

namespace dl::vdla {

/// Prints the milliseconds of the clock on the wall that proving a program right takes, timing its
/// cycles, and timing while it computes with `contents`; each the least of three. False and `error`
/// where it does not run.
bool printSpeed(llvm::raw_ostream &os, const DeviceModel &model, const Program &program,
                const BufferContents &contents, std::string &error);

} // namespace dl::vdla

#endif // DL_LIB_TARGET_VDLA_MEASURESPEED_H
