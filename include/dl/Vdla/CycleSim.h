//===-- CycleSim.h - how long a program takes -------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The three stages, their queues and the one port to DRAM, cycle by cycle in what they do, event by
// event in how that is computed: time jumps to where something changes.
//
// The model: one instruction a cycle goes to its stage's command queue, in order. A stage takes the
// tokens of its next instruction, spends Pipeline::issue, works, waits for room for its tokens,
// and only then begins the next. A loop of n steps takes n intervals and the pipeline's latency. A
// transfer asks for its rows in requests of at most DramPort::burstBytes, takes one cycle an
// element at the scratchpad (padding too), and ends when both are through. The port serves one
// request after the other, round robin over stages; data of reads comes `latency` later, and at
// most `outstanding` reads are under way. Instructions come from their own memory.
//
//===----------------------------------------------------------------------===//
#ifndef DL_VDLA_CYCLESIM_H
#define DL_VDLA_CYCLESIM_H

#include "dl/Vdla/MachineState.h"

namespace dl::vdla {

/// What a stage does in a cycle.
/// - Busy: issues, computes, or moves data at the port or the scratchpad;
/// - Dram: a transfer waits for the port or for data;
/// - Token: waits for a token; Room: for room for one;
/// - Empty: has no instruction in its command queue; Done: has none left.
enum class Cause : uint8_t { Busy, Dram, Token, Room, Empty, Done };
constexpr unsigned numCauses = 6;
const char *getName(Cause cause);

struct StageCounters {
  int64_t instructions = 0;
  /// Cycles, by Cause; together those of the run.
  std::array<int64_t, numCauses> cycles = {};
};

/// When an instruction had its tokens, and when it had pushed its own.
struct TimelineEntry {
  int64_t instruction, begin, end;
};

struct CycleResult {
  int64_t cycles = 0;
  std::array<StageCounters, numStages> stages;
  /// By Config::queues: cycles that its consumer waited for a token, and its producer for room.
  std::vector<int64_t> tokenStalls, roomStalls;
  /// Steps of loops, multiply-adds of gemms, cycles in which steps of gemms began.
  int64_t gemmSteps = 0, aluSteps = 0, macs = 0, gemmCycles = 0;
  int64_t bytesRead = 0, bytesWritten = 0, dramBusyCycles = 0;
  /// In the order of their ends; empty unless asked for.
  std::vector<TimelineEntry> timeline;
};

struct CycleOptions {
  /// Where given, the program also computes; otherwise it only takes time.
  BufferContents *contents = nullptr;
  bool recordsTimeline = false;
  /// After which the run is stopped; 2^40 at most.
  int64_t maxCycles = int64_t(1) << 40;
};

/// Runs a program. Nothing and `error` for one that breaks rules V1 to V5 (Verify.h), gets stuck,
/// or takes too long.
std::optional<CycleResult> runCycles(const DeviceModel &model, const Program &program,
                                     const CycleOptions &options, std::string &error);

} // namespace dl::vdla

#endif // DL_VDLA_CYCLESIM_H
