//===-- TeSequentialOps.td - stages with an order ----------*- tablegen -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The stages of a kernel that are more than formulas of elements: updates at places that
// data tell (te.scatter), steps in time (te.scan), calls (te.extern).
//
//===----------------------------------------------------------------------===//
#ifndef DL_DIALECT_TE_IR_TESEQUENTIALOPS
#define DL_DIALECT_TE_IR_TESEQUENTIALOPS

def Te_ScatterOp : Te_Op<"scatter", [
    Pure, SingleBlock,
    DeclareOpInterfaceMethods<StageOpInterface, ["getRoleOf", "getWhyUnscheduled"]>,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmBlockArgumentNames", "getAsmResultNames"]>]> {
  let summary = "a tensor with updates at places that data tell";
  let description = [{
    The result is `base`, updated for each point of the axes: the region yields a value and
    the place, one index for each dimension, where it goes. A combiner joins it with the
    element that is there. Updates are made in the order of the axes, the last one fastest,
    so that without a combiner the last one of those at the same place stands.

    ```mlir
    %y = te.scatter "y" into %x axes(u = 10, c = 4) combine(add) : tensor<16x4xf32> {
    ^bb0(%u: index, %c: index):
      %i = te.read %indices[%u] : tensor<10xi64>
      %row = arith.index_cast %i : i64 to index
      %v = te.read %updates[%u, %c] : tensor<10x4xf32>
      te.yield %v, %row, %c : f32, index, index
    }
    ```

    A place must be inside of the base: `te.check_indices` makes sure of it before the
    kernel is called. The op becomes loops over the updates, in place; it has no axes that a
    schedule can change.

    Rules:
    (W1) stage and axis names are as in (C1);
    (W2) there is one extent for each axis, none is negative, and the result has the type of
         the base;
    (W3) the region takes one index argument for each axis;
    (W4) it yields a value of the element type and one index for each dimension;
    (W5) the combiner is none, add, mul, min or max;
    (W6) the region holds only `te.read` and pure, region-free operations on scalars;
    (W7) a place that is an axis of constant extent is inside of the base for all of its values.
  }];
  let arguments = (ins
    StrAttr:$stage,
    TypedArrayAttrBase<StrAttr, "axis names">:$axis_names,
    DenseI64ArrayAttr:$extents,
    Te_Combiner:$combiner,
    AnyRankedTensor:$base,
    Variadic<Index>:$dynamic_extents);
  let results = (outs AnyRankedTensor:$result);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasRegionVerifier = 1;
  let hasVerifier = 1;
  let builders = [
    // The region's builder returns the value and the place.
    OpBuilder<(ins "::mlir::Value":$base, "::llvm::StringRef":$stage,
      "::llvm::ArrayRef<AxisSpec>":$axes, "Combiner":$combiner, "RegionBuilder":$bodyBuilder)>
  ];
  let extraClassDeclaration = [{
    unsigned getNumAxes() { return getExtents().size(); }
    ::llvm::StringRef getAxisName(unsigned axis) {
      return ::llvm::cast<::mlir::StringAttr>(getAxisNames()[axis]).getValue();
    }
    /// Extent of an axis: an index attribute, or the index value of a dynamic one.
    ::mlir::OpFoldResult getMixedExtent(unsigned axis);
    ::mlir::RankedTensorType getTensorType() {
      return ::llvm::cast<::mlir::RankedTensorType>(getResult().getType());
    }
    YieldOp getYield();
  }];
}

