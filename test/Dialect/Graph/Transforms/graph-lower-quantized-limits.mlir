// RUN: dl-opt %s --graph-lower-quantized --canonicalize | FileCheck %s
// RUN: dl-opt %s --graph-lower-quantized --remarks-filter=graph-lower-quantized -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARK

// The largest numbers that 32 bits hold, and the first that they do not.

// A ratio of 2^31 is too large, a bias of 2^30 too.
// CHECK-LABEL: func.func @ratio(
// REMARK: Function=ratio | Reason="a ratio of scales, 2147483648.000000, that has no multiplier of 32 bits"
// CHECK-NOT: graph.requantize
// CHECK: return
func.func @ratio(%x: tensor<1x2x4x4xi8>) -> tensor<1x2x2x2xi8> {
  %x_s = graph.constant dense<0x4F000000> : tensor<f32>
  %x_z = graph.constant dense<3> : tensor<i32>
  %0 = graph.cast %x to i32 : (tensor<1x2x4x4xi8>) -> tensor<1x2x4x4xi32>
  %1 = graph.sub %0, %x_z : (tensor<1x2x4x4xi32>, tensor<i32>) -> tensor<1x2x4x4xi32>
  %2 = graph.cast %1 to f32 : (tensor<1x2x4x4xi32>) -> tensor<1x2x4x4xf32>
  %3 = graph.mul %2, %x_s : (tensor<1x2x4x4xf32>, tensor<f32>) -> tensor<1x2x4x4xf32>
  %4 = graph.max_pool %3 kernel [2, 2] strides [2, 2] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x2x4x4xf32>) -> tensor<1x2x2x2xf32>
  %scale = graph.constant dense<1.0> : tensor<f32>
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

// CHECK-LABEL: func.func @bias(
// REMARK: Function=bias | Reason="a bias of 1073741824.000000 steps, which 32 bits do not hold"
// CHECK-NOT: graph.requantize
// CHECK: return
func.func @bias(%x: tensor<2x3xi8>) -> tensor<2x2xi8> {
  %w = graph.constant dense<[[1, 2], [3, -4], [5, 6]]> : tensor<3x2xi8>
  %x_s = graph.constant dense<0.5> : tensor<f32>
  %0 = graph.cast %x to f32 : (tensor<2x3xi8>) -> tensor<2x3xf32>
  %1 = graph.mul %0, %x_s : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %w_s = graph.constant dense<0.25> : tensor<f32>
  %2 = graph.cast %w to f32 : (tensor<3x2xi8>) -> tensor<3x2xf32>
  %3 = graph.mul %2, %w_s : (tensor<3x2xf32>, tensor<f32>) -> tensor<3x2xf32>
  %c = graph.constant dense<[134217728.0, 0.0]> : tensor<2xf32>
  %4 = graph.gemm %1, %3, %c : (tensor<2x3xf32>, tensor<3x2xf32>, tensor<2xf32>) -> tensor<2x2xf32>
  %scale = graph.constant dense<2.0> : tensor<f32>
  %low = graph.constant dense<-128.0> : tensor<f32>
  %high = graph.constant dense<127.0> : tensor<f32>
  %5 = graph.div %4, %scale : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %6 = graph.round %5 : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %7 = graph.maximum %6, %low : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %8 = graph.minimum %7, %high : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %9 = graph.cast %8 to i8 : (tensor<2x2xf32>) -> tensor<2x2xi8>
  return %9 : tensor<2x2xi8>
}

