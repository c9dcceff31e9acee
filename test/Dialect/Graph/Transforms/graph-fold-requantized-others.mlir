// RUN: dl-opt %s --pass-pipeline="builtin.module(func.func(graph-fold-requantized))" --split-input-file | FileCheck %s

// What stands beside a byte: a wide number that others read, too, is computed from the byte for both.
// CHECK-LABEL: func.func @read_twice(
// CHECK: graph.cast %{{.*}} to i8
// CHECK: %[[D:.*]] = graph.sub
// CHECK: %[[Y:.*]] = graph.cast %[[D]] to f32
// CHECK: return %[[Y]], %[[D]]
func.func @read_twice(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xi32>) {
  %low = graph.constant dense<-128.0> : tensor<f32>
  %high = graph.constant dense<127.0> : tensor<f32>
  %zero = graph.constant dense<3> : tensor<i32>
  %r = graph.round %x : (tensor<8xf32>) -> tensor<8xf32>
  %m = graph.maximum %r, %low : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %n = graph.minimum %m, %high : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %b = graph.cast %n to i8 : (tensor<8xf32>) -> tensor<8xi8>
  %w = graph.cast %b to i32 : (tensor<8xi8>) -> tensor<8xi32>
  %d = graph.sub %w, %zero : (tensor<8xi32>, tensor<i32>) -> tensor<8xi32>
  %y = graph.cast %d to f32 : (tensor<8xi32>) -> tensor<8xf32>
  return %y, %d : tensor<8xf32>, tensor<8xi32>
}

// -----

// A zero point that repeats the byte makes more elements than were rounded.
// CHECK-LABEL: func.func @repeated(
// CHECK: graph.cast %{{.*}} to i8
// CHECK: graph.sub %{{.*}} : (tensor<1xi32>, tensor<8xi32>) -> tensor<8xi32>
func.func @repeated(%x: tensor<1xf32>) -> tensor<8xf32> {
  %low = graph.constant dense<-128.0> : tensor<f32>
  %high = graph.constant dense<127.0> : tensor<f32>
  %zero = graph.constant dense<3> : tensor<8xi32>
  %r = graph.round %x : (tensor<1xf32>) -> tensor<1xf32>
  %m = graph.maximum %r, %low : (tensor<1xf32>, tensor<f32>) -> tensor<1xf32>
  %n = graph.minimum %m, %high : (tensor<1xf32>, tensor<f32>) -> tensor<1xf32>
  %b = graph.cast %n to i8 : (tensor<1xf32>) -> tensor<1xi8>
  %w = graph.cast %b to i32 : (tensor<1xi8>) -> tensor<1xi32>
  %d = graph.sub %w, %zero : (tensor<1xi32>, tensor<8xi32>) -> tensor<8xi32>
  %y = graph.cast %d to f32 : (tensor<8xi32>) -> tensor<8xf32>
  return %y : tensor<8xf32>
}

// -----

// So does a bound.
// CHECK-LABEL: func.func @repeated_bound(
// CHECK: graph.cast %{{.*}} to i8
func.func @repeated_bound(%x: tensor<1xf32>) -> tensor<8xf32> {
  %low = graph.constant dense<-128.0> : tensor<8xf32>
  %high = graph.constant dense<127.0> : tensor<f32>
  %r = graph.round %x : (tensor<1xf32>) -> tensor<1xf32>
  %m = graph.maximum %r, %low : (tensor<1xf32>, tensor<8xf32>) -> tensor<8xf32>
  %n = graph.minimum %m, %high : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %b = graph.cast %n to i8 : (tensor<8xf32>) -> tensor<8xi8>
  %y = graph.cast %b to f32 : (tensor<8xi8>) -> tensor<8xf32>
  return %y : tensor<8xf32>
}

// -----

// Bytes of doubles, and bytes that an operand of the graph brings.
// CHECK-LABEL: func.func @others(
// CHECK: %[[B:.*]] = graph.cast %{{.*}} to i8 : (tensor<8xf64>)
// CHECK: %[[Y:.*]] = graph.cast %[[B]] to f32
// CHECK: %[[Z:.*]] = graph.cast %arg1 to f32
// CHECK: return %[[Y]], %[[Z]]
func.func @others(%x: tensor<8xf64>, %a: tensor<8xi8>) -> (tensor<8xf32>, tensor<8xf32>) {
  %low = graph.constant dense<-128.0> : tensor<f64>
  %high = graph.constant dense<127.0> : tensor<f64>
  %r = graph.round %x : (tensor<8xf64>) -> tensor<8xf64>
  %m = graph.maximum %r, %low : (tensor<8xf64>, tensor<f64>) -> tensor<8xf64>
  %n = graph.minimum %m, %high : (tensor<8xf64>, tensor<f64>) -> tensor<8xf64>
  %b = graph.cast %n to i8 : (tensor<8xf64>) -> tensor<8xi8>
  %y = graph.cast %b to f32 : (tensor<8xi8>) -> tensor<8xf32>
  %z = graph.cast %a to f32 : (tensor<8xi8>) -> tensor<8xf32>
  return %y, %z : tensor<8xf32>, tensor<8xf32>
}
