// RUN: dl-opt %s --graph-lower-quantized --canonicalize --split-input-file | FileCheck %s
// RUN: dl-opt %s --graph-lower-quantized --split-input-file --remarks-filter=graph-lower-quantized -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// Operands for which operators have no form on integers.

// Weights that are no constant, have no sign, a zero point, or a scale for each input channel.
// CHECK-LABEL: func.func @no_constant(
// REMARK: graph.conv: operands that are not bytes of one scale by constant bytes with a sign and without zero point
// CHECK-NOT: graph.requantize
// CHECK: return
func.func @no_constant(%x: tensor<1x2x4x4xi8>, %w: tensor<2x2x1x1xi8>) -> tensor<1x2x4x4xi8> {
  %s = graph.constant dense<0.5> : tensor<f32>
  %low = graph.constant dense<-128.0> : tensor<f32>
  %high = graph.constant dense<127.0> : tensor<f32>
  %x1 = graph.cast %x to f32 : (tensor<1x2x4x4xi8>) -> tensor<1x2x4x4xf32>
  %xf = graph.mul %x1, %s : (tensor<1x2x4x4xf32>, tensor<f32>) -> tensor<1x2x4x4xf32>
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

// CHECK-LABEL: func.func @no_sign(
// REMARK: graph.conv: operands that are not bytes of one scale by constant bytes with a sign and without zero point
// CHECK-NOT: graph.requantize
// CHECK: return
func.func @no_sign(%x: tensor<1x2x4x4xi8>) -> tensor<1x2x4x4xi8> {
  %s = graph.constant dense<0.5> : tensor<f32>
  %low = graph.constant dense<-128.0> : tensor<f32>
  %high = graph.constant dense<127.0> : tensor<f32>
  %x1 = graph.cast %x to f32 : (tensor<1x2x4x4xi8>) -> tensor<1x2x4x4xf32>
  %xf = graph.mul %x1, %s : (tensor<1x2x4x4xf32>, tensor<f32>) -> tensor<1x2x4x4xf32>
  %w = graph.constant dense<[[[[1]], [[2]]], [[[3]], [[4]]]]> : tensor<2x2x1x1xui8>
  %w1 = graph.cast %w to f32 : (tensor<2x2x1x1xui8>) -> tensor<2x2x1x1xf32>
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

// CHECK-LABEL: func.func @zero_point(
// REMARK: graph.conv: operands that are not bytes of one scale by constant bytes with a sign and without zero point
// CHECK-NOT: graph.requantize
// CHECK: return
func.func @zero_point(%x: tensor<1x2x4x4xi8>) -> tensor<1x2x4x4xi8> {
  %s = graph.constant dense<0.5> : tensor<f32>
  %low = graph.constant dense<-128.0> : tensor<f32>
  %high = graph.constant dense<127.0> : tensor<f32>
  %three = graph.constant dense<3> : tensor<i32>
  %x1 = graph.cast %x to f32 : (tensor<1x2x4x4xi8>) -> tensor<1x2x4x4xf32>
  %xf = graph.mul %x1, %s : (tensor<1x2x4x4xf32>, tensor<f32>) -> tensor<1x2x4x4xf32>
  %w = graph.constant dense<[[[[1]], [[2]]], [[[-3]], [[4]]]]> : tensor<2x2x1x1xi8>
  %w0 = graph.cast %w to i32 : (tensor<2x2x1x1xi8>) -> tensor<2x2x1x1xi32>
  %wz = graph.sub %w0, %three : (tensor<2x2x1x1xi32>, tensor<i32>) -> tensor<2x2x1x1xi32>
  %w1 = graph.cast %wz to f32 : (tensor<2x2x1x1xi32>) -> tensor<2x2x1x1xf32>
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

// CHECK-LABEL: func.func @inputs_scales(
// REMARK: graph.conv: operands that are not bytes of one scale by constant bytes with a sign and without zero point
// CHECK-NOT: graph.requantize
// CHECK: return
func.func @inputs_scales(%x: tensor<1x2x4x4xi8>) -> tensor<1x2x4x4xi8> {
  %s = graph.constant dense<0.5> : tensor<f32>
  %low = graph.constant dense<-128.0> : tensor<f32>
  %high = graph.constant dense<127.0> : tensor<f32>
  %ws = graph.constant dense<[[[[0.25]], [[0.5]]]]> : tensor<1x2x1x1xf32>
  %x1 = graph.cast %x to f32 : (tensor<1x2x4x4xi8>) -> tensor<1x2x4x4xf32>
  %xf = graph.mul %x1, %s : (tensor<1x2x4x4xf32>, tensor<f32>) -> tensor<1x2x4x4xf32>
  %w = graph.constant dense<[[[[1]], [[2]]], [[[-3]], [[4]]]]> : tensor<2x2x1x1xi8>
  %w1 = graph.cast %w to f32 : (tensor<2x2x1x1xi8>) -> tensor<2x2x1x1xf32>
  %wf = graph.mul %w1, %ws : (tensor<2x2x1x1xf32>, tensor<1x2x1x1xf32>) -> tensor<2x2x1x1xf32>
  %y = graph.conv %xf, %wf strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x2x4x4xf32>, tensor<2x2x1x1xf32>) -> tensor<1x2x4x4xf32>
  %q0 = graph.div %y, %s : (tensor<1x2x4x4xf32>, tensor<f32>) -> tensor<1x2x4x4xf32>
  %q1 = graph.round %q0 : (tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  %q2 = graph.maximum %q1, %low : (tensor<1x2x4x4xf32>, tensor<f32>) -> tensor<1x2x4x4xf32>
  %q3 = graph.minimum %q2, %high : (tensor<1x2x4x4xf32>, tensor<f32>) -> tensor<1x2x4x4xf32>
  %q4 = graph.cast %q3 to i8 : (tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xi8>
  return %q4 : tensor<1x2x4x4xi8>
}

// -----

// An input that is no bytes, and a bias that a run gives.
// CHECK-LABEL: func.func @floats(
// REMARK: graph.conv: operands that are not bytes of one scale by constant bytes with a sign and without zero point
// CHECK-NOT: graph.requantize
// CHECK: return
func.func @floats(%xf: tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xi8> {
  %s = graph.constant dense<0.5> : tensor<f32>
  %low = graph.constant dense<-128.0> : tensor<f32>
  %high = graph.constant dense<127.0> : tensor<f32>
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

// CHECK-LABEL: func.func @bias(
// REMARK: graph.conv: a bias that is no constant
// CHECK-NOT: graph.requantize
// CHECK: return
func.func @bias(%x: tensor<1x2x4x4xi8>, %b: tensor<2xf32>) -> tensor<1x2x4x4xi8> {
  %s = graph.constant dense<0.5> : tensor<f32>
  %low = graph.constant dense<-128.0> : tensor<f32>
  %high = graph.constant dense<127.0> : tensor<f32>
  %x1 = graph.cast %x to f32 : (tensor<1x2x4x4xi8>) -> tensor<1x2x4x4xf32>
  %xf = graph.mul %x1, %s : (tensor<1x2x4x4xf32>, tensor<f32>) -> tensor<1x2x4x4xf32>
  %w = graph.constant dense<[[[[1]], [[2]]], [[[-3]], [[4]]]]> : tensor<2x2x1x1xi8>
  %w1 = graph.cast %w to f32 : (tensor<2x2x1x1xi8>) -> tensor<2x2x1x1xf32>
  %wf = graph.mul %w1, %s : (tensor<2x2x1x1xf32>, tensor<f32>) -> tensor<2x2x1x1xf32>
  %y = graph.conv %xf, %wf, %b strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x2x4x4xf32>, tensor<2x2x1x1xf32>, tensor<2xf32>) -> tensor<1x2x4x4xf32>
  %q0 = graph.div %y, %s : (tensor<1x2x4x4xf32>, tensor<f32>) -> tensor<1x2x4x4xf32>
  %q1 = graph.round %q0 : (tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  %q2 = graph.maximum %q1, %low : (tensor<1x2x4x4xf32>, tensor<f32>) -> tensor<1x2x4x4xf32>
  %q3 = graph.minimum %q2, %high : (tensor<1x2x4x4xf32>, tensor<f32>) -> tensor<1x2x4x4xf32>
  %q4 = graph.cast %q3 to i8 : (tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xi8>
  return %q4 : tensor<1x2x4x4xi8>
}

// -----

// Products whose left factor is transposed, with factors beside 1, by what a run gives.
// CHECK-LABEL: func.func @transposed_left(
// REMARK: graph.gemm: operands that are not bytes of one scale by constant bytes with a sign and without zero point, or factors beside 1
// CHECK-NOT: graph.requantize
// CHECK: return
func.func @transposed_left(%x: tensor<2x2xi8>) -> tensor<2x2xi8> {
  %s = graph.constant dense<0.5> : tensor<f32>
  %low = graph.constant dense<-128.0> : tensor<f32>
  %high = graph.constant dense<127.0> : tensor<f32>
  %x1 = graph.cast %x to f32 : (tensor<2x2xi8>) -> tensor<2x2xf32>
  %xf = graph.mul %x1, %s : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %w = graph.constant dense<[[1, 2], [-3, 4]]> : tensor<2x2xi8>
  %w1 = graph.cast %w to f32 : (tensor<2x2xi8>) -> tensor<2x2xf32>
  %wf = graph.mul %w1, %s : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %y = "graph.gemm"(%xf, %wf) {trans_a} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %q0 = graph.div %y, %s : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %q1 = graph.round %q0 : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %q2 = graph.maximum %q1, %low : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %q3 = graph.minimum %q2, %high : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %q4 = graph.cast %q3 to i8 : (tensor<2x2xf32>) -> tensor<2x2xi8>
  return %q4 : tensor<2x2xi8>
}

// -----

// CHECK-LABEL: func.func @alpha(
// REMARK: graph.gemm: operands that are not bytes of one scale by constant bytes with a sign and without zero point, or factors beside 1
// CHECK-NOT: graph.requantize
// CHECK: return
func.func @alpha(%x: tensor<2x2xi8>) -> tensor<2x2xi8> {
  %s = graph.constant dense<0.5> : tensor<f32>
  %low = graph.constant dense<-128.0> : tensor<f32>
  %high = graph.constant dense<127.0> : tensor<f32>
  %x1 = graph.cast %x to f32 : (tensor<2x2xi8>) -> tensor<2x2xf32>
  %xf = graph.mul %x1, %s : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %w = graph.constant dense<[[1, 2], [-3, 4]]> : tensor<2x2xi8>
  %w1 = graph.cast %w to f32 : (tensor<2x2xi8>) -> tensor<2x2xf32>
  %wf = graph.mul %w1, %s : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %y = "graph.gemm"(%xf, %wf) {alpha = 2.0 : f32} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %q0 = graph.div %y, %s : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %q1 = graph.round %q0 : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %q2 = graph.maximum %q1, %low : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %q3 = graph.minimum %q2, %high : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %q4 = graph.cast %q3 to i8 : (tensor<2x2xf32>) -> tensor<2x2xi8>
  return %q4 : tensor<2x2xi8>
}

// -----

// CHECK-LABEL: func.func @beta(
// REMARK: graph.gemm: operands that are not bytes of one scale by constant bytes with a sign and without zero point, or factors beside 1
// CHECK-NOT: graph.requantize
// CHECK: return
func.func @beta(%x: tensor<2x2xi8>) -> tensor<2x2xi8> {
  %s = graph.constant dense<0.5> : tensor<f32>
  %low = graph.constant dense<-128.0> : tensor<f32>
  %high = graph.constant dense<127.0> : tensor<f32>
  %c = graph.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %x1 = graph.cast %x to f32 : (tensor<2x2xi8>) -> tensor<2x2xf32>
  %xf = graph.mul %x1, %s : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %w = graph.constant dense<[[1, 2], [-3, 4]]> : tensor<2x2xi8>
  %w1 = graph.cast %w to f32 : (tensor<2x2xi8>) -> tensor<2x2xf32>
  %wf = graph.mul %w1, %s : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %y = "graph.gemm"(%xf, %wf, %c) {beta = 2.0 : f32} : (tensor<2x2xf32>, tensor<2x2xf32>, tensor<2xf32>) -> tensor<2x2xf32>
  %q0 = graph.div %y, %s : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %q1 = graph.round %q0 : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %q2 = graph.maximum %q1, %low : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %q3 = graph.minimum %q2, %high : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %q4 = graph.cast %q3 to i8 : (tensor<2x2xf32>) -> tensor<2x2xi8>
  return %q4 : tensor<2x2xi8>
}

// -----

// CHECK-LABEL: func.func @any_right(
// REMARK: graph.gemm: operands that are not bytes of one scale by constant bytes with a sign and without zero point, or factors beside 1
// CHECK-NOT: graph.requantize
// CHECK: return
func.func @any_right(%x: tensor<2x2xi8>, %w: tensor<2x2xi8>) -> tensor<2x2xi8> {
  %s = graph.constant dense<0.5> : tensor<f32>
  %low = graph.constant dense<-128.0> : tensor<f32>
  %high = graph.constant dense<127.0> : tensor<f32>
  %x1 = graph.cast %x to f32 : (tensor<2x2xi8>) -> tensor<2x2xf32>
  %xf = graph.mul %x1, %s : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %w1 = graph.cast %w to f32 : (tensor<2x2xi8>) -> tensor<2x2xf32>
  %wf = graph.mul %w1, %s : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %y = "graph.gemm"(%xf, %wf) {} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %q0 = graph.div %y, %s : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %q1 = graph.round %q0 : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %q2 = graph.maximum %q1, %low : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %q3 = graph.minimum %q2, %high : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %q4 = graph.cast %q3 to i8 : (tensor<2x2xf32>) -> tensor<2x2xi8>
  return %q4 : tensor<2x2xi8>
}

// -----

// CHECK-LABEL: func.func @any_bias(
// REMARK: a matrix product with a bias that is no constant for each column
// CHECK-NOT: graph.requantize
// CHECK: return
func.func @any_bias(%x: tensor<2x2xi8>, %c: tensor<2xf32>) -> tensor<2x2xi8> {
  %s = graph.constant dense<0.5> : tensor<f32>
  %low = graph.constant dense<-128.0> : tensor<f32>
  %high = graph.constant dense<127.0> : tensor<f32>
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

// CHECK-LABEL: func.func @matmul_of_floats(
// REMARK: graph.matmul: operands that are not bytes of one scale by a constant matrix of bytes with a sign and without zero point
// CHECK-NOT: graph.requantize
// CHECK: return
func.func @matmul_of_floats(%xf: tensor<2x2xf32>) -> tensor<2x2xi8> {
  %s = graph.constant dense<0.5> : tensor<f32>
  %low = graph.constant dense<-128.0> : tensor<f32>
  %high = graph.constant dense<127.0> : tensor<f32>
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

// CHECK-LABEL: func.func @batches(
// REMARK: graph.matmul: operands that are not bytes of one scale by a constant matrix of bytes with a sign and without zero point
// CHECK-NOT: graph.requantize
// CHECK: return
func.func @batches(%x: tensor<1x2x2xi8>) -> tensor<1x2x2xi8> {
  %s = graph.constant dense<0.5> : tensor<f32>
  %low = graph.constant dense<-128.0> : tensor<f32>
  %high = graph.constant dense<127.0> : tensor<f32>
  %x1 = graph.cast %x to f32 : (tensor<1x2x2xi8>) -> tensor<1x2x2xf32>
  %xf = graph.mul %x1, %s : (tensor<1x2x2xf32>, tensor<f32>) -> tensor<1x2x2xf32>
  %w = graph.constant dense<[[[1, 2], [-3, 4]]]> : tensor<1x2x2xi8>
  %w1 = graph.cast %w to f32 : (tensor<1x2x2xi8>) -> tensor<1x2x2xf32>
  %wf = graph.mul %w1, %s : (tensor<1x2x2xf32>, tensor<f32>) -> tensor<1x2x2xf32>
  %y = graph.matmul %xf, %wf : (tensor<1x2x2xf32>, tensor<1x2x2xf32>) -> tensor<1x2x2xf32>
  %q0 = graph.div %y, %s : (tensor<1x2x2xf32>, tensor<f32>) -> tensor<1x2x2xf32>
  %q1 = graph.round %q0 : (tensor<1x2x2xf32>) -> tensor<1x2x2xf32>
  %q2 = graph.maximum %q1, %low : (tensor<1x2x2xf32>, tensor<f32>) -> tensor<1x2x2xf32>
  %q3 = graph.minimum %q2, %high : (tensor<1x2x2xf32>, tensor<f32>) -> tensor<1x2x2xf32>
  %q4 = graph.cast %q3 to i8 : (tensor<1x2x2xf32>) -> tensor<1x2x2xi8>
  return %q4 : tensor<1x2x2xi8>
}

// -----

// Sums of two shapes, and with floats on either side.
// CHECK-LABEL: func.func @rows(
// REMARK: graph.add: operands that are not bytes of one scale and of one shape
// CHECK-NOT: graph.requantize
// CHECK: return
func.func @rows(%x: tensor<2x2xi8>, %w: tensor<1x2xi8>) -> tensor<2x2xi8> {
  %s = graph.constant dense<0.5> : tensor<f32>
  %low = graph.constant dense<-128.0> : tensor<f32>
  %high = graph.constant dense<127.0> : tensor<f32>
  %x1 = graph.cast %x to f32 : (tensor<2x2xi8>) -> tensor<2x2xf32>
  %xf = graph.mul %x1, %s : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %w1 = graph.cast %w to f32 : (tensor<1x2xi8>) -> tensor<1x2xf32>
  %wf = graph.mul %w1, %s : (tensor<1x2xf32>, tensor<f32>) -> tensor<1x2xf32>
  %y = graph.add %xf, %wf : (tensor<2x2xf32>, tensor<1x2xf32>) -> tensor<2x2xf32>
  %q0 = graph.div %y, %s : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %q1 = graph.round %q0 : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %q2 = graph.maximum %q1, %low : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %q3 = graph.minimum %q2, %high : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %q4 = graph.cast %q3 to i8 : (tensor<2x2xf32>) -> tensor<2x2xi8>
  return %q4 : tensor<2x2xi8>
}

// -----

// CHECK-LABEL: func.func @left(
// REMARK: graph.add: operands that are not bytes of one scale and of one shape
// CHECK-NOT: graph.requantize
// CHECK: return
func.func @left(%xf: tensor<2x2xf32>, %w: tensor<2x2xi8>) -> tensor<2x2xi8> {
  %s = graph.constant dense<0.5> : tensor<f32>
  %low = graph.constant dense<-128.0> : tensor<f32>
  %high = graph.constant dense<127.0> : tensor<f32>
  %w1 = graph.cast %w to f32 : (tensor<2x2xi8>) -> tensor<2x2xf32>
  %wf = graph.mul %w1, %s : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %y = graph.add %xf, %wf : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %q0 = graph.div %y, %s : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %q1 = graph.round %q0 : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %q2 = graph.maximum %q1, %low : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %q3 = graph.minimum %q2, %high : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %q4 = graph.cast %q3 to i8 : (tensor<2x2xf32>) -> tensor<2x2xi8>
  return %q4 : tensor<2x2xi8>
}

// -----

// CHECK-LABEL: func.func @right(
// REMARK: graph.add: operands that are not bytes of one scale and of one shape
// CHECK-NOT: graph.requantize
// CHECK: return
func.func @right(%xf: tensor<2x2xf32>, %w: tensor<2x2xi8>) -> tensor<2x2xi8> {
  %s = graph.constant dense<0.5> : tensor<f32>
  %low = graph.constant dense<-128.0> : tensor<f32>
  %high = graph.constant dense<127.0> : tensor<f32>
  %w1 = graph.cast %w to f32 : (tensor<2x2xi8>) -> tensor<2x2xf32>
  %wf = graph.mul %w1, %s : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %y = graph.add %wf, %xf : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %q0 = graph.div %y, %s : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %q1 = graph.round %q0 : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %q2 = graph.maximum %q1, %low : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %q3 = graph.minimum %q2, %high : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %q4 = graph.cast %q3 to i8 : (tensor<2x2xf32>) -> tensor<2x2xi8>
  return %q4 : tensor<2x2xi8>
}

// -----

// CHECK-LABEL: func.func @pool_of_floats(
// REMARK: graph.max_pool: an operand that is not bytes of one scale
// CHECK-NOT: graph.requantize
// CHECK: return
func.func @pool_of_floats(%xf: tensor<1x2x4x4xf32>) -> tensor<1x2x2x2xi8> {
  %s = graph.constant dense<0.5> : tensor<f32>
  %low = graph.constant dense<-128.0> : tensor<f32>
  %high = graph.constant dense<127.0> : tensor<f32>
  %y = graph.max_pool %xf kernel [2, 2] strides [2, 2] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x2x4x4xf32>) -> tensor<1x2x2x2xf32>
  %q0 = graph.div %y, %s : (tensor<1x2x2x2xf32>, tensor<f32>) -> tensor<1x2x2x2xf32>
  %q1 = graph.round %q0 : (tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %q2 = graph.maximum %q1, %low : (tensor<1x2x2x2xf32>, tensor<f32>) -> tensor<1x2x2x2xf32>
  %q3 = graph.minimum %q2, %high : (tensor<1x2x2x2xf32>, tensor<f32>) -> tensor<1x2x2x2xf32>
  %q4 = graph.cast %q3 to i8 : (tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xi8>
  return %q4 : tensor<1x2x2x2xi8>
}
