//===-- IntrinsicOps.td - intrinsics as data ----------------*- tablegen -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The declaration of an intrinsic and the step that uses it. Included by
// ScheduleOps.td.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DIALECT_SCHEDULE_IR_INTRINSICOPS
#define DL_DIALECT_SCHEDULE_IR_INTRINSICOPS

def Schedule_IntrinsicOp : Op<Schedule_Dialect, "intrinsic", [Symbol, IsolatedFromAbove]> {
  let summary = "what an instruction computes, and the IR it becomes";
  let description = [{
    The first region describes the instruction as one `te.compute` over tensors as
    big as what it takes: axes, extents, element types and accesses. The second one
    gets the same operands, and last the tensor that is written: the accumulator
    where the formula reduces, else the destination. It yields the tensor after the
    write.

    ```mlir
    schedule.intrinsic @dot4 computes {
    ^bb0(%a: tensor<4xi8>, %b: tensor<16x4xi8>):
      %0 = te.compute "dot" axes(j = 16) reduce(k = 4) combine(add) : tensor<16xi32> {
      ^bb0(%j: index, %k: index):
        %x = te.read %a[%k] : tensor<4xi8>
        %y = te.read %b[%j, %k] : tensor<16x4xi8>
        ...
      }
      schedule.yield %0 : tensor<16xi32>
    } by {
    ^bb0(%a: tensor<4xi8>, %b: tensor<16x4xi8>, %c: tensor<16xi32>):
      ...
      schedule.yield %r : tensor<16xi32>
    }
    ```

    `requires "+avx512vnni"` before `computes` names the features that a CPU must have,
    in LLVM's spelling; compiling for another one is an error.

    `up_to ["i"]` before `computes` names axes along which tiles may be shorter than the
    formula: such dimensions of the implementation's operands are `?`. Its operations get
    those of the tile: each has destinations, whose types its results take.

    Intrinsics are data: a file of them is merged into a module by
    `schedule-load-intrinsics`; `schedule-apply` erases them.

    Rules:
    (N1) the formula is one `te.compute` of static extents of at least two, whose
         result it yields, and reads each operand once, without a condition, at sums of
         its axes or at `floordiv` and `mod` of one axis by a divisor of its extent;
    (N2) the implementation takes the formula's operands and its result, with `?` along
         axes of `up_to`, and yields a tensor of the result's type;
    (N3) the name is made of letters, digits and `_`;
    (N4) `up_to` names axes of the formula, each once.
  }];
  let arguments = (ins SymbolNameAttr:$sym_name, OptionalAttr<StrAttr>:$sym_visibility,
    OptionalAttr<StrAttr>:$features, OptionalAttr<StrArrayAttr>:$up_to);
  let regions = (region SizedRegion<1>:$formula, SizedRegion<1>:$implementation);
  let assemblyFormat = [{
    $sym_name (`requires` $features^)? (`up_to` $up_to^)? attr-dict-with-keyword
    `computes` $formula
    `by` $implementation
  }];
  let hasRegionVerifier = 1;
  let extraClassDeclaration = [{
    /// The description.
    te::ComputeOp getCompute();
    /// True for an axis of the formula along which tiles may be shorter.
    bool mayBeShorter(unsigned axis);
    /// The types of the implementation's operands.
    ::llvm::SmallVector<::mlir::Type> getImplementationTypes();
  }];
}

def Schedule_YieldOp : Op<Schedule_Dialect, "yield", [
    Pure, Terminator, ReturnLike, HasParent<"IntrinsicOp">]> {
  let summary = "the tensor that an intrinsic makes";
  let arguments = (ins AnyRankedTensor:$value);
  let assemblyFormat = "$value attr-dict `:` type($value)";
}

def Schedule_TensorizeOp : Schedule_Op<"tensorize"> {
  let summary = "compute the axes from one on by an intrinsic";
  let description = [{
    The axis and all inside it become one call of the intrinsic, which is looked up
    from the kernel. Their kinds and extents, the element types, the formula and its
    accesses are those of the intrinsic.

    `for i: for j.o: for j.i in 0..16: for k in 0..4`  becomes
    `for i: for j.o: avx512_vpdpbusd(...)`

    ```mlir
    schedule.tensorize %C[%ji] with @avx512_vpdpbusd
    ```
  }];
  let arguments = (ins Schedule_Stage:$stage, Schedule_Axis:$axis, FlatSymbolRefAttr:$intrinsic);
  let assemblyFormat = "$stage `[` $axis `]` `with` $intrinsic attr-dict";
}

#endif // DL_DIALECT_SCHEDULE_IR_INTRINSICOPS
