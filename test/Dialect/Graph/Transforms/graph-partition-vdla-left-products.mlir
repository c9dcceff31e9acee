// RUN: dl-opt %s --graph-partition-vdla --canonicalize --split-input-file | FileCheck %s
// RUN: dl-opt %s --graph-partition-vdla --split-input-file --remarks-filter=graph-partition-vdla -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// Convolutions and products that the device does not run, and why.

// Weights and numbers of a rescaling that a run gives.
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"block-8x8">>>} {
// REMARK: graph.conv: its weights are no constant
// CHECK-LABEL: func.func @conv_weights(
// CHECK-NOT: graph.fused
// CHECK: return
func.func @conv_weights(%x: tensor<1x8x4x4xi8>, %w: tensor<8x8x1x1xi8>) -> tensor<1x8x4x4xi8> {
  %b = graph.constant dense<1> : tensor<i32>
  %m = graph.constant dense<1073741824> : tensor<i32>
  %s = graph.constant dense<33> : tensor<i32>
  %0 = graph.conv %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] wide : (tensor<1x8x4x4xi8>, tensor<8x8x1x1xi8>) -> tensor<1x8x4x4xi32>
  %y = graph.requantize %0, %b, %m, %s zero_point 5 : (tensor<1x8x4x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x4x4xi8>
  return %y : tensor<1x8x4x4xi8>
}
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"block-8x8">>>} {
// REMARK: graph.conv: its scales are no constants
// CHECK-LABEL: func.func @conv_bias(
// CHECK-NOT: graph.fused
// CHECK: return
func.func @conv_bias(%x: tensor<1x8x4x4xi8>, %g: tensor<i32>) -> tensor<1x8x4x4xi8> {
  %b = graph.constant dense<1> : tensor<i32>
  %m = graph.constant dense<1073741824> : tensor<i32>
  %s = graph.constant dense<33> : tensor<i32>
  %w = graph.constant dense<1> : tensor<8x8x1x1xi8>
  %0 = graph.conv %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] wide : (tensor<1x8x4x4xi8>, tensor<8x8x1x1xi8>) -> tensor<1x8x4x4xi32>
  %y = graph.requantize %0, %g, %m, %s zero_point 5 : (tensor<1x8x4x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x4x4xi8>
  return %y : tensor<1x8x4x4xi8>
}
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"block-8x8">>>} {
// REMARK: graph.conv: its scales are no constants
// CHECK-LABEL: func.func @conv_multiplier(
// CHECK-NOT: graph.fused
// CHECK: return
func.func @conv_multiplier(%x: tensor<1x8x4x4xi8>, %g: tensor<i32>) -> tensor<1x8x4x4xi8> {
  %b = graph.constant dense<1> : tensor<i32>
  %m = graph.constant dense<1073741824> : tensor<i32>
  %s = graph.constant dense<33> : tensor<i32>
  %w = graph.constant dense<1> : tensor<8x8x1x1xi8>
  %0 = graph.conv %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] wide : (tensor<1x8x4x4xi8>, tensor<8x8x1x1xi8>) -> tensor<1x8x4x4xi32>
  %y = graph.requantize %0, %b, %g, %s zero_point 5 : (tensor<1x8x4x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x4x4xi8>
  return %y : tensor<1x8x4x4xi8>
}
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"block-8x8">>>} {
// REMARK: graph.conv: its scales are no constants
// CHECK-LABEL: func.func @conv_shift(
// CHECK-NOT: graph.fused
// CHECK: return
func.func @conv_shift(%x: tensor<1x8x4x4xi8>, %g: tensor<i32>) -> tensor<1x8x4x4xi8> {
  %b = graph.constant dense<1> : tensor<i32>
  %m = graph.constant dense<1073741824> : tensor<i32>
  %s = graph.constant dense<33> : tensor<i32>
  %w = graph.constant dense<1> : tensor<8x8x1x1xi8>
  %0 = graph.conv %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] wide : (tensor<1x8x4x4xi8>, tensor<8x8x1x1xi8>) -> tensor<1x8x4x4xi32>
  %y = graph.requantize %0, %b, %m, %g zero_point 5 : (tensor<1x8x4x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x4x4xi8>
  return %y : tensor<1x8x4x4xi8>
}
}

// -----

