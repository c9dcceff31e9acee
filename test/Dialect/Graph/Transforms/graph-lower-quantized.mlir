// RUN: dl-opt %s --graph-lower-quantized --canonicalize --split-input-file | FileCheck %s
// RUN: dl-opt %s --graph-lower-quantized --split-input-file --remarks-filter=graph-lower-quantized -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// A convolution of bytes with a sign, padded with their zero point. Factors are 0.5 * 0.25 / 0.125 = 1 and
// 0.5 * 0.5 / 0.125 = 2; the bias is 3 / 0.125 less -3 * (1 + 2), and so on.
// CHECK-LABEL: func.func @conv
// CHECK-DAG:     %[[BIAS:.*]] = graph.constant dense<{{\[\[\[}}33]], {{\[\[}}-53]]]> : tensor<2x1x1xi32>
// CHECK-DAG:     %[[FACTOR:.*]] = graph.constant dense<1073741824> : tensor<i32>
// CHECK-DAG:     %[[SHIFT:.*]] = graph.constant dense<{{\[\[\[}}30]], {{\[\[}}29]]]> : tensor<2x1x1xi32>
// CHECK-DAG:     %[[W:.*]] = graph.constant dense<{{.*}}> : tensor<2x2x1x1xi8>
// CHECK:         %[[SUMS:.*]] = graph.conv %arg0, %[[W]] strides [1, 1] pads [1, 1, 1, 1] dilations [1, 1] wide pad_value -3 : (tensor<1x2x4x4xi8>, tensor<2x2x1x1xi8>) -> tensor<1x2x6x6xi32>
// CHECK-NEXT:    %[[Y:.*]] = graph.requantize %[[SUMS]], %[[BIAS]], %[[FACTOR]], %[[SHIFT]] zero_point 5 :
// CHECK-NEXT:    return %[[Y]] : tensor<1x2x6x6xi8>
func.func @conv(%x: tensor<1x2x4x4xi8>) -> tensor<1x2x6x6xi8> {
  %xz = graph.constant dense<-3> : tensor<i32>
  %xs = graph.constant dense<0.5> : tensor<f32>
  %x0 = graph.cast %x to i32 : (tensor<1x2x4x4xi8>) -> tensor<1x2x4x4xi32>
  %x1 = graph.sub %x0, %xz : (tensor<1x2x4x4xi32>, tensor<i32>) -> tensor<1x2x4x4xi32>
  %x2 = graph.cast %x1 to f32 : (tensor<1x2x4x4xi32>) -> tensor<1x2x4x4xf32>
  %x3 = graph.mul %x2, %xs : (tensor<1x2x4x4xf32>, tensor<f32>) -> tensor<1x2x4x4xf32>
  %w = graph.constant dense<[[[[1]], [[2]]], [[[-3]], [[4]]]]> : tensor<2x2x1x1xi8>
  %ws = graph.constant dense<[[[[0.25]]], [[[0.5]]]]> : tensor<2x1x1x1xf32>
  %w0 = graph.cast %w to f32 : (tensor<2x2x1x1xi8>) -> tensor<2x2x1x1xf32>
  %w1 = graph.mul %w0, %ws : (tensor<2x2x1x1xf32>, tensor<2x1x1x1xf32>) -> tensor<2x2x1x1xf32>
  %b = graph.constant dense<[3.0, -14.0]> : tensor<2xf32>
  %0 = graph.conv %x3, %w1, %b strides [1, 1] pads [1, 1, 1, 1] dilations [1, 1] : (tensor<1x2x4x4xf32>, tensor<2x2x1x1xf32>, tensor<2xf32>) -> tensor<1x2x6x6xf32>
  %s = graph.constant dense<0.125> : tensor<f32>
  %z = graph.constant dense<5.0> : tensor<f32>
  %low = graph.constant dense<-128.0> : tensor<f32>
  %high = graph.constant dense<127.0> : tensor<f32>
  %1 = graph.div %0, %s : (tensor<1x2x6x6xf32>, tensor<f32>) -> tensor<1x2x6x6xf32>
  %2 = graph.round %1 : (tensor<1x2x6x6xf32>) -> tensor<1x2x6x6xf32>
  %3 = graph.add %2, %z : (tensor<1x2x6x6xf32>, tensor<f32>) -> tensor<1x2x6x6xf32>
  %4 = graph.maximum %3, %low : (tensor<1x2x6x6xf32>, tensor<f32>) -> tensor<1x2x6x6xf32>
  %5 = graph.minimum %4, %high : (tensor<1x2x6x6xf32>, tensor<f32>) -> tensor<1x2x6x6xf32>
  %6 = graph.cast %5 to i8 : (tensor<1x2x6x6xf32>) -> tensor<1x2x6x6xi8>
  return %6 : tensor<1x2x6x6xi8>
}

