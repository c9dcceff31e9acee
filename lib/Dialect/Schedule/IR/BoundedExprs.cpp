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
#include "BoundedExprs.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace dl::schedule;

void LinearSum::add(AffineExpr atom, int64_t coefficient) {
  for (auto &term : terms) {
    if (term.first != atom)
      continue;
    term.second += coefficient;
    if (term.second == 0)
      terms.erase(&term);
    return;
  }
  if (coefficient != 0)
    terms.push_back({atom, coefficient});
}

void LinearSum::add(const LinearSum &other, int64_t factor) {
  constant += other.constant * factor;
  for (auto [atom, coefficient] : other.terms)
    add(atom, coefficient * factor);
}

AffineExpr BoundedExprs::addVariable(int64_t extent) {
  assert(extent >= 1 && "a variable has at least one value");
  extents.push_back(extent);
  return getAffineDimExpr(extents.size() - 1, context);
}

LinearSum BoundedExprs::flatten(AffineExpr expr) const {
  LinearSum sum;
  switch (expr.getKind()) {
  case AffineExprKind::Constant:
    sum.constant = cast<AffineConstantExpr>(expr).getValue();
    return sum;
  case AffineExprKind::DimId:
    if (extents[cast<AffineDimExpr>(expr).getPosition()] > 1)
      sum.add(expr, 1);
    return sum;
  case AffineExprKind::SymbolId:
    llvm_unreachable("index expressions of te have no symbols");
  default:
    break;
  }
  auto binary = cast<AffineBinaryOpExpr>(expr);
  sum = flatten(binary.getLHS());
  LinearSum rhs = flatten(binary.getRHS());
  if (expr.getKind() == AffineExprKind::Add) {
    sum.add(rhs);
    return sum;
  }
  if (expr.getKind() == AffineExprKind::Mul) {
    if (!rhs.terms.empty())
      std::swap(sum, rhs);
    LinearSum product;
    product.add(sum, rhs.constant);
    return product;
  }
  int64_t divisor = rhs.constant;
  if (expr.getKind() == AffineExprKind::Mod)
    return modulo(sum, divisor);
  if (expr.getKind() == AffineExprKind::CeilDiv)
    sum.constant += divisor - 1;
  return divide(sum, divisor);
}

/// Splits a sum into divisor * first + second, the second without any multiple
/// of the divisor.
static std::pair<LinearSum, LinearSum> splitMultiples(const LinearSum &sum, int64_t divisor) {
  LinearSum quotient, rest;
  for (auto [atom, coefficient] : sum.terms) {
    if (coefficient % divisor == 0)
      quotient.add(atom, coefficient / divisor);
    else
      rest.add(atom, coefficient);
  }
  quotient.constant = llvm::divideFloorSigned(sum.constant, divisor);
  rest.constant = llvm::mod(sum.constant, divisor);
  return {quotient, rest};
}

LinearSum BoundedExprs::divide(const LinearSum &sum, int64_t divisor) const {
  auto [quotient, rest] = splitMultiples(sum, divisor);
  auto [low, high] = getBounds(rest);
  int64_t first = llvm::divideFloorSigned(low, divisor);
  if (first == llvm::divideFloorSigned(high, divisor))
    quotient.constant += first;
  else
    quotient.add(toExpr(rest).floorDiv(divisor), 1);
  return quotient;
}

LinearSum BoundedExprs::modulo(const LinearSum &sum, int64_t divisor) const {
  LinearSum rest = splitMultiples(sum, divisor).second;
  auto [low, high] = getBounds(rest);
  int64_t first = llvm::divideFloorSigned(low, divisor);
  if (first == llvm::divideFloorSigned(high, divisor)) {
    rest.constant -= first * divisor;
    return rest;
  }
  LinearSum result;
  result.add(toExpr(rest) % divisor, 1);
  return result;
}

AffineExpr BoundedExprs::toExpr(const LinearSum &sum) const {
  // Dimensions first and in order, so that equal sums give equal expressions.
  auto terms = sum.terms;
  llvm::stable_sort(terms, [](const auto &a, const auto &b) {
    auto da = dyn_cast<AffineDimExpr>(a.first), db = dyn_cast<AffineDimExpr>(b.first);
    if (da && db)
      return da.getPosition() < db.getPosition();
    return static_cast<bool>(da) && !db;
  });
  AffineExpr expr = getAffineConstantExpr(0, context);
  for (auto [atom, coefficient] : terms)
    expr = expr + atom * coefficient;
  return expr + sum.constant;
}

std::pair<int64_t, int64_t> BoundedExprs::getAtomBounds(AffineExpr atom) const {
  if (auto dim = dyn_cast<AffineDimExpr>(atom))
    return {0, extents[dim.getPosition()] - 1};
  auto binary = cast<AffineBinaryOpExpr>(atom);
  int64_t divisor = cast<AffineConstantExpr>(binary.getRHS()).getValue();
  if (atom.getKind() == AffineExprKind::Mod)
    return {0, divisor - 1};
  auto [low, high] = getBounds(binary.getLHS());
  return {llvm::divideFloorSigned(low, divisor), llvm::divideFloorSigned(high, divisor)};
}

std::pair<int64_t, int64_t> BoundedExprs::getBounds(const LinearSum &sum) const {
  int64_t low = sum.constant, high = sum.constant;
  for (auto [atom, coefficient] : sum.terms) {
    auto [first, last] = getAtomBounds(atom);
    low += coefficient * (coefficient > 0 ? first : last);
    high += coefficient * (coefficient > 0 ? last : first);
  }
  return {low, high};
}
