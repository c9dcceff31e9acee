// RUN: dl-opt %s | dl-opt | FileCheck %s
// RUN: dl-opt %s --mlir-print-op-generic | dl-opt | FileCheck %s
// RUN: dl-opt %s --emit-bytecode | dl-opt | FileCheck %s

// One of each operator on axes and indices.

// CHECK-LABEL: func.func @reductions(
// CHECK: graph.reduce_sum %{{.*}} axes [1] :
// CHECK: graph.reduce_prod %{{.*}} axes [1] keepdims
// CHECK: graph.reduce_max
// CHECK: graph.reduce_min
// CHECK: graph.arg_max %{{.*}} axis 1 last
// CHECK: graph.arg_min
// CHECK: graph.cumsum %{{.*}} axis 1 exclusive reverse
// CHECK: graph.cumprod
// CHECK: graph.top_k %{{.*}} axis 1 k 3 smallest
// CHECK: graph.einsum %{{.*}} "ij,kj->ik"
func.func @reductions(%x: tensor<4x8xf32>) {
  %0 = graph.reduce_sum %x axes [1] : (tensor<4x8xf32>) -> tensor<4xf32>
  %1 = graph.reduce_prod %x axes [1] keepdims : (tensor<4x8xf32>) -> tensor<4x1xf32>
  %2 = graph.reduce_max %x axes [1] : (tensor<4x8xf32>) -> tensor<4xf32>
  %3 = graph.reduce_min %x axes [1] : (tensor<4x8xf32>) -> tensor<4xf32>
  %4 = graph.arg_max %x axis 1 last : (tensor<4x8xf32>) -> tensor<4x1xi64>
  %5 = graph.arg_min %x axis 0 : (tensor<4x8xf32>) -> tensor<1x8xi64>
  %6 = graph.cumsum %x axis 1 exclusive reverse : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %7 = graph.cumprod %x axis 0 : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %8:2 = graph.top_k %x axis 1 k 3 smallest : (tensor<4x8xf32>) -> (tensor<4x3xf32>, tensor<4x3xi64>)
  %9 = graph.einsum %x, %x "ij,kj->ik" : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x4xf32>
  return
}

// CHECK-LABEL: func.func @indexing(
// CHECK: graph.concat
// CHECK: graph.slice %{{.*}} starts [0, 7] sizes [4, 3] steps [1, -2]
// CHECK: graph.pad %{{.*}}, %{{.*}} low [0, 1] high [-1, 2] mode "reflect"
// CHECK: graph.broadcast_to
// CHECK: graph.tile
// CHECK: graph.repeat %{{.*}} times 3 axis 0 :
// CHECK: graph.gather %
// CHECK: graph.gather_elements
// CHECK: graph.gather_nd
// CHECK: graph.scatter_elements %{{.*}} axis 1 mode "add"
// CHECK: graph.scatter_nd
// CHECK: graph.reverse_sequence
func.func @indexing(%x: tensor<4x8xf32>, %v: tensor<f32>, %i: tensor<4x2xi64>, %u: tensor<4x2xf32>, %n: tensor<4xi32>, %n0: tensor<4xf32>) {
  %0 = graph.concat %x, %x axis 0 : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  %1 = graph.slice %x starts [0, 7] sizes [4, 3] steps [1, -2] : (tensor<4x8xf32>) -> tensor<4x3xf32>
  %2 = graph.pad %x, %v low [0, 1] high [-1, 2] mode "reflect" : (tensor<4x8xf32>, tensor<f32>) -> tensor<3x11xf32>
  %3 = graph.broadcast_to %x : (tensor<4x8xf32>) -> tensor<2x4x8xf32>
  %4 = graph.tile %x repeats [1, 2] : (tensor<4x8xf32>) -> tensor<4x16xf32>
  %11 = graph.repeat %x times 3 axis 0 : (tensor<4x8xf32>) -> tensor<12x8xf32>
  %5 = graph.gather %x, %i axis 0 : (tensor<4x8xf32>, tensor<4x2xi64>) -> tensor<4x2x8xf32>
  %6 = graph.gather_elements %x, %i axis 1 : (tensor<4x8xf32>, tensor<4x2xi64>) -> tensor<4x2xf32>
  %7 = graph.gather_nd %x, %i batch_dims 0 : (tensor<4x8xf32>, tensor<4x2xi64>) -> tensor<4xf32>
  %8 = graph.scatter_elements %x, %i, %u axis 1 mode "add" : (tensor<4x8xf32>, tensor<4x2xi64>, tensor<4x2xf32>) -> tensor<4x8xf32>
  %9 = graph.scatter_nd %x, %i, %n0 mode "max" : (tensor<4x8xf32>, tensor<4x2xi64>, tensor<4xf32>) -> tensor<4x8xf32>
  %10 = graph.reverse_sequence %x, %n batch_axis 0 time_axis 1 : (tensor<4x8xf32>, tensor<4xi32>) -> tensor<4x8xf32>
  return
}
