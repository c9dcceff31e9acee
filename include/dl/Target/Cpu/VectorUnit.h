//===-- VectorUnit.h - the vector registers of a machine --------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What default schedules must know of a CPU.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TARGET_CPU_VECTORUNIT_H
#define DL_TARGET_CPU_VECTORUNIT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>

namespace dl::cpu {

/// Vector registers: how many, and bytes of each.
struct VectorUnit {
  int64_t registerBytes = 0;
  int64_t numRegisters = 0;
};

/// The registers of a CPU in LLVM's spelling, or of "native". An unknown name is an
/// error.
llvm::Expected<VectorUnit> getVectorUnit(llvm::StringRef cpu);

} // namespace dl::cpu

#endif // DL_TARGET_CPU_VECTORUNIT_H
