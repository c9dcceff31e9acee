//===-- Regions.h - which part of a buffer an access touches ----*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//
//===----------------------------------------------------------------------===//
//
// Proofs that two accesses of one buffer never meet in an element, or that only one
// thread does both.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_TARGET_GPU_REGIONS_H
#define DL_LIB_TARGET_GPU_REGIONS_H

#include "BoundLoops.h"

namespace dl::gpu_target {

/// True if the accesses touch different elements, whatever threads do them: regions at
/// different constants, or halves that the steps of a loop take in turn, as those of a
/// double buffer.
bool areDisjoint(const Access &a, const Access &b, mlir::Operation *nest);

/// True if the accesses touch elements that the thread's own number along `dimension`
/// leads to, in the same way, so that threads that differ in it never meet. Input: both
/// stand in loops bound to it.
bool areOfOneThread(const Access &a, const Access &b, mlir::gpu::Dimension dimension);

} // namespace dl::gpu_target

#endif // DL_LIB_TARGET_GPU_REGIONS_H
