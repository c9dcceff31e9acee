//===-- FusionOpInterface.td - how an op may be grouped ----*- tablegen -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The op interface that fusion asks; FusionOpInterface.h holds its C++ side.
//
//===----------------------------------------------------------------------===//
#ifndef DL_INTERFACES_FUSIONOPINTERFACE
#define DL_INTERFACES_FUSIONOPINTERFACE

include "mlir/IR/OpBase.td"

def FusionOpInterface : OpInterface<"FusionOpInterface"> {
  let cppNamespace = "::dl";
  let description = [{
    Says how the elements of an op's result depend on those of its operands, so
    that `graph-fuse-ops` can put ops into one kernel without knowing them. The
    classes are those of Relay (Roesch et al. 2018), from the loosest to the
    strictest:

    | kind        | result element i depends on                                    |
    | ----------- | -------------------------------------------------------------- |
    | Elementwise | element i of each operand                                       |
    | Broadcast   | element i of some operands, a projection of i of the others     |
    | Injective   | one element of the operand, at an index computed from i         |
    | Reduction   | many elements, which are combined                               |
    | Complex     | many elements of several operands; consumers may join its tiles |
    | Opaque      | unknown: the op stays alone                                     |
  }];
  let methods = [
    InterfaceMethod<"The op's class.", "::dl::FusionKind", "getFusionKind">,
    InterfaceMethod<[{
        True if result element i reads only element i of this operand, so that
        an op of class Reduction or Complex that makes the operand can take this
        op as its epilogue. By default: the op is elementwise or broadcast and
        the operand has the result's shape. Open dims at one place count as equal:
        lowering refuses those that may differ.
      }],
      "bool", "isOneToOne", (ins "unsigned":$operandNumber), "", [{
        ::dl::FusionKind kind = $_op.getFusionKind();
        if (kind != ::dl::FusionKind::Elementwise && kind != ::dl::FusionKind::Broadcast)
          return false;
        auto operand = ::llvm::dyn_cast<::mlir::ShapedType>($_op->getOperand(operandNumber).getType());
        auto result = ::llvm::dyn_cast<::mlir::ShapedType>($_op->getResult(0).getType());
        return operand && result && operand.hasRank() && result.hasRank() &&
               operand.getShape() == result.getShape();
      }]>,
    InterfaceMethod<[{
        True if a producer of class Elementwise, Broadcast or Injective may be
        computed inside this op's kernel where it reads this operand. By default
        all classes but Complex and Opaque take producers: those two read an
        element many times or in a way that is not known.
      }],
      "bool", "acceptsProducer", (ins "unsigned":$operandNumber), "", [{
        ::dl::FusionKind kind = $_op.getFusionKind();
        return kind != ::dl::FusionKind::Complex && kind != ::dl::FusionKind::Opaque;
      }]>
  ];
}

#endif // DL_INTERFACES_FUSIONOPINTERFACE
