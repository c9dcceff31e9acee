// RUN: dl-opt %s --pass-pipeline="builtin.module(func.func(graph-lower-precision{block=4 step-bytes=16}))" | FileCheck %s
// RUN: dl-opt %s --pass-pipeline="builtin.module(func.func(graph-lower-precision{block=4}))" | FileCheck %s --check-prefix=VECTORS
// RUN: dl-opt %s --pass-pipeline="builtin.module(func.func(graph-lower-precision{block=0 step-bytes=16}))" | FileCheck %s --check-prefix=VECTORS

// Where matrices are multiplied, so are two that are computed, if the first has many rows.
// CHECK-LABEL: func.func @computed
// CHECK-DAG: %[[A:.*]] = graph.cast %arg0 to bf16
// CHECK-DAG: %[[B:.*]] = graph.cast %arg1 to bf16
// CHECK: graph.matmul %[[A]], %[[B]] wide : (tensor<3x16x8xbf16>, tensor<3x8x4xbf16>) -> tensor<3x16x4xf32>
// CHECK: graph.matmul {{.*}} wide : (tensor<16x8xbf16>, tensor<8x4xbf16>) -> tensor<16x4xf32>
// VECTORS-LABEL: func.func @computed
// VECTORS-NOT: wide
func.func @computed(%a: tensor<3x16x8xf32>, %b: tensor<3x8x4xf32>, %c: tensor<16x8xf32>, %d: tensor<8x4xf32>) -> (tensor<3x16x4xf32>, tensor<16x4xf32>) {
  %0 = graph.matmul %a, %b : (tensor<3x16x8xf32>, tensor<3x8x4xf32>) -> tensor<3x16x4xf32>
  %1 = graph.matmul %c, %d : (tensor<16x8xf32>, tensor<8x4xf32>) -> tensor<16x4xf32>
  return %0, %1 : tensor<3x16x4xf32>, tensor<16x4xf32>
}

// Few rows, terms that are no whole groups, columns that are no whole blocks, and sizes that only a run knows.
// CHECK-LABEL: func.func @others
// CHECK-NOT: wide
func.func @others(%a: tensor<15x8xf32>, %b: tensor<8x4xf32>, %c: tensor<16x7xf32>, %d: tensor<7x4xf32>, %e: tensor<8x3xf32>, %f: tensor<?x8xf32>) -> (tensor<15x4xf32>, tensor<16x4xf32>, tensor<15x3xf32>, tensor<?x4xf32>) {
  %0 = graph.matmul %a, %b : (tensor<15x8xf32>, tensor<8x4xf32>) -> tensor<15x4xf32>
  %1 = graph.matmul %c, %d : (tensor<16x7xf32>, tensor<7x4xf32>) -> tensor<16x4xf32>
  %2 = graph.matmul %a, %e : (tensor<15x8xf32>, tensor<8x3xf32>) -> tensor<15x3xf32>
  %3 = graph.matmul %f, %b : (tensor<?x8xf32>, tensor<8x4xf32>) -> tensor<?x4xf32>
  return %0, %1, %2, %3 : tensor<15x4xf32>, tensor<16x4xf32>, tensor<15x3xf32>, tensor<?x4xf32>
}

// A row, a vector, columns that are no whole blocks or that only a run knows, beside as many rows as it takes.
// CHECK-LABEL: func.func @rows_and_columns
// CHECK-NOT: wide
func.func @rows_and_columns(%a: tensor<16x8xf32>, %b: tensor<8x4xf32>, %c: tensor<8xf32>, %d: tensor<8x3xf32>, %e: tensor<8x?xf32>) -> (tensor<4xf32>, tensor<16xf32>, tensor<16x3xf32>, tensor<16x?xf32>) {
  %0 = graph.matmul %c, %b : (tensor<8xf32>, tensor<8x4xf32>) -> tensor<4xf32>
  %1 = graph.matmul %a, %c : (tensor<16x8xf32>, tensor<8xf32>) -> tensor<16xf32>
  %2 = graph.matmul %a, %d : (tensor<16x8xf32>, tensor<8x3xf32>) -> tensor<16x3xf32>
  %3 = graph.matmul %a, %e : (tensor<16x8xf32>, tensor<8x?xf32>) -> tensor<16x?xf32>
  return %0, %1, %2, %3 : tensor<4xf32>, tensor<16xf32>, tensor<16x3xf32>, tensor<16x?xf32>
}

// A product that is not scaled, with nothing to add or nothing of it.
// CHECK-LABEL: func.func @gemms
// CHECK: %[[A:.*]] = graph.matmul {{.*}} wide
// CHECK: %[[B:.*]] = graph.matmul {{.*}} wide
// CHECK: return %[[A]], %[[B]]
// VECTORS-LABEL: func.func @gemms
func.func @gemms(%x: tensor<4x2xf32>, %c: tensor<3xf32>) -> (tensor<4x3xf32>, tensor<4x3xf32>) {
  %w = graph.constant dense<1.0> : tensor<2x3xf32>
  %0 = graph.gemm %x, %w : (tensor<4x2xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
  %1 = graph.gemm %x, %w, %c beta 0.0 : (tensor<4x2xf32>, tensor<2x3xf32>, tensor<3xf32>) -> tensor<4x3xf32>
  return %0, %1 : tensor<4x3xf32>, tensor<4x3xf32>
}

// Channels that are in blocks already.
// CHECK-LABEL: func.func @blocks
// CHECK-NOT: wide
// VECTORS-LABEL: func.func @blocks
// VECTORS-NOT: wide
func.func @blocks(%x: tensor<1x4x4x4x4xf32>) -> tensor<1x4x4x4x4xf32> {
  %w = graph.constant dense<1.0> : tensor<4x4x1x1x4x4xf32>
  %y = graph.conv %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] layouts ["NCHW4c", "OIHW4i4o", "NCHW4c"] : (tensor<1x4x4x4x4xf32>, tensor<4x4x1x1x4x4xf32>) -> tensor<1x4x4x4x4xf32>
  return %y : tensor<1x4x4x4x4xf32>
}

// A window in steps over few channels fills steps; one element of each place does not.
// CHECK-LABEL: func.func @channels
// CHECK: graph.conv {{.*}} strides [2, 2] {{.*}} wide : (tensor<1x2x12x12xbf16>
// CHECK: graph.conv {{.*}} : (tensor<1x2x12x12xf32>
// VECTORS-LABEL: func.func @channels
// VECTORS-NOT: wide
func.func @channels(%x: tensor<1x2x12x12xf32>) -> (tensor<1x4x4x4xf32>, tensor<1x4x12x12xf32>) {
  %w = graph.constant dense<1.0> : tensor<4x2x6x6xf32>
  %v = graph.constant dense<1.0> : tensor<4x2x1x1xf32>
  %0 = graph.conv %x, %w strides [2, 2] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x2x12x12xf32>, tensor<4x2x6x6xf32>) -> tensor<1x4x4x4xf32>
  %1 = graph.conv %x, %v strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x2x12x12xf32>, tensor<4x2x1x1xf32>) -> tensor<1x4x12x12xf32>
  return %0, %1 : tensor<1x4x4x4xf32>, tensor<1x4x12x12xf32>
}
