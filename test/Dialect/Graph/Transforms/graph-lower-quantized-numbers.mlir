// RUN: dl-opt %s --graph-lower-quantized --canonicalize | FileCheck %s

// The numbers that stand for scales, zero points and biases: a multiplier of 31 bits, a shift, and what is added to the
// sums first.

// -3 (1 + 3 + 5) + 1 / (0.5 * 0.25) and -3 (2 - 4 + 6) - 2 / (0.5 * 0.5); 2^30 / 2^34 is 0.5 * 0.25 / 2.
// CHECK-LABEL: func.func @product(
// CHECK-DAG: %[[B:.*]] = graph.constant dense<[-19, -20]> : tensor<2xi32>
// CHECK-DAG: %[[M:.*]] = graph.constant dense<1073741824> : tensor<i32>
// CHECK-DAG: %[[S:.*]] = graph.constant dense<[34, 33]> : tensor<2xi32>
// CHECK: graph.requantize %{{.*}}, %[[B]], %[[M]], %[[S]] zero_point -7 :
func.func @product(%x: tensor<2x3xi8>) -> tensor<2x2xi8> {
  %w = graph.constant dense<[[1, 2], [3, -4], [5, 6]]> : tensor<3x2xi8>
  %x_s = graph.constant dense<0.5> : tensor<f32>
  %x_z = graph.constant dense<3> : tensor<i32>
  %0 = graph.cast %x to i32 : (tensor<2x3xi8>) -> tensor<2x3xi32>
  %1 = graph.sub %0, %x_z : (tensor<2x3xi32>, tensor<i32>) -> tensor<2x3xi32>
  %2 = graph.cast %1 to f32 : (tensor<2x3xi32>) -> tensor<2x3xf32>
  %3 = graph.mul %2, %x_s : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %w_s = graph.constant dense<[0.25, 0.5]> : tensor<2xf32>
  %4 = graph.cast %w to f32 : (tensor<3x2xi8>) -> tensor<3x2xf32>
  %5 = graph.mul %4, %w_s : (tensor<3x2xf32>, tensor<2xf32>) -> tensor<3x2xf32>
  %c = graph.constant dense<[1.0, -2.0]> : tensor<2xf32>
  %6 = graph.gemm %3, %5, %c : (tensor<2x3xf32>, tensor<3x2xf32>, tensor<2xf32>) -> tensor<2x2xf32>
  %scale = graph.constant dense<2.0> : tensor<f32>
  %low = graph.constant dense<-128.0> : tensor<f32>
  %high = graph.constant dense<127.0> : tensor<f32>
  %7 = graph.div %6, %scale : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %8 = graph.round %7 : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %zero = graph.constant dense<-7.0> : tensor<f32>
  %9 = graph.add %8, %zero : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %10 = graph.maximum %9, %low : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %11 = graph.minimum %10, %high : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %12 = graph.cast %11 to i8 : (tensor<2x2xf32>) -> tensor<2x2xi8>
  return %12 : tensor<2x2xi8>
}

