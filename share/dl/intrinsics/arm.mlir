// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Intrinsics of AArch64 for schedule.tensorize.

// 4 sums of 4 products of signed bytes (NEON with dotprod), one group broadcast.
schedule.intrinsic @neon_sdot requires "+dotprod" computes {
^bb0(%a: tensor<4xi8>, %b: tensor<4x4xi8>):
  %0 = te.compute "sdot" axes(j = 4) reduce(k = 4) combine(add) : tensor<4xi32> {
  ^bb0(%j: index, %k: index):
    %x = te.read %a[%k] : tensor<4xi8>
    %y = te.read %b[%j, %k] : tensor<4x4xi8>
    %xw = arith.extsi %x : i8 to i32
    %yw = arith.extsi %y : i8 to i32
    %p = arith.muli %xw, %yw : i32
    te.yield %p : i32
  }
  schedule.yield %0 : tensor<4xi32>
} by {
^bb0(%a: tensor<4xi8>, %b: tensor<4x4xi8>, %c: tensor<4xi32>):
  %c0 = arith.constant 0 : index
  %i8 = arith.constant 0 : i8
  %i32 = arith.constant 0 : i32
  %group = vector.transfer_read %a[%c0], %i8 {in_bounds = [true]} : tensor<4xi8>, vector<4xi8>
  %word = vector.bitcast %group : vector<4xi8> to vector<1xi32>
  %words = vector.broadcast %word : vector<1xi32> to vector<4xi32>
  %x = vector.bitcast %words : vector<4xi32> to vector<16xi8>
  %flat = tensor.collapse_shape %b [[0, 1]] : tensor<4x4xi8> into tensor<16xi8>
  %y = vector.transfer_read %flat[%c0], %i8 {in_bounds = [true]} : tensor<16xi8>, vector<16xi8>
  %sum = vector.transfer_read %c[%c0], %i32 {in_bounds = [true]} : tensor<4xi32>, vector<4xi32>
  %r = llvm.call_intrinsic "llvm.aarch64.neon.sdot.v4i32.v16i8"(%sum, %x, %y)
      : (vector<4xi32>, vector<16xi8>, vector<16xi8>) -> vector<4xi32>
  %out = vector.transfer_write %r, %c[%c0] {in_bounds = [true]} : vector<4xi32>, tensor<4xi32>
  schedule.yield %out : tensor<4xi32>
}
