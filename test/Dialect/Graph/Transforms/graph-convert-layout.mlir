// RUN: dl-opt %s --graph-convert-layout=block=2 --canonicalize --split-input-file | FileCheck %s
// RUN: not dl-opt %s --graph-convert-layout=block=1 --split-input-file 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: not dl-opt %s --graph-convert-layout=block=1025 --split-input-file 2>&1 | FileCheck %s --check-prefix=LARGE
// RUN: dl-opt %s --graph-convert-layout=block=1024 --split-input-file -o /dev/null

// LARGE: error: expected option 'block' to be from 2 to 1024, got 1025
// ERROR: error: expected option 'block' to be from 2 to 1024, got 1

// Weights are reordered, the bias has a row for each block, the input and the result
// are transformed.
// CHECK-LABEL: func.func @conv
// CHECK-SAME: %[[X:.*]]: tensor<1x2x1x2xf32>
// CHECK-DAG: %[[W:.*]] = graph.constant dense<{{\[\[\[\[\[\[}}1.000000e+00, 3.000000e+00], [2.000000e+00, 4.000000e+00]]]]], {{\[\[\[\[\[}}5.000000e+00, 7.000000e+00], [6.000000e+00, 8.000000e+00]]]]]]> : tensor<2x1x1x1x2x2xf32>
// CHECK-DAG: %[[B:.*]] = graph.constant dense<{{\[\[}}1.000000e+00, 2.000000e+00], [3.000000e+00, 4.000000e+00]]> : tensor<2x2xf32>
// CHECK-DAG: %[[IN:.*]] = graph.layout_transform %[[X]] "NCHW" to "NCHW2c" : (tensor<1x2x1x2xf32>) -> tensor<1x1x1x2x2xf32>
// CHECK: %[[Y:.*]] = graph.conv %[[IN]], %[[W]], %[[B]] strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] layouts ["NCHW2c", "OIHW2i2o", "NCHW2c"] : {{.*}} -> tensor<1x2x1x2x2xf32>
// CHECK: %[[OUT:.*]] = graph.layout_transform %[[Y]] "NCHW2c" to "NCHW"
// CHECK: return %[[OUT]]
func.func @conv(%x: tensor<1x2x1x2xf32>) -> tensor<1x4x1x2xf32> {
  %w = graph.constant dense<[[[[1.0]], [[2.0]]], [[[3.0]], [[4.0]]], [[[5.0]], [[6.0]]], [[[7.0]], [[8.0]]]]> : tensor<4x2x1x1xf32>
  %b = graph.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %0 = graph.conv %x, %w, %b strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x2x1x2xf32>, tensor<4x2x1x1xf32>, tensor<4xf32>) -> tensor<1x4x1x2xf32>
  return %0 : tensor<1x4x1x2xf32>
}

// -----

