//===-- StridedRows.h - elements at equal distances -------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A row whose elements lie a few others apart, as those that a convolution of stride 2
// reads: loads of all that is between them, of which shuffles take what is wanted.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_TARGET_CPU_TRANSFORMS_STRIDEDROWS_H
#define DL_LIB_TARGET_CPU_TRANSFORMS_STRIDEDROWS_H

#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include <optional>

namespace dl::cpu {

/// How far the elements of a row along a dim of a buffer lie apart, where loading all that is
/// between them is less than loading each of them; 0 where it is not.
int64_t getShortStep(mlir::MemRefType buffer, unsigned dim, int64_t length);

/// The elements of a row that are there: the first `count`. Others are `padding`.
struct PresentElements {
  mlir::Value count, padding;
};

/// The row whose first element is at these indices of a buffer. Nothing before that and nothing
/// behind the last one that is there is touched.
///   16 of step 2 -> vector.load %m[0], vector.load %m[15], vector.shuffle [0, 2, …, 14, 17, …]
mlir::Value loadStridedRow(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value buffer,
                           mlir::ArrayRef<mlir::Value> indices, mlir::VectorType row, int64_t step,
                           std::optional<PresentElements> present = std::nullopt);

} // namespace dl::cpu

#endif // DL_LIB_TARGET_CPU_TRANSFORMS_STRIDEDROWS_H
