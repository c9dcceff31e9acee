//===-- VerifyDram.cpp - races on buffers -----------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// V10. Transfers are rows of bytes, a stride apart. Of each pair that tokens do not order, one of
// them a store, the rows are compared; those that are ordered are never looked at.
//
//===----------------------------------------------------------------------===//
#include "Verifier.h"

#include <algorithm>

using namespace dl::vdla;

namespace {
/// Bytes of a buffer: `rows` times `width`, `stride` apart.
struct Rows {
  int64_t instruction;
  bool isWrite;
  int64_t begin, width, stride, rows;
  int64_t getEnd() const { return begin + (rows - 1) * stride + width; }
};
} // namespace

static int64_t divideDown(int64_t a, int64_t b) { return a / b - (a % b != 0 && a < 0); }

/// Whether rows with one stride meet: some whole k has width apart less than k * stride.
static bool meetWithStride(int64_t distance, int64_t widthA, int64_t widthB, int64_t stride,
                           int64_t rowsA, int64_t rowsB) {
  int64_t least = std::max(divideDown(distance - widthA, stride) + 1, 1 - rowsB);
  int64_t most = std::min(divideDown(distance + widthB - 1, stride), rowsA - 1);
  return least <= most;
}

/// `work` is what may still be done; when it is used up, rows of different strides count as meeting
/// where they are in the same part of a buffer.
static bool meet(const Rows &a, const Rows &b, int64_t &work) {
  if (a.begin >= b.getEnd() || b.begin >= a.getEnd())
    return false;
  int64_t distance = b.begin - a.begin;
  if (a.rows == 1 && b.rows == 1)
    return true;
  if (a.stride == b.stride || a.rows == 1 || b.rows == 1)
    return meetWithStride(distance, a.width, b.width, a.rows == 1 ? b.stride : a.stride, a.rows,
                          b.rows);
  const Rows &few = a.rows < b.rows ? a : b, &many = a.rows < b.rows ? b : a;
  for (int64_t row = 0; row < few.rows; ++row) {
    if (--work < 0)
      return true;
    if (meetWithStride(many.begin - (few.begin + row * few.stride), few.width, many.width,
                       many.stride, 1, many.rows))
      return true;
  }
  return false;
}

static Rows makeRows(const DeviceModel &model, const Program &program, int64_t index) {
  const Instruction &instruction = program.instructions[size_t(index)];
  TransferShape shape = getShape(model, instruction);
  Rows rows = {index,
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

void dl::vdla::checkDramRaces(const DeviceModel &model, const Program &program,
                              const HappensBefore &order, Findings &findings) {
  // By buffer and stage, in the order of the stage.
  std::vector<std::array<std::vector<Rows>, numStages>> transfers(program.buffers.size());
  for (int64_t i = 0; i < int64_t(program.instructions.size()); ++i) {
    const Instruction &instruction = program.instructions[size_t(i)];
    if (!isTransfer(instruction) || !getShape(model, instruction).movesData())
      continue;
    transfers[size_t(instruction.buffer)][unsigned(order.getStage(i))].push_back(
        makeRows(model, program, i));
  }
  int64_t work = int64_t(1) << 22;
  for (size_t buffer = 0; buffer < transfers.size(); ++buffer)
    for (const Rows &store : transfers[buffer][unsigned(Stage::Store)])
      for (Stage stage : {Stage::Load, Stage::Compute}) {
        const std::vector<Rows> &others = transfers[buffer][unsigned(stage)];
        // Those before the store end here; those after it begin where the loop stops.
        int64_t before = order.getClock(store.instruction, stage);
        auto first = std::lower_bound(others.begin(), others.end(), before,
                                      [&](const Rows &rows, int64_t clock) {
                                        return order.getPosition(rows.instruction) < clock;
                                      });
        for (; first != others.end() && !findings.isFull(); ++first) {
          if (order.isBefore(store.instruction, first->instruction))
            break;
          if (--work < 0) {
            findings.add(Rule::DramRace, store.instruction, -1,
                         "instruction " + describe(program, store.instruction) +
                             " is one of too many transfers of buffer " +
                             program.buffers[buffer].name +
                             " that no token orders for all to be compared; order them");
            return;
          }
          if (store.isWrite && meet(store, *first, work))
            findings.add(Rule::DramRace, store.instruction, first->instruction,
                         "instruction " + describe(program, store.instruction) +
                             " writes bytes of buffer " + program.buffers[buffer].name +
                             " that instruction " + describe(program, first->instruction) +
                             " reads, and " +
                             describeMissingEdge(model, program,
                                                 std::min(store.instruction, first->instruction),
                                                 std::max(store.instruction, first->instruction)));
        }
      }
}
