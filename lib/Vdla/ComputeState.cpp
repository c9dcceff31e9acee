//===-- ComputeState.cpp - products and elementwise operations --*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "dl/Vdla/MachineState.h"

#include "Shapes.h"

#include <algorithm>
#include <array>

using namespace dl::vdla;

/// The inputs 2 * pair and 2 * pair + 1, where there is such.
static std::pair<int16_t, int16_t> getPair(const int8_t *inp, int64_t pair, int64_t blockIn) {
  return {inp[2 * pair], 2 * pair + 1 < blockIn ? inp[2 * pair + 1] : int8_t(0)};
}

/// acc[o] += sum over i of inp[i] * wgt[i / 2][o][i % 2], wrapping around.
static void multiplyRow(int32_t *acc, const int8_t *inp, const int16_t *wgt, bool overwrites,
                        int64_t blockIn, int64_t blockOut) {
  for (int64_t o = 0; o < blockOut; ++o) {
    uint32_t sum = overwrites ? 0 : uint32_t(acc[o]);
    for (int64_t pair = 0; 2 * pair < blockIn; ++pair) {
      auto [first, second] = getPair(inp, pair, blockIn);
      const int16_t *factors = wgt + (pair * blockOut + o) * 2;
      sum += uint32_t(first * factors[0] + second * factors[1]);
    }
    acc[o] = int32_t(sum);
  }
}

/// The same for a number of outputs that is known, whose sums stay in registers: compilers make one
/// instruction of the two products and their sum where the CPU has it.
template <int Outputs>
static void multiplyRowOf(int32_t *acc, const int8_t *inp, const int16_t *wgt, bool overwrites,
                          int64_t blockIn, int64_t /*blockOut*/) {
  std::array<uint32_t, Outputs> sums;
  for (int o = 0; o < Outputs; ++o)
    sums[o] = overwrites ? 0 : uint32_t(acc[o]);
  for (int64_t pair = 0; 2 * pair < blockIn; ++pair) {
    auto [first, second] = getPair(inp, pair, blockIn);
    const int16_t *factors = wgt + pair * Outputs * 2;
    for (int o = 0; o < Outputs; ++o)
      sums[o] += uint32_t(first * factors[2 * o] + second * factors[2 * o + 1]);
  }
  for (int o = 0; o < Outputs; ++o)
    acc[o] = int32_t(sums[o]);
}

/// The fastest of these for a machine; all compute the same.
static auto chooseMultiply(const TileShape &tile) {
  switch (tile.blockOut) {
  case 8:
    return multiplyRowOf<8>;
  case 16:
    return multiplyRowOf<16>;
  case 32:
    return multiplyRowOf<32>;
  default:
    return multiplyRow;
  }
}

/// Whether a loop stays inside of the micro-ops, and each micro-op inside of a memory.
static bool checkLoop(const DeviceModel &model, const LoopShape &loop, std::string &error) {
  if (loop.uopBegin + loop.uopCount <= model.getDepth(Memory::Uop))
    return true;
  error = "expected micro-ops that end in the " + std::to_string(model.getDepth(Memory::Uop)) +
          " elements of uop, got " + std::to_string(loop.uopBegin + loop.uopCount);
  return false;
}

static bool checkPosition(const DeviceModel &model, Memory memory, int64_t position,
                          std::string &error) {
  if (position < model.getDepth(memory))
    return true;
  error = "expected a position in the " + std::to_string(model.getDepth(memory)) + " elements of " +
          getName(memory) + ", got " + std::to_string(position);
  return false;
}

