// RUN: dl-opt %s --graph-fuse-ops | FileCheck %s

// Reductions of rows that are near, what widens numbers, and blocks inside of operators.

// A variance reduces what is left of the rows that the mean was made of; both are one group.
// CHECK-LABEL: func.func @variance(
// CHECK: %[[G:.*]] = graph.fused root("graph.reduce_mean") (%[[X:.*]] = %arg0 : tensor<4x1x640x1xf32>)
// CHECK-NEXT: %[[M:.*]] = graph.reduce_mean %[[X]]
// CHECK-NEXT: %[[D:.*]] = graph.sub %[[X]], %[[M]]
// CHECK-NEXT: %[[Q:.*]] = graph.mul %[[D]], %[[D]]
// CHECK-NEXT: %[[V:.*]] = graph.reduce_mean %[[Q]]
// CHECK-NEXT: graph.yield %[[V]]
// CHECK: return %[[G]]
func.func @variance(%x: tensor<4x1x640x1xf32>) -> tensor<4x1x1x1xf32> {
  %0 = graph.reduce_mean %x axes [2] keepdims : (tensor<4x1x640x1xf32>) -> tensor<4x1x1x1xf32>
  %1 = graph.sub %x, %0 : (tensor<4x1x640x1xf32>, tensor<4x1x1x1xf32>) -> tensor<4x1x640x1xf32>
  %2 = graph.mul %1, %1 : (tensor<4x1x640x1xf32>, tensor<4x1x640x1xf32>) -> tensor<4x1x640x1xf32>
  %3 = graph.reduce_mean %2 axes [2] keepdims : (tensor<4x1x640x1xf32>) -> tensor<4x1x1x1xf32>
  return %3 : tensor<4x1x1x1xf32>
}

// The mean of columns, and that of all, are no numbers for the same rows.
// CHECK-LABEL: func.func @other_axes(
// CHECK: graph.fused root("graph.reduce_mean")
// CHECK-NEXT: graph.reduce_mean {{.*}} axes [1]
// CHECK-NEXT: %[[D:.*]] = graph.sub
// CHECK-NEXT: graph.yield %[[D]]
// CHECK: graph.reduce_mean {{.*}} axes [0]
// CHECK: graph.reduce_mean {{.*}} axes [0, 1]
func.func @other_axes(%x: tensor<8x640xf32>) -> (tensor<1x640xf32>, tensor<1x1xf32>) {
  %0 = graph.reduce_mean %x axes [1] keepdims : (tensor<8x640xf32>) -> tensor<8x1xf32>
  %1 = graph.sub %x, %0 : (tensor<8x640xf32>, tensor<8x1xf32>) -> tensor<8x640xf32>
  %2 = graph.reduce_mean %1 axes [0] keepdims : (tensor<8x640xf32>) -> tensor<1x640xf32>
  %3 = graph.reduce_mean %1 axes [0, 1] keepdims : (tensor<8x640xf32>) -> tensor<1x1xf32>
  return %2, %3 : tensor<1x640xf32>, tensor<1x1xf32>
}

// Rows behind which the kept dim is more than one element are none, nor are those of any number, nor numbers
// without a dim of their own.
// CHECK-LABEL: func.func @no_rows(
// CHECK-NOT: graph.fused
// CHECK: return
func.func @no_rows(%x: tensor<4x640x2xf32>, %y: tensor<?x640xf32>, %z: tensor<4x4xf32>) -> (tensor<4x640x2xf32>, tensor<?x640xf32>, tensor<4x4xf32>) {
  %0 = graph.reduce_max %x axes [1] keepdims : (tensor<4x640x2xf32>) -> tensor<4x1x2xf32>
  %1 = graph.sub %x, %0 : (tensor<4x640x2xf32>, tensor<4x1x2xf32>) -> tensor<4x640x2xf32>
  %2 = graph.reduce_max %y axes [1] keepdims : (tensor<?x640xf32>) -> tensor<?x1xf32>
  %3 = graph.sub %y, %2 : (tensor<?x640xf32>, tensor<?x1xf32>) -> tensor<?x640xf32>
  %4 = graph.reduce_max %z axes [1] : (tensor<4x4xf32>) -> tensor<4xf32>
  %5 = graph.sub %z, %4 : (tensor<4x4xf32>, tensor<4xf32>) -> tensor<4x4xf32>
  return %1, %3, %5 : tensor<4x640x2xf32>, tensor<?x640xf32>, tensor<4x4xf32>
}

