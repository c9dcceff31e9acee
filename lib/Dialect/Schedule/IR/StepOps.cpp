//===-- StepOps.cpp - further steps on one stage ----------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations of ScheduleStepOps.td that change the trees of stages only.
//
//===----------------------------------------------------------------------===//
#include "Step.h"

#include "dl/Schedule/Primitives/Annotate.h"
#include "dl/Schedule/Primitives/DecomposeReduction.h"
#include "dl/Schedule/Primitives/DoubleBuffer.h"
#include "dl/Schedule/Primitives/LoopPartition.h"
#include "dl/Schedule/Primitives/SetScope.h"
#include "dl/Schedule/Primitives/Specialize.h"
#include "dl/Schedule/Primitives/StorageAlign.h"
#include "dl/Schedule/Primitives/Tile.h"
#include "dl/Schedule/Primitives/Unannotate.h"

using namespace mlir;
using namespace dl::schedule;
using Failure = DiagnosedSilenceableFailure;

Failure TileOp::apply(transform::TransformRewriter &rewriter, transform::TransformResults &results,
                      transform::TransformState &state) {
  Step step(*this, state);
  SmallVector<AxisId> axes;
  if (Failure failure = step.open(getStage()); !failure.succeeded())
    return failure;
  if (Failure failure = step.getAxes({getX(), getY()}, axes); !failure.succeeded())
    return failure;
  return step.run(Tile(step.getStage(), axes[0], axes[1], getXFactor(), getYFactor()),
                  [&](const std::vector<AxisId> &parts) {
                    for (auto [result, part] : llvm::zip_equal(getResults(), parts))
                      results.setParams(cast<OpResult>(result), {step.makeAxisRef(part)});
                  });
}

void TileOp::getAsmResultNames(OpAsmSetValueNameFn setNameFn) {
  for (Value part : getResults())
    setNameFn(part, getAxisLabel(part));
}

Failure LoopPartitionOp::apply(transform::TransformRewriter &rewriter,
                               transform::TransformResults &results,
                               transform::TransformState &state) {
  Step step(*this, state);
  AxisId axis;
  if (Failure failure = step.open(getStage(), getAxis(), axis); !failure.succeeded())
    return failure;
  return step.run(LoopPartition(step.getStage(), axis, {getCuts().begin(), getCuts().end()}));
}

Failure SpecializeOp::apply(transform::TransformRewriter &rewriter,
                            transform::TransformResults &results,
                            transform::TransformState &state) {
  Step step(*this, state);
  AxisId axis;
  if (Failure failure = step.open(getStage(), getAxis(), axis); !failure.succeeded())
    return failure;
  return step.run(Specialize(step.getStage(), axis, getExtent()));
}

Failure DecomposeReductionOp::apply(transform::TransformRewriter &rewriter,
                                    transform::TransformResults &results,
                                    transform::TransformState &state) {
  Step step(*this, state);
  AxisId axis;
  if (Failure failure = step.open(getStage(), getAxis(), axis); !failure.succeeded())
    return failure;
  return step.run(DecomposeReduction(step.getStage(), axis));
}

Failure AnnotateOp::apply(transform::TransformRewriter &rewriter,
                          transform::TransformResults &results, transform::TransformState &state) {
  Step step(*this, state);
  AxisId axis;
  if (Failure failure = step.open(getStage(), getAxis(), axis); !failure.succeeded())
    return failure;
  return step.run(Annotate(step.getStage(), axis, getKey().str(), getValue().str()));
}

Failure UnannotateOp::apply(transform::TransformRewriter &rewriter,
                            transform::TransformResults &results,
                            transform::TransformState &state) {
  Step step(*this, state);
  AxisId axis;
  if (Failure failure = step.open(getStage(), getAxis(), axis); !failure.succeeded())
    return failure;
  return step.run(Unannotate(step.getStage(), axis, getKey().str()));
}

Failure SetScopeOp::apply(transform::TransformRewriter &rewriter,
                          transform::TransformResults &results, transform::TransformState &state) {
  Step step(*this, state);
  if (Failure failure = step.open(getStage()); !failure.succeeded())
    return failure;
  return step.run(SetScope(step.getStage(), getScope().str()));
}

Failure DoubleBufferOp::apply(transform::TransformRewriter &rewriter,
                              transform::TransformResults &results,
                              transform::TransformState &state) {
  Step step(*this, state);
  if (Failure failure = step.open(getStage()); !failure.succeeded())
    return failure;
  return step.run(DoubleBuffer(step.getStage()));
}

Failure StorageAlignOp::apply(transform::TransformRewriter &rewriter,
                              transform::TransformResults &results,
                              transform::TransformState &state) {
  Step step(*this, state);
  AxisId axis;
  if (Failure failure = step.open(getStage(), getAxis(), axis); !failure.succeeded())
    return failure;
  return step.run(StorageAlign(step.getStage(), axis, getFactor(), getOffset()));
}
