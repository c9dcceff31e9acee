//===-- TeOps.td - tensor expression operations ------------*- tablegen -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operations of `te` that declare elements: compute, read, yield; views of steps and
// checks for callers. Those with an order of their own are in TeSequentialOps.td.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DIALECT_TE_IR_TEOPS
#define DL_DIALECT_TE_IR_TEOPS

include "dl/Dialect/Te/IR/StageOpInterface.td"
include "dl/Dialect/Te/IR/TeDialect.td"
include "mlir/IR/EnumAttr.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/IR/OpAsmInterface.td"
include "mlir/Interfaces/SideEffectInterfaces.td"
include "mlir/Interfaces/ControlFlowInterfaces.td"
include "mlir/Interfaces/ViewLikeInterface.td"
include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.td"

class Te_Op<string mnemonic, list<Trait> traits = []> : Op<Te_Dialect, mnemonic, traits>;

def Te_Combiner : I32EnumAttr<"Combiner", "how a reduction joins its terms", [
    I32EnumAttrCase<"None", 0, "none">,
    I32EnumAttrCase<"Add", 1, "add">,
    I32EnumAttrCase<"Mul", 2, "mul">,
    I32EnumAttrCase<"Min", 3, "min">,
    I32EnumAttrCase<"Max", 4, "max">,
    I32EnumAttrCase<"Custom", 5, "custom">]> {
  let cppNamespace = "::dl::te";
}

def Te_ComputeOp : Te_Op<"compute", [
    Pure, SingleBlock, StageOpInterface,
    DeclareOpInterfaceMethods<OpAsmOpInterface, ["getAsmBlockArgumentNames", "getAsmResultNames"]>]> {
  let summary = "declare each element of a tensor by its index formula";
  let description = [{
    The result element at the spatial axes is the value yielded by the region,
    or, with reduction axes, the combination of the values yielded over all of
    them, starting from the combiner's identity. The order of combination is
    not specified. Region arguments are the axes: spatial ones first, in the
    order of the result's dimensions, then reduction axes.

    ```mlir
    %C = te.compute "C" axes(i = 512, j = 128) reduce(k = 256) combine(add) : tensor<512x128xf32> {
    ^bb0(%i: index, %j: index, %k: index):
      %a = te.read %A[%i, %k] : tensor<512x256xf32>
      %b = te.read %B[%k, %j] : tensor<256x128xf32>
      %p = arith.mulf %a, %b : f32
      te.yield %p : f32
    }
    ```

    An extent is a constant or an index value (`axes(i = %n, j = 128)`).

    Several results have the same axes; the region yields an element of each. A
    custom combiner joins tuples: its region takes what was combined so far, one
    scalar a result, then the next element of each, and yields the join. Terms come
    in the order of the reduction axes, the last one fastest, starting from the
    identities; `commutative` states that any order and grouping will do.

    ```mlir
    %largest, %position = te.compute "argmax" axes(i = 4) reduce(k = 16)
        combine(custom [0xFF800000 : f32, -1] commutative) : tensor<4xf32>, tensor<4xi64> {
    ^bb0(%i: index, %k: index):
      %x = te.read %X[%i, %k] : tensor<4x16xf32>
      %n = arith.index_cast %k : index to i64
      te.yield %x, %n : f32, i64
    } join {
    ^bb0(%a: f32, %i: i64, %b: f32, %j: i64):
      %larger = arith.cmpf ogt, %b, %a : f32
      …
      te.yield %value, %place : f32, i64
    }
    ```

    Rules:
    (C1) the stage name is made of letters, digits, `_` and `.`, an axis name of
         letters, digits and `_`, both begin with a letter or `_`; axis names are
         unique in the op;
    (C2) there is a result, and spatial extents equal each result's shape (dynamic
         where that is `?`), extents are not negative, reduction extents are positive;
    (C3) the region takes one index argument for each axis;
    (C4) one value is yielded for each result, of its element type;
    (C5) a combiner is given if and only if there are reduction axes; those other
         than `custom` have one result;
    (C6) the regions hold only pure, region-free operations on scalars, and the first
         one also `te.read`;
    (C7) a custom combiner has one identity for each result, of its element type,
         and a region; other combiners have neither, nor `commutative`;
    (C8) a combiner's region yields one scalar of each result's element type, and
         takes them twice.
  }];
  let arguments = (ins
    StrAttr:$stage,
    TypedArrayAttrBase<StrAttr, "axis names">:$axis_names,
    DenseI64ArrayAttr:$extents,
    I64Attr:$num_reduce,
    Te_Combiner:$combiner,
    OptionalAttr<ArrayAttr>:$identities,
    UnitAttr:$commutative,
    Variadic<Index>:$dynamic_extents);
  let results = (outs Variadic<AnyRankedTensor>:$outputs);
  let regions = (region SizedRegion<1>:$body, MaxSizedRegion<1>:$join);
  let hasCustomAssemblyFormat = 1;
  let hasRegionVerifier = 1;
  let hasVerifier = 1;
  let builders = [
    OpBuilder<(ins "::mlir::RankedTensorType":$type, "::llvm::StringRef":$stage,
      "::llvm::ArrayRef<AxisSpec>":$spatial, "::llvm::ArrayRef<AxisSpec>":$reduction,
      "Combiner":$combiner,
      "::llvm::function_ref<::mlir::Value(::mlir::OpBuilder &, ::mlir::Location, ::mlir::ValueRange)>":$bodyBuilder)>,
    // Several results, joined by a custom combiner with these identities. The builders of
    // the regions return what is yielded.
    OpBuilder<(ins "::mlir::TypeRange":$types, "::llvm::StringRef":$stage,
      "::llvm::ArrayRef<AxisSpec>":$spatial, "::llvm::ArrayRef<AxisSpec>":$reduction,
      "::llvm::ArrayRef<::mlir::Attribute>":$identities, "bool":$commutative,
      "RegionBuilder":$bodyBuilder, "RegionBuilder":$joinBuilder)>
  ];
  let extraClassDeclaration = [{
    unsigned getNumAxes() { return getExtents().size(); }
    unsigned getNumSpatial() { return getNumAxes() - getNumReduce(); }
    bool isReduction(unsigned axis) { return axis >= getNumSpatial(); }
    bool hasReduction() { return getNumReduce() > 0; }
    ::llvm::StringRef getAxisName(unsigned axis) {
      return ::llvm::cast<::mlir::StringAttr>(getAxisNames()[axis]).getValue();
    }
    /// Extent of an axis: an index attribute, or the index value of a dynamic one.
    ::mlir::OpFoldResult getMixedExtent(unsigned axis);
    /// A result; where the op has only one, that one.
    ::mlir::TypedValue<::mlir::RankedTensorType> getResult(unsigned number = 0) {
      return ::llvm::cast<::mlir::TypedValue<::mlir::RankedTensorType>>(
          getOperation()->getResult(number));
    }
    operator ::mlir::Value() {
      assert(getNumResults() == 1 && "which result?");
      return getResult();
    }
    /// All results have the same shape.
    ::mlir::RankedTensorType getTensorType(unsigned number = 0) {
      return getResult(number).getType();
    }
    /// True where terms must be combined in the order of the reduction axes.
    bool isOrdered() { return getCombiner() == Combiner::Custom && !getCommutative(); }
    /// The value of the combination of no terms.
    ::mlir::TypedAttr getIdentityOf(unsigned number);
    /// Joins accumulated scalars, one a result, with further ones.
    ::llvm::SmallVector<::mlir::Value> buildJoin(::mlir::OpBuilder &builder, ::mlir::Location loc,
                                                 ::mlir::ValueRange accumulated,
                                                 ::mlir::ValueRange terms);
    ::mlir::Block::BlockArgListType getAxes() { return getBody().getArguments(); }
    YieldOp getYield();
    /// All reads of the region in order.
    ::llvm::SmallVector<ReadOp, 4> getReads();
  }];
}

