//===-- PrintCounters.cpp - where the time of a run went ------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "PrintCounters.h"

#include "dl/Vdla/Roofline.h"

#include "llvm/Support/Format.h"

using namespace dl::vdla;

void dl::vdla::printCounters(llvm::raw_ostream &os, const DeviceModel &model,
                             const CycleResult &result) {
  os << "cycles " << result.cycles << "\n";
  os << llvm::left_justify("stage", 10) << llvm::right_justify("instructions", 12);
  for (unsigned i = 0; i < numCauses; ++i)
    os << llvm::right_justify(getName(Cause(i)), 10);
  os << "\n";
  for (unsigned i = 0; i < numStages; ++i) {
    const StageCounters &counters = result.stages[i];
    os << llvm::left_justify(getName(Stage(i)), 10)
       << llvm::format_decimal(counters.instructions, 12);
    for (int64_t cycles : counters.cycles)
      os << llvm::format_decimal(cycles, 10);
    os << "\n";
  }
  for (auto [i, queue] : llvm::enumerate(model.getConfig().queues))
    if (result.tokenStalls[i] + result.roomStalls[i] > 0)
      os << "tokens from " << getName(queue.from) << " to " << getName(queue.to) << ": "
         << result.tokenStalls[i] << " cycles waited for one, " << result.roomStalls[i]
         << " for room\n";
  os << "steps of gemms " << result.gemmSteps << ", of alus " << result.aluSteps
     << ", multiply-adds " << result.macs << "\n";
  os << "bytes read " << result.bytesRead << ", written " << result.bytesWritten
     << ", cycles of the port " << result.dramBusyCycles << "\n";
  if (result.macs == 0 || result.bytesRead + result.bytesWritten == 0)
    return;
  Roofline roofline = computeRoofline(model, result, result.macs);
  os << llvm::format("multiply-adds a cycle %.2f, %.1f %% of the peak, %.1f %% of what %.2f a byte "
                     "let through\n",
                     roofline.attained, 100 * roofline.getShareOfPeak(),
                     100 * roofline.getShareOfBound(), roofline.intensity);
}
