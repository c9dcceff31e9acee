// Part of the dl project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Intrinsics of x86-64 for schedule.tensorize: dot products of AVX-512 VNNI,
// AVX-VNNI and AVX-512 BF16, and of bytes by AVX2. Each broadcasts one group of the
// first operand. Those of AMX multiply matrices.

// 8 sums of 4 products, unsigned by signed bytes (AVX2). Even and odd bytes become numbers of
// 16 bits, of which each lane adds two products. `vpmaddubsw` would take the bytes as they are, but
// its sums of two products saturate.
schedule.intrinsic @avx2_vpmaddwd_u8s8 requires "+avx2" computes {
^bb0(%a: tensor<4xi8>, %b: tensor<8x4xi8>):
  %0 = te.compute "avx2_vpmaddwd_u8s8" axes(j = 8) reduce(k = 4) combine(add) : tensor<8xi32> {
  ^bb0(%j: index, %k: index):
    %x = te.read %a[%k] : tensor<4xi8>
    %y = te.read %b[%j, %k] : tensor<8x4xi8>
    %xw = arith.extui %x : i8 to i32
    %yw = arith.extsi %y : i8 to i32
    %p = arith.muli %xw, %yw : i32
    te.yield %p : i32
  }
  schedule.yield %0 : tensor<8xi32>
} by {
^bb0(%a: tensor<4xi8>, %b: tensor<8x4xi8>, %c: tensor<8xi32>):
  %c0 = arith.constant 0 : index
  %i8 = arith.constant 0 : i8
  %i32 = arith.constant 0 : i32
  %eight = arith.constant dense<8> : vector<16xi16>
  %group = vector.transfer_read %a[%c0], %i8 {in_bounds = [true]} : tensor<4xi8>, vector<4xi8>
  %word = vector.bitcast %group : vector<4xi8> to vector<1xi32>
  %words = vector.broadcast %word : vector<1xi32> to vector<8xi32>
  %x = vector.bitcast %words : vector<8xi32> to vector<16xi16>
  %flat = tensor.collapse_shape %b [[0, 1]] : tensor<8x4xi8> into tensor<32xi8>
  %bytes = vector.transfer_read %flat[%c0], %i8 {in_bounds = [true]} : tensor<32xi8>, vector<32xi8>
  %y = vector.bitcast %bytes : vector<32xi8> to vector<16xi16>
  %xup = arith.shli %x, %eight : vector<16xi16>
  %xeven = arith.shrui %xup, %eight : vector<16xi16>
  %xodd = arith.shrui %x, %eight : vector<16xi16>
  %yup = arith.shli %y, %eight : vector<16xi16>
  %yeven = arith.shrsi %yup, %eight : vector<16xi16>
  %yodd = arith.shrsi %y, %eight : vector<16xi16>
  %sum = vector.transfer_read %c[%c0], %i32 {in_bounds = [true]} : tensor<8xi32>, vector<8xi32>
  %even = llvm.call_intrinsic "llvm.x86.avx2.pmadd.wd"(%xeven, %yeven)
      : (vector<16xi16>, vector<16xi16>) -> vector<8xi32>
  %odd = llvm.call_intrinsic "llvm.x86.avx2.pmadd.wd"(%xodd, %yodd)
      : (vector<16xi16>, vector<16xi16>) -> vector<8xi32>
  %half = arith.addi %sum, %even : vector<8xi32>
  %r = arith.addi %half, %odd : vector<8xi32>
  %out = vector.transfer_write %r, %c[%c0] {in_bounds = [true]} : vector<8xi32>, tensor<8xi32>
  schedule.yield %out : tensor<8xi32>
}

