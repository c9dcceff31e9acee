//===-- ComputeRoot.cpp - compute a stage whole, before its readers -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Legality and effect of the primitive compute_root.
//
//===----------------------------------------------------------------------===//
#include "dl/Schedule/Primitives/ComputeRoot.h"

#include "dl/Schedule/Legality.h"

using namespace dl::schedule;

std::optional<Refusal> ComputeRoot::check(const KernelSchedule &kernel) const {
  KernelSchedule changed = kernel;
  apply(changed);
  return checkPlacements(changed, stage);
}

void ComputeRoot::apply(KernelSchedule &kernel) const { kernel[stage].tree.placeRoot(); }
