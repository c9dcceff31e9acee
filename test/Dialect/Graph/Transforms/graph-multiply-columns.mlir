// RUN: dl-opt %s --pass-pipeline="builtin.module(func.func(graph-multiply-columns))" | FileCheck %s
// RUN: dl-opt %s --pass-pipeline="builtin.module(func.func(graph-multiply-columns{lanes=3}))" | FileCheck %s --check-prefix=THREE
// RUN: dl-opt %s --dl-graph-pipeline=weigh-moves=true | FileCheck %s --check-prefix=PIPELINE

// The rows of the product are an output's window one behind the other, its columns the places of the input. Outputs that
// fill vectors of three lanes stay.
// CHECK-LABEL: func.func @few
// CHECK-SAME: %[[X:.*]]: tensor<1x256x4x4xf32>
// CHECK: %[[W:.*]] = graph.constant
// CHECK: %[[T:.*]] = graph.transpose %[[W]] permutation [1, 2, 3, 0] : (tensor<256x3x5x5xf32>) -> tensor<3x5x5x256xf32>
// CHECK: %[[M:.*]] = graph.reshape %[[T]] : (tensor<3x5x5x256xf32>) -> tensor<1x75x256xf32>
// CHECK: %[[P:.*]] = graph.reshape %[[X]] : (tensor<1x256x4x4xf32>) -> tensor<1x256x16xf32>
// CHECK: %[[C:.*]] = graph.matmul %[[M]], %[[P]]
// CHECK: %[[R:.*]] = graph.reshape %[[C]] : (tensor<1x75x16xf32>) -> tensor<1x3x5x5x4x4xf32>
// CHECK: %[[Y:.*]] = graph.col2im %[[R]] image [9, 10] strides [2, 2] pads [1, 1, 1, 1] dilations [1, 1]
// CHECK: return %[[Y]]
// THREE-LABEL: func.func @few
// THREE: graph.conv_transpose
// The weights are turned when the model is compiled.
// PIPELINE-LABEL: func.func @few
// PIPELINE-NOT: graph.transpose
// PIPELINE: graph.matmul
// PIPELINE: graph.col2im
func.func @few(%x: tensor<1x256x4x4xf32>) -> tensor<1x3x9x10xf32> {
  %w = graph.constant dense<1.0> : tensor<256x3x5x5xf32>
  %y = graph.conv_transpose %x, %w strides [2, 2] pads [1, 1, 1, 1] dilations [1, 1] output_padding [0, 1] : (tensor<1x256x4x4xf32>, tensor<256x3x5x5xf32>) -> tensor<1x3x9x10xf32>
  return %y : tensor<1x3x9x10xf32>
}

// A bias, several images, one dim.
// CHECK-LABEL: func.func @bias
// CHECK-SAME: %arg0: tensor<2x512x7xf32>, %[[B:.*]]: tensor<8xf32>
// CHECK: %[[C:.*]] = graph.col2im {{.*}} : (tensor<2x8x9x7xf32>) -> tensor<2x8x21xf32>
// CHECK: %[[R:.*]] = graph.reshape %[[B]] : (tensor<8xf32>) -> tensor<8x1xf32>
// CHECK: %[[Y:.*]] = graph.add %[[C]], %[[R]]
// CHECK: return %[[Y]]
func.func @bias(%x: tensor<2x512x7xf32>, %b: tensor<8xf32>) -> tensor<2x8x21xf32> {
  %w = graph.constant dense<1.0> : tensor<512x8x9xf32>
  %y = graph.conv_transpose %x, %w, %b strides [2] pads [0, 0] dilations [1] output_padding [0] : (tensor<2x512x7xf32>, tensor<512x8x9xf32>, tensor<8xf32>) -> tensor<2x8x21xf32>
  return %y : tensor<2x8x21xf32>
}

