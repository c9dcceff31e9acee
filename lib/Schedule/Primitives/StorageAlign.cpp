//===-- StorageAlign.cpp - pad the rows of a stage's buffer -----*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Legality and effect of the primitive storage_align.
//
//===----------------------------------------------------------------------===//
#include "dl/Schedule/Primitives/StorageAlign.h"

#include "dl/Schedule/Legality.h"

using namespace dl::schedule;

/// Rows are never padded by more than this.
static constexpr int64_t maxFactor = 4096;

static std::string describeBuffer(const KernelSchedule &kernel, int stage) {
  return "the buffer of " + describe(kernel, stage) + " cannot be aligned: ";
}

std::optional<Refusal> dl::schedule::checkAlignment(const KernelSchedule &kernel, int stage,
                                                    const Storage::Alignment &alignment) {
  const IterationTree &tree = kernel[stage].tree;
  auto [axis, factor, offset] = alignment;
  int rank = tree.getNumSpatial();
  std::string cannot = describeBuffer(kernel, stage);
  if (axis != rank - 2)
    return Refusal{cannot + (tree.contains(axis) ? "axis " + tree[axis].name : "this axis") +
                       " does not count its rows",
                   rank < 2 ? "align a stage of at least two dimensions"
                            : "use axis " + tree[rank - 2].name};
  if (factor < 1 || factor > maxFactor || offset < 0 || offset >= factor)
    return Refusal{cannot + "a distance of " + std::to_string(offset) + " modulo " +
                       std::to_string(factor) + " elements does not exist or wastes memory",
                   "use a factor from 1 to " + std::to_string(maxFactor) +
                       " and an offset below it"};
  if (kernel[stage].isResult)
    return Refusal{cannot + "it is " + describeTaker(kernel, stage, "layout"),
                   "use cache_write, and storage_align on the new stage"};
  return std::nullopt;
}

std::optional<Refusal> StorageAlign::check(const KernelSchedule &kernel) const {
  if (auto refusal = checkAlignment(kernel, stage, {axis, factor, offset}))
    return refusal;
  std::string cannot = describeBuffer(kernel, stage);
  if (kernel[stage].isInlined())
    return Refusal{cannot + "it is inlined and has none", "use compute_root or compute_at first",
                   -1, -1, Aspect::Placement};
  if (!kernel[stage].tree.getStorage().alignments.empty())
    return Refusal{cannot + "it was aligned already", "align once", -1, -1, Aspect::Storage};
  return std::nullopt;
}

void StorageAlign::apply(KernelSchedule &kernel) const {
  Storage storage = kernel[stage].tree.getStorage();
  storage.alignments.push_back({axis, factor, offset});
  kernel[stage].tree.setStorage(storage);
}
