//===-- DeviceModel.h - every question to a VDLA machine --------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A valid configuration with what follows from it: sizes in bytes, which stage executes an
// instruction, which queue a token goes through, where a field is and what a code means.
//
//===----------------------------------------------------------------------===//
#ifndef DL_VDLA_DEVICEMODEL_H
#define DL_VDLA_DEVICEMODEL_H

#include "dl/Vdla/Config.h"

namespace dl::vdla {

/// A memory that a buffer can be kept in, as a schedule's target has them.
struct Scope {
  /// "vdla.inp".
  std::string name;
  Memory memory;
  int64_t bytes, elementBytes;
};

class DeviceModel {
public:
  /// Nothing and `error` if the configuration is not valid.
  static std::optional<DeviceModel> create(Config config, std::string &error);

  const Config &getConfig() const { return config; }
  /// A number that differs between configurations that differ: FNV-1a over the printed text.
  uint64_t getDigest() const { return digest; }

  // Memories.
  int64_t getDepth(Memory memory) const { return depths[unsigned(memory)]; }
  int64_t getElementBytes(Memory memory) const { return elementBytes[unsigned(memory)]; }
  /// Numbers of one element; 1 for micro-ops.
  int64_t getLanes(Memory memory) const;
  int64_t getCapacityBytes(Memory memory) const {
    return getDepth(memory) * getElementBytes(memory);
  }
  /// All memories of the machine as scopes, in the order of the configuration.
  std::vector<Scope> getScopes() const;
  const LoadForm &getLoad(const Instruction &instruction) const {
    return config.loads[instruction.get(FieldId::Form)];
  }
  const PoolForm &getPool(const Instruction &store) const;
  StoreForm getStore(const Instruction &store) const {
    return StoreForm(store.get(FieldId::Source));
  }
  /// Bytes in DRAM of one element of a load or store.
  int64_t getDramElementBytes(const Instruction &transfer) const;
  /// Multiply-adds of one step of a gemm.
  int64_t getMacsPerStep() const;
  int64_t getInstructionBytes() const { return config.instructionWords * 8; }
  int64_t getMicroOpBytes() const { return elementBytes[unsigned(Memory::Uop)]; }

  // Stages and tokens.
  Stage getStage(const Instruction &instruction) const;
  /// The position in Config::queues of what a token field of a stage's instruction means, or -1
  /// where the stage has no such neighbour.
  int getQueue(Stage stage, FieldId field) const {
    return queues[unsigned(stage)][unsigned(field)];
  }

  // Encoding.
  /// Null where the machine has no such instruction.
  const Format *getFormat(InstructionKind kind) const;
  const FieldDesc *lookupField(InstructionKind kind, FieldId field) const;
  const Format *lookupOpcode(uint64_t opcode) const;
  const FieldDesc &getOpcodeField() const { return config.formats.front().fields.front(); }
  /// The code of a value and the value of a code; nothing where the machine has none.
  std::optional<uint64_t> getCode(CodeSet set, int64_t value) const;
  std::optional<int64_t> lookupCode(CodeSet set, uint64_t code) const;
  /// The name of a value and the value of a name.
  std::string getValueName(CodeSet set, int64_t value) const;
  std::optional<int64_t> lookupName(CodeSet set, const std::string &name) const;
  /// The names of a set, for advice: "uop, inp or wgt".
  std::string listNames(CodeSet set) const;

private:
  struct Value {
    std::string name;
    int64_t value;
    uint64_t code;
  };
  explicit DeviceModel(Config valid);

  Config config;
  uint64_t digest = 0;
  std::array<int64_t, numMemories> depths = {}, elementBytes = {};
  std::array<std::array<int, numFields>, numStages> queues;
  std::array<int, numInstructionKinds> formats;
  /// By kind and field, the position in the format or -1.
  std::array<std::array<int, numFields>, numInstructionKinds> positions;
  std::array<std::vector<Value>, numCodeSets> codes;
};

} // namespace dl::vdla

#endif // DL_VDLA_DEVICEMODEL_H
