//===-- Passes.td - passes of the CPU target --------------*- tablegen -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes that take a module from the scheduled level to the llvm dialect.
// Pipeline.cpp puts them in order.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TARGET_CPU_PASSES
#define DL_TARGET_CPU_PASSES

include "mlir/Pass/PassBase.td"

def SetTargetPass : Pass<"dl-set-target", "::mlir::ModuleOp"> {
  let summary = "describe the machine that kernels are to run on";
  let description = [{
    Gives the module the attribute `dlti.target_system_spec`, of which the first device is
    the machine: vector registers, rates of a core, caches, memory scopes with their
    sizes, what a launch can have. All that asks for a machine's numbers reads them there;
    without it they are those of a generic machine. The record is that of a CPU known to
    LLVM, with rates from its scheduling model and, of this machine, caches as the kernel
    tells them; or the attribute of another module:

    ```mlir
    module attributes {dlti.target_system_spec = #dlti.target_system_spec<
      "npu" = #dlti.target_device_spec<
        "name" = "example", "vector_register_bytes" = 32, "vector_registers" = 16,
        "scopes" = #dlti.map<"global" = #dlti.map<"shared_by" = "kernel">,
                             "scratch" = #dlti.map<"shared_by" = "kernel",
                                                   "bytes" = 32768>>>>} {}
    ```

    Entries that are left out are those of the generic machine; entries of other names are
    left to others.

    When: first. A description that the module has is replaced.
  }];
  let options = [
    Option<"triple", "triple", "std::string", "\"\"",
           "the target whose CPU it is, as aarch64-linux-gnu; default: this machine's">,
    Option<"name", "cpu", "std::string", "\"\"",
           "a CPU in LLVM's spelling; default: this machine's, of another target 'generic'">,
    Option<"record", "record", "std::string", "\"\"",
           "MLIR file with a module that describes the machine, instead of a CPU">,
  ];
  let dependentDialects = ["::mlir::DLTIDialect"];
}

