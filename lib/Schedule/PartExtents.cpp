//===-- PartExtents.cpp - sizes known in a step -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which parts of stages have a size that is known in one step of a loop.
//
//===----------------------------------------------------------------------===//
#include "PartExtents.h"

#include "dl/Schedule/Legality.h"

#include <map>

using namespace dl::schedule;

namespace {
/// One step of an axis of a stage, and what is made in it of the stages computed there.
class StepOf {
public:
  StepOf(const KernelSchedule &kernel, int consumer, AxisId axis)
      : kernel(kernel), consumer(consumer), axis(axis) {}

  /// Whether the part of `root` that `stage`, the consumer or one computed inside of the
  /// step, has in it is of a size that is known: the axis has been entered, or what reads
  /// along it has a part of known size.
  bool isPartKnown(int stage, AxisId root) {
    const AxisNode &node = kernel[stage].tree[root];
    if (node.extent != dynamicExtent)
      return true;
    if (stage == consumer)
      return isEntered(root);
    if (node.kind != AxisKind::Spatial)
      return false;
    auto [known, isNew] = parts.insert({{stage, root}, true});
    if (!isNew)
      return known->second;
    bool result = true;
    for (int reader : kernel.getReaders(stage))
      for (const StageRead &access : kernel.getAccesses(reader, stage))
        result = result && !getUnknown(reader, access.indices[root]);
    return parts[{stage, root}] = result;
  }

  /// An axis of `reader` on which the index depends and whose part is of unknown size.
  std::optional<AxisId> getUnknown(int reader, const IndexExpression &index) {
    for (AxisId root = 0; root < static_cast<int>(index.coefficients.size()); ++root)
      if (index.coefficients[root] != 0 && !isPartKnown(reader, root))
        return root;
    return std::nullopt;
  }

private:
  bool isEntered(AxisId root) const {
    const IterationTree &tree = kernel[consumer].tree;
    for (int position = 0, e = tree.getPosition(axis); position <= e; ++position)
      if (tree.isMadeOf(tree.getLeaves()[position], root))
        return true;
    return false;
  }

  const KernelSchedule &kernel;
  int consumer;
  AxisId axis;
  std::map<std::pair<int, AxisId>, bool> parts;
};
} // namespace

std::optional<Refusal> dl::schedule::checkExtents(const KernelSchedule &kernel, int stage,
                                                  int consumer, AxisId axis) {
  StepOf step(kernel, consumer, axis);
  for (int reader : kernel.getReaders(stage))
    for (const StageRead &access : kernel.getAccesses(reader, stage))
      for (const IndexExpression &index : access.indices)
        if (std::optional<AxisId> root = step.getUnknown(reader, index)) {
          const std::string &name = kernel[reader].tree[*root].name;
          return Refusal{describe(kernel, reader) + " reads " + describe(kernel, stage) +
                             " along the whole axis " + name +
                             ", whose extent is known only at run time, at each step of " +
                             describe(kernel, consumer, axis),
                         "compute it at an axis inside axis " + name +
                             ", or use compute_inline or compute_root",
                         reader};
        }
  return std::nullopt;
}
