//===-- ScheduleOps.td - schedule operations -*- tablegen -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operations of `schedule`: handles, steps on one stage's axes, placement,
// steps that add stages or change layouts, and choices.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DIALECT_SCHEDULE_IR_SCHEDULEOPS
#define DL_DIALECT_SCHEDULE_IR_SCHEDULEOPS

include "dl/Dialect/Schedule/IR/ScheduleOpBase.td"
include "dl/Dialect/Schedule/IR/ScheduleStepOps.td"

//===----------------------------------------------------------------------===//
// Handles
//===----------------------------------------------------------------------===//

def Schedule_StageOp : Schedule_Query<"stage", [ResultNames]> {
  let summary = "the stages of a name";
  let description = [{
    All `te.compute` of this stage name in the payload of `target`; none is a
    silenceable failure.

    ```mlir
    %C = schedule.stage %kernel["C"] : !transform.any_op
    ```
  }];
  let arguments = (ins TransformHandleTypeInterface:$target, StrAttr:$name);
  let results = (outs Schedule_Stage:$stage);
  let assemblyFormat = "$target `[` $name `]` attr-dict `:` type($target)";
}

def Schedule_AxesOp : Schedule_Query<"axes", [ResultNames]> {
  let summary = "all axes of a stage in their present order";
  let description = [{
    ```mlir
    %i, %j, %k = schedule.axes %C : !schedule.axis, !schedule.axis, !schedule.axis
    ```
  }];
  let arguments = (ins Schedule_Stage:$stage);
  let results = (outs Variadic<Schedule_Axis>:$axes);
  let assemblyFormat = "$stage attr-dict `:` type($axes)";
}

def Schedule_AxisOp : Schedule_Query<"axis", [ResultNames]> {
  let summary = "an axis of a stage by name";
  let description = [{
    Parts of axis `i` made by split are `i.o` and `i.i`, the axis made by fuse
    of `i` and `j` is `i*j`.

    ```mlir
    %io = schedule.axis %C["i.o"]
    ```
  }];
  let arguments = (ins Schedule_Stage:$stage, StrAttr:$name);
  let results = (outs Schedule_Axis:$axis);
  let assemblyFormat = "$stage `[` $name `]` attr-dict";
}

//===----------------------------------------------------------------------===//
// Steps on the axes of one stage
//===----------------------------------------------------------------------===//

def Schedule_Tail : I32EnumAttr<"Tail", "what happens to iterations that a split leaves over", [
    I32EnumAttrCase<"Peel", 0, "peel">,
    I32EnumAttrCase<"Guard", 1, "guard">,
    I32EnumAttrCase<"Shift", 2, "shift">,
    I32EnumAttrCase<"Mask", 3, "mask">]> {
  let cppNamespace = "::dl::schedule";
}

