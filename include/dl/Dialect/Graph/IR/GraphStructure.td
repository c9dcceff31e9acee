//===-- GraphStructure.td - constants and groups -----------*- tablegen -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operations that are not operators: constants, fused groups, yield.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DIALECT_GRAPH_IR_GRAPHSTRUCTURE
#define DL_DIALECT_GRAPH_IR_GRAPHSTRUCTURE

include "dl/Dialect/Graph/IR/GraphBase.td"
include "mlir/IR/BuiltinAttributeInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"

def Graph_ConstantOp : Graph_Op<"constant", [
    Pure, ConstantLike, Graph_InferTypes]>, Graph_InferTypesDefinition {
  let summary = "a tensor known at compile time";
  let description = [{
    Small tensors are `dense`, weights are `dense_resource`, which is never
    copied when types change or ops are moved.

    ```mlir
    %w = graph.constant dense_resource<fc_weight> : tensor<1000x512xf32>
    ```

    Rules:
    (C1) the value is a ranked tensor of static shape.
  }];
  let arguments = (ins ElementsAttr:$value);
  let results = (outs Graph_AnyTensor:$result);
  let hasFolder = 1;
  let hasVerifier = 1;
  let extraClassDefinition = inferTypesDefinition;
  let assemblyFormat = "attr-dict $value";
}

def Graph_FusedOp : Graph_Op<"fused", [
    Pure, IsolatedFromAbove, SingleBlockImplicitTerminator<"YieldOp">]> {
  let summary = "operators that become one kernel";
  let description = [{
    Groups operators so that lowering makes one kernel of them. Operands are the
    region's arguments. `root` names the op that the kernel's schedule turns on:
    the group's complex op, else its reduction, else its last op.

    ```mlir
    %y = graph.fused root("graph.conv") (%a = %x : tensor<1x8x9x9xf32>, %b = %w : tensor<4x8x3x3xf32>) -> tensor<1x4x7x7xf32> {
      %0 = graph.conv %a, %b strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1]
           : (tensor<1x8x9x9xf32>, tensor<4x8x3x3xf32>) -> tensor<1x4x7x7xf32>
      %1 = graph.relu %0 : tensor<1x4x7x7xf32>
      graph.yield %1 : tensor<1x4x7x7xf32>
    }
    ```

    `device("vdla")` behind the root says which device of the module's target the kernel
    is for; it is the CPU without it.

    Rules:
    (C1) the region's arguments have the operands' types, the yielded values the
         results' types;
    (C2) the region holds operators and constants only;
    (C3) the root is the name of an op in the region;
    (C4) the device has a name.
  }];
  let arguments = (ins Variadic<Graph_AnyTensor>:$inputs, StrAttr:$root,
    OptionalAttr<StrAttr>:$device);
  let results = (outs Variadic<Graph_AnyTensor>:$results);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasRegionVerifier = 1;
  let hasCanonicalizer = 1;
  let builders = [OpBuilder<(ins "::mlir::TypeRange":$types, "::mlir::ValueRange":$inputs,
                                 "::mlir::StringAttr":$root), [{
    build($_builder, $_state, types, inputs, root, /*device=*/::mlir::StringAttr());
  }]>];
  let extraClassDeclaration = [{
    YieldOp getYield();
  }];
}

def Graph_YieldOp : Graph_Op<"yield", [Pure, Terminator, ReturnLike, ParentOneOf<["FusedOp", "IfOp", "ScanOp", "WhileOp"]>]> {
  let summary = "the results of a region";
  let arguments = (ins Variadic<Graph_AnyTensor>:$values);
  let builders = [OpBuilder<(ins), [{ build($_builder, $_state, ::mlir::ValueRange()); }]>];
  let assemblyFormat = "($values^ `:` type($values))? attr-dict";
}

#endif // DL_DIALECT_GRAPH_IR_GRAPHSTRUCTURE
