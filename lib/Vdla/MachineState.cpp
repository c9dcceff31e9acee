//===-- MachineState.cpp - transfers and registers --------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "dl/Vdla/MachineState.h"

#include "Shapes.h"

#include "dl/Vdla/Encoding.h"

#include <algorithm>
#include <cstring>
#include <limits>

using namespace dl::vdla;

std::optional<BufferContents> dl::vdla::allocateBuffers(const DeviceModel &model,
                                                        const Program &program, int64_t maxBytes,
                                                        std::string &error) {
  std::vector<uint8_t> microOps;
  for (const MicroOp &microOp : program.microOps) {
    if (std::optional<std::string> reason = checkEncodable(model, microOp)) {
      error = *reason;
      return std::nullopt;
    }
    encode(model, microOp, microOps);
  }
  BufferContents contents;
  for (const Buffer &buffer : program.buffers) {
    if (buffer.bytes < 0 || buffer.bytes > maxBytes) {
      error = "expected buffer " + buffer.name + " and those before it to have at most " +
              std::to_string(maxBytes) + " bytes more, got " + std::to_string(buffer.bytes);
      return std::nullopt;
    }
    maxBytes -= buffer.bytes;
    contents.emplace_back(size_t(buffer.bytes));
    if (buffer.direction != Direction::MicroOps)
      continue;
    if (microOps.size() != contents.back().size()) {
      error = "expected buffer " + buffer.name + " to have the " + std::to_string(microOps.size()) +
              " bytes of the program's micro-ops, got " + std::to_string(buffer.bytes);
      return std::nullopt;
    }
    contents.back() = microOps;
  }
  return contents;
}

MachineState::MachineState(const DeviceModel &model, const Program &program,
                           BufferContents &buffers)
    : model(model), program(program), buffers(buffers), uop(size_t(model.getDepth(Memory::Uop))),
      inp(size_t(model.getCapacityBytes(Memory::Inp))),
      wgt(size_t(model.getDepth(Memory::Wgt) * getWgtStride())),
      acc(size_t(model.getDepth(Memory::Acc) * model.getLanes(Memory::Acc))),
      scale(size_t(model.getCapacityBytes(Memory::Scale))) {}

void MachineState::fill(uint8_t value) {
  std::fill(inp.begin(), inp.end(), int8_t(value));
  std::vector<int8_t> element(size_t(model.getLanes(Memory::Wgt)), int8_t(value));
  for (int64_t position = 0; position < model.getDepth(Memory::Wgt); ++position)
    setWgt(position, element.data());
  std::fill(acc.begin(), acc.end(), int32_t(value * 0x01010101u));
}

int64_t MachineState::getWgtStride() const {
  const TileShape &tile = model.getConfig().tile;
  return (tile.blockIn + 1) / 2 * 2 * tile.blockOut;
}

void MachineState::setWgt(int64_t position, const int8_t *from) {
  const TileShape &tile = model.getConfig().tile;
  int16_t *to = &wgt[size_t(position * getWgtStride())];
  for (int64_t o = 0; o < tile.blockOut; ++o)
    for (int64_t i = 0; i < tile.blockIn; ++i)
      to[(i / 2 * tile.blockOut + o) * 2 + i % 2] = from[o * tile.blockIn + i];
}

bool MachineState::execute(int64_t index, std::string &error) {
  const Instruction &instruction = program.instructions[size_t(index)];
  switch (instruction.kind) {
  case InstructionKind::Load:
    return load(instruction, error);
  case InstructionKind::Store:
    return store(instruction, error);
  case InstructionKind::Gemm:
    return gemm(instruction, error);
  case InstructionKind::Alu:
    return alu(instruction, error);
  case InstructionKind::Configure:
    registers[size_t(instruction.get(FieldId::Register))] = instruction.get(FieldId::Value);
    return true;
  case InstructionKind::Nop:
  case InstructionKind::Finish:
    break;
  }
  return true;
}

