//===-- DefaultRules.h - the rules of schedule-default -----------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a rule sees of a kernel, and the rules. Each rule is one file.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_DIALECT_SCHEDULE_TRANSFORMS_DEFAULTRULES_H
#define DL_LIB_DIALECT_SCHEDULE_TRANSFORMS_DEFAULTRULES_H

#include "SequenceWriter.h"
#include "dl/Dialect/Te/IR/Te.h"
#include "dl/Schedule/KernelSchedule.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace dl::schedule {

/// What the rules may use of the machine.
struct RuleOptions {
  bool vectorize = true;
  bool parallel = true;
};

/// How a read moves with the axes of its stage.
struct Access {
  mutable te::ReadOp read;
  /// Step of the linear element offset for each axis; nullopt where the read is
  /// not affine or not linear in it.
  llvm::SmallVector<std::optional<int64_t>> strides;

  bool dependsOn(unsigned axis) const { return !strides[axis] || *strides[axis] != 0; }
  bool isContiguousIn(unsigned axis) const { return strides[axis] && *strides[axis] == 1; }
};

/// A kernel as the rules see it, and the writer of its schedule.
class DefaultScheduler {
public:
  DefaultScheduler(mlir::func::FuncOp kernel, const Target &target, RuleOptions options,
                   SequenceWriter &writer);
  void run();

  const VectorRegisters &getRegisters() const { return target.vector; }
  RuleOptions getOptions() const { return options; }
  /// Elements of a type in a vector register.
  int64_t getLanes(mlir::Type elementType) const;
  SequenceWriter &getWriter() { return writer; }

  llvm::ArrayRef<te::ComputeOp> getStages() const { return stages; }
  /// Distinct stages that read `stage`, through inlined ones.
  llvm::SmallVector<te::ComputeOp> getReaders(te::ComputeOp stage) const;
  bool isResult(te::ComputeOp stage) const;
  bool isInlined(te::ComputeOp stage) const { return inlined.contains(stage); }
  bool isDone(te::ComputeOp stage) const { return done.contains(stage); }
  void markDone(te::ComputeOp stage) { done.insert(stage); }
  /// An operand has one layout, which the first rule to ask chooses.
  bool isPacked(mlir::Value operand) const { return packed.contains(operand); }
  void markPacked(mlir::Value operand) { packed.insert(operand); }
  /// The reads of a stage itself; reads of inlined stages stand for nothing here.
  llvm::SmallVector<Access> getAccesses(te::ComputeOp stage) const;
  StageHandle getHandle(te::ComputeOp stage);
  /// True if every read of `producer` by `reader` is at the reader's own spatial
  /// indices, inlined stages between them looked through.
  bool isReadPointwise(te::ComputeOp producer, te::ComputeOp reader) const;
  /// True if `stage` reads `producer` itself or through inlined stages.
  bool leadsTo(te::ComputeOp producer, te::ComputeOp stage) const;
  /// The stages with what is inlined so far, to ask which placements are legal.
  KernelSchedule getPlacements() const;
  /// True if the stage, with what is inlined into it, calls math functions.
  bool isExpensive(te::ComputeOp stage) const;
  /// True if a step along a spatial axis moves every read of the stage, through
  /// inlined stages too, by a constant number of elements: vectors of it are slices.
  bool isReadInSteps(te::ComputeOp stage, unsigned axis) const;
  mlir::func::FuncOp getKernel() const { return kernel; }

private:
  void inlineCheapStages();

  mlir::func::FuncOp kernel;
  const Target &target;
  RuleOptions options;
  SequenceWriter &writer;
  llvm::SmallVector<te::ComputeOp> stages;
  llvm::SmallDenseSet<mlir::Operation *> inlined;
  llvm::SmallDenseSet<mlir::Operation *> done;
  llvm::SmallDenseSet<mlir::Value> packed;
  llvm::DenseMap<mlir::Operation *, StageHandle> handles;
};

/// A reduction over an inner axis whose result the last stage uses row by row
/// (softmax, layer normalisation). Returns true if it scheduled the kernel's end.
bool scheduleRows(DefaultScheduler &scheduler, te::ComputeOp root);

/// A reduction with a register tile of its spatial axes (matmul, convolution,
/// pooling), alone or under its elementwise consumer.
bool scheduleReduction(DefaultScheduler &scheduler, te::ComputeOp root);

/// Everything else: contiguous axis vectorized, outer ones parallel.
void schedulePointwise(DefaultScheduler &scheduler, te::ComputeOp root);

/// Marks leading axes parallel until they make enough iterations to share.
void markParallel(DefaultScheduler &scheduler, StageHandle stage, llvm::ArrayRef<Axis> outer);

} // namespace dl::schedule

#endif // DL_LIB_DIALECT_SCHEDULE_TRANSFORMS_DEFAULTRULES_H
