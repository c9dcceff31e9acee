// RUN: dl-opt %s --transform-interpreter --split-input-file | FileCheck %s

// Packed weights of a convolution: the operand's type and its reads change, and
// a kernel that packs comes into being.

// CHECK-LABEL: func.func private @conv_prepack_1
// CHECK-SAME: (%[[W:.*]]: tensor<64x3x7x7xf32>, %{{.*}}: tensor<2x3x7x7x32xf32> {te.destination}) -> tensor<2x3x7x7x32xf32> attributes {te.kernel} {
// CHECK-NEXT: %[[PACK:.*]] = te.compute "pack" axes(d0 = 2, d1 = 3, d2 = 7, d3 = 7, d4 = 32) : tensor<2x3x7x7x32xf32> {
// CHECK-NEXT: ^bb0(%[[OO:.*]]: index, %[[I:.*]]: index, %[[H:.*]]: index, %[[WW:.*]]: index, %[[OI:.*]]: index):
// CHECK-NEXT: te.read %[[W]][%[[OI]] + %[[OO]] * 32, %[[I]], %[[H]], %[[WW]]] : tensor<64x3x7x7xf32>
// CHECK: return %[[PACK]]

// CHECK-LABEL: func.func private @conv(
// CHECK-SAME: %[[W:[a-z0-9]+]]: tensor<2x3x7x7x32xf32> {schedule.prepack = @conv_prepack_1, te.layout_free}
// CHECK: ^bb0(%{{.*}}: index, %[[O:.*]]: index, %{{.*}}: index, %{{.*}}: index, %[[C:.*]]: index, %[[KH:.*]]: index, %[[KW:.*]]: index):
// CHECK: te.read %[[W]][%[[O]] floordiv 32, %[[C]], %[[KH]], %[[KW]], %[[O]] mod 32] : tensor<2x3x7x7x32xf32>
func.func private @conv(%x: tensor<1x3x13x13xf32>, %w: tensor<64x3x7x7xf32> {te.layout_free},
                        %out: tensor<1x64x7x7xf32> {te.destination}) -> tensor<1x64x7x7xf32>
    attributes {te.kernel} {
  %C = te.compute "C" axes(n = 1, o = 64, h = 7, w = 7) reduce(i = 3, kh = 7, kw = 7) combine(add) : tensor<1x64x7x7xf32> {
  ^bb0(%n: index, %o: index, %h: index, %v: index, %i: index, %kh: index, %kw: index):
    %a = te.read %x[%n, %i, %h + %kh, %v + %kw] : tensor<1x3x13x13xf32>
    %b = te.read %w[%o, %i, %kh, %kw] : tensor<64x3x7x7xf32>
    %p = arith.mulf %a, %b : f32
    te.yield %p : f32
  }
  return %C : tensor<1x64x7x7xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %C = schedule.stage %root["C"] : !transform.any_op
    schedule.transform_layout %C reads operand 1
        by affine_map<(o, i, h, w) -> (o floordiv 32, i, h, w, o mod 32)>
    transform.yield
  }
}

// -----

// A block that does not divide: zeros behind the last element. The name of the
// new kernel makes way for one that is taken.

func.func private @gemm_prepack_1()

// CHECK-LABEL: func.func private @gemm_prepack_1_0
// CHECK-SAME: (%[[W:.*]]: tensor<10x6xf32>, %{{.*}}: tensor<3x6x4xf32> {te.destination})
// CHECK-NEXT: %[[ZERO:.*]] = arith.constant 0.000000e+00 : f32
// CHECK: ^bb0(%[[OO:.*]]: index, %[[K:.*]]: index, %[[OI:.*]]: index):
// CHECK-NEXT: te.read %[[W]][%[[OI]] + %[[OO]] * 4, %[[K]]] where(-(%[[OI]] + %[[OO]] * 4) + 9 >= 0) else %[[ZERO]] : tensor<10x6xf32>

// CHECK-LABEL: func.func private @gemm(
// CHECK-SAME: %{{.*}}: tensor<3x6x4xf32> {schedule.prepack = @gemm_prepack_1_0, te.layout_free}
func.func private @gemm(%x: tensor<5x6xf32>, %w: tensor<10x6xf32> {te.layout_free},
                        %out: tensor<5x10xf32> {te.destination}) -> tensor<5x10xf32>
    attributes {te.kernel} {
  %C = te.compute "C" axes(m = 5, o = 10) reduce(k = 6) combine(add) : tensor<5x10xf32> {
  ^bb0(%m: index, %o: index, %k: index):
    %a = te.read %x[%m, %k] : tensor<5x6xf32>
    %b = te.read %w[%o, %k] : tensor<10x6xf32>
    %p = arith.mulf %a, %b : f32
    te.yield %p : f32
  }
  return %C : tensor<5x10xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %C = schedule.stage %root["C"] : !transform.any_op
    schedule.transform_layout %C reads operand 1 by affine_map<(o, k) -> (o floordiv 4, k, o mod 4)>
    transform.yield
  }
}