// The same of signed bytes.
schedule.intrinsic @avx2_vpmaddwd_s8s8 requires "+avx2" computes {
^bb0(%a: tensor<4xi8>, %b: tensor<8x4xi8>):
  %0 = te.compute "avx2_vpmaddwd_s8s8" axes(j = 8) reduce(k = 4) combine(add) : tensor<8xi32> {
  ^bb0(%j: index, %k: index):
    %x = te.read %a[%k] : tensor<4xi8>
    %y = te.read %b[%j, %k] : tensor<8x4xi8>
    %xw = arith.extsi %x : i8 to i32
    %yw = arith.extsi %y : i8 to i32
    %p = arith.muli %xw, %yw : i32
    te.yield %p : i32
  }
  schedule.yield %0 : tensor<8xi32>
} by {
^bb0(%a: tensor<4xi8>, %b: tensor<8x4xi8>, %c: tensor<8xi32>):
  %c0 = arith.constant 0 : index
  %i8 = arith.constant 0 : i8
  %i32 = arith.constant 0 : i32
  %eight = arith.constant dense<8> : vector<16xi16>
  %group = vector.transfer_read %a[%c0], %i8 {in_bounds = [true]} : tensor<4xi8>, vector<4xi8>
  %word = vector.bitcast %group : vector<4xi8> to vector<1xi32>
  %words = vector.broadcast %word : vector<1xi32> to vector<8xi32>
  %x = vector.bitcast %words : vector<8xi32> to vector<16xi16>
  %flat = tensor.collapse_shape %b [[0, 1]] : tensor<8x4xi8> into tensor<32xi8>
  %bytes = vector.transfer_read %flat[%c0], %i8 {in_bounds = [true]} : tensor<32xi8>, vector<32xi8>
  %y = vector.bitcast %bytes : vector<32xi8> to vector<16xi16>
  %xup = arith.shli %x, %eight : vector<16xi16>
  %xeven = arith.shrsi %xup, %eight : vector<16xi16>
  %xodd = arith.shrsi %x, %eight : vector<16xi16>
  %yup = arith.shli %y, %eight : vector<16xi16>
  %yeven = arith.shrsi %yup, %eight : vector<16xi16>
  %yodd = arith.shrsi %y, %eight : vector<16xi16>
  %sum = vector.transfer_read %c[%c0], %i32 {in_bounds = [true]} : tensor<8xi32>, vector<8xi32>
  %even = llvm.call_intrinsic "llvm.x86.avx2.pmadd.wd"(%xeven, %yeven)
      : (vector<16xi16>, vector<16xi16>) -> vector<8xi32>
  %odd = llvm.call_intrinsic "llvm.x86.avx2.pmadd.wd"(%xodd, %yodd)
      : (vector<16xi16>, vector<16xi16>) -> vector<8xi32>
  %half = arith.addi %sum, %even : vector<8xi32>
  %r = arith.addi %half, %odd : vector<8xi32>
  %out = vector.transfer_write %r, %c[%c0] {in_bounds = [true]} : vector<8xi32>, tensor<8xi32>
  schedule.yield %out : tensor<8xi32>
}

// The same of unsigned bytes.
schedule.intrinsic @avx2_vpmaddwd_u8u8 requires "+avx2" computes {
^bb0(%a: tensor<4xi8>, %b: tensor<8x4xi8>):
  %0 = te.compute "avx2_vpmaddwd_u8u8" axes(j = 8) reduce(k = 4) combine(add) : tensor<8xi32> {
  ^bb0(%j: index, %k: index):
    %x = te.read %a[%k] : tensor<4xi8>
    %y = te.read %b[%j, %k] : tensor<8x4xi8>
    %xw = arith.extui %x : i8 to i32
    %yw = arith.extui %y : i8 to i32
    %p = arith.muli %xw, %yw : i32
    te.yield %p : i32
  }
  schedule.yield %0 : tensor<8xi32>
} by {
^bb0(%a: tensor<4xi8>, %b: tensor<8x4xi8>, %c: tensor<8xi32>):
  %c0 = arith.constant 0 : index
  %i8 = arith.constant 0 : i8
  %i32 = arith.constant 0 : i32
  %eight = arith.constant dense<8> : vector<16xi16>
  %group = vector.transfer_read %a[%c0], %i8 {in_bounds = [true]} : tensor<4xi8>, vector<4xi8>
  %word = vector.bitcast %group : vector<4xi8> to vector<1xi32>
  %words = vector.broadcast %word : vector<1xi32> to vector<8xi32>
  %x = vector.bitcast %words : vector<8xi32> to vector<16xi16>
  %flat = tensor.collapse_shape %b [[0, 1]] : tensor<8x4xi8> into tensor<32xi8>
  %bytes = vector.transfer_read %flat[%c0], %i8 {in_bounds = [true]} : tensor<32xi8>, vector<32xi8>
  %y = vector.bitcast %bytes : vector<32xi8> to vector<16xi16>
  %xup = arith.shli %x, %eight : vector<16xi16>
  %xeven = arith.shrui %xup, %eight : vector<16xi16>
  %xodd = arith.shrui %x, %eight : vector<16xi16>
  %yup = arith.shli %y, %eight : vector<16xi16>
  %yeven = arith.shrui %yup, %eight : vector<16xi16>
  %yodd = arith.shrui %y, %eight : vector<16xi16>
  %sum = vector.transfer_read %c[%c0], %i32 {in_bounds = [true]} : tensor<8xi32>, vector<8xi32>
  %even = llvm.call_intrinsic "llvm.x86.avx2.pmadd.wd"(%xeven, %yeven)
      : (vector<16xi16>, vector<16xi16>) -> vector<8xi32>
  %odd = llvm.call_intrinsic "llvm.x86.avx2.pmadd.wd"(%xodd, %yodd)
      : (vector<16xi16>, vector<16xi16>) -> vector<8xi32>
  %half = arith.addi %sum, %even : vector<8xi32>
  %r = arith.addi %half, %odd : vector<8xi32>
  %out = vector.transfer_write %r, %c[%c0] {in_bounds = [true]} : vector<8xi32>, tensor<8xi32>
  schedule.yield %out : tensor<8xi32>
}

