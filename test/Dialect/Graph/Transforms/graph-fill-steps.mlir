// RUN: dl-opt %s --pass-pipeline="builtin.module(func.func(graph-fill-steps{block=4 step-bytes=16}))" | FileCheck %s
// Steps of no channel fill none.
// RUN: dl-opt %s --pass-pipeline="builtin.module(func.func(graph-fill-steps{block=4 step-bytes=0}))" | FileCheck %s --check-prefix=NONE
// RUN: dl-opt %s --pass-pipeline="builtin.module(func.func(graph-lower-precision{block=0 step-bytes=16}))" | FileCheck %s --check-prefix=NONE
// NONE-NOT: graph.space_to_depth
// NONE: graph.conv
// RUN: not dl-opt %s --pass-pipeline="builtin.module(func.func(graph-fill-steps{block=0}))" 2>&1 | FileCheck %s --check-prefix=BLOCK
// BLOCK: error: expected option 'block' to be positive and 'step-bytes' not to be negative, got 0 and 64
// RUN: not dl-opt %s --pass-pipeline="builtin.module(func.func(graph-fill-steps{step-bytes=-1}))" 2>&1 | FileCheck %s --check-prefix=BYTES
// BYTES: error: expected option 'block' to be positive and 'step-bytes' not to be negative, got 16 and -1

// Two channels, steps of two: the four neighbours that a step skips are channels, and the window begins
// one element earlier than theirs. Blocks are of four channels, steps of eight bf16.
// CHECK-LABEL: func.func @folded
// CHECK-DAG: %[[W:.*]] = graph.constant {{.*}} : tensor<4x8x3x3xbf16>
// CHECK: %[[SPLIT:.*]] = graph.reshape %arg0 {{.*}} -> tensor<1x2x5x2x6x2xbf16>
// CHECK: %[[T:.*]] = graph.transpose %[[SPLIT]] permutation [0, 1, 3, 5, 2, 4]
// CHECK: %[[X:.*]] = graph.reshape %[[T]] {{.*}} -> tensor<1x8x5x6xbf16>
// CHECK: graph.conv %[[X]], %[[W]] strides [1, 1] pads [1, 1, 1, 1] dilations [1, 1] wide : (tensor<1x8x5x6xbf16>, tensor<4x8x3x3xbf16>) -> tensor<1x4x5x6xf32>
func.func @folded(%x: tensor<1x2x10x12xbf16>) -> tensor<1x4x5x6xf32> {
  %w = graph.constant dense<1.0> : tensor<4x2x5x5xbf16>
  %y = graph.conv %x, %w strides [2, 2] pads [2, 2, 2, 2] dilations [1, 1] wide : (tensor<1x2x10x12xbf16>, tensor<4x2x5x5xbf16>) -> tensor<1x4x5x6xf32>
  return %y : tensor<1x4x5x6xf32>
}

// Where each weight goes: a window of 12 in steps of four that begins three elements earlier is one of
// four groups, the first of which has its last element only, and the last all but that.
// CHECK-LABEL: func.func @weights
// CHECK: graph.constant dense<"0x0002060A0003070B0004080C01050900000E1216000F1317001014180D111500
// CHECK: graph.pad %arg0, %{{.*}} low [0, 0, 0] high [0, 0, 1] mode "constant"
// CHECK: strides [1] pads [1, 2] dilations [1] wide pad_value 3 : (tensor<1x8x4xi8>, tensor<4x8x4xi8>) -> tensor<1x4x4xi32>
func.func @weights(%x: tensor<1x2x15xi8>) -> tensor<1x4x4xi32> {
  %w = graph.constant dense<[[[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], [13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24]], [[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]], [[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]], [[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]]]> : tensor<4x2x12xi8>
  %y = graph.conv %x, %w strides [4] pads [1, 8] dilations [1] wide pad_value 3 : (tensor<1x2x15xi8>, tensor<4x2x12xi8>) -> tensor<1x4x4xi32>
  return %y : tensor<1x4x4xi32>
}

