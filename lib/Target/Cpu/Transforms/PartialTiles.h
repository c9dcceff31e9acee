//===-- PartialTiles.h - vectors of which a part is there ------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Patterns that turn padded operands and cut results of tiles into reads and writes
// beyond the bounds of their tensors, which become masked.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_TARGET_CPU_TRANSFORMS_PARTIALTILES_H
#define DL_LIB_TARGET_CPU_TRANSFORMS_PARTIALTILES_H

#include "mlir/IR/PatternMatch.h"

namespace dl::cpu {

void populatePartialReadPatterns(mlir::RewritePatternSet &patterns);
/// After slices of slices were merged.
void populatePartialWritePatterns(mlir::RewritePatternSet &patterns);

} // namespace dl::cpu

#endif // DL_LIB_TARGET_CPU_TRANSFORMS_PARTIALTILES_H
