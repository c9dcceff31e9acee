//===-- ComputeTest.cpp - single instructions against plain loops ---------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loops with all factors, each operation, each way of padding and each form of transfer, on the
// shipped machines and on an odd one.
//
//===----------------------------------------------------------------------===//
#include "Machines.h"
#include "OddMachine.h"
#include "RandomInstructions.h"

#include "dl/Vdla/FunctionalSim.h"
#include "dl/Vdla/Verify.h"

#include <algorithm>

using namespace dl::vdla;
using namespace dl::vdla::test;

using F = FieldId;

namespace {

/// A program that loads all scratchpads, does something, and stores all accumulators.
class Bench {
public:
  Bench(const DeviceModel &model, std::mt19937_64 &random) : model(model) {
    program.name = "bench";
    for (Memory memory : {Memory::Inp, Memory::Wgt, Memory::Acc}) {
      int64_t count = std::min<int64_t>(model.getDepth(memory), 40);
      program.buffers.push_back({std::string("of-") + getName(memory),
                                 count * model.getElementBytes(memory), Direction::In});
      add(makeTransfer(InstructionKind::Load, getName(memory), count))
          .set(F::PushNext, memory == Memory::Wgt);
    }
    program.instructions.back().set(F::PopPrev, 1);
    int64_t accs = program.instructions.back().get(F::X);
    program.buffers.push_back({"out", accs * model.getElementBytes(Memory::Acc), Direction::Out});
    program.buffers.push_back({"uops", 3 * model.getMicroOpBytes(), Direction::MicroOps});
    for (unsigned i = 0; i < 3; ++i) {
      MicroOp microOp;
      microOp.dst = uint32_t(draw(random, 0, 9));
      microOp.src = uint32_t(draw(random, 0, 9));
      microOp.wgt = uint32_t(draw(random, 0, 9));
      program.microOps.push_back(microOp);
    }
    add(makeTransfer(InstructionKind::Load, "uop", 3)).buffer = 4;
  }

  Instruction makeTransfer(InstructionKind kind, const char *form, int64_t count) const {
    Instruction transfer;
    transfer.kind = kind;
    transfer.buffer = int(program.buffers.size()) - 1;
    if (kind == InstructionKind::Load)
      transfer.set(F::Form, *model.lookupName(CodeSet::Load, form));
    return transfer.set(F::Y, 1).set(F::X, count).set(F::Stride, count);
  }
  Instruction &add(const Instruction &instruction) {
    program.instructions.push_back(instruction);
    return program.instructions.back();
  }

  /// Runs it on random data; the accumulators before and after.
  void run(std::mt19937_64 &random, std::vector<int32_t> &before, std::vector<int32_t> &after) {
    program.instructions.back().set(F::PushNext, 1);
    int64_t accs = program.buffers[3].bytes / model.getElementBytes(Memory::Acc);
    Instruction store = makeTransfer(InstructionKind::Store, "", accs);
    store.buffer = 3;
    add(store.set(F::PopPrev, 1).set(F::PushPrev, 1));
    Instruction finish;
    finish.kind = InstructionKind::Finish;
    add(finish.set(F::PopNext, 1));
    std::vector<Finding> findings = verify(model, program);
    ASSERT_TRUE(findings.empty()) << findings[0].message;
    std::string error;
    contents = *allocateBuffers(model, program, 1 << 24, error);
    for (unsigned i = 0; i < 3; ++i)
      for (uint8_t &byte : contents[i])
        byte = uint8_t(random());
    ASSERT_TRUE(runFunctional(model, program, contents, {}, error)) << error;
    before = readWords(contents[2]);
    after = readWords(contents[3]);
  }
  int8_t read(unsigned buffer, int64_t position) const {
    return int8_t(contents[buffer][size_t(position)]);
  }

