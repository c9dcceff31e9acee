// RUN: dl-opt %s --graph-narrow-products | FileCheck %s --implicit-check-not=wide
// RUN: dl-opt %s --pass-pipeline="builtin.module(func.func(graph-narrow-products{step-bytes=64}))" | FileCheck %s --check-prefix=STEPS
// RUN: dl-opt %s --pass-pipeline="builtin.module(func.func(graph-narrow-products{channel-block=0}))" | FileCheck %s --check-prefix=NONE
// NONE-NOT: graph.conv {{.*}} wide

// Operands of which one thing keeps the products or the order of bytes from being that of the numbers.

// Convolutions: scales for input channels, and for columns of the window.
// CHECK-LABEL: func.func @scales_of_inputs(
func.func @scales_of_inputs(%x: tensor<1x16x4x4xui8>) -> tensor<1x16x4x4xf32> {
  %w = graph.constant dense<3> : tensor<16x16x1x1xi8>
  %s = graph.constant dense<0.5> : tensor<f32>
  %t = graph.constant dense<0.25> : tensor<1x16x1x1xf32>
  %0 = graph.cast %x to f32 : (tensor<1x16x4x4xui8>) -> tensor<1x16x4x4xf32>
  %1 = graph.mul %0, %s : (tensor<1x16x4x4xf32>, tensor<f32>) -> tensor<1x16x4x4xf32>
  %2 = graph.cast %w to f32 : (tensor<16x16x1x1xi8>) -> tensor<16x16x1x1xf32>
  %3 = graph.mul %2, %t : (tensor<16x16x1x1xf32>, tensor<1x16x1x1xf32>) -> tensor<16x16x1x1xf32>
  %4 = graph.conv %1, %3 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x16x4x4xf32>, tensor<16x16x1x1xf32>) -> tensor<1x16x4x4xf32>
  return %4 : tensor<1x16x4x4xf32>
}

// CHECK-LABEL: func.func @scales_of_columns(
func.func @scales_of_columns(%x: tensor<1x16x4x16xui8>) -> tensor<1x16x4x1xf32> {
  %w = graph.constant dense<3> : tensor<16x16x1x16xi8>
  %s = graph.constant dense<0.5> : tensor<f32>
  %t = graph.constant dense<0.25> : tensor<16xf32>
  %0 = graph.cast %x to f32 : (tensor<1x16x4x16xui8>) -> tensor<1x16x4x16xf32>
  %1 = graph.mul %0, %s : (tensor<1x16x4x16xf32>, tensor<f32>) -> tensor<1x16x4x16xf32>
  %2 = graph.cast %w to f32 : (tensor<16x16x1x16xi8>) -> tensor<16x16x1x16xf32>
  %3 = graph.mul %2, %t : (tensor<16x16x1x16xf32>, tensor<16xf32>) -> tensor<16x16x1x16xf32>
  %4 = graph.conv %1, %3 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x16x4x16xf32>, tensor<16x16x1x16xf32>) -> tensor<1x16x4x1xf32>
  return %4 : tensor<1x16x4x1xf32>
}

// Scales and zero points of the input's channels.
// CHECK-LABEL: func.func @input_scales(
func.func @input_scales(%x: tensor<1x16x4x4xui8>) -> tensor<1x16x4x4xf32> {
  %w = graph.constant dense<3> : tensor<16x16x1x1xi8>
  %s = graph.constant dense<0.5> : tensor<16x1x1xf32>
  %t = graph.constant dense<0.25> : tensor<f32>
  %0 = graph.cast %x to f32 : (tensor<1x16x4x4xui8>) -> tensor<1x16x4x4xf32>
  %1 = graph.mul %0, %s : (tensor<1x16x4x4xf32>, tensor<16x1x1xf32>) -> tensor<1x16x4x4xf32>
  %2 = graph.cast %w to f32 : (tensor<16x16x1x1xi8>) -> tensor<16x16x1x1xf32>
  %3 = graph.mul %2, %t : (tensor<16x16x1x1xf32>, tensor<f32>) -> tensor<16x16x1x1xf32>
  %4 = graph.conv %1, %3 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x16x4x4xf32>, tensor<16x16x1x1xf32>) -> tensor<1x16x4x4xf32>
  return %4 : tensor<1x16x4x4xf32>
}

