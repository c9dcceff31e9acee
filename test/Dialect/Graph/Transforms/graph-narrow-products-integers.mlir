// RUN: dl-opt %s --graph-narrow-products | FileCheck %s
// RUN: dl-opt %s --pass-pipeline="builtin.module(func.func(graph-narrow-products{bytes=false}))" | FileCheck %s --check-prefix=FLOATS --implicit-check-not=wide

// Convolutions of integers of 32 bits that are bytes less a zero point, as ConvInteger and QLinearConv are.

// The input's zero point is the padding, and what it adds is taken from the sums; a bias is added to them.
// CHECK-LABEL: func.func @bytes(
// CHECK-SAME:    %[[X:.*]]: tensor<1x128x4x4xui8>, %[[BIAS:.*]]: tensor<16xi32>)
// CHECK:         %[[W:.*]] = graph.constant dense<3> : tensor<16x128x3x3xi8>
// CHECK:         %[[ZERO:.*]] = graph.constant dense<128> : tensor<i32>
// CHECK:         %[[SUMS:.*]] = graph.conv %[[X]], %[[W]] strides [1, 1] pads [1, 1, 1, 1] dilations [1, 1] wide pad_value 128 : (tensor<1x128x4x4xui8>, tensor<16x128x3x3xi8>) -> tensor<1x16x4x4xi32>
// CHECK:         %[[WIDE:.*]] = graph.cast %[[W]] to i32
// CHECK:         %[[WEIGHTS:.*]] = graph.reduce_sum %[[WIDE]] axes [1, 2, 3]
// CHECK:         %[[ADDED:.*]] = graph.mul %[[WEIGHTS]], %[[ZERO]]
// CHECK:         %[[CHANNELS:.*]] = graph.reshape %[[ADDED]] : (tensor<16xi32>) -> tensor<16x1x1xi32>
// CHECK:         %[[CENTRED:.*]] = graph.sub %[[SUMS]], %[[CHANNELS]]
// CHECK:         %[[OUTPUTS:.*]] = graph.reshape %[[BIAS]] : (tensor<16xi32>) -> tensor<16x1x1xi32>
// CHECK:         %[[Y:.*]] = graph.add %[[CENTRED]], %[[OUTPUTS]]
// CHECK:         return %[[Y]]
// More terms than floats hold sums of.
// FLOATS-LABEL: func.func @bytes(
// FLOATS:         graph.conv {{.*}} : (tensor<1x128x4x4xi32>, tensor<16x128x3x3xi32>, tensor<16xi32>) -> tensor<1x16x4x4xi32>
func.func @bytes(%x: tensor<1x128x4x4xui8>, %bias: tensor<16xi32>) -> tensor<1x16x4x4xi32> {
  %w = graph.constant dense<3> : tensor<16x128x3x3xi8>
  %z = graph.constant dense<128> : tensor<i32>
  %0 = graph.cast %x to i32 : (tensor<1x128x4x4xui8>) -> tensor<1x128x4x4xi32>
  %1 = graph.sub %0, %z : (tensor<1x128x4x4xi32>, tensor<i32>) -> tensor<1x128x4x4xi32>
  %2 = graph.cast %w to i32 : (tensor<16x128x3x3xi8>) -> tensor<16x128x3x3xi32>
  %3 = graph.conv %1, %2, %bias strides [1, 1] pads [1, 1, 1, 1] dilations [1, 1] : (tensor<1x128x4x4xi32>, tensor<16x128x3x3xi32>, tensor<16xi32>) -> tensor<1x16x4x4xi32>
  return %3 : tensor<1x16x4x4xi32>
}

// No blocks of channels: floats hold 27 products of at most 255 * 128.
// CHECK-LABEL: func.func @few_channels(
// CHECK-SAME:    %[[X:.*]]: tensor<1x3x4x4xui8>, %[[BIAS:.*]]: tensor<8xi32>)
// CHECK:         %[[XF:.*]] = graph.cast %{{.*}} to f32 : (tensor<1x3x4x4xi32>) -> tensor<1x3x4x4xf32>
// CHECK:         %[[WF:.*]] = graph.cast %{{.*}} to f32 : (tensor<8x3x3x3xi32>) -> tensor<8x3x3x3xf32>
// CHECK:         %[[SUMS:.*]] = graph.conv %[[XF]], %[[WF]] strides [2, 2] pads [1, 1, 1, 1] dilations [1, 1] : (tensor<1x3x4x4xf32>, tensor<8x3x3x3xf32>) -> tensor<1x8x2x2xf32>
// CHECK:         %[[WHOLE:.*]] = graph.cast %[[SUMS]] to i32
// CHECK:         %[[OUTPUTS:.*]] = graph.reshape %[[BIAS]] : (tensor<8xi32>) -> tensor<8x1x1xi32>
// CHECK:         graph.add %[[WHOLE]], %[[OUTPUTS]]
// FLOATS-LABEL: func.func @few_channels(
// FLOATS:         graph.conv {{.*}} -> tensor<1x8x2x2xf32>
func.func @few_channels(%x: tensor<1x3x4x4xui8>, %bias: tensor<8xi32>) -> tensor<1x8x2x2xi32> {
  %w = graph.constant dense<3> : tensor<8x3x3x3xi8>
  %0 = graph.cast %x to i32 : (tensor<1x3x4x4xui8>) -> tensor<1x3x4x4xi32>
  %1 = graph.cast %w to i32 : (tensor<8x3x3x3xi8>) -> tensor<8x3x3x3xi32>
  %2 = graph.conv %0, %1, %bias strides [2, 2] pads [1, 1, 1, 1] dilations [1, 1] : (tensor<1x3x4x4xi32>, tensor<8x3x3x3xi32>, tensor<8xi32>) -> tensor<1x8x2x2xi32>
  return %2 : tensor<1x8x2x2xi32>
}

