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
#ifndef DL_TARGET_CPU_TRANSFORMS_PASSES
#define DL_TARGET_CPU_TRANSFORMS_PASSES

include "mlir/Pass/PassBase.td"

def SetTargetPass : Pass<"dl-set-target", "::mlir::ModuleOp"> {
  let summary = "describe the machine that kernels are to run on";
  let description = [{
    Gives the module the attribute `dlti.target_system_spec`, of which the first device is
    the machine: vector registers, rates of a core, caches, memory scopes with their
    sizes, what a launch can have. All that asks for a machine's numbers reads them there;
    without it they are those of a generic machine. The record is that of a CPU known to
    LLVM, with rates from its scheduling model. What no such model tells, as caches, is in the
    stock record of the CPU's name, `share/dl/targets/NAME.mlir`, where there is one, whose
    entries come before LLVM's; of this machine the kernel's sizes of caches come before both.
    Or it is the attribute of another module:

    ```mlir
    module attributes {dlti.target_system_spec = #dlti.target_system_spec<
      "npu" = #dlti.target_device_spec<
        "name" = "example", "vector_register_bytes" = 32, "vector_registers" = 16,
        "scopes" = #dlti.map<"global" = #dlti.map<"shared_by" = "kernel">,
                             "scratch" = #dlti.map<"shared_by" = "kernel",
                                                   "bytes" = 32768>>>>} {}
    ```

    One that has a triple names a CPU in LLVM's spelling; entries that are left out are what is
    known of that one. Of one without, as here, they are those of the generic machine. Entries
    of other names are errors, but for those with a dot, as `"npu.banks"`, which are left to
    others.

    When: first. A description that the module has is replaced.
  }];
  let options = [
    Option<"triple", "triple", "std::string", "\"\"",
           "the target whose CPU it is, as aarch64-linux-gnu, or as `record`; default: "
           "this machine's">,
    Option<"name", "cpu", "std::string", "\"\"",
           "a CPU in LLVM's spelling; default: this machine's, of another target 'generic'">,
    Option<"record", "record", "std::string", "\"\"",
           "name of a stock record, or MLIR file with a module that describes the machine, "
           "instead of a CPU">,
  ];
  let dependentDialects = ["::mlir::DLTIDialect"];
}

def LoadIntrinsicsPass : Pass<"dl-load-intrinsics", "::mlir::ModuleOp"> {
  let summary = "declare the instructions of the CPU that schedules can name";
  let description = [{
    Takes over from `share/dl/intrinsics` each `schedule.intrinsic` whose features the
    CPU has, where a kernel sums up products of numbers that are made wider first. The
    default rules tensorize with those that have a stage's formula. What the module
    declares itself comes first; `schedule-load-intrinsics` reads other files.

    When: before `schedule-default`. `schedule-apply` erases intrinsics.
  }];
  let options = [
    Option<"target", "target", "std::string", "\"\"",
           "triple, name of a stock record or file of a record; default: this machine's">,
    Option<"name", "cpu", "std::string", "\"\"",
           "a CPU in LLVM's spelling; default: this machine's, of another target 'generic'">,
  ];
  let dependentDialects = [
    "::mlir::arith::ArithDialect", "::mlir::linalg::LinalgDialect",
    "::mlir::LLVM::LLVMDialect", "::mlir::scf::SCFDialect", "::mlir::tensor::TensorDialect",
    "::mlir::vector::VectorDialect", "::dl::schedule::ScheduleDialect"];
}

