//===-- Roofline.h - how near a run is to the machine's limits --*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// After Williams, Waterman and Patterson, "Roofline: An Insightful Visual Performance Model",
// CACM 2009, in multiply-adds, bytes and cycles.
//
//===----------------------------------------------------------------------===//
#ifndef DL_VDLA_ROOFLINE_H
#define DL_VDLA_ROOFLINE_H

#include "dl/Vdla/CycleSim.h"

namespace dl::vdla {

struct Roofline {
  /// Multiply-adds that the kernel needs, for each byte that the program moves.
  double intensity = 0;
  /// Multiply-adds a cycle: the machine's, what the port lets through at this intensity, the lower
  /// of both, and what the run reached.
  double peak = 0, bandwidthBound = 0, bound = 0, attained = 0;
  double getShareOfPeak() const { return attained / peak; }
  double getShareOfBound() const { return attained / bound; }
};

/// `usefulMacs` are those of the kernel; a program may do more, for channels that fill up a block.
Roofline computeRoofline(const DeviceModel &model, const CycleResult &result, int64_t usefulMacs);

} // namespace dl::vdla

#endif // DL_VDLA_ROOFLINE_H
