// RUN: dl-opt %s --convert-graph-to-te | FileCheck %s

// Sizes that are parts of others: rounded up, what is left of one, and of a difference, to which
// tens are added that leave it positive.
// CHECK-LABEL: func.func @sizes(
// CHECK-DAG: %[[M:.*]] = tensor.dim %arg1
// CHECK-DAG: %[[N:.*]] = tensor.dim %arg0
// CHECK: %[[UP:.*]] = arith.addi %[[N]], %c1
// CHECK: arith.divui %[[UP]], %c2
// CHECK: arith.remui %[[N]], %c10
// CHECK: %[[NINE:.*]] = arith.muli %[[M]], %c9
// CHECK: %[[SUM:.*]] = arith.addi %[[N]], %[[NINE]]
// CHECK: arith.remui %[[SUM]], %c10
func.func @sizes(%x: tensor<?xf32> {dl.dims = ["n"]}, %y: tensor<?xf32> {dl.dims = ["m"]}) -> (tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) {
  %c = graph.constant dense<1.0> : tensor<1xf32>
  %0 = graph.extents affine_map<()[s0] -> (s0 ceildiv 2)> of %x : (tensor<?xf32>) -> tensor<?x0xi8>
  %1 = graph.broadcast_to %c to %0 : (tensor<1xf32>, tensor<?x0xi8>) -> tensor<?xf32>
  %2 = graph.extents affine_map<()[s0] -> (s0 mod 10)> of %x : (tensor<?xf32>) -> tensor<?x0xi8>
  %3 = graph.broadcast_to %c to %2 : (tensor<1xf32>, tensor<?x0xi8>) -> tensor<?xf32>
  %4 = graph.extents affine_map<()[s0, s1] -> ((s0 - s1) mod 10)> of %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?x0xi8>
  %5 = graph.broadcast_to %c to %4 : (tensor<1xf32>, tensor<?x0xi8>) -> tensor<?xf32>
  return %1, %3, %5 : tensor<?xf32>, tensor<?xf32>, tensor<?xf32>
}
