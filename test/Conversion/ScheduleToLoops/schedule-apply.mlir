// RUN: dl-opt %s --schedule-apply --canonicalize --cse | FileCheck %s

// A matmul computed in the register tile of its consumer. 61 = 7 * 8 + 5 rows and
// 40 = 32 + 8 columns: each tail is a nest of its own with static tiles.
// CHECK-LABEL: func.func private @matmul_relu(
// CHECK-SAME: %[[A:.*]]: tensor<61x63xf32>, %[[B:.*]]: tensor<63x40xf32>, %[[OUT:.*]]: tensor<61x40xf32> {te.destination})
// CHECK: %[[MAIN:.*]] = scf.for %[[IO:.*]] = %{{.*}} to %[[C7:c7.*]] step %{{.*}} iter_args(%[[T:.*]] = %[[OUT]])
// CHECK: %[[TILE:.*]] = tensor.empty() : tensor<8x32xf32>
// CHECK: %[[INIT:.*]] = linalg.fill {schedule.stage = "C.init", schedule.vectorize} {{.*}} outs(%[[TILE]]
// CHECK: %[[ACC:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %[[INIT]]) -> (tensor<8x32xf32>)
// CHECK: tensor.extract_slice %[[A]]{{.*}} [8, 4] [1, 1]
// CHECK: tensor.extract_slice %[[B]]{{.*}} [4, 32] [1, 1]
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "reduction"]
// CHECK-SAME: {schedule.stage = "C", schedule.vectorize}
// CHECK: {schedule.axis = ["C", "k.o"]}
// The tail of the reduction: 63 = 15 * 4 + 3.
// CHECK: tensor.extract_slice %[[A]]{{.*}} [8, 3] [1, 1]
// CHECK: linalg.generic {{.*}} outs(%[[ACC]]
// CHECK: linalg.generic {{.*}} {schedule.stage = "D", schedule.vectorize}
// CHECK: {schedule.axis = ["D", "i.o"]}
// Five rows left over.
// CHECK: tensor.empty() : tensor<5x32xf32>
// Eight columns left over.
// CHECK: tensor.empty() : tensor<8x8xf32>
// CHECK: tensor.empty() : tensor<5x8xf32>
// CHECK-NOT: te.compute
func.func private @matmul_relu(%a: tensor<61x63xf32>, %b: tensor<63x40xf32>, %o: tensor<61x40xf32> {te.destination}) -> tensor<61x40xf32> attributes {te.kernel, schedule.sequence = @schedules::@matmul_relu} {
  %zero = arith.constant 0.0 : f32
  %c = te.compute "C" axes(i = 61, j = 40) reduce(k = 63) combine(add) : tensor<61x40xf32> {
  ^bb0(%i: index, %j: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<61x63xf32>
    %y = te.read %b[%k, %j] : tensor<63x40xf32>
    %p = arith.mulf %x, %y : f32
    te.yield %p : f32
  }
  %d = te.compute "D" axes(i = 61, j = 40) : tensor<61x40xf32> {
  ^bb0(%i: index, %j: index):
    %x = te.read %c[%i, %j] : tensor<61x40xf32>
    %m = arith.maximumf %x, %zero : f32
    te.yield %m : f32
  }
  return %d : tensor<61x40xf32>
}

// Without a schedule each element is computed by itself, on scalars.
// CHECK-LABEL: func.func private @scalars(
// CHECK-NOT: linalg.generic
// CHECK: tensor.extract
// CHECK: arith.addf
// CHECK: tensor.insert {{.*}}"S"
// CHECK-NOT: linalg.generic
func.func private @scalars(%x: tensor<3x4xf32>, %o: tensor<3xf32> {te.destination}) -> tensor<3xf32> attributes {te.kernel} {
  %s = te.compute "S" axes(i = 3) reduce(k = 4) combine(add) : tensor<3xf32> {
  ^bb0(%i: index, %k: index):
    %v = te.read %x[%i, %k] : tensor<3x4xf32>
    te.yield %v : f32
  }
  return %s : tensor<3xf32>
}

// The interior of a padded copy has no test: the axes are cut where the guard
// changes. Parallel axes are one scf.forall.
// CHECK-LABEL: func.func private @pad(
// CHECK-SAME: %[[X:.*]]: tensor<4x9x8xf32>
// CHECK: scf.forall (%[[C:.*]]) in (4)
// CHECK-NOT: scf.if
// CHECK: scf.for %[[H:.*]] = %c0{{.*}} to %c9
// CHECK: tensor.extract_slice %[[X]][%[[C]], %[[H]], 0] [1, 1, 8]
// CHECK-NOT: scf.if
// CHECK: {schedule.axis = ["pad", "h"]}
// CHECK: {schedule.axis = {{\[\[}}"pad", "c"]]}
func.func private @pad(%x: tensor<4x9x8xf32>, %o: tensor<4x11x10xf32> {te.destination}) -> tensor<4x11x10xf32> attributes {te.kernel, schedule.sequence = @schedules::@pad} {
  %zero = arith.constant 0.0 : f32
  %p = te.compute "pad" axes(c = 4, h = 11, w = 10) : tensor<4x11x10xf32> {
  ^bb0(%c: index, %h: index, %w: index):
    %v = te.read %x[%c, %h - 1, %w - 1] where(%h - 1 >= 0, 9 - %h >= 0, %w - 1 >= 0, 8 - %w >= 0) else %zero : tensor<4x9x8xf32>
    te.yield %v : f32
  }
  return %p : tensor<4x11x10xf32>
}

// A stage read at two places is computed on the hull of both; a stride becomes
// a strided slice; a gather stays an element read.
// CHECK-LABEL: func.func private @stencil(
// CHECK: scf.for
// CHECK: tensor.empty() : tensor<9xf32>
// CHECK: {schedule.stage = "P"}
// CHECK: {schedule.axis = ["D", "i.o"]}
func.func private @stencil(%x: tensor<65xf32>, %o: tensor<64xf32> {te.destination}) -> tensor<64xf32> attributes {te.kernel, schedule.sequence = @schedules::@stencil} {
  %p = te.compute "P" axes(i = 65) : tensor<65xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<65xf32>
    %w = arith.mulf %v, %v : f32
    te.yield %w : f32
  }
  %d = te.compute "D" axes(i = 64) : tensor<64xf32> {
  ^bb0(%i: index):
    %v = te.read %p[%i] : tensor<65xf32>
    %w = te.read %p[%i + 1] : tensor<65xf32>
    %s = arith.subf %w, %v : f32
    te.yield %s : f32
  }
  return %d : tensor<64xf32>
}

