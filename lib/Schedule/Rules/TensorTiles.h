//===-- TensorTiles.h - tiles of a unit that multiplies ---------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What can be tiled of a reduction that a TensorUnit computes, all tiles that fit its memories,
// and how long each takes.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_SCHEDULE_RULES_TENSORTILES_H
#define DL_LIB_SCHEDULE_RULES_TENSORTILES_H

#include "Scheduler.h"

#include <limits>

namespace dl::schedule {

/// A read of the reduction with the tensor that it comes from in the end.
struct TensorRead {
  StageRead read;
  /// Of what is read, and of the kernel's operand behind a padded copy.
  std::vector<int64_t> shape, source;
};

/// The axes of a reduction by what they do. Root axes of the reduction, whose spatial ones are
/// those of the result too; -1 where there is none.
struct TensorAxes {
  /// Those of one step of the unit.
  AxisId lane = -1, term = -1;
  /// Moves weights alone; the two last ones that move inputs alone; the first of the terms.
  AxisId channel = -1, row = -1, column = -1, sum = -1;
};

/// One way to tile.
struct TensorTile {
  /// Extents of a tile of sums, and of the channels and terms of a step.
  int64_t channels = 1, rows = 1, columns = 1, stepChannels = 1, stepTerms = 1;
  /// So many leading reduction axes are looped over outside of a step, one iteration each; with
  /// none of them the first is, in steps of `stepTerms`.
  int64_t outerSums = 0;
  /// Virtual threads, and whose axis they share: 0 channels, 1 rows, 2 columns.
  int64_t contexts = 1, shared = 0;
  /// All weights or inputs of a tile's channels or pixels stay while the others go by.
  bool keepsWeights = false, keepsInputs = false;
  double cycles = 0;
};

/// How many ways are looked at.
struct TileLimits {
  /// Those that take so often the cycles of the fastest are left out.
  double isFar = 1.2;
  /// Lengths of steps along the terms, the longest first, that are tried with each other size.
  int lengths = 2;
  /// The shortest part of a row that is a tile's.
  int64_t leastWidth = 14;
};

class TensorTiles {
public:
  TensorTiles(const KernelSchedule &kernel, int stage, TensorAxes axes, TensorRead inputs,
              TensorRead weights)
      : kernel(kernel), stage(stage), axes(axes), inputs(std::move(inputs)),
        weights(std::move(weights)), unit(*kernel.target->tensorUnit) {}

  /// All that fit and come near the fastest, at most `contexts` virtual threads each, the fastest
  /// first.
  std::vector<TensorTile> enumerate(int64_t contexts, TileLimits limits = {});

private:
  using Sizes = std::vector<int64_t>;
  int64_t getExtent(AxisId axis) const { return axis == -1 ? 1 : kernel[stage].tree[axis].extent; }
  /// By root axis the sizes of a step and of a tile of one context or of all.
  Sizes getStep(const TensorTile &tile) const;
  Sizes getTile(const TensorTile &tile, bool ofAll) const;
  /// Elements of the unit that a box of the axes takes.
  int64_t countElements(const TensorRead &read, const Sizes &sizes) const;
  /// What bringing a box takes: bytes, transfers, and cycles of the unit that does it.
  struct Transfers {
    double bytes = 0, cycles = 0;
    int64_t count = 1;
  };
  Transfers getTransfers(const TensorRead &read, const Sizes &sizes, int64_t elementBytes) const;
  bool fits(const TensorTile &tile) const;
  /// What the parts of a way take, and how often they are done: `inner` tiles of each context in
  /// each of `outer` rounds, of `sumSteps` by `substeps` steps each.
  struct Costs {
    double stepCycles = 0, resultBytes = 0;
    Transfers inputs, weights;
    int64_t outer = 1, inner = 1, others = 1, sumSteps = 1, substeps = 1;
  };
  Costs getCosts(const TensorTile &tile) const;
  /// What no overlap can beat, and a simulation of who waits for whom.
  double getBound(const TensorTile &tile, const Costs &costs) const;
  double getCycles(const TensorTile &tile, const Costs &costs) const;
  void add(TensorTile tile, std::vector<TensorTile> &tiles);
  void addChannels(TensorTile tile, std::vector<TensorTile> &tiles);
  void addSteps(TensorTile tile, std::vector<TensorTile> &tiles);

  const KernelSchedule &kernel;
  int stage;
  TensorAxes axes;
  TensorRead inputs, weights;
  const TensorUnit &unit;
  TileLimits limits;
  double best = std::numeric_limits<double>::max();
};

} // namespace dl::schedule

#endif // DL_LIB_SCHEDULE_RULES_TENSORTILES_H
