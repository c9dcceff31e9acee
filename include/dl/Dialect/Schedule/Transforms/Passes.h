//===-- Passes.h - passes of the schedule dialect ----------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes that write schedules and show what they mean, and the functions behind
// them for embedders and for a tuner.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DIALECT_SCHEDULE_TRANSFORMS_PASSES_H
#define DL_DIALECT_SCHEDULE_TRANSFORMS_PASSES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"
#include "llvm/ADT/StringMap.h"

#include <string>
#include <vector>

namespace mlir::transform {
class NamedSequenceOp;
class TransformState;
} // namespace mlir::transform

namespace dl::schedule {

class IntrinsicOp;
struct Estimate;
struct EstimateOptions;
struct Trace;

/// Whether sequences tell what rules could have chosen: not at all, with what they chose, or left
/// open.
enum class WrittenChoices { None, Decided, Open };

#define GEN_PASS_DECL
#include "dl/Dialect/Schedule/Transforms/Passes.h.inc"
#define GEN_PASS_REGISTRATION
#include "dl/Dialect/Schedule/Transforms/Passes.h.inc"

/// Takes over those intrinsics of a file that are wanted and that the module does not declare
/// itself. Fails with a diagnostic where the file has none or a name is another symbol's.
llvm::LogicalResult loadIntrinsics(mlir::ModuleOp module, llvm::StringRef file,
                                   llvm::function_ref<bool(IntrinsicOp)> isWanted);

/// What the loops of each kernel of a module at the te level take, by the kernel's name: those of
/// its trees, or of its sequence. Kernels that no legal loops can be made of are left out. Fails
/// with a diagnostic where the record of the machine is wrong or a sequence is refused. The module
/// is not changed.
mlir::FailureOr<llvm::StringMap<Estimate>> estimateKernels(mlir::ModuleOp module,
                                                           const EstimateOptions &options);

/// Writes the steps of a trace, which are legal one after the other, as a sequence that the kernel
/// names: in the module `schedules` beside the kernel, with the trace's choices as `choices` says.
/// Precondition: the kernel has no schedule.
void writeSequence(mlir::func::FuncOp kernel, const Trace &trace,
                   WrittenChoices choices = WrittenChoices::None);

/// What a sequence calls a stage of a kernel and its axes.
struct StageNames {
  std::string stage;
  std::vector<std::string> axes;
};

/// The names of a kernel's stages, in the order of the kernel.
std::vector<StageNames> getStageNames(mlir::func::FuncOp kernel);
/// Names of the same stages that do not depend on the model: s0 with a0 and a1, s1.
std::vector<StageNames> getCanonicalNames(mlir::func::FuncOp kernel);
/// Gives the stages of a kernel, in their order, other names.
void setStageNames(mlir::func::FuncOp kernel, llvm::ArrayRef<StageNames> names);
/// Changes a sequence that is for stages of some names to stages of others, in the same order: axes
/// that are taken by their names follow, those that steps made of axes too. Names that are not
/// among the first stay.
void renameStages(mlir::transform::NamedSequenceOp sequence, llvm::ArrayRef<StageNames> from,
                  llvm::ArrayRef<StageNames> to);

/// The module of sequences beside the kernels of a module; made where there is none.
mlir::ModuleOp getSequences(mlir::ModuleOp module);

/// The sequence that a kernel names; null where it names none, or something else.
mlir::transform::NamedSequenceOp getSequence(mlir::func::FuncOp kernel);

/// Writes a copy of a sequence as one that the kernel names. Precondition: the kernel has none.
void copySequence(mlir::func::FuncOp kernel, mlir::transform::NamedSequenceOp sequence);

/// Writes a copy of the sequence of another kernel as one that this kernel names, with the names
/// of this kernel's stages in place of the other's. Precondition: the kernels are equal but for
/// names, and this one has no schedule.
void copySequence(mlir::func::FuncOp kernel, mlir::func::FuncOp other,
                  mlir::transform::NamedSequenceOp sequence);

/// Runs the kernel's sequence, which edits the trees of its stages. A refusal
/// is reported at the primitive and fails. `prepare` may add to the interpreter's state.
mlir::LogicalResult
applySequence(mlir::func::FuncOp kernel,
              llvm::function_ref<void(mlir::transform::TransformState &)> prepare = nullptr);

/// The lines of a kernel's printed loops, counted from 1.
struct LoopLines {
  unsigned kernel = 0, last = 0;
  /// By `stage/axis`, and by stage; `stage.init` is where the accumulator is set.
  llvm::StringMap<unsigned> axes, formulas;
};

/// Prints the loops that the trees of a kernel describe, with where each stage is
/// computed, in how big a buffer, and how often. `before` lines were printed already;
/// `remark` goes into the first line.
LoopLines printLoops(mlir::func::FuncOp kernel, llvm::raw_ostream &os, unsigned before = 0,
                     llvm::StringRef remark = "");

} // namespace dl::schedule

#endif // DL_DIALECT_SCHEDULE_TRANSFORMS_PASSES_H