// -----

// Unsigned bytes are those with a sign, less 128, inside; between two operators nothing moves.
// CHECK-LABEL: func.func @unsigned
// CHECK:         %[[X:.*]] = graph.cast %arg0 to i32
// CHECK:         %[[S:.*]] = graph.sub %[[X]], %{{.*}} : (tensor<1x1x4x4xi32>, tensor<i32>)
// CHECK:         %[[B:.*]] = graph.cast %[[S]] to i8
// CHECK:         %[[P:.*]] = graph.max_pool %[[B]] kernel [2, 2] {{.*}} -> tensor<1x1x2x2xi8>
// CHECK:         %[[W:.*]] = graph.cast %[[P]] to i32
// CHECK:         %[[R:.*]] = graph.requantize %[[W]], %{{.*}}, %{{.*}}, %{{.*}} zero_point -118 relu
// CHECK:         %[[U:.*]] = graph.cast %[[R]] to i32
// CHECK:         %[[A:.*]] = graph.add %[[U]], %{{.*}} : (tensor<1x1x2x2xi32>, tensor<i32>)
// CHECK:         %[[Y:.*]] = graph.cast %[[A]] to ui8
// CHECK:         return %[[Y]]
func.func @unsigned(%x: tensor<1x1x4x4xui8>) -> tensor<1x1x2x2xui8> {
  %s = graph.constant dense<0.5> : tensor<f32>
  %x0 = graph.cast %x to i32 : (tensor<1x1x4x4xui8>) -> tensor<1x1x4x4xi32>
  %x1 = graph.cast %x0 to f32 : (tensor<1x1x4x4xi32>) -> tensor<1x1x4x4xf32>
  %x2 = graph.mul %x1, %s : (tensor<1x1x4x4xf32>, tensor<f32>) -> tensor<1x1x4x4xf32>
  %0 = graph.max_pool %x2 kernel [2, 2] strides [2, 2] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x1x4x4xf32>) -> tensor<1x1x2x2xf32>
  %c0 = graph.constant dense<0.0> : tensor<f32>
  %c255 = graph.constant dense<255.0> : tensor<f32>
  // The same scale and zero point: a maximum of bytes.
  %1 = graph.div %0, %s : (tensor<1x1x2x2xf32>, tensor<f32>) -> tensor<1x1x2x2xf32>
  %2 = graph.round %1 : (tensor<1x1x2x2xf32>) -> tensor<1x1x2x2xf32>
  %3 = graph.maximum %2, %c0 : (tensor<1x1x2x2xf32>, tensor<f32>) -> tensor<1x1x2x2xf32>
  %4 = graph.minimum %3, %c255 : (tensor<1x1x2x2xf32>, tensor<f32>) -> tensor<1x1x2x2xf32>
  %5 = graph.cast %4 to ui8 : (tensor<1x1x2x2xf32>) -> tensor<1x1x2x2xui8>
  %6 = graph.cast %5 to i32 : (tensor<1x1x2x2xui8>) -> tensor<1x1x2x2xi32>
  %7 = graph.cast %6 to f32 : (tensor<1x1x2x2xi32>) -> tensor<1x1x2x2xf32>
  %8 = graph.mul %7, %s : (tensor<1x1x2x2xf32>, tensor<f32>) -> tensor<1x1x2x2xf32>
  %9 = graph.relu %8 : (tensor<1x1x2x2xf32>) -> tensor<1x1x2x2xf32>
  // Another scale: a rescaling.
  %t = graph.constant dense<0.25> : tensor<f32>
  %z = graph.constant dense<10.0> : tensor<f32>
  %10 = graph.div %9, %t : (tensor<1x1x2x2xf32>, tensor<f32>) -> tensor<1x1x2x2xf32>
  %11 = graph.round %10 : (tensor<1x1x2x2xf32>) -> tensor<1x1x2x2xf32>
  %12 = graph.add %11, %z : (tensor<1x1x2x2xf32>, tensor<f32>) -> tensor<1x1x2x2xf32>
  %13 = graph.maximum %12, %c0 : (tensor<1x1x2x2xf32>, tensor<f32>) -> tensor<1x1x2x2xf32>
  %14 = graph.minimum %13, %c255 : (tensor<1x1x2x2xf32>, tensor<f32>) -> tensor<1x1x2x2xf32>
  %15 = graph.cast %14 to ui8 : (tensor<1x1x2x2xf32>) -> tensor<1x1x2x2xui8>
  return %15 : tensor<1x1x2x2xui8>
}

