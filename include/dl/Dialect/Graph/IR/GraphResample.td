//===-- GraphResample.td - reading between elements --------*- tablegen -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators that read a tensor at positions between its elements.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DIALECT_GRAPH_IR_GRAPHRESAMPLE
#define DL_DIALECT_GRAPH_IR_GRAPHRESAMPLE

include "dl/Dialect/Graph/IR/GraphBase.td"
include "dl/Dialect/Graph/IR/GraphIndexing.td"

def Graph_ResampleOp : Graph_InferredOperator<"resample", "Reduction", [
    DeclareOpInterfaceMethods<LayoutOpInterface>]> {
  let summary = "each element along an axis from a few of the operand's";
  let description = [{
    Element o along the axis is the sum over t of `weights[o, t]` times the
    operand's element `indices[o, t]` along the axis; without weights, it is the
    operand's element `indices[o, 0]`. An index outside of the axis counts as the
    nearest inside. Interpolation (nearest, linear, cubic, with or without
    antialiasing) is one such operator for each dim that changes its size.

    ```mlir
    %y = graph.resample %x, %indices, %weights axis 2
         : (tensor<1x3x4x4xf32>, tensor<8x2xi64>, tensor<8x2xf32>) -> tensor<1x3x8x4xf32>
    ```

    Rules:
    (C1) the axis is in [0, rank) and its extent is positive;
    (C2) `indices` has rank 2 and elements of type i64, its dims are positive;
    (C3) `weights` has the shape of `indices` and the element type of `x`;
         without, the second dim of `indices` is 1.
  }];
  let arguments = (ins Graph_Tensor:$x, Graph_Tensor:$indices, Optional<Graph_Tensor>:$weights,
    I64Attr:$axis);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = [{
    $x `,` $indices (`,` $weights^)? `axis` $axis attr-dict `:` functional-type(operands, results)
  }];
}

def Graph_GridSampleOp : Graph_InferredOperator<"grid_sample", "Reduction"> {
  let summary = "elements at positions that are data";
  let description = [{
    Reads `x` (batch, channels, spatial dims…) at the positions that `grid` (batch,
    result's spatial dims…, one number for each spatial dim of `x`, the last one
    first) holds: -1 and 1 are the borders of `x`, with `align_corners` the centres
    of its outermost elements. `mode` is nearest, linear or cubic; `padding` says
    what stands outside: zeros, the border's elements, or `x` reflected at its
    borders.

    ```mlir
    %y = graph.grid_sample %x, %grid "linear" padding "zeros"
         : (tensor<1x3x8x8xf32>, tensor<1x4x4x2xf32>) -> tensor<1x3x4x4xf32>
    ```

    Rules:
    (C1) `x` has rank 4 or 5 and positive extents, `grid` has its rank and element
         type and agrees with it in batch;
    (C2) the last dim of `grid` is the number of spatial dims;
    (C3) `mode` is nearest, linear or cubic, the latter for two spatial dims;
         `padding` is zeros, border or reflection.
  }];
  let arguments = (ins Graph_FloatTensor:$x, Graph_FloatTensor:$grid, StrAttr:$mode,
    StrAttr:$padding, UnitAttr:$align_corners);
  let results = (outs Graph_FloatTensor:$result);
  let assemblyFormat = [{
    $x `,` $grid $mode `padding` $padding (`align_corners` $align_corners^)? attr-dict
    `:` functional-type(operands, results)
  }];
}

def Graph_RoiAlignOp : Graph_IndexedOperator<"roi_align", "Reduction"> {
  let summary = "regions of images, each sampled into a grid of one size";
  let description = [{
    Region r is the rectangle `rois[r]` (left, top, right, bottom), times `scale`, of image
    `batches[r]` of `x` (batch, channels, height, width). Its cell of the result, which is
    regions x channels x `size`, is the mean (`avg`) of `samples` x `samples` positions in
    the cell, between whose four neighbours it is interpolated, or the largest of their
    weighted elements (`max`). With `half_pixel` the rectangle is moved by half an element
    up and left; else it is one element wide and high at least. A position more than one
    element outside counts as 0. An image outside of `x` is an error of the run.

    ```mlir
    %y = graph.roi_align %x, %rois, %batches size [7, 7] samples 2 scale 2.500000e-01 mode "avg" half_pixel
         : (tensor<1x8x50x50xf32>, tensor<10x4xf32>, tensor<10xi64>) -> tensor<10x8x7x7xf32>
    ```

    Rules:
    (C1) `x` has rank 4 and positive extents, `rois` is regions x 4 of its element type and
         there is one of `batches` for each region;
    (C2) `size` holds two positive numbers and `samples` is positive, all at most 2^12;
    (C3) `mode` is avg or max.
  }];
  let arguments = (ins Graph_FloatTensor:$x, Graph_FloatTensor:$rois, Graph_IndexTensor:$batches,
    DenseI64ArrayAttr:$size, I64Attr:$samples, F32Attr:$scale, StrAttr:$mode,
    UnitAttr:$half_pixel);
  let results = (outs Graph_FloatTensor:$result);
  let assemblyFormat = [{
    $x `,` $rois `,` $batches `size` $size `samples` $samples `scale` $scale `mode` $mode
    (`half_pixel` $half_pixel^)? attr-dict `:` functional-type(operands, results)
  }];
}

#endif // DL_DIALECT_GRAPH_IR_GRAPHRESAMPLE
