// RUN: dl-opt %s --dl-set-target=cpu=znver4 --dl-alternate-steps --split-input-file | FileCheck %s
// Kernels that go through weights backwards in each second step. The nearer caches of this CPU have 1 MiB.

// CHECK: #[[MAP:.*]] = affine_map<(d0) -> (-d0 + 10)>
// CHECK-LABEL: func.func private @gemm(
// CHECK: scf.for %[[P:.*]] =
// CHECK-NEXT: vector.transfer_read %arg1[%[[P]],
// CHECK: func.func private @gemm_backwards(
// CHECK: scf.for %[[Q:.*]] = %c2{{.*}} to %c10{{.*}} step %c2
// CHECK-NEXT: %[[T:.*]] = affine.apply #[[MAP]](%[[Q]])
// CHECK-NEXT: vector.transfer_read %arg1[%[[T]],
// CHECK: vector.transfer_write %{{.*}}, %arg2[%[[T]],
// CHECK-LABEL: func.func @main
// CHECK: scf.for %[[S:.*]] = %[[LOW:.*]] to %{{.*}} step %[[STEP:.*]] {
// CHECK: %[[D:.*]] = arith.subi %[[S]], %[[LOW]]
// CHECK: %[[N:.*]] = arith.divui %[[D]], %[[STEP]]
// CHECK: %[[R:.*]] = arith.remui %[[N]], %{{.*}}
// CHECK: %[[E:.*]] = arith.cmpi eq, %[[R]], %{{.*}}
// CHECK: scf.if %[[E]] {
// CHECK-NEXT: call @gemm(
// CHECK-NEXT: } else {
// CHECK-NEXT: call @gemm_backwards(
func.func private @gemm(%x: memref<64xf32>, %w: memref<16x32768xf32>, %y: memref<16x16xf32> {te.destination}) attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c10 = arith.constant 10 : index
  %z = arith.constant 0.0 : f32
  scf.for %p = %c2 to %c10 step %c2 {
    %v = vector.transfer_read %w[%p, %c0], %z {in_bounds = [true]} : memref<16x32768xf32>, vector<16xf32>
    vector.transfer_write %v, %y[%p, %c0] {in_bounds = [true]} : vector<16xf32>, memref<16x16xf32>
  }
  return
}
func.func @main(%x: memref<64xf32>, %w: memref<16x32768xf32>, %y: memref<16x16xf32> {te.destination}) {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c20 = arith.constant 20 : index
  scf.for %t = %c1 to %c20 step %c3 {
    func.call @gemm(%x, %w, %y) : (memref<64xf32>, memref<16x32768xf32>, memref<16x16xf32>) -> ()
  }
  return
}

// -----

// A buffer of an iteration may be read; nothing is known of how many steps there are.
// CHECK-LABEL: func.func @main
// CHECK: call @gemm(
// CHECK: call @gemm_backwards(
func.func private @gemm(%x: memref<64xf32>, %w: memref<16x32768xf32>, %y: memref<16x16xf32> {te.destination}) attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %z = arith.constant 0.0 : f32
  scf.for %p = %c0 to %c16 step %c1 {
    %a = memref.alloca() : memref<16xf32>
    %v = vector.transfer_read %w[%p, %c0], %z {in_bounds = [true]} : memref<16x32768xf32>, vector<16xf32>
    vector.transfer_write %v, %a[%c0] {in_bounds = [true]} : vector<16xf32>, memref<16xf32>
    %u = vector.transfer_read %a[%c0], %z {in_bounds = [true]} : memref<16xf32>, vector<16xf32>
    vector.transfer_write %u, %y[%p, %c0] {in_bounds = [true]} : vector<16xf32>, memref<16x16xf32>
  }
  return
}
func.func @main(%x: memref<64xf32>, %w: memref<16x32768xf32>, %n: index, %y: memref<16x16xf32> {te.destination}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %t = %c0 to %n step %c1 {
    func.call @gemm(%x, %w, %y) : (memref<64xf32>, memref<16x32768xf32>, memref<16x16xf32>) -> ()
  }
  return
}
