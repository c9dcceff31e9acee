//===-- LinearSum.h - sums of multiples -------------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What indices of loops, sizes of open dims and places of threads are: a number and
// multiples of something else, in a form where equal sums have equal terms.
//
//===----------------------------------------------------------------------===//
#ifndef DL_ADT_LINEARSUM_H
#define DL_ADT_LINEARSUM_H

#include "dl/ADT/SharedVector.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace dl {

/// `value` / `divisor`, rounded down. Precondition: divisor >= 1.
inline int64_t floorDiv(int64_t value, int64_t divisor) {
  return value / divisor - (value % divisor < 0);
}

/// constant + sum of coefficient * atom; no atom twice, no coefficient zero. Atoms are
/// integers of which no more is known than that equal ones (==) have equal values.
template <typename Atom> struct LinearSum {
  struct Term {
    Atom atom;
    int64_t coefficient;
  };
  /// Sums are copied more often than they change.
  SharedVector<Term, 3> terms = {};
  int64_t constant = 0;

  LinearSum() = default;
  LinearSum(int64_t constant) : constant(constant) {}

  bool isConstant() const { return terms.empty(); }
  bool isZero() const { return terms.empty() && constant == 0; }

  /// Adds a multiple of an atom, or of another sum.
  void add(const Atom &atom, int64_t coefficient) {
    if (coefficient == 0)
      return;
    auto term = std::find_if(terms.begin(), terms.end(),
                             [&](const Term &term) { return term.atom == atom; });
    if (term == terms.end()) {
      terms.push_back({atom, coefficient});
      return;
    }
    auto position = static_cast<size_t>(term - terms.begin());
    if (term->coefficient + coefficient == 0)
      terms.write().erase(position);
    else
      terms[position].coefficient += coefficient;
  }
  void add(const LinearSum &other, int64_t factor) {
    constant += other.constant * factor;
    for (const Term &term : other.terms)
      add(term.atom, term.coefficient * factor);
  }

  /// The sum as divisor * first + second, where second has no term that is a multiple of the
  /// divisor and its constant lies in [0, divisor). Precondition: divisor >= 1.
  std::pair<LinearSum, LinearSum> splitMultiples(int64_t divisor) const {
    LinearSum quotient, rest;
    for (const Term &term : terms) {
      if (term.coefficient % divisor == 0)
        quotient.terms.push_back({term.atom, term.coefficient / divisor});
      else
        rest.terms.push_back(term);
    }
    quotient.constant = floorDiv(constant, divisor);
    rest.constant = constant - quotient.constant * divisor;
    return {quotient, rest};
  }

  /// Smallest and largest value, both included, given those of each atom; wider than exact
  /// where atoms depend on each other.
  template <typename GetBoundsOfAtom>
  std::pair<int64_t, int64_t> getBounds(GetBoundsOfAtom getBoundsOfAtom) const {
    int64_t low = constant, high = constant;
    for (const auto &[atom, coefficient] : terms) {
      auto [first, last] = getBoundsOfAtom(atom);
      low += coefficient * (coefficient > 0 ? first : last);
      high += coefficient * (coefficient > 0 ? last : first);
    }
    return {low, high};
  }

  /// Equal for all values of the atoms; false may also mean that this is not seen.
  bool operator==(const LinearSum &other) const {
    // No atom twice: the terms are the same in some order.
    return constant == other.constant && terms.size() == other.terms.size() &&
           std::all_of(terms.begin(), terms.end(), [&](const Term &term) {
             return std::any_of(other.terms.begin(), other.terms.end(), [&](const Term &candidate) {
               return term.coefficient == candidate.coefficient && term.atom == candidate.atom;
             });
           });
  }
  bool operator!=(const LinearSum &other) const { return !(*this == other); }
};

} // namespace dl

#endif // DL_ADT_LINEARSUM_H