def Schedule_SplitOp : Schedule_Op<"split", [ResultNames]> {
  let summary = "split an axis into an outer and inner ones";
  let description = [{
    `by` gives the extent of the inner axis, a constant or a parameter, or those
    of several inner axes, outermost first; `nparts` gives the extent of the outer
    axis instead. A fused axis can be split where each step is a box of what it was
    fused from.

    `for i in 0..61`  becomes  `for i.o in 0..8: for i.i in 0..8`

    Iterations left over are computed in smaller steps (`peel`, the default), behind
    a test in the same loop (`guard`), by a last step that starts earlier and
    computes some elements a second time (`shift`), or by a last step whose reads and
    writes are masked (`mask`), also where the extent is known only at run time. It is
    as long as the others, and the last iteration of their loop; where the step is a
    vector and holds no loop, it stands behind the loop and is as short as a power of
    two can be. Masks are for steps that are in the register tile: inside of the step
    there is no loop over the axis, and no stage is computed there.

    `j by 8` of 0..61, `j.i` vectorized, `peel`:
    `for j.o in 0..7: C[8 * j.o .. + 8]`, `C[56 .. 60]`, `C[60]`; `mask`:
    `for j.o in 0..7: C[8 * j.o .. + 8]`, `C[56 .. 61]` as a masked vector of 8

    ```mlir
    %io, %ii = schedule.split %C[%i] by 8
    %jo, %ji = schedule.split %C[%j] by param %f : !transform.param<i64>
    %ko, %ki = schedule.split %C[%k] by 7 tail guard
    %xo, %xi = schedule.split %C[%x] by 16 tail mask
    %a, %b, %c = schedule.split %D[%i] by [4, 8]
    %p, %q = schedule.split %D[%j] nparts 2
    ```
  }];
  let arguments = (ins Schedule_Stage:$stage, Schedule_Axis:$axis,
    Optional<TransformParamTypeInterface>:$dynamic_factor, OptionalAttr<I64Attr>:$factor,
    OptionalAttr<I64Attr>:$nparts, OptionalAttr<DenseI64ArrayAttr>:$factors,
    DefaultValuedAttr<Schedule_Tail, "::dl::schedule::Tail::Peel">:$tail);
  let results = (outs Variadic<Schedule_Axis>:$parts);
  let assemblyFormat = [{
    $stage `[` $axis `]`
    custom<SplitSteps>($dynamic_factor, type($dynamic_factor), $factor, $nparts, $factors,
                       type($parts)) (`tail` $tail^)? attr-dict
  }];
  let extraClassDeclaration = [{
    ::mlir::Value getOuter() { return getParts().front(); }
    ::mlir::Value getInner() { return getParts().back(); }
  }];
  let hasVerifier = 1;
}

def Schedule_FuseOp : Schedule_Op<"fuse", [ResultNames]> {
  let summary = "make two adjacent axes one";
  let description = [{
    Both are spatial or both reduction axes.

    `for i in 0..64: for j in 0..60`  becomes  `for i*j in 0..3840`

    ```mlir
    %f = schedule.fuse %C[%i, %j]
    ```
  }];
  let arguments = (ins Schedule_Stage:$stage, Schedule_Axis:$outer, Schedule_Axis:$inner);
  let results = (outs Schedule_Axis:$fused);
  let assemblyFormat = "$stage `[` $outer `,` $inner `]` attr-dict";
}

def Schedule_ReorderOp : Schedule_Op<"reorder"> {
  let summary = "put axes into another order";
  let description = [{
    The axes given take, in this order, the places that they hold now.

    `for i: for j: for k`  becomes  `for k: for j: for i`

    ```mlir
    schedule.reorder %C[%k, %i]
    ```
  }];
  let arguments = (ins Schedule_Stage:$stage, Variadic<Schedule_Axis>:$axes);
  let assemblyFormat = "$stage `[` $axes `]` attr-dict";
}

class Schedule_AxisMarkOp<string mnemonic> : Schedule_Op<mnemonic> {
  let arguments = (ins Schedule_Stage:$stage, Schedule_Axis:$axis);
  let assemblyFormat = "$stage `[` $axis `]` attr-dict";
}

def Schedule_VectorizeOp : Schedule_AxisMarkOp<"vectorize"> {
  let summary = "make an axis part of the register tile, as vector lanes";
  let description = [{
    Register axes are the innermost ones: annotate from the inside outwards.

    `for j.o: for j.i in 0..8: C[8 * j.o + j.i]`  becomes  `for j.o: C[8 * j.o .. + 8]`

    ```mlir
    schedule.vectorize %C[%ji]
    ```
  }];
}

def Schedule_UnrollOp : Schedule_AxisMarkOp<"unroll"> {
  let summary = "make an axis part of the register tile, as straight-line code";
  let description = [{
    Register axes are the innermost ones: annotate from the inside outwards.

    `for i.o: for i.i in 0..2: C[2 * i.o + i.i]`  becomes
    `for i.o: C[2 * i.o]; C[2 * i.o + 1]`

    ```mlir
    schedule.unroll %C[%ii]
    ```
  }];
}

def Schedule_ParallelOp : Schedule_AxisMarkOp<"parallel"> {
  let summary = "share the iterations of an axis among threads";
  let description = [{
    Parallel axes are the outermost ones: annotate from the outside inwards.

    `for i.o: for i.i`  becomes  `parallel for i.o: for i.i`

    ```mlir
    schedule.parallel %C[%io]
    ```
  }];
}