// -----

// Both addends in units of the larger scale over 2^18; a product whose weights turn.
// CHECK-LABEL: func.func @sums
// CHECK-DAG:     %[[KA:.*]] = graph.constant dense<131072> : tensor<i32>
// CHECK-DAG:     %[[KB:.*]] = graph.constant dense<262143> : tensor<i32>
// CHECK-DAG:     %[[W:.*]] = graph.constant dense<{{\[\[}}1, 3], [2, 4]]> : tensor<2x2xi8>
// CHECK:         graph.mul %{{.*}}, %[[KA]] : (tensor<1x2xi32>, tensor<i32>)
// CHECK:         graph.mul %{{.*}}, %[[KB]] : (tensor<1x2xi32>, tensor<i32>)
// CHECK:         graph.add
// CHECK:         %[[Y:.*]] = graph.requantize {{.*}} zero_point 0
// CHECK:         %[[P:.*]] = graph.matmul %[[Y]], %[[W]] wide
// CHECK:         graph.requantize %[[P]]
func.func @sums(%a: tensor<1x2xi8>, %b: tensor<1x2xi8>) -> tensor<1x2xi8> {
  %s = graph.constant dense<0.5> : tensor<f32>
  %t = graph.constant dense<1.0> : tensor<f32>
  %low = graph.constant dense<-128.0> : tensor<f32>
  %high = graph.constant dense<127.0> : tensor<f32>
  %a0 = graph.cast %a to f32 : (tensor<1x2xi8>) -> tensor<1x2xf32>
  %a1 = graph.mul %a0, %s : (tensor<1x2xf32>, tensor<f32>) -> tensor<1x2xf32>
  %b0 = graph.cast %b to f32 : (tensor<1x2xi8>) -> tensor<1x2xf32>
  %b1 = graph.mul %b0, %t : (tensor<1x2xf32>, tensor<f32>) -> tensor<1x2xf32>
  %0 = graph.add %a1, %b1 : (tensor<1x2xf32>, tensor<1x2xf32>) -> tensor<1x2xf32>
  %1 = graph.div %0, %s : (tensor<1x2xf32>, tensor<f32>) -> tensor<1x2xf32>
  %2 = graph.round %1 : (tensor<1x2xf32>) -> tensor<1x2xf32>
  %3 = graph.maximum %2, %low : (tensor<1x2xf32>, tensor<f32>) -> tensor<1x2xf32>
  %4 = graph.minimum %3, %high : (tensor<1x2xf32>, tensor<f32>) -> tensor<1x2xf32>
  %5 = graph.cast %4 to i8 : (tensor<1x2xf32>) -> tensor<1x2xi8>
  %6 = graph.cast %5 to f32 : (tensor<1x2xi8>) -> tensor<1x2xf32>
  %7 = graph.mul %6, %s : (tensor<1x2xf32>, tensor<f32>) -> tensor<1x2xf32>
  %w = graph.constant dense<[[1, 2], [3, 4]]> : tensor<2x2xi8>
  %w0 = graph.cast %w to f32 : (tensor<2x2xi8>) -> tensor<2x2xf32>
  %w1 = graph.mul %w0, %s : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %8 = graph.gemm %7, %w1 trans_b : (tensor<1x2xf32>, tensor<2x2xf32>) -> tensor<1x2xf32>
  %9 = graph.div %8, %t : (tensor<1x2xf32>, tensor<f32>) -> tensor<1x2xf32>
  %10 = graph.round %9 : (tensor<1x2xf32>) -> tensor<1x2xf32>
  %11 = graph.maximum %10, %low : (tensor<1x2xf32>, tensor<f32>) -> tensor<1x2xf32>
  %12 = graph.minimum %11, %high : (tensor<1x2xf32>, tensor<f32>) -> tensor<1x2xf32>
  %13 = graph.cast %12 to i8 : (tensor<1x2xf32>) -> tensor<1x2xi8>
  return %13 : tensor<1x2xi8>
}

