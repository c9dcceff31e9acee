//===-- ValidateConfig.cpp - sizes and names of a configuration -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What keeps a configuration from being a machine: sizes, memories, forms, queues and codes.
// ValidateFormats.cpp has the encodings.
//
//===----------------------------------------------------------------------===//
#include "ValidateConfig.h"

#include "dl/Vdla/Program.h"

#include <set>

using namespace dl::vdla;

using Reason = std::optional<std::string>;

/// Powers of two that keep all products of sizes far from the end of 64 bits.
static constexpr int64_t maxTile = 1 << 10, maxDepth = 1 << 20, maxCycles = 1 << 20;
/// What simulators allocate for one memory.
static constexpr int64_t maxMemoryBytes = 1 << 26;

static Reason checkRange(const std::string &what, int64_t value, int64_t least, int64_t most) {
  if (value >= least && value <= most)
    return std::nullopt;
  return "expected " + what + " from " + std::to_string(least) + " to " + std::to_string(most) +
         ", got " + std::to_string(value);
}

static Reason checkSizes(const Config &config) {
  if (!isValidName(config.name))
    return "expected a name of letters, digits, '_', '.' and '-', got '" + config.name + "'";
  struct Range {
    const char *what;
    int64_t value, least, most;
  };
  const Pipeline &pipe = config.pipeline;
  const Range ranges[] = {
      {"tile.batch", config.tile.batch, 1, maxTile},
      {"tile.block_in", config.tile.blockIn, 1, maxTile},
      {"tile.block_out", config.tile.blockOut, 1, maxTile},
      {"dram.bytes_per_cycle", config.dram.bytesPerCycle, 1, maxCycles},
      {"dram.latency", config.dram.latency, 0, maxCycles},
      {"dram.burst_bytes", config.dram.burstBytes, 1, maxCycles},
      {"dram.outstanding", config.dram.outstanding, 1, maxCycles},
      {"pipeline.issue", pipe.issue, 0, maxCycles},
      {"pipeline.gemm_interval", pipe.gemmInterval, 1, maxCycles},
      {"pipeline.gemm_latency", pipe.gemmLatency, 0, maxCycles},
      {"pipeline.alu_interval", pipe.aluInterval, 1, maxCycles},
      {"pipeline.alu_latency", pipe.aluLatency, 0, maxCycles},
      {"pipeline.transfer_latency", pipe.transferLatency, 0, maxCycles},
      {"pipeline.write_to_read", pipe.writeToRead, 0, 1 << 10},
      {"fifos.load", config.fifos[0], 1, maxCycles},
      {"fifos.compute", config.fifos[1], 1, maxCycles},
      {"fifos.store", config.fifos[2], 1, maxCycles},
      {"instruction_words", config.instructionWords, 1, 8},
  };
  for (const Range &range : ranges)
    if (Reason reason = checkRange(range.what, range.value, range.least, range.most))
      return reason;
  return std::nullopt;
}

/// What the simulators compute with.
static Reason checkWidths(const Config &config) {
  const Widths &bits = config.bits;
  struct Width {
    const char *what;
    int64_t value, supported;
  };
  const Width widths[] = {
      {"bits.inp", bits.inp, 8},     {"bits.wgt", bits.wgt, 8},
      {"bits.acc", bits.acc, 32},    {"bits.out", bits.out, 8},
      {"bits.bias", bits.bias, 32},  {"bits.multiplier", bits.multiplier, 32},
      {"bits.shift", bits.shift, 8},
  };
  for (const Width &width : widths)
    if (width.value != width.supported)
      return "expected " + std::string(width.what) + " " + std::to_string(width.supported) +
             ", the width that products and rescaling are defined for, got " +
             std::to_string(width.value);
  if (bits.uop < 8 || bits.uop > 64 || bits.uop % 8 != 0)
    return "expected bits.uop to be a multiple of 8 from 8 to 64, so that micro-ops are whole "
           "bytes in DRAM, got " +
           std::to_string(bits.uop);
  return std::nullopt;
}

static Reason checkMemories(const Config &config) {
  std::set<Memory> seen;
  for (const MemoryDesc &memory : config.memories) {
    std::string name = getName(memory.memory);
    if (!seen.insert(memory.memory).second)
      return "expected one memory " + name + ", got a second one of depth " +
             std::to_string(memory.depth) + "; add its depth to the first";
    if (Reason reason = checkRange("the depth of memory " + name, memory.depth, 1, maxDepth))
      return reason;
    int64_t element = computeElementBytes(config, memory.memory);
    if (Reason reason =
            checkRange("the bytes of memory " + name + ", " + std::to_string(memory.depth) +
                           " elements of " + std::to_string(element),
                       memory.depth * element, 1, maxMemoryBytes))
      return reason;
  }
  for (Memory memory : {Memory::Uop, Memory::Inp, Memory::Wgt, Memory::Acc})
    if (!seen.count(memory))
      return std::string("expected a memory ") + getName(memory) +
             ", which gemm uses; add it to memories";
  for (const Code &store : config.stores)
    if (StoreForm(store.value) == StoreForm::Requantize && !seen.count(Memory::Scale))
      return "expected a memory scale, from which the store form requantize reads; add it to "
             "memories or remove the form";
  std::set<Memory> filled;
  for (const LoadForm &load : config.loads) {
    if (!seen.count(load.memory))
      return "expected load form " + load.name + " to fill a memory of the machine, got " +
             getName(load.memory) + "; add it to memories or remove the form";
    if (load.widens && load.memory != Memory::Acc)
      return "expected a load form that widens to fill acc, got " + load.name + ", which fills " +
             getName(load.memory);
    filled.insert(load.memory);
  }
  for (Memory memory : seen)
    if (memory != Memory::Acc && !filled.count(memory))
      return std::string("expected a load form that fills memory ") + getName(memory) +
             "; add one to loads";
  return std::nullopt;
}

