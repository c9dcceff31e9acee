// RUN: dl-opt %s --dl-prefetch-rows --canonicalize --cse | FileCheck %s

#block = affine_map<(d0, d1) -> (d0 * 64 + d1 * 7)>
#row = affine_map<(d0, d1) -> (d0 * 3 + d1)>

// A matrix in blocks of columns goes through in blocks of 64 rows, which four panels of results read again.
// A block of columns of the next 64 rows is 32 lines, of which each of 4 x 9 iterations over panels
// and tiles fetches one, the last ones the last line again.
// CHECK-DAG: #[[LINE:.*]] = affine_map<(d0, d1) -> (d0 * 9 + d1)>
// CHECK-DAG: #[[NEXT:.*]] = affine_map<(d0) -> (d0 * 64 + 64)>
// CHECK-DAG: #[[PLACE:.*]] = affine_map<(d0) -> (d0 * 16)>
// CHECK-DAG: #[[BEHIND:.*]] = affine_map<(d0, d1) -> (d0 * 3 + d1 + 5)>
// CHECK-LABEL: func.func @again
// CHECK-DAG: %[[END:.*]] = arith.constant 4032 : index
// CHECK-DAG: %[[MOST:.*]] = arith.constant 31 : index
// CHECK: scf.for %[[ROWS:.*]] = %c0 to %c64
// CHECK: scf.for %[[PANEL:.*]] = %c0 to %c4
// CHECK: scf.for %[[TILE:.*]] = %c0 to %c9
// CHECK: scf.for %[[C:.*]] = %c0 to %c64
// CHECK: %[[N:.*]] = affine.apply #[[LINE]](%[[PANEL]], %[[TILE]])
// CHECK: %[[L:.*]] = arith.minsi %[[N]], %[[MOST]]
// CHECK: %[[R:.*]] = affine.apply #[[NEXT]](%[[ROWS]])
// CHECK: %[[T:.*]] = arith.minsi %[[R]], %[[END]]
// CHECK: %[[P:.*]] = affine.apply #[[PLACE]](%[[L]])
// CHECK: memref.prefetch %arg0[%[[C]], %[[T]], %[[P]]], read, locality<2>
// CHECK-NOT: memref.prefetch
func.func @again(%x: memref<64x4096x8xf32>, %w: memref<64x4x8x8xf32>, %y: memref<4x4096x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c9 = arith.constant 9 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %none = arith.constant dense<0.0> : vector<8x8xf32>
  scf.for %b = %c0 to %c64 step %c1 {
    scf.for %o = %c0 to %c4 step %c1 {
      scf.for %t = %c0 to %c9 step %c1 {
        %r = affine.apply #block(%b, %t)
        %sum = scf.for %c = %c0 to %c64 step %c1 iter_args(%s = %none) -> (vector<8x8xf32>) {
          %a = vector.transfer_read %x[%c, %r, %c0], %zero {in_bounds = [true, true]} : memref<64x4096x8xf32>, vector<8x8xf32>
          %v = vector.transfer_read %w[%c, %o, %c0, %c0], %zero {in_bounds = [true, true]} : memref<64x4x8x8xf32>, vector<8x8xf32>
          %p = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %v, %s : vector<8x8xf32>, vector<8x8xf32> into vector<8x8xf32>
          scf.yield %p : vector<8x8xf32>
        }
        vector.transfer_write %sum, %y[%o, %r, %c0] {in_bounds = [true, true]} : vector<8x8xf32>, memref<4x4096x8xf32>
      }
    }
  }
  return
}

// Each iteration over the rows of a window fetches one of three new ones.
// CHECK-LABEL: func.func @window
// CHECK: scf.for %[[H:.*]] = %c0 to %c64
// CHECK: scf.for %[[KH:.*]] = %c0 to %c3
// CHECK: scf.for %[[C:.*]] = %c0 to %c64
// CHECK: %[[R:.*]] = affine.apply #[[BEHIND]](%[[H]], %[[KH]])
// CHECK: %[[NEXT:.*]] = arith.minsi %[[R]], %c193
// CHECK: memref.prefetch %arg0[%[[C]], %[[NEXT]], %c0], read, locality<2>
// CHECK-NOT: memref.prefetch
func.func @window(%x: memref<64x194x194xf32>, %w: memref<3x64x8xf32>, %y: memref<64x3xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %none = arith.constant dense<0.0> : vector<3xf32>
  scf.for %h = %c0 to %c64 step %c1 {
    %sum = scf.for %kh = %c0 to %c3 step %c1 iter_args(%s0 = %none) -> (vector<3xf32>) {
      %r = affine.apply #row(%h, %kh)
      %s1 = scf.for %c = %c0 to %c64 step %c1 iter_args(%s = %s0) -> (vector<3xf32>) {
        %a = vector.transfer_read %x[%c, %r, %c0], %zero {in_bounds = [true, true]} : memref<64x194x194xf32>, vector<3x8xf32>
        %v = vector.transfer_read %w[%kh, %c, %c0], %zero {in_bounds = [true]} : memref<3x64x8xf32>, vector<8xf32>
        %p = vector.contract {indexing_maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>} %a, %v, %s : vector<3x8xf32>, vector<8xf32> into vector<3xf32>
        scf.yield %p : vector<3xf32>
      }
      scf.yield %s1 : vector<3xf32>
    }
    vector.transfer_write %sum, %y[%h, %c0] {in_bounds = [true]} : vector<3xf32>, memref<64x3xf32>
  }
  return
}
