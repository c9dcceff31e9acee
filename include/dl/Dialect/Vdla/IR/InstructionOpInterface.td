//===-- InstructionOpInterface.td - what instructions share *- tablegen -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations of all levels that become an instruction of the machine.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DIALECT_VDLA_IR_INSTRUCTIONOPINTERFACE
#define DL_DIALECT_VDLA_IR_INSTRUCTIONOPINTERFACE

include "mlir/IR/OpBase.td"

def InstructionOpInterface : OpInterface<"InstructionOpInterface"> {
  let cppNamespace = "::dl::vdla";
  let description = [{
    An operation with the fields of an instruction: `fields` has a number, a name or, of a flag, a
    unit attribute for each field that is not 0, by the names of the configuration. `buffer` is
    what `dram` counts from.
  }];
  let methods = [
    StaticInterfaceMethod<"Which instruction it is.",
      "::dl::vdla::InstructionKind", "getInstructionKind">,
    StaticInterfaceMethod<"The level of the program that it belongs to.",
      "::dl::vdla::ProgramLevel", "getLevel">,
    InterfaceMethod<"The fields by their names.", "::mlir::DictionaryAttr", "getFields">,
    InterfaceMethod<"The buffer, or null.", "::mlir::FlatSymbolRefAttr", "getBufferAttr">];
}

#endif // DL_DIALECT_VDLA_IR_INSTRUCTIONOPINTERFACE
