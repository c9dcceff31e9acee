//===-- PartialStores.h - stores of parts of vectors ------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal to LowerVectors: stores of vectors of which only the first elements have a place, on
// machines that load parts of vectors but have no fast store of them (`vector_part_loads`).
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_TARGET_CPU_TRANSFORMS_PARTIALSTORES_H
#define DL_LIB_TARGET_CPU_TRANSFORMS_PARTIALSTORES_H

#include "mlir/IR/PatternMatch.h"

namespace dl::cpu {

/// A store of as many elements as are known becomes one for each power of two; of others all are
/// stored where all have a place, and elsewhere what a mask says.
void populatePartialStorePatterns(mlir::RewritePatternSet &patterns);

} // namespace dl::cpu

#endif // DL_LIB_TARGET_CPU_TRANSFORMS_PARTIALSTORES_H
