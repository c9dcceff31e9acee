//===-- GraphConvolution.td - convolution and pooling ------*- tablegen -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators that slide a window over spatial dims.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DIALECT_GRAPH_IR_GRAPHCONVOLUTION
#define DL_DIALECT_GRAPH_IR_GRAPHCONVOLUTION

include "dl/Dialect/Graph/IR/GraphBase.td"

def Graph_ConvOp : Graph_InferredOperator<"conv", "Complex", [
    DeclareOpInterfaceMethods<LayoutOpInterface>], ["isWeight"]> {
  let summary = "convolution over any number of spatial dims";
  let description = [{
    Correlates `x` (batch, channels, spatial dims…) with `w` (output channels,
    channels of a group, window dims…) and adds a bias for each output channel.
    With `group` > 1, output channel o sees the input channels of group
    o floordiv (O / group) only. `pads` holds the zeros added before each spatial
    dim, then those after each.

    ```mlir
    %y = graph.conv %x, %w, %b strides [2, 2] pads [3, 3, 3, 3] dilations [1, 1]
         : (tensor<1x3x224x224xf32>, tensor<64x3x7x7xf32>, tensor<64xf32>) -> tensor<1x64x112x112xf32>
    ```

    `layouts` tells that input, weights and result are not in their usual layouts
    (`NCHW`, `OIHW`, `NCHW`). Where the result's channels are in blocks, the bias
    is too: one row for each block. Strides, pads and dilations are in the order
    D, H, W all the same.

    ```mlir
    %y = graph.conv %x, %w, %b strides [1, 1] pads [1, 1, 1, 1] dilations [1, 1]
         layouts ["NCHW16c", "OIHW16i16o", "NCHW16c"]
         : (tensor<1x4x56x56x16xf32>, tensor<8x4x3x3x16x16xf32>, tensor<8x16xf32>) -> tensor<1x8x56x56x16xf32>
    ```

    Rules (on the shapes in the usual layouts):
    (C1) operands have one element type; `x` and `w` have the same rank, at
         least 3;
    (C2) `strides`, `dilations` have one positive entry for each spatial dim,
         `pads` two that are not negative;
    (C3) `group` is positive and divides the channels of `x` and the output
         channels; the channels of `w` are those of `x` / `group`;
    (C4) the bias has rank 1 and one element for each output channel;
    (C5) the dilated window fits into the padded input;
    (C6) `layouts` are three, with the letters N, C or O, I and those of the
         spatial dims D, H, W, of which the tensors have the ranks; only channels
         are in blocks, the output channels of weights and result in the same
         ones, and the channels of input and weights too;
    (C7) with `group` > 1, blocks of channels do not cross groups, or each group
         is one channel (depthwise), the weights' channels are not in blocks and
         those of input and result are in the same ones.
  }];
  let arguments = (ins Graph_FloatTensor:$x, Graph_FloatTensor:$w,
    Optional<Graph_FloatTensor>:$bias, DenseI64ArrayAttr:$strides, DenseI64ArrayAttr:$pads,
    DenseI64ArrayAttr:$dilations, DefaultValuedAttr<I64Attr, "1">:$group,
    OptionalAttr<StrArrayAttr>:$layouts);
  let results = (outs Graph_FloatTensor:$result);
  let assemblyFormat = [{
    $x `,` $w (`,` $bias^)? `strides` $strides `pads` $pads `dilations` $dilations
    (`group` $group^)? (`layouts` $layouts^)? attr-dict `:` functional-type(operands, results)
  }];
}

def Graph_MaxPoolOp : Graph_InferredOperator<"max_pool", "Reduction", [
    DeclareOpInterfaceMethods<LayoutOpInterface>]> {
  let summary = "largest element of each window";
  let description = [{
    The largest element of each window over the spatial dims of `x` (batch,
    channels, spatial dims…, or the dims in the order of `layout`). Padding never wins. With `ceil_mode` a last window
    that is partly outside counts too, if it starts inside the input or the
    padding before it.

    ```mlir
    %y = graph.max_pool %x kernel [3, 3] strides [2, 2] pads [1, 1, 1, 1] dilations [1, 1]
         : (tensor<1x64x112x112xf32>) -> tensor<1x64x56x56xf32>
    ```

    Rules:
    (C1) `x` has at least rank 3;
    (C2) `kernel`, `strides`, `dilations` have one positive entry for each
         spatial dim, `pads` two that are not negative;
    (C3) each pad is smaller than the dilated window;
    (C4) the dilated window fits into the padded input;
    (C5) `layout` has the letters N, C and those of the spatial dims D, H, W, and
         only channels are in blocks.
  }];
  let arguments = (ins Graph_Tensor:$x, DenseI64ArrayAttr:$kernel, DenseI64ArrayAttr:$strides,
    DenseI64ArrayAttr:$pads, DenseI64ArrayAttr:$dilations, UnitAttr:$ceil_mode,
    OptionalAttr<StrAttr>:$layout);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = [{
    $x `kernel` $kernel `strides` $strides `pads` $pads `dilations` $dilations
    (`ceil_mode` $ceil_mode^)? (`layout` $layout^)? attr-dict `:` functional-type(operands, results)
  }];
}

#endif // DL_DIALECT_GRAPH_IR_GRAPHCONVOLUTION