// -----

// What has no form on integers stays, with the reason.
// REMARK:      graph.tanh: no form on integers
// CHECK-LABEL: func.func @stays
// CHECK-NOT:   graph.requantize
// CHECK:       graph.tanh
func.func @stays(%a: tensor<2xi8>) -> tensor<2xi8> {
  %s = graph.constant dense<0.5> : tensor<f32>
  %low = graph.constant dense<-128.0> : tensor<f32>
  %high = graph.constant dense<127.0> : tensor<f32>
  %0 = graph.cast %a to f32 : (tensor<2xi8>) -> tensor<2xf32>
  %1 = graph.mul %0, %s : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %2 = graph.tanh %1 : (tensor<2xf32>) -> tensor<2xf32>
  %3 = graph.div %2, %s : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %4 = graph.round %3 : (tensor<2xf32>) -> tensor<2xf32>
  %5 = graph.maximum %4, %low : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %6 = graph.minimum %5, %high : (tensor<2xf32>, tensor<f32>) -> tensor<2xf32>
  %7 = graph.cast %6 to i8 : (tensor<2xf32>) -> tensor<2xi8>
  return %7 : tensor<2xi8>
}

// -----

// Nor have a reshape, a mean and a sum of numbers that are no bytes.
// REMARK:      graph.reshape: an operand that is not bytes of one scale
// CHECK-LABEL: func.func @floats_reshaped
// CHECK-NOT:   graph.requantize
func.func @floats_reshaped(%a: tensor<2xf32>) -> tensor<1x2xi8> {
  %s = graph.constant dense<0.5> : tensor<f32>
  %low = graph.constant dense<-128.0> : tensor<f32>
  %high = graph.constant dense<127.0> : tensor<f32>
  %2 = graph.reshape %a : (tensor<2xf32>) -> tensor<1x2xf32>
  %3 = graph.div %2, %s : (tensor<1x2xf32>, tensor<f32>) -> tensor<1x2xf32>
  %4 = graph.round %3 : (tensor<1x2xf32>) -> tensor<1x2xf32>
  %5 = graph.maximum %4, %low : (tensor<1x2xf32>, tensor<f32>) -> tensor<1x2xf32>
  %6 = graph.minimum %5, %high : (tensor<1x2xf32>, tensor<f32>) -> tensor<1x2xf32>
  %7 = graph.cast %6 to i8 : (tensor<1x2xf32>) -> tensor<1x2xi8>
  return %7 : tensor<1x2xi8>
}

// -----

// REMARK:      graph.reduce_mean: an operand that is not bytes of one scale
// CHECK-LABEL: func.func @floats_averaged
// CHECK-NOT:   graph.requantize
func.func @floats_averaged(%a: tensor<2x3xf32>) -> tensor<2x1xi8> {
  %s = graph.constant dense<0.5> : tensor<f32>
  %low = graph.constant dense<-128.0> : tensor<f32>
  %high = graph.constant dense<127.0> : tensor<f32>
  %2 = graph.reduce_mean %a axes [1] keepdims : (tensor<2x3xf32>) -> tensor<2x1xf32>
  %3 = graph.div %2, %s : (tensor<2x1xf32>, tensor<f32>) -> tensor<2x1xf32>
  %4 = graph.round %3 : (tensor<2x1xf32>) -> tensor<2x1xf32>
  %5 = graph.maximum %4, %low : (tensor<2x1xf32>, tensor<f32>) -> tensor<2x1xf32>
  %6 = graph.minimum %5, %high : (tensor<2x1xf32>, tensor<f32>) -> tensor<2x1xf32>
  %7 = graph.cast %6 to i8 : (tensor<2x1xf32>) -> tensor<2x1xi8>
  return %7 : tensor<2x1xi8>
}
