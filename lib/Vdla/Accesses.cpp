//===-- Accesses.cpp - which elements an instruction touches ----*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Accesses.h"

#include <algorithm>

using namespace dl::vdla;

namespace {
/// Collects the accesses of one instruction.
class Collector {
public:
  Collector(const DeviceModel &model, const Instruction &instruction,
            const std::vector<MicroOp> &uops)
      : model(model), instruction(instruction), uops(uops) {}

  void collectLoad();
  void collectStore();
  void collectGemm();
  void collectAlu();
  std::vector<Access> take() { return std::move(accesses); }

private:
  void addRange(Memory memory, AccessKind kind, int64_t begin, int64_t end) {
    ElementSet set(model.getDepth(memory));
    set.insertRange(begin, end);
    accesses.push_back({memory, kind, std::move(set)});
  }
  /// Adds what is in `bases`, moved by all of `shifts`.
  void addSum(Memory memory, AccessKind kind, const ElementSet &bases, const ElementSet &shifts) {
    ElementSet set(model.getDepth(memory));
    bases.forEach([&](int64_t base) { set.insertShifted(shifts, base); });
    accesses.push_back({memory, kind, std::move(set)});
  }
  /// The positions that a part of the micro-ops name in a memory.
  ElementSet getBases(const LoopShape &loop, Memory memory, uint32_t MicroOp::*part, int64_t begin,
                      int64_t end) const {
    ElementSet set(model.getDepth(memory));
    for (int64_t u = begin; u < end; ++u)
      set.insert(uops[size_t(loop.uopBegin + u)].*part);
    return set;
  }

  const DeviceModel &model;
  const Instruction &instruction;
  const std::vector<MicroOp> &uops;
  std::vector<Access> accesses;
};
} // namespace

void Collector::collectLoad() {
  TransferShape shape = getShape(model, instruction);
  if (PadValue(instruction.get(FieldId::Pad)) != PadValue::Keep) {
    addRange(shape.memory, AccessKind::Write, shape.sram, shape.sram + shape.getSramElements());
    return;
  }
  ElementSet set(model.getDepth(shape.memory));
  for (int64_t y = 0; y < shape.y; ++y) {
    int64_t begin = shape.sram + (shape.padTop + y) * shape.sramColumns + shape.padLeft;
    set.insertRange(begin, begin + shape.x);
  }
  accesses.push_back({shape.memory, AccessKind::Write, std::move(set)});
}

void Collector::collectStore() {
  TransferShape shape = getShape(model, instruction);
  addRange(Memory::Acc, AccessKind::Read, shape.sram, shape.sram + shape.getSramElements());
  if (model.getStore(instruction) != StoreForm::Requantize || !shape.movesData())
    return;
  int64_t base = instruction.get(FieldId::ScaleBase);
  int64_t count = instruction.has(FieldId::ScaleStep) ? shape.y : 1;
  addRange(Memory::Scale, AccessKind::Read, base, base + count);
}

void Collector::collectGemm() {
  LoopShape loop = getLoop(instruction);
  int64_t depth = model.getDepth(Memory::Acc);
  addRange(Memory::Uop, AccessKind::Read, loop.uopBegin, loop.uopBegin + loop.uopCount);
  ElementSet shifts = makeShifts(depth, loop.dstOut, loop.out, loop.dstIn, loop.in);
  ElementSet written = getBases(loop, Memory::Acc, &MicroOp::dst, 0, loop.uopCount);
  if (multiplies(instruction)) {
    addSum(Memory::Inp, AccessKind::Read,
           getBases(loop, Memory::Inp, &MicroOp::src, 0, loop.uopCount),
           makeShifts(model.getDepth(Memory::Inp), loop.srcOut, loop.out, loop.srcIn, loop.in));
    addSum(Memory::Wgt, AccessKind::Read,
           getBases(loop, Memory::Wgt, &MicroOp::wgt, 0, loop.uopCount),
           makeShifts(model.getDepth(Memory::Wgt), loop.wgtOut, loop.out, loop.wgtIn, loop.in));
    int64_t initialized = std::min(instruction.get(FieldId::InitCount), loop.uopCount);
    ElementSet read = getBases(loop, Memory::Acc, &MicroOp::dst, initialized, loop.uopCount);
    read.subtract(getBases(loop, Memory::Acc, &MicroOp::dst, 0, initialized));
    addSum(Memory::Acc, AccessKind::Read, read, shifts);
  }
  addSum(Memory::Acc, AccessKind::Write, written, shifts);
}

void Collector::collectAlu() {
  LoopShape loop = getLoop(instruction);
  int64_t depth = model.getDepth(Memory::Acc);
  addRange(Memory::Uop, AccessKind::Read, loop.uopBegin, loop.uopBegin + loop.uopCount);
  ElementSet shifts = makeShifts(depth, loop.dstOut, loop.out, loop.dstIn, loop.in);
  ElementSet written = getBases(loop, Memory::Acc, &MicroOp::dst, 0, loop.uopCount);
  if (!instruction.has(FieldId::UseImm))
    addSum(Memory::Acc, AccessKind::Read,
           getBases(loop, Memory::Acc, &MicroOp::src, 0, loop.uopCount),
           makeShifts(depth, loop.srcOut, loop.out, loop.srcIn, loop.in));
  if (readsDst(instruction))
    addSum(Memory::Acc, AccessKind::Read, written, shifts);
  addSum(Memory::Acc, AccessKind::Write, written, shifts);
}

std::vector<Access> dl::vdla::collectAccesses(const DeviceModel &model,
                                              const Instruction &instruction,
                                              const std::vector<MicroOp> &uops) {
  Collector collector(model, instruction, uops);
  switch (instruction.kind) {
  case InstructionKind::Load:
    collector.collectLoad();
    break;
  case InstructionKind::Store:
    collector.collectStore();
    break;
  case InstructionKind::Gemm:
    collector.collectGemm();
    break;
  case InstructionKind::Alu:
    collector.collectAlu();
    break;
  case InstructionKind::Configure:
  case InstructionKind::Nop:
  case InstructionKind::Finish:
    break;
  }
  return collector.take();
}

std::optional<ElementSet> dl::vdla::collectFirstReads(const DeviceModel &model,
                                                      const Instruction &instruction,
                                                      const std::vector<MicroOp> &uops) {
  constexpr int64_t mostSteps = int64_t(1) << 20;
  LoopShape loop = getLoop(instruction);
  if (loop.getSteps() > mostSteps)
    return std::nullopt;
  bool isGemm = instruction.kind == InstructionKind::Gemm;
  bool readsSrc = !isGemm && !instruction.has(FieldId::UseImm);
  int64_t firstReader = !isGemm                   ? (readsDst(instruction) ? 0 : loop.uopCount)
                        : multiplies(instruction) ? instruction.get(FieldId::InitCount)
                                                  : loop.uopCount;
  ElementSet reads(model.getDepth(Memory::Acc)), writes(model.getDepth(Memory::Acc));
  auto read = [&](int64_t position) {
    if (!writes.contains(position))
      reads.insert(position);
  };
  for (int64_t out = 0; out < loop.out; ++out)
    for (int64_t in = 0; in < loop.in; ++in)
      for (int64_t u = 0; u < loop.uopCount; ++u) {
        const MicroOp &uop = uops[size_t(loop.uopBegin + u)];
        int64_t dst = uop.dst + out * loop.dstOut + in * loop.dstIn;
        if (readsSrc)
          read(uop.src + out * loop.srcOut + in * loop.srcIn);
        if (u >= firstReader)
          read(dst);
        writes.insert(dst);
      }
  return reads;
}
