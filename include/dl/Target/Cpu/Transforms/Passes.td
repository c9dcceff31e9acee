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

include "dl/Target/Cpu/Transforms/MemoryPasses.td"
include "dl/Target/Cpu/Transforms/VectorPasses.td"

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
