// RUN: dl-opt %s --convert-graph-to-te --dl-verify-te --split-input-file | FileCheck %s

// A matrix of bf16 that only wide products read, as their second factor, is free in its layout,
// also where it is no constant.
// CHECK-LABEL: func.func private @matmul(
// CHECK-SAME: tensor<4x8xbf16>, %{{[^:]*}}: tensor<8x2xbf16> {te.layout_free}, %{{[^:]*}}: tensor<4x2xf32> {te.destination})
func.func @second_factor(%a: tensor<4x8xbf16>, %b: tensor<8x2xbf16>) -> tensor<4x2xf32> {
  %0 = graph.matmul %a, %b wide : (tensor<4x8xbf16>, tensor<8x2xbf16>) -> tensor<4x2xf32>
  return %0 : tensor<4x2xf32>
}

// -----

// Not so both factors, bytes, and factors of products that are not wide.
// CHECK-LABEL: func.func private @matmul(
// CHECK-NOT: te.layout_free
// CHECK-LABEL: func.func private @matmul_0(
// CHECK-NOT: te.layout_free
// CHECK-LABEL: func.func private @matmul_1(
// CHECK-NOT: te.layout_free
// CHECK-LABEL: func.func @others(
func.func @others(%a: tensor<8x8xbf16>, %c: tensor<8x4xi8>, %d: tensor<4x2xi8>)
    -> (tensor<8x8xf32>, tensor<8x2xi32>, tensor<8x8xbf16>) {
  %0 = graph.matmul %a, %a wide : (tensor<8x8xbf16>, tensor<8x8xbf16>) -> tensor<8x8xf32>
  %1 = graph.matmul %c, %d wide : (tensor<8x4xi8>, tensor<4x2xi8>) -> tensor<8x2xi32>
  %r = graph.relu %a : (tensor<8x8xbf16>) -> tensor<8x8xbf16>
  %2 = graph.matmul %r, %a : (tensor<8x8xbf16>, tensor<8x8xbf16>) -> tensor<8x8xbf16>
  return %0, %1, %2 : tensor<8x8xf32>, tensor<8x2xi32>, tensor<8x8xbf16>
}

// -----

// Kernels of one body differ where one of them may choose the layout of an operand.
// CHECK-LABEL: func.func private @matmul(
// CHECK-SAME: tensor<2x2xf32>, %{{[^:]*}}: tensor<2x2xf32>, %{{[^:]*}}: tensor<2x2xf32> {te.destination})
// CHECK-LABEL: func.func private @matmul_0(
// CHECK-SAME: tensor<2x2xf32>, %{{[^:]*}}: tensor<2x2xf32> {te.layout_free}, %{{[^:]*}}: tensor<2x2xf32> {te.destination})
// CHECK-LABEL: func.func @weights
// CHECK: call @matmul(
// CHECK: call @matmul_0(
// CHECK: call @matmul(
func.func @weights(%a: tensor<2x2xf32>, %b: tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>) {
  %w = graph.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %0 = graph.matmul %a, %b : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %1 = graph.matmul %a, %w : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %2 = graph.matmul %b, %a : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %0, %1, %2 : tensor<2x2xf32>, tensor<2x2xf32>, tensor<2x2xf32>
}

// -----

// A kernel is of the device of its group, and equal ones of two devices are two.
// CHECK: func.func private @relu(%{{.*}}) -> tensor<4xf32> attributes {dl.device = "vdla", te.kernel}
// CHECK: func.func private @relu_0(%{{.*}}) -> tensor<4xf32> attributes {te.kernel}
// CHECK-LABEL: func.func @devices
// CHECK: call @relu(
// CHECK: call @relu_0(
func.func @devices(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = graph.fused root("graph.relu") device("vdla") (%a = %x : tensor<4xf32>) -> tensor<4xf32> {
    %1 = graph.relu %a : (tensor<4xf32>) -> tensor<4xf32>
    graph.yield %1 : tensor<4xf32>
  }
  %2 = graph.fused root("graph.relu") (%a = %0 : tensor<4xf32>) -> tensor<4xf32> {
    %1 = graph.relu %a : (tensor<4xf32>) -> tensor<4xf32>
    graph.yield %1 : tensor<4xf32>
  }
  return %2 : tensor<4xf32>
}

