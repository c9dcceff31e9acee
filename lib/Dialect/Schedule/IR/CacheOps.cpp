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

#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace dl::schedule;
namespace te = dl::te;
using Failure = DiagnosedSilenceableFailure;

/// A stage that copies what `sources` hold, tensors of one shape, at the builder's place.
static te::ComputeOp createCopy(OpBuilder &builder, Location loc, ValueRange sources,
                                const std::string &name, ArrayRef<te::AxisSpec> axes) {
  auto readAll = [&](OpBuilder &b, Location bodyLoc, ValueRange args) {
    SmallVector<AffineExpr> indices;
    for (unsigned dim = 0; dim < args.size(); ++dim)
      indices.push_back(b.getAffineDimExpr(dim));
    SmallVector<Value> values;
    for (Value source : sources)
      values.push_back(te::ReadOp::create(b, bodyLoc, source, indices, args));
    return values;
  };
  return te::ComputeOp::create(builder, loc, sources.getTypes(), name, axes,
                               ArrayRef<te::AxisSpec>(), ArrayRef<Attribute>(),
                               /*commutative=*/false, readAll, nullptr);
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
  rewriter.setInsertionPoint(compute);
  SmallVector<te::AxisSpec> axes;
  for (int64_t dim = 0; dim < source.getType().getRank(); ++dim) {
    if (source.stage != -1) {
      te::ComputeOp producer = step.getCompute(source.stage);
      axes.push_back({producer.getAxisName(dim).str(), producer.getMixedExtent(dim)});
      continue;
    }
    OpFoldResult extent = tensor::getMixedSize(rewriter, compute.getLoc(), source.value, dim);
    axes.push_back({"d" + std::to_string(dim), extent});
  }
  std::string base = source.stage == -1 ? "arg" + std::to_string(*getOperand())
                                        : step.getSchedule()[source.stage].name;
  te::ComputeOp cache = createCopy(rewriter, compute.getLoc(), source.value,
                                   step.makeStageName(base + ".cache"), axes);
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
  SmallVector<te::AxisSpec> axes;
  for (unsigned axis = 0; axis < compute.getNumSpatial(); ++axis)
    axes.push_back({compute.getAxisName(axis).str(), compute.getMixedExtent(axis)});
  // The handle of the stage goes on naming the op, which becomes the copy.
  te::ComputeOp copy =
      createCopy(rewriter, compute.getLoc(), cache->getResults(), compute.getStage().str(), axes);
  takeFormula(rewriter, compute, copy);
  results.set(cast<OpResult>(getCache()), {cache});
  return Failure::success();
}

void CacheWriteOp::getAsmResultNames(OpAsmSetValueNameFn setNameFn) {
  setNameFn(getCache(), "cache");
}
