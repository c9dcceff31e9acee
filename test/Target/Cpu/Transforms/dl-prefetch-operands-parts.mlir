// RUN: dl-opt %s --dl-prefetch-operands --canonicalize --cse | FileCheck %s

#term = affine_map<(d0, d1) -> (d0 * 64 + d1 * 4)>

// Rows go through each half of a panel. Behind the second one comes the first one of the next panel, and
// the last half of all is its own next one.
// CHECK-DAG: #[[NUMBER:.*]] = affine_map<(d0, d1) -> (d0 * 2 + d1 + 1)>
// CHECK-DAG: #[[PANEL:.*]] = affine_map<(d0) -> (d0 floordiv 2)>
// CHECK-DAG: #[[HALF:.*]] = affine_map<(d0) -> (d0 * 64 - (d0 floordiv 2) * 128)>
// CHECK-LABEL: func.func @halves
// CHECK-DAG: %[[LAST:.*]] = arith.constant 99 : index
// CHECK: scf.for %[[P:.*]] = %c0 to %c50
// CHECK: scf.for %[[H:.*]] = %c0 to %c2
// CHECK: scf.for %{{.*}} = %c0 to %c5
// CHECK: %[[N:.*]] = affine.apply #[[NUMBER]](%[[P]], %[[H]])
// CHECK: %[[NEXT:.*]] = arith.minsi %[[N]], %[[LAST]]
// CHECK-DAG: %[[I:.*]] = affine.apply #[[PANEL]](%[[NEXT]])
// CHECK-DAG: %[[K:.*]] = affine.apply #[[HALF]](%[[NEXT]])
// CHECK: memref.prefetch %arg0[%[[I]], %[[K]], %{{.*}}], read, locality<2>
func.func @halves(%w: memref<50x128x32xf32>, %y: memref<50x5x32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  %c16 = arith.constant 16 : index
  %c50 = arith.constant 50 : index
  %zero = arith.constant 0.0 : f32
  %none = arith.constant dense<0.0> : vector<4x32xf32>
  scf.for %p = %c0 to %c50 step %c1 {
    scf.for %h = %c0 to %c2 step %c1 {
      scf.for %r = %c0 to %c5 step %c1 {
        %sum = scf.for %k = %c0 to %c16 step %c1 iter_args(%s = %none) -> (vector<4x32xf32>) {
          %term = affine.apply #term(%h, %k)
          %v = vector.transfer_read %w[%p, %term, %c0], %zero {in_bounds = [true, true]} : memref<50x128x32xf32>, vector<4x32xf32>
          %t = arith.addf %s, %v : vector<4x32xf32>
          scf.yield %t : vector<4x32xf32>
        }
        %row = vector.extract %sum[0] : vector<32xf32> from vector<4x32xf32>
        vector.transfer_write %row, %y[%p, %r, %c0] {in_bounds = [true]} : vector<32xf32>, memref<50x5x32xf32>
      }
    }
  }
  return
}
