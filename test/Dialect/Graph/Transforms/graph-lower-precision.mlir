// RUN: dl-opt %s --pass-pipeline="builtin.module(func.func(graph-lower-precision{block=2}))" | FileCheck %s
// RUN: dl-opt %s --pass-pipeline="builtin.module(func.func(graph-lower-precision{block=2}))" --remarks-filter=graph-lower-precision -o /dev/null 2>&1 | FileCheck %s --check-prefix=REMARKS
// RUN: dl-opt %s --pass-pipeline="builtin.module(func.func(graph-lower-precision{block=0}))" | FileCheck %s --check-prefix=PLAIN
// RUN: not dl-opt %s --pass-pipeline="builtin.module(func.func(graph-lower-precision{block=-1}))" 2>&1 | FileCheck %s --check-prefix=BLOCK
// RUN: dl-opt %s --pass-pipeline="builtin.module(func.func(graph-lower-precision{block=2 few-rows}))" | FileCheck %s --check-prefix=FEW
// RUN: dl-opt %s --pass-pipeline="builtin.module(func.func(graph-lower-precision{block=2 few-rows}))" --remarks-filter=graph-lower-precision -o /dev/null 2>&1 | FileCheck %s --check-prefix=WHY
// RUN: dl-opt %s --pass-pipeline="builtin.module(func.func(graph-lower-precision{block=2 few-rows cache-bytes=96}))" | FileCheck %s --check-prefix=FAR
// RUN: dl-opt %s --pass-pipeline="builtin.module(func.func(graph-lower-precision{block=2 few-rows cache-bytes=97}))" | FileCheck %s --check-prefix=FEW
// BLOCK: error: expected option 'block' not to be negative, got -1

// 1.00390625 lies between two numbers and goes to the even one, 1.01171875 to 1.015625; of NaN
// something stays.
// CHECK-LABEL: func.func @matmul
// CHECK-DAG: %[[W:.*]] = graph.constant dense<{{\[\[}}1.000000e+00, 1.015630e+00], [0x7F{{.*}}, -3.000000e+00]]> : tensor<2x2xbf16>
// CHECK-DAG: %[[X:.*]] = graph.cast %arg0 to bf16
// CHECK: %[[Y:.*]] = graph.matmul %[[X]], %[[W]] wide : (tensor<3x2xbf16>, tensor<2x2xbf16>) -> tensor<3x2xf32>
// CHECK: return %[[Y]]
// REMARKS: [Analysis] Lowered | Category:graph-lower-precision | Function=matmul | RelativeError=0.000000e+00, Terms=2{{$}}
// REMARKS: Function=gemm | RelativeError=1.595404e-03, Terms=2{{$}}
// REMARKS: Function=conv | RelativeError=1.823953e-03, Terms=4{{$}}
func.func @matmul(%x: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %w = graph.constant dense<[[1.00390625, 1.01171875], [0x7FC00001, -3.0]]> : tensor<2x2xf32>
  %y = graph.matmul %x, %w : (tensor<3x2xf32>, tensor<2x2xf32>) -> tensor<3x2xf32>
  return %y : tensor<3x2xf32>
}

// A transposed matrix is laid out anew; what scales and is added stays in f32.
// CHECK-LABEL: func.func @gemm
// CHECK-DAG: %[[W:.*]] = graph.constant dense<{{\[\[}}1.000000e+00, 3.000000e+00, 5.000000e+00], [2.000000e+00, 4.000000e+00, 6.000000e+00]]> : tensor<2x3xbf16>
// CHECK: %[[Y:.*]] = graph.matmul %{{.*}}, %[[W]] wide : {{.*}} -> tensor<4x3xf32>
// CHECK: %[[A:.*]] = graph.mul %[[Y]], %{{.*}} : (tensor<4x3xf32>, tensor<f32>)
// CHECK: %[[C:.*]] = graph.mul %arg1, %{{.*}} : (tensor<3xf32>, tensor<f32>)
// CHECK: graph.add %[[A]], %[[C]]
func.func @gemm(%x: tensor<4x2xf32>, %c: tensor<3xf32>) -> tensor<4x3xf32> {
  %w = graph.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>
  %y = graph.gemm %x, %w, %c alpha 2.0 beta 3.0 trans_b : (tensor<4x2xf32>, tensor<3x2xf32>, tensor<3xf32>) -> tensor<4x3xf32>
  return %y : tensor<4x3xf32>
}

// CHECK-LABEL: func.func @conv
// CHECK: %[[X:.*]] = graph.cast %arg0 to bf16
// CHECK: %[[Y:.*]] = graph.conv %[[X]], %{{.*}} pads [0, 1] dilations [1] wide : (tensor<1x2x5xbf16>, tensor<4x2x2xbf16>) -> tensor<1x4x5xf32>
// CHECK: %[[B:.*]] = graph.reshape %arg1 : (tensor<4xf32>) -> tensor<4x1xf32>
// CHECK: graph.add %[[Y]], %[[B]]
// PLAIN-LABEL: func.func @conv
// PLAIN-NOT: graph.cast
func.func @conv(%x: tensor<1x2x5xf32>, %b: tensor<4xf32>) -> tensor<1x4x5xf32> {
  %w = graph.constant dense<1.0> : tensor<4x2x2xf32>
  %y = graph.conv %x, %w, %b strides [1] pads [0, 1] dilations [1] : (tensor<1x2x5xf32>, tensor<4x2x2xf32>, tensor<4xf32>) -> tensor<1x4x5xf32>
  return %y : tensor<1x4x5xf32>
}

