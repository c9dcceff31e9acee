// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Intrinsics of AArch64 for schedule.tensorize: dot products of bytes on any CPU (NEON), by
// the dot-product extension (dotprod), by products of matrices (i8mm), and of bf16 (bf16).

// 4 sums of 2 products of signed bytes (NEON of any CPU), one pair broadcast.
schedule.intrinsic @neon_smull computes {
^bb0(%a: tensor<2xi8>, %b: tensor<4x2xi8>):
  %0 = te.compute "smull" axes(j = 4) reduce(k = 2) combine(add) : tensor<4xi32> {
  ^bb0(%j: index, %k: index):
    %x = te.read %a[%k] : tensor<2xi8>
    %y = te.read %b[%j, %k] : tensor<4x2xi8>
    %xw = arith.extsi %x : i8 to i32
    %yw = arith.extsi %y : i8 to i32
    %p = arith.muli %xw, %yw : i32
    te.yield %p : i32
  }
  schedule.yield %0 : tensor<4xi32>
} by {
^bb0(%a: tensor<2xi8>, %b: tensor<4x2xi8>, %c: tensor<4xi32>):
  %c0 = arith.constant 0 : index
  %i8 = arith.constant 0 : i8
  %i32 = arith.constant 0 : i32
  %group = vector.transfer_read %a[%c0], %i8 {in_bounds = [true]} : tensor<2xi8>, vector<2xi8>
  %word = vector.bitcast %group : vector<2xi8> to vector<1xi16>
  %words = vector.broadcast %word : vector<1xi16> to vector<4xi16>
  %x = vector.bitcast %words : vector<4xi16> to vector<8xi8>
  %flat = tensor.collapse_shape %b [[0, 1]] : tensor<4x2xi8> into tensor<8xi8>
  %y = vector.transfer_read %flat[%c0], %i8 {in_bounds = [true]} : tensor<8xi8>, vector<8xi8>
  %sum = vector.transfer_read %c[%c0], %i32 {in_bounds = [true]} : tensor<4xi32>, vector<4xi32>
  // Products of 16 bits, of which neighbours are added in 32.
  %products = llvm.call_intrinsic "llvm.aarch64.neon.smull.v8i16"(%x, %y)
      : (vector<8xi8>, vector<8xi8>) -> vector<8xi16>
  %pairs = llvm.call_intrinsic "llvm.aarch64.neon.saddlp.v4i32.v8i16"(%products)
      : (vector<8xi16>) -> vector<4xi32>
  %r = arith.addi %sum, %pairs : vector<4xi32>
  %out = vector.transfer_write %r, %c[%c0] {in_bounds = [true]} : vector<4xi32>, tensor<4xi32>
  schedule.yield %out : tensor<4xi32>
}

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

