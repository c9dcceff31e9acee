//===-- VerifyDistance.cpp - accumulators that are used too soon ----------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// V12. A step reads an accumulator that an earlier step of the same instruction writes, fewer
// cycles later than the pipeline needs. Steps of two passes differ by a few sums of the factors
// alone, so each pair of passes that is near enough is looked at once for all.
//
//===----------------------------------------------------------------------===//
#include "Verifier.h"

#include <algorithm>

using namespace dl::vdla;

namespace {
/// Two steps that are too near: positions of micro-ops in the loop, and steps between them.
struct Conflict {
  int64_t first, second, steps;
};
/// What a micro-op reads: `part` moved by these factors.
struct Operand {
  uint32_t MicroOp::*part;
  int64_t outFactor, inFactor;
};
} // namespace

/// Whether distance + o * outDifference + i * inDifference is 0 for some o from 0 to out - 1 and i
/// from inBegin to in - 1. Where that would take more than `work` steps, it is taken to be.
static bool hasZero(int64_t distance, int64_t outDifference, int64_t out, int64_t inDifference,
                    int64_t inBegin, int64_t in, int64_t &work) {
  for (int64_t i = inBegin; i < in; ++i) {
    if (--work < 0)
      return true;
    int64_t rest = -(distance + i * inDifference);
    if (outDifference == 0
            ? rest == 0
            : rest % outDifference == 0 && rest / outDifference >= 0 && rest / outDifference < out)
      return true;
    if (inDifference == 0)
      return false;
  }
  return false;
}

/// A write by micro-op `first` of some pass and a read by `second`, `passes` later, in which the
/// outer loop goes on by `wraps`.
static std::optional<Conflict> findConflict(const LoopShape &loop, const MicroOp *uops,
                                            const Operand &operand, int64_t firstReader,
                                            int64_t passes, int64_t wraps, int64_t least,
                                            int64_t &work) {
  int64_t in = passes - wraps * loop.in;
  // Passes from (o, i) to (o + wraps, i + in), where both are in the loops.
  int64_t inBegin = std::max<int64_t>(0, -in), inEnd = std::min(loop.in, loop.in - in);
  if (wraps >= loop.out || inBegin >= inEnd)
    return std::nullopt;
  for (int64_t second = firstReader; second < loop.uopCount; ++second) {
    int64_t begin = std::max<int64_t>(0, passes * loop.uopCount + second - least + 1);
    int64_t end = passes == 0 ? second : loop.uopCount;
    for (int64_t first = begin; first < end; ++first) {
      int64_t distance = int64_t(uops[first].dst) - int64_t(uops[second].*operand.part) -
                         wraps * operand.outFactor - in * operand.inFactor;
      if (hasZero(distance, loop.dstOut - operand.outFactor, loop.out - wraps,
                  loop.dstIn - operand.inFactor, inBegin, inEnd, work))
        return Conflict{first, second, passes * loop.uopCount + second - first};
    }
  }
  return std::nullopt;
}

void dl::vdla::checkWriteDistance(const DeviceModel &model, const Program &program, int64_t index,
                                  const std::vector<MicroOp> &uops, Findings &findings) {
  const Instruction &instruction = program.instructions[size_t(index)];
  const Pipeline &pipeline = model.getConfig().pipeline;
  bool isGemm = instruction.kind == InstructionKind::Gemm;
  if (pipeline.forwards || (!isGemm && instruction.kind != InstructionKind::Alu) ||
      (isGemm && !multiplies(instruction)))
    return;
  LoopShape loop = getLoop(instruction);
  int64_t interval = isGemm ? pipeline.gemmInterval : pipeline.aluInterval;
  int64_t least = (pipeline.writeToRead + interval - 1) / interval;
  std::vector<Operand> operands;
  if (isGemm || readsDst(instruction))
    operands.push_back({&MicroOp::dst, loop.dstOut, loop.dstIn});
  if (!isGemm && !instruction.has(FieldId::UseImm))
    operands.push_back({&MicroOp::src, loop.srcOut, loop.srcIn});
  int64_t work = int64_t(1) << 22;
  const MicroOp *first = &uops[size_t(loop.uopBegin)];
  for (const Operand &operand : operands)
    for (int64_t passes = 0; passes * loop.uopCount < least + loop.uopCount; ++passes)
      for (int64_t wraps : {passes / loop.in, passes / loop.in + 1}) {
        int64_t reader = isGemm ? instruction.get(FieldId::InitCount) : 0;
        std::optional<Conflict> conflict =
            findConflict(loop, first, operand, reader, passes, wraps, least, work);
        if (!conflict)
          continue;
        findings.add(Rule::WriteDistance, index, -1,
                     "instruction " + describe(program, index) + ": expected " +
                         std::to_string(least) +
                         " steps from a write of an accumulator to its next read, got " +
                         std::to_string(conflict->steps) + " from micro-op " +
                         std::to_string(loop.uopBegin + conflict->first) + " to " +
                         std::to_string(loop.uopBegin + conflict->second) +
                         "; put other accumulators between them");
        return;
      }
}
