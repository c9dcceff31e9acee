// RUN: dl-opt %s --dl-set-target=cpu=skylake-avx512 --convert-graph-to-te --schedule-default | FileCheck %s

// 16 rows use each vector of 9 MB of weights once: all of them are in one tile.
func.func @small_map(%x: tensor<1x32x4x4x16xf32>) -> tensor<1x32x4x4x16xf32> {
  %w = graph.constant dense<1.0> : tensor<32x32x3x3x16x16xf32>
  %0 = graph.conv %x, %w strides [1, 1] pads [1, 1, 1, 1] dilations [1, 1] layouts ["NCHW16c", "OIHW16i16o", "NCHW16c"] : (tensor<1x32x4x4x16xf32>, tensor<32x32x3x3x16x16xf32>) -> tensor<1x32x4x4x16xf32>
  return %0 : tensor<1x32x4x4x16xf32>
}
// CHECK-LABEL: transform.named_sequence @conv(
// CHECK-NOT: split %conv[%a1]
// CHECK-NOT: split %conv[%a2]
// CHECK: schedule.reorder %conv[%a0, %a1,
// CHECK: schedule.unroll %conv[%a3]
// CHECK: schedule.unroll %conv[%a2]

// Weights that the second cache holds are read by tiles of several vectors,
func.func @near(%x: tensor<1x8x4x4x16xf32>) -> tensor<1x8x4x4x16xf32> {
  %w = graph.constant dense<1.0> : tensor<8x8x3x3x16x16xf32>
  %0 = graph.conv %x, %w strides [1, 1] pads [1, 1, 1, 1] dilations [1, 1] layouts ["NCHW16c", "OIHW16i16o", "NCHW16c"] : (tensor<1x8x4x4x16xf32>, tensor<8x8x3x3x16x16xf32>) -> tensor<1x8x4x4x16xf32>
  return %0 : tensor<1x8x4x4x16xf32>
}
// CHECK-LABEL: transform.named_sequence @conv_0(
// CHECK: split %conv[%a1]

// as are those for rows of a matrix, each of which is in lines of its own.
func.func @matrix(%x: tensor<16x1024xf32>) -> tensor<16x1024xf32> {
  %w = graph.constant dense<1.0> : tensor<1024x1024xf32>
  %0 = graph.matmul %x, %w : (tensor<16x1024xf32>, tensor<1024x1024xf32>) -> tensor<16x1024xf32>
  return %0 : tensor<16x1024xf32>
}
// CHECK-LABEL: transform.named_sequence @matmul(
// CHECK: split %matmul[%a1] by {{32|64}}
