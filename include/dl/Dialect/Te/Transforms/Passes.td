//===-- Passes.td - passes on te -*- tablegen -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The passes that work on modules and kernels of the te level.
//
//===----------------------------------------------------------------------===//
#ifndef DL_DIALECT_TE_TRANSFORMS_PASSES
#define DL_DIALECT_TE_TRANSFORMS_PASSES

include "mlir/Pass/PassBase.td"

def VerifyTePass : Pass<"dl-verify-te", "::mlir::ModuleOp"> {
  let summary = "check that a module keeps the contract of the te level";
  let description = [{
    Stands after `convert-graph-to-te` and after every pass that works on the te
    level. It changes nothing and reports each breach at its operation:

    (T1) a module holds functions: kernels, and functions that call them (in files with
         schedules also sequences of `transform`, intrinsics of `schedule` and modules);
    (T2) a kernel is private and has a body of one block;
    (T3) a kernel holds stages (`te.compute`, `te.scatter`, `te.scan`, `te.extern`),
         constants, `tensor.dim` and scalar arithmetic for extents, and a return;
    (T4) a kernel's results are distinct results of its stages, and its destinations
         are not read;
    (T5) a calling function holds calls of kernels, constants, `tensor.empty`,
         `tensor.dim`, scalar arithmetic, the view operations
         `tensor.expand_shape`, `tensor.collapse_shape`, `tensor.cast`, `te.step` and
         `te.insert_step`, `te.check_indices`, `tensor.extract` of conditions,
         `scf.if`, `scf.for` and `scf.while` around these, and a return;
    (T6) a call gives as destination a `tensor.empty`, a destination of the caller
         or what a loop carries, or a view of one;
    (T7) result i of a calling function is, seen through views, branches and loops,
         the result of a call whose destination is the function's destination i.
  }];
}

