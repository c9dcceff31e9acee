//===-- Passes.td - schedules to programs ------------------*- tablegen -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The conversion of scheduled kernels to programs of the accelerator.
//
//===----------------------------------------------------------------------===//
#ifndef DL_CONVERSION_SCHEDULETOVDLA_PASSES
#define DL_CONVERSION_SCHEDULETOVDLA_PASSES

include "mlir/Pass/PassBase.td"

def ConvertScheduleToVdlaPass : Pass<"convert-schedule-to-vdla", "::mlir::ModuleOp"> {
  let summary = "make programs of the accelerator of kernels that are for it";
  let description = [{
    Works on kernels with `dl.device = "vdla"`. Runs a kernel's sequence, plans its loops, proves
    the plan, and goes through it with the values of all loops known:

    | the plan | the program |
    | --- | --- |
    | a part of a stage in `vdla.inp`, `vdla.wgt` or `vdla.acc` that takes elements of an operand, or a constant around them | `vdla.load`s, each of two dimensions with their padding |
    | a nest of tiles of `vdla_gemm` | a `vdla.gemm`: two loops are its own, the others micro-ops; the first terms overwrite |
    | a part of another stage in `vdla.acc` | `vdla.alu`s |
    | a nest of the result | `vdla.store`s, with bias, rescale, relu and limits |
    | virtual threads | tiles of their own; their instructions take turns, from loads to loads |

    So a step of a schedule means the same as on a CPU, and what the plan does not have, such as
    loops that are parallel, is refused. Programs are of the tile level and go on by
    `dl-vdla-pipeline`; the program of kernel `@k` is `@k_vdla`, its buffers are the kernel's arguments in their order.

    Bias, multiplier and shift of a rescale become one table, `scales`, which callers give in place
    of these operands; they have to be constants there. The kernel's body becomes a call of the
    program, and its attribute `vdla.program` names it.

    A kernel that the accelerator cannot run is told by a remark with the reason, and is left as it
    was, for no device in particular; with `strict` it is an error.

    ```mlir
    func.func private @dense(…) attributes {te.kernel, dl.device = "vdla"}
    // becomes
    vdla.program @dense_vdla { … }
    func.func private @dense(…) attributes {te.kernel, dl.device = "vdla", vdla.program = @dense_vdla}
    ```

    Precondition: the te level, with schedules (`schedule-default`) and, for gemms, the intrinsic
    of the machine (`vdla-declare-intrinsics`).
  }];
  let options = [
    Option<"strict", "strict", "bool", "false",
           "a kernel that the accelerator cannot run is an error">,
    Option<"inTurns", "in-turns", "bool", "true",
           "virtual threads have tiles of their own and take turns; else they run one after the other in the same">];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::dl::te::TeDialect",
                           "::dl::vdla::VdlaDialect", "::mlir::transform::TransformDialect"];
}

#endif // DL_CONVERSION_SCHEDULETOVDLA_PASSES
