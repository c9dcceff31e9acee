//===-- ComputeInline.cpp - compute a stage where it is read -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Legality and effect of the primitive compute_inline.
//
//===----------------------------------------------------------------------===//
#include "dl/Schedule/Primitives/ComputeInline.h"

#include "dl/Schedule/Legality.h"

using namespace dl::schedule;

std::optional<Refusal> ComputeInline::check(const KernelSchedule &kernel) const {
  KernelSchedule changed = kernel;
  apply(changed);
  return checkPlacements(changed, stage);
}

void ComputeInline::apply(KernelSchedule &kernel) const {
  // With more operations a reader's formula is no intrinsic's any more.
  if (kernel[stage].formula.getTotal() > 0)
    for (int reader : kernel.getReaders(stage))
      kernel[reader].intrinsics = {};
  kernel[stage].tree.placeInline();
}
