//===-- Tile.cpp - tile two axes --------------------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Legality and effect of the primitive tile.
//
//===----------------------------------------------------------------------===//
#include "dl/Schedule/Primitives/Tile.h"

#include "dl/Schedule/Legality.h"
#include "dl/Schedule/Primitives/Reorder.h"
#include "dl/Schedule/Primitives/Split.h"

using namespace dl::schedule;

static std::optional<Refusal> run(KernelSchedule &kernel, int stage, std::pair<AxisId, int64_t> x,
                                  std::pair<AxisId, int64_t> y, std::vector<AxisId> &order) {
  std::vector<AxisId> inner;
  for (auto [axis, factor] : {x, y}) {
    Split split(stage, axis, factor);
    if (auto refusal = split.check(kernel))
      return refusal;
    auto parts = split.apply(kernel);
    order.push_back(parts.first);
    inner.push_back(parts.second);
  }
  order.insert(order.end(), inner.begin(), inner.end());
  Reorder reorder(stage, order);
  if (auto refusal = reorder.check(kernel))
    return refusal;
  reorder.apply(kernel);
  return std::nullopt;
}

std::optional<Refusal> Tile::check(const KernelSchedule &kernel) const {
  if (x == y)
    return Refusal{"an axis cannot be tiled with itself", "tile two different axes"};
  KernelSchedule changed = kernel;
  std::vector<AxisId> order;
  std::optional<Refusal> refusal = run(changed, stage, {x, xFactor}, {y, yFactor}, order);
  // Axes made on the way are not in the caller's tree.
  if (refusal && !kernel[stage].tree.contains(refusal->axis))
    refusal->axis = -1;
  return refusal;
}

std::vector<AxisId> Tile::apply(KernelSchedule &kernel) const {
  std::vector<AxisId> order;
  run(kernel, stage, {x, xFactor}, {y, yFactor}, order);
  return order;
}