// CHECK-LABEL: func.func private @gather_strided(
// CHECK-SAME: %[[X:.*]]: tensor<10x32xf32>, %[[IDS:.*]]: tensor<16xi64>
// CHECK: tensor.extract_slice %[[X]][0, %{{.*}}] [1, 8] [1, 2]
// CHECK: linalg.generic
// CHECK: tensor.extract %[[X]]
func.func private @gather_strided(%x: tensor<10x32xf32>, %ids: tensor<16xi64>, %o: tensor<16xf32> {te.destination}) -> tensor<16xf32> attributes {te.kernel, schedule.sequence = @schedules::@gather_strided} {
  %d = te.compute "D" axes(i = 16) : tensor<16xf32> {
  ^bb0(%i: index):
    %id = te.read %ids[%i] : tensor<16xi64>
    %row = arith.index_cast %id : i64 to index
    %v = te.read %x[%row, %i] : tensor<10x32xf32>
    %w = te.read %x[0, %i * 2] : tensor<10x32xf32>
    %s = arith.addf %w, %v : f32
    te.yield %s : f32
  }
  return %d : tensor<16xf32>
}

// A guarded tail shares the loop with the whole steps.
// CHECK-LABEL: func.func private @guarded(
// CHECK: scf.for %[[I:.*]] = %c0{{.*}} to %c3
// CHECK: %[[WHOLE:.*]] = arith.cmpi ult, %[[I]], %c2
// CHECK: scf.if %[[WHOLE]]
// CHECK: tensor<4xf32>
// CHECK: } else {
// CHECK: tensor<2xf32>
func.func private @guarded(%x: tensor<10xf32>, %o: tensor<10xf32> {te.destination}) -> tensor<10xf32> attributes {te.kernel, schedule.sequence = @schedules::@guarded} {
  %d = te.compute "D" axes(i = 10) : tensor<10xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<10xf32>
    %w = arith.negf %v : f32
    te.yield %w : f32
  }
  return %d : tensor<10xf32>
}

// The sequences are gone afterwards.
// CHECK-NOT: module @schedules
// CHECK-NOT: transform.named_sequence
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @matmul_relu(%f: !transform.any_op {transform.readonly}) {
    %C = schedule.stage %f["C"] : !transform.any_op
    %D = schedule.stage %f["D"] : !transform.any_op
    %i, %j = schedule.axes %D : !schedule.axis, !schedule.axis
    %io, %ii = schedule.split %D[%i] by 8
    %jo, %ji = schedule.split %D[%j] by 32
    schedule.reorder %D[%jo, %io, %ii, %ji]
    schedule.vectorize %D[%ji]
    schedule.unroll %D[%ii]
    %k = schedule.axis %C["k"]
    %ci = schedule.axis %C["i"]
    %cj = schedule.axis %C["j"]
    %ko, %ki = schedule.split %C[%k] by 4
    %cio, %cii = schedule.split %C[%ci] by 8
    %cjo, %cji = schedule.split %C[%cj] by 32
    schedule.reorder %C[%cjo, %cio, %ko, %ki, %cii, %cji]
    schedule.vectorize %C[%cji]
    schedule.unroll %C[%cii]
    schedule.unroll %C[%ki]
    schedule.compute_at %C at %D[%io]
    transform.yield
  }
  transform.named_sequence @pad(%f: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %f["pad"] : !transform.any_op
    %c, %h, %w = schedule.axes %P : !schedule.axis, !schedule.axis, !schedule.axis
    schedule.vectorize %P[%w]
    schedule.parallel %P[%c]
    transform.yield
  }
  transform.named_sequence @stencil(%f: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %f["P"] : !transform.any_op
    %D = schedule.stage %f["D"] : !transform.any_op
    %i = schedule.axes %D : !schedule.axis
    %io, %ii = schedule.split %D[%i] by 8
    schedule.compute_at %P at %D[%io]
    transform.yield
  }
  transform.named_sequence @gather_strided(%f: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %f["D"] : !transform.any_op
    %i = schedule.axes %D : !schedule.axis
    %io, %ii = schedule.split %D[%i] by 8
    schedule.vectorize %D[%ii]
    transform.yield
  }
  transform.named_sequence @guarded(%f: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %f["D"] : !transform.any_op
    %i = schedule.axes %D : !schedule.axis
    %io, %ii = schedule.split %D[%i] by 4 tail guard
    schedule.vectorize %D[%ii]
    transform.yield
  }
}
