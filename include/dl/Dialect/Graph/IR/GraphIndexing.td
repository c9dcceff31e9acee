//===-- GraphIndexing.td - parts of a tensor ---------------*- tablegen -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operators that pick elements: at positions known when the model is compiled, or
// at those that another tensor holds.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DIALECT_GRAPH_IR_GRAPHINDEXING
#define DL_DIALECT_GRAPH_IR_GRAPHINDEXING

include "dl/Dialect/Graph/IR/GraphBase.td"

/// An operator that reads a tensor at indices which another operand holds. The
/// indices are checked before its kernel runs, so nothing is fused in front of it.
class Graph_IndexedOperator<string mnemonic, string kind = "Injective", list<Trait> traits = []>
    : Graph_Op<mnemonic, !listconcat([
        Pure, Graph_InferTypes,
        DeclareOpInterfaceMethods<FusionOpInterface, ["acceptsProducer"]>,
        DeclareOpInterfaceMethods<TensorExpressionOpInterface, ["getIndexChecks"]>], traits)>,
      Graph_InferTypesDefinition {
  let hasVerifier = 1;
  let extraClassDefinition = inferTypesDefinition # [{
    ::dl::FusionKind $cppClass::getFusionKind() { return ::dl::FusionKind::}] # kind # [{; }
    bool $cppClass::acceptsProducer(unsigned) { return false; }
  }];
}

def Graph_IndexTensor : RankedTensorOf<[I32, I64]>;

def Graph_ConcatOp : Graph_InferredOperator<"concat", "Injective", [
    DeclareOpInterfaceMethods<LayoutOpInterface>]> {
  let summary = "tensors one behind the other along an axis";
  let description = [{
    ```mlir
    %y = graph.concat %a, %b axis 1 : (tensor<4x3xf32>, tensor<4x5xf32>) -> tensor<4x8xf32>
    ```

    It is of class Injective, but of class Opaque where its operands, made by operators for it, lie
    one behind the other in memory: they are then made in place.

    Rules:
    (C1) operands are at least one, of one element type and one rank, the axis is in
         [0, rank);
    (C2) their other dims are equal.
  }];
  let arguments = (ins Variadic<Graph_AnyTensor>:$inputs, I64Attr:$axis);
  let results = (outs Graph_AnyTensor:$result);
  let assemblyFormat = "$inputs `axis` $axis attr-dict `:` functional-type(operands, results)";
  // What can be made in place stays alone.
  let extraClassDefinition = inferTypesDefinition;
  let extraClassDeclaration = [{
    /// True where each operand can be made at its place in the result, so that nothing is to be
    /// copied (te-mark-parts, dl-place-parts).
    bool isMadeInPlace();
  }];
}

def Graph_PadMode : StringBasedAttr<
    CPred<"::llvm::is_contained({\"constant\", \"edge\", \"reflect\", \"wrap\"}, "
          "::llvm::cast<::mlir::StringAttr>($_self).getValue())">,
    "constant, edge, reflect or wrap">;

def Graph_PadOp : Graph_InferredOperator<"pad", "Injective", [
    DeclareOpInterfaceMethods<LayoutOpInterface>]> {
  let summary = "more elements, or fewer, at both ends of each dim";
  let description = [{
    Adds `low` elements before and `high` behind each dim; a negative number takes
    elements off. They are the value (`constant`), the nearest element (`edge`),
    mirrored at the outermost element (`reflect`) or taken from the other end
    (`wrap`).

    ```mlir
    %y = graph.pad %x, %v low [0, 1] high [0, 2] mode "constant" : (tensor<4x5xf32>, tensor<f32>) -> tensor<4x8xf32>
    ```

    Rules:
    (C1) `low` and `high` have an entry for each dim, no result dim is negative;
    (C2) the value has rank 0 and the operand's element type;
    (C3) a dim that is padded from its own elements has some.
  }];
  let arguments = (ins Graph_Tensor:$x, Graph_Tensor:$value, DenseI64ArrayAttr:$low,
    DenseI64ArrayAttr:$high, Graph_PadMode:$mode);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = [{
    $x `,` $value `low` $low `high` $high `mode` $mode attr-dict
    `:` functional-type(operands, results)
  }];
}

def Graph_BroadcastToOp : Graph_Operator<"broadcast_to", "Broadcast"> {
  let summary = "elements repeated to fill a shape";
  let description = [{
    Shapes are aligned at the last dim; a missing dim or a dim of extent 1 is
    repeated.

    ```mlir
    %y = graph.broadcast_to %x : (tensor<4x1xf32>) -> tensor<2x4x8xf32>
    %z = graph.broadcast_to %x to %e : (tensor<4x1xf32>, tensor<?x4x8x0xi8>) -> tensor<?x4x8xf32>
    ```

    Rules:
    (C1) the element types are equal and the operand broadcasts to the result;
    (C2) where dims of the result are not static, `extents` has its dims (`graph.extents`).
  }];
  let arguments = (ins Graph_AnyTensor:$x, Optional<RankedTensorOf<[I8]>>:$extents);
  let results = (outs Graph_AnyTensor:$result);
  let hasFolder = 1;
  let hasVerifier = 1;
  let builders = [OpBuilder<(ins "::mlir::Type":$type, "::mlir::Value":$x), [{
    build($_builder, $_state, type, x, /*extents=*/::mlir::Value());
  }]>];
  let assemblyFormat = "$x (`to` $extents^)? attr-dict `:` functional-type(operands, results)";
}

