//===-- GraphMatMul.td - matrix products -------------------*- tablegen -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matrix products.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DIALECT_GRAPH_IR_GRAPHMATMUL
#define DL_DIALECT_GRAPH_IR_GRAPHMATMUL

include "dl/Dialect/Graph/IR/GraphBase.td"

def Graph_MatMulOp : Graph_InferredOperator<"matmul", "Complex", [], ["isWeight"]> {
  let summary = "product of matrices or of batches of matrices";
  let description = [{
    numpy's `matmul`: the last two dims are multiplied as matrices, those before
    them are broadcast. An operand of rank 1 is a row on the left, a column on the
    right, and its added dim is dropped from the result.

    ```mlir
    %c = graph.matmul %a, %b : (tensor<12x128x64xf32>, tensor<12x64x128xf32>) -> tensor<12x128x128xf32>
    ```

    With `wide`, integers of 8 bits are multiplied and added up as integers of 32 bits, and
    floats of bf16 as those of f32:

    ```mlir
    %c = graph.matmul %a, %b wide : (tensor<128x64xui8>, tensor<64x128xi8>) -> tensor<128x128xi32>
    ```

    Rules:
    (C1) operands have at least rank 1 and one element type, with `wide` bf16 or integers
         of 8 bits, each signed or not;
    (C2) the inner extents are equal;
    (C3) aligned batch dims are equal or one of them is 1.
  }];
  let arguments = (ins Graph_Tensor:$a, Graph_Tensor:$b, UnitAttr:$wide);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = "$a `,` $b (`wide` $wide^)? attr-dict `:` functional-type(operands, results)";
}

def Graph_GemmOp : Graph_InferredOperator<"gemm", "Complex", [], ["isWeight"]> {
  let summary = "alpha * A * B + beta * C";
  let description = [{
    The product of two matrices, each transposed on request, scaled by `alpha`,
    plus `beta` times `c`, which is broadcast to the result.

    ```mlir
    %y = graph.gemm %a, %b, %c trans_b : (tensor<1x512xf32>, tensor<1000x512xf32>, tensor<1000xf32>) -> tensor<1x1000xf32>
    ```

    Rules:
    (C1) operands have one element type; `a` and `b` have rank 2;
    (C2) the inner extents (after transposition) are equal;
    (C3) the shape of `c` broadcasts to that of the result.
  }];
  let arguments = (ins Graph_FloatTensor:$a, Graph_FloatTensor:$b,
    Optional<Graph_FloatTensor>:$c, DefaultValuedAttr<F32Attr, "1.0">:$alpha,
    DefaultValuedAttr<F32Attr, "1.0">:$beta, UnitAttr:$trans_a, UnitAttr:$trans_b);
  let results = (outs Graph_FloatTensor:$result);
  let assemblyFormat = [{
    $a `,` $b (`,` $c^)? (`alpha` $alpha^)? (`beta` $beta^)? (`trans_a` $trans_a^)?
    (`trans_b` $trans_b^)? attr-dict `:` functional-type(operands, results)
  }];
}

#endif // DL_DIALECT_GRAPH_IR_GRAPHMATMUL
