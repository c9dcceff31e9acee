//===-- Passes.td - passes that targets share --------------*- tablegen -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes from kernels of loops on tensors to functions on buffers of a planned memory:
// what is the same for every target that runs them.
//
//===----------------------------------------------------------------------===//
#ifndef DL_CODEGEN_PASSES
#define DL_CODEGEN_PASSES

include "mlir/Pass/PassBase.td"

def SplitSumsPass : Pass<"dl-split-sums", "::mlir::func::FuncOp"> {
  let summary = "add up long sums in parts";
  let description = [{
    A sum of n terms in f32, one behind the other, is off by up to n roundings, and stops
    growing at 2^24 times a term. A loop that adds more than 64 terms, or 256 products, to
    what it carries becomes two: the inner one adds up a block of 32 terms, or of 256
    products, from 0, the outer one the blocks, and is split again if these are many. Terms
    that are nested loops themselves are split where their own chains are that long. The order of a reduction is not specified, so any schedule is
    treated alike: static extents and open ones, with vectors or without.

    ```mlir
    %s = scf.for %k = %c0 to %c1024 step %c1 iter_args(%a = %init) -> (vector<8xf32>) {
      %t = vector.transfer_read %x[%k, %c0], %p : tensor<1024x8xf32>, vector<8xf32>
      %b = arith.addf %a, %t : vector<8xf32>
      scf.yield %b : vector<8xf32>
    }
    ```
    becomes
    ```mlir
    %s = scf.for %o = %c0 to %c1024 step %c32 iter_args(%a = %init) -> (vector<8xf32>) {
      %e = arith.addi %o, %c32 : index
      %p = scf.for %k = %o to %e step %c1 iter_args(%i = %zero) -> (vector<8xf32>) { … }
      %b = arith.addf %a, %p : vector<8xf32>
      scf.yield %b : vector<8xf32>
    }
    ```

    When: on tensors, after `dl-vectorize`, which makes accumulators what loops carry.
    Precondition: the scheduled level, vectorized or not. Postcondition: the same. A tile
    that stays in memory is split up to 4096 elements; what is not plainly added to, or
    joined by another combiner, is left alone.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
                           "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect"];
}

def ExternalizeConstantsPass : Pass<"dl-externalize-constants", "::mlir::ModuleOp"> {
  let summary = "turn the tensor constants of @main into slices of one weights argument";
  let description = [{
    Weights must not travel through LLVM IR: megabytes of constant data cost
    minutes and gigabytes there. Each tensor constant of `@main` becomes a
    read-only view of a new leading argument `%weights`, at an offset that is a
    multiple of 64 bytes; constants of equal bytes share one place.

    ```mlir
    func.func @main(%x: tensor<4xf32>, …) {
      %w = arith.constant dense<[…]> : tensor<16xf32>
    ```
    becomes
    ```mlir
    module attributes {dl.weights = [ {offset = 0 : i64, value = dense<[…]> : tensor<16xf32>} ],
                       dl.weights_size = 64 : i64}
    func.func @main(%weights: memref<64xi8> {dl.weights}, %x: tensor<4xf32>, …) {
      %m = memref.view %weights[%c0][] : memref<64xi8> to memref<16xf32>
      %w = bufferization.to_tensor %m restrict : memref<16xf32> to tensor<16xf32>
    ```

    When: on tensors, after everything that may still fold a constant.
    Precondition: a function `@main`; its constants have elements of whole bytes.
    Postcondition: no tensor constant is left in `@main`; the module's attributes
    `dl.weights` (offset and value of each distinct constant, by reference, not by
    copy) and `dl.weights_size` say what the weights argument has to hold.
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect",
                           "::mlir::bufferization::BufferizationDialect"];
  let statistics = [
    Statistic<"numShared", "num-shared", "constants that share another one's bytes">];
}

def RestoreDestinationsPass : Pass<"dl-restore-destinations", "::mlir::func::FuncOp"> {
  let summary = "write results of kernels into their destinations where folding undid that";
  let description = [{
    A kernel that copies its operand into its destination is, after folding, one
    that returns its operand. Where a kernel returns a value that is not its
    destination after some writes, this pass writes the value into the destination. The
    same for loops: the tile of a masked step that is all that a loop carries is yielded
    as it was cut, once its insertion is folded, and is written into what is carried.

    When: on tensors, last before bufferization.
    Postcondition: result k of a kernel is a version of its k-th destination.
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect"];
}

def RestoreStatesPass : Pass<"dl-restore-states", "::mlir::func::FuncOp"> {
  let summary = "make the next states of scans aside where folding undid that";
  let description = [{
    At the end of its step a scan copies what the step made over its states. A step that
    only copies one state to another is gone after folding, and two such copies would
    read what they overwrite. Where the copied value has no tensor of its own, or an empty
    one, which would be replaced by the state itself, this pass copies it aside first.

    When: on tensors, before eliminate-empty-tensors.
    Postcondition: what is copied over a state is a version of an allocation or a slice.
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect"];
}

def SplitEmptyTensorsPass : Pass<"dl-split-empty-tensors", "::mlir::func::FuncOp"> {
  let summary = "give each copy and call an empty tensor of its own";
  let description = [{
    CSE makes one of all `tensor.empty` of a type. What was written to it may still be read when
    `materialize_in_destination` writes to it again; that must be in its place, so bufferization
    would refuse it. Results of calls that got one place would be looked at together, each with
    all others, in time that grows with the cube of their number.

    When: on tensors, first of all passes of bufferization.
    Postcondition: a `tensor.empty` that is copied into, or that a call takes, has no other use.
  }];
  let dependentDialects = ["::mlir::tensor::TensorDialect"];
}

def SplitKernelsPass : Pass<"dl-split-kernels", "::mlir::ModuleOp"> {
  let summary = "put each kernel, and @main, into a module of its own";
  let description = [{
    Code is made of one kernel at a time, several at once, and is the same for the same kernel
    whatever model it is in. Each kernel (`te.kernel`, `dl.kernel` in the llvm dialect) moves into
    a nested module of its name, with what it refers to: other kernels as declarations, constants
    and other functions as copies. The rest stays together in a module `@main`, which has the
    attributes of the whole, but for the weights; so does a kernel that refers to what cannot be
    copied, as data that change. Modules of kernels have the machine, the level and the features
    of their target.

    When: on buffers, last of what looks at more than one function, or in the llvm dialect.
    Postcondition: the module holds nested modules alone.
  }];
  let dependentDialects = ["::mlir::func::FuncDialect"];
}

def BufferizePass : Pass<"dl-bufferize", "::mlir::ModuleOp"> {
  let summary = "turn tensors into buffers, in time linear in the loops";
  let description = [{
    Upstream's one-shot-bufferize across functions, with row-major buffers where functions
    meet, and one step between its two halves, the analysis and the rewriting: what each
    loop and branch yields gets its type of buffer written beside it. Upstream infers that
    type from what a loop starts from and what it yields, anew at each loop, which takes
    exponential time in loops that follow each other inside of loops: peeled tails of
    nested splits make such kernels.

    When: on tensors, after dl-restore-destinations.
    Postcondition: no tensors; a loop carries buffers with the layout that it starts from,
    or, where what it yields lies elsewhere, with any strides.
  }];
  let dependentDialects = ["::mlir::bufferization::BufferizationDialect",
                           "::mlir::memref::MemRefDialect"];
}

def DropDestinationResultsPass : Pass<"dl-drop-destination-results", "::mlir::ModuleOp"> {
  let summary = "drop results that are the destination buffers themselves";
  let description = [{
    After bufferization a function still returns the buffers that it was given to
    write. This pass checks that result k of each function with destinations is
    its k-th destination argument, drops the results, and lets callers go on with
    the buffer that they passed. Upstream's drop-equivalent-buffer-results does
    the same for private functions only, and `@main` is public.

    When: after one-shot bufferization and canonicalization.
    Precondition: each result of a function with arguments marked
    `te.destination` is that destination's buffer; anything else is an error.
    Postcondition: functions with destinations return nothing.
  }];
}

def HoistScratchPass : Pass<"dl-hoist-scratch", "::mlir::ModuleOp"> {
  let summary = "move the allocations of kernels to the stack or to a scratch argument";
  let description = [{
    A kernel allocates nothing. A small buffer becomes an alloca at the entry of
    its kernel, or of the body of the outermost parallel loop around it, so that
    each thread has its own. A bigger one becomes a slice of a new trailing
    argument `%scratch: memref<Sxi8>`; callers pass an allocation, which
    dl-plan-memory places in the arena. Inside a parallel loop a big buffer gets
    one slice for each of `max-threads` threads. So does a state of several vectors that
    a loop hands on: LLVM would take it apart on the stack.

    When: on memrefs, before dl-plan-memory and before parallel loops become omp.
    A buffer of dynamic shape becomes an argument of its own, which callers allocate
    at the size that their operands lead to.

    Precondition: allocations in parallel loops of kernels have static shapes.
    Postcondition: no memref.alloc in a kernel.
  }];
  let options = [
    Option<"maxStackBytes", "max-stack-bytes", "int64_t", "65536",
           "biggest buffer that goes to the stack">,
    Option<"maxFrameBytes", "max-frame-bytes", "int64_t", "262144",
           "most bytes of stack for one kernel">,
    Option<"maxThreads", "max-threads", "int64_t", "1",
           "threads that run the iterations of a parallel loop">];
  let dependentDialects = ["::mlir::memref::MemRefDialect", "::mlir::arith::ArithDialect",
                           "::mlir::func::FuncDialect"];
}

def PlacePartsPass : Pass<"dl-place-parts", "::mlir::ModuleOp"> {
  let summary = "make what is put together where it is put together";
  let description = [{
    The operands of a kernel with `te.parts`, which puts them one behind the other, become buffers
    within its destination: their kernels write them there, and the call goes. A part may be
    put together of others itself. The destination of a kernel with `te.part` becomes a buffer within
    its operand, and that call goes too.

    ```mlir
    %a = memref.alloc() : memref<1x4x16xf32>
    call @conv(%x, %a) : (memref<1x3x16xf32>, memref<1x4x16xf32>) -> ()
    %b = memref.alloc() : memref<1x2x16xf32>
    call @pool(%x, %b) : (memref<1x3x16xf32>, memref<1x2x16xf32>) -> ()
    %y = memref.alloc() : memref<1x6x16xf32>
    call @concat(%a, %b, %y) : (memref<1x4x16xf32>, memref<1x2x16xf32>, memref<1x6x16xf32>) -> ()
    ```
    becomes
    ```mlir
    %bytes = memref.alloc() : memref<384xi8>
    %a = memref.view %bytes[%c0][] : memref<384xi8> to memref<1x4x16xf32>
    call @conv(%x, %a) : (memref<1x3x16xf32>, memref<1x4x16xf32>) -> ()
    %b = memref.view %bytes[%c256][] : memref<384xi8> to memref<1x2x16xf32>
    call @pool(%x, %b) : (memref<1x3x16xf32>, memref<1x2x16xf32>) -> ()
    %y = memref.view %bytes[%c0][] : memref<384xi8> to memref<1x6x16xf32>
    ```

    All operands of a call are placed or none: each is an allocation of the same block that one
    kernel writes before the call and others only read, begins at a multiple of 64 bytes, and
    has no other place. So are operand and destination of a kernel that takes a part, of which this is an
    eighth at least. A remark tells why a call stays.

    When: on memrefs, before dl-plan-memory.
    Precondition: `te.parts` and `te.part` are true of the kernels that have them (te-mark-parts).
    Postcondition: kernels with `te.parts` or `te.part` that nobody calls are gone.
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect", "::mlir::arith::ArithDialect"];
  let statistics = [Statistic<"numPlaced", "num-placed", "calls that had only copied">];
}

def PlanMemoryPass : Pass<"dl-plan-memory", "::mlir::ModuleOp"> {
  let summary = "give every buffer of @main an offset in one arena";
  let description = [{
    Each `memref.alloc` of `@main` becomes a view of a new argument `%arena` (after
    `%weights`, where that exists). Two buffers may share bytes if no operation
    needs both: a buffer lives from the first to the last operation of `@main`
    that touches it or a view of it, a loop counting as one operation. Buffers are
    placed from the biggest to the smallest, each into the smallest gap that
    holds it among those that live at the same time (greedy by size, Pisarchyk and
    Lee 2020), at multiples of 64 bytes.

    Where buffers have sizes that follow from those of inputs, plans are made as if all
    sizes of inputs were 1, 64 and 4096. Of each plan the order is kept: which of the
    buffers that live at one time lie right below which. At the top of `@main` each
    offset is computed as the end of those below, rounded to 64 bytes, and the order
    whose arena is the smallest is taken. A function `@dl_sizes(symbols, sizes)` writes
    the arena's size, and the dims of results that are no symbols, for given symbols;
    what 64 bits do not hold is written as -2^63.

    When: on memrefs, after dl-hoist-scratch.
    Precondition: sizes of allocations in `@main` are constants or follow from sizes of
    its arguments, which `dl.dims` names; `@main` returns no buffer of its own.
    Postcondition: no memref.alloc or memref.dealloc in `@main`. The module's
    attribute `dl.arena_size` is the peak in bytes, 0 if it depends on inputs; a remark tells peak, total
    and the lower bound (the most bytes alive at one time). A copy that is left in
    `@main` is reported as a missed optimisation.
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect", "::mlir::arith::ArithDialect"];
  let statistics = [
    Statistic<"peak", "peak-bytes", "size of the arena">,
    Statistic<"total", "total-bytes", "sum of all buffers">,
    Statistic<"lowerBound", "lower-bound-bytes", "most bytes alive at one time">];
}

def LowerProgramCallsPass : Pass<"dl-lower-program-calls", "::mlir::ModuleOp"> {
  let summary = "call the run-time library for kernels that are programs of an accelerator";
  let description = [{
    A kernel that is marked with `dl.program` has no code for the CPU: its calls in `@main` become
    calls of `dlc_run_program` with the run's handle, the program's number, and address and bytes of
    each operand. Such kernels go. A program that fails ends no run at once; the run's status tells
    of the first.

    ```mlir
    func.call @conv(%x, %w, %y) : (memref<64xi8>, memref<256xi8>, memref<64xi8>) -> ()
    ```
    becomes
    ```mlir
    llvm.call @dlc_run_program(%run, %nodes, %number, %spans, %count) : …
    ```

    When: after dl-describe-model.
    Precondition: `@main` takes the run's handle first; operands are row-major.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::func::FuncDialect",
                           "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect"];
}

def DescribeModelPass : Pass<"dl-describe-model", "::mlir::ModuleOp"> {
  let summary = "record what a compiled model tells its users, and mark its kernel calls";
  let description = [{
    Writes the module attribute `dl.model`: names, dtypes and shapes of inputs and
    outputs, sizes of arena and weights, and for every kernel call of `@main` the
    kernel's name, the names of the model's nodes (from the call's location) and
    where its outputs lie. `@main` gets a leading argument, an opaque handle of
    the run, and each kernel call stands between two calls of the run-time
    library, which report it to whoever profiles or compares.

    When: on memrefs, after dl-plan-memory.
    Precondition: `@main` takes weights, arena, inputs, destinations.
    Postcondition: `@main` takes the run handle in front of them.
  }];
  let options = [
    Option<"maxThreads", "max-threads", "int64_t", "1",
           "threads that the compiled code may use">];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::func::FuncDialect",
                           "::mlir::arith::ArithDialect"];
}

def VerifyModelPass : Pass<"dl-verify-model", "::mlir::ModuleOp"> {
  let summary = "check the description of a model and the table of its weights";
  let description = [{
    `dl.model`, `dl.weights` and `dl.weights_size` are written by passes and read by others and by
    what writes the library. In a module that was read from text they may be anything: entries
    must have the kinds that readers expect, and weights stand one behind the other.

    When: on what was read, before anything is lowered.
  }];
}

def VerifyBufferizedPass : Pass<"dl-verify-bufferized", "::mlir::ModuleOp"> {
  let summary = "check that a module keeps the contract of the bufferized level";
  let description = [{
    (B1) the module says in `dl.model` what the run-time library must know;
    (B2) no operation has a tensor: values are scalars, vectors and buffers.

    When: after `dl-cpu-memory-pipeline`. The module is not changed.
  }];
}

def ApproximateMathPass : Pass<"dl-approximate-math", "::mlir::ModuleOp"> {
  let summary = "replace elementary functions by arithmetic";
  let description = [{
    exp, log, erf, tanh, sin, pow and their like on f32, f16 and bf16 become arithmetic
    that works on whole vectors, instead of one call of the C library for each element.
    Errors stay within 4 units of the last place over the whole range of arguments
    (docs/Functions.md); infinities, NaN, signed zeros and denormals are what C's functions
    make of them. Multiply-adds may be fused or not. sin, cos and tan reduce arguments
    beyond 2^17 in a branch that vectors take if any of their elements is one.
    On f64, log1p and expm1 become calls of libm; the others' lowerings are as exact.

    When: on scalars and vectors of any rank, before vectors are lowered.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::func::FuncDialect",
                           "::mlir::LLVM::LLVMDialect", "::mlir::math::MathDialect",
                           "::mlir::scf::SCFDialect", "::mlir::vector::VectorDialect"];
}

#endif // DL_CODEGEN_PASSES
