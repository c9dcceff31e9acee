//===-- Passes.td - passes on te -*- tablegen -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The passes that work on modules and kernels of the te level.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DIALECT_TE_TRANSFORMS_PASSES
#define DL_DIALECT_TE_TRANSFORMS_PASSES

include "mlir/Pass/PassBase.td"

def VerifyTePass : Pass<"dl-verify-te", "::mlir::ModuleOp"> {
  let summary = "check that a module keeps the contract of the te level";
  let description = [{
    Stands after `convert-graph-to-te` and after every pass that works on the te
    level. It changes nothing and reports each breach at its operation:

    (T1) a module holds functions: kernels, and functions that call them (in
         files with schedules also sequences of `transform` and modules);
    (T2) a kernel is private and has a body of one block;
    (T3) a kernel holds `te.compute`, constants, `tensor.dim` and scalar
         arithmetic for extents, and a return;
    (T4) a kernel's results are made by distinct `te.compute`, and its destinations
         are not read;
    (T5) a calling function holds calls of kernels, constants, `tensor.empty`,
         `tensor.dim`, scalar arithmetic, the view operations
         `tensor.expand_shape`, `tensor.collapse_shape`, `tensor.cast`, `te.step` and
         `te.insert_step`, `te.check_indices`, `tensor.extract` of conditions,
         `scf.if`, `scf.for` and `scf.while` around these, and a return;
    (T6) a call gives as destination a `tensor.empty`, a destination of the caller
         or what a loop carries, or a view of one;
    (T7) result i of a calling function is, seen through views, branches and loops,
         the result of a call whose destination is the function's destination i.
  }];
}

#endif // DL_DIALECT_TE_TRANSFORMS_PASSES
