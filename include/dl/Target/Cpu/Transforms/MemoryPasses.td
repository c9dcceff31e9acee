//===-- MemoryPasses.td - what loops fetch and store ------*- tablegen -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes of the CPU target that fetch what loops read and write next, or choose where they begin.
// Passes.td includes them.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TARGET_CPU_TRANSFORMS_MEMORYPASSES
#define DL_TARGET_CPU_TRANSFORMS_MEMORYPASSES

include "mlir/Pass/PassBase.td"

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

#endif // DL_TARGET_CPU_TRANSFORMS_MEMORYPASSES
