//===-- StageOpInterface.td - what a kernel is made of -----*- tablegen -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The op interface of stages: what others than te ask of them without knowing each one.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DIALECT_TE_IR_STAGEOPINTERFACE
#define DL_DIALECT_TE_IR_STAGEOPINTERFACE

include "mlir/IR/OpBase.td"

def StageOpInterface : OpInterface<"StageOpInterface"> {
  let cppNamespace = "::dl::te";
  let description = [{
    A stage of a kernel: it makes whole tensors from others, under a name that is its own
    in the kernel. A kernel holds stages, constants and arithmetic on scalars, nothing else.
  }];
  let methods = [
    InterfaceMethod<[{
        The name; null in the midst of verification, where it is missing.
      }],
      "::mlir::StringAttr", "getStageNameAttr", (ins), "", "return $_op.getStageAttr();">,
    InterfaceMethod<[{
        What texts call a result: by default the stage's name.
      }],
      "std::string", "getResultName", (ins "unsigned":$number), "",
      "(void)number; return $_op.getStageAttr().str();">,
    InterfaceMethod<[{
        What the stage takes a tensor for that it does not read element by element, as in
        `the base of te.scatter "y"`: one of its operands, or of its region's terminator.
      }],
      "::llvm::StringRef", "getRoleOf", (ins "::mlir::OpOperand &":$use), "",
      "(void)use; return \"an operand of\";">,
    InterfaceMethod<[{
        Why no schedule changes how it is computed, and what can be scheduled instead; both
        empty where one can.
      }],
      "::dl::te::WhyUnscheduled", "getWhyUnscheduled", (ins), "",
      "return {};">,
    InterfaceMethod<[{
        Nothing of it is left to lower to loops: it is told where its results go.
      }],
      "bool", "isPlaced", (ins), "", "return false;">
  ];
}

#endif // DL_DIALECT_TE_IR_STAGEOPINTERFACE