// What widens numbers in five steps joins a convolution as a whole; of six steps none does, nor a sum of two.
// CHECK-LABEL: func.func @widening(
// CHECK-NOT: graph.neg
// CHECK: graph.fused root("graph.conv")
// CHECK: graph.conv
// CHECK: graph.yield
// CHECK-LABEL: func.func @long_widening(
// CHECK-COUNT-5: graph.neg
// CHECK: graph.fused root("graph.conv")
// CHECK-NEXT: graph.conv
// CHECK-NEXT: graph.add
// CHECK-NEXT: graph.yield
// CHECK-LABEL: func.func @sum_of_two(
// CHECK: graph.fused root("graph.add")
// CHECK: graph.fused root("graph.conv")
// CHECK-NEXT: graph.conv
// CHECK-NEXT: graph.add
// CHECK-NEXT: graph.yield
func.func @widening(%x: tensor<1x3x8x8xf32>, %w: tensor<4x3x1x1xf32>, %r: tensor<1x4x8x8xbf16>) -> tensor<1x4x8x8xf32> {
  %0 = graph.cast %r to f32 : (tensor<1x4x8x8xbf16>) -> tensor<1x4x8x8xf32>
  %1 = graph.neg %0 : (tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  %2 = graph.neg %1 : (tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  %3 = graph.neg %2 : (tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  %4 = graph.neg %3 : (tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  %5 = graph.conv %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x3x8x8xf32>, tensor<4x3x1x1xf32>) -> tensor<1x4x8x8xf32>
  %6 = graph.add %5, %4 : (tensor<1x4x8x8xf32>, tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  return %6 : tensor<1x4x8x8xf32>
}
func.func @long_widening(%x: tensor<1x3x8x8xf32>, %w: tensor<4x3x1x1xf32>, %r: tensor<1x4x8x8xbf16>) -> tensor<1x4x8x8xf32> {
  %0 = graph.cast %r to f32 : (tensor<1x4x8x8xbf16>) -> tensor<1x4x8x8xf32>
  %1 = graph.neg %0 : (tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  %2 = graph.neg %1 : (tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  %3 = graph.neg %2 : (tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  %4 = graph.neg %3 : (tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  %5 = graph.neg %4 : (tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  %6 = graph.conv %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x3x8x8xf32>, tensor<4x3x1x1xf32>) -> tensor<1x4x8x8xf32>
  %7 = graph.add %6, %5 : (tensor<1x4x8x8xf32>, tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  return %7 : tensor<1x4x8x8xf32>
}
func.func @sum_of_two(%x: tensor<1x3x8x8xf32>, %w: tensor<4x3x1x1xf32>, %r: tensor<1x4x8x8xbf16>, %s: tensor<1x4x8x8xbf16>) -> tensor<1x4x8x8xf32> {
  %0 = graph.cast %r to f32 : (tensor<1x4x8x8xbf16>) -> tensor<1x4x8x8xf32>
  %1 = graph.cast %s to f32 : (tensor<1x4x8x8xbf16>) -> tensor<1x4x8x8xf32>
  %2 = graph.add %0, %1 : (tensor<1x4x8x8xf32>, tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  %3 = graph.conv %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x3x8x8xf32>, tensor<4x3x1x1xf32>) -> tensor<1x4x8x8xf32>
  %4 = graph.add %3, %2 : (tensor<1x4x8x8xf32>, tensor<1x4x8x8xf32>) -> tensor<1x4x8x8xf32>
  return %4 : tensor<1x4x8x8xf32>
}

// Branches have groups of their own; what is read inside of one stays outside.
// CHECK-LABEL: func.func @branches(
// CHECK: %[[E:.*]] = graph.exp
// CHECK: graph.if
// CHECK-NEXT: graph.fused root("graph.matmul") (%{{.*}} = %[[E]] : tensor<4x4xf32>)
// CHECK-NEXT: graph.matmul
// CHECK-NEXT: graph.relu
// CHECK: } else {
// CHECK-NEXT: graph.yield %[[E]]
func.func @branches(%c: tensor<i1>, %x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = graph.exp %x : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = graph.if %c : (tensor<i1>) -> tensor<4x4xf32> {
    %2 = graph.matmul %0, %0 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %3 = graph.relu %2 : (tensor<4x4xf32>) -> tensor<4x4xf32>
    graph.yield %3 : tensor<4x4xf32>
  } else {
    graph.yield %0 : tensor<4x4xf32>
  }
  return %1 : tensor<4x4xf32>
}
