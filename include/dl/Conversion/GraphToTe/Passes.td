//===-- Passes.td - graph to te ----------------------------*- tablegen -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass that lowers the graph level to the te level.
//
//===----------------------------------------------------------------------===//
#ifndef DL_CONVERSION_GRAPHTOTE_PASSES
#define DL_CONVERSION_GRAPHTOTE_PASSES

include "mlir/Pass/PassBase.td"

def ConvertGraphToTePass : Pass<"convert-graph-to-te", "::mlir::ModuleOp"> {
  let summary = "outline each operator or group as a te kernel and call it";
  let description = [{
    Leaves the graph level. Each operator, and each `graph.fused` as a whole,
    becomes a private function marked `te.kernel` that holds its te program, and
    a call at the operator's location. Equal kernels are one function, which
    carries the fused location of its uses.

    - Kernels pass by destination: operands, then one destination for each result.
      Functions with graph operators get a destination argument for each result
      (`te.destination`, with the result's `dl.name`), which the kernel that makes
      the result writes; a result that is an argument, a constant or returned twice
      is written by a copy kernel. Other results go to a `tensor.empty`.
    - `graph.reshape` becomes views (`tensor.collapse_shape`, `tensor.expand_shape`).
    - `graph.if` becomes `scf.if`, whose branches write the results into tensors made
      before it; `graph.while` and `graph.scan` become `scf.while` and `scf.for`, which
      carry a tensor for each state and output. A next state is written over the last
      one where nothing reads that any more, else beside it, and copied by a kernel.
      Slices of a scan's inputs and outputs are `te.step`.
    - Splat constants that an operator reads as scalars go into its kernel, all
      others become `arith.constant` in the caller, with the same attribute. An
      operand that an operator reads as weights is marked `te.layout_free` where
      the caller gives a constant.

    ```mlir
    %0 = graph.relu %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
    ```
    becomes
    ```mlir
    %e = tensor.empty() : tensor<4x8xf32>
    %0 = call @relu(%x, %e) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    ```

    Precondition: functions with graph operators have one block that holds graph
    operators and a return; dims that are not static follow from those of arguments,
    which `dl.dims` names. Postcondition: `dl-verify-te` holds.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
                           "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect",
                           "::dl::te::TeDialect"];
  let statistics = [
    Statistic<"numKernels", "kernels", "Distinct kernels">,
    Statistic<"numCalls", "calls", "Calls of kernels">
  ];
}

#endif // DL_CONVERSION_GRAPHTOTE_PASSES
