// RUN: dl-opt %s --convert-graph-to-te --dl-verify-te --split-input-file | FileCheck %s
// RUN: dl-opt %s --convert-graph-to-te --schedule-default --schedule-apply --dl-verify-scheduled --split-input-file -o /dev/null

// CHECK: #[[LEAST:.*]] = affine_map<()[s0, s1] -> (s1, 3)>
// Extents of windows follow from the input's, and so do what is copied of the padding and
// the result's dims; a run checks that there is a window.
// CHECK-LABEL: func.func private @conv(
// CHECK-SAME: %[[X:[^ :]*]]: tensor<?x4x?x9xf32>,
// CHECK: %[[N:.*]] = tensor.dim %[[X]], %c0
// CHECK: %[[H:.*]] = tensor.dim %[[X]], %c2
// CHECK: %[[P:.*]] = arith.addi %[[H]], %c2 : index
// CHECK: te.compute "conv.pad" axes(n = %[[N]], c = 4, h = %[[P]], w = 11) : tensor<?x4x?x11xf32>
// CHECK: te.read %[[X]][%n, %c, %h - 1, %w - 1] where(%h - 1 >= 0, %[[H]] - (%h - 1) - 1 >= 0, %w - 1 >= 0, -(%w - 1) + 8 >= 0) else
// CHECK: %[[A:.*]] = arith.addi %[[H]], %c-1 : index
// CHECK: %[[O:.*]] = arith.divui %[[A]], %c2 : index
// CHECK: te.compute "conv" axes(n = %[[N]], o = 8, h = %[[O]], w = 5) reduce(i = 4, kh = 5, kw = 3)
// CHECK: te.read %conv.pad[%n, %i, %h * 2 + %kh, %w * 2 + %kw]
// CHECK-LABEL: func.func @strided(
// CHECK-SAME: {dl.dims = ["n", 8, affine_map<()[s0, s1] -> ((s1 + 1) floordiv 2 - 1)>, 5], te.destination}
// CHECK-SAME: dl.size_checks = [{is = "at_least", nodes = "Conv_1", sizes = #[[LEAST]]}]
func.func @strided(%x: tensor<?x4x?x9xf32> {dl.dims = ["n", 4, "h", 9]}, %w: tensor<8x4x5x3xf32>) -> tensor<?x8x?x5xf32> {
  %0 = graph.conv %x, %w strides [2, 2] pads [1, 1, 1, 1] dilations [1, 1] : (tensor<?x4x?x9xf32>, tensor<8x4x5x3xf32>) -> tensor<?x8x?x5xf32> loc("Conv_1")
  return %0 : tensor<?x8x?x5xf32>
}

// -----

// The same size on two ways is one: a residual needs no check, and its kernel takes the
// extents from its operand.
// CHECK-LABEL: func.func @residual(
// CHECK-NOT: dl.size_checks
// CHECK: return
func.func @residual(%x: tensor<1x4x?xf32> {dl.dims = [1, 4, "w"]}, %w: tensor<4x4x3xf32>, %v: tensor<4x4x1xf32>) -> tensor<1x4x?xf32> {
  %0 = graph.conv %x, %w strides [2] pads [1, 1] dilations [1] : (tensor<1x4x?xf32>, tensor<4x4x3xf32>) -> tensor<1x4x?xf32>
  %1 = graph.conv %x, %v strides [2] pads [0, 0] dilations [1] : (tensor<1x4x?xf32>, tensor<4x4x1xf32>) -> tensor<1x4x?xf32>
  %2 = graph.conv %1, %w strides [1] pads [1, 1] dilations [1] : (tensor<1x4x?xf32>, tensor<4x4x3xf32>) -> tensor<1x4x?xf32>
  %3 = graph.add %0, %2 : (tensor<1x4x?xf32>, tensor<1x4x?xf32>) -> tensor<1x4x?xf32>
  return %3 : tensor<1x4x?xf32>
}

// -----

// What may be equal is for a run to check; a halved size has to be there.
// CHECK-DAG: #[[LEAST:.*]] = affine_map<()[s0] -> (s0, 2)>
// CHECK-DAG: #[[EQUAL:.*]] = affine_map<()[s0] -> (s0, (s0 floordiv 2) * 2)>
// CHECK-LABEL: func.func @skip(
// CHECK-SAME: dl.size_checks = [{is = "at_least", nodes = "", sizes = #[[LEAST]]}, {is = "equal", nodes = "Add_3", sizes = #[[EQUAL]]}]
func.func @skip(%x: tensor<1x4x?xf32> {dl.dims = [1, 4, "w"]}, %w: tensor<4x4x2xf32>) -> tensor<1x4x?xf32> {
  %0 = graph.max_pool %x kernel [2] strides [2] pads [0, 0] dilations [1] : (tensor<1x4x?xf32>) -> tensor<1x4x?xf32>
  %1 = graph.conv_transpose %0, %w strides [2] pads [0, 0] dilations [1] output_padding [0] : (tensor<1x4x?xf32>, tensor<4x4x2xf32>) -> tensor<1x4x?xf32>
  %2 = graph.add %x, %1 : (tensor<1x4x?xf32>, tensor<1x4x?xf32>) -> tensor<1x4x?xf32> loc("Add_3")
  return %2 : tensor<1x4x?xf32>
}

// -----

// Rounded up, a window starts inside of the input or of the padding before it.
// CHECK-LABEL: func.func @ceil(
// CHECK-SAME: dl.dims = [1, 4, affine_map<()[s0] -> ((s0 + 1) floordiv 2)>]
func.func @ceil(%x: tensor<1x4x?xf32> {dl.dims = [1, 4, "w"]}) -> tensor<1x4x?xf32> {
  %0 = graph.max_pool %x kernel [2] strides [2] pads [0, 0] dilations [1] ceil_mode : (tensor<1x4x?xf32>) -> tensor<1x4x?xf32>
  return %0 : tensor<1x4x?xf32>
}

// -----

// Sums of sizes, and pads of either sign.
// CHECK: #[[BOUND:.*]] = affine_map<()[s0, s1] -> (s0, 4)>
// CHECK-LABEL: func.func @join(
// CHECK-SAME: dl.dims = [affine_map<()[s0, s1] -> (s0 + s1 - 1)>, 8]
// CHECK-SAME: dl.size_checks = [{is = "at_least", nodes = "", sizes = #[[BOUND]]}]
func.func @join(%x: tensor<?x8xf32> {dl.dims = ["a", 8]}, %y: tensor<?x8xf32> {dl.dims = ["b", 8]}, %v: tensor<f32>) -> tensor<?x8xf32> {
  %0 = graph.pad %x, %v low [-3, 0] high [0, 0] mode "constant" : (tensor<?x8xf32>, tensor<f32>) -> tensor<?x8xf32>
  %1 = graph.pad %y, %v low [1, 0] high [1, 0] mode "reflect" : (tensor<?x8xf32>, tensor<f32>) -> tensor<?x8xf32>
  %2 = graph.concat %0, %1 axis 0 : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  return %2 : tensor<?x8xf32>
}
