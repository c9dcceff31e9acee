//===-- Passes.td - passes of the interpreters -*- tablegen -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The test-only pass that runs the interpreters.
//
//===----------------------------------------------------------------------===//
#ifndef DL_REFERENCE_PASSES
#define DL_REFERENCE_PASSES

include "mlir/Pass/PassBase.td"

def TestInterpretPass : Pass<"test-interpret", "::mlir::ModuleOp"> {
  let summary = "interpret functions and compare with expected results";
  let description = [{
    For tests only. Interprets each function with an expected result: the inputs
    are dense attributes `dl.test_input` of the arguments that are no
    destinations, the expected results dense attributes `dl.test_expected` of the
    results. A difference is an error at the function that names the first
    element whose error is the largest. Nothing is changed.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
                           "::mlir::math::MathDialect", "::dl::te::TeDialect"];
  let options = [
    Option<"tolerance", "tolerance", "double", /*default=*/"0.0",
           "Largest allowed error, in units of the largest expected value">,
    Option<"trace", "trace", "bool", /*default=*/"false",
           "Emit a remark at each call of a kernel and each graph operation">];
}

#endif // DL_REFERENCE_PASSES
