//===-- SequenceWriter.h - write schedules as sequences ---------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes steps on a plain kernel as the operations of a named sequence, which replays to the
// same trees.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_DIALECT_SCHEDULE_TRANSFORMS_SEQUENCEWRITER_H
#define DL_LIB_DIALECT_SCHEDULE_TRANSFORMS_SEQUENCEWRITER_H

#include "dl/Dialect/Te/IR/Te.h"
#include "dl/Schedule/Trace.h"
#include "mlir/Dialect/Transform/IR/TransformOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/DenseMap.h"

namespace dl::schedule {

/// Writes one named sequence.
class SequenceWriter {
public:
  /// Starts a sequence of the kernel's name, or one like it, at the end of `library`, and names it
  /// in the kernel. No step was applied to the kernel.
  SequenceWriter(mlir::SymbolTable &library, mlir::func::FuncOp kernel);
  /// Ends the sequence.
  ~SequenceWriter();

  mlir::transform::NamedSequenceOp getSequence() const { return sequence; }
  /// Appends one step. Precondition: it is legal after those before.
  void write(const TraceStep &step);
  /// Appends all steps of a trace.
  void write(const Trace &trace);

  // Handles, made when they are first asked for; those of a stage's own axes before any step on
  // it.
  mlir::Value getStage(int stage);
  mlir::Value getAxis(int stage, AxisId axis);
  mlir::OpBuilder &getBuilder() { return builder; }

private:
  mlir::Location getLoc(int stage) { return locations[stage]; }
  /// Notes that a step put a stage before the one at `position`.
  void insertStage(int position, mlir::Value handle);
  void create(const Bind &step);
  void create(const CacheRead &step);
  void create(const CacheWrite &step);
  void create(const ComputeAt &step);
  void create(const ComputeInline &step);
  void create(const LoopPartition &step);
  void create(const Parallel &step);
  void create(const RegisterAxis &step);
  void create(const Reorder &step);
  void create(const SetScope &step);
  void create(const Split &step);
  void create(const Tensorize &step);
  void create(const TransformLayout &step);

  mlir::OpBuilder builder;
  mlir::transform::NamedSequenceOp sequence;
  llvm::SmallVector<mlir::Location> locations;
  /// The kernel after the steps so far.
  KernelSchedule kernel;
  llvm::DenseMap<int, mlir::Value> stages;
  llvm::DenseMap<std::pair<int, AxisId>, mlir::Value> axes;
};

} // namespace dl::schedule

#endif // DL_LIB_DIALECT_SCHEDULE_TRANSFORMS_SEQUENCEWRITER_H
