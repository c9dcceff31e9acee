//===-- ArenaPlan.h - offsets for buffers from their lifetimes --*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The planning of an arena without any IR: buffers with sizes and lifetimes go
// in, offsets come out. Greedy by size with best fit (Pisarchyk and Lee,
// "Efficient Memory Management for Deep Neural Net Inference", 2020).
//
//===----------------------------------------------------------------------===//
#ifndef DL_CODEGEN_ARENAPLAN_H
#define DL_CODEGEN_ARENAPLAN_H

#include <cstdint>
#include <vector>

namespace dl::codegen {

/// Buffers of one arena and their offsets.
class ArenaPlan {
public:
  /// Sizes and offsets are rounded up to multiples of `alignment` bytes.
  explicit ArenaPlan(int64_t alignment) : alignment(alignment) {}

  /// Adds a buffer that is alive from time `first` to time `last`, both included.
  /// Returns its number.
  int64_t addBuffer(int64_t size, int64_t first, int64_t last);

  /// Places all buffers. Buffers whose lifetimes meet do not overlap. Larger ones come first
  /// (Pisarchyk and Lee, 2020); while the peak is above the lower bound, what reaches it comes
  /// first of all in another try, of which the best counts.
  void assignOffsets();

  int64_t getOffset(int64_t buffer) const { return buffers[buffer].offset; }
  int64_t size() const { return static_cast<int64_t>(buffers.size()); }
  /// The buffers from the lowest to the highest offset.
  std::vector<int64_t> getOrder() const;
  /// For each buffer those right below it: they come before it in the order and are
  /// alive with it at one time, and no buffer between keeps the two apart. A plan for
  /// other sizes is valid where each buffer begins at or behind the ends of its own.
  std::vector<std::vector<int64_t>> getSupports() const;
  /// Bytes from 0 to the end of the highest buffer.
  int64_t getPeak() const;
  /// Sum of all sizes.
  int64_t getTotal() const;
  /// Most bytes that are alive at one time: no plan has a lower peak.
  int64_t getLowerBound() const;

private:
  struct Buffer {
    int64_t size, first, last, offset;
    bool meets(const Buffer &other) const { return first <= other.last && other.first <= last; }
  };
  /// The offset of the smallest gap between `placed` buffers that holds `size`
  /// bytes; the end of the last one if there is none. `placed` is sorted by offset.
  static int64_t findGap(const std::vector<const Buffer *> &placed, int64_t size);

  /// Places the buffers in this order, each in the smallest gap that holds it. Returns the peak.
  int64_t place(const std::vector<int64_t> &order);

  int64_t alignment;
  std::vector<Buffer> buffers;
};

} // namespace dl::codegen

#endif // DL_CODEGEN_ARENAPLAN_H
