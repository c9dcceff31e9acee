// RUN: dl-opt %s --graph-narrow-products --split-input-file | FileCheck %s
// RUN: dl-opt %s --dl-graph-pipeline=byte-products=true --split-input-file | FileCheck %s --check-prefix=FIRST
// RUN: dl-opt %s --dl-graph-pipeline --split-input-file | FileCheck %s --check-prefix=FLOATS
// FIRST:  graph.matmul {{.*}} wide
// FLOATS-NOT: wide

// CHECK-LABEL: func.func @plain
// CHECK:       %[[W:.*]] = graph.constant
// CHECK-DAG:   %[[S:.*]] = graph.constant dense<5.000000e-01>
// CHECK-DAG:   %[[T:.*]] = graph.constant dense<2.500000e-01>
// CHECK:       %[[P:.*]] = graph.matmul %arg0, %[[W]] wide : (tensor<8x4xui8>, tensor<4x2xi8>) -> tensor<8x2xi32>
// CHECK-NEXT:  %[[B:.*]] = graph.mul %[[S]], %[[T]]
// CHECK-NEXT:  %[[F:.*]] = graph.cast %[[P]] to f32
// CHECK-NEXT:  %[[Y:.*]] = graph.mul %[[F]], %[[B]] : (tensor<8x2xf32>, tensor<f32>) -> tensor<8x2xf32>
// CHECK-NEXT:  return %[[Y]]
func.func @plain(%a: tensor<8x4xui8>) -> tensor<8x2xf32> {
  %w = graph.constant dense<[[1, 2], [3, 4], [5, 6], [7, -8]]> : tensor<4x2xi8>
  %s = graph.constant dense<0.5> : tensor<f32>
  %t = graph.constant dense<0.25> : tensor<f32>
  %0 = graph.cast %a to f32 : (tensor<8x4xui8>) -> tensor<8x4xf32>
  %1 = graph.mul %0, %s : (tensor<8x4xf32>, tensor<f32>) -> tensor<8x4xf32>
  %2 = graph.cast %w to f32 : (tensor<4x2xi8>) -> tensor<4x2xf32>
  %3 = graph.mul %t, %2 : (tensor<f32>, tensor<4x2xf32>) -> tensor<4x2xf32>
  %4 = graph.matmul %1, %3 : (tensor<8x4xf32>, tensor<4x2xf32>) -> tensor<8x2xf32>
  return %4 : tensor<8x2xf32>
}

// -----

// What zero points add: a b - p (sums of columns) - q (sums of rows) + p q k.
// CHECK-LABEL: func.func @zero_points
// CHECK:       %[[P:.*]] = graph.matmul %arg0, %{{.*}} wide : (tensor<3x8x4xui8>, tensor<4x2xi8>) -> tensor<3x8x2xi32>
// CHECK:       graph.reduce_sum %{{.*}} axes [0] keepdims : (tensor<4x2xi32>) -> tensor<1x2xi32>
// CHECK:       graph.reduce_sum %{{.*}} axes [2] keepdims : (tensor<3x8x4xi32>) -> tensor<3x8x1xi32>
// CHECK:       graph.constant dense<4> : tensor<i32>
// CHECK:       graph.add
// CHECK:       graph.cast %{{.*}} to f32
func.func @zero_points(%a: tensor<3x8x4xui8>) -> tensor<3x8x2xf32> {
  %w = graph.constant dense<[[1, 2], [3, 4], [5, 6], [7, -8]]> : tensor<4x2xi8>
  %s = graph.constant dense<0.5> : tensor<1xf32>
  %t = graph.constant dense<[0.25, 0.5]> : tensor<2xf32>
  %p = graph.constant dense<7> : tensor<i32>
  %q = graph.constant dense<[1, 2]> : tensor<2xi32>
  %0 = graph.cast %a to i32 : (tensor<3x8x4xui8>) -> tensor<3x8x4xi32>
  %1 = graph.sub %0, %p : (tensor<3x8x4xi32>, tensor<i32>) -> tensor<3x8x4xi32>
  %2 = graph.cast %1 to f32 : (tensor<3x8x4xi32>) -> tensor<3x8x4xf32>
  %3 = graph.mul %2, %s : (tensor<3x8x4xf32>, tensor<1xf32>) -> tensor<3x8x4xf32>
  %4 = graph.cast %w to i32 : (tensor<4x2xi8>) -> tensor<4x2xi32>
  %5 = graph.sub %4, %q : (tensor<4x2xi32>, tensor<2xi32>) -> tensor<4x2xi32>
  %6 = graph.cast %5 to f32 : (tensor<4x2xi32>) -> tensor<4x2xf32>
  %7 = graph.mul %6, %t : (tensor<4x2xf32>, tensor<2xf32>) -> tensor<4x2xf32>
  %8 = graph.matmul %3, %7 : (tensor<3x8x4xf32>, tensor<4x2xf32>) -> tensor<3x8x2xf32>
  return %8 : tensor<3x8x2xf32>
}

