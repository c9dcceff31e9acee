//===-- VerifyBounds.cpp - rules of single instructions ---------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// V2 to V5: fields that fit each other, and positions inside of scratchpads and buffers.
//
//===----------------------------------------------------------------------===//
#include "Verifier.h"

#include <algorithm>

using namespace dl::vdla;

/// What is wrong with the epilogue of a store, or nothing.
static std::optional<std::string> checkEpilogue(const DeviceModel &model,
                                                const Instruction &store) {
  StoreForm form = model.getStore(store);
  std::vector<FieldId> unused;
  if (form != StoreForm::Requantize)
    unused = {FieldId::ScaleBase, FieldId::ScaleStep, FieldId::Round};
  if (form == StoreForm::Accumulator)
    unused.insert(unused.end(), {FieldId::Relu, FieldId::Saturate, FieldId::Pool});
  for (FieldId field : unused)
    if (store.has(field))
      return std::string("expected no ") + getName(field) + " in a store of source " +
             model.getValueName(CodeSet::Store, int64_t(form)) + ", which does not use it";
  return std::nullopt;
}

static std::optional<std::string> checkPadding(const DeviceModel &model, const Instruction &load) {
  Memory memory = model.getLoad(load).memory;
  if (memory != Memory::Inp && memory != Memory::Acc)
    for (FieldId field :
         {FieldId::Pad, FieldId::PadTop, FieldId::PadBottom, FieldId::PadLeft, FieldId::PadRight})
      if (load.has(field))
        return std::string("expected no ") + getName(field) + " in a load of " + getName(memory) +
               ", since only inp and acc are padded";
  // No token orders another stage's configure before this load.
  Stage stage = model.getStage(load);
  if (PadValue(load.get(FieldId::Pad)) == PadValue::ZeroPoint)
    for (const RegisterDesc &desc : model.getConfig().registers)
      if (desc.reg == Register::InpZeroPoint && desc.stage != stage)
        return std::string("expected pad zero_point in a load of stage ") + getName(desc.stage) +
               ", which sets the register inp_zero_point, got one of stage " + getName(stage);
  return std::nullopt;
}

static std::optional<std::string> checkLoops(const Instruction &instruction) {
  for (FieldId field : {FieldId::UopCount, FieldId::IterOut, FieldId::IterIn})
    if (!instruction.has(field))
      return std::string("expected ") + getName(field) + " of at least 1, got 0";
  if (instruction.kind == InstructionKind::Gemm && !multiplies(instruction) &&
      instruction.has(FieldId::InitCount))
    return "expected no init_count in a gemm that resets, which overwrites all";
  if (instruction.get(FieldId::InitCount) > instruction.get(FieldId::UopCount))
    return "expected init_count to be at most uop_count " +
           std::to_string(instruction.get(FieldId::UopCount)) + ", got " +
           std::to_string(instruction.get(FieldId::InitCount));
  return std::nullopt;
}

bool dl::vdla::checkInstruction(const DeviceModel &model, const Program &program, int64_t index,
                                Findings &findings) {
  const Instruction &instruction = program.instructions[size_t(index)];
  std::optional<std::string> reason = checkTokens(model, instruction);
  if (!reason && instruction.kind == InstructionKind::Store)
    reason = checkEpilogue(model, instruction);
  if (!reason && instruction.kind == InstructionKind::Load)
    reason = checkPadding(model, instruction);
  if (!reason &&
      (instruction.kind == InstructionKind::Gemm || instruction.kind == InstructionKind::Alu))
    reason = checkLoops(instruction);
  if (reason)
    findings.add(Rule::Instruction, index, -1,
                 "instruction " + describe(program, index) + ": " + *reason);
  return !reason;
}

namespace {
/// V3 to V5 of one instruction.
class BoundsCheck {
public:
  BoundsCheck(const DeviceModel &model, const Program &program, int64_t index,
              const std::vector<MicroOp> &uops, const ElementSet &loaded, Findings &findings)
      : model(model), program(program), index(index),
        instruction(program.instructions[size_t(index)]), uops(uops), loaded(loaded),
        findings(findings) {}

  bool checkTransfer();
  bool checkLoop();

private:
  bool fail(Rule rule, const std::string &message) {
    findings.add(rule, index, -1, "instruction " + describe(program, index) + ": " + message);
    return false;
  }
  bool checkEnd(Memory memory, int64_t end) {
    return end <= model.getDepth(memory) ||
           fail(Rule::ScratchpadBounds,
                "expected it to end in the " + std::to_string(model.getDepth(memory)) +
                    " elements of " + getName(memory) + ", got " + std::to_string(end));
  }
  bool checkBuffer(const TransferShape &shape);
  bool checkPart(Memory memory, uint32_t MicroOp::*part, const char *name, int64_t last);

  const DeviceModel &model;
  const Program &program;
  int64_t index;
  const Instruction &instruction;
  const std::vector<MicroOp> &uops;
  const ElementSet &loaded;
  Findings &findings;
};
} // namespace

