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

bool IntrinsicOp::mayBeShorter(unsigned axis) {
  return getUpTo() && llvm::is_contained(getUpTo()->getAsValueRange<StringAttr>(),
                                         getCompute().getAxisName(axis));
}

/// A type whose dims are `?` where they grow with an axis along which tiles may be shorter.
static Type shorten(IntrinsicOp op, RankedTensorType type, AffineMap map, ValueRange axes) {
  SmallVector<int64_t> shape(type.getShape());
  for (auto [position, axis] : llvm::enumerate(axes))
    if (op.mayBeShorter(cast<BlockArgument>(axis).getArgNumber()))
      for (auto [size, index] : llvm::zip_equal(shape, map.getResults()))
        if (index.isFunctionOfDim(position) && index.getKind() != AffineExprKind::Mod)
          size = ShapedType::kDynamic;
  return type.clone(shape);
}

SmallVector<Type> IntrinsicOp::getImplementationTypes() {
  te::ComputeOp formula = getCompute();
  SmallVector<Type> types(getFormula().getArgumentTypes());
  for (te::ReadOp read : formula.getReads()) {
    unsigned operand = cast<BlockArgument>(read.getSource()).getArgNumber();
    types[operand] = shorten(*this, cast<RankedTensorType>(types[operand]), read.getMap(),
                             read.getIndexOperands());
  }
  auto written = AffineMap::getMultiDimIdentityMap(formula.getNumSpatial(), formula.getContext());
  types.push_back(shorten(*this, formula.getTensorType(), written,
                          formula.getAxes().take_front(formula.getNumSpatial())));
  return types;
}

/// The error of a rule, without the whole declaration after it.
static InFlightDiagnostic refuse(IntrinsicOp op, StringRef rule) {
  return emitError(op.getLoc()) << "intrinsic @" << op.getSymName() << ": " << rule;
}

/// True for sums of axes, and for digits of one axis by a divisor of its extent.
static bool isIndex(te::ReadOp read, AffineExpr index, te::ComputeOp compute) {
  if (te::getLinearForm(index, read.getMap().getNumDims()))
    return true;
  auto digit = dyn_cast<AffineBinaryOpExpr>(index);
  if (!digit ||
      (digit.getKind() != AffineExprKind::FloorDiv && digit.getKind() != AffineExprKind::Mod))
    return false;
  auto dim = dyn_cast<AffineDimExpr>(digit.getLHS());
  auto divisor = dyn_cast<AffineConstantExpr>(digit.getRHS());
  if (!dim || !divisor || divisor.getValue() < 2)
    return false;
  auto axis = cast<BlockArgument>(read.getIndexOperands()[dim.getPosition()]);
  int64_t extent = compute.getExtents()[axis.getArgNumber()];
  return extent > divisor.getValue() && extent % divisor.getValue() == 0;
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
    bool isPlain = read.isAffine() && !read.getPredicate() &&
                   llvm::all_of(read.getMap().getResults(),
                                [&](AffineExpr index) { return isIndex(read, index, compute); });
    if (!isPlain)
      return refuse(op, "(N1) expected a read of operand ")
             << argument.getArgNumber()
             << " at sums of axes, or at floordiv and mod of one by a divisor of its extent, "
                "without a condition";
  }
  for (auto [operand, count] : llvm::enumerate(reads))
    if (count != 1)
      return refuse(op, "(N1) expected one read of operand ") << operand << ", got " << count;
  return success();
}

/// (N4) The axes along which tiles may be shorter.
static LogicalResult verifyUpTo(IntrinsicOp op) {
  if (!op.getUpTo())
    return success();
  SmallVector<StringRef> names(op.getUpTo()->getAsValueRange<StringAttr>());
  auto axes = op.getCompute().getAxisNames().getAsValueRange<StringAttr>();
  for (auto [number, name] : llvm::enumerate(names))
    if (!llvm::is_contained(axes, name) ||
        llvm::is_contained(ArrayRef(names).take_front(number), name))
      return refuse(op, "(N4) expected axes of the formula in up_to, each once, got ") << name;
  return success();
}

LogicalResult IntrinsicOp::verifyRegions() {
  // Trees hold the name as text.
  if (!llvm::all_of(getSymName(), [](char c) { return llvm::isAlnum(c) || c == '_'; }))
    return refuse(*this, "(N3) expected a name of letters, digits and _");
  if (failed(verifyFormula(*this)))
    return failure();
  if (failed(verifyUpTo(*this)))
    return failure();
  SmallVector<Type> expected = getImplementationTypes();
  Type result = expected.back();
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