static bool checkTransfer(const DeviceModel &model, const Program &program,
                          const Instruction &instruction, const TransferShape &shape,
                          std::string &error) {
  int64_t end = shape.sram + shape.getSramElements(), depth = model.getDepth(shape.memory);
  if (end > depth) {
    error = std::string("expected a transfer to end in the ") + std::to_string(depth) +
            " elements of " + getName(shape.memory) + ", got " + std::to_string(end);
    return false;
  }
  if (!shape.movesData())
    return true;
  if (instruction.buffer == noBuffer) {
    error = "expected a transfer relative to a buffer";
    return false;
  }
  const Buffer &buffer = program.buffers[size_t(instruction.buffer)];
  if (shape.getDramEnd() > buffer.bytes / shape.elementBytes) {
    error = "expected a transfer to end in the " +
            std::to_string(buffer.bytes / shape.elementBytes) + " elements of buffer " +
            buffer.name + ", got " + std::to_string(shape.getDramEnd());
    return false;
  }
  return true;
}

bool MachineState::load(const Instruction &instruction, std::string &error) {
  TransferShape shape = getShape(model, instruction);
  if (!checkTransfer(model, program, instruction, shape, error))
    return false;
  int64_t position = shape.sram;
  bool keeps = PadValue(instruction.get(FieldId::Pad)) == PadValue::Keep;
  for (int64_t row = 0; row < shape.sramRows; ++row) {
    int64_t y = row - shape.padTop;
    for (int64_t column = 0; column < shape.sramColumns; ++column, ++position) {
      int64_t x = column - shape.padLeft;
      if (y >= 0 && y < shape.y && x >= 0 && x < shape.x) {
        int64_t element = shape.dram + y * shape.stride + x;
        loadElement(instruction, position,
                    &buffers[size_t(instruction.buffer)][size_t(element * shape.elementBytes)]);
      } else if (!keeps) {
        padElement(instruction, position);
      }
    }
  }
  return true;
}

void MachineState::loadElement(const Instruction &instruction, int64_t position,
                               const uint8_t *from) {
  const LoadForm &form = model.getLoad(instruction);
  size_t bytes = size_t(model.getElementBytes(form.memory));
  std::string error;
  switch (form.memory) {
  case Memory::Uop:
    // Bits that no field has say nothing.
    uop[size_t(position)] = decodeMicroOp(model, from, error).value_or(MicroOp());
    break;
  case Memory::Inp:
    std::memcpy(&inp[size_t(position) * bytes], from, bytes);
    break;
  case Memory::Wgt:
    setWgt(position, reinterpret_cast<const int8_t *>(from));
    break;
  case Memory::Scale:
    std::memcpy(&scale[size_t(position) * bytes], from, bytes);
    break;
  case Memory::Acc: {
    int64_t lanes = model.getLanes(Memory::Acc);
    int32_t *to = &acc[size_t(position * lanes)];
    for (int64_t lane = 0; lane < lanes; ++lane) {
      if (form.widens) {
        to[lane] = int8_t(from[lane]);
        continue;
      }
      uint32_t value = 0;
      for (unsigned i = 0; i < 4; ++i)
        value |= uint32_t(from[4 * lane + i]) << (8 * i);
      to[lane] = int32_t(value);
    }
    break;
  }
  }
}

void MachineState::padElement(const Instruction &instruction, int64_t position) {
  const LoadForm &form = model.getLoad(instruction);
  bool isWide = form.memory == Memory::Acc && !form.widens;
  int64_t value = 0;
  switch (PadValue(instruction.get(FieldId::Pad))) {
  case PadValue::ZeroPoint:
    value = registers[size_t(Register::InpZeroPoint)];
    break;
  case PadValue::Minimum:
    value = isWide ? std::numeric_limits<int32_t>::min() : std::numeric_limits<int8_t>::min();
    break;
  case PadValue::Zero:
  case PadValue::Keep:
    break;
  }
  int64_t lanes = model.getLanes(form.memory), first = position * lanes;
  if (form.memory == Memory::Acc)
    for (int64_t lane = 0; lane < lanes; ++lane)
      acc[size_t(first + lane)] = isWide ? int32_t(value) : int8_t(value);
  else if (form.memory == Memory::Inp)
    std::fill_n(&inp[size_t(first)], lanes, int8_t(value));
  else if (form.memory == Memory::Wgt)
    setWgt(position, std::vector<int8_t>(size_t(lanes), int8_t(value)).data());
  else if (form.memory == Memory::Uop)
    uop[size_t(position)] = MicroOp();
  else
    std::fill_n(&scale[size_t(position * model.getElementBytes(Memory::Scale))],
                model.getElementBytes(Memory::Scale), uint8_t(0));
}

