// RUN: dl-opt %s --pass-pipeline="builtin.module(func.func(graph-fold-requantized, canonicalize))" --split-input-file | FileCheck %s

// A byte that only its widening reads is the number that it was rounded from; the zero point shifts the
// range.
// CHECK-LABEL: func.func @folded
// CHECK-DAG: %[[LOW:.*]] = graph.constant dense<-3.000000e+00> : tensor<f32>
// CHECK-DAG: %[[HIGH:.*]] = graph.constant dense<2.520000e+02> : tensor<f32>
// CHECK: %[[R:.*]] = graph.round %arg0
// CHECK-NEXT: %[[M:.*]] = graph.maximum %[[R]], %[[LOW]]
// CHECK-NEXT: %[[Y:.*]] = graph.minimum %[[M]], %[[HIGH]]
// CHECK-NEXT: return %[[Y]]
func.func @folded(%x: tensor<8xf32>) -> tensor<8xf32> {
  %z = graph.constant dense<3.0> : tensor<f32>
  %low = graph.constant dense<0.0> : tensor<f32>
  %high = graph.constant dense<255.0> : tensor<f32>
  %zero = graph.constant dense<3> : tensor<i32>
  %r = graph.round %x : (tensor<8xf32>) -> tensor<8xf32>
  %s = graph.add %r, %z : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %m = graph.maximum %s, %low : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %n = graph.minimum %m, %high : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %b = graph.cast %n to ui8 : (tensor<8xf32>) -> tensor<8xui8>
  %w = graph.cast %b to i32 : (tensor<8xui8>) -> tensor<8xi32>
  %d = graph.sub %w, %zero : (tensor<8xi32>, tensor<i32>) -> tensor<8xi32>
  %y = graph.cast %d to f32 : (tensor<8xi32>) -> tensor<8xf32>
  return %y : tensor<8xf32>
}

// -----

// Without a zero point, and with one that is another's.
// CHECK-LABEL: func.func @plain
// CHECK: graph.round %arg0
// CHECK-NEXT: graph.maximum
// CHECK-NEXT: graph.minimum
// CHECK: graph.add
// CHECK-NEXT: graph.maximum
// CHECK-NEXT: graph.minimum
// CHECK-NOT: graph.cast
func.func @plain(%x: tensor<8xf32>, %v: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %z = graph.constant dense<3.0> : tensor<f32>
  %low = graph.constant dense<-128.0> : tensor<f32>
  %high = graph.constant dense<127.0> : tensor<f32>
  %r = graph.round %x : (tensor<8xf32>) -> tensor<8xf32>
  %m = graph.maximum %r, %low : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %n = graph.minimum %m, %high : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %b = graph.cast %n to i8 : (tensor<8xf32>) -> tensor<8xi8>
  %y = graph.cast %b to f32 : (tensor<8xi8>) -> tensor<8xf32>
  %q = graph.round %v : (tensor<8xf32>) -> tensor<8xf32>
  %s = graph.add %q, %z : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %o = graph.maximum %s, %low : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %p = graph.minimum %o, %high : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %c = graph.cast %p to i8 : (tensor<8xf32>) -> tensor<8xi8>
  %u = graph.cast %c to f32 : (tensor<8xi8>) -> tensor<8xf32>
  return %y, %u : tensor<8xf32>, tensor<8xf32>
}

// -----

// Numbers that are not rounded, that do not fit in a byte, and bytes that others read.
// CHECK-LABEL: func.func @kept
// CHECK-COUNT-6: graph.cast
func.func @kept(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xi8>) {
  %low = graph.constant dense<-128.0> : tensor<f32>
  %high = graph.constant dense<127.0> : tensor<f32>
  %most = graph.constant dense<128.0> : tensor<f32>
  %r = graph.round %x : (tensor<8xf32>) -> tensor<8xf32>
  %a = graph.maximum %x, %low : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %b = graph.minimum %a, %high : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %c = graph.cast %b to i8 : (tensor<8xf32>) -> tensor<8xi8>
  %d = graph.cast %c to f32 : (tensor<8xi8>) -> tensor<8xf32>
  %e = graph.maximum %r, %low : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %f = graph.minimum %e, %most : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %g = graph.cast %f to i8 : (tensor<8xf32>) -> tensor<8xi8>
  %h = graph.cast %g to f32 : (tensor<8xi8>) -> tensor<8xf32>
  %i = graph.minimum %e, %high : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %j = graph.cast %i to i8 : (tensor<8xf32>) -> tensor<8xi8>
  %k = graph.cast %j to f32 : (tensor<8xi8>) -> tensor<8xf32>
  return %d, %h, %k, %j : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xi8>
}
