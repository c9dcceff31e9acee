//===-- Passes.td - passes on graph ------------------------*- tablegen -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The passes that rewrite and check the graph level.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DIALECT_GRAPH_TRANSFORMS_PASSES
#define DL_DIALECT_GRAPH_TRANSFORMS_PASSES

include "mlir/Pass/PassBase.td"

include "dl/Dialect/Graph/Transforms/PrecisionPasses.td"

def FoldBatchNormPass : Pass<"graph-fold-batch-norm", "::mlir::func::FuncOp"> {
  let summary = "fold batch normalisations into convolutions, or into scale and shift";
  let description = [{
    A batch normalisation with constant statistics is a scale and a shift for each
    channel: s = scale / sqrt(var + epsilon), t = bias - mean * s, both computed in
    double precision. Behind a convolution with constant weights that nobody else
    reads, the weights are multiplied by s and the bias becomes bias * s + t; new
    weights are new resources. Elsewhere it becomes `x * s + t`. A normalisation
    whose statistics are not constants stays.

    ```mlir
    %0 = graph.conv %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : …
    %1 = graph.batch_norm %0, %scale, %bias, %mean, %var : …
    ```
    becomes
    ```mlir
    %1 = graph.conv %x, %w_scaled, %shift strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : …
    ```

    Stands before fusion. Nodes that stay in place for a reason are told by a
    remark.
  }];
  let dependentDialects = ["::dl::graph::GraphDialect"];
  let statistics = [
    Statistic<"numFolded", "folded", "Normalisations folded into convolutions">,
    Statistic<"numRewritten", "rewritten", "Normalisations turned into scale and shift">
  ];
}

def ConvertLayoutPass : Pass<"graph-convert-layout", "::mlir::func::FuncOp"> {
  let summary = "let convolutions and what is between them work on channels in blocks";
  let description = [{
    A convolution whose inner loop runs over a block of channels that is contiguous
    in memory needs neither shuffles nor tails, whatever its image size, stride and
    window. Operators with `LayoutOpInterface` are asked in the order of the block
    for the layouts that they want: convolutions whose channels the block divides begin
    (`NCHW16c`, weights `OIHW16i16o`), if their weights are constant, or, of one group and known
    extents, each of them is used 256 times in a run, in which they are reordered, and what
    reads them in their layout goes on: elementwise operators, pooling, means over
    spatial dims, and what moves whole blocks (`graph.concat` of operands of which no
    more than half must be transformed, `graph.slice`, `graph.pad`, `graph.repeat`,
    `graph.resample`).
    Weights and other constants are reordered now, as new resources.
    `graph.layout_transform` stands where a tensor comes in, or is read, in another
    layout; pairs cancel, and where no element moves it is a reshape.

    ```mlir
    %0 = graph.conv %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x32x8x8xf32>, tensor<16x32x1x1xf32>) -> tensor<1x16x8x8xf32>
    ```
    becomes
    ```mlir
    %1 = graph.layout_transform %x "NCHW" to "NCHW16c" : (tensor<1x32x8x8xf32>) -> tensor<1x2x8x8x16xf32>
    %2 = graph.conv %1, %packed strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1]
         layouts ["NCHW16c", "OIHW16i16o", "NCHW16c"] : (tensor<1x2x8x8x16xf32>, tensor<1x2x1x1x16x16xf32>) -> tensor<1x1x8x8x16xf32>
    %0 = graph.layout_transform %2 "NCHW16c" to "NCHW" : (tensor<1x1x8x8x16xf32>) -> tensor<1x16x8x8xf32>
    ```

    Stands after batch-norm folding and before fusion; canonicalization after it
    drops what is not read. A remark tells which convolutions keep the plain layout, and why.
  }];
  let options = [
    Option<"block", "block", "int64_t", /*default=*/"16",
           "Channels in a block: the lanes of a vector register">,
    Option<"masks", "masks", "bool", /*default=*/"false",
           "The rest of a row is one masked vector, not one for each power of two">,
    Option<"weighMoves", "weigh-moves", "bool", /*default=*/"false",
           "Read inputs as they come, and leave what stands alone as it is where blocks save less "
           "than moving its result costs">,
    Option<"stepBytes", "step-bytes", "int64_t", /*default=*/"0",
           "Bytes of the channels of one place that a step of products of matrices takes, which are "
           "the blocks of inputs of such products then; 0: the CPU has none">
  ];
  let dependentDialects = ["::dl::graph::GraphDialect"];
  let statistics = [
    Statistic<"numConverted", "converted", "Operators that work in a layout with blocks">,
    Statistic<"numTransforms", "transforms", "Tensors that are transformed at run time">
  ];
}

