// RUN: dl-opt %s --convert-graph-to-te --dl-verify-te --split-input-file | FileCheck %s

// Equal kernels are one function with one destination each; results of calls go
// to tensors of their own, the returned one to the function's destination.
// CHECK-LABEL: func.func private @add(
// CHECK-SAME: %[[A:.*]]: tensor<4x8xf32>, %[[B:.*]]: tensor<8xf32>, %{{.*}}: tensor<4x8xf32> {te.destination}) -> tensor<4x8xf32> attributes {te.kernel}
// CHECK-NEXT: %[[R:.*]] = te.compute "add" axes(i0 = 4, i1 = 8) : tensor<4x8xf32> {
// CHECK-NEXT: ^bb0(%[[I:.*]]: index, %[[J:.*]]: index):
// CHECK-NEXT:   %[[X:.*]] = te.read %[[A]][%[[I]], %[[J]]] : tensor<4x8xf32>
// CHECK-NEXT:   %[[Y:.*]] = te.read %[[B]][%[[J]]] : tensor<8xf32>
// CHECK-NEXT:   %[[S:.*]] = arith.addf %[[X]], %[[Y]] : f32
// CHECK-NEXT:   te.yield %[[S]] : f32
// CHECK-NEXT: }
// CHECK-NEXT: return %[[R]] : tensor<4x8xf32>
// CHECK-NOT: func.func private
// CHECK-LABEL: func.func @main
// CHECK-SAME: %[[X:.*]]: tensor<4x8xf32> {dl.name = "x"}, %[[Y:.*]]: tensor<8xf32>, %[[OUT:.*]]: tensor<4x8xf32> {dl.name = "sum", te.destination}) -> (tensor<4x8xf32> {dl.name = "sum"})
func.func @main(%x: tensor<4x8xf32> {dl.name = "x"}, %y: tensor<8xf32>) -> (tensor<4x8xf32> {dl.name = "sum"}) {
  // CHECK-NEXT: %[[E:.*]] = tensor.empty() : tensor<4x8xf32>
  // CHECK-NEXT: %[[S0:.*]] = call @add(%[[X]], %[[Y]], %[[E]])
  %0 = graph.add %x, %y : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  // CHECK-NEXT: %[[S1:.*]] = call @add(%[[S0]], %[[Y]], %[[OUT]])
  %1 = graph.add %0, %y : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  // CHECK-NEXT: return %[[S1]]
  return %1 : tensor<4x8xf32>
}

// -----

// Kernels that differ in shape or in a constant are two.
// CHECK: func.func private @mul(
// CHECK: arith.constant 2.000000e+00 : f32
// CHECK: func.func private @mul_0(
// CHECK: arith.constant 3.000000e+00 : f32
// CHECK: func.func private @mul_1(
// CHECK-SAME: tensor<5xf32> {te.destination}
// CHECK-LABEL: func.func @main
// CHECK-NOT: arith.constant
// CHECK: call @mul(
// CHECK: call @mul_0(
// CHECK: call @mul_1(
func.func @main(%x: tensor<4xf32>, %y: tensor<5xf32>) -> (tensor<4xf32>, tensor<5xf32>) {
  %two = graph.constant dense<2.0> : tensor<f32>
  %three = graph.constant dense<3.0> : tensor<4xf32>
  %0 = graph.mul %x, %two : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = graph.mul %0, %three : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %2 = graph.mul %y, %two : (tensor<5xf32>, tensor<f32>) -> tensor<5xf32>
  return %1, %2 : tensor<4xf32>, tensor<5xf32>
}

// -----

