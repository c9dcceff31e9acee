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