// 8 sums of 2 products of numbers of 16 bits with signed bytes, which are widened (AVX2).
schedule.intrinsic @avx2_vpmaddwd_s16s8 requires "+avx2" computes {
^bb0(%a: tensor<2xi16>, %b: tensor<8x2xi8>):
  %0 = te.compute "avx2_vpmaddwd_s16s8" axes(j = 8) reduce(k = 2) combine(add) : tensor<8xi32> {
  ^bb0(%j: index, %k: index):
    %x = te.read %a[%k] : tensor<2xi16>
    %y = te.read %b[%j, %k] : tensor<8x2xi8>
    %xw = arith.extsi %x : i16 to i32
    %yw = arith.extsi %y : i8 to i32
    %p = arith.muli %xw, %yw : i32
    te.yield %p : i32
  }
  schedule.yield %0 : tensor<8xi32>
} by {
^bb0(%a: tensor<2xi16>, %b: tensor<8x2xi8>, %c: tensor<8xi32>):
  %c0 = arith.constant 0 : index
  %i8 = arith.constant 0 : i8
  %i16 = arith.constant 0 : i16
  %i32 = arith.constant 0 : i32
  %group = vector.transfer_read %a[%c0], %i16 {in_bounds = [true]} : tensor<2xi16>, vector<2xi16>
  %word = vector.bitcast %group : vector<2xi16> to vector<1xi32>
  %words = vector.broadcast %word : vector<1xi32> to vector<8xi32>
  %x = vector.bitcast %words : vector<8xi32> to vector<16xi16>
  %flat = tensor.collapse_shape %b [[0, 1]] : tensor<8x2xi8> into tensor<16xi8>
  %bytes = vector.transfer_read %flat[%c0], %i8 {in_bounds = [true]} : tensor<16xi8>, vector<16xi8>
  %y = arith.extsi %bytes : vector<16xi8> to vector<16xi16>
  %sum = vector.transfer_read %c[%c0], %i32 {in_bounds = [true]} : tensor<8xi32>, vector<8xi32>
  %products = llvm.call_intrinsic "llvm.x86.avx2.pmadd.wd"(%x, %y)
      : (vector<16xi16>, vector<16xi16>) -> vector<8xi32>
  %r = arith.addi %sum, %products : vector<8xi32>
  %out = vector.transfer_write %r, %c[%c0] {in_bounds = [true]} : vector<8xi32>, tensor<8xi32>
  schedule.yield %out : tensor<8xi32>
}