// -----

// A zero point of zero adds nothing; scales of rows of the matrix, scales of rows of the first
// operand, a matrix that is no constant, numbers of 32 bits and more terms than sums hold stay.
// CHECK-LABEL: func.func @zero
// CHECK:       wide
// CHECK-NOT:   graph.reduce_sum
// CHECK:       return
func.func @zero(%a: tensor<8x4xui8>) -> tensor<8x2xf32> {
  %w = graph.constant dense<[[1, 2], [3, 4], [5, 6], [7, -8]]> : tensor<4x2xi8>
  %s = graph.constant dense<0.5> : tensor<f32>
  %p = graph.constant dense<0> : tensor<i32>
  %0 = graph.cast %a to i32 : (tensor<8x4xui8>) -> tensor<8x4xi32>
  %1 = graph.sub %0, %p : (tensor<8x4xi32>, tensor<i32>) -> tensor<8x4xi32>
  %2 = graph.cast %1 to f32 : (tensor<8x4xi32>) -> tensor<8x4xf32>
  %3 = graph.mul %2, %s : (tensor<8x4xf32>, tensor<f32>) -> tensor<8x4xf32>
  %4 = graph.cast %w to f32 : (tensor<4x2xi8>) -> tensor<4x2xf32>
  %5 = graph.mul %4, %s : (tensor<4x2xf32>, tensor<f32>) -> tensor<4x2xf32>
  %6 = graph.matmul %3, %5 : (tensor<8x4xf32>, tensor<4x2xf32>) -> tensor<8x2xf32>
  return %6 : tensor<8x2xf32>
}
// CHECK-LABEL: func.func @rows_of_matrix
// CHECK-NOT:   wide
func.func @rows_of_matrix(%a: tensor<8x4xui8>) -> tensor<8x4xf32> {
  %w = graph.constant dense<3> : tensor<4x4xi8>
  %s = graph.constant dense<0.5> : tensor<f32>
  %t = graph.constant dense<[[0.25], [0.5], [0.75], [1.0]]> : tensor<4x1xf32>
  %0 = graph.cast %a to f32 : (tensor<8x4xui8>) -> tensor<8x4xf32>
  %1 = graph.mul %0, %s : (tensor<8x4xf32>, tensor<f32>) -> tensor<8x4xf32>
  %2 = graph.cast %w to f32 : (tensor<4x4xi8>) -> tensor<4x4xf32>
  %3 = graph.mul %2, %t : (tensor<4x4xf32>, tensor<4x1xf32>) -> tensor<4x4xf32>
  %4 = graph.matmul %1, %3 : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  return %4 : tensor<8x4xf32>
}
// CHECK-LABEL: func.func @rows
// CHECK-NOT:   wide
func.func @rows(%a: tensor<8x4xui8>, %s: tensor<8x1xf32>) -> tensor<8x4xf32> {
  %w = graph.constant dense<3> : tensor<4x4xi8>
  %t = graph.constant dense<0.5> : tensor<f32>
  %0 = graph.cast %a to f32 : (tensor<8x4xui8>) -> tensor<8x4xf32>
  %1 = graph.mul %0, %s : (tensor<8x4xf32>, tensor<8x1xf32>) -> tensor<8x4xf32>
  %2 = graph.cast %w to f32 : (tensor<4x4xi8>) -> tensor<4x4xf32>
  %3 = graph.mul %2, %t : (tensor<4x4xf32>, tensor<f32>) -> tensor<4x4xf32>
  %4 = graph.matmul %1, %3 : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  return %4 : tensor<8x4xf32>
}
// CHECK-LABEL: func.func @no_constant
// CHECK-NOT:   wide
func.func @no_constant(%a: tensor<8x4xui8>, %w: tensor<4x4xi8>) -> tensor<8x4xf32> {
  %s = graph.constant dense<0.5> : tensor<f32>
  %0 = graph.cast %a to f32 : (tensor<8x4xui8>) -> tensor<8x4xf32>
  %1 = graph.mul %0, %s : (tensor<8x4xf32>, tensor<f32>) -> tensor<8x4xf32>
  %2 = graph.cast %w to f32 : (tensor<4x4xi8>) -> tensor<4x4xf32>
  %3 = graph.mul %2, %s : (tensor<4x4xf32>, tensor<f32>) -> tensor<4x4xf32>
  %4 = graph.matmul %1, %3 : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  return %4 : tensor<8x4xf32>
}
// CHECK-LABEL: func.func @words
// CHECK-NOT:   wide
func.func @words(%a: tensor<8x4xi32>) -> tensor<8x4xf32> {
  %w = graph.constant dense<3> : tensor<4x4xi8>
  %s = graph.constant dense<0.5> : tensor<f32>
  %0 = graph.cast %a to f32 : (tensor<8x4xi32>) -> tensor<8x4xf32>
  %1 = graph.mul %0, %s : (tensor<8x4xf32>, tensor<f32>) -> tensor<8x4xf32>
  %2 = graph.cast %w to f32 : (tensor<4x4xi8>) -> tensor<4x4xf32>
  %3 = graph.mul %2, %s : (tensor<4x4xf32>, tensor<f32>) -> tensor<4x4xf32>
  %4 = graph.matmul %1, %3 : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  return %4 : tensor<8x4xf32>
}
// CHECK-LABEL: func.func @many_terms
// CHECK-NOT:   wide
func.func @many_terms(%a: tensor<8x32769xui8>) -> tensor<8x4xf32> {
  %w = graph.constant dense<3> : tensor<32769x4xi8>
  %s = graph.constant dense<0.5> : tensor<f32>
  %0 = graph.cast %a to f32 : (tensor<8x32769xui8>) -> tensor<8x32769xf32>
  %1 = graph.mul %0, %s : (tensor<8x32769xf32>, tensor<f32>) -> tensor<8x32769xf32>
  %2 = graph.cast %w to f32 : (tensor<32769x4xi8>) -> tensor<32769x4xf32>
  %3 = graph.mul %2, %s : (tensor<32769x4xf32>, tensor<f32>) -> tensor<32769x4xf32>
  %4 = graph.matmul %1, %3 : (tensor<8x32769xf32>, tensor<32769x4xf32>) -> tensor<8x4xf32>
  return %4 : tensor<8x4xf32>
}

