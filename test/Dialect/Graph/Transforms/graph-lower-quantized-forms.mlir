// RUN: dl-opt %s --graph-lower-quantized --canonicalize --split-input-file | FileCheck %s

// Operators that have a form on integers.

// Weights of one scale take one factor.
// CHECK-LABEL: func.func @one_scale(
// CHECK: graph.conv %arg0, %{{.*}} wide pad_value 0
// CHECK: graph.requantize %{{.*}} (tensor<1x2x4x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>)
func.func @one_scale(%x: tensor<1x2x4x4xi8>) -> tensor<1x2x4x4xi8> {
  %s = graph.constant dense<0.5> : tensor<f32>
  %low = graph.constant dense<-128.0> : tensor<f32>
  %high = graph.constant dense<127.0> : tensor<f32>
  %x1 = graph.cast %x to f32 : (tensor<1x2x4x4xi8>) -> tensor<1x2x4x4xf32>
  %xf = graph.mul %x1, %s : (tensor<1x2x4x4xf32>, tensor<f32>) -> tensor<1x2x4x4xf32>
  %w = graph.constant dense<[[[[1]], [[2]]], [[[-3]], [[4]]]]> : tensor<2x2x1x1xi8>
  %w1 = graph.cast %w to f32 : (tensor<2x2x1x1xi8>) -> tensor<2x2x1x1xf32>
  %wf = graph.mul %w1, %s : (tensor<2x2x1x1xf32>, tensor<f32>) -> tensor<2x2x1x1xf32>
  %y = graph.conv %xf, %wf strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x2x4x4xf32>, tensor<2x2x1x1xf32>) -> tensor<1x2x4x4xf32>
  %q0 = graph.div %y, %s : (tensor<1x2x4x4xf32>, tensor<f32>) -> tensor<1x2x4x4xf32>
  %q1 = graph.round %q0 : (tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  %q2 = graph.maximum %q1, %low : (tensor<1x2x4x4xf32>, tensor<f32>) -> tensor<1x2x4x4xf32>
  %q3 = graph.minimum %q2, %high : (tensor<1x2x4x4xf32>, tensor<f32>) -> tensor<1x2x4x4xf32>
  %q4 = graph.cast %q3 to i8 : (tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xi8>
  return %q4 : tensor<1x2x4x4xi8>
}

// -----

// Products as they stand, and with a matrix that is transposed now.
// CHECK-LABEL: func.func @gemm(
// CHECK: graph.constant dense<{{\[\[}}1, 2], [-3, 4]]> : tensor<2x2xi8>
// CHECK: graph.matmul %arg0, %{{.*}} wide
// CHECK: graph.requantize
func.func @gemm(%x: tensor<2x2xi8>) -> tensor<2x2xi8> {
  %s = graph.constant dense<0.5> : tensor<f32>
  %low = graph.constant dense<-128.0> : tensor<f32>
  %high = graph.constant dense<127.0> : tensor<f32>
  %c = graph.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %x1 = graph.cast %x to f32 : (tensor<2x2xi8>) -> tensor<2x2xf32>
  %xf = graph.mul %x1, %s : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %w = graph.constant dense<[[1, 2], [-3, 4]]> : tensor<2x2xi8>
  %w1 = graph.cast %w to f32 : (tensor<2x2xi8>) -> tensor<2x2xf32>
  %wf = graph.mul %w1, %s : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %y = "graph.gemm"(%xf, %wf, %c) {} : (tensor<2x2xf32>, tensor<2x2xf32>, tensor<2xf32>) -> tensor<2x2xf32>
  %q0 = graph.div %y, %s : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %q1 = graph.round %q0 : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %q2 = graph.maximum %q1, %low : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %q3 = graph.minimum %q2, %high : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %q4 = graph.cast %q3 to i8 : (tensor<2x2xf32>) -> tensor<2x2xi8>
  return %q4 : tensor<2x2xi8>
}

// -----

// CHECK-LABEL: func.func @gemm_turned(
// CHECK: graph.constant dense<{{\[\[}}1, -3], [2, 4]]> : tensor<2x2xi8>
// CHECK: graph.matmul %arg0, %{{.*}} wide
// CHECK: graph.requantize
func.func @gemm_turned(%x: tensor<2x2xi8>) -> tensor<2x2xi8> {
  %s = graph.constant dense<0.5> : tensor<f32>
  %low = graph.constant dense<-128.0> : tensor<f32>
  %high = graph.constant dense<127.0> : tensor<f32>
  %x1 = graph.cast %x to f32 : (tensor<2x2xi8>) -> tensor<2x2xf32>
  %xf = graph.mul %x1, %s : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %w = graph.constant dense<[[1, 2], [-3, 4]]> : tensor<2x2xi8>
  %w1 = graph.cast %w to f32 : (tensor<2x2xi8>) -> tensor<2x2xf32>
  %wf = graph.mul %w1, %s : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %y = "graph.gemm"(%xf, %wf) {trans_b} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %q0 = graph.div %y, %s : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %q1 = graph.round %q0 : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %q2 = graph.maximum %q1, %low : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %q3 = graph.minimum %q2, %high : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %q4 = graph.cast %q3 to i8 : (tensor<2x2xf32>) -> tensor<2x2xi8>
  return %q4 : tensor<2x2xi8>
}

// -----

// CHECK-LABEL: func.func @matmul(
// CHECK: graph.matmul %arg0, %{{.*}} wide
// CHECK: graph.requantize
func.func @matmul(%x: tensor<2x2xi8>) -> tensor<2x2xi8> {
  %s = graph.constant dense<0.5> : tensor<f32>
  %low = graph.constant dense<-128.0> : tensor<f32>
  %high = graph.constant dense<127.0> : tensor<f32>
  %x1 = graph.cast %x to f32 : (tensor<2x2xi8>) -> tensor<2x2xf32>
  %xf = graph.mul %x1, %s : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %w = graph.constant dense<[[1, 2], [-3, 4]]> : tensor<2x2xi8>
  %w1 = graph.cast %w to f32 : (tensor<2x2xi8>) -> tensor<2x2xf32>
  %wf = graph.mul %w1, %s : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %y = graph.matmul %xf, %wf : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %q0 = graph.div %y, %s : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %q1 = graph.round %q0 : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %q2 = graph.maximum %q1, %low : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %q3 = graph.minimum %q2, %high : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %q4 = graph.cast %q3 to i8 : (tensor<2x2xf32>) -> tensor<2x2xi8>
  return %q4 : tensor<2x2xi8>
}

// -----

// The greatest of bytes keep their scale, or are brought to another one.
// CHECK-LABEL: func.func @pool(
// CHECK: %[[Y:.*]] = graph.max_pool %arg0
// CHECK: return %[[Y]]
func.func @pool(%x: tensor<1x2x4x4xi8>) -> tensor<1x2x2x2xi8> {
  %s = graph.constant dense<0.5> : tensor<f32>
  %low = graph.constant dense<-128.0> : tensor<f32>
  %high = graph.constant dense<127.0> : tensor<f32>
  %x1 = graph.cast %x to f32 : (tensor<1x2x4x4xi8>) -> tensor<1x2x4x4xf32>
  %xf = graph.mul %x1, %s : (tensor<1x2x4x4xf32>, tensor<f32>) -> tensor<1x2x4x4xf32>
  %y = graph.max_pool %xf kernel [2, 2] strides [2, 2] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x2x4x4xf32>) -> tensor<1x2x2x2xf32>
  %q0 = graph.div %y, %s : (tensor<1x2x2x2xf32>, tensor<f32>) -> tensor<1x2x2x2xf32>
  %q1 = graph.round %q0 : (tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %q2 = graph.maximum %q1, %low : (tensor<1x2x2x2xf32>, tensor<f32>) -> tensor<1x2x2x2xf32>
  %q3 = graph.minimum %q2, %high : (tensor<1x2x2x2xf32>, tensor<f32>) -> tensor<1x2x2x2xf32>
  %q4 = graph.cast %q3 to i8 : (tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xi8>
  return %q4 : tensor<1x2x2x2xi8>
}

// -----

// CHECK-LABEL: func.func @pool_rescaled(
// CHECK: graph.max_pool %arg0
// CHECK: graph.requantize
func.func @pool_rescaled(%x: tensor<1x2x4x4xi8>) -> tensor<1x2x2x2xi8> {
  %s = graph.constant dense<0.5> : tensor<f32>
  %low = graph.constant dense<-128.0> : tensor<f32>
  %high = graph.constant dense<127.0> : tensor<f32>
  %other = graph.constant dense<0.25> : tensor<f32>
  %x1 = graph.cast %x to f32 : (tensor<1x2x4x4xi8>) -> tensor<1x2x4x4xf32>
  %xf = graph.mul %x1, %s : (tensor<1x2x4x4xf32>, tensor<f32>) -> tensor<1x2x4x4xf32>
  %y = graph.max_pool %xf kernel [2, 2] strides [2, 2] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x2x4x4xf32>) -> tensor<1x2x2x2xf32>
  %q0 = graph.div %y, %other : (tensor<1x2x2x2xf32>, tensor<f32>) -> tensor<1x2x2x2xf32>
  %q1 = graph.round %q0 : (tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %q2 = graph.maximum %q1, %low : (tensor<1x2x2x2xf32>, tensor<f32>) -> tensor<1x2x2x2xf32>
  %q3 = graph.minimum %q2, %high : (tensor<1x2x2x2xf32>, tensor<f32>) -> tensor<1x2x2x2xf32>
  %q4 = graph.cast %q3 to i8 : (tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xi8>
  return %q4 : tensor<1x2x2x2xi8>
}

// -----

// The mean of eight bytes.
// CHECK-LABEL: func.func @mean(
// CHECK: graph.requantize
func.func @mean(%x: tensor<2x8xi8>) -> tensor<2x1xi8> {
  %s = graph.constant dense<0.5> : tensor<f32>
  %low = graph.constant dense<-128.0> : tensor<f32>
  %high = graph.constant dense<127.0> : tensor<f32>
  %x1 = graph.cast %x to f32 : (tensor<2x8xi8>) -> tensor<2x8xf32>
  %xf = graph.mul %x1, %s : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  %y = graph.reduce_mean %xf axes [1] keepdims : (tensor<2x8xf32>) -> tensor<2x1xf32>
  %q0 = graph.div %y, %s : (tensor<2x1xf32>, tensor<f32>) -> tensor<2x1xf32>
  %q1 = graph.round %q0 : (tensor<2x1xf32>) -> tensor<2x1xf32>
  %q2 = graph.maximum %q1, %low : (tensor<2x1xf32>, tensor<f32>) -> tensor<2x1xf32>
  %q3 = graph.minimum %q2, %high : (tensor<2x1xf32>, tensor<f32>) -> tensor<2x1xf32>
  %q4 = graph.cast %q3 to i8 : (tensor<2x1xf32>) -> tensor<2x1xi8>
  return %q4 : tensor<2x1xi8>
}
