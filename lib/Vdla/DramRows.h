//===-- DramRows.h - which bytes of a buffer a transfer moves -------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_VDLA_DRAMROWS_H
#define DL_LIB_VDLA_DRAMROWS_H

#include "Shapes.h"

namespace dl::vdla {

/// Bytes of a buffer: `rows` times `width`, `stride` apart.
struct DramRows {
  int64_t instruction;
  bool isWrite;
  int64_t begin, width, stride, rows;
  int64_t getEnd() const { return begin + (rows - 1) * stride + width; }
};

/// Of a transfer that moves data.
DramRows makeDramRows(const DeviceModel &model, const Program &program, int64_t index);

/// Whether two transfers of a buffer have bytes in common. `work` is what may still be done; when
/// it is used up, rows of different strides count as meeting where they are in the same part of a
/// buffer.
bool meet(const DramRows &a, const DramRows &b, int64_t &work);

} // namespace dl::vdla

#endif // DL_LIB_VDLA_DRAMROWS_H