// 514 products of 255 * 128 are less than 2^24, 515 are not; 1024 of 128 * 128 are just that.
// CHECK-LABEL: func.func @most_terms(
// CHECK:         graph.conv {{.*}} -> tensor<1x1x1x1xf32>
// CHECK:         graph.conv {{.*}} -> tensor<1x1x1x1xi32>
// CHECK:         graph.conv {{.*}} -> tensor<1x1x1x1xf32>
// CHECK:         graph.conv {{.*}} -> tensor<1x1x1x1xi32>
func.func @most_terms(%a: tensor<1x514x1x1xui8>, %v: tensor<1x514x1x1xi8>, %b: tensor<1x515x1x1xui8>,
                      %w: tensor<1x515x1x1xi8>, %c: tensor<1x1024x1x1xi8>, %u: tensor<1x1024x1x1xi8>,
                      %z: tensor<i32>)
    -> (tensor<1x1x1x1xi32>, tensor<1x1x1x1xi32>, tensor<1x1x1x1xi32>, tensor<1x1x1x1xi32>) {
  %a0 = graph.cast %a to i32 : (tensor<1x514x1x1xui8>) -> tensor<1x514x1x1xi32>
  %v0 = graph.cast %v to i32 : (tensor<1x514x1x1xi8>) -> tensor<1x514x1x1xi32>
  %b0 = graph.cast %b to i32 : (tensor<1x515x1x1xui8>) -> tensor<1x515x1x1xi32>
  %w0 = graph.cast %w to i32 : (tensor<1x515x1x1xi8>) -> tensor<1x515x1x1xi32>
  %c0 = graph.cast %c to i32 : (tensor<1x1024x1x1xi8>) -> tensor<1x1024x1x1xi32>
  %u0 = graph.cast %u to i32 : (tensor<1x1024x1x1xi8>) -> tensor<1x1024x1x1xi32>
  // Of a zero point that is not known, up to 255.
  %u1 = graph.sub %u0, %z : (tensor<1x1024x1x1xi32>, tensor<i32>) -> tensor<1x1024x1x1xi32>
  %0 = graph.conv %a0, %v0 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x514x1x1xi32>, tensor<1x514x1x1xi32>) -> tensor<1x1x1x1xi32>
  %1 = graph.conv %b0, %w0 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x515x1x1xi32>, tensor<1x515x1x1xi32>) -> tensor<1x1x1x1xi32>
  %2 = graph.conv %c0, %u0 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x1024x1x1xi32>, tensor<1x1024x1x1xi32>) -> tensor<1x1x1x1xi32>
  %3 = graph.conv %c0, %u1 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x1024x1x1xi32>, tensor<1x1024x1x1xi32>) -> tensor<1x1x1x1xi32>
  return %0, %1, %2, %3 : tensor<1x1x1x1xi32>, tensor<1x1x1x1xi32>, tensor<1x1x1x1xi32>, tensor<1x1x1x1xi32>
}

// Integers that are no bytes, and bytes that are broadcast.
// CHECK-LABEL: func.func @others(
// CHECK:         graph.conv {{.*}} -> tensor<1x1x2x2xi32>
// CHECK:         graph.conv {{.*}} -> tensor<1x1x2x2xi32>
func.func @others(%x: tensor<1x2x2x2xi32>, %h: tensor<1x2x2x2xi16>, %w: tensor<1x2x1x1xi8>)
    -> (tensor<1x1x2x2xi32>, tensor<1x1x2x2xi32>) {
  %w0 = graph.cast %w to i32 : (tensor<1x2x1x1xi8>) -> tensor<1x2x1x1xi32>
  %h0 = graph.cast %h to i32 : (tensor<1x2x2x2xi16>) -> tensor<1x2x2x2xi32>
  %0 = graph.conv %x, %w0 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x2x2x2xi32>, tensor<1x2x1x1xi32>) -> tensor<1x1x2x2xi32>
  %1 = graph.conv %h0, %w0 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x2x2x2xi32>, tensor<1x2x1x1xi32>) -> tensor<1x1x2x2xi32>
  return %0, %1 : tensor<1x1x2x2xi32>, tensor<1x1x2x2xi32>
}
