//===-- TriedExtents.cpp - numbers for what a run knows ---------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "dl/Schedule/TriedExtents.h"

#include <set>

using namespace dl::schedule;

std::vector<std::vector<int64_t>> dl::schedule::getTriedExtents(const KernelSchedule &kernel,
                                                                size_t count) {
  std::vector<std::vector<int64_t>> tried;
  for (int64_t length : {1, 6, 47, 128}) {
    std::vector<int64_t> &extents = tried.emplace_back();
    for (size_t i = 0; i < count; ++i)
      extents.push_back(length + static_cast<int64_t>(i) * (length - 1));
  }
  // What is left behind a whole step runs in steps of powers of two at most: two lengths of it have
  // all of them.
  std::set<int64_t> lengths;
  for (int stage = 0; count > 0 && stage < kernel.size(); ++stage) {
    const IterationTree &tree = kernel[stage].tree;
    for (AxisId leaf : tree.getLeaves())
      for (const AxisPart &part : tree.getParts(leaf)) {
        if (tree[part.root].extent != dynamicExtent || part.stride < 3)
          continue;
        int64_t power = 1;
        while (2 * power < part.stride)
          power *= 2;
        lengths.insert({part.stride + part.stride - 1, part.stride + power - 1});
      }
  }
  for (int64_t length : lengths)
    tried.emplace_back(count, length);
  return tried;
}
