// RUN: dl-opt %s --graph-partition-vdla --canonicalize --split-input-file | FileCheck %s
// RUN: dl-opt %s --graph-partition-vdla --split-input-file --remarks-filter=graph-partition-vdla -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// Sums and pools that the device does not run, and why.

// Sums alone, of other numbers than bytes, with factors that a run gives or of which there are many.
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"block-8x8">>>} {
// REMARK: graph.add: a sum alone costs more to move than to compute
// CHECK-LABEL: func.func @sum_alone(
// CHECK-NOT: graph.fused
// CHECK: return
func.func @sum_alone(%x: tensor<1x8x4x4xi8>, %z: tensor<1x8x4x4xi8>) -> tensor<1x8x4x4xi8> {
  %b = graph.constant dense<1> : tensor<i32>
  %m = graph.constant dense<1073741824> : tensor<i32>
  %s = graph.constant dense<33> : tensor<i32>
  %k = graph.constant dense<3> : tensor<i32>
  %x0 = graph.cast %x to i32 : (tensor<1x8x4x4xi8>) -> tensor<1x8x4x4xi32>
  %x1 = graph.mul %x0, %k : (tensor<1x8x4x4xi32>, tensor<i32>) -> tensor<1x8x4x4xi32>
  %z0 = graph.cast %z to i32 : (tensor<1x8x4x4xi8>) -> tensor<1x8x4x4xi32>
  %z1 = graph.mul %z0, %k : (tensor<1x8x4x4xi32>, tensor<i32>) -> tensor<1x8x4x4xi32>
  %0 = graph.add %x1, %z1 : (tensor<1x8x4x4xi32>, tensor<1x8x4x4xi32>) -> tensor<1x8x4x4xi32>
  %y = graph.requantize %0, %b, %m, %s zero_point 5 : (tensor<1x8x4x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x4x4xi8>
  return %y : tensor<1x8x4x4xi8>
}
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"block-8x8">>>} {
// REMARK: graph.add: a sum of other than two scaled tensors of bytes
// CHECK-LABEL: func.func @sum_unsigned(
// CHECK-NOT: graph.fused
// CHECK: return
func.func @sum_unsigned(%x: tensor<1x8x4x4xui8>, %z: tensor<1x8x4x4xi8>) -> tensor<1x8x4x4xi8> {
  %b = graph.constant dense<1> : tensor<i32>
  %m = graph.constant dense<1073741824> : tensor<i32>
  %s = graph.constant dense<33> : tensor<i32>
  %k = graph.constant dense<3> : tensor<i32>
  %x0 = graph.cast %x to i32 : (tensor<1x8x4x4xui8>) -> tensor<1x8x4x4xi32>
  %x1 = graph.mul %x0, %k : (tensor<1x8x4x4xi32>, tensor<i32>) -> tensor<1x8x4x4xi32>
  %z0 = graph.cast %z to i32 : (tensor<1x8x4x4xi8>) -> tensor<1x8x4x4xi32>
  %z1 = graph.mul %z0, %k : (tensor<1x8x4x4xi32>, tensor<i32>) -> tensor<1x8x4x4xi32>
  %0 = graph.add %x1, %z1 : (tensor<1x8x4x4xi32>, tensor<1x8x4x4xi32>) -> tensor<1x8x4x4xi32>
  %y = graph.requantize %0, %b, %m, %s zero_point 5 : (tensor<1x8x4x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x4x4xi8>
  return %y : tensor<1x8x4x4xi8>
}
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"block-8x8">>>} {
// REMARK: graph.add: a sum of other than two scaled tensors of bytes
// CHECK-LABEL: func.func @sum_words(
// CHECK-NOT: graph.fused
// CHECK: return
func.func @sum_words(%x: tensor<1x8x4x4xi8>, %z: tensor<1x8x4x4xi32>) -> tensor<1x8x4x4xi8> {
  %b = graph.constant dense<1> : tensor<i32>
  %m = graph.constant dense<1073741824> : tensor<i32>
  %s = graph.constant dense<33> : tensor<i32>
  %k = graph.constant dense<3> : tensor<i32>
  %x0 = graph.cast %x to i32 : (tensor<1x8x4x4xi8>) -> tensor<1x8x4x4xi32>
  %x1 = graph.mul %x0, %k : (tensor<1x8x4x4xi32>, tensor<i32>) -> tensor<1x8x4x4xi32>
  %z1 = graph.mul %z, %k : (tensor<1x8x4x4xi32>, tensor<i32>) -> tensor<1x8x4x4xi32>
  %0 = graph.add %x1, %z1 : (tensor<1x8x4x4xi32>, tensor<1x8x4x4xi32>) -> tensor<1x8x4x4xi32>
  %y = graph.requantize %0, %b, %m, %s zero_point 5 : (tensor<1x8x4x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x4x4xi8>
  return %y : tensor<1x8x4x4xi8>
}
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"block-8x8">>>} {
// REMARK: graph.add: a sum of other than two scaled tensors of bytes
// CHECK-LABEL: func.func @sum_unscaled(
// CHECK-NOT: graph.fused
// CHECK: return
func.func @sum_unscaled(%x: tensor<1x8x4x4xi8>, %z: tensor<1x8x4x4xi8>) -> tensor<1x8x4x4xi8> {
  %b = graph.constant dense<1> : tensor<i32>
  %m = graph.constant dense<1073741824> : tensor<i32>
  %s = graph.constant dense<33> : tensor<i32>
  %k = graph.constant dense<3> : tensor<i32>
  %x0 = graph.cast %x to i32 : (tensor<1x8x4x4xi8>) -> tensor<1x8x4x4xi32>
  %x1 = graph.mul %x0, %k : (tensor<1x8x4x4xi32>, tensor<i32>) -> tensor<1x8x4x4xi32>
  %z1 = graph.cast %z to i32 : (tensor<1x8x4x4xi8>) -> tensor<1x8x4x4xi32>
  %0 = graph.add %x1, %z1 : (tensor<1x8x4x4xi32>, tensor<1x8x4x4xi32>) -> tensor<1x8x4x4xi32>
  %y = graph.requantize %0, %b, %m, %s zero_point 5 : (tensor<1x8x4x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x4x4xi8>
  return %y : tensor<1x8x4x4xi8>
}
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"block-8x8">>>} {
// REMARK: graph.add: a sum of other than two scaled tensors of bytes
// CHECK-LABEL: func.func @sum_factor(
// CHECK-NOT: graph.fused
// CHECK: return
func.func @sum_factor(%x: tensor<1x8x4x4xi8>, %z: tensor<1x8x4x4xi8>, %k: tensor<i32>) -> tensor<1x8x4x4xi8> {
  %b = graph.constant dense<1> : tensor<i32>
  %m = graph.constant dense<1073741824> : tensor<i32>
  %s = graph.constant dense<33> : tensor<i32>
  %x0 = graph.cast %x to i32 : (tensor<1x8x4x4xi8>) -> tensor<1x8x4x4xi32>
  %x1 = graph.mul %x0, %k : (tensor<1x8x4x4xi32>, tensor<i32>) -> tensor<1x8x4x4xi32>
  %z0 = graph.cast %z to i32 : (tensor<1x8x4x4xi8>) -> tensor<1x8x4x4xi32>
  %z1 = graph.mul %z0, %k : (tensor<1x8x4x4xi32>, tensor<i32>) -> tensor<1x8x4x4xi32>
  %0 = graph.add %x1, %z1 : (tensor<1x8x4x4xi32>, tensor<1x8x4x4xi32>) -> tensor<1x8x4x4xi32>
  %y = graph.requantize %0, %b, %m, %s zero_point 5 : (tensor<1x8x4x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x4x4xi8>
  return %y : tensor<1x8x4x4xi8>
}
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"block-8x8">>>} {
// REMARK: graph.add: a sum of other than two scaled tensors of bytes
// CHECK-LABEL: func.func @sum_factors(
// CHECK-NOT: graph.fused
// CHECK: return
func.func @sum_factors(%x: tensor<1x8x4x4xi8>, %z: tensor<1x8x4x4xi8>) -> tensor<1x8x4x4xi8> {
  %b = graph.constant dense<1> : tensor<i32>
  %m = graph.constant dense<1073741824> : tensor<i32>
  %s = graph.constant dense<33> : tensor<i32>
  %k = graph.constant dense<[1, 2, 3, 4]> : tensor<4xi32>
  %x0 = graph.cast %x to i32 : (tensor<1x8x4x4xi8>) -> tensor<1x8x4x4xi32>
  %x1 = graph.mul %x0, %k : (tensor<1x8x4x4xi32>, tensor<4xi32>) -> tensor<1x8x4x4xi32>
  %z0 = graph.cast %z to i32 : (tensor<1x8x4x4xi8>) -> tensor<1x8x4x4xi32>
  %z1 = graph.mul %z0, %k : (tensor<1x8x4x4xi32>, tensor<4xi32>) -> tensor<1x8x4x4xi32>
  %0 = graph.add %x1, %z1 : (tensor<1x8x4x4xi32>, tensor<1x8x4x4xi32>) -> tensor<1x8x4x4xi32>
  %y = graph.requantize %0, %b, %m, %s zero_point 5 : (tensor<1x8x4x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x4x4xi8>
  return %y : tensor<1x8x4x4xi8>
}
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"block-8x8">>>} {
// REMARK: graph.add: a sum of tensors of other than four dims of extents that are known
// CHECK-LABEL: func.func @sum_rank(
// CHECK-NOT: graph.fused
// CHECK: return
func.func @sum_rank(%x: tensor<8x4xi8>, %z: tensor<8x4xi8>) -> tensor<8x4xi8> {
  %b = graph.constant dense<1> : tensor<i32>
  %m = graph.constant dense<1073741824> : tensor<i32>
  %s = graph.constant dense<33> : tensor<i32>
  %k = graph.constant dense<3> : tensor<i32>
  %x0 = graph.cast %x to i32 : (tensor<8x4xi8>) -> tensor<8x4xi32>
  %x1 = graph.mul %x0, %k : (tensor<8x4xi32>, tensor<i32>) -> tensor<8x4xi32>
  %z0 = graph.cast %z to i32 : (tensor<8x4xi8>) -> tensor<8x4xi32>
  %z1 = graph.mul %z0, %k : (tensor<8x4xi32>, tensor<i32>) -> tensor<8x4xi32>
  %0 = graph.add %x1, %z1 : (tensor<8x4xi32>, tensor<8x4xi32>) -> tensor<8x4xi32>
  %y = graph.requantize %0, %b, %m, %s zero_point 5 : (tensor<8x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<8x4xi8>
  return %y : tensor<8x4xi8>
}
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"block-8x8">>>} {
// REMARK: graph.add: a sum of tensors of other than four dims of extents that are known
// CHECK-LABEL: func.func @sum_open(
// CHECK-NOT: graph.fused
// CHECK: return
func.func @sum_open(%x: tensor<?x8x4x4xi8>, %z: tensor<?x8x4x4xi8>) -> tensor<?x8x4x4xi8> {
  %b = graph.constant dense<1> : tensor<i32>
  %m = graph.constant dense<1073741824> : tensor<i32>
  %s = graph.constant dense<33> : tensor<i32>
  %k = graph.constant dense<3> : tensor<i32>
  %x0 = graph.cast %x to i32 : (tensor<?x8x4x4xi8>) -> tensor<?x8x4x4xi32>
  %x1 = graph.mul %x0, %k : (tensor<?x8x4x4xi32>, tensor<i32>) -> tensor<?x8x4x4xi32>
  %z0 = graph.cast %z to i32 : (tensor<?x8x4x4xi8>) -> tensor<?x8x4x4xi32>
  %z1 = graph.mul %z0, %k : (tensor<?x8x4x4xi32>, tensor<i32>) -> tensor<?x8x4x4xi32>
  %0 = graph.add %x1, %z1 : (tensor<?x8x4x4xi32>, tensor<?x8x4x4xi32>) -> tensor<?x8x4x4xi32>
  %y = graph.requantize %0, %b, %m, %s zero_point 5 : (tensor<?x8x4x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<?x8x4x4xi8>
  return %y : tensor<?x8x4x4xi8>
}
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"block-8x8">>>} {
// REMARK: graph.add: 3 input channels fill less than 50 % of blocks of 8
// CHECK-LABEL: func.func @sum_fill(
// CHECK-NOT: graph.fused
// CHECK: return
func.func @sum_fill(%x: tensor<1x3x4x4xi8>, %z: tensor<1x3x4x4xi8>) -> tensor<1x3x4x4xi8> {
  %b = graph.constant dense<1> : tensor<i32>
  %m = graph.constant dense<1073741824> : tensor<i32>
  %s = graph.constant dense<33> : tensor<i32>
  %k = graph.constant dense<3> : tensor<i32>
  %x0 = graph.cast %x to i32 : (tensor<1x3x4x4xi8>) -> tensor<1x3x4x4xi32>
  %x1 = graph.mul %x0, %k : (tensor<1x3x4x4xi32>, tensor<i32>) -> tensor<1x3x4x4xi32>
  %z0 = graph.cast %z to i32 : (tensor<1x3x4x4xi8>) -> tensor<1x3x4x4xi32>
  %z1 = graph.mul %z0, %k : (tensor<1x3x4x4xi32>, tensor<i32>) -> tensor<1x3x4x4xi32>
  %0 = graph.add %x1, %z1 : (tensor<1x3x4x4xi32>, tensor<1x3x4x4xi32>) -> tensor<1x3x4x4xi32>
  %y = graph.requantize %0, %b, %m, %s zero_point 5 : (tensor<1x3x4x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x3x4x4xi8>
  return %y : tensor<1x3x4x4xi8>
}
}

// -----

// Pooling of rows, of open extents, and of too few channels.
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"block-8x8">>>} {
// REMARK: graph.max_pool: pooling over other than two spatial dims, of shapes that are known
// CHECK-LABEL: func.func @pool_rank(
// CHECK-NOT: graph.fused
// CHECK: return
func.func @pool_rank(%x: tensor<1x8x4xi8>) -> tensor<1x8x4xi8> {
  %b = graph.constant dense<1> : tensor<i32>
  %m = graph.constant dense<1073741824> : tensor<i32>
  %s = graph.constant dense<33> : tensor<i32>
  %y = graph.max_pool %x kernel [1] strides [1] pads [0, 0] dilations [1] : (tensor<1x8x4xi8>) -> tensor<1x8x4xi8>
  return %y : tensor<1x8x4xi8>
}
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"block-8x8">>>} {
// REMARK: graph.max_pool: pooling over other than two spatial dims, of shapes that are known
// CHECK-LABEL: func.func @pool_open(
// CHECK-NOT: graph.fused
// CHECK: return
func.func @pool_open(%x: tensor<?x8x4x4xi8>) -> tensor<?x8x4x4xi8> {
  %b = graph.constant dense<1> : tensor<i32>
  %m = graph.constant dense<1073741824> : tensor<i32>
  %s = graph.constant dense<33> : tensor<i32>
  %y = graph.max_pool %x kernel [1, 1] strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<?x8x4x4xi8>) -> tensor<?x8x4x4xi8>
  return %y : tensor<?x8x4x4xi8>
}
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"block-8x8">>>} {
// REMARK: graph.max_pool: 3 input channels fill less than 50 % of blocks of 8
// CHECK-LABEL: func.func @pool_fill(
// CHECK-NOT: graph.fused
// CHECK: return
func.func @pool_fill(%x: tensor<1x3x4x4xi8>) -> tensor<1x3x4x4xi8> {
  %b = graph.constant dense<1> : tensor<i32>
  %m = graph.constant dense<1073741824> : tensor<i32>
  %s = graph.constant dense<33> : tensor<i32>
  %y = graph.max_pool %x kernel [1, 1] strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x3x4x4xi8>) -> tensor<1x3x4x4xi8>
  return %y : tensor<1x3x4x4xi8>
}
}

// -----

// Pooling of channels that are in blocks already, and in front of convolutions that stay: of groups, and of sums of a byte.
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"block-8x8">>>} {
// REMARK: graph.max_pool: pooling over other than two spatial dims, of shapes that are known
// CHECK-LABEL: func.func @pool_blocks(
// CHECK-NOT: graph.fused
// CHECK: return
func.func @pool_blocks(%x: tensor<1x8x4x8xi8>) -> tensor<1x8x4x8xi8> {
  %y = graph.max_pool %x kernel [1] strides [1] pads [0, 0] dilations [1] layout "NCW8c" : (tensor<1x8x4x8xi8>) -> tensor<1x8x4x8xi8>
  return %y : tensor<1x8x4x8xi8>
}
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"block-8x8">>>} {
// REMARK: graph.max_pool: pooling alone costs more to move than to compute
// CHECK-LABEL: func.func @pool_before_groups(
// CHECK-NOT: graph.fused
// CHECK: return
func.func @pool_before_groups(%x: tensor<1x8x4x4xi8>) -> tensor<1x8x4x4xi32> {
  %w = graph.constant dense<1> : tensor<8x4x1x1xi8>
  %p = graph.max_pool %x kernel [1, 1] strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x8x4x4xi8>) -> tensor<1x8x4x4xi8>
  %y = graph.conv %p, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] group 2 wide : (tensor<1x8x4x4xi8>, tensor<8x4x1x1xi8>) -> tensor<1x8x4x4xi32>
  return %y : tensor<1x8x4x4xi32>
}
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"block-8x8">>>} {
// REMARK: graph.max_pool: pooling alone costs more to move than to compute
// CHECK-LABEL: func.func @pool_before_bytes(
// CHECK-NOT: graph.fused
// CHECK: return
func.func @pool_before_bytes(%x: tensor<1x8x4x4xi8>) -> tensor<1x8x4x4xi8> {
  %w = graph.constant dense<1> : tensor<8x8x1x1xi8>
  %p = graph.max_pool %x kernel [1, 1] strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x8x4x4xi8>) -> tensor<1x8x4x4xi8>
  %y = graph.conv %p, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x8x4x4xi8>, tensor<8x8x1x1xi8>) -> tensor<1x8x4x4xi8>
  return %y : tensor<1x8x4x4xi8>
}
}
