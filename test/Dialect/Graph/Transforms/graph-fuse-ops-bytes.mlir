// RUN: dl-opt %s --graph-fuse-ops=max-ops=1 --remarks-filter=graph-fuse-ops -o /dev/null 2>&1 | FileCheck %s

// A remark counts the bytes of the largest operand that another operator made, which is written and read
// because the groups are apart: flags are a byte each; arguments, constants and what only a run knows count nothing.

// CHECK: Function=sizes | Bytes=64, Reason="graph.add: the group is full: max-ops is 1"
// CHECK: Function=sizes | Bytes=64, Reason="graph.where: the group is full: max-ops is 1"
// CHECK: Function=flags | Bytes=16, Reason="graph.not: the group is full: max-ops is 1"
// CHECK: Function=open | Bytes=0, Reason="graph.exp: the group is full: max-ops is 1"
func.func @sizes(%x: tensor<4x4xf32>, %y: tensor<2x4x4xf32>, %c: tensor<4x4xi1>) -> (tensor<2x4x4xf32>, tensor<4x4xf32>) {
  %k = graph.constant dense<1.0> : tensor<2x4x4xf32>
  %0 = graph.exp %x : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = graph.add %0, %k : (tensor<4x4xf32>, tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %2 = graph.log %x : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %3 = graph.where %c, %2, %x : (tensor<4x4xi1>, tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %1, %3 : tensor<2x4x4xf32>, tensor<4x4xf32>
}
func.func @flags(%x: tensor<4x4xi1>) -> tensor<4x4xi1> {
  %0 = graph.not %x : (tensor<4x4xi1>) -> tensor<4x4xi1>
  %1 = graph.not %0 : (tensor<4x4xi1>) -> tensor<4x4xi1>
  return %1 : tensor<4x4xi1>
}
func.func @open(%x: tensor<?x4xf32>) -> tensor<?x4xf32> {
  %0 = graph.exp %x : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %1 = graph.exp %0 : (tensor<?x4xf32>) -> tensor<?x4xf32>
  return %1 : tensor<?x4xf32>
}
