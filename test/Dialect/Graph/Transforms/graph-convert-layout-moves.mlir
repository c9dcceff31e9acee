// RUN: dl-opt %s --graph-convert-layout=block=2 --canonicalize --split-input-file | FileCheck %s
// What moves whole blocks stays in them: concatenations, slices, pads and resamplings.

// One behind the other in memory are the blocks of channels.
// CHECK-LABEL: func.func @channels
// CHECK-COUNT-2: graph.conv
// CHECK: %[[Y:.*]] = graph.concat %{{.*}}, %{{.*}} axis 1 : (tensor<1x2x3x3x2xf32>, tensor<1x1x3x3x2xf32>) -> tensor<1x3x3x3x2xf32>
// CHECK: graph.conv %[[Y]], %{{.*}} layouts ["NCHW2c", "OIHW2i2o", "NCHW2c"]
func.func @channels(%x: tensor<1x3x3x3xf32>) -> tensor<1x2x3x3xf32> {
  %w1 = graph.constant dense<1.0> : tensor<4x3x1x1xf32>
  %w2 = graph.constant dense<2.0> : tensor<2x3x1x1xf32>
  %w3 = graph.constant dense<3.0> : tensor<2x6x1x1xf32>
  %0 = graph.conv %x, %w1 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x3x3x3xf32>, tensor<4x3x1x1xf32>) -> tensor<1x4x3x3xf32>
  %1 = graph.conv %x, %w2 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x3x3x3xf32>, tensor<2x3x1x1xf32>) -> tensor<1x2x3x3xf32>
  %2 = graph.concat %0, %1 axis 1 : (tensor<1x4x3x3xf32>, tensor<1x2x3x3xf32>) -> tensor<1x6x3x3xf32>
  %3 = graph.conv %2, %w3 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x6x3x3xf32>, tensor<2x6x1x1xf32>) -> tensor<1x2x3x3xf32>
  return %3 : tensor<1x2x3x3xf32>
}

// -----

// Along another axis any extent will do. Of what comes as it is, no more than half is transformed.
// CHECK-LABEL: func.func @rows
// CHECK-SAME: %[[X:.*]]: tensor<1x3x3x3xf32>, %[[Z:.*]]: tensor<1x2x3x3xf32>
// CHECK: %[[C:.*]] = graph.conv %[[X]]
// CHECK: %[[T:.*]] = graph.layout_transform %[[Z]] "NCHW" to "NCHW2c"
// CHECK: graph.concat %[[C]], %[[T]] axis 2 : (tensor<1x1x3x3x2xf32>, tensor<1x1x3x3x2xf32>) -> tensor<1x1x6x3x2xf32>
func.func @rows(%x: tensor<1x3x3x3xf32>, %z: tensor<1x2x3x3xf32>) -> tensor<1x2x6x3xf32> {
  %w = graph.constant dense<1.0> : tensor<2x3x1x1xf32>
  %0 = graph.conv %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x3x3x3xf32>, tensor<2x3x1x1xf32>) -> tensor<1x2x3x3xf32>
  %1 = graph.concat %0, %z axis 2 : (tensor<1x2x3x3xf32>, tensor<1x2x3x3xf32>) -> tensor<1x2x6x3xf32>
  return %1 : tensor<1x2x6x3xf32>
}

// -----

// More than half comes as it is.
// CHECK-LABEL: func.func @mostly_plain
// CHECK: graph.concat %{{.*}}, %{{.*}} axis 2 : (tensor<1x2x3x3xf32>, tensor<1x2x4x3xf32>)
func.func @mostly_plain(%x: tensor<1x3x3x3xf32>, %z: tensor<1x2x4x3xf32>) -> tensor<1x2x7x3xf32> {
  %w = graph.constant dense<1.0> : tensor<2x3x1x1xf32>
  %0 = graph.conv %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x3x3x3xf32>, tensor<2x3x1x1xf32>) -> tensor<1x2x3x3xf32>
  %1 = graph.concat %0, %z axis 2 : (tensor<1x2x3x3xf32>, tensor<1x2x4x3xf32>) -> tensor<1x2x7x3xf32>
  return %1 : tensor<1x2x7x3xf32>
}

// -----