// From the first convolution, whose input has odd channels, to the mean nothing is
// transformed; behind it only the shape changes.
// CHECK-LABEL: func.func @network
// CHECK-SAME: %[[X:.*]]: tensor<1x3x8x8xf32>
// CHECK-NOT: graph.layout_transform
// CHECK-DAG: %[[SCALE:.*]] = graph.constant {{.*}} : tensor<1x2x1x1x2xf32>
// CHECK-DAG: %[[HALF:.*]] = graph.constant dense<5.000000e-01> : tensor<f32>
// CHECK: %[[C1:.*]] = graph.conv %[[X]], %{{.*}} layouts ["NCHW", "OIHW2o", "NCHW2c"]
// CHECK: %[[R:.*]] = graph.relu %[[C1]] : (tensor<1x2x8x8x2xf32>)
// CHECK: %[[P:.*]] = graph.max_pool %[[R]] {{.*}} layout "NCHW2c"
// CHECK: %[[C2:.*]] = graph.conv %[[P]], %{{.*}} layouts ["NCHW2c", "OIHW2i2o", "NCHW2c"]
// CHECK: %[[S:.*]] = graph.add %[[C2]], %[[P]] : (tensor<1x2x4x4x2xf32>, tensor<1x2x4x4x2xf32>)
// CHECK: %[[M:.*]] = graph.mul %[[S]], %[[SCALE]]
// CHECK: %[[H:.*]] = graph.mul %[[M]], %[[HALF]]
// CHECK: %[[MEAN:.*]] = graph.reduce_mean %[[H]] axes [2, 3] keepdims
// CHECK: %[[F:.*]] = graph.reshape %[[MEAN]] : (tensor<1x2x1x1x2xf32>) -> tensor<1x4xf32>
// CHECK: return %[[F]]
func.func @network(%x: tensor<1x3x8x8xf32>) -> tensor<1x4xf32> {
  %w1 = graph.constant dense<1.0> : tensor<4x3x3x3xf32>
  %w2 = graph.constant dense<2.0> : tensor<4x4x1x1xf32>
  %scale = graph.constant dense<[[[1.0]], [[2.0]], [[3.0]], [[4.0]]]> : tensor<4x1x1xf32>
  %half = graph.constant dense<0.5> : tensor<f32>
  %0 = graph.conv %x, %w1 strides [1, 1] pads [1, 1, 1, 1] dilations [1, 1] : (tensor<1x3x8x8xf32>, tensor<4x3x3x3xf32>) -> tensor<1x4x8x8xf32>
  %1 = graph.relu %0 : (tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  %2 = graph.max_pool %1 kernel [2, 2] strides [2, 2] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x4x8x8xf32>) -> tensor<1x4x4x4xf32>
  %3 = graph.conv %2, %w2 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x4x4x4xf32>, tensor<4x4x1x1xf32>) -> tensor<1x4x4x4xf32>
  %4 = graph.add %3, %2 : (tensor<1x4x4x4xf32>, tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  %5 = graph.mul %4, %scale : (tensor<1x4x4x4xf32>, tensor<4x1x1xf32>) -> tensor<1x4x4x4xf32>
  %6 = graph.mul %5, %half : (tensor<1x4x4x4xf32>, tensor<f32>) -> tensor<1x4x4x4xf32>
  %7 = graph.reduce_mean %6 axes [2, 3] keepdims : (tensor<1x4x4x4xf32>) -> tensor<1x4x1x1xf32>
  %8 = graph.reshape %7 : (tensor<1x4x1x1xf32>) -> tensor<1x4xf32>
  return %8 : tensor<1x4xf32>
}

// -----

