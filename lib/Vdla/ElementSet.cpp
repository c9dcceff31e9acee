//===-- ElementSet.cpp - elements of a scratchpad ---------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "ElementSet.h"

#include <algorithm>

using namespace dl::vdla;

void ElementSet::insertRange(int64_t begin, int64_t end) {
  for (int64_t position = begin; position < end;) {
    int64_t next = std::min(end, (position / 64 + 1) * 64), count = next - position;
    uint64_t ones = count == 64 ? ~uint64_t(0) : (uint64_t(1) << count) - 1;
    words[size_t(position / 64)] |= ones << (position % 64);
    position = next;
  }
}

void ElementSet::insertShifted(const ElementSet &other, int64_t distance) {
  size_t skip = size_t(distance / 64), bits = size_t(distance % 64);
  // From the top, so that a set can be added to itself.
  for (size_t i = words.size(); i-- > skip;) {
    uint64_t word = other.words[i - skip] << bits;
    if (bits != 0 && i > skip)
      word |= other.words[i - skip - 1] >> (64 - bits);
    words[i] |= word;
  }
}

void ElementSet::subtract(const ElementSet &other) {
  for (size_t i = 0; i < words.size(); ++i)
    words[i] &= ~other.words[i];
}

/// Adds the set to itself `count - 1` times, `factor` apart, by doubling.
static void repeat(ElementSet &set, int64_t factor, int64_t count) {
  if (factor == 0)
    return;
  for (int64_t done = 1; done < count;) {
    int64_t more = std::min(done, count - done);
    set.insertShifted(set, more * factor);
    done += more;
  }
}

ElementSet dl::vdla::makeShifts(int64_t depth, int64_t outFactor, int64_t out, int64_t inFactor,
                                int64_t in) {
  ElementSet set(depth);
  set.insert(0);
  repeat(set, inFactor, in);
  repeat(set, outFactor, out);
  return set;
}
