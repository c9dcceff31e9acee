//===-- InstructionDialects.h - upstream's dialects of CPUs -----*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What intrinsics of CPUs may be made of, for the schedule dialect.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TARGET_CPU_TRANSFORMS_INSTRUCTIONDIALECTS_H
#define DL_TARGET_CPU_TRANSFORMS_INSTRUCTIONDIALECTS_H

#include "mlir/IR/DialectRegistry.h"

namespace dl::cpu {

/// Adds the dialects of CPUs' instructions, with schedule::InstructionDialectInterface; the
/// schedule dialect loads them.
void registerInstructionDialects(mlir::DialectRegistry &registry);

} // namespace dl::cpu

#endif // DL_TARGET_CPU_TRANSFORMS_INSTRUCTIONDIALECTS_H