// A group is one kernel; a value it reads twice is one argument; a group's
// constants are scalars, else operands. Weights that are constants are marked.
// CHECK-LABEL: func.func private @gemm_add_mul_add(
// CHECK-SAME: %[[X:.*]]: tensor<2x4xf32>, %[[W:.*]]: tensor<3x4xf32> {te.layout_free}, %[[Y:.*]]: tensor<2x3xf32>, %[[V:.*]]: tensor<3xf32>, %{{.*}}: tensor<2x3xf32> {te.destination})
// CHECK-DAG: %[[HALF:.*]] = arith.constant 5.000000e-01 : f32
// CHECK: %[[GEMM:.*]] = te.compute "gemm" axes(m = 2, n = 3) reduce(k = 4) combine(add)
// CHECK: te.read %[[W]][%n, %k]
// CHECK: %[[ADD:.*]] = te.compute "add" axes(m = 2, n = 3)
// CHECK: te.read %[[Y]][%m, %n]
// CHECK: %[[MUL:.*]] = te.compute "mul" axes(m = 2, n = 3)
// CHECK: arith.mulf %{{.*}}, %[[HALF]]
// CHECK: te.compute "add_1"
// CHECK: te.read %[[V]][%n]
// CHECK-LABEL: func.func @main
// CHECK-DAG: %[[WEIGHTS:.*]] = arith.constant dense_resource<w> : tensor<3x4xf32>
// CHECK-DAG: %[[VECTOR:.*]] = arith.constant dense<[1.000000e+00, 2.000000e+00, 3.000000e+00]> : tensor<3xf32>
// CHECK: call @gemm_add_mul_add(%{{.*}}, %[[WEIGHTS]], %{{.*}}, %[[VECTOR]], %{{.*}})
func.func @main(%x: tensor<2x4xf32>, %y: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %w = graph.constant dense_resource<w> : tensor<3x4xf32>
  %r = graph.fused root("graph.gemm") (%a = %x : tensor<2x4xf32>, %b = %w : tensor<3x4xf32>, %c = %y : tensor<2x3xf32>, %d = %y : tensor<2x3xf32>) -> tensor<2x3xf32> {
    %half = graph.constant dense<0.5> : tensor<f32>
    %v = graph.constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32>
    %0 = graph.gemm %a, %b trans_b : (tensor<2x4xf32>, tensor<3x4xf32>) -> tensor<2x3xf32>
    %1 = graph.add %0, %c : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    %2 = graph.mul %1, %half : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
    %3 = graph.add %2, %v : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
    graph.yield %3 : tensor<2x3xf32>
  }
  return %r : tensor<2x3xf32>
}

