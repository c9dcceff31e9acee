//===-- Config.h - a VDLA machine as data -----------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything that tells one VDLA machine from another. The data files in share/dl/vdla hold it as
// JSON; encoder, decoder, checker and simulators read it through DeviceModel, and no number of a
// machine stands elsewhere. The instruction set follows the accelerator of Chen et al., "TVM: An
// Automated End-to-End Optimizing Compiler for Deep Learning", OSDI 2018, section 4.4 and 6.4;
// docs/Rationale/Vdla.md tells what differs.
//
//===----------------------------------------------------------------------===//
#ifndef DL_VDLA_CONFIG_H
#define DL_VDLA_CONFIG_H

#include "dl/Vdla/Instruction.h"

#include <vector>

namespace dl::vdla {

/// The scratchpads. An element is
/// - Uop: one micro-op;
/// - Inp: batch x blockIn numbers;
/// - Wgt: blockOut x blockIn numbers, each row what one output channel needs;
/// - Acc: batch x blockOut numbers;
/// - Scale: of blockOut channels all biases, then all multipliers, then all shifts.
enum class Memory : uint8_t { Uop, Inp, Wgt, Acc, Scale };
constexpr unsigned numMemories = 5;
const char *getName(Memory memory);

/// The shape of one product: batch x blockIn by blockIn x blockOut.
struct TileShape {
  int64_t batch = 0, blockIn = 0, blockOut = 0;
};

/// Widths in bits.
struct Widths {
  int64_t inp = 0, wgt = 0, acc = 0, out = 0, uop = 0;
  /// Of a channel in the table of scales.
  int64_t bias = 0, multiplier = 0, shift = 0;
};

struct MemoryDesc {
  Memory memory;
  /// Elements.
  int64_t depth;
};

/// What a load can fill.
struct LoadForm {
  std::string name;
  uint64_t code;
  Memory memory;
  /// The stage that executes it.
  Stage stage;
  /// DRAM holds numbers of the width of results, which are extended with their sign.
  bool widens = false;
};

/// What a maximum is taken over when accumulators are stored: windows that do not overlap.
struct PoolForm {
  std::string name;
  uint64_t code;
  int64_t y, x;
};

struct RegisterDesc {
  Register reg;
  uint64_t code;
  /// The stage that reads it, and that executes what sets it.
  Stage stage;
};

/// The code of one value of a closed set; `value` is the position in its enumeration.
struct Code {
  unsigned value;
  uint64_t code;
};

/// Tokens from one stage to a neighbour. A push waits while as many as `capacity` are in it.
struct TokenQueue {
  Stage from, to;
  int64_t capacity;
};

/// One port that all stages share, round robin.
struct DramPort {
  int64_t bytesPerCycle = 0;
  /// Cycles from the end of a request on the port until its data is there. A write is visible to
  /// all later requests when the port has taken it.
  int64_t latency = 0;
  /// The most bytes of one request.
  int64_t burstBytes = 0;
  /// Reads that can be under way at a time.
  int64_t outstanding = 0;
};

/// Cycles.
struct Pipeline {
  /// Until an instruction that has its tokens begins its work.
  int64_t issue = 0;
  /// Between two steps of a loop over micro-ops, and from a step to its result in acc.
  int64_t gemmInterval = 0, gemmLatency = 0, aluInterval = 0, aluLatency = 0;
  /// From the last data of a transfer until it is visible.
  int64_t transferLatency = 0;
  /// Steps of one instruction that touch an accumulator again sooner than this many cycles after
  /// a write are wrong, unless `forwards`.
  int64_t writeToRead = 0;
  bool forwards = false;
};

/// Where a field is in an instruction or micro-op.
struct FieldDesc {
  FieldId field;
  /// The word of 64 bits, the lowest bit in it, and how many bits.
  unsigned word, bit, width;
  bool isSigned = false;
};

struct Format {
  InstructionKind kind;
  uint64_t opcode;
  std::vector<FieldDesc> fields;
};

/// One machine. `validate` says whether it is one.
struct Config {
  std::string name;
  TileShape tile;
  Widths bits;
  std::vector<MemoryDesc> memories;
  std::vector<LoadForm> loads;
  std::vector<Code> stores, pads, roundings, modes, operations, stages;
  std::vector<PoolForm> pools;
  std::vector<RegisterDesc> registers;
  std::vector<TokenQueue> queues;
  /// Instructions that wait in front of each stage, by Stage.
  std::array<int64_t, numStages> fifos = {};
  DramPort dram;
  Pipeline pipeline;
  /// Words of 64 bits.
  int64_t instructionWords = 0;
  std::vector<Format> formats;
  std::vector<FieldDesc> microOp;
};

/// The name of a value of a closed set: ("Round", 2) is "half_even". Null for sets whose names
/// are the configuration's.
const char *getCodeName(CodeSet set, unsigned value);
/// How many values a closed set has; 0 for the others.
unsigned getNumCodes(CodeSet set);

/// What keeps `config` from being a machine, or nothing. Messages name the values, the reason and
/// what would work.
std::optional<std::string> validate(const Config &config);

/// Reads the JSON text of a configuration and validates it. Nothing and `error` if it is not one.
std::optional<Config> parseConfig(const std::string &text, std::string &error);

/// The JSON text; parsing it gives an equal configuration, printing that the same text.
std::string printConfig(const Config &config);

} // namespace dl::vdla

#endif // DL_VDLA_CONFIG_H
