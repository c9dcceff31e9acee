//===-- LoopExpr.h - places that move with loops -----------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Expressions over the variables of loops, in plain C++: a sum of integer multiples of
// variables and of digits, i.e. of quotients and remainders of such sums. Quotients and
// remainders are resolved as far as the ranges of the variables allow, so that equal
// places are equal sums.
//
//===----------------------------------------------------------------------===//
#ifndef DL_SCHEDULE_LOOPEXPR_H
#define DL_SCHEDULE_LOOPEXPR_H

#include "dl/ADT/LinearSum.h"

#include <memory>
#include <optional>

namespace dl::schedule {

struct LoopExpr;

/// What a sum has multiples of: a variable, or a digit of another sum.
struct LoopAtom {
  /// The number of the variable, or -1.
  int variable = -1;
  /// Of a digit: `*sum floordiv divisor`, or `*sum mod divisor`.
  std::shared_ptr<const LoopExpr> sum = nullptr;
  int64_t divisor = 1;
  bool isRemainder = false;

  bool operator==(const LoopAtom &other) const;
  /// True if the value changes with the variable.
  bool dependsOn(int number) const;
};

/// A sum of multiples of variables and digits.
struct LoopExpr : LinearSum<LoopAtom> {
  LoopExpr() = default;
  LoopExpr(int64_t constant) : LinearSum(constant) {}
  LoopExpr(LinearSum<LoopAtom> sum) : LinearSum(std::move(sum)) {}

  bool dependsOn(int variable) const;
  using LinearSum::add;
  void add(const LoopExpr &other) { add(other, 1); }

  LoopExpr operator+(const LoopExpr &other) const;
  LoopExpr operator-(const LoopExpr &other) const;
  LoopExpr operator*(int64_t factor) const;
  /// The value, given those of all variables.
  int64_t evaluate(const std::vector<int64_t> &values) const;
};

/// Variables, each in [0, extent), and what follows from their ranges.
class LoopVariables {
public:
  /// A new variable; its number. Precondition: extent >= 1.
  int add(int64_t extent);
  int64_t getExtent(int variable) const { return extents[variable]; }
  int size() const { return static_cast<int>(extents.size()); }

  /// The variable as a sum: 0 where it has one value only.
  LoopExpr get(int variable) const;
  /// Quotient, rounded down, and remainder, not negative. Precondition: divisor >= 1.
  LoopExpr divide(const LoopExpr &sum, int64_t divisor) const;
  LoopExpr modulo(const LoopExpr &sum, int64_t divisor) const;
  /// The sum with `values[i]`, a sum over these variables, for its variable i.
  LoopExpr replace(const LoopExpr &sum, const std::vector<LoopExpr> &values) const;
  /// Smallest and largest value, both included; may be wider than exact.
  std::pair<int64_t, int64_t> getBounds(const LoopExpr &sum) const;

private:
  /// A sum as `number * length + rest` with a rest in [0, length).
  struct InSteps {
    int64_t length;
    LoopExpr number, rest;
  };
  /// The longest steps, of a length that divides `divisor`: the digits of 30 of 10 a + b are
  /// those of 3 of a where b is less than 10.
  std::optional<InSteps> getSteps(const LoopExpr &sum, int64_t divisor) const;
  std::pair<int64_t, int64_t> getBounds(const LoopAtom &atom) const;

  std::vector<int64_t> extents;
};

} // namespace dl::schedule

#endif // DL_SCHEDULE_LOOPEXPR_H
