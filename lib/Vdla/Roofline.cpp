//===-- Roofline.cpp - how near a run is to the machine's limits ----------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "dl/Vdla/Roofline.h"

#include <algorithm>

using namespace dl::vdla;

Roofline dl::vdla::computeRoofline(const DeviceModel &model, const CycleResult &result,
                                   int64_t usefulMacs) {
  const Config &config = model.getConfig();
  Roofline roofline;
  double bytes = double(std::max<int64_t>(result.bytesRead + result.bytesWritten, 1));
  roofline.intensity = double(usefulMacs) / bytes;
  roofline.peak = double(model.getMacsPerStep()) / double(config.pipeline.gemmInterval);
  roofline.bandwidthBound = roofline.intensity * double(config.dram.bytesPerCycle);
  roofline.bound = std::min(roofline.peak, roofline.bandwidthBound);
  roofline.attained = double(usefulMacs) / double(std::max<int64_t>(result.cycles, 1));
  return roofline;
}
