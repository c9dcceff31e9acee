// RUN: dl-opt %s --pass-pipeline="builtin.module(func.func(graph-fold-rescaled, canonicalize))" --split-input-file | FileCheck %s

// What was quantized is moved and quantized again: the whole numbers move, and stay between their bounds.
// CHECK-LABEL: func.func @moved(
// CHECK-SAME: %[[X:.*]]: tensor<4x8xf32>
// CHECK: %[[R:.*]] = graph.round %[[X]]
// CHECK: %[[N:.*]] = graph.minimum
// CHECK: %[[V:.*]] = graph.reshape %[[N]]
// CHECK: %[[T:.*]] = graph.transpose %[[V]]
// CHECK-NEXT: %[[Y:.*]] = graph.mul %[[T]], %{{.*}} : (tensor<2x4x4xf32>, tensor<f32>)
// CHECK-NEXT: return %[[Y]]
func.func @moved(%x: tensor<4x8xf32>) -> tensor<2x4x4xf32> {
  %low = graph.constant dense<-128.0> : tensor<f32>
  %high = graph.constant dense<127.0> : tensor<f32>
  %s = graph.constant dense<0.3> : tensor<f32>
  %r = graph.round %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %m = graph.maximum %r, %low : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  %n = graph.minimum %m, %high : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  %y = graph.mul %n, %s : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  %v = graph.reshape %y : (tensor<4x8xf32>) -> tensor<4x2x4xf32>
  %t = graph.transpose %v permutation [1, 0, 2] : (tensor<4x2x4xf32>) -> tensor<2x4x4xf32>
  %q = graph.div %t, %s : (tensor<2x4x4xf32>, tensor<f32>) -> tensor<2x4x4xf32>
  %r2 = graph.round %q : (tensor<2x4x4xf32>) -> tensor<2x4x4xf32>
  %m2 = graph.maximum %r2, %low : (tensor<2x4x4xf32>, tensor<f32>) -> tensor<2x4x4xf32>
  %n2 = graph.minimum %m2, %high : (tensor<2x4x4xf32>, tensor<f32>) -> tensor<2x4x4xf32>
  %y2 = graph.mul %n2, %s : (tensor<2x4x4xf32>, tensor<f32>) -> tensor<2x4x4xf32>
  return %y2 : tensor<2x4x4xf32>
}

// -----

// A widened byte less its zero point; with the zero point it is inside of bytes again. The product that
// others read stays.
// CHECK-LABEL: func.func @widened(
// CHECK-SAME: %[[B:.*]]: tensor<8xui8>
// CHECK: %[[N:.*]] = graph.cast %{{.*}} to f32 : (tensor<8xi32>)
// CHECK: %[[Y:.*]] = graph.mul %[[N]]
// CHECK: %[[Z:.*]] = graph.add %[[N]]
// CHECK-NEXT: %[[C:.*]] = graph.cast %[[Z]] to ui8
// CHECK-NEXT: return %[[Y]], %[[C]]
func.func @widened(%b: tensor<8xui8>) -> (tensor<8xf32>, tensor<8xui8>) {
  %zero = graph.constant dense<3> : tensor<i32>
  %zeroFloat = graph.constant dense<3.0> : tensor<f32>
  %low = graph.constant dense<0.0> : tensor<f32>
  %high = graph.constant dense<255.0> : tensor<f32>
  %s = graph.constant dense<0.1> : tensor<f32>
  %w = graph.cast %b to i32 : (tensor<8xui8>) -> tensor<8xi32>
  %d = graph.sub %w, %zero : (tensor<8xi32>, tensor<i32>) -> tensor<8xi32>
  %n = graph.cast %d to f32 : (tensor<8xi32>) -> tensor<8xf32>
  %y = graph.mul %n, %s : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %q = graph.div %y, %s : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %r = graph.round %q : (tensor<8xf32>) -> tensor<8xf32>
  %z = graph.add %r, %zeroFloat : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %m = graph.maximum %z, %low : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %c = graph.minimum %m, %high : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %o = graph.cast %c to ui8 : (tensor<8xf32>) -> tensor<8xui8>
  return %y, %o : tensor<8xf32>, tensor<8xui8>
}

// -----

