//===-- SizeExprs.cpp - a normal form of sizes ------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// See SizeExprs.h.
//
//===----------------------------------------------------------------------===//
#include "dl/Dialect/Graph/IR/SizeExprs.h"

#include "dl/ADT/LinearSum.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <numeric>

using namespace mlir;
using namespace dl;

static int compare(AffineExpr lhs, AffineExpr rhs) {
  if (lhs == rhs)
    return 0;
  auto rank = [](AffineExpr expr) {
    return expr.getKind() == AffineExprKind::SymbolId   ? 0
           : expr.getKind() == AffineExprKind::DimId    ? 1
           : expr.getKind() == AffineExprKind::Constant ? 2
                                                        : 3 + static_cast<int>(expr.getKind());
  };
  auto sign = [](int64_t a, int64_t b) { return a < b ? -1 : a > b ? 1 : 0; };
  if (int kinds = sign(rank(lhs), rank(rhs)))
    return kinds;
  if (auto symbol = dyn_cast<AffineSymbolExpr>(lhs))
    return sign(symbol.getPosition(), cast<AffineSymbolExpr>(rhs).getPosition());
  if (auto dim = dyn_cast<AffineDimExpr>(lhs))
    return sign(dim.getPosition(), cast<AffineDimExpr>(rhs).getPosition());
  if (auto constant = dyn_cast<AffineConstantExpr>(lhs))
    return sign(constant.getValue(), cast<AffineConstantExpr>(rhs).getValue());
  auto a = cast<AffineBinaryOpExpr>(lhs), b = cast<AffineBinaryOpExpr>(rhs);
  if (int first = compare(a.getLHS(), b.getLHS()))
    return first;
  return compare(a.getRHS(), b.getRHS());
}

bool dl::isBefore(AffineExpr lhs, AffineExpr rhs) { return compare(lhs, rhs) < 0; }

namespace {
/// Atoms are symbols, floordivs by a number of what is in normal form, and products.
struct Sum : LinearSum<AffineExpr> {
  using LinearSum::LinearSum;
  Sum(LinearSum sum) : LinearSum(std::move(sum)) {}

  AffineExpr toExpr(MLIRContext *context) const {
    std::vector<Term> sorted = terms;
    llvm::sort(sorted, [](const Term &a, const Term &b) { return isBefore(a.atom, b.atom); });
    AffineExpr expr = getAffineConstantExpr(0, context);
    for (auto [atom, factor] : sorted)
      expr = expr + atom * factor;
    return expr + constant;
  }
};

/// What a floordiv divides and by how much.
struct Quotient {
  AffineExpr divided;
  int64_t divisor;
};
} // namespace

static std::optional<Quotient> getQuotient(AffineExpr atom) {
  if (atom.getKind() != AffineExprKind::FloorDiv)
    return std::nullopt;
  auto binary = cast<AffineBinaryOpExpr>(atom);
  auto divisor = dyn_cast<AffineConstantExpr>(binary.getRHS());
  if (!divisor || divisor.getValue() <= 0)
    return std::nullopt;
  return Quotient{binary.getLHS(), divisor.getValue()};
}

static Sum getSum(AffineExpr size);

