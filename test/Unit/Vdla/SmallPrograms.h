//===-- SmallPrograms.h - random programs that mostly come to their end ---===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef DL_TEST_VDLA_SMALLPROGRAMS_H
#define DL_TEST_VDLA_SMALLPROGRAMS_H

#include "RandomInstructions.h"

#include "dl/Vdla/Assembly.h"

namespace dl::vdla::test {

/// A few instructions over a few elements, with tokens of pairs that follow each other, some of
/// them missing.
inline Program makeSmallProgram(const DeviceModel &model, std::mt19937_64 &random) {
  auto bytes = [&](int64_t elements, Memory memory) {
    return std::to_string(elements * model.getElementBytes(memory));
  };
  std::string text = "program p\nbuffer x in " + bytes(16, Memory::Inp) + "\nbuffer w in " +
                     bytes(8, Memory::Wgt) + "\nbuffer y inout " + bytes(8, Memory::Inp) +
                     "\nbuffer u microops " + bytes(3, Memory::Uop) +
                     "\nuop dst=0 src=0 wgt=0\nuop dst=2 src=1 wgt=1\nuop dst=1 src=2 "
                     "wgt=0\nload uop dram=%u y=1 x=3 stride=3\n";
  auto number = [&](int64_t most) { return std::to_string(draw(random, 0, most)); };
  unsigned size = unsigned(draw(random, 3, 9));
  // Mostly after something has been written.
  if (random() % 16 != 0)
    text += "load inp dram=%x y=1 x=8\nload wgt dram=%w y=1 x=4 push_next\nalu move uop_count=1 "
            "iter_out=1 iter_in=8 dst_in=1 use_imm imm=3 pop_prev\n";
  for (unsigned i = 0; i < size; ++i)
    switch (random() % 6) {
    case 0:
      text += "load inp sram=" + number(3) + " dram=%" + (random() % 4 ? "x" : "y") + "+" +
              number(3) + " y=" + number(2) + " x=" + number(2) + " stride=" + number(2) + "\n";
      break;
    case 1:
      text += "load wgt sram=" + number(1) + " dram=%w+" + number(3) + " y=1 x=1\n";
      break;
    case 2:
      text += "gemm mac uop_count=" + std::to_string(draw(random, 1, 3)) +
              " iter_out=1 iter_in=" + std::to_string(draw(random, 1, 3)) +
              " init_count=" + number(1) + " dst_in=" + number(2) + " src_in=" + number(2) + "\n";
      break;
    case 3:
      text += std::string("alu ") + (random() % 2 ? "move" : "add") + " uop_begin=" + number(2) +
              " uop_count=1 iter_out=1 iter_in=" + std::to_string(draw(random, 1, 3)) +
              " dst_in=" + number(2) + " src_in=1" + (random() % 2 ? " use_imm imm=5\n" : "\n");
      break;
    default:
      text +=
          "store narrow sram=" + number(3) + " dram=%y+" + number(3) + " y=1 x=" + number(3) + "\n";
    }
  text += random() % 16 == 0
              ? "finish\n"
              : "nop load push_next\nnop store push_prev\nfinish pop_prev pop_next\n";
  std::string error;
  Program program = *assemble(model, text, error);

  // Tokens in the order of the program, so that most programs come to their end.
  int64_t end = int64_t(program.instructions.size());
  for (int64_t first = 0; first < end; ++first)
    for (int64_t second = first + 1; second < end; ++second) {
      Instruction &from = program.instructions[size_t(first)];
      Instruction &to = program.instructions[size_t(second)];
      int distance = int(model.getStage(to)) - int(model.getStage(from));
      if ((distance != 1 && distance != -1) || random() % 8 == 0)
        continue;
      FieldId push = distance == 1 ? FieldId::PushNext : FieldId::PushPrev;
      FieldId pop = distance == 1 ? FieldId::PopPrev : FieldId::PopNext;
      if (!from.has(push) && !to.has(pop)) {
        from.set(push, random() % 64 != 0);
        to.set(pop, random() % 64 != 0);
      }
    }
  return program;
}

} // namespace dl::vdla::test

#endif // DL_TEST_VDLA_SMALLPROGRAMS_H
