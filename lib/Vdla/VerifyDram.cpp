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
#include "DramRows.h"
#include "Verifier.h"

#include <algorithm>

using namespace dl::vdla;

void dl::vdla::checkDramRaces(const DeviceModel &model, const Program &program,
                              const HappensBefore &order, Findings &findings) {
  // By buffer and stage, in the order of the stage.
  std::vector<std::array<std::vector<DramRows>, numStages>> transfers(program.buffers.size());
  for (int64_t i = 0; i < int64_t(program.instructions.size()); ++i) {
    const Instruction &instruction = program.instructions[size_t(i)];
    if (!isTransfer(instruction) || !getShape(model, instruction).movesData())
      continue;
    transfers[size_t(instruction.buffer)][unsigned(order.getStage(i))].push_back(
        makeDramRows(model, program, i));
  }
  int64_t work = int64_t(1) << 22;
  for (size_t buffer = 0; buffer < transfers.size(); ++buffer)
    for (const DramRows &store : transfers[buffer][unsigned(Stage::Store)])
      for (Stage stage : {Stage::Load, Stage::Compute}) {
        const std::vector<DramRows> &others = transfers[buffer][unsigned(stage)];
        // Those before the store end here; those after it begin where the loop stops.
        int64_t before = order.getClock(store.instruction, stage);
        auto first = std::lower_bound(others.begin(), others.end(), before,
                                      [&](const DramRows &rows, int64_t clock) {
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
