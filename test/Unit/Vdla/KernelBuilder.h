//===-- KernelBuilder.h - parts of programs of kernels ----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef DL_TEST_VDLA_KERNELBUILDER_H
#define DL_TEST_VDLA_KERNELBUILDER_H

#include "TilePrograms.h"

namespace dl::vdla::test {

inline Instruction makeInstruction(InstructionKind kind) {
  Instruction instruction;
  instruction.kind = kind;
  return instruction;
}

/// What all kernels need: the machine, a program under construction, and its inputs.
class KernelBuilder {
public:
  KernelBuilder(const DeviceModel &model, Kernel &kernel, std::mt19937_64 &random)
      : model(model), kernel(kernel), random(random) {
    kernel.program.name = "kernel";
  }

  int addBuffer(const char *name, int64_t bytes, Direction direction) {
    kernel.program.buffers.push_back({name, bytes, direction});
    kernel.contents.emplace_back(size_t(bytes));
    if (direction == Direction::In)
      for (uint8_t &byte : kernel.contents.back())
        byte = uint8_t(random());
    return int(kernel.program.buffers.size()) - 1;
  }
  int8_t read(int buffer, int64_t position) const {
    return int8_t(kernel.contents[size_t(buffer)][size_t(position)]);
  }
  Instruction &add(const Instruction &instruction) {
    kernel.program.instructions.push_back(instruction);
    return kernel.program.instructions.back();
  }
  Instruction makeLoad(const char *form, int buffer, int64_t sram, int64_t dram, int64_t y,
                       int64_t x, int64_t stride) const {
    Instruction load = makeInstruction(InstructionKind::Load);
    load.buffer = buffer;
    return load.set(FieldId::Form, *model.lookupName(CodeSet::Load, form))
        .set(FieldId::Sram, sram)
        .set(FieldId::Dram, dram)
        .set(FieldId::Y, y)
        .set(FieldId::X, x)
        .set(FieldId::Stride, stride);
  }
  Instruction makeStore(StoreForm form, int buffer, int64_t sram, int64_t dram, int64_t y,
                        int64_t x, int64_t stride) const {
    Instruction store = makeInstruction(InstructionKind::Store);
    store.buffer = buffer;
    return store.set(FieldId::Source, int64_t(form))
        .set(FieldId::Sram, sram)
        .set(FieldId::Dram, dram)
        .set(FieldId::Y, y)
        .set(FieldId::X, x)
        .set(FieldId::Stride, stride);
  }
  Instruction makeAlu(AluOperation operation, int64_t begin, int64_t count, int64_t out,
                      int64_t in) const {
    return makeInstruction(InstructionKind::Alu)
        .set(FieldId::Operation, int64_t(operation))
        .set(FieldId::UopBegin, begin)
        .set(FieldId::UopCount, count)
        .set(FieldId::IterOut, out)
        .set(FieldId::IterIn, in);
  }
  void addUop(int64_t dst, int64_t src, int64_t wgt) {
    MicroOp microOp;
    microOp.dst = uint32_t(dst);
    microOp.src = uint32_t(src);
    microOp.wgt = uint32_t(wgt);
    kernel.program.microOps.push_back(microOp);
  }
  /// A buffer of the micro-ops, and the load of all of them.
  void loadUops() {
    int64_t count = int64_t(kernel.program.microOps.size());
    int buffer = addBuffer("uops", count * model.getMicroOpBytes(), Direction::MicroOps);
    std::string error;
    std::optional<BufferContents> contents =
        allocateBuffers(model, kernel.program, int64_t(1) << 40, error);
    kernel.contents[size_t(buffer)] = (*contents)[size_t(buffer)];
    add(makeLoad("uop", buffer, 0, 0, 1, count, count));
  }
  void setRegister(Register reg, int64_t value) {
    add(makeInstruction(InstructionKind::Configure)
            .set(FieldId::Register, int64_t(reg))
            .set(FieldId::Value, value));
  }
  /// Scales of `blocks` blocks of channels that bring accumulators near to a byte's range.
  std::vector<ChannelScale> addScales(int64_t blocks, unsigned leastShift) {
    int buffer = addBuffer("scales", blocks * model.getElementBytes(Memory::Scale), Direction::In);
    int64_t lanes = model.getLanes(Memory::Scale);
    std::vector<uint8_t> &bytes = kernel.contents[size_t(buffer)];
    std::vector<ChannelScale> scales(size_t(blocks * lanes));
    for (int64_t block = 0; block < blocks; ++block)
      for (int64_t lane = 0; lane < lanes; ++lane) {
        ChannelScale &scale = scales[size_t(block * lanes + lane)];
        scale.bias = int32_t(random() % 4001) - 2000;
        scale.multiplier = int32_t(random() % 200) + 1;
        scale.shift = uint8_t(leastShift + random() % 4);
        size_t base = size_t(block * model.getElementBytes(Memory::Scale));
        for (unsigned i = 0; i < 4; ++i) {
          bytes[base + size_t(4 * lane) + i] = uint8_t(uint32_t(scale.bias) >> (8 * i));
          bytes[base + size_t(4 * (lanes + lane)) + i] =
              uint8_t(uint32_t(scale.multiplier) >> (8 * i));
        }
        bytes[base + size_t(8 * lanes + lane)] = scale.shift;
      }
    add(makeLoad("scale", buffer, 0, 0, 1, blocks, blocks));
    return scales;
  }
  void addFinish() { add(makeInstruction(InstructionKind::Finish).set(FieldId::PopNext, 1)); }

  const DeviceModel &model;
  Kernel &kernel;
  std::mt19937_64 &random;
};

} // namespace dl::vdla::test

#endif // DL_TEST_VDLA_KERNELBUILDER_H