// A block that would hold channels of two operands.
// CHECK-LABEL: func.func @torn_channels
// CHECK: graph.concat %{{.*}}, %{{.*}} axis 1 : (tensor<1x4x3x3xf32>, tensor<1x1x3x3xf32>)
func.func @torn_channels(%x: tensor<1x3x3x3xf32>, %z: tensor<1x1x3x3xf32>) -> tensor<1x5x3x3xf32> {
  %w = graph.constant dense<1.0> : tensor<4x3x1x1xf32>
  %0 = graph.conv %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x3x3x3xf32>, tensor<4x3x1x1xf32>) -> tensor<1x4x3x3xf32>
  %1 = graph.concat %0, %z axis 1 : (tensor<1x4x3x3xf32>, tensor<1x1x3x3xf32>) -> tensor<1x5x3x3xf32>
  return %1 : tensor<1x5x3x3xf32>
}

// -----

// CHECK-LABEL: func.func @open
// CHECK: graph.concat %{{.*}}, %{{.*}} axis 1 : (tensor<1x4x3x3xf32>, tensor<1x?x3x3xf32>)
func.func @open(%x: tensor<1x3x3x3xf32>, %z: tensor<1x?x3x3xf32>) -> tensor<1x?x3x3xf32> {
  %w = graph.constant dense<1.0> : tensor<4x3x1x1xf32>
  %0 = graph.conv %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x3x3x3xf32>, tensor<4x3x1x1xf32>) -> tensor<1x4x3x3xf32>
  %1 = graph.concat %0, %z axis 1 : (tensor<1x4x3x3xf32>, tensor<1x?x3x3xf32>) -> tensor<1x?x3x3xf32>
  return %1 : tensor<1x?x3x3xf32>
}

// -----

// CHECK-LABEL: func.func @slices
// CHECK: %[[Y:.*]] = graph.conv
// CHECK: graph.slice %[[Y]] starts [0, 1, 0, 2, 0] sizes [1, 2, 3, 1, 2] steps [1, 1, 1, -1, 1] : (tensor<1x4x3x3x2xf32>) -> tensor<1x2x3x1x2xf32>
func.func @slices(%x: tensor<1x3x3x3xf32>) -> tensor<1x4x3x1xf32> {
  %w = graph.constant dense<1.0> : tensor<8x3x1x1xf32>
  %0 = graph.conv %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x3x3x3xf32>, tensor<8x3x1x1xf32>) -> tensor<1x8x3x3xf32>
  %1 = graph.slice %0 starts [0, 2, 0, 2] sizes [1, 4, 3, 1] steps [1, 1, 1, -1] : (tensor<1x8x3x3xf32>) -> tensor<1x4x3x1xf32>
  return %1 : tensor<1x4x3x1xf32>
}

// -----

// Channels of parts of blocks.
// CHECK-LABEL: func.func @torn_slices
// CHECK-DAG: graph.slice %{{.*}} starts [0, 1, 0, 0] sizes [1, 4, 3, 3] steps [1, 1, 1, 1] : (tensor<1x8x3x3xf32>)
// CHECK-DAG: graph.slice %{{.*}} starts [0, 2, 0, 0] sizes [1, 3, 3, 3] steps [1, 1, 1, 1] : (tensor<1x8x3x3xf32>)
// CHECK-DAG: graph.slice %{{.*}} starts [0, 2, 0, 0] sizes [1, 2, 3, 3] steps [1, 2, 1, 1] : (tensor<1x8x3x3xf32>)
func.func @torn_slices(%x: tensor<1x3x3x3xf32>) -> (tensor<1x4x3x3xf32>, tensor<1x3x3x3xf32>, tensor<1x2x3x3xf32>) {
  %w = graph.constant dense<1.0> : tensor<8x3x1x1xf32>
  %0 = graph.conv %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x3x3x3xf32>, tensor<8x3x1x1xf32>) -> tensor<1x8x3x3xf32>
  %1 = graph.slice %0 starts [0, 1, 0, 0] sizes [1, 4, 3, 3] steps [1, 1, 1, 1] : (tensor<1x8x3x3xf32>) -> tensor<1x4x3x3xf32>
  %2 = graph.slice %0 starts [0, 2, 0, 0] sizes [1, 3, 3, 3] steps [1, 1, 1, 1] : (tensor<1x8x3x3xf32>) -> tensor<1x3x3x3xf32>
  %3 = graph.slice %0 starts [0, 2, 0, 0] sizes [1, 2, 3, 3] steps [1, 2, 1, 1] : (tensor<1x8x3x3xf32>) -> tensor<1x2x3x3xf32>
  return %1, %2, %3 : tensor<1x4x3x3xf32>, tensor<1x3x3x3xf32>, tensor<1x2x3x3xf32>
}

// -----

