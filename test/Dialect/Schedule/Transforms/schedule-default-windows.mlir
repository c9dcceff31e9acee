// RUN: dl-opt %s --convert-graph-to-te --schedule-default | FileCheck %s
// The rules where reads do not line up with vectors.

// A depthwise convolution multiplies lane by lane: the window is looped over, only the
// row of results is in registers.
func.func @depthwise(%x: tensor<1x2x16x16x16xf32>) -> tensor<1x2x14x14x16xf32> {
  %w = graph.constant dense<1.0> : tensor<2x1x3x3x16xf32>
  %0 = graph.conv %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] group 32 layouts ["NCHW16c", "OIHW16o", "NCHW16c"] : (tensor<1x2x16x16x16xf32>, tensor<2x1x3x3x16xf32>) -> tensor<1x2x14x14x16xf32>
  return %0 : tensor<1x2x14x14x16xf32>
}
// CHECK-LABEL: transform.named_sequence @conv(
// CHECK: schedule.axes %conv : [[AXES:.*]]
// CHECK: schedule.vectorize %conv
// CHECK: schedule.unroll %conv[%a3
// CHECK-NOT: schedule.unroll
// CHECK: transform.yield

// The last stage fetches elements one by one, so it has no vectors; the taps of the
// phases run backwards and are not unrolled.
func.func @transposed(%x: tensor<1x3x64x64xf32>) -> tensor<1x5x128x128xf32> {
  %w = graph.constant dense<2.0> : tensor<3x5x4x4xf32>
  %0 = graph.conv_transpose %x, %w strides [2, 2] pads [1, 1, 1, 1] dilations [1, 1] output_padding [0, 0] : (tensor<1x3x64x64xf32>, tensor<3x5x4x4xf32>) -> tensor<1x5x128x128xf32>
  return %0 : tensor<1x5x128x128xf32>
}
// CHECK-LABEL: transform.named_sequence @conv_transpose(
// CHECK: %[[LAST:.*]] = schedule.stage %{{.*}}["conv_transpose"]
// CHECK-NOT: schedule.vectorize %[[LAST]][
// CHECK: %[[PHASES:.*]] = schedule.stage %{{.*}}["conv_transpose.phases"]
// CHECK: %{{[^:]*}}, %[[I:[^ ]*]], %[[TH:[^ ]*]], %[[TW:[^ ]*]] = schedule.axes %[[PHASES]]
// CHECK-NOT: schedule.unroll %[[PHASES]][%[[TH]]]
// CHECK-NOT: schedule.unroll %[[PHASES]][%[[TW]]]
// CHECK: schedule.vectorize %[[PHASES]]
// CHECK: schedule.unroll %[[PHASES]][%[[I]]]

// Indices that are data make no register tile.
func.func @indexed(%x: tensor<4x32xf32>, %i: tensor<64x2xi64>, %f: tensor<64x2xf32>) -> tensor<4x64xf32> {
  %0 = graph.resample %x, %i, %f axis 1 : (tensor<4x32xf32>, tensor<64x2xi64>, tensor<64x2xf32>) -> tensor<4x64xf32>
  return %0 : tensor<4x64xf32>
}
// CHECK-LABEL: transform.named_sequence @resample(
// CHECK-NOT: schedule.vectorize
// CHECK-NOT: schedule.unroll
// CHECK: transform.yield

// The loops of taps stand around that of channels, as they lie in the weights.
func.func private @taps(%x: tensor<4x11x16xf32>, %w: tensor<4x3x16x16xf32>, %d: tensor<4x8x16xf32> {te.destination}) -> tensor<4x8x16xf32> attributes {te.kernel} {
  %s = te.compute "taps" axes(b = 4, w = 8, o = 16) reduce(i = 16, t = 3) combine(add) : tensor<4x8x16xf32> {
  ^bb0(%b: index, %w_: index, %o: index, %i: index, %t: index):
    %0 = te.read %x[%b, %w_ + %t, %i] : tensor<4x11x16xf32>
    %1 = te.read %w[%b, %t, %i, %o] : tensor<4x3x16x16xf32>
    %2 = arith.mulf %0, %1 : f32
    te.yield %2 : f32
  }
  return %s : tensor<4x8x16xf32>
}
// CHECK-LABEL: transform.named_sequence @taps(
// CHECK: %{{[^,]*}}, %{{[^,]*}}, %{{[^,]*}}, %[[I:[^,]*]], %[[T:[^ ]*]] = schedule.axes
// CHECK: %[[OUTER:.*]], %[[INNER:.*]] = schedule.split %taps[%[[I]]]
// CHECK: schedule.reorder %taps[{{.*}}, %[[T]], %[[OUTER]], %[[INNER]],
