// RUN: dl-opt %s --graph-partition-vdla --canonicalize --split-input-file | FileCheck %s
// RUN: dl-opt %s --graph-partition-vdla --split-input-file --remarks-filter=graph-partition-vdla -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"block-8x8">>>} {
// Channels that do not fill blocks are padded; a second convolution takes what is packed, and weights and
// scales are packed now.
// CHECK-LABEL: func.func @convs
// CHECK:         %[[PAD:.*]] = graph.pad %arg0, %{{.*}} low [0, 0, 0, 0] high [0, 4, 0, 0] mode "constant" : (tensor<1x12x4x4xi8>, tensor<i8>) -> tensor<1x16x4x4xi8>
// CHECK:         %[[X:.*]] = graph.layout_transform %[[PAD]] "NCHW" to "NCHW8c" : (tensor<1x16x4x4xi8>) -> tensor<1x2x4x4x8xi8>
// CHECK:         %[[A:.*]] = graph.fused root("graph.conv") device("vdla") (%[[XA:.*]] = %[[X]] : tensor<1x2x4x4x8xi8>, %[[WA:.*]] = %{{.*}} : tensor<1x2x1x1x8x8xi8>, %[[BA:.*]] = %{{.*}} : tensor<1x1x1x8xi32>, %[[MA:.*]] = %{{.*}} : tensor<i32>, %[[SA:.*]] = %{{.*}} : tensor<i32>) -> tensor<1x1x4x4x8xi8> {
// CHECK-NEXT:      %[[SUMS:.*]] = graph.conv %[[XA]], %[[WA]] strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] layouts ["NCHW8c", "OIHW8o8i", "NCHW8c"] wide pad_value -3 : (tensor<1x2x4x4x8xi8>, tensor<1x2x1x1x8x8xi8>) -> tensor<1x1x4x4x8xi32>
// CHECK-NEXT:      %[[Y:.*]] = graph.requantize %[[SUMS]], %[[BA]], %[[MA]], %[[SA]] zero_point 5 relu
// CHECK-NEXT:      graph.yield %[[Y]]
// CHECK:         %[[B:.*]] = graph.fused root("graph.conv") device("vdla") (%{{.*}} = %[[A]] : tensor<1x1x4x4x8xi8>
// CHECK:         %[[PLAIN:.*]] = graph.layout_transform %[[B]] "NCHW8c" to "NCHW" : (tensor<1x1x4x4x8xi8>) -> tensor<1x8x4x4xi8>
// CHECK-NEXT:    return %[[PLAIN]]
func.func @convs(%x: tensor<1x12x4x4xi8>) -> tensor<1x8x4x4xi8> {
  %w = graph.constant dense<1> : tensor<8x12x1x1xi8>
  %v = graph.constant dense<2> : tensor<8x8x1x1xi8>
  %b = graph.constant dense<[[[1]], [[2]], [[3]], [[4]], [[5]], [[6]], [[7]], [[8]]]> : tensor<8x1x1xi32>
  %m = graph.constant dense<1073741824> : tensor<i32>
  %s = graph.constant dense<33> : tensor<i32>
  %0 = graph.conv %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] wide pad_value -3 : (tensor<1x12x4x4xi8>, tensor<8x12x1x1xi8>) -> tensor<1x8x4x4xi32>
  %1 = graph.requantize %0, %b, %m, %s zero_point 5 relu : (tensor<1x8x4x4xi32>, tensor<8x1x1xi32>, tensor<i32>, tensor<i32>) -> tensor<1x8x4x4xi8>
  %2 = graph.conv %1, %v strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] wide pad_value 5 : (tensor<1x8x4x4xi8>, tensor<8x8x1x1xi8>) -> tensor<1x8x4x4xi32>
  %3 = graph.requantize %2, %b, %m, %s zero_point 0 : (tensor<1x8x4x4xi32>, tensor<8x1x1xi32>, tensor<i32>, tensor<i32>) -> tensor<1x8x4x4xi8>
  return %3 : tensor<1x8x4x4xi8>
}
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"block-8x8">>>} {
// A product of matrices is a convolution of images of one element; sums and maxima follow what is packed.
// CHECK-LABEL: func.func @dense
// CHECK:         %[[X:.*]] = graph.reshape %arg0 : (tensor<3x16xi8>) -> tensor<3x2x1x1x8xi8>
// CHECK:         graph.fused root("graph.conv") device("vdla") (%{{.*}} = %[[X]] : tensor<3x2x1x1x8xi8>, %{{.*}} = %{{.*}} : tensor<1x2x1x1x8x8xi8>
// CHECK:           graph.conv {{.*}} -> tensor<3x1x1x1x8xi32>
// CHECK:         graph.reshape %{{.*}} : (tensor<3x1x1x1x8xi8>) -> tensor<3x8x1x1xi8>
// CHECK:         graph.slice %{{.*}} starts [0, 0, 0, 0] sizes [3, 5, 1, 1] steps [1, 1, 1, 1]
// CHECK:         graph.reshape %{{.*}} : (tensor<3x5x1x1xi8>) -> tensor<3x5xi8>
func.func @dense(%x: tensor<3x16xi8>) -> tensor<3x5xi8> {
  %w = graph.constant dense<1> : tensor<16x5xi8>
  %b = graph.constant dense<[1, 2, 3, 4, 5]> : tensor<5xi32>
  %m = graph.constant dense<1073741824> : tensor<i32>
  %s = graph.constant dense<33> : tensor<i32>
  %0 = graph.matmul %x, %w wide : (tensor<3x16xi8>, tensor<16x5xi8>) -> tensor<3x5xi32>
  %1 = graph.requantize %0, %b, %m, %s zero_point 5 : (tensor<3x5xi32>, tensor<5xi32>, tensor<i32>, tensor<i32>) -> tensor<3x5xi8>
  return %1 : tensor<3x5xi8>
}

// CHECK-LABEL: func.func @residual
// CHECK:         %[[POOL:.*]] = graph.fused root("graph.max_pool") device("vdla")
// CHECK-NEXT:      graph.max_pool {{.*}} layout "NCHW8c"
// CHECK:         %[[CONV:.*]] = graph.fused root("graph.conv") device("vdla") (%{{.*}} = %[[POOL]]
// CHECK:         %[[SUM:.*]] = graph.fused root("graph.add") device("vdla") (%{{.*}} = %[[CONV]] : tensor<1x1x2x2x8xi8>, %{{.*}} = %[[POOL]] : tensor<1x1x2x2x8xi8>
// CHECK:           graph.cast
// CHECK:           graph.mul
// CHECK:           graph.cast
// CHECK:           graph.mul
// CHECK:           graph.add
// CHECK:           graph.requantize
// CHECK:         graph.layout_transform %[[SUM]]
func.func @residual(%x: tensor<1x8x4x4xi8>) -> tensor<1x8x2x2xi8> {
  %w = graph.constant dense<1> : tensor<8x8x1x1xi8>
  %b = graph.constant dense<1> : tensor<i32>
  %m = graph.constant dense<1073741824> : tensor<i32>
  %s = graph.constant dense<33> : tensor<i32>
  %ka = graph.constant dense<1000> : tensor<i32>
  %kb = graph.constant dense<2000> : tensor<i32>
  %p = graph.max_pool %x kernel [2, 2] strides [2, 2] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x8x4x4xi8>) -> tensor<1x8x2x2xi8>
  %0 = graph.conv %p, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] wide : (tensor<1x8x2x2xi8>, tensor<8x8x1x1xi8>) -> tensor<1x8x2x2xi32>
  %1 = graph.requantize %0, %b, %m, %s zero_point 5 : (tensor<1x8x2x2xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x2x2xi8>
  %2 = graph.cast %1 to i32 : (tensor<1x8x2x2xi8>) -> tensor<1x8x2x2xi32>
  %3 = graph.mul %2, %ka : (tensor<1x8x2x2xi32>, tensor<i32>) -> tensor<1x8x2x2xi32>
  %4 = graph.cast %p to i32 : (tensor<1x8x2x2xi8>) -> tensor<1x8x2x2xi32>
  %5 = graph.mul %4, %kb : (tensor<1x8x2x2xi32>, tensor<i32>) -> tensor<1x8x2x2xi32>
  %6 = graph.add %3, %5 : (tensor<1x8x2x2xi32>, tensor<1x8x2x2xi32>) -> tensor<1x8x2x2xi32>
  %7 = graph.requantize %6, %b, %m, %s zero_point 0 : (tensor<1x8x2x2xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x2x2xi8>
  return %7 : tensor<1x8x2x2xi8>
}
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"block-8x8">>>} {
// REMARK-DAG: graph.conv: 3 input channels fill less than 50 % of blocks of 8
// REMARK-DAG: graph.conv: a convolution of 2 groups: the matrix unit multiplies all channels of a block
// REMARK-DAG: graph.conv: a convolution over other than two spatial dims, of shapes that are known
// REMARK-DAG: graph.tanh: it computes with floats
// REMARK-DAG: graph.max_pool: pooling alone costs more to move than to compute
// REMARK-DAG: graph.requantize: its sums are read elsewhere, too
// REMARK-DAG: graph.requantize: a rescaling alone costs more to move than to compute
// REMARK-DAG: graph.cast: the device has no kernel of it
// CHECK-LABEL: func.func @left
// CHECK-NOT:     graph.fused
func.func @left(%x: tensor<1x3x4x4xi8>, %y: tensor<1x8x4xi8>, %z: tensor<1x8x4x4xi8>, %f: tensor<4xf32>)
    -> (tensor<1x8x4x4xi8>, tensor<1x8x4xi8>, tensor<1x8x4x4xi8>, tensor<4xf32>, tensor<1x8x4x4xi8>, tensor<1x8x4x4xi8>, tensor<1x8x4x4xi32>, tensor<1x8x4x4xi8>) {
  %b = graph.constant dense<1> : tensor<i32>
  %m = graph.constant dense<1073741824> : tensor<i32>
  %s = graph.constant dense<33> : tensor<i32>
  %w = graph.constant dense<1> : tensor<8x3x1x1xi8>
  %0 = graph.conv %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] wide : (tensor<1x3x4x4xi8>, tensor<8x3x1x1xi8>) -> tensor<1x8x4x4xi32>
  %1 = graph.requantize %0, %b, %m, %s zero_point 5 : (tensor<1x8x4x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x4x4xi8>
  %v = graph.constant dense<1> : tensor<8x8x1xi8>
  %2 = graph.conv %y, %v strides [1] pads [0, 0] dilations [1] wide : (tensor<1x8x4xi8>, tensor<8x8x1xi8>) -> tensor<1x8x4xi32>
  %3 = graph.requantize %2, %b, %m, %s zero_point 5 : (tensor<1x8x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x4xi8>
  %u = graph.constant dense<1> : tensor<8x4x1x1xi8>
  %4 = graph.conv %z, %u strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] group 2 wide : (tensor<1x8x4x4xi8>, tensor<8x4x1x1xi8>) -> tensor<1x8x4x4xi32>
  %5 = graph.requantize %4, %b, %m, %s zero_point 5 : (tensor<1x8x4x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x4x4xi8>
  %6 = graph.tanh %f : (tensor<4xf32>) -> tensor<4xf32>
  %7 = graph.max_pool %z kernel [1, 1] strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x8x4x4xi8>) -> tensor<1x8x4x4xi8>
  %t = graph.constant dense<1> : tensor<8x8x1x1xi8>
  %8 = graph.conv %z, %t strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] wide : (tensor<1x8x4x4xi8>, tensor<8x8x1x1xi8>) -> tensor<1x8x4x4xi32>
  %9 = graph.requantize %8, %b, %m, %s zero_point 5 : (tensor<1x8x4x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x4x4xi8>
  %10 = graph.cast %z to i32 : (tensor<1x8x4x4xi8>) -> tensor<1x8x4x4xi32>
  %11 = graph.requantize %10, %b, %m, %s zero_point 5 : (tensor<1x8x4x4xi32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x4x4xi8>
  return %1, %3, %5, %6, %7, %9, %8, %11 : tensor<1x8x4x4xi8>, tensor<1x8x4xi8>, tensor<1x8x4x4xi8>, tensor<4xf32>, tensor<1x8x4x4xi8>, tensor<1x8x4x4xi8>, tensor<1x8x4x4xi32>, tensor<1x8x4x4xi8>
}
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"block-8x8">>>} {
// Channels that fill half of a block are enough.
// CHECK-LABEL: func.func @half
// CHECK:         graph.pad %arg0, %{{.*}} high [0, 4, 0, 0]
// CHECK:         graph.fused root("graph.conv") device("vdla")
func.func @half(%x: tensor<1x4x4x4xi8>) -> tensor<1x8x4x4xi8> {
  %w = graph.constant dense<1> : tensor<8x4x1x1xi8>
  %b = graph.constant dense<1> : tensor<8x1x1xi32>
  %m = graph.constant dense<1073741824> : tensor<i32>
  %s = graph.constant dense<33> : tensor<i32>
  %0 = graph.conv %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] wide pad_value 0 : (tensor<1x4x4x4xi8>, tensor<8x4x1x1xi8>) -> tensor<1x8x4x4xi32>
  %1 = graph.requantize %0, %b, %m, %s zero_point 0 : (tensor<1x8x4x4xi32>, tensor<8x1x1xi32>, tensor<i32>, tensor<i32>) -> tensor<1x8x4x4xi8>
  return %1 : tensor<1x8x4x4xi8>
}
}