  const DeviceModel &model;
  Program program;
  BufferContents contents;

private:
  static std::vector<int32_t> readWords(const std::vector<uint8_t> &bytes) {
    std::vector<int32_t> words;
    for (size_t i = 0; i < bytes.size(); i += 4)
      words.push_back(int32_t(uint32_t(bytes[i]) | uint32_t(bytes[i + 1]) << 8 |
                              uint32_t(bytes[i + 2]) << 16 | uint32_t(bytes[i + 3]) << 24));
    return words;
  }
};

Instruction makeLoop(InstructionKind kind, std::mt19937_64 &random) {
  Instruction loop;
  loop.kind = kind;
  loop.set(F::UopBegin, draw(random, 0, 1)).set(F::UopCount, draw(random, 1, 2));
  loop.set(F::IterOut, draw(random, 1, 3)).set(F::IterIn, draw(random, 1, 3));
  for (F factor : {F::DstOut, F::DstIn, F::SrcOut, F::SrcIn})
    loop.set(factor, draw(random, 0, 5));
  return loop;
}

/// Calls `visit` with the number of the micro-op in its pass and positions in the scratchpads.
template <typename VisitT>
void forEachStep(const Instruction &loop, const Program &program, VisitT visit) {
  for (int64_t out = 0; out < loop.get(F::IterOut); ++out)
    for (int64_t in = 0; in < loop.get(F::IterIn); ++in)
      for (int64_t u = 0; u < loop.get(F::UopCount); ++u) {
        const MicroOp &uop = program.microOps[size_t(loop.get(F::UopBegin) + u)];
        visit(u, uop.dst + out * loop.get(F::DstOut) + in * loop.get(F::DstIn),
              uop.src + out * loop.get(F::SrcOut) + in * loop.get(F::SrcIn),
              uop.wgt + out * loop.get(F::WgtOut) + in * loop.get(F::WgtIn));
      }
}

std::vector<DeviceModel> getModels() {
  std::vector<DeviceModel> models = {makeModel(makeOddMachine())};
  for (const std::string &name : machineNames)
    models.push_back(getMachine(name));
  return models;
}

TEST(ComputeTest, Gemm) {
  std::mt19937_64 random = makeRandom(22);
  for (const DeviceModel &model : getModels())
    for (unsigned i = 0; i < 20; ++i) {
      Bench bench(model, random);
      Instruction gemm = makeLoop(InstructionKind::Gemm, random);
      gemm.set(F::WgtOut, draw(random, 0, 5)).set(F::WgtIn, draw(random, 0, 5));
      bool isReset = i % 5 == 0;
      gemm.set(F::Mode, int64_t(isReset ? GemmMode::Reset : GemmMode::Mac));
      gemm.set(F::InitCount, isReset ? 0 : draw(random, 0, gemm.get(F::UopCount)));
      bench.add(gemm);
      std::vector<int32_t> acc, after;
      bench.run(random, acc, after);
      const TileShape &tile = model.getConfig().tile;
      forEachStep(gemm, bench.program, [&](int64_t u, int64_t dst, int64_t src, int64_t wgt) {
        for (int64_t b = 0; b < tile.batch; ++b)
          for (int64_t o = 0; o < tile.blockOut; ++o) {
            int32_t &to = acc[size_t((dst * tile.batch + b) * tile.blockOut + o)];
            uint32_t sum = isReset || u < gemm.get(F::InitCount) ? 0 : uint32_t(to);
            for (int64_t k = 0; !isReset && k < tile.blockIn; ++k)
              sum += uint32_t(bench.read(0, (src * tile.batch + b) * tile.blockIn + k) *
                              bench.read(1, (wgt * tile.blockOut + o) * tile.blockIn + k));
            to = int32_t(sum);
          }
      });
      ASSERT_EQ(acc, after) << model.getConfig().name << " " << i;
    }
}

int32_t computePlainly(AluOperation operation, int32_t a, int32_t b) {
  switch (operation) {
  case AluOperation::Min:
    return a < b ? a : b;
  case AluOperation::Max:
    return a < b ? b : a;
  case AluOperation::Add:
    return int32_t(uint32_t(int64_t(a) + b));
  case AluOperation::Mul:
    return int32_t(uint32_t(uint64_t(int64_t(a) * b)));
  case AluOperation::Shr: {
    int64_t size = (b < 0 ? -int64_t(b) : int64_t(b)) % 32, factor = int64_t(1) << size;
    if (b < 0)
      return int32_t(uint32_t(uint64_t(a) * uint64_t(factor)));
    return int32_t(a / factor - (a % factor < 0));
  }
  case AluOperation::Move:
    break;
  }
  return b;
}

TEST(ComputeTest, Alu) {
  std::mt19937_64 random = makeRandom(23);
  for (const DeviceModel &model : getModels())
    for (unsigned i = 0; i < 36; ++i) {
      Bench bench(model, random);
      Instruction alu = makeLoop(InstructionKind::Alu, random);
      auto operation = AluOperation(i % 6);
      bool usesImmediate = i / 6 % 2;
      int64_t immediate =
          operation == AluOperation::Shr ? draw(random, -40, 40) : draw(random, -70000, 70000);
      alu.set(F::Operation, int64_t(operation)).set(F::UseImm, usesImmediate);
      alu.set(F::Imm, usesImmediate ? immediate : 0);
      bench.add(alu);
      std::vector<int32_t> acc, after;
      bench.run(random, acc, after);
      size_t lanes = size_t(model.getLanes(Memory::Acc));
      forEachStep(alu, bench.program, [&](int64_t, int64_t dst, int64_t src, int64_t) {
        for (size_t lane = 0; lane < lanes; ++lane) {
          int32_t &to = acc[size_t(dst) * lanes + lane];
          to = computePlainly(operation, to,
                              usesImmediate ? int32_t(immediate) : acc[size_t(src) * lanes + lane]);
        }
      });
      ASSERT_EQ(acc, after) << model.getConfig().name << " " << i;
    }
}

TEST(ComputeTest, PaddedLoads) {
  std::mt19937_64 random = makeRandom(24);
  const int64_t zeroPoint = -7;
  for (const DeviceModel &shipped : getModels()) {
    // The register of the stage that pads accumulators.
    Config config = shipped.getConfig();
    config.registers[0].stage = Stage::Compute;
    DeviceModel model = makeModel(config);
    for (unsigned i = 0; i < 16; ++i) {
      Bench bench(model, random);
      auto pad = PadValue(i % 4);
      bool isNarrow = i / 4 % 2;
      Instruction configure;
      configure.kind = InstructionKind::Configure;
      configure.set(F::Register, int64_t(Register::InpZeroPoint)).set(F::Value, zeroPoint);
      bench.program.instructions.insert(bench.program.instructions.begin(), configure);
      Instruction load =
          bench.makeTransfer(InstructionKind::Load, isNarrow ? "acc_narrow" : "acc", 3);
      load.buffer = 2;
      load.set(F::Sram, 4).set(F::Dram, 1).set(F::Y, 2).set(F::Stride, 5).set(F::Pad, int64_t(pad));
      load.set(F::PadTop, 1).set(F::PadBottom, 2).set(F::PadLeft, 1).set(F::PadRight, 1);
      bench.add(load);
      std::vector<int32_t> acc, after;
      bench.run(random, acc, after);
      std::vector<int32_t> source = acc;
      int64_t lanes = model.getLanes(Memory::Acc);
      for (int64_t row = 0; row < 5; ++row)
        for (int64_t column = 0; column < 5; ++column)
          for (int64_t lane = 0; lane < lanes; ++lane) {
            int32_t &to = acc[size_t((4 + row * 5 + column) * lanes + lane)];
            bool isData = row >= 1 && row < 3 && column >= 1 && column < 4;
            int64_t from = (1 + (row - 1) * 5 + column - 1) * lanes + lane;
            if (isData)
              to = isNarrow ? bench.read(2, from) : source[size_t(from)];
            else if (pad != PadValue::Keep)
              to = pad == PadValue::Zero        ? 0
                   : pad == PadValue::ZeroPoint ? int32_t(zeroPoint)
                   : isNarrow                   ? -128
                                                : INT32_MIN;
          }
      ASSERT_EQ(acc, after) << model.getConfig().name << " " << i;
    }
  }
}

} // namespace