def Te_ReadOp : Te_Op<"read", [Pure, AttrSizedOperandSegments]> {
  let summary = "read one element of a tensor";
  let description = [{
    Reads the element of `source` at the given indices. Index expressions are
    affine in index values of the region, `floordiv` and `mod` included; an
    index value may itself come from another read (gather). With `where`, the
    element is read only if all constraints hold, else the `else` value is the
    result and memory is not touched.

    ```mlir
    %x = te.read %X[%n, %c, %h * 2 + %kh - 3, %w] where(%h * 2 + %kh - 3 >= 0, 223 - %h * 2 - %kh + 3 >= 0)
         else %zero : tensor<1x3x224x224xf32>
    ```

    Rules:
    (R1) the map has one result for each dimension of the source, no symbols,
         and one dimension for each index operand; so has the predicate;
    (R2) the element type of the source is the result type;
    (R3) a predicate and an `else` value come together, the latter of the
         result type;
    (R4) the op stands inside a `te.compute` or a `te.scatter`;
    (R5) an index expression over axes and times of constant extents stays
         inside the source for all values that the predicate admits;
    (R6) floordiv, ceildiv and mod are by positive numbers.
  }];
  let arguments = (ins
    AnyRankedTensor:$source,
    Variadic<Index>:$index_operands,
    Optional<AnyType>:$otherwise,
    AffineMapAttr:$map,
    OptionalAttr<IntegerSetAttr>:$predicate);
  let results = (outs AnyType:$result);
  let hasCustomAssemblyFormat = 1;
  let hasVerifier = 1;
  let hasCanonicalizer = 1;
  let builders = [
    // Unguarded read: `indices` are expressions over dims d0.. = `operands`.
    OpBuilder<(ins "::mlir::Value":$source, "::llvm::ArrayRef<::mlir::AffineExpr>":$indices,
      "::mlir::ValueRange":$operands)>,
    // Guarded read; `constraints` are expressions that must be >= 0.
    OpBuilder<(ins "::mlir::Value":$source, "::llvm::ArrayRef<::mlir::AffineExpr>":$indices,
      "::mlir::ValueRange":$operands, "::llvm::ArrayRef<::mlir::AffineExpr>":$constraints,
      "::mlir::Value":$otherwise)>
  ];
  let extraClassDeclaration = [{
    ::mlir::RankedTensorType getSourceType() {
      return ::llvm::cast<::mlir::RankedTensorType>(getSource().getType());
    }
    /// True where every index operand is an axis of the enclosing operation.
    bool isAffine();
  }];
}

