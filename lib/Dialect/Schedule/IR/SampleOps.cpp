//===-- SampleOps.cpp - choices -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Choices with decisions give parameters; choices without are failures that a
// search catches, or are decided by a sampler in the interpreter's state.
//
//===----------------------------------------------------------------------===//
#include "Step.h"

#include "dl/Dialect/Schedule/IR/Sampler.h"
#include "dl/Schedule/Legality.h"

using namespace mlir;
using namespace dl::schedule;
using Failure = DiagnosedSilenceableFailure;

LogicalResult SampleTileOp::verify() {
  if (getNumResults() == 0)
    return emitOpError("expected at least one factor");
  std::optional<int64_t> max = getMaxInnermost();
  if (max && *max < 1)
    return emitOpError("expected the largest innermost factor to be at least 1, got ") << *max;
  std::optional<ArrayRef<int64_t>> decision = getDecision();
  if (!decision)
    return success();
  if (decision->size() != getNumResults())
    return emitOpError("expected one decision for each of the ")
           << getNumResults() << " factors, got " << decision->size();
  for (int64_t factor : *decision)
    if (factor < 1)
      return emitOpError("expected factors of at least 1, got ") << factor;
  if (max && decision->back() > *max)
    return emitOpError("expected the innermost factor to be at most ")
           << *max << ", got " << decision->back();
  return success();
}

Failure SampleTileOp::apply(transform::TransformRewriter &rewriter,
                            transform::TransformResults &results,
                            transform::TransformState &state) {
  Step step(*this, state);
  AxisId axis;
  if (Failure failure = step.open(getStage(), getAxis(), axis); !failure.succeeded())
    return failure;
  if (std::optional<Refusal> refusal = checkLeaf(step.getSchedule(), step.getStage(), axis))
    return step.refuse(*refusal);
  std::string name = describe(step.getSchedule(), step.getStage(), axis);
  int64_t extent = step.getTree().getExtent(axis), product = 1;
  SmallVector<int64_t> decision;
  if (getDecision())
    decision.assign(getDecision()->begin(), getDecision()->end());
  else if (auto *sampler = state.getExtension<Sampler>())
    decision = sampler->decide(*this, step.getSchedule()[step.getStage()], axis);
  else
    return step.refuse(
        {"undecided choice of " + std::to_string(getNumResults()) + " factors for " + name,
         "give a decision, or let schedule-sample make it"});
  std::string factors;
  for (int64_t factor : decision) {
    factors += (factors.empty() ? "" : " x ") + std::to_string(factor);
    if (llvm::MulOverflow(product, factor, product))
      product = std::numeric_limits<int64_t>::max();
  }
  if (product != extent)
    return step.refuse({"the decision " + factors + " does not give the extent of " + name + ", " +
                            (extent == dynamicExtent ? "which is known only at run time"
                                                     : "which is " + std::to_string(extent)),
                        "decide on factors of the extent"});
  for (auto [result, factor] : llvm::zip_equal(getResults(), decision))
    results.setParams(cast<OpResult>(result), {rewriter.getI64IntegerAttr(factor)});
  return Failure::success();
}

LogicalResult SampleCategoricalOp::verify() {
  int64_t size = getCandidates().size();
  if (size == 0)
    return emitOpError("expected at least one candidate");
  if (std::optional<ArrayRef<double>> probabilities = getProbabilities()) {
    if (static_cast<int64_t>(probabilities->size()) != size)
      return emitOpError("expected one probability for each of the ")
             << size << " candidates, got " << probabilities->size();
    double sum = 0;
    for (double probability : *probabilities) {
      if (!(probability >= 0))
        return emitOpError("expected probabilities that are not negative, got ") << probability;
      sum += probability;
    }
    if (!(std::abs(sum - 1) <= 1e-6))
      return emitOpError("expected probabilities whose sum is 1, got ") << sum;
  }
  std::optional<int64_t> decision = getDecision();
  if (decision && (*decision < 0 || *decision >= size))
    return emitOpError("expected the decision to be an index into the ")
           << size << " candidates, got " << *decision;
  return success();
}

Failure SampleCategoricalOp::apply(transform::TransformRewriter &rewriter,
                                   transform::TransformResults &results,
                                   transform::TransformState &state) {
  std::optional<int64_t> decision = getDecision();
  if (auto *sampler = state.getExtension<Sampler>(); sampler && !decision)
    decision = sampler->decide(*this);
  if (!decision) {
    Failure failure = emitSilenceableError()
                      << "undecided choice among " << getCandidates().size() << " candidates";
    failure.attachNote() << "hint: give a decision, or let schedule-sample make it";
    return failure;
  }
  int64_t choice = getCandidates()[*decision];
  results.setParams(cast<OpResult>(getChoice()), {rewriter.getI64IntegerAttr(choice)});
  return Failure::success();
}
