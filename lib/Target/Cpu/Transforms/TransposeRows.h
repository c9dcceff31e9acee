//===-- TransposeRows.h - transposes as shuffles of two rows ----*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal to dl-lower-vectors: transposes of powers of two.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_TARGET_CPU_TRANSFORMS_TRANSPOSEROWS_H
#define DL_LIB_TARGET_CPU_TRANSFORMS_TRANSPOSEROWS_H

#include "mlir/IR/PatternMatch.h"

namespace dl::cpu {

/// Patterns that transpose a matrix whose sizes are powers of two, of elements of 8 to 64 bits, by
/// shuffles each of which is one instruction: in each step two rows exchange one bit of an
/// element's place, a bit of its row's number for one of its lane's. Upstream makes one shuffle of
/// all elements, which LLVM takes apart row by row: 8x8 became 70 instructions of AVX2 with rows on
/// the stack, where 24 do. Others are left to upstream.
void populateTransposeRowPatterns(mlir::RewritePatternSet &patterns);

} // namespace dl::cpu

#endif // DL_LIB_TARGET_CPU_TRANSFORMS_TRANSPOSEROWS_H
