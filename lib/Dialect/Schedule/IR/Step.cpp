//===-- Step.cpp - what every schedule operation does first and last -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Resolution of handles and parameters, diagnostics of refusals.
//
//===----------------------------------------------------------------------===//
#include "Step.h"

#include "dl/Schedule/Legality.h"

#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace dl::schedule;
namespace te = dl::te;
using Failure = DiagnosedSilenceableFailure;

Failure Step::open(Value handle) {
  auto payload = llvm::to_vector(state.getPayloadOps(handle));
  if (payload.size() != 1)
    return op.emitSilenceableError()
           << "expected a handle to one stage, got " << payload.size() << " stages";
  auto compute = cast<te::ComputeOp>(payload.front());
  function = compute->getParentOfType<func::FuncOp>();
  Operation *around = compute->getParentOp();
  if (isa_and_nonnull<te::ScanOp>(around))
    around = around->getParentOp();
  if (!function || around != function) {
    Failure failure = op.emitSilenceableError()
                      << "expected stage \"" << compute.getStage() << "\" in a func.func";
    failure.attachNote(compute.getLoc()) << "this stage";
    return failure;
  }
  computes = getStages(function);
  llvm::StringSet<> names;
  for (te::ComputeOp other : computes)
    if (!names.insert(other.getStage()).second) {
      Failure failure = op.emitSilenceableError()
                        << "expected unique stage names in kernel @" << function.getName()
                        << ", got \"" << other.getStage() << "\" twice";
      failure.attachNote(other.getLoc()) << "this stage";
      return failure;
    }
  kernel = buildKernelSchedule(function);
  stage = llvm::find(computes, compute) - computes.begin();
  return Failure::success();
}

Failure Step::open(Value handle, Value value, AxisId &axis) {
  Failure failure = open(handle);
  return failure.succeeded() ? getAxis(value, axis) : std::move(failure);
}

Failure Step::getStage(Value handle, int &result) {
  auto payload = llvm::to_vector(state.getPayloadOps(handle));
  if (payload.size() != 1)
    return op.emitSilenceableError()
           << "expected a handle to one stage, got " << payload.size() << " stages";
  auto compute = cast<te::ComputeOp>(payload.front());
  auto it = llvm::find(computes, compute);
  if (it == computes.end()) {
    Failure failure = op.emitSilenceableError()
                      << "expected stages of one kernel, but stage \"" << compute.getStage()
                      << "\" is not in kernel @" << function.getName();
    failure.attachNote(compute.getLoc()) << "this stage";
    return failure;
  }
  result = it - computes.begin();
  return Failure::success();
}

Failure Step::getAxis(Value value, AxisId &axis, int ofStage) {
  if (ofStage == -1)
    ofStage = stage;
  ArrayRef<Attribute> params = state.getParams(value);
  if (params.size() != 1)
    return op.emitSilenceableError()
           << "expected a parameter that holds one axis, got " << params.size();
  auto ref = cast<AxisRefAttr>(params.front());
  te::ComputeOp compute = computes[ofStage];
  if (ref.getStage() != compute.getStage()) {
    Failure failure = op.emitSilenceableError()
                      << "axis belongs to stage \"" << ref.getStage() << "\", not to stage \""
                      << compute.getStage() << "\"";
    failure.attachNote(compute.getLoc()) << "this stage";
    return failure;
  }
  // Ids beyond any tree are refused by the primitives with the rest.
  axis = static_cast<AxisId>(std::min<int64_t>(std::max<int64_t>(ref.getId(), -1), 1 << 30));
  given[{ofStage, axis}] = value;
  return Failure::success();
}

Failure Step::getAxes(ValueRange values, SmallVectorImpl<AxisId> &axes, int ofStage) {
  for (Value value : values) {
    Failure result = getAxis(value, axes.emplace_back(), ofStage);
    if (!result.succeeded())
      return result;
  }
  return Failure::success();
}

