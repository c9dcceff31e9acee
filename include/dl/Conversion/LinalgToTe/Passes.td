//===-- Passes.td - linalg to te ---------------------------*- tablegen -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass that raises linalg of other compilers to the te level.
//
//===----------------------------------------------------------------------===//
#ifndef DL_CONVERSION_LINALGTOTE_PASSES
#define DL_CONVERSION_LINALGTOTE_PASSES

include "mlir/Pass/PassBase.td"

def ConvertLinalgToTePass : Pass<"convert-linalg-to-te", "::mlir::ModuleOp"> {
  let summary = "raise linalg on tensors to te kernels and call them";
  let description = [{
    The door for other compilers: linalg on tensors, as torch-mlir prints it or as
    StableHLO legalizes to it, becomes the te level, so that schedules and the
    targets serve it. Works on functions that hold linalg or only
    move elements; others stay.

    - Every linalg operation, named or generic, is read by its indexing maps and
      its body. A reduction must combine by add, mul, min or max; where it does not
      begin at the combiner's identity, a further stage joins the initial value.
      Results that nobody uses are not computed.
    - Operations that only move elements (transpose, broadcast, slices, reshapes by
      dims of extent 1) vanish into the indices of their readers; `linalg.fill` and
      splat constants become scalars; `tensor.pad`, `tensor.concat` and
      `tensor.insert_slice` become guarded reads.
    - Neighbours share a kernel where all readers are in it: elementwise consumers
      of a contraction, elementwise and reducing producers, padding.
    - Other reshapes stay as views in the caller. Kernels and functions pass by
      destination, as after `convert-graph-to-te`.

    ```mlir
    %0 = linalg.fill ins(%zero : f32) outs(%e : tensor<4x8xf32>) -> tensor<4x8xf32>
    %1 = linalg.matmul ins(%a, %b : …) outs(%0 : tensor<4x8xf32>) -> tensor<4x8xf32>
    ```
    becomes
    ```mlir
    %1 = call @matmul(%a, %b, %destination) : (…) -> tensor<4x8xf32>
    ```

    Precondition: such functions have one block of linalg, `tensor.pad`,
    `tensor.concat`, slices, reshapes, constants and a return, on static shapes.
    Postcondition: `dl-verify-te` holds.
  }];
  let dependentDialects = ["::dl::DlDialect", "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
                           "::mlir::tensor::TensorDialect", "::dl::te::TeDialect"];
  let statistics = [
    Statistic<"numKernels", "kernels", "Distinct kernels">,
    Statistic<"numCalls", "calls", "Calls of kernels">
  ];
}

#endif // DL_CONVERSION_LINALGTOTE_PASSES
