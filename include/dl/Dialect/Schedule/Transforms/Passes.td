//===-- Passes.td - passes of the schedule dialect ---------*- tablegen -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// schedule-default writes sequences, schedule-decide and schedule-sample decide what is open,
// schedule-print-loops shows the loops that they describe.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DIALECT_SCHEDULE_TRANSFORMS_PASSES
#define DL_DIALECT_SCHEDULE_TRANSFORMS_PASSES

include "mlir/Pass/PassBase.td"

def ScheduleDefaultPass : Pass<"schedule-default", "::mlir::ModuleOp"> {
  let summary = "write a schedule for each kernel that has none";
  let description = [{
    For every `te.kernel` without the attribute `schedule.sequence`, writes a
    named sequence of schedule primitives into the module and names it in the
    attribute. The decisions come from rules and from the module's description of the
    machine (`dlti.target_system_spec`, see `dl-set-target`):

    - elementwise stages are inlined into their readers;
    - the last stage is tiled for registers: its innermost contiguous axis is
      vectorized, another one unrolled so that the accumulators of a contraction
      fill about half of the vector registers;
    - a contraction is computed at the loop around its consumer's register tile,
      its weights are read in blocks of the vectorized axis, which callers
      prepare ahead;
    - reductions over rows (softmax, normalisation) are computed row by row;
    - padding is computed at root, with its interior copied without tests;
    - threads share the outermost spatial axes: rows where these are more bytes than
      what all rows read, else the vectors of results.

    The sequence is ordinary IR: print it, change it, and give it back. A remark for each
    kernel tells how many steps it got and what was chosen.
    Precondition: the te level. Postcondition: `schedule-apply` accepts it.
  }];
  let options = [
    Option<"vectorize", "vectorize", "bool", "true", "vectorize and unroll the register tile">,
    Option<"parallel", "parallel", "bool", "true", "mark outer axes parallel">,
    Option<"threads", "threads", "int64_t", "0",
           "the most threads that share a parallel loop; 0: any number">,
    Option<"wide", "wide", "bool", "false",
           "offer the choices too that are for searches which measure: blocks of loops, orders">,
    Option<"contexts", "contexts", "int64_t", "2",
           "the most virtual threads that take turns, of a machine that has such">,
    Option<"candidates", "candidates", "int64_t", "1",
           "schedules of a kernel among which the estimate chooses; 1: what the rules choose">,
    Option<"gain", "gain", "double", "1.25",
           "how often faster than the rules' schedule another one must seem to be taken">,
    Option<"choices", "choices", "::dl::schedule::WrittenChoices",
      "::dl::schedule::WrittenChoices::None",
      "the attribute `schedule.choices` of the sequences", [{::llvm::cl::values(
        clEnumValN(::dl::schedule::WrittenChoices::None, "none", "absent"),
        clEnumValN(::dl::schedule::WrittenChoices::Decided, "decided", "what the rules chose"),
        clEnumValN(::dl::schedule::WrittenChoices::Open, "open", "what can be chosen")
      )}]>,
  ];
  let dependentDialects = ["::mlir::transform::TransformDialect",
    "::dl::schedule::ScheduleDialect"];
}

def ScheduleDecidePass : Pass<"schedule-decide", "::mlir::ModuleOp"> {
  let summary = "make schedules again from their choices";
  let description = [{
    Writes the sequence of each kernel whose sequence has the attribute `schedule.choices`
    once more: by the rules of `schedule-default`, which take what is decided there and leave
    what is open to chance. Rules come to other choices where earlier ones go another way;
    those are open too. The new sequence has all its choices, decided.

    ```
    #schedule.choice<"C j tile" of [16, 32, 64]>
    -->
    #schedule.choice<"C j tile" of [16, 32, 64] is 32>
    ```

    `schedule-default=choices=open` writes the space of schedules that this pass draws from:
    any decisions give a legal schedule. `choices=decided` writes one point of it, which comes
    out as it went in. Of yes and no, 1 is yes; of tails, 0 is `peel`, 1 `guard`, 2 `shift` and
    3 `mask`.

    When: between `schedule-default` and `schedule-apply`. Precondition: the te level.
    Postcondition: the same; `schedule-apply` accepts the sequences.
  }];
  let options = [
    Option<"seed", "seed", "uint64_t", "0", "start of the random numbers">,
    Option<"vectorize", "vectorize", "bool", "true", "vectorize and unroll the register tile">,
    Option<"parallel", "parallel", "bool", "true", "mark outer axes parallel">,
    Option<"wide", "wide", "bool", "false",
           "offer the choices too that are for searches which measure: blocks of loops, orders">,
  ];
  let dependentDialects = ["::mlir::transform::TransformDialect",
    "::dl::schedule::ScheduleDialect"];
}

