// RUN: dl-opt %s --pass-pipeline='builtin.module(func.func(dl-vectorize))' --verify-diagnostics | FileCheck %s

// Products that are summed become a contraction; the accumulator is a vector that
// the loop carries; reads come straight from the operands.
// CHECK-LABEL: func.func @matmul(
// CHECK-SAME: %[[A:.*]]: tensor<8x64xf32>, %[[B:.*]]: tensor<64x32xf32>, %[[C:.*]]: tensor<8x32xf32>
// CHECK: %[[ZERO:.*]] = arith.constant dense<0.000000e+00> : vector<8x32xf32>
// CHECK: %[[SUM:.*]] = scf.for {{.*}} iter_args(%[[ACC:.*]] = %[[ZERO]]) -> (vector<8x32xf32>)
// CHECK: %[[X:.*]] = vector.transfer_read %[[A]]{{.*}} vector<8x4xf32>
// CHECK: %[[Y:.*]] = vector.transfer_read %[[B]]{{.*}} vector<4x32xf32>
// CHECK: vector.contract {{.*}} %[[X]], %[[Y]], %[[ACC]]
// CHECK: vector.transfer_write %[[SUM]], %[[C]]
// CHECK-NOT: linalg
func.func @matmul(%a: tensor<8x64xf32>, %b: tensor<64x32xf32>, %c: tensor<8x32xf32>) -> tensor<8x32xf32> {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %c64 = arith.constant 64 : index
  %zero = arith.constant 0.0 : f32
  %init = linalg.fill {schedule.vectorize} ins(%zero : f32) outs(%c : tensor<8x32xf32>) -> tensor<8x32xf32>
  %r = scf.for %k = %c0 to %c64 step %c4 iter_args(%acc = %init) -> (tensor<8x32xf32>) {
    %x = tensor.extract_slice %a[0, %k] [8, 4] [1, 1] : tensor<8x64xf32> to tensor<8x4xf32>
    %y = tensor.extract_slice %b[%k, 0] [4, 32] [1, 1] : tensor<64x32xf32> to tensor<4x32xf32>
    %t = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %y : tensor<8x4xf32>, tensor<4x32xf32>) outs(%acc : tensor<8x32xf32>) attrs = {schedule.vectorize} {
    ^bb0(%p: f32, %q: f32, %s: f32):
      %0 = arith.mulf %p, %q : f32
      %1 = arith.addf %s, %0 : f32
      linalg.yield %1 : f32
    } -> tensor<8x32xf32>
    scf.yield %t : tensor<8x32xf32>
  }
  return %r : tensor<8x32xf32>
}

// What is not marked stays.
// CHECK-LABEL: func.func @unmarked(
// CHECK: linalg.generic
func.func @unmarked(%x: tensor<8xf32>, %o: tensor<8xf32>) -> tensor<8xf32> {
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%x : tensor<8xf32>) outs(%o : tensor<8xf32>) {
  ^bb0(%a: f32, %b: f32):
    %0 = arith.negf %a : f32
    linalg.yield %0 : f32
  } -> tensor<8xf32>
  return %r : tensor<8xf32>
}

// A sliding window overlaps itself: it stays scalar, and says so.
// CHECK-LABEL: func.func @window(
// CHECK: linalg.generic
// CHECK-NOT: schedule.vectorize
func.func @window(%x: tensor<10xf32>, %w: tensor<3xf32>, %o: tensor<8xf32>) -> tensor<8xf32> {
  // expected-remark @below {{not vectorized: its reads are not contiguous slices of its operands}}
  %r = linalg.generic {indexing_maps = [affine_map<(i, k) -> (i + k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"]} ins(%x, %w : tensor<10xf32>, tensor<3xf32>) outs(%o : tensor<8xf32>) attrs = {schedule.vectorize} {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %c, %0 : f32
    linalg.yield %1 : f32
  } -> tensor<8xf32>
  return %r : tensor<8xf32>
}