// CHECK-LABEL: func.func @input_zero_points(
func.func @input_zero_points(%x: tensor<1x16x4x4xui8>) -> tensor<1x16x4x4xf32> {
  %w = graph.constant dense<3> : tensor<16x16x1x1xi8>
  %s = graph.constant dense<0.5> : tensor<f32>
  %t = graph.constant dense<0.25> : tensor<f32>
  %z = graph.constant dense<7> : tensor<16x1x1xi32>
  %0 = graph.cast %x to i32 : (tensor<1x16x4x4xui8>) -> tensor<1x16x4x4xi32>
  %1 = graph.sub %0, %z : (tensor<1x16x4x4xi32>, tensor<16x1x1xi32>) -> tensor<1x16x4x4xi32>
  %2 = graph.cast %1 to f32 : (tensor<1x16x4x4xi32>) -> tensor<1x16x4x4xf32>
  %3 = graph.mul %2, %s : (tensor<1x16x4x4xf32>, tensor<f32>) -> tensor<1x16x4x4xf32>
  %4 = graph.cast %w to f32 : (tensor<16x16x1x1xi8>) -> tensor<16x16x1x1xf32>
  %5 = graph.mul %4, %t : (tensor<16x16x1x1xf32>, tensor<f32>) -> tensor<16x16x1x1xf32>
  %6 = graph.conv %3, %5 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x16x4x4xf32>, tensor<16x16x1x1xf32>) -> tensor<1x16x4x4xf32>
  return %6 : tensor<1x16x4x4xf32>
}

// CHECK-LABEL: func.func @input_zero_points_that_differ(
func.func @input_zero_points_that_differ(%x: tensor<1x16x4x2xui8>) -> tensor<1x16x4x2xf32> {
  %w = graph.constant dense<3> : tensor<16x16x1x1xi8>
  %s = graph.constant dense<0.5> : tensor<f32>
  %t = graph.constant dense<0.25> : tensor<f32>
  %z = graph.constant dense<[7, 8]> : tensor<2xi32>
  %0 = graph.cast %x to i32 : (tensor<1x16x4x2xui8>) -> tensor<1x16x4x2xi32>
  %1 = graph.sub %0, %z : (tensor<1x16x4x2xi32>, tensor<2xi32>) -> tensor<1x16x4x2xi32>
  %2 = graph.cast %1 to f32 : (tensor<1x16x4x2xi32>) -> tensor<1x16x4x2xf32>
  %3 = graph.mul %2, %s : (tensor<1x16x4x2xf32>, tensor<f32>) -> tensor<1x16x4x2xf32>
  %4 = graph.cast %w to f32 : (tensor<16x16x1x1xi8>) -> tensor<16x16x1x1xf32>
  %5 = graph.mul %4, %t : (tensor<16x16x1x1xf32>, tensor<f32>) -> tensor<16x16x1x1xf32>
  %6 = graph.conv %3, %5 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x16x4x2xf32>, tensor<16x16x1x1xf32>) -> tensor<1x16x4x2xf32>
  return %6 : tensor<1x16x4x2xf32>
}

// Weights that only a run knows.
// CHECK-LABEL: func.func @weights(
func.func @weights(%x: tensor<1x16x4x4xui8>, %w: tensor<16x16x1x1xi8>) -> tensor<1x16x4x4xf32> {
  %s = graph.constant dense<0.5> : tensor<f32>
  %t = graph.constant dense<0.25> : tensor<f32>
  %0 = graph.cast %x to f32 : (tensor<1x16x4x4xui8>) -> tensor<1x16x4x4xf32>
  %1 = graph.mul %0, %s : (tensor<1x16x4x4xf32>, tensor<f32>) -> tensor<1x16x4x4xf32>
  %2 = graph.cast %w to f32 : (tensor<16x16x1x1xi8>) -> tensor<16x16x1x1xf32>
  %3 = graph.mul %2, %t : (tensor<16x16x1x1xf32>, tensor<f32>) -> tensor<16x16x1x1xf32>
  %4 = graph.conv %1, %3 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x16x4x4xf32>, tensor<16x16x1x1xf32>) -> tensor<1x16x4x4xf32>
  return %4 : tensor<1x16x4x4xf32>
}

