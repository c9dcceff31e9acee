//===-- ScheduleSample.cpp - write decisions into schedules ---------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass schedule-sample: decides what sequences leave open, at random. Input: the
// te level. Output: the same, each choice that a kernel's sequence makes with a
// decision that all steps of the sequence accept.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Schedule/IR/Sampler.h"
#include "dl/Dialect/Schedule/Transforms/Passes.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/IR/IRMapping.h"

namespace dl::schedule {
#define GEN_PASS_DEF_SCHEDULESAMPLEPASS
#include "dl/Dialect/Schedule/Transforms/Passes.h.inc"
} // namespace dl::schedule

using namespace mlir;
using namespace dl;
using namespace dl::schedule;

static bool isUndecided(Operation *op) {
  return isa<SampleTileOp, SampleCategoricalOp>(op) && !op->hasAttr("decision");
}

namespace {
struct ScheduleSample : dl::schedule::impl::ScheduleSamplePassBase<ScheduleSample> {
  using ScheduleSamplePassBase::ScheduleSamplePassBase;

  void runOnOperation() override {
    if (tries < 1) {
      emitError(UnknownLoc::get(&getContext()))
          << "expected schedule-sample to make at least one try, got tries=" << tries.getValue();
      return signalPassFailure();
    }
    ChanceDecides chance(seed);
    for (auto kernel : getOperation().getOps<func::FuncOp>())
      if (te::isKernel(kernel) && failed(sample(kernel, chance)))
        return signalPassFailure();
  }

  /// Decides what the kernel's sequence leaves open. Decisions for kernels before stand.
  LogicalResult sample(func::FuncOp kernel, Decider &chance) {
    for (int64_t number = 1;; ++number) {
      std::vector<Diagnostic> reasons;
      bool hasChoice = false;
      {
        // A refusal is one draw that failed: only the last is told.
        ScopedDiagnosticHandler handler(&getContext(), [&](Diagnostic &diagnostic) {
          reasons.push_back(std::move(diagnostic));
          return success();
        });
        if (succeeded(tryOnce(kernel, chance, hasChoice)))
          return success();
      }
      if (hasChoice && number < tries)
        continue;
      for (Diagnostic &reason : reasons)
        getContext().getDiagEngine().emit(std::move(reason));
      if (!hasChoice)
        return failure();
      return kernel.emitError("expected decisions that the steps of the schedule accept, found "
                              "none in ")
             << tries.getValue() << " tries; the last was refused for the reason above";
    }
  }

  /// One draw, on a copy: steps edit trees and may add kernels.
  LogicalResult tryOnce(func::FuncOp kernel, Decider &chance, bool &hasChoice) {
    SmallVector<Operation *> choices;
    getOperation().walk([&](Operation *op) {
      if (isUndecided(op))
        choices.push_back(op);
    });
    if (choices.empty())
      return success();
    IRMapping copies;
    OwningOpRef<Operation *> copy = getOperation()->clone(copies);
    Sampler::Decisions decisions;
    auto prepare = [&](transform::TransformState &state) {
      state.addExtension<Sampler>(chance, decisions);
    };
    auto copied = cast<func::FuncOp>(copies.lookup(kernel.getOperation()));
    LogicalResult result = applySequence(copied, prepare);
    hasChoice = !decisions.empty();
    if (failed(result))
      return failure();
    for (Operation *choice : choices)
      if (Attribute decision = decisions.lookup(copies.lookup(choice)))
        choice->setAttr("decision", decision);
    return success();
  }
};
} // namespace
