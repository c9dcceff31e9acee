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

/// Cuts parts at `factor` steps, counted from the innermost: `parts` keeps the outer
/// ones, `inner` gets the others. False where a step would be no box.
static bool cut(std::vector<AxisPart> &parts, std::vector<AxisPart> &inner, int64_t factor,
                TailPolicy tail = TailPolicy::Peel) {
  // Whole parts, while the factor is a multiple of them.
  while (parts.size() > 1 && factor > 1) {
    const AxisPart &last = parts.back();
    if (last.extent < 1 || factor % last.extent != 0)
      break;
    factor /= last.extent;
    inner.insert(inner.begin(), last);
    parts.pop_back();
  }
  // Then some of the steps of one. Only the outermost may leave steps over.
  AxisPart &last = parts.back();
  if (parts.size() > 1 && factor > 1 && (last.extent < 1 || last.extent % factor != 0))
    return false;
  if (factor == 1 && !inner.empty())
    return true;
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
  return true;
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

bool IterationTree::canSplit(AxisId axis, int64_t factor) const {
  std::vector<AxisPart> parts = getParts(axis), inner;
  return cut(parts, inner, factor);
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