// A number of images that a run gives.
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"block-8x8">>>} {
// REMARK: graph.conv: a convolution over other than two spatial dims, of shapes that are known
// CHECK-LABEL: func.func @conv_open(
// CHECK-NOT: graph.fused
// CHECK: return
func.func @conv_open(%x: tensor<?x8x4x4xi8>) -> tensor<?x8x4x4xi8> {
  %b = graph.constant dense<1> : tensor<i32>
  %m = graph.constant dense<1073741824> : tensor<i32>
  %s = graph.constant dense<33> : tensor<i32>
  %w = graph.constant dense<1> : tensor<8x8x1x1xi8>
  %0 = graph.conv %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] wide : (tensor<?x8x4x4xi8>, tensor<8x8x1x1xi8>) -> tensor<?x8x4x4xi32>
  %y = graph.requantize %0, %b, %m, %s zero_point 5 : (tensor<?x8x4x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<?x8x4x4xi8>
  return %y : tensor<?x8x4x4xi8>
}
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"block-8x8">>>} {
// REMARK: graph.matmul: its second matrix is no constant
// CHECK-LABEL: func.func @dense_weights(
// CHECK-NOT: graph.fused
// CHECK: return
func.func @dense_weights(%x: tensor<3x8xi8>, %w: tensor<8x8xi8>) -> tensor<3x8xi8> {
  %b = graph.constant dense<1> : tensor<i32>
  %m = graph.constant dense<1073741824> : tensor<i32>
  %s = graph.constant dense<33> : tensor<i32>
  %0 = graph.matmul %x, %w wide : (tensor<3x8xi8>, tensor<8x8xi8>) -> tensor<3x8xi32>
  %y = graph.requantize %0, %b, %m, %s zero_point 5 : (tensor<3x8xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x8xi8>
  return %y : tensor<3x8xi8>
}
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"block-8x8">>>} {
// REMARK: graph.matmul: a product of other than two matrices of shapes that are known
// CHECK-LABEL: func.func @dense_open(
// CHECK-NOT: graph.fused
// CHECK: return
func.func @dense_open(%x: tensor<?x8xi8>) -> tensor<?x8xi8> {
  %b = graph.constant dense<1> : tensor<i32>
  %m = graph.constant dense<1073741824> : tensor<i32>
  %s = graph.constant dense<33> : tensor<i32>
  %w = graph.constant dense<1> : tensor<8x8xi8>
  %0 = graph.matmul %x, %w wide : (tensor<?x8xi8>, tensor<8x8xi8>) -> tensor<?x8xi32>
  %y = graph.requantize %0, %b, %m, %s zero_point 5 : (tensor<?x8xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<?x8xi8>
  return %y : tensor<?x8xi8>
}
}

// -----

// Products of batches of matrices, on either side.
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"block-8x8">>>} {
// REMARK: graph.matmul: a product of other than two matrices of shapes that are known
// CHECK-LABEL: func.func @dense_batch(
// CHECK-NOT: graph.fused
// CHECK: return
func.func @dense_batch(%x: tensor<2x3x8xi8>) -> tensor<2x3x8xi8> {
  %b = graph.constant dense<1> : tensor<i32>
  %m = graph.constant dense<1073741824> : tensor<i32>
  %s = graph.constant dense<33> : tensor<i32>
  %w = graph.constant dense<1> : tensor<8x8xi8>
  %0 = graph.matmul %x, %w wide : (tensor<2x3x8xi8>, tensor<8x8xi8>) -> tensor<2x3x8xi32>
  %y = graph.requantize %0, %b, %m, %s zero_point 5 : (tensor<2x3x8xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x3x8xi8>
  return %y : tensor<2x3x8xi8>
}
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"block-8x8">>>} {
// REMARK: graph.matmul: a product of other than two matrices of shapes that are known
// CHECK-LABEL: func.func @dense_batch_right(
// CHECK-NOT: graph.fused
// CHECK: return
func.func @dense_batch_right(%x: tensor<3x8xi8>) -> tensor<2x3x8xi8> {
  %b = graph.constant dense<1> : tensor<i32>
  %m = graph.constant dense<1073741824> : tensor<i32>
  %s = graph.constant dense<33> : tensor<i32>
  %w = graph.constant dense<1> : tensor<2x8x8xi8>
  %0 = graph.matmul %x, %w wide : (tensor<3x8xi8>, tensor<2x8x8xi8>) -> tensor<2x3x8xi32>
  %y = graph.requantize %0, %b, %m, %s zero_point 5 : (tensor<2x3x8xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<2x3x8xi8>
  return %y : tensor<2x3x8xi8>
}
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"block-8x8">>>} {
// REMARK: graph.matmul: 3 input channels fill less than 50 % of blocks of 8
// CHECK-LABEL: func.func @dense_fill(
// CHECK-NOT: graph.fused
// CHECK: return
func.func @dense_fill(%x: tensor<3x3xi8>) -> tensor<3x8xi8> {
  %b = graph.constant dense<1> : tensor<i32>
  %m = graph.constant dense<1073741824> : tensor<i32>
  %s = graph.constant dense<33> : tensor<i32>
  %w = graph.constant dense<1> : tensor<3x8xi8>
  %0 = graph.matmul %x, %w wide : (tensor<3x3xi8>, tensor<3x8xi8>) -> tensor<3x8xi32>
  %y = graph.requantize %0, %b, %m, %s zero_point 5 : (tensor<3x8xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x8xi8>
  return %y : tensor<3x8xi8>
}
}

// -----

// Products of words, and channels that are in blocks already.
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"block-8x8">>>} {
// REMARK: graph.conv: a convolution over other than two spatial dims, of shapes that are known
// CHECK-LABEL: func.func @conv_words(
// CHECK-NOT: graph.fused
// CHECK: return
func.func @conv_words(%x: tensor<1x8x4x4xi32>) -> tensor<1x8x4x4xi8> {
  %w = graph.constant dense<1> : tensor<8x8x1x1xi32>
  %b = graph.constant dense<1> : tensor<i32>
  %m = graph.constant dense<1073741824> : tensor<i32>
  %s = graph.constant dense<33> : tensor<i32>
  %0 = graph.conv %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x8x4x4xi32>, tensor<8x8x1x1xi32>) -> tensor<1x8x4x4xi32>
  %1 = graph.requantize %0, %b, %m, %s zero_point 5 : (tensor<1x8x4x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x4x4xi8>
  return %1 : tensor<1x8x4x4xi8>
}
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"block-8x8">>>} {
// REMARK: graph.conv: a convolution over other than two spatial dims, of shapes that are known
// CHECK-LABEL: func.func @conv_blocks(
// CHECK-NOT: graph.fused
// CHECK: return
func.func @conv_blocks(%x: tensor<1x8x4x8xi8>) -> tensor<1x8x4x8xi8> {
  %w = graph.constant dense<1> : tensor<8x8x1x8x8xi8>
  %b = graph.constant dense<1> : tensor<i32>
  %m = graph.constant dense<1073741824> : tensor<i32>
  %s = graph.constant dense<33> : tensor<i32>
  %0 = graph.conv %x, %w strides [1] pads [0, 0] dilations [1] layouts ["NCW8c", "OIW8o8i", "NCW8c"] wide : (tensor<1x8x4x8xi8>, tensor<8x8x1x8x8xi8>) -> tensor<1x8x4x8xi32>
  %1 = graph.requantize %0, %b, %m, %s zero_point 5 : (tensor<1x8x4x8xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x4x8xi8>
  return %1 : tensor<1x8x4x8xi8>
}
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"block-8x8">>>} {
// REMARK: graph.matmul: a product of other than two matrices of shapes that are known
// CHECK-LABEL: func.func @dense_words(
// CHECK-NOT: graph.fused
// CHECK: return
func.func @dense_words(%x: tensor<3x8xi32>) -> tensor<3x8xi8> {
  %w = graph.constant dense<1> : tensor<8x8xi32>
  %b = graph.constant dense<1> : tensor<i32>
  %m = graph.constant dense<1073741824> : tensor<i32>
  %s = graph.constant dense<33> : tensor<i32>
  %0 = graph.matmul %x, %w : (tensor<3x8xi32>, tensor<8x8xi32>) -> tensor<3x8xi32>
  %1 = graph.requantize %0, %b, %m, %s zero_point 5 : (tensor<3x8xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<3x8xi8>
  return %1 : tensor<3x8xi8>
}
}
