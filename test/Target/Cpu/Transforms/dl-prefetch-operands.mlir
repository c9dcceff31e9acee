// RUN: dl-opt %s --dl-prefetch-operands | FileCheck %s

#four = affine_map<(d0) -> (d0 * 4)>
#phase = affine_map<(d0, d1) -> (d0 + d1 * 2 - ((d0 + 1) floordiv 2) * 2 + 1)>

// A panel of 64 x 32 elements is 128 lines, which 5 x 16 iterations fetch two by two; the last ones
// fetch the last lines again.
// CHECK-DAG: #[[FIRST:.*]] = affine_map<(d0, d1) -> (d0 * 512 + d1 * 32)>
// CHECK-DAG: #[[NEXT:.*]] = affine_map<(d0) -> (d0 + 1)>
// CHECK-DAG: #[[SECOND:.*]] = affine_map<(d0) -> (d0 + 16)>
// CHECK-LABEL: func.func @panels
// CHECK: scf.for %[[PANEL:.*]] = %c0 to %c50
// CHECK: scf.for %[[ROW:.*]] = %c0 to %c5
// CHECK: scf.for %[[K:.*]] = %c0 to %c16
// CHECK: %[[LINE:.*]] = affine.apply #[[FIRST]](%[[ROW]], %[[K]])
// CHECK: %[[MOST:.*]] = arith.constant 2016 : index
// CHECK: %[[PLACE:.*]] = arith.minsi %[[LINE]], %[[MOST]]
// CHECK-DAG: %[[THEN:.*]] = affine.apply #[[NEXT]](%[[PANEL]])
// CHECK: arith.minsi %[[THEN]], %{{.*}}
// CHECK: memref.prefetch %arg0[%{{.*}}], read, locality<2>, data : memref<50x64x32xf32>
// CHECK: %[[AFTER:.*]] = affine.apply #[[SECOND]](%[[PLACE]])
// CHECK: memref.prefetch %arg0[%{{.*}}, %{{.*}}, %[[AFTER]]], read, locality<2>, data
// CHECK-NOT: memref.prefetch
func.func @panels(%w: memref<50x64x32xf32>, %y: memref<50x5x32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c16 = arith.constant 16 : index
  %c50 = arith.constant 50 : index
  %zero = arith.constant 0.0 : f32
  %none = arith.constant dense<0.0> : vector<4x32xf32>
  scf.for %p = %c0 to %c50 step %c1 {
    scf.for %r = %c0 to %c5 step %c1 {
      %sum = scf.for %k = %c0 to %c16 step %c1 iter_args(%s = %none) -> (vector<4x32xf32>) {
        %term = affine.apply #four(%k)
        %v = vector.transfer_read %w[%p, %term, %c0], %zero {in_bounds = [true, true]} : memref<50x64x32xf32>, vector<4x32xf32>
        %t = arith.addf %s, %v : vector<4x32xf32>
        scf.yield %t : vector<4x32xf32>
      }
      %row = vector.extract %sum[0] : vector<32xf32> from vector<4x32xf32>
      vector.transfer_write %row, %y[%p, %r, %c0] {in_bounds = [true]} : vector<32xf32>, memref<50x5x32xf32>
    }
  }
  return
}

// Loops over terms that step over others keep their place: of the taps of a transposed convolution, whose
// panel is the next phase. A piece of 1024 elements is 64 lines, one for each of 2 x 32 iterations.
// CHECK-LABEL: func.func @taps
// CHECK: scf.for %[[PHASE:.*]] = %c0 to %c2
// CHECK: scf.for %{{.*}} = %c0 to %c2
// CHECK: scf.for %[[TAP:.*]] = %c0 to %c20
// CHECK: scf.for
// CHECK: %[[THEN:.*]] = affine.apply {{.*}}(%[[PHASE]])
// CHECK: %[[AFTER:.*]] = arith.minsi %[[THEN]], %{{.*}}
// CHECK: affine.apply {{.*}}(%[[AFTER]], %[[TAP]])
// CHECK: memref.prefetch %arg0[%{{.*}}], read, locality<2>
// CHECK-NOT: memref.prefetch
func.func @taps(%w: memref<42x32x32xf32>, %y: memref<2x2x32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c20 = arith.constant 20 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0.0 : f32
  %none = arith.constant dense<0.0> : vector<32xf32>
  scf.for %p = %c0 to %c2 step %c1 {
    scf.for %r = %c0 to %c2 step %c1 {
      %sum = scf.for %t = %c0 to %c20 step %c1 iter_args(%s = %none) -> (vector<32xf32>) {
        %tap = affine.apply #phase(%p, %t)
        %of = scf.for %k = %c0 to %c32 step %c1 iter_args(%a = %s) -> (vector<32xf32>) {
          %v = vector.transfer_read %w[%tap, %k, %c0], %zero {in_bounds = [true]} : memref<42x32x32xf32>, vector<32xf32>
          %b = arith.addf %a, %v : vector<32xf32>
          scf.yield %b : vector<32xf32>
        }
        scf.yield %of : vector<32xf32>
      }
      vector.transfer_write %sum, %y[%p, %r, %c0] {in_bounds = [true]} : vector<32xf32>, memref<2x2x32xf32>
    }
  }
  return
}