// The same with unsigned bytes.
schedule.intrinsic @avx2_vpmaddwd_s16u8 requires "+avx2" computes {
^bb0(%a: tensor<2xi16>, %b: tensor<8x2xi8>):
  %0 = te.compute "avx2_vpmaddwd_s16u8" axes(j = 8) reduce(k = 2) combine(add) : tensor<8xi32> {
  ^bb0(%j: index, %k: index):
    %x = te.read %a[%k] : tensor<2xi16>
    %y = te.read %b[%j, %k] : tensor<8x2xi8>
    %xw = arith.extsi %x : i16 to i32
    %yw = arith.extui %y : i8 to i32
    %p = arith.muli %xw, %yw : i32
    te.yield %p : i32
  }
  schedule.yield %0 : tensor<8xi32>
} by {
^bb0(%a: tensor<2xi16>, %b: tensor<8x2xi8>, %c: tensor<8xi32>):
  %c0 = arith.constant 0 : index
  %i8 = arith.constant 0 : i8
  %i16 = arith.constant 0 : i16
  %i32 = arith.constant 0 : i32
  %group = vector.transfer_read %a[%c0], %i16 {in_bounds = [true]} : tensor<2xi16>, vector<2xi16>
  %word = vector.bitcast %group : vector<2xi16> to vector<1xi32>
  %words = vector.broadcast %word : vector<1xi32> to vector<8xi32>
  %x = vector.bitcast %words : vector<8xi32> to vector<16xi16>
  %flat = tensor.collapse_shape %b [[0, 1]] : tensor<8x2xi8> into tensor<16xi8>
  %bytes = vector.transfer_read %flat[%c0], %i8 {in_bounds = [true]} : tensor<16xi8>, vector<16xi8>
  %y = arith.extui %bytes : vector<16xi8> to vector<16xi16>
  %sum = vector.transfer_read %c[%c0], %i32 {in_bounds = [true]} : tensor<8xi32>, vector<8xi32>
  %products = llvm.call_intrinsic "llvm.x86.avx2.pmadd.wd"(%x, %y)
      : (vector<16xi16>, vector<16xi16>) -> vector<8xi32>
  %r = arith.addi %sum, %products : vector<8xi32>
  %out = vector.transfer_write %r, %c[%c0] {in_bounds = [true]} : vector<8xi32>, tensor<8xi32>
  schedule.yield %out : tensor<8xi32>
}

// 8 sums of 4 products, unsigned by signed bytes (AVX-VNNI).
schedule.intrinsic @avx_vpdpbusd requires "+avxvnni" computes {
^bb0(%a: tensor<4xi8>, %b: tensor<8x4xi8>):
  %0 = te.compute "vpdpbusd" axes(j = 8) reduce(k = 4) combine(add) : tensor<8xi32> {
  ^bb0(%j: index, %k: index):
    %x = te.read %a[%k] : tensor<4xi8>
    %y = te.read %b[%j, %k] : tensor<8x4xi8>
    %xw = arith.extui %x : i8 to i32
    %yw = arith.extsi %y : i8 to i32
    %p = arith.muli %xw, %yw : i32
    te.yield %p : i32
  }
  schedule.yield %0 : tensor<8xi32>
} by {
^bb0(%a: tensor<4xi8>, %b: tensor<8x4xi8>, %c: tensor<8xi32>):
  %c0 = arith.constant 0 : index
  %i8 = arith.constant 0 : i8
  %i32 = arith.constant 0 : i32
  %group = vector.transfer_read %a[%c0], %i8 {in_bounds = [true]} : tensor<4xi8>, vector<4xi8>
  %word = vector.bitcast %group : vector<4xi8> to vector<1xi32>
  %words = vector.broadcast %word : vector<1xi32> to vector<8xi32>
  %x = vector.bitcast %words : vector<8xi32> to vector<32xi8>
  %flat = tensor.collapse_shape %b [[0, 1]] : tensor<8x4xi8> into tensor<32xi8>
  %y = vector.transfer_read %flat[%c0], %i8 {in_bounds = [true]} : tensor<32xi8>, vector<32xi8>
  %sum = vector.transfer_read %c[%c0], %i32 {in_bounds = [true]} : tensor<8xi32>, vector<8xi32>
  %r = llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.256"(%sum, %x, %y)
      : (vector<8xi32>, vector<32xi8>, vector<32xi8>) -> vector<8xi32>
  %out = vector.transfer_write %r, %c[%c0] {in_bounds = [true]} : vector<8xi32>, tensor<8xi32>
  schedule.yield %out : tensor<8xi32>
}

