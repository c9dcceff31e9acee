//===-- Passes.td - te to linalg -*- tablegen -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The conversion of tensor expressions to linalg on whole tensors.
//
//===----------------------------------------------------------------------===//
#ifndef DL_CONVERSION_TETOLINALG_PASSES
#define DL_CONVERSION_TETOLINALG_PASSES

include "mlir/Pass/PassBase.td"

def ConvertTeToLinalgPass : Pass<"convert-te-to-linalg", "::mlir::func::FuncOp"> {
  let summary = "make each te.compute of a kernel linalg on whole tensors";
  let description = [{
    What schedule-apply does for a register tile, done for whole stages: a
    `te.compute` becomes a fill with the combiner's identity and a
    `linalg.generic`, its operands sliced to what is read. Axes of guarded reads
    are cut where a guard changes. Reads that depend on data become
    `tensor.extract`. With `named-ops`, a generic that is a named operation
    (matmul, copy, …) becomes that.

    For tests, and for embedders that want linalg without our loops. Schedules
    are ignored. Precondition: the te level with static extents. Functions that
    are no kernels are left alone.
  }];
  let options = [
    Option<"namedOps", "named-ops", "bool", "true", "use named linalg operations">];
  let dependentDialects = [
    "::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
    "::mlir::bufferization::BufferizationDialect",
    "::mlir::linalg::LinalgDialect", "::mlir::scf::SCFDialect",
    "::mlir::tensor::TensorDialect"];
}

#endif // DL_CONVERSION_TETOLINALG_PASSES