def Te_YieldOp : Te_Op<"yield", [
    Pure, Terminator, ReturnLike, ParentOneOf<["ComputeOp", "ScatterOp", "ScanOp"]>]> {
  let summary = "the values of one element or step";
  let arguments = (ins Variadic<AnyType>:$values);
  let assemblyFormat = "$values attr-dict `:` type($values)";
  let extraClassDeclaration = [{
    /// The value of an only result.
    ::mlir::Value getValue() {
      assert(getValues().size() == 1 && "several values are yielded");
      return getValues().front();
    }
  }];
}

def Te_StepOp : Te_Op<"step", [
    Pure, DeclareOpInterfaceMethods<ViewLikeOpInterface>,
    DeclareOpInterfaceMethods<BufferizableOpInterface, [
      "bufferizesToMemoryRead", "bufferizesToMemoryWrite", "getAliasingValues", "getBufferType",
      "bufferize"]>]> {
  let summary = "view of one position of a tensor's first dim";
  let description = [{
    What a kernel that is called in a loop reads of a sequence, and where it writes.
    The elements are consecutive, so the view is a buffer like others: unlike a
    general slice it can be passed to a kernel.

    ```mlir
    %x_t = te.step %x[%t] : tensor<35x1x650xf32> to tensor<1x650xf32>
    ```

    Rules:
    (P1) the result is the source without its first dim.
  }];
  let arguments = (ins AnyTypeOf<[AnyRankedTensor, AnyMemRef]>:$source, Index:$position);
  let results = (outs AnyTypeOf<[AnyRankedTensor, AnyMemRef]>:$result);
  let hasVerifier = 1;
  let assemblyFormat = [{
    $source `[` $position `]` attr-dict `:` type($source) `to` type($result)
  }];
  let builders = [OpBuilder<(ins "::mlir::Value":$source, "::mlir::Value":$position)>];
}

def Te_InsertStepOp : Te_Op<"insert_step", [
    Pure, AllTypesMatch<["dest", "result"]>,
    DeclareOpInterfaceMethods<BufferizableOpInterface, [
      "bufferizesToMemoryRead", "bufferizesToMemoryWrite", "getAliasingValues",
      "isNotConflicting", "bufferize"]>]> {
  let summary = "a tensor with another value at one position of its first dim";
  let description = [{
    The value was written into the `te.step` of the tensor at the position, so that
    nothing is copied.

    ```mlir
    %y_t = te.step %y[%t] : tensor<35x1x650xf32> to tensor<1x650xf32>
    %v = call @kernel(%x_t, %y_t) : (tensor<1x650xf32>, tensor<1x650xf32>) -> tensor<1x650xf32>
    %next = te.insert_step %v into %y[%t] : tensor<1x650xf32> into tensor<35x1x650xf32>
    ```

    Rules:
    (P1) the value is the tensor without its first dim.
  }];
  let arguments = (ins AnyRankedTensor:$value, AnyRankedTensor:$dest, Index:$position);
  let results = (outs AnyRankedTensor:$result);
  let hasVerifier = 1;
  let assemblyFormat = [{
    $value `into` $dest `[` $position `]` attr-dict `:` type($value) `into` type($dest)
  }];
}

def Te_CheckIndicesOp : Te_Op<"check_indices", [
    DeclareOpInterfaceMethods<BufferizableOpInterface, [
      "bufferizesToMemoryRead", "bufferizesToMemoryWrite", "getAliasingValues", "bufferize"]>]> {
  let summary = "end the run if an index is out of range";
  let description = [{
    Stands before the call of a kernel that reads at indices which a tensor holds.
    Each index must lie in [-extent, extent); else the run ends with an error that
    names the op's location, the index and its position. Of several extents, each
    is for one position of the tensor's last dim.

    ```mlir
    te.check_indices %tokens within(%c10000) : tensor<35x1xi64>
    ```

    Rules:
    (I1) indices are integers;
    (I2) there is one extent, or one for each position of the last dim.
  }];
  let arguments = (ins AnyTypeOf<[AnyRankedTensor, AnyMemRef]>:$indices, Variadic<Index>:$extents);
  let hasVerifier = 1;
  let assemblyFormat = "$indices `within` `(` $extents `)` attr-dict `:` type($indices)";
}

include "dl/Dialect/Te/IR/TeSequentialOps.td"

#endif // DL_DIALECT_TE_IR_TEOPS
