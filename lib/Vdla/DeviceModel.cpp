//===-- DeviceModel.cpp - every question to a VDLA machine ------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "dl/Vdla/DeviceModel.h"

#include "Digest.h"
#include "ValidateConfig.h"

using namespace dl::vdla;

std::optional<DeviceModel> DeviceModel::create(Config config, std::string &error) {
  if (std::optional<std::string> reason = validate(config)) {
    error = *reason;
    return std::nullopt;
  }
  return DeviceModel(std::move(config));
}

int64_t dl::vdla::computeElementBytes(const Config &config, Memory memory) {
  const TileShape &tile = config.tile;
  const Widths &bits = config.bits;
  switch (memory) {
  case Memory::Uop:
    return bits.uop / 8;
  case Memory::Inp:
    return tile.batch * tile.blockIn * bits.inp / 8;
  case Memory::Wgt:
    return tile.blockOut * tile.blockIn * bits.wgt / 8;
  case Memory::Acc:
    return tile.batch * tile.blockOut * bits.acc / 8;
  case Memory::Scale:
    return tile.blockOut * (bits.bias + bits.multiplier + bits.shift) / 8;
  }
  return 0;
}

DeviceModel::DeviceModel(Config valid) : config(std::move(valid)) {
  digest = hashBytes(printConfig(config));
  for (const MemoryDesc &memory : config.memories)
    depths[unsigned(memory.memory)] = memory.depth;
  for (unsigned i = 0; i < numMemories; ++i)
    elementBytes[i] = computeElementBytes(config, Memory(i));

  for (auto &row : queues)
    row.fill(-1);
  for (size_t i = 0; i < config.queues.size(); ++i) {
    unsigned from = unsigned(config.queues[i].from), to = unsigned(config.queues[i].to);
    bool isForward = from < to;
    queues[from][unsigned(isForward ? FieldId::PushNext : FieldId::PushPrev)] = int(i);
    queues[to][unsigned(isForward ? FieldId::PopPrev : FieldId::PopNext)] = int(i);
  }

  formats.fill(-1);
  for (auto &row : positions)
    row.fill(-1);
  for (size_t i = 0; i < config.formats.size(); ++i) {
    const Format &format = config.formats[i];
    formats[unsigned(format.kind)] = int(i);
    for (size_t f = 0; f < format.fields.size(); ++f)
      positions[unsigned(format.kind)][unsigned(format.fields[f].field)] = int(f);
  }

  for (size_t i = 0; i < config.loads.size(); ++i)
    codes[unsigned(CodeSet::Load)].push_back(
        {config.loads[i].name, int64_t(i), config.loads[i].code});
  for (size_t i = 0; i < config.pools.size(); ++i)
    codes[unsigned(CodeSet::Pool)].push_back(
        {config.pools[i].name, int64_t(i), config.pools[i].code});
  for (const RegisterDesc &desc : config.registers)
    codes[unsigned(CodeSet::Register)].push_back(
        {getCodeName(CodeSet::Register, unsigned(desc.reg)), int64_t(desc.reg), desc.code});
  auto take = [&](CodeSet set, const std::vector<Code> &list) {
    for (const Code &code : list)
      codes[unsigned(set)].push_back({getCodeName(set, code.value), code.value, code.code});
  };
  take(CodeSet::Store, config.stores);
  take(CodeSet::Pad, config.pads);
  take(CodeSet::Round, config.roundings);
  take(CodeSet::Mode, config.modes);
  take(CodeSet::Operation, config.operations);
  take(CodeSet::Stage, config.stages);
}

int64_t DeviceModel::getLanes(Memory memory) const {
  const TileShape &tile = config.tile;
  switch (memory) {
  case Memory::Uop:
    return 1;
  case Memory::Inp:
    return tile.batch * tile.blockIn;
  case Memory::Wgt:
    return tile.blockOut * tile.blockIn;
  case Memory::Acc:
    return tile.batch * tile.blockOut;
  case Memory::Scale:
    return tile.blockOut;
  }
  return 0;
}

std::vector<Scope> DeviceModel::getScopes() const {
  std::vector<Scope> scopes;
  for (const MemoryDesc &desc : config.memories)
    scopes.push_back({std::string("vdla.") + getName(desc.memory), desc.memory,
                      getCapacityBytes(desc.memory), getElementBytes(desc.memory)});
  return scopes;
}

const PoolForm &DeviceModel::getPool(const Instruction &store) const {
  static const PoolForm none = {"none", 0, 1, 1};
  return config.pools.empty() ? none : config.pools[store.get(FieldId::Pool)];
}

int64_t DeviceModel::getDramElementBytes(const Instruction &transfer) const {
  int64_t narrow = getLanes(Memory::Acc) * config.bits.out / 8;
  if (transfer.kind == InstructionKind::Store)
    return getStore(transfer) == StoreForm::Accumulator ? getElementBytes(Memory::Acc) : narrow;
  const LoadForm &form = getLoad(transfer);
  return form.widens ? narrow : getElementBytes(form.memory);
}

int64_t DeviceModel::getMacsPerStep() const {
  return config.tile.batch * config.tile.blockIn * config.tile.blockOut;
}

Stage DeviceModel::getStage(const Instruction &instruction) const {
  switch (instruction.kind) {
  case InstructionKind::Load:
    return getLoad(instruction).stage;
  case InstructionKind::Store:
    return Stage::Store;
  case InstructionKind::Nop:
    return Stage(instruction.get(FieldId::Stage));
  case InstructionKind::Configure:
    for (const RegisterDesc &desc : config.registers)
      if (int64_t(desc.reg) == instruction.get(FieldId::Register))
        return desc.stage;
    return Stage::Compute;
  case InstructionKind::Gemm:
  case InstructionKind::Alu:
  case InstructionKind::Finish:
    return Stage::Compute;
  }
  return Stage::Compute;
}

const Format *DeviceModel::getFormat(InstructionKind kind) const {
  int position = formats[unsigned(kind)];
  return position < 0 ? nullptr : &config.formats[position];
}

const FieldDesc *DeviceModel::lookupField(InstructionKind kind, FieldId field) const {
  int position = positions[unsigned(kind)][unsigned(field)];
  return position < 0 ? nullptr : &getFormat(kind)->fields[position];
}

const Format *DeviceModel::lookupOpcode(uint64_t opcode) const {
  for (const Format &format : config.formats)
    if (format.opcode == opcode)
      return &format;
  return nullptr;
}

std::optional<uint64_t> DeviceModel::getCode(CodeSet set, int64_t value) const {
  for (const Value &known : codes[unsigned(set)])
    if (known.value == value)
      return known.code;
  return std::nullopt;
}

std::optional<int64_t> DeviceModel::lookupCode(CodeSet set, uint64_t code) const {
  for (const Value &known : codes[unsigned(set)])
    if (known.code == code)
      return known.value;
  return std::nullopt;
}

std::string DeviceModel::getValueName(CodeSet set, int64_t value) const {
  for (const Value &known : codes[unsigned(set)])
    if (known.value == value)
      return known.name;
  return std::to_string(value);
}

std::optional<int64_t> DeviceModel::lookupName(CodeSet set, const std::string &name) const {
  for (const Value &known : codes[unsigned(set)])
    if (known.name == name)
      return known.value;
  return std::nullopt;
}

std::string DeviceModel::listNames(CodeSet set) const {
  const std::vector<Value> &list = codes[unsigned(set)];
  std::string names;
  for (size_t i = 0; i < list.size(); ++i)
    names += (i == 0 ? "" : i + 1 == list.size() ? " or " : ", ") + list[i].name;
  return names.empty() ? "none" : names;
}
