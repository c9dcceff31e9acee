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

// -----

// Weights that are known: phases of an open extent, put in order by a remainder and a
// quotient of the axis.
// CHECK-LABEL: func.func private @conv_transpose(
// CHECK-SAME: %[[X:[^ :]*]]: tensor<?x2x?xf32>,
// CHECK-DAG: %[[W:.*]] = tensor.dim %[[X]], %c2
// CHECK-DAG: %[[TWICE:.*]] = arith.muli %[[W]], %c2 : index
// CHECK: te.compute "conv_transpose.phases" axes(n = %{{.*}}, o = 4, rw = 2, w = %[[W]]) reduce(i = 2, tw = 2)
// CHECK: te.compute "conv_transpose" axes(n = %{{.*}}, o = 4, w = %[[TWICE]])
// CHECK: te.read %conv_transpose.phases[%n, %o, %w mod 2, %w floordiv 2]
// CHECK-LABEL: func.func @decoder(
// CHECK-SAME: dl.dims = ["n", 4, affine_map<()[s0, s1] -> (s1 * 2)>]
// CHECK-NOT: dl.size_checks
func.func @decoder(%x: tensor<?x2x?xf32> {dl.dims = ["n", 2, "w"]}) -> tensor<?x4x?xf32> {
  %w = graph.constant dense<2.0> : tensor<2x4x4xf32>
  %0 = graph.conv_transpose %x, %w strides [2] pads [1, 1] dilations [1] output_padding [0] : (tensor<?x2x?xf32>, tensor<2x4x4xf32>) -> tensor<?x4x?xf32>
  return %0 : tensor<?x4x?xf32>
}

// -----

// What is cut off at the end is not read: the axis is shorter than the dim it reads.
// CHECK: #[[LEAST:.*]] = affine_map<()[s0] -> (s0, 3)>
// CHECK-LABEL: func.func private @pad(
// CHECK: te.read %{{.*}}[%i0, %i1] : tensor<?x8xf32>
// CHECK-LABEL: func.func @crop(
// CHECK-SAME: dl.dims = [affine_map<()[s0] -> (s0 - 2)>, 8]
// CHECK-SAME: dl.size_checks = [{is = "at_least", nodes = "", sizes = #[[LEAST]]}]
func.func @crop(%x: tensor<?x8xf32> {dl.dims = ["a", 8]}, %v: tensor<f32>) -> tensor<?x8xf32> {
  %0 = graph.pad %x, %v low [0, 0] high [-2, 0] mode "constant" : (tensor<?x8xf32>, tensor<f32>) -> tensor<?x8xf32>
  return %0 : tensor<?x8xf32>
}

// -----

// Each symbol has one bound, the largest, with the first node that needs it.
// CHECK-DAG: #[[H:.*]] = affine_map<()[s0, s1] -> (s0, 5)>
// CHECK-DAG: #[[W:.*]] = affine_map<()[s0, s1] -> (s1, 4)>
// CHECK-LABEL: func.func @bounds(
// CHECK-SAME: dl.size_checks = [{is = "at_least", nodes = "five", sizes = #[[H]]}, {is = "at_least", nodes = "four", sizes = #[[W]]}]
func.func @bounds(%x: tensor<1x4x?xf32> {dl.dims = [1, 4, "h"]}, %y: tensor<1x4x?xf32> {dl.dims = [1, 4, "w"]})
    -> (tensor<1x4x?xf32>, tensor<1x4x?xf32>, tensor<1x4x?xf32>, tensor<1x4x?xf32>, tensor<1x4x?xf32>) {
  %0 = graph.max_pool %x kernel [3] strides [1] pads [0, 0] dilations [1] : (tensor<1x4x?xf32>) -> tensor<1x4x?xf32> loc("three")
  %1 = graph.max_pool %x kernel [5] strides [1] pads [0, 0] dilations [1] : (tensor<1x4x?xf32>) -> tensor<1x4x?xf32> loc("five")
  %2 = graph.max_pool %y kernel [4] strides [1] pads [0, 0] dilations [1] : (tensor<1x4x?xf32>) -> tensor<1x4x?xf32> loc("four")
  %3 = graph.max_pool %x kernel [2] strides [1] pads [0, 0] dilations [1] : (tensor<1x4x?xf32>) -> tensor<1x4x?xf32> loc("two")
  %4 = graph.max_pool %x kernel [5] strides [2] pads [0, 0] dilations [1] : (tensor<1x4x?xf32>) -> tensor<1x4x?xf32> loc("again")
  return %0, %1, %2, %3, %4 : tensor<1x4x?xf32>, tensor<1x4x?xf32>, tensor<1x4x?xf32>, tensor<1x4x?xf32>, tensor<1x4x?xf32>
}

// -----

