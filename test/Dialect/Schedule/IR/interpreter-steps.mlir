// RUN: dl-opt %s --transform-interpreter --split-input-file | FileCheck %s

// The register tile of a matmul under its epilogue. Steps only edit the trees.

// CHECK-LABEL: func.func private @matmul_relu
func.func private @matmul_relu(%A: tensor<64x32xf32>, %B: tensor<32x60xf32>,
                               %out: tensor<64x60xf32> {te.destination}) -> tensor<64x60xf32>
    attributes {te.kernel} {
  %zero = arith.constant 0.0 : f32
  // CHECK: te.compute "C" axes(i = 64, j = 60) reduce(k = 32) combine(add)
  // CHECK-SAME: schedule.tree = #schedule.tree<"axes(i=64, j=60) reduce(k=32) split(k by 4) order(k.o, i, k.i, j) unroll(i, k.i) vectorize(j) at(D[4])">
  %C = te.compute "C" axes(i = 64, j = 60) reduce(k = 32) combine(add) : tensor<64x60xf32> {
  ^bb0(%i: index, %j: index, %k: index):
    %a = te.read %A[%i, %k] : tensor<64x32xf32>
    %b = te.read %B[%k, %j] : tensor<32x60xf32>
    %p = arith.mulf %a, %b : f32
    te.yield %p : f32
  }
  // CHECK: te.compute "D" axes(i = 64, j = 60)
  // CHECK-SAME: schedule.tree = #schedule.tree<"axes(i=64, j=60) split(i by 8) split(j by 16) order(i.o, j.o, i.i, j.i) parallel(i.o) unroll(i.i) vectorize(j.i)">
  %D = te.compute "D" axes(i = 64, j = 60) : tensor<64x60xf32> {
  ^bb0(%i: index, %j: index):
    %c = te.read %C[%i, %j] : tensor<64x60xf32>
    %r = arith.maximumf %c, %zero : f32
    te.yield %r : f32
  }
  return %D : tensor<64x60xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %C = schedule.stage %root["C"] : !transform.any_op
    %D = schedule.stage %root["D"] : !transform.any_op
    %i, %j = schedule.axes %D : !schedule.axis, !schedule.axis
    %eight = transform.param.constant 8 : i64 -> !transform.param<i64>
    %io, %ii = schedule.split %D[%i] by param %eight : !transform.param<i64>
    %jo, %ji = schedule.split %D[%j] by 16
    schedule.reorder %D[%io, %jo, %ii, %ji]
    schedule.parallel %D[%io]
    schedule.vectorize %D[%ji]
    schedule.unroll %D[%ii]
    schedule.compute_at %C at %D[%jo]
    %k = schedule.axis %C["k"]
    %ko, %ki = schedule.split %C[%k] by 4
    %ci = schedule.axis %C["i"]
    %cj = schedule.axis %C["j"]
    schedule.reorder %C[%ko, %ci, %ki, %cj]
    schedule.vectorize %C[%cj]
    schedule.unroll %C[%ki]
    schedule.unroll %C[%ci]
    transform.yield
  }
}

// -----

// Fuse, guard, inline; compute_root takes a placement back, and the tree
// without any step is no attribute.

