// RUN: dl-opt %s --graph-decompose | FileCheck %s
// RUN: dl-opt %s --graph-decompose=ops=graph.batch_norm | FileCheck %s --check-prefix=SOME
// RUN: not dl-opt %s --graph-decompose=ops=graph.relu 2>&1 | FileCheck %s --check-prefix=ERROR

// ERROR: error: expected option 'ops' to name operators that can be decomposed, got 'graph.relu': such as graph.layer_norm

// CHECK-LABEL: func.func @layer_norm
// CHECK-SAME: %[[X:.*]]: tensor<2x3x4xf32>, %[[S:.*]]: tensor<4xf32>, %[[B:.*]]: tensor<4xf32>
// SOME-LABEL: func.func @layer_norm
// SOME: graph.layer_norm
func.func @layer_norm(%x: tensor<2x3x4xf32>, %s: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<2x3x4xf32> {
  // CHECK-NEXT: %[[MEAN:.*]] = graph.reduce_mean %[[X]] axes [1, 2] keepdims
  // CHECK-NEXT: %[[C:.*]] = graph.sub %[[X]], %[[MEAN]]
  // CHECK-NEXT: %[[Q:.*]] = graph.mul %[[C]], %[[C]]
  // CHECK-NEXT: %[[VAR:.*]] = graph.reduce_mean %[[Q]] axes [1, 2] keepdims
  // CHECK-NEXT: %[[EPS:.*]] = graph.constant dense<1.000000e+00> : tensor<f32>
  // CHECK-NEXT: %[[SHIFTED:.*]] = graph.add %[[VAR]], %[[EPS]]
  // CHECK-NEXT: %[[DEV:.*]] = graph.sqrt %[[SHIFTED]]
  // CHECK-NEXT: %[[N:.*]] = graph.div %[[C]], %[[DEV]]
  // CHECK-NEXT: %[[SCALED:.*]] = graph.mul %[[N]], %[[S]]
  // CHECK-NEXT: %[[Y:.*]] = graph.add %[[SCALED]], %[[B]]
  // CHECK-NEXT: return %[[Y]]
  %0 = graph.layer_norm %x, %s, %b axis 1 epsilon 1.0 : (tensor<2x3x4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// With constant statistics the arithmetic on channels folds away.
// CHECK-LABEL: func.func @batch_norm
// CHECK-SAME: %[[X:.*]]: tensor<3x2x4xf32>
// SOME-LABEL: func.func @batch_norm
// SOME-NOT: graph.batch_norm
func.func @batch_norm(%x: tensor<3x2x4xf32>) -> tensor<3x2x4xf32> {
  // CHECK-DAG: %[[S:.*]] = graph.constant dense<{{\[\[}}1.000000e+00], [2.000000e+00]]> : tensor<2x1xf32>
  // CHECK-DAG: %[[T:.*]] = graph.constant dense<{{\[\[}}5.500000e+00], [-2.000000e+00]]> : tensor<2x1xf32>
  // CHECK: %[[M:.*]] = graph.mul %[[X]], %[[S]]
  // CHECK-NEXT: %[[Y:.*]] = graph.add %[[M]], %[[T]]
  // CHECK-NEXT: return %[[Y]]
  %scale = graph.constant dense<[2.0, 6.0]> : tensor<2xf32>
  %bias = graph.constant dense<[5.0, 6.0]> : tensor<2xf32>
  %mean = graph.constant dense<[-0.5, 4.0]> : tensor<2xf32>
  %var = graph.constant dense<[3.0, 8.0]> : tensor<2xf32>
  %0 = graph.batch_norm %x, %scale, %bias, %mean, %var epsilon 1.0
      : (tensor<3x2x4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<3x2x4xf32>
  return %0 : tensor<3x2x4xf32>
}

// A scale for each channel is arithmetic on tensors whose size must be known.
// CHECK-LABEL: func.func @channels_of_unknown_number
// SOME-LABEL: func.func @channels_of_unknown_number
// CHECK-NEXT: graph.batch_norm
// CHECK-NEXT: return
func.func @channels_of_unknown_number(%x: tensor<1x?x8x8xf32>, %s: tensor<?xf32>, %b: tensor<?xf32>, %m: tensor<?xf32>, %v: tensor<?xf32>) -> tensor<1x?x8x8xf32> {
  %0 = graph.batch_norm %x, %s, %b, %m, %v epsilon 1.0e-5 : (tensor<1x?x8x8xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>, tensor<?xf32>) -> tensor<1x?x8x8xf32>
  return %0 : tensor<1x?x8x8xf32>
}