// The same of unsigned bytes.
schedule.intrinsic @neon_udot requires "+dotprod" computes {
^bb0(%a: tensor<4xi8>, %b: tensor<4x4xi8>):
  %0 = te.compute "udot" axes(j = 4) reduce(k = 4) combine(add) : tensor<4xi32> {
  ^bb0(%j: index, %k: index):
    %x = te.read %a[%k] : tensor<4xi8>
    %y = te.read %b[%j, %k] : tensor<4x4xi8>
    %xw = arith.extui %x : i8 to i32
    %yw = arith.extui %y : i8 to i32
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
  %r = llvm.call_intrinsic "llvm.aarch64.neon.udot.v4i32.v16i8"(%sum, %x, %y)
      : (vector<4xi32>, vector<16xi8>, vector<16xi8>) -> vector<4xi32>
  %out = vector.transfer_write %r, %c[%c0] {in_bounds = [true]} : vector<4xi32>, tensor<4xi32>
  schedule.yield %out : tensor<4xi32>
}

// The same of unsigned bytes, the broadcast ones, and signed ones (NEON with i8mm).
schedule.intrinsic @neon_usdot requires "+i8mm" computes {
^bb0(%a: tensor<4xi8>, %b: tensor<4x4xi8>):
  %0 = te.compute "usdot" axes(j = 4) reduce(k = 4) combine(add) : tensor<4xi32> {
  ^bb0(%j: index, %k: index):
    %x = te.read %a[%k] : tensor<4xi8>
    %y = te.read %b[%j, %k] : tensor<4x4xi8>
    %xw = arith.extui %x : i8 to i32
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
  %r = llvm.call_intrinsic "llvm.aarch64.neon.usdot.v4i32.v16i8"(%sum, %x, %y)
      : (vector<4xi32>, vector<16xi8>, vector<16xi8>) -> vector<4xi32>
  %out = vector.transfer_write %r, %c[%c0] {in_bounds = [true]} : vector<4xi32>, tensor<4xi32>
  schedule.yield %out : tensor<4xi32>
}

// 2x2 sums of 8 products of signed bytes (NEON with i8mm): two rows by two rows.
schedule.intrinsic @neon_smmla requires "+i8mm" computes {
^bb0(%a: tensor<2x8xi8>, %b: tensor<2x8xi8>):
  %0 = te.compute "smmla" axes(i = 2, j = 2) reduce(k = 8) combine(add) : tensor<2x2xi32> {
  ^bb0(%i: index, %j: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<2x8xi8>
    %y = te.read %b[%j, %k] : tensor<2x8xi8>
    %xw = arith.extsi %x : i8 to i32
    %yw = arith.extsi %y : i8 to i32
    %p = arith.muli %xw, %yw : i32
    te.yield %p : i32
  }
  schedule.yield %0 : tensor<2x2xi32>
} by {
^bb0(%a: tensor<2x8xi8>, %b: tensor<2x8xi8>, %c: tensor<2x2xi32>):
  %c0 = arith.constant 0 : index
  %i8 = arith.constant 0 : i8
  %i32 = arith.constant 0 : i32
  %rows = vector.transfer_read %a[%c0, %c0], %i8 {in_bounds = [true, true]} : tensor<2x8xi8>, vector<2x8xi8>
  %x = vector.shape_cast %rows : vector<2x8xi8> to vector<16xi8>
  %columns = vector.transfer_read %b[%c0, %c0], %i8 {in_bounds = [true, true]} : tensor<2x8xi8>, vector<2x8xi8>
  %y = vector.shape_cast %columns : vector<2x8xi8> to vector<16xi8>
  %sums = vector.transfer_read %c[%c0, %c0], %i32 {in_bounds = [true, true]} : tensor<2x2xi32>, vector<2x2xi32>
  %sum = vector.shape_cast %sums : vector<2x2xi32> to vector<4xi32>
  %s = llvm.call_intrinsic "llvm.aarch64.neon.smmla.v4i32.v16i8"(%sum, %x, %y)
      : (vector<4xi32>, vector<16xi8>, vector<16xi8>) -> vector<4xi32>
  %r = vector.shape_cast %s : vector<4xi32> to vector<2x2xi32>
  %out = vector.transfer_write %r, %c[%c0, %c0] {in_bounds = [true, true]} : vector<2x2xi32>, tensor<2x2xi32>
  schedule.yield %out : tensor<2x2xi32>
}

// 4 sums of 2 products of bf16 in f32 (NEON with bf16), one pair broadcast.
schedule.intrinsic @neon_bfdot requires "+bf16" computes {
^bb0(%a: tensor<2xbf16>, %b: tensor<4x2xbf16>):
  %0 = te.compute "bfdot" axes(j = 4) reduce(k = 2) combine(add) : tensor<4xf32> {
  ^bb0(%j: index, %k: index):
    %x = te.read %a[%k] : tensor<2xbf16>
    %y = te.read %b[%j, %k] : tensor<4x2xbf16>
    %xw = arith.extf %x : bf16 to f32
    %yw = arith.extf %y : bf16 to f32
    %p = arith.mulf %xw, %yw : f32
    te.yield %p : f32
  }
  schedule.yield %0 : tensor<4xf32>
} by {
^bb0(%a: tensor<2xbf16>, %b: tensor<4x2xbf16>, %c: tensor<4xf32>):
  %c0 = arith.constant 0 : index
  %bf16 = arith.constant 0.0 : bf16
  %f32 = arith.constant 0.0 : f32
  %group = vector.transfer_read %a[%c0], %bf16 {in_bounds = [true]} : tensor<2xbf16>, vector<2xbf16>
  %word = vector.bitcast %group : vector<2xbf16> to vector<1xi32>
  %words = vector.broadcast %word : vector<1xi32> to vector<4xi32>
  %x = vector.bitcast %words : vector<4xi32> to vector<8xbf16>
  %flat = tensor.collapse_shape %b [[0, 1]] : tensor<4x2xbf16> into tensor<8xbf16>
  %y = vector.transfer_read %flat[%c0], %bf16 {in_bounds = [true]} : tensor<8xbf16>, vector<8xbf16>
  %sum = vector.transfer_read %c[%c0], %f32 {in_bounds = [true]} : tensor<4xf32>, vector<4xf32>
  %r = llvm.call_intrinsic "llvm.aarch64.neon.bfdot.v4f32.v8bf16"(%sum, %x, %y)
      : (vector<4xf32>, vector<8xbf16>, vector<8xbf16>) -> vector<4xf32>
  %out = vector.transfer_write %r, %c[%c0] {in_bounds = [true]} : vector<4xf32>, tensor<4xf32>
  schedule.yield %out : tensor<4xf32>
}
