//===-- AxisOps.cpp - handles and steps on the axes of one stage -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each operation resolves its operands and calls the primitive of its name.
//
//===----------------------------------------------------------------------===//
#include "Step.h"

#include "dl/Schedule/Primitives/Bind.h"
#include "dl/Schedule/Primitives/Fuse.h"
#include "dl/Schedule/Primitives/Parallel.h"
#include "dl/Schedule/Primitives/Reorder.h"
#include "dl/Schedule/Primitives/Split.h"
#include "dl/Schedule/Primitives/Unroll.h"
#include "dl/Schedule/Primitives/Vectorize.h"

using namespace mlir;
using namespace dl::schedule;
namespace te = dl::te;
using Failure = DiagnosedSilenceableFailure;

#define GET_OP_CLASSES
#include "dl/Dialect/Schedule/IR/ScheduleOps.cpp.inc"

//===----------------------------------------------------------------------===//
// Handles
//===----------------------------------------------------------------------===//

Failure StageOp::apply(transform::TransformRewriter &rewriter, transform::TransformResults &results,
                       transform::TransformState &state) {
  SmallVector<Operation *> found;
  for (Operation *target : state.getPayloadOps(getTarget()))
    target->walk([&](te::ComputeOp compute) {
      if (compute.getStage() == getName())
        found.push_back(compute);
    });
  if (found.empty()) {
    Failure failure = emitSilenceableError() << "no stage named " << getNameAttr();
    for (Operation *target : state.getPayloadOps(getTarget()))
      failure.attachNote(target->getLoc()) << "looked for in here";
    return failure;
  }
  results.set(cast<OpResult>(getStage()), found);
  return Failure::success();
}

void StageOp::getAsmResultNames(OpAsmSetValueNameFn setNameFn) { setNameFn(getStage(), getName()); }

Failure AxesOp::apply(transform::TransformRewriter &rewriter, transform::TransformResults &results,
                      transform::TransformState &state) {
  Step step(*this, state);
  if (Failure failure = step.open(getStage()); !failure.succeeded())
    return failure;
  const std::vector<AxisId> &leaves = step.getTree().getLeaves();
  if (leaves.size() != getNumResults()) {
    std::string names;
    for (AxisId leaf : leaves)
      names += (names.empty() ? "" : ", ") + step.getTree()[leaf].name;
    return step.refuse({"stage \"" + step.getCompute().getStage().str() + "\" has " +
                            std::to_string(leaves.size()) + " axes, asked for " +
                            std::to_string(getNumResults()),
                        "its axes are " + names});
  }
  for (auto [result, leaf] : llvm::zip_equal(getResults(), leaves))
    results.setParams(cast<OpResult>(result), {step.makeAxisRef(leaf)});
  return Failure::success();
}

void AxesOp::getAsmResultNames(OpAsmSetValueNameFn setNameFn) {
  for (Value axis : getAxes())
    setNameFn(axis, getAxisLabel(axis));
}

Failure AxisOp::apply(transform::TransformRewriter &rewriter, transform::TransformResults &results,
                      transform::TransformState &state) {
  Step step(*this, state);
  if (Failure failure = step.open(getStage()); !failure.succeeded())
    return failure;
  AxisId axis = step.getTree().lookup(getName().str());
  if (axis == -1) {
    std::string names;
    for (AxisId leaf : step.getTree().getLeaves())
      names += (names.empty() ? "" : ", ") + step.getTree()[leaf].name;
    return step.refuse({"stage \"" + step.getCompute().getStage().str() +
                            "\" has no axis named \"" + getName().str() + "\"",
                        "its axes are " + names});
  }
  results.setParams(cast<OpResult>(getAxis()), {step.makeAxisRef(axis)});
  return Failure::success();
}

void AxisOp::getAsmResultNames(OpAsmSetValueNameFn setNameFn) {
  setNameFn(getAxis(), getAxisLabel(getAxis()));
}

//===----------------------------------------------------------------------===//
// Split, fuse, reorder
//===----------------------------------------------------------------------===//

LogicalResult SplitOp::verify() {
  if (static_cast<bool>(getDynamicFactor()) == getFactor().has_value())
    return emitOpError("expected the factor either as a constant or as a parameter");
  return success();
}

