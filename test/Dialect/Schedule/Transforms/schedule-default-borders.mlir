// RUN: dl-opt %s --convert-graph-to-te --schedule-default | FileCheck %s

// Each channel has a window of its own: no padded copy, and loops for where windows leave the input.
func.func @depthwise(%x: tensor<1x2x56x56x16xf32>) -> tensor<1x2x28x28x16xf32> {
  %w = graph.constant dense<1.0> : tensor<2x1x3x3x16xf32>
  %0 = graph.conv %x, %w strides [2, 2] pads [1, 1, 1, 1] dilations [1, 1] group 32 layouts ["NCHW16c", "OIHW16o", "NCHW16c"] : (tensor<1x2x56x56x16xf32>, tensor<2x1x3x3x16xf32>) -> tensor<1x2x28x28x16xf32>
  return %0 : tensor<1x2x28x28x16xf32>
}
// CHECK-LABEL: transform.named_sequence @conv(
// CHECK: %[[PAD:.*]] = schedule.stage %arg0["conv.pad"]
// CHECK: schedule.compute_inline %[[PAD]]
// CHECK: %[[CONV:.*]] = schedule.stage %arg0["conv"]
// CHECK: %a0, %a1, %a2, %a3, %a4, %a5, %a6, %a7 = schedule.axes %[[CONV]]
// CHECK: schedule.loop_partition %[[CONV]][%a2] at [1]
// CHECK: schedule.loop_partition %[[CONV]][%a3] at [1]
// Of 27 columns inside, nine at a time.
// CHECK: schedule.split %[[CONV]][%a3] by 9

// The largest of a padded window, too.
func.func @pool(%x: tensor<1x4x30x30x16xf32>) -> tensor<1x4x30x30x16xf32> {
  %0 = graph.max_pool %x kernel [3, 3] strides [1, 1] pads [1, 1, 1, 1] dilations [1, 1] layout "NCHW16c" : (tensor<1x4x30x30x16xf32>) -> tensor<1x4x30x30x16xf32>
  return %0 : tensor<1x4x30x30x16xf32>
}
// CHECK-LABEL: transform.named_sequence @max_pool(
// CHECK: schedule.compute_inline %max_pool.pad
// CHECK: schedule.loop_partition %max_pool[%{{.*}}] at [1, 29]
// CHECK: schedule.loop_partition %max_pool[%{{.*}}] at [1, 29]

// All output channels read an element: a copy costs little beside the products.
func.func @dense(%x: tensor<1x2x30x30x16xf32>) -> tensor<1x2x30x30x16xf32> {
  %w = graph.constant dense<1.0> : tensor<2x2x3x3x16x16xf32>
  %0 = graph.conv %x, %w strides [1, 1] pads [1, 1, 1, 1] dilations [1, 1] layouts ["NCHW16c", "OIHW16i16o", "NCHW16c"] : (tensor<1x2x30x30x16xf32>, tensor<2x2x3x3x16x16xf32>) -> tensor<1x2x30x30x16xf32>
  return %0 : tensor<1x2x30x30x16xf32>
}
// CHECK-LABEL: transform.named_sequence @conv_0(
// CHECK-NOT: loop_partition
// CHECK: transform.yield

// No tile of rows lies inside of the border.
func.func @small(%x: tensor<1x2x4x4x16xf32>) -> tensor<1x2x4x4x16xf32> {
  %w = graph.constant dense<1.0> : tensor<2x1x5x5x16xf32>
  %0 = graph.conv %x, %w strides [1, 1] pads [2, 2, 2, 2] dilations [1, 1] group 32 layouts ["NCHW16c", "OIHW16o", "NCHW16c"] : (tensor<1x2x4x4x16xf32>, tensor<2x1x5x5x16xf32>) -> tensor<1x2x4x4x16xf32>
  return %0 : tensor<1x2x4x4x16xf32>
}
// CHECK-LABEL: transform.named_sequence @conv_1(
// CHECK-NOT: loop_partition
// CHECK: transform.yield

// Columns of the border are tiles of their own, and 25 products of each are waited for: on wide rows that
// is less than the copy, on short ones more.
func.func @wide(%x: tensor<1x2x56x56x16xf32>) -> tensor<1x2x56x56x16xf32> {
  %w = graph.constant dense<1.0> : tensor<2x1x5x5x16xf32>
  %0 = graph.conv %x, %w strides [1, 1] pads [2, 2, 2, 2] dilations [1, 1] group 32 layouts ["NCHW16c", "OIHW16o", "NCHW16c"] : (tensor<1x2x56x56x16xf32>, tensor<2x1x5x5x16xf32>) -> tensor<1x2x56x56x16xf32>
  return %0 : tensor<1x2x56x56x16xf32>
}
// CHECK-LABEL: transform.named_sequence @conv_2(
// CHECK: schedule.loop_partition %conv[%a2] at [2, 54]
// CHECK: schedule.loop_partition %conv[%a3] at [1, 2, 54, 55]

func.func @short(%x: tensor<1x2x14x14x16xf32>) -> tensor<1x2x14x14x16xf32> {
  %w = graph.constant dense<1.0> : tensor<2x1x5x5x16xf32>
  %0 = graph.conv %x, %w strides [1, 1] pads [2, 2, 2, 2] dilations [1, 1] group 32 layouts ["NCHW16c", "OIHW16o", "NCHW16c"] : (tensor<1x2x14x14x16xf32>, tensor<2x1x5x5x16xf32>) -> tensor<1x2x14x14x16xf32>
  return %0 : tensor<1x2x14x14x16xf32>
}
// CHECK-LABEL: transform.named_sequence @conv_3(
// CHECK-NOT: loop_partition
// CHECK: transform.yield
