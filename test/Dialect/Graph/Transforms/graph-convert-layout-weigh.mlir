// RUN: dl-opt %s --graph-convert-layout="block=16 weigh-moves masks" | FileCheck %s --check-prefixes=CHECK,MASKS
// RUN: dl-opt %s --graph-convert-layout="block=16 weigh-moves" | FileCheck %s --check-prefixes=CHECK,PIECES

// Few terms for an element: moving the result costs more than rows do.
// CHECK-LABEL: func.func @alone(
// CHECK-NOT:     layout_transform
// CHECK:         return
func.func @alone(%x: tensor<1x32x32x32xf32>) -> tensor<1x32x32x32xf32> {
  %w = graph.constant dense<1.0> : tensor<32x32x1x1xf32>
  %0 = graph.conv %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x32x32x32xf32>, tensor<32x32x1x1xf32>) -> tensor<1x32x32x32xf32>
  %1 = graph.relu %0 : (tensor<1x32x32x32xf32>) -> tensor<1x32x32x32xf32>
  return %1 : tensor<1x32x32x32xf32>
}

// Many terms, rows of 14: the result is in blocks, the input is read as it comes with masks.
// CHECK-LABEL: func.func @deep(
// MASKS-NOT:     layout_transform
// MASKS:         graph.conv %arg0, {{.*}} layouts ["NCHW", "OIHW16o", "NCHW16c"]
// PIECES:        graph.conv {{.*}} layouts ["NCHW16c", "OIHW16i16o", "NCHW16c"]
// CHECK-NEXT:    graph.layout_transform {{.*}} "NCHW16c" to "NCHW"
func.func @deep(%x: tensor<1x128x14x14xf32>) -> tensor<1x32x14x14xf32> {
  %w = graph.constant dense<1.0> : tensor<32x128x3x3xf32>
  %0 = graph.conv %x, %w strides [1, 1] pads [1, 1, 1, 1] dilations [1, 1] : (tensor<1x128x14x14xf32>, tensor<32x128x3x3xf32>) -> tensor<1x32x14x14xf32>
  return %0 : tensor<1x32x14x14xf32>
}

// Rows of 15 are one masked vector, or four of powers of two.
// CHECK-LABEL: func.func @rows_of_15(
// MASKS-NOT:     layout_transform
// PIECES:        layout_transform
// CHECK:         return
func.func @rows_of_15(%x: tensor<1x64x15x15xf32>) -> tensor<1x32x15x15xf32> {
  %w = graph.constant dense<1.0> : tensor<32x64x1x1xf32>
  %0 = graph.conv %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x64x15x15xf32>, tensor<32x64x1x1xf32>) -> tensor<1x32x15x15xf32>
  return %0 : tensor<1x32x15x15xf32>
}

// What another convolution reads is in blocks, and stays so for it.
// CHECK-LABEL: func.func @two(
// MASKS:         graph.conv %arg0, {{.*}} layouts ["NCHW", "OIHW16o", "NCHW16c"]
// PIECES:        graph.conv {{.*}} layouts ["NCHW16c", "OIHW16i16o", "NCHW16c"]
// CHECK:         graph.relu {{.*}} tensor<1x2x28x28x16xf32>
// CHECK:         graph.conv {{.*}} layouts ["NCHW16c", "OIHW16i16o", "NCHW16c"]
func.func @two(%x: tensor<1x32x28x28xf32>) -> tensor<1x32x28x28xf32> {
  %w = graph.constant dense<1.0> : tensor<32x32x1x1xf32>
  %0 = graph.conv %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x32x28x28xf32>, tensor<32x32x1x1xf32>) -> tensor<1x32x28x28xf32>
  %1 = graph.relu %0 : (tensor<1x32x28x28xf32>) -> tensor<1x32x28x28xf32>
  %2 = graph.conv %1, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x32x28x28xf32>, tensor<32x32x1x1xf32>) -> tensor<1x32x28x28xf32>
  return %2 : tensor<1x32x28x28xf32>
}

// Groups of 8 inputs, read as they come, and of 16 outputs.
// CHECK-LABEL: func.func @groups(
// CHECK:         graph.conv %arg0, {{.*}} group 4 layouts ["NCHW", "OIHW16o", "NCHW16c"]
func.func @groups(%x: tensor<1x32x7x7xf32>) -> tensor<1x64x7x7xf32> {
  %w = graph.constant dense<1.0> : tensor<64x8x5x5xf32>
  %0 = graph.conv %x, %w strides [1, 1] pads [2, 2, 2, 2] dilations [1, 1] group 4 : (tensor<1x32x7x7xf32>, tensor<64x8x5x5xf32>) -> tensor<1x64x7x7xf32>
  return %0 : tensor<1x64x7x7xf32>
}

