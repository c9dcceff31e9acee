// RUN: dl-opt %s --pass-pipeline="builtin.module(func.func(graph-pad-channels{block=8 masks=true}))" | FileCheck %s
// RUN: not dl-opt %s --pass-pipeline="builtin.module(func.func(graph-pad-channels{block=1}))" 2>&1 | FileCheck %s --check-prefix=BLOCK
// BLOCK: error: expected option 'block' to be from 2 to 1024, got 1{{$}}
// RUN: not dl-opt %s --pass-pipeline="builtin.module(func.func(graph-pad-channels{block=1025}))" 2>&1 | FileCheck %s --check-prefix=MOST
// MOST: error: expected option 'block' to be from 2 to 1024, got 1025
// RUN: dl-opt %s --pass-pipeline="builtin.module(func.func(graph-pad-channels{block=1024}))" -o /dev/null
// RUN: dl-opt %s --pass-pipeline="builtin.module(func.func(graph-pad-channels{block=2 masks=true}))" -o /dev/null

// Rows of 2 fill vectors of 8 badly. Weights and bias behind the channels are zeros.
// CHECK-LABEL: func.func @small
// CHECK-DAG: %[[W:.*]] = graph.constant dense<{{\[\[\[\[}}1.000000e+00, {{.*}}0.000000e+00]]]]> : tensor<8x2x1x3xf32>
// CHECK-DAG: %[[B:.*]] = graph.constant dense<[1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00, 5.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00]> : tensor<8xf32>
// CHECK: %[[Y:.*]] = graph.conv %arg0, %[[W]], %[[B]] strides [1, 1] pads [0, 1, 0, 1] dilations [1, 1] : (tensor<1x2x3x2xf32>, tensor<8x2x1x3xf32>, tensor<8xf32>) -> tensor<1x8x3x2xf32>
// CHECK: %[[S:.*]] = graph.slice %[[Y]] starts [0, 0, 0, 0] sizes [1, 5, 3, 2] steps [1, 1, 1, 1]
// CHECK: return %[[S]]
func.func @small(%x: tensor<1x2x3x2xf32>) -> tensor<1x5x3x2xf32> {
  %w = graph.constant dense<[[[[1.0, 2.0, 3.0]], [[4.0, 5.0, 6.0]]], [[[1.0, 2.0, 3.0]], [[4.0, 5.0, 6.0]]], [[[1.0, 2.0, 3.0]], [[4.0, 5.0, 6.0]]], [[[1.0, 2.0, 3.0]], [[4.0, 5.0, 6.0]]], [[[1.0, 2.0, 3.0]], [[4.0, 5.0, 6.0]]]]> : tensor<5x2x1x3xf32>
  %b = graph.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0]> : tensor<5xf32>
  %y = graph.conv %x, %w, %b strides [1, 1] pads [0, 1, 0, 1] dilations [1, 1] : (tensor<1x2x3x2xf32>, tensor<5x2x1x3xf32>, tensor<5xf32>) -> tensor<1x5x3x2xf32>
  return %y : tensor<1x5x3x2xf32>
}

// A transposed convolution has its output channels behind those of the input.
// CHECK-LABEL: func.func @transposed
// CHECK: %[[W:.*]] = graph.constant {{.*}} : tensor<64x8x2x2xf32>
// CHECK: graph.conv_transpose %arg0, %[[W]] {{.*}} -> tensor<1x8x6x6xf32>
// CHECK: graph.slice {{.*}} sizes [1, 6, 6, 6]
func.func @transposed(%x: tensor<1x64x3x3xf32>) -> tensor<1x6x6x6xf32> {
  %w = graph.constant dense<1.0> : tensor<64x6x2x2xf32>
  %y = graph.conv_transpose %x, %w strides [2, 2] pads [0, 0, 0, 0] dilations [1, 1] output_padding [0, 0] : (tensor<1x64x3x3xf32>, tensor<64x6x2x2xf32>) -> tensor<1x6x6x6xf32>
  return %y : tensor<1x6x6x6xf32>
}

// Each of two groups of 5 channels gets 3 of its own.
// CHECK-LABEL: func.func @groups
// CHECK-DAG: %[[W:.*]] = graph.constant {{.*}} : tensor<16x4x3x3xf32>
// CHECK-DAG: %[[B:.*]] = graph.constant dense<[0.000000e+00, 1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00, 5.000000e+00, 6.000000e+00, 7.000000e+00, 8.000000e+00, 9.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00]> : tensor<16xf32>
// CHECK: %[[Y:.*]] = graph.conv %arg0, %[[W]], %[[B]] {{.*}} group 2 : {{.*}} -> tensor<1x16x5x3xf32>
// CHECK: %[[R:.*]] = graph.reshape %[[Y]] : (tensor<1x16x5x3xf32>) -> tensor<1x2x8x5x3xf32>
// CHECK: %[[S:.*]] = graph.slice %[[R]] starts [0, 0, 0, 0, 0] sizes [1, 2, 5, 5, 3] steps [1, 1, 1, 1, 1]
// CHECK: graph.reshape %[[S]] : (tensor<1x2x5x5x3xf32>) -> tensor<1x10x5x3xf32>
func.func @groups(%x: tensor<1x8x5x3xf32>) -> tensor<1x10x5x3xf32> {
  %w = graph.constant dense<1.0> : tensor<10x4x3x3xf32>
  %b = graph.constant dense<[0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0]> : tensor<10xf32>
  %y = graph.conv %x, %w, %b strides [1, 1] pads [1, 1, 1, 1] dilations [1, 1] group 2 : (tensor<1x8x5x3xf32>, tensor<10x4x3x3xf32>, tensor<10xf32>) -> tensor<1x10x5x3xf32>
  return %y : tensor<1x10x5x3xf32>
}

