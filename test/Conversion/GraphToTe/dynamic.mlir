// RUN: dl-opt %s --convert-graph-to-te --dl-verify-te | FileCheck %s

// Extents of a kernel are sizes of its operands, one value for equal sizes; @main makes
// tensors of computed sizes, and reshapes are views.
// CHECK-LABEL: func.func private @add(
// CHECK-SAME: %[[A:[^ :]*]]: tensor<?x4xf32>, %{{.*}}: tensor<?x4xf32>,
// CHECK: %[[N:.*]] = tensor.dim %[[A]], %c0
// CHECK-NOT: tensor.dim
// CHECK: te.compute "add" axes(i0 = %[[N]], i1 = 4) : tensor<?x4xf32>
// CHECK-LABEL: func.func private @relu(
// CHECK: te.compute "relu" axes(i0 = %{{.*}}, i1 = 2) : tensor<?x2xf32>
// An operand whose dims have one size needs that size once.
// CHECK-LABEL: func.func private @sqrt
// CHECK: %[[N:.*]] = tensor.dim
// CHECK-NOT: tensor.dim
// CHECK: te.compute "sqrt" axes(i0 = %[[N]], i1 = %[[N]])
// CHECK-LABEL: func.func @main(
// CHECK-SAME: %[[X:[^ :]*]]: tensor<?x4xf32> {dl.dims = ["batch", 4]}
// CHECK-SAME: %[[OUT:[^ :]*]]: tensor<?x2xf32> {dl.dims = [affine_map<()[s0] -> (s0 * 2)>, 2], te.destination}
// CHECK: %[[B:.*]] = tensor.dim %[[X]], %{{.*}}
// CHECK: %[[T:.*]] = tensor.empty(%[[B]]) : tensor<?x4xf32>
// CHECK: %[[S:.*]] = call @add(%[[X]], %{{.*}}, %[[T]])
// CHECK: %[[F:.*]] = tensor.collapse_shape %[[S]] {{\[\[}}0, 1]] : tensor<?x4xf32> into tensor<?xf32>
// CHECK: %[[R:.*]] = arith.muli %[[B]], %{{.*}} : index
// CHECK: %[[V:.*]] = tensor.expand_shape %[[F]] {{\[\[}}0, 1]] output_shape [%[[R]], 2] : tensor<?xf32> into tensor<?x2xf32>
// CHECK: call @relu(%[[V]], %[[OUT]])
func.func @main(%x: tensor<?x4xf32> {dl.dims = ["batch", 4]}, %y: tensor<?x4xf32> {dl.dims = ["batch", 4]}) -> tensor<?x2xf32> {
  %0 = graph.add %x, %y : (tensor<?x4xf32>, tensor<?x4xf32>) -> tensor<?x4xf32>
  %1 = graph.reshape %0 : (tensor<?x4xf32>) -> tensor<?x2xf32>
  %2 = graph.relu %1 : (tensor<?x2xf32>) -> tensor<?x2xf32>
  return %2 : tensor<?x2xf32>
}

// Dims that stay are views of their own: a batch of sequences is split in heads.
// CHECK-LABEL: func.func @heads(
// CHECK: tensor.expand_shape %{{.*}} {{\[\[}}0], [1], [2, 3]] output_shape [%{{.*}}, %{{.*}}, 2, 4] : tensor<?x?x8xf32> into tensor<?x?x2x4xf32>
// CHECK: tensor.collapse_shape %{{.*}} {{\[\[}}0], [1], [2, 3]] : tensor<?x?x2x4xf32> into tensor<?x?x8xf32>
func.func @heads(%x: tensor<?x?x8xf32> {dl.dims = ["batch", "seq", 8]}) -> tensor<?x?x8xf32> {
  %0 = graph.reshape %x shape [0, -1, 2, 4] : (tensor<?x?x8xf32>) -> tensor<?x?x2x4xf32>
  %1 = graph.relu %0 : (tensor<?x?x2x4xf32>) -> tensor<?x?x2x4xf32>
  %2 = graph.reshape %1 : (tensor<?x?x2x4xf32>) -> tensor<?x?x8xf32>
  %3 = graph.exp %2 : (tensor<?x?x8xf32>) -> tensor<?x?x8xf32>
  return %3 : tensor<?x?x8xf32>
}

