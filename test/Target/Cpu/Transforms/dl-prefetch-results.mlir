// RUN: dl-opt %s --dl-prefetch-results=lines-ahead=0 | FileCheck %s

// Each line of a step is fetched by the loop that computes.
// CHECK-LABEL: func.func @rows
// CHECK: scf.for %[[ROW:.*]] =
// CHECK: scf.for
// CHECK: %[[J:.*]] = affine.apply
// CHECK: %[[A:.*]] = affine.apply {{.*}}(%[[J]])
// CHECK: memref.prefetch %arg1[%[[ROW]], %[[A]]], write, locality<3>, data : memref<4096x1024xf32>
// CHECK: %[[B:.*]] = affine.apply {{.*}}(%[[J]])
// CHECK: memref.prefetch %arg1[%[[ROW]], %[[B]]], write
// CHECK-NOT: memref.prefetch
// CHECK: math.exp
// CHECK: scf.for
// CHECK-NOT: memref.prefetch
// CHECK: vector.transfer_write {{.*}}, %arg1
// A result that the second cache holds, and one that is written where the row does not say, are not.
// CHECK-LABEL: func.func @small
// CHECK-NOT: memref.prefetch
// CHECK-LABEL: func.func @other
// CHECK-NOT: memref.prefetch
#place = affine_map<(d0) -> (d0 * 32)>
#back = affine_map<(d0) -> (992 - d0 * 32)>
func.func @rows(%x: memref<4096x1024xf32>, %y: memref<4096x1024xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c4096 = arith.constant 4096 : index
  %zero = arith.constant 0.0 : f32
  %row = memref.alloca() : memref<1024xf32>
  scf.for %i = %c0 to %c4096 step %c1 {
    scf.for %k = %c0 to %c32 step %c1 {
      %j = affine.apply #place(%k)
      %v = vector.transfer_read %x[%i, %j], %zero {in_bounds = [true]} : memref<4096x1024xf32>, vector<32xf32>
      %e = math.exp %v : vector<32xf32>
      vector.transfer_write %e, %row[%j] {in_bounds = [true]} : vector<32xf32>, memref<1024xf32>
    }
    scf.for %k = %c0 to %c32 step %c1 {
      %j = affine.apply #place(%k)
      %v = vector.transfer_read %row[%j], %zero {in_bounds = [true]} : memref<1024xf32>, vector<32xf32>
      vector.transfer_write %v, %y[%i, %j] {in_bounds = [true]} : vector<32xf32>, memref<4096x1024xf32>
    }
  }
  return
}
func.func @small(%x: memref<16x1024xf32>, %y: memref<16x1024xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c16 = arith.constant 16 : index
  %zero = arith.constant 0.0 : f32
  %row = memref.alloca() : memref<1024xf32>
  scf.for %i = %c0 to %c16 step %c1 {
    scf.for %k = %c0 to %c32 step %c1 {
      %j = affine.apply #place(%k)
      %v = vector.transfer_read %x[%i, %j], %zero {in_bounds = [true]} : memref<16x1024xf32>, vector<32xf32>
      vector.transfer_write %v, %row[%j] {in_bounds = [true]} : vector<32xf32>, memref<1024xf32>
    }
    scf.for %k = %c0 to %c32 step %c1 {
      %j = affine.apply #place(%k)
      %v = vector.transfer_read %row[%j], %zero {in_bounds = [true]} : memref<1024xf32>, vector<32xf32>
      vector.transfer_write %v, %y[%i, %j] {in_bounds = [true]} : vector<32xf32>, memref<16x1024xf32>
    }
  }
  return
}
func.func @other(%x: memref<4096x1024xf32>, %y: memref<4096x1024xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c32 = arith.constant 32 : index
  %c4096 = arith.constant 4096 : index
  %zero = arith.constant 0.0 : f32
  %row = memref.alloca() : memref<1024xf32>
  scf.for %i = %c0 to %c4096 step %c1 {
    scf.for %k = %c0 to %c32 step %c1 {
      %j = affine.apply #back(%k)
      %v = vector.transfer_read %x[%i, %j], %zero {in_bounds = [true]} : memref<4096x1024xf32>, vector<32xf32>
      vector.transfer_write %v, %row[%j] {in_bounds = [true]} : vector<32xf32>, memref<1024xf32>
    }
    scf.for %k = %c0 to %c32 step %c1 {
      %j = affine.apply #place(%k)
      %v = vector.transfer_read %row[%j], %zero {in_bounds = [true]} : memref<1024xf32>, vector<32xf32>
      vector.transfer_write %v, %y[%i, %j] {in_bounds = [true]} : vector<32xf32>, memref<4096x1024xf32>
    }
  }
  return
}
