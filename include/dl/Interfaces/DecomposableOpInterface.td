//===-- DecomposableOpInterface.td - an op as simpler ops --*- tablegen -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The op interface for ops that can be written with simpler ops of the level.
//
//===----------------------------------------------------------------------===//
#ifndef DL_INTERFACES_DECOMPOSABLEOPINTERFACE
#define DL_INTERFACES_DECOMPOSABLEOPINTERFACE

include "mlir/IR/OpBase.td"

def DecomposableOpInterface : OpInterface<"DecomposableOpInterface"> {
  let cppNamespace = "::dl";
  let description = [{
    An op that equals a small program of simpler ops of the same dialect
    (normalisations, activations). Passes decompose where the parts can go on to
    be folded or fused, and leave the op whole where its own kernel is better.
  }];
  let methods = [
    InterfaceMethod<[{
        Builds the simpler ops at the builder's insertion point and appends one
        value for each result, of the result's type. Returns failure, with
        nothing built, where the decomposition does not apply.
      }],
      "::llvm::LogicalResult", "decompose",
      (ins "::mlir::OpBuilder &":$builder, "::llvm::SmallVectorImpl<::mlir::Value> &":$results)>
  ];
}

#endif // DL_INTERFACES_DECOMPOSABLEOPINTERFACE
