//===-- CacheWrite.cpp - compute a stage in a buffer of its own -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Legality and effect of the primitive cache_write.
//
//===----------------------------------------------------------------------===//
#include "dl/Schedule/Primitives/CacheWrite.h"

#include "dl/Schedule/Legality.h"

using namespace dl::schedule;

std::optional<Refusal> CacheWrite::check(const KernelSchedule &kernel) const {
  const IterationTree &tree = kernel[stage].tree;
  return checkUntouched(kernel, stage, tree.getPlain(), "",
                        "use cache_write before other steps on the stage");
}

int CacheWrite::apply(KernelSchedule &kernel) const {
  StageSchedule cache = kernel[stage];
  cache.name = kernel.makeStageName(kernel[stage].name + ".cache");
  cache.isResult = false;
  cache.taker.clear();
  cache.isInUpdates = false;
  IterationTree tree;
  for (AxisId root : cache.tree.getRoots())
    if (cache.tree[root].kind == AxisKind::Spatial)
      tree.addRoot(cache.tree[root].name, cache.tree[root].extent, AxisKind::Spatial);
  StageRead read;
  read.stage = stage;
  for (AxisId axis = 0; axis < tree.size(); ++axis) {
    IndexExpression index;
    index.coefficients.assign(tree.size(), 0);
    index.coefficients[axis] = 1;
    read.indices.push_back(index);
  }
  kernel.insertStage(stage, std::move(cache));
  kernel[stage + 1].tree = tree;
  kernel[stage + 1].isTotal = true;
  kernel[stage + 1].computeBytes = kernel.getElementBytes(read);
  kernel[stage + 1].formula = kernel[stage + 1].combination = {};
  kernel[stage + 1].isOrdered = false;
  kernel[stage + 1].intrinsics = {};
  kernel[stage + 1].reads = std::vector<StageRead>(kernel[stage].getNumResults(), read);
  return stage;
}
