//===-- RandomSchedule.cpp - draw schedules of a kernel ------------------===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "dl/Schedule/RandomSchedule.h"

#include "dl/Schedule/Primitives/ComputeAt.h"
#include "dl/Schedule/Primitives/ComputeInline.h"
#include "dl/Schedule/Primitives/Parallel.h"
#include "dl/Schedule/Primitives/RegisterAxis.h"
#include "dl/Schedule/Primitives/Reorder.h"
#include "dl/Schedule/Primitives/Split.h"

#include <algorithm>

using namespace dl::schedule;

/// The longest axis that becomes one vector, and the most vectors that are unrolled.
static constexpr int64_t longestVector = 64, mostUnrolled = 32;

template <typename Primitive>
static bool attempt(KernelSchedule &kernel, const Primitive &primitive) {
  if (primitive.check(kernel))
    return false;
  primitive.apply(kernel);
  return true;
}

void RandomSchedule::apply(KernelSchedule &kernel) {
  // Consumers first: a stage is computed at an axis that its reader has by then.
  for (int stage = kernel.size() - 1; stage >= 0; --stage) {
    place(kernel, stage);
    if (kernel[stage].isInlined())
      continue;
    tile(kernel, stage);
    order(kernel, stage);
    annotate(kernel, stage);
  }
}

int64_t RandomSchedule::drawFactor(int64_t extent, int64_t largest) {
  int64_t factor = 2 + pick(std::max<int64_t>(largest - 1, 1));
  if (extent == dynamicExtent || pick(3) == 0)
    return factor;
  while (extent % factor != 0)
    --factor;
  return factor;
}

void RandomSchedule::place(KernelSchedule &kernel, int stage) {
  if (kernel[stage].isResult)
    return;
  int choice = static_cast<int>(pick(3));
  if (choice == 0) {
    attempt(kernel, ComputeInline(stage));
    return;
  }
  std::vector<int> readers = kernel.getReaders(stage);
  if (choice == 1 || readers.empty())
    return;
  int reader = readers.back();
  const std::vector<AxisId> &leaves = kernel[reader].tree.getLeaves();
  if (!leaves.empty())
    attempt(kernel, ComputeAt(stage, reader, leaves[pick(static_cast<int64_t>(leaves.size()))]));
}

void RandomSchedule::tile(KernelSchedule &kernel, int stage) {
  for (AxisId root : kernel[stage].tree.getRoots()) {
    AxisId axis = root;
    // From the inside: the outer part is split again.
    for (int64_t parts = pick(3); parts > 0; --parts) {
      int64_t extent = kernel[stage].tree.getExtent(axis);
      int64_t largest = extent == dynamicExtent ? 64 : std::min<int64_t>(extent, 64);
      int64_t factor = drawFactor(extent, largest);
      Split split(stage, axis, factor);
      if (factor < 2 || split.check(kernel))
        break;
      axis = split.apply(kernel).first;
    }
  }
}

void RandomSchedule::order(KernelSchedule &kernel, int stage) {
  const IterationTree &tree = kernel[stage].tree;
  std::vector<AxisId> leaves = tree.getLeaves();
  if (happens(30)) {
    std::shuffle(leaves.begin(), leaves.end(), random);
    attempt(kernel, Reorder(stage, leaves));
    return;
  }
  // Spatial parts outside, then reductions between spatial parts: as deep as a part is in the
  // splits of its root, so deep it is in the nest.
  auto getKey = [&](AxisId leaf) {
    int depth = 0;
    for (AxisId node = leaf; tree[node].parents[0] != -1; node = tree[node].parents[0])
      depth += tree[node].relation == Relation::SplitInner ? 2 : 0;
    bool isReduction = tree[leaf].kind == AxisKind::Reduction;
    return 2 * depth + (isReduction ? 1 : 0);
  };
  std::sort(leaves.begin(), leaves.end(), [&](AxisId a, AxisId b) {
    return std::pair(getKey(a), tree.getPosition(a)) < std::pair(getKey(b), tree.getPosition(b));
  });
  // The last spatial axis, along which memory runs, is innermost.
  if (happens(70)) {
    auto last = std::find_if(leaves.rbegin(), leaves.rend(),
                             [&](AxisId leaf) { return tree[leaf].kind == AxisKind::Spatial; });
    if (last != leaves.rend())
      std::rotate(last.base() - 1, last.base(), leaves.end());
  }
  attempt(kernel, Reorder(stage, leaves));
}

void RandomSchedule::annotate(KernelSchedule &kernel, int stage) {
  std::vector<AxisId> leaves = kernel[stage].tree.getLeaves();
  auto getExtent = [&](AxisId leaf) { return kernel[stage].tree.getExtent(leaf); };
  bool isVector = !leaves.empty() && happens(80) && getExtent(leaves.back()) != dynamicExtent &&
                  getExtent(leaves.back()) <= longestVector &&
                  attempt(kernel, Vectorize(stage, leaves.back()));
  int64_t unrolled = 1;
  for (size_t i = leaves.size() - (isVector ? 1 : 0); isVector && i-- > 0 && happens(60);) {
    int64_t extent = getExtent(leaves[i]);
    if (extent == dynamicExtent || unrolled * extent > mostUnrolled ||
        !attempt(kernel, Unroll(stage, leaves[i])))
      break;
    unrolled *= extent;
  }
  if (!leaves.empty() && happens(50))
    attempt(kernel, Parallel(stage, leaves.front()));
}
