//===-- TeHelpers.cpp - building and querying kernels -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The free functions of Te.h: queries of kernels, combiners, index expressions.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Te/IR/Te.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace dl::te;

bool dl::te::isKernel(func::FuncOp func) { return func->hasAttr(TeDialect::getKernelAttrName()); }

unsigned dl::te::getNumDestinations(func::FuncOp func) {
  unsigned count = 0;
  for (unsigned i = 0, e = func.getNumArguments(); i != e; ++i)
    count += func.getArgAttr(i, TeDialect::getDestinationAttrName()) != nullptr;
  return count;
}

std::optional<AxisScope> dl::te::getAxisScope(Operation *op) {
  Operation *parent = op->getParentOp();
  if (auto compute = dyn_cast_or_null<ComputeOp>(parent))
    if (op->getParentRegion() == &compute.getBody())
      return AxisScope{op->getBlock(), compute.getExtents()};
  if (auto scatter = dyn_cast_or_null<ScatterOp>(parent))
    return AxisScope{op->getBlock(), scatter.getExtents()};
  return std::nullopt;
}

SetVector<Value> dl::te::getOrigins(Value value, ComputeOp stage,
                                    llvm::function_ref<bool(Value)> isKnown) {
  Block *body = &stage.getBody().front();
  SetVector<Value> values;
  values.insert(value);
  for (size_t i = 0; i < values.size(); ++i) {
    if (isKnown(values[i]))
      continue;
    auto argument = dyn_cast<BlockArgument>(values[i]);
    Operation *op = argument ? argument.getOwner()->getParentOp() : values[i].getDefiningOp();
    if ((op = body->findAncestorOpInBlock(*op)))
      op->walk([&](Operation *inner) { values.insert_range(inner->getOperands()); });
  }
  return values;
}

SmallVector<ComputeOp> dl::te::getComputes(func::FuncOp kernel) {
  SmallVector<ComputeOp> computes;
  kernel.walk<WalkOrder::PreOrder>([&](ComputeOp compute) {
    computes.push_back(compute);
    return WalkResult::skip();
  });
  return computes;
}

std::optional<StringRef> dl::te::getStageName(Operation *op) {
  auto stage = dyn_cast<StageOpInterface>(op);
  StringAttr name = stage ? stage.getStageNameAttr() : StringAttr();
  return name ? std::optional(name.getValue()) : std::nullopt;
}

/// The identity of an integer combiner; i1 is unsigned, other widths are signed.
static APInt getIntegerIdentity(Combiner combiner, unsigned width) {
  switch (combiner) {
  case Combiner::None:
  case Combiner::Custom:
  case Combiner::Add:
    return APInt::getZero(width);
  case Combiner::Mul:
    return APInt(width, 1);
  case Combiner::Min:
    return width == 1 ? APInt::getAllOnes(1) : APInt::getSignedMaxValue(width);
  case Combiner::Max:
    return width == 1 ? APInt::getZero(1) : APInt::getSignedMinValue(width);
  }
  llvm_unreachable("unknown combiner");
}

static APFloat getFloatIdentity(Combiner combiner, const llvm::fltSemantics &semantics) {
  switch (combiner) {
  case Combiner::None:
  case Combiner::Custom:
  case Combiner::Add:
    return APFloat::getZero(semantics);
  case Combiner::Mul:
    return APFloat::getOne(semantics);
  case Combiner::Min:
    return APFloat::getInf(semantics);
  case Combiner::Max:
    return APFloat::getInf(semantics, /*Negative=*/true);
  }
  llvm_unreachable("unknown combiner");
}

TypedAttr dl::te::getIdentity(Combiner combiner, Type elementType) {
  if (auto type = dyn_cast<FloatType>(elementType))
    return FloatAttr::get(type, getFloatIdentity(combiner, type.getFloatSemantics()));
  unsigned width = elementType.isIndex() ? IndexType::kInternalStorageBitWidth
                                         : elementType.getIntOrFloatBitWidth();
  return IntegerAttr::get(elementType, getIntegerIdentity(combiner, width));
}

