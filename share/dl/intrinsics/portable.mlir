// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Intrinsics without an instruction, which run on any target: they show the form,
// and stand in for units that are not there.

// Products of pairs of f32: no reduction.
schedule.intrinsic @portable_multiply computes {
^bb0(%a: tensor<8xf32>, %b: tensor<8xf32>):
  %0 = te.compute "multiply" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %x = te.read %a[%i] : tensor<8xf32>
    %y = te.read %b[%i] : tensor<8xf32>
    %p = arith.mulf %x, %y : f32
    te.yield %p : f32
  }
  schedule.yield %0 : tensor<8xf32>
} by {
^bb0(%a: tensor<8xf32>, %b: tensor<8xf32>, %c: tensor<8xf32>):
  %0 = linalg.mul ins(%a, %b : tensor<8xf32>, tensor<8xf32>) outs(%c : tensor<8xf32>) -> tensor<8xf32>
  schedule.yield %0 : tensor<8xf32>
}

// The matrix unit of a small accelerator: 16x16x16 bytes, sums in 32 bits.
schedule.intrinsic @portable_gemm16 computes {
^bb0(%a: tensor<16x16xi8>, %b: tensor<16x16xi8>):
  %0 = te.compute "gemm" axes(i = 16, j = 16) reduce(k = 16) combine(add) : tensor<16x16xi32> {
  ^bb0(%i: index, %j: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<16x16xi8>
    %y = te.read %b[%j, %k] : tensor<16x16xi8>
    %xw = arith.extsi %x : i8 to i32
    %yw = arith.extsi %y : i8 to i32
    %p = arith.muli %xw, %yw : i32
    te.yield %p : i32
  }
  schedule.yield %0 : tensor<16x16xi32>
} by {
^bb0(%a: tensor<16x16xi8>, %b: tensor<16x16xi8>, %c: tensor<16x16xi32>):
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>,
                       affine_map<(i, j, k) -> (i, j)>],
      iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<16x16xi8>, tensor<16x16xi8>) outs(%c : tensor<16x16xi32>) {
  ^bb0(%x: i8, %y: i8, %sum: i32):
    %xw = arith.extsi %x : i8 to i32
    %yw = arith.extsi %y : i8 to i32
    %p = arith.muli %xw, %yw : i32
    %s = arith.addi %sum, %p : i32
    linalg.yield %s : i32
  } -> tensor<16x16xi32>
  schedule.yield %0 : tensor<16x16xi32>
}
