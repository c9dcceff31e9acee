//===-- Trace.h - a run to look at ------------------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The timeline of a run in the JSON format of Chrome's trace viewer, which Perfetto reads too: a
// track for each stage, a slice for each instruction with its assembly, an arrow for each token. A
// cycle is shown as a microsecond.
//
//===----------------------------------------------------------------------===//
#ifndef DL_VDLA_TRACE_H
#define DL_VDLA_TRACE_H

#include "dl/Vdla/CycleSim.h"

namespace dl::vdla {

/// `result` has a timeline.
std::string printChromeTrace(const DeviceModel &model, const Program &program,
                             const CycleResult &result);

} // namespace dl::vdla

#endif // DL_VDLA_TRACE_H
