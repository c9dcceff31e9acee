//===-- BoundLoops.h - loops that blocks and threads share ------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the loops of bound axes mean for memory: which of them shares an operation
// among the threads, and what buffers it touches.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_TARGET_GPU_BOUNDLOOPS_H
#define DL_LIB_TARGET_GPU_BOUNDLOOPS_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

#include <array>
#include <optional>

namespace dl::gpu_target {

/// The index that the iterations of a loop are.
struct Binding {
  bool isBlock;
  mlir::gpu::Dimension dimension;
};

/// The binding of a loop to a block or thread index; nothing for other loops, those of
/// virtual threads among them.
std::optional<Binding> getBinding(mlir::Operation *loop);
/// The constant number of iterations of a loop from zero by one.
std::optional<int64_t> getCount(mlir::scf::ForOp loop);

/// For each thread index the innermost loop around an operation that is bound to it, or
/// null.
using ThreadLoops = std::array<mlir::Operation *, 3>;
ThreadLoops getThreadLoops(mlir::Operation *op);

/// One access of a buffer: an argument or an allocation.
struct Access {
  mlir::Operation *op;
  mlir::Value buffer;
  bool isWrite;
  ThreadLoops loops;
};
/// All accesses in an operation. Failure where one has unknown effects.
llvm::FailureOr<llvm::SmallVector<Access>> getAccesses(mlir::Operation *op);

/// True for buffers in the memory of a block.
bool isWorkgroupMemory(mlir::Value buffer);

/// The operations of a kernel's body that become launches: those that do something.
llvm::SmallVector<mlir::Operation *> getNests(mlir::Block &body);
/// The number of threads of a nest along each index.
std::array<int64_t, 3> getBlockSizes(mlir::Operation *nest);

} // namespace dl::gpu_target

#endif // DL_LIB_TARGET_GPU_BOUNDLOOPS_H
