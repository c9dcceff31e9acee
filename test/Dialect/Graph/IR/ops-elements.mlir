// RUN: dl-opt %s | dl-opt | FileCheck %s
// RUN: dl-opt %s --mlir-print-op-generic | dl-opt | FileCheck %s
// RUN: dl-opt %s --emit-bytecode | dl-opt | FileCheck %s

// One of each operator on elements.

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
// CHECK: graph.gelu_tanh %{{.*}} : (tensor<4x8xf32>) -> tensor<4x8xf32>
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
  %21 = graph.gelu_tanh %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// CHECK-LABEL: func.func @alpha(
// CHECK: graph.elu %{{.*}} alpha 1.000000e+00 : (tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK: graph.celu %{{.*}} alpha 2.000000e+00 : (tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK: graph.leaky_relu %{{.*}} alpha 2.500000e-01 : (tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK: graph.thresholded_relu %{{.*}} alpha 5.000000e-01 : (tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK: graph.swish %{{.*}} alpha 1.500000e+00 : (tensor<4x8xf32>) -> tensor<4x8xf32>
// CHECK: graph.selu %{{.*}} {alpha = 1.500000e+00 : f32, gamma = 2.000000e+00 : f32}
func.func @alpha(%x: tensor<4x8xf32>) {
  %0 = graph.elu %x alpha 1.000000e+00 : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %1 = graph.celu %x alpha 2.000000e+00 : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %2 = graph.leaky_relu %x alpha 2.500000e-01 : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %3 = graph.thresholded_relu %x alpha 5.000000e-01 : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %4 = graph.swish %x alpha 1.500000e+00 : (tensor<4x8xf32>) -> tensor<4x8xf32>
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

// CHECK-LABEL: func.func @requantize(
// CHECK: graph.requantize %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} zero_point -3 relu : (tensor<1x8x4x4xi32>, tensor<8x1x1xi32>, tensor<8x1x1xi32>, tensor<i32>) -> tensor<1x8x4x4xi8>
// CHECK: graph.requantize %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} zero_point 127 :
func.func @requantize(%x: tensor<1x8x4x4xi32>, %y: tensor<8x1x1xi32>, %s: tensor<i32>) {
  %0 = graph.requantize %x, %y, %y, %s zero_point -3 relu : (tensor<1x8x4x4xi32>, tensor<8x1x1xi32>, tensor<8x1x1xi32>, tensor<i32>) -> tensor<1x8x4x4xi8>
  %1 = graph.requantize %x, %y, %y, %s zero_point 127 : (tensor<1x8x4x4xi32>, tensor<8x1x1xi32>, tensor<8x1x1xi32>, tensor<i32>) -> tensor<1x8x4x4xi8>
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
