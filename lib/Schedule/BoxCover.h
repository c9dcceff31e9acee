//===-- BoxCover.h - what of a box is covered --------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Boxes of integer points, and the part of one that others leave over.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_SCHEDULE_BOXCOVER_H
#define DL_LIB_SCHEDULE_BOXCOVER_H

#include "dl/ADT/InlineVector.h"

#include <algorithm>
#include <cstdint>
#include <vector>

namespace dl::schedule {

/// The integers from `low` on, below `high`.
struct Span {
  int64_t low = 0, high = 0;
};
using SpanBox = InlineVector<Span, 8>;

/// A box of points and what of it is not covered yet.
class BoxCover {
public:
  explicit BoxCover(SpanBox whole) : whole(whole) {
    if (!isEmpty(whole))
      left.push_back(std::move(whole));
  }

  bool isComplete() const { return left.empty(); }
  bool contains(const SpanBox &box) const {
    for (size_t axis = 0; axis < box.size(); ++axis)
      if (box[axis].low < whole[axis].low || box[axis].high > whole[axis].high)
        return false;
    return true;
  }

  /// Covers a box. True if none of its points was covered before.
  bool cover(const SpanBox &box) {
    int64_t covered = 0;
    std::vector<SpanBox> rest;
    for (SpanBox &piece : left) {
      SpanBox common = intersect(piece, box);
      if (isEmpty(common)) {
        rest.push_back(std::move(piece));
        continue;
      }
      covered += getVolume(common);
      // What is left of the piece on each side, axis by axis.
      for (size_t axis = 0; axis < box.size(); ++axis) {
        Span &span = piece[axis];
        if (span.low < box[axis].low) {
          rest.push_back(piece);
          rest.back()[axis].high = box[axis].low;
          span.low = box[axis].low;
        }
        if (span.high > box[axis].high) {
          rest.push_back(piece);
          rest.back()[axis].low = box[axis].high;
          span.high = box[axis].high;
        }
      }
    }
    left = std::move(rest);
    return covered == getVolume(box);
  }

private:
  static bool isEmpty(const SpanBox &box) {
    return std::any_of(box.begin(), box.end(), [](Span span) { return span.low >= span.high; });
  }
  static int64_t getVolume(const SpanBox &box) {
    int64_t volume = 1;
    for (Span span : box)
      volume *= span.high - span.low;
    return volume;
  }
  static SpanBox intersect(const SpanBox &a, const SpanBox &b) {
    SpanBox common;
    for (size_t axis = 0; axis < a.size(); ++axis)
      common.push_back({std::max(a[axis].low, b[axis].low), std::min(a[axis].high, b[axis].high)});
    return common;
  }

  SpanBox whole;
  std::vector<SpanBox> left;
};

} // namespace dl::schedule

#endif // DL_LIB_SCHEDULE_BOXCOVER_H
