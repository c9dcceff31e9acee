//===-- CheckBoxes.cpp - boxes that loops cover ---------------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "CheckBoxes.h"

#include "dl/ADT/InlineVector.h"

#include <algorithm>

using namespace dl::schedule;

namespace {
/// (v floordiv divisor) mod modulus of a variable v; no modulus: 0.
struct Digit {
  int64_t divisor = 1, modulus = 0;

  /// How many values it has where the variable has `count`.
  int64_t getNumValues(int64_t count) const {
    int64_t values = (count + divisor - 1) / divisor;
    return modulus == 0 ? values : std::min(values, modulus);
  }
};

/// The integers from `low` on, below `high`.
struct Span {
  int64_t low = 0, high = 0;
};
using SpanBox = dl::InlineVector<Span, 8>;

/// How boxes cover another one.
struct Cover {
  bool leavesOut = false, repeats = false;
};
} // namespace

static std::optional<Digit> getDigit(const LoopAtom &atom) {
  if (!atom.sum)
    return Digit();
  if (atom.sum->constant != 0 || atom.sum->terms.size() != 1 || atom.sum->terms[0].coefficient != 1)
    return std::nullopt;
  std::optional<Digit> digit = getDigit(atom.sum->terms[0].atom);
  if (!digit || (digit->modulus != 0 && digit->modulus % atom.divisor != 0))
    return std::nullopt;
  if (atom.isRemainder) {
    digit->modulus = atom.divisor;
  } else {
    digit->divisor *= atom.divisor;
    digit->modulus /= atom.divisor;
  }
  return digit;
}

bool dl::schedule::dropMasked(PlanRange &range, int64_t step) {
  if (!range.isMasked)
    return true;
  LoopExpr due = range.end - range.offset;
  if (!due.isConstant())
    return true;
  bool isDue = range.size - due.constant < step;
  range.size = std::min(range.size, due.constant);
  range.isMasked = false;
  return isDue;
}

/// The digits make up the variable that has `count` values, each once.
static std::optional<BoxFault> checkDigits(std::vector<Digit> &used, int64_t count) {
  const BoxFault repeats{-1, "a loop repeats what it computes"};
  int64_t divisor = 1;
  while (divisor < count) {
    auto next = std::find_if(used.begin(), used.end(),
                             [&](const Digit &digit) { return digit.divisor == divisor; });
    if (next == used.end())
      return repeats;
    // The last digit has as many values whatever the others are.
    if (next->modulus == 0 && count % divisor != 0)
      return BoxFault{-1, "a loop ends before the last digit does"};
    divisor = next->modulus == 0 ? count : divisor * next->modulus;
    used.erase(next);
  }
  for (const Digit &digit : used)
    if (digit.divisor < count && digit.modulus != 1)
      return BoxFault{-1, "two axes move with one digit of a loop"};
  return divisor == count ? std::nullopt : std::optional(repeats);
}

std::optional<BoxFault> dl::schedule::spanBox(PlanRanges &box, int variable, int64_t count) {
  std::vector<Digit> used;
  for (size_t axis = 0; axis < box.size(); ++axis) {
    auto root = static_cast<AxisId>(axis);
    PlanRange &range = box[axis];
    // The multiples from the smallest, with the number of values of their digits.
    std::vector<std::pair<int64_t, int64_t>> multiples;
    LoopExpr place = range.offset.constant;
    for (const auto &[atom, coefficient] : range.offset.terms) {
      if (!atom.dependsOn(variable)) {
        place.add(atom, coefficient);
        continue;
      }
      std::optional<Digit> digit = getDigit(atom);
      if (!digit)
        return BoxFault{root, "its place is no sum of digits"};
      multiples.push_back({coefficient, digit->getNumValues(count)});
      used.push_back(*digit);
    }
    std::sort(multiples.begin(), multiples.end());
    int64_t step = range.size;
    for (auto [coefficient, values] : multiples) {
      if (values > 1 && coefficient != range.size)
        return BoxFault{root, "steps of " + std::to_string(coefficient) + " cover " +
                                  std::to_string(range.size) + " each"};
      range.size *= values;
    }
    range.offset = place;
    if (!dropMasked(range, step))
      return BoxFault{root, "nothing is due of its last step"};
  }
  return checkDigits(used, count);
}

/// Looks into each of the cells that the ends of boxes cut `whole` into, from `axis` on.
static void findCover(const std::vector<const SpanBox *> &boxes, const SpanBox &whole, size_t axis,
                      Cover &found) {
  if (axis == whole.size() || boxes.empty()) {
    found.leavesOut |= boxes.empty();
    found.repeats |= boxes.size() > 1;
    return;
  }
  dl::InlineVector<int64_t, 16> ends;
  ends.push_back(whole[axis].low);
  ends.push_back(whole[axis].high);
  for (const SpanBox *box : boxes) {
    ends.push_back((*box)[axis].low);
    ends.push_back((*box)[axis].high);
  }
  std::sort(ends.begin(), ends.end());
  for (size_t i = 1; i < ends.size(); ++i) {
    if (ends[i - 1] == ends[i])
      continue;
    std::vector<const SpanBox *> here;
    for (const SpanBox *box : boxes)
      if ((*box)[axis].low < ends[i] && ends[i] <= (*box)[axis].high)
        here.push_back(box);
    findCover(here, whole, axis + 1, found);
  }
}

std::optional<BoxFault> dl::schedule::fillBox(const Boxes &boxes, PlanRanges &whole, bool isHull,
                                              bool mayRepeat) {
  std::vector<SpanBox> spans;
  spans.reserve(boxes.size());
  for (const PlanRanges &box : boxes) {
    SpanBox &span = spans.emplace_back();
    for (size_t axis = 0; axis < box.size(); ++axis) {
      const PlanRange &range = box[axis], &all = whole[axis];
      LoopExpr distance = range.offset - all.offset;
      // What is masked of a step is known where its loop ends: all of its boxes have it.
      if (!distance.isConstant() || range.isMasked != all.isMasked ||
          (range.isMasked && (distance.constant != 0 || range.size != all.size)))
        return BoxFault{static_cast<AxisId>(axis), "its place moves with what is around its box"};
      span.push_back({distance.constant, distance.constant + range.size});
    }
  }
  SpanBox all;
  for (size_t axis = 0; axis < whole.size(); ++axis) {
    Span &span = all.emplace_back(Span{0, whole[axis].size});
    for (const SpanBox &box : spans)
      if (isHull)
        span = {std::min(span.low, box[axis].low), std::max(span.high, box[axis].high)};
    whole[axis].offset.constant += span.low;
    whole[axis].size = span.high - span.low;
  }
  std::vector<const SpanBox *> due;
  for (const SpanBox &box : spans) {
    due.push_back(&box);
    for (size_t axis = 0; axis < box.size(); ++axis)
      if (box[axis].low < all[axis].low || box[axis].high > all[axis].high)
        return BoxFault{-1, "computes elements beyond its box"};
  }
  Cover found;
  if (std::all_of(all.begin(), all.end(), [](Span span) { return span.low < span.high; }))
    findCover(due, all, 0, found);
  if (found.repeats && !mayRepeat)
    return BoxFault{-1, "adds terms of its reduction twice"};
  if (!found.leavesOut)
    return std::nullopt;
  return BoxFault{-1, mayRepeat ? "leaves out elements of its box"
                                : "leaves out terms of its reduction"};
}