// -----

// Padding is the zero point; a scale for each output channel, a bias.
// CHECK-LABEL: func.func @conv
// CHECK:       %[[P:.*]] = graph.conv %arg0, %{{.*}} strides [2, 1] pads [1, 1, 1, 1] dilations [1, 1] wide pad_value 200 : (tensor<1x16x8x8xui8>, tensor<32x16x3x3xi8>) -> tensor<1x32x4x8xi32>
// CHECK:       graph.reduce_sum %{{.*}} axes [1, 2, 3] : (tensor<32x16x3x3xi32>) -> tensor<32xi32>
// CHECK:       %[[D:.*]] = graph.sub %[[P]], %{{.*}} : (tensor<1x32x4x8xi32>, tensor<32x1x1xi32>)
// CHECK:       %[[F:.*]] = graph.cast %[[D]] to f32
// CHECK:       %[[M:.*]] = graph.mul %[[F]], %{{.*}} : (tensor<1x32x4x8xf32>, tensor<32x1x1xf32>)
// CHECK:       graph.add %[[M]], %{{.*}} : (tensor<1x32x4x8xf32>, tensor<32x1x1xf32>)
func.func @conv(%a: tensor<1x16x8x8xui8>, %b: tensor<32xf32>) -> tensor<1x32x4x8xf32> {
  %w = graph.constant dense<3> : tensor<32x16x3x3xi8>
  %s = graph.constant dense<0.5> : tensor<f32>
  %t = graph.constant dense<0.25> : tensor<32x1x1x1xf32>
  %p = graph.constant dense<200> : tensor<i32>
  %0 = graph.cast %a to i32 : (tensor<1x16x8x8xui8>) -> tensor<1x16x8x8xi32>
  %1 = graph.sub %0, %p : (tensor<1x16x8x8xi32>, tensor<i32>) -> tensor<1x16x8x8xi32>
  %2 = graph.cast %1 to f32 : (tensor<1x16x8x8xi32>) -> tensor<1x16x8x8xf32>
  %3 = graph.mul %2, %s : (tensor<1x16x8x8xf32>, tensor<f32>) -> tensor<1x16x8x8xf32>
  %4 = graph.cast %w to f32 : (tensor<32x16x3x3xi8>) -> tensor<32x16x3x3xf32>
  %5 = graph.mul %4, %t : (tensor<32x16x3x3xf32>, tensor<32x1x1x1xf32>) -> tensor<32x16x3x3xf32>
  %6 = graph.conv %3, %5, %b strides [2, 1] pads [1, 1, 1, 1] dilations [1, 1] : (tensor<1x16x8x8xf32>, tensor<32x16x3x3xf32>, tensor<32xf32>) -> tensor<1x32x4x8xf32>
  return %6 : tensor<1x32x4x8xf32>
}

