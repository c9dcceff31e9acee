//===-- Passes.td - passes that use records of tuning ------*- tablegen -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// schedule-apply-db writes the schedules that a database has for kernels, schedule-apply-library
// those of a file of kernels with sequences.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TUNING_TASKS_PASSES
#define DL_TUNING_TASKS_PASSES

include "mlir/Pass/PassBase.td"

def ScheduleApplyDbPass : Pass<"schedule-apply-db", "::mlir::ModuleOp"> {
  let summary = "write the fastest schedule that a database has for each kernel";
  let description = [{
    For every `te.kernel` without a schedule for which the database of a tuner (`dl-tune`) has
    records of the same kernel, machine and threads, writes the steps of the fastest one as a
    sequence that the kernel names. Steps are data: each is checked before it is applied, and the
    kernel as a whole afterwards, so that a record can make a kernel slow, never wrong. Where a
    record cannot be applied, a remark tells why and the kernel is left to `schedule-default`, or
    with `strict` it is an error.

    A remark tells of each kernel whether it has a record, what was measured, and what the
    estimate expects.

    When: before `schedule-default`. Precondition: the te level, intrinsics loaded. Postcondition:
    the same; `schedule-apply` accepts the sequences.
  }];
  let options = [
    Option<"database", "database", "std::string", "\"\"", "the file of records">,
    Option<"threads", "threads", "int64_t", "1", "threads that kernels are to run on">,
    Option<"strict", "strict", "bool", "false",
           "fail where a kernel has no record that can be applied">,
  ];
  let dependentDialects = ["::mlir::transform::TransformDialect",
    "::dl::schedule::ScheduleDialect"];
}

def ScheduleApplyLibraryPass : Pass<"schedule-apply-library", "::mlir::ModuleOp"> {
  let summary = "take over the schedules that a library has for equal kernels";
  let description = [{
    Reads a file of kernels that name their sequences (`dl-tune export` writes one, and people may)
    and gives each `te.kernel` without a schedule that equals one of them a copy of its sequence,
    with the names of the kernel's own stages. Kernels are equal that differ in names alone; the
    machine that the modules around them describe and the threads have to be equal, too. Those of
    the library's kernel are in its attribute `schedule.record`, 1 without.

    ```
    func.func private @matmul(...) attributes {schedule.record = {threads = 1 : i64},
                                               schedule.sequence = @schedules::@matmul, te.kernel}
    ```

    A sequence that no kernel of the file names is for the kernel of its own name, or, where it has
    the attribute `schedule.node`, for the kernels that compute that node of the model. These come
    before equal kernels, and one that is for none is an error: a name was misspelled.

    ```
    transform.named_sequence @matmul_relu(%kernel: !transform.any_op {transform.readonly}) ...
    transform.named_sequence @any(%kernel: !transform.any_op {transform.readonly})
        attributes {schedule.node = "conv1"} ...
    ```

    A sequence of a library stands alone: it includes no other one. What it calls stages and axes
    are the names of the library's kernel. `schedule-apply` checks each step.

    A remark tells of each kernel whether the library has it.

    When: before `schedule-default`. Precondition: the te level, intrinsics loaded. Postcondition:
    the same.
  }];
  let options = [
    Option<"library", "library", "std::string", "\"\"", "the file of kernels with sequences">,
    Option<"threads", "threads", "int64_t", "1", "threads that kernels are to run on">,
    Option<"strict", "strict", "bool", "false", "fail where the library lacks a kernel">,
    Option<"used", "used", "bool", "false", "fail where the library has nothing for any kernel">,
  ];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect", "::mlir::DLTIDialect",
    "::mlir::func::FuncDialect", "::mlir::linalg::LinalgDialect", "::mlir::LLVM::LLVMDialect",
    "::mlir::math::MathDialect", "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect",
    "::mlir::transform::TransformDialect", "::mlir::vector::VectorDialect",
    "::dl::schedule::ScheduleDialect", "::dl::te::TeDialect"];
}

#endif // DL_TUNING_TASKS_PASSES
