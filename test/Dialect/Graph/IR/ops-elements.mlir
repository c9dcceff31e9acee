// RUN: dl-opt %s | dl-opt | FileCheck %s
// RUN: dl-opt %s --mlir-print-op-generic | dl-opt | FileCheck %s
// RUN: dl-opt %s --emit-bytecode | dl-opt | FileCheck %s

// One of each operator on elements, indices and axes.

// CHECK-LABEL: func.func @unary(
// CHECK: graph.acos %{{.*}} : (tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK: graph.acosh %{{.*}} : (tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK: graph.asin %{{.*}} : (tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK: graph.asinh %{{.*}} : (tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK: graph.atan %{{.*}} : (tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK: graph.atanh %{{.*}} : (tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK: graph.ceil %{{.*}} : (tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK: graph.cos %{{.*}} : (tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK: graph.cosh %{{.*}} : (tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK: graph.floor %{{.*}} : (tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK: graph.sin %{{.*}} : (tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK: graph.sinh %{{.*}} : (tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK: graph.tan %{{.*}} : (tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK: graph.round %{{.*}} : (tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK: graph.sign %{{.*}} : (tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK: graph.softplus %{{.*}} : (tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK: graph.softsign %{{.*}} : (tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK: graph.mish %{{.*}} : (tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK: graph.hard_swish %{{.*}} : (tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK: graph.hard_sigmoid %{{.*}} : (tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK: graph.gelu %{{.*}} : (tensor<4x8xf32>) -> tensor<4x8xf32>
func.func @unary(%x: tensor<4x8xf32>) {
  %0 = graph.acos %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = graph.acosh %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = graph.asin %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %3 = graph.asinh %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %4 = graph.atan %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %5 = graph.atanh %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %6 = graph.ceil %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %7 = graph.cos %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %8 = graph.cosh %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %9 = graph.floor %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %10 = graph.sin %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %11 = graph.sinh %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %12 = graph.tan %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %13 = graph.round %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %14 = graph.sign %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %15 = graph.softplus %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %16 = graph.softsign %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %17 = graph.mish %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %18 = graph.hard_swish %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %19 = graph.hard_sigmoid %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %20 = graph.gelu %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// CHECK-LABEL: func.func @alpha(
// CHECK: graph.elu %{{.*}} alpha 1.000000e+00 : (tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK: graph.celu %{{.*}} alpha 2.000000e+00 : (tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK: graph.leaky_relu %{{.*}} alpha 2.500000e-01 : (tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK: graph.thresholded_relu %{{.*}} alpha 5.000000e-01 : (tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK: graph.selu %{{.*}} {alpha = 1.500000e+00 : f32, gamma = 2.000000e+00 : f32}
func.func @alpha(%x: tensor<4x8xf32>) {
  %0 = graph.elu %x alpha 1.000000e+00 : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = graph.celu %x alpha 2.000000e+00 : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = graph.leaky_relu %x alpha 2.500000e-01 : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %3 = graph.thresholded_relu %x alpha 5.000000e-01 : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %9 = graph.selu %x {alpha = 1.5 : f32, gamma = 2.0 : f32} : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// CHECK-LABEL: func.func @tests(
// CHECK: graph.is_nan
// CHECK: graph.is_inf %{{.*}} {negative = false}
// CHECK: graph.equal
// CHECK: graph.less 
// CHECK: graph.less_or_equal
func.func @tests(%x: tensor<4x8xf32>, %y: tensor<8xf32>) {
  %0 = graph.is_nan %x : (tensor<4x8xf32>) -> tensor<4x8xi1>
  %1 = graph.is_inf %x {negative = false} : (tensor<4x8xf32>) -> tensor<4x8xi1>
  %2 = graph.equal %x, %y : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xi1>
  %3 = graph.less %x, %y : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xi1>
  %4 = graph.less_or_equal %x, %y : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xi1>
  return
}

// CHECK-LABEL: func.func @unsigned(
// CHECK: graph.and %{{.*}} : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xui8>
// CHECK: graph.or %{{.*}} : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xui8>
// CHECK: graph.xor %{{.*}} : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xui8>
// CHECK: graph.shift_left %{{.*}} : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xui8>
// CHECK: graph.shift_right %{{.*}} : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xui8>
// CHECK: graph.mod %{{.*}} : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xui8>
// CHECK: graph.fmod %{{.*}} : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xui8>
// CHECK: graph.maximum %{{.*}} : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xui8>
// CHECK: graph.not
// CHECK: graph.cast %{{.*}} to f16
func.func @unsigned(%x: tensor<4xui8>, %y: tensor<4xui8>) {
  %0 = graph.and %x, %y : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xui8>
  %1 = graph.or %x, %y : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xui8>
  %2 = graph.xor %x, %y : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xui8>
  %3 = graph.shift_left %x, %y : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xui8>
  %4 = graph.shift_right %x, %y : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xui8>
  %5 = graph.mod %x, %y : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xui8>
  %6 = graph.fmod %x, %y : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xui8>
  %7 = graph.maximum %x, %y : (tensor<4xui8>, tensor<4xui8>) -> tensor<4xui8>
  %8 = graph.not %x : (tensor<4xui8>) -> tensor<4xui8>
  %9 = graph.cast %x to f16 : (tensor<4xui8>) -> tensor<4xf16>
  return
}

// CHECK-LABEL: func.func @where(
// CHECK: graph.where
// CHECK: graph.prelu
func.func @where(%c: tensor<8xi1>, %x: tensor<4x8xf32>, %y: tensor<f32>) {
  %0 = graph.where %c, %x, %y : (tensor<8xi1>, tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  %1 = graph.prelu %x, %y : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  return
}

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
  %5 = graph.gather %x, %i axis 0 : (tensor<4x8xf32>, tensor<4x2xi64>) -> tensor<4x2x8xf32>
  %6 = graph.gather_elements %x, %i axis 1 : (tensor<4x8xf32>, tensor<4x2xi64>) -> tensor<4x2xf32>
  %7 = graph.gather_nd %x, %i batch_dims 0 : (tensor<4x8xf32>, tensor<4x2xi64>) -> tensor<4xf32>
  %8 = graph.scatter_elements %x, %i, %u axis 1 mode "add" : (tensor<4x8xf32>, tensor<4x2xi64>, tensor<4x2xf32>) -> tensor<4x8xf32>
  %9 = graph.scatter_nd %x, %i, %n0 mode "max" : (tensor<4x8xf32>, tensor<4x2xi64>, tensor<4xf32>) -> tensor<4x8xf32>
  %10 = graph.reverse_sequence %x, %n batch_axis 0 time_axis 1 : (tensor<4x8xf32>, tensor<4xi32>) -> tensor<4x8xf32>
  return
}
