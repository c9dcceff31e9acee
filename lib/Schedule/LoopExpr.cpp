//===-- LoopExpr.cpp - places that move with loops --------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sums of multiples of variables and digits.
//
//===----------------------------------------------------------------------===//
#include "dl/Schedule/LoopExpr.h"

#include <algorithm>
#include <cassert>
#include <numeric>

using namespace dl::schedule;
using dl::floorDiv;

bool LoopAtom::operator==(const LoopAtom &other) const {
  if (variable != other.variable || divisor != other.divisor || isRemainder != other.isRemainder)
    return false;
  return sum == other.sum || (sum && other.sum && *sum == *other.sum);
}

bool LoopAtom::dependsOn(int number) const {
  return sum ? sum->dependsOn(number) : variable == number;
}

bool LoopExpr::dependsOn(int variable) const {
  return std::any_of(terms.begin(), terms.end(),
                     [&](const Term &term) { return term.atom.dependsOn(variable); });
}

LoopExpr LoopExpr::operator+(const LoopExpr &other) const {
  LoopExpr result = *this;
  result.add(other);
  return result;
}

LoopExpr LoopExpr::operator-(const LoopExpr &other) const {
  if (terms.isCopyOf(other.terms))
    return constant - other.constant;
  LoopExpr result = *this;
  result.add(other, -1);
  return result;
}

LoopExpr LoopExpr::operator*(int64_t factor) const {
  LoopExpr result;
  result.add(*this, factor);
  return result;
}

int64_t LoopExpr::evaluate(const std::vector<int64_t> &values) const {
  int64_t value = constant;
  for (const auto &[atom, coefficient] : terms) {
    if (!atom.sum) {
      value += coefficient * values[atom.variable];
      continue;
    }
    int64_t sum = atom.sum->evaluate(values), quotient = floorDiv(sum, atom.divisor);
    value += coefficient * (atom.isRemainder ? sum - quotient * atom.divisor : quotient);
  }
  return value;
}

int LoopVariables::add(int64_t extent) {
  assert(extent >= 1 && "a variable has at least one value");
  extents.push_back(extent);
  return size() - 1;
}

LoopExpr LoopVariables::get(int variable) const {
  LoopExpr sum;
  if (extents[variable] > 1)
    sum.terms.push_back({LoopAtom{variable}, 1});
  return sum;
}

std::optional<LoopVariables::InSteps> LoopVariables::getSteps(const LoopExpr &sum,
                                                              int64_t divisor) const {
  std::optional<InSteps> found;
  for (const auto &[atom, coefficient] : sum.terms) {
    int64_t length = std::gcd(coefficient, divisor);
    if (length == 1 || (found && length <= found->length))
      continue;
    auto [number, rest] = sum.splitMultiples(length);
    auto [low, high] = getBounds(rest);
    int64_t first = floorDiv(low, length);
    if (first != floorDiv(high, length))
      continue;
    number.constant += first;
    rest.constant -= first * length;
    found = InSteps{length, number, rest};
  }
  return found;
}

LoopExpr LoopVariables::divide(const LoopExpr &sum, int64_t divisor) const {
  auto [quotient, rest] = sum.splitMultiples(divisor);
  auto [low, high] = getBounds(rest);
  int64_t first = floorDiv(low, divisor);
  if (first == floorDiv(high, divisor))
    quotient.constant += first;
  else if (auto steps = getSteps(rest, divisor))
    quotient.add(divide(steps->number, divisor / steps->length), 1);
  else
    quotient.add(LoopAtom{-1, std::make_shared<LoopExpr>(rest), divisor, false}, 1);
  return quotient;
}

LoopExpr LoopVariables::modulo(const LoopExpr &sum, int64_t divisor) const {
  LoopExpr rest = sum.splitMultiples(divisor).second;
  auto [low, high] = getBounds(rest);
  int64_t first = floorDiv(low, divisor);
  if (first == floorDiv(high, divisor)) {
    rest.constant -= first * divisor;
    return rest;
  }
  if (auto steps = getSteps(rest, divisor))
    return modulo(steps->number, divisor / steps->length) * steps->length + steps->rest;
  LoopExpr result;
  result.add(LoopAtom{-1, std::make_shared<LoopExpr>(rest), divisor, true}, 1);
  return result;
}

LoopExpr LoopVariables::replace(const LoopExpr &sum, const std::vector<LoopExpr> &values) const {
  LoopExpr result = sum.constant;
  for (const auto &[atom, coefficient] : sum.terms) {
    if (!atom.sum) {
      result.add(values[atom.variable], coefficient);
      continue;
    }
    LoopExpr inner = replace(*atom.sum, values);
    result.add(atom.isRemainder ? modulo(inner, atom.divisor) : divide(inner, atom.divisor),
               coefficient);
  }
  return result;
}

std::pair<int64_t, int64_t> LoopVariables::getBounds(const LoopAtom &atom) const {
  if (!atom.sum)
    return {0, extents[atom.variable] - 1};
  if (atom.isRemainder)
    return {0, atom.divisor - 1};
  auto [low, high] = getBounds(*atom.sum);
  return {floorDiv(low, atom.divisor), floorDiv(high, atom.divisor)};
}

std::pair<int64_t, int64_t> LoopVariables::getBounds(const LoopExpr &sum) const {
  return sum.getBounds([&](const LoopAtom &atom) { return getBounds(atom); });
}
