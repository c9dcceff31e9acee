//===-- ScheduleDecide.cpp - make schedules from their choices ------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules run again: decided choices stay, open ones are left to chance.
//
//===----------------------------------------------------------------------===//
#include "SequenceWriter.h"

#include "Choices.h"
#include "dl/Dialect/Schedule/IR/Schedule.h"
#include "dl/Dialect/Schedule/IR/TargetSpec.h"
#include "dl/Dialect/Schedule/Transforms/Passes.h"
#include "dl/Schedule/DefaultSchedule.h"
#include "llvm/ADT/MapVector.h"

namespace dl::schedule {
#define GEN_PASS_DEF_SCHEDULEDECIDEPASS
#include "dl/Dialect/Schedule/Transforms/Passes.h.inc"
} // namespace dl::schedule

using namespace mlir;
using namespace dl;
using namespace dl::schedule;

namespace {
struct ScheduleDecide : dl::schedule::impl::ScheduleDecidePassBase<ScheduleDecide> {
  using ScheduleDecidePassBase::ScheduleDecidePassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(readTarget(module)))
      return signalPassFailure();
    SymbolTableCollection tables;
    llvm::MapVector<transform::NamedSequenceOp, func::FuncOp> kernels;
    for (auto kernel : module.getOps<func::FuncOp>()) {
      auto name = kernel->getAttrOfType<SymbolRefAttr>(ScheduleDialect::getSequenceAttrName());
      if (!te::isKernel(kernel) || !name || hasTrees(kernel))
        continue;
      auto sequence = tables.lookupNearestSymbolFrom<transform::NamedSequenceOp>(kernel, name);
      if (!sequence || !sequence->hasAttr(ScheduleDialect::getChoicesAttrName()))
        continue;
      auto [other, isFirst] = kernels.try_emplace(sequence, kernel);
      if (!isFirst) {
        InFlightDiagnostic error =
            kernel.emitError() << "expected a sequence with choices to schedule one kernel, but "
                               << name << " schedules @" << other->second.getSymName() << " too";
        error.attachNote() << "hint: write each its own with schedule-default";
        return signalPassFailure();
      }
    }
    ChanceDecides chance(seed);
    for (auto [sequence, kernel] : kernels) {
      RecordDecides decider(getDecisions(sequence), chance);
      SymbolTable &library = tables.getSymbolTable(sequence->getParentOp());
      library.erase(sequence);
      KernelSchedule plain = buildKernelSchedule(kernel);
      Trace trace = applyRules(plain, {vectorize, parallel, wide}, decider);
      SequenceWriter writer(library, kernel);
      writer.write(trace);
      setChoices(writer.getSequence(), trace.choices, /*areDecided=*/true);
    }
  }
};
} // namespace
