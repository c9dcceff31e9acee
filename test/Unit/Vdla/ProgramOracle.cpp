//===-- ProgramOracle.cpp - what the checker should say, found by running -===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ProgramOracle.h"

#include "dl/Vdla/FunctionalSim.h"

#include <map>
#include <set>
#include <tuple>

using namespace dl::vdla;
using namespace dl::vdla::test;

using F = FieldId;

namespace {
/// A place: a memory's number or 100 + a buffer's, and an element or byte.
using Place = std::pair<int, int64_t>;

/// Notes of one run, in the order of its instructions.
class Notes {
public:
  Notes(const DeviceModel &model, const Program &program)
      : model(model), program(program), uops(size_t(model.getDepth(Memory::Uop))) {
    signatures.resize(program.instructions.size());
  }
  void visit(int64_t index);

  /// By instruction, what it read and overwrote and who had written that.
  std::vector<std::vector<std::pair<Place, int64_t>>> signatures;
  bool readsUnwritten = false;

private:
  static Place place(Memory memory, int64_t element) { return {int(memory), element}; }
  void read(Place at) {
    auto found = writers.find(at);
    bool isKnown = found != writers.end();
    // Buffers have contents from the start.
    if (!isKnown && at.first < 100 && !initialised.count(at))
      readsUnwritten = true;
    signatures[size_t(current)].push_back({at, isKnown ? found->second : -1});
  }
  void write(Place at) {
    auto found = writers.find(at);
    signatures[size_t(current)].push_back({at, found == writers.end() ? -1 : found->second});
    writers[at] = current;
  }
  void visitTransfer(const Instruction &instruction, bool isLoad);
  void visitLoop(const Instruction &instruction);

  const DeviceModel &model;
  const Program &program;
  std::vector<MicroOp> uops;
  std::map<Place, int64_t> writers;
  /// Accumulators that the current pass has set.
  std::set<Place> initialised;
  int64_t current = 0;
};
} // namespace

void Notes::visitTransfer(const Instruction &instruction, bool isLoad) {
  auto get = [&](F field) { return instruction.get(field); };
  Memory memory = isLoad ? model.getLoad(instruction).memory : Memory::Acc;
  int64_t poolY = isLoad ? 1 : model.getPool(instruction).y;
  int64_t poolX = isLoad ? 1 : model.getPool(instruction).x;
  int64_t rows = get(F::PadTop) + get(F::Y) * poolY + get(F::PadBottom);
  int64_t columns = get(F::PadLeft) + get(F::X) * poolX + get(F::PadRight);
  bool keeps = PadValue(get(F::Pad)) == PadValue::Keep;
  int64_t bytes = model.getDramElementBytes(instruction), sram = get(F::Sram);
  for (int64_t row = 0; row < rows; ++row)
    for (int64_t column = 0; column < columns; ++column, ++sram) {
      int64_t y = row / poolY - get(F::PadTop), x = column / poolX - get(F::PadLeft);
      bool isData = y >= 0 && y < get(F::Y) && x >= 0 && x < get(F::X);
      int64_t element = get(F::Dram) + y * get(F::Stride) + x;
      for (int64_t i = 0; isData && isLoad && i < bytes; ++i)
        read({100 + instruction.buffer, element * bytes + i});
      if (isLoad && (isData || !keeps))
        write(place(memory, sram));
      if (isLoad && isData && memory == Memory::Uop)
        uops[size_t(sram)] = program.microOps[size_t(element)];
      if (!isLoad)
        read(place(memory, sram));
    }
  if (isLoad)
    return;
  for (int64_t y = 0; y < get(F::Y); ++y)
    for (int64_t x = 0; x < get(F::X); ++x) {
      if (model.getStore(instruction) == StoreForm::Requantize)
        read(place(Memory::Scale, get(F::ScaleBase) + get(F::ScaleStep) * y));
      for (int64_t i = 0; i < bytes; ++i)
        write({100 + instruction.buffer, (get(F::Dram) + y * get(F::Stride) + x) * bytes + i});
    }
}

void Notes::visitLoop(const Instruction &instruction) {
  auto get = [&](F field) { return instruction.get(field); };
  bool isGemm = instruction.kind == InstructionKind::Gemm;
  bool isMac = isGemm && GemmMode(get(F::Mode)) == GemmMode::Mac;
  bool isMove = !isGemm && AluOperation(get(F::Operation)) == AluOperation::Move;
  for (int64_t out = 0; out < get(F::IterOut); ++out)
    for (int64_t in = 0; in < get(F::IterIn); ++in) {
      initialised.clear();
      for (int64_t u = 0; u < get(F::UopCount); ++u) {
        read(place(Memory::Uop, get(F::UopBegin) + u));
        const MicroOp &uop = uops[size_t(get(F::UopBegin) + u)];
        Place dst = place(Memory::Acc, uop.dst + out * get(F::DstOut) + in * get(F::DstIn));
        int64_t src = uop.src + out * get(F::SrcOut) + in * get(F::SrcIn);
        if (isMac) {
          read(place(Memory::Inp, src));
          read(place(Memory::Wgt, uop.wgt + out * get(F::WgtOut) + in * get(F::WgtIn)));
        } else if (!isGemm && !get(F::UseImm)) {
          read(place(Memory::Acc, src));
        }
        if (isMac ? u >= get(F::InitCount) : !isGemm && !isMove)
          read(dst);
        else
          initialised.insert(dst);
        write(dst);
      }
    }
  initialised.clear();
}

void Notes::visit(int64_t index) {
  current = index;
  const Instruction &instruction = program.instructions[size_t(index)];
  if (isTransfer(instruction))
    visitTransfer(instruction, instruction.kind == InstructionKind::Load);
  else if (instruction.kind == InstructionKind::Gemm || instruction.kind == InstructionKind::Alu)
    visitLoop(instruction);
}

std::string dl::vdla::test::judge(const DeviceModel &model, const Program &program,
                                  const BufferContents &contents) {
  FunctionalOptions options;
  std::string error;
  auto run = [&] {
    BufferContents copy = contents;
    return runFunctional(model, program, copy, options, error);
  };
  if (!run())
    return "stuck";
  options.bounds = Bounds::Tokens;
  std::optional<Notes> first;
  int64_t size = int64_t(program.instructions.size());
  for (options.victim = -1; options.victim < size; ++options.victim) {
    options.order = options.victim < 0 ? Order::Program : Order::Delay;
    std::vector<int64_t> order = *run();
    if (order.back() != size - 1)
      return "finish too early";
    Notes notes(model, program);
    for (int64_t index : order)
      notes.visit(index);
    if (notes.readsUnwritten)
      return "reads what nothing wrote";
    if (first && notes.signatures != first->signatures)
      return "depends on the order";
    if (!first)
      first.emplace(std::move(notes));
  }
  // As many pops as pushes in each queue.
  std::map<int, int> tokens;
  for (const Instruction &instruction : program.instructions)
    for (F field : {F::PopPrev, F::PopNext, F::PushPrev, F::PushNext})
      if (instruction.has(field))
        tokens[model.getQueue(model.getStage(instruction), field)] +=
            field == F::PopPrev || field == F::PopNext ? -1 : 1;
  for (const auto &entry : tokens)
    if (entry.second != 0)
      return "tokens left";
  return "";
}