// Output channels that fill no block.
// CHECK-LABEL: func.func @outputs(
func.func @outputs(%x: tensor<1x16x4x4xui8>) -> tensor<1x24x4x4xf32> {
  %w = graph.constant dense<3> : tensor<24x16x1x1xi8>
  %s = graph.constant dense<0.5> : tensor<f32>
  %t = graph.constant dense<0.25> : tensor<f32>
  %0 = graph.cast %x to f32 : (tensor<1x16x4x4xui8>) -> tensor<1x16x4x4xf32>
  %1 = graph.mul %0, %s : (tensor<1x16x4x4xf32>, tensor<f32>) -> tensor<1x16x4x4xf32>
  %2 = graph.cast %w to f32 : (tensor<24x16x1x1xi8>) -> tensor<24x16x1x1xf32>
  %3 = graph.mul %2, %t : (tensor<24x16x1x1xf32>, tensor<f32>) -> tensor<24x16x1x1xf32>
  %4 = graph.conv %1, %3 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x16x4x4xf32>, tensor<24x16x1x1xf32>) -> tensor<1x24x4x4xf32>
  return %4 : tensor<1x24x4x4xf32>
}

// One term more than sums of 32 bits hold, in whole blocks, and as many as they hold.
// CHECK-LABEL: func.func @terms(
func.func @terms(%x: tensor<1x32784x1x1xui8>) -> tensor<1x16x1x1xf32> {
  %w = graph.constant dense<3> : tensor<16x32784x1x1xi8>
  %s = graph.constant dense<0.5> : tensor<f32>
  %t = graph.constant dense<0.25> : tensor<f32>
  %0 = graph.cast %x to f32 : (tensor<1x32784x1x1xui8>) -> tensor<1x32784x1x1xf32>
  %1 = graph.mul %0, %s : (tensor<1x32784x1x1xf32>, tensor<f32>) -> tensor<1x32784x1x1xf32>
  %2 = graph.cast %w to f32 : (tensor<16x32784x1x1xi8>) -> tensor<16x32784x1x1xf32>
  %3 = graph.mul %2, %t : (tensor<16x32784x1x1xf32>, tensor<f32>) -> tensor<16x32784x1x1xf32>
  %4 = graph.conv %1, %3 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x32784x1x1xf32>, tensor<16x32784x1x1xf32>) -> tensor<1x16x1x1xf32>
  return %4 : tensor<1x16x1x1xf32>
}

// CHECK-LABEL: func.func @most_terms(
// CHECK: graph.conv {{.*}} wide pad_value 0 :
func.func @most_terms(%x: tensor<1x32768x1x1xui8>) -> tensor<1x16x1x1xf32> {
  %w = graph.constant dense<3> : tensor<16x32768x1x1xi8>
  %s = graph.constant dense<0.5> : tensor<f32>
  %t = graph.constant dense<0.25> : tensor<f32>
  %0 = graph.cast %x to f32 : (tensor<1x32768x1x1xui8>) -> tensor<1x32768x1x1xf32>
  %1 = graph.mul %0, %s : (tensor<1x32768x1x1xf32>, tensor<f32>) -> tensor<1x32768x1x1xf32>
  %2 = graph.cast %w to f32 : (tensor<16x32768x1x1xi8>) -> tensor<16x32768x1x1xf32>
  %3 = graph.mul %2, %t : (tensor<16x32768x1x1xf32>, tensor<f32>) -> tensor<16x32768x1x1xf32>
  %4 = graph.conv %1, %3 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x32768x1x1xf32>, tensor<16x32768x1x1xf32>) -> tensor<1x16x1x1xf32>
  return %4 : tensor<1x16x1x1xf32>
}