def FillStepsPass : Pass<"graph-fill-steps", "::mlir::func::FuncOp"> {
  let summary = "give convolutions of narrow numbers channels that fill steps of products of matrices";
  let description = [{
    A step of products of matrices takes as long for few channels as for many. A convolution of
    bf16 or bytes whose input channels are no whole blocks gets more, where that takes less time
    than products of floats: elements that its strides skip become channels (space to depth: a
    window of 7x7 in steps of 2 over 3 channels is one of 4x4 over 12), and channels of zeros
    fill the last block. Its weights are reordered now.

    ```mlir
    %y = graph.conv %x, %w strides [2, 2] pads [3, 3, 3, 3] dilations [1, 1] wide : (tensor<1x3x224x224xbf16>, tensor<64x3x7x7xbf16>) -> tensor<1x64x112x112xf32>
    ```
    becomes
    ```mlir
    %y = graph.conv %more, %reordered strides [1, 1] pads [2, 2, 1, 1] dilations [1, 1] wide : (tensor<1x16x112x112xbf16>, tensor<64x16x4x4xbf16>) -> tensor<1x64x112x112xf32>
    ```

    Neighbours of a window are multiplied by zeros, so a number that is not finite may spread to
    them. Stands behind what makes products narrow, before layouts are chosen.
  }];
  let options = [
    Option<"block", "block", "int64_t", "16", "Channels in a block: the lanes of a vector register">,
    Option<"stepBytes", "step-bytes", "int64_t", "64",
           "Bytes of the channels of one place that a step of products of matrices takes">];
  let dependentDialects = ["::dl::graph::GraphDialect"];
  let statistics = [Statistic<"numFilled", "filled", "Convolutions that got channels">];
}

def DecomposePass : Pass<"graph-decompose", "::mlir::func::FuncOp"> {
  let summary = "write operators with simpler ones";
  let description = [{
    Replaces operators that can be decomposed (`DecomposableOpInterface`), all of
    them or those named in `ops`, by simpler operators of the dialect. Not part of
    the default pipeline: whole operators have better kernels. For targets that
    lack an operator, and for tests of the operators against their parts.
  }];
  let options = [
    ListOption<"ops", "ops", "std::string",
               "Names of the operators to decompose, such as graph.layer_norm; all if empty">
  ];
  let dependentDialects = ["::dl::graph::GraphDialect"];
}

def FoldConstantsPass : Pass<"graph-fold-constants", "::mlir::func::FuncOp"> {
  let summary = "compute operators on constants, large ones too";
  let description = [{
    Canonicalization folds small dense constants. This pass computes the other
    operators whose operands are all constants, such as the transposition of a
    weight, by the reference interpreter; results of more than 4 KiB are resources.
    It keeps to a budget: products are left alone, and so are results that are
    larger than `max-elements` or, beyond 65536 elements, than the operands. What
    is left is told by a remark.
  }];
  let options = [
    Option<"maxElements", "max-elements", "int64_t", /*default=*/"1 << 26",
           "Largest number of elements of a result">
  ];
  let dependentDialects = ["::dl::graph::GraphDialect", "::mlir::arith::ArithDialect",
                           "::mlir::math::MathDialect", "::mlir::func::FuncDialect"];
  let statistics = [Statistic<"numFolded", "folded", "Operators computed">];
}

def FuseOpsPass : Pass<"graph-fuse-ops", "::mlir::func::FuncOp"> {
  let summary = "group operators that become one kernel";
  let description = [{
    Groups operators by the classes of `FusionOpInterface`, along the lines of
    Relay and of Chen et al. 2018 (section 3), into `graph.fused`. A group has one
    result, which every path from its other operators reaches (it post-dominates
    them), and no path leaves the group and comes back.

    1. An operator of class complex or reduction takes the elementwise and
       broadcast consumers that read its result element by element, and
       theirs: bias, activation, GELU's diamond `y * (1 + erf(y / c))`, and the
       residual addition, whose other branch becomes an operand. The first
       operator in the order of the block takes first. A reduction that makes
       one number a row takes consumers that use it for that row, and other
       reductions of the same rows behind it: a softmax or a layer norm that
       is written as its parts.
    2. A reduction takes the elementwise, broadcast and injective producers whose
       results only its group reads.
    3. What is left of elementwise, broadcast and injective operators forms
       chains.

    Opaque operators and reshapes, which are views, are never in a group. Scalar
    constants are cloned into the group. The group's location is the fused
    location of its operators.

    Each refusal is a remark (`--remarks-filter=graph-fuse-ops`) at the operator
    that stayed outside, with the reason.
  }];
  let options = [
    Option<"maxOps", "max-ops", "unsigned", /*default=*/"32", "Largest number of operators in a group">
  ];
  let dependentDialects = ["::dl::graph::GraphDialect"];
  let statistics = [
    Statistic<"numGroups", "groups", "Groups made">,
    Statistic<"numGrouped", "grouped", "Operators in groups">
  ];
}

