//===-- ApplySequence.cpp - run the sequence of a kernel ------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs the primitives that a kernel names by upstream's transform interpreter, for
// schedule-apply, schedule-sample and schedule-print-loops. Input: a kernel at the te
// level. Output: the same, its stages' trees edited.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Schedule/IR/Schedule.h"
#include "dl/Dialect/Schedule/Transforms/Passes.h"
#include "mlir/Dialect/Transform/IR/TransformOps.h"
#include "mlir/Dialect/Transform/Interfaces/TransformInterfaces.h"

using namespace mlir;
using namespace dl;
using namespace dl::schedule;

static WalkResult checkTransform(Operation *op) {
  bool isRun = isa<transform::NamedSequenceOp, transform::ForeachOp, transform::AlternativesOp>(
      op->getParentOp());
  if (!isRun || isa<transform::TransformOpInterface>(op) || op->hasTrait<OpTrait::IsTerminator>())
    return WalkResult::advance();
  return op->emitOpError("is no transform, and sequences hold nothing else; a number is a "
                         "transform.param.constant");
}

/// The interpreter runs what stands in a sequence, or in a loop or choice of one, as transforms,
/// and nothing before it looks whether these are some. Any sequence may include those beside it.
static LogicalResult checkTransforms(transform::NamedSequenceOp sequence) {
  for (auto each : sequence->getParentRegion()->getOps<transform::NamedSequenceOp>())
    if (!each.isExternal() &&
        each.getBody().walk<WalkOrder::PreOrder>(checkTransform).wasInterrupted())
      return failure();
  return success();
}

LogicalResult dl::schedule::applySequence(func::FuncOp kernel,
                                          function_ref<void(transform::TransformState &)> prepare) {
  auto name = kernel->getAttrOfType<SymbolRefAttr>(ScheduleDialect::getSequenceAttrName());
  if (!name)
    return success();
  auto sequence = SymbolTable::lookupNearestSymbolFrom<transform::NamedSequenceOp>(kernel, name);
  if (!sequence)
    return kernel.emitError("expected the attribute ")
           << ScheduleDialect::getSequenceAttrName() << " to name a transform.named_sequence, got "
           << name;
  if (failed(checkTransforms(sequence)))
    return failure();
  return transform::applyTransforms(kernel,
                                    cast<transform::TransformOpInterface>(sequence.getOperation()),
                                    /*extraMapping=*/{}, transform::TransformOptions(),
                                    /*enforceToplevelTransformOp=*/false, prepare);
}
