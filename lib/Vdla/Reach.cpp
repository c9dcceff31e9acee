//===-- Reach.cpp - how far an instruction reaches ------------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "dl/Vdla/Reach.h"

#include "Shapes.h"

#include <algorithm>

using namespace dl::vdla;

static Reach computeTransferReach(const DeviceModel &model, const Instruction &transfer) {
  Reach reach;
  TransferShape shape = getShape(model, transfer);
  reach.sram = shape.sram + shape.getSramElements();
  if (transfer.kind == InstructionKind::Store &&
      model.getStore(transfer) == StoreForm::Requantize && shape.movesData())
    reach.scale =
        transfer.get(FieldId::ScaleBase) + (transfer.has(FieldId::ScaleStep) ? shape.y : 1);
  return reach;
}

Reach dl::vdla::computeReach(const DeviceModel &model, const Instruction &instruction,
                             const std::vector<MicroOp> &uops) {
  if (isTransfer(instruction))
    return computeTransferReach(model, instruction);
  Reach reach;
  LoopShape loop = getLoop(instruction);
  if (loop.out == 0 || loop.in == 0)
    return reach;
  bool isGemm = instruction.kind == InstructionKind::Gemm && multiplies(instruction);
  bool isAlu = instruction.kind == InstructionKind::Alu && !instruction.has(FieldId::UseImm);
  for (const MicroOp &uop : uops) {
    reach.dst = std::max(reach.dst, uop.dst + loop.getLastDst() + 1);
    if (isGemm || isAlu)
      reach.src = std::max(reach.src, uop.src + loop.getLastSrc() + 1);
    if (isGemm)
      reach.wgt = std::max(reach.wgt, uop.wgt + loop.getLastWgt() + 1);
  }
  return reach;
}