static Sum divide(const Sum &sum, int64_t divisor) {
  // What is divided has no negative factors, so that it is not negative:
  //   (1 - n) floordiv 2 = (n + 1) floordiv 2 - n
  Sum positive = sum, whole;
  for (auto [atom, factor] : sum.terms)
    if (factor < 0 && factor % divisor != 0) {
      int64_t below = llvm::divideFloorSigned(factor, divisor);
      positive.add(atom, -below * divisor);
      whole.add(atom, below);
    }
  if (!whole.terms.empty()) {
    whole.add(divide(positive, divisor), 1);
    return whole;
  }
  auto [quotient, rest] = sum.splitMultiples(divisor);
  if (rest.terms.empty())
    return quotient;
  // (e floordiv d + k) floordiv c = (e + d * k) floordiv (d * c)
  if (rest.terms.size() == 1 && rest.terms[0].coefficient == 1)
    if (std::optional<Quotient> inner = getQuotient(rest.terms[0].atom)) {
      Sum divided = getSum(inner->divided);
      divided.constant += inner->divisor * rest.constant;
      quotient.add(divide(divided, inner->divisor * divisor), 1);
      return quotient;
    }
  // (g * e + k) floordiv (g * c) = (e + k floordiv g) floordiv c
  int64_t common = divisor;
  for (auto [atom, factor] : rest.terms)
    common = std::gcd(common, factor);
  if (common > 1) {
    Sum smaller(llvm::divideFloorSigned(rest.constant, common));
    for (auto [atom, factor] : rest.terms)
      smaller.add(atom, factor / common);
    quotient.add(divide(smaller, divisor / common), 1);
    return quotient;
  }
  AffineExpr divided = Sum(rest).toExpr(rest.terms[0].atom.getContext());
  quotient.add(divided.floorDiv(divisor), 1);
  return quotient;
}

void dl::appendFactors(AffineExpr size, int64_t &number, SmallVectorImpl<AffineExpr> &factors) {
  if (auto constant = dyn_cast<AffineConstantExpr>(size)) {
    number *= constant.getValue();
    return;
  }
  if (size.getKind() == AffineExprKind::Mul) {
    appendFactors(cast<AffineBinaryOpExpr>(size).getLHS(), number, factors);
    appendFactors(cast<AffineBinaryOpExpr>(size).getRHS(), number, factors);
    return;
  }
  if (size.getKind() != AffineExprKind::Add) {
    factors.push_back(size);
    return;
  }
  Sum sum = getSum(size);
  int64_t common = std::abs(sum.constant);
  for (auto [atom, factor] : sum.terms)
    common = std::gcd(common, factor);
  bool isSum = sum.terms.size() + (sum.constant != 0) > 1;
  if (!isSum)
    return appendFactors(sum.toExpr(size.getContext()), number, factors);
  number *= common;
  Sum smaller(sum.constant / common);
  for (auto [atom, factor] : sum.terms)
    smaller.add(atom, factor / common);
  factors.push_back(smaller.toExpr(size.getContext()));
}

/// A product, its factors in order.
static Sum multiply(const Sum &lhs, const Sum &rhs, MLIRContext *context) {
  int64_t number = 1;
  SmallVector<AffineExpr> factors;
  appendFactors(lhs.toExpr(context), number, factors);
  appendFactors(rhs.toExpr(context), number, factors);
  llvm::stable_sort(factors, isBefore);
  AffineExpr atom = factors.front();
  for (AffineExpr factor : ArrayRef(factors).drop_front())
    atom = atom * factor;
  Sum product;
  product.add(atom, number);
  return product;
}