// Input channels that fill no block, where a step of products of tiles gains more than it takes, and as much.
// CHECK-LABEL: func.func @window(
// STEPS-LABEL: func.func @window(
// STEPS: graph.conv {{.*}} wide pad_value 0 :
func.func @window(%x: tensor<1x8x4x4xui8>) -> tensor<1x16x2x2xf32> {
  %w = graph.constant dense<3> : tensor<16x8x3x3xi8>
  %s = graph.constant dense<0.5> : tensor<f32>
  %t = graph.constant dense<0.25> : tensor<f32>
  %0 = graph.cast %x to f32 : (tensor<1x8x4x4xui8>) -> tensor<1x8x4x4xf32>
  %1 = graph.mul %0, %s : (tensor<1x8x4x4xf32>, tensor<f32>) -> tensor<1x8x4x4xf32>
  %2 = graph.cast %w to f32 : (tensor<16x8x3x3xi8>) -> tensor<16x8x3x3xf32>
  %3 = graph.mul %2, %t : (tensor<16x8x3x3xf32>, tensor<f32>) -> tensor<16x8x3x3xf32>
  %4 = graph.conv %1, %3 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x8x4x4xf32>, tensor<16x8x3x3xf32>) -> tensor<1x16x2x2xf32>
  return %4 : tensor<1x16x2x2xf32>
}

// CHECK-LABEL: func.func @places(
// STEPS-LABEL: func.func @places(
// STEPS-NOT: wide
// STEPS: return
func.func @places(%x: tensor<1x5x4x4xui8>) -> tensor<1x16x4x4xf32> {
  %w = graph.constant dense<3> : tensor<16x5x1x1xi8>
  %s = graph.constant dense<0.5> : tensor<f32>
  %t = graph.constant dense<0.25> : tensor<f32>
  %0 = graph.cast %x to f32 : (tensor<1x5x4x4xui8>) -> tensor<1x5x4x4xf32>
  %1 = graph.mul %0, %s : (tensor<1x5x4x4xf32>, tensor<f32>) -> tensor<1x5x4x4xf32>
  %2 = graph.cast %w to f32 : (tensor<16x5x1x1xi8>) -> tensor<16x5x1x1xf32>
  %3 = graph.mul %2, %t : (tensor<16x5x1x1xf32>, tensor<f32>) -> tensor<16x5x1x1xf32>
  %4 = graph.conv %1, %3 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x5x4x4xf32>, tensor<16x5x1x1xf32>) -> tensor<1x16x4x4xf32>
  return %4 : tensor<1x16x4x4xf32>
}

// Products: a row, a stack of matrices, zero points of rows of either operand, numbers of 64 bits.
// CHECK-LABEL: func.func @row(
func.func @row(%a: tensor<4xui8>) -> tensor<2xf32> {
  %w = graph.constant dense<3> : tensor<4x2xi8>
  %s = graph.constant dense<0.5> : tensor<f32>
  %t = graph.constant dense<0.25> : tensor<f32>
  %0 = graph.cast %a to f32 : (tensor<4xui8>) -> tensor<4xf32>
  %1 = graph.mul %0, %s : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %2 = graph.cast %w to f32 : (tensor<4x2xi8>) -> tensor<4x2xf32>
  %3 = graph.mul %2, %t : (tensor<4x2xf32>, tensor<f32>) -> tensor<4x2xf32>
  %4 = graph.matmul %1, %3 : (tensor<4xf32>, tensor<4x2xf32>) -> tensor<2xf32>
  return %4 : tensor<2xf32>
}

// CHECK-LABEL: func.func @matrices(
func.func @matrices(%a: tensor<8x4xui8>) -> tensor<3x8x2xf32> {
  %w = graph.constant dense<3> : tensor<3x4x2xi8>
  %s = graph.constant dense<0.5> : tensor<f32>
  %t = graph.constant dense<0.25> : tensor<f32>
  %0 = graph.cast %a to f32 : (tensor<8x4xui8>) -> tensor<8x4xf32>
  %1 = graph.mul %0, %s : (tensor<8x4xf32>, tensor<f32>) -> tensor<8x4xf32>
  %2 = graph.cast %w to f32 : (tensor<3x4x2xi8>) -> tensor<3x4x2xf32>
  %3 = graph.mul %2, %t : (tensor<3x4x2xf32>, tensor<f32>) -> tensor<3x4x2xf32>
  %4 = graph.matmul %1, %3 : (tensor<8x4xf32>, tensor<3x4x2xf32>) -> tensor<3x8x2xf32>
  return %4 : tensor<3x8x2xf32>
}

