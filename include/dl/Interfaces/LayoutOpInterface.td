//===-- LayoutOpInterface.td - ops that work in several layouts *- tablegen -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The op interface that layout conversion asks.
//
//===----------------------------------------------------------------------===//
#ifndef DL_INTERFACES_LAYOUTOPINTERFACE
#define DL_INTERFACES_LAYOUTOPINTERFACE

include "mlir/IR/OpBase.td"

def LayoutOpInterface : OpInterface<"LayoutOpInterface"> {
  let cppNamespace = "::dl";
  let description = [{
    An op that can work on tensors whose dims are ordered or split otherwise than
    its own, such as channels in blocks of 16 (`NCHW16c`). Layout conversion
    walks the graph, asks each op for a plan from the layouts its operands
    already have, brings the operands there and lets the op rewrite itself.
  }];
  let methods = [
    InterfaceMethod<[{
        The layouts the op wants to work in. `operands` holds the layouts that the
        operands come in (an empty layout: the tensor as it is); `wishes` tells the
        wanted channel block and what to weigh it against. Returns failure if the op is to stay as it is.
      }],
      "::llvm::FailureOr<::dl::LayoutPlan>", "planLayouts",
      (ins "::llvm::ArrayRef<::dl::Layout>":$operands,
           "const ::dl::LayoutWishes &":$wishes)>,
    InterfaceMethod<[{
        Builds the op in the plan's layouts at the builder's insertion point, on
        operands that have been brought there, and appends its results.
      }],
      "::llvm::LogicalResult", "rewriteInLayouts",
      (ins "::mlir::OpBuilder &":$builder, "const ::dl::LayoutPlan &":$plan,
           "::mlir::ValueRange":$operands, "::llvm::SmallVectorImpl<::mlir::Value> &":$results)>
  ];
}

#endif // DL_INTERFACES_LAYOUTOPINTERFACE
