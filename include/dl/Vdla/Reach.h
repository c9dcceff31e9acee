//===-- Reach.h - how far an instruction reaches ----------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef DL_VDLA_REACH_H
#define DL_VDLA_REACH_H

#include "dl/Vdla/Program.h"

namespace dl::vdla {

/// Behind the last position that an instruction touches, by the field or the part of micro-ops that
/// says where it begins: `sram` and `scale` of transfers, the others of loops. 0 where it touches
/// nothing.
struct Reach {
  int64_t sram = 0, scale = 0, dst = 0, src = 0, wgt = 0;
};

/// `uops` are those that the loop of a gemm or alu goes through.
Reach computeReach(const DeviceModel &model, const Instruction &instruction,
                   const std::vector<MicroOp> &uops);

} // namespace dl::vdla

#endif // DL_VDLA_REACH_H