def VectorizePass : Pass<"dl-vectorize", "::mlir::func::FuncOp"> {
  let summary = "turn register tiles into vector code";
  let description = [{
    Each linalg operation marked `schedule.vectorize` becomes vector operations of
    its tile's shape; products that are summed become `vector.contract`. Reads and
    writes go straight to the tensors that slices were taken from, and what a loop
    accumulates becomes a vector that the loop carries.

    When: on tensors, before anything that canonicalizes: a copy must still be a
    linalg operation here, to become vector reads and writes.
    Precondition: the scheduled level. Postcondition: no `schedule.vectorize`; a
    tile that could not be vectorized stays linalg, with a remark.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
                           "::mlir::tensor::TensorDialect", "::mlir::ub::UBDialect",
                           "::mlir::vector::VectorDialect"];
}

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
    one slice for each of `max-threads` threads.

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

def AvoidLibraryNamesPass : Pass<"dl-avoid-library-names", "::mlir::ModuleOp"> {
  let summary = "rename functions that the C library has a function of the same name of";
  let description = [{
    Kernels are named after operators, and some of these have the names of functions
    of libm (`pow`, `floor`). Calls of libm that LLVM makes of math operations would
    then reach the kernel. Such a function gets the suffix `_kernel`.

    When: before math operations become calls.
    Postcondition: no function with a body has the name of a library function.
  }];
  let dependentDialects = ["::mlir::func::FuncDialect"];
}

def LowerCopiesPass : Pass<"dl-lower-copies", "::mlir::func::FuncOp"> {
  let summary = "turn copies between buffers into vector code or loops";
  let description = [{
    A memref.copy between strided views would become a call of a run-time library
    that compiled models do not have. A copy of a tile becomes a vector read and
    write, any other a linalg operation.

    When: on memrefs, before linalg becomes loops.
    Postcondition: no memref.copy.
  }];
  let dependentDialects = ["::mlir::linalg::LinalgDialect", "::mlir::ub::UBDialect",
                           "::mlir::vector::VectorDialect"];
}

def MarkGathersPass : Pass<"dl-mark-gathers", "::mlir::func::FuncOp"> {
  let summary = "mark loops that LLVM may make vectors of";
  let description = [{
    The schedule decides what is a vector, and LLVM's loop vectorizer leaves all
    loops alone but those that this pass marks: loops around elements that are
    fetched by indices which data or quotients tell. These are beyond
    `dl-vectorize`, and LLVM knows what fetching them one by one costs.

    When: on memrefs, after `convert-linalg-to-loops`, before `scf` becomes branches.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def HoistParallelAllocasPass : Pass<"dl-hoist-parallel-allocas", "::mlir::ModuleOp"> {
  let summary = "move allocas of parallel iterations to the start of the thread's work";
  let description = [{
    convert-scf-to-openmp wraps each iteration in a `memref.alloca_scope`, which
    cannot hold the branches that loops become. This pass moves the static allocas
    of such a scope to the entry of the enclosing `omp.parallel`, where they exist
    once for each thread, and dissolves the scope.

    When: after convert-scf-to-openmp, before convert-scf-to-cf.
    Postcondition: no memref.alloca_scope inside omp.parallel.
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect"];
}

def RetypeEmptyArgumentsPass : Pass<"dl-retype-empty-arguments", "::mlir::ModuleOp"> {
  let summary = "give arguments without elements a shape that convert-func-to-llvm takes";
  let description = [{
    convert-func-to-llvm with bare pointers refuses a memref with a stride of zero, as
    the row-major `memref<2x0xf32>` has. An argument without elements is never read or
    written, so any shape without elements will do: this pass makes it
    `memref<0x1xf32>`, in functions and at their calls.

    When: after everything but functions and calls is llvm, before convert-func-to-llvm.
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

def LowerVectorsPass : Pass<"dl-lower-vectors", "::mlir::func::FuncOp"> {
  let summary = "lower vector contractions, transposes and transfers to rank one";
  let description = [{
    One pattern group after the other, in this order: multi-dimensional reductions;
    transfers to loads, stores and broadcasts; contractions to one for each reduction
    iteration, so that all rows use its vectors before the next ones are loaded, and
    these to outer products; outer products to multiply-adds; transposes to 16x16 shuffles; broadcasts,
    shape casts, and integer math that convert-math-to-llvm takes in rank one
    only. Groups are applied one by one on purpose: contractions and transfers
    with canonicalization in one group can rewrite each other without end.

    When: on memrefs, before convert-vector-to-scf.
    Postcondition: no vector.contract, vector.multi_reduction,
    vector.outerproduct; transfers that are left are of rank one or masked.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
                           "::mlir::scf::SCFDialect", "::mlir::ub::UBDialect",
                           "::mlir::vector::VectorDialect"];
}

def PassSizesPass : Pass<"dl-pass-sizes", "::mlir::ModuleOp"> {
  let summary = "pass buffers of unknown size as an address and sizes";
  let description = [{
    Bare pointers carry no sizes. An argument of a dynamic shape becomes a buffer of
    one element followed by an index for each dynamic dim; the function puts the
    buffer together again, and callers take it apart.

    ```mlir
    func.func private @k(%x: memref<?x64xf32>)
    // becomes
    func.func private @k(%base: memref<1xf32>, %n: index) {
      %x = memref.reinterpret_cast %base to offset: [0], sizes: [%n, 64], strides: [64, 1] …
    ```

    When: before the conversion to llvm, after dl-describe-model.
    Precondition: arguments are row-major.
    Postcondition: no function with a body has an argument of a dynamic shape.
  }];
  let dependentDialects = ["::mlir::memref::MemRefDialect", "::mlir::arith::ArithDialect"];
}

def CheckExternsPass : Pass<"dl-check-externs", "::mlir::ModuleOp"> {
  let summary = "refuse functions and data that nothing known defines";
  let description = [{
    A function without a body and a global without a value are defined elsewhere: by whatever
    the process that loads the model happens to hold. They are refused unless one of the
    libraries that the option names defines them; of these only the symbol tables are read.
    What the compiler itself declares on the way down (functions of libm, the hooks of the run
    time) is known.

    When: on what was read, before anything is lowered.
    Postcondition: each symbol that the module does not define is known or in a given library.
  }];
  let options = [
    ListOption<"libraries", "libraries", "std::string",
               "libraries or objects whose functions and data may be referred to">];
}

def CheckIntrinsicsPass : Pass<"dl-check-intrinsics", "::mlir::ModuleOp"> {
  let summary = "refuse assembly text and intrinsics with effects or of other targets";
  let description = [{
    `llvm.inline_asm` is refused, and so is `llvm.call_intrinsic` of a name that LLVM does not
    know, that belongs to another target than the module's, or that does more than compute
    and access memory through its operands. LLVM would end the process, or the code would.

    When: on the llvm dialect, before it is translated.
  }];
}

def LocateCodePass : Pass<"dl-locate-code", "::mlir::ModuleOp"> {
  let summary = "give all code a line of the text of its loops";
  let description = [{
    LLVM requires a location of each call between functions with debug info, and operations of
    a model may have none, or no more than the names of nodes. What tells no line gets that of
    its function, a call that of the kernel it calls, and `@main` the first of the file.

    When: on the llvm dialect, before functions get debug info.
    Postcondition: the location of each operation of a function is a line.
  }];
  let options = [Option<"file", "file", "std::string", /*default=*/"\"\"",
                        "file of lines that locations without one get">];
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

def VerifyLLVMPass : Pass<"dl-verify-llvm", "::mlir::ModuleOp"> {
  let summary = "check that a module keeps the contract of the llvm dialect's level";
  let description = [{
    (V1) functions are `llvm.func`;
    (V2) all values have types of the llvm dialect: what is left of other dialects, as loops
         of `omp`, is translated to LLVM IR beside it.

    When: after `dl-cpu-to-llvm-pipeline`. The module is not changed.
  }];
}

def LowerExternsPass : Pass<"dl-lower-externs", "::mlir::ModuleOp"> {
  let summary = "turn te.extern into calls of functions of given libraries";
  let description = [{
    Each `te.extern` becomes a call of a declared function, whose buffers pass as bare
    pointers in the end. The function must be defined by one of the libraries that the
    option names; of these only the symbol tables are read. Without the option there is
    nothing that may be called: a model, a schedule or a record cannot make code call out.

    When: on memrefs, before scf becomes blocks.
    Precondition: buffers are row-major and whole.
    Postcondition: no `te.extern` is left.
  }];
  let options = [
    ListOption<"libraries", "libraries", "std::string",
               "libraries or objects whose functions may be called">];
  let dependentDialects = ["::mlir::func::FuncDialect"];
}

def LowerStepsPass : Pass<"dl-lower-steps", "::mlir::ModuleOp"> {
  let summary = "turn views of steps into addresses";
  let description = [{
    Each `te.step` becomes the address of its first element, around which a new
    descriptor is made: it begins at offset 0, as kernels expect of a plain buffer.

    When: on memrefs and blocks, before finalize-memref-to-llvm.
    Precondition: buffers are row-major and, but for their first dim, of static shape.
    Postcondition: no `te.step` is left.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect",
                           "::mlir::memref::MemRefDialect"];
}

def LowerChecksPass : Pass<"dl-lower-checks", "::mlir::ModuleOp"> {
  let summary = "turn checks into calls after which a run goes on or ends";
  let description = [{
    Each `te.check_indices` of `@main` becomes a call of the run-time library, with
    the names of the model's nodes that its location holds. Where that finds an index
    out of range, `@main` returns the status; it returns 0 otherwise.

    When: on memrefs and blocks, after convert-scf-to-cf.
    Precondition: dl-describe-model has put the run's handle in front.
    Postcondition: no `te` operation is left in `@main`.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::cf::ControlFlowDialect",
                           "::mlir::LLVM::LLVMDialect", "::mlir::memref::MemRefDialect"];
}

def FinishLLVMPass : Pass<"dl-finish-llvm", "::mlir::ModuleOp"> {
  let summary = "give kernels internal linkage and pointers that alias nothing";
  let description = [{
    Kernels become internal and are never inlined into `@main`: each stays one
    function that a profiler can name. Their pointer arguments are marked
    `llvm.noalias`: operands of a kernel never overlap its destinations. Threads run
    functions that get the pointers through memory, so accesses in them carry alias
    scopes that say the same. What other dialects noted on functions and arguments is
    dropped.

    When: on the llvm dialect, last.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

#endif // DL_TARGET_CPU_PASSES