bool MachineState::gemm(const Instruction &instruction, std::string &error) {
  LoopShape loop = getLoop(instruction);
  if (!checkLoop(model, loop, error))
    return false;
  if (loop.isEmpty())
    return true;
  const MicroOp *uops = &uop[size_t(loop.uopBegin)];
  bool isMac = multiplies(instruction);
  for (int64_t u = 0; u < loop.uopCount; ++u)
    if (!checkPosition(model, Memory::Acc, uops[u].dst + loop.getLastDst(), error) ||
        (isMac && (!checkPosition(model, Memory::Inp, uops[u].src + loop.getLastSrc(), error) ||
                   !checkPosition(model, Memory::Wgt, uops[u].wgt + loop.getLastWgt(), error))))
      return false;
  const TileShape &tile = model.getConfig().tile;
  auto *kernel = chooseMultiply(tile);
  int64_t accLanes = model.getLanes(Memory::Acc), inpLanes = model.getLanes(Memory::Inp);
  int64_t wgtStride = getWgtStride(), initCount = instruction.get(FieldId::InitCount);
  for (int64_t out = 0; out < loop.out; ++out)
    for (int64_t in = 0; in < loop.in; ++in) {
      int64_t dst = out * loop.dstOut + in * loop.dstIn, src = out * loop.srcOut + in * loop.srcIn;
      int64_t wgtBase = out * loop.wgtOut + in * loop.wgtIn;
      for (int64_t u = 0; u < loop.uopCount; ++u) {
        int32_t *to = &acc[size_t((uops[u].dst + dst) * accLanes)];
        if (!isMac) {
          std::fill_n(to, accLanes, 0);
          continue;
        }
        const int8_t *from = &inp[size_t((uops[u].src + src) * inpLanes)];
        const int16_t *factors = &wgt[size_t((uops[u].wgt + wgtBase) * wgtStride)];
        for (int64_t b = 0; b < tile.batch; ++b)
          kernel(to + b * tile.blockOut, from + b * tile.blockIn, factors, u < initCount,
                 tile.blockIn, tile.blockOut);
      }
    }
  return true;
}

/// A shift to the right by `amount`, or to the left by a negative one, of the lowest five bits.
static int32_t shiftRight(int32_t value, int32_t amount) {
  uint32_t size = amount < 0 ? 0u - uint32_t(amount) : uint32_t(amount);
  return amount < 0 ? int32_t(uint32_t(value) << (size & 31)) : value >> (size & 31);
}

static int32_t compute(AluOperation operation, int32_t a, int32_t b) {
  switch (operation) {
  case AluOperation::Min:
    return std::min(a, b);
  case AluOperation::Max:
    return std::max(a, b);
  case AluOperation::Add:
    return int32_t(uint32_t(a) + uint32_t(b));
  case AluOperation::Shr:
    return shiftRight(a, b);
  case AluOperation::Mul:
    return int32_t(uint32_t(a) * uint32_t(b));
  case AluOperation::Move:
    break;
  }
  return b;
}

bool MachineState::alu(const Instruction &instruction, std::string &error) {
  LoopShape loop = getLoop(instruction);
  if (!checkLoop(model, loop, error))
    return false;
  if (loop.isEmpty())
    return true;
  const MicroOp *uops = &uop[size_t(loop.uopBegin)];
  bool usesImmediate = instruction.has(FieldId::UseImm);
  for (int64_t u = 0; u < loop.uopCount; ++u)
    if (!checkPosition(model, Memory::Acc, uops[u].dst + loop.getLastDst(), error) ||
        (!usesImmediate &&
         !checkPosition(model, Memory::Acc, uops[u].src + loop.getLastSrc(), error)))
      return false;
  auto operation = AluOperation(instruction.get(FieldId::Operation));
  int32_t immediate = int32_t(instruction.get(FieldId::Imm));
  int64_t lanes = model.getLanes(Memory::Acc);
  for (int64_t out = 0; out < loop.out; ++out)
    for (int64_t in = 0; in < loop.in; ++in)
      for (int64_t u = 0; u < loop.uopCount; ++u) {
        int32_t *to = &acc[size_t((uops[u].dst + out * loop.dstOut + in * loop.dstIn) * lanes)];
        const int32_t *from =
            usesImmediate
                ? nullptr
                : &acc[size_t((uops[u].src + out * loop.srcOut + in * loop.srcIn) * lanes)];
        for (int64_t lane = 0; lane < lanes; ++lane)
          to[lane] = compute(operation, to[lane], from ? from[lane] : immediate);
      }
  return true;
}
