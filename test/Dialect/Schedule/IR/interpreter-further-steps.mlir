// RUN: dl-opt %s --transform-interpreter --split-input-file | FileCheck %s

// What further steps do to the trees of stages.

// CHECK-LABEL: func.func private @trees
func.func private @trees(%A: tensor<64x32xf32>, %B: tensor<32x60xf32>,
                         %out: tensor<64x60xf32> {te.destination}) -> tensor<64x60xf32>
    attributes {te.kernel} {
  // CHECK: te.compute "P"
  // CHECK-SAME: #schedule.tree<"axes(i=64, k=32) split(i by 4) split(i.o by 2) order(i.o.o, i.o.i, i.i, k) scope(local) align(0 by 16 offset 1) at(C[5])">
  %P = te.compute "P" axes(i = 64, k = 32) : tensor<64x32xf32> {
  ^bb0(%i: index, %k: index):
    %a = te.read %A[%i, %k] : tensor<64x32xf32>
    te.yield %a : f32
  }
  // CHECK: te.compute "C"
  // CHECK-SAME: #schedule.tree<"axes(i=64, j=60) reduce(k=32) split(i by 32) split(k by 8, guard) order(i.o, i.i, j, k.o, k.i) note(i.i hint=stream) init(j)">
  %C = te.compute "C" axes(i = 64, j = 60) reduce(k = 32) combine(add) : tensor<64x60xf32> {
  ^bb0(%i: index, %j: index, %k: index):
    %a = te.read %P[%i, %k] : tensor<64x32xf32>
    %b = te.read %B[%k, %j] : tensor<32x60xf32>
    %p = arith.mulf %a, %b : f32
    te.yield %p : f32
  }
  // CHECK: te.compute "D"
  // CHECK-SAME: #schedule.tree<"axes(i=64, j=60) split(j by 16, shift) split(i by 16) order(i.o, j.o, i.i, j.i) partition(i at 8 56)">
  %D = te.compute "D" axes(i = 64, j = 60) : tensor<64x60xf32> {
  ^bb0(%i: index, %j: index):
    %c = te.read %C[%i, %j] : tensor<64x60xf32>
    te.yield %c : f32
  }
  return %D : tensor<64x60xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %root["P"] : !transform.any_op
    %C = schedule.stage %root["C"] : !transform.any_op
    %D = schedule.stage %root["D"] : !transform.any_op
    %ci, %cj, %ck = schedule.axes %C : !schedule.axis, !schedule.axis, !schedule.axis
    %cio, %cii = schedule.split %C[%ci] nparts 2
    %cko, %cki = schedule.split %C[%ck] by 8 tail guard
    schedule.decompose_reduction %C at [%cj]
    schedule.annotate %C[%cii] with "hint" = "stream"
    schedule.annotate %C[%cko] with "hint" = "stream"
    schedule.unannotate %C[%cko] "hint"
    %pi = schedule.axis %P["i"]
    %p:3 = schedule.split %P[%pi] by [2, 4]
    schedule.compute_at %P at %C[%cko]
    schedule.set_scope %P to "local"
    %pi2 = transform.param.constant #schedule.axis_ref<"P", 0, "i"> -> !schedule.axis
    schedule.storage_align %P[%pi2] by 16 offset 1
    %di, %dj = schedule.axes %D : !schedule.axis, !schedule.axis
    schedule.loop_partition %D[%di] at [8, 56]
    %djo, %dji = schedule.split %D[%dj] by 16 tail shift
    %dio, %dii = schedule.split %D[%di] by 16
    schedule.reorder %D[%dio, %djo, %dii, %dji]
    transform.yield
  }
}

// -----

// Tile; fused axes are split and go into the register tile where that makes boxes.

// CHECK-LABEL: func.func private @fused
func.func private @fused(%A: tensor<8x6x4xf32>, %out: tensor<8x6x4xf32> {te.destination})
    -> tensor<8x6x4xf32> attributes {te.kernel} {
  // CHECK: #schedule.tree<"axes(i=8, j=6, k=4) fuse(j, k) split(j*k by 12) split(i by 2) order(i.o, j*k.o, i.i, j*k.i) unroll(i.i) vectorize(j*k.i)">
  %D = te.compute "D" axes(i = 8, j = 6, k = 4) : tensor<8x6x4xf32> {
  ^bb0(%i: index, %j: index, %k: index):
    %c = te.read %A[%i, %j, %k] : tensor<8x6x4xf32>
    te.yield %c : f32
  }
  return %D : tensor<8x6x4xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %root["D"] : !transform.any_op
    %i, %j, %k = schedule.axes %D : !schedule.axis, !schedule.axis, !schedule.axis
    %jk = schedule.fuse %D[%j, %k]
    %jko, %io, %jki, %ii = schedule.tile %D[%jk, %i] by 12, 2
    schedule.reorder %D[%io, %jko, %ii, %jki]
    schedule.vectorize %D[%jki]
    schedule.unroll %D[%ii]
    transform.yield
  }
}

