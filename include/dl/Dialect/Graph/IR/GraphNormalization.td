//===-- GraphNormalization.td - reductions and normalisations *- tablegen -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reductions over axes and the normalisations made of them.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DIALECT_GRAPH_IR_GRAPHNORMALIZATION
#define DL_DIALECT_GRAPH_IR_GRAPHNORMALIZATION

include "dl/Dialect/Graph/IR/GraphBase.td"

def Graph_ReduceMeanOp : Graph_InferredOperator<"reduce_mean", "Reduction", [
    DeclareOpInterfaceMethods<LayoutOpInterface>]> {
  let summary = "mean over axes";
  let description = [{
    The mean over the given axes. With `keepdims` they stay as dims of extent 1. Of no
    elements it is NaN.

    ```mlir
    %y = graph.reduce_mean %x axes [2, 3] keepdims : (tensor<1x512x7x7xf32>) -> tensor<1x512x1x1xf32>
    ```

    Rules:
    (C1) axes are at least one, in order, distinct and in [0, rank).
  }];
  let arguments = (ins Graph_FloatTensor:$x, DenseI64ArrayAttr:$axes, UnitAttr:$keepdims);
  let results = (outs Graph_FloatTensor:$result);
  let assemblyFormat = [{
    $x `axes` $axes (`keepdims` $keepdims^)? attr-dict `:` functional-type(operands, results)
  }];
}

def Graph_BatchNormOp : Graph_InferredOperator<"batch_norm", "Broadcast", [
    DeclareOpInterfaceMethods<DecomposableOpInterface>]> {
  let summary = "normalise each channel by given statistics";
  let description = [{
    (x - mean) / sqrt(var + epsilon) * scale + bias, where the statistics are
    given for each channel (dim 1). This is the inference form.

    ```mlir
    %y = graph.batch_norm %x, %scale, %bias, %mean, %var epsilon 1.0e-05
         : (tensor<1x64x8x8xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64xf32>) -> tensor<1x64x8x8xf32>
    ```

    Rules:
    (C1) operands have one element type; `x` has at least rank 2;
    (C2) `scale`, `bias`, `mean`, `var` have rank 1 and one element for each
         channel;
    (C3) `epsilon` is finite and not negative.
  }];
  let arguments = (ins Graph_FloatTensor:$x, Graph_FloatTensor:$scale, Graph_FloatTensor:$bias,
    Graph_FloatTensor:$mean, Graph_FloatTensor:$var, DefaultValuedAttr<F32Attr, "1.0e-5">:$epsilon);
  let results = (outs Graph_FloatTensor:$result);
  let assemblyFormat = [{
    $x `,` $scale `,` $bias `,` $mean `,` $var (`epsilon` $epsilon^)? attr-dict
    `:` functional-type(operands, results)
  }];
}

def Graph_SoftmaxOp : Graph_InferredOperator<"softmax", "Reduction"> {
  let summary = "exponentials that sum to one along an axis";
  let description = [{
    exp(x - max) / sum(exp(x - max)) along one axis, with the largest element
    taken off first so that nothing overflows.

    ```mlir
    %y = graph.softmax %x axis 3 : (tensor<1x12x128x128xf32>) -> tensor<1x12x128x128xf32>
    ```

    Rules:
    (C1) the axis is in [0, rank);
    (C2) the axis' extent is positive.
  }];
  let arguments = (ins Graph_FloatTensor:$x, I64Attr:$axis);
  let results = (outs Graph_FloatTensor:$result);
  let assemblyFormat = "$x `axis` $axis attr-dict `:` functional-type(operands, results)";
}

def Graph_LayerNormOp : Graph_InferredOperator<"layer_norm", "Reduction", [
    DeclareOpInterfaceMethods<DecomposableOpInterface>]> {
  let summary = "normalise over the trailing dims";
  let description = [{
    (x - mean) / sqrt(variance + epsilon) * scale + bias, where mean and variance
    are taken over the dims from `axis` on, the variance from centred values.

    ```mlir
    %y = graph.layer_norm %x, %scale, %bias axis 2 epsilon 1.0e-12
         : (tensor<1x128x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<1x128x768xf32>
    ```

    Rules:
    (C1) operands have one element type;
    (C2) the axis is in [0, rank) and the extents from it on are positive;
    (C3) `scale` and `bias` broadcast to the dims from `axis` on;
    (C4) `epsilon` is finite and not negative.
  }];
  let arguments = (ins Graph_FloatTensor:$x, Graph_FloatTensor:$scale,
    Optional<Graph_FloatTensor>:$bias, I64Attr:$axis, DefaultValuedAttr<F32Attr, "1.0e-5">:$epsilon);
  let results = (outs Graph_FloatTensor:$result);
  let assemblyFormat = [{
    $x `,` $scale (`,` $bias^)? `axis` $axis (`epsilon` $epsilon^)? attr-dict
    `:` functional-type(operands, results)
  }];
}

#endif // DL_DIALECT_GRAPH_IR_GRAPHNORMALIZATION