// Blocks of a depthwise convolution hold several groups as they are.
// CHECK-LABEL: func.func @depthwise
// CHECK-NOT: graph.slice
// CHECK: return
func.func @depthwise(%x: tensor<1x64x2x2xf32>) -> tensor<1x64x1x1xf32> {
  %w = graph.constant dense<1.0> : tensor<64x1x3x3xf32>
  %y = graph.conv %x, %w strides [2, 2] pads [1, 1, 1, 1] dilations [1, 1] group 64 : (tensor<1x64x2x2xf32>, tensor<64x1x3x3xf32>) -> tensor<1x64x1x1xf32>
  return %y : tensor<1x64x1x1xf32>
}

// Wide rows, few channels, whole blocks, groups of few, weights that are no constants and sizes that
// are not known stay.
// CHECK-LABEL: func.func @stay
// CHECK-NOT: graph.slice
func.func @stay(%x: tensor<1x8x8x8xf32>, %s: tensor<1x8x3x3xf32>, %d: tensor<?x8x3x3xf32>, %v: tensor<7x8x1x1xf32>) -> (tensor<1x7x8x8xf32>, tensor<1x1x3x3xf32>, tensor<1x16x3x3xf32>, tensor<1x6x3x3xf32>, tensor<1x7x3x3xf32>, tensor<?x7x3x3xf32>) {
  %w7 = graph.constant dense<1.0> : tensor<7x8x1x1xf32>
  %w1 = graph.constant dense<1.0> : tensor<1x8x1x1xf32>
  %w16 = graph.constant dense<1.0> : tensor<16x8x1x1xf32>
  %wg = graph.constant dense<1.0> : tensor<6x4x1x1xf32>
  %0 = graph.conv %x, %w7 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x8x8x8xf32>, tensor<7x8x1x1xf32>) -> tensor<1x7x8x8xf32>
  %1 = graph.conv %s, %w1 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x8x3x3xf32>, tensor<1x8x1x1xf32>) -> tensor<1x1x3x3xf32>
  %2 = graph.conv %s, %w16 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x8x3x3xf32>, tensor<16x8x1x1xf32>) -> tensor<1x16x3x3xf32>
  %3 = graph.conv %s, %wg strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] group 2 : (tensor<1x8x3x3xf32>, tensor<6x4x1x1xf32>) -> tensor<1x6x3x3xf32>
  %4 = graph.conv %s, %v strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x8x3x3xf32>, tensor<7x8x1x1xf32>) -> tensor<1x7x3x3xf32>
  %5 = graph.conv %d, %w7 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<?x8x3x3xf32>, tensor<7x8x1x1xf32>) -> tensor<?x7x3x3xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<1x7x8x8xf32>, tensor<1x1x3x3xf32>, tensor<1x16x3x3xf32>, tensor<1x6x3x3xf32>, tensor<1x7x3x3xf32>, tensor<?x7x3x3xf32>
}

// So does what has a bias that is no constant.
// CHECK-LABEL: func.func @bias
// CHECK-NOT: graph.slice
// CHECK: return
func.func @bias(%x: tensor<1x2x3x2xf32>, %b: tensor<5xf32>) -> tensor<1x5x3x2xf32> {
  %w = graph.constant dense<1.0> : tensor<5x2x1x3xf32>
  %y = graph.conv %x, %w, %b strides [1, 1] pads [0, 1, 0, 1] dilations [1, 1] : (tensor<1x2x3x2xf32>, tensor<5x2x1x3xf32>, tensor<5xf32>) -> tensor<1x5x3x2xf32>
  return %y : tensor<1x5x3x2xf32>
}

// Of transposed convolutions, groups, sizes that are not known, whole blocks and weights of a run stay.
// CHECK-LABEL: func.func @stay_transposed
// CHECK-NOT: graph.slice
// CHECK: return
func.func @stay_transposed(%x: tensor<1x64x3x3xf32>, %d: tensor<?x64x3x3xf32>, %v: tensor<64x6x2x2xf32>) -> (tensor<1x6x6x6xf32>, tensor<?x6x6x6xf32>, tensor<1x8x6x6xf32>, tensor<1x6x6x6xf32>) {
  %w3 = graph.constant dense<1.0> : tensor<64x3x2x2xf32>
  %w6 = graph.constant dense<1.0> : tensor<64x6x2x2xf32>
  %w8 = graph.constant dense<1.0> : tensor<64x8x2x2xf32>
  %0 = graph.conv_transpose %x, %w3 strides [2, 2] pads [0, 0, 0, 0] dilations [1, 1] output_padding [0, 0] group 2 : (tensor<1x64x3x3xf32>, tensor<64x3x2x2xf32>) -> tensor<1x6x6x6xf32>
  %1 = graph.conv_transpose %d, %w6 strides [2, 2] pads [0, 0, 0, 0] dilations [1, 1] output_padding [0, 0] : (tensor<?x64x3x3xf32>, tensor<64x6x2x2xf32>) -> tensor<?x6x6x6xf32>
  %2 = graph.conv_transpose %x, %w8 strides [2, 2] pads [0, 0, 0, 0] dilations [1, 1] output_padding [0, 0] : (tensor<1x64x3x3xf32>, tensor<64x8x2x2xf32>) -> tensor<1x8x6x6xf32>
  %3 = graph.conv_transpose %x, %v strides [2, 2] pads [0, 0, 0, 0] dilations [1, 1] output_padding [0, 0] : (tensor<1x64x3x3xf32>, tensor<64x6x2x2xf32>) -> tensor<1x6x6x6xf32>
  return %0, %1, %2, %3 : tensor<1x6x6x6xf32>, tensor<?x6x6x6xf32>, tensor<1x8x6x6xf32>, tensor<1x6x6x6xf32>
}
