//===-- TeDialect.td - the tensor expression dialect -------*- tablegen -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dialect definition of `te`. Operations are in TeOps.td.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DIALECT_TE_IR_TEDIALECT
#define DL_DIALECT_TE_IR_TEDIALECT

include "mlir/IR/OpBase.td"

def Te_Dialect : Dialect {
  let name = "te";
  let cppNamespace = "::dl::te";
  let summary = "tensor expressions: what each output element is, no loops and no order";
  let description = [{
    A program in `te` declares every element of a result tensor by an index
    formula over named axes (Halide's algorithm, TVM's `te.compute`). It says
    nothing of loops, their order or where values are kept: that is the
    schedule's part.

    A kernel is a private `func.func` with the unit attribute `te.kernel`. Its
    arguments are the operands followed by one destination for each result;
    a destination carries the argument attribute `te.destination` and result i
    is stored into destination i. The body is a DAG of stages, and `func.return`
    names the results.

    Rules:
    (K1) `te.kernel` stands on functions, `te.destination` and `te.layout_free`
         on their arguments, all three without a value; `te.element_type` on
         arguments and results; `te.parts` and `te.part` on kernels;
    (K2) a kernel on tensors has one destination for each result, another
         function at most that many;
    (K3) destinations are the last arguments;
    (K4) destination i has the type of result i;
    (K5) `te.element_type` is an integer type as wide as the elements, or one
         of at most 8 bits for bytes;
    (K6) the stages of a kernel have unique names, those inside of a `te.scan`
         as well;
    (K7) no stage reads a destination, which holds nothing before the call;
    (K8) `te.parts` has one number for each operand of a kernel on tensors with
         one destination: where in it the operand's elements begin, row by row.
         Operands together fill it;
    (K9) `te.part` is the element, row by row, of the one operand of a kernel on
         tensors at which those of its one destination begin.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect"];
  let extraClassDeclaration = [{
    /// Unit attribute of a func.func that is a kernel.
    static constexpr ::llvm::StringLiteral getKernelAttrName() { return "te.kernel"; }
    /// Unit argument attribute: the argument is the destination of a result.
    static constexpr ::llvm::StringLiteral getDestinationAttrName() { return "te.destination"; }
    /// Unit argument attribute: callers may be asked for another layout of this operand.
    static constexpr ::llvm::StringLiteral getLayoutFreeAttrName() { return "te.layout_free"; }
    /// Array attribute of a kernel whose destination is its operands one behind the other: the
    /// element of it that each begins at.
    static constexpr ::llvm::StringLiteral getPartsAttrName() { return "te.parts"; }
    /// Integer attribute of a kernel whose destination is a part of its operand: the element of it
    /// that this begins at.
    static constexpr ::llvm::StringLiteral getPartAttrName() { return "te.part"; }
    /// Type attribute of an argument or result of `@main`: the element type that
    /// its bytes have for the model's users, where that is not the tensor's own
    /// (`i1` in bytes, `ui8` in `i8`).
    static constexpr ::llvm::StringLiteral getElementTypeAttrName() { return "te.element_type"; }
  }];
  let hasOperationAttrVerify = 1;
  let hasRegionArgAttrVerify = 1;
  let hasRegionResultAttrVerify = 1;
}

#endif // DL_DIALECT_TE_IR_TEDIALECT