// CHECK-LABEL: func.func @zero_points_of_rows(
func.func @zero_points_of_rows(%a: tensor<8x4xui8>) -> tensor<8x2xf32> {
  %w = graph.constant dense<3> : tensor<4x2xi8>
  %s = graph.constant dense<0.5> : tensor<f32>
  %t = graph.constant dense<0.25> : tensor<f32>
  %z = graph.constant dense<7> : tensor<8x1xi32>
  %0 = graph.cast %a to i32 : (tensor<8x4xui8>) -> tensor<8x4xi32>
  %1 = graph.sub %0, %z : (tensor<8x4xi32>, tensor<8x1xi32>) -> tensor<8x4xi32>
  %2 = graph.cast %1 to f32 : (tensor<8x4xi32>) -> tensor<8x4xf32>
  %3 = graph.mul %2, %s : (tensor<8x4xf32>, tensor<f32>) -> tensor<8x4xf32>
  %4 = graph.cast %w to f32 : (tensor<4x2xi8>) -> tensor<4x2xf32>
  %5 = graph.mul %4, %t : (tensor<4x2xf32>, tensor<f32>) -> tensor<4x2xf32>
  %6 = graph.matmul %3, %5 : (tensor<8x4xf32>, tensor<4x2xf32>) -> tensor<8x2xf32>
  return %6 : tensor<8x2xf32>
}

// CHECK-LABEL: func.func @zero_points_of_terms(
func.func @zero_points_of_terms(%a: tensor<8x4xui8>) -> tensor<8x2xf32> {
  %w = graph.constant dense<3> : tensor<4x2xi8>
  %s = graph.constant dense<0.5> : tensor<f32>
  %t = graph.constant dense<0.25> : tensor<f32>
  %q = graph.constant dense<7> : tensor<4x1xi32>
  %0 = graph.cast %a to f32 : (tensor<8x4xui8>) -> tensor<8x4xf32>
  %1 = graph.mul %0, %s : (tensor<8x4xf32>, tensor<f32>) -> tensor<8x4xf32>
  %2 = graph.cast %w to i32 : (tensor<4x2xi8>) -> tensor<4x2xi32>
  %3 = graph.sub %2, %q : (tensor<4x2xi32>, tensor<4x1xi32>) -> tensor<4x2xi32>
  %4 = graph.cast %3 to f32 : (tensor<4x2xi32>) -> tensor<4x2xf32>
  %5 = graph.mul %4, %t : (tensor<4x2xf32>, tensor<f32>) -> tensor<4x2xf32>
  %6 = graph.matmul %1, %5 : (tensor<8x4xf32>, tensor<4x2xf32>) -> tensor<8x2xf32>
  return %6 : tensor<8x2xf32>
}

// CHECK-LABEL: func.func @doubles(
func.func @doubles(%a: tensor<8x4xui8>) -> tensor<8x2xf64> {
  %w = graph.constant dense<3> : tensor<4x2xi8>
  %s = graph.constant dense<0.5> : tensor<f64>
  %t = graph.constant dense<0.25> : tensor<f64>
  %0 = graph.cast %a to f64 : (tensor<8x4xui8>) -> tensor<8x4xf64>
  %1 = graph.mul %0, %s : (tensor<8x4xf64>, tensor<f64>) -> tensor<8x4xf64>
  %2 = graph.cast %w to f64 : (tensor<4x2xi8>) -> tensor<4x2xf64>
  %3 = graph.mul %2, %t : (tensor<4x2xf64>, tensor<f64>) -> tensor<4x2xf64>
  %4 = graph.matmul %1, %3 : (tensor<8x4xf64>, tensor<4x2xf64>) -> tensor<8x2xf64>
  return %4 : tensor<8x2xf64>
}

// A scale whose dims make the rows a stack.
// CHECK-LABEL: func.func @stacked(
func.func @stacked(%a: tensor<8x4xui8>) -> tensor<1x8x2xf32> {
  %w = graph.constant dense<3> : tensor<4x2xi8>
  %s = graph.constant dense<0.5> : tensor<1x1x1xf32>
  %t = graph.constant dense<0.25> : tensor<f32>
  %0 = graph.cast %a to f32 : (tensor<8x4xui8>) -> tensor<8x4xf32>
  %1 = graph.mul %0, %s : (tensor<8x4xf32>, tensor<1x1x1xf32>) -> tensor<1x8x4xf32>
  %2 = graph.cast %w to f32 : (tensor<4x2xi8>) -> tensor<4x2xf32>
  %3 = graph.mul %2, %t : (tensor<4x2xf32>, tensor<f32>) -> tensor<4x2xf32>
  %4 = graph.matmul %1, %3 : (tensor<1x8x4xf32>, tensor<4x2xf32>) -> tensor<1x8x2xf32>
  return %4 : tensor<1x8x2xf32>
}

