//===-- PadAxis.cpp - compute more of an axis than there is -----*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Legality and effect of the primitive pad_axis.
//
//===----------------------------------------------------------------------===//
#include "dl/Schedule/Primitives/PadAxis.h"

#include "dl/Schedule/Legality.h"

#include <algorithm>
#include <limits>

using namespace dl::schedule;

/// Padding costs memory and work; no hardware asks for more.
static constexpr int64_t maxMultiple = 4096;

std::optional<Refusal> PadAxis::check(const KernelSchedule &kernel) const {
  if (auto refusal = checkLeaf(kernel, stage, axis))
    return refusal;
  const IterationTree &tree = kernel[stage].tree;
  std::string cannot = describe(kernel, stage, axis) + " cannot be padded: ";
  if (auto refusal = checkUntouched(kernel, stage, tree.getPlain(), cannot,
                                    "use pad_axis before other steps on the stage"))
    return refusal;
  int64_t extent = tree[axis].extent;
  if (extent == dynamicExtent)
    return Refusal{cannot + "its extent is known only at run time",
                   "split it; what is left over is peeled"};
  if (multiple < 1 || multiple > maxMultiple)
    return Refusal{cannot + std::to_string(multiple) + " is no multiple to pad to",
                   "use one from 1 to " + std::to_string(maxMultiple)};
  if (extent % multiple == 0)
    return Refusal{cannot + "its extent " + std::to_string(extent) + " is a multiple of " +
                       std::to_string(multiple) + " already",
                   "split it by " + std::to_string(multiple)};
  if (kernel[stage].isResult && tree[axis].kind == AxisKind::Spatial)
    return Refusal{cannot + describe(kernel, stage) + " is " +
                       describeTaker(kernel, stage, "shape"),
                   "use cache_write, and pad_axis on the new stage"};
  if (kernel[stage].isOrdered && tree[axis].kind == AxisKind::Reduction)
    return Refusal{cannot + "the combiner of " + describe(kernel, stage) +
                       " is not commutative, and more terms may change what it joins",
                   "split it; what is left over is peeled"};
  if (extent > std::numeric_limits<int64_t>::max() - multiple)
    return Refusal{cannot + "its extent " + std::to_string(extent) + " is too large to be counted",
                   "split the work into several kernels"};
  if (!kernel[stage].isTotal)
    return Refusal{cannot + "the formula of " + describe(kernel, stage) +
                       " divides integers by a value that may be zero there",
                   "split it; what is left over is peeled"};
  // Reads that are guarded now may have been what placements rely on.
  KernelSchedule changed = kernel;
  apply(changed);
  if (auto refusal =
          checkSpace(changed, stage, describe(kernel, stage, axis) + " cannot be padded"))
    return refusal;
  return checkPlacements(changed, stage);
}

int64_t PadAxis::getExtent(const KernelSchedule &kernel) const {
  int64_t extent = kernel[stage].tree[axis].extent;
  return (extent + multiple - 1) / multiple * multiple;
}

void PadAxis::apply(KernelSchedule &kernel) const {
  int64_t extent = kernel[stage].tree[axis].extent;
  kernel[stage].tree.setExtent(axis, getExtent(kernel));
  for (StageRead &read : kernel[stage].reads.write()) {
    bool isBeyond = std::any_of(read.indices.begin(), read.indices.end(), [&](const auto &index) {
      return index.coefficients[axis] != 0 || index.kind == IndexKind::Gathered;
    });
    if (!isBeyond)
      continue;
    read.isGuarded = true;
    IndexExpression left;
    left.coefficients.assign(kernel[stage].tree.getRoots().size(), 0);
    left.coefficients[axis] = -1;
    left.constant = extent - 1;
    read.constraints.push_back({left, false});
  }
}
