//===-- AxisParts.cpp - axes as products of steps along roots -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the iterations of an axis cover of the roots. Split cuts the parts of an
// axis in two, fuse puts those of two axes side by side; so also the parts of a
// fused axis that is split are boxes.
//
//===----------------------------------------------------------------------===//
#include "dl/Schedule/IterationTree.h"

#include <algorithm>
#include <limits>

using namespace dl::schedule;

static int64_t saturatingMul(int64_t a, int64_t b) {
  return b != 0 && a > std::numeric_limits<int64_t>::max() / b ? std::numeric_limits<int64_t>::max()
                                                               : a * b;
}

bool AxisPart::hasIncompleteStep() const {
  return std::any_of(ranges.begin(), ranges.end(), [&](int64_t range) {
    return range == dynamicExtent ? stride != 1 : range % stride != 0;
  });
}

/// How many of the parts a step of `factor` leaves to the outside. It has all of the others, and of
/// the innermost that is left as many steps as `factor` becomes.
static size_t countOuter(const std::vector<AxisPart> &parts, int64_t &factor) {
  size_t count = parts.size();
  for (; count > 1 && factor > 1; --count) {
    int64_t extent = parts[count - 1].extent;
    if (extent < 1 || factor % extent != 0)
      break;
    factor /= extent;
  }
  return count;
}

/// Only the outermost part may leave steps over.
static bool makesBoxes(const std::vector<AxisPart> &parts, size_t numOuter, int64_t factor) {
  int64_t extent = parts[numOuter - 1].extent;
  return numOuter == 1 || factor == 1 || (extent >= 1 && extent % factor == 0);
}

bool IterationTree::canSplit(AxisId axis, int64_t factor) const {
  size_t numOuter = countOuter(getParts(axis), factor);
  return makesBoxes(getParts(axis), numOuter, factor);
}

/// Cuts parts at `factor` steps, counted from the innermost: `parts` keeps the outer
/// ones, `inner`, which is empty, gets the others.
static void cut(std::vector<AxisPart> &parts, std::vector<AxisPart> &inner, int64_t factor,
                TailPolicy tail) {
  size_t numOuter = countOuter(parts, factor);
  bool isCut = makesBoxes(parts, numOuter, factor);
  inner.assign(parts.begin() + static_cast<std::ptrdiff_t>(numOuter), parts.end());
  parts.erase(parts.begin() + static_cast<std::ptrdiff_t>(numOuter), parts.end());
  if (!isCut || (factor == 1 && !inner.empty()))
    return;
  AxisPart &last = parts.back();
  AxisPart rest = last;
  rest.extent = last.extent == dynamicExtent ? factor : std::min(last.extent, factor);
  last.stride = saturatingMul(last.stride, factor);
  last.tail = tail;
  last.extent = last.extent == dynamicExtent ? dynamicExtent
                                             : last.extent / factor + (last.extent % factor != 0);
  rest.ranges.push_back(last.stride);
  rest.path += 'i';
  last.path += 'o';
  inner.insert(inner.begin(), std::move(rest));
}

bool IterationTree::masksTail(const AxisPart &part) const {
  if (part.tail != TailPolicy::Mask || part.stride == 1)
    return false;
  for (AxisId leaf : leaves)
    for (const AxisPart &other : getParts(leaf))
      if (other.root == part.root && other.stride < part.stride && !isRegister(leaf))
        return false;
  return true;
}

std::vector<AxisPart> IterationTree::makeParts(AxisId axis) const {
  const AxisNode &node = nodes[axis];
  if (node.relation == Relation::Root)
    return {{axis, 1, node.extent, {node.extent}, TailPolicy::Peel, ""}};
  std::vector<AxisPart> made = getParts(node.parents[0]), inner;
  if (node.relation == Relation::Fused) {
    const std::vector<AxisPart> &others = getParts(node.parents[1]);
    made.insert(made.end(), others.begin(), others.end());
  } else {
    cut(made, inner, node.extent, node.tail);
    if (node.relation == Relation::SplitInner)
      made = std::move(inner);
  }
  return made;
}
