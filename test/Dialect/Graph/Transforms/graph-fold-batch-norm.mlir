// RUN: dl-opt %s --graph-fold-batch-norm --canonicalize --split-input-file | FileCheck %s
// RUN: dl-opt %s --graph-fold-batch-norm --remarks-filter=graph-fold-batch-norm --split-input-file --verify-diagnostics -o /dev/null

// s = [2 / sqrt(3 + 1), 3 / sqrt(8 + 1)] = [1, 1]; t = bias - mean * s.
// With scale [2, 6]: s = [1, 2].
// CHECK-LABEL: func.func @into_conv
// CHECK-SAME: %[[X:.*]]: tensor<1x1x2x2xf32>
// CHECK-DAG: %[[W:.*]] = graph.constant dense<{{\[}}{{\[\[\[}}1.000000e+00, 2.000000e+00]]], {{\[\[\[}}6.000000e+00, 8.000000e+00]]]]> : tensor<2x1x1x2xf32>
// CHECK-DAG: %[[B:.*]] = graph.constant dense<[5.500000e+00, -2.000000e+00]> : tensor<2xf32>
// CHECK: %[[Y:.*]] = graph.conv %[[X]], %[[W]], %[[B]] strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1]
// CHECK-NEXT: return %[[Y]]
func.func @into_conv(%x: tensor<1x1x2x2xf32>) -> tensor<1x2x2x1xf32> {
  %w = graph.constant dense<[[[[1.0, 2.0]]], [[[3.0, 4.0]]]]> : tensor<2x1x1x2xf32>
  %scale = graph.constant dense<[2.0, 6.0]> : tensor<2xf32>
  %bias = graph.constant dense<[5.0, 6.0]> : tensor<2xf32>
  %mean = graph.constant dense<[-0.5, 4.0]> : tensor<2xf32>
  %var = graph.constant dense<[3.0, 8.0]> : tensor<2xf32>
  %0 = graph.conv %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x1x2x2xf32>, tensor<2x1x1x2xf32>) -> tensor<1x2x2x1xf32>
  %1 = graph.batch_norm %0, %scale, %bias, %mean, %var epsilon 1.0
      : (tensor<1x2x2x1xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<1x2x2x1xf32>
  return %1 : tensor<1x2x2x1xf32>
}

// -----

// A bias is scaled too; resources are read and splats spread.
// CHECK-LABEL: func.func @bias_and_resources
// CHECK-DAG: graph.constant dense<{{.*}}2.000000e+00{{.*}}4.000000e+00{{.*}}> : tensor<2x1x1xf64>
// CHECK-DAG: graph.constant dense<[2.100000e+01, 4.100000e+01]> : tensor<2xf64>
// CHECK: graph.conv {{.*}} strides [2] pads [1, 0] dilations [1]
func.func @bias_and_resources(%x: tensor<1x1x4xf64>) -> tensor<1x2x3xf64> {
  %w = graph.constant dense<2.0> : tensor<2x1x1xf64>
  %b = graph.constant dense<20.0> : tensor<2xf64>
  %scale = graph.constant dense_resource<scale> : tensor<2xf64>
  %one = graph.constant dense<1.0> : tensor<2xf64>
  %zero = graph.constant dense<0.0> : tensor<2xf64>
  %0 = graph.conv %x, %w, %b strides [2] pads [1, 0] dilations [1] : (tensor<1x1x4xf64>, tensor<2x1x1xf64>, tensor<2xf64>) -> tensor<1x2x3xf64>
  %1 = graph.batch_norm %0, %scale, %one, %zero, %one epsilon 0.0
      : (tensor<1x2x3xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) -> tensor<1x2x3xf64>
  return %1 : tensor<1x2x3xf64>
}

