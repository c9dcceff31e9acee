//===-- VdlaStream.cpp - instructions of a kernel as they are made --------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "VdlaStream.h"

#include "dl/Vdla/Encoding.h"

#include <set>

using namespace mlir;
using namespace dl::vdla;

int StreamBuilder::addBuffer(StringRef name, int64_t bytes, Direction direction) {
  buffers.push_back({name.str(), bytes, direction});
  return int(buffers.size()) - 1;
}

int StreamBuilder::getTile(StringRef name, Memory memory, int64_t elements) {
  auto [entry, isNew] = tileNumbers.try_emplace(name, int(tiles.size()));
  if (isNew)
    tiles.push_back({memory, 0});
  StreamTile &tile = tiles[size_t(entry->second)];
  tile.elements = std::max(tile.elements, elements);
  return entry->second;
}

bool StreamBuilder::setRegister(Register reg, int64_t value) {
  std::optional<int64_t> &known = registers[size_t(reg)];
  bool isSame = !known || *known == value;
  known = value;
  return isSame;
}

Stream StreamBuilder::capture(llvm::function_ref<bool()> body, bool &succeeds) {
  Stream outer = std::move(stream);
  stream.clear();
  succeeds = body();
  Stream made = std::move(stream);
  stream = std::move(outer);
  return made;
}

void StreamBuilder::addInTurns(std::vector<Stream> streams) {
  // A turn is what a context loads, then what it computes and stores from that: the loads of the
  // next turn wait for this one, those of the other context do not.
  std::vector<size_t> next(streams.size(), 0);
  auto isLoad = [&](const StreamOp &op) {
    return op.instruction.kind == InstructionKind::Load &&
           model.getLoad(op.instruction).memory != Memory::Scale;
  };
  for (bool isMore = true; isMore;) {
    isMore = false;
    for (auto [context, from] : llvm::enumerate(streams)) {
      size_t &position = next[context];
      size_t begin = position;
      for (; position < from.size(); ++position) {
        if (position > begin && isLoad(from[position]) && !isLoad(from[position - 1]))
          break;
        stream.push_back(std::move(from[position]));
      }
      isMore |= position < from.size();
    }
  }
}

int64_t StreamBuilder::getMost(InstructionKind kind, FieldId field) const {
  const FieldDesc *desc = model.lookupField(kind, field);
  if (!desc)
    return 0;
  unsigned bits = desc->width - (desc->isSigned ? 1 : 0);
  return bits >= 63 ? INT64_MAX : (int64_t(1) << bits) - 1;
}

std::optional<std::string> StreamBuilder::check() const {
  std::set<std::vector<int64_t>> lists;
  int64_t count = 0;
  for (const StreamOp &op : stream) {
    if (std::optional<std::string> reason = checkEncodable(model, op.instruction))
      return reason;
    if (op.microOps.empty())
      continue;
    std::vector<int64_t> key(op.tiles.begin(), op.tiles.end());
    for (const MicroOp &microOp : op.microOps)
      key.insert(key.end(), {microOp.dst, microOp.src, microOp.wgt});
    if (lists.insert(std::move(key)).second)
      count += int64_t(op.microOps.size());
  }
  if (count > model.getDepth(Memory::Uop))
    return "it takes " + std::to_string(count) + " micro-ops, the machine holds " +
           std::to_string(model.getDepth(Memory::Uop));
  for (const StreamTile &tile : tiles)
    if (tile.elements > model.getDepth(tile.memory))
      return "a tile takes " + std::to_string(tile.elements) + " elements of " +
             getName(tile.memory) + ", which has " + std::to_string(model.getDepth(tile.memory));
  return std::nullopt;
}

std::optional<std::string> StreamBuilder::write(OpBuilder &builder, Location loc, StringRef name) {
  for (Register reg : {Register::OutZeroPoint, Register::InpZeroPoint})
    if (int64_t value = registers[size_t(reg)].value_or(0)) {
      Instruction configure;
      configure.kind = InstructionKind::Configure;
      auto isKnown = [&](const RegisterDesc &desc) { return desc.reg == reg; };
      if (llvm::none_of(model.getConfig().registers, isKnown))
        return "the machine has no register for a zero point, and one is " + std::to_string(value);
      configure.set(FieldId::Register, int64_t(reg));
      stream.insert(stream.begin(), StreamOp{configure.set(FieldId::Value, value)});
    }
  Instruction finish;
  finish.kind = InstructionKind::Finish;
  add({finish});
  if (std::optional<std::string> reason = check())
    return reason;

  auto program = ProgramOp::create(builder, loc, name);
  OpBuilder::InsertionGuard guard(builder);
  builder.createBlock(&program.getBody());
  for (const Buffer &buffer : buffers)
    BufferOp::create(builder, loc, buffer.name, getName(buffer.direction), buffer.bytes);
  SmallVector<Value> values;
  for (const StreamTile &tile : tiles)
    values.push_back(AllocOp::create(
        builder, loc, getTileType(model, tile.memory, tile.elements, builder.getContext()),
        IntegerAttr()));
  for (const StreamOp &op : stream) {
    SmallVector<Value> operands;
    for (int tile : op.tiles)
      operands.push_back(values[size_t(tile)]);
    StringRef buffer;
    if (op.instruction.buffer != noBuffer)
      buffer = buffers[size_t(op.instruction.buffer)].name;
    buildTileInstruction(builder, loc, model, op.instruction, op.microOps, buffer, operands);
  }
  return std::nullopt;
}
