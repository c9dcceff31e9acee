//===-- DramRows.cpp - which bytes of a buffer a transfer moves -----------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "DramRows.h"

#include <algorithm>

using namespace dl::vdla;

static int64_t divideDown(int64_t a, int64_t b) { return a / b - (a % b != 0 && a < 0); }

/// Whether rows with one stride meet: some whole k has width apart less than k * stride.
static bool meetWithStride(int64_t distance, int64_t widthA, int64_t widthB, int64_t stride,
                           int64_t rowsA, int64_t rowsB) {
  int64_t least = std::max(divideDown(distance - widthA, stride) + 1, 1 - rowsB);
  int64_t most = std::min(divideDown(distance + widthB - 1, stride), rowsA - 1);
  return least <= most;
}

bool dl::vdla::meet(const DramRows &a, const DramRows &b, int64_t &work) {
  if (a.begin >= b.getEnd() || b.begin >= a.getEnd())
    return false;
  int64_t distance = b.begin - a.begin;
  if (a.rows == 1 && b.rows == 1)
    return true;
  if (a.stride == b.stride || a.rows == 1 || b.rows == 1)
    return meetWithStride(distance, a.width, b.width, a.rows == 1 ? b.stride : a.stride, a.rows,
                          b.rows);
  const DramRows &few = a.rows < b.rows ? a : b, &many = a.rows < b.rows ? b : a;
  for (int64_t row = 0; row < few.rows; ++row) {
    if (--work < 0)
      return true;
    if (meetWithStride(many.begin - (few.begin + row * few.stride), few.width, many.width,
                       many.stride, 1, many.rows))
      return true;
  }
  return false;
}

DramRows dl::vdla::makeDramRows(const DeviceModel &model, const Program &program, int64_t index) {
  const Instruction &instruction = program.instructions[size_t(index)];
  TransferShape shape = getShape(model, instruction);
  DramRows rows = {index,
                   instruction.kind == InstructionKind::Store,
                   shape.dram * shape.elementBytes,
                   shape.x * shape.elementBytes,
                   shape.stride * shape.elementBytes,
                   shape.y};
  // Rows that follow each other without a gap, or lie on each other, are one.
  if (rows.rows > 1 && rows.stride <= rows.width) {
    rows.width = rows.getEnd() - rows.begin;
    rows.rows = 1;
  }
  return rows;
}
