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
  if (!function || compute->getParentOp() != function) {
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
    source.value = computes[source.stage].getResult();
    source.description = describe(kernel, source.stage);
  } else {
    if (*operand < 0 || *operand >= function.getNumArguments())
      return refuse(
          {"kernel @" + function.getName().str() + " has no operand " + std::to_string(*operand),
           "its operands are 0 to " + std::to_string(function.getNumArguments() - 1)});
    source.value = function.getArgument(*operand);
    source.description =
        "operand " + std::to_string(*operand) + " of kernel @" + function.getName().str();
  }
  if (llvm::none_of(getCompute().getReads(),
                    [&](te::ReadOp read) { return read.getSource() == source.value; }))
    return refuse({describe(kernel, stage) + " does not read " + source.description,
                   "name what the stage reads", source.stage});
  if (!source.getType().hasStaticShape())
    return refuse({source.description + " has extents known only at run time",
                   "only values of static shape can be copied or packed", source.stage});
  return Failure::success();
}

Failure Step::refuse(const Refusal &refusal) {
  Failure failure = op.emitSilenceableError() << refusal.reason;
  auto noteStage = [&](int number) {
    te::ComputeOp compute = computes[number];
    failure.attachNote(compute.getLoc()) << "stage \"" << compute.getStage() << "\"";
  };
  int axisStage = refusal.stage == -1 ? stage : refusal.stage;
  if (refusal.axis != -1) {
    const IterationTree &tree = kernel[axisStage].tree;
    auto *history = state.getExtension<StepHistory>();
    Operation *step =
        history ? history->steps.lookup({computes[axisStage], refusal.axis}) : nullptr;
    Value value = given.lookup({axisStage, refusal.axis});
    if (step)
      failure.attachNote(step->getLoc())
          << "axis " << tree[refusal.axis].name << " was changed here";
    else if (value && value.getDefiningOp())
      failure.attachNote(value.getLoc()) << "axis " << tree[refusal.axis].name << " is from here";
  }
  noteStage(stage);
  if (axisStage != stage)
    noteStage(axisStage);
  if (!refusal.hint.empty())
    failure.attachNote() << "hint: " << refusal.hint;
  return failure;
}

std::string Step::makeStageName(const std::string &name) {
  std::string result = name;
  for (int suffix = 1; kernel.lookup(result) != -1; ++suffix)
    result = name + "_" + std::to_string(suffix);
  return result;
}

Attribute Step::makeAxisRef(AxisId axis) {
  return AxisRefAttr::get(function.getContext(), getCompute().getStage(), axis);
}

void Step::commit(ArrayRef<AxisId> axes) {
  setTree(getCompute(), kernel[stage].tree);
  auto *history = state.getExtension<StepHistory>();
  if (!history)
    history = &state.addExtension<StepHistory>();
  for (AxisId axis : axes)
    history->steps[{getCompute(), axis}] = op;
}

std::string dl::schedule::getAxisLabel(Value axis) {
  Operation *op = axis.getDefiningOp();
  if (auto byName = dyn_cast_or_null<AxisOp>(op)) {
    std::string label = byName.getName().str();
    llvm::erase_if(label, [](char c) { return c == '.' || c == '*'; });
    return label;
  }
  if (auto split = dyn_cast_or_null<SplitOp>(op))
    return getAxisLabel(split.getAxis()) + (axis == split.getOuter() ? "o" : "i");
  if (auto fuse = dyn_cast_or_null<FuseOp>(op))
    return getAxisLabel(fuse.getOuter()) + getAxisLabel(fuse.getInner());
  if (isa_and_nonnull<AxesOp>(op))
    return "a" + std::to_string(cast<OpResult>(axis).getResultNumber());
  return "a";
}
