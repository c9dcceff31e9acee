//===-- ComputeAt.cpp - compute a stage inside a consumer's loop -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Legality and effect of the primitive compute_at.
//
//===----------------------------------------------------------------------===//
#include "dl/Schedule/Primitives/ComputeAt.h"

#include "dl/Schedule/Legality.h"

using namespace dl::schedule;

std::optional<Refusal> ComputeAt::check(const KernelSchedule &kernel) const {
  KernelSchedule changed = kernel;
  apply(changed);
  return checkPlacements(changed, stage);
}

void ComputeAt::apply(KernelSchedule &kernel) const {
  kernel[stage].tree.placeAt(kernel[consumer].name, axis);
}
