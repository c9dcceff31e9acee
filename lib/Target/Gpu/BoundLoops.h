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
/// The same for an access of a buffer: loops around the allocation of memory of a block
/// do not count, in which all threads would do the same.
ThreadLoops getThreadLoops(mlir::Operation *op, mlir::Value buffer);

/// One access of a buffer: an argument or an allocation.
struct Access {
  mlir::Operation *op;
  /// The operand of `op`, a view of the buffer or the buffer.
  mlir::Value view, buffer;
  bool isWrite;
  ThreadLoops loops;
  /// Loops that have gone on to another step, or of which all steps are meant.
  llvm::SmallVector<mlir::Operation *> left = {};
};
/// All accesses in an operation. Failure where one has unknown effects.
llvm::FailureOr<llvm::SmallVector<Access>> getAccesses(mlir::Operation *op);

/// The buffer that a value is a view of.
mlir::Value getBuffer(mlir::Value value);
/// True for buffers in the memory of a block.
bool isWorkgroupMemory(mlir::Value buffer);
/// True for buffers of which each thread has one: all others allocated in a nest.
bool isPrivateMemory(mlir::Value buffer, mlir::Operation *nest);

/// True for values that are the same for all threads of a block, as far as is known,
/// when they come by in `nest` together.
bool isUniform(mlir::Value value, mlir::Operation *nest);

/// An error at an operation of a kernel, which names the axis whose loop it is or stands
/// in.
mlir::InFlightDiagnostic emitError(mlir::Operation *op);

/// The operations of a kernel's body that become launches: those that do something.
llvm::SmallVector<mlir::Operation *> getNests(mlir::Block &body);
/// The number of threads of a nest along each index.
std::array<int64_t, 3> getBlockSizes(mlir::Operation *nest);

} // namespace dl::gpu_target

#endif // DL_LIB_TARGET_GPU_BOUNDLOOPS_H
