//===-- Backends.cpp - the simulators as devices ----------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Backend.h"

#include "dl/Vdla/CycleSim.h"
#include "dl/Vdla/FunctionalSim.h"

#include <algorithm>

using namespace dl::vdla;

static_assert(DLV_NUM_STAGES == numStages && DLV_NUM_CAUSES == numCauses,
              "the C interface counts what the simulator does");

namespace {
/// Computes, in the order of the program.
class FunctionalBackend : public Backend {
public:
  bool run(const DeviceModel &model, const Program &program, BufferContents &contents,
           int64_t maxSteps, dlv_counters &, std::string &error) override {
    FunctionalOptions options;
    options.maxSteps = maxSteps;
    return runFunctional(model, program, contents, options, error).has_value();
  }
};

/// Computes and tells how long it takes.
class CycleBackend : public Backend {
public:
  bool run(const DeviceModel &model, const Program &program, BufferContents &contents,
           int64_t maxSteps, dlv_counters &counters, std::string &error) override {
    CycleOptions options;
    options.maxCycles = maxSteps;
    options.contents = &contents;
    std::optional<CycleResult> result = runCycles(model, program, options, error);
    if (!result)
      return false;
    counters.cycles += result->cycles;
    counters.gemm_cycles += result->gemmCycles;
    counters.macs += result->macs;
    counters.bytes_read += result->bytesRead;
    counters.bytes_written += result->bytesWritten;
    for (unsigned stage = 0; stage < numStages; ++stage)
      for (unsigned cause = 0; cause < numCauses; ++cause)
        counters.stage_cycles[stage][cause] += result->stages[stage].cycles[cause];
    auto add = [](const std::vector<int64_t> &stalls, int64_t *sums) {
      for (size_t queue = 0; queue < std::min<size_t>(stalls.size(), DLV_NUM_QUEUES); ++queue)
        sums[queue] += stalls[queue];
    };
    add(result->tokenStalls, counters.token_stalls);
    add(result->roomStalls, counters.room_stalls);
    return true;
  }
};
} // namespace

const std::vector<std::string> &dl::vdla::getBackendNames() {
  static const std::vector<std::string> names = {"functional", "cycle"};
  return names;
}

std::unique_ptr<Backend> dl::vdla::createBackend(const std::string &name) {
  if (name == "functional")
    return std::make_unique<FunctionalBackend>();
  if (name == "cycle")
    return std::make_unique<CycleBackend>();
  return nullptr;
}
