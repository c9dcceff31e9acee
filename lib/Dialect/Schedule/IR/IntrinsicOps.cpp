//===-- IntrinsicOps.cpp - declarations of intrinsics and their use -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Verifier of schedule.intrinsic; schedule.tensorize.
//
//===----------------------------------------------------------------------===//
#include "Step.h"
#include "dl/Dialect/Schedule/IR/IntrinsicMatch.h"
#include "dl/Schedule/Primitives/Tensorize.h"

using namespace mlir;
using namespace dl::schedule;
namespace te = dl::te;
using Failure = DiagnosedSilenceableFailure;

te::ComputeOp IntrinsicOp::getCompute() {
  auto yield = cast<YieldOp>(getFormula().front().getTerminator());
  return yield.getValue().getDefiningOp<te::ComputeOp>();
}

/// The error of a rule, without the whole declaration after it.
static InFlightDiagnostic refuse(IntrinsicOp op, StringRef rule) {
  return emitError(op.getLoc()) << "intrinsic @" << op.getSymName() << ": " << rule;
}

/// (N1) The formula.
static LogicalResult verifyFormula(IntrinsicOp op) {
  Block &block = op.getFormula().front();
  auto yield = dyn_cast<YieldOp>(block.getTerminator());
  auto compute = yield ? yield.getValue().getDefiningOp<te::ComputeOp>() : te::ComputeOp();
  if (!compute)
    return refuse(op, "(N1) expected a formula that yields the result of a te.compute");
  if (compute->getNumResults() != 1 || compute.getCombiner() == te::Combiner::Custom)
    return refuse(op, "(N1) expected a formula with one result and no custom combiner");
  auto isOther = [&](Operation &other) {
    bool isConstant = other.hasTrait<OpTrait::ConstantLike>();
    return &other != compute && &other != yield && !isConstant;
  };
  for (Operation &other : block)
    if (isOther(other))
      return refuse(op, "(N1) expected one te.compute and constants as formula, got ")
             << other.getName();
  for (auto [axis, extent] : llvm::enumerate(compute.getExtents()))
    if (extent < 2)
      return refuse(op, "(N1) expected extents of at least 2, got ")
             << (ShapedType::isDynamic(extent) ? "a dynamic one" : std::to_string(extent))
             << " for axis " << compute.getAxisName(axis);
  SmallVector<unsigned> reads(block.getNumArguments(), 0);
  for (te::ReadOp read : compute.getReads()) {
    auto argument = dyn_cast<BlockArgument>(read.getSource());
    if (!argument || argument.getOwner() != &block)
      return refuse(op, "(N1) expected reads of the formula's operands only");
    ++reads[argument.getArgNumber()];
    bool isLinear = read.isAffine() && !read.getPredicate();
    for (AffineExpr index : read.getMap().getResults())
      isLinear &= te::getLinearForm(index, read.getMap().getNumDims()).has_value();
    if (!isLinear)
      return refuse(op, "(N1) expected a read of operand ")
             << argument.getArgNumber() << " at linear indices and without a condition";
  }
  for (auto [operand, count] : llvm::enumerate(reads))
    if (count != 1)
      return refuse(op, "(N1) expected one read of operand ") << operand << ", got " << count;
  return success();
}

LogicalResult IntrinsicOp::verifyRegions() {
  // Trees hold the name as text.
  if (!llvm::all_of(getSymName(), [](char c) { return llvm::isAlnum(c) || c == '_'; }))
    return refuse(*this, "(N3) expected a name of letters, digits and _");
  if (failed(verifyFormula(*this)))
    return failure();
  SmallVector<Type> expected(getFormula().getArgumentTypes());
  Type result = getCompute().getResult().getType();
  expected.push_back(result);
  if (getImplementation().getArgumentTypes() != TypeRange(expected))
    return refuse(*this, "(N2) expected an implementation of the formula's ")
           << expected.size() - 1 << " operands and its result, " << result;
  auto yield = dyn_cast<YieldOp>(getImplementation().front().getTerminator());
  if (!yield || yield.getValue().getType() != result)
    return refuse(*this, "(N2) expected an implementation that yields ") << result;
  return success();
}

Failure TensorizeOp::apply(transform::TransformRewriter &rewriter,
                           transform::TransformResults &results, transform::TransformState &state) {
  Step step(*this, state);
  AxisId axis;
  if (Failure failure = step.open(getStage(), getAxis(), axis); !failure.succeeded())
    return failure;
  auto intrinsic =
      SymbolTable::lookupNearestSymbolFrom<IntrinsicOp>(step.getKernel(), getIntrinsicAttr());
  if (!intrinsic)
    return step.refuse({std::string("there is no schedule.intrinsic ") + "@" +
                            getIntrinsic().str() + " beside kernel @" +
                            step.getKernel().getName().str(),
                        "run schedule-load-intrinsics before"});
  auto match = matchFormula(step.getCompute(), intrinsic);
  if (auto *refusal = std::get_if<Refusal>(&match))
    return step.refuse(*refusal);
  return step.run(Tensorize(step.getStage(), axis, getIntrinsic().str()));
}