// As many terms as sums hold, a scale and a zero point for each column.
// CHECK-LABEL: func.func @columns(
// CHECK: graph.matmul {{.*}} wide :
func.func @columns(%a: tensor<8x32768xui8>) -> tensor<8x2xf32> {
  %w = graph.constant dense<3> : tensor<32768x2xi8>
  %s = graph.constant dense<0.5> : tensor<f32>
  %t = graph.constant dense<[0.25, 0.5]> : tensor<2xf32>
  %q = graph.constant dense<[7, 8]> : tensor<2xi32>
  %0 = graph.cast %a to f32 : (tensor<8x32768xui8>) -> tensor<8x32768xf32>
  %1 = graph.mul %0, %s : (tensor<8x32768xf32>, tensor<f32>) -> tensor<8x32768xf32>
  %2 = graph.cast %w to i32 : (tensor<32768x2xi8>) -> tensor<32768x2xi32>
  %3 = graph.sub %2, %q : (tensor<32768x2xi32>, tensor<2xi32>) -> tensor<32768x2xi32>
  %4 = graph.cast %3 to f32 : (tensor<32768x2xi32>) -> tensor<32768x2xf32>
  %5 = graph.mul %4, %t : (tensor<32768x2xf32>, tensor<2xf32>) -> tensor<32768x2xf32>
  %6 = graph.matmul %1, %5 : (tensor<8x32768xf32>, tensor<32768x2xf32>) -> tensor<8x2xf32>
  return %6 : tensor<8x2xf32>
}

// Maxima: scales that make all numbers one or none, that differ in channels, or that only a run knows.
// CHECK-LABEL: func.func @zero(
// CHECK: graph.max_pool {{.*}} -> tensor<1x2x2x2xf32>
func.func @zero(%x: tensor<1x2x4x4xui8>) -> tensor<1x2x2x2xf32> {
  %s = graph.constant dense<0.0> : tensor<f32>
  %0 = graph.cast %x to f32 : (tensor<1x2x4x4xui8>) -> tensor<1x2x4x4xf32>
  %1 = graph.mul %0, %s : (tensor<1x2x4x4xf32>, tensor<f32>) -> tensor<1x2x4x4xf32>
  %2 = graph.max_pool %1 kernel [2, 2] strides [2, 2] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x2x4x4xf32>) -> tensor<1x2x2x2xf32>
  return %2 : tensor<1x2x2x2xf32>
}

// CHECK-LABEL: func.func @infinite(
// CHECK: graph.max_pool {{.*}} -> tensor<1x2x2x2xf32>
func.func @infinite(%x: tensor<1x2x4x4xui8>) -> tensor<1x2x2x2xf32> {
  %s = graph.constant dense<0x7F800000> : tensor<f32>
  %0 = graph.cast %x to f32 : (tensor<1x2x4x4xui8>) -> tensor<1x2x4x4xf32>
  %1 = graph.mul %0, %s : (tensor<1x2x4x4xf32>, tensor<f32>) -> tensor<1x2x4x4xf32>
  %2 = graph.max_pool %1 kernel [2, 2] strides [2, 2] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x2x4x4xf32>) -> tensor<1x2x2x2xf32>
  return %2 : tensor<1x2x2x2xf32>
}

// CHECK-LABEL: func.func @channels(
// CHECK: graph.max_pool {{.*}} -> tensor<1x2x2x2xf32>
func.func @channels(%x: tensor<1x2x4x4xui8>) -> tensor<1x2x2x2xf32> {
  %s = graph.constant dense<0.5> : tensor<2x1x1xf32>
  %0 = graph.cast %x to f32 : (tensor<1x2x4x4xui8>) -> tensor<1x2x4x4xf32>
  %1 = graph.mul %0, %s : (tensor<1x2x4x4xf32>, tensor<2x1x1xf32>) -> tensor<1x2x4x4xf32>
  %2 = graph.max_pool %1 kernel [2, 2] strides [2, 2] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x2x4x4xf32>) -> tensor<1x2x2x2xf32>
  return %2 : tensor<1x2x2x2xf32>
}

