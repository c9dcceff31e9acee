//===-- Passes.h - passes of the schedule dialect ----------------*- C++ -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes from te kernels with schedules to loops, and the functions behind them
// for embedders and for a tuner.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DIALECT_SCHEDULE_TRANSFORMS_PASSES_H
#define DL_DIALECT_SCHEDULE_TRANSFORMS_PASSES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::transform {
class TransformState;
} // namespace mlir::transform

namespace dl::schedule {

/// On a kernel argument: the symbol of the kernel that packs it.
inline constexpr llvm::StringLiteral prepackAttrName = "schedule.prepack";
/// On a module: features that the CPU must have for the intrinsics in its kernels.
inline constexpr llvm::StringLiteral targetFeaturesAttrName = "dl.target_features";

#define GEN_PASS_DECL
#include "dl/Dialect/Schedule/Transforms/Passes.h.inc"
#define GEN_PASS_REGISTRATION
#include "dl/Dialect/Schedule/Transforms/Passes.h.inc"

/// Runs the kernel's sequence, which edits the trees of its stages. A refusal
/// is reported at the primitive and fails. `prepare` may add to the interpreter's state.
mlir::LogicalResult
applySequence(mlir::func::FuncOp kernel,
              llvm::function_ref<void(mlir::transform::TransformState &)> prepare = nullptr);

/// Makes the loops of a kernel from its trees and compares them with the trees.
mlir::LogicalResult makeLoops(mlir::func::FuncOp kernel);

/// Makes each stage of a kernel linalg on whole tensors, whatever its tree says.
mlir::LogicalResult convertStagesToLinalg(mlir::func::FuncOp kernel);

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

/// Locates what a kernel's loops became at the lines of their text in `file`.
void locateLoops(mlir::func::FuncOp kernel, llvm::StringRef file, const LoopLines &lines);

} // namespace dl::schedule

#endif // DL_DIALECT_SCHEDULE_TRANSFORMS_PASSES_H
