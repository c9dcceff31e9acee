//===-- BoundedExprs.cpp - affine expressions over bounded variables ------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Flattening, simplification and interval arithmetic of BoundedExprs.h.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Schedule/IR/BoundedExprs.h"

using namespace mlir;
using namespace dl::schedule;

AffineExpr BoundedExprs::addVariable(int64_t extent) {
  return getAffineDimExpr(variables.add(extent), context);
}

LoopExpr BoundedExprs::flatten(AffineExpr expr) const {
  switch (expr.getKind()) {
  case AffineExprKind::Constant:
    return cast<AffineConstantExpr>(expr).getValue();
  case AffineExprKind::DimId:
    return variables.get(cast<AffineDimExpr>(expr).getPosition());
  case AffineExprKind::SymbolId:
    llvm_unreachable("index expressions of te have no symbols");
  default:
    break;
  }
  auto binary = cast<AffineBinaryOpExpr>(expr);
  LoopExpr lhs = flatten(binary.getLHS()), rhs = flatten(binary.getRHS());
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return lhs + rhs;
  case AffineExprKind::Mul:
    return rhs.isConstant() ? lhs * rhs.constant : rhs * lhs.constant;
  case AffineExprKind::Mod:
    return variables.modulo(lhs, rhs.constant);
  case AffineExprKind::CeilDiv:
    return variables.divide(lhs + (rhs.constant - 1), rhs.constant);
  default:
    return variables.divide(lhs, rhs.constant);
  }
}

AffineExpr BoundedExprs::toExpr(const LoopAtom &atom) const {
  if (!atom.sum)
    return getAffineDimExpr(atom.variable, context);
  AffineExpr sum = toExpr(*atom.sum);
  return atom.isRemainder ? sum % atom.divisor : sum.floorDiv(atom.divisor);
}

AffineExpr BoundedExprs::toExpr(const LoopExpr &sum) const {
  // Variables first and in order, so that equal sums give equal expressions.
  std::vector<LoopExpr::Term> terms = sum.terms;
  llvm::stable_sort(terms, [](const LoopExpr::Term &a, const LoopExpr::Term &b) {
    if (!a.atom.sum && !b.atom.sum)
      return a.atom.variable < b.atom.variable;
    return !a.atom.sum && b.atom.sum;
  });
  AffineExpr expr = getAffineConstantExpr(0, context);
  for (const auto &[atom, coefficient] : terms)
    expr = expr + toExpr(atom) * coefficient;
  return expr + sum.constant;
}