// Not of more channels than there are.
// CHECK-LABEL: func.func @pads
// CHECK: %[[Y:.*]] = graph.conv
// CHECK: graph.pad %[[Y]], %{{.*}} low [0, 0, 1, 0, 0] high [0, 0, 0, 2, 0] mode "reflect" : (tensor<1x2x3x3x2xf32>, tensor<f32>) -> tensor<1x2x4x5x2xf32>
// CHECK-DAG: graph.pad %{{.*}}, %{{.*}} low [0, 2, 0, 0] high [0, 0, 0, 0] mode "constant" : (tensor<1x4x3x3xf32>, tensor<f32>)
// CHECK-DAG: graph.pad %{{.*}}, %{{.*}} low [0, 0, 0, 0] high [0, 2, 0, 0] mode "constant" : (tensor<1x4x3x3xf32>, tensor<f32>)
func.func @pads(%x: tensor<1x3x3x3xf32>) -> (tensor<1x4x4x5xf32>, tensor<1x6x3x3xf32>, tensor<1x6x3x3xf32>) {
  %w = graph.constant dense<1.0> : tensor<4x3x1x1xf32>
  %v = graph.constant dense<0.0> : tensor<f32>
  %0 = graph.conv %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x3x3x3xf32>, tensor<4x3x1x1xf32>) -> tensor<1x4x3x3xf32>
  %1 = graph.pad %0, %v low [0, 0, 1, 0] high [0, 0, 0, 2] mode "reflect" : (tensor<1x4x3x3xf32>, tensor<f32>) -> tensor<1x4x4x5xf32>
  %2 = graph.pad %0, %v low [0, 2, 0, 0] high [0, 0, 0, 0] mode "constant" : (tensor<1x4x3x3xf32>, tensor<f32>) -> tensor<1x6x3x3xf32>
  %3 = graph.pad %0, %v low [0, 0, 0, 0] high [0, 2, 0, 0] mode "constant" : (tensor<1x4x3x3xf32>, tensor<f32>) -> tensor<1x6x3x3xf32>
  return %1, %2, %3 : tensor<1x4x4x5xf32>, tensor<1x6x3x3xf32>, tensor<1x6x3x3xf32>
}

// -----

// CHECK-LABEL: func.func @resamples
// CHECK: %[[Y:.*]] = graph.conv
// CHECK: graph.resample %[[Y]], %{{.*}} axis 3 : (tensor<1x2x3x3x2xf32>, tensor<2x1xi64>) -> tensor<1x2x3x2x2xf32>
// CHECK: graph.resample %{{.*}}, %{{.*}} axis 1 : (tensor<1x4x3x3xf32>, tensor<2x1xi64>) -> tensor<1x2x3x3xf32>
func.func @resamples(%x: tensor<1x3x3x3xf32>, %i: tensor<2x1xi64>) -> (tensor<1x4x3x2xf32>, tensor<1x2x3x3xf32>) {
  %w = graph.constant dense<1.0> : tensor<4x3x1x1xf32>
  %0 = graph.conv %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x3x3x3xf32>, tensor<4x3x1x1xf32>) -> tensor<1x4x3x3xf32>
  %1 = graph.resample %0, %i axis 3 : (tensor<1x4x3x3xf32>, tensor<2x1xi64>) -> tensor<1x4x3x2xf32>
  %2 = graph.resample %0, %i axis 1 : (tensor<1x4x3x3xf32>, tensor<2x1xi64>) -> tensor<1x2x3x3xf32>
  return %1, %2 : tensor<1x4x3x2xf32>, tensor<1x2x3x3xf32>
}

// -----

// CHECK-LABEL: func.func @repeats
// CHECK: %[[Y:.*]] = graph.conv
// CHECK: graph.repeat %[[Y]] times 2 axis 3 : (tensor<1x2x3x3x2xf32>) -> tensor<1x2x3x6x2xf32>
// CHECK: graph.repeat %{{.*}} times 2 axis 1 : (tensor<1x4x3x3xf32>) -> tensor<1x8x3x3xf32>
func.func @repeats(%x: tensor<1x3x3x3xf32>) -> (tensor<1x4x3x6xf32>, tensor<1x8x3x3xf32>) {
  %w = graph.constant dense<1.0> : tensor<4x3x1x1xf32>
  %0 = graph.conv %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x3x3x3xf32>, tensor<4x3x1x1xf32>) -> tensor<1x4x3x3xf32>
  %1 = graph.repeat %0 times 2 axis 3 : (tensor<1x4x3x3xf32>) -> tensor<1x4x3x6xf32>
  %2 = graph.repeat %0 times 2 axis 1 : (tensor<1x4x3x3xf32>) -> tensor<1x8x3x3xf32>
  return %1, %2 : tensor<1x4x3x6xf32>, tensor<1x8x3x3xf32>
}