// CHECK-LABEL: func.func @most_bias(
// CHECK: graph.constant dense<[1073741760, 0]> : tensor<2xi32>
// CHECK: graph.requantize
func.func @most_bias(%x: tensor<2x3xi8>) -> tensor<2x2xi8> {
  %w = graph.constant dense<[[1, 2], [3, -4], [5, 6]]> : tensor<3x2xi8>
  %x_s = graph.constant dense<0.5> : tensor<f32>
  %0 = graph.cast %x to f32 : (tensor<2x3xi8>) -> tensor<2x3xf32>
  %1 = graph.mul %0, %x_s : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %w_s = graph.constant dense<0.25> : tensor<f32>
  %2 = graph.cast %w to f32 : (tensor<3x2xi8>) -> tensor<3x2xf32>
  %3 = graph.mul %2, %w_s : (tensor<3x2xf32>, tensor<f32>) -> tensor<3x2xf32>
  %c = graph.constant dense<[134217720.0, 0.0]> : tensor<2xf32>
  %4 = graph.gemm %1, %3, %c : (tensor<2x3xf32>, tensor<3x2xf32>, tensor<2xf32>) -> tensor<2x2xf32>
  %scale = graph.constant dense<2.0> : tensor<f32>
  %low = graph.constant dense<-128.0> : tensor<f32>
  %high = graph.constant dense<127.0> : tensor<f32>
  %5 = graph.div %4, %scale : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %6 = graph.round %5 : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %7 = graph.maximum %6, %low : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %8 = graph.minimum %7, %high : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %9 = graph.cast %8 to i8 : (tensor<2x2xf32>) -> tensor<2x2xi8>
  return %9 : tensor<2x2xi8>
}

// 65536 products of bytes and a bias of as much are what 32 bits hold, of means as well.
// CHECK-LABEL: func.func @conv_terms(
// REMARK: Function=conv_terms | Reason="graph.conv: more products in a sum than 32 bits hold"
// CHECK-NOT: graph.requantize
// CHECK: return
func.func @conv_terms(%x: tensor<1x65537x1x1xi8>) -> tensor<1x1x1x1xi8> {
  %w = graph.constant dense<1> : tensor<1x65537x1x1xi8>
  %x_s = graph.constant dense<0.5> : tensor<f32>
  %0 = graph.cast %x to f32 : (tensor<1x65537x1x1xi8>) -> tensor<1x65537x1x1xf32>
  %1 = graph.mul %0, %x_s : (tensor<1x65537x1x1xf32>, tensor<f32>) -> tensor<1x65537x1x1xf32>
  %w_s = graph.constant dense<0.5> : tensor<f32>
  %2 = graph.cast %w to f32 : (tensor<1x65537x1x1xi8>) -> tensor<1x65537x1x1xf32>
  %3 = graph.mul %2, %w_s : (tensor<1x65537x1x1xf32>, tensor<f32>) -> tensor<1x65537x1x1xf32>
  %4 = graph.conv %1, %3 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x65537x1x1xf32>, tensor<1x65537x1x1xf32>) -> tensor<1x1x1x1xf32>
  %scale = graph.constant dense<0.5> : tensor<f32>
  %low = graph.constant dense<-128.0> : tensor<f32>
  %high = graph.constant dense<127.0> : tensor<f32>
  %5 = graph.div %4, %scale : (tensor<1x1x1x1xf32>, tensor<f32>) -> tensor<1x1x1x1xf32>
  %6 = graph.round %5 : (tensor<1x1x1x1xf32>) -> tensor<1x1x1x1xf32>
  %7 = graph.maximum %6, %low : (tensor<1x1x1x1xf32>, tensor<f32>) -> tensor<1x1x1x1xf32>
  %8 = graph.minimum %7, %high : (tensor<1x1x1x1xf32>, tensor<f32>) -> tensor<1x1x1x1xf32>
  %9 = graph.cast %8 to i8 : (tensor<1x1x1x1xf32>) -> tensor<1x1x1x1xi8>
  return %9 : tensor<1x1x1x1xi8>
}

