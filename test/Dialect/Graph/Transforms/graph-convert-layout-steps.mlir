// RUN: dl-opt %s --graph-convert-layout="block=2 step-bytes=8" --canonicalize | FileCheck %s

// Steps of products of matrices take four bf16: the first convolution makes blocks of as many, which
// the operator between follows. Channels that they do not divide are in smaller blocks, and floats are
// as they were.
// CHECK-LABEL: func.func @chain
// CHECK: %[[A:.*]] = graph.conv {{.*}} layouts ["NCHW", "OIHW4o", "NCHW4c"]
// CHECK: %[[R:.*]] = graph.relu %[[A]] : (tensor<1x2x4x4x4xf32>)
// CHECK: %[[B:.*]] = graph.cast %[[R]] to bf16
// CHECK: graph.conv %[[B]], {{.*}} layouts ["NCHW4c", "OIHW4i2o", "NCHW2c"] wide : (tensor<1x2x4x4x4xbf16>, {{.*}}) -> tensor<1x3x4x4x2xf32>
func.func @chain(%x: tensor<1x3x4x4xf32>) -> tensor<1x6x4x4xf32> {
  %w = graph.constant dense<1.0> : tensor<8x3x1x1xf32>
  %v = graph.constant dense<1.0> : tensor<6x8x1x1xbf16>
  %a = graph.conv %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x3x4x4xf32>, tensor<8x3x1x1xf32>) -> tensor<1x8x4x4xf32>
  %r = graph.relu %a : (tensor<1x8x4x4xf32>) -> tensor<1x8x4x4xf32>
  %b = graph.cast %r to bf16 : (tensor<1x8x4x4xf32>) -> tensor<1x8x4x4xbf16>
  %y = graph.conv %b, %v strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] wide : (tensor<1x8x4x4xbf16>, tensor<6x8x1x1xbf16>) -> tensor<1x6x4x4xf32>
  return %y : tensor<1x6x4x4xf32>
}

// CHECK-LABEL: func.func @smaller
// CHECK: graph.conv {{.*}} layouts ["NCHW2c", "OIHW2i2o", "NCHW2c"] wide
func.func @smaller(%x: tensor<1x6x4x4xbf16>) -> tensor<1x2x4x4xf32> {
  %w = graph.constant dense<1.0> : tensor<2x6x1x1xbf16>
  %y = graph.conv %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] wide : (tensor<1x6x4x4xbf16>, tensor<2x6x1x1xbf16>) -> tensor<1x2x4x4xf32>
  return %y : tensor<1x2x4x4xf32>
}

// One for each channel works on the blocks that it finds.
// CHECK-LABEL: func.func @depthwise
// CHECK: %[[A:.*]] = graph.conv {{.*}} layouts ["NCHW4c", "OIHW4i4o", "NCHW4c"] wide
// CHECK: graph.conv %[[A]], {{.*}} group 8 layouts ["NCHW4c", "OIHW4o", "NCHW4c"]
func.func @depthwise(%x: tensor<1x8x4x4xbf16>) -> tensor<1x8x4x4xf32> {
  %w = graph.constant dense<1.0> : tensor<8x8x1x1xbf16>
  %d = graph.constant dense<1.0> : tensor<8x1x3x3xf32>
  %v = graph.constant dense<1.0> : tensor<8x8x1x1xbf16>
  %a = graph.conv %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] wide : (tensor<1x8x4x4xbf16>, tensor<8x8x1x1xbf16>) -> tensor<1x8x4x4xf32>
  %b = graph.conv %a, %d strides [1, 1] pads [1, 1, 1, 1] dilations [1, 1] group 8 : (tensor<1x8x4x4xf32>, tensor<8x1x3x3xf32>) -> tensor<1x8x4x4xf32>
  %c = graph.cast %b to bf16 : (tensor<1x8x4x4xf32>) -> tensor<1x8x4x4xbf16>
  %y = graph.conv %c, %v strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] wide : (tensor<1x8x4x4xbf16>, tensor<8x8x1x1xbf16>) -> tensor<1x8x4x4xf32>
  return %y : tensor<1x8x4x4xf32>
}