{-#
  dialect_resources: { builtin: { scale: "0x08000000000000000000F03F0000000000000040" } }
#-}

// -----

// Large weights stay a resource.
// CHECK-LABEL: func.func @large
// CHECK: graph.constant dense_resource<constant> : tensor<2x600x1x1xf32>
func.func @large(%x: tensor<1x600x1x1xf32>) -> tensor<1x2x1x1xf32> {
  %w = graph.constant dense<2.0> : tensor<2x600x1x1xf32>
  %two = graph.constant dense<2.0> : tensor<2xf32>
  %0 = graph.conv %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x600x1x1xf32>, tensor<2x600x1x1xf32>) -> tensor<1x2x1x1xf32>
  %1 = graph.batch_norm %0, %two, %two, %two, %two
      : (tensor<1x2x1x1xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<1x2x1x1xf32>
  return %1 : tensor<1x2x1x1xf32>
}

// -----

// Without a convolution in front: scale and shift.
// CHECK-LABEL: func.func @alone
// CHECK-SAME: %[[X:.*]]: tensor<3x2x4xf32>
// CHECK-DAG: %[[S:.*]] = graph.constant dense<{{\[\[}}1.000000e+00], [2.000000e+00]]> : tensor<2x1xf32>
// CHECK-DAG: %[[T:.*]] = graph.constant dense<{{\[\[}}5.500000e+00], [-2.000000e+00]]> : tensor<2x1xf32>
// CHECK: %[[M:.*]] = graph.mul %[[X]], %[[S]]
// CHECK: %[[Y:.*]] = graph.add %[[M]], %[[T]]
// CHECK: return %[[Y]]
func.func @alone(%x: tensor<3x2x4xf32>) -> tensor<3x2x4xf32> {
  %scale = graph.constant dense<[2.0, 6.0]> : tensor<2xf32>
  %bias = graph.constant dense<[5.0, 6.0]> : tensor<2xf32>
  %mean = graph.constant dense<[-0.5, 4.0]> : tensor<2xf32>
  %var = graph.constant dense<[3.0, 8.0]> : tensor<2xf32>
  // expected-remark @+1 {{its input is not made by a convolution}}
  %0 = graph.batch_norm %x, %scale, %bias, %mean, %var epsilon 1.0
      : (tensor<3x2x4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<3x2x4xf32>
  return %0 : tensor<3x2x4xf32>
}

// -----

// CHECK-LABEL: func.func @reasons
// CHECK-COUNT-3: graph.mul
// CHECK: graph.batch_norm
func.func @reasons(%x: tensor<1x1x1xf32>, %w: tensor<1x1x1xf32>, %v: tensor<1xf32>)
    -> (tensor<1x1x1xf32>, tensor<1x1x1xf32>, tensor<1x1x1xf32>, tensor<1x1x1xf32>, tensor<1x1x1xf32>) {
  %c = graph.constant dense<2.0> : tensor<1xf32>
  %k = graph.constant dense<2.0> : tensor<1x1x1xf32>
  %0 = graph.conv %x, %k strides [1] pads [0, 0] dilations [1] : (tensor<1x1x1xf32>, tensor<1x1x1xf32>) -> tensor<1x1x1xf32>
  // expected-remark @+1 {{the convolution's result has other readers}}
  %n0 = graph.batch_norm %0, %c, %c, %c, %c : (tensor<1x1x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x1x1xf32>
  %1 = graph.conv %x, %w strides [1] pads [0, 0] dilations [1] : (tensor<1x1x1xf32>, tensor<1x1x1xf32>) -> tensor<1x1x1xf32>
  // expected-remark @+1 {{the convolution's weights are not a constant}}
  %n1 = graph.batch_norm %1, %c, %c, %c, %c : (tensor<1x1x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x1x1xf32>
  %2 = graph.conv %x, %k, %v strides [1] pads [0, 0] dilations [1] : (tensor<1x1x1xf32>, tensor<1x1x1xf32>, tensor<1xf32>) -> tensor<1x1x1xf32>
  // expected-remark @+1 {{the convolution's bias is not a constant}}
  %n2 = graph.batch_norm %2, %c, %c, %c, %c : (tensor<1x1x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x1x1xf32>
  // expected-remark @+1 {{its statistics are not constants}}
  %n3 = graph.batch_norm %x, %c, %c, %v, %c : (tensor<1x1x1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x1x1xf32>
  return %0, %n0, %n1, %n2, %n3 : tensor<1x1x1xf32>, tensor<1x1x1xf32>, tensor<1x1x1xf32>, tensor<1x1x1xf32>, tensor<1x1x1xf32>
}

// -----

// Weights of 16 bits stay as they are: scale and shift are computed wide and rounded once.
// CHECK-LABEL: func.func @half
// CHECK-DAG: %[[S:.*]] = graph.constant dense<{{\[\[}}2.000000e+00], [6.000000e+00]]> : tensor<2x1xf32>
// CHECK: %[[C:.*]] = graph.conv
// CHECK: %[[W:.*]] = graph.cast %[[C]] to f32
// CHECK: %[[M:.*]] = graph.mul %[[W]], %[[S]]
// CHECK: %[[A:.*]] = graph.add %[[M]],
// CHECK: graph.cast %[[A]] to f16
func.func @half(%x: tensor<1x1x4xf16>) -> tensor<1x2x4xf16> {
  %w = graph.constant dense<2.0> : tensor<2x1x1xf16>
  %scale = graph.constant dense<[2.0, 6.0]> : tensor<2xf16>
  %one = graph.constant dense<1.0> : tensor<2xf16>
  %zero = graph.constant dense<0.0> : tensor<2xf16>
  %0 = graph.conv %x, %w strides [1] pads [0, 0] dilations [1] : (tensor<1x1x4xf16>, tensor<2x1x1xf16>) -> tensor<1x2x4xf16>
  // expected-remark @+1 {{weights of 16 bits would be rounded again, or overflow}}
  %1 = graph.batch_norm %0, %scale, %one, %zero, %one epsilon 0.0
      : (tensor<1x2x4xf16>, tensor<2xf16>, tensor<2xf16>, tensor<2xf16>, tensor<2xf16>) -> tensor<1x2x4xf16>
  return %1 : tensor<1x2x4xf16>
}

// -----

// A value of which nothing is known is no constant to compute with.
// CHECK-LABEL: func.func @unknown
// CHECK: graph.conv
// CHECK: graph.batch_norm
func.func @unknown(%x: tensor<1x1x4xf32>) -> tensor<1x2x4xf32> {
  %w = graph.constant dense<2.0> : tensor<2x1x1xf32>
  %one = graph.constant dense<1.0> : tensor<2xf32>
  %u = ub.poison : tensor<2xf32>
  %0 = graph.conv %x, %w strides [1] pads [0, 0] dilations [1] : (tensor<1x1x4xf32>, tensor<2x1x1xf32>) -> tensor<1x2x4xf32>
  // expected-remark @+1 {{its statistics are not constants}}
  %1 = graph.batch_norm %0, %one, %one, %u, %one
      : (tensor<1x2x4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<1x2x4xf32>
  return %1 : tensor<1x2x4xf32>
}

// -----

// CHECK-LABEL: func.func @blocks
// CHECK: %[[Y:.*]] = graph.conv {{.*}} layouts
// CHECK: graph.mul %[[Y]]
func.func @blocks(%x: tensor<1x2x4x4x4xf32>) -> tensor<1x2x4x4x4xf32> {
  %w = graph.constant dense<1.0> : tensor<2x2x1x1x4x4xf32>
  %one = graph.constant dense<1.0> : tensor<2xf32>
  %scale = graph.constant dense<2.0> : tensor<2xf32>
  %0 = graph.conv %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] layouts ["NCHW4c", "OIHW4i4o", "NCHW4c"] : (tensor<1x2x4x4x4xf32>, tensor<2x2x1x1x4x4xf32>) -> tensor<1x2x4x4x4xf32>
  // expected-remark @+1 {{the convolution's channels are in blocks}}
  %1 = graph.batch_norm %0, %scale, %one, %one, %one epsilon 0.0
      : (tensor<1x2x4x4x4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<1x2x4x4x4xf32>
  return %1 : tensor<1x2x4x4x4xf32>
}