// What all iterations read once is fetched by the machine, and so is what the first cache keeps.
// CHECK-LABEL: func.func @others
// CHECK-NOT: memref.prefetch
func.func @others(%w: memref<50x64x32xf32>, %small: memref<2x64x32xf32>, %y: memref<50x32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  %c50 = arith.constant 50 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %none = arith.constant dense<0.0> : vector<32xf32>
  scf.for %p = %c0 to %c50 step %c1 {
    %sum = scf.for %k = %c0 to %c64 step %c1 iter_args(%s = %none) -> (vector<32xf32>) {
      %v = vector.transfer_read %w[%p, %k, %c0], %zero {in_bounds = [true]} : memref<50x64x32xf32>, vector<32xf32>
      %t = arith.addf %s, %v : vector<32xf32>
      scf.yield %t : vector<32xf32>
    }
    vector.transfer_write %sum, %y[%p, %c0] {in_bounds = [true]} : vector<32xf32>, memref<50x32xf32>
  }
  scf.for %p = %c0 to %c2 step %c1 {
    scf.for %r = %c0 to %c5 step %c1 {
      %sum = scf.for %k = %c0 to %c64 step %c1 iter_args(%s = %none) -> (vector<32xf32>) {
        %v = vector.transfer_read %small[%p, %k, %c0], %zero {in_bounds = [true]} : memref<2x64x32xf32>, vector<32xf32>
        %t = arith.addf %s, %v : vector<32xf32>
        scf.yield %t : vector<32xf32>
      }
      vector.transfer_write %sum, %y[%r, %c0] {in_bounds = [true]} : vector<32xf32>, memref<50x32xf32>
    }
  }
  return
}

// Rows of unknown number are taken for eight: 128 lines in 8 x 16 iterations, and later ones fetch the
// last line again. Whatever is around the loop over the panels may be unknown as well.
// CHECK-LABEL: func.func @unknown_rows
// CHECK: scf.for %{{.*}} = %c0 to %arg2
// CHECK: scf.for %{{.*}} = %c0 to %c50
// CHECK: scf.for %{{.*}} = %c0 to %arg2
// CHECK: scf.for %{{.*}} = %c0 to %c16
// CHECK: %[[MOST:.*]] = arith.constant 2032 : index
// CHECK: arith.minsi %{{.*}}, %[[MOST]]
// CHECK: memref.prefetch %arg0[%{{.*}}], read, locality<2>, data : memref<50x64x32xf32>
// CHECK-NOT: memref.prefetch
func.func @unknown_rows(%w: memref<50x64x32xf32>, %y: memref<?x50x?x32xf32>, %rows: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c50 = arith.constant 50 : index
  %zero = arith.constant 0.0 : f32
  %none = arith.constant dense<0.0> : vector<4x32xf32>
  scf.for %b = %c0 to %rows step %c1 {
    scf.for %p = %c0 to %c50 step %c1 {
      scf.for %r = %c0 to %rows step %c1 {
        %sum = scf.for %k = %c0 to %c16 step %c1 iter_args(%s = %none) -> (vector<4x32xf32>) {
          %term = affine.apply #four(%k)
          %v = vector.transfer_read %w[%p, %term, %c0], %zero {in_bounds = [true, true]} : memref<50x64x32xf32>, vector<4x32xf32>
          %t = arith.addf %s, %v : vector<4x32xf32>
          scf.yield %t : vector<4x32xf32>
        }
        %row = vector.extract %sum[0] : vector<32xf32> from vector<4x32xf32>
        vector.transfer_write %row, %y[%b, %p, %r, %c0] {in_bounds = [true]} : vector<32xf32>, memref<?x50x?x32xf32>
      }
    }
  }
  return
}