//===----------------------------------------------------------------------===//
// Placement
//===----------------------------------------------------------------------===//

def Schedule_ComputeAtOp : Schedule_Op<"compute_at"> {
  let summary = "compute a stage inside a loop of a consumer";
  let description = [{
    Each step of the consumer's axis first computes the part of the stage that
    the readers inside it need: the hull of what they read. A stage can be computed
    in one that is computed in another, to any depth. Where reads are under a condition,
    as at the border of a padded convolution, the part is moved to be inside of the stage.

    `for C; for j: for i: D`  becomes  `for j: (for C's part; for i: D)`

    ```mlir
    schedule.compute_at %C at %D[%jo]
    ```
  }];
  let arguments = (ins Schedule_Stage:$stage, Schedule_Stage:$consumer, Schedule_Axis:$axis);
  let assemblyFormat = "$stage `at` $consumer `[` $axis `]` attr-dict";
}

def Schedule_ReverseComputeAtOp : Schedule_Op<"reverse_compute_at"> {
  let summary = "compute a stage inside a loop of its producer";
  let description = [{
    The outer loops of the producer, up to the axis, move to the stage with their
    splits and threads, and the producer is computed at the innermost of them. The
    stage reads the producer element by element and has not been scheduled yet.

    `for i.o: for i.i: C; for i: D`  becomes  `for i.o: (for i.i: C; for i.i: D)`

    ```mlir
    schedule.reverse_compute_at %D at %C[%io]
    ```
  }];
  let arguments = (ins Schedule_Stage:$stage, Schedule_Stage:$producer, Schedule_Axis:$axis);
  let assemblyFormat = "$stage `at` $producer `[` $axis `]` attr-dict";
}

def Schedule_ComputeInlineOp : Schedule_Op<"compute_inline"> {
  let summary = "compute a stage where it is read";
  let description = [{
    The stage has no loops and no buffer: its formula takes the place of each read.

    `for i: P[i] = f(i); for i: D[i] = g(P[i])`  becomes  `for i: D[i] = g(f(i))`

    ```mlir
    schedule.compute_inline %pad
    ```
  }];
  let arguments = (ins Schedule_Stage:$stage);
  let assemblyFormat = "$stage attr-dict";
}

def Schedule_ComputeRootOp : Schedule_Op<"compute_root"> {
  let summary = "compute a stage whole, before its readers";
  let description = [{
    Takes back `compute_at` and `compute_inline`; the other steps of the stage stay.

    `for j: (for i: P's part; for i: D)`  becomes  `for i: P; for j: for i: D`

    ```mlir
    schedule.compute_root %pad
    ```
  }];
  let arguments = (ins Schedule_Stage:$stage);
  let assemblyFormat = "$stage attr-dict";
}

//===----------------------------------------------------------------------===//
// Steps that add stages or change layouts
//===----------------------------------------------------------------------===//

def Schedule_CacheReadOp : Schedule_ReadsOp<"cache_read", [ResultNames]> {
  let summary = "read a copy of an operand or of a stage";
  let description = [{
    Adds a stage that copies what `stage` reads, an operand of the kernel or
    another stage `P`, and makes `stage` read the copy. The copy is called
    `P.cache` (`arg0.cache` for operand 0); computed at an axis of `stage` it
    holds the part that one step needs.

    `for i: C[i] = f(P[i])`  becomes  `for i: P.cache[i] = P[i]; for i: C[i] = f(P.cache[i])`

    ```mlir
    %A_cache = schedule.cache_read %C reads operand 0
    %P_cache = schedule.cache_read %C reads %P
    ```
  }];
  let arguments = (ins Schedule_Stage:$stage, Optional<Schedule_Stage>:$producer,
    OptionalAttr<I64Attr>:$operand);
  let results = (outs Schedule_Stage:$cache);
  let assemblyFormat = "$stage `reads` (`operand` $operand^) : ($producer)? attr-dict";
}

