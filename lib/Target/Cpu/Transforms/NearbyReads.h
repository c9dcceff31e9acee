//===-- NearbyReads.h - elements of one row, in any order -------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Internal to dl-vectorize: reads of tiles that no map of linalg's vectorization describes.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_TARGET_CPU_TRANSFORMS_NEARBYREADS_H
#define DL_LIB_TARGET_CPU_TRANSFORMS_NEARBYREADS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace dl::cpu {

/// Loads what the lanes of a tile read from near each other in one row, and shuffles it into their
/// order: elements that are repeated, as of a nearest resize, or backwards. Upstream vectorizes
/// `tensor.extract` where lanes read side by side, or gathers.
///   tensor.extract %x[%i, %j floordiv 2] in a tile of 16
///   -> vector.transfer_read %x[%i, %o * 8] : vector<8xf32>, vector.shuffle [0, 0, 1, 1, …]
/// Returns the tile, made anew where reads of it changed; other reads stay.
mlir::linalg::LinalgOp loadNearbyReads(mlir::RewriterBase &rewriter, mlir::linalg::LinalgOp tile);

} // namespace dl::cpu

#endif // DL_LIB_TARGET_CPU_TRANSFORMS_NEARBYREADS_H
