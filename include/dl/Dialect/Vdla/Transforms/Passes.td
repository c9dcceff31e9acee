//===-- Passes.td - passes on vdla -------------------------*- tablegen -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The passes that work on programs of the accelerator.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DIALECT_VDLA_TRANSFORMS_PASSES
#define DL_DIALECT_VDLA_TRANSFORMS_PASSES

include "mlir/Pass/PassBase.td"

def VerifyVdlaPass : Pass<"dl-verify-vdla"> {
  let summary = "prove that programs of the accelerator are right";
  let description = [{
    Stands at the end of the way to instructions, and wherever a program is to be checked, on any
    level. It changes nothing. Of each `vdla.program` it proves the machine's rules V1 to V12
    (docs/Vdla.md): it ends, leaves no token, stays inside of scratchpads and
    buffers, and has one result in whatever order the stages get on. An error stands at the
    instruction, with a note at the other one involved, and names the token that is missing.

    ```mlir
    vdla.isa.load inp(dram=@x, y=1, x=4, stride=4)
    vdla.isa.gemm mac(uop_count=1, iter_out=1, iter_in=4, src_in=1)
    // error: (V9) instruction 2 (gemm) reads inp[0], which instruction 1 (load) writes, and no token
    // orders them; push one from load to compute in or after instruction 1 (load) and pop it in or
    // before instruction 2 (gemm)
    ```

    Operations on tiles run one after the other, so of a program of tiles it proves what tokens
    have no part in: V1 to V5, V11, V12, and the only finish at the end. Tiles without a position
    count as where `vdla-allocate` would put them, so that V11 does not see what is left by a tile
    of the same place, where tiles have to share places.
  }];
  let options = [
    Option<"mostFindings", "most-findings", "unsigned", "16",
           "how many errors of a program are told">];
}

def EmbedProgramsPass : Pass<"vdla-embed-programs", "::mlir::ModuleOp"> {
  let summary = "make programs bytes of the model";
  let description = [{
    Each function with `vdla.program` is a kernel that is a program of the module. The pass encodes
    these programs for the module's machine into `dl.accelerator`, with the machine's text and
    number, and marks the kernels with their numbers, `dl.program`. The programs go.

    When: once all programs are instructions.
  }];
}

def DeclareIntrinsicsPass : Pass<"vdla-declare-intrinsics", "::mlir::ModuleOp"> {
  let summary = "declare the machine's gemm as an intrinsic of schedules";
  let description = [{
    In a module that describes a machine of batch 1, one step of a gemm becomes `schedule.intrinsic
    @vdla_gemm`, with the machine's extents, unless it is declared. `schedule.tensorize` and the
    rules of `schedule-default` use it; its implementation is what a CPU would run.

    ```mlir
    schedule.intrinsic @vdla_gemm computes {
    ^bb0(%a: tensor<16xi8>, %b: tensor<16x16xi8>):
      %0 = te.compute "gemm" axes(o = 16) reduce(i = 16) combine(add) : tensor<16xi32> { … }
      schedule.yield %0 : tensor<16xi32>
    } by { … }
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
                           "::dl::schedule::ScheduleDialect", "::dl::te::TeDialect"];
}

def AllocatePass : Pass<"vdla-allocate"> {
  let summary = "give tiles their places in scratchpads";
  let description = [{
    Begins the way down from tiles. Each `vdla.alloc` without a position gets one. If the tiles of a
    memory fit beside each other they lie apart, so that none waits for another; if not, a tile may
    lie where one was that is not used any more or not yet, from its first to its last use in the
    order of the program. Tiles that do not fit then are an error with what is needed at the same
    time.

    ```mlir
    %x = vdla.alloc : memref<4x1x16xi8, #vdla.mem<inp>>
    %z = vdla.alloc : memref<4x1x16xi8, #vdla.mem<inp>>
    // becomes
    %x = vdla.alloc at 0 : memref<4x1x16xi8, #vdla.mem<inp>>
    %z = vdla.alloc at 4 : memref<4x1x16xi8, #vdla.mem<inp>>
    ```
  }];
}

def TilesToTokensPass : Pass<"vdla-tiles-to-tokens"> {
  let summary = "make instructions of operations on tiles";
  let description = [{
    After `vdla-allocate`. Programs of tiles become programs of the token level, without tokens, in
    the same order: positions count from the start of scratchpads, and the micro-ops of all loops
    are one list, in which equal ones are once, with a buffer and a load at the start.
  }];
}

def InsertTokensPass : Pass<"vdla-insert-tokens"> {
  let summary = "order what touches the same data";
  let description = [{
    Works on programs of the token level that are right when their instructions run in the order
    in which they stand. Of two instructions of different stages that touch an element of a
    scratchpad or a byte of a buffer, one of them writing, the second one gets a token of the
    first; the finish gets one of the last instruction of each stage. Between load and store,
    which have no queue, tokens go by way of a nop of the compute stage, which stands before the
    one that waits. What is touched is known exactly, for each micro-op and iteration.

    Afterwards the program is right in every order that the tokens allow. There are more tokens
    than needed (`vdla-reduce-tokens`). Tokens that were there stay.

    ```mlir
    vdla.token.load inp(dram=@x, y=1, x=4, stride=4)
    vdla.token.gemm mac(uop_count=1, iter_out=1, iter_in=4, src_in=1)
    // becomes
    %0 = vdla.token.load inp(dram=@x, y=1, x=4, stride=4) : () -> !vdla.token<load, compute>
    vdla.token.gemm mac(uop_count=1, iter_out=1, iter_in=4, src_in=1) after(%0) : (!vdla.token<load, compute>) -> ()
    ```
  }];
  let statistics = [Statistic<"numTokens", "num-tokens", "tokens that were added">];
}

def ReduceTokensPass : Pass<"vdla-reduce-tokens"> {
  let summary = "leave out tokens that others make needless";
  let description = [{
    Drops each token whose instructions are in order without it: by the order of a stage, and by
    other tokens (transitive reduction; Aho, Garey and Ullman 1972). What comes before what stays
    the same, but for nops, of which only what they pass on counts; what goes by way of one may be
    ordered more than it needs. Afterwards no instruction takes or gives two tokens of a queue, and
    tokens of a queue are taken in the order in which they are given, as `vdla-tokens-to-isa` needs
    it. A nop without tokens goes.

    ```mlir
    %a = vdla.token.load inp(…) : () -> !vdla.token<load, compute>
    %b = vdla.token.load wgt(…) : () -> !vdla.token<load, compute>
    vdla.token.gemm mac(…) after(%a, %b) : …
    // becomes
    vdla.token.load inp(…)
    %b = vdla.token.load wgt(…) : () -> !vdla.token<load, compute>
    vdla.token.gemm mac(…) after(%b) : …
    ```
  }];
  let statistics = [Statistic<"numDropped", "num-dropped", "tokens that were left out">];
}

def TokensToIsaPass : Pass<"vdla-tokens-to-isa"> {
  let summary = "make bits of tokens";
  let description = [{
    Programs of the token level become programs of instructions, in the same order. A token is a
    push at the instruction that gives it and a pop at the one that takes it; where an instruction
    has several for one queue, nops before and behind it carry the others. Tokens of a queue that
    are taken in another order than given are an error, since queues keep the order;
    `vdla-reduce-tokens` leaves none.
  }];
}

#endif // DL_DIALECT_VDLA_TRANSFORMS_PASSES
