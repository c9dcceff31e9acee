// RUN: dl-opt %s --convert-graph-to-te --split-input-file | FileCheck %s

// Sizes reach kernels as the dims of tensors without elements, which nobody makes.
// CHECK-LABEL: func.func private @broadcast_to
// CHECK-SAME: (%[[X:.*]]: tensor<4xf32>, %[[E:.*]]: tensor<?x4x0xi8>,
// CHECK: %[[N:.*]] = tensor.dim %[[E]]
// CHECK: te.compute "broadcast_to" axes(i0 = %[[N]], i1 = 4)
// CHECK-LABEL: func.func @fill
// CHECK: tensor.empty(%{{.*}}) : tensor<?x4x0xi8>
// CHECK-NOT: call @extents
// CHECK: call @broadcast_to
func.func @fill(%x: tensor<?x3xf32> {dl.dims = ["n", 3]}, %w: tensor<4xf32>) -> tensor<?x4xf32> {
  %e = graph.extents affine_map<()[s0, s1] -> (s0 * 2 + 1, 4)> of %x : (tensor<?x3xf32>) -> tensor<?x4x0xi8>
  %y = graph.broadcast_to %w to %e : (tensor<4xf32>, tensor<?x4x0xi8>) -> tensor<?x4xf32>
  return %y : tensor<?x4xf32>
}

// -----

// The shape of an example holds for some sizes: a run compares.
// CHECK-LABEL: func.func @example
// CHECK-SAME: dl.size_checks = [{is = "equal"
// CHECK: tensor.collapse_shape
// CHECK: tensor.cast %{{.*}} : tensor<?xf32> to tensor<4xf32>
// CHECK: tensor.expand_shape
func.func @example(%x: tensor<?x4xf32> {dl.dims = ["batch", 4]}) -> tensor<2x2xf32> {
  %0 = graph.reshape %x : (tensor<?x4xf32>) -> tensor<2x2xf32>
  return %0 : tensor<2x2xf32>
}

// -----

// Of a dim that only a run knows, an element that was picked is read where it is inside.
// CHECK-LABEL: func.func private @gather
// CHECK: te.read %{{.*}} where(
func.func @pick(%x: tensor<?x8xf32>, %i: tensor<3xi64>) -> tensor<3x8xf32> {
  %0 = graph.gather %x, %i axis 0 : (tensor<?x8xf32>, tensor<3xi64>) -> tensor<3x8xf32>
  return %0 : tensor<3x8xf32>
}

// -----

// Letters of an equation whose dims only a run knows; where a dim is given it must be that.
// CHECK-LABEL: func.func private @einsum
// CHECK: te.compute "einsum" axes(b = %{{.*}}, s = 17, h = 12) reduce(d = 8)
// CHECK-LABEL: func.func @equation
// CHECK-SAME: dl.size_checks = [{is = "equal"
func.func @equation(%x: tensor<?x?x8xf32> {dl.dims = ["b", "s", 8]}, %y: tensor<17x8x12xf32>) -> tensor<?x17x12xf32> {
  %0 = graph.einsum %x, %y "bsd,sdh->bsh" : (tensor<?x?x8xf32>, tensor<17x8x12xf32>) -> tensor<?x17x12xf32>
  return %0 : tensor<?x17x12xf32>
}

// -----

// Quotients of what may be negative are rounded down.
// CHECK-LABEL: func.func @quotient
// CHECK: %[[N:.*]] = tensor.dim
// CHECK: arith.divui
// CHECK: tensor.empty
func.func @quotient(%x: tensor<?x3xf32> {dl.dims = ["n", 3]}, %w: tensor<f32>) -> tensor<?xf32> {
  %e = graph.extents affine_map<()[s0, s1] -> (s0 + (1 - s0) floordiv 2)> of %x : (tensor<?x3xf32>) -> tensor<?x0xi8>
  %y = graph.broadcast_to %w to %e : (tensor<f32>, tensor<?x0xi8>) -> tensor<?xf32>
  return %y : tensor<?xf32>
}

// -----

// A view of fewer dims, which only a run knows to be 1.
// CHECK-LABEL: func.func @scalar
// CHECK: %[[ONE:.*]] = tensor.cast %{{.*}} : tensor<?xf32> to tensor<1xf32>
// CHECK: tensor.collapse_shape %[[ONE]] [] : tensor<1xf32> into tensor<f32>
func.func @scalar(%x: tensor<?xf32> {dl.dims = ["n"]}) -> tensor<f32> {
  %0 = graph.reshape %x : (tensor<?xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

// And one of more.
// CHECK-LABEL: func.func @vector
// CHECK: %[[ONE:.*]] = tensor.expand_shape %{{.*}} [] output_shape [1] : tensor<f32> into tensor<1xf32>
// CHECK: tensor.cast %[[ONE]] : tensor<1xf32> to tensor<?xf32>
func.func @vector(%x: tensor<f32>, %s: tensor<?xf32> {dl.dims = ["n"]}) -> tensor<?xf32> {
  %e = graph.extents affine_map<()[s0] -> (s0)> of %s : (tensor<?xf32>) -> tensor<?x0xi8>
  %0 = graph.reshape %x to %e : (tensor<f32>, tensor<?x0xi8>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}