// -----

// A consumer takes the outer loops of its producer, threads included.

// CHECK-LABEL: func.func private @reverse
func.func private @reverse(%A: tensor<64x32xf32>, %out: tensor<64xf32> {te.destination}) -> tensor<64xf32>
    attributes {te.kernel} {
  // CHECK: te.compute "R"
  // CHECK-SAME: #schedule.tree<"axes(i=64) reduce(k=32) split(i by 8) order(i.o, i.i, k) at(D[1])">
  %R = te.compute "R" axes(i = 64) reduce(k = 32) combine(max) : tensor<64xf32> {
  ^bb0(%i: index, %k: index):
    %a = te.read %A[%i, %k] : tensor<64x32xf32>
    te.yield %a : f32
  }
  // CHECK: te.compute "D"
  // CHECK-SAME: #schedule.tree<"axes(n=64) split(n by 8) order(n.o, n.i) parallel(n.o)">
  %D = te.compute "D" axes(n = 64) : tensor<64xf32> {
  ^bb0(%n: index):
    %c = te.read %R[%n] : tensor<64xf32>
    te.yield %c : f32
  }
  return %D : tensor<64xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %R = schedule.stage %root["R"] : !transform.any_op
    %D = schedule.stage %root["D"] : !transform.any_op
    %i = schedule.axis %R["i"]
    %io, %ii = schedule.split %R[%i] by 8
    schedule.parallel %R[%io]
    schedule.reverse_compute_at %D at %R[%io]
    transform.yield
  }
}

// -----

// Partial results along a part of the reduction axis. 4 * 4 is more than 13: reads beyond
// are guarded, and terms there do not count.

// CHECK-LABEL: func.func private @rfactor
func.func private @rfactor(%A: tensor<6x13xf32>, %B: tensor<6xf32>, %out: tensor<6xf32> {te.destination})
    -> tensor<6xf32> attributes {te.kernel} {
  // CHECK: %[[RF:.*]] = te.compute "R.rf" axes(k_i = 4, i = 6) reduce(k_o = 4) combine(max) : tensor<4x6xf32> {
  // CHECK: ^bb0(%[[KI:.*]]: index, %[[I:.*]]: index, %[[KO:.*]]: index):
  // CHECK: te.read %{{.*}}[%[[I]], %[[KO]] * 4 + %[[KI]]] where(-(%[[KO]] * 4 + %[[KI]]) + 12 >= 0) else %{{.*}} : tensor<6x13xf32>
  // CHECK: te.read %{{.*}}[%[[I]]] : tensor<6xf32>
  // CHECK: arith.select %{{.*}}, %{{.*}}, %{{.*}} : f32
  // CHECK: te.compute "R" axes(i = 6) reduce(k_i = 4) combine(max) : tensor<6xf32> {
  // CHECK: ^bb0(%[[I:.*]]: index, %[[KI:.*]]: index):
  // CHECK: te.read %[[RF]][%[[KI]], %[[I]]] : tensor<4x6xf32>
  %R = te.compute "R" axes(i = 6) reduce(k = 13) combine(max) : tensor<6xf32> {
  ^bb0(%i: index, %k: index):
    %a = te.read %A[%i, %k] : tensor<6x13xf32>
    %b = te.read %B[%i] : tensor<6xf32>
    %c = arith.addf %a, %b : f32
    te.yield %c : f32
  }
  return %R : tensor<6xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %R = schedule.stage %root["R"] : !transform.any_op
    %k = schedule.axis %R["k"]
    %ko, %ki = schedule.split %R[%k] by 4
    %rf = schedule.rfactor %R[%ki]
    %x, %i, %r = schedule.axes %rf : !schedule.axis, !schedule.axis, !schedule.axis
    transform.yield
  }
}

// -----