// Dims of extent 1 at the end are in the group of the dim before them, whichever side has
// them; a side whose dims stay needs no view.
// CHECK-LABEL: func.func @trailing(
// CHECK-SAME: %[[X:[^ :]*]]: tensor<?x4x1xf32> {dl.dims = ["x dimension 0", 4, 1], dl.name = "x"}
// CHECK: %[[D:.*]] = tensor.dim %[[X]]
// CHECK-NEXT: %[[C:.*]] = tensor.collapse_shape %[[X]] {{\[\[}}0], [1, 2]] : tensor<?x4x1xf32> into tensor<?x4xf32>
// CHECK-NEXT: %[[R:.*]] = call @relu{{.*}}(%[[C]],
// CHECK-NEXT: tensor.expand_shape %[[R]] {{\[\[}}0], [1, 2, 3]] output_shape [%[[D]], 4, 1, 1] : tensor<?x4xf32> into tensor<?x4x1x1xf32>
func.func @trailing(%x: tensor<?x4x1xf32> {dl.name = "x"}) -> (tensor<?x4xf32>, tensor<?x4x1x1xf32>) {
  %0 = graph.reshape %x : (tensor<?x4x1xf32>) -> tensor<?x4xf32>
  %1 = graph.relu %0 : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %2 = graph.reshape %1 : (tensor<?x4xf32>) -> tensor<?x4x1x1xf32>
  %3 = graph.relu %2 : (tensor<?x4x1x1xf32>) -> tensor<?x4x1x1xf32>
  return %1, %3 : tensor<?x4xf32>, tensor<?x4x1x1xf32>
}

// A product of sizes is one dim, and a 0 of `shape` keeps the operand's: the groups stay as
// small as they can be.
// CHECK-LABEL: func.func @merge(
// CHECK-SAME: %[[X:[^ :]*]]: tensor<?x?x8xf32> {dl.dims = ["b", "s", 8]}
// CHECK-SAME: tensor<?x8xf32> {dl.dims = [affine_map<()[s0, s1] -> (s0 * s1)>, 8], te.destination}
// CHECK-SAME: tensor<?x?xf32> {dl.dims = ["b", affine_map<()[s0, s1] -> (s1 * 8)>], te.destination}
// CHECK-NEXT: tensor.collapse_shape %[[X]] {{\[\[}}0, 1], [2]] : tensor<?x?x8xf32> into tensor<?x8xf32>
// CHECK-NEXT: call @relu
// CHECK-NEXT: tensor.collapse_shape %[[X]] {{\[\[}}0], [1, 2]] : tensor<?x?x8xf32> into tensor<?x?xf32>
// CHECK-NEXT: call @relu
func.func @merge(%x: tensor<?x?x8xf32> {dl.dims = ["b", "s", 8]}) -> (tensor<?x8xf32>, tensor<?x?xf32>) {
  %0 = graph.reshape %x : (tensor<?x?x8xf32>) -> tensor<?x8xf32>
  %1 = graph.relu %0 : (tensor<?x8xf32>) -> tensor<?x8xf32>
  %2 = graph.reshape %x shape [0, -1] : (tensor<?x?x8xf32>) -> tensor<?x?xf32>
  %3 = graph.relu %2 : (tensor<?x?xf32>) -> tensor<?x?xf32>
  return %1, %3 : tensor<?x8xf32>, tensor<?x?xf32>
}

// CHECK-LABEL: func.func @square(
func.func @square(%x: tensor<?x?xf32> {dl.dims = ["n", "n"]}) -> tensor<?x?xf32> {
  %0 = graph.sqrt %x : (tensor<?x?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}
