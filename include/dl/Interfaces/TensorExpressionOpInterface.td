//===-- TensorExpressionOpInterface.td - an op's te program *- tablegen -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The op interface that gives each graph op its meaning as a te program.
//
//===----------------------------------------------------------------------===//
#ifndef DL_INTERFACES_TENSOREXPRESSIONOPINTERFACE
#define DL_INTERFACES_TENSOREXPRESSIONOPINTERFACE

include "mlir/IR/OpBase.td"

def TensorExpressionOpInterface : OpInterface<"TensorExpressionOpInterface"> {
  let cppNamespace = "::dl";
  let description = [{
    An op that says what it computes as a program of `te.compute` stages. The
    program is the op's definition: lowering outlines it, and the interpreters
    execute it.
  }];
  let methods = [
    InterfaceMethod<[{
        Emits the op's stages at the builder's insertion point, on `operands`,
        which have the types of the op's own operands as they are stored (flags in
        bytes, integers without a sign), and appends one value for each result,
        stored likewise. The last stage is named `prefix`, those before it
        `prefix.<part>`; `prefix` is unique in the kernel. An operand that is a
        splat `arith.constant` may be read as a scalar. Fails with a diagnostic
        at the op where the program cannot be built (dims that are not static).
      }],
      "::llvm::LogicalResult", "buildTensorExpression",
      (ins "::mlir::OpBuilder &":$builder, "::mlir::ValueRange":$operands,
           "::llvm::StringRef":$prefix,
           "::llvm::SmallVectorImpl<::mlir::Value> &":$results)>,
    InterfaceMethod<[{
        The name that the op's stages and kernels carry: an identifier, by
        default the op's name without its dialect.
      }],
      "::llvm::StringRef", "getStageName", (ins), "", [{
        return $_op->getName().stripDialect();
      }]>,
    InterfaceMethod<[{
        True if an operand may come as a scalar: the te program accepts a splat
        `arith.constant` there and reads no memory for it. By default no operand.
      }],
      "bool", "acceptsScalarConstant", (ins "unsigned":$operandNumber), "", "return false;">,
    InterfaceMethod<[{
        True if the kernel may ask for another layout of this operand when it is a
        constant, because each element is read many times (weights).
      }],
      "bool", "isWeight", (ins "unsigned":$operandNumber), "", "return false;">,
    InterfaceMethod<[{
        Appends the operands that hold indices which must be checked before the te
        program may read at them: lowering puts a `te.check_indices` before the
        kernel's call. Such an operand takes no producer into its kernel. By default
        none.
      }],
      "void", "getIndexChecks", (ins "::llvm::SmallVectorImpl<::dl::IndexCheck> &":$checks), "",
      "(void)checks;">
  ];
}

#endif // DL_INTERFACES_TENSOREXPRESSIONOPINTERFACE
