//===-- ScheduleStepOps.td - further steps of a schedule ---*- tablegen -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Steps beside split, fuse, reorder and the annotations: how a reduction is set
// up, how loops are cut, how values are stored, and stages rewritten into others.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DIALECT_SCHEDULE_IR_SCHEDULESTEPOPS
#define DL_DIALECT_SCHEDULE_IR_SCHEDULESTEPOPS

include "dl/Dialect/Schedule/IR/ScheduleOpBase.td"

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

def Schedule_TileOp : Schedule_Op<"tile", [ResultNames]> {
  let summary = "split two axes and put the inner parts inside";
  let description = [{
    `for i: for j`  becomes  `for i.o: for j.o: for i.i: for j.i`

    ```mlir
    %io, %jo, %ii, %ji = schedule.tile %C[%i, %j] by 8, 32
    ```
  }];
  let arguments = (ins Schedule_Stage:$stage, Schedule_Axis:$x, Schedule_Axis:$y,
    I64Attr:$x_factor, I64Attr:$y_factor);
  let results = (outs Schedule_Axis:$x_outer, Schedule_Axis:$y_outer, Schedule_Axis:$x_inner,
    Schedule_Axis:$y_inner);
  let assemblyFormat = "$stage `[` $x `,` $y `]` `by` $x_factor `,` $y_factor attr-dict";
}

def Schedule_LoopPartitionOp : Schedule_Op<"loop_partition"> {
  let summary = "cut an axis into ranges with loops of their own";
  let description = [{
    `for i in 0..64`  becomes  `for i in 0..4; for i in 4..60; for i in 60..64`

    Steps that come after it hold for each range. The axis is one that was not split
    or fused, of constant extent, of a stage that is computed at root.

    ```mlir
    schedule.loop_partition %C[%i] at [4, 60]
    ```
  }];
  let arguments = (ins Schedule_Stage:$stage, Schedule_Axis:$axis, DenseI64ArrayAttr:$cuts);
  let assemblyFormat = "$stage `[` $axis `]` `at` $cuts attr-dict";
}

def Schedule_SpecializeOp : Schedule_Op<"specialize"> {
  let summary = "give one extent of a dynamic axis loops of its own";
  let description = [{
    `for n in 0..N`  becomes  `if N == 64: for n in 0..64; else: for n in 0..N`

    ```mlir
    schedule.specialize %C[%n] to 64
    ```
  }];
  let arguments = (ins Schedule_Stage:$stage, Schedule_Axis:$axis, I64Attr:$extent);
  let assemblyFormat = "$stage `[` $axis `]` `to` $extent attr-dict";
}

def Schedule_DecomposeReductionOp : Schedule_Op<"decompose_reduction"> {
  let summary = "set the accumulators of a stage before an outer loop";
  let description = [{
    Accumulators are set to the combiner's identity before the loop over the axis,
    for all elements computed inside; without the step, before the outermost
    reduction loop.

    `for i: (init; for k)`  becomes  `init; for i: for k`

    ```mlir
    schedule.decompose_reduction %C at [%i]
    ```
  }];
  let arguments = (ins Schedule_Stage:$stage, Schedule_Axis:$axis);
  let assemblyFormat = "$stage `at` `[` $axis `]` attr-dict";
}

def Schedule_AnnotateOp : Schedule_Op<"annotate"> {
  let summary = "attach a key and a value to an axis";
  let description = [{
    The loops of the axis carry them in the attribute `schedule.notes`.

    `for i`  becomes  `for i {schedule.notes = {hint = "stream"}}`

    ```mlir
    schedule.annotate %C[%i] with "hint" = "stream"
    ```
  }];
  let arguments = (ins Schedule_Stage:$stage, Schedule_Axis:$axis, StrAttr:$key, StrAttr:$value);
  let assemblyFormat = "$stage `[` $axis `]` `with` $key `=` $value attr-dict";
}

def Schedule_UnannotateOp : Schedule_Op<"unannotate"> {
  let summary = "take a key away from an axis";
  let description = [{
    `for i {schedule.notes = {hint = "stream"}}`  becomes  `for i`

    ```mlir
    schedule.unannotate %C[%i] "hint"
    ```
  }];
  let arguments = (ins Schedule_Stage:$stage, Schedule_Axis:$axis, StrAttr:$key);
  let assemblyFormat = "$stage `[` $axis `]` $key attr-dict";
}