def VerifyGraphPass : Pass<"dl-verify-graph", "::mlir::ModuleOp"> {
  let summary = "check that a module keeps the contract of the graph level";
  let description = [{
    Stands after import and after the graph pipeline. It changes nothing and
    reports each breach at its operation:

    (G1) a module holds functions only;
    (G2) a function with a body has one block of graph operators, constants and
         groups that ends in a return;
    (G3) arguments and results are ranked tensors;
    (G4) the model's names (`dl.name`) are not empty and unique among a
         function's arguments and among its results;
    (G5) the data of a constant is there and as large as its type needs.
  }];
}

def PadChannelsPass : Pass<"graph-pad-channels", "::mlir::func::FuncOp"> {
  let summary = "fill the last block of a convolution's output channels with zeros";
  let description = [{
    Vectors are along blocks of channels, or along the rows of a map where blocks do not
    divide the channels. On small maps and on others whose rows fill vectors badly, a
    convolution of 24 channels is faster with 32, of which 8 are zeros (their weights and
    bias are): this pass adds them to convolutions with constant weights and one group, and a
    slice takes them off. The price of both ways is what graph-convert-layout reckons
    with, for convolutions and transposed ones.

    ```mlir
    %y = graph.conv %x, %w strides [1, 1] … : (tensor<1x64x7x7xf32>, tensor<24x64x3x3xf32>) -> tensor<1x24x7x7xf32>
    ```
    becomes
    ```mlir
    %0 = graph.conv %x, %w_padded strides [1, 1] … : (tensor<1x64x7x7xf32>, tensor<32x64x3x3xf32>) -> tensor<1x32x7x7xf32>
    %y = graph.slice %0 starts [0, 0, 0, 0] sizes [1, 24, 7, 7] steps [1, 1, 1, 1]
    ```

    Stands before graph-convert-layout.
  }];
  let options = [
    Option<"block", "block", "int64_t", "16", "Channels in a block">,
    Option<"masks", "masks", "bool", "false",
           "The rest of a row is one masked vector, not one for each power of two">];
  let dependentDialects = ["::dl::graph::GraphDialect"];
  let statistics = [Statistic<"numPadded", "padded", "Convolutions with more channels">];
}

def PartitionVdlaPass : Pass<"graph-partition-vdla", "::mlir::func::FuncOp"> {
  let summary = "move groups of integer operators to the accelerator";
  let description = [{
    Convolutions, matrix products and sums with their rescaling, and maxima of bytes, become
    `graph.fused` groups for the device "vdla" of the module's target. They work on channels in
    blocks of the machine's tile, `NCHW16c` with weights `OIHW16o16i`; a matrix product is a
    convolution of images of one element. Weights and scales are packed now, with zeros where
    channels do not fill the last block. Operators of the host pack what comes in and unpack what
    goes out; between groups tensors stay packed.

    ```mlir
    %0 = graph.conv %x, %w strides [1, 1] … wide : (tensor<1x24x4x4xi8>, tensor<16x24x1x1xi8>) -> tensor<1x16x4x4xi32>
    %y = graph.requantize %0, %b, %m, %s zero_point 5 : (…) -> tensor<1x16x4x4xi8>
    ```
    becomes
    ```mlir
    %0 = graph.pad %x, %zero low [0, 0, 0, 0] high [0, 8, 0, 0] mode "constant" : …
    %1 = graph.layout_transform %0 "NCHW" to "NCHW16c" : (tensor<1x32x4x4xi8>) -> tensor<1x2x4x4x16xi8>
    %2 = graph.fused root("graph.conv") device("vdla") (%a = %1 : …, …) -> tensor<1x1x4x4x16xi8> { … }
    %y = graph.layout_transform %2 "NCHW16c" to "NCHW" : …
    ```

    A remark tells of each operator that stays on the CPU why: it computes with floats, has groups
    of channels, or channels that fill too little of their blocks. Sums and maxima move where
    their operand is packed already.

    When: behind graph-lower-quantized, before layouts are chosen and groups made for the CPU.
  }];
  let options = [
    Option<"minFill", "min-fill", "double", "0.5",
           "the least share of their blocks that input channels have to fill">,
  ];
  let dependentDialects = ["::dl::graph::GraphDialect"];
  let statistics = [
    Statistic<"numOffloaded", "offloaded", "Groups for the accelerator">,
    Statistic<"numLeft", "left", "Operators that stay on the CPU">
  ];
}

