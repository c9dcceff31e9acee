//===-- KernelCache.h - one plain kernel for the steps of a sequence -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Steps change trees, and seldom anything else of a kernel: what was read from its IR for
// one step serves the next ones, with the trees that it has by then.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_DIALECT_SCHEDULE_IR_KERNELCACHE_H
#define DL_LIB_DIALECT_SCHEDULE_IR_KERNELCACHE_H

#include "dl/Dialect/Schedule/IR/Schedule.h"

namespace dl::schedule {

class KernelCache : public mlir::transform::TransformState::Extension {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(KernelCache)
  explicit KernelCache(mlir::transform::TransformState &state) : Extension(state) {}

  /// A kernel, whose stages are `stages`. Null after an error: the module's record of its machine
  /// is malformed.
  const KernelSchedule *get(mlir::func::FuncOp function, llvm::ArrayRef<te::ComputeOp> stages);

private:
  /// Of the IR but its trees; 0 before the first kernel.
  size_t fingerprint = 0;
  KernelSchedule kernel;
  /// The attributes that the trees are of.
  llvm::SmallVector<mlir::Attribute> trees;
};

} // namespace dl::schedule

#endif // DL_LIB_DIALECT_SCHEDULE_IR_KERNELCACHE_H