// What reads a result is looked at behind 15 operators that follow its layout; behind more it may be a convolution, for
// which blocks stay.
// CHECK-LABEL: func.func @chain_of_15(
// CHECK-NOT:     layout_transform
// CHECK:         return
func.func @chain_of_15(%x: tensor<1x32x8x16xf32>) -> tensor<1x32x8x16xf32> {
  %w = graph.constant dense<1.0> : tensor<32x32x1x1xf32>
  %0 = graph.conv %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x32x8x16xf32>, tensor<32x32x1x1xf32>) -> tensor<1x32x8x16xf32>
  %1 = graph.relu %0 : (tensor<1x32x8x16xf32>) -> tensor<1x32x8x16xf32>
  %2 = graph.relu %1 : (tensor<1x32x8x16xf32>) -> tensor<1x32x8x16xf32>
  %3 = graph.relu %2 : (tensor<1x32x8x16xf32>) -> tensor<1x32x8x16xf32>
  %4 = graph.relu %3 : (tensor<1x32x8x16xf32>) -> tensor<1x32x8x16xf32>
  %5 = graph.relu %4 : (tensor<1x32x8x16xf32>) -> tensor<1x32x8x16xf32>
  %6 = graph.relu %5 : (tensor<1x32x8x16xf32>) -> tensor<1x32x8x16xf32>
  %7 = graph.relu %6 : (tensor<1x32x8x16xf32>) -> tensor<1x32x8x16xf32>
  %8 = graph.relu %7 : (tensor<1x32x8x16xf32>) -> tensor<1x32x8x16xf32>
  %9 = graph.relu %8 : (tensor<1x32x8x16xf32>) -> tensor<1x32x8x16xf32>
  %10 = graph.relu %9 : (tensor<1x32x8x16xf32>) -> tensor<1x32x8x16xf32>
  %11 = graph.relu %10 : (tensor<1x32x8x16xf32>) -> tensor<1x32x8x16xf32>
  %12 = graph.relu %11 : (tensor<1x32x8x16xf32>) -> tensor<1x32x8x16xf32>
  %13 = graph.relu %12 : (tensor<1x32x8x16xf32>) -> tensor<1x32x8x16xf32>
  %14 = graph.relu %13 : (tensor<1x32x8x16xf32>) -> tensor<1x32x8x16xf32>
  %15 = graph.relu %14 : (tensor<1x32x8x16xf32>) -> tensor<1x32x8x16xf32>
  return %15 : tensor<1x32x8x16xf32>
}

// CHECK-LABEL: func.func @chain_of_16(
// CHECK:         graph.conv {{.*}} layouts [
// CHECK:         layout_transform
func.func @chain_of_16(%x: tensor<1x32x8x16xf32>) -> tensor<1x32x8x16xf32> {
  %w = graph.constant dense<1.0> : tensor<32x32x1x1xf32>
  %0 = graph.conv %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x32x8x16xf32>, tensor<32x32x1x1xf32>) -> tensor<1x32x8x16xf32>
  %1 = graph.relu %0 : (tensor<1x32x8x16xf32>) -> tensor<1x32x8x16xf32>
  %2 = graph.relu %1 : (tensor<1x32x8x16xf32>) -> tensor<1x32x8x16xf32>
  %3 = graph.relu %2 : (tensor<1x32x8x16xf32>) -> tensor<1x32x8x16xf32>
  %4 = graph.relu %3 : (tensor<1x32x8x16xf32>) -> tensor<1x32x8x16xf32>
  %5 = graph.relu %4 : (tensor<1x32x8x16xf32>) -> tensor<1x32x8x16xf32>
  %6 = graph.relu %5 : (tensor<1x32x8x16xf32>) -> tensor<1x32x8x16xf32>
  %7 = graph.relu %6 : (tensor<1x32x8x16xf32>) -> tensor<1x32x8x16xf32>
  %8 = graph.relu %7 : (tensor<1x32x8x16xf32>) -> tensor<1x32x8x16xf32>
  %9 = graph.relu %8 : (tensor<1x32x8x16xf32>) -> tensor<1x32x8x16xf32>
  %10 = graph.relu %9 : (tensor<1x32x8x16xf32>) -> tensor<1x32x8x16xf32>
  %11 = graph.relu %10 : (tensor<1x32x8x16xf32>) -> tensor<1x32x8x16xf32>
  %12 = graph.relu %11 : (tensor<1x32x8x16xf32>) -> tensor<1x32x8x16xf32>
  %13 = graph.relu %12 : (tensor<1x32x8x16xf32>) -> tensor<1x32x8x16xf32>
  %14 = graph.relu %13 : (tensor<1x32x8x16xf32>) -> tensor<1x32x8x16xf32>
  %15 = graph.relu %14 : (tensor<1x32x8x16xf32>) -> tensor<1x32x8x16xf32>
  %16 = graph.relu %15 : (tensor<1x32x8x16xf32>) -> tensor<1x32x8x16xf32>
  return %16 : tensor<1x32x8x16xf32>
}
