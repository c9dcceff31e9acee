//===-- ElementSet.h - elements of a scratchpad -----------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_VDLA_ELEMENTSET_H
#define DL_LIB_VDLA_ELEMENTSET_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace dl::vdla {

/// A set of positions below a memory's depth, exact, whatever strides made it.
class ElementSet {
public:
  explicit ElementSet(int64_t depth) : words(size_t(depth + 63) / 64) {}

  void insert(int64_t position) { words[size_t(position / 64)] |= uint64_t(1) << (position % 64); }
  bool contains(int64_t position) const {
    return words[size_t(position / 64)] >> (position % 64) & 1;
  }
  void insertRange(int64_t begin, int64_t end);
  /// Adds all of `other`, each moved up by `distance`; what would leave the memory is dropped.
  void insertShifted(const ElementSet &other, int64_t distance);
  void subtract(const ElementSet &other);

  /// Calls `visit` with each position from the least on.
  template <typename VisitT> void forEach(VisitT visit) const {
    for (size_t i = 0; i < words.size(); ++i)
      for (uint64_t word = words[i]; word != 0; word &= word - 1)
        visit(int64_t(i * 64) + __builtin_ctzll(word));
  }

private:
  std::vector<uint64_t> words;
};

/// The sums of two loops' steps: o * outFactor + i * inFactor for o < out and i < in, which are at
/// least 1 each. All sums are below `depth`.
ElementSet makeShifts(int64_t depth, int64_t outFactor, int64_t out, int64_t inFactor, int64_t in);

} // namespace dl::vdla

#endif // DL_LIB_VDLA_ELEMENTSET_H