def Graph_TileOp : Graph_InferredOperator<"tile", "Injective"> {
  let summary = "a tensor several times in each dim";
  let description = [{
    ```mlir
    %y = graph.tile %x repeats [1, 2] : (tensor<4x3xf32>) -> tensor<4x6xf32>
    ```

    Rules:
    (C1) repeats have an entry for each dim and are not negative.
  }];
  let arguments = (ins Graph_Tensor:$x, DenseI64ArrayAttr:$repeats);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = "$x `repeats` $repeats attr-dict `:` functional-type(operands, results)";
}

def Graph_RepeatOp : Graph_InferredOperator<"repeat", "Injective", [
    DeclareOpInterfaceMethods<LayoutOpInterface>]> {
  let summary = "each element several times along an axis";
  let description = [{
    Element i along the axis is element `i floordiv times` of the operand's: a resize to
    the nearest element by a whole factor (numpy's `repeat`).

    ```mlir
    %y = graph.repeat %x times 2 axis 1 : (tensor<4x3xf32>) -> tensor<4x6xf32>
    ```

    Rules:
    (C1) the axis is in [0, rank);
    (C2) `times` is positive.
  }];
  let arguments = (ins Graph_Tensor:$x, I64Attr:$times, I64Attr:$axis);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = "$x `times` $times `axis` $axis attr-dict `:` functional-type(operands, results)";
}

def Graph_SliceOp : Graph_InferredOperator<"slice", "Injective", [
    DeclareOpInterfaceMethods<LayoutOpInterface>]> {
  let summary = "a part of a tensor at regular positions";
  let description = [{
    Element i of a result dim is element `start + i * step` of the operand's dim.
    Steps may be negative: the dim is then reversed.

    ```mlir
    %y = graph.slice %x starts [0, 16] sizes [1, 16] steps [1, 1]
         : (tensor<1x64xf32>) -> tensor<1x16xf32>
    ```

    Rules:
    (C1) one start, size and step for each dim; sizes are not negative, or that of a
         whole dynamic dim, steps not 0;
    (C2) positions lie inside of the operand where its dim is static.
  }];
  let arguments = (ins Graph_AnyTensor:$x, DenseI64ArrayAttr:$starts, DenseI64ArrayAttr:$sizes,
    DenseI64ArrayAttr:$steps);
  let results = (outs Graph_AnyTensor:$result);
  let hasFolder = 1;
  let assemblyFormat = [{
    $x `starts` $starts `sizes` $sizes `steps` $steps attr-dict
    `:` functional-type(operands, results)
  }];
}

def Graph_GatherOp : Graph_IndexedOperator<"gather"> {
  let summary = "slices of a tensor, picked along one dim by indices";
  let description = [{
    The result's shape is that of `x` with dim `axis` replaced by the shape of
    `indices`: `result[a…, i…, b…] = x[a…, indices[i…], b…]`. A negative index
    counts from the end. An index outside of [-extent, extent) is an error of the
    run that names the node and the index.

    ```mlir
    %y = graph.gather %words, %tokens axis 0 : (tensor<10000x650xf32>, tensor<35x1xi64>) -> tensor<35x1x650xf32>
    ```

    Rules:
    (C1) the axis is a dim of `x`;
    (C2) the indices are integers of 32 or 64 bits.
  }];
  let arguments = (ins Graph_Tensor:$x, RankedTensorOf<[I32, I64]>:$indices, I64Attr:$axis);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = [{
    $x `,` $indices `axis` $axis attr-dict `:` functional-type(operands, results)
  }];
}

def Graph_LookupOp : Graph_InferredOperator<"lookup", "Elementwise", [
    DeclareOpInterfaceMethods<LayoutOpInterface>]> {
  let summary = "a function of whole numbers, by a table of its values";
  let description = [{
    `result[i…] = table[x[i…] - first]`. The table's last place is for NaN. A number in front of
    the first place takes that one, one behind the last of numbers takes this one, and one with a
    fraction the next towards zero.

    ```mlir
    %y = graph.lookup %x, %table first -128 : (tensor<4x8xf32>, tensor<257xf32>) -> tensor<4x8xf32>
    ```

    It is of class Elementwise: `graph-tabulate` makes it of functions of quantized numbers.

    Rules:
    (C1) the table has one dim, of a known extent of at least 2;
    (C2) its numbers are at most 2^23 from 0.
  }];
  let arguments = (ins RankedTensorOf<[F32]>:$x, Graph_Tensor:$table, I64Attr:$first);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = [{
    $x `,` $table `first` $first attr-dict `:` functional-type(operands, results)
  }];
}

def Graph_GatherElementsOp : Graph_IndexedOperator<"gather_elements"> {
  let summary = "an element along an axis for each index";
  let description = [{
    Result element p is the operand's at p with the axis' index replaced by that in
    `indices` at p.

    ```mlir
    %y = graph.gather_elements %x, %i axis 1 : (tensor<4x8xf32>, tensor<4x2xi64>) -> tensor<4x2xf32>
    ```

    Rules:
    (C1) the axis is in [0, rank), and its extent is positive if there are indices;
    (C2) `indices` has the operand's rank and no dim but the axis is larger.
  }];
  let arguments = (ins Graph_Tensor:$x, Graph_IndexTensor:$indices, I64Attr:$axis);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = [{
    $x `,` $indices `axis` $axis attr-dict `:` functional-type(operands, results)
  }];
}

def Graph_GatherNDOp : Graph_IndexedOperator<"gather_nd"> {
  let summary = "slices chosen by index tuples";
  let description = [{
    The last dim of `indices` holds tuples of indices of the dims behind the first
    `batch_dims`, which both operands share.

    ```mlir
    %y = graph.gather_nd %x, %i batch_dims 0 : (tensor<4x8x3xf32>, tensor<5x2xi64>) -> tensor<5x3xf32>
    ```

    Rules:
    (C1) `batch_dims` is less than both ranks, and those dims are equal;
    (C2) the last dim of `indices` is static and at most the rank less `batch_dims`.
  }];
  let arguments = (ins Graph_Tensor:$x, Graph_IndexTensor:$indices, I64Attr:$batch_dims);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = [{
    $x `,` $indices `batch_dims` $batch_dims attr-dict `:` functional-type(operands, results)
  }];
}

def Graph_ScatterMode : StringBasedAttr<
    CPred<"::llvm::is_contained({\"none\", \"add\", \"mul\", \"min\", \"max\"}, "
          "::llvm::cast<::mlir::StringAttr>($_self).getValue())">,
    "none, add, mul, min or max">;

def Graph_ScatterElementsOp : Graph_IndexedOperator<"scatter_elements", "Opaque"> {
  let summary = "a tensor with elements along an axis replaced or combined";
  let description = [{
    For each position p of `indices`, the element of `x` at p with the axis' index
    replaced by that in `indices` at p takes `updates` at p: it becomes it (`none`;
    the last in the order of positions where several meet), or is combined with it.

    ```mlir
    %y = graph.scatter_elements %x, %i, %u axis 1 mode "add"
         : (tensor<4x8xf32>, tensor<4x2xi64>, tensor<4x2xf32>) -> tensor<4x8xf32>
    ```

    Rules:
    (C1) the axis is in [0, rank), `indices` has the operand's rank, and no dim of it
         but the axis is larger;
    (C2) `updates` has the shape of `indices` and the operand's element type.
  }];
  let arguments = (ins Graph_Tensor:$x, Graph_IndexTensor:$indices, Graph_Tensor:$updates,
    I64Attr:$axis, Graph_ScatterMode:$mode);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = [{
    $x `,` $indices `,` $updates `axis` $axis `mode` $mode attr-dict
    `:` functional-type(operands, results)
  }];
}

def Graph_ScatterNDOp : Graph_IndexedOperator<"scatter_nd", "Opaque"> {
  let summary = "a tensor with slices replaced or combined";
  let description = [{
    The last dim of `indices` holds tuples of indices of the first dims; the slice
    there takes the slice of `updates`, as in `scatter_elements`.

    ```mlir
    %y = graph.scatter_nd %x, %i, %u mode "none"
         : (tensor<8x3xf32>, tensor<2x1xi64>, tensor<2x3xf32>) -> tensor<8x3xf32>
    ```

    Rules:
    (C1) `indices` has at least rank 1, its last dim is static and at most the rank
         of `x`;
    (C2) `updates` has the element type of `x`, and the dims of `indices` but the last
         followed by the dims of a slice.
  }];
  let arguments = (ins Graph_Tensor:$x, Graph_IndexTensor:$indices, Graph_Tensor:$updates,
    Graph_ScatterMode:$mode);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = [{
    $x `,` $indices `,` $updates `mode` $mode attr-dict `:` functional-type(operands, results)
  }];
}

def Graph_ReverseSequenceOp : Graph_InferredOperator<"reverse_sequence", "Injective"> {
  let summary = "the first elements of each sequence in reverse";
  let description = [{
    Of each sequence of a batch, the first `lengths` elements along the time axis
    are in reverse order.

    ```mlir
    %y = graph.reverse_sequence %x, %n batch_axis 0 time_axis 1 : (tensor<4x8xf32>, tensor<4xi64>) -> tensor<4x8xf32>
    ```

    Rules:
    (C1) both axes are in [0, rank) and differ;
    (C2) `lengths` has one element for each sequence.
  }];
  let arguments = (ins Graph_Tensor:$x, Graph_IndexTensor:$lengths, I64Attr:$batch_axis,
    I64Attr:$time_axis);
  let results = (outs Graph_Tensor:$result);
  let assemblyFormat = [{
    $x `,` $lengths `batch_axis` $batch_axis `time_axis` $time_axis attr-dict
    `:` functional-type(operands, results)
  }];
}

#endif // DL_DIALECT_GRAPH_IR_GRAPHINDEXING
