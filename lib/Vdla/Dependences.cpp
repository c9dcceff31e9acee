//===-- Dependences.cpp - what has to come before what --------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "dl/Vdla/Dependences.h"

#include "Accesses.h"
#include "DramRows.h"

#include <set>

using namespace dl::vdla;

namespace {
/// Goes through a program in its order and knows of each element who touched it last.
class DependenceWalk {
public:
  DependenceWalk(const DeviceModel &model, const Program &program)
      : model(model), program(program), uops(size_t(model.getDepth(Memory::Uop))),
        transfers(program.buffers.size()) {
    for (unsigned i = 0; i < numMemories; ++i)
      touches[i].resize(size_t(model.getDepth(Memory(i))));
  }

  void visit(int64_t index);
  std::vector<Dependence> take() const {
    std::vector<Dependence> result;
    for (const auto &[second, first] : found)
      result.push_back({first, second});
    return result;
  }

private:
  struct Touch {
    int64_t write = -1;
    std::array<int64_t, numStages> reads = {-1, -1, -1};
  };
  Stage getStage(int64_t index) const {
    return model.getStage(program.instructions[size_t(index)]);
  }
  void add(int64_t first, int64_t second) {
    // Neighbouring elements mostly have the same history.
    if (first < 0 || (first == latest.first && second == latest.second))
      return;
    latest = {first, second};
    if (getStage(first) != getStage(second))
      found.insert({second, first});
  }
  void touch(int64_t index, const Access &access);
  void touchBuffer(int64_t index);
  void loadMicroOps(const Instruction &load);

  const DeviceModel &model;
  const Program &program;
  std::vector<MicroOp> uops;
  std::array<std::vector<Touch>, numMemories> touches;
  /// By buffer, in the order of the program.
  std::vector<std::vector<DramRows>> transfers;
  std::array<int64_t, numStages> last = {-1, -1, -1};
  Dependence latest = {-1, -1};
  /// (second, first)
  std::set<std::pair<int64_t, int64_t>> found;
};
} // namespace

void DependenceWalk::touch(int64_t index, const Access &access) {
  std::vector<Touch> &memory = touches[unsigned(access.memory)];
  access.elements.forEach([&](int64_t element) {
    Touch &before = memory[size_t(element)];
    add(before.write, index);
    if (access.kind == AccessKind::Read) {
      before.reads[unsigned(getStage(index))] = index;
      return;
    }
    for (int64_t &read : before.reads) {
      if (read != index)
        add(read, index);
      read = -1;
    }
    before.write = index;
  });
}

void DependenceWalk::touchBuffer(int64_t index) {
  const Instruction &instruction = program.instructions[size_t(index)];
  if (!isTransfer(instruction) || !getShape(model, instruction).movesData())
    return;
  DramRows rows = makeDramRows(model, program, index);
  std::vector<DramRows> &others = transfers[size_t(instruction.buffer)];
  // Rows whose comparison would take too long count as meeting.
  int64_t work = int64_t(1) << 16;
  for (const DramRows &other : others)
    if ((rows.isWrite || other.isWrite) && meet(other, rows, work))
      add(other.instruction, index);
  others.push_back(rows);
}

void DependenceWalk::loadMicroOps(const Instruction &load) {
  TransferShape shape = getShape(model, load);
  int64_t position = shape.sram;
  for (int64_t y = 0; y < shape.y; ++y)
    for (int64_t x = 0; x < shape.x; ++x, ++position)
      uops[size_t(position)] = program.microOps[size_t(shape.dram + y * shape.stride + x)];
}

void DependenceWalk::visit(int64_t index) {
  const Instruction &instruction = program.instructions[size_t(index)];
  for (const Access &access : collectAccesses(model, instruction, uops))
    touch(index, access);
  touchBuffer(index);
  if (instruction.kind == InstructionKind::Load && model.getLoad(instruction).memory == Memory::Uop)
    loadMicroOps(instruction);
  if (instruction.kind == InstructionKind::Finish)
    for (int64_t before : last)
      add(before, index);
  last[unsigned(getStage(index))] = index;
}

std::vector<Dependence> dl::vdla::collectDependences(const DeviceModel &model,
                                                     const Program &program) {
  DependenceWalk walk(model, program);
  for (int64_t i = 0; i < int64_t(program.instructions.size()); ++i)
    walk.visit(i);
  return walk.take();
}
