// RUN: dl-opt %s --dl-prefetch-results | FileCheck %s

// What the nearer caches, of 512 KiB, hold together with what is read of it is there from the call before.

#place = affine_map<(d0) -> (d0 * 32)>

// CHECK-LABEL: func.func @held
// CHECK-NOT: memref.prefetch
func.func @held(%x: memref<64x1024xf32>, %y: memref<64x1024xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %row = memref.alloca() : memref<1024xf32>
  scf.for %i = %c0 to %c64 step %c1 {
    scf.for %k = %c0 to %c32 step %c1 {
      %j = affine.apply #place(%k)
      %v = vector.transfer_read %x[%i, %j], %zero {in_bounds = [true]} : memref<64x1024xf32>, vector<32xf32>
      vector.transfer_write %v, %row[%j] {in_bounds = [true]} : vector<32xf32>, memref<1024xf32>
    }
    scf.for %k = %c0 to %c32 step %c1 {
      %j = affine.apply #place(%k)
      %v = vector.transfer_read %row[%j], %zero {in_bounds = [true]} : memref<1024xf32>, vector<32xf32>
      vector.transfer_write %v, %y[%i, %j] {in_bounds = [true]} : vector<32xf32>, memref<64x1024xf32>
    }
  }
  return
}

// CHECK-LABEL: func.func @a_row_more
// CHECK: memref.prefetch %arg1
func.func @a_row_more(%x: memref<65x1024xf32>, %y: memref<64x1024xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %row = memref.alloca() : memref<1024xf32>
  scf.for %i = %c0 to %c64 step %c1 {
    scf.for %k = %c0 to %c32 step %c1 {
      %j = affine.apply #place(%k)
      %v = vector.transfer_read %x[%i, %j], %zero {in_bounds = [true]} : memref<65x1024xf32>, vector<32xf32>
      vector.transfer_write %v, %row[%j] {in_bounds = [true]} : vector<32xf32>, memref<1024xf32>
    }
    scf.for %k = %c0 to %c32 step %c1 {
      %j = affine.apply #place(%k)
      %v = vector.transfer_read %row[%j], %zero {in_bounds = [true]} : memref<1024xf32>, vector<32xf32>
      vector.transfer_write %v, %y[%i, %j] {in_bounds = [true]} : vector<32xf32>, memref<64x1024xf32>
    }
  }
  return
}