bool BoundsCheck::checkBuffer(const TransferShape &shape) {
  if (!shape.movesData())
    return true;
  if (instruction.buffer == noBuffer)
    return fail(Rule::DramBounds, "expected a buffer that dram counts from; name one");
  const Buffer &buffer = program.buffers[size_t(instruction.buffer)];
  int64_t elements = buffer.bytes / shape.elementBytes;
  if (shape.getDramEnd() > elements)
    return fail(Rule::DramBounds, "expected it to end in the " + std::to_string(elements) +
                                      " elements of " + std::to_string(shape.elementBytes) +
                                      " bytes of buffer " + buffer.name + ", got " +
                                      std::to_string(shape.getDramEnd()));
  bool isLoad = instruction.kind == InstructionKind::Load;
  bool isUop = isLoad && model.getLoad(instruction).memory == Memory::Uop;
  if (isUop) {
    if (buffer.direction != Direction::MicroOps)
      return fail(Rule::MicroOps, "expected micro-ops from a buffer microops, so that they are "
                                  "known, got buffer " +
                                      buffer.name + ", which is " + getName(buffer.direction));
    if (shape.getDramEnd() > int64_t(program.microOps.size()))
      return fail(Rule::MicroOps,
                  "expected it to end in the " + std::to_string(program.microOps.size()) +
                      " micro-ops of the program, got " + std::to_string(shape.getDramEnd()));
    return true;
  }
  bool isAllowed = buffer.direction == Direction::InOut || buffer.direction == Direction::Scratch ||
                   buffer.direction == (isLoad ? Direction::In : Direction::Out);
  return isAllowed ||
         fail(Rule::DramBounds, std::string("expected to ") + (isLoad ? "load from" : "store to") +
                                    " a buffer that is " + (isLoad ? "in" : "out") +
                                    ", inout or scratch, got buffer " + buffer.name +
                                    ", which is " + getName(buffer.direction));
}

bool BoundsCheck::checkTransfer() {
  TransferShape shape = getShape(model, instruction);
  if (!checkEnd(shape.memory, shape.sram + shape.getSramElements()))
    return false;
  if (instruction.kind == InstructionKind::Store &&
      model.getStore(instruction) == StoreForm::Requantize) {
    int64_t rows = instruction.has(FieldId::ScaleStep) ? std::max<int64_t>(shape.y, 1) : 1;
    if (!checkEnd(Memory::Scale, instruction.get(FieldId::ScaleBase) + rows))
      return false;
  }
  return checkBuffer(shape);
}

bool BoundsCheck::checkPart(Memory memory, uint32_t MicroOp::*part, const char *name,
                            int64_t last) {
  LoopShape loop = getLoop(instruction);
  for (int64_t u = loop.uopBegin; u < loop.uopBegin + loop.uopCount; ++u) {
    int64_t position = uops[size_t(u)].*part;
    if (position + last >= model.getDepth(memory))
      return fail(Rule::ScratchpadBounds,
                  "expected " + std::string(name) + " of micro-op " + std::to_string(u) +
                      " in the " + std::to_string(model.getDepth(memory)) + " elements of " +
                      getName(memory) + ", got " + std::to_string(position + last) +
                      " at the last of " + std::to_string(loop.out) + " x " +
                      std::to_string(loop.in) + " iterations");
  }
  return true;
}

bool BoundsCheck::checkLoop() {
  LoopShape loop = getLoop(instruction);
  if (!checkEnd(Memory::Uop, loop.uopBegin + loop.uopCount))
    return false;
  for (int64_t u = loop.uopBegin; u < loop.uopBegin + loop.uopCount; ++u)
    if (!loaded.contains(u))
      return fail(Rule::MicroOps, "expected micro-op " + std::to_string(u) +
                                      " to be loaded before, got none; load it");
  if (!checkPart(Memory::Acc, &MicroOp::dst, "dst", loop.getLastDst()))
    return false;
  if (instruction.kind == InstructionKind::Alu)
    return instruction.has(FieldId::UseImm) ||
           checkPart(Memory::Acc, &MicroOp::src, "src", loop.getLastSrc());
  return !multiplies(instruction) ||
         (checkPart(Memory::Inp, &MicroOp::src, "src", loop.getLastSrc()) &&
          checkPart(Memory::Wgt, &MicroOp::wgt, "wgt", loop.getLastWgt()));
}

bool dl::vdla::checkBounds(const DeviceModel &model, const Program &program, int64_t index,
                           const std::vector<MicroOp> &uops, const ElementSet &loaded,
                           Findings &findings) {
  BoundsCheck check(model, program, index, uops, loaded, findings);
  switch (program.instructions[size_t(index)].kind) {
  case InstructionKind::Load:
  case InstructionKind::Store:
    return check.checkTransfer();
  case InstructionKind::Gemm:
  case InstructionKind::Alu:
    return check.checkLoop();
  case InstructionKind::Configure:
  case InstructionKind::Nop:
  case InstructionKind::Finish:
    break;
  }
  return true;
}
