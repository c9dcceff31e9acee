// RUN: dl-opt %s --pass-pipeline="builtin.module(func.func(dl-lower-tile-products))" --split-input-file | FileCheck %s

// The sums of a loop are tiles: zeros at first, written as they are. Rows lie as far apart as those of
// the memory that they are in.
#rows = affine_map<(i, j, k, g) -> (i, k, g)>
#lanes = affine_map<(i, j, k, g) -> (k, j, g)>
#sums = affine_map<(i, j, k, g) -> (i, j)>
module attributes {dl.target_features = ["+amx-bf16"]} {
// CHECK-LABEL: func.func @matmul
// CHECK: %[[ZERO:.*]] = amx.tile_zero : !amx.tile<14x16xf32>
// CHECK: %[[SUM:.*]] = scf.for %{{.*}} iter_args(%[[S:.*]] = %[[ZERO]]) -> (!amx.tile<14x16xf32>)
// CHECK: %[[C256:.*]] = arith.constant 256 : index
// CHECK: %[[X:.*]] = amx.tile_load %arg0[%{{.*}}, %{{.*}}, %{{.*}}], %[[C256]] {{.*}} into !amx.tile<14x32xbf16>
// CHECK: %[[C32:.*]] = arith.constant 32 : index
// CHECK: %[[W:.*]] = amx.tile_load %arg1[%{{.*}}, %{{.*}}, %{{.*}}], %[[C32]] {{.*}} into !amx.tile<16x32xbf16>
// CHECK: %[[P:.*]] = amx.tile_mulf %[[X]], %[[W]], %[[S]]
// CHECK-NEXT: scf.yield %[[P]]
// CHECK: %[[C48:.*]] = arith.constant 48 : index
// CHECK: amx.tile_store %arg2[%{{.*}}, %{{.*}}], %[[SUM]], %[[C48]]
// CHECK-NOT: vector.contract
func.func @matmul(%x: memref<14x128x2xbf16>, %w: memref<128x16x2xbf16>, %o: memref<14x48xf32>) {
  %c0 = arith.constant 0 : index
  %c16 = arith.constant 16 : index
  %c128 = arith.constant 128 : index
  %zero = arith.constant 0.0 : bf16
  %zeros = arith.constant dense<0.0> : vector<14x16xf32>
  %r = scf.for %k = %c0 to %c128 step %c16 iter_args(%s = %zeros) -> (vector<14x16xf32>) {
    %a = vector.transfer_read %x[%c0, %k, %c0], %zero {in_bounds = [true, true, true]} : memref<14x128x2xbf16>, vector<14x16x2xbf16>
    %b = vector.transfer_read %w[%k, %c0, %c0], %zero {in_bounds = [true, true, true]} : memref<128x16x2xbf16>, vector<16x16x2xbf16>
    %aw = arith.extf %a : vector<14x16x2xbf16> to vector<14x16x2xf32>
    %bw = arith.extf %b : vector<16x16x2xbf16> to vector<16x16x2xf32>
    %p = vector.contract {indexing_maps = [#rows, #lanes, #sums], iterator_types = ["parallel", "parallel", "reduction", "reduction"], kind = #vector.kind<add>} %aw, %bw, %s : vector<14x16x2xf32>, vector<16x16x2xf32> into vector<14x16xf32>
    scf.yield %p : vector<14x16xf32>
  }
  vector.transfer_write %r, %o[%c0, %c16] {in_bounds = [true, true]} : vector<14x16xf32>, memref<14x48xf32>
  return
}
}

// -----

// Bytes with their signs, the factors the other way round, sums that are loaded, a stride that only a run
// knows, and other code that uses the sums: it finds them on the stack.
#rows = affine_map<(i, j, k, g) -> (i, k, g)>
#lanes = affine_map<(i, j, k, g) -> (k, j, g)>
#sums = affine_map<(i, j, k, g) -> (i, j)>
module attributes {dl.target_features = ["+amx-int8"]} {
// CHECK-LABEL: func.func @bytes
// CHECK: %[[STACK:.*]] = memref.alloca() {alignment = 64 : i64} : memref<4x16xi32>
// CHECK-DAG: %[[W:.*]] = amx.tile_load %arg1{{.*}} into !amx.tile<8x64xi8>
// CHECK-DAG: %[[STRIDES:.*]]:3 = memref.extract_strided_metadata
// CHECK-DAG: %[[X:.*]] = amx.tile_load %arg0{{.*}} into !amx.tile<4x32xi8>
// CHECK-DAG: %[[S:.*]] = amx.tile_load %arg2{{.*}} into !amx.tile<4x16xi32>
// CHECK: %[[P:.*]] = amx.tile_muli %[[X]] zext, %[[W]], %[[S]]
// CHECK: amx.tile_store %[[STACK]]{{.*}}, %[[P]]
// CHECK: %[[V:.*]] = vector.transfer_read %[[STACK]]
// CHECK: arith.addi %[[V]], %[[V]]
func.func @bytes(%x: memref<4x8x4xi8, strided<[?, 4, 1]>>, %w: memref<8x16x4xi8>, %o: memref<4x16xi32>) -> vector<4x16xi32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i8
  %none = arith.constant 0 : i32
  %b = vector.transfer_read %w[%c0, %c0, %c0], %zero {in_bounds = [true, true, true]} : memref<8x16x4xi8>, vector<8x16x4xi8>
  %a = vector.transfer_read %x[%c0, %c0, %c0], %zero {in_bounds = [true, true, true]} : memref<4x8x4xi8, strided<[?, 4, 1]>>, vector<4x8x4xi8>
  %s = vector.transfer_read %o[%c0, %c0], %none {in_bounds = [true, true]} : memref<4x16xi32>, vector<4x16xi32>
  %bw = arith.extsi %b : vector<8x16x4xi8> to vector<8x16x4xi32>
  %aw = arith.extui %a : vector<4x8x4xi8> to vector<4x8x4xi32>
  %p = vector.contract {indexing_maps = [#lanes, #rows, #sums], iterator_types = ["parallel", "parallel", "reduction", "reduction"], kind = #vector.kind<add>} %bw, %aw, %s : vector<8x16x4xi32>, vector<4x8x4xi32> into vector<4x16xi32>
  %d = arith.addi %p, %p : vector<4x16xi32>
  return %d : vector<4x16xi32>
}
// What is no product of tiles stays: groups of another size, rows that are no neighbours inside.
// CHECK-LABEL: func.func @others
// CHECK-NOT: amx.tile
// CHECK-COUNT-2: vector.contract
func.func @others(%x: memref<4x8x2xi8>, %w: memref<8x16x2xi8>, %y: memref<4x8x4xi8, strided<[64, 8, 1]>>, %v: memref<8x16x4xi8>, %s: vector<4x16xi32>) -> vector<4x16xi32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i8
  %a = vector.transfer_read %x[%c0, %c0, %c0], %zero {in_bounds = [true, true, true]} : memref<4x8x2xi8>, vector<4x8x2xi8>
  %b = vector.transfer_read %w[%c0, %c0, %c0], %zero {in_bounds = [true, true, true]} : memref<8x16x2xi8>, vector<8x16x2xi8>
  %aw = arith.extsi %a : vector<4x8x2xi8> to vector<4x8x2xi32>
  %bw = arith.extsi %b : vector<8x16x2xi8> to vector<8x16x2xi32>
  %p = vector.contract {indexing_maps = [#rows, #lanes, #sums], iterator_types = ["parallel", "parallel", "reduction", "reduction"], kind = #vector.kind<add>} %aw, %bw, %s : vector<4x8x2xi32>, vector<8x16x2xi32> into vector<4x16xi32>
  %c = vector.transfer_read %y[%c0, %c0, %c0], %zero {in_bounds = [true, true, true]} : memref<4x8x4xi8, strided<[64, 8, 1]>>, vector<4x8x4xi8>
  %d = vector.transfer_read %v[%c0, %c0, %c0], %zero {in_bounds = [true, true, true]} : memref<8x16x4xi8>, vector<8x16x4xi8>
  %cw = arith.extsi %c : vector<4x8x4xi8> to vector<4x8x4xi32>
  %dw = arith.extsi %d : vector<8x16x4xi8> to vector<8x16x4xi32>
  %q = vector.contract {indexing_maps = [#rows, #lanes, #sums], iterator_types = ["parallel", "parallel", "reduction", "reduction"], kind = #vector.kind<add>} %cw, %dw, %p : vector<4x8x4xi32>, vector<8x16x4xi32> into vector<4x16xi32>
  return %q : vector<4x16xi32>
}
}

// -----

// No intrinsic of the module requires tiles.
#rows = affine_map<(i, j, k, g) -> (i, k, g)>
#lanes = affine_map<(i, j, k, g) -> (k, j, g)>
#sums = affine_map<(i, j, k, g) -> (i, j)>
// CHECK-LABEL: func.func @elsewhere
// CHECK-NOT: amx.tile
// CHECK: vector.contract
func.func @elsewhere(%x: memref<4x8x4xi8>, %w: memref<8x16x4xi8>, %s: vector<4x16xi32>) -> vector<4x16xi32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i8
  %a = vector.transfer_read %x[%c0, %c0, %c0], %zero {in_bounds = [true, true, true]} : memref<4x8x4xi8>, vector<4x8x4xi8>
  %b = vector.transfer_read %w[%c0, %c0, %c0], %zero {in_bounds = [true, true, true]} : memref<8x16x4xi8>, vector<8x16x4xi8>
  %aw = arith.extsi %a : vector<4x8x4xi8> to vector<4x8x4xi32>
  %bw = arith.extsi %b : vector<8x16x4xi8> to vector<8x16x4xi32>
  %p = vector.contract {indexing_maps = [#rows, #lanes, #sums], iterator_types = ["parallel", "parallel", "reduction", "reduction"], kind = #vector.kind<add>} %aw, %bw, %s : vector<4x8x4xi32>, vector<8x16x4xi32> into vector<4x16xi32>
  return %p : vector<4x16xi32>
}

// -----

// Nine sums at once find no registers: each is in memory between products.
#rows = affine_map<(i, j, k, g) -> (i, k, g)>
#lanes = affine_map<(i, j, k, g) -> (k, j, g)>
#sums = affine_map<(i, j, k, g) -> (i, j)>
module attributes {dl.target_features = ["+amx-int8"]} {
// CHECK-LABEL: func.func @many
// CHECK-COUNT-9: memref.alloca
// CHECK: scf.for {{.*}} -> (vector<4x16xi32>
// CHECK: vector.transfer_write
// CHECK: amx.tile_load
// CHECK: amx.tile_muli
// CHECK: amx.tile_store
// CHECK: vector.transfer_read
// CHECK-NOT: vector.contract
func.func @many(%x: memref<9x4x8x4xi8>, %w: memref<8x16x4xi8>, %o: memref<9x4x16xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %zero = arith.constant 0 : i8
  %s = arith.constant dense<0> : vector<4x16xi32>
  %r:9 = scf.for %i = %c0 to %c9 step %c1 iter_args(%a0 = %s, %a1 = %s, %a2 = %s, %a3 = %s, %a4 = %s, %a5 = %s, %a6 = %s, %a7 = %s, %a8 = %s) -> (vector<4x16xi32>, vector<4x16xi32>, vector<4x16xi32>, vector<4x16xi32>, vector<4x16xi32>, vector<4x16xi32>, vector<4x16xi32>, vector<4x16xi32>, vector<4x16xi32>) {
    %a = vector.transfer_read %x[%i, %c0, %c0, %c0], %zero {in_bounds = [true, true, true]} : memref<9x4x8x4xi8>, vector<4x8x4xi8>
    %b = vector.transfer_read %w[%c0, %c0, %c0], %zero {in_bounds = [true, true, true]} : memref<8x16x4xi8>, vector<8x16x4xi8>
    %aw = arith.extsi %a : vector<4x8x4xi8> to vector<4x8x4xi32>
    %bw = arith.extsi %b : vector<8x16x4xi8> to vector<8x16x4xi32>
    %p0 = vector.contract {indexing_maps = [#rows, #lanes, #sums], iterator_types = ["parallel", "parallel", "reduction", "reduction"], kind = #vector.kind<add>} %aw, %bw, %a0 : vector<4x8x4xi32>, vector<8x16x4xi32> into vector<4x16xi32>
    %p1 = vector.contract {indexing_maps = [#rows, #lanes, #sums], iterator_types = ["parallel", "parallel", "reduction", "reduction"], kind = #vector.kind<add>} %aw, %bw, %a1 : vector<4x8x4xi32>, vector<8x16x4xi32> into vector<4x16xi32>
    %p2 = vector.contract {indexing_maps = [#rows, #lanes, #sums], iterator_types = ["parallel", "parallel", "reduction", "reduction"], kind = #vector.kind<add>} %aw, %bw, %a2 : vector<4x8x4xi32>, vector<8x16x4xi32> into vector<4x16xi32>
    %p3 = vector.contract {indexing_maps = [#rows, #lanes, #sums], iterator_types = ["parallel", "parallel", "reduction", "reduction"], kind = #vector.kind<add>} %aw, %bw, %a3 : vector<4x8x4xi32>, vector<8x16x4xi32> into vector<4x16xi32>
    %p4 = vector.contract {indexing_maps = [#rows, #lanes, #sums], iterator_types = ["parallel", "parallel", "reduction", "reduction"], kind = #vector.kind<add>} %aw, %bw, %a4 : vector<4x8x4xi32>, vector<8x16x4xi32> into vector<4x16xi32>
    %p5 = vector.contract {indexing_maps = [#rows, #lanes, #sums], iterator_types = ["parallel", "parallel", "reduction", "reduction"], kind = #vector.kind<add>} %aw, %bw, %a5 : vector<4x8x4xi32>, vector<8x16x4xi32> into vector<4x16xi32>
    %p6 = vector.contract {indexing_maps = [#rows, #lanes, #sums], iterator_types = ["parallel", "parallel", "reduction", "reduction"], kind = #vector.kind<add>} %aw, %bw, %a6 : vector<4x8x4xi32>, vector<8x16x4xi32> into vector<4x16xi32>
    %p7 = vector.contract {indexing_maps = [#rows, #lanes, #sums], iterator_types = ["parallel", "parallel", "reduction", "reduction"], kind = #vector.kind<add>} %aw, %bw, %a7 : vector<4x8x4xi32>, vector<8x16x4xi32> into vector<4x16xi32>
    %p8 = vector.contract {indexing_maps = [#rows, #lanes, #sums], iterator_types = ["parallel", "parallel", "reduction", "reduction"], kind = #vector.kind<add>} %aw, %bw, %a8 : vector<4x8x4xi32>, vector<8x16x4xi32> into vector<4x16xi32>
    scf.yield %p0, %p1, %p2, %p3, %p4, %p5, %p6, %p7, %p8 : vector<4x16xi32>, vector<4x16xi32>, vector<4x16xi32>, vector<4x16xi32>, vector<4x16xi32>, vector<4x16xi32>, vector<4x16xi32>, vector<4x16xi32>, vector<4x16xi32>
  }
  %c_0 = arith.constant 0 : index
  vector.transfer_write %r#0, %o[%c_0, %c0, %c0] {in_bounds = [true, true]} : vector<4x16xi32>, memref<9x4x16xi32>
  %c_1 = arith.constant 1 : index
  vector.transfer_write %r#1, %o[%c_1, %c0, %c0] {in_bounds = [true, true]} : vector<4x16xi32>, memref<9x4x16xi32>
  %c_2 = arith.constant 2 : index
  vector.transfer_write %r#2, %o[%c_2, %c0, %c0] {in_bounds = [true, true]} : vector<4x16xi32>, memref<9x4x16xi32>
  %c_3 = arith.constant 3 : index
  vector.transfer_write %r#3, %o[%c_3, %c0, %c0] {in_bounds = [true, true]} : vector<4x16xi32>, memref<9x4x16xi32>
  %c_4 = arith.constant 4 : index
  vector.transfer_write %r#4, %o[%c_4, %c0, %c0] {in_bounds = [true, true]} : vector<4x16xi32>, memref<9x4x16xi32>
  %c_5 = arith.constant 5 : index
  vector.transfer_write %r#5, %o[%c_5, %c0, %c0] {in_bounds = [true, true]} : vector<4x16xi32>, memref<9x4x16xi32>
  %c_6 = arith.constant 6 : index
  vector.transfer_write %r#6, %o[%c_6, %c0, %c0] {in_bounds = [true, true]} : vector<4x16xi32>, memref<9x4x16xi32>
  %c_7 = arith.constant 7 : index
  vector.transfer_write %r#7, %o[%c_7, %c0, %c0] {in_bounds = [true, true]} : vector<4x16xi32>, memref<9x4x16xi32>
  %c_8 = arith.constant 8 : index
  vector.transfer_write %r#8, %o[%c_8, %c0, %c0] {in_bounds = [true, true]} : vector<4x16xi32>, memref<9x4x16xi32>
  return
}
}

// -----

// Weights that no near cache holds: each of four iterations that read the same block brings a quarter of
// the next one, three steps of 16 rows further on.
#rows = affine_map<(i, j, k, g) -> (i, k, g)>
#lanes = affine_map<(i, j, k, g) -> (k, j, g)>
#sums = affine_map<(i, j, k, g) -> (i, j)>
module attributes {dl.target_features = ["+amx-int8"]} {
// CHECK-LABEL: func.func @blocks
// CHECK: scf.for %[[BLOCK:[a-z0-9]+]] =
// CHECK: scf.for %[[ROW:[a-z0-9]+]] =
// CHECK: scf.for %[[STEP:[a-z0-9]+]] =
// CHECK: amx.tile_load %arg0
// CHECK-NOT: memref.prefetch
// CHECK: amx.tile_load %arg1
// CHECK: %[[TURN:.*]] = arith.divui
// CHECK: %[[FIRST:.*]] = arith.muli %[[TURN]], %c4
// CHECK: arith.addi %{{.*}}, %[[FIRST]]
// CHECK: %c48
// CHECK: memref.prefetch %arg1[%{{.*}}, %{{.*}}, %{{.*}}], read, locality<2>, data
// CHECK-COUNT-3: memref.prefetch %arg1
// CHECK-NOT: memref.prefetch
func.func @blocks(%x: memref<64x4096x4xi8>, %w: memref<4096x16x4xi8>, %o: memref<64x16xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c16 = arith.constant 16 : index
  %c48 = arith.constant 48 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0 : i8
  %none = arith.constant 0 : i32
  scf.for %b = %c0 to %c64 step %c1 {
    %first = arith.muli %b, %c48 : index
    scf.for %i = %c0 to %c4 step %c1 {
      %row = arith.muli %i, %c16 : index
      %s = vector.transfer_read %o[%row, %c0], %none {in_bounds = [true, true]} : memref<64x16xi32>, vector<16x16xi32>
      %r = scf.for %k = %c0 to %c3 step %c1 iter_args(%t = %s) -> (vector<16x16xi32>) {
        %step = arith.muli %k, %c16 : index
        %at = arith.addi %first, %step : index
        %a = vector.transfer_read %x[%row, %at, %c0], %zero {in_bounds = [true, true, true]} : memref<64x4096x4xi8>, vector<16x16x4xi8>
        %c = vector.transfer_read %w[%at, %c0, %c0], %zero {in_bounds = [true, true, true]} : memref<4096x16x4xi8>, vector<16x16x4xi8>
        %aw = arith.extui %a : vector<16x16x4xi8> to vector<16x16x4xi32>
        %cw = arith.extsi %c : vector<16x16x4xi8> to vector<16x16x4xi32>
        %p = vector.contract {indexing_maps = [#rows, #lanes, #sums], iterator_types = ["parallel", "parallel", "reduction", "reduction"], kind = #vector.kind<add>} %aw, %cw, %t : vector<16x16x4xi32>, vector<16x16x4xi32> into vector<16x16xi32>
        scf.yield %p : vector<16x16xi32>
      }
      vector.transfer_write %r, %o[%row, %c0] {in_bounds = [true, true]} : vector<16x16xi32>, memref<64x16xi32>
    }
  }
  return
}
}