// Numbers of 16 bits have more values than the bounds let through, which stay.
// CHECK-LABEL: func.func @bounded(
// CHECK: %[[N:.*]] = graph.cast %{{.*}} to f32 : (tensor<8xi16>)
// CHECK-NEXT: %[[M:.*]] = graph.maximum %[[N]]
// CHECK-NEXT: %[[C:.*]] = graph.minimum %[[M]]
// CHECK-NEXT: return %[[C]]
func.func @bounded(%b: tensor<8xi16>) -> tensor<8xf32> {
  %low = graph.constant dense<0.0> : tensor<f32>
  %high = graph.constant dense<255.0> : tensor<f32>
  %s = graph.constant dense<0.1> : tensor<f32>
  %n = graph.cast %b to f32 : (tensor<8xi16>) -> tensor<8xf32>
  %y = graph.mul %s, %n : (tensor<f32>, tensor<8xf32>) -> tensor<8xf32>
  %q = graph.div %y, %s : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %r = graph.round %q : (tensor<8xf32>) -> tensor<8xf32>
  %m = graph.maximum %r, %low : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %c = graph.minimum %m, %high : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  return %c : tensor<8xf32>
}

// -----

// Another scale, numbers that are not whole, numbers without bounds, a scale whose products are no
// exact floats.
// CHECK-LABEL: func.func @others(
// CHECK-COUNT-4: graph.round
func.func @others(%b: tensor<8xi8>, %x: tensor<8xf32>, %i: tensor<8xi32>)
    -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %s = graph.constant dense<0.1> : tensor<f32>
  %other = graph.constant dense<0.2> : tensor<f32>
  %tiny = graph.constant dense<1.0e-38> : tensor<f32>
  %n = graph.cast %b to f32 : (tensor<8xi8>) -> tensor<8xf32>
  %y0 = graph.mul %n, %s : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %q0 = graph.div %y0, %other : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %r0 = graph.round %q0 : (tensor<8xf32>) -> tensor<8xf32>
  %y1 = graph.mul %x, %s : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %q1 = graph.div %y1, %s : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %r1 = graph.round %q1 : (tensor<8xf32>) -> tensor<8xf32>
  %w = graph.cast %i to f32 : (tensor<8xi32>) -> tensor<8xf32>
  %y2 = graph.mul %w, %s : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %q2 = graph.div %y2, %s : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %r2 = graph.round %q2 : (tensor<8xf32>) -> tensor<8xf32>
  %y3 = graph.mul %n, %tiny : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %q3 = graph.div %y3, %tiny : (tensor<8xf32>, tensor<f32>) -> tensor<8xf32>
  %r3 = graph.round %q3 : (tensor<8xf32>) -> tensor<8xf32>
  return %r0, %r1, %r2, %r3 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}

// -----

// What others read is moved as it is, and a quotient that others read is that of the products.
// CHECK-LABEL: func.func @shared(
// CHECK: %[[T:.*]] = graph.transpose %{{.*}} permutation
// CHECK: %[[Q:.*]] = graph.div %[[T]]
// CHECK: graph.round %[[Q]]
// CHECK: %[[U:.*]] = graph.transpose %{{.*}} permutation
// CHECK: %[[P:.*]] = graph.div %[[U]]
// CHECK: graph.round %[[P]]
func.func @shared(%b: tensor<4x8xi8>, %d: tensor<4x8xi8>)
    -> (tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>) {
  %s = graph.constant dense<0.1> : tensor<f32>
  %n = graph.cast %b to f32 : (tensor<4x8xi8>) -> tensor<4x8xf32>
  %y = graph.mul %n, %s : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  %t = graph.transpose %y permutation [1, 0] : (tensor<4x8xf32>) -> tensor<8x4xf32>
  %q = graph.div %t, %s : (tensor<8x4xf32>, tensor<f32>) -> tensor<8x4xf32>
  %r = graph.round %q : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %n2 = graph.cast %d to f32 : (tensor<4x8xi8>) -> tensor<4x8xf32>
  %y2 = graph.mul %n2, %s : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  %u = graph.transpose %y2 permutation [1, 0] : (tensor<4x8xf32>) -> tensor<8x4xf32>
  %p = graph.div %u, %s : (tensor<8x4xf32>, tensor<f32>) -> tensor<8x4xf32>
  %r2 = graph.round %p : (tensor<8x4xf32>) -> tensor<8x4xf32>
  return %t, %r, %p, %r2 : tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>, tensor<8x4xf32>
}