ChannelScale MachineState::getScale(int64_t element, int64_t channel) const {
  const uint8_t *base = &scale[size_t(element * model.getElementBytes(Memory::Scale))];
  int64_t channels = model.getLanes(Memory::Scale);
  auto read = [&](int64_t position) {
    uint32_t value = 0;
    for (unsigned i = 0; i < 4; ++i)
      value |= uint32_t(base[4 * position + i]) << (8 * i);
    return int32_t(value);
  };
  return {read(channel), read(channels + channel), base[8 * channels + channel]};
}

void MachineState::computeResults(const Instruction &instruction, int64_t position, int64_t row,
                                  std::vector<int32_t> &results) const {
  StoreForm form = model.getStore(instruction);
  int64_t lanes = model.getLanes(Memory::Acc), channels = model.getLanes(Memory::Scale);
  int64_t element =
      instruction.get(FieldId::ScaleBase) + (instruction.has(FieldId::ScaleStep) ? row : 0);
  for (int64_t lane = 0; lane < lanes; ++lane) {
    int64_t value = acc[size_t(position * lanes + lane)], zero = 0;
    if (form == StoreForm::Requantize) {
      zero = registers[size_t(Register::OutZeroPoint)];
      value = rescale(int32_t(value), getScale(element, lane % channels),
                      Rounding(instruction.get(FieldId::Round))) +
              zero;
    }
    if (instruction.has(FieldId::Relu))
      value = std::max(value, zero);
    int64_t bits =
        form == StoreForm::Accumulator ? model.getConfig().bits.acc : model.getConfig().bits.out;
    results[size_t(lane)] = narrow(value, bits, instruction.has(FieldId::Saturate));
  }
}

bool MachineState::store(const Instruction &instruction, std::string &error) {
  TransferShape shape = getShape(model, instruction);
  if (!checkTransfer(model, program, instruction, shape, error))
    return false;
  if (model.getStore(instruction) == StoreForm::Requantize) {
    int64_t last = instruction.get(FieldId::ScaleBase) +
                   (instruction.has(FieldId::ScaleStep) ? std::max<int64_t>(shape.y - 1, 0) : 0);
    if (last >= model.getDepth(Memory::Scale)) {
      error = "expected scales in the " + std::to_string(model.getDepth(Memory::Scale)) +
              " elements of scale, got " + std::to_string(last);
      return false;
    }
  }
  int64_t lanes = model.getLanes(Memory::Acc), laneBytes = shape.elementBytes / lanes;
  std::vector<int32_t> results(size_t(lanes), 0), best(size_t(lanes), 0);
  for (int64_t y = 0; y < shape.y; ++y)
    for (int64_t x = 0; x < shape.x; ++x) {
      for (int64_t window = 0; window < shape.poolY * shape.poolX; ++window) {
        int64_t row = y * shape.poolY + window / shape.poolX;
        int64_t column = x * shape.poolX + window % shape.poolX;
        computeResults(instruction, shape.sram + row * shape.sramColumns + column, y, results);
        for (size_t lane = 0; lane < size_t(lanes); ++lane)
          best[lane] = window == 0 ? results[lane] : std::max(best[lane], results[lane]);
      }
      int64_t element = shape.dram + y * shape.stride + x;
      uint8_t *to = &buffers[size_t(instruction.buffer)][size_t(element * shape.elementBytes)];
      for (int64_t lane = 0; lane < lanes; ++lane)
        for (int64_t i = 0; i < laneBytes; ++i)
          to[lane * laneBytes + i] = uint8_t(uint32_t(best[size_t(lane)]) >> (8 * i));
    }
  return true;
}
