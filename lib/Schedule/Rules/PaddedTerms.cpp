//===-- PaddedTerms.cpp - terms that read padding alone -------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tap of a dilated convolution lies outside of the map for many of its places: of 33 rows with a
// dilation of 18, each of the taps above and below meets 15. Loops leave such iterations out
// (LoopPlan), as oneDNN does, if the place is known outside of the loop over the taps. Then fewer
// terms are in each innermost loop, which pays only where many are left out.
//
//===----------------------------------------------------------------------===//
#include "PaddedTerms.h"

#include <algorithm>

using namespace dl::schedule;

/// The share of the terms that is computed at most, so that loops of fewer terms pay (measured on
/// maps of 33 x 33 with dilations of 6, 12 and 18: shares of 0.77, 0.57 and 0.41 took 0.86, 0.70
/// and 0.56 of the time).
static constexpr double mostComputed = 0.85;

namespace {
/// What one reduction axis and one spatial axis ask of each other.
struct Window {
  AxisId spatial = -1;
  /// Conditions: a * place + b * tap + c is not negative.
  struct Limit {
    int64_t place, tap, constant;
  };
  std::vector<Limit> limits;
};
} // namespace

/// The conditions on a reduction axis that hang on it and one spatial axis.
static Window findWindow(const std::vector<Constraint> &needs, AxisId tap, int numSpatial) {
  Window window;
  for (const auto &[form, isEqual] : needs) {
    if (isEqual || form.kind != IndexKind::Affine || form.coefficients[tap] == 0)
      continue;
    AxisId spatial = -1;
    bool isAlone = true;
    for (AxisId axis = 0; axis < static_cast<AxisId>(form.coefficients.size()); ++axis)
      if (axis != tap && form.coefficients[axis] != 0) {
        isAlone &= spatial == -1 && axis < numSpatial;
        spatial = axis;
      }
    if (!isAlone || spatial == -1 || (window.spatial != -1 && window.spatial != spatial))
      continue;
    window.spatial = spatial;
    window.limits.push_back({form.coefficients[spatial], form.coefficients[tap], form.constant});
  }
  return window;
}

/// The share of the iterations over the taps that tiles of so many places do not leave out.
static double getShare(const Window &window, int64_t places, int64_t taps, int64_t size) {
  int64_t kept = 0, all = 0;
  for (int64_t first = 0; first < places; first += size)
    for (int64_t tap = 0; tap < taps; ++tap, ++all)
      kept += std::all_of(window.limits.begin(), window.limits.end(), [&](const auto &limit) {
        int64_t place = limit.place > 0 ? std::min(first + size, places) - 1 : first;
        return limit.place * place + limit.tap * tap + limit.constant >= 0;
      });
  return static_cast<double>(kept) / static_cast<double>(std::max<int64_t>(all, 1));
}

std::vector<AxisId> dl::schedule::findPaddedTerms(const Scheduler &scheduler, int reduction,
                                                  const std::vector<int64_t> &sizes) {
  // Enough to tell shares from each other.
  constexpr int64_t mostCounted = 1 << 16;
  const KernelSchedule &kernel = scheduler.getKernel();
  std::vector<AxisId> found;
  if (!kernel[reduction].isSum)
    return found;
  std::vector<Constraint> needs = kernel.getNeeds(reduction);
  std::vector<Axis> axes = scheduler.getAxes(reduction);
  int numSpatial = scheduler.getNumSpatial(reduction);
  double computed = 1;
  for (auto tap = static_cast<AxisId>(numSpatial); tap < static_cast<AxisId>(axes.size()); ++tap) {
    Window window = findWindow(needs, tap, numSpatial);
    if (window.spatial == -1 || axes[tap].isDynamic || axes[window.spatial].isDynamic ||
        axes[tap].extent * axes[window.spatial].extent > mostCounted)
      continue;
    double share = getShare(window, axes[window.spatial].extent, axes[tap].extent,
                            std::max<int64_t>(sizes[window.spatial], 1));
    if (share == 1)
      continue;
    computed *= share;
    found.push_back(tap);
  }
  return computed <= mostComputed ? found : std::vector<AxisId>();
}
