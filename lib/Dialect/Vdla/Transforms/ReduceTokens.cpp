//===-- ReduceTokens.cpp - vdla-reduce-tokens -----------------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instructions stand in an order that tokens allow, so one walk knows of each which ones of each
// stage have finished before it starts: a vector clock (Fidge 1988, Mattern 1989).
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

/// How many instructions of each stage have finished.
using Clock = std::array<int64_t, numStages>;

static void join(Clock &clock, const Clock &other) {
  for (unsigned i = 0; i < numStages; ++i)
    clock[i] = std::max(clock[i], other[i]);
}

/// Drops tokens of a graph. Returns how many.
static int64_t reduceTokens(TokenGraph &graph) {
  size_t count = graph.stages.size();
  /// After each instruction, and after the last one of each stage.
  SmallVector<Clock> after(count, Clock{});
  std::array<Clock, numStages> last = {};
  std::array<int64_t, numStages> finished = {};
  SmallVector<int64_t> positions(count);
  int64_t dropped = 0;
  for (size_t i = 0; i < count; ++i) {
    unsigned stage = unsigned(graph.stages[i]);
    Clock before = last[stage];
    SmallVector<int64_t> kept;
    // A later giver may come after an earlier one, never the other way round.
    for (int64_t giver : llvm::reverse(graph.waits[i])) {
      unsigned from = unsigned(graph.stages[size_t(giver)]);
      if (before[from] > positions[size_t(giver)]) {
        ++dropped;
        continue;
      }
      join(before, after[size_t(giver)]);
      kept.push_back(giver);
    }
    graph.waits[i].assign(kept.rbegin(), kept.rend());
    positions[i] = finished[stage]++;
    after[i] = before;
    after[i][stage] = finished[stage];
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
    WalkResult walk = getOperation()->walk([&](ProgramOp program) {
      if (program.getLevel() != ProgramLevel::Token)
        return WalkResult::skip();
      const DeviceModel &model = lookupConfig(program).getModel();
      FailureOr<TokenGraph> graph = readTokenGraph(program, model);
      if (failed(graph))
        return WalkResult::interrupt();
      numDropped += reduceTokens(*graph);
      writeTokenGraph(program, model, *graph);
      dropIdleNops(program);
      return WalkResult::skip();
    });
    if (walk.wasInterrupted())
      signalPassFailure();
  }
};
} // namespace