def VectorizePass : Pass<"dl-vectorize", "::mlir::func::FuncOp"> {
  let summary = "turn register tiles into vector code";
  let description = [{
    Each linalg operation marked `schedule.vectorize` becomes vector operations of
    its tile's shape; products that are summed become `vector.contract`. Reads and
    writes go straight to the tensors that slices were taken from, and what a loop
    accumulates becomes a vector that the loop carries. Elements that lanes read from near
    each other in one row, repeated or in another order, are loaded at once and shuffled.

    When: on tensors, before anything that canonicalizes: a copy must still be a
    linalg operation here, to become vector reads and writes.
    Precondition: the scheduled level. Postcondition: no `schedule.vectorize`; a
    tile that could not be vectorized stays linalg, with a remark of the category
    `dl-vectorize`.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
                           "::mlir::tensor::TensorDialect", "::mlir::ub::UBDialect",
                           "::mlir::vector::VectorDialect"];
}

def LowerTileProductsPass : Pass<"dl-lower-tile-products", "::mlir::func::FuncOp"> {
  let summary = "turn products of small matrices into those of tile registers";
  let description = [{
    A contraction of bf16 or of bytes whose factors are read from memory in groups that fill
    a lane of 32 bits, up to 16 rows, steps and lanes, becomes `amx.tile_mulf` or
    `amx.tile_muli`. Loops that carry its sums carry tiles, sums of zeros are `amx.tile_zero`,
    and what is read or written of them is read and written as tiles. A sum that other code
    uses goes through memory. Weights that no near cache holds are brought ahead of time, in shares,
    by the loop whose iterations read the ones before.

    Runs where an intrinsic of the module requires AMX, on memrefs, before `dl-lower-vectors`,
    which makes multiply-adds of all other contractions.
  }];
  let statistics = [Statistic<"numProducts", "products", "Contractions that became products of tiles">];
  let dependentDialects = ["::mlir::amx::AMXDialect", "::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect", "::mlir::vector::VectorDialect"];
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

def LimitUnrollingPass : Pass<"dl-limit-unrolling", "::mlir::func::FuncOp"> {
  let summary = "mark loops that LLVM leaves as they are";
  let description = [{
    What a schedule wants unrolled is in its tiles. Beyond that LLVM unrolls what its
    threshold allows, by which innermost loops gain. Loops around loops are marked, so
    that it leaves them alone, unless they are few operations when all is unrolled. So are
    innermost loops that carry vectors in more than three eighths of the registers: unrolled, they
    keep what windows next to each other share in registers that the tile needs.

    When: on memrefs, after `dl-mark-gathers`, before `scf` becomes branches.
  }];
  let options = [
    Option<"limit", "limit", "int64_t", /*default=*/"300",
           "operations up to which a loop around loops may be unrolled, about those up to "
           "which LLVM unrolls loops wholly">
  ];
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

def DropBarriersPass : Pass<"dl-drop-barriers", "::mlir::ModuleOp"> {
  let summary = "let threads meet once behind a parallel loop";
  let description = [{
    Threads meet at the end of a loop that they share (`omp.wsloop`), and again at the end
    of the `omp.parallel` around it. Where the region ends with the loop, the first of the
    two is in vain: the loop gets `nowait`.

    When: after convert-scf-to-openmp, before the translation to LLVM IR.
    Postcondition: an `omp.wsloop` right before the end of its `omp.parallel` has `nowait`.
  }];
  let dependentDialects = ["::mlir::omp::OpenMPDialect"];
}

def ExpandAddressesPass : Pass<"dl-expand-addresses", "::mlir::func::FuncOp"> {
  let summary = "make the address arithmetic of views visible";
  let description = [{
    Views of memrefs become offsets and strides of what they are views of, as affine.apply, and
    indices that are taken apart or put together become quotients and sums: upstream's
    expand-strided-metadata and affine-expand-index-ops, without looking for equal blocks in between.

    When: on memrefs, before lower-affine.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect"];
}

def ConvertCodeToLLVMPass : Pass<"dl-convert-code-to-llvm", "::mlir::ModuleOp"> {
  let summary = "convert what functions do to the llvm dialect";
  let description = [{
    Vectors, memrefs, arithmetic, indices and branches become the llvm dialect by one conversion
    with upstream's patterns. A pass for each dialect would leave casts between the types of
    one and the next for canonicalize to find, and together they take more than twice as long.
    Before that, vectors become what the llvm dialect has an operation for: transfers of
    rank one and masks, slices, shape casts and transposes by element.

    When: after dl-lower-vectors and convert-scf-to-cf, before convert-func-to-llvm: functions,
    calls and OpenMP stay.
    Postcondition: no vector, memref, arith, index, ub or cf; casts at arguments of functions
    and at operands of what stayed.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect", "::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect", "::mlir::scf::SCFDialect",
                           "::mlir::vector::VectorDialect"];
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

def LowerVectorsPass : Pass<"dl-lower-vectors", "::mlir::func::FuncOp"> {
  let summary = "lower vector contractions, transposes and transfers to rank one";
  let description = [{
    One pattern group after the other, in this order: multi-dimensional reductions;
    transfers to loads, stores and broadcasts, of up to 256 elements that lie apart, or in rows that
    fill no register and are to be broadcast on x86-64, to one load or store each; sums of products
    to a multiply-add for each reduction iteration and
    row, so that all rows use its vectors before the next ones are loaded; other contractions to
    one for each reduction iteration and these to outer products; transposes of powers of two to shuffles of two rows each,
    and others to one of all elements; broadcasts,
    shape casts, and integer math that convert-math-to-llvm takes in rank one
    only; the other transfers to those of rank one, as upstream's convert-vector-to-scf does,
    in straight-line code. Groups are applied one by one on purpose: contractions and transfers
    with canonicalization in one group can rewrite each other without end.

    When: on memrefs.
    Postcondition: no vector.contract, vector.multi_reduction,
    vector.outerproduct; transfers that are left are of rank one.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect", "::mlir::memref::MemRefDialect",
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

def CheckCodePass : Pass<"dl-check-code", "::mlir::ModuleOp"> {
  let summary = "refuse what LLVM makes no code of, or code that does more than compute";
  let description = [{
    Refused are `llvm.inline_asm`; `llvm.call_intrinsic` of a name that LLVM does not know,
    that belongs to another target than the module's, or that does more than compute and
    access memory through its operands; values of more than 16,384 elements in all their
    vectors, arrays and structs. LLVM takes such values apart into elements, in time that
    grows with their square, and ends the process beyond 65,535.

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
    Precondition: buffers are row-major, of elements of whole bytes.
    Postcondition: no `te.step` is left.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::LLVM::LLVMDialect",
                           "::mlir::memref::MemRefDialect"];
}

def CarryVectorsPass : Pass<"dl-carry-vectors", "::mlir::func::FuncOp"> {
  let summary = "let loops that reduce vectors carry vectors";
  let description = [{
    Where a step of a loop joins all elements of a vector, or their products with those of another
    one, with the number that the loop carries (sums, products, maxima and minima of f32), the loop
    carries a vector that begins with the identity, and joins that vector's elements with the number
    behind it: shuffles once and not in each step, and as many chains as there are lanes. Terms are
    grouped otherwise than they were, as schedules that vectorize a reduction allow.

    ```mlir
    %sum = scf.for … iter_args(%s = %init) -> (f32) {
      %v = vector.transfer_read …
      %t = vector.multi_reduction <add>, %v, %s [0] : vector<64xf32> to f32
      scf.yield %t : f32
    }
    // becomes
    %all = scf.for … iter_args(%s = %zeros) -> (vector<64xf32>) {
      %v = vector.transfer_read …
      %t = arith.addf %s, %v : vector<64xf32>
      scf.yield %t : vector<64xf32>
    }
    %sum = vector.multi_reduction <add>, %all, %init [0] : vector<64xf32> to f32
    ```

    When: on tensors or buffers, after dl-vectorize, before dl-split-sums.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::vector::VectorDialect"];
  let statistics = [Statistic<"numLoops", "num-loops", "loops that carry a vector">];
}

def ExpandQuotientsPass : Pass<"dl-expand-quotients", "::mlir::ModuleOp"> {
  let summary = "divide vectors by multiply-adds, and integers as floats";
  let description = [{
    A division keeps a core busy for as long as 10 to 30 multiply-adds. A vector of f32 that is
    divided by one constant is multiplied by its reciprocal, and corrected by what that leaves:
    the same numbers as those of the division, to the last bit, but where quotients are so small
    that what is left is not exact (about 2^-100). Quotients by powers of two are products.

    Runs where one instruction multiplies and adds (`vector_fuses`), on vectors of rank one,
    before the math dialect is lowered. Scales of quantized models are such divisors.

    Vectors of integers of 8 to 32 bits that are divided by others are divided as floats of twice
    their width or more, where vectors have 32 bytes or more: no CPU divides vectors of integers, and LLVM
    takes their elements one by one. Quotients and remainders are the same.
  }];
  let statistics = [Statistic<"numExpanded", "expanded", "Divisions that became something else">];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::math::MathDialect"];
}

def ExpandBFloatsPass : Pass<"dl-expand-bfloats", "::mlir::ModuleOp"> {
  let summary = "round to bf16 and widen it by shifts where the CPU has no instructions for it";
  let description = [{
    Where a CPU has none, LLVM would call a library: a number becomes the integer of its bits,
    rounded to the nearest one of which the lower half is zero, ties to even. A CPU that
    multiplies bf16 (`vector_bf16_products` of its record) rounds to it, too, but takes subnormal
    numbers for zeros: its instructions are used on request.

    Runs on vectors of rank one and on numbers, before `arith-expand`.
  }];
  let options = [Option<"flush", "flush", "bool", "false",
                        "Leave rounding to instructions to which subnormal numbers are zeros">];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::vector::VectorDialect"];
}

def ExpandExtremaPass : Pass<"dl-expand-extrema", "::mlir::ModuleOp"> {
  let summary = "turn maxima and minima that are accumulated into LLVM's intrinsics";
  let description = [{
    `arith.maximumf` and `arith.minimumf` of scalars and of vectors of one dim with an operand
    that is accumulated, a block argument or another extremum, become `llvm.intr.maximum` and
    `llvm.intr.minimum`, which hand on NaN too; that operand is the second one. On x86 one
    instruction waits for it; of upstream's expansion three do. Which of two zeros of different
    signs an accumulation ends with is not told (`nsz`); extrema that have this flag already
    become intrinsics whatever their operands are.

    When: on blocks, before arith-expand.
    Postcondition: other extrema of floats are as they were.
  }];
  let dependentDialects = ["::mlir::LLVM::LLVMDialect"];
}

def PrefetchOperandsPass : Pass<"dl-prefetch-operands", "::mlir::ModuleOp"> {
  let summary = "fetch a panel of weights while the one before it is computed with";
  let description = [{
    An operand that is larger than four times the first cache, and read in panels that all rows go
    through, comes from the last cache or from memory while the first rows wait. The loops over
    the rows, and over the terms of a panel where these are more, fetch the next panel, two lines in
    an iteration at most. Rows of unknown number are taken for eight. Behind the last block of a
    panel's terms comes the first one of the next panel; the last panel is its own next one, so that
    nothing behind an operand is asked for. A panel that one tile of eight rows or more
    reads, one vector after the other, is fetched 64 lines ahead instead.

    ```mlir
    scf.for %panel = … { scf.for %row = … { scf.for %k = … {
      vector.transfer_read %w[%panel, %k, %c0] … } } }
    // becomes
    scf.for %panel = … { scf.for %row = … { scf.for %k = … {
      %next = arith.minsi %panel_plus_one, %last_panel
      %line = affine.apply #of_this_iteration(%row, %k)
      memref.prefetch %w[%next, %c0, %line], read, locality<2>, data : …
      vector.transfer_read %w[%panel, %k, %c0] … } } }
    ```

    When: on buffers with vectors, before these are lowered.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect", "::mlir::memref::MemRefDialect",
    "::mlir::arith::ArithDialect"];
  let statistics = [Statistic<"numPanels", "num-panels", "reads whose next panel is fetched">];
}

def PrefetchResultsPass : Pass<"dl-prefetch-results", "::mlir::ModuleOp"> {
  let summary = "fetch rows of large results before they are written";
  let description = [{
    Where the last loop over a row writes a result that does not stay in the nearer caches, as that
    of a softmax, each line of it would be waited for when it is written. Of the loops before it over
    the same range and places of the row, beside it or, of several rows, beside the loop over
    these, the one with the most operations fetches the line at its place, for writing,
    while it computes.

    ```mlir
    scf.for %i = … { %j = affine.apply #map(%i) … math.exp … }
    scf.for %i = … { %j = affine.apply #map(%i) … vector.transfer_write %v, %y[%row, %j] }
    // the first loop becomes
    scf.for %i = … { %j = affine.apply #map(%i) memref.prefetch %y[%row, %j], write, … }
    ```

    Where no loop goes over the row before, and the result is more than four times the nearer
    caches, the loop that writes it fetches what it writes `lines-ahead` later, unless it computes so
    much that it waits for no store: sums and products of 25 MB take 0.82 to 0.95 of the time.

    When: on buffers with vectors, before these are lowered.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect", "::mlir::memref::MemRefDialect"];
  let options = [
    Option<"linesAhead", "lines-ahead", "int64_t", "16",
           "how far ahead a loop without another one before it fetches; 0: not at all">,
  ];
  let statistics = [Statistic<"numLoops", "num-loops", "loops that fetch a result">];
}

def PrefetchRowsPass : Pass<"dl-prefetch-rows", "::mlir::func::FuncOp"> {
  let summary = "fetch the rows of an image that the next row of tiles reads first";
  let description = [{
    A tile of an image that is larger than the nearer caches is read in short pieces of each
    channel: more than the machine has streams for, so that each of them is waited for. The outermost
    loop along one dim, of which two iterations stay near, goes from row to row: the loops inside of
    it whose iterations have elements of their own fetch what its next iteration reads first. Where
    these are in loops that read elements again, as those over a window or over panels of weights,
    each iteration of them fetches a share. The last row is its own next one. Of small tiles that
    share no rows those 8 KiB ahead are fetched; fewer than eight runs are left to the machine, as is
    what no product reads as it is. All reads of a buffer in one loop are taken for one.

    ```mlir
    scf.for %row = … { scf.for %tile = … { scf.for %channel = … { scf.for %kh = … {
      %h = affine.apply #sum(%row, %kh)
      vector.transfer_read %x[%channel, %h, %w] … } } } }
    // becomes
    scf.for %row = … { scf.for %tile = … { scf.for %channel = … {
      %next = arith.minsi %row_behind_the_window, %last_row
      memref.prefetch %x[%channel, %next, %w], read, locality<2>, data : …
      scf.for %kh = … { … } } } }
    ```

    When: on buffers with vectors, after dl-prefetch-operands, whose reads it leaves.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect", "::mlir::memref::MemRefDialect",
    "::mlir::arith::ArithDialect"];
  let statistics = [Statistic<"numReads", "num-reads", "reads whose next rows are fetched">];
}

def AlternateStepsPass : Pass<"dl-alternate-steps", "::mlir::ModuleOp"> {
  let summary = "go through large weights backwards in each second step of a loop";
  let description = [{
    A kernel that a loop of `@main` calls in each step with the same weights, of more bytes than the
    nearer caches hold, finds none of them there when it begins: what it read last it reads last
    again. Of such a kernel a copy is made whose outermost loop, over panels of the weights, begins
    with the last one, and each second step calls that: weights of three and a half times the nearer
    caches, as those of an LSTM of 650 units, are read at 36 GB/s in place of 29.

    ```mlir
    scf.for %t = %c0 to %c35 step %c1 {
      call @gemm(%h, %w, %gates)
    }
    // becomes
    scf.for %t = %c0 to %c35 step %c1 {
      %isEven = …
      scf.if %isEven { call @gemm(%h, %w, %gates) } else { call @gemm_backwards(%h, %w, %gates) }
    }
    ```

    It is done where the weights are up to 16 times the nearer caches, all else that a step touches
    is at most three quarters of these, no result of the call is an operand as well, and the loop over panels
    is the only one of four or more iterations outermost in its kernel that reads the weights, with
    iterations that may come in any order: it reads nothing that it writes but what an iteration
    allocates, and loops alone say where it writes. Parallel loops stay: each thread has its panels.

    When: on buffers, before memory is planned and calls get their numbers.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
                           "::mlir::scf::SCFDialect"];
  let statistics = [Statistic<"numAlternated", "num-alternated", "calls that turn round">];
}

def AlignStoresPass : Pass<"dl-align-stores", "::mlir::func::FuncOp"> {
  let summary = "begin the vectors of large results at lines of the caches";
  let description = [{
    A result lies where its caller has room, which need not be the beginning of a line. Each vector
    of a line's length that is stored there is in two, and the core waits for both: a sum of two
    tensors of 25 MB took 1.5 times as long. A loop over tiles that lie side by side of a result
    that is larger than the nearer caches, or of a row of it, in which each tile reads nothing but
    its own elements of operands, gets a tile before it of the elements before the first line,
    begins there, and has a tile for what is left behind it.

    ```mlir
    scf.for %i = %c0 to %n step %c1 { … vector.transfer_write %v, %y[64 * %i] }
    // becomes, with the number %a of elements before the first line of %y
    vector.transfer_write %first, %y[0], %mask_of_a
    scf.for %i = %c0 to %n_minus_1 step %c1 { … vector.transfer_write %v, %y[64 * %i + %a] }
    vector.transfer_write %last, %y[64 * %n_minus_1 + %a], %mask_of_64_minus_a
    ```

    When: on buffers with vectors, before these are lowered.
  }];
  let dependentDialects = ["::mlir::affine::AffineDialect", "::mlir::arith::ArithDialect",
                           "::mlir::memref::MemRefDialect", "::mlir::vector::VectorDialect"];
  let statistics = [Statistic<"numLoops", "num-loops", "loops that begin at a line">];
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

#endif // DL_TARGET_CPU_TRANSFORMS_PASSES