// CHECK-LABEL: func.func @stay
// CHECK-NOT: bf16
// REMARKS: graph.conv: its channels are no whole blocks of one group
// REMARKS: graph.conv: its channels are no whole blocks of one group
// REMARKS: graph.matmul: its weights are no constant
// REMARKS: graph.matmul: it is no product of rows by one matrix
// REMARKS: graph.gemm: it is no product of rows by one matrix
func.func @stay(%x: tensor<1x4x5xf32>, %a: tensor<4x5xf32>, %v: tensor<5x3xf32>, %d: tensor<4x5xf64>) -> (tensor<1x3x5xf32>, tensor<1x4x5xf32>, tensor<4x3xf32>, tensor<2x4x3xf32>, tensor<5x3xf32>, tensor<4x3xf64>) {
  %w3 = graph.constant dense<1.0> : tensor<3x4x1xf32>
  %wg = graph.constant dense<1.0> : tensor<4x2x1xf32>
  %b = graph.constant dense<1.0> : tensor<2x5x3xf32>
  %m = graph.constant dense<1.0> : tensor<4x3xf32>
  %k = graph.constant dense<1.0> : tensor<5x3xf64>
  %0 = graph.conv %x, %w3 strides [1] pads [0, 0] dilations [1] : (tensor<1x4x5xf32>, tensor<3x4x1xf32>) -> tensor<1x3x5xf32>
  %1 = graph.conv %x, %wg strides [1] pads [0, 0] dilations [1] group 2 : (tensor<1x4x5xf32>, tensor<4x2x1xf32>) -> tensor<1x4x5xf32>
  %2 = graph.matmul %a, %v : (tensor<4x5xf32>, tensor<5x3xf32>) -> tensor<4x3xf32>
  %3 = graph.matmul %a, %b : (tensor<4x5xf32>, tensor<2x5x3xf32>) -> tensor<2x4x3xf32>
  %4 = graph.gemm %a, %m trans_a : (tensor<4x5xf32>, tensor<4x3xf32>) -> tensor<5x3xf32>
  %5 = graph.matmul %d, %k : (tensor<4x5xf64>, tensor<5x3xf64>) -> tensor<4x3xf64>
  return %0, %1, %2, %3, %4, %5 : tensor<1x3x5xf32>, tensor<1x4x5xf32>, tensor<4x3xf32>, tensor<2x4x3xf32>, tensor<5x3xf32>, tensor<4x3xf64>
}

// Where the CPU has no products of bf16, those of one row wait for weights, and of up to four rows
// those that come from memory: weights of 96 bytes, which the products of a cache of 96 read. How many an open
// batch has is not known.
// CHECK-LABEL: func.func @rows
// PLAIN-LABEL: func.func @rows
// FEW-LABEL: func.func @matmul
// FEW-NOT: graph.cast
// FEW-LABEL: func.func @conv
// FEW-NOT: graph.cast
// FEW-LABEL: func.func @rows
// FEW: %[[X:.*]] = graph.cast %arg0 to bf16
// FEW: graph.matmul %[[X]], %{{.*}} wide
// FEW-NOT: graph.cast
// FEW: graph.matmul %arg1
// WHY: graph.matmul: more than 1 rows use its weights, and the CPU has no products of bf16
// WHY: graph.conv: more than 1 rows use its weights
// FAR-LABEL: func.func @conv
// FAR-NOT: graph.cast
// FAR-LABEL: func.func @rows
// FAR-COUNT-2: graph.matmul {{.*}} wide
// FAR: graph.matmul %arg2
// FAR-NOT: wide
func.func @rows(%x: tensor<1x1x2xf32>, %y: tensor<2x2x2xf32>, %z: tensor<5x2xf32>, %o: tensor<?x2xf32>) -> (tensor<1x1x3xf32>, tensor<2x2x3xf32>, tensor<5x3xf32>, tensor<?x3xf32>) {
  %w = graph.constant dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>
  %0 = graph.matmul %x, %w : (tensor<1x1x2xf32>, tensor<2x3xf32>) -> tensor<1x1x3xf32>
  %1 = graph.matmul %y, %w : (tensor<2x2x2xf32>, tensor<2x3xf32>) -> tensor<2x2x3xf32>
  %2 = graph.matmul %z, %w : (tensor<5x2xf32>, tensor<2x3xf32>) -> tensor<5x3xf32>
  %3 = graph.matmul %o, %w : (tensor<?x2xf32>, tensor<2x3xf32>) -> tensor<?x3xf32>
  return %0, %1, %2, %3 : tensor<1x1x3xf32>, tensor<2x2x3xf32>, tensor<5x3xf32>, tensor<?x3xf32>
}

// Sums of zeros, and none at all, are exact.
// CHECK-LABEL: func.func @nothing
// FAR-LABEL: func.func @nothing
// CHECK-COUNT-2: graph.matmul {{.*}} wide
// REMARKS: Function=nothing | RelativeError=0.000000e+00, Terms=2
// REMARKS: Function=nothing | RelativeError=0.000000e+00, Terms=2
func.func @nothing(%x: tensor<3x2xf32>) -> (tensor<3x2xf32>, tensor<3x0xf32>) {
  %zero = graph.constant dense<0.0> : tensor<2x2xf32>
  %none = graph.constant dense<> : tensor<2x0xf32>
  %0 = graph.matmul %x, %zero : (tensor<3x2xf32>, tensor<2x2xf32>) -> tensor<3x2xf32>
  %1 = graph.matmul %x, %none : (tensor<3x2xf32>, tensor<2x0xf32>) -> tensor<3x0xf32>
  return %0, %1 : tensor<3x2xf32>, tensor<3x0xf32>
}
