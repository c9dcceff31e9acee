//===-- Weights.h - the constants of a compiled model -----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The table that dl-externalize-constants leaves on a module: which constant
// stands at which offset of the weights. Values are held by reference.
//
//===----------------------------------------------------------------------===//
#ifndef DL_CODEGEN_WEIGHTS_H
#define DL_CODEGEN_WEIGHTS_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinOps.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace dl::codegen {

/// Offsets of weights and of buffers in the arena are multiples of this.
constexpr int64_t bufferAlignment = 64;

/// One constant and its place.
struct WeightEntry {
  int64_t offset;
  mlir::ElementsAttr value;
};

/// Bytes of the elements of a shaped type, or -1 where they are not whole bytes,
/// the shape is dynamic, or the product overflows.
int64_t getByteSize(mlir::ShapedType type);

/// The raw bytes of a constant; of a splat only the one element. Empty where the
/// attribute holds no raw bytes.
llvm::ArrayRef<char> getRawBytes(mlir::ElementsAttr value);

void setWeightTable(mlir::ModuleOp module, llvm::ArrayRef<WeightEntry> entries, int64_t size);

/// The table of a module in order of offsets; empty where there is none.
llvm::SmallVector<WeightEntry> getWeightTable(mlir::ModuleOp module);
int64_t getWeightsSize(mlir::ModuleOp module);

/// Writes the weights of a module, getWeightsSize() bytes, to a stream, constant
/// by constant, gaps as zeros.
void writeWeights(mlir::ModuleOp module, llvm::raw_ostream &os);

} // namespace dl::codegen

#endif // DL_CODEGEN_WEIGHTS_H
