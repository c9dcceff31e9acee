//===-- Passes.td - schedules to loops --------------------*- tablegen -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The conversion of scheduled kernels to loops.
//
//===----------------------------------------------------------------------===//
#ifndef DL_CONVERSION_SCHEDULETOLOOPS_PASSES
#define DL_CONVERSION_SCHEDULETOLOOPS_PASSES

include "mlir/Pass/PassBase.td"

def ScheduleApplyPass : Pass<"schedule-apply", "::mlir::ModuleOp"> {
  let summary = "make the loops that the schedules describe";
  let description = [{
    Runs each kernel's sequence with the transform interpreter, which edits the
    stages' iteration trees, then makes the loops of all stages at once: scf
    loops on tensors around one static linalg operation for each register tile.
    Tails are peeled. A guarded read is decided by cutting its axis, so that
    only border iterations differ from the interior.

    An operand whose layout the sequence transformed is packed by its callers:
    a constant at compile time, other values by a kernel of their own.

    The loops are planned as data first, and the plan is proved: each element computed,
    each term added once, each read served. Afterwards the loops are compared with
    the plan; a difference is an error.
    With `loops-file`, the loops are also written there as `schedule-print-loops`
    prints them, and the lines of that file are the locations of the code made: what
    debuggers and profilers show.

    Precondition: the te level. Postcondition: the scheduled level; sequences
    are erased.
  }];
  let options = [
    Option<"loopsFile", "loops-file", "std::string", "\"\"",
           "file for the text of the loops, which becomes the source of debug info">,
    Option<"loopsStaging", "loops-staging", "std::string", "\"\"",
           "file that the text is put into in place of loops-file, for the caller to move">,
    Option<"releaseConstants", "release-constants", "bool", "false",
           "give back the memory of constants once they are packed; for contexts of one module">,
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::bufferization::BufferizationDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect", "::mlir::transform::TransformDialect",
    "::dl::schedule::ScheduleDialect"];
}

#endif // DL_CONVERSION_SCHEDULETOLOOPS_PASSES
