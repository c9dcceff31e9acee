// RUN: dl-opt %s --dl-prefetch-rows | FileCheck %s

#sum = affine_map<(d0, d1) -> (d0 + d1)>
#row = affine_map<(d0, d1) -> (d0 * 3 + d1)>
#eight = affine_map<(d0) -> (d0 * 8)>
#block = affine_map<(d0, d1) -> (d0 * 64 + d1 * 8)>

// Of 64 planes one line each of the row behind the window.
// CHECK-LABEL: func.func @rows(
// CHECK-COUNT-1: memref.prefetch %arg0[%{{.*}}], read, locality<2>
func.func @rows(%x: memref<64x66x1024xf32>, %w: memref<64x3x8xf32>, %y: memref<64x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  scf.for %h = %c0 to %c64 step %c1 {
    %sum = scf.for %c = %c0 to %c64 step %c1 iter_args(%s0 = %zero) -> (f32) {
      %s1 = scf.for %kh = %c0 to %c3 step %c1 iter_args(%s2 = %s0) -> (f32) {
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

// Not of an image that stays in the nearer caches.
// CHECK-LABEL: func.func @near(
// CHECK-NOT: memref.prefetch
func.func @near(%x: memref<64x66x16xf32>, %w: memref<64x3x8xf32>, %y: memref<64x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  scf.for %h = %c0 to %c64 step %c1 {
    %sum = scf.for %c = %c0 to %c64 step %c1 iter_args(%s0 = %zero) -> (f32) {
      %s1 = scf.for %kh = %c0 to %c3 step %c1 iter_args(%s2 = %s0) -> (f32) {
        %r = affine.apply #sum(%h, %kh)
        %a = vector.transfer_read %x[%c, %r, %c0], %zero {in_bounds = [true]} : memref<64x66x16xf32>, vector<8xf32>
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

// Not where a loop reads rows again that are near by then.
// CHECK-LABEL: func.func @again(
// CHECK-NOT: memref.prefetch
func.func @again(%x: memref<64x66x1024xf32>, %w: memref<4x3x8xf32>, %y: memref<64x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  scf.for %again = %c0 to %c4 step %c1 {
    scf.for %h = %c0 to %c64 step %c1 {
      %sum = scf.for %c = %c0 to %c4 step %c1 iter_args(%s0 = %zero) -> (f32) {
        %s1 = scf.for %kh = %c0 to %c3 step %c1 iter_args(%s2 = %s0) -> (f32) {
          %r = affine.apply #sum(%h, %kh)
          %a = vector.transfer_read %x[%c, %r, %c0], %zero {in_bounds = [true]} : memref<64x66x1024xf32>, vector<8xf32>
          %b = vector.transfer_read %w[%c, %kh, %c0], %zero {in_bounds = [true]} : memref<4x3x8xf32>, vector<8xf32>
          %p = vector.contract {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"], kind = #vector.kind<add>} %a, %b, %s2 : vector<8xf32>, vector<8xf32> into f32
          scf.yield %p : f32
        }
        scf.yield %s1 : f32
      }
      %first = vector.broadcast %sum : f32 to vector<8xf32>
      vector.transfer_write %first, %y[%h, %c0] {in_bounds = [true]} : vector<8xf32>, memref<64x8xf32>
    }
  }
  return
}

// Nor of as few planes as the machine follows.
// CHECK-LABEL: func.func @few(
// CHECK-NOT: memref.prefetch
func.func @few(%x: memref<64x66x1024xf32>, %w: memref<4x3x8xf32>, %y: memref<64x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  scf.for %h = %c0 to %c64 step %c1 {
    %sum = scf.for %c = %c0 to %c4 step %c1 iter_args(%s0 = %zero) -> (f32) {
      %s1 = scf.for %kh = %c0 to %c1 step %c1 iter_args(%s2 = %s0) -> (f32) {
        %r = affine.apply #sum(%h, %kh)
        %a = vector.transfer_read %x[%c, %r, %c0], %zero {in_bounds = [true]} : memref<64x66x1024xf32>, vector<8xf32>
        %b = vector.transfer_read %w[%c, %kh, %c0], %zero {in_bounds = [true]} : memref<4x3x8xf32>, vector<8xf32>
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

// Nor for sums, which wait less.
// CHECK-LABEL: func.func @sums(
// CHECK-NOT: memref.prefetch
func.func @sums(%x: memref<64x66x1024xf32>, %w: memref<64x3x8xf32>, %y: memref<64x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %none = arith.constant dense<0.0> : vector<8xf32>
  scf.for %h = %c0 to %c64 step %c1 {
    %sum = scf.for %c = %c0 to %c64 step %c1 iter_args(%s0 = %none) -> (vector<8xf32>) {
      %s1 = scf.for %kh = %c0 to %c3 step %c1 iter_args(%s2 = %s0) -> (vector<8xf32>) {
        %r = affine.apply #sum(%h, %kh)
        %a = vector.transfer_read %x[%c, %r, %c0], %zero {in_bounds = [true]} : memref<64x66x1024xf32>, vector<8xf32>
        %p = arith.addf %a, %s2 : vector<8xf32>
        scf.yield %p : vector<8xf32>
      }
      scf.yield %s1 : vector<8xf32>
    }
    vector.transfer_write %sum, %y[%h, %c0] {in_bounds = [true]} : vector<8xf32>, memref<64x8xf32>
  }
  return
}

// Nor of whole rows that lie side by side, 12 KiB of each plane, which the machine follows.
// CHECK-LABEL: func.func @long_runs(
// CHECK-NOT: memref.prefetch
func.func @long_runs(%x: memref<16x66x1024xf32>, %w: memref<16x3x8xf32>, %y: memref<21x3xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c16 = arith.constant 16 : index
  %c21 = arith.constant 21 : index
  %c128 = arith.constant 128 : index
  %zero = arith.constant 0.0 : f32
  %none = arith.constant dense<0.0> : vector<3xf32>
  scf.for %h = %c0 to %c21 step %c1 {
    %sum = scf.for %c = %c0 to %c16 step %c1 iter_args(%s0 = %none) -> (vector<3xf32>) {
      %s1 = scf.for %t = %c0 to %c128 step %c1 iter_args(%s2 = %s0) -> (vector<3xf32>) {
        %q = affine.apply #eight(%t)
        %s3 = scf.for %kh = %c0 to %c3 step %c1 iter_args(%s = %s2) -> (vector<3xf32>) {
          %r = affine.apply #row(%h, %kh)
          %a = vector.transfer_read %x[%c, %r, %q], %zero {in_bounds = [true, true]} : memref<16x66x1024xf32>, vector<3x8xf32>
          %b = vector.transfer_read %w[%c, %kh, %c0], %zero {in_bounds = [true]} : memref<16x3x8xf32>, vector<8xf32>
          %p = vector.contract {indexing_maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>} %a, %b, %s : vector<3x8xf32>, vector<8xf32> into vector<3xf32>
          scf.yield %p : vector<3xf32>
        }
        scf.yield %s3 : vector<3xf32>
      }
      scf.yield %s1 : vector<3xf32>
    }
    vector.transfer_write %sum, %y[%h, %c0] {in_bounds = [true]} : vector<3xf32>, memref<21x3xf32>
  }
  return
}

// Nor where 64 x 8 iterations would fetch 32 lines again and again.
// CHECK-LABEL: func.func @repeats(
// CHECK-NOT: memref.prefetch
func.func @repeats(%x: memref<64x4096x8xf32>, %w: memref<64x64x8xf32>, %y: memref<64x4096xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %none = arith.constant dense<0.0> : vector<8xf32>
  scf.for %b = %c0 to %c64 step %c1 {
    scf.for %o = %c0 to %c64 step %c1 {
      scf.for %t = %c0 to %c8 step %c1 {
        %r = affine.apply #block(%b, %t)
        %sum = scf.for %c = %c0 to %c64 step %c1 iter_args(%s = %none) -> (vector<8xf32>) {
          %a = vector.transfer_read %x[%c, %r, %c0], %zero {in_bounds = [true, true]} : memref<64x4096x8xf32>, vector<8x8xf32>
          %v = vector.transfer_read %w[%c, %o, %c0], %zero {in_bounds = [true]} : memref<64x64x8xf32>, vector<8xf32>
          %p = vector.contract {indexing_maps = [affine_map<(i, k) -> (i, k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>} %a, %v, %s : vector<8x8xf32>, vector<8xf32> into vector<8xf32>
          scf.yield %p : vector<8xf32>
        }
        vector.transfer_write %sum, %y[%o, %r] {in_bounds = [true]} : vector<8xf32>, memref<64x4096xf32>
      }
    }
  }
  return
}

// Nor of a buffer that is there only inside of the loop that would fetch.
// CHECK-LABEL: func.func @made_inside(
// CHECK-NOT: memref.prefetch
func.func @made_inside(%x0: memref<4325376xf32>, %w: memref<64x3x8xf32>, %y: memref<64x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  scf.for %h = %c0 to %c64 step %c1 {
    %sum = scf.for %c = %c0 to %c64 step %c1 iter_args(%s0 = %zero) -> (f32) {
      %x = memref.expand_shape %x0 [[0, 1, 2]] output_shape [64, 66, 1024] : memref<4325376xf32> into memref<64x66x1024xf32>
      %s1 = scf.for %kh = %c0 to %c3 step %c1 iter_args(%s2 = %s0) -> (f32) {
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