// CHECK-LABEL: func.func @of_a_run(
// CHECK: graph.max_pool {{.*}} -> tensor<1x2x2x2xf32>
func.func @of_a_run(%x: tensor<1x2x4x4xui8>, %s: tensor<f32>) -> tensor<1x2x2x2xf32> {
  %0 = graph.cast %x to f32 : (tensor<1x2x4x4xui8>) -> tensor<1x2x4x4xf32>
  %1 = graph.mul %0, %s : (tensor<1x2x4x4xf32>, tensor<f32>) -> tensor<1x2x4x4xf32>
  %2 = graph.max_pool %1 kernel [2, 2] strides [2, 2] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x2x4x4xf32>) -> tensor<1x2x2x2xf32>
  return %2 : tensor<1x2x2x2xf32>
}

// Zero points that differ in channels, and a batch of any size.
// CHECK-LABEL: func.func @zero_points(
// CHECK: graph.max_pool {{.*}} -> tensor<1x2x2x2xf32>
func.func @zero_points(%x: tensor<1x2x4x4xui8>) -> tensor<1x2x2x2xf32> {
  %s = graph.constant dense<0.5> : tensor<f32>
  %z = graph.constant dense<3> : tensor<2x1x1xi32>
  %0 = graph.cast %x to i32 : (tensor<1x2x4x4xui8>) -> tensor<1x2x4x4xi32>
  %1 = graph.sub %0, %z : (tensor<1x2x4x4xi32>, tensor<2x1x1xi32>) -> tensor<1x2x4x4xi32>
  %2 = graph.cast %1 to f32 : (tensor<1x2x4x4xi32>) -> tensor<1x2x4x4xf32>
  %3 = graph.mul %2, %s : (tensor<1x2x4x4xf32>, tensor<f32>) -> tensor<1x2x4x4xf32>
  %4 = graph.max_pool %3 kernel [2, 2] strides [2, 2] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x2x4x4xf32>) -> tensor<1x2x2x2xf32>
  return %4 : tensor<1x2x2x2xf32>
}

// CHECK-LABEL: func.func @open(
// CHECK: graph.max_pool {{.*}} -> tensor<?x2x2x2xf32>
func.func @open(%x: tensor<?x2x4x4xui8>) -> tensor<?x2x2x2xf32> {
  %s = graph.constant dense<0.5> : tensor<f32>
  %0 = graph.cast %x to f32 : (tensor<?x2x4x4xui8>) -> tensor<?x2x4x4xf32>
  %1 = graph.mul %0, %s : (tensor<?x2x4x4xf32>, tensor<f32>) -> tensor<?x2x4x4xf32>
  %2 = graph.max_pool %1 kernel [2, 2] strides [2, 2] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<?x2x4x4xf32>) -> tensor<?x2x2x2xf32>
  return %2 : tensor<?x2x2x2xf32>
}

// Bytes with a sign and without zero point are compared as they are.
// CHECK-LABEL: func.func @signed(
// CHECK: %[[P:.*]] = graph.max_pool %arg0 {{.*}} -> tensor<1x2x2x2xi8>
// CHECK-NEXT: %[[F:.*]] = graph.cast %[[P]] to f32
// CHECK-NEXT: %[[Y:.*]] = graph.mul %[[F]], %{{.*}} : (tensor<1x2x2x2xf32>, tensor<f32>)
// CHECK: return %[[Y]]
func.func @signed(%x: tensor<1x2x4x4xi8>) -> tensor<1x2x2x2xf32> {
  %s = graph.constant dense<0.5> : tensor<f32>
  %0 = graph.cast %x to f32 : (tensor<1x2x4x4xi8>) -> tensor<1x2x4x4xf32>
  %1 = graph.mul %0, %s : (tensor<1x2x4x4xf32>, tensor<f32>) -> tensor<1x2x4x4xf32>
  %2 = graph.max_pool %1 kernel [2, 2] strides [2, 2] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x2x4x4xf32>) -> tensor<1x2x2x2xf32>
  return %2 : tensor<1x2x2x2xf32>
}