// Many channels that are no whole blocks get some of zeros.
// CHECK-LABEL: func.func @filled
// CHECK: %[[X:.*]] = graph.pad %arg0, %{{.*}} low [0, 0, 0, 0] high [0, 1, 0, 0] mode "constant" : {{.*}} -> tensor<1x8x6x6xbf16>
// CHECK: graph.conv %[[X]], %{{.*}} strides [1, 1] pads [1, 1, 1, 1] dilations [1, 1] wide : (tensor<1x8x6x6xbf16>, tensor<4x8x3x3xbf16>)
func.func @filled(%x: tensor<1x7x6x6xbf16>) -> tensor<1x4x6x6xf32> {
  %w = graph.constant dense<1.0> : tensor<4x7x3x3xbf16>
  %y = graph.conv %x, %w strides [1, 1] pads [1, 1, 1, 1] dilations [1, 1] wide : (tensor<1x7x6x6xbf16>, tensor<4x7x3x3xbf16>) -> tensor<1x4x6x6xf32>
  return %y : tensor<1x4x6x6xf32>
}

// One channel is faster as floats; whole blocks, and what is no product of narrow numbers, are left.
// CHECK-LABEL: func.func @left
// CHECK-NOT: graph.pad
// CHECK-COUNT-3: graph.conv
func.func @left(%x: tensor<1x1x6x6xbf16>, %y: tensor<1x8x6x6xbf16>, %z: tensor<1x7x6x6xf32>) -> (tensor<1x4x6x6xf32>, tensor<1x4x6x6xf32>, tensor<1x4x6x6xf32>) {
  %w = graph.constant dense<1.0> : tensor<4x1x1x1xbf16>
  %v = graph.constant dense<1.0> : tensor<4x8x1x1xbf16>
  %u = graph.constant dense<1.0> : tensor<4x7x1x1xf32>
  %a = graph.conv %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] wide : (tensor<1x1x6x6xbf16>, tensor<4x1x1x1xbf16>) -> tensor<1x4x6x6xf32>
  %b = graph.conv %y, %v strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] wide : (tensor<1x8x6x6xbf16>, tensor<4x8x1x1xbf16>) -> tensor<1x4x6x6xf32>
  %c = graph.conv %z, %u strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x7x6x6xf32>, tensor<4x7x1x1xf32>) -> tensor<1x4x6x6xf32>
  return %a, %b, %c : tensor<1x4x6x6xf32>, tensor<1x4x6x6xf32>, tensor<1x4x6x6xf32>
}

// As many channels as a step takes when they are folded, and as much input as the window sees; behind elements
// that no window sees none is folded.
// CHECK-LABEL: func.func @most_folded
// CHECK: graph.conv {{.*}} strides [1] pads [0, 0] dilations [1] wide : (tensor<1x16x2xi8>, tensor<4x16x1xi8>)
func.func @most_folded(%x: tensor<1x2x16xi8>) -> tensor<1x4x2xi32> {
  %w = graph.constant dense<1> : tensor<4x2x8xi8>
  %y = graph.conv %x, %w strides [8] pads [0, 0] dilations [1] wide : (tensor<1x2x16xi8>, tensor<4x2x8xi8>) -> tensor<1x4x2xi32>
  return %y : tensor<1x4x2xi32>
}
// CHECK-LABEL: func.func @too_many
// CHECK: graph.conv %arg0
func.func @too_many(%x: tensor<1x3x16xi8>) -> tensor<1x4x2xi32> {
  %w = graph.constant dense<1> : tensor<4x3x8xi8>
  %y = graph.conv %x, %w strides [8] pads [0, 0] dilations [1] wide : (tensor<1x3x16xi8>, tensor<4x3x8xi8>) -> tensor<1x4x2xi32>
  return %y : tensor<1x4x2xi32>
}
// CHECK-LABEL: func.func @unseen
// CHECK: graph.conv %arg0
func.func @unseen(%x: tensor<1x2x10xi8>) -> tensor<1x4x2xi32> {
  %w = graph.constant dense<1> : tensor<4x2x4xi8>
  %y = graph.conv %x, %w strides [4] pads [0, 0] dilations [1] wide : (tensor<1x2x10xi8>, tensor<4x2x4xi8>) -> tensor<1x4x2xi32>
  return %y : tensor<1x4x2xi32>
}