// 16 sums of 4 products, unsigned by signed bytes (AVX-512 VNNI).
schedule.intrinsic @avx512_vpdpbusd requires "+avx512vnni" computes {
^bb0(%a: tensor<4xi8>, %b: tensor<16x4xi8>):
  %0 = te.compute "vpdpbusd" axes(j = 16) reduce(k = 4) combine(add) : tensor<16xi32> {
  ^bb0(%j: index, %k: index):
    %x = te.read %a[%k] : tensor<4xi8>
    %y = te.read %b[%j, %k] : tensor<16x4xi8>
    %xw = arith.extui %x : i8 to i32
    %yw = arith.extsi %y : i8 to i32
    %p = arith.muli %xw, %yw : i32
    te.yield %p : i32
  }
  schedule.yield %0 : tensor<16xi32>
} by {
^bb0(%a: tensor<4xi8>, %b: tensor<16x4xi8>, %c: tensor<16xi32>):
  %c0 = arith.constant 0 : index
  %i8 = arith.constant 0 : i8
  %i32 = arith.constant 0 : i32
  %group = vector.transfer_read %a[%c0], %i8 {in_bounds = [true]} : tensor<4xi8>, vector<4xi8>
  %word = vector.bitcast %group : vector<4xi8> to vector<1xi32>
  %words = vector.broadcast %word : vector<1xi32> to vector<16xi32>
  %x = vector.bitcast %words : vector<16xi32> to vector<64xi8>
  %flat = tensor.collapse_shape %b [[0, 1]] : tensor<16x4xi8> into tensor<64xi8>
  %y = vector.transfer_read %flat[%c0], %i8 {in_bounds = [true]} : tensor<64xi8>, vector<64xi8>
  %sum = vector.transfer_read %c[%c0], %i32 {in_bounds = [true]} : tensor<16xi32>, vector<16xi32>
  %r = llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"(%sum, %x, %y)
      : (vector<16xi32>, vector<64xi8>, vector<64xi8>) -> vector<16xi32>
  %out = vector.transfer_write %r, %c[%c0] {in_bounds = [true]} : vector<16xi32>, tensor<16xi32>
  schedule.yield %out : tensor<16xi32>
}

// 16 sums of 2 products of bf16 in f32 (AVX-512 BF16).
schedule.intrinsic @avx512_vdpbf16ps requires "+avx512bf16" computes {
^bb0(%a: tensor<2xbf16>, %b: tensor<16x2xbf16>):
  %0 = te.compute "vdpbf16ps" axes(j = 16) reduce(k = 2) combine(add) : tensor<16xf32> {
  ^bb0(%j: index, %k: index):
    %x = te.read %a[%k] : tensor<2xbf16>
    %y = te.read %b[%j, %k] : tensor<16x2xbf16>
    %xw = arith.extf %x : bf16 to f32
    %yw = arith.extf %y : bf16 to f32
    %p = arith.mulf %xw, %yw : f32
    te.yield %p : f32
  }
  schedule.yield %0 : tensor<16xf32>
} by {
^bb0(%a: tensor<2xbf16>, %b: tensor<16x2xbf16>, %c: tensor<16xf32>):
  %c0 = arith.constant 0 : index
  %bf16 = arith.constant 0.0 : bf16
  %f32 = arith.constant 0.0 : f32
  %group = vector.transfer_read %a[%c0], %bf16 {in_bounds = [true]} : tensor<2xbf16>, vector<2xbf16>
  %word = vector.bitcast %group : vector<2xbf16> to vector<1xi32>
  %words = vector.broadcast %word : vector<1xi32> to vector<16xi32>
  %x = vector.bitcast %words : vector<16xi32> to vector<32xbf16>
  %flat = tensor.collapse_shape %b [[0, 1]] : tensor<16x2xbf16> into tensor<32xbf16>
  %y = vector.transfer_read %flat[%c0], %bf16 {in_bounds = [true]} : tensor<32xbf16>, vector<32xbf16>
  %sum = vector.transfer_read %c[%c0], %f32 {in_bounds = [true]} : tensor<16xf32>, vector<16xf32>
  %r = llvm.call_intrinsic "llvm.x86.avx512bf16.dpbf16ps.512"(%sum, %x, %y)
      : (vector<16xf32>, vector<32xbf16>, vector<32xbf16>) -> vector<16xf32>
  %out = vector.transfer_write %r, %c[%c0] {in_bounds = [true]} : vector<16xf32>, tensor<16xf32>
  schedule.yield %out : tensor<16xf32>
}

