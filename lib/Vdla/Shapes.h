//===-- Shapes.h - what transfers and loops touch ---------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The positions of an instruction as numbers, for simulators and checker alike. All counts fit 64
// bits, since fields have at most 24 bits, positions in DRAM 32.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_VDLA_SHAPES_H
#define DL_LIB_VDLA_SHAPES_H

#include "dl/Vdla/Program.h"

namespace dl::vdla {

/// A load or store. DRAM: `y` rows of `x` elements, `stride` apart, from `dram` on. Scratchpad:
/// `sramRows` rows of `sramColumns` elements, one after the other from `sram` on.
struct TransferShape {
  Memory memory;
  int64_t sram, sramRows, sramColumns;
  int64_t dram, y, x, stride;
  /// Of one element in DRAM.
  int64_t elementBytes;
  /// Where the data lies among the padding of a load.
  int64_t padTop, padLeft;
  /// Of a store: the window of its pool.
  int64_t poolY, poolX;

  int64_t getSramElements() const { return sramRows * sramColumns; }
  bool movesData() const { return y > 0 && x > 0; }
  /// Behind the last element in DRAM, in elements; `dram` where nothing moves.
  int64_t getDramEnd() const { return movesData() ? dram + (y - 1) * stride + x : dram; }
};

inline TransferShape getShape(const DeviceModel &model, const Instruction &transfer) {
  TransferShape shape = {};
  shape.sram = transfer.get(FieldId::Sram);
  shape.dram = transfer.get(FieldId::Dram);
  shape.y = transfer.get(FieldId::Y);
  shape.x = transfer.get(FieldId::X);
  shape.stride = transfer.get(FieldId::Stride);
  shape.elementBytes = model.getDramElementBytes(transfer);
  shape.poolY = shape.poolX = 1;
  if (transfer.kind == InstructionKind::Load) {
    shape.memory = model.getLoad(transfer).memory;
    shape.padTop = transfer.get(FieldId::PadTop);
    shape.padLeft = transfer.get(FieldId::PadLeft);
    shape.sramRows = shape.padTop + shape.y + transfer.get(FieldId::PadBottom);
    shape.sramColumns = shape.padLeft + shape.x + transfer.get(FieldId::PadRight);
  } else {
    shape.memory = Memory::Acc;
    shape.poolY = model.getPool(transfer).y;
    shape.poolX = model.getPool(transfer).x;
    shape.sramRows = shape.y * shape.poolY;
    shape.sramColumns = shape.x * shape.poolX;
  }
  return shape;
}

/// A loop over micro-ops: for each of `out`, for each of `in`, for each micro-op.
struct LoopShape {
  int64_t uopBegin, uopCount, out, in;
  /// What a step of the loops adds to positions.
  int64_t dstOut, dstIn, srcOut, srcIn, wgtOut, wgtIn;

  bool isEmpty() const { return uopCount == 0 || out == 0 || in == 0; }
  /// At most 2^62: three counts of 24 bits can be more than 64 bits hold.
  int64_t getSteps() const {
    constexpr int64_t most = int64_t(1) << 62;
    int64_t passes = out * in;
    return passes != 0 && uopCount > most / passes ? most : uopCount * passes;
  }
  static int64_t getLast(int64_t outFactor, int64_t inFactor, const LoopShape &loop) {
    return (loop.out - 1) * outFactor + (loop.in - 1) * inFactor;
  }
  /// The largest that is added to a position.
  int64_t getLastDst() const { return getLast(dstOut, dstIn, *this); }
  int64_t getLastSrc() const { return getLast(srcOut, srcIn, *this); }
  int64_t getLastWgt() const { return getLast(wgtOut, wgtIn, *this); }
};

inline LoopShape getLoop(const Instruction &instruction) {
  auto get = [&](FieldId field) { return instruction.get(field); };
  return {get(FieldId::UopBegin), get(FieldId::UopCount), get(FieldId::IterOut),
          get(FieldId::IterIn),   get(FieldId::DstOut),   get(FieldId::DstIn),
          get(FieldId::SrcOut),   get(FieldId::SrcIn),    get(FieldId::WgtOut),
          get(FieldId::WgtIn)};
}

/// Whether a gemm multiplies, so that it reads inp and wgt.
inline bool multiplies(const Instruction &gemm) {
  return GemmMode(gemm.get(FieldId::Mode)) == GemmMode::Mac;
}

/// Whether an alu's results depend on the accumulators that it writes.
inline bool readsDst(const Instruction &alu) {
  return AluOperation(alu.get(FieldId::Operation)) != AluOperation::Move;
}

} // namespace dl::vdla

#endif // DL_LIB_VDLA_SHAPES_H
