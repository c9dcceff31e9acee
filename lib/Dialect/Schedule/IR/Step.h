//===-- Step.h - what every schedule operation does first and last -*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Resolves a stage handle and axis parameters to the plain C++ kernel, turns
// refusals into diagnostics, and stores the tree of the stage that was edited.
//
//===----------------------------------------------------------------------===//
#ifndef DL_LIB_DIALECT_SCHEDULE_IR_STEP_H
#define DL_LIB_DIALECT_SCHEDULE_IR_STEP_H

#include "dl/Dialect/Schedule/IR/Schedule.h"

namespace dl::schedule {

/// Which step last set each aspect of a stage, for notes. Best effort: it is not rolled
/// back with the payload, so notes of an alternative that failed may go astray.
class StepHistory : public mlir::transform::TransformState::Extension {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(StepHistory)
  explicit StepHistory(mlir::transform::TransformState &state) : Extension(state) {}

  /// Remembers what `step` changed of a stage from one tree to another.
  void record(te::ComputeOp stage, const IterationTree &before, const IterationTree &after,
              mlir::Operation *step);
  /// The step that is in the way, or null. Aspects of the whole stage have no axis.
  mlir::Operation *lookup(te::ComputeOp stage, Aspect aspect, AxisId axis) const;

private:
  llvm::DenseMap<std::tuple<mlir::Operation *, int, AxisId>, mlir::Operation *> steps;
};

/// One application of one schedule operation to one stage.
class Step {
public:
  Step(mlir::transform::TransformOpInterface op, mlir::transform::TransformState &state)
      : op(op), state(state) {}

  /// Resolves the stage to edit. Must come first.
  mlir::DiagnosedSilenceableFailure open(mlir::Value stage);
  /// The same, and resolves one of its axes.
  mlir::DiagnosedSilenceableFailure open(mlir::Value stage, mlir::Value value, AxisId &axis);
  /// Resolves another stage of the same kernel.
  mlir::DiagnosedSilenceableFailure getStage(mlir::Value handle, int &stage);
  /// Resolves axes of a stage, by default of the opened one.
  mlir::DiagnosedSilenceableFailure getAxes(mlir::ValueRange values,
                                            llvm::SmallVectorImpl<AxisId> &axes, int ofStage = -1);
  mlir::DiagnosedSilenceableFailure getAxis(mlir::Value value, AxisId &axis, int ofStage = -1);

  /// What a step is told to look at beside its stage, with its value.
  struct Source : dl::schedule::Source {
    mlir::Value value;
    /// `operand 1 of the kernel` or `stage "P"`.
    std::string description;
    mlir::RankedTensorType getType() const {
      return mlir::cast<mlir::RankedTensorType>(value.getType());
    }
  };
  /// Resolves a source that the opened stage reads: of static shape, and read by
  /// stages only.
  mlir::DiagnosedSilenceableFailure getSource(mlir::Value producer, std::optional<int64_t> operand,
                                              Source &source);

  /// Turns a refusal into a failure with notes.
  mlir::DiagnosedSilenceableFailure refuse(const Refusal &refusal);
  /// Checks a primitive; where it is legal, applies it, stores the trees and
  /// remembers this operation as the one that changed or made their axes.
  template <typename Primitive> mlir::DiagnosedSilenceableFailure run(const Primitive &primitive) {
    return run(primitive, [](auto &&...) {});
  }
  /// The same; `then` gets what the primitive returns.
  template <typename Primitive, typename Then>
  mlir::DiagnosedSilenceableFailure run(const Primitive &primitive, Then then) {
    if (std::optional<Refusal> refusal = primitive.check(kernel))
      return refuse(*refusal);
    KernelSchedule before = kernel;
    if constexpr (std::is_void_v<decltype(primitive.apply(kernel))>) {
      primitive.apply(kernel);
      then();
    } else {
      then(primitive.apply(kernel));
    }
    commit(before);
    return mlir::DiagnosedSilenceableFailure::success();
  }

  te::ComputeOp getCompute() const { return computes[stage]; }
  mlir::func::FuncOp getKernel() const { return function; }
  const KernelSchedule &getSchedule() const { return kernel; }
  const IterationTree &getTree() const { return kernel[stage].tree; }
  te::ComputeOp getCompute(int number) const { return computes[number]; }
  int getStage() const { return stage; }
  /// A stage name that the kernel does not have yet.
  std::string makeStageName(const std::string &name);
  /// The parameter that names an axis of the opened stage.
  mlir::Attribute makeAxisRef(AxisId axis);
  /// The names of the axes of the opened stage: `i, j.o, j.i`.
  std::string listAxes() const { return listAxes(stage); }

private:
  void commit(const KernelSchedule &before);
  std::string listAxes(int ofStage) const;
  /// The note of a refusal: at the step that is in the way, if one is known.
  void attachNote(mlir::DiagnosedSilenceableFailure &failure, const Refusal &refusal);

  mlir::transform::TransformOpInterface op;
  mlir::transform::TransformState &state;
  mlir::func::FuncOp function;
  llvm::SmallVector<te::ComputeOp> computes;
  KernelSchedule kernel;
  int stage = -1;
  /// Parameters resolved so far: where the history has no entry, the note points
  /// at the operation that gave the axis.
  llvm::DenseMap<std::pair<int, AxisId>, mlir::Value> given;
};

/// The name of the axis that a value holds, as far as its defining operations
/// tell, for printing: `io` for the outer part of `i`.
std::string getAxisLabel(mlir::Value axis);

} // namespace dl::schedule

#endif // DL_LIB_DIALECT_SCHEDULE_IR_STEP_H