// A size of several symbols is checked itself, once.
// CHECK-DAG: #[[THREE:.*]] = affine_map<()[s0, s1] -> (s0 + s1 - 3, 1)>
// CHECK-DAG: #[[FOUR:.*]] = affine_map<()[s0, s1] -> (s0 + s1 - 4, 1)>
// CHECK-LABEL: func.func @sums(
// CHECK-SAME: dl.size_checks = [{is = "at_least", nodes = "crop", sizes = #[[THREE]]}, {is = "at_least", nodes = "more", sizes = #[[FOUR]]}]
func.func @sums(%x: tensor<?x8xf32> {dl.dims = ["a", 8]}, %y: tensor<?x8xf32> {dl.dims = ["b", 8]}, %v: tensor<f32>)
    -> (tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>) {
  %0 = graph.concat %x, %y axis 0 : (tensor<?x8xf32>, tensor<?x8xf32>) -> tensor<?x8xf32>
  %1 = graph.pad %0, %v low [0, 0] high [-3, 0] mode "constant" : (tensor<?x8xf32>, tensor<f32>) -> tensor<?x8xf32> loc("crop")
  %2 = graph.pad %0, %v low [-3, 0] high [0, 0] mode "constant" : (tensor<?x8xf32>, tensor<f32>) -> tensor<?x8xf32> loc("again")
  %3 = graph.pad %0, %v low [-4, 0] high [0, 0] mode "constant" : (tensor<?x8xf32>, tensor<f32>) -> tensor<?x8xf32> loc("more")
  return %1, %2, %3 : tensor<?x8xf32>, tensor<?x8xf32>, tensor<?x8xf32>
}

// -----

// An equality is checked once, whichever side comes first; others of one of its sizes are
// checks of their own.
// CHECK-DAG: #[[HALVES:.*]] = affine_map<()[s0] -> ((s0 floordiv 2) * 2, s0)>
// CHECK-DAG: #[[THIRDS:.*]] = affine_map<()[s0] -> (s0, (s0 floordiv 3) * 3)>
// CHECK-DAG: #[[BOTH:.*]] = affine_map<()[s0] -> ((s0 floordiv 2) * 2, (s0 floordiv 3) * 3)>
// CHECK-DAG: #[[LAST:.*]] = affine_map<()[s0] -> ((s0 floordiv 5) * 5, s0)>
// CHECK-LABEL: func.func @equal(
// CHECK-SAME: dl.size_checks = [{is = "at_least"
// CHECK-SAME: {is = "equal", nodes = "halves", sizes = #[[HALVES]]}, {is = "equal", nodes = "thirds", sizes = #[[THIRDS]]}, {is = "equal", nodes = "both", sizes = #[[BOTH]]}, {is = "equal", nodes = "fifths", sizes = #[[LAST]]}]
func.func @equal(%x: tensor<1x4x?xf32> {dl.dims = [1, 4, "w"]})
    -> (tensor<1x4x?xf32>, tensor<1x4x?xf32>, tensor<1x4x?xf32>, tensor<1x4x?xf32>, tensor<1x4x?xf32>, tensor<1x4x?xf32>) {
  %two = graph.constant dense<2.0> : tensor<4x4x2xf32>
  %three = graph.constant dense<2.0> : tensor<4x4x3xf32>
  %five = graph.constant dense<2.0> : tensor<4x4x5xf32>
  %0 = graph.max_pool %x kernel [2] strides [2] pads [0, 0] dilations [1] : (tensor<1x4x?xf32>) -> tensor<1x4x?xf32>
  %1 = graph.conv_transpose %0, %two strides [2] pads [0, 0] dilations [1] output_padding [0] : (tensor<1x4x?xf32>, tensor<4x4x2xf32>) -> tensor<1x4x?xf32>
  %2 = graph.max_pool %x kernel [3] strides [3] pads [0, 0] dilations [1] : (tensor<1x4x?xf32>) -> tensor<1x4x?xf32>
  %3 = graph.conv_transpose %2, %three strides [3] pads [0, 0] dilations [1] output_padding [0] : (tensor<1x4x?xf32>, tensor<4x4x3xf32>) -> tensor<1x4x?xf32>
  %4 = graph.max_pool %x kernel [5] strides [5] pads [0, 0] dilations [1] : (tensor<1x4x?xf32>) -> tensor<1x4x?xf32>
  %5 = graph.conv_transpose %4, %five strides [5] pads [0, 0] dilations [1] output_padding [0] : (tensor<1x4x?xf32>, tensor<4x4x5xf32>) -> tensor<1x4x?xf32>
  %6 = graph.add %1, %x : (tensor<1x4x?xf32>, tensor<1x4x?xf32>) -> tensor<1x4x?xf32> loc("halves")
  %7 = graph.add %x, %1 : (tensor<1x4x?xf32>, tensor<1x4x?xf32>) -> tensor<1x4x?xf32> loc("turned")
  %8 = graph.mul %1, %x : (tensor<1x4x?xf32>, tensor<1x4x?xf32>) -> tensor<1x4x?xf32> loc("again")
  %9 = graph.add %x, %3 : (tensor<1x4x?xf32>, tensor<1x4x?xf32>) -> tensor<1x4x?xf32> loc("thirds")
  %10 = graph.add %1, %3 : (tensor<1x4x?xf32>, tensor<1x4x?xf32>) -> tensor<1x4x?xf32> loc("both")
  %11 = graph.add %5, %x : (tensor<1x4x?xf32>, tensor<1x4x?xf32>) -> tensor<1x4x?xf32> loc("fifths")
  return %6, %7, %8, %9, %10, %11 : tensor<1x4x?xf32>, tensor<1x4x?xf32>, tensor<1x4x?xf32>, tensor<1x4x?xf32>, tensor<1x4x?xf32>, tensor<1x4x?xf32>
}

