//===-- DynamicArena.h - offsets that run time computes ---------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One arena for buffers of which some have sizes that inputs decide.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_CODEGEN_DYNAMICARENA_H
#define DL_LIB_CODEGEN_DYNAMICARENA_H

#include "dl/Codegen/ArenaPlan.h"
#include "dl/Codegen/Sizes.h"

#include "mlir/IR/Builders.h"

namespace dl::codegen {

/// Collects buffers, then computes their offsets.
class DynamicArena {
public:
  /// Adds a buffer that is alive from time `first` to time `last`, both included. Its
  /// size may be made of sizes of arguments of @main.
  void addBuffer(ValueProduct size, int64_t first, int64_t last);
  bool isStatic() const;
  const llvm::SmallVector<ValueProduct> &getSizes() const { return sizes; }

  /// The plan with every size of an argument as large as that; of a static arena,
  /// the plan.
  ArenaPlan getPlan(int64_t extent) const;
  /// The extents for which dynamic arenas are planned.
  static llvm::ArrayRef<int64_t> getExtents();

  /// Creates what computes the offsets of the buffers and the size of the arena, in
  /// bytes, from the sizes, whose values are known where the builder stands. Each plan
  /// says which buffers lie below which; the plan whose arena is the smallest for the
  /// sizes of a run is taken.
  llvm::SmallVector<mlir::Value> createOffsets(mlir::OpBuilder &builder, mlir::Location loc,
                                               mlir::Value &arenaSize) const;

private:
  struct Lifetime {
    int64_t first, last;
  };
  llvm::SmallVector<ValueProduct> sizes;
  llvm::SmallVector<Lifetime> lifetimes;
};

} // namespace dl::codegen

#endif // DL_LIB_CODEGEN_DYNAMICARENA_H