// -----

// A stage in blocks of blocks: its axes become digits; a guard and arithmetic on
// an axis follow.

// CHECK-LABEL: func.func private @stage
func.func private @stage(%A: tensor<22x3xf32>, %out: tensor<24x3xf32> {te.destination})
    -> tensor<24x3xf32> attributes {te.kernel} {
  %zero = arith.constant 0.0 : f32
  // CHECK: %[[P:.*]] = te.compute "P" axes(i1 = 3, j = 3, i0 = 2, i2 = 4) : tensor<3x3x2x4xf32> {
  // CHECK-NEXT: ^bb0(%[[I1:.*]]: index, %[[J:.*]]: index, %[[I0:.*]]: index, %[[I2:.*]]: index):
  // CHECK: %[[D0:.*]] = arith.muli %[[I1]], %{{.*}} : index
  // CHECK: %[[D1:.*]] = arith.muli %[[I0]], %{{.*}} : index
  // CHECK: %[[D2:.*]] = arith.addi %[[D0]], %[[D1]] : index
  // CHECK: %[[D3:.*]] = arith.addi %[[D2]], %[[I2]] : index
  // CHECK: te.read %{{.*}}[%[[I2]] + %[[I1]] * 4 + %[[I0]] * 12 - 1, %[[J]]] where(%[[I2]] + %[[I1]] * 4 + %[[I0]] * 12 - 1 >= 0, -(%[[I2]] + %[[I1]] * 4 + %[[I0]] * 12) + 22 >= 0) else %{{.*}} : tensor<22x3xf32>
  // CHECK: arith.index_cast %[[D3]] : index to i64
  %P = te.compute "P" axes(i = 24, j = 3) : tensor<24x3xf32> {
  ^bb0(%i: index, %j: index):
    %a = te.read %A[%i - 1, %j] where(%i - 1 >= 0, 22 - %i >= 0) else %zero : tensor<22x3xf32>
    %n = arith.index_cast %i : index to i64
    %f = arith.sitofp %n : i64 to f32
    %s = arith.addf %a, %f : f32
    te.yield %s : f32
  }
  // CHECK: te.compute "Q" axes(i = 24, j = 3) : tensor<24x3xf32> {
  // CHECK: te.read %[[P]][(%{{.*}} mod 12) floordiv 4, %{{.*}}, %{{.*}} floordiv 12, %{{.*}} mod 4] : tensor<3x3x2x4xf32>
  %Q = te.compute "Q" axes(i = 24, j = 3) : tensor<24x3xf32> {
  ^bb0(%i: index, %j: index):
    %a = te.read %P[%i, %j] : tensor<24x3xf32>
    te.yield %a : f32
  }
  return %Q : tensor<24x3xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %root["P"] : !transform.any_op
    %Q = schedule.stage %root["Q"] : !transform.any_op
    schedule.transform_layout %Q reads %P
        by affine_map<(i, j) -> ((i mod 12) floordiv 4, j, i floordiv 12, i mod 4)>
    transform.yield
  }
}

// -----

// A stage that reduces, as far as an extent known only at run time: its spatial axes alone
// become those of the layout.

// CHECK-LABEL: func.func private @sums(
// CHECK: %[[N:.*]] = tensor.dim
// CHECK: te.compute "C" axes(j = 6, i = 4) reduce(k = 3) combine(add) : tensor<6x4xf32>
// CHECK-NEXT: ^bb0(%[[J:.*]]: index, %[[I:.*]]: index, %[[K:.*]]: index):
// CHECK-NEXT: te.read %{{.*}}[%[[I]], %[[K]]] where(%[[N]] - %[[K]] - 1 >= 0) else
// CHECK-NEXT: te.read %{{.*}}[%[[K]], %[[J]]] : tensor<3x6xf32>
func.func private @sums(%x: tensor<4x?xf32>, %w: tensor<3x6xf32>, %out: tensor<4x6xf32> {te.destination})
    -> tensor<4x6xf32> attributes {te.kernel} {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c1 : tensor<4x?xf32>
  %C = te.compute "C" axes(i = 4, j = 6) reduce(k = 3) combine(add) : tensor<4x6xf32> {
  ^bb0(%i: index, %j: index, %k: index):
    %a = te.read %x[%i, %k] where(%n - %k - 1 >= 0) else %zero : tensor<4x?xf32>
    %b = te.read %w[%k, %j] : tensor<3x6xf32>
    %p = arith.mulf %a, %b : f32
    te.yield %p : f32
  }
  %D = te.compute "D" axes(i = 4, j = 6) : tensor<4x6xf32> {
  ^bb0(%i: index, %j: index):
    %a = te.read %C[%i, %j] : tensor<4x6xf32>
    te.yield %a : f32
  }
  return %D : tensor<4x6xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %C = schedule.stage %root["C"] : !transform.any_op
    %D = schedule.stage %root["D"] : !transform.any_op
    schedule.transform_layout %D reads %C by affine_map<(i, j) -> (j, i)>
    transform.yield
  }
}
