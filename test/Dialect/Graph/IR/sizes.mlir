// RUN: dl-opt %s | dl-opt | FileCheck %s
// RUN: dl-opt %s --mlir-print-op-generic | dl-opt | FileCheck %s

// CHECK: #[[MAP:.*]] = affine_map<()[s0, s1, s2] -> (s0 * s1, s2)>
// CHECK-LABEL: func.func @sizes
func.func @sizes(%x: tensor<?x?x768xf32>) -> (tensor<?x768xf32>, tensor<?x768xf32>, tensor<2xi64>, tensor<?xi64>) {
  // CHECK: graph.extents #[[MAP]] of %arg0 : (tensor<?x?x768xf32>) -> tensor<?x768x0xi8>
  %e = graph.extents affine_map<()[s0, s1, s2] -> (s0 * s1, s2)> of %x : (tensor<?x?x768xf32>) -> tensor<?x768x0xi8>
  // CHECK: graph.reshape %arg0 to %0 : (tensor<?x?x768xf32>, tensor<?x768x0xi8>) -> tensor<?x768xf32>
  %flat = graph.reshape %x to %e : (tensor<?x?x768xf32>, tensor<?x768x0xi8>) -> tensor<?x768xf32>
  %one = graph.constant dense<1.0> : tensor<768xf32>
  // CHECK: graph.broadcast_to %{{.*}} to %0 : (tensor<768xf32>, tensor<?x768x0xi8>) -> tensor<?x768xf32>
  %ones = graph.broadcast_to %one to %e : (tensor<768xf32>, tensor<?x768x0xi8>) -> tensor<?x768xf32>
  // CHECK: graph.sizes %0 : (tensor<?x768x0xi8>) -> tensor<2xi64>
  %s = graph.sizes %e : (tensor<?x768x0xi8>) -> tensor<2xi64>
  %n = graph.extents affine_map<()[s0, s1, s2] -> (s1 + 1)> of %x : (tensor<?x?x768xf32>) -> tensor<?x0xi8>
  // CHECK: graph.iota %{{.*}} : (tensor<?x0xi8>) -> tensor<?xi64>
  %i = graph.iota %n : (tensor<?x0xi8>) -> tensor<?xi64>
  return %flat, %ones, %s, %i : tensor<?x768xf32>, tensor<?x768xf32>, tensor<2xi64>, tensor<?xi64>
}