// -----

// FIRST-LABEL: func.func @others
// FIRST:       wide
// FIRST:       return
// Channels that are no whole blocks, groups, a zero point that only a run knows, weights with zero
// points; behind them a product, which is one of bytes.
// CHECK-LABEL: func.func @others
// CHECK-NOT:   graph.conv {{.*}} wide
// CHECK:       graph.matmul {{.*}} wide
func.func @others(%a: tensor<1x8x4x4xui8>, %b: tensor<1x32x4x4xui8>, %p: tensor<i32>, %c: tensor<8x4xui8>) -> (tensor<1x16x4x4xf32>, tensor<1x32x4x4xf32>, tensor<1x16x4x4xf32>, tensor<1x16x4x4xf32>, tensor<8x4xf32>) {
  %s = graph.constant dense<0.5> : tensor<f32>
  %w0 = graph.constant dense<3> : tensor<16x8x1x1xi8>
  %0 = graph.cast %a to f32 : (tensor<1x8x4x4xui8>) -> tensor<1x8x4x4xf32>
  %1 = graph.mul %0, %s : (tensor<1x8x4x4xf32>, tensor<f32>) -> tensor<1x8x4x4xf32>
  %2 = graph.cast %w0 to f32 : (tensor<16x8x1x1xi8>) -> tensor<16x8x1x1xf32>
  %3 = graph.mul %2, %s : (tensor<16x8x1x1xf32>, tensor<f32>) -> tensor<16x8x1x1xf32>
  %4 = graph.conv %1, %3 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x8x4x4xf32>, tensor<16x8x1x1xf32>) -> tensor<1x16x4x4xf32>
  %5 = graph.cast %b to f32 : (tensor<1x32x4x4xui8>) -> tensor<1x32x4x4xf32>
  %6 = graph.mul %5, %s : (tensor<1x32x4x4xf32>, tensor<f32>) -> tensor<1x32x4x4xf32>
  %w1 = graph.constant dense<3> : tensor<32x16x1x1xi8>
  %7 = graph.cast %w1 to f32 : (tensor<32x16x1x1xi8>) -> tensor<32x16x1x1xf32>
  %8 = graph.mul %7, %s : (tensor<32x16x1x1xf32>, tensor<f32>) -> tensor<32x16x1x1xf32>
  %9 = graph.conv %6, %8 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] group 2 : (tensor<1x32x4x4xf32>, tensor<32x16x1x1xf32>) -> tensor<1x32x4x4xf32>
  %10 = graph.cast %b to i32 : (tensor<1x32x4x4xui8>) -> tensor<1x32x4x4xi32>
  %11 = graph.sub %10, %p : (tensor<1x32x4x4xi32>, tensor<i32>) -> tensor<1x32x4x4xi32>
  %12 = graph.cast %11 to f32 : (tensor<1x32x4x4xi32>) -> tensor<1x32x4x4xf32>
  %13 = graph.mul %12, %s : (tensor<1x32x4x4xf32>, tensor<f32>) -> tensor<1x32x4x4xf32>
  %w2 = graph.constant dense<3> : tensor<16x32x1x1xi8>
  %14 = graph.cast %w2 to f32 : (tensor<16x32x1x1xi8>) -> tensor<16x32x1x1xf32>
  %15 = graph.mul %14, %s : (tensor<16x32x1x1xf32>, tensor<f32>) -> tensor<16x32x1x1xf32>
  %16 = graph.conv %13, %15 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x32x4x4xf32>, tensor<16x32x1x1xf32>) -> tensor<1x16x4x4xf32>
  %q = graph.constant dense<7> : tensor<i32>
  %17 = graph.cast %w2 to i32 : (tensor<16x32x1x1xi8>) -> tensor<16x32x1x1xi32>
  %18 = graph.sub %17, %q : (tensor<16x32x1x1xi32>, tensor<i32>) -> tensor<16x32x1x1xi32>
  %19 = graph.cast %18 to f32 : (tensor<16x32x1x1xi32>) -> tensor<16x32x1x1xf32>
  %20 = graph.mul %19, %s : (tensor<16x32x1x1xf32>, tensor<f32>) -> tensor<16x32x1x1xf32>
  %21 = graph.conv %6, %20 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x32x4x4xf32>, tensor<16x32x1x1xf32>) -> tensor<1x16x4x4xf32>
  %w3 = graph.constant dense<3> : tensor<4x4xi8>
  %22 = graph.cast %c to f32 : (tensor<8x4xui8>) -> tensor<8x4xf32>
  %23 = graph.mul %22, %s : (tensor<8x4xf32>, tensor<f32>) -> tensor<8x4xf32>
  %24 = graph.cast %w3 to f32 : (tensor<4x4xi8>) -> tensor<4x4xf32>
  %25 = graph.mul %24, %s : (tensor<4x4xf32>, tensor<f32>) -> tensor<4x4xf32>
  %26 = graph.matmul %23, %25 : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  return %4, %9, %16, %21, %26 : tensor<1x16x4x4xf32>, tensor<1x32x4x4xf32>, tensor<1x16x4x4xf32>, tensor<1x16x4x4xf32>, tensor<8x4xf32>
}

