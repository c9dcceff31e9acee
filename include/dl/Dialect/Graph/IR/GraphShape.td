//===-- GraphShape.td - operators that move elements -------*- tablegen -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators that move elements without computing.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DIALECT_GRAPH_IR_GRAPHSHAPE
#define DL_DIALECT_GRAPH_IR_GRAPHSHAPE

include "dl/Dialect/Graph/IR/GraphBase.td"

def Graph_ReshapeOp : Graph_Operator<"reshape", "Opaque"> {
  let summary = "the same elements in another shape";
  let description = [{
    Gives the elements, in row-major order, another shape. Lowering makes a view
    of it, never a kernel.

    ```mlir
    %y = graph.reshape %x : (tensor<1x512x1x1xf32>) -> tensor<1x512xf32>
    %b = graph.reshape %a shape [0, -1, 12, 64] : (tensor<?x?x768xf32>) -> tensor<?x?x12x64xf32>
    %c = graph.reshape %a to %e : (tensor<?x?x768xf32>, tensor<?x768x0xi8>) -> tensor<?x768xf32>
    ```

    One open dim is what the others leave of the operand's elements; several are the
    operand's open dims in their order. Where that is not meant, `shape` says it: a
    number for each dim of the result, 0 for the operand's dim at the same position,
    and -1 once for what is left; or `extents` has the dims of the result (`graph.extents`),
    which a run checks where it does not follow that they hold the operand's elements.

    Rules:
    (C1) both types have the same element type and, where static, the same
         number of elements;
    (C2) `shape` has one entry for each dim of the result: the number of a static
         one, 0 or -1 otherwise, -1 at most once, and 0 only where the operand has a
         dynamic dim;
    (C3) `extents`, which excludes `shape`, has the dims of the result and a last one of 0.
  }];
  let arguments = (ins Graph_AnyTensor:$x, Optional<RankedTensorOf<[I8]>>:$extents,
    OptionalAttr<DenseI64ArrayAttr>:$shape);
  let results = (outs Graph_AnyTensor:$result);
  let hasFolder = 1;
  let hasVerifier = 1;
  let builders = [OpBuilder<(ins "::mlir::Type":$type, "::mlir::Value":$x), [{
    build($_builder, $_state, type, x, /*extents=*/::mlir::Value(),
          /*shape=*/::mlir::DenseI64ArrayAttr());
  }]>];
  let assemblyFormat = "$x (`to` $extents^)? (`shape` $shape^)? attr-dict `:` functional-type(operands, results)";
}

def Graph_TransposeOp : Graph_InferredOperator<"transpose", "Injective"> {
  let summary = "dims in another order";
  let description = [{
    Result dim i is operand dim `permutation[i]`.

    ```mlir
    %y = graph.transpose %x permutation [0, 2, 1] : (tensor<2x3x4xf32>) -> tensor<2x4x3xf32>
    ```

    Rules:
    (C1) the permutation holds each of 0 to rank - 1 once.
  }];
  let arguments = (ins Graph_AnyTensor:$x, DenseI64ArrayAttr:$permutation);
  let results = (outs Graph_AnyTensor:$result);
  let hasFolder = 1;
  let assemblyFormat = [{
    $x `permutation` $permutation attr-dict `:` functional-type(operands, results)
  }];
}

def Graph_LayoutTransformOp : Graph_InferredOperator<"layout_transform", "Injective"> {
  let summary = "the same tensor in another layout";
  let description = [{
    Reorders and splits dims, or joins them again. Layouts name the dims in memory
    order: a capital letter a dim, or its outer part where it is split, a number
    and a small letter a block of it.

    ```mlir
    %y = graph.layout_transform %x "NCHW" to "NCHW16c" : (tensor<1x64x56x56xf32>) -> tensor<1x4x56x56x16xf32>
    ```

    Rules:
    (C1) both layouts are well-formed and have the same dims;
    (C2) the operand is in the first layout: the rank and the extents of its
         blocks are the layout's;
    (C3) dims that are split in one of the layouts are static, and the blocks of the
         second layout divide them, unless these are 1.
  }];
  let arguments = (ins Graph_Tensor:$x, StrAttr:$from, StrAttr:$to);
  let results = (outs Graph_Tensor:$result);
  let hasFolder = 1;
  let hasCanonicalizeMethod = 1;
  let assemblyFormat = [{
    $x $from `to` $to attr-dict `:` functional-type(operands, results)
  }];
}

#endif // DL_DIALECT_GRAPH_IR_GRAPHSHAPE