// Readers that know no layouts get the usual one; a tensor of another origin is
// brought to the layout once.
// CHECK-LABEL: func.func @borders
// CHECK-SAME: %[[X:.*]]: tensor<1x2x2x2xf32>, %[[Y:.*]]: tensor<1x2x2x2xf32>
// CHECK: %[[IN:.*]] = graph.layout_transform %[[X]] "NCHW" to "NCHW2c"
// CHECK: %[[C:.*]] = graph.conv %[[IN]]
// CHECK: %[[BACK:.*]] = graph.layout_transform %[[C]] "NCHW2c" to "NCHW"
// CHECK: %[[OTHER:.*]] = graph.layout_transform %[[Y]] "NCHW" to "NCHW2c"
// CHECK: graph.add %[[C]], %[[OTHER]]
// CHECK-NOT: graph.layout_transform %[[Y]]
// CHECK: graph.sub %[[C]], %[[OTHER]]
// CHECK: graph.softmax %[[BACK]]
func.func @borders(%x: tensor<1x2x2x2xf32>, %y: tensor<1x2x2x2xf32>)
    -> (tensor<1x2x2x2xf32>, tensor<1x2x2x2xf32>, tensor<1x2x2x2xf32>) {
  %w = graph.constant dense<1.0> : tensor<2x2x1x1xf32>
  %0 = graph.conv %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x2x2x2xf32>, tensor<2x2x1x1xf32>) -> tensor<1x2x2x2xf32>
  %1 = graph.add %0, %y : (tensor<1x2x2x2xf32>, tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %2 = graph.sub %0, %y : (tensor<1x2x2x2xf32>, tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %3 = graph.softmax %0 axis 1 : (tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  return %1, %2, %3 : tensor<1x2x2x2xf32>, tensor<1x2x2x2xf32>, tensor<1x2x2x2xf32>
}

// -----

// A transposed convolution and a pool behind it; odd output channels stay.
// CHECK-LABEL: func.func @transposed
// CHECK: %[[T:.*]] = graph.conv_transpose %{{.*}} layouts ["NCHW2c", "IHWO2o2i", "NCHW2c"] : (tensor<1x1x3x3x2xf32>, tensor<2x2x2x1x2x2xf32>, tensor<2x2xf32>) -> tensor<1x2x6x6x2xf32>
// CHECK: graph.sum_pool %[[T]] {{.*}} layout "NCHW2c"
// CHECK: graph.conv_transpose %{{.*}} output_padding [0, 0] : (tensor<1x4x3x3xf32>
// CHECK: graph.conv_transpose %{{.*}} layouts ["NCHW", "IHWO2i", "NCHW2c"]
func.func @transposed(%x: tensor<1x2x3x3xf32>) -> (tensor<1x3x3x3xf32>, tensor<1x2x3x3xf32>) {
  %w = graph.constant dense<1.0> : tensor<2x4x2x2xf32>
  %b = graph.constant dense<1.0> : tensor<4xf32>
  %0 = graph.conv_transpose %x, %w, %b strides [2, 2] pads [0, 0, 0, 0] dilations [1, 1] output_padding [0, 0] : (tensor<1x2x3x3xf32>, tensor<2x4x2x2xf32>, tensor<4xf32>) -> tensor<1x4x6x6xf32>
  %1 = graph.sum_pool %0 kernel [2, 2] strides [2, 2] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x4x6x6xf32>) -> tensor<1x4x3x3xf32>
  %odd = graph.constant dense<1.0> : tensor<4x3x1x1xf32>
  %2 = graph.conv_transpose %1, %odd strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] output_padding [0, 0] : (tensor<1x4x3x3xf32>, tensor<4x3x1x1xf32>) -> tensor<1x3x3x3xf32>
  %back = graph.constant dense<1.0> : tensor<3x2x1x1xf32>
  %3 = graph.conv_transpose %2, %back strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] output_padding [0, 0] : (tensor<1x3x3x3xf32>, tensor<3x2x1x1xf32>) -> tensor<1x2x3x3xf32>
  return %2, %3 : tensor<1x3x3x3xf32>, tensor<1x2x3x3xf32>
}

// -----

// What stays: weights that are not constant and used less than 256 times, odd output channels, groups smaller
// than a block, a mean over channels, elementwise operators without a blocked input.
// CHECK-LABEL: func.func @stays
// CHECK-NOT: layout
// CHECK: return
func.func @stays(%x: tensor<1x6x2x2xf32>, %w: tensor<2x6x1x1xf32>)
    -> (tensor<1x2x2x2xf32>, tensor<1x3x2x2xf32>, tensor<1x6x2x2xf32>, tensor<1x6x2x2xf32>) {
  %0 = graph.conv %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x6x2x2xf32>, tensor<2x6x1x1xf32>) -> tensor<1x2x2x2xf32>
  %w1 = graph.constant dense<1.0> : tensor<3x6x1x1xf32>
  %1 = graph.conv %x, %w1 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x6x2x2xf32>, tensor<3x6x1x1xf32>) -> tensor<1x3x2x2xf32>
  %w2 = graph.constant dense<1.0> : tensor<6x3x1x1xf32>
  %2 = graph.conv %x, %w2 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] group 2 : (tensor<1x6x2x2xf32>, tensor<6x3x1x1xf32>) -> tensor<1x6x2x2xf32>
  %3 = graph.relu %x : (tensor<1x6x2x2xf32>) -> tensor<1x6x2x2xf32>
  return %0, %1, %2, %3 : tensor<1x2x2x2xf32>, tensor<1x3x2x2xf32>, tensor<1x6x2x2xf32>, tensor<1x6x2x2xf32>
}

