// RUN: dl-opt %s --pass-pipeline="builtin.module(func.func(graph-store-narrow))" | FileCheck %s

// A residual connection reads what the product rounds.
// CHECK-LABEL: func.func @residual
// CHECK: %[[X:.*]] = graph.relu %arg0
// CHECK-NEXT: %[[B:.*]] = graph.cast %[[X]] to bf16
// CHECK-NEXT: %[[F:.*]] = graph.cast %[[B]] to f32
// CHECK: %[[P:.*]] = graph.matmul %[[B]]
// CHECK: graph.add %[[P]], %[[F]]
func.func @residual(%x: tensor<4x8xf32>, %w: tensor<8x8xbf16>) -> tensor<4x8xf32> {
  %r = graph.relu %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %n = graph.neg %r : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %b = graph.cast %r to bf16 : (tensor<4x8xf32>) -> tensor<4x8xbf16>
  %p = graph.matmul %b, %w wide : (tensor<4x8xbf16>, tensor<8x8xbf16>) -> tensor<4x8xf32>
  %s = graph.add %p, %r : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %y = graph.add %s, %n : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %y : tensor<4x8xf32>
}

// A pool finds the largest of what is rounded.
// CHECK-LABEL: func.func @pool
// CHECK: %[[X:.*]] = graph.relu %arg0
// CHECK: %[[B:.*]] = graph.cast %[[X]] to bf16
// CHECK: %[[M:.*]] = graph.max_pool %[[B]]{{.*}} -> tensor<1x4x2x2xbf16>
// CHECK: return %[[M]]
func.func @pool(%x: tensor<1x4x4x4xf32>) -> tensor<1x4x2x2xbf16> {
  %r = graph.relu %x : (tensor<1x4x4x4xf32>) -> tensor<1x4x4x4xf32>
  %m = graph.max_pool %r kernel [2, 2] strides [2, 2] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x4x4x4xf32>) -> tensor<1x4x2x2xf32>
  %b = graph.cast %m to bf16 : (tensor<1x4x2x2xf32>) -> tensor<1x4x2x2xbf16>
  return %b : tensor<1x4x2x2xbf16>
}

// Outputs and inputs of the model stay as they are.
// CHECK-LABEL: func.func @kept
// CHECK: %[[R:.*]] = graph.relu %arg0
// CHECK: graph.cast %[[R]] to bf16
// CHECK: graph.cast %arg1 to bf16
// CHECK-NOT: to f32
func.func @kept(%x: tensor<4x8xf32>, %y: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xbf16>, tensor<4x8xbf16>, tensor<4x8xf32>) {
  %r = graph.relu %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %b = graph.cast %r to bf16 : (tensor<4x8xf32>) -> tensor<4x8xbf16>
  %c = graph.cast %y to bf16 : (tensor<4x8xf32>) -> tensor<4x8xbf16>
  %d = graph.neg %y : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %r, %b, %c, %d : tensor<4x8xf32>, tensor<4x8xbf16>, tensor<4x8xbf16>, tensor<4x8xf32>
}
