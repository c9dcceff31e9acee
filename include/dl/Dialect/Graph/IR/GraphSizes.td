//===-- GraphSizes.td - sizes as operands of operators -----*- tablegen -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sizes that only a run knows, where an operator takes them as an operand: as the dims
// of a tensor without elements.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DIALECT_GRAPH_IR_GRAPHSIZES
#define DL_DIALECT_GRAPH_IR_GRAPHSIZES

include "dl/Dialect/Graph/IR/GraphBase.td"

/// A tensor without elements, whose dims but the last, which is 0, are sizes.
def Graph_Extents : RankedTensorOf<[I8]>;

def Graph_ExtentsOp : Graph_InferredOperator<"extents", "Opaque"> {
  let summary = "sizes as the dims of a tensor without elements";
  let description = [{
    The map computes sizes from the dims of all operands, one operand behind the other. The
    result has these sizes as dims and a last dim of 0: it has no elements and takes no
    memory, and passes sizes to operators whose results have dims that no operand has.

    ```mlir
    %e = graph.extents affine_map<()[s0, s1] -> (s0 * s1, 12)> of %x : (tensor<?x?xf32>) -> tensor<?x12x0xi8>
    ```

    Rules:
    (C1) the map has a symbol for each dim of the operands, no dims, and positive divisors;
    (C2) results that are constant are not negative.
  }];
  let arguments = (ins Variadic<Graph_AnyTensor>:$tensors, AffineMapAttr:$map);
  let results = (outs Graph_Extents:$result);
  let assemblyFormat = "$map `of` $tensors attr-dict `:` functional-type(operands, results)";
}

def Graph_SizesOp : Graph_InferredOperator<"sizes", "Injective"> {
  let summary = "sizes as integers";
  let description = [{
    ```mlir
    %s = graph.sizes %e : (tensor<?x?x0xi8>) -> tensor<2xi64>
    ```

    Rules:
    (C1) the operand's last dim is 0.
  }];
  let arguments = (ins Graph_Extents:$extents);
  let results = (outs RankedTensorOf<[I64]>:$result);
  let assemblyFormat = "$extents attr-dict `:` functional-type(operands, results)";
}

def Graph_IotaOp : Graph_InferredOperator<"iota", "Injective"> {
  let summary = "the integers 0, 1, 2 …";
  let description = [{
    As many as the first dim of `extents` says.

    ```mlir
    %i = graph.iota %e : (tensor<?x0xi8>) -> tensor<?xi64>
    ```

    Rules:
    (C1) the operand has two dims, the last is 0.
  }];
  let arguments = (ins Graph_Extents:$extents);
  let results = (outs RankedTensorOf<[I64]>:$result);
  let assemblyFormat = "$extents attr-dict `:` functional-type(operands, results)";
}

#endif // DL_DIALECT_GRAPH_IR_GRAPHSIZES