// CHECK-LABEL: func.func @conv_most_terms(
// CHECK: graph.conv {{.*}} wide
// CHECK: graph.requantize
func.func @conv_most_terms(%x: tensor<1x65536x1x1xi8>) -> tensor<1x1x1x1xi8> {
  %w = graph.constant dense<1> : tensor<1x65536x1x1xi8>
  %x_s = graph.constant dense<0.5> : tensor<f32>
  %0 = graph.cast %x to f32 : (tensor<1x65536x1x1xi8>) -> tensor<1x65536x1x1xf32>
  %1 = graph.mul %0, %x_s : (tensor<1x65536x1x1xf32>, tensor<f32>) -> tensor<1x65536x1x1xf32>
  %w_s = graph.constant dense<0.5> : tensor<f32>
  %2 = graph.cast %w to f32 : (tensor<1x65536x1x1xi8>) -> tensor<1x65536x1x1xf32>
  %3 = graph.mul %2, %w_s : (tensor<1x65536x1x1xf32>, tensor<f32>) -> tensor<1x65536x1x1xf32>
  %4 = graph.conv %1, %3 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x65536x1x1xf32>, tensor<1x65536x1x1xf32>) -> tensor<1x1x1x1xf32>
  %scale = graph.constant dense<0.5> : tensor<f32>
  %low = graph.constant dense<-128.0> : tensor<f32>
  %high = graph.constant dense<127.0> : tensor<f32>
  %5 = graph.div %4, %scale : (tensor<1x1x1x1xf32>, tensor<f32>) -> tensor<1x1x1x1xf32>
  %6 = graph.round %5 : (tensor<1x1x1x1xf32>) -> tensor<1x1x1x1xf32>
  %7 = graph.maximum %6, %low : (tensor<1x1x1x1xf32>, tensor<f32>) -> tensor<1x1x1x1xf32>
  %8 = graph.minimum %7, %high : (tensor<1x1x1x1xf32>, tensor<f32>) -> tensor<1x1x1x1xf32>
  %9 = graph.cast %8 to i8 : (tensor<1x1x1x1xf32>) -> tensor<1x1x1x1xi8>
  return %9 : tensor<1x1x1x1xi8>
}

// CHECK-LABEL: func.func @product_terms(
// REMARK: Function=product_terms | Reason="a matrix product of more terms in a sum than 32 bits hold"
// CHECK-NOT: graph.requantize
// CHECK: return
func.func @product_terms(%x: tensor<2x65537xi8>) -> tensor<2x2xi8> {
  %w = graph.constant dense<1> : tensor<65537x2xi8>
  %x_s = graph.constant dense<0.5> : tensor<f32>
  %0 = graph.cast %x to f32 : (tensor<2x65537xi8>) -> tensor<2x65537xf32>
  %1 = graph.mul %0, %x_s : (tensor<2x65537xf32>, tensor<f32>) -> tensor<2x65537xf32>
  %w_s = graph.constant dense<[0.25, 0.5]> : tensor<2xf32>
  %2 = graph.cast %w to f32 : (tensor<65537x2xi8>) -> tensor<65537x2xf32>
  %3 = graph.mul %2, %w_s : (tensor<65537x2xf32>, tensor<2xf32>) -> tensor<65537x2xf32>
  %4 = graph.gemm %1, %3 : (tensor<2x65537xf32>, tensor<65537x2xf32>) -> tensor<2x2xf32>
  %scale = graph.constant dense<2.0> : tensor<f32>
  %low = graph.constant dense<-128.0> : tensor<f32>
  %high = graph.constant dense<127.0> : tensor<f32>
  %5 = graph.div %4, %scale : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %6 = graph.round %5 : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %zero = graph.constant dense<-7.0> : tensor<f32>
  %7 = graph.add %6, %zero : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %8 = graph.maximum %7, %low : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %9 = graph.minimum %8, %high : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %10 = graph.cast %9 to i8 : (tensor<2x2xf32>) -> tensor<2x2xi8>
  return %10 : tensor<2x2xi8>
}

