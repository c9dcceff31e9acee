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
#include "Step.h"

#include "dl/Schedule/Legality.h"

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
  auto readFrom = [&](Value from, Value to) {
    for (te::ReadOp read : compute.getReads())
      if (read.getSource() == from)
        rewriter.modifyOpInPlace(read, [&] { read.getSourceMutable().assign(to); });
  };
  readFrom(source.value, cache.getResult());

  // The copy is a new reader: a stage computed inside a loop may have lost its place.
  KernelSchedule changed = buildKernelSchedule(step.getKernel());
  for (int stage = changed.size() - 1; stage >= 0; --stage)
    if (std::optional<Refusal> refusal = checkPlacement(changed, stage)) {
      readFrom(cache.getResult(), source.value);
      rewriter.eraseOp(cache);
      return step.refuse({"a copy of " + source.description + " would read " +
                              describe(changed, stage) + " from outside the loop it is computed in",
                          "use cache_read before compute_at",
                          step.getSchedule().lookup(changed[stage].name)});
    }
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
  te::ComputeOp compute = step.getCompute();
  const KernelSchedule &schedule = step.getSchedule();
  int stage = step.getStage();
  std::vector<int> attached = schedule.getAttached(stage);
  if (!(schedule[stage].tree == getDefaultTree(compute)) || !attached.empty())
    return step.refuse({describe(schedule, stage) + " has been scheduled already",
                        "use cache_write before other steps on the stage",
                        attached.empty() ? -1 : attached.front()});
  if (!compute.getTensorType().hasStaticShape())
    return step.refuse({describe(schedule, stage) + " has extents known only at run time",
                        "only values of static shape can be copied or packed"});

  rewriter.setInsertionPoint(compute);
  auto cache = cast<te::ComputeOp>(rewriter.clone(*compute));
  cache.setStage(step.makeStageName(compute.getStage().str() + ".cache"));
  SmallVector<std::string> axisNames;
  for (unsigned axis = 0; axis < compute.getNumSpatial(); ++axis)
    axisNames.push_back(compute.getAxisName(axis).str());
  // The handle of the stage goes on naming the op, which becomes the copy.
  te::ComputeOp copy = createCopy(rewriter, compute.getLoc(), cache.getResult(),
                                  compute.getStage().str(), axisNames);
  rewriter.modifyOpInPlace(compute, [&] {
    compute.setAxisNamesAttr(copy.getAxisNamesAttr());
    compute.setExtents(copy.getExtents());
    compute.setNumReduce(0);
    compute.setCombiner(te::Combiner::None);
    compute.getDynamicExtentsMutable().clear();
    compute.getBody().takeBody(copy.getBody());
  });
  copy->erase();
  results.set(cast<OpResult>(getCache()), {cache});
  return Failure::success();
}

void CacheWriteOp::getAsmResultNames(OpAsmSetValueNameFn setNameFn) {
  setNameFn(getCache(), "cache");
}