{-#
  dialect_resources: {
    builtin: {
      w: "0x040000000000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F0000803F"
    }
  }
#-}

// -----

// The same operand as weights of one op and as data of another is not free, nor is
// an argument of the function.
// CHECK-LABEL: func.func private @matmul_add(
// CHECK-NOT: te.layout_free
// CHECK-LABEL: func.func private @matmul(
// CHECK-NOT: te.layout_free
// CHECK-LABEL: func.func @main
func.func @main(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {
  %w = graph.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %r = graph.fused root("graph.matmul") (%a = %x : tensor<2x2xf32>, %b = %w : tensor<2x2xf32>) -> tensor<2x2xf32> {
    %0 = graph.matmul %a, %b : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    %1 = graph.add %0, %b : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    graph.yield %1 : tensor<2x2xf32>
  }
  %s = graph.matmul %r, %x : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %s : tensor<2x2xf32>
}

// -----

// The addend of a product is read once an element: it is no weight, and neither is a
// bias or the data of a convolution.
// CHECK-LABEL: func.func private @gemm(
// CHECK-SAME: tensor<2x2xf32>, %{{[^:]*}}: tensor<2x2xf32> {te.layout_free}, %{{[^:]*}}: tensor<2xf32>, %{{[^:]*}}: tensor<2x2xf32> {te.destination})
// CHECK-LABEL: func.func private @conv(
// CHECK-SAME: tensor<1x2x1x1xf32>, %{{[^:]*}}: tensor<2x2x1x1xf32> {te.layout_free}, %{{[^:]*}}: tensor<2xf32>, %{{[^:]*}}: tensor<1x2x1x1xf32> {te.destination})
func.func @main(%x: tensor<2x2xf32>) -> (tensor<2x2xf32>, tensor<1x2x1x1xf32>) {
  %w = graph.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %b = graph.constant dense<[1.0, 2.0]> : tensor<2xf32>
  %0 = graph.gemm %x, %w, %b : (tensor<2x2xf32>, tensor<2x2xf32>, tensor<2xf32>) -> tensor<2x2xf32>
  %d = graph.constant dense<[[[[1.0]], [[2.0]]]]> : tensor<1x2x1x1xf32>
  %v = graph.constant dense<[[[[1.0]], [[2.0]]], [[[3.0]], [[4.0]]]]> : tensor<2x2x1x1xf32>
  %1 = graph.conv %d, %v, %b strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1]
      : (tensor<1x2x1x1xf32>, tensor<2x2x1x1xf32>, tensor<2xf32>) -> tensor<1x2x1x1xf32>
  return %0, %1 : tensor<2x2xf32>, tensor<1x2x1x1xf32>
}

// -----

// A transposed convolution by phases: of a window of 3 in steps of 2, one phase has two taps
// and one has one; no product with the zeros between the strides, nor with taps that are none.
// CHECK-LABEL: func.func private @conv_transpose(
// CHECK: te.compute "conv_transpose.pad" axes(n = 1, c = 2, w = 5)
// CHECK: te.compute "conv_transpose.part0" axes(n = 1, o = 4, rw = 1, w = 3) reduce(i = 2, tw = 2) combine(add)
// CHECK: te.read %conv_transpose.pad[%n, %i, %w - %tw + 2]
// CHECK: te.read %arg1[%i, %o, %tw * 2]
// CHECK: te.compute "conv_transpose.part1" axes(n = 1, o = 4, rw = 1, w = 3) reduce(i = 2, tw = 1) combine(add)
// CHECK: te.read %conv_transpose.pad[%n, %i, %w - %tw + 1]
// CHECK: te.read %arg1[%i, %o, %tw * 2 + 1]
// CHECK: te.compute "conv_transpose.phases" axes(n = 1, o = 4, rw = 2, w = 3)
// CHECK: %[[FIRST:.*]] = te.read %conv_transpose.part0[%n, %o, %rw, %w] where(-%rw >= 0) else %cst
// CHECK: te.read %conv_transpose.part1[%n, %o, %rw - 1, %w] where(%rw - 1 >= 0) else %[[FIRST]]
// CHECK: te.compute "conv_transpose" axes(n = 1, o = 4, w = 6)
// CHECK: te.read %conv_transpose.phases[%n, %o, (%w + 1) mod 2, %w floordiv 2]
func.func @transposed(%x: tensor<1x2x3xf32>, %b: tensor<4xf32>) -> tensor<1x4x6xf32> {
  %w = graph.constant dense<2.0> : tensor<2x4x3xf32>
  %0 = graph.conv_transpose %x, %w, %b strides [2] pads [1, 0] dilations [1] output_padding [0] : (tensor<1x2x3xf32>, tensor<2x4x3xf32>, tensor<4xf32>) -> tensor<1x4x6xf32>
  return %0 : tensor<1x4x6xf32>
}

// -----

// Taps further apart than the stride reach each third output only: one phase of two, whose
// taps are two inputs apart.
// CHECK-LABEL: func.func private @conv_transpose(
// CHECK: te.compute "conv_transpose.phases" axes(n = 1, o = 4, rw = 1, w = 5) reduce(i = 2, tw = 2) combine(add)
// CHECK: te.read %conv_transpose.pad[%n, %i, %w - %tw * 2 + 2]
// CHECK: te.read %arg1[%i, %o, %tw]
// CHECK: te.read %conv_transpose.phases[%n, %o, 0, %w floordiv 3] where(-(%w mod 3) >= 0) else
func.func @dilated(%x: tensor<1x2x3xf32>) -> tensor<1x4x13xf32> {
  %w = graph.constant dense<2.0> : tensor<2x4x2xf32>
  %0 = graph.conv_transpose %x, %w strides [3] pads [0, 0] dilations [6] output_padding [0] : (tensor<1x2x3xf32>, tensor<2x4x2xf32>) -> tensor<1x4x13xf32>
  return %0 : tensor<1x4x13xf32>
}

// -----

// Groups choose the input's channels and the weights' outputs; where a group has none, there is
// nothing to divide by.
// CHECK-LABEL: func.func private @conv_transpose(
// CHECK: te.compute "conv_transpose" axes(n = 1, o = 6, w = 4) reduce(i = 2, tw = 2) combine(add)
// CHECK: te.read %conv_transpose.pad[%n, (%o floordiv 3) * 2 + %i, %w - %tw + 1]
// CHECK: te.read %arg1[(%o floordiv 3) * 2 + %i, %o mod 3, %tw]
// CHECK-LABEL: func.func private @conv_transpose_0(
// CHECK: te.compute "conv_transpose" axes(n = 1, o = 0, w = 4) reduce(i = 2, tw = 2) combine(add)
// CHECK: te.read %conv_transpose.pad[%n, %i, %w - %tw + 1]
// CHECK: te.read %arg1[%i, %o, %tw]
func.func @groups(%x: tensor<1x4x3xf32>) -> (tensor<1x6x4xf32>, tensor<1x0x4xf32>) {
  %w = graph.constant dense<2.0> : tensor<4x3x2xf32>
  %none = graph.constant dense<2.0> : tensor<4x0x2xf32>
  %0 = graph.conv_transpose %x, %w strides [1] pads [0, 0] dilations [1] output_padding [0] group 2 : (tensor<1x4x3xf32>, tensor<4x3x2xf32>) -> tensor<1x6x4xf32>
  %1 = graph.conv_transpose %x, %none strides [1] pads [0, 0] dilations [1] output_padding [0] group 2 : (tensor<1x4x3xf32>, tensor<4x0x2xf32>) -> tensor<1x0x4xf32>
  return %0, %1 : tensor<1x6x4xf32>, tensor<1x0x4xf32>
}

// -----

// Weights that may be infinite are multiplied by elements of the input only, of which each
// output takes the products that are its own.
// CHECK-LABEL: func.func private @conv_transpose(
// CHECK: te.compute "conv_transpose.columns" axes(n = %{{.*}}, o = 4, kw = 3, w = 3) reduce(i = 2) combine(add)
// CHECK: te.read %arg0[%n, %i, %w]
// CHECK: te.read %arg1[%i, %o, %kw]
// CHECK: te.compute "conv_transpose" axes(n = %{{.*}}, o = 4, w = 6) reduce(kw = 3) combine(add)
// CHECK: te.read %conv_transpose.columns[%n, %o, %kw, (%w - %kw + 1) floordiv 2]
// CHECK-SAME: where(-((%w - %kw + 1) mod 2) >= 0, (%w - %kw + 1) floordiv 2 >= 0, -((%w - %kw + 1) floordiv 2) + 2 >= 0) else
func.func @unknown_weights(%x: tensor<?x2x3xf32>, %w: tensor<2x4x3xf32>) -> tensor<?x4x6xf32> {
  %0 = graph.conv_transpose %x, %w strides [2] pads [1, 0] dilations [1] output_padding [0] : (tensor<?x2x3xf32>, tensor<2x4x3xf32>) -> tensor<?x4x6xf32>
  return %0 : tensor<?x4x6xf32>
}

// -----

// CHECK-LABEL: func.func private @conv_transpose(
// CHECK: te.compute "conv_transpose.columns"
func.func @infinite_weights(%x: tensor<1x1x3xf32>) -> tensor<1x1x4xf32> {
  %w = graph.constant dense<[[[1.0, 0x7F800000]]]> : tensor<1x1x2xf32>
  %0 = graph.conv_transpose %x, %w strides [1] pads [0, 0] dilations [1] output_padding [0] : (tensor<1x1x3xf32>, tensor<1x1x2xf32>) -> tensor<1x1x4xf32>
  return %0 : tensor<1x1x4xf32>
}

// -----

// Windows back into an image, summed in f32; the last column has no window beside it.
// CHECK-LABEL: func.func private @col2im(
// CHECK: te.compute "col2im.wide" axes(n = %{{.*}}, o = 2, h = 6, w = 4) reduce(kh = 2, kw = 3) combine(add) : tensor<?x2x6x4xf32>
// CHECK: te.read %arg0[%n, %o, %kh, %kw, (%h - %kh) floordiv 2, %w - %kw]
// CHECK-SAME: where(-((%h - %kh) mod 2) >= 0, (%h - %kh) floordiv 2 >= 0, %w - %kw >= 0, -(%w - %kw) + 1 >= 0) else
// CHECK: te.compute "col2im" axes(n = %{{.*}}, o = 2, h = 6, w = 4) : tensor<?x2x6x4xf16>
func.func @windows(%x: tensor<?x2x2x3x3x2xf16>) -> tensor<?x2x6x4xf16> {
  %0 = graph.col2im %x image [6, 4] strides [2, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<?x2x2x3x3x2xf16>) -> tensor<?x2x6x4xf16>
  return %0 : tensor<?x2x6x4xf16>
}

// -----

// A kernel has the names of at most eight stages.
// CHECK-LABEL: func.func private @relu_exp_sqrt_relu_exp_sqrt_relu_exp(
// CHECK-LABEL: func.func private @relu_exp_sqrt_relu_exp_sqrt_relu_exp_etc(
func.func @names(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = graph.fused root("graph.relu") (%a = %x : tensor<4xf32>) -> tensor<4xf32> {
    %1 = graph.relu %a : (tensor<4xf32>) -> tensor<4xf32>
    %2 = graph.exp %1 : (tensor<4xf32>) -> tensor<4xf32>
    %3 = graph.sqrt %2 : (tensor<4xf32>) -> tensor<4xf32>
    %4 = graph.relu %3 : (tensor<4xf32>) -> tensor<4xf32>
    %5 = graph.exp %4 : (tensor<4xf32>) -> tensor<4xf32>
    %6 = graph.sqrt %5 : (tensor<4xf32>) -> tensor<4xf32>
    %7 = graph.relu %6 : (tensor<4xf32>) -> tensor<4xf32>
    %8 = graph.exp %7 : (tensor<4xf32>) -> tensor<4xf32>
    graph.yield %8 : tensor<4xf32>
  }
  %1 = graph.fused root("graph.relu") (%a = %0 : tensor<4xf32>) -> tensor<4xf32> {
    %1 = graph.relu %a : (tensor<4xf32>) -> tensor<4xf32>
    %2 = graph.exp %1 : (tensor<4xf32>) -> tensor<4xf32>
    %3 = graph.sqrt %2 : (tensor<4xf32>) -> tensor<4xf32>
    %4 = graph.relu %3 : (tensor<4xf32>) -> tensor<4xf32>
    %5 = graph.exp %4 : (tensor<4xf32>) -> tensor<4xf32>
    %6 = graph.sqrt %5 : (tensor<4xf32>) -> tensor<4xf32>
    %7 = graph.relu %6 : (tensor<4xf32>) -> tensor<4xf32>
    %8 = graph.exp %7 : (tensor<4xf32>) -> tensor<4xf32>
    %9 = graph.sqrt %8 : (tensor<4xf32>) -> tensor<4xf32>
    graph.yield %9 : tensor<4xf32>
  }
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// -----

// Indices that are known are checked here, from the least to the largest; others are checked
// before the kernel that reads at them, in a group as well.
// CHECK-LABEL: func.func @indices(
// CHECK-SAME: %[[X:[a-z0-9]*]]: tensor<4x3xf32>, %[[I:[a-z0-9]*]]: tensor<2xi64>
// CHECK-NOT: te.check_indices
// CHECK: call @gather_nd(
// CHECK-NOT: te.check_indices
// CHECK: te.check_indices %[[I]]
// CHECK-NOT: te.check_indices
// CHECK: call @gather_gather(
// CHECK-NOT: te.check_indices
func.func @indices(%x: tensor<4x3xf32>, %i: tensor<2xi64>) -> (tensor<2xf32>, tensor<2x3xf32>, tensor<2x3xf32>) {
  %k = graph.constant dense<[[3, 2], [-4, -3]]> : tensor<2x2xi64>
  %0 = graph.gather_nd %x, %k batch_dims 0 : (tensor<4x3xf32>, tensor<2x2xi64>) -> tensor<2xf32>
  %1, %2 = graph.fused root("graph.gather") (%a = %x : tensor<4x3xf32>, %j = %i : tensor<2xi64>) -> tensor<2x3xf32>, tensor<2x3xf32> {
    %c = graph.constant dense<[-4, 3]> : tensor<2xi64>
    %1 = graph.gather %a, %j axis 0 : (tensor<4x3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
    %2 = graph.gather %a, %c axis 0 : (tensor<4x3xf32>, tensor<2xi64>) -> tensor<2x3xf32>
    graph.yield %1, %2 : tensor<2x3xf32>, tensor<2x3xf32>
  }
  return %0, %1, %2 : tensor<2xf32>, tensor<2x3xf32>, tensor<2x3xf32>
}

// -----

// In a fused operator a reshape is a stage: the row-major position, taken apart along the
// operand's dims, of which those of one element are left out.
// CHECK-LABEL: func.func private @reshape_relu(
// CHECK: te.compute "reshape" axes(i0 = 12, i1 = 2)
// CHECK: te.read %{{.*}}[(%i0 * 2 + %i1) floordiv 6, 0, (%i0 * 2 + %i1) mod 6]
// CHECK: te.compute "relu"
func.func @inner_reshape(%x: tensor<4x1x6xf32>) -> tensor<12x2xf32> {
  %0 = graph.fused root("graph.reshape") (%a = %x : tensor<4x1x6xf32>) -> tensor<12x2xf32> {
    %1 = graph.reshape %a : (tensor<4x1x6xf32>) -> tensor<12x2xf32>
    %2 = graph.relu %1 : (tensor<12x2xf32>) -> tensor<12x2xf32>
    graph.yield %2 : tensor<12x2xf32>
  }
  return %0 : tensor<12x2xf32>
}

// -----

// A matrix that is computed is laid out by its kernel's schedule where it is a factor of bf16 only.
// CHECK-LABEL: func.func private @matmul(
// CHECK-SAME: tensor<4x8xbf16>, %{{[^:]*}}: tensor<8x2xbf16> {te.layout_free}, %{{[^:]*}}: tensor<4x2xf32> {te.destination})
func.func @computed_matrix(%a: tensor<4x8xbf16>, %b: tensor<8x2xbf16>) -> tensor<4x2xf32> {
  %y = graph.matmul %a, %b wide : (tensor<4x8xbf16>, tensor<8x2xbf16>) -> tensor<4x2xf32>
  return %y : tensor<4x2xf32>
}

// -----

// CHECK-LABEL: func.func private @matmul(
// CHECK-NOT: te.layout_free
// CHECK: return
func.func @computed_floats(%a: tensor<4x8xf32>, %b: tensor<8x2xf32>) -> tensor<4x2xf32> {
  %y = graph.matmul %a, %b : (tensor<4x8xf32>, tensor<8x2xf32>) -> tensor<4x2xf32>
  return %y : tensor<4x2xf32>
}