static Reason checkQueues(const Config &config) {
  std::set<std::pair<Stage, Stage>> seen;
  for (const TokenQueue &queue : config.queues) {
    int distance = int(queue.from) - int(queue.to);
    std::string name = std::string(getName(queue.from)) + " to " + getName(queue.to);
    if (distance != 1 && distance != -1)
      return "expected a queue between neighbours of load, compute and store, got " + name;
    if (!seen.insert({queue.from, queue.to}).second)
      return "expected one queue from " + name + ", got two; add up their capacities";
    if (Reason reason =
            checkRange("the capacity of the queue from " + name, queue.capacity, 1, maxDepth))
      return reason;
  }
  if (seen.size() != 2 * (numStages - 1))
    return "expected a queue each way between load and compute and between compute and store, "
           "got " +
           std::to_string(seen.size()) + " queues";
  return std::nullopt;
}

/// Values and codes are unique; returns the largest code.
static Reason checkCodes(const std::string &set, const std::vector<NamedCode> &codes) {
  std::set<std::string> names;
  std::set<uint64_t> values;
  for (const NamedCode &code : codes) {
    if (code.name.empty() ||
        code.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") != std::string::npos)
      return "expected names of " + set + " in lower case, digits and underscores, got '" +
             code.name + "'";
    if (!names.insert(code.name).second)
      return "expected each name of " + set + " once, got " + code.name + " twice";
    if (!values.insert(code.code).second)
      return "expected different codes in " + set + ", got " + std::to_string(code.code) +
             " again for " + code.name;
  }
  return std::nullopt;
}

std::vector<NamedCode> dl::vdla::getCodes(const Config &config, CodeSet set) {
  std::vector<NamedCode> result;
  auto take = [&](const std::vector<Code> &codes) {
    for (const Code &code : codes)
      result.push_back({getCodeName(set, code.value), code.code});
  };
  switch (set) {
  case CodeSet::Load:
    for (const LoadForm &load : config.loads)
      result.push_back({load.name, load.code});
    break;
  case CodeSet::Pool:
    for (const PoolForm &pool : config.pools)
      result.push_back({pool.name, pool.code});
    break;
  case CodeSet::Register:
    for (const RegisterDesc &desc : config.registers)
      result.push_back({getCodeName(set, unsigned(desc.reg)), desc.code});
    break;
  case CodeSet::Store:
    take(config.stores);
    break;
  case CodeSet::Pad:
    take(config.pads);
    break;
  case CodeSet::Round:
    take(config.roundings);
    break;
  case CodeSet::Mode:
    take(config.modes);
    break;
  case CodeSet::Operation:
    take(config.operations);
    break;
  case CodeSet::Stage:
    take(config.stages);
    break;
  }
  return result;
}

/// Registers are set in the stage that reads them, so that its order is all that is needed.
static Reason checkRegisters(const Config &config) {
  for (const RegisterDesc &desc : config.registers) {
    bool isRead = desc.reg == Register::OutZeroPoint && desc.stage == Stage::Store;
    for (const LoadForm &load : config.loads)
      isRead |= desc.reg == Register::InpZeroPoint && load.stage == desc.stage;
    if (!isRead)
      return std::string("expected register ") +
             getCodeName(CodeSet::Register, unsigned(desc.reg)) +
             " in a stage that reads it, got " + getName(desc.stage);
  }
  return std::nullopt;
}

static Reason checkCodeSets(const Config &config) {
  for (unsigned i = 0; i < numCodeSets; ++i)
    if (Reason reason = checkCodes(getSetName(CodeSet(i)), getCodes(config, CodeSet(i))))
      return reason;
  // A field that a format lacks is 0, which has to mean something harmless.
  for (const PoolForm &pool : config.pools)
    for (int64_t size : {pool.y, pool.x})
      if (Reason reason = checkRange("the window of pool " + pool.name, size, 1, 16))
        return reason;
  if (!config.pools.empty() && (config.pools[0].y != 1 || config.pools[0].x != 1))
    return "expected the first pool to be that of stores that do not pool, with y 1 and x 1, got " +
           config.pools[0].name;
  return std::nullopt;
}

const char *dl::vdla::getSetName(CodeSet set) {
  static constexpr const char *names[numCodeSets] = {"loads",      "stores",    "pads",
                                                     "roundings",  "pools",     "modes",
                                                     "operations", "registers", "stages"};
  return names[unsigned(set)];
}

std::optional<std::string> dl::vdla::validate(const Config &config) {
  for (auto *check : {checkSizes, checkWidths, checkMemories, checkQueues, checkRegisters,
                      checkCodeSets, checkFormats})
    if (Reason reason = check(config))
      return reason;
  return std::nullopt;
}
