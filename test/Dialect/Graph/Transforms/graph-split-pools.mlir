// RUN: dl-opt %s --pass-pipeline="builtin.module(func.func(graph-split-pools))" | FileCheck %s

// RUN: dl-opt %s --pass-pipeline="builtin.module(func.func(graph-split-pools{cache-bytes=150528}))" | FileCheck %s --check-prefix=CACHE
// RUN: dl-opt %s --pass-pipeline="builtin.module(func.func(graph-split-pools{cache-bytes=150527}))" | FileCheck %s --check-prefix=MEMORY

// Each dim with its own window, strides, pads and dilations; what is computed twice is first.
// CHECK-LABEL: func.func @split
// CHECK: %[[H:.*]] = graph.max_pool %arg0 kernel [5, 1] strides [2, 1] pads [2, 0, 1, 0] dilations [1, 1] : (tensor<1x8x41x40xf32>) -> tensor<1x8x20x40xf32>
// CHECK: %[[W:.*]] = graph.max_pool %[[H]] kernel [1, 7] strides [1, 1] pads [0, 3, 0, 2] dilations [1, 2] : (tensor<1x8x20x40xf32>) -> tensor<1x8x20x33xf32>
// CHECK: return %[[W]]
func.func @split(%x: tensor<1x8x41x40xf32>) -> tensor<1x8x20x33xf32> {
  %y = graph.max_pool %x kernel [5, 7] strides [2, 1] pads [2, 3, 1, 2] dilations [1, 2] : (tensor<1x8x41x40xf32>) -> tensor<1x8x20x33xf32>
  return %y : tensor<1x8x20x33xf32>
}

// Batches of any size.
// CHECK-LABEL: func.func @open
// CHECK: graph.max_pool %arg0 kernel [5, 1]
// CHECK: graph.max_pool {{.*}} kernel [1, 5]
func.func @open(%x: tensor<?x8x28x28xf32>) -> tensor<?x8x28x28xf32> {
  %y = graph.max_pool %x kernel [5, 5] strides [1, 1] pads [2, 2, 2, 2] dilations [1, 1] : (tensor<?x8x28x28xf32>) -> tensor<?x8x28x28xf32>
  return %y : tensor<?x8x28x28xf32>
}

// CHECK-LABEL: func.func @sums
// CHECK-COUNT-3: graph.sum_pool
// CHECK-NOT: graph.sum_pool
func.func @sums(%x: tensor<1x8x10x10x10xf32>) -> tensor<1x8x8x8x8xf32> {
  %y = graph.sum_pool %x kernel [3, 3, 3] strides [1, 1, 1] pads [0, 0, 0, 0, 0, 0] dilations [1, 1, 1] : (tensor<1x8x10x10x10xf32>) -> tensor<1x8x8x8x8xf32>
  return %y : tensor<1x8x8x8x8xf32>
}

// Windows that share too little, one dim, sums that would be rounded, sizes that are not known,
// and blocks.
// CHECK-LABEL: func.func @stay
// CHECK: graph.max_pool %arg0 kernel [3, 3]
// CHECK: graph.max_pool %arg0 kernel [28, 28]
// CHECK: graph.max_pool %arg0 kernel [5, 1]
// CHECK: graph.sum_pool %arg1 kernel [5, 5]
// CHECK: graph.max_pool %arg2 kernel [5, 5]
// CHECK: graph.max_pool %arg3 kernel [5, 5]
func.func @stay(%x: tensor<1x8x28x28xf32>, %h: tensor<1x8x28x28xf16>, %d: tensor<1x8x?x28xf32>, %b: tensor<1x1x28x28x8xf32>) -> (tensor<1x8x14x14xf32>, tensor<1x8x1x1xf32>, tensor<1x8x28x28xf32>, tensor<1x8x28x28xf16>, tensor<1x8x?x28xf32>, tensor<1x1x28x28x8xf32>) {
  %0 = graph.max_pool %x kernel [3, 3] strides [2, 2] pads [1, 1, 1, 1] dilations [1, 1] : (tensor<1x8x28x28xf32>) -> tensor<1x8x14x14xf32>
  %1 = graph.max_pool %x kernel [28, 28] strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x8x28x28xf32>) -> tensor<1x8x1x1xf32>
  %2 = graph.max_pool %x kernel [5, 1] strides [1, 1] pads [2, 0, 2, 0] dilations [1, 1] : (tensor<1x8x28x28xf32>) -> tensor<1x8x28x28xf32>
  %3 = graph.sum_pool %h kernel [5, 5] strides [1, 1] pads [2, 2, 2, 2] dilations [1, 1] : (tensor<1x8x28x28xf16>) -> tensor<1x8x28x28xf16>
  %4 = graph.max_pool %d kernel [5, 5] strides [1, 1] pads [2, 2, 2, 2] dilations [1, 1] : (tensor<1x8x?x28xf32>) -> tensor<1x8x?x28xf32>
  %5 = graph.max_pool %b kernel [5, 5] strides [1, 1] pads [2, 2, 2, 2] dilations [1, 1] layout "NCHW8c" : (tensor<1x1x28x28x8xf32>) -> tensor<1x1x28x28x8xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<1x8x14x14xf32>, tensor<1x8x1x1xf32>, tensor<1x8x28x28xf32>, tensor<1x8x28x28xf16>, tensor<1x8x?x28xf32>, tensor<1x1x28x28x8xf32>
}

// Windows of 3 share enough from 7 results on; a maximum is exact in any type.
// CHECK-LABEL: func.func @limit
// CHECK: graph.max_pool %arg0 kernel [3, 3]
// CHECK: graph.max_pool %arg1 kernel [3, 1]
// CHECK: graph.max_pool {{.*}} kernel [1, 3]
// CHECK: return
func.func @limit(%x: tensor<1x8x8x8xf16>, %y: tensor<1x8x9x9xf16>) -> (tensor<1x8x6x6xf16>, tensor<1x8x7x7xf16>) {
  %0 = graph.max_pool %x kernel [3, 3] strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x8x8x8xf16>) -> tensor<1x8x6x6xf16>
  %1 = graph.max_pool %y kernel [3, 3] strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x8x9x9xf16>) -> tensor<1x8x7x7xf16>
  return %0, %1 : tensor<1x8x6x6xf16>, tensor<1x8x7x7xf16>
}

// What three tensors of 16x28x28 floats need is in a cache of 150528 bytes. In memory windows have to
// share more: 11 instead of 25 elements are too little, 21 instead of 81 are enough.
// CACHE-LABEL:  func.func @large
// CACHE-COUNT-4: graph.max_pool
// MEMORY-LABEL: func.func @large
// MEMORY:       graph.max_pool %arg0 kernel [5, 5]
// MEMORY:       graph.max_pool {{.*}} kernel [9, 1]
// MEMORY:       graph.max_pool {{.*}} kernel [1, 9]
func.func @large(%x: tensor<1x16x28x28xf32>) -> tensor<1x16x28x28xf32> {
  %0 = graph.max_pool %x kernel [5, 5] strides [1, 1] pads [2, 2, 2, 2] dilations [1, 1] : (tensor<1x16x28x28xf32>) -> tensor<1x16x28x28xf32>
  %1 = graph.max_pool %0 kernel [9, 9] strides [1, 1] pads [4, 4, 4, 4] dilations [1, 1] : (tensor<1x16x28x28xf32>) -> tensor<1x16x28x28xf32>
  return %1 : tensor<1x16x28x28xf32>
}