// Five channels are no faster than as floats. Groups, windows with holes, a batch of any size, other blocks of
// results, blocks of channels and weights that only a run knows are left, too.
// CHECK-LABEL: func.func @five
// CHECK: graph.conv %arg0
func.func @five(%x: tensor<1x5x6x6xbf16>) -> tensor<1x4x6x6xf32> {
  %w = graph.constant dense<1.0> : tensor<4x5x1x1xbf16>
  %y = graph.conv %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] wide : (tensor<1x5x6x6xbf16>, tensor<4x5x1x1xbf16>) -> tensor<1x4x6x6xf32>
  return %y : tensor<1x4x6x6xf32>
}
// CHECK-LABEL: func.func @groups
// CHECK: graph.conv %arg0
func.func @groups(%x: tensor<1x14x6x6xi8>) -> tensor<1x4x6x6xi32> {
  %w = graph.constant dense<1> : tensor<4x7x3x3xi8>
  %y = graph.conv %x, %w strides [1, 1] pads [1, 1, 1, 1] dilations [1, 1] group 2 wide : (tensor<1x14x6x6xi8>, tensor<4x7x3x3xi8>) -> tensor<1x4x6x6xi32>
  return %y : tensor<1x4x6x6xi32>
}
// CHECK-LABEL: func.func @holes
// CHECK: graph.conv %arg0
func.func @holes(%x: tensor<1x7x6x6xbf16>) -> tensor<1x4x4x4xf32> {
  %w = graph.constant dense<1.0> : tensor<4x7x3x3xbf16>
  %y = graph.conv %x, %w strides [1, 1] pads [1, 1, 1, 1] dilations [2, 2] wide : (tensor<1x7x6x6xbf16>, tensor<4x7x3x3xbf16>) -> tensor<1x4x4x4xf32>
  return %y : tensor<1x4x4x4xf32>
}
// CHECK-LABEL: func.func @open
// CHECK: graph.conv %arg0
func.func @open(%x: tensor<?x7x6x6xbf16>) -> tensor<?x4x6x6xf32> {
  %w = graph.constant dense<1.0> : tensor<4x7x3x3xbf16>
  %y = graph.conv %x, %w strides [1, 1] pads [1, 1, 1, 1] dilations [1, 1] wide : (tensor<?x7x6x6xbf16>, tensor<4x7x3x3xbf16>) -> tensor<?x4x6x6xf32>
  return %y : tensor<?x4x6x6xf32>
}
// CHECK-LABEL: func.func @outputs
// CHECK: graph.conv %arg0
func.func @outputs(%x: tensor<1x7x6x6xbf16>) -> tensor<1x3x6x6xf32> {
  %w = graph.constant dense<1.0> : tensor<3x7x3x3xbf16>
  %y = graph.conv %x, %w strides [1, 1] pads [1, 1, 1, 1] dilations [1, 1] wide : (tensor<1x7x6x6xbf16>, tensor<3x7x3x3xbf16>) -> tensor<1x3x6x6xf32>
  return %y : tensor<1x3x6x6xf32>
}
// CHECK-LABEL: func.func @blocks
// CHECK: graph.conv %arg0
func.func @blocks(%x: tensor<1x3x6x6x8xbf16>) -> tensor<1x4x6x6x8xf32> {
  %w = graph.constant dense<1.0> : tensor<4x3x3x3x8x8xbf16>
  %y = graph.conv %x, %w strides [1, 1] pads [1, 1, 1, 1] dilations [1, 1] layouts ["NCHW8c", "OIHW8i8o", "NCHW8c"] wide : (tensor<1x3x6x6x8xbf16>, tensor<4x3x3x3x8x8xbf16>) -> tensor<1x4x6x6x8xf32>
  return %y : tensor<1x4x6x6x8xf32>
}
// CHECK-LABEL: func.func @of_a_run
// CHECK: graph.conv %arg0
func.func @of_a_run(%x: tensor<1x7x6x6xbf16>, %w: tensor<4x7x3x3xbf16>) -> tensor<1x4x6x6xf32> {
  %y = graph.conv %x, %w strides [1, 1] pads [1, 1, 1, 1] dilations [1, 1] wide : (tensor<1x7x6x6xbf16>, tensor<4x7x3x3xbf16>) -> tensor<1x4x6x6xf32>
  return %y : tensor<1x4x6x6xf32>
}
