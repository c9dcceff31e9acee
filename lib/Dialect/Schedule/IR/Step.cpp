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

#include "KernelCache.h"

#include "dl/Schedule/Legality.h"

#include "llvm/ADT/StringSet.h"

using namespace mlir;
using namespace dl::schedule;
namespace te = dl::te;
using Failure = DiagnosedSilenceableFailure;

void StepHistory::record(te::ComputeOp stage, const IterationTree &before,
                         const IterationTree &after, Operation *step) {
  if (before == after)
    return;
  auto set = [&](Aspect aspect, bool isChanged, AxisId axis = -1) {
    if (isChanged)
      steps[{stage, static_cast<int>(aspect), axis}] = step;
  };
  set(Aspect::Any, true);
  set(Aspect::Order, before.size() == after.size() && before.getLeaves() != after.getLeaves());
  set(Aspect::Init, before.getInitAxis() != after.getInitAxis());
  set(Aspect::Storage, !(before.getStorage() == after.getStorage()));
  set(Aspect::Placement, before.getPlacement() != after.getPlacement() ||
                             before.getAttachStage() != after.getAttachStage() ||
                             before.getAttachAxis() != after.getAttachAxis());
  for (AxisId axis = 0; axis < after.size(); ++axis) {
    bool isNew = !before.contains(axis);
    set(Aspect::Maker, isNew, axis);
    set(Aspect::Axis, isNew || !(before[axis] == after[axis]), axis);
  }
}

Operation *StepHistory::lookup(te::ComputeOp stage, Aspect aspect, AxisId axis) const {
  bool isOfAxis = aspect == Aspect::Axis || aspect == Aspect::Maker;
  return steps.lookup({stage, static_cast<int>(aspect), isOfAxis ? axis : -1});
}

/// What a note says of an aspect.
static std::string describeAspect(const KernelSchedule &kernel, int stage, const Refusal &refusal) {
  switch (refusal.aspect) {
  case Aspect::Axis:
    return "axis " + kernel[stage].tree[refusal.axis].name + " was changed here";
  case Aspect::Maker:
    return "axis " + kernel[stage].tree[refusal.axis].name + " was made here";
  case Aspect::Order:
    return "the axes of " + describe(kernel, stage) + " were ordered here";
  case Aspect::Init:
    return "the init of " + describe(kernel, stage) + " was placed here";
  case Aspect::Placement:
    return describe(kernel, stage) + " was placed here";
  case Aspect::Storage:
    return "the buffer of " + describe(kernel, stage) + " was set here";
  case Aspect::Any:
    return describe(kernel, stage) + " was scheduled here";
  }
  llvm_unreachable("no such aspect");
}

std::string Step::listAxes(int ofStage) const {
  const IterationTree &tree = kernel[ofStage].tree;
  std::string names;
  for (AxisId leaf : tree.getLeaves())
    names += (names.empty() ? "" : ", ") + tree[leaf].name;
  return names;
}

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
  auto *cache = state.getExtension<KernelCache>();
  if (!cache)
    cache = &state.addExtension<KernelCache>();
  const KernelSchedule *known = cache->get(function, computes);
  if (!known)
    return Failure::definiteFailure();
  kernel = *known;
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
  // Ids beyond any tree are refused by the primitives with the rest.
  axis = static_cast<AxisId>(std::min<int64_t>(std::max<int64_t>(ref.getId(), -1), 1 << 30));
  std::string name = "axis " + ref.getName().str();
  if (ref.getStage() != kernel[ofStage].name)
    return refuse({name + " belongs to stage \"" + ref.getStage().str() + "\", not to " +
                       describe(kernel, ofStage),
                   "the axes of " + describe(kernel, ofStage) + " are " + listAxes(ofStage),
                   ofStage});
  const IterationTree &tree = kernel[ofStage].tree;
  if (tree.contains(axis) && tree[axis].name != ref.getName())
    return refuse({name + " of " + describe(kernel, ofStage) +
                       " is from before a step that gave the stage other axes",
                   "take the axes again, after that step: they are " + listAxes(ofStage), ofStage});
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
  attachNote(failure, refusal);
  return failure;
}

void Step::attachNote(Failure &failure, const Refusal &refusal) {
  // A sequence may serve several kernels.
  std::string kernelName = " (kernel @" + function.getName().str() + ")";
  // One note, at what conflicts: the step that is in the way, another stage, or the
  // stage at hand.
  int noted = refusal.stage == -1 ? stage : refusal.stage;
  te::ComputeOp compute = computes[noted];
  // Axes that a step would have made are not in the tree.
  bool hasAxis = kernel[noted].tree.contains(refusal.axis);
  bool isOfAxis = refusal.aspect == Aspect::Axis || refusal.aspect == Aspect::Maker;
  auto *history = state.getExtension<StepHistory>();
  Operation *step = history && (hasAxis || !isOfAxis)
                        ? history->lookup(compute, refusal.aspect, refusal.axis)
                        : nullptr;
  if (step) {
    Refusal made = refusal;
    if (refusal.aspect == Aspect::Axis &&
        step == history->lookup(compute, Aspect::Maker, refusal.axis))
      made.aspect = Aspect::Maker;
    failure.attachNote(step->getLoc()) << describeAspect(kernel, noted, made) << kernelName;
    return;
  }
  Value value = given.lookup({noted, refusal.axis});
  if (hasAxis && value && value.getDefiningOp()) {
    failure.attachNote(value.getLoc())
        << "axis " << kernel[noted].tree[refusal.axis].name << " is from here" << kernelName;
    return;
  }
  failure.attachNote(compute.getLoc()) << "stage \"" << compute.getStage() << "\"" << kernelName;
}

std::string Step::makeStageName(const std::string &name) {
  // Stages without a schedule have names as well.
  auto isTaken = [&](const std::string &made) {
    return function
        ->walk([&](Operation *inner) {
          return WalkResult(success(te::getStageName(inner) != StringRef(made)));
        })
        .wasInterrupted();
  };
  std::string made = kernel.makeStageName(name);
  while (isTaken(made))
    made = kernel.makeStageName(made + "_");
  return made;
}

Attribute Step::makeAxisRef(AxisId axis) {
  return AxisRefAttr::get(function.getContext(), getCompute().getStage(), axis,
                          kernel[stage].tree[axis].name);
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
    history->record(computes[number], old, tree, op);
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