// An inner part that is split with a rest: what is beyond it belongs to the next outer step,
// which has it as well, and is no term of this one.

// CHECK-LABEL: func.func private @rfactor_inner
func.func private @rfactor_inner(%A: tensor<6x13xf32>, %out: tensor<6xf32> {te.destination})
    -> tensor<6xf32> attributes {te.kernel} {
  // CHECK: te.compute "R.rf" axes(k_i_i = 4, i = 6) reduce(k_o = 3, k_i_o = 2) combine(add)
  // CHECK: ^bb0(%[[KII:.*]]: index, %[[I:.*]]: index, %[[KO:.*]]: index, %[[KIO:.*]]: index):
  // CHECK: te.read {{.*}} where(-(%[[KO]] * 5 + %[[KIO]] * 4 + %[[KII]]) + 12 >= 0, -(%[[KIO]] * 4 + %[[KII]]) + 4 >= 0)
  %R = te.compute "R" axes(i = 6) reduce(k = 13) combine(add) : tensor<6xf32> {
  ^bb0(%i: index, %k: index):
    %a = te.read %A[%i, %k] : tensor<6x13xf32>
    te.yield %a : f32
  }
  return %R : tensor<6xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %R = schedule.stage %root["R"] : !transform.any_op
    %k = schedule.axis %R["k"]
    %ko, %ki = schedule.split %R[%k] by 5
    %kio, %kii = schedule.split %R[%ki] by 4 tail guard
    %rf = schedule.rfactor %R[%kii]
    transform.yield
  }
}

// -----

// CHECK-LABEL: func.func private @pad
func.func private @pad(%A: tensor<13x7xf32>, %out: tensor<13xf32> {te.destination}) -> tensor<13xf32>
    attributes {te.kernel} {
  // CHECK: te.compute "P" axes(i = 16, k = 7) : tensor<16x7xf32>
  // CHECK: te.read %{{.*}}[%[[I:.*]], %{{.*}}] where(-%[[I]] + 12 >= 0) else %{{.*}} : tensor<13x7xf32>
  %P = te.compute "P" axes(i = 13, k = 7) : tensor<13x7xf32> {
  ^bb0(%i: index, %k: index):
    %a = te.read %A[%i, %k] : tensor<13x7xf32>
    te.yield %a : f32
  }
  // CHECK: te.compute "R" axes(i = 13) reduce(k = 8) combine(mul) : tensor<13xf32>
  // CHECK: te.read %{{.*}}[%{{.*}}, %[[K:.*]]] where(-%[[K]] + 6 >= 0) else %{{.*}} : tensor<16x7xf32>
  // CHECK: arith.select
  %R = te.compute "R" axes(i = 13) reduce(k = 7) combine(mul) : tensor<13xf32> {
  ^bb0(%i: index, %k: index):
    %a = te.read %P[%i, %k] : tensor<13x7xf32>
    te.yield %a : f32
  }
  return %R : tensor<13xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %root["P"] : !transform.any_op
    %R = schedule.stage %root["R"] : !transform.any_op
    %i = schedule.axis %P["i"]
    schedule.pad_axis %P[%i] to 8
    %k = schedule.axis %R["k"]
    schedule.pad_axis %R[%k] to 4
    transform.yield
  }
}

// -----

// The second of two reduction axes, of a sum that the first one leaves as it is.
// CHECK-LABEL: func.func private @pad_second
func.func private @pad_second(%A: tensor<5x6x7xf32>, %out: tensor<5xf32> {te.destination}) -> tensor<5xf32>
    attributes {te.kernel} {
  // CHECK: te.compute "R" axes(i = 5) reduce(j = 6, k = 8) combine(add) : tensor<5xf32>
  // CHECK: te.read %{{.*}}[%i, %j, %[[K:.*]]] where(-%[[K]] + 6 >= 0) else %{{.*}} : tensor<5x6x7xf32>
  %R = te.compute "R" axes(i = 5) reduce(j = 6, k = 7) combine(add) : tensor<5xf32> {
  ^bb0(%i: index, %j: index, %k: index):
    %a = te.read %A[%i, %j, %k] : tensor<5x6x7xf32>
    te.yield %a : f32
  }
  return %R : tensor<5xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %R = schedule.stage %root["R"] : !transform.any_op
    %k = schedule.axis %R["k"]
    schedule.pad_axis %R[%k] to 4
    transform.yield
  }
}