Failure Step::getSource(Value producer, std::optional<int64_t> operand, Source &source) {
  if (producer) {
    if (Failure failure = getStage(producer, source.stage); !failure.succeeded())
      return failure;
  } else {
    // Numbers beyond any operand are refused with the rest.
    source.operand = std::min<int64_t>(std::max<int64_t>(*operand, -1), 1 << 30);
  }
  if (auto refusal = checkSource(kernel, stage, source))
    return refuse(*refusal);
  source.value = producer ? Value(computes[source.stage].getResult())
                          : Value(function.getArgument(source.operand));
  source.description = describe(kernel, source);
  return Failure::success();
}

Failure Step::refuse(const Refusal &refusal) {
  Failure failure = op.emitSilenceableError() << refusal.reason;
  // Right after the error and at its place, so that the line is not shown again.
  if (!refusal.hint.empty())
    failure.attachNote() << "hint: " << refusal.hint;
  // A sequence may serve several kernels.
  std::string kernelName = " (kernel @" + function.getName().str() + ")";
  // One note, at what conflicts: the step that changed the axis, another stage, or the
  // stage at hand.
  int noted = refusal.stage == -1 ? stage : refusal.stage;
  te::ComputeOp compute = computes[noted];
  // Axes that a step would have made are not in the tree.
  if (kernel[noted].tree.contains(refusal.axis)) {
    auto *history = state.getExtension<StepHistory>();
    Operation *step = history ? history->steps.lookup({compute, refusal.axis}) : nullptr;
    Value value = given.lookup({noted, refusal.axis});
    std::string axis = "axis " + kernel[noted].tree[refusal.axis].name;
    if (step) {
      failure.attachNote(step->getLoc()) << axis << " was changed here" << kernelName;
      return failure;
    }
    if (value && value.getDefiningOp()) {
      failure.attachNote(value.getLoc()) << axis << " is from here" << kernelName;
      return failure;
    }
  }
  failure.attachNote(compute.getLoc()) << "stage \"" << compute.getStage() << "\"" << kernelName;
  return failure;
}

std::string Step::makeStageName(const std::string &name) { return kernel.makeStageName(name); }

Attribute Step::makeAxisRef(AxisId axis) {
  return AxisRefAttr::get(function.getContext(), getCompute().getStage(), axis);
}

void Step::commit(const KernelSchedule &before) {
  auto *history = state.getExtension<StepHistory>();
  if (!history)
    history = &state.addExtension<StepHistory>();
  for (int number = 0; number < kernel.size(); ++number) {
    const IterationTree &old = before[number].tree, &tree = kernel[number].tree;
    if (tree == old)
      continue;
    setTree(computes[number], tree);
    for (AxisId axis = 0; axis < tree.size(); ++axis)
      if (!old.contains(axis) || !(old[axis] == tree[axis]))
        history->steps[{computes[number], axis}] = op;
  }
}

std::string dl::schedule::getAxisLabel(Value axis) {
  Operation *op = axis.getDefiningOp();
  if (auto byName = dyn_cast_or_null<AxisOp>(op)) {
    std::string label = byName.getName().str();
    llvm::erase_if(label, [](char c) { return c == '.' || c == '*'; });
    return label;
  }
  if (auto split = dyn_cast_or_null<SplitOp>(op)) {
    std::string label = getAxisLabel(split.getAxis());
    if (!split.getFactors())
      return label + (axis == split.getOuter() ? "o" : "i");
    return label + std::to_string(cast<OpResult>(axis).getResultNumber());
  }
  if (auto tile = dyn_cast_or_null<TileOp>(op)) {
    bool isX = axis == tile.getXOuter() || axis == tile.getXInner();
    bool isOuter = axis == tile.getXOuter() || axis == tile.getYOuter();
    return getAxisLabel(isX ? tile.getX() : tile.getY()) + (isOuter ? "o" : "i");
  }
  if (auto fuse = dyn_cast_or_null<FuseOp>(op))
    return getAxisLabel(fuse.getOuter()) + getAxisLabel(fuse.getInner());
  if (isa_and_nonnull<AxesOp>(op))
    return "a" + std::to_string(cast<OpResult>(axis).getResultNumber());
  return "a";
}