// CHECK-LABEL: func.func private @chain
func.func private @chain(%A: tensor<6x7xf32>, %out: tensor<6x7xf32> {te.destination})
    -> tensor<6x7xf32> attributes {te.kernel} {
  // CHECK: te.compute "P" axes(i = 6, j = 7) : tensor<6x7xf32> attributes {schedule.tree = #schedule.tree<"axes(i=6, j=7) inline">} {
  %P = te.compute "P" axes(i = 6, j = 7) : tensor<6x7xf32> {
  ^bb0(%i: index, %j: index):
    %a = te.read %A[%i, %j] : tensor<6x7xf32>
    te.yield %a : f32
  }
  // CHECK: te.compute "Q" axes(i = 6, j = 7) : tensor<6x7xf32> {
  %Q = te.compute "Q" axes(i = 6, j = 7) : tensor<6x7xf32> {
  ^bb0(%i: index, %j: index):
    %a = te.read %P[%i, %j] : tensor<6x7xf32>
    te.yield %a : f32
  }
  // CHECK: te.compute "R" axes(i = 6, j = 7) : tensor<6x7xf32> attributes {schedule.tree = #schedule.tree<"axes(i=6, j=7) fuse(i, j) order(i*j)">} {
  %R = te.compute "R" axes(i = 6, j = 7) : tensor<6x7xf32> {
  ^bb0(%i: index, %j: index):
    %a = te.read %Q[%i, %j] : tensor<6x7xf32>
    te.yield %a : f32
  }
  // CHECK: te.compute "S" axes(i = 6, j = 7) : tensor<6x7xf32> attributes {schedule.tree = #schedule.tree<"axes(i=6, j=7) split(j by 4, guard) order(i, j.o, j.i)">} {
  %S = te.compute "S" axes(i = 6, j = 7) : tensor<6x7xf32> {
  ^bb0(%i: index, %j: index):
    %a = te.read %R[%i, %j] : tensor<6x7xf32>
    te.yield %a : f32
  }
  return %S : tensor<6x7xf32>
}

module attributes {transform.with_named_sequence} {
  // Axes are parameters: they pass through sequences that are included.
  transform.named_sequence @guard(%S: !schedule.stage {transform.readonly},
                                  %j: !schedule.axis {transform.readonly}) -> !schedule.axis {
    %jo, %ji = schedule.split %S[%j] by 4 tail guard
    transform.yield %jo : !schedule.axis
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %root["P"] : !transform.any_op
    %Q = schedule.stage %root["Q"] : !transform.any_op
    %R = schedule.stage %root["R"] : !transform.any_op
    %S = schedule.stage %root["S"] : !transform.any_op
    schedule.compute_inline %P
    %ri, %rj = schedule.axes %R : !schedule.axis, !schedule.axis
    schedule.compute_at %Q at %R[%ri]
    schedule.compute_root %Q
    %f = schedule.fuse %R[%ri, %rj]
    %sj = schedule.axis %S["j"]
    %jo = transform.include @guard failures(propagate) (%S, %sj) : (!schedule.stage, !schedule.axis) -> !schedule.axis
    transform.yield
  }
}

// -----

// An alternative that fails leaves no trace in the trees.

// CHECK-LABEL: func.func private @alternatives
func.func private @alternatives(%A: tensor<6xf32>, %out: tensor<6xf32> {te.destination})
    -> tensor<6xf32> attributes {te.kernel} {
  // CHECK: te.compute "P" axes(i = 6) : tensor<6xf32> attributes {schedule.tree = #schedule.tree<"axes(i=6) split(i by 3) order(i.o, i.i)">} {
  %P = te.compute "P" axes(i = 6) : tensor<6xf32> {
  ^bb0(%i: index):
    %a = te.read %A[%i] : tensor<6xf32>
    te.yield %a : f32
  }
  return %P : tensor<6xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op) {
    %kernel = transform.structured.match ops{["func.func"]} in %root : (!transform.any_op) -> !transform.any_op
    transform.alternatives %kernel : !transform.any_op {
    ^bb0(%scope: !transform.any_op):
      %P = schedule.stage %scope["P"] : !transform.any_op
      %i = schedule.axis %P["i"]
      %io, %ii = schedule.split %P[%i] by 2
      %again:2 = schedule.split %P[%i] by 2
    }, {
    ^bb0(%scope: !transform.any_op):
      %P = schedule.stage %scope["P"] : !transform.any_op
      %i = schedule.axis %P["i"]
      %io, %ii = schedule.split %P[%i] by 3
    }
    transform.yield
  }
}
