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

    With `wide`, integers of 8 bits are multiplied and added up as integers of 32 bits, and
    `pad_value` stands where there is padding: a zero point. Floats of bf16 are added up as
    those of f32.

    Rules (on the shapes in the usual layouts):
    (C1) operands have one element type, with `wide` bf16 or integers of 8 bits, each signed
         or not, and no bias; `x` and `w` have the same rank, at least 3;
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
  let arguments = (ins Graph_Tensor:$x, Graph_Tensor:$w,
    Optional<Graph_Tensor>:$bias, DenseI64ArrayAttr:$strides, DenseI64ArrayAttr:$pads,
    DenseI64ArrayAttr:$dilations, DefaultValuedAttr<I64Attr, "1">:$group,
    OptionalAttr<StrArrayAttr>:$layouts, UnitAttr:$wide,
    OptionalAttr<I64Attr>:$pad_value);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = [{
    $x `,` $w (`,` $bias^)? `strides` $strides `pads` $pads `dilations` $dilations
    (`group` $group^)? (`layouts` $layouts^)? (`wide` $wide^)? (`pad_value` $pad_value^)?
    attr-dict `:` functional-type(operands, results)
  }];
}

def Graph_ConvTransposeOp : Graph_InferredOperator<"conv_transpose", "Complex", [
    DeclareOpInterfaceMethods<LayoutOpInterface>], ["isWeight"]> {
  let summary = "transposed convolution over any number of spatial dims";
  let description = [{
    The transpose (gradient) of the convolution that has the weights `w`: each
    element of `x` (batch, channels, spatial dims…), multiplied by the window, is
    added to the result at its index times the stride, and to no other: an infinity
    or NaN is in the sums that it is a term of only. `w` holds channels of `x`,
    output channels of a group, window dims…. `pads` are taken off the result,
    `output_padding` is added after each of its spatial dims:
    size = stride * (input - 1) + dilated window - pads + output padding.

    ```mlir
    %y = graph.conv_transpose %x, %w strides [2, 2] pads [1, 1, 1, 1] dilations [1, 1] output_padding [0, 0]
         : (tensor<1x1024x4x4xf32>, tensor<1024x512x4x4xf32>) -> tensor<1x512x8x8xf32>
    ```

    The te program has no multiplication by the zeros between strides: output
    elements whose indices agree modulo the stride form a phase, and each phase
    is a convolution of its own part of the window. Weights that are not known to be
    finite must not meet the padding: their products are `graph.col2im`'s columns.

    `layouts` tells that input, weights and result are not in their usual layouts
    (`NCHW`, `OIHW`, `NCHW`). The weights' letters are those of the convolution
    that is transposed: O are the channels of `x`, I those of the result.

    Rules (on the shapes in the usual layouts):
    (C1) operands have one element type; `x` and `w` have the same rank, at
         least 3;
    (C2) `strides`, `dilations` have one positive entry for each spatial dim,
         `output_padding` one and `pads` two that are not negative;
    (C3) `group` is positive and divides the channels of `x`, which are those of
         `w`;
    (C4) the bias has rank 1 and one element for each output channel;
    (C5) the result has at least one element in each spatial dim;
    (C6) `layouts` are three, as for `graph.conv`; blocks of channels need group 1.
  }];
  let arguments = (ins Graph_Tensor:$x, Graph_Tensor:$w,
    Optional<Graph_Tensor>:$bias, DenseI64ArrayAttr:$strides, DenseI64ArrayAttr:$pads,
    DenseI64ArrayAttr:$dilations, DenseI64ArrayAttr:$output_padding,
    DefaultValuedAttr<I64Attr, "1">:$group, OptionalAttr<StrArrayAttr>:$layouts);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = [{
    $x `,` $w (`,` $bias^)? `strides` $strides `pads` $pads `dilations` $dilations
    `output_padding` $output_padding (`group` $group^)? (`layouts` $layouts^)? attr-dict
    `:` functional-type(operands, results)
  }];
}