// Products of up to 16 rows by 16 lanes of up to 32 bf16, in f32 (AMX). Contractions of this form
// become products of tile registers (dl-lower-tile-products).
schedule.intrinsic @amx_tdpbf16ps requires "+amx-bf16" up_to ["i", "k"] computes {
^bb0(%a: tensor<16x16x2xbf16>, %b: tensor<16x16x2xbf16>):
  %0 = te.compute "tdpbf16ps" axes(i = 16, j = 16) reduce(k = 32) combine(add) : tensor<16x16xf32> {
  ^bb0(%i: index, %j: index, %k: index):
    %x = te.read %a[%i, %k floordiv 2, %k mod 2] : tensor<16x16x2xbf16>
    %y = te.read %b[%k floordiv 2, %j, %k mod 2] : tensor<16x16x2xbf16>
    %xw = arith.extf %x : bf16 to f32
    %yw = arith.extf %y : bf16 to f32
    %p = arith.mulf %xw, %yw : f32
    te.yield %p : f32
  }
  schedule.yield %0 : tensor<16x16xf32>
} by {
^bb0(%a: tensor<?x?x2xbf16>, %b: tensor<?x16x2xbf16>, %c: tensor<?x16xf32>):
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i, j, k, g) -> (i, k, g)>, affine_map<(i, j, k, g) -> (k, j, g)>,
                       affine_map<(i, j, k, g) -> (i, j)>],
      iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%a, %b : tensor<?x?x2xbf16>, tensor<?x16x2xbf16>) outs(%c : tensor<?x16xf32>)
      attrs = {schedule.vectorize} {
  ^bb0(%x: bf16, %y: bf16, %sum: f32):
    %xw = arith.extf %x : bf16 to f32
    %yw = arith.extf %y : bf16 to f32
    %p = arith.mulf %xw, %yw : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  } -> tensor<?x16xf32>
  schedule.yield %0 : tensor<?x16xf32>
}

// The same of up to 64 bytes in 32 bits, unsigned by signed.
schedule.intrinsic @amx_tdpbusd requires "+amx-int8" up_to ["i", "k"] computes {
^bb0(%a: tensor<16x16x4xi8>, %b: tensor<16x16x4xi8>):
  %0 = te.compute "tdpbusd" axes(i = 16, j = 16) reduce(k = 64) combine(add) : tensor<16x16xi32> {
  ^bb0(%i: index, %j: index, %k: index):
    %x = te.read %a[%i, %k floordiv 4, %k mod 4] : tensor<16x16x4xi8>
    %y = te.read %b[%k floordiv 4, %j, %k mod 4] : tensor<16x16x4xi8>
    %xw = arith.extui %x : i8 to i32
    %yw = arith.extsi %y : i8 to i32
    %p = arith.muli %xw, %yw : i32
    te.yield %p : i32
  }
  schedule.yield %0 : tensor<16x16xi32>
} by {
^bb0(%a: tensor<?x?x4xi8>, %b: tensor<?x16x4xi8>, %c: tensor<?x16xi32>):
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i, j, k, g) -> (i, k, g)>, affine_map<(i, j, k, g) -> (k, j, g)>,
                       affine_map<(i, j, k, g) -> (i, j)>],
      iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%a, %b : tensor<?x?x4xi8>, tensor<?x16x4xi8>) outs(%c : tensor<?x16xi32>)
      attrs = {schedule.vectorize} {
  ^bb0(%x: i8, %y: i8, %sum: i32):
    %xw = arith.extui %x : i8 to i32
    %yw = arith.extsi %y : i8 to i32
    %p = arith.muli %xw, %yw : i32
    %s = arith.addi %sum, %p : i32
    linalg.yield %s : i32
  } -> tensor<?x16xi32>
  schedule.yield %0 : tensor<?x16xi32>
}

// The same of signed bytes.
schedule.intrinsic @amx_tdpbssd requires "+amx-int8" up_to ["i", "k"] computes {
^bb0(%a: tensor<16x16x4xi8>, %b: tensor<16x16x4xi8>):
  %0 = te.compute "tdpbssd" axes(i = 16, j = 16) reduce(k = 64) combine(add) : tensor<16x16xi32> {
  ^bb0(%i: index, %j: index, %k: index):
    %x = te.read %a[%i, %k floordiv 4, %k mod 4] : tensor<16x16x4xi8>
    %y = te.read %b[%k floordiv 4, %j, %k mod 4] : tensor<16x16x4xi8>
    %xw = arith.extsi %x : i8 to i32
    %yw = arith.extsi %y : i8 to i32
    %p = arith.muli %xw, %yw : i32
    te.yield %p : i32
  }
  schedule.yield %0 : tensor<16x16xi32>
} by {
^bb0(%a: tensor<?x?x4xi8>, %b: tensor<?x16x4xi8>, %c: tensor<?x16xi32>):
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i, j, k, g) -> (i, k, g)>, affine_map<(i, j, k, g) -> (k, j, g)>,
                       affine_map<(i, j, k, g) -> (i, j)>],
      iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%a, %b : tensor<?x?x4xi8>, tensor<?x16x4xi8>) outs(%c : tensor<?x16xi32>)
      attrs = {schedule.vectorize} {
  ^bb0(%x: i8, %y: i8, %sum: i32):
    %xw = arith.extsi %x : i8 to i32
    %yw = arith.extsi %y : i8 to i32
    %p = arith.muli %xw, %yw : i32
    %s = arith.addi %sum, %p : i32
    linalg.yield %s : i32
  } -> tensor<?x16xi32>
  schedule.yield %0 : tensor<?x16xi32>
}

