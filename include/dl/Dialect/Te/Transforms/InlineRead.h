//===-- InlineRead.h - a stage in place of its read --------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The step that inlining is made of.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DIALECT_TE_TRANSFORMS_INLINEREAD_H
#define DL_DIALECT_TE_TRANSFORMS_INLINEREAD_H

#include "dl/Dialect/Te/IR/Te.h"

namespace dl::te {

/// Rewrites one read of `producer` by its formula and erases the read:
///   te.read %P[f(x)]   ->   the body of P with its axes replaced by f(x)
/// A guard goes to the reads of the formula, which give zeros where it does not hold, and chooses
/// between the formula's value and what the read gives otherwise.
/// Precondition: the producer does not reduce; under a guard its formula is total (isTotal).
void inlineRead(ComputeOp producer, ReadOp read);

} // namespace dl::te

#endif // DL_DIALECT_TE_TRANSFORMS_INLINEREAD_H