def Graph_Col2ImOp : Graph_InferredOperator<"col2im", "Complex"> {
  let summary = "the sum of windows at the places of an image that they were taken from";
  let description = [{
    `x` (batch, channels, block dims…, columns along each spatial dim…) holds windows:
    element (k…, j…) of a channel is added to the image at j * stride + k * dilation - pad
    in each spatial dim, or to none where that is outside. What no window covers is 0. It is
    the transpose of taking windows out of a padded image of the extents `image`.

    ```mlir
    %y = graph.col2im %x image [5, 4] strides [2, 1] pads [0, 0, 0, 0] dilations [1, 1]
         : (tensor<1x2x2x2x2x3xf32>) -> tensor<1x2x5x4xf32>
    ```

    Rules:
    (C1) `x` has rank 2 + 2 * S for S spatial dims, S at least 1, and blocks of 1 to 2^24
         elements in each dim;
    (C2) `image`, `strides`, `dilations` have one positive entry for each spatial dim,
         `image` below 2^31, `pads` two that are not negative;
    (C3) the dilated block fits into the padded image, and there are as many columns along
         each spatial dim as it has places there;
    (C4) the elements of the result can be counted in 63 bits.
  }];
  let arguments = (ins Graph_Tensor:$x, DenseI64ArrayAttr:$image, DenseI64ArrayAttr:$strides,
    DenseI64ArrayAttr:$pads, DenseI64ArrayAttr:$dilations);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = [{
    $x `image` $image `strides` $strides `pads` $pads `dilations` $dilations attr-dict
    `:` functional-type(operands, results)
  }];
}

class Graph_PoolOp<string mnemonic, list<Trait> traits = []>
    : Graph_InferredOperator<mnemonic, "Reduction", traits> {
  dag poolArguments = (ins Graph_Tensor:$x, DenseI64ArrayAttr:$kernel, DenseI64ArrayAttr:$strides,
    DenseI64ArrayAttr:$pads, DenseI64ArrayAttr:$dilations, UnitAttr:$ceil_mode);
}

def Graph_MaxPoolOp : Graph_PoolOp<"max_pool", [
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
         only channels are in blocks;
    (C6) elements have a sign: others are cast to a wider type first.
  }];
  let arguments = !con(poolArguments, (ins OptionalAttr<StrAttr>:$layout));
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = [{
    $x `kernel` $kernel `strides` $strides `pads` $pads `dilations` $dilations
    (`ceil_mode` $ceil_mode^)? (`layout` $layout^)? attr-dict `:` functional-type(operands, results)
  }];
}

def Graph_SumPoolOp : Graph_PoolOp<"sum_pool", [
    DeclareOpInterfaceMethods<LayoutOpInterface>]> {
  let summary = "sum of each window";
  let description = [{
    The sum over each window, where padding counts as zero; otherwise as
    `graph.max_pool`. Divided by the number of elements it is an average.

    ```mlir
    %y = graph.sum_pool %x kernel [2, 2] strides [2, 2] pads [0, 0, 0, 0] dilations [1, 1]
         : (tensor<1x64x56x56xf32>) -> tensor<1x64x28x28xf32>
    ```

    Rules: (C1) to (C5) of `graph.max_pool`.
  }];
  let arguments = !con(poolArguments, (ins OptionalAttr<StrAttr>:$layout));
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = [{
    $x `kernel` $kernel `strides` $strides `pads` $pads `dilations` $dilations
    (`ceil_mode` $ceil_mode^)? (`layout` $layout^)? attr-dict `:` functional-type(operands, results)
  }];
}

def Graph_MaxPoolIndexOp : Graph_PoolOp<"max_pool_index"> {
  let summary = "position of the largest element of each window";
  let description = [{
    The position in `x` of the element that `graph.max_pool` takes; of several
    equal ones the first. Positions count the elements of the whole tensor, the
    last dim fastest; with `column_major` the first spatial dim is the fastest.

    ```mlir
    %i = graph.max_pool_index %x kernel [2, 2] strides [2, 2] pads [0, 0, 0, 0] dilations [1, 1]
         : (tensor<1x64x56x56xf32>) -> tensor<1x64x28x28xi64>
    ```

    Rules: (C1) to (C4) and (C6) of `graph.max_pool`.
  }];
  let arguments = !con(poolArguments, (ins UnitAttr:$column_major));
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = [{
    $x `kernel` $kernel `strides` $strides `pads` $pads `dilations` $dilations
    (`ceil_mode` $ceil_mode^)? (`column_major` $column_major^)? attr-dict
    `:` functional-type(operands, results)
  }];
}

#endif // DL_DIALECT_GRAPH_IR_GRAPHCONVOLUTION