//===----------------------------------------------------------------------===//
// Storage
//===----------------------------------------------------------------------===//

def Schedule_SetScopeOp : Schedule_Op<"set_scope"> {
  let summary = "choose the memory scope of a stage";
  let description = [{
    `global`; or `shared` by the threads of a block or `local` to one, for a stage
    that is computed inside a loop. Its buffers carry the attribute `schedule.scope`,
    which targets without such memories ignore.

    `buffer P`  becomes  `buffer P {schedule.scope = "shared"}`

    ```mlir
    schedule.set_scope %P to "shared"
    ```
  }];
  let arguments = (ins Schedule_Stage:$stage, StrAttr:$scope);
  let assemblyFormat = "$stage `to` $scope attr-dict";
}

def Schedule_StorageAlignOp : Schedule_Op<"storage_align"> {
  let summary = "pad the rows of a stage's buffer";
  let description = [{
    The distance of rows becomes `offset` (default 0) modulo `factor` elements. The
    axis is the one before the innermost dimension.

    `buffer P[8][30]`  becomes  `buffer P[8][32]`, of which 30 columns are used

    ```mlir
    schedule.storage_align %P[%i] by 16 offset 1
    ```
  }];
  let arguments = (ins Schedule_Stage:$stage, Schedule_Axis:$axis, I64Attr:$factor,
    DefaultValuedAttr<I64Attr, "0">:$offset);
  let assemblyFormat = "$stage `[` $axis `]` `by` $factor (`offset` $offset^)? attr-dict";
}

def Schedule_DoubleBufferOp : Schedule_Op<"double_buffer"> {
  let summary = "compute the part of a stage that the next step needs ahead";
  let description = [{
    The stage is computed inside a sequential loop and gets two buffers: each step
    computes what the next one needs and uses what the one before computed.

    `for i: (P's part; use)`  becomes  `P's part 0; for i: (P's part i + 1; use part i); use`

    ```mlir
    schedule.double_buffer %P
    ```
  }];
  let arguments = (ins Schedule_Stage:$stage);
  let assemblyFormat = "$stage attr-dict";
}

//===----------------------------------------------------------------------===//
// Stages rewritten into others
//===----------------------------------------------------------------------===//

def Schedule_RFactorOp : Schedule_Op<"rfactor", [ResultNames]> {
  let summary = "compute partial results along a reduction axis";
  let description = [{
    A new stage `C.rf` computes one partial result for each value of the axis, which
    becomes its first spatial axis, named `k_i` for `k.i`; `C` combines them. Only
    splits of the reduction axis come before it.

    `C[i] = sum k: f`  becomes  `C.rf[k_i, i] = sum k_o: f; C[i] = sum k_i: C.rf[k_i, i]`

    ```mlir
    %ko, %ki = schedule.split %C[%k] by 8
    %C_rf = schedule.rfactor %C[%ki]
    ```
  }];
  let arguments = (ins Schedule_Stage:$stage, Schedule_Axis:$axis);
  let results = (outs Schedule_Stage:$partial);
  let assemblyFormat = "$stage `[` $axis `]` attr-dict";
}

def Schedule_PadAxisOp : Schedule_Op<"pad_axis"> {
  let summary = "compute more of an axis than there is, so that tiles are whole";
  let description = [{
    The axis is extended to the next multiple. Reads beyond the old extent give zeros,
    terms of a reduction there are the combiner's identity. A spatial axis is padded in
    stages that are no result of the kernel: use `cache_write` first.

    `P[i], i in 0..61`  becomes  `P[i], i in 0..64`

    ```mlir
    schedule.pad_axis %P[%i] to 8
    ```
  }];
  let arguments = (ins Schedule_Stage:$stage, Schedule_Axis:$axis, I64Attr:$multiple);
  let assemblyFormat = "$stage `[` $axis `]` `to` $multiple attr-dict";
}

#endif // DL_DIALECT_SCHEDULE_IR_SCHEDULESTEPOPS