// Few input channels are not worth the columns; groups, weights and sizes that only a run knows, other types, rows behind
// the last window, and images without elements stay.
// CHECK-LABEL: func.func @left
// CHECK-COUNT-7: graph.conv_transpose
// CHECK: return
func.func @left(%few: tensor<1x16x28x28xf32>, %x: tensor<1x256x4x4xf32>, %none: tensor<0x256x4x4xf32>, %open: tensor<?x256x4x4xf32>, %d: tensor<1x256x4x4xf64>, %v: tensor<256x3x5x5xf32>)
    -> (tensor<1x3x57x57xf32>, tensor<1x6x9x9xf32>, tensor<?x3x9x9xf32>, tensor<1x3x9x9xf64>, tensor<1x3x9x9xf32>, tensor<1x3x11x11xf32>, tensor<0x3x9x9xf32>) {
  %0 = graph.constant dense<1.0> : tensor<16x3x5x5xf32>
  %1 = graph.constant dense<1.0> : tensor<256x3x5x5xf32>
  %2 = graph.constant dense<1.0> : tensor<256x3x5x5xf64>
  %a = graph.conv_transpose %few, %0 strides [2, 2] pads [1, 1, 1, 1] dilations [1, 1] output_padding [0, 0] : (tensor<1x16x28x28xf32>, tensor<16x3x5x5xf32>) -> tensor<1x3x57x57xf32>
  %b = graph.conv_transpose %x, %1 strides [2, 2] pads [1, 1, 1, 1] dilations [1, 1] output_padding [0, 0] group 2 : (tensor<1x256x4x4xf32>, tensor<256x3x5x5xf32>) -> tensor<1x6x9x9xf32>
  %c = graph.conv_transpose %open, %1 strides [2, 2] pads [1, 1, 1, 1] dilations [1, 1] output_padding [0, 0] : (tensor<?x256x4x4xf32>, tensor<256x3x5x5xf32>) -> tensor<?x3x9x9xf32>
  %e = graph.conv_transpose %d, %2 strides [2, 2] pads [1, 1, 1, 1] dilations [1, 1] output_padding [0, 0] : (tensor<1x256x4x4xf64>, tensor<256x3x5x5xf64>) -> tensor<1x3x9x9xf64>
  %f = graph.conv_transpose %x, %v strides [2, 2] pads [1, 1, 1, 1] dilations [1, 1] output_padding [0, 0] : (tensor<1x256x4x4xf32>, tensor<256x3x5x5xf32>) -> tensor<1x3x9x9xf32>
  %g = graph.conv_transpose %x, %1 strides [2, 2] pads [1, 1, 1, 1] dilations [1, 1] output_padding [2, 2] : (tensor<1x256x4x4xf32>, tensor<256x3x5x5xf32>) -> tensor<1x3x11x11xf32>
  %h = graph.conv_transpose %none, %1 strides [2, 2] pads [1, 1, 1, 1] dilations [1, 1] output_padding [0, 0] : (tensor<0x256x4x4xf32>, tensor<256x3x5x5xf32>) -> tensor<0x3x9x9xf32>
  return %a, %b, %c, %e, %f, %g, %h : tensor<1x3x57x57xf32>, tensor<1x6x9x9xf32>, tensor<?x3x9x9xf32>, tensor<1x3x9x9xf64>, tensor<1x3x9x9xf32>, tensor<1x3x11x11xf32>, tensor<0x3x9x9xf32>
}

// One place of the input is the whole image; as many outputs as half of a vector ask for places together.
// CHECK-LABEL: func.func @places
// CHECK: graph.col2im {{.*}} image [4, 4] strides [1, 1] {{.*}} -> tensor<1x3x4x4xf32>
// CHECK: graph.col2im {{.*}} image [11, 2] strides [1, 3] {{.*}} -> tensor<1x8x11x2xf32>
func.func @places(%x: tensor<1x256x1x1xf32>, %y: tensor<1x16x8x2xf32>) -> (tensor<1x3x4x4xf32>, tensor<1x8x11x2xf32>) {
  %w = graph.constant dense<1.0> : tensor<256x3x4x4xf32>
  %v = graph.constant dense<1.0> : tensor<16x8x4x3xf32>
  %0 = graph.conv_transpose %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] output_padding [0, 0] : (tensor<1x256x1x1xf32>, tensor<256x3x4x4xf32>) -> tensor<1x3x4x4xf32>
  %1 = graph.conv_transpose %y, %v strides [1, 3] pads [0, 2, 0, 2] dilations [1, 1] output_padding [0, 0] : (tensor<1x16x8x2xf32>, tensor<16x8x4x3xf32>) -> tensor<1x8x11x2xf32>
  return %0, %1 : tensor<1x3x4x4xf32>, tensor<1x8x11x2xf32>
}

// Columns take less time than blocks of channels that are mostly empty, but more than vectors along rows.
// CHECK-LABEL: func.func @rows
// CHECK: graph.conv_transpose
func.func @rows(%x: tensor<1x32x5x2xf32>) -> tensor<1x1x4x3xf32> {
  %w = graph.constant dense<1.0> : tensor<32x1x3x4xf32>
  %y = graph.conv_transpose %x, %w strides [1, 2] pads [2, 2, 1, 1] dilations [1, 1] output_padding [0, 0] : (tensor<1x32x5x2xf32>, tensor<32x1x3x4xf32>) -> tensor<1x1x4x3xf32>
  return %y : tensor<1x1x4x3xf32>
}