// One number for all columns, of a bias of one element; a relu.
// CHECK-LABEL: func.func @product_of_one_scale(
// CHECK-DAG: %[[B:.*]] = graph.constant dense<24> : tensor<i32>
// CHECK-DAG: %[[M:.*]] = graph.constant dense<1073741824> : tensor<i32>
// CHECK-DAG: %[[S:.*]] = graph.constant dense<34> : tensor<i32>
// CHECK: graph.requantize %{{.*}}, %[[B]], %[[M]], %[[S]] zero_point 0 relu :
func.func @product_of_one_scale(%x: tensor<2x3xi8>) -> tensor<2x2xi8> {
  %w = graph.constant dense<[[1, 2], [3, -4], [5, 6]]> : tensor<3x2xi8>
  %x_s = graph.constant dense<0.5> : tensor<f32>
  %0 = graph.cast %x to f32 : (tensor<2x3xi8>) -> tensor<2x3xf32>
  %1 = graph.mul %0, %x_s : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %w_s = graph.constant dense<0.25> : tensor<f32>
  %2 = graph.cast %w to f32 : (tensor<3x2xi8>) -> tensor<3x2xf32>
  %3 = graph.mul %2, %w_s : (tensor<3x2xf32>, tensor<f32>) -> tensor<3x2xf32>
  %c = graph.constant dense<3.0> : tensor<1xf32>
  %4 = graph.gemm %1, %3, %c : (tensor<2x3xf32>, tensor<3x2xf32>, tensor<1xf32>) -> tensor<2x2xf32>
  %scale = graph.constant dense<2.0> : tensor<f32>
  %low = graph.constant dense<-128.0> : tensor<f32>
  %high = graph.constant dense<127.0> : tensor<f32>
  %5 = graph.relu %4 : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %6 = graph.div %5, %scale : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %7 = graph.round %6 : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %8 = graph.maximum %7, %low : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %9 = graph.minimum %8, %high : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %10 = graph.cast %9 to i8 : (tensor<2x2xf32>) -> tensor<2x2xi8>
  return %10 : tensor<2x2xi8>
}

// The sum of eight bytes, and what their zero points are too much.
// CHECK-LABEL: func.func @mean(
// CHECK-DAG: %[[B:.*]] = graph.constant dense<-24> : tensor<i32>
// CHECK-DAG: %[[M:.*]] = graph.constant dense<1073741824> : tensor<i32>
// CHECK-DAG: %[[S:.*]] = graph.constant dense<32> : tensor<i32>
// CHECK: graph.requantize %{{.*}}, %[[B]], %[[M]], %[[S]] zero_point 1 :
func.func @mean(%x: tensor<2x8xi8>) -> tensor<2x1xi8> {
  %x_s = graph.constant dense<0.5> : tensor<f32>
  %x_z = graph.constant dense<3> : tensor<i32>
  %0 = graph.cast %x to i32 : (tensor<2x8xi8>) -> tensor<2x8xi32>
  %1 = graph.sub %0, %x_z : (tensor<2x8xi32>, tensor<i32>) -> tensor<2x8xi32>
  %2 = graph.cast %1 to f32 : (tensor<2x8xi32>) -> tensor<2x8xf32>
  %3 = graph.mul %2, %x_s : (tensor<2x8xf32>, tensor<f32>) -> tensor<2x8xf32>
  %4 = graph.reduce_mean %3 axes [1] keepdims : (tensor<2x8xf32>) -> tensor<2x1xf32>
  %scale = graph.constant dense<0.25> : tensor<f32>
  %low = graph.constant dense<-128.0> : tensor<f32>
  %high = graph.constant dense<127.0> : tensor<f32>
  %5 = graph.div %4, %scale : (tensor<2x1xf32>, tensor<f32>) -> tensor<2x1xf32>
  %6 = graph.round %5 : (tensor<2x1xf32>) -> tensor<2x1xf32>
  %zero = graph.constant dense<1.0> : tensor<f32>
  %7 = graph.add %6, %zero : (tensor<2x1xf32>, tensor<f32>) -> tensor<2x1xf32>
  %8 = graph.maximum %7, %low : (tensor<2x1xf32>, tensor<f32>) -> tensor<2x1xf32>
  %9 = graph.minimum %8, %high : (tensor<2x1xf32>, tensor<f32>) -> tensor<2x1xf32>
  %10 = graph.cast %9 to i8 : (tensor<2x1xf32>) -> tensor<2x1xi8>
  return %10 : tensor<2x1xi8>
}

