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

using namespace dl::schedule;

static int64_t floorDiv(int64_t value, int64_t divisor) {
  return value / divisor - (value % divisor < 0);
}

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

void LoopExpr::add(const LoopAtom &atom, int64_t coefficient) {
  if (coefficient == 0)
    return;
  for (auto term = terms.begin(); term != terms.end(); ++term) {
    if (!(term->atom == atom))
      continue;
    term->coefficient += coefficient;
    if (term->coefficient == 0)
      terms.erase(term);
    return;
  }
  terms.push_back({atom, coefficient});
}

void LoopExpr::add(const LoopExpr &other, int64_t factor) {
  constant += other.constant * factor;
  for (const Term &term : other.terms)
    add(term.atom, term.coefficient * factor);
}

LoopExpr LoopExpr::operator+(const LoopExpr &other) const {
  LoopExpr result = *this;
  result.add(other);
  return result;
}

LoopExpr LoopExpr::operator-(const LoopExpr &other) const {
  LoopExpr result = *this;
  result.add(other, -1);
  return result;
}

LoopExpr LoopExpr::operator*(int64_t factor) const {
  LoopExpr result;
  result.add(*this, factor);
  return result;
}

bool LoopExpr::operator==(const LoopExpr &other) const {
  // No atom twice: the terms are the same in some order.
  return constant == other.constant && terms.size() == other.terms.size() &&
         std::all_of(terms.begin(), terms.end(), [&](const Term &term) {
           return std::any_of(other.terms.begin(), other.terms.end(), [&](const Term &candidate) {
             return term.coefficient == candidate.coefficient && term.atom == candidate.atom;
           });
         });
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

/// Splits a sum into divisor * first + second, the second without any multiple of the
/// divisor.
static std::pair<LoopExpr, LoopExpr> splitMultiples(const LoopExpr &sum, int64_t divisor) {
  LoopExpr quotient, rest;
  for (const LoopExpr::Term &term : sum.terms) {
    if (term.coefficient % divisor == 0)
      quotient.terms.push_back({term.atom, term.coefficient / divisor});
    else
      rest.terms.push_back(term);
  }
  quotient.constant = floorDiv(sum.constant, divisor);
  rest.constant = sum.constant - quotient.constant * divisor;
  return {quotient, rest};
}

LoopExpr LoopVariables::divide(const LoopExpr &sum, int64_t divisor) const {
  auto [quotient, rest] = splitMultiples(sum, divisor);
  auto [low, high] = getBounds(rest);
  int64_t first = floorDiv(low, divisor);
  if (first == floorDiv(high, divisor))
    quotient.constant += first;
  else
    quotient.add(LoopAtom{-1, std::make_shared<LoopExpr>(rest), divisor, false}, 1);
  return quotient;
}

LoopExpr LoopVariables::modulo(const LoopExpr &sum, int64_t divisor) const {
  LoopExpr rest = splitMultiples(sum, divisor).second;
  auto [low, high] = getBounds(rest);
  int64_t first = floorDiv(low, divisor);
  if (first == floorDiv(high, divisor)) {
    rest.constant -= first * divisor;
    return rest;
  }
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
  int64_t low = sum.constant, high = sum.constant;
  for (const LoopExpr::Term &term : sum.terms) {
    auto [first, last] = getBounds(term.atom);
    low += term.coefficient * (term.coefficient > 0 ? first : last);
    high += term.coefficient * (term.coefficient > 0 ? last : first);
  }
  return {low, high};
}
