// RUN: dl-opt %s --dl-prefetch-operands | FileCheck %s

#four = affine_map<(d0) -> (d0 * 4)>

// A tile of 16 rows reads each vector once: those 64 lines ahead are fetched.
// CHECK-DAG: #[[AHEAD:.*]] = affine_map<() -> (1024)>
// CHECK-DAG: #[[LAST:.*]] = affine_map<() -> (1072)>
// CHECK-LABEL: func.func @rows
// CHECK: scf.for %{{.*}} = %c0 to %c64
// CHECK: scf.for %[[K:.*]] = %c0 to %c128
// CHECK: %[[TERM:.*]] = affine.apply #{{.*}}(%[[K]])
// CHECK: affine.apply #[[AHEAD]]()
// CHECK-NEXT: memref.prefetch %arg0[%{{.*}}, %[[TERM]], %{{.*}}], read, locality<3>, data : memref<64x512x16xf32>
// CHECK: affine.apply #[[LAST]]()
// CHECK-NEXT: memref.prefetch
// CHECK-NOT: memref.prefetch
func.func @rows(%w: memref<64x512x16xf32>, %x: memref<16x512xf32>, %y: memref<64x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %zero = arith.constant 0.0 : f32
  %none = arith.constant dense<0.0> : vector<4x16xf32>
  scf.for %p = %c0 to %c64 step %c1 {
    %sum = scf.for %k = %c0 to %c128 step %c1 iter_args(%s = %none) -> (vector<4x16xf32>) {
      %term = affine.apply #four(%k)
      %v = vector.transfer_read %w[%p, %term, %c0], %zero {in_bounds = [true, true]} : memref<64x512x16xf32>, vector<4x16xf32>
      %rows = vector.transfer_read %x[%c0, %term], %zero {in_bounds = [true, true]} : memref<16x512xf32>, vector<16x4xf32>
      %turned = vector.transpose %rows, [1, 0] : vector<16x4xf32> to vector<4x16xf32>
      %t = math.fma %v, %turned, %s : vector<4x16xf32>
      scf.yield %t : vector<4x16xf32>
    }
    %row = vector.extract %sum[0] : vector<16xf32> from vector<4x16xf32>
    vector.transfer_write %row, %y[%p, %c0] {in_bounds = [true]} : vector<16xf32>, memref<64x16xf32>
  }
  return
}

// A single row goes through memory as fast as that is.
// CHECK-LABEL: func.func @row
// CHECK-NOT: memref.prefetch
func.func @row(%w: memref<64x512x16xf32>, %x: memref<1x512xf32>, %y: memref<64x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %zero = arith.constant 0.0 : f32
  %none = arith.constant dense<0.0> : vector<4x16xf32>
  scf.for %p = %c0 to %c64 step %c1 {
    %sum = scf.for %k = %c0 to %c128 step %c1 iter_args(%s = %none) -> (vector<4x16xf32>) {
      %term = affine.apply #four(%k)
      %v = vector.transfer_read %w[%p, %term, %c0], %zero {in_bounds = [true, true]} : memref<64x512x16xf32>, vector<4x16xf32>
      %element = vector.transfer_read %x[%c0, %term], %zero {in_bounds = [true]} : memref<1x512xf32>, vector<4xf32>
      %turned = vector.broadcast %element : vector<4xf32> to vector<16x4xf32>
      %terms = vector.transpose %turned, [1, 0] : vector<16x4xf32> to vector<4x16xf32>
      %t = math.fma %v, %terms, %s : vector<4x16xf32>
      scf.yield %t : vector<4x16xf32>
    }
    %row = vector.extract %sum[0] : vector<16xf32> from vector<4x16xf32>
    vector.transfer_write %row, %y[%p, %c0] {in_bounds = [true]} : vector<16xf32>, memref<64x16xf32>
  }
  return
}
