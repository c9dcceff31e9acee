//===-- ScalarOps.h - scalar operations on rows of elements -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table of the scalar operations that a te.compute may hold, each as a
// function over a row of elements. Internal to the interpreter.
//
// A row holds f32 as float, f16 and bf16 as float rounded after every operation,
// f64 as double, and integers as int64_t: sign-extended, i1 as 0 or 1.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_REFERENCE_SCALAROPS_H
#define DL_LIB_REFERENCE_SCALAROPS_H

#include "dl/Support/Tensor.h"

#include "mlir/IR/Operation.h"

namespace dl::reference {

/// How a row of an element type is held.
enum class Lane : uint8_t { F32, F64, I64 };
Lane getLane(ElementType type);
constexpr unsigned getLaneWidth(Lane lane) { return lane == Lane::F32 ? 4 : 8; }
/// Bits of an integer type, 64 for floats.
unsigned getIntegerWidth(ElementType type);

struct RowArguments {
  void *result;
  const void *operands[3];
  int64_t count;
  /// Width of the integer operands.
  unsigned width;
};
/// Works on `count` elements. Returns the first element for which the operation
/// is undefined (a division by zero), or -1. Result and operands do not overlap.
using RowFunction = int64_t (*)(const RowArguments &);

/// One operation, ready to run on rows.
struct ScalarKernel {
  RowFunction function;
  unsigned numOperands;
  unsigned width;
  ElementType resultType;

  /// Runs and brings the result into the form of its type.
  int64_t run(void *result, llvm::ArrayRef<const void *> operands, int64_t count) const;
};

/// The kernel of an operation of arith or math, if the interpreter knows it and
/// its types.
std::optional<ScalarKernel> getScalarKernel(mlir::Operation *op);

/// The bits of elements as another type of their width, of which at least one is an
/// integer; null for two floats.
RowFunction getBitcast(ElementType from, ElementType to);

/// Integer operations of affine expressions on index rows.
enum class IndexOp : uint8_t { Add, Mul, FloorDiv, CeilDiv, Mod };
ScalarKernel getIndexKernel(IndexOp op);

/// Reads `count` elements from `data + base`, each at its own element offset
/// (all at `stride * i` where `offsets` is null), into a row.
void loadRow(ElementType type, const void *data, int64_t base, const int64_t *offsets,
             int64_t stride, void *row, int64_t count);
/// Writes a row to consecutive elements. Float rows are given as double where
/// `isWide` (accumulators), and rounded once.
void storeRow(ElementType type, const void *row, bool isWide, void *data, int64_t count);

} // namespace dl::reference

#endif // DL_LIB_REFERENCE_SCALAROPS_H
