//===-- Passes.td - passes of the schedule dialect ---------*- tablegen -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// schedule-default writes sequences, schedule-apply makes loops from them.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DIALECT_SCHEDULE_TRANSFORMS_PASSES
#define DL_DIALECT_SCHEDULE_TRANSFORMS_PASSES

include "mlir/Pass/PassBase.td"

def ScheduleDefaultPass : Pass<"schedule-default", "::mlir::ModuleOp"> {
  let summary = "write a schedule for each kernel that has none";
  let description = [{
    For every `te.kernel` without the attribute `schedule.sequence`, writes a
    named sequence of schedule primitives into the module and names it in the
    attribute. The decisions come from rules and a small model of the target:

    - elementwise stages are inlined into their readers;
    - the last stage is tiled for registers: its innermost contiguous axis is
      vectorized, another one unrolled so that the accumulators of a contraction
      fill about half of the vector registers;
    - a contraction is computed at the loop around its consumer's register tile,
      its weights are read in blocks of the vectorized axis, which callers
      prepare ahead;
    - reductions over rows (softmax, normalisation) are computed row by row;
    - padding is computed at root, with its interior copied without tests;
    - the outermost spatial axes are parallel.

    The sequence is ordinary IR: print it, change it, and give it back.
    Precondition: the te level. Postcondition: `schedule-apply` accepts it.
  }];
  let options = [
    Option<"vectorBytes", "vector-bytes", "int64_t", "64", "bytes of a vector register">,
    Option<"numRegisters", "num-registers", "int64_t", "32", "vector registers of the target">,
    Option<"vectorize", "vectorize", "bool", "true", "vectorize and unroll the register tile">,
    Option<"parallel", "parallel", "bool", "true", "mark outer axes parallel">,
  ];
  let dependentDialects = ["::mlir::transform::TransformDialect",
    "::dl::schedule::ScheduleDialect"];
}

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

    Afterwards the loops are compared with the trees; a difference is an error.
    Precondition: the te level. Postcondition: the scheduled level; sequences
    are erased.
  }];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect", "::mlir::transform::TransformDialect",
    "::dl::schedule::ScheduleDialect"];
}

def VerifyScheduledPass : Pass<"dl-verify-scheduled", "::mlir::ModuleOp"> {
  let summary = "check that a module keeps the contract of the scheduled level";
  let description = [{
    Kernels of the scheduled level
    (S1) have no schedule left to apply;
    (S2) hold loops, linalg and vector operations on tensors and scalar code,
         nothing of te;
    (S3) run each linalg operation over constant ranges: tails were peeled;
    (S4) return what was written into their destinations, in order.

    Precondition: none. The module is not changed.
  }];
}

#endif // DL_DIALECT_SCHEDULE_TRANSFORMS_PASSES
