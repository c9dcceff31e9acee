//===-- ReduceTokens.cpp - vdla-reduce-tokens -----------------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instructions stand in an order that tokens allow, so one walk knows of each which ones of each
// stage have finished before it starts: a vector clock (Fidge 1988, Mattern 1989). Nops do not
// count: what comes before or after one does not matter, only what it passes on.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Vdla/Transforms/Passes.h"

#include "dl/Dialect/Vdla/IR/TokenGraph.h"

namespace dl::vdla {
#define GEN_PASS_DEF_REDUCETOKENSPASS
#include "dl/Dialect/Vdla/Transforms/Passes.h.inc"
} // namespace dl::vdla

using namespace mlir;
using namespace dl::vdla;

/// How many instructions of each stage have finished, without nops.
using Clock = std::array<int64_t, numStages>;

static void join(Clock &clock, const Clock &other) {
  for (unsigned i = 0; i < numStages; ++i)
    clock[i] = std::max(clock[i], other[i]);
}

static bool isWithin(const Clock &clock, const Clock &other) {
  for (unsigned i = 0; i < numStages; ++i)
    if (clock[i] > other[i])
      return false;
  return true;
}

/// Drops what an instruction waits for if `before`, what it knows of its own stage, and the others
/// that it waits for know as much. Of two that know the same the later one stays.
static void reduceWaits(SmallVectorImpl<int64_t> &waits, const Clock &before,
                        ArrayRef<Clock> after) {
  for (size_t i = 0; i < waits.size();) {
    Clock others = before;
    for (size_t k = 0; k < waits.size(); ++k)
      if (k != i)
        join(others, after[size_t(waits[k])]);
    if (isWithin(after[size_t(waits[i])], others))
      waits.erase(waits.begin() + i);
    else
      ++i;
  }
}

/// Drops tokens of a graph. Returns how many.
static int64_t reduceTokens(TokenGraph &graph) {
  size_t count = graph.stages.size();
  // After each instruction, and after the last one of each stage.
  SmallVector<Clock> after(count, Clock{});
  std::array<Clock, numStages> last = {};
  int64_t dropped = 0;
  for (size_t i = 0; i < count; ++i) {
    unsigned stage = unsigned(graph.stages[i]);
    size_t given = graph.waits[i].size();
    reduceWaits(graph.waits[i], last[stage], after);
    dropped += int64_t(given - graph.waits[i].size());
    after[i] = last[stage];
    for (int64_t giver : graph.waits[i])
      join(after[i], after[size_t(giver)]);
    after[i][stage] += graph.instructions.program.instructions[i].kind != InstructionKind::Nop;
    last[stage] = after[i];
  }
  return dropped;
}

/// Drops nops that neither take nor give tokens.
static void dropIdleNops(ProgramOp program) {
  for (auto nop : llvm::make_early_inc_range(program.getBody().getOps<TokenNopOp>()))
    if (nop->getNumOperands() == 0 && nop->getNumResults() == 0)
      nop.erase();
}

namespace {
struct ReduceTokensPass : public dl::vdla::impl::ReduceTokensPassBase<ReduceTokensPass> {
  void runOnOperation() override {
    SmallVector<ProgramOp> changed;
    auto reduce = [&](ProgramOp program, const DeviceModel &, TokenGraph &graph) {
      numDropped += reduceTokens(graph);
      changed.push_back(program);
      return success();
    };
    if (failed(changeTokens(getOperation(), reduce)))
      return signalPassFailure();
    for (ProgramOp program : changed)
      dropIdleNops(program);
  }
};
} // namespace
