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

using namespace dl::vdla;

/// acc[o] += sum over i of inp[i] * wgt[o][i], for `batch` rows of inp and acc, wrapping around.
/// With Block other than 0 both sizes are it, so that the compiler knows them.
template <int64_t Block>
static void multiply(int32_t *acc, const int8_t *inp, const int8_t *wgt, bool overwrites,
                     const TileShape &tile) {
  int64_t blockIn = Block ? Block : tile.blockIn, blockOut = Block ? Block : tile.blockOut;
  for (int64_t b = 0; b < tile.batch; ++b)
    for (int64_t o = 0; o < blockOut; ++o) {
      int32_t &to = acc[b * blockOut + o];
      uint32_t sum = overwrites ? 0 : uint32_t(to);
      for (int64_t i = 0; i < blockIn; ++i)
        sum += uint32_t(int32_t(inp[b * blockIn + i]) * wgt[o * blockIn + i]);
      to = int32_t(sum);
    }
}

static auto chooseMultiply(const TileShape &tile) {
  bool isSquare = tile.blockIn == tile.blockOut;
  return isSquare && tile.blockIn == 8    ? multiply<8>
         : isSquare && tile.blockIn == 16 ? multiply<16>
         : isSquare && tile.blockIn == 32 ? multiply<32>
                                          : multiply<0>;
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
  int64_t wgtLanes = model.getLanes(Memory::Wgt), initCount = instruction.get(FieldId::InitCount);
  for (int64_t out = 0; out < loop.out; ++out)
    for (int64_t in = 0; in < loop.in; ++in) {
      int64_t dst = out * loop.dstOut + in * loop.dstIn, src = out * loop.srcOut + in * loop.srcIn;
      int64_t wgtBase = out * loop.wgtOut + in * loop.wgtIn;
      for (int64_t u = 0; u < loop.uopCount; ++u) {
        int32_t *to = &acc[size_t((uops[u].dst + dst) * accLanes)];
        if (isMac)
          kernel(to, &inp[size_t((uops[u].src + src) * inpLanes)],
                 &wgt[size_t((uops[u].wgt + wgtBase) * wgtLanes)], u < initCount, tile);
        else
          std::fill_n(to, accLanes, 0);
      }
    }
  return true;
}

/// A shift to the right by `amount`, or to the left by a negative one, of the lowest five bits.
static int32_t shiftRight(int32_t value, int32_t amount) {
  uint32_t size = amount < 0 ? 0u - uint32_t(amount) : uint32_t(amount);
  return amount < 0 ? int32_t(uint32_t(value) << (size & 31)) : value >> (size & 31);
}

static int32_t compute(Operation operation, int32_t a, int32_t b) {
  switch (operation) {
  case Operation::Min:
    return std::min(a, b);
  case Operation::Max:
    return std::max(a, b);
  case Operation::Add:
    return int32_t(uint32_t(a) + uint32_t(b));
  case Operation::Shr:
    return shiftRight(a, b);
  case Operation::Mul:
    return int32_t(uint32_t(a) * uint32_t(b));
  case Operation::Move:
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
  auto operation = Operation(instruction.get(FieldId::Operation));
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
