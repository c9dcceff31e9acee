//===-- CacheRead.cpp - read a copy of a value ------------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Legality and effect of the primitive cache_read.
//
//===----------------------------------------------------------------------===//
#include "dl/Schedule/Primitives/CacheRead.h"

#include "dl/Schedule/Legality.h"

using namespace dl::schedule;

std::optional<Refusal> CacheRead::check(const KernelSchedule &kernel) const {
  if (auto refusal = checkSource(kernel, stage, source))
    return refusal;
  // The copy is a new reader: a stage computed inside a loop may have lost its place.
  KernelSchedule changed = kernel;
  int copy = apply(changed);
  for (int other = changed.size() - 1; other >= 0; --other)
    if (checkPlacement(changed, other))
      return Refusal{"a copy of " + describe(kernel, source) + " would read " +
                         describe(changed, other) + " from outside the loop it is computed in",
                     "use cache_read before compute_at", other > copy ? other - 1 : other, -1,
                     Aspect::Placement};
  return std::nullopt;
}

int CacheRead::apply(KernelSchedule &kernel) const {
  StageSchedule copy;
  StageRead read;
  read.stage = source.stage;
  read.operand = source.operand;
  std::string name = "arg" + std::to_string(source.operand);
  if (source.stage != -1) {
    name = kernel[source.stage].name;
    const IterationTree &tree = kernel[source.stage].tree;
    for (AxisId root : tree.getRoots())
      if (tree[root].kind == AxisKind::Spatial)
        copy.tree.addRoot(tree[root].name, tree[root].extent, AxisKind::Spatial);
  } else {
    for (int64_t extent : kernel.operands[source.operand])
      copy.tree.addRoot("d" + std::to_string(copy.tree.size()), extent, AxisKind::Spatial);
  }
  copy.scope = kernel[stage].scope;
  copy.computeBytes = kernel.getElementBytes(read);
  copy.resultBytes = {copy.computeBytes};
  copy.name = kernel.makeStageName(name + ".cache");
  for (AxisId axis = 0; axis < copy.tree.size(); ++axis) {
    IndexExpression index;
    index.coefficients.assign(copy.tree.size(), 0);
    index.coefficients[axis] = 1;
    read.indices.push_back(std::move(index));
  }
  copy.reads.push_back(std::move(read));
  kernel.insertStage(stage, std::move(copy));
  for (StageRead &other : kernel[stage + 1].reads.write())
    if (source.stage != -1 ? other.stage == source.stage : other.operand == source.operand) {
      other.stage = stage;
      other.operand = -1;
    }
  return stage;
}