// A maximum in another scale; in the same one with another zero point, and with a relu.
// CHECK-LABEL: func.func @pool(
// CHECK-DAG: %[[B:.*]] = graph.constant dense<-3> : tensor<i32>
// CHECK-DAG: %[[M:.*]] = graph.constant dense<1073741824> : tensor<i32>
// CHECK-DAG: %[[S:.*]] = graph.constant dense<29> : tensor<i32>
// CHECK: graph.requantize %{{.*}}, %[[B]], %[[M]], %[[S]] zero_point 1 :
func.func @pool(%x: tensor<1x2x4x4xi8>) -> tensor<1x2x2x2xi8> {
  %x_s = graph.constant dense<0.5> : tensor<f32>
  %x_z = graph.constant dense<3> : tensor<i32>
  %0 = graph.cast %x to i32 : (tensor<1x2x4x4xi8>) -> tensor<1x2x4x4xi32>
  %1 = graph.sub %0, %x_z : (tensor<1x2x4x4xi32>, tensor<i32>) -> tensor<1x2x4x4xi32>
  %2 = graph.cast %1 to f32 : (tensor<1x2x4x4xi32>) -> tensor<1x2x4x4xf32>
  %3 = graph.mul %2, %x_s : (tensor<1x2x4x4xf32>, tensor<f32>) -> tensor<1x2x4x4xf32>
  %4 = graph.max_pool %3 kernel [2, 2] strides [2, 2] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x2x4x4xf32>) -> tensor<1x2x2x2xf32>
  %scale = graph.constant dense<0.25> : tensor<f32>
  %low = graph.constant dense<-128.0> : tensor<f32>
  %high = graph.constant dense<127.0> : tensor<f32>
  %5 = graph.div %4, %scale : (tensor<1x2x2x2xf32>, tensor<f32>) -> tensor<1x2x2x2xf32>
  %6 = graph.round %5 : (tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %zero = graph.constant dense<1.0> : tensor<f32>
  %7 = graph.add %6, %zero : (tensor<1x2x2x2xf32>, tensor<f32>) -> tensor<1x2x2x2xf32>
  %8 = graph.maximum %7, %low : (tensor<1x2x2x2xf32>, tensor<f32>) -> tensor<1x2x2x2xf32>
  %9 = graph.minimum %8, %high : (tensor<1x2x2x2xf32>, tensor<f32>) -> tensor<1x2x2x2xf32>
  %10 = graph.cast %9 to i8 : (tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xi8>
  return %10 : tensor<1x2x2x2xi8>
}

// CHECK-LABEL: func.func @pool_of_other_zero_point(
// CHECK-DAG: %[[B:.*]] = graph.constant dense<-3> : tensor<i32>
// CHECK-DAG: %[[M:.*]] = graph.constant dense<1073741824> : tensor<i32>
// CHECK-DAG: %[[S:.*]] = graph.constant dense<30> : tensor<i32>
// CHECK: graph.requantize %{{.*}}, %[[B]], %[[M]], %[[S]] zero_point 4 :
func.func @pool_of_other_zero_point(%x: tensor<1x2x4x4xi8>) -> tensor<1x2x2x2xi8> {
  %x_s = graph.constant dense<0.5> : tensor<f32>
  %x_z = graph.constant dense<3> : tensor<i32>
  %0 = graph.cast %x to i32 : (tensor<1x2x4x4xi8>) -> tensor<1x2x4x4xi32>
  %1 = graph.sub %0, %x_z : (tensor<1x2x4x4xi32>, tensor<i32>) -> tensor<1x2x4x4xi32>
  %2 = graph.cast %1 to f32 : (tensor<1x2x4x4xi32>) -> tensor<1x2x4x4xf32>
  %3 = graph.mul %2, %x_s : (tensor<1x2x4x4xf32>, tensor<f32>) -> tensor<1x2x4x4xf32>
  %4 = graph.max_pool %3 kernel [2, 2] strides [2, 2] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x2x4x4xf32>) -> tensor<1x2x2x2xf32>
  %scale = graph.constant dense<0.5> : tensor<f32>
  %low = graph.constant dense<-128.0> : tensor<f32>
  %high = graph.constant dense<127.0> : tensor<f32>
  %5 = graph.div %4, %scale : (tensor<1x2x2x2xf32>, tensor<f32>) -> tensor<1x2x2x2xf32>
  %6 = graph.round %5 : (tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %zero = graph.constant dense<4.0> : tensor<f32>
  %7 = graph.add %6, %zero : (tensor<1x2x2x2xf32>, tensor<f32>) -> tensor<1x2x2x2xf32>
  %8 = graph.maximum %7, %low : (tensor<1x2x2x2xf32>, tensor<f32>) -> tensor<1x2x2x2xf32>
  %9 = graph.minimum %8, %high : (tensor<1x2x2x2xf32>, tensor<f32>) -> tensor<1x2x2x2xf32>
  %10 = graph.cast %9 to i8 : (tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xi8>
  return %10 : tensor<1x2x2x2xi8>
}

// CHECK-LABEL: func.func @pool_with_relu(
// CHECK-DAG: %[[B:.*]] = graph.constant dense<-3> : tensor<i32>
// CHECK-DAG: %[[M:.*]] = graph.constant dense<1073741824> : tensor<i32>
// CHECK-DAG: %[[S:.*]] = graph.constant dense<30> : tensor<i32>
// CHECK: graph.requantize %{{.*}}, %[[B]], %[[M]], %[[S]] zero_point 3 relu :
func.func @pool_with_relu(%x: tensor<1x2x4x4xi8>) -> tensor<1x2x2x2xi8> {
  %x_s = graph.constant dense<0.5> : tensor<f32>
  %x_z = graph.constant dense<3> : tensor<i32>
  %0 = graph.cast %x to i32 : (tensor<1x2x4x4xi8>) -> tensor<1x2x4x4xi32>
  %1 = graph.sub %0, %x_z : (tensor<1x2x4x4xi32>, tensor<i32>) -> tensor<1x2x4x4xi32>
  %2 = graph.cast %1 to f32 : (tensor<1x2x4x4xi32>) -> tensor<1x2x4x4xf32>
  %3 = graph.mul %2, %x_s : (tensor<1x2x4x4xf32>, tensor<f32>) -> tensor<1x2x4x4xf32>
  %4 = graph.max_pool %3 kernel [2, 2] strides [2, 2] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x2x4x4xf32>) -> tensor<1x2x2x2xf32>
  %scale = graph.constant dense<0.5> : tensor<f32>
  %low = graph.constant dense<-128.0> : tensor<f32>
  %high = graph.constant dense<127.0> : tensor<f32>
  %5 = graph.relu %4 : (tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %6 = graph.div %5, %scale : (tensor<1x2x2x2xf32>, tensor<f32>) -> tensor<1x2x2x2xf32>
  %7 = graph.round %6 : (tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
  %zero = graph.constant dense<3.0> : tensor<f32>
  %8 = graph.add %7, %zero : (tensor<1x2x2x2xf32>, tensor<f32>) -> tensor<1x2x2x2xf32>
  %9 = graph.maximum %8, %low : (tensor<1x2x2x2xf32>, tensor<f32>) -> tensor<1x2x2x2xf32>
  %10 = graph.minimum %9, %high : (tensor<1x2x2x2xf32>, tensor<f32>) -> tensor<1x2x2x2xf32>
  %11 = graph.cast %10 to i8 : (tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xi8>
  return %11 : tensor<1x2x2x2xi8>
}

// Two thirds are 1431655765 / 2^31.
// CHECK-LABEL: func.func @reshape(
// CHECK-DAG: %[[B:.*]] = graph.constant dense<-3> : tensor<i32>
// CHECK-DAG: %[[M:.*]] = graph.constant dense<1431655765> : tensor<i32>
// CHECK-DAG: %[[S:.*]] = graph.constant dense<31> : tensor<i32>
// CHECK: graph.requantize %{{.*}}, %[[B]], %[[M]], %[[S]] zero_point 1 :
func.func @reshape(%x: tensor<2x2xi8>) -> tensor<4xi8> {
  %x_s = graph.constant dense<0.5> : tensor<f32>
  %x_z = graph.constant dense<3> : tensor<i32>
  %0 = graph.cast %x to i32 : (tensor<2x2xi8>) -> tensor<2x2xi32>
  %1 = graph.sub %0, %x_z : (tensor<2x2xi32>, tensor<i32>) -> tensor<2x2xi32>
  %2 = graph.cast %1 to f32 : (tensor<2x2xi32>) -> tensor<2x2xf32>
  %3 = graph.mul %2, %x_s : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %4 = graph.reshape %3 : (tensor<2x2xf32>) -> tensor<4xf32>
  %scale = graph.constant dense<0.75> : tensor<f32>
  %low = graph.constant dense<-128.0> : tensor<f32>
  %high = graph.constant dense<127.0> : tensor<f32>
  %5 = graph.div %4, %scale : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %6 = graph.round %5 : (tensor<4xf32>) -> tensor<4xf32>
  %zero = graph.constant dense<1.0> : tensor<f32>
  %7 = graph.add %6, %zero : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %8 = graph.maximum %7, %low : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %9 = graph.minimum %8, %high : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %10 = graph.cast %9 to i8 : (tensor<4xf32>) -> tensor<4xi8>
  return %10 : tensor<4xi8>
}

// 262143 x + 131072 y - 3 * 262143 + 5 * 131072, of units of 0.5 / 262143.
// CHECK-LABEL: func.func @sum(
// CHECK-DAG: %[[KX:.*]] = graph.constant dense<262143> : tensor<i32>
// CHECK-DAG: %[[KY:.*]] = graph.constant dense<131072> : tensor<i32>
// CHECK-DAG: %[[B:.*]] = graph.constant dense<-131069> : tensor<i32>
// CHECK-DAG: %[[M:.*]] = graph.constant dense<1073745920> : tensor<i32>
// CHECK-DAG: %[[S:.*]] = graph.constant dense<48> : tensor<i32>
// CHECK: graph.mul %{{.*}}, %[[KX]]
// CHECK: graph.mul %{{.*}}, %[[KY]]
// CHECK: graph.requantize %{{.*}}, %[[B]], %[[M]], %[[S]] zero_point 1 :
func.func @sum(%x: tensor<2x2xi8>, %y: tensor<2x2xi8>) -> tensor<2x2xi8> {
  %x_s = graph.constant dense<0.5> : tensor<f32>
  %x_z = graph.constant dense<3> : tensor<i32>
  %0 = graph.cast %x to i32 : (tensor<2x2xi8>) -> tensor<2x2xi32>
  %1 = graph.sub %0, %x_z : (tensor<2x2xi32>, tensor<i32>) -> tensor<2x2xi32>
  %2 = graph.cast %1 to f32 : (tensor<2x2xi32>) -> tensor<2x2xf32>
  %3 = graph.mul %2, %x_s : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %y_s = graph.constant dense<0.25> : tensor<f32>
  %y_z = graph.constant dense<-5> : tensor<i32>
  %4 = graph.cast %y to i32 : (tensor<2x2xi8>) -> tensor<2x2xi32>
  %5 = graph.sub %4, %y_z : (tensor<2x2xi32>, tensor<i32>) -> tensor<2x2xi32>
  %6 = graph.cast %5 to f32 : (tensor<2x2xi32>) -> tensor<2x2xf32>
  %7 = graph.mul %6, %y_s : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %8 = graph.add %3, %7 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %scale = graph.constant dense<0.5> : tensor<f32>
  %low = graph.constant dense<-128.0> : tensor<f32>
  %high = graph.constant dense<127.0> : tensor<f32>
  %9 = graph.div %8, %scale : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %10 = graph.round %9 : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %zero = graph.constant dense<1.0> : tensor<f32>
  %11 = graph.add %10, %zero : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %12 = graph.maximum %11, %low : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %13 = graph.minimum %12, %high : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %14 = graph.cast %13 to i8 : (tensor<2x2xf32>) -> tensor<2x2xi8>
  return %14 : tensor<2x2xi8>
}
