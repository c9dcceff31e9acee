//===-- PlacementOps.cpp - where stages are computed -*- C++ -*-===//
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

#include "dl/Schedule/Primitives/ComputeAt.h"
#include "dl/Schedule/Primitives/ComputeInline.h"
#include "dl/Schedule/Primitives/ComputeRoot.h"
#include "dl/Schedule/Primitives/ReverseComputeAt.h"

using namespace mlir;
using namespace dl::schedule;
using Failure = DiagnosedSilenceableFailure;

Failure ComputeAtOp::apply(transform::TransformRewriter &rewriter,
                           transform::TransformResults &results, transform::TransformState &state) {
  Step step(*this, state);
  int consumer;
  AxisId axis;
  if (Failure failure = step.open(getStage()); !failure.succeeded())
    return failure;
  if (Failure failure = step.getStage(getConsumer(), consumer); !failure.succeeded())
    return failure;
  if (Failure failure = step.getAxis(getAxis(), axis, consumer); !failure.succeeded())
    return failure;
  return step.run(ComputeAt(step.getStage(), consumer, axis));
}

Failure ReverseComputeAtOp::apply(transform::TransformRewriter &rewriter,
                                  transform::TransformResults &results,
                                  transform::TransformState &state) {
  Step step(*this, state);
  int producer;
  AxisId axis;
  if (Failure failure = step.open(getStage()); !failure.succeeded())
    return failure;
  if (Failure failure = step.getStage(getProducer(), producer); !failure.succeeded())
    return failure;
  if (Failure failure = step.getAxis(getAxis(), axis, producer); !failure.succeeded())
    return failure;
  return step.run(ReverseComputeAt(step.getStage(), producer, axis));
}

Failure ComputeInlineOp::apply(transform::TransformRewriter &rewriter,
                               transform::TransformResults &results,
                               transform::TransformState &state) {
  Step step(*this, state);
  if (Failure failure = step.open(getStage()); !failure.succeeded())
    return failure;
  return step.run(ComputeInline(step.getStage()));
}

Failure ComputeRootOp::apply(transform::TransformRewriter &rewriter,
                             transform::TransformResults &results,
                             transform::TransformState &state) {
  Step step(*this, state);
  if (Failure failure = step.open(getStage()); !failure.succeeded())
    return failure;
  return step.run(ComputeRoot(step.getStage()));
}