def Schedule_CacheWriteOp : Schedule_Op<"cache_write", [ResultNames]> {
  let summary = "compute a stage in a buffer of its own and copy it out";
  let description = [{
    Moves the formula of stage `C` to a new stage `C.cache`; `C` becomes a copy
    of it. The new stage computed at an axis of `C` accumulates in a private
    tile. Comes before every other step on `C`.

    `for i: C[i] = f(i)`  becomes  `for i: C.cache[i] = f(i); for i: C[i] = C.cache[i]`

    ```mlir
    %C_cache = schedule.cache_write %C
    ```
  }];
  let arguments = (ins Schedule_Stage:$stage);
  let results = (outs Schedule_Stage:$cache);
  let assemblyFormat = "$stage attr-dict";
}

def Schedule_TransformLayoutOp : Schedule_ReadsOp<"transform_layout"> {
  let summary = "store what a stage reads in another layout";
  let description = [{
    The map gives, for each element of what `stage` reads, its place in the new
    layout: each result is a dimension, or a digit of one (`floordiv`, `mod`).
    All reads in the kernel follow.

    A stage that is read computes its elements in the new layout; it must not
    have been scheduled yet, and each block must divide its extent. An operand
    must be marked `te.layout_free`: its type becomes the packed one, padded
    with zeros where a block does not divide, and the argument attribute
    `schedule.prepack` names a new kernel that packs it, for the callers.

    `for o in 0..64: for i: C[o, i] = f(W[o, i])`, blocks of 32, becomes
    `for o in 0..64: for i: C[o, i] = f(W[o / 32, i, o % 32])`

    ```mlir
    schedule.transform_layout %C reads operand 1 by
        affine_map<(o, i, h, w) -> (o floordiv 32, i, h, w, o mod 32)>
    ```
  }];
  let arguments = (ins Schedule_Stage:$stage, Optional<Schedule_Stage>:$producer,
    OptionalAttr<I64Attr>:$operand, AffineMapAttr:$map);
  let assemblyFormat = "$stage `reads` (`operand` $operand^) : ($producer)? `by` $map attr-dict";
}

//===----------------------------------------------------------------------===//
// Choices
//===----------------------------------------------------------------------===//

def Schedule_SampleTileOp : Schedule_Query<"sample_tile"> {
  let summary = "choose factors whose product is an axis' extent";
  let description = [{
    One factor for each result, outermost first; the innermost is at most `max`.
    A sequence whose choices have decisions replays exactly; without a decision
    the op is a silenceable failure, and the sequence is a search space.

    ```mlir
    %f:3 = schedule.sample_tile %C[%i] max 64 decision [4, 2, 8]
         : !transform.param<i64>, !transform.param<i64>, !transform.param<i64>
    ```
  }];
  let arguments = (ins Schedule_Stage:$stage, Schedule_Axis:$axis,
    OptionalAttr<I64Attr>:$max_innermost, OptionalAttr<DenseI64ArrayAttr>:$decision);
  let results = (outs Variadic<TransformParamTypeInterface>:$factors);
  let assemblyFormat = [{
    $stage `[` $axis `]` (`max` $max_innermost^)? (`decision` $decision^)? attr-dict
    `:` type($factors)
  }];
  let hasVerifier = 1;
}

def Schedule_SampleCategoricalOp : Schedule_Query<"sample_categorical"> {
  let summary = "choose one of several numbers";
  let description = [{
    The decision is an index into the candidates. Probabilities are a search's
    prior; without them all candidates are alike.

    ```mlir
    %u = schedule.sample_categorical [16, 64, 512] probabilities [0.5, 0.25, 0.25] decision 1
       : !transform.param<i64>
    ```
  }];
  let arguments = (ins DenseI64ArrayAttr:$candidates, OptionalAttr<DenseF64ArrayAttr>:$probabilities,
    OptionalAttr<I64Attr>:$decision);
  let results = (outs TransformParamTypeInterface:$choice);
  let assemblyFormat = [{
    $candidates (`probabilities` $probabilities^)? (`decision` $decision^)? attr-dict
    `:` type($choice)
  }];
  let hasVerifier = 1;
}

include "dl/Dialect/Schedule/IR/BindOps.td"
include "dl/Dialect/Schedule/IR/IntrinsicOps.td"

#endif // DL_DIALECT_SCHEDULE_IR_SCHEDULEOPS