// CHECK-LABEL: func.func @product_most_terms(
// CHECK: graph.matmul {{.*}} wide
// CHECK: graph.requantize
func.func @product_most_terms(%x: tensor<2x65536xi8>) -> tensor<2x2xi8> {
  %w = graph.constant dense<1> : tensor<65536x2xi8>
  %x_s = graph.constant dense<0.5> : tensor<f32>
  %0 = graph.cast %x to f32 : (tensor<2x65536xi8>) -> tensor<2x65536xf32>
  %1 = graph.mul %0, %x_s : (tensor<2x65536xf32>, tensor<f32>) -> tensor<2x65536xf32>
  %w_s = graph.constant dense<[0.25, 0.5]> : tensor<2xf32>
  %2 = graph.cast %w to f32 : (tensor<65536x2xi8>) -> tensor<65536x2xf32>
  %3 = graph.mul %2, %w_s : (tensor<65536x2xf32>, tensor<2xf32>) -> tensor<65536x2xf32>
  %4 = graph.gemm %1, %3 : (tensor<2x65536xf32>, tensor<65536x2xf32>) -> tensor<2x2xf32>
  %scale = graph.constant dense<2.0> : tensor<f32>
  %low = graph.constant dense<-128.0> : tensor<f32>
  %high = graph.constant dense<127.0> : tensor<f32>
  %5 = graph.div %4, %scale : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %6 = graph.round %5 : (tensor<2x2xf32>) -> tensor<2x2xf32>
  %zero = graph.constant dense<-7.0> : tensor<f32>
  %7 = graph.add %6, %zero : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %8 = graph.maximum %7, %low : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %9 = graph.minimum %8, %high : (tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %10 = graph.cast %9 to i8 : (tensor<2x2xf32>) -> tensor<2x2xi8>
  return %10 : tensor<2x2xi8>
}

// CHECK-LABEL: func.func @mean_terms(
// REMARK: Function=mean_terms | Reason="graph.reduce_mean: more terms than 32 bits hold"
// CHECK-NOT: graph.requantize
// CHECK: return
func.func @mean_terms(%x: tensor<2x65537xi8>) -> tensor<2x1xi8> {
  %x_s = graph.constant dense<0.5> : tensor<f32>
  %0 = graph.cast %x to f32 : (tensor<2x65537xi8>) -> tensor<2x65537xf32>
  %1 = graph.mul %0, %x_s : (tensor<2x65537xf32>, tensor<f32>) -> tensor<2x65537xf32>
  %2 = graph.reduce_mean %1 axes [1] keepdims : (tensor<2x65537xf32>) -> tensor<2x1xf32>
  %scale = graph.constant dense<0.25> : tensor<f32>
  %low = graph.constant dense<-128.0> : tensor<f32>
  %high = graph.constant dense<127.0> : tensor<f32>
  %3 = graph.div %2, %scale : (tensor<2x1xf32>, tensor<f32>) -> tensor<2x1xf32>
  %4 = graph.round %3 : (tensor<2x1xf32>) -> tensor<2x1xf32>
  %zero = graph.constant dense<1.0> : tensor<f32>
  %5 = graph.add %4, %zero : (tensor<2x1xf32>, tensor<f32>) -> tensor<2x1xf32>
  %6 = graph.maximum %5, %low : (tensor<2x1xf32>, tensor<f32>) -> tensor<2x1xf32>
  %7 = graph.minimum %6, %high : (tensor<2x1xf32>, tensor<f32>) -> tensor<2x1xf32>
  %8 = graph.cast %7 to i8 : (tensor<2x1xf32>) -> tensor<2x1xi8>
  return %8 : tensor<2x1xi8>
}

// CHECK-LABEL: func.func @mean_most_terms(
// CHECK: graph.requantize
func.func @mean_most_terms(%x: tensor<2x65536xi8>) -> tensor<2x1xi8> {
  %x_s = graph.constant dense<0.5> : tensor<f32>
  %0 = graph.cast %x to f32 : (tensor<2x65536xi8>) -> tensor<2x65536xf32>
  %1 = graph.mul %0, %x_s : (tensor<2x65536xf32>, tensor<f32>) -> tensor<2x65536xf32>
  %2 = graph.reduce_mean %1 axes [1] keepdims : (tensor<2x65536xf32>) -> tensor<2x1xf32>
  %scale = graph.constant dense<0.25> : tensor<f32>
  %low = graph.constant dense<-128.0> : tensor<f32>
  %high = graph.constant dense<127.0> : tensor<f32>
  %3 = graph.div %2, %scale : (tensor<2x1xf32>, tensor<f32>) -> tensor<2x1xf32>
  %4 = graph.round %3 : (tensor<2x1xf32>) -> tensor<2x1xf32>
  %zero = graph.constant dense<1.0> : tensor<f32>
  %5 = graph.add %4, %zero : (tensor<2x1xf32>, tensor<f32>) -> tensor<2x1xf32>
  %6 = graph.maximum %5, %low : (tensor<2x1xf32>, tensor<f32>) -> tensor<2x1xf32>
  %7 = graph.minimum %6, %high : (tensor<2x1xf32>, tensor<f32>) -> tensor<2x1xf32>
  %8 = graph.cast %7 to i8 : (tensor<2x1xf32>) -> tensor<2x1xi8>
  return %8 : tensor<2x1xi8>
}
