//===-- RewriteAxes.cpp - the formula of a stage over other axes ----------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Clones the region of a stage while its axes are replaced by expressions.
//
//===----------------------------------------------------------------------===//
#include "RewriteAxes.h"

#include "dl/Dialect/Schedule/IR/Schedule.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace dl;
using namespace dl::schedule;

namespace {
/// The state of one rewrite inside the new region.
class BodyRewriter {
public:
  BodyRewriter(OpBuilder &builder, Location loc, te::ComputeOp compute, const NewAxes &axes,
               ValueRange arguments, ArrayRef<Value> zeros)
      : builder(builder), loc(loc), compute(compute), axes(axes), arguments(arguments),
        zeros(zeros) {}

  /// The yielded elements.
  SmallVector<Value> run();

private:
  Value materialize(AffineExpr expr);
  Value rewriteRead(te::ReadOp read, Value zero);
  std::optional<unsigned> getOldAxis(Value value) {
    auto argument = dyn_cast<BlockArgument>(value);
    if (!argument || argument.getOwner() != &compute.getBody().front())
      return std::nullopt;
    return argument.getArgNumber();
  }

  OpBuilder &builder;
  Location loc;
  te::ComputeOp compute;
  const NewAxes &axes;
  ValueRange arguments;
  /// What each read gives where the formula does not hold.
  ArrayRef<Value> zeros;
  IRMapping mapping;
};
} // namespace

/// A linear expression over the new axes as a value.
Value BodyRewriter::materialize(AffineExpr expr) {
  std::optional<te::LinearForm> form = te::getLinearForm(expr, arguments.size());
  assert(form && "axes are replaced by linear expressions");
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantIndexOp::create(builder, loc, value);
  };
  Value sum = form->constant != 0 ? constant(form->constant) : Value();
  for (auto [argument, coefficient] : llvm::zip_equal(arguments, form->coefficients)) {
    if (coefficient == 0)
      continue;
    Value term =
        coefficient == 1
            ? argument
            : arith::MulIOp::create(builder, loc, argument, constant(coefficient)).getResult();
    sum = sum ? arith::AddIOp::create(builder, loc, sum, term).getResult() : term;
  }
  return sum ? sum : constant(0);
}

Value BodyRewriter::rewriteRead(te::ReadOp read, Value zero) {
  // The new axes are the first dims of each read, other operands follow.
  SmallVector<Value> operands(arguments);
  SmallVector<AffineExpr> dims;
  bool depends = false;
  for (Value operand : read.getIndexOperands()) {
    if (std::optional<unsigned> axis = getOldAxis(operand)) {
      dims.push_back(axes.oldAxes[*axis]);
      for (AffineExpr constraint : axes.constraints)
        for (unsigned d = 0; d < arguments.size(); ++d)
          depends |= constraint.isFunctionOfDim(d) && dims.back().isFunctionOfDim(d);
      continue;
    }
    // An index that is data: it may be anything where the formula does not hold.
    depends |= !axes.constraints.empty();
    dims.push_back(builder.getAffineDimExpr(operands.size()));
    operands.push_back(mapping.lookupOrDefault(operand));
  }
  AffineMap map = read.getMap().replaceDimsAndSymbols(dims, {}, operands.size(), 0);
  SmallVector<AffineExpr> constraints;
  SmallVector<bool> equalities;
  if (auto predicate = read.getPredicate()) {
    IntegerSet set = predicate->replaceDimsAndSymbols(dims, {}, operands.size(), 0);
    llvm::append_range(constraints, set.getConstraints());
    llvm::append_range(equalities, set.getEqFlags());
  }
  if (depends)
    for (AffineExpr constraint : axes.constraints) {
      constraints.push_back(constraint);
      equalities.push_back(false);
    }
  IntegerSet set;
  Value otherwise;
  if (!constraints.empty()) {
    set = IntegerSet::get(operands.size(), 0, constraints, equalities);
    otherwise = read.getOtherwise() ? mapping.lookupOrDefault(read.getOtherwise()) : zero;
  }
  te::canonicalizeIndexing(map, set, operands);
  return te::ReadOp::create(builder, read.getLoc(), read.getType(), read.getSource(), operands,
                            otherwise, AffineMapAttr::get(map),
                            set ? IntegerSetAttr::get(set) : IntegerSetAttr());
}