// -----

// The largest of dequantized bytes is the largest byte, which is compared as a number with a sign; not so
// where a scale turns the order round.
// CHECK-LABEL: func.func @pool
// CHECK: %[[S:.*]] = graph.cast %arg0 to i16 : (tensor<1x2x4x4xui8>) -> tensor<1x2x4x4xi16>
// CHECK: %[[P:.*]] = graph.max_pool %[[S]]{{.*}} -> tensor<1x2x2x2xi16>
// CHECK: %[[W:.*]] = graph.cast %[[P]] to i32
// CHECK: %[[D:.*]] = graph.sub %[[W]], %{{.*}}
// CHECK: %[[F:.*]] = graph.cast %[[D]] to f32
// CHECK: graph.mul %[[F]], %{{.*}}
// CHECK: graph.max_pool %{{.*}} -> tensor<1x2x2x2xf32>
func.func @pool(%x: tensor<1x2x4x4xui8>, %y: tensor<1x2x4x4xi8>) -> (tensor<1x2x2x2xf32>, tensor<1x2x2x2xf32>) {
  %s = graph.constant dense<0.5> : tensor<f32>
  %t = graph.constant dense<-0.5> : tensor<f32>
  %z = graph.constant dense<3> : tensor<i32>
  %0 = graph.cast %x to i32 : (tensor<1x2x4x4xui8>) -> tensor<1x2x4x4xi32>
  %1 = graph.sub %0, %z : (tensor<1x2x4x4xi32>, tensor<i32>) -> tensor<1x2x4x4xi32>
  %2 = graph.cast %1 to f32 : (tensor<1x2x4x4xi32>) -> tensor<1x2x4x4xf32>
  %3 = graph.mul %2, %s : (tensor<1x2x4x4xf32>, tensor<f32>) -> tensor<1x2x4x4xf32>
  %4 = graph.max_pool %3 kernel [2, 2] strides [2, 2] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x2x4x4xf32>) -> tensor<1x2x2x2xf32>
  %5 = graph.cast %y to f32 : (tensor<1x2x4x4xi8>) -> tensor<1x2x4x4xf32>
  %6 = graph.mul %5, %t : (tensor<1x2x4x4xf32>, tensor<f32>) -> tensor<1x2x4x4xf32>
  %7 = graph.max_pool %6 kernel [2, 2] strides [2, 2] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x2x4x4xf32>) -> tensor<1x2x2x2xf32>
  return %4, %7 : tensor<1x2x2x2xf32>, tensor<1x2x2x2xf32>
}
