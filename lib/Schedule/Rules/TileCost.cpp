//===-- TileCost.cpp - what a tile in registers takes ---------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "TileCost.h"

#include <algorithm>
#include <limits>

using namespace dl::schedule;

double TileCost::getStep(int64_t rows, int64_t vectors) const {
  auto reused = static_cast<double>(rows), columns = static_cast<double>(vectors);
  double products = std::max(0.5 * reused * columns, 4.0), loads = 0.5 * (reused + columns);
  // Vectors that are lines come from the second cache one by one, and each row is broadcast beside
  // them: measured on a Xeon with AMX.
  if (constexpr int64_t fewRows = 4; hasLines() && rows >= fewRows)
    return std::max(products, loads + 1.2 * columns) + 0.1 + 0.13 * reused;
  double cycles = std::max(products, loads);
  // Without operands that are broadcast from memory each row is an instruction more, and what
  // few rows use again comes from the second cache.
  return cycles +
         (scheduler.getRegisters().broadcasts ? 0.25 + 0.1 * loads : 0.2 * reused + 0.25 * columns);
}

bool TileCost::hasLines() const {
  return scheduler.getRegisters().broadcasts &&
         scheduler.getRegisters().bytes >= scheduler.getKernel().target->lineBytes;
}

/// Alive at once are the accumulators, the vectors of one reduction iteration, its broadcasts and
/// what is loaded ahead for the next ones: an eighth of the registers for the latter two. LLVM
/// needs no stack for 13 rows of 2 vectors in 32 registers or 6 in 16; for 14 in 32 it does. Where
/// operands are not broadcast from memory and products need no register, one passes at a time: 4
/// rows of 3 fill 16.
int64_t TileCost::countRows(int64_t vectors) const {
  const VectorRegisters &all = scheduler.getRegisters();
  int64_t passing = !all.broadcasts && all.fuses ? 1 : std::max<int64_t>(1, all.count / 8);
  return std::max<int64_t>(1, (all.count - vectors - passing) / vectors);
}

/// The steps along an axis of the vectors: how long they are, and how many. What is left over along
/// that of the lanes takes one for each power of two, along another one a shorter step.
TileCost::Steps TileCost::getSteps(const RegisterTile &tile, AxisId axis) const {
  int64_t size = tile.sizes[axis], extent = axes[axis].extent;
  int64_t whole = extent / size, rest = extent % size;
  if (rest == 0 || axes[axis].isDynamic)
    return {{size, whole}};
  if (axis != tile.vectorAxis)
    return {{size, whole}, {rest, 1}};
  if (tile.masksTail || tile.shiftsTail)
    return {{size, whole + 1}};
  Steps steps{{size, whole}};
  for (int64_t part = 1; part < size; part *= 2)
    if (rest & part)
      steps.push_back({part, 1});
  return steps;
}

double TileCost::getColumns(const RegisterTile &tile, int64_t rows) const {
  int64_t lanes = std::max<int64_t>(1, scheduler.getLanes(reduction));
  Steps steps = getSteps(tile, tile.vectorAxis);
  for (auto &[length, count] : steps)
    length = (length + lanes - 1) / lanes;
  double copies = 1;
  for (AxisId axis : tile.vectorAxes) {
    Steps all, ofAxis = getSteps(tile, axis);
    for (auto [vectors, count] : steps)
      for (auto [length, times] : ofAxis)
        all.push_back({vectors * length, count * times});
    steps = std::move(all);
    copies *= ofAxis.size() > 1 ? getTailCost() : 1;
  }
  double cost = 0;
  for (auto [vectors, count] : steps)
    cost += static_cast<double>(count) * getStep(rows, vectors);
  return cost * copies;
}

double TileCost::getAll(const RegisterTile &tile, int64_t vectors, int64_t rows) const {
  double best = std::numeric_limits<double>::max();
  for (int64_t size = 1; size <= std::min(rows, countRows(vectors)); ++size) {
    int64_t whole = rows / size, rest = rows % size;
    double cost = static_cast<double>(whole) * getColumns(tile, size);
    if (rest > 0)
      cost = (cost + getColumns(tile, rest)) * getTailCost();
    best = std::min(best, cost);
  }
  return best;
}
