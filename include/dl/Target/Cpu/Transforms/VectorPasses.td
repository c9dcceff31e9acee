//===-- VectorPasses.td - how vectors are computed --------*- tablegen -*-===//
//
// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Passes of the CPU target that make vectors of loops, and instructions of vectors. Passes.td
// includes them.
//
//===----------------------------------------------------------------------===//
#ifndef DL_TARGET_CPU_TRANSFORMS_VECTORPASSES
#define DL_TARGET_CPU_TRANSFORMS_VECTORPASSES

include "mlir/Pass/PassBase.td"

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

#endif // DL_TARGET_CPU_TRANSFORMS_VECTORPASSES