def ScheduleSamplePass : Pass<"schedule-sample", "::mlir::ModuleOp"> {
  let summary = "decide at random what schedules leave open";
  let description = [{
    Gives each `schedule.sample_tile` and `schedule.sample_categorical` that a kernel's
    sequence runs and that has no decision a random one: factors of the axis' extent,
    a candidate by its probability. A draw that a step refuses is drawn again. What has a
    decision keeps it.

    ```
    %f:2 = schedule.sample_tile %C[%i] max 16
    -->
    %f:2 = schedule.sample_tile %C[%i] max 16 decision [8, 8]
    ```

    The sequence is then a trace: it replays to the same loops, byte for byte. The same
    seed makes the same decisions everywhere.

    When: before `schedule-apply`. Precondition: the te level. Postcondition: the same;
    choices that no kernel reached stay open.
  }];
  let options = [
    Option<"seed", "seed", "uint64_t", "0", "start of the random numbers">,
    Option<"tries", "tries", "int64_t", "100", "draws for each kernel before giving up">,
  ];
  let dependentDialects = ["::mlir::transform::TransformDialect",
    "::dl::schedule::ScheduleDialect"];
}

def ScheduleLoadIntrinsicsPass : Pass<"schedule-load-intrinsics", "::mlir::ModuleOp"> {
  let summary = "merge files of intrinsics into the module";
  let description = [{
    Takes over each `schedule.intrinsic` of the given MLIR files that the module does
    not declare itself, so that `schedule.tensorize` finds it. The project's own files
    are in `share/dl/intrinsics`.

    When: before `schedule-apply`, which erases them.
  }];
  let options = [
    ListOption<"files", "files", "std::string", "MLIR files of schedule.intrinsic">,
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect",
    "::mlir::vector::VectorDialect", "::dl::schedule::ScheduleDialect"];
}

def ScheduleExerciseIntrinsicsPass : Pass<"schedule-exercise-intrinsics", "::mlir::ModuleOp"> {
  let summary = "make a program that runs each intrinsic of the module";
  let description = [{
    Puts a program in the place of all but the intrinsics: for each of them a kernel of
    its formula on two tiles, and where it reduces on two that add up, tensorized with
    it; `@main` calls each twice, on constants. Compiled, they run the implementations;
    interpreted, the formulas. `dl-run` compares the two:

    ```
    dl-opt mine.mlir --schedule-exercise-intrinsics -o check.mlir
    dl-run check.mlir --compare=reference --tolerance=0
    ```

    Constants of integers have any bits, those of floats are whole numbers from -8 to
    8, so that sums and products are exact in any order.

    When: while an intrinsic is written.
  }];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
    "::mlir::transform::TransformDialect", "::dl::schedule::ScheduleDialect",
    "::dl::te::TeDialect"];
}

