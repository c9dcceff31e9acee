//===-- Masks.cpp - rules on steps whose last one is masked -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a split with tail mask relies on. In: a kernel's schedule. Out: why a stage
// cannot have such steps, or nothing.
//
//===----------------------------------------------------------------------===//
#include "dl/Schedule/Legality.h"

#include <algorithm>

using namespace dl::schedule;

/// The stage, or one inlined into it, whose formula must not be evaluated where reads give
/// zeros; -1 if there is none.
static int findPartial(const KernelSchedule &kernel, int stage) {
  if (!kernel[stage].isTotal)
    return stage;
  std::vector<int> inlined = kernel.getInlined(stage);
  auto found = std::find_if(inlined.begin(), inlined.end(),
                            [&](int other) { return !kernel[other].isTotal; });
  return found == inlined.end() ? -1 : *found;
}

/// The rules on one part of a leaf that leaves iterations over.
static std::optional<Refusal> checkMask(const KernelSchedule &kernel, int stage,
                                        const std::vector<AxisId> &order, AxisId leaf,
                                        const AxisPart &part) {
  const IterationTree &tree = kernel[stage].tree;
  // Where the extent is known only at run time, the last step of the outermost part is too.
  if (tree[part.root].extent == dynamicExtent)
    leaf = *std::find_if(order.begin(), order.end(),
                         [&](AxisId axis) { return tree.isMadeOf(axis, part.root); });
  std::string cannot = "the last step of " + describe(kernel, stage, leaf) + " cannot be masked: ";
  if (int partial = findPartial(kernel, stage); partial != -1)
    return Refusal{cannot + "the formula of " + describe(kernel, partial) +
                       " divides integers by a value that may be zero there",
                   "use another tail", partial == stage ? -1 : partial};
  if (kernel[stage].isOrdered && tree[part.root].kind == AxisKind::Reduction)
    return Refusal{cannot + "the combiner of " + describe(kernel, stage) +
                       " is not commutative, and more terms may change what it joins",
                   "use another tail"};
  for (int attached : kernel.getAttached(stage))
    if (std::find(std::find(order.begin(), order.end(), leaf), order.end(),
                  kernel[attached].tree.getAttachAxis()) != order.end())
      return Refusal{cannot + describe(kernel, attached) +
                         " is computed inside of it, where only a part of the step is needed",
                     "compute " + describe(kernel, attached) +
                         " at an axis outside of it, or use another tail",
                     attached, -1, Aspect::Placement};
  if (!tree.masksTail(part))
    return std::nullopt;
  bool isPowerOfTwo = (part.stride & (part.stride - 1)) == 0;
  for (AxisId other : order) {
    // A register tile ends with what is tensorized, of whichever root.
    if (tree[other].annotation == Annotation::Tensorize)
      return Refusal{cannot + "axis " + tree[other].name +
                         " inside of it is tensorized, and an intrinsic computes whole tiles",
                     "use another tail", -1, other};
    if (tree.isMadeOf(other, part.root) && tree[other].annotation == Annotation::Vectorize &&
        !isPowerOfTwo)
      return Refusal{cannot + "a step is a vector of " + std::to_string(part.stride) +
                         " along axis " + tree[part.root].name + ", which is no power of two",
                     "split by a power of two, or use another tail"};
  }
  return std::nullopt;
}

std::optional<Refusal> dl::schedule::checkMasks(const KernelSchedule &kernel, int stage,
                                                const std::vector<AxisId> &order) {
  for (AxisId leaf : order)
    for (const AxisPart &part : kernel[stage].tree.getParts(leaf))
      // Steps may be incomplete also where they divide the extent: in the ranges that
      // partitions and guards cut, and in those that a reader asks for.
      if (part.tail == TailPolicy::Mask)
        if (auto refusal = checkMask(kernel, stage, order, leaf, part))
          return refusal;
  return std::nullopt;
}