Value dl::te::combine(OpBuilder &builder, Location loc, Combiner combiner, Value lhs, Value rhs) {
  bool isFloat = isa<FloatType>(lhs.getType());
  bool isBool = lhs.getType().isInteger(1);
  switch (combiner) {
  case Combiner::None:
  case Combiner::Custom:
    break;
  case Combiner::Add:
    if (isFloat)
      return arith::AddFOp::create(builder, loc, lhs, rhs);
    return arith::AddIOp::create(builder, loc, lhs, rhs);
  case Combiner::Mul:
    if (isFloat)
      return arith::MulFOp::create(builder, loc, lhs, rhs);
    return arith::MulIOp::create(builder, loc, lhs, rhs);
  case Combiner::Min:
    if (isFloat)
      return arith::MinimumFOp::create(builder, loc, lhs, rhs);
    if (isBool)
      return arith::MinUIOp::create(builder, loc, lhs, rhs);
    return arith::MinSIOp::create(builder, loc, lhs, rhs);
  case Combiner::Max:
    if (isFloat)
      return arith::MaximumFOp::create(builder, loc, lhs, rhs);
    if (isBool)
      return arith::MaxUIOp::create(builder, loc, lhs, rhs);
    return arith::MaxSIOp::create(builder, loc, lhs, rhs);
  }
  llvm_unreachable("combine needs a combiner");
}

/// Adds `scale * expr` to `form`; false where it is not linear or overflows.
static bool accumulate(AffineExpr expr, int64_t scale, LinearForm &form) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr)) {
    int64_t product;
    return !llvm::MulOverflow(constant.getValue(), scale, product) &&
           !llvm::AddOverflow(form.constant, product, form.constant);
  }
  if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
    int64_t &coefficient = form.coefficients[dim.getPosition()];
    return !llvm::AddOverflow(coefficient, scale, coefficient);
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(expr);
  if (!binary)
    return false;
  if (expr.getKind() == AffineExprKind::Add)
    return accumulate(binary.getLHS(), scale, form) && accumulate(binary.getRHS(), scale, form);
  if (expr.getKind() != AffineExprKind::Mul)
    return false;
  AffineExpr factor = binary.getRHS(), rest = binary.getLHS();
  if (!isa<AffineConstantExpr>(factor))
    std::swap(factor, rest);
  auto constant = dyn_cast<AffineConstantExpr>(factor);
  return constant && !llvm::MulOverflow(constant.getValue(), scale, scale) &&
         accumulate(rest, scale, form);
}

std::optional<LinearForm> dl::te::getLinearForm(AffineExpr expr, unsigned numDims) {
  LinearForm form;
  form.coefficients.assign(numDims, 0);
  if (!accumulate(expr, 1, form))
    return std::nullopt;
  return form;
}

void dl::te::canonicalizeIndexing(AffineMap &map, IntegerSet &predicate,
                                  SmallVectorImpl<Value> &operands) {
  MLIRContext *context = map.getContext();
  SmallVector<Value> used;
  SmallVector<AffineExpr> replacement(operands.size());
  // The printer writes the left operand of a binary expression first.
  auto visit = [&](auto &&self, AffineExpr expr) -> void {
    if (auto dim = dyn_cast<AffineDimExpr>(expr)) {
      Value operand = operands[dim.getPosition()];
      auto *position = llvm::find(used, operand);
      replacement[dim.getPosition()] = getAffineDimExpr(position - used.begin(), context);
      if (position == used.end())
        used.push_back(operand);
    } else if (auto binary = dyn_cast<AffineBinaryOpExpr>(expr)) {
      self(self, binary.getLHS());
      self(self, binary.getRHS());
    }
  };
  for (AffineExpr expr : map.getResults())
    visit(visit, expr);
  if (predicate)
    for (AffineExpr expr : predicate.getConstraints())
      visit(visit, expr);

  for (AffineExpr &expr : replacement)
    if (!expr)
      expr = getAffineConstantExpr(0, context);
  map = map.replaceDimsAndSymbols(replacement, {}, used.size(), 0);
  if (predicate)
    predicate = predicate.replaceDimsAndSymbols(replacement, {}, used.size(), 0);
  operands.assign(used);
}

bool dl::te::isTotal(Operation *op) {
  APInt divisor;
  if (isa<arith::FloorDivSIOp, arith::RemSIOp, arith::RemUIOp>(op) &&
      (!matchPattern(op->getOperand(1), m_ConstantInt(&divisor)) || divisor.isZero() ||
       divisor.isAllOnes()))
    return false;
  return isSpeculatable(op);
}