static Sum getSum(AffineExpr size) {
  MLIRContext *context = size.getContext();
  Sum sum;
  if (auto constant = dyn_cast<AffineConstantExpr>(size)) {
    sum.constant = constant.getValue();
    return sum;
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(size);
  if (!binary) {
    sum.add(size, 1);
    return sum;
  }
  Sum lhs = getSum(binary.getLHS()), rhs = getSum(binary.getRHS());
  if (size.getKind() == AffineExprKind::Add) {
    lhs.add(rhs, 1);
    return lhs;
  }
  if (size.getKind() == AffineExprKind::Mul) {
    if (!rhs.terms.empty() && lhs.terms.empty())
      std::swap(lhs, rhs);
    if (rhs.terms.empty())
      sum.add(lhs, rhs.constant);
    else
      return multiply(lhs, rhs, context);
    return sum;
  }
  if (!rhs.terms.empty() || rhs.constant <= 0) {
    sum.add(size, 1);
    return sum;
  }
  if (size.getKind() == AffineExprKind::CeilDiv)
    lhs.constant += rhs.constant - 1;
  Sum quotient = divide(lhs, rhs.constant);
  if (size.getKind() != AffineExprKind::Mod)
    return quotient;
  lhs.add(quotient, -rhs.constant);
  return lhs;
}

AffineExpr dl::normalizeSize(AffineExpr size) { return getSum(size).toExpr(size.getContext()); }

/// The least value of a sum without negative factors; nullopt for others.
static std::optional<int64_t> getLeast(const Sum &sum) {
  int64_t least = sum.constant;
  for (auto [atom, factor] : sum.terms) {
    std::optional<int64_t> part;
    if (isa<AffineSymbolExpr>(atom)) {
      part = 1;
    } else if (std::optional<Quotient> quotient = getQuotient(atom)) {
      if (std::optional<int64_t> divided = getLeast(getSum(quotient->divided)))
        part = llvm::divideFloorSigned(*divided, quotient->divisor);
    } else if (atom.getKind() == AffineExprKind::Mul) {
      auto binary = cast<AffineBinaryOpExpr>(atom);
      std::optional<int64_t> lhs = getLeast(getSum(binary.getLHS()));
      std::optional<int64_t> rhs = getLeast(getSum(binary.getRHS()));
      if (lhs && rhs && *lhs >= 0 && *rhs >= 0)
        part = *lhs * *rhs;
    }
    if (!part || factor < 0)
      return std::nullopt;
    least += factor * *part;
  }
  return least;
}

bool dl::isNeverNegative(AffineExpr size) {
  Sum sum = getSum(size);
  // With e floordiv (f * g) = q floordiv g, q = e floordiv f,
  //   q - g + 1 <= g * (e floordiv (f * g)) <= q
  // and so floordivs go until the signs tell.
  constexpr int maxSteps = 16;
  constexpr int64_t largest = int64_t(1) << 40;
  for (int step = 0; step < maxSteps; ++step) {
    if (std::optional<int64_t> least = getLeast(sum))
      return *least >= 0;
    if (std::abs(sum.constant) > largest || llvm::any_of(sum.terms, [](const auto &term) {
          return std::abs(term.coefficient) > largest;
        }))
      return false;
    auto replaceable = [&](bool negative) {
      return llvm::find_if(sum.terms, [&](const auto &term) {
        return (term.coefficient < 0) == negative && getQuotient(term.atom);
      });
    };
    auto term = replaceable(/*negative=*/true);
    if (term == sum.terms.end())
      term = replaceable(/*negative=*/false);
    if (term == sum.terms.end())
      return false;
    auto [atom, factor] = *term;
    Quotient quotient = *getQuotient(atom);
    int64_t common = std::gcd(factor, quotient.divisor);
    int64_t scale = common == 1 ? quotient.divisor : 1;
    int64_t steps = common == 1 ? quotient.divisor : common;
    Sum scaled;
    scaled.add(sum, scale);
    scaled.add(atom, -factor * scale);
    Sum divided = divide(getSum(quotient.divided), quotient.divisor / steps);
    if (factor > 0)
      divided.constant -= steps - 1;
    scaled.add(divided, factor * scale / steps);
    sum = scaled;
  }
  return false;
}

std::optional<SymbolBound> dl::getSymbolBound(AffineExpr size, int64_t least) {
  Sum sum = getSum(size);
  if (sum.terms.size() != 1 || sum.terms[0].coefficient < 0)
    return std::nullopt;
  auto [atom, factor] = sum.terms[0];
  int64_t bound = llvm::divideCeilSigned(least - sum.constant, factor);
  if (auto symbol = dyn_cast<AffineSymbolExpr>(atom))
    return SymbolBound{symbol.getPosition(), bound};
  if (std::optional<Quotient> quotient = getQuotient(atom))
    return getSymbolBound(quotient->divided, bound * quotient->divisor);
  return std::nullopt;
}

SmallVector<unsigned> dl::getSymbols(AffineExpr size) {
  SmallVector<unsigned> symbols;
  size.walk([&](AffineExpr expr) {
    if (auto symbol = dyn_cast<AffineSymbolExpr>(expr))
      symbols.push_back(symbol.getPosition());
  });
  llvm::sort(symbols);
  symbols.erase(llvm::unique(symbols), symbols.end());
  return symbols;
}