def FoldConstantsPass : Pass<"te-fold-constants", "::mlir::func::FuncOp"> {
  let summary = "fold constants, index arithmetic and guards in kernels";
  let description = [{
    Does arithmetic on constants, moves affine arithmetic on indices into the index
    expressions of reads, drops constraints that hold for all values of the axes, and
    replaces reads of splat constants and reads whose guard never holds. So reads that
    came as arithmetic on data of type `index` become affine, which is what schedules and
    vectors need. Kernels stay kernels; other functions are left alone.

    ```mlir
    %three = arith.constant 3 : index
    %j = arith.addi %i, %three : index
    %v = te.read %x[%j] where(%i + 1 >= 0) else %zero : tensor<8xf32>
    // becomes
    %v = te.read %x[%i + 3] : tensor<8xf32>
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect"];
}

def InlineProducersPass : Pass<"te-inline-producers", "::mlir::func::FuncOp"> {
  let summary = "make stages part of their readers' formulas";
  let description = [{
    A stage that does not reduce goes into its readers where no element is computed more
    often than before, or where computing it costs no more than reading it (one read and
    arithmetic without divisions or functions of math). It stays where the kernel returns
    it, and outside of a scan whose steps read it. What schedules would inline one by one is
    then one formula, for other tools as well.

    A reader may guard the read where it takes the stage as one part along an axis, as a
    concatenation does, not the innermost one, and where the formula has a value for zeros. The
    guard goes to what the formula reads, and chooses its value:

    ```mlir
    %r = te.read %relu[%c - 4, %x] where(%c - 4 >= 0) else %v : tensor<4x9xf32>
    // becomes
    %a = te.read %in[%c - 4, %x] where(%c - 4 >= 0) else %zero : tensor<4x9xf32>
    %m = arith.maximumf %a, %zero : f32
    %i = affine.apply affine_map<(c) -> (c - 4)>(%c)
    %g = arith.cmpi sge, %i, %c0 : index
    %r = arith.select %g, %m, %v : f32
    ```

    When: with `only-guarded` in `dl-cpu-pipeline` behind `te-collapse-axes`, since
    `schedule.compute_inline` takes no guarded reads; all of it by hand. Postcondition: no stage
    is left that a rule above lets go.
  }];
  let options = [Option<"onlyGuarded", "only-guarded", "bool", /*default=*/"false",
                        "Only stages that are read under a guard, which schedules cannot inline">];
  let dependentDialects = ["::mlir::affine::AffineDialect"];
  let statistics = [Statistic<"numInlined", "num-inlined", "stages that went into their readers">];
}

def CollapseAxesPass : Pass<"te-collapse-axes", "::mlir::ModuleOp"> {
  let summary = "make one axis of axes that always run together";
  let description = [{
    Neighbouring axes of a kernel's stages become one where every stage reads and writes
    the dimensions that they run over as one dimension: the last axes of elementwise
    formulas on a 7x7 map are 49 long, rows of a batch are rows of one matrix, and a pair of
    reduced axes is one. So rows fill vectors, and there are fewer loops to choose. Calls give
    views of what they gave. Reduced axes of one value go: a product of a column and a row is
    elementwise. Dimensions of unknown extent, operands whose layout is free
    (`te.layout_free`), kernels that have a schedule and those for another device (`dl.device`), whose
    last dimensions are its elements, stay as they are.

    ```mlir
    %y = te.compute "relu" axes(c = 64, h = 7, w = 7) : tensor<64x7x7xf32> {
    ^bb0(%c: index, %h: index, %w: index):
      %v = te.read %x[%c, %h, %w] : tensor<64x7x7xf32>
    // becomes
    %y = te.compute "relu" axes(c_h_w = 3136) : tensor<3136xf32> {
    ^bb0(%c_h_w: index):
      %v = te.read %x[%c_h_w] : tensor<3136xf32>
    ```

    After Halide's `fuse` and linalg's `collapse_dims`, for all stages of a kernel at once.
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect"];
  let statistics = [Statistic<"numCollapsed", "num-collapsed", "kernels with fewer axes">];
}

def MergeCommonStagesPass : Pass<"te-merge-common-stages", "::mlir::func::FuncOp"> {
  let summary = "compute equal stages of a kernel once";
  let description = [{
    Stages with equal extents, combiners and formulas are one, whatever their names and
    those of their axes are; the first one stays. Of two that the kernel returns both
    stay, since each result has a destination of its own.
  }];
  let statistics = [Statistic<"numMerged", "num-merged", "stages that were like an earlier one">];
}

def RemoveDeadStagesPass : Pass<"te-remove-dead-stages", "::mlir::func::FuncOp"> {
  let summary = "drop stages and results that nothing uses";
  let description = [{
    Stages without use go, with what only they read. A stage with several results that
    does not reduce loses those without use, a scan loses what is stacked for nothing. A
    reduction of tuples keeps all of its results: they are joined together.
  }];
  let statistics = [
    Statistic<"numRemoved", "num-removed", "stages without use">,
    Statistic<"numDropped", "num-dropped", "stages that lost results">];
}

def WidenBytesPass : Pass<"te-widen-bytes", "::mlir::func::FuncOp"> {
  let summary = "make numbers of 16 bits of bytes that are multiplied with weights";
  let description = [{
    Sums of products of bytes with weights (operands whose layout is free, `te.layout_free`) read
    numbers of 16 bits in place of the bytes: the stage that makes them for this sum alone, such as
    a padded input, makes them so, otherwise a stage of its own widens them once. Sums do not
    change. For targets that multiply numbers of 16 bits and not bytes exactly
    (`vector_widened_products`: `vpmaddwd` of AVX2), which would widen each byte at each of its
    products. Weights stay bytes, of which a vector is widened for all rows of a tile. Where
    elements take part in few products, kernels that have a schedule and those for another device
    stay as they are.

    ```mlir
    %a = te.read %x[%m, %k] : tensor<64x64xi8>
    %b = te.read %w[%k, %n] : tensor<64x64xi8>
    %aw = arith.extui %a : i8 to i32
    // becomes, of a stage that stores arith.extui %a : i8 to i16
    %a = te.read %mm.wide[%m, %k] : tensor<64x64xi16>
    %b = te.read %w[%k, %n] : tensor<64x64xi8>
    %aw = arith.extsi %a : i16 to i32
    ```
  }];
  let dependentDialects = ["::mlir::arith::ArithDialect", "::mlir::tensor::TensorDialect"];
  let statistics = [Statistic<"numWidened", "num-widened", "sums that read wider numbers">];
}

def MarkPartsPass : Pass<"te-mark-parts", "::mlir::func::FuncOp"> {
  let summary = "find kernels that only put operands together, or take a part of one";
  let description = [{
    A kernel of one stage whose result is its operands, each once and whole, one behind the other
    in memory, gets `te.parts`: where each operand begins, in elements. One whose result is a piece
    of its only operand gets `te.part`: the element of it that this begins at. Buffers can then be
    planned such that there is nothing to copy (`dl-place-parts`). That a kernel has an attribute and
    is no such kernel is put right.

    ```mlir
    func.func private @concat(%a: tensor<1x4x3xf32>, %b: tensor<1x2x3xf32>, %d: tensor<1x6x3xf32> {te.destination}) -> tensor<1x6x3xf32>
        attributes {te.kernel, te.parts = array<i64: 0, 12>} {
      %y = te.compute "y" axes(n = 1, c = 6, w = 3) : tensor<1x6x3xf32> {
      ^bb0(%n: index, %c: index, %w: index):
        %0 = te.read %a[%n, %c, %w] where(-%c + 3 >= 0) else %zero : tensor<1x4x3xf32>
        %1 = te.read %b[%n, %c - 4, %w] where(%c - 4 >= 0) else %0 : tensor<1x2x3xf32>
        te.yield %1 : f32
      }
    ```

    When: behind everything that changes operands of kernels. Precondition: kernels of the te level.
    Postcondition: kernels with `te.parts` or `te.part` are such kernels. Kernels of open extents are
    none, nor are those with an axis of more than one element around the one along which operands
    or pieces lie.
  }];
  let statistics = [Statistic<"numMarked", "num-marked", "kernels that have or are parts">];
}

#endif // DL_DIALECT_TE_TRANSFORMS_PASSES
