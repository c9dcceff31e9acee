//===-- Borders.cpp - windows without a padded copy -------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Borders.h"

#include "dl/Schedule/Primitives/LoopPartition.h"

#include <algorithm>
#include <map>
#include <optional>

using namespace dl::schedule;

namespace {
/// The iterations of an axis at which all terms lie inside, and how far each moves what is read.
struct Inside {
  int64_t begin, end, step;
};
using InsideOf = std::map<AxisId, Inside>;
} // namespace

/// The padded copy that a reduction alone reads: its vectors side by side, and along each reduction
/// axis a window that moves with a spatial one. -1 if there is none.
static int findPaddedInput(const Scheduler &scheduler, int reduction, AxisId vectorAxis) {
  const KernelSchedule &kernel = scheduler.getKernel();
  for (const Access &access : scheduler.getAccesses(reduction)) {
    int producer = access.read.stage;
    if (producer == -1 || scheduler.isDone(producer) || kernel[producer].isResult ||
        kernel[producer].tree.hasReduction() || kernel.getConstraints(producer).empty() ||
        kernel.getReaders(producer) != std::vector<int>{reduction} ||
        !access.isContiguousIn(vectorAxis))
      continue;
    auto isWindow = [&](const IndexExpression &index) {
      auto begin = index.coefficients.begin(), spatial = begin + scheduler.getNumSpatial(reduction);
      auto moves = [](int64_t coefficient) { return coefficient != 0; };
      return index.kind == IndexKind::Affine &&
             (std::none_of(spatial, index.coefficients.end(), moves) ||
              std::any_of(begin, spatial, moves));
    };
    const auto &indices = access.read.indices;
    if (std::all_of(indices.begin(), indices.end(), isWindow))
      return producer;
  }
  return -1;
}

/// Where a constraint holds for all terms, as far as a spatial axis decides it; nullopt where
/// several do, or not one alone.
static std::optional<std::pair<AxisId, Inside>> findInside(const std::vector<Axis> &axes,
                                                           const Constraint &constraint) {
  const IndexExpression &form = constraint.form;
  if (form.kind != IndexKind::Affine || constraint.isEqual)
    return std::nullopt;
  AxisId decides = -1;
  int64_t least = form.constant;
  for (const Axis &axis : axes) {
    int64_t step = form.coefficients[axis.id];
    if (step == 0)
      continue;
    if (axis.isDynamic || (!axis.isReduction && decides != -1))
      return std::nullopt;
    if (axis.isReduction)
      least += std::min<int64_t>(0, step * (axis.extent - 1));
    else
      decides = axis.id;
  }
  if (decides == -1)
    return std::nullopt;
  // step * i + least >= 0
  int64_t extent = axes[decides].extent, step = form.coefficients[decides];
  if (step > 0)
    return std::pair(decides,
                     Inside{std::max<int64_t>(0, (-least + step - 1) / step), extent, step});
  int64_t end = least < 0 ? 0 : std::min<int64_t>(extent, least / -step + 1);
  return std::pair(decides, Inside{0, end, -step});
}

/// Of all axes that decide whether terms lie inside; nothing where that is not known.
static std::optional<InsideOf> findInside(const KernelSchedule &kernel,
                                          const std::vector<Axis> &axes, int reduction) {
  InsideOf all;
  for (const Constraint &constraint : kernel.getConstraints(reduction)) {
    auto found = findInside(axes, constraint);
    if (!found)
      return std::nullopt;
    auto [axis, inside] = *found;
    auto [known, isNew] = all.try_emplace(axis, inside);
    known->second = {std::max(known->second.begin, inside.begin),
                     std::min(known->second.end, inside.end), inside.step};
  }
  return all;
}

/// Whether asking at the border takes less than the copy, in cycles for a row of tiles of vectors.
/// A column of the border is one vector, whose sums are waited for; a row of it has tiles as
/// others.
static bool isBestApart(const std::vector<Axis> &axes, const InsideOf &insides,
                        const RegisterTile &tile) {
  // Products of one vector that are begun in a cycle, cycles of a product that the next one waits
  // for, as far as other work does not fill them, and of a vector that is copied.
  constexpr int64_t products = 2, waited = 2, copied = 5, mostColumns = 4;
  int64_t terms = 1;
  for (const Axis &axis : axes)
    terms *= axis.isReduction ? axis.extent : 1;
  for (const auto &[axis, inside] : insides) {
    int64_t extent = axes[axis].extent, length = inside.end - inside.begin;
    if (axis == tile.vectorAxis || length < tile.sizes[axis])
      return false;
    int64_t border = extent - length;
    if (tile.sizes[axis] > 1 &&
        (border > mostColumns || length * terms / products + border * terms * waited >
                                     extent * terms / products + extent * inside.step * copied))
      return false;
  }
  return true;
}

/// Where loops of their own begin. In a tile each column of the border is one, so that a condition
/// is the same for all that it has.
static std::vector<int64_t> getBorderCuts(int64_t extent, const Inside &inside, bool isTiled) {
  std::vector<int64_t> cuts;
  for (int64_t cut = 1; cut < extent; ++cut)
    if (cut == inside.begin || cut == inside.end ||
        (isTiled && (cut < inside.begin || cut > inside.end)))
      cuts.push_back(cut);
  return cuts;
}

void dl::schedule::takeBordersApart(Scheduler &scheduler, int reduction, int root,
                                    RegisterTile &tile) {
  if (!scheduler.getOptions().vectorize || !tile.intrinsic.empty())
    return;
  int producer = findPaddedInput(scheduler, reduction, tile.vectorAxis);
  ComputeInline inlining(producer);
  if (producer == -1 || inlining.check(scheduler.getKernel()))
    return;
  KernelSchedule inlined = scheduler.getKernel();
  inlining.apply(inlined);
  std::vector<Axis> axes = scheduler.getAxes(reduction);
  std::optional<InsideOf> insides = findInside(inlined, axes, reduction);
  if (!insides || !isBestApart(axes, *insides, tile) ||
      !scheduler.chooseWhether(producer, "borders apart", true))
    return;
  scheduler.computeInline(producer);
  scheduler.markDone(producer);
  for (auto [axis, inside] : *insides) {
    int64_t extent = inside.end - inside.begin, &size = tile.sizes[axis];
    std::vector<int64_t> cuts = getBorderCuts(axes[axis].extent, inside, size > 1);
    int64_t count = (extent + size - 1) / size;
    if (extent % count == 0)
      size = extent / count;
    if (!cuts.empty())
      scheduler.partition(root, axes[axis], cuts);
  }
}
