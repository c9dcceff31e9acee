// RUN: dl-opt %s --pass-pipeline="builtin.module(func.func(graph-tabulate{least-instructions=20}))" --split-input-file | FileCheck %s
// RUN: dl-opt %s --pass-pipeline="builtin.module(func.func(graph-tabulate{least-instructions=1000}))" --split-input-file | FileCheck %s --check-prefix=NONE
// NONE-NOT: graph.lookup

// All that is computed of a bounded number, and of NaN: a table, without the bounds that it has itself. What
// another operand takes part in stays.
// CHECK-LABEL: func.func @quantized(
// CHECK-SAME: %[[X:.*]]: tensor<4x8xf32>, %[[A:.*]]: tensor<4x8xf32>
// CHECK: %[[R:.*]] = graph.round %[[X]]
// CHECK: %[[T:.*]] = graph.constant dense<[1.9{{.*}}, 0.84{{.*}}, 0.0{{.*}}, 0.84{{.*}}, 0x7FC00000]> : tensor<5xf32>
// CHECK-NEXT: %[[L:.*]] = graph.lookup %[[R]], %[[T]] first -2 : (tensor<4x8xf32>, tensor<5xf32>) -> tensor<4x8xf32>
// CHECK-NEXT: %[[Z:.*]] = graph.add %[[L]], %[[A]]
// CHECK-NEXT: return %[[Z]]
func.func @quantized(%x: tensor<4x8xf32>, %a: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %low = graph.constant dense<-2.0> : tensor<f32>
  %high = graph.constant dense<1.0> : tensor<f32>
  %s = graph.constant dense<1.0> : tensor<4x8xf32>
  %r = graph.round %x : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %m = graph.maximum %r, %low : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  %n = graph.minimum %m, %high : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  %y = graph.mul %n, %s : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %e = graph.erf %y : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %p = graph.mul %y, %e : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %z = graph.add %p, %a : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %z : tensor<4x8xf32>
}

// -----

// A result that is computed soon stays beside one that is looked up; sizes may be open.
// CHECK-LABEL: func.func @two(
// CHECK: %[[N:.*]] = graph.cast %{{.*}} to f32 : (tensor<?xui8>)
// CHECK: %[[Y:.*]] = graph.mul %[[N]]
// CHECK: %[[E:.*]] = graph.lookup %[[N]], %{{.*}} first 0 : (tensor<?xf32>, tensor<257xf32>) -> tensor<?xf32>
// CHECK: return %[[Y]], %[[E]]
func.func @two(%b: tensor<?xui8>) -> (tensor<?xf32>, tensor<?xf32>) {
  %s = graph.constant dense<0.1> : tensor<f32>
  %n = graph.cast %b to f32 : (tensor<?xui8>) -> tensor<?xf32>
  %y = graph.mul %n, %s : (tensor<?xf32>, tensor<f32>) -> tensor<?xf32>
  %e = graph.exp %y : (tensor<?xf32>) -> tensor<?xf32>
  return %y, %e : tensor<?xf32>, tensor<?xf32>
}

// -----

// One result is on the way to another: each has a table of its own.
// CHECK-LABEL: func.func @chain(
// CHECK: %[[N:.*]] = graph.cast %{{.*}} to f32 : (tensor<8xui8>)
// CHECK: %[[E:.*]] = graph.lookup %[[N]], %{{.*}} first 0
// CHECK: %[[F:.*]] = graph.lookup %[[N]], %{{.*}} first 0
// CHECK-NEXT: return %[[E]], %[[F]]
func.func @chain(%b: tensor<8xui8>) -> (tensor<8xf32>, tensor<8xf32>) {
  %n = graph.cast %b to f32 : (tensor<8xui8>) -> tensor<8xf32>
  %e = graph.erf %n : (tensor<8xf32>) -> tensor<8xf32>
  %f = graph.tanh %e : (tensor<8xf32>) -> tensor<8xf32>
  return %e, %f : tensor<8xf32>, tensor<8xf32>
}

// -----

// Numbers of more values, doubles, a function that repeats its number, and one that tells 0 and -0 apart.
// CHECK-LABEL: func.func @others(
// CHECK-NOT: graph.lookup
// CHECK: return
func.func @others(%i: tensor<8xi16>, %b: tensor<1xi8>, %d: tensor<8xi8>)
    -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf64>, tensor<8xf32>) {
  %s = graph.constant dense<0.1> : tensor<8xf32>
  %n = graph.cast %i to f32 : (tensor<8xi16>) -> tensor<8xf32>
  %e = graph.erf %n : (tensor<8xf32>) -> tensor<8xf32>
  %m = graph.cast %b to f32 : (tensor<1xi8>) -> tensor<1xf32>
  %y = graph.mul %m, %s : (tensor<1xf32>, tensor<8xf32>) -> tensor<8xf32>
  %f = graph.erf %y : (tensor<8xf32>) -> tensor<8xf32>
  %w = graph.cast %d to f64 : (tensor<8xi8>) -> tensor<8xf64>
  %g = graph.erf %w : (tensor<8xf64>) -> tensor<8xf64>
  %v = graph.cast %d to f32 : (tensor<8xi8>) -> tensor<8xf32>
  %q = graph.reciprocal %v : (tensor<8xf32>) -> tensor<8xf32>
  %h = graph.erf %q : (tensor<8xf32>) -> tensor<8xf32>
  return %e, %f, %g, %h : tensor<8xf32>, tensor<8xf32>, tensor<8xf64>, tensor<8xf32>
}

// -----

// Bytes that wrap as numbers without a sign, that become flags, or are rounded, have no range; what repeats a
// number in its own shape and what takes numbers for channels have no scalars to be applied to.
// CHECK-LABEL: func.func @ranges(
// CHECK-NOT: graph.lookup
// CHECK: return
func.func @ranges(%b: tensor<8xi8>, %i: tensor<8xi16>, %c: tensor<1x2x4xui8>)
    -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<1x2x4xf32>) {
  %u = graph.cast %b to ui32 : (tensor<8xi8>) -> tensor<8xui32>
  %v = graph.cast %u to f32 : (tensor<8xui32>) -> tensor<8xf32>
  %e = graph.erf %v : (tensor<8xf32>) -> tensor<8xf32>
  %g = graph.cast %b to i1 : (tensor<8xi8>) -> tensor<8xi1>
  %f = graph.cast %g to f32 : (tensor<8xi1>) -> tensor<8xf32>
  %h = graph.erf %f : (tensor<8xf32>) -> tensor<8xf32>
  %d = graph.cast %i to bf16 : (tensor<8xi16>) -> tensor<8xbf16>
  %k = graph.cast %d to f32 : (tensor<8xbf16>) -> tensor<8xf32>
  %l = graph.erf %k : (tensor<8xf32>) -> tensor<8xf32>
  %n = graph.cast %b to f32 : (tensor<8xi8>) -> tensor<8xf32>
  %r = graph.broadcast_to %n : (tensor<8xf32>) -> tensor<8xf32>
  %o = graph.erf %r : (tensor<8xf32>) -> tensor<8xf32>
  %one = graph.constant dense<1.0> : tensor<2xf32>
  %m = graph.cast %c to f32 : (tensor<1x2x4xui8>) -> tensor<1x2x4xf32>
  %p = graph.batch_norm %m, %one, %one, %one, %one epsilon 1.0e-05 : (tensor<1x2x4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<1x2x4xf32>
  %q = graph.erf %p : (tensor<1x2x4xf32>) -> tensor<1x2x4xf32>
  return %e, %h, %l, %o, %q : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<1x2x4xf32>
}