// -----

// Weights that change with each run are reordered where 256 elements of each channel of the result
// use them, whatever a run has; those of groups are not.
// CHECK-LABEL: func.func @changing
// CHECK-SAME: %[[X:.*]]: tensor<1x2x16x16xf32>, %[[W:.*]]: tensor<4x2x1x1xf32>, %[[B:.*]]: tensor<4xf32>
// CHECK-DAG: %[[IN:.*]] = graph.layout_transform %[[X]] "NCHW" to "NCHW2c"
// CHECK-DAG: %[[WEIGHTS:.*]] = graph.layout_transform %[[W]] "OIHW" to "OIHW2i2o"
// CHECK-DAG: %[[BIAS:.*]] = graph.reshape %[[B]] : (tensor<4xf32>) -> tensor<2x2xf32>
// CHECK: graph.conv %[[IN]], %[[WEIGHTS]], %[[BIAS]]
func.func @changing(%x: tensor<1x2x16x16xf32>, %w: tensor<4x2x1x1xf32>, %b: tensor<4xf32>) -> tensor<1x4x16x16xf32> {
  %0 = graph.conv %x, %w, %b strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x2x16x16xf32>, tensor<4x2x1x1xf32>, tensor<4xf32>) -> tensor<1x4x16x16xf32>
  return %0 : tensor<1x4x16x16xf32>
}

// CHECK-LABEL: func.func @changing_open
// CHECK-NOT: layout
// CHECK: return
func.func @changing_open(%x: tensor<?x2x16x16xf32>, %w: tensor<4x2x1x1xf32>) -> tensor<?x4x16x16xf32> {
  %0 = graph.conv %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<?x2x16x16xf32>, tensor<4x2x1x1xf32>) -> tensor<?x4x16x16xf32>
  return %0 : tensor<?x4x16x16xf32>
}

//

// CHECK-LABEL: func.func @changing_groups
// CHECK-NOT: layout
// CHECK: return
func.func @changing_groups(%x: tensor<1x4x16x16xf32>, %w: tensor<4x1x1x1xf32>, %v: tensor<4x2x1x1xf32>) -> (tensor<1x4x16x16xf32>, tensor<1x4x16x16xf32>) {
  %0 = graph.conv %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] group 4 : (tensor<1x4x16x16xf32>, tensor<4x1x1x1xf32>) -> tensor<1x4x16x16xf32>
  %1 = graph.conv %x, %v strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] group 2 : (tensor<1x4x16x16xf32>, tensor<4x2x1x1xf32>) -> tensor<1x4x16x16xf32>
  return %0, %1 : tensor<1x4x16x16xf32>, tensor<1x4x16x16xf32>
}

// CHECK-LABEL: func.func @changing_few
// CHECK-NOT: layout
// CHECK: return
func.func @changing_few(%x: tensor<1x2x15x17xf32>, %w: tensor<4x2x1x1xf32>) -> tensor<1x4x15x17xf32> {
  %0 = graph.conv %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x2x15x17xf32>, tensor<4x2x1x1xf32>) -> tensor<1x4x15x17xf32>
  return %0 : tensor<1x4x15x17xf32>
}

// -----

