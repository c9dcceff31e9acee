// Products that are none of tiles, each by one thing: they stay as they are.
// RUN: dl-opt %s --pass-pipeline="builtin.module(func.func(dl-lower-tile-products))" | FileCheck %s

#rows = affine_map<(i, j, k, g) -> (i, k, g)>
#lanes = affine_map<(i, j, k, g) -> (k, j, g)>
#turned = affine_map<(i, j, k, g) -> (j, k, g)>
#sums = affine_map<(i, j, k, g) -> (i, j)>
module attributes {dl.target_features = ["+amx-bf16", "+amx-int8"]} {

// Sixteen rows of sixteen groups of 32 bits are the most that a tile has.
// CHECK-LABEL: func.func @largest(
// CHECK: amx.tile_mul
func.func @largest(%x: memref<16x16x2xbf16>, %w: memref<16x16x2xbf16>, %s: vector<16x16xf32>) -> vector<16x16xf32> {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : bf16
  %z2 = arith.constant 0.0 : bf16
  %a = vector.transfer_read %x[%c0, %c0, %c0], %z {in_bounds = [true, true, true]} : memref<16x16x2xbf16>, vector<16x16x2xbf16>
  %b = vector.transfer_read %w[%c0, %c0, %c0], %z2 {in_bounds = [true, true, true]} : memref<16x16x2xbf16>, vector<16x16x2xbf16>
  %aw = arith.extf %a : vector<16x16x2xbf16> to vector<16x16x2xf32>
  %bw = arith.extf %b : vector<16x16x2xbf16> to vector<16x16x2xf32>
  %p = vector.contract {indexing_maps = [#rows, #lanes, #sums], iterator_types = ["parallel", "parallel", "reduction", "reduction"], kind = #vector.kind<add>} %aw, %bw, %s : vector<16x16x2xf32>, vector<16x16x2xf32> into vector<16x16xf32>
  return %p : vector<16x16xf32>
}

// CHECK-LABEL: func.func @largest_bytes(
// CHECK: amx.tile_mul
func.func @largest_bytes(%x: memref<16x16x4xi8>, %w: memref<16x16x4xi8>, %s: vector<16x16xi32>) -> vector<16x16xi32> {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0 : i8
  %z2 = arith.constant 0 : i8
  %a = vector.transfer_read %x[%c0, %c0, %c0], %z {in_bounds = [true, true, true]} : memref<16x16x4xi8>, vector<16x16x4xi8>
  %b = vector.transfer_read %w[%c0, %c0, %c0], %z2 {in_bounds = [true, true, true]} : memref<16x16x4xi8>, vector<16x16x4xi8>
  %aw = arith.extsi %a : vector<16x16x4xi8> to vector<16x16x4xi32>
  %bw = arith.extsi %b : vector<16x16x4xi8> to vector<16x16x4xi32>
  %p = vector.contract {indexing_maps = [#rows, #lanes, #sums], iterator_types = ["parallel", "parallel", "reduction", "reduction"], kind = #vector.kind<add>} %aw, %bw, %s : vector<16x16x4xi32>, vector<16x16x4xi32> into vector<16x16xi32>
  return %p : vector<16x16xi32>
}

// CHECK-LABEL: func.func @rows(
// CHECK-NOT: amx.
// CHECK: vector.contract
// CHECK-NOT: amx.
func.func @rows(%x: memref<17x16x2xbf16>, %w: memref<16x16x2xbf16>, %s: vector<17x16xf32>) -> vector<17x16xf32> {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : bf16
  %z2 = arith.constant 0.0 : bf16
  %a = vector.transfer_read %x[%c0, %c0, %c0], %z {in_bounds = [true, true, true]} : memref<17x16x2xbf16>, vector<17x16x2xbf16>
  %b = vector.transfer_read %w[%c0, %c0, %c0], %z2 {in_bounds = [true, true, true]} : memref<16x16x2xbf16>, vector<16x16x2xbf16>
  %aw = arith.extf %a : vector<17x16x2xbf16> to vector<17x16x2xf32>
  %bw = arith.extf %b : vector<16x16x2xbf16> to vector<16x16x2xf32>
  %p = vector.contract {indexing_maps = [#rows, #lanes, #sums], iterator_types = ["parallel", "parallel", "reduction", "reduction"], kind = #vector.kind<add>} %aw, %bw, %s : vector<17x16x2xf32>, vector<16x16x2xf32> into vector<17x16xf32>
  return %p : vector<17x16xf32>
}

// CHECK-LABEL: func.func @lanes(
// CHECK-NOT: amx.
// CHECK: vector.contract
// CHECK-NOT: amx.
func.func @lanes(%x: memref<16x16x2xbf16>, %w: memref<16x17x2xbf16>, %s: vector<16x17xf32>) -> vector<16x17xf32> {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : bf16
  %z2 = arith.constant 0.0 : bf16
  %a = vector.transfer_read %x[%c0, %c0, %c0], %z {in_bounds = [true, true, true]} : memref<16x16x2xbf16>, vector<16x16x2xbf16>
  %b = vector.transfer_read %w[%c0, %c0, %c0], %z2 {in_bounds = [true, true, true]} : memref<16x17x2xbf16>, vector<16x17x2xbf16>
  %aw = arith.extf %a : vector<16x16x2xbf16> to vector<16x16x2xf32>
  %bw = arith.extf %b : vector<16x17x2xbf16> to vector<16x17x2xf32>
  %p = vector.contract {indexing_maps = [#rows, #lanes, #sums], iterator_types = ["parallel", "parallel", "reduction", "reduction"], kind = #vector.kind<add>} %aw, %bw, %s : vector<16x16x2xf32>, vector<16x17x2xf32> into vector<16x17xf32>
  return %p : vector<16x17xf32>
}

// CHECK-LABEL: func.func @steps(
// CHECK-NOT: amx.
// CHECK: vector.contract
// CHECK-NOT: amx.
func.func @steps(%x: memref<16x17x2xbf16>, %w: memref<17x16x2xbf16>, %s: vector<16x16xf32>) -> vector<16x16xf32> {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : bf16
  %z2 = arith.constant 0.0 : bf16
  %a = vector.transfer_read %x[%c0, %c0, %c0], %z {in_bounds = [true, true, true]} : memref<16x17x2xbf16>, vector<16x17x2xbf16>
  %b = vector.transfer_read %w[%c0, %c0, %c0], %z2 {in_bounds = [true, true, true]} : memref<17x16x2xbf16>, vector<17x16x2xbf16>
  %aw = arith.extf %a : vector<16x17x2xbf16> to vector<16x17x2xf32>
  %bw = arith.extf %b : vector<17x16x2xbf16> to vector<17x16x2xf32>
  %p = vector.contract {indexing_maps = [#rows, #lanes, #sums], iterator_types = ["parallel", "parallel", "reduction", "reduction"], kind = #vector.kind<add>} %aw, %bw, %s : vector<16x17x2xf32>, vector<17x16x2xf32> into vector<16x16xf32>
  return %p : vector<16x16xf32>
}

// Groups are of 32 bits, elements bf16 that add up to f32 or bytes that do to i32.
// CHECK-LABEL: func.func @large_groups(
// CHECK-NOT: amx.
// CHECK: vector.contract
// CHECK-NOT: amx.
func.func @large_groups(%x: memref<16x16x4xbf16>, %w: memref<16x16x4xbf16>, %s: vector<16x16xf32>) -> vector<16x16xf32> {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : bf16
  %z2 = arith.constant 0.0 : bf16
  %a = vector.transfer_read %x[%c0, %c0, %c0], %z {in_bounds = [true, true, true]} : memref<16x16x4xbf16>, vector<16x16x4xbf16>
  %b = vector.transfer_read %w[%c0, %c0, %c0], %z2 {in_bounds = [true, true, true]} : memref<16x16x4xbf16>, vector<16x16x4xbf16>
  %aw = arith.extf %a : vector<16x16x4xbf16> to vector<16x16x4xf32>
  %bw = arith.extf %b : vector<16x16x4xbf16> to vector<16x16x4xf32>
  %p = vector.contract {indexing_maps = [#rows, #lanes, #sums], iterator_types = ["parallel", "parallel", "reduction", "reduction"], kind = #vector.kind<add>} %aw, %bw, %s : vector<16x16x4xf32>, vector<16x16x4xf32> into vector<16x16xf32>
  return %p : vector<16x16xf32>
}

// CHECK-LABEL: func.func @small_groups(
// CHECK-NOT: amx.
// CHECK: vector.contract
// CHECK-NOT: amx.
func.func @small_groups(%x: memref<16x16x2xi8>, %w: memref<16x16x2xi8>, %s: vector<16x16xi32>) -> vector<16x16xi32> {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0 : i8
  %z2 = arith.constant 0 : i8
  %a = vector.transfer_read %x[%c0, %c0, %c0], %z {in_bounds = [true, true, true]} : memref<16x16x2xi8>, vector<16x16x2xi8>
  %b = vector.transfer_read %w[%c0, %c0, %c0], %z2 {in_bounds = [true, true, true]} : memref<16x16x2xi8>, vector<16x16x2xi8>
  %aw = arith.extsi %a : vector<16x16x2xi8> to vector<16x16x2xi32>
  %bw = arith.extsi %b : vector<16x16x2xi8> to vector<16x16x2xi32>
  %p = vector.contract {indexing_maps = [#rows, #lanes, #sums], iterator_types = ["parallel", "parallel", "reduction", "reduction"], kind = #vector.kind<add>} %aw, %bw, %s : vector<16x16x2xi32>, vector<16x16x2xi32> into vector<16x16xi32>
  return %p : vector<16x16xi32>
}

// CHECK-LABEL: func.func @halves(
// CHECK-NOT: amx.
// CHECK: vector.contract
// CHECK-NOT: amx.
func.func @halves(%x: memref<16x16x2xf16>, %w: memref<16x16x2xf16>, %s: vector<16x16xf32>) -> vector<16x16xf32> {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f16
  %z2 = arith.constant 0.0 : f16
  %a = vector.transfer_read %x[%c0, %c0, %c0], %z {in_bounds = [true, true, true]} : memref<16x16x2xf16>, vector<16x16x2xf16>
  %b = vector.transfer_read %w[%c0, %c0, %c0], %z2 {in_bounds = [true, true, true]} : memref<16x16x2xf16>, vector<16x16x2xf16>
  %aw = arith.extf %a : vector<16x16x2xf16> to vector<16x16x2xf32>
  %bw = arith.extf %b : vector<16x16x2xf16> to vector<16x16x2xf32>
  %p = vector.contract {indexing_maps = [#rows, #lanes, #sums], iterator_types = ["parallel", "parallel", "reduction", "reduction"], kind = #vector.kind<add>} %aw, %bw, %s : vector<16x16x2xf32>, vector<16x16x2xf32> into vector<16x16xf32>
  return %p : vector<16x16xf32>
}

// CHECK-LABEL: func.func @shorts(
// CHECK-NOT: amx.
// CHECK: vector.contract
// CHECK-NOT: amx.
func.func @shorts(%x: memref<16x16x2xi16>, %w: memref<16x16x2xi16>, %s: vector<16x16xi32>) -> vector<16x16xi32> {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0 : i16
  %z2 = arith.constant 0 : i16
  %a = vector.transfer_read %x[%c0, %c0, %c0], %z {in_bounds = [true, true, true]} : memref<16x16x2xi16>, vector<16x16x2xi16>
  %b = vector.transfer_read %w[%c0, %c0, %c0], %z2 {in_bounds = [true, true, true]} : memref<16x16x2xi16>, vector<16x16x2xi16>
  %aw = arith.extsi %a : vector<16x16x2xi16> to vector<16x16x2xi32>
  %bw = arith.extsi %b : vector<16x16x2xi16> to vector<16x16x2xi32>
  %p = vector.contract {indexing_maps = [#rows, #lanes, #sums], iterator_types = ["parallel", "parallel", "reduction", "reduction"], kind = #vector.kind<add>} %aw, %bw, %s : vector<16x16x2xi32>, vector<16x16x2xi32> into vector<16x16xi32>
  return %p : vector<16x16xi32>
}

// CHECK-LABEL: func.func @long_sums(
// CHECK-NOT: amx.
// CHECK: vector.contract
// CHECK-NOT: amx.
func.func @long_sums(%x: memref<16x16x4xi8>, %w: memref<16x16x4xi8>, %s: vector<16x16xi64>) -> vector<16x16xi64> {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0 : i8
  %z2 = arith.constant 0 : i8
  %a = vector.transfer_read %x[%c0, %c0, %c0], %z {in_bounds = [true, true, true]} : memref<16x16x4xi8>, vector<16x16x4xi8>
  %b = vector.transfer_read %w[%c0, %c0, %c0], %z2 {in_bounds = [true, true, true]} : memref<16x16x4xi8>, vector<16x16x4xi8>
  %aw = arith.extsi %a : vector<16x16x4xi8> to vector<16x16x4xi64>
  %bw = arith.extsi %b : vector<16x16x4xi8> to vector<16x16x4xi64>
  %p = vector.contract {indexing_maps = [#rows, #lanes, #sums], iterator_types = ["parallel", "parallel", "reduction", "reduction"], kind = #vector.kind<add>} %aw, %bw, %s : vector<16x16x4xi64>, vector<16x16x4xi64> into vector<16x16xi64>
  return %p : vector<16x16xi64>
}

// CHECK-LABEL: func.func @double_sums(
// CHECK-NOT: amx.
// CHECK: vector.contract
// CHECK-NOT: amx.
func.func @double_sums(%x: memref<16x16x2xbf16>, %w: memref<16x16x2xbf16>, %s: vector<16x16xf64>) -> vector<16x16xf64> {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : bf16
  %z2 = arith.constant 0.0 : bf16
  %a = vector.transfer_read %x[%c0, %c0, %c0], %z {in_bounds = [true, true, true]} : memref<16x16x2xbf16>, vector<16x16x2xbf16>
  %b = vector.transfer_read %w[%c0, %c0, %c0], %z2 {in_bounds = [true, true, true]} : memref<16x16x2xbf16>, vector<16x16x2xbf16>
  %aw = arith.extf %a : vector<16x16x2xbf16> to vector<16x16x2xf64>
  %bw = arith.extf %b : vector<16x16x2xbf16> to vector<16x16x2xf64>
  %p = vector.contract {indexing_maps = [#rows, #lanes, #sums], iterator_types = ["parallel", "parallel", "reduction", "reduction"], kind = #vector.kind<add>} %aw, %bw, %s : vector<16x16x2xf64>, vector<16x16x2xf64> into vector<16x16xf64>
  return %p : vector<16x16xf64>
}

// CHECK-LABEL: func.func @two_types(
// CHECK-NOT: amx.
// CHECK: vector.contract
// CHECK-NOT: amx.
func.func @two_types(%x: memref<16x16x2xbf16>, %w: memref<16x16x2xf16>, %s: vector<16x16xf32>) -> vector<16x16xf32> {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : bf16
  %z2 = arith.constant 0.0 : f16
  %a = vector.transfer_read %x[%c0, %c0, %c0], %z {in_bounds = [true, true, true]} : memref<16x16x2xbf16>, vector<16x16x2xbf16>
  %b = vector.transfer_read %w[%c0, %c0, %c0], %z2 {in_bounds = [true, true, true]} : memref<16x16x2xf16>, vector<16x16x2xf16>
  %aw = arith.extf %a : vector<16x16x2xbf16> to vector<16x16x2xf32>
  %bw = arith.extf %b : vector<16x16x2xf16> to vector<16x16x2xf32>
  %p = vector.contract {indexing_maps = [#rows, #lanes, #sums], iterator_types = ["parallel", "parallel", "reduction", "reduction"], kind = #vector.kind<add>} %aw, %bw, %s : vector<16x16x2xf32>, vector<16x16x2xf32> into vector<16x16xf32>
  return %p : vector<16x16xf32>
}

// They are added up, all of them.
// CHECK-LABEL: func.func @maxima(
// CHECK-NOT: amx.
// CHECK: vector.contract
// CHECK-NOT: amx.
func.func @maxima(%x: memref<16x16x2xbf16>, %w: memref<16x16x2xbf16>, %s: vector<16x16xf32>) -> vector<16x16xf32> {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : bf16
  %z2 = arith.constant 0.0 : bf16
  %a = vector.transfer_read %x[%c0, %c0, %c0], %z {in_bounds = [true, true, true]} : memref<16x16x2xbf16>, vector<16x16x2xbf16>
  %b = vector.transfer_read %w[%c0, %c0, %c0], %z2 {in_bounds = [true, true, true]} : memref<16x16x2xbf16>, vector<16x16x2xbf16>
  %aw = arith.extf %a : vector<16x16x2xbf16> to vector<16x16x2xf32>
  %bw = arith.extf %b : vector<16x16x2xbf16> to vector<16x16x2xf32>
  %p = vector.contract {indexing_maps = [#rows, #lanes, #sums], iterator_types = ["parallel", "parallel", "reduction", "reduction"], kind = #vector.kind<maximumf>} %aw, %bw, %s : vector<16x16x2xf32>, vector<16x16x2xf32> into vector<16x16xf32>
  return %p : vector<16x16xf32>
}

// CHECK-LABEL: func.func @chosen(
// CHECK-NOT: amx.
// CHECK: vector.contract
// CHECK-NOT: amx.
func.func @chosen(%x: memref<16x16x2xbf16>, %w: memref<16x16x2xbf16>, %s: vector<16x16xf32>, %all: vector<16x16x16x2xi1>) -> vector<16x16xf32> {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : bf16
  %z2 = arith.constant 0.0 : bf16
  %a = vector.transfer_read %x[%c0, %c0, %c0], %z {in_bounds = [true, true, true]} : memref<16x16x2xbf16>, vector<16x16x2xbf16>
  %b = vector.transfer_read %w[%c0, %c0, %c0], %z2 {in_bounds = [true, true, true]} : memref<16x16x2xbf16>, vector<16x16x2xbf16>
  %aw = arith.extf %a : vector<16x16x2xbf16> to vector<16x16x2xf32>
  %bw = arith.extf %b : vector<16x16x2xbf16> to vector<16x16x2xf32>
  %p = vector.mask %all { vector.contract {indexing_maps = [#rows, #lanes, #sums], iterator_types = ["parallel", "parallel", "reduction", "reduction"], kind = #vector.kind<add>} %aw, %bw, %s : vector<16x16x2xf32>, vector<16x16x2xf32> into vector<16x16xf32> } : vector<16x16x16x2xi1> -> vector<16x16xf32>
  return %p : vector<16x16xf32>
}

// Lanes are beside each other, and all is read, from memory.
// CHECK-LABEL: func.func @lanes_first(
// CHECK-NOT: amx.
// CHECK: vector.contract
// CHECK-NOT: amx.
func.func @lanes_first(%x: memref<16x16x2xbf16>, %w: memref<16x16x2xbf16>, %s: vector<16x16xf32>) -> vector<16x16xf32> {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : bf16
  %z2 = arith.constant 0.0 : bf16
  %a = vector.transfer_read %x[%c0, %c0, %c0], %z {in_bounds = [true, true, true]} : memref<16x16x2xbf16>, vector<16x16x2xbf16>
  %b = vector.transfer_read %w[%c0, %c0, %c0], %z2 {in_bounds = [true, true, true]} : memref<16x16x2xbf16>, vector<16x16x2xbf16>
  %aw = arith.extf %a : vector<16x16x2xbf16> to vector<16x16x2xf32>
  %bw = arith.extf %b : vector<16x16x2xbf16> to vector<16x16x2xf32>
  %p = vector.contract {indexing_maps = [#rows, #turned, #sums], iterator_types = ["parallel", "parallel", "reduction", "reduction"], kind = #vector.kind<add>} %aw, %bw, %s : vector<16x16x2xf32>, vector<16x16x2xf32> into vector<16x16xf32>
  return %p : vector<16x16xf32>
}

// CHECK-LABEL: func.func @tensors(
// CHECK-NOT: amx.
// CHECK: vector.contract
// CHECK-NOT: amx.
func.func @tensors(%x: tensor<16x16x2xbf16>, %w: tensor<16x16x2xbf16>, %s: vector<16x16xf32>) -> vector<16x16xf32> {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : bf16
  %z2 = arith.constant 0.0 : bf16
  %a = vector.transfer_read %x[%c0, %c0, %c0], %z {in_bounds = [true, true, true]} : tensor<16x16x2xbf16>, vector<16x16x2xbf16>
  %b = vector.transfer_read %w[%c0, %c0, %c0], %z2 {in_bounds = [true, true, true]} : tensor<16x16x2xbf16>, vector<16x16x2xbf16>
  %aw = arith.extf %a : vector<16x16x2xbf16> to vector<16x16x2xf32>
  %bw = arith.extf %b : vector<16x16x2xbf16> to vector<16x16x2xf32>
  %p = vector.contract {indexing_maps = [#rows, #lanes, #sums], iterator_types = ["parallel", "parallel", "reduction", "reduction"], kind = #vector.kind<add>} %aw, %bw, %s : vector<16x16x2xf32>, vector<16x16x2xf32> into vector<16x16xf32>
  return %p : vector<16x16xf32>
}

// CHECK-LABEL: func.func @beyond_bounds(
// CHECK-NOT: amx.
// CHECK: vector.contract
// CHECK-NOT: amx.
func.func @beyond_bounds(%x: memref<16x16x2xbf16>, %w: memref<16x16x2xbf16>, %s: vector<16x16xf32>) -> vector<16x16xf32> {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : bf16
  %z2 = arith.constant 0.0 : bf16
  %a = vector.transfer_read %x[%c0, %c0, %c0], %z {in_bounds = [false, true, true]} : memref<16x16x2xbf16>, vector<16x16x2xbf16>
  %b = vector.transfer_read %w[%c0, %c0, %c0], %z2 {in_bounds = [true, true, true]} : memref<16x16x2xbf16>, vector<16x16x2xbf16>
  %aw = arith.extf %a : vector<16x16x2xbf16> to vector<16x16x2xf32>
  %bw = arith.extf %b : vector<16x16x2xbf16> to vector<16x16x2xf32>
  %p = vector.contract {indexing_maps = [#rows, #lanes, #sums], iterator_types = ["parallel", "parallel", "reduction", "reduction"], kind = #vector.kind<add>} %aw, %bw, %s : vector<16x16x2xf32>, vector<16x16x2xf32> into vector<16x16xf32>
  return %p : vector<16x16xf32>
}

// CHECK-LABEL: func.func @chosen_rows(
// CHECK-NOT: amx.
// CHECK: vector.contract
// CHECK-NOT: amx.
func.func @chosen_rows(%x: memref<16x16x2xbf16>, %w: memref<16x16x2xbf16>, %s: vector<16x16xf32>, %m: vector<16x16x2xi1>) -> vector<16x16xf32> {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : bf16
  %z2 = arith.constant 0.0 : bf16
  %a = vector.transfer_read %x[%c0, %c0, %c0], %z, %m {in_bounds = [true, true, true]} : memref<16x16x2xbf16>, vector<16x16x2xbf16>
  %b = vector.transfer_read %w[%c0, %c0, %c0], %z2 {in_bounds = [true, true, true]} : memref<16x16x2xbf16>, vector<16x16x2xbf16>
  %aw = arith.extf %a : vector<16x16x2xbf16> to vector<16x16x2xf32>
  %bw = arith.extf %b : vector<16x16x2xbf16> to vector<16x16x2xf32>
  %p = vector.contract {indexing_maps = [#rows, #lanes, #sums], iterator_types = ["parallel", "parallel", "reduction", "reduction"], kind = #vector.kind<add>} %aw, %bw, %s : vector<16x16x2xf32>, vector<16x16x2xf32> into vector<16x16xf32>
  return %p : vector<16x16xf32>
}

// CHECK-LABEL: func.func @computed(
// CHECK-NOT: amx.
// CHECK: vector.contract
// CHECK-NOT: amx.
func.func @computed(%x: memref<16x16x2xbf16>, %w: memref<16x16x2xbf16>, %s: vector<16x16xf32>) -> vector<16x16xf32> {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : bf16
  %z2 = arith.constant 0.0 : bf16
  %a = vector.broadcast %z : bf16 to vector<16x16x2xbf16>
  %b = vector.transfer_read %w[%c0, %c0, %c0], %z2 {in_bounds = [true, true, true]} : memref<16x16x2xbf16>, vector<16x16x2xbf16>
  %aw = arith.extf %a : vector<16x16x2xbf16> to vector<16x16x2xf32>
  %bw = arith.extf %b : vector<16x16x2xbf16> to vector<16x16x2xf32>
  %p = vector.contract {indexing_maps = [#rows, #lanes, #sums], iterator_types = ["parallel", "parallel", "reduction", "reduction"], kind = #vector.kind<add>} %aw, %bw, %s : vector<16x16x2xf32>, vector<16x16x2xf32> into vector<16x16xf32>
  return %p : vector<16x16xf32>
}
}