def Te_ScanOp : Te_Op<"scan", [
    Pure, SingleBlock, AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<StageOpInterface, ["getResultName", "getRoleOf",
                                                 "getWhyUnscheduled"]>,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmBlockArgumentNames", "getAsmResultNames"]>]> {
  let summary = "stages that run step by step and carry tensors";
  let description = [{
    The region's stages run once for each value of the time axis, in order; `reverse` runs
    from the last one to the first. It takes the time and the states, whose first values are
    `inits`, and yields the next states followed by what the step adds to the stacked
    results. Results are the last states, then the stacked ones, each with the time as a
    further dimension at the position that `stack` tells.

    ```mlir
    %last, %sums = te.scan "cumsum" time(t = 35) init(%zero) stack(1)
        : tensor<4xf32>, tensor<4x35xf32> {
    ^bb0(%t: index, %s: tensor<4xf32>):
      %n = te.compute "add" axes(i = 4) : tensor<4xf32> {
      ^bb0(%i: index):
        %a = te.read %s[%i] : tensor<4xf32>
        %b = te.read %x[%i, %t] : tensor<4x35xf32>
        %c = arith.addf %a, %b : f32
        te.yield %c : f32
      }
      te.yield %n, %n : tensor<4xf32>, tensor<4xf32>
    }
    ```

    The stages are scheduled like others; the time axis is a loop around them.

    Rules:
    (S1) stage and axis names are as in (C1); the extent is not negative;
    (S2) there is a result; the first ones have the types of the initial states;
    (S3) each further result has one position in `stack`, inside of its rank, where its
         extent is that of the time;
    (S4) the region takes the time, an index, and the states;
    (S5) it yields the next states, of their types, and one tensor for each further result,
         of its type without the time;
    (S6) the region holds only `te.compute`, constants, `tensor.dim` and scalar arithmetic,
         and what it yields is made by a `te.compute` of it.
  }];
  let arguments = (ins
    StrAttr:$stage,
    StrAttr:$time_name,
    I64Attr:$extent,
    DenseI64ArrayAttr:$stack_dims,
    UnitAttr:$reverse,
    Variadic<AnyRankedTensor>:$inits,
    Optional<Index>:$dynamic_extent);
  let results = (outs Variadic<AnyRankedTensor>:$outputs);
  let regions = (region SizedRegion<1>:$body);
  let hasCustomAssemblyFormat = 1;
  let hasRegionVerifier = 1;
  let hasVerifier = 1;
  let builders = [
    // The region's builder is given the time and the states.
    OpBuilder<(ins "::llvm::StringRef":$stage, "AxisSpec":$time, "::mlir::ValueRange":$inits,
      "::mlir::TypeRange":$stacked, "::llvm::ArrayRef<int64_t>":$stackDims, "bool":$reverse,
      "RegionBuilder":$bodyBuilder)>
  ];
  let extraClassDeclaration = [{
    /// The number of steps: an index attribute, or the index value of a dynamic one.
    ::mlir::OpFoldResult getMixedExtent();
    ::mlir::BlockArgument getTime() { return getBody().getArgument(0); }
    /// The states in the region.
    ::mlir::Block::BlockArgListType getStates() { return getBody().getArguments().drop_front(); }
    YieldOp getYield();
  }];
}

def Te_ExternOp : Te_Op<"extern", [
    AttrSizedOperandSegments,
    DeclareOpInterfaceMethods<StageOpInterface, ["getWhyUnscheduled", "isPlaced"]>,
    DeclareOpInterfaceMethods<MemoryEffectsOpInterface>,
    DeclareOpInterfaceMethods<BufferizableOpInterface, [
      "bufferizesToMemoryRead", "bufferizesToMemoryWrite", "getAliasingValues", "bufferize"]>]> {
  let summary = "a call of a C function that makes whole tensors";
  let description = [{
    The function takes pointers to the elements of the operands, row-major, followed by one
    for each result, which it fills. It must not keep them nor change its operands.

    ```mlir
    // void scale(const float *x, float *y);
    %y = te.extern "y" @scale(%x) : (tensor<4x8xf32>) -> tensor<4x8xf32>
    ```

    With `into` the results' places are given: so the op stands at the scheduled level, and
    without results on buffers. Calling out is allowed only to the text that the user gives
    `dl-opt`, by an option of the pass that makes the call.

    Rules:
    (E1) the stage name is as in (C1), the function's name is a C identifier;
    (E2) shapes are static;
    (E3) there is a result, or on buffers a destination;
    (E4) destinations are given for all results or for none, of the results' types;
    (E5) what becomes a call on buffers has destinations.
  }];
  let arguments = (ins
    StrAttr:$stage,
    FlatSymbolRefAttr:$callee,
    Variadic<AnyTypeOf<[AnyRankedTensor, AnyMemRef]>>:$inputs,
    Variadic<AnyTypeOf<[AnyRankedTensor, AnyMemRef]>>:$destinations);
  let results = (outs Variadic<AnyRankedTensor>:$outputs);
  let hasVerifier = 1;
  let assemblyFormat = [{
    $stage $callee `(` $inputs `)` (`into` `(` $destinations^ `:` type($destinations) `)`)?
    attr-dict `:` functional-type($inputs, $outputs)
  }];
}

#endif // DL_DIALECT_TE_IR_TESEQUENTIALOPS
