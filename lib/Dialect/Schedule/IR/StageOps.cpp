//===-- StageOps.cpp - steps that rewrite stages into others ----*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// rfactor and pad_axis: legality is the primitives', the rewrite of the formula is here.
//
//===----------------------------------------------------------------------===//
#include "RewriteAxes.h"
#include "Step.h"

#include "dl/Schedule/Primitives/PadAxis.h"
#include "dl/Schedule/Primitives/RFactor.h"

using namespace mlir;
using namespace dl::schedule;
namespace te = dl::te;
using Failure = DiagnosedSilenceableFailure;

/// The axes that a formula has.
static NewAxes getOwnAxes(te::ComputeOp compute) {
  NewAxes axes;
  Builder builder(compute.getContext());
  for (unsigned axis = 0; axis < compute.getNumAxes(); ++axis) {
    (compute.isReduction(axis) ? axes.reduction : axes.spatial)
        .push_back({compute.getAxisName(axis).str(), compute.getMixedExtent(axis)});
    axes.oldAxes.push_back(builder.getAffineDimExpr(axis));
  }
  return axes;
}

//===----------------------------------------------------------------------===//
// rfactor
//===----------------------------------------------------------------------===//

/// The axes of the partial results: the factored part first.
static NewAxes getPartialAxes(te::ComputeOp compute, const RFactor::Plan &plan) {
  Builder builder(compute.getContext());
  NewAxes axes;
  for (const RFactor::Plan::Part &part : plan.parts)
    if (part.isFactored)
      axes.spatial.push_back({part.name, builder.getIndexAttr(part.extent)});
  for (unsigned axis = 0; axis < compute.getNumAxes(); ++axis) {
    if (static_cast<AxisId>(axis) != plan.root) {
      (compute.isReduction(axis) ? axes.reduction : axes.spatial)
          .push_back({compute.getAxisName(axis).str(), compute.getMixedExtent(axis)});
      continue;
    }
    for (const RFactor::Plan::Part &part : plan.parts)
      if (!part.isFactored)
        axes.reduction.push_back({part.name, builder.getIndexAttr(part.extent)});
  }
  // Where each part stands among the new axes.
  unsigned reduction = axes.spatial.size();
  for (unsigned axis = 0; axis < compute.getNumAxes(); ++axis) {
    if (!compute.isReduction(axis)) {
      axes.oldAxes.push_back(builder.getAffineDimExpr(axis + 1));
      continue;
    }
    if (static_cast<AxisId>(axis) != plan.root) {
      axes.oldAxes.push_back(builder.getAffineDimExpr(reduction++));
      continue;
    }
    SmallVector<AffineExpr> moved;
    for (const RFactor::Plan::Part &part : plan.parts)
      moved.push_back(builder.getAffineDimExpr(part.isFactored ? 0 : reduction++) * part.stride);
    auto sum = [&](ArrayRef<size_t> parts) {
      AffineExpr result = builder.getAffineConstantExpr(0);
      for (size_t part : parts)
        result = result + moved[part];
      return result;
    };
    axes.oldAxes.push_back(sum(llvm::to_vector(llvm::seq<size_t>(moved.size()))));
    for (const RFactor::Plan::Limit &limit : plan.limits)
      axes.constraints.push_back(limit.last - sum(limit.parts));
  }
  return axes;
}

Failure RFactorOp::apply(transform::TransformRewriter &rewriter,
                         transform::TransformResults &results, transform::TransformState &state) {
  Step step(*this, state);
  AxisId axis;
  if (Failure failure = step.open(getStage(), getAxis(), axis); !failure.succeeded())
    return failure;
  RFactor primitive(step.getStage(), axis);
  if (auto refusal = primitive.check(step.getSchedule()))
    return step.refuse(*refusal);

  RFactor::Plan plan = primitive.getPlan(step.getSchedule());
  te::ComputeOp compute = step.getCompute();
  NewAxes axes = getPartialAxes(compute, plan);
  te::ComputeOp partial =
      rewriteAxes(rewriter, compute, step.makeStageName(compute.getStage().str() + ".rf"), axes);
  // The stage combines the partial results over the factored axis.
  NewAxes own = getOwnAxes(compute);
  unsigned numSpatial = compute.getNumSpatial();
  rewriter.setInsertionPoint(compute);
  own.reduction.assign(1, axes.spatial.front());
  auto combined =
      createLike(rewriter, compute, compute.getStage().str(), own,
                 [&](OpBuilder &builder, Location loc, ValueRange arguments) {
                   SmallVector<AffineExpr> indices{builder.getAffineDimExpr(numSpatial)};
                   for (unsigned dim = 0; dim < numSpatial; ++dim)
                     indices.push_back(builder.getAffineDimExpr(dim));
                   SmallVector<Value> values;
                   for (Value result : partial->getResults())
                     values.push_back(te::ReadOp::create(builder, loc, result, indices, arguments));
                   return values;
                 });
  takeFormula(rewriter, compute, combined);
  results.set(cast<OpResult>(getPartial()), {partial});
  return Failure::success();
}

void RFactorOp::getAsmResultNames(OpAsmSetValueNameFn setNameFn) { setNameFn(getPartial(), "rf"); }

//===----------------------------------------------------------------------===//
// pad_axis
//===----------------------------------------------------------------------===//

Failure PadAxisOp::apply(transform::TransformRewriter &rewriter,
                         transform::TransformResults &results, transform::TransformState &state) {
  Step step(*this, state);
  AxisId axis;
  if (Failure failure = step.open(getStage(), getAxis(), axis); !failure.succeeded())
    return failure;
  PadAxis primitive(step.getStage(), axis, getMultiple());
  if (auto refusal = primitive.check(step.getSchedule()))
    return step.refuse(*refusal);

  te::ComputeOp compute = step.getCompute();
  NewAxes axes = getOwnAxes(compute);
  axes.constraints.push_back(compute.getExtents()[axis] - 1 - axes.oldAxes[axis]);
  unsigned numSpatial = compute.getNumSpatial();
  te::AxisSpec &padded =
      compute.isReduction(axis) ? axes.reduction[axis - numSpatial] : axes.spatial[axis];
  padded.extent = rewriter.getIndexAttr(primitive.getExtent(step.getSchedule()));
  takeFormula(rewriter, compute, rewriteAxes(rewriter, compute, compute.getStage().str(), axes));
  return Failure::success();
}