def MultiplyColumnsPass : Pass<"graph-multiply-columns", "::mlir::func::FuncOp"> {
  let summary = "write transposed convolutions of many channels as products";
  let description = [{
    A transposed convolution of f32 with constant weights, to channels that fill no blocks,
    becomes one product of matrices, (outputs, window…, channels) by (channels, places), whose
    columns `graph.col2im` adds up where they lie in the image. That is done where both take less
    time than a convolution for each phase of the strides (ConvTransposeStages.cpp): on small maps
    of many channels, where phases have vectors along rows that are shorter than these, and reach
    over the border. Groups, sizes known only at run time and blocks of channels stay.

    ```mlir
    %y = graph.conv_transpose %x, %w strides [2, 2] pads [1, 1, 1, 1] dilations [1, 1] output_padding [0, 0]
         : (tensor<1x256x4x4xf32>, tensor<256x3x5x5xf32>) -> tensor<1x3x9x9xf32>
    ```
    becomes
    ```mlir
    %0 = graph.transpose %w permutation [1, 2, 3, 0] : (tensor<256x3x5x5xf32>) -> tensor<3x5x5x256xf32>
    %1 = graph.reshape %0 : (tensor<3x5x5x256xf32>) -> tensor<1x75x256xf32>
    %2 = graph.reshape %x : (tensor<1x256x4x4xf32>) -> tensor<1x256x16xf32>
    %3 = graph.matmul %1, %2 : (tensor<1x75x256xf32>, tensor<1x256x16xf32>) -> tensor<1x75x16xf32>
    %4 = graph.reshape %3 : (tensor<1x75x16xf32>) -> tensor<1x3x5x5x4x4xf32>
    %y = graph.col2im %4 image [9, 9] strides [2, 2] pads [1, 1, 1, 1] dilations [1, 1]
         : (tensor<1x3x5x5x4x4xf32>) -> tensor<1x3x9x9xf32>
    ```

    Stands after graph-fold-batch-norm and before graph-fold-constants, which turns the weights, and
    graph-convert-layout.
  }];
  let dependentDialects = ["::dl::graph::GraphDialect"];
  let options = [
    Option<"lanes", "lanes", "int64_t", "16", "numbers of 32 bits in a vector">,
  ];
  let statistics = [
    Statistic<"numMultiplied", "multiplied", "Transposed convolutions that are products">
  ];
}

def SplitPoolsPass : Pass<"graph-split-pools", "::mlir::func::FuncOp"> {
  let summary = "pool along one dim after the other";
  let description = [{
    The largest element of a 5x5 window is the largest of five of its rows, and neighbouring
    windows share four of these: maxima and sums of windows over several dims become pools over
    one dim each, the outermost first, where they then read at most three quarters of the elements: 10
    instead of 25 for that window; a third where what is between them does not stay in the
    last cache. Those of 3x3 with strides of 2 stay, as do
    pools whose sizes are known only at run time, sums in types of 16 bits, which would be
    rounded in between, and pools in blocks.

    ```mlir
    %y = graph.max_pool %x kernel [5, 5] strides [1, 1] pads [2, 2, 2, 2] dilations [1, 1]
    ```
    becomes
    ```mlir
    %0 = graph.max_pool %x kernel [5, 1] strides [1, 1] pads [2, 0, 2, 0] dilations [1, 1]
    %y = graph.max_pool %0 kernel [1, 5] strides [1, 1] pads [0, 2, 0, 2] dilations [1, 1]
    ```

    Stands before graph-convert-layout.
  }];
  let dependentDialects = ["::dl::graph::GraphDialect"];
  let options = [
    Option<"cacheBytes", "cache-bytes", "int64_t", "0", "the last cache; 0: all stays in it">,
  ];
  let statistics = [Statistic<"numSplit", "split", "Pools that were split">];
}

#endif // DL_DIALECT_GRAPH_TRANSFORMS_PASSES
