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

// Constants and numbers of other types are rounded where they are.
// CHECK-LABEL: func.func @others
// CHECK: %[[N:.*]] = graph.neg %{{.*}} : (tensor<4x8xf32>)
// CHECK: graph.cast %{{.*}} to bf16 : (tensor<4x8xf32>)
// CHECK: %[[H:.*]] = graph.relu %arg0
// CHECK: graph.cast %[[H]] to bf16 : (tensor<4x8xf16>)
// CHECK: graph.neg %[[H]]
// CHECK: %[[F:.*]] = graph.relu %arg1
// CHECK: graph.cast %[[F]] to f16 : (tensor<4x8xf32>)
// CHECK: graph.neg %[[F]]
// CHECK: return
func.func @others(%x: tensor<4x8xf16>, %y: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xbf16>, tensor<4x8xbf16>, tensor<4x8xf16>, tensor<4x8xf16>, tensor<4x8xf32>) {
  %c = graph.constant dense<1.5> : tensor<4x8xf32>
  %n = graph.neg %c : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %b = graph.cast %c to bf16 : (tensor<4x8xf32>) -> tensor<4x8xbf16>
  %h = graph.relu %x : (tensor<4x8xf16>) -> tensor<4x8xf16>
  %i = graph.cast %h to bf16 : (tensor<4x8xf16>) -> tensor<4x8xbf16>
  %j = graph.neg %h : (tensor<4x8xf16>) -> tensor<4x8xf16>
  %f = graph.relu %y : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %k = graph.cast %f to f16 : (tensor<4x8xf32>) -> tensor<4x8xf16>
  %l = graph.neg %f : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %n, %b, %i, %j, %k, %l : tensor<4x8xf32>, tensor<4x8xbf16>, tensor<4x8xbf16>, tensor<4x8xf16>, tensor<4x8xf16>, tensor<4x8xf32>
}

// Where others read the maximum it is widened again, where the model gives it as it is it stays.
// CHECK-LABEL: func.func @pool_of_two
// CHECK: %[[X:.*]] = graph.cast %arg0 to bf16
// CHECK-NEXT: %[[M:.*]] = graph.max_pool %[[X]]{{.*}} -> tensor<1x4x2x2xbf16>
// CHECK-NEXT: %[[W:.*]] = graph.cast %[[M]] to f32
// CHECK-NEXT: %[[N:.*]] = graph.neg %[[W]]
// CHECK-NEXT: return %[[M]], %[[N]]
func.func @pool_of_two(%x: tensor<1x4x4x4xf32>) -> (tensor<1x4x2x2xbf16>, tensor<1x4x2x2xf32>) {
  %m = graph.max_pool %x kernel [2, 2] strides [2, 2] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x4x4x4xf32>) -> tensor<1x4x2x2xf32>
  %b = graph.cast %m to bf16 : (tensor<1x4x2x2xf32>) -> tensor<1x4x2x2xbf16>
  %n = graph.neg %m : (tensor<1x4x2x2xf32>) -> tensor<1x4x2x2xf32>
  return %b, %n : tensor<1x4x2x2xbf16>, tensor<1x4x2x2xf32>
}

// CHECK-LABEL: func.func @pool_given
// CHECK: %[[M:.*]] = graph.max_pool %arg0{{.*}} -> tensor<1x4x2x2xf32>
// CHECK-NEXT: %[[B:.*]] = graph.cast %[[M]] to bf16
// CHECK-NEXT: return %[[M]], %[[B]]
func.func @pool_given(%x: tensor<1x4x4x4xf32>) -> (tensor<1x4x2x2xf32>, tensor<1x4x2x2xbf16>) {
  %m = graph.max_pool %x kernel [2, 2] strides [2, 2] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x4x4x4xf32>) -> tensor<1x4x2x2xf32>
  %b = graph.cast %m to bf16 : (tensor<1x4x2x2xf32>) -> tensor<1x4x2x2xbf16>
  return %m, %b : tensor<1x4x2x2xf32>, tensor<1x4x2x2xbf16>
}
