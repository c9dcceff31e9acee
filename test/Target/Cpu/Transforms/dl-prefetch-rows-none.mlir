// RUN: dl-opt %s --dl-prefetch-rows | FileCheck %s

#sum = affine_map<(d0, d1) -> (d0 + d1)>

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