def SchedulePrintLoopsPass : Pass<"schedule-print-loops"> {
  let summary = "print the loops that schedules describe";
  let description = [{
    For every kernel, prints to standard error the loop nest that `schedule-apply`
    would make: axes by name with extents and annotations, each stage at the axis it
    is computed at, with the buffer it takes there and how many times its elements
    are computed in all.

    ```
    kernel @matmul_relu, scheduled by @schedules::@matmul_relu:
      D: at root, 61x40xf32, 9760 bytes, a result
        for i.o in 0..8, the last of 5 in place of 8, peeled
          for j.o in 0..2, the last of 8 in place of 32, peeled
            C: at axis j.o of stage "D", 8x32xf32 of 61x40xf32, 1024 bytes, computed 1.00 times
              C = identity of add
              for k in 0..63 reduction
                for i in 0..8 unroll
                  for j in 0..32 vectorize
                    C[i, j] = add(C[i, j], f(arg0[i, k], arg1[k, j]))
            ...
    ```

    A line tells all steps of its loops: tails, also in the tails of loops outside
    (`; of 29: 0..4, the last of 5 in place of 8, peeled`), ranges that `loop_partition`
    cuts, versions, notes, the intrinsic; that of a stage its scope, a second buffer and
    the distance of rows. Cuts that come by themselves where the guard of a read changes
    are not shown.

    Loops that schedules do not change are `sequential`: those over the updates of a
    `te.scatter`, and over the steps of a `te.scan`, with the stages of a step inside, the
    states it carries and what it stacks.

    ```
      sum: at root, scan
        sum.state0: 3x10xf32, 120 bytes, at first start
        sum.stack0: 3x6x10xf32, 720 bytes
        for t in 0..6 sequential
          next: at axis t of stage "sum", 3x10xf32, 120 bytes, a result
            ...
          sum.state0 = next
          sum.stack0[:, t, :] = next
    ```

    A kernel of a module whose stages have no steps yet and that names a sequence is
    printed with the sequence run on a copy; where a step of it is refused, up to
    that step. Other kernels are printed as their trees stand, so a sequence can
    look at itself half-way:

    ```mlir
    %1 = transform.apply_registered_pass "schedule-print-loops" to %kernel
       : (!transform.any_op) -> !transform.any_op
    ```

    When: at the te level, before `schedule-apply`. The module is not changed.
  }];
  let dependentDialects = ["::mlir::transform::TransformDialect",
    "::dl::schedule::ScheduleDialect"];
}

def ScheduleEstimatePass : Pass<"schedule-estimate", "::mlir::ModuleOp"> {
  let summary = "tell what the loops that schedules describe would take";
  let description = [{
    For every kernel, a remark with the time that its loops take: that of the instructions alone,
    the bytes that each cache fetches and how long that takes, and which of these bounds it. Made
    from the plan of the loops, before any loop is made. The machine is the module's
    (`dlti.target_system_spec`, see `dl-set-target`); what it does not tell is that of a common
    core of x86-64.

    ```
    remark: matmul: about 1.14 ms, bound by compute: 33.6 million operations in 4.8 million
    instructions, 1.14 ms; L1 25.3 MB in 0.21 ms, L2 4.2 MB in 0.07 ms, L3 0.0 MB in 0.00 ms
    ```

    A kernel whose trees are not legal, or have no plan, is told of so. Sequences that have not
    been applied run on a copy.

    When: at the te level, before `schedule-apply`. The module is not changed.
  }];
  let options = [
    Option<"threads", "threads", "int64_t", "1", "threads that kernels run on">,
    Option<"repeated", "repeated", "bool", "false",
           "kernels run again and again: caches keep what the last run left there">,
  ];
  let dependentDialects = ["::mlir::transform::TransformDialect",
    "::dl::schedule::ScheduleDialect"];
}

def ScheduleRandomPass : Pass<"schedule-random", "::mlir::ModuleOp"> {
  let summary = "schedule each kernel at random";
  let description = [{
    Gives every kernel without a schedule random legal steps: stages inlined, computed inside of
    a reader or at root; axes split, ordered, vectorized, unrolled, made parallel. The same seed
    makes the same steps everywhere. A base line for searches, and inputs for tests.

    When: in place of `schedule-default`. Precondition: the te level. Postcondition: the same,
    the stages with trees.
  }];
  let options = [
    Option<"seed", "seed", "uint64_t", "0", "start of the random numbers">,
  ];
  let dependentDialects = ["::dl::schedule::ScheduleDialect"];
}

def VerifyScheduledPass : Pass<"dl-verify-scheduled", "::mlir::ModuleOp"> {
  let summary = "check that a module keeps the contract of the scheduled level";
  let description = [{
    Kernels of the scheduled level
    (L1) have no schedule left to apply;
    (L2) hold loops, linalg and vector operations on tensors and scalar code,
         nothing of te;
    (L3) run each linalg operation over constant ranges: tails were peeled;
    (L4) return what was written into their destinations, in order.

    Precondition: none. The module is not changed.
  }];
}

#endif // DL_DIALECT_SCHEDULE_TRANSFORMS_PASSES
