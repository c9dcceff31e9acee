//===-- Traffic.h - bytes that loops move into caches -----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal to Estimate: what a nest of loops touches of each buffer, and how much of it each
// cache has to fetch. A nest is summed up from the inside: a stream is all that the code so
// far touches of one buffer, a box that the loops around it move and so make larger.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_SCHEDULE_TRAFFIC_H
#define DL_LIB_SCHEDULE_TRAFFIC_H

#include "dl/Schedule/Target.h"

#include <array>
#include <cassert>
#include <vector>

namespace dl::schedule {

/// What code touches of one buffer.
struct Stream {
  /// One dimension of the box: from `begin` on, `size` elements; at most `extent`.
  struct Dim {
    int64_t begin, size, extent;
  };
  int buffer = -1;
  int64_t elementBytes = 1;
  std::vector<Dim> dims;
  /// By loop around, the outermost first, and dimension: by how much all its iterations
  /// together make the box longer.
  std::vector<int64_t> growth;
  /// What is fetched into each cache, and how many times as long as elsewhere that takes where
  /// lines meet in few sets.
  std::array<double, maxCaches> fetched = {};
  std::array<double, maxCaches> slowdown = {};
  /// A stage's own elements, not an operand's.
  bool isStored = false;

  /// Bytes of the lines that the box lies in.
  double getBytes(int64_t lineBytes) const;
  /// Bytes of a cache that these `bytes` keep from others: rows whose places differ by multiples of
  /// a power of two meet in few of its sets. `wayBytes` apart all do.
  double getOccupied(double bytes, int64_t lineBytes, int64_t wayBytes, int64_t ways) const;
  /// The share of a cache's sets that they meet in.
  double getShareOfSets(int64_t lineBytes, int64_t wayBytes) const;

private:
  /// Rows whose places in a way differ by multiples of `apart` bytes.
  struct Rows {
    double count = 1, bytes = 0, apart = 0;

    double getShareOfSets(int64_t lineBytes) const;
  };
  Rows getRows(int64_t wayBytes) const;
};

/// What the code of a block touches.
class Traffic {
public:
  explicit Traffic(const Target &target) : target(&target) {
    assert(target.caches.size() <= maxCaches && "more caches than a stream counts for");
  }

  /// Adds code that runs next in the block.
  void add(Stream stream);
  void add(Traffic &&next);
  /// Makes the code the body of `count` iterations of the loop at `depth`, the innermost one
  /// around it.
  void repeat(double count, size_t depth);
  /// What is there from an earlier run of the same code is not fetched again.
  void keepLastRun();
  /// Bytes that a cache fetches, and the cycles that takes.
  double getFetched(size_t cache) const;
  double getCycles(size_t cache) const;
  /// The cycles until what is stored to is there.
  double getStoredCycles(size_t cache) const;

private:
  /// How many times as long a cache takes to get lines of a box that does not fit where they meet
  /// in few sets.
  double getSlowdown(const Stream &stream, size_t cache) const;
  /// Bytes of a cache that a box of `bytes` keeps from others, and whether so many are there.
  double getOccupied(const Stream &stream, double bytes, size_t cache) const;
  bool fits(double bytes, size_t cache) const;
  /// The share of what an iteration touched that is there for the next one, where a box of `bytes`
  /// is touched in between.
  double getKept(double bytes, size_t cache) const;
  /// What a cache gets of a stream in a cycle.
  double getBytesPerCycle(const Stream &stream, size_t cache) const;
  double getCycles(const Stream &stream, size_t cache) const;

  const Target *target;
  std::vector<Stream> streams;
};

} // namespace dl::schedule

#endif // DL_LIB_SCHEDULE_TRAFFIC_H
