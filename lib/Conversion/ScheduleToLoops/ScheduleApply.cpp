//===-- ScheduleApply.cpp - make the loops that the schedules describe ----===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass schedule-apply: interpret each kernel's sequence, let callers pack
// operands whose layout it changed, inline, plan loops, make them, compare them with
// the plan. Input: the te level. Output: the scheduled level.
//
//===----------------------------------------------------------------------===//
#include "LocateLoops.h"
#include "LoopCheck.h"
#include "LoopGenerator.h"
#include "PrepackOperands.h"

#include "dl/Conversion/ScheduleToLoops/ScheduleToLoops.h"
#include "dl/Dialect/Dl/IR/Level.h"
#include "dl/Dialect/Schedule/IR/Schedule.h"
#include "dl/Dialect/Schedule/IR/TargetSpec.h"
#include "dl/Dialect/Schedule/Transforms/Passes.h"
#include "dl/Schedule/Legality.h"
#include "dl/Schedule/Primitives/Bind.h"
#include "dl/Support/OutputFile.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Transform/IR/TransformDialect.h"
#include "mlir/Dialect/Transform/IR/TransformOps.h"
#include "mlir/IR/Verifier.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace dl::schedule {
#define GEN_PASS_DEF_SCHEDULEAPPLYPASS
#include "dl/Conversion/ScheduleToLoops/Passes.h.inc"
} // namespace dl::schedule

using namespace mlir;
using namespace dl;
using namespace dl::schedule;

/// Loops of bound axes tell their index, for targets that run the iterations at once.
static void markBoundLoops(func::FuncOp function, const KernelSchedule &kernel) {
  function.walk([&](scf::ForOp loop) {
    auto axis = loop->getAttrOfType<ArrayAttr>(loopAxisAttrName);
    int stage = axis ? kernel.lookup(cast<StringAttr>(axis[0]).getValue().str()) : -1;
    if (stage == -1)
      return;
    const IterationTree &tree = kernel[stage].tree;
    AxisId leaf = tree.lookup(cast<StringAttr>(axis[1]).getValue().str());
    if (leaf != -1 && isBound(tree[leaf].annotation))
      loop->setAttr(bindAttrName, StringAttr::get(function.getContext(),
                                                  getAnnotationName(tree[leaf].annotation)));
  });
}

/// Trees may come from text, without steps that would have refused them.
static LogicalResult checkTrees(func::FuncOp kernel) {
  KernelSchedule schedule = buildKernelSchedule(kernel);
  int stage = -1;
  std::optional<Refusal> refusal = checkKernel(schedule, &stage);
  if (!refusal)
    return success();
  SmallVector<te::ComputeOp> stages = getStages(kernel);
  InFlightDiagnostic diagnostic = stages[stage].emitOpError("has a schedule that is not legal: ")
                                  << refusal->reason;
  if (!refusal->hint.empty())
    diagnostic << "; " << refusal->hint;
  if (refusal->stage != stage)
    diagnostic.attachNote(stages[refusal->stage].getLoc()) << "the other stage";
  return diagnostic;
}

/// Plans the loops of a kernel, makes them, and compares them with the plan.
static LogicalResult makePlannedLoops(func::FuncOp kernel, PlanMode mode) {
  FailureOr<PlannedKernel> planned = planKernel(kernel, mode);
  if (failed(planned))
    return failure();
  OpBuilder builder(kernel.getContext());
  if (failed(LoopGenerator(kernel, builder, *planned).run()))
    return failure();
  markBoundLoops(kernel, planned->kernel);
  return checkLoops(kernel, *planned);
}

LogicalResult dl::schedule::makeLoops(func::FuncOp kernel) {
  if (failed(checkTrees(kernel)))
    return failure();
  inlineStages(kernel);
  return makePlannedLoops(kernel, PlanMode::Loops);
}

LogicalResult dl::schedule::convertStagesToLinalg(func::FuncOp kernel) {
  return makePlannedLoops(kernel, PlanMode::WholeStages);
}

namespace {
struct ScheduleApply : dl::schedule::impl::ScheduleApplyPassBase<ScheduleApply> {
  using ScheduleApplyPassBase::ScheduleApplyPassBase;

  void runOnOperation() override {
    ModuleOp module = getOperation();
    if (failed(readTarget(module)))
      return signalPassFailure();
    SmallVector<func::FuncOp> kernels;
    for (auto function : module.getOps<func::FuncOp>())
      if (te::isKernel(function))
        kernels.push_back(function);
    for (func::FuncOp kernel : kernels)
      if (failed(applySequence(kernel)))
        return signalPassFailure();
    if (failed(prepackOperands(module, releaseConstants)))
      return signalPassFailure();

    // Packing may have added kernels and erased functions that only constants used.
    kernels.clear();
    for (auto function : module.getOps<func::FuncOp>())
      if (te::isKernel(function))
        kernels.push_back(function);
    std::string text;
    llvm::raw_string_ostream os(text);
    unsigned numLines = 0;
    for (func::FuncOp kernel : kernels) {
      LoopLines lines;
      if (!loopsFile.empty()) {
        lines = printLoops(kernel, os, numLines);
        numLines = lines.last;
      }
      if (failed(makeLoops(kernel)) || failed(verify(kernel)))
        return signalPassFailure();
      if (!loopsFile.empty())
        locateLoops(kernel, loopsFile, lines);
      kernel->removeAttr(ScheduleDialect::getSequenceAttrName());
    }
    eraseSequences(module);
    if (!kernels.empty())
      setLevel(module, Level::Scheduled);
    if (!loopsFile.empty() && failed(writeLoops(text)))
      signalPassFailure();
  }

  LogicalResult writeLoops(StringRef text) {
    // All that a pass knows of what it was read from.
    InputFiles inputs;
    if (auto loc = getOperation().getLoc()->findInstanceOf<FileLineColLoc>())
      inputs.add(loc.getFilename());
    llvm::Error error = writeOutput(
        loopsStaging.empty() ? loopsFile : loopsStaging, [&](llvm::raw_ostream &os) { os << text; },
        inputs);
    if (!error)
      return success();
    return getOperation().emitError("cannot write the loops: ") << llvm::toString(std::move(error));
  }

  /// Sequences and intrinsics are done: modules that hold nothing else go with them.
  static void eraseSequences(ModuleOp module) {
    SmallVector<transform::NamedSequenceOp> sequences;
    module.walk([&](transform::NamedSequenceOp sequence) { sequences.push_back(sequence); });
    for (transform::NamedSequenceOp sequence : sequences)
      sequence.erase();
    for (auto inner : llvm::make_early_inc_range(module.getOps<ModuleOp>()))
      if (inner.getBody()->empty())
        inner.erase();
    for (auto intrinsic : llvm::make_early_inc_range(module.getOps<IntrinsicOp>()))
      intrinsic.erase();
    module->removeAttr(transform::TransformDialect::kWithNamedSequenceAttrName);
  }
};
} // namespace