// The same of unsigned bytes.
schedule.intrinsic @amx_tdpbuud requires "+amx-int8" up_to ["i", "k"] computes {
^bb0(%a: tensor<16x16x4xi8>, %b: tensor<16x16x4xi8>):
  %0 = te.compute "tdpbuud" axes(i = 16, j = 16) reduce(k = 64) combine(add) : tensor<16x16xi32> {
  ^bb0(%i: index, %j: index, %k: index):
    %x = te.read %a[%i, %k floordiv 4, %k mod 4] : tensor<16x16x4xi8>
    %y = te.read %b[%k floordiv 4, %j, %k mod 4] : tensor<16x16x4xi8>
    %xw = arith.extui %x : i8 to i32
    %yw = arith.extui %y : i8 to i32
    %p = arith.muli %xw, %yw : i32
    te.yield %p : i32
  }
  schedule.yield %0 : tensor<16x16xi32>
} by {
^bb0(%a: tensor<?x?x4xi8>, %b: tensor<?x16x4xi8>, %c: tensor<?x16xi32>):
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i, j, k, g) -> (i, k, g)>, affine_map<(i, j, k, g) -> (k, j, g)>,
                       affine_map<(i, j, k, g) -> (i, j)>],
      iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%a, %b : tensor<?x?x4xi8>, tensor<?x16x4xi8>) outs(%c : tensor<?x16xi32>)
      attrs = {schedule.vectorize} {
  ^bb0(%x: i8, %y: i8, %sum: i32):
    %xw = arith.extui %x : i8 to i32
    %yw = arith.extui %y : i8 to i32
    %p = arith.muli %xw, %yw : i32
    %s = arith.addi %sum, %p : i32
    linalg.yield %s : i32
  } -> tensor<?x16xi32>
  schedule.yield %0 : tensor<?x16xi32>
}

// The same of signed by unsigned bytes.
schedule.intrinsic @amx_tdpbsud requires "+amx-int8" up_to ["i", "k"] computes {
^bb0(%a: tensor<16x16x4xi8>, %b: tensor<16x16x4xi8>):
  %0 = te.compute "tdpbsud" axes(i = 16, j = 16) reduce(k = 64) combine(add) : tensor<16x16xi32> {
  ^bb0(%i: index, %j: index, %k: index):
    %x = te.read %a[%i, %k floordiv 4, %k mod 4] : tensor<16x16x4xi8>
    %y = te.read %b[%k floordiv 4, %j, %k mod 4] : tensor<16x16x4xi8>
    %xw = arith.extsi %x : i8 to i32
    %yw = arith.extui %y : i8 to i32
    %p = arith.muli %xw, %yw : i32
    te.yield %p : i32
  }
  schedule.yield %0 : tensor<16x16xi32>
} by {
^bb0(%a: tensor<?x?x4xi8>, %b: tensor<?x16x4xi8>, %c: tensor<?x16xi32>):
  %0 = linalg.generic {
      indexing_maps = [affine_map<(i, j, k, g) -> (i, k, g)>, affine_map<(i, j, k, g) -> (k, j, g)>,
                       affine_map<(i, j, k, g) -> (i, j)>],
      iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%a, %b : tensor<?x?x4xi8>, tensor<?x16x4xi8>) outs(%c : tensor<?x16xi32>)
      attrs = {schedule.vectorize} {
  ^bb0(%x: i8, %y: i8, %sum: i32):
    %xw = arith.extsi %x : i8 to i32
    %yw = arith.extui %y : i8 to i32
    %p = arith.muli %xw, %yw : i32
    %s = arith.addi %sum, %p : i32
    linalg.yield %s : i32
  } -> tensor<?x16xi32>
  schedule.yield %0 : tensor<?x16xi32>
}
