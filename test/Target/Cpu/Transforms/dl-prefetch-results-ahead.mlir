// RUN: dl-opt %s --dl-prefetch-results | FileCheck %s

// A loop that alone goes over a large result fetches what it writes 16 lines later. One that computes much waits for no store, a
// result that is not far larger than the nearer caches is written as fast without, and with loops inside, or of several
// results, nothing is fetched.
// CHECK-LABEL: func.func @stream
// CHECK: scf.for
// CHECK: %[[J:.*]] = affine.apply
// CHECK: %[[A:.*]] = affine.apply #[[$AHEAD:.*]](%[[J]])
// CHECK: memref.prefetch %arg1[%[[A]]], write, locality<3>, data : memref<4194304xf32>
// CHECK: affine.apply
// CHECK: memref.prefetch %arg1
// CHECK: vector.transfer_write
// CHECK-NOT: memref.prefetch
// CHECK: return
#place = affine_map<(d0) -> (d0 * 32)>
func.func @stream(%x: memref<4194304xf32>, %y: memref<4194304xf32>, %small: memref<131072xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 131072 : index
  %m = arith.constant 4096 : index
  %zero = arith.constant 0.0 : f32
  scf.for %k = %c0 to %n step %c1 {
    %j = affine.apply #place(%k)
    %v = vector.transfer_read %x[%j], %zero {in_bounds = [true]} : memref<4194304xf32>, vector<32xf32>
    %w = arith.negf %v : vector<32xf32>
    vector.transfer_write %w, %y[%j] {in_bounds = [true]} : vector<32xf32>, memref<4194304xf32>
  }
  scf.for %k = %c0 to %m step %c1 {
    %j = affine.apply #place(%k)
    %v = vector.transfer_read %x[%j], %zero {in_bounds = [true]} : memref<4194304xf32>, vector<32xf32>
    vector.transfer_write %v, %small[%j] {in_bounds = [true]} : vector<32xf32>, memref<131072xf32>
  }
  return
}
// CHECK-LABEL: func.func @no_stream
// CHECK-NOT: memref.prefetch
// CHECK: return
func.func @no_stream(%x: memref<4194304xf32>, %y: memref<4194304xf32>, %z: memref<4194304xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 131072 : index
  %zero = arith.constant 0.0 : f32
  scf.for %k = %c0 to %n step %c1 {
    %j = affine.apply #place(%k)
    %v = vector.transfer_read %x[%j], %zero {in_bounds = [true]} : memref<4194304xf32>, vector<32xf32>
    vector.transfer_write %v, %y[%j] {in_bounds = [true]} : vector<32xf32>, memref<4194304xf32>
    vector.transfer_write %v, %z[%j] {in_bounds = [true]} : vector<32xf32>, memref<4194304xf32>
  }
  scf.for %k = %c0 to %n step %c1 {
    %j = affine.apply #place(%k)
    scf.for %i = %c0 to %n step %c1 {
      memref.store %zero, %z[%i] : memref<4194304xf32>
    }
    %v = vector.transfer_read %x[%j], %zero {in_bounds = [true]} : memref<4194304xf32>, vector<32xf32>
    vector.transfer_write %v, %y[%j] {in_bounds = [true]} : vector<32xf32>, memref<4194304xf32>
  }
  scf.for %k = %c0 to %n step %c1 {
    %v = vector.transfer_read %x[%k], %zero {in_bounds = [true]} : memref<4194304xf32>, vector<32xf32>
    vector.transfer_write %v, %y[%c0] {in_bounds = [true]} : vector<32xf32>, memref<4194304xf32>
  }
  return
}
// A number has no row.
// CHECK-LABEL: func.func @number
// CHECK-NOT: memref.prefetch
// CHECK: return
func.func @number(%y: memref<f32>, %v: vector<f32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 131072 : index
  scf.for %k = %c0 to %n step %c1 {
    vector.transfer_write %v, %y[] : vector<f32>, memref<f32>
  }
  return
}
