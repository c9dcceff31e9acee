//===-- LoopBlocks.cpp - further levels of tiles --------------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The multi-level tiling of Ansor (Zheng et al., "Ansor: Generating High-Performance Tensor
// Programs for Deep Learning", 2020) around the rules' register tile: blocks of spatial loops, a
// block of terms, loops of a block, the other terms, the tile.
//
//===----------------------------------------------------------------------===//
#include "LoopBlocks.h"

#include <algorithm>

using namespace dl::schedule;

/// Sizes of blocks of a loop; 1: no blocks. They divide its iterations, as a rest is another nest
/// of loops around the tile, where there are some such sizes; else they are powers of two.
static std::vector<int64_t> getBlockSizes(int64_t extent) {
  constexpr int64_t largest = 64;
  constexpr size_t enough = 4;
  std::vector<int64_t> sizes = {1};
  for (int64_t size = 2; size < std::min(extent, largest + 1); ++size)
    if (extent % size == 0)
      sizes.push_back(size);
  if (sizes.size() < enough)
    for (int64_t size = 2; size < std::min(extent, largest + 1); size *= 2)
      sizes.push_back(size);
  return sizes;
}

/// Splits a loop as is chosen: what is outside, and what is left inside.
static bool splitLoop(Scheduler &scheduler, int stage, Axis &axis, std::vector<Axis> &outside) {
  if (axis.isDynamic || axis.extent < 4)
    return false;
  int64_t size = scheduler.choose(stage, axis, "block", getBlockSizes(axis.extent), 1);
  if (size == 1)
    return false;
  auto [high, low] = scheduler.split(stage, axis, size);
  outside.push_back(high);
  axis = low;
  return true;
}

/// Puts the loop that is chosen at the end; the rules leave the last one there.
static void chooseInnermost(Scheduler &scheduler, int stage, const std::string &what,
                            std::vector<Axis> &loops) {
  std::vector<int64_t> numbers;
  for (size_t number = 0; number < loops.size(); ++number)
    numbers.push_back(static_cast<int64_t>(number));
  if (numbers.size() < 2)
    return;
  int64_t last = numbers.back();
  auto chosen = static_cast<std::ptrdiff_t>(scheduler.choose(stage, what, numbers, last));
  std::rotate(loops.begin() + chosen, loops.begin() + chosen + 1, loops.end());
}

void dl::schedule::blockLoops(Scheduler &scheduler, int stage, std::vector<Axis> &outer,
                              std::vector<Axis> &reductions) {
  if (!scheduler.getOptions().isWide)
    return;
  std::vector<Axis> blocks, terms;
  for (Axis &axis : outer)
    splitLoop(scheduler, stage, axis, blocks);
  // Terms that are combined in their order stay so.
  if (!reductions.empty() && !scheduler.getKernel()[stage].isOrdered)
    splitLoop(scheduler, stage, reductions.front(), terms);
  chooseInnermost(scheduler, stage, "innermost block", blocks);
  chooseInnermost(scheduler, stage, "innermost loop", outer);
  if (!scheduler.getKernel()[stage].isOrdered)
    chooseInnermost(scheduler, stage, "innermost terms", reductions);
  if (terms.empty()) {
    outer.insert(outer.begin(), blocks.begin(), blocks.end());
    return;
  }
  // Sums of a block of terms are kept where results are.
  terms.insert(terms.end(), outer.begin(), outer.end());
  reductions.insert(reductions.begin(), terms.begin(), terms.end());
  outer = std::move(blocks);
}
