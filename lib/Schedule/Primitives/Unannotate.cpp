//===-- Unannotate.cpp - take a key away from an axis -----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "dl/Schedule/Primitives/Unannotate.h"

#include "dl/Schedule/Legality.h"

using namespace dl::schedule;

std::optional<Refusal> Unannotate::check(const KernelSchedule &kernel) const {
  if (auto refusal = checkLeaf(kernel, stage, axis))
    return refusal;
  if (!kernel[stage].tree[axis].notes.count(key))
    return Refusal{describe(kernel, stage, axis) + " has no note '" + key + "' to take away",
                   "name a key that was given to the axis"};
  return std::nullopt;
}

void Unannotate::apply(KernelSchedule &kernel) const { kernel[stage].tree.setNote(axis, key, ""); }
