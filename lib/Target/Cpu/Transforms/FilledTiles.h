//===-- FilledTiles.h - accumulators that were filled -----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_TARGET_CPU_TRANSFORMS_FILLEDTILES_H
#define DL_LIB_TARGET_CPU_TRANSFORMS_FILLEDTILES_H

#include "mlir/IR/PatternMatch.h"

namespace dl::cpu {

/// Patterns that make a constant of a read of part of a tensor where a vector of equal constants
/// was written, and drop a write of constants that others write again before anything reads them.
/// Upstream compares whole vectors only; a tile's accumulators are parts of what is filled at once.
void populateFilledTilePatterns(mlir::RewritePatternSet &patterns);

} // namespace dl::cpu

#endif // DL_LIB_TARGET_CPU_TRANSFORMS_FILLEDTILES_H