Failure SplitOp::apply(transform::TransformRewriter &rewriter, transform::TransformResults &results,
                       transform::TransformState &state) {
  Step step(*this, state);
  AxisId axis;
  if (Failure failure = step.open(getStage()); !failure.succeeded())
    return failure;
  if (Failure failure = step.getAxis(getAxis(), axis); !failure.succeeded())
    return failure;
  int64_t factor = getFactor().value_or(0);
  if (Value parameter = getDynamicFactor()) {
    ArrayRef<Attribute> params = state.getParams(parameter);
    auto value = params.size() == 1 ? dyn_cast<IntegerAttr>(params.front()) : IntegerAttr();
    if (params.size() != 1)
      return emitSilenceableError()
             << "expected a factor parameter that holds one integer, got " << params.size();
    if (!value || value.getValue().getSignificantBits() > 64)
      return emitSilenceableError()
             << "expected a factor parameter that holds an integer of 64 bits, got "
             << params.front();
    factor = value.getValue().getSExtValue();
  }
  TailPolicy tail = getTail() == Tail::Peel ? TailPolicy::Peel : TailPolicy::Guard;
  return step.run(Split(step.getStage(), axis, factor, tail), axis,
                  [&](std::pair<AxisId, AxisId> parts) {
                    results.setParams(cast<OpResult>(getOuter()), {step.makeAxisRef(parts.first)});
                    results.setParams(cast<OpResult>(getInner()), {step.makeAxisRef(parts.second)});
                  });
}

void SplitOp::getAsmResultNames(OpAsmSetValueNameFn setNameFn) {
  setNameFn(getOuter(), getAxisLabel(getOuter()));
  setNameFn(getInner(), getAxisLabel(getInner()));
}

Failure FuseOp::apply(transform::TransformRewriter &rewriter, transform::TransformResults &results,
                      transform::TransformState &state) {
  Step step(*this, state);
  SmallVector<AxisId> axes;
  if (Failure failure = step.open(getStage()); !failure.succeeded())
    return failure;
  if (Failure failure = step.getAxes({getOuter(), getInner()}, axes); !failure.succeeded())
    return failure;
  return step.run(Fuse(step.getStage(), axes[0], axes[1]), axes, [&](AxisId fused) {
    results.setParams(cast<OpResult>(getFused()), {step.makeAxisRef(fused)});
  });
}

void FuseOp::getAsmResultNames(OpAsmSetValueNameFn setNameFn) {
  setNameFn(getFused(), getAxisLabel(getFused()));
}

Failure ReorderOp::apply(transform::TransformRewriter &rewriter,
                         transform::TransformResults &results, transform::TransformState &state) {
  Step step(*this, state);
  SmallVector<AxisId> axes;
  if (Failure failure = step.open(getStage()); !failure.succeeded())
    return failure;
  if (Failure failure = step.getAxes(getAxes(), axes); !failure.succeeded())
    return failure;
  std::vector<AxisId> order(axes.begin(), axes.end());
  return step.run(Reorder(step.getStage(), order), {}, [] {});
}

//===----------------------------------------------------------------------===//
// Annotations
//===----------------------------------------------------------------------===//

template <typename Primitive, typename Op>
static Failure annotate(Op op, transform::TransformState &state) {
  Step step(op, state);
  AxisId axis;
  if (Failure failure = step.open(op.getStage()); !failure.succeeded())
    return failure;
  if (Failure failure = step.getAxis(op.getAxis(), axis); !failure.succeeded())
    return failure;
  return step.run(Primitive(step.getStage(), axis), axis, [] {});
}

Failure VectorizeOp::apply(transform::TransformRewriter &rewriter,
                           transform::TransformResults &results, transform::TransformState &state) {
  return annotate<Vectorize>(*this, state);
}

Failure UnrollOp::apply(transform::TransformRewriter &rewriter,
                        transform::TransformResults &results, transform::TransformState &state) {
  return annotate<Unroll>(*this, state);
}

Failure BindOp::apply(transform::TransformRewriter &rewriter, transform::TransformResults &results,
                      transform::TransformState &state) {
  Step step(*this, state);
  AxisId axis;
  if (Failure failure = step.open(getStage()); !failure.succeeded())
    return failure;
  if (Failure failure = step.getAxis(getAxis(), axis); !failure.succeeded())
    return failure;
  return step.run(Bind(step.getStage(), axis, getBinding(getIndex().str())), axis, [] {});
}

Failure ParallelOp::apply(transform::TransformRewriter &rewriter,
                          transform::TransformResults &results, transform::TransformState &state) {
  return annotate<Parallel>(*this, state);
}
