//===-- CacheOps.cpp - steps that add copying stages -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// cache_read and cache_write. Both are rewrites of te; the new stages start
// without any step.
//
//===----------------------------------------------------------------------===//
#include "RewriteAxes.h"
#include "Step.h"

#include "dl/Schedule/Primitives/CacheRead.h"
#include "dl/Schedule/Primitives/CacheWrite.h"

using namespace mlir;
using namespace dl::schedule;
namespace te = dl::te;
using Failure = DiagnosedSilenceableFailure;

/// A te.compute that copies `source`, with axes of the given names.
static te::ComputeOp createCopy(OpBuilder &builder, Location loc, Value source,
                                const std::string &name, ArrayRef<std::string> axisNames) {
  auto type = cast<RankedTensorType>(source.getType());
  SmallVector<te::AxisSpec> axes;
  SmallVector<AffineExpr> indices;
  for (auto [dim, extent] : llvm::enumerate(type.getShape())) {
    axes.push_back({axisNames[dim], builder.getIndexAttr(extent)});
    indices.push_back(builder.getAffineDimExpr(dim));
  }
  return te::ComputeOp::create(builder, loc, type, name, axes, ArrayRef<te::AxisSpec>(),
                               te::Combiner::None,
                               [&](OpBuilder &b, Location bodyLoc, ValueRange args) -> Value {
                                 return te::ReadOp::create(b, bodyLoc, source, indices, args);
                               });
}

LogicalResult CacheReadOp::verify() {
  if (static_cast<bool>(getProducer()) == getOperand().has_value())
    return emitOpError("expected what is read either as a stage or as an operand");
  return success();
}

Failure CacheReadOp::apply(transform::TransformRewriter &rewriter,
                           transform::TransformResults &results, transform::TransformState &state) {
  Step step(*this, state);
  Step::Source source;
  if (Failure failure = step.open(getStage()); !failure.succeeded())
    return failure;
  if (Failure failure = step.getSource(getProducer(), getOperand(), source); !failure.succeeded())
    return failure;

  if (auto refusal = CacheRead(step.getStage(), source).check(step.getSchedule()))
    return step.refuse(*refusal);

  te::ComputeOp compute = step.getCompute();
  SmallVector<std::string> axisNames;
  for (int64_t dim = 0; dim < source.getType().getRank(); ++dim)
    axisNames.push_back(source.stage == -1 ? "d" + std::to_string(dim)
                                           : step.getCompute(source.stage).getAxisName(dim).str());
  std::string base = source.stage == -1 ? "arg" + std::to_string(*getOperand())
                                        : step.getSchedule()[source.stage].name;
  rewriter.setInsertionPoint(compute);
  te::ComputeOp cache = createCopy(rewriter, compute.getLoc(), source.value,
                                   step.makeStageName(base + ".cache"), axisNames);
  for (te::ReadOp read : compute.getReads())
    if (read.getSource() == source.value)
      rewriter.modifyOpInPlace(read, [&] { read.getSourceMutable().assign(cache.getResult()); });
  results.set(cast<OpResult>(getCache()), {cache});
  return Failure::success();
}

void CacheReadOp::getAsmResultNames(OpAsmSetValueNameFn setNameFn) {
  setNameFn(getCache(), "cache");
}

Failure CacheWriteOp::apply(transform::TransformRewriter &rewriter,
                            transform::TransformResults &results,
                            transform::TransformState &state) {
  Step step(*this, state);
  if (Failure failure = step.open(getStage()); !failure.succeeded())
    return failure;
  if (auto refusal = CacheWrite(step.getStage()).check(step.getSchedule()))
    return step.refuse(*refusal);

  te::ComputeOp compute = step.getCompute();
  rewriter.setInsertionPoint(compute);
  auto cache = cast<te::ComputeOp>(rewriter.clone(*compute));
  cache.setStage(step.makeStageName(compute.getStage().str() + ".cache"));
  SmallVector<std::string> axisNames;
  for (unsigned axis = 0; axis < compute.getNumSpatial(); ++axis)
    axisNames.push_back(compute.getAxisName(axis).str());
  // The handle of the stage goes on naming the op, which becomes the copy.
  te::ComputeOp copy = createCopy(rewriter, compute.getLoc(), cache.getResult(),
                                  compute.getStage().str(), axisNames);
  takeFormula(rewriter, compute, copy);
  results.set(cast<OpResult>(getCache()), {cache});
  return Failure::success();
}

void CacheWriteOp::getAsmResultNames(OpAsmSetValueNameFn setNameFn) {
  setNameFn(getCache(), "cache");
}