// Means that drop dims, or run over the channels, read the usual layout.
// CHECK-LABEL: func.func @means
// CHECK: %[[C:.*]] = graph.conv
// CHECK: %[[BACK:.*]] = graph.layout_transform %[[C]]
// CHECK: graph.reduce_mean %[[BACK]] axes [2, 3] :
// CHECK: graph.reduce_mean %[[BACK]] axes [1] keepdims
// CHECK: graph.reduce_mean %[[C]] axes [0, 3] keepdims
func.func @means(%x: tensor<2x1x2x2xf32>) -> (tensor<2x2xf32>, tensor<2x1x2x2xf32>, tensor<1x2x2x1xf32>) {
  %w = graph.constant dense<1.0> : tensor<2x1x1x1xf32>
  %0 = graph.conv %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<2x1x2x2xf32>, tensor<2x1x1x1xf32>) -> tensor<2x2x2x2xf32>
  %1 = graph.reduce_mean %0 axes [2, 3] : (tensor<2x2x2x2xf32>) -> tensor<2x2xf32>
  %2 = graph.reduce_mean %0 axes [1] keepdims : (tensor<2x2x2x2xf32>) -> tensor<2x1x2x2xf32>
  %3 = graph.reduce_mean %0 axes [0, 3] keepdims : (tensor<2x2x2x2xf32>) -> tensor<1x2x2x1xf32>
  return %1, %2, %3 : tensor<2x2xf32>, tensor<2x1x2x2xf32>, tensor<1x2x2x1xf32>
}

// -----

// Sizes of batch and spatial dims do not matter; open channels stay as they are.
// CHECK-LABEL: func.func @open
// CHECK: %[[C:.*]] = graph.conv %{{.*}} layouts ["NCHW2c", "OIHW2i2o", "NCHW2c"] : {{.*}} -> tensor<?x1x?x?x2xf32>
// CHECK: %[[T:.*]] = graph.conv_transpose %[[C]], {{.*}} layouts ["NCHW2c", "IHWO2o2i", "NCHW2c"] : {{.*}} -> tensor<?x1x?x?x2xf32>
// CHECK: graph.layout_transform %[[T]] "NCHW2c" to "NCHW" : (tensor<?x1x?x?x2xf32>) -> tensor<?x2x?x?xf32>
// CHECK-LABEL: func.func @open_channels
// CHECK-NOT: layout
func.func @open(%x: tensor<?x2x?x?xf32>) -> tensor<?x2x?x?xf32> {
  %w = graph.constant dense<1.0> : tensor<2x2x3x3xf32>
  %0 = graph.conv %x, %w strides [2, 1] pads [1, 1, 1, 1] dilations [1, 1] : (tensor<?x2x?x?xf32>, tensor<2x2x3x3xf32>) -> tensor<?x2x?x?xf32>
  %1 = graph.conv_transpose %0, %w strides [2, 1] pads [0, 0, 0, 0] dilations [1, 1] output_padding [0, 0] : (tensor<?x2x?x?xf32>, tensor<2x2x3x3xf32>) -> tensor<?x2x?x?xf32>
  return %1 : tensor<?x2x?x?xf32>
}
func.func @open_channels(%x: tensor<1x?x4x4xf32>) -> tensor<1x2x2x2xf32> {
  %w = graph.constant dense<1.0> : tensor<2x2x3x3xf32>
  %0 = graph.conv %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x?x4x4xf32>, tensor<2x2x3x3xf32>) -> tensor<1x2x2x2xf32>
  return %0 : tensor<1x2x2x2xf32>
}

// -----

// A bias of an extent that is known only at run time has no blocks.
// CHECK-LABEL: func.func @open_bias
// CHECK-NOT: layout
// CHECK: graph.conv_transpose %{{.*}}, %{{.*}}, %{{.*}} strides
func.func @open_bias(%x: tensor<1x2x4x4xf32>, %b: tensor<?xf32>) -> tensor<1x2x4x4xf32> {
  %w = graph.constant dense<1.0> : tensor<2x2x1x1xf32>
  %0 = graph.conv_transpose %x, %w, %b strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] output_padding [0, 0] : (tensor<1x2x4x4xf32>, tensor<2x2x1x1xf32>, tensor<?xf32>) -> tensor<1x2x4x4xf32>
  return %0 : tensor<1x2x4x4xf32>
}
