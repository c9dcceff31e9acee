// RUN: dl-opt %s --dl-bufferize-pipeline | FileCheck %s

// A loop that carries its states and outputs works in the destinations: nothing is
// allocated but what a round needs for itself, and nothing is copied.
// CHECK-LABEL: func.func @main(
// CHECK-SAME: %[[X:[a-z0-9]*]]: memref<3x2xf32>, %[[H:[a-z0-9]*]]: memref<2xf32> {te.destination}, %[[ALL:[a-z0-9]*]]: memref<3x2xf32> {te.destination})
// CHECK-NOT: memref.alloc
// CHECK: call @zero(%[[H]])
// CHECK: scf.for %[[T:.*]] = %{{.*}} to %{{.*}} step %{{.*}} {
// CHECK-DAG: %[[FROM:.*]] = te.step %[[X]][%[[T]]]
// CHECK-DAG: %[[TO:.*]] = te.step %[[ALL]][%[[T]]]
// CHECK: call @copy(%[[FROM]], %[[TO]])
// CHECK: call @copy(%[[TO]], %[[H]])
// CHECK-NOT: memref.copy
// CHECK: return
func.func private @zero(%d: tensor<2xf32> {te.destination}) -> tensor<2xf32> attributes {te.kernel} {
  %c = arith.constant 0.0 : f32
  %0 = linalg.fill ins(%c : f32) outs(%d : tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func private @copy(%x: tensor<2xf32>, %d: tensor<2xf32> {te.destination}) -> tensor<2xf32> attributes {te.kernel} {
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : tensor<2xf32>) outs(%d : tensor<2xf32>) {
  ^bb0(%e: f32, %o: f32):
    %1 = arith.negf %e : f32
    linalg.yield %1 : f32
  } -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
func.func @main(%x: tensor<3x2xf32>, %h: tensor<2xf32> {te.destination}, %all: tensor<3x2xf32> {te.destination})
    -> (tensor<2xf32>, tensor<3x2xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %first = call @zero(%h) : (tensor<2xf32>) -> tensor<2xf32>
  %y:2 = scf.for %t = %c0 to %c3 step %c1 iter_args(%s = %first, %out = %all) -> (tensor<2xf32>, tensor<3x2xf32>) {
    %from = te.step %x[%t] : tensor<3x2xf32> to tensor<2xf32>
    %to = te.step %out[%t] : tensor<3x2xf32> to tensor<2xf32>
    %v = func.call @copy(%from, %to) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %next = func.call @copy(%v, %s) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %put = te.insert_step %v into %out[%t] : tensor<2xf32> into tensor<3x2xf32>
    scf.yield %next, %put : tensor<2xf32>, tensor<3x2xf32>
  }
  return %y#0, %y#1 : tensor<2xf32>, tensor<3x2xf32>
}