SmallVector<Value> BodyRewriter::run() {
  for (BlockArgument axis : compute.getAxes())
    if (llvm::any_of(axis.getUsers(), [](Operation *user) { return !isa<te::ReadOp>(user); }))
      mapping.map(axis, materialize(axes.oldAxes[axis.getArgNumber()]));
  unsigned number = 0;
  for (Operation &op : compute.getBody().front().without_terminator()) {
    if (auto read = dyn_cast<te::ReadOp>(op)) {
      Value zero = zeros.empty() ? Value() : zeros[number];
      mapping.map(read.getResult(), rewriteRead(read, zero));
      ++number;
      continue;
    }
    builder.clone(op, mapping);
  }
  SmallVector<Value> values;
  for (Value value : compute.getYield().getValues())
    values.push_back(mapping.lookupOrDefault(value));
  if (!compute.hasReduction() || axes.constraints.empty())
    return values;
  Value holds, zero = arith::ConstantIndexOp::create(builder, loc, 0);
  for (AffineExpr constraint : axes.constraints) {
    Value one = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::sge,
                                      materialize(constraint), zero);
    holds = holds ? arith::AndIOp::create(builder, loc, holds, one).getResult() : one;
  }
  for (auto [number, value] : llvm::enumerate(values)) {
    Value identity = arith::ConstantOp::create(builder, loc, compute.getIdentityOf(number));
    value = arith::SelectOp::create(builder, loc, holds, value, identity);
  }
  return values;
}

te::ComputeOp dl::schedule::createLike(OpBuilder &builder, te::ComputeOp compute,
                                       const std::string &name, const NewAxes &axes,
                                       te::RegionBuilder body) {
  SmallVector<int64_t> shape;
  for (const te::AxisSpec &axis : axes.spatial)
    shape.push_back(getConstantIntValue(axis.extent).value_or(ShapedType::kDynamic));
  SmallVector<Type> types;
  for (unsigned number = 0; number < compute->getNumResults(); ++number)
    types.push_back(RankedTensorType::get(shape, compute.getTensorType(number).getElementType()));
  if (compute.getCombiner() != te::Combiner::Custom && types.size() == 1)
    return te::ComputeOp::create(
        builder, compute.getLoc(), cast<RankedTensorType>(types.front()), name, axes.spatial,
        axes.reduction, axes.reduction.empty() ? te::Combiner::None : compute.getCombiner(),
        [&](OpBuilder &b, Location loc, ValueRange arguments) {
          return body(b, loc, arguments).front();
        });
  SmallVector<Attribute> identities;
  if (compute.getIdentities())
    llvm::append_range(identities, *compute.getIdentities());
  return te::ComputeOp::create(
      builder, compute.getLoc(), types, name, axes.spatial, axes.reduction, identities,
      compute.getCommutative(), body, [&](OpBuilder &b, Location loc, ValueRange arguments) {
        return compute.buildJoin(b, loc, arguments.take_front(types.size()),
                                 arguments.drop_front(types.size()));
      });
}

te::ComputeOp dl::schedule::rewriteAxes(RewriterBase &rewriter, te::ComputeOp compute,
                                        const std::string &name, const NewAxes &axes) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(compute);
  Location loc = compute.getLoc();
  // Guarded reads need a value for elsewhere, which stands outside of the region.
  SmallVector<Value> zeros;
  if (!axes.constraints.empty())
    for (te::ReadOp read : compute.getReads())
      zeros.push_back(
          arith::ConstantOp::create(rewriter, loc, rewriter.getZeroAttr(read.getType())));
  return createLike(rewriter, compute, name, axes,
                    [&](OpBuilder &builder, Location bodyLoc, ValueRange arguments) {
                      return BodyRewriter(builder, bodyLoc, compute, axes, arguments, zeros).run();
                    });
}

void dl::schedule::takeFormula(RewriterBase &rewriter, te::ComputeOp compute, te::ComputeOp other) {
  // One by one, so that a sequence's handles to what stood in the region become empty.
  for (Region *region : {&compute.getBody(), &compute.getJoin()})
    for (Block &block : *region)
      for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
        rewriter.eraseOp(&op);
  rewriter.modifyOpInPlace(compute, [&] {
    compute.setAxisNamesAttr(other.getAxisNamesAttr());
    compute.setExtents(other.getExtents());
    compute.setNumReduce(other.getNumReduce());
    compute.setCombiner(other.getCombiner());
    if (other.getIdentities())
      compute.setIdentitiesAttr(*other.getIdentities());
    else
      compute.removeIdentitiesAttr();
    compute.setCommutative(other.getCommutative());
    compute.getJoin().takeBody(other.getJoin());
    compute.getDynamicExtentsMutable().assign(other.getDynamicExtents());
    compute.getBody().takeBody(other.getBody());
    for (unsigned number = 0; number < compute->getNumResults(); ++number)
      compute.getResult(number).setType(other.getTensorType(number));
    compute->removeAttr(ScheduleDialect::getTreeAttrName());
  });
  rewriter.eraseOp(other);
}