// -----

// A computed size may have to be a number, on either side; a symbol that an equality begins
// with has a bound too.
// CHECK-DAG: #[[EVEN:.*]] = affine_map<()[s0] -> (s0, ((s0 + 1) floordiv 2) * 2)>
// CHECK-DAG: #[[LEAST:.*]] = affine_map<()[s0] -> (s0, 4)>
// CHECK-DAG: #[[HALF:.*]] = affine_map<()[s0] -> ((s0 + 1) floordiv 2, 8)>
// CHECK-DAG: #[[REST:.*]] = affine_map<()[s0] -> (8, s0 - 3)>
// CHECK-LABEL: func.func @numbers(
// CHECK-SAME: dl.size_checks = [{is = "equal", nodes = "even", sizes = #[[EVEN]]}, {is = "at_least", nodes = "four", sizes = #[[LEAST]]}, {is = "equal", nodes = "half", sizes = #[[HALF]]}, {is = "equal", nodes = "rest", sizes = #[[REST]]}]
func.func @numbers(%x: tensor<1x4x?xf32> {dl.dims = [1, 4, "w"]}, %f: tensor<1x4x8xf32>)
    -> (tensor<1x4x?xf32>, tensor<1x4x?xf32>, tensor<1x4x8xf32>) {
  %two = graph.constant dense<2.0> : tensor<4x4x2xf32>
  %0 = graph.max_pool %x kernel [2] strides [2] pads [0, 0] dilations [1] ceil_mode : (tensor<1x4x?xf32>) -> tensor<1x4x?xf32>
  %1 = graph.conv_transpose %0, %two strides [2] pads [0, 0] dilations [1] output_padding [0] : (tensor<1x4x?xf32>, tensor<4x4x2xf32>) -> tensor<1x4x?xf32>
  %2 = graph.add %x, %1 : (tensor<1x4x?xf32>, tensor<1x4x?xf32>) -> tensor<1x4x?xf32> loc("even")
  %3 = graph.max_pool %x kernel [4] strides [1] pads [0, 0] dilations [1] : (tensor<1x4x?xf32>) -> tensor<1x4x?xf32> loc("four")
  %4 = graph.add %0, %f : (tensor<1x4x?xf32>, tensor<1x4x8xf32>) -> tensor<1x4x?xf32> loc("half")
  %5 = graph.mul %f, %3 : (tensor<1x4x8xf32>, tensor<1x4x?xf32>) -> tensor<1x4x8xf32> loc("rest")
  return %2, %4, %5 : tensor<1x4x?xf32>, tensor<1x4x?xf32>, tensor<1x4x8xf32>
}

// -----

// Rounded up, there are as many windows as it takes to reach the end, and none begins behind it.
// CHECK-LABEL: func.func @ceil_windows(
// CHECK-SAME: tensor<1x4x?xf32> {dl.dims = [1, 4, affine_map<()[s0] -> (s0 floordiv 2)>], te.destination}
// CHECK-SAME: tensor<1x4x?xf32> {dl.dims = [1, 4, affine_map<()[s0] -> ((s0 + 1) floordiv 2)>], te.destination}
func.func @ceil_windows(%x: tensor<1x4x?xf32> {dl.dims = [1, 4, "w"]}) -> (tensor<1x4x?xf32>, tensor<1x4x?xf32>) {
  %0 = graph.max_pool %x kernel [3] strides [2] pads [0, 0] dilations [1] ceil_mode : (tensor<1x4x?xf32>) -> tensor<1x4x?xf32>
  %1 = graph.max_pool %x kernel [1] strides [2] pads [0, 0] dilations [1] ceil_mode : (tensor<1x4x?xf32>) -> tensor<1x4x?xf32>
  return %0, %1 : tensor<1x4x?xf32>, tensor<1x4x?xf32>
}
