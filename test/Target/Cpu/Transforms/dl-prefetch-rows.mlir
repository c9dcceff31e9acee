// RUN: dl-opt %s --dl-prefetch-rows --canonicalize --cse | FileCheck %s

#three = affine_map<(d0) -> (d0 * 3)>
#eight = affine_map<(d0) -> (d0 * 8)>
#two = affine_map<(d0) -> (d0 * 2)>
#row = affine_map<(d0, d1) -> (d0 * 3 + d1)>
#column = affine_map<(d0, d1) -> (d0 * 8 + d1)>
#six = affine_map<(d0) -> (d0 * 6)>
#four = affine_map<(d0) -> (d0 * 4)>
#sum = affine_map<(d0, d1) -> (d0 + d1)>
#twice = affine_map<(d0, d1) -> (d0 * 2 + d1)>
#low = affine_map<(d0) -> (1 - d0, 0)>
#place = affine_map<(d0, d1) -> (d0 * 6 + d1)>

// A window of 3x3 over 64 planes of 194x194, 9.6 MB: a tile has three rows of eight elements, and reads
// two planes at once. Its next row of tiles begins three rows on, and reads those behind the window,
// 5 to 7, first. Each iteration over planes fetches one line of each of them, of both planes.
// CHECK-DAG: #[[COLUMN:.*]] = affine_map<(d0) -> (d0 * 8)>
// CHECK-DAG: #[[PLANE:.*]] = affine_map<(d0) -> (d0 * 2)>
// CHECK-DAG: #[[OTHER:.*]] = affine_map<(d0) -> (d0 * 2 + 1)>
// CHECK-DAG: #[[FIRST:.*]] = affine_map<(d0) -> (d0 * 3 + 5)>
// CHECK-DAG: #[[THIRD:.*]] = affine_map<(d0) -> (d0 * 3 + 7)>
// CHECK-DAG: #[[ROW:.*]] = affine_map<(d0) -> (d0 + 3)>
// CHECK-DAG: #[[FOURTH:.*]] = affine_map<(d0) -> (d0 + 4)>
// CHECK-DAG: #[[EIGHTH:.*]] = affine_map<(d0) -> (d0 * 2 + 8)>
// CHECK-LABEL: func.func @planes
// CHECK-DAG: %[[LAST:.*]] = arith.constant 193 : index
// CHECK: scf.for %[[H:.*]] = %c0 to %c64
// CHECK: scf.for %[[W:.*]] = %c0 to %c24
// CHECK: scf.for %[[C:.*]] = %c0 to %c32
// CHECK: %[[R:.*]] = affine.apply #[[FIRST]](%[[H]])
// CHECK: %[[NEXT:.*]] = arith.minsi %[[R]], %[[LAST]]
// CHECK-DAG: %[[P:.*]] = affine.apply #[[PLANE]](%[[C]])
// CHECK-DAG: %[[X:.*]] = affine.apply #[[COLUMN]](%[[W]])
// CHECK: memref.prefetch %arg0[%[[P]], %[[NEXT]], %[[X]]], read, locality<2>, data : memref<64x194x194xf32>
// CHECK: %[[Q:.*]] = affine.apply #[[OTHER]](%[[C]])
// CHECK: memref.prefetch %arg0[%[[Q]], %[[NEXT]], %[[X]]]
// CHECK-COUNT-2: memref.prefetch
// CHECK: affine.apply #[[THIRD]](%[[H]])
// CHECK-COUNT-2: memref.prefetch
// CHECK-NOT: memref.prefetch
// CHECK: scf.for
// CHECK-NOT: memref.prefetch
func.func @planes(%x: memref<64x194x194xf32>, %w: memref<64x3x3x3xf32>, %y: memref<192x192x3xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c24 = arith.constant 24 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %none = arith.constant dense<0.0> : vector<3x8x3xf32>
  scf.for %h = %c0 to %c64 step %c1 {
    %y0 = affine.apply #three(%h)
    scf.for %t = %c0 to %c24 step %c1 {
      %sum = scf.for %c = %c0 to %c32 step %c1 iter_args(%s0 = %none) -> (vector<3x8x3xf32>) {
        %plane = affine.apply #two(%c)
        %s1 = scf.for %kh = %c0 to %c3 step %c1 iter_args(%s2 = %s0) -> (vector<3x8x3xf32>) {
          %r = affine.apply #row(%h, %kh)
          %s3 = scf.for %kw = %c0 to %c3 step %c1 iter_args(%s4 = %s2) -> (vector<3x8x3xf32>) {
            %q = affine.apply #column(%t, %kw)
            %a = vector.transfer_read %x[%plane, %r, %q], %zero {in_bounds = [true, true, true]} : memref<64x194x194xf32>, vector<2x3x8xf32>
            %b = vector.transfer_read %w[%plane, %kh, %kw, %c0], %zero {in_bounds = [true, true], permutation_map = affine_map<(d0, d1, d2, d3) -> (d0, d3)>} : memref<64x3x3x3xf32>, vector<2x3xf32>
            %p = vector.contract {indexing_maps = [affine_map<(i, j, o, c) -> (c, i, j)>, affine_map<(i, j, o, c) -> (c, o)>, affine_map<(i, j, o, c) -> (i, j, o)>], iterator_types = ["parallel", "parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %s4 : vector<2x3x8xf32>, vector<2x3xf32> into vector<3x8x3xf32>
            scf.yield %p : vector<3x8x3xf32>
          }
          scf.yield %s3 : vector<3x8x3xf32>
        }
        scf.yield %s1 : vector<3x8x3xf32>
      }
      %x0 = affine.apply #eight(%t)
      vector.transfer_write %sum, %y[%y0, %x0, %c0] {in_bounds = [true, true, true]} : vector<3x8x3xf32>, memref<192x192x3xf32>
    }
  }
  return
}

// Blocks of eight channels, of which an iteration inside of the window takes four: six places of a row
// of the next block are three lines.
// CHECK-LABEL: func.func @blocks
// CHECK: scf.for %[[H:.*]] = %c0 to %c96
// CHECK: scf.for %{{.*}} = %c0 to %c16
// CHECK: scf.for %[[C:.*]] = %c0 to %c8
// CHECK: affine.apply #[[ROW]](%[[H]])
// CHECK: %[[NEXT:.*]] = arith.minsi
// CHECK-COUNT-3: memref.prefetch %arg0[%[[C]], %[[NEXT]], %{{.*}}, %{{.*}}], read, locality<2>
// CHECK-NOT: memref.prefetch
func.func @blocks(%x: memref<8x98x98x8xf32>, %w: memref<8x3x3x8x8xf32>, %y: memref<96x96x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %c16 = arith.constant 16 : index
  %c96 = arith.constant 96 : index
  %zero = arith.constant 0.0 : f32
  %none = arith.constant dense<0.0> : vector<6x8xf32>
  scf.for %h = %c0 to %c96 step %c1 {
    scf.for %t = %c0 to %c16 step %c1 {
      %sum = scf.for %c = %c0 to %c8 step %c1 iter_args(%s0 = %none) -> (vector<6x8xf32>) {
        %s1 = scf.for %kh = %c0 to %c3 step %c1 iter_args(%s2 = %s0) -> (vector<6x8xf32>) {
          %r = affine.apply #sum(%h, %kh)
          %s3 = scf.for %kw = %c0 to %c3 step %c1 iter_args(%s4 = %s2) -> (vector<6x8xf32>) {
            %q = affine.apply #place(%t, %kw)
            %s5 = scf.for %i = %c0 to %c2 step %c1 iter_args(%s6 = %s4) -> (vector<6x8xf32>) {
              %k = affine.apply #four(%i)
              %a = vector.transfer_read %x[%c, %r, %q, %k], %zero {in_bounds = [true, true]} : memref<8x98x98x8xf32>, vector<6x4xf32>
              %b = vector.transfer_read %w[%c, %kh, %kw, %k, %c0], %zero {in_bounds = [true, true]} : memref<8x3x3x8x8xf32>, vector<4x8xf32>
              %p = vector.contract {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %s6 : vector<6x4xf32>, vector<4x8xf32> into vector<6x8xf32>
              scf.yield %p : vector<6x8xf32>
            }
            scf.yield %s5 : vector<6x8xf32>
          }
          scf.yield %s3 : vector<6x8xf32>
        }
        scf.yield %s1 : vector<6x8xf32>
      }
      %x0 = affine.apply #six(%t)
      vector.transfer_write %sum, %y[%h, %x0, %c0] {in_bounds = [true, true]} : vector<6x8xf32>, memref<96x96x8xf32>
    }
  }
  return
}

// Tiles that share no rows, here of 2 KiB: those of the fourth one from here are fetched.
// CHECK-LABEL: func.func @ahead(
// CHECK: scf.for %[[H:.*]] = %c0 to %c64
// CHECK: scf.for %[[C:.*]] = %c0 to %c64
// CHECK: %[[R:.*]] = affine.apply #[[FOURTH]](%[[H]])
// CHECK: %[[NEXT:.*]] = arith.minsi %[[R]], %{{.*}}
// CHECK: memref.prefetch %arg0[%[[C]], %[[NEXT]], %c0], read, locality<2>
// CHECK-NOT: memref.prefetch
func.func @ahead(%x: memref<64x66x1024xf32>, %w: memref<64x3x8xf32>, %y: memref<64x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  scf.for %h = %c0 to %c64 step %c1 {
    %sum = scf.for %c = %c0 to %c64 step %c1 iter_args(%s0 = %zero) -> (f32) {
      %s1 = scf.for %kh = %c0 to %c1 step %c1 iter_args(%s2 = %s0) -> (f32) {
        %r = affine.apply #sum(%h, %kh)
        %a = vector.transfer_read %x[%c, %r, %c0], %zero {in_bounds = [true]} : memref<64x66x1024xf32>, vector<8xf32>
        %b = vector.transfer_read %w[%c, %kh, %c0], %zero {in_bounds = [true]} : memref<64x3x8xf32>, vector<8xf32>
        %p = vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"], kind = #vector.kind<add>} %a, %b, %s2 : vector<8xf32>, vector<8xf32> into f32
        scf.yield %p : f32
      }
      scf.yield %s1 : f32
    }
    %first = vector.broadcast %sum : f32 to vector<8xf32>
    vector.transfer_write %first, %y[%h, %c0] {in_bounds = [true]} : vector<8xf32>, memref<64x8xf32>
  }
  return
}

// A window that leaves out rows before the image is fetched from its first row on, which is known
// before the loop's own beginning is.
// CHECK-LABEL: func.func @clipped
// CHECK: scf.for %[[H:.*]] = %c0 to %c64
// CHECK: scf.for %[[C:.*]] = %c0 to %c64
// CHECK: %[[R:.*]] = affine.apply #[[ROW]](%[[H]])
// CHECK: %[[NEXT:.*]] = arith.minsi %[[R]], %{{.*}}
// CHECK: memref.prefetch %arg0[%[[C]], %[[NEXT]], %c0], read, locality<2>
// CHECK: affine.max
// CHECK-NOT: memref.prefetch
func.func @clipped(%x: memref<64x66x1024xf32>, %w: memref<64x3x8xf32>, %y: memref<64x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  scf.for %h = %c0 to %c64 step %c1 {
    %sum = scf.for %c = %c0 to %c64 step %c1 iter_args(%s0 = %zero) -> (f32) {
      %low = affine.max #low(%h)
      %s1 = scf.for %kh = %low to %c3 step %c1 iter_args(%s2 = %s0) -> (f32) {
        %r = affine.apply #sum(%h, %kh)
        %a = vector.transfer_read %x[%c, %r, %c0], %zero {in_bounds = [true]} : memref<64x66x1024xf32>, vector<8xf32>
        %b = vector.transfer_read %w[%c, %kh, %c0], %zero {in_bounds = [true]} : memref<64x3x8xf32>, vector<8xf32>
        %p = vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"], kind = #vector.kind<add>} %a, %b, %s2 : vector<8xf32>, vector<8xf32> into f32
        scf.yield %p : f32
      }
      scf.yield %s1 : f32
    }
    %first = vector.broadcast %sum : f32 to vector<8xf32>
    vector.transfer_write %first, %y[%h, %c0] {in_bounds = [true]} : vector<8xf32>, memref<64x8xf32>
  }
  return
}

// A window of one row that moves two rows on: those between are not read.
// CHECK-LABEL: func.func @strided(
// CHECK: scf.for %[[H:.*]] = %c0 to %c64
// CHECK: scf.for %[[C:.*]] = %c0 to %c64
// CHECK: %[[R:.*]] = affine.apply #[[EIGHTH]](%[[H]])
// CHECK: %[[NEXT:.*]] = arith.minsi %[[R]], %{{.*}}
// CHECK: memref.prefetch %arg0[%[[C]], %[[NEXT]], %c0], read, locality<2>
// CHECK-NOT: memref.prefetch
func.func @strided(%x: memref<64x132x1024xf32>, %w: memref<64x3x8xf32>, %y: memref<64x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  scf.for %h = %c0 to %c64 step %c1 {
    %sum = scf.for %c = %c0 to %c64 step %c1 iter_args(%s0 = %zero) -> (f32) {
      %s1 = scf.for %kh = %c0 to %c1 step %c1 iter_args(%s2 = %s0) -> (f32) {
        %r = affine.apply #twice(%h, %kh)
        %a = vector.transfer_read %x[%c, %r, %c0], %zero {in_bounds = [true]} : memref<64x132x1024xf32>, vector<8xf32>
        %b = vector.transfer_read %w[%c, %kh, %c0], %zero {in_bounds = [true]} : memref<64x3x8xf32>, vector<8xf32>
        %p = vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"], kind = #vector.kind<add>} %a, %b, %s2 : vector<8xf32>, vector<8xf32> into f32
        scf.yield %p : f32
      }
      scf.yield %s1 : f32
    }
    %first = vector.broadcast %sum : f32 to vector<8xf32>
    vector.transfer_write %first, %y[%h, %c0] {in_bounds = [true]} : vector<8xf32>, memref<64x8xf32>
  }
  return
}