// -----

// What a branch yields that was made before it, a constant, and an argument are copied.
// CHECK-LABEL: func.func @yields
// CHECK: %[[R:.*]] = call @relu(
// CHECK: scf.if
// CHECK: %[[A:.*]] = func.call @copy(%[[R]],
// CHECK-NEXT: scf.yield %[[A]]
// CHECK: } else {
// CHECK: %[[B:.*]] = func.call @copy(%{{.*}},
// CHECK-NEXT: scf.yield %[[B]]
func.func @yields(%c: tensor<i1>, %x: tensor<2xf32>) -> tensor<2xf32> {
  %r = graph.relu %x : (tensor<2xf32>) -> tensor<2xf32>
  %y = graph.if %c : (tensor<i1>) -> tensor<2xf32> {
    graph.yield %r : tensor<2xf32>
  } else {
    %w = graph.constant dense<[1.0, 2.0]> : tensor<2xf32>
    graph.yield %w : tensor<2xf32>
  }
  return %y : tensor<2xf32>
}

// -----

// A loop without results is left out.
// CHECK-LABEL: func.func @no_results
// CHECK-NOT: scf.for
// CHECK: return
func.func @no_results(%x: tensor<3x2xf32>) -> tensor<3x2xf32> {
  graph.scan states() inputs(%x) reverse_inputs [false] reverse_outputs [] : (tensor<3x2xf32>) -> () {
  ^bb0(%a: tensor<2xf32>):
    graph.yield
  }
  %r = graph.relu %x : (tensor<3x2xf32>) -> tensor<3x2xf32>
  return %r : tensor<3x2xf32>
}

// -----

// A number as a matrix, and a matrix as one.
// CHECK-LABEL: func.func @number
// CHECK: tensor.expand_shape %{{.*}} [] output_shape [1, 1] : tensor<f32> into tensor<1x1xf32>
// CHECK: tensor.collapse_shape %{{.*}} [] : tensor<1x1xf32> into tensor<f32>
func.func @number(%x: tensor<f32>) -> tensor<f32> {
  %m = graph.reshape %x : (tensor<f32>) -> tensor<1x1xf32>
  %r = graph.relu %m : (tensor<1x1xf32>) -> tensor<1x1xf32>
  %y = graph.reshape %r : (tensor<1x1xf32>) -> tensor<f32>
  %z = graph.sqrt %y : (tensor<f32>) -> tensor<f32>
  return %z : tensor<f32>
}

// -----

// Letters of extent 1 are read at 0 where others have more of it.
// CHECK-LABEL: func.func private @einsum(
// CHECK: te.compute "einsum" axes(i = 2, k = 4) reduce(j = 3) combine(add) : tensor<2x4xf32>
// CHECK: %[[A:.*]] = te.read %arg0[%i, 0] : tensor<2x1xf32>
// CHECK-NEXT: %[[B:.*]] = te.read %arg1[%j, %k] : tensor<3x4xf32>
// CHECK-NEXT: %[[AB:.*]] = arith.mulf %[[A]], %[[B]]
// CHECK-NEXT: %[[C:.*]] = te.read %arg2[0, %k] : tensor<1x4xf32>
// CHECK-NEXT: %[[Y:.*]] = arith.mulf %[[AB]], %[[C]]
// CHECK-NEXT: te.yield %[[Y]]
func.func @letters(%a: tensor<2x1xf32>, %b: tensor<3x4xf32>, %c: tensor<1x4xf32>) -> tensor<2x4xf32> {
  %0 = graph.einsum %a, %b, %c "ij,jk,jk->ik" : (tensor<2x1xf32>, tensor<3x4xf32>, tensor<1x4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

// An extent of 1 that all have is an axis.
// CHECK-LABEL: func.func private @einsum(
// CHECK: te.compute "einsum" axes(j = 3, i = 1) : tensor<3x1xf32>
// CHECK: te.read %arg0[%i, %j] : tensor<1x3xf32>
func.func @turned(%a: tensor<1x3xf32>) -> tensor<3x1xf32> {
  %0 = graph.einsum %a "ij->ji" : (tensor<1x3xf32>) -> tensor<3x1xf32>
  return %0 : tensor<3x1xf32>
}
