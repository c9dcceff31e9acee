// RUN: dl-opt %s --schedule-apply --split-input-file | FileCheck %s

// The loops that further steps make.

// Ranges with loops of their own, notes on loops, and a last step that starts early.
// CHECK-LABEL: func.func private @ranges
// CHECK: scf.for %{{.*}} = %{{.*}} to %c4
// CHECK: scf.for %{{.*}} = %{{.*}} to %c2
// CHECK: tensor.extract_slice %{{.*}}[%{{.*}}, %{{.*}}] [1, 8] [1, 1]
// CHECK: {schedule.axis = ["D", "j.o"], schedule.notes = {hint = "stream"}}
// CHECK: tensor.extract_slice %{{.*}}[%{{.*}}, 13] [1, 8] [1, 1]
// CHECK: {schedule.axis = ["D", "i"]}
// CHECK: scf.for %{{.*}} = %{{.*}} to %c6
// CHECK: {schedule.axis = ["D", "i"]}
func.func private @ranges(%A: tensor<10x21xf32>, %out: tensor<10x21xf32> {te.destination})
    -> tensor<10x21xf32> attributes {te.kernel, schedule.sequence = @schedules::@ranges} {
  %D = te.compute "D" axes(i = 10, j = 21) : tensor<10x21xf32> {
  ^bb0(%i: index, %j: index):
    %c = te.read %A[%i, %j] : tensor<10x21xf32>
    %n = arith.negf %c : f32
    te.yield %n : f32
  }
  return %D : tensor<10x21xf32>
}

module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @ranges(%k: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %k["D"] : !transform.any_op
    %i, %j = schedule.axes %D : !schedule.axis, !schedule.axis
    schedule.loop_partition %D[%i] at [4]
    %jo, %ji = schedule.split %D[%j] by 8 tail shift
    schedule.annotate %D[%jo] with "hint" = "stream"
    schedule.vectorize %D[%ji]
    transform.yield
  }
}

// -----

// One extent gets loops of its own, with constant bounds.
// CHECK-LABEL: func.func private @versions
// CHECK: %[[N:.*]] = tensor.dim
// CHECK: %[[IS:.*]] = arith.cmpi eq, %[[N]], %c16
// CHECK: %[[ONE:.*]] = arith.select %[[IS]], %{{.*}}, %{{.*}} : index
// CHECK: scf.for %{{.*}} = %{{.*}} to %[[ONE]]
// CHECK: scf.for %{{.*}} = %{{.*}} to %c2
// CHECK-NOT: scf.for
// CHECK: {schedule.version = ["D", "i"]}
// CHECK: %[[OTHER:.*]] = arith.select %[[IS]], %{{.*}}, %{{.*}} : index
// CHECK: scf.for %{{.*}} = %{{.*}} to %[[OTHER]]
// CHECK: %[[WHOLE:.*]] = affine.apply
// CHECK: scf.for %{{.*}} = %{{.*}} to %[[WHOLE]]
func.func private @versions(%A: tensor<?xf32>, %out: tensor<?xf32> {te.destination})
    -> tensor<?xf32> attributes {te.kernel, schedule.sequence = @schedules::@versions} {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %A, %c0 : tensor<?xf32>
  %D = te.compute "D" axes(i = %n) : tensor<?xf32> {
  ^bb0(%i: index):
    %c = te.read %A[%i] : tensor<?xf32>
    %m = arith.negf %c : f32
    te.yield %m : f32
  }
  return %D : tensor<?xf32>
}

module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @versions(%k: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %k["D"] : !transform.any_op
    %i = schedule.axis %D["i"]
    schedule.specialize %D[%i] to 16
    %io, %ii = schedule.split %D[%i] by 8
    schedule.vectorize %D[%ii]
    transform.yield
  }
}

// -----

// In the version for 11 the last 3 of them take two steps of 2, the second of which starts
// early: the check of loops knows that.
// CHECK-LABEL: func.func private @versions_shift
// CHECK: {schedule.version = ["D", "i"]}
func.func private @versions_shift(%A: tensor<?xf32>, %out: tensor<?xf32> {te.destination})
    -> tensor<?xf32> attributes {te.kernel, schedule.sequence = @schedules::@versions_shift} {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %A, %c0 : tensor<?xf32>
  %D = te.compute "D" axes(i = %n) : tensor<?xf32> {
  ^bb0(%i: index):
    %c = te.read %A[%i] : tensor<?xf32>
    %m = arith.negf %c : f32
    te.yield %m : f32
  }
  return %D : tensor<?xf32>
}

module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @versions_shift(%k: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %k["D"] : !transform.any_op
    %i = schedule.axis %D["i"]
    schedule.specialize %D[%i] to 11
    %io, %ii = schedule.split %D[%i] by 8
    %iio, %iii = schedule.split %D[%ii] by 2 tail shift
    transform.yield
  }
}

// -----

// All rows are set before the loop over them; the rows of the copy are apart by 1 modulo
// 16 elements, in memory of the scope that was chosen.
// CHECK-LABEL: func.func private @init
// CHECK: linalg.fill {schedule.stage = "R.init"} {{.*}} -> tensor<6xf32>
// CHECK: scf.for
// CHECK: tensor.empty() {schedule.scope = "local"} : tensor<2x17xf32>
// CHECK: tensor.extract_slice %{{.*}}[0, 0] [2, 7] [1, 1] : tensor<2x17xf32> to tensor<2x7xf32>
// CHECK: {schedule.axis = ["R", "i.o"]}
func.func private @init(%A: tensor<6x7xf32>, %out: tensor<6xf32> {te.destination})
    -> tensor<6xf32> attributes {te.kernel, schedule.sequence = @schedules::@init} {
  %P = te.compute "P" axes(i = 6, k = 7) : tensor<6x7xf32> {
  ^bb0(%i: index, %k: index):
    %a = te.read %A[%i, %k] : tensor<6x7xf32>
    %n = arith.negf %a : f32
    te.yield %n : f32
  }
  %R = te.compute "R" axes(i = 6) reduce(k = 7) combine(add) : tensor<6xf32> {
  ^bb0(%i: index, %k: index):
    %a = te.read %P[%i, %k] : tensor<6x7xf32>
    te.yield %a : f32
  }
  return %R : tensor<6xf32>
}

module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @init(%k: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %k["P"] : !transform.any_op
    %R = schedule.stage %k["R"] : !transform.any_op
    %i = schedule.axis %R["i"]
    %io, %ii = schedule.split %R[%i] by 2
    schedule.decompose_reduction %R at [%io]
    %pi = schedule.axis %P["i"]
    schedule.storage_align %P[%pi] by 16 offset 1
    schedule.compute_at %P at %R[%io]
    schedule.set_scope %P to "local"
    transform.yield
  }
}

// -----

// Each step uses what the one before computed, then computes for the next.
// CHECK-LABEL: func.func private @ahead
// CHECK: tensor.empty() : tensor<2x3xf32>
// CHECK: tensor.insert_slice %{{.*}} into %{{.*}}[0, 0] [1, 3] [1, 1] : tensor<3xf32> into tensor<2x3xf32>
// CHECK: scf.for %{{.*}} = %{{.*}} to %c3{{.*}} iter_args(%{{.*}} = %{{.*}}, %[[BOTH:.*]] = %{{.*}}) -> (tensor<12xf32>, tensor<2x3xf32>)
// CHECK: tensor.extract_slice %[[BOTH]][%{{.*}}, 0] [1, 3] [1, 1] : tensor<2x3xf32> to tensor<3xf32>
// CHECK: linalg.generic {{.*}} {schedule.stage = "D"
// CHECK: tensor.insert_slice %{{.*}} into %[[BOTH]][%{{.*}}, 0] [1, 3] [1, 1]
// CHECK: {schedule.axis = ["D", "i.o"]}
// CHECK: linalg.generic {{.*}} {schedule.stage = "D"
func.func private @ahead(%A: tensor<12xf32>, %out: tensor<12xf32> {te.destination})
    -> tensor<12xf32> attributes {te.kernel, schedule.sequence = @schedules::@ahead} {
  %P = te.compute "P" axes(i = 12) : tensor<12xf32> {
  ^bb0(%i: index):
    %a = te.read %A[%i] : tensor<12xf32>
    %n = arith.negf %a : f32
    te.yield %n : f32
  }
  %D = te.compute "D" axes(i = 12) : tensor<12xf32> {
  ^bb0(%i: index):
    %a = te.read %P[%i] : tensor<12xf32>
    %n = arith.mulf %a, %a : f32
    te.yield %n : f32
  }
  return %D : tensor<12xf32>
}

module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @ahead(%k: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %k["P"] : !transform.any_op
    %D = schedule.stage %k["D"] : !transform.any_op
    %i = schedule.axis %D["i"]
    %io, %ii = schedule.split %D[%i] by 3
    schedule.compute_at %P at %D[%io]
    schedule.double_buffer %P
    %pi = schedule.axis %P["i"]
    schedule.vectorize %P[%pi]
    schedule.vectorize %D[%ii]
    transform.yield
  }
}

// -----

// A part that is one row has no rows to be apart, those of more rows are.
// CHECK-LABEL: func.func private @one_row
// CHECK: scf.for
// CHECK-NOT: tensor.extract_slice
// CHECK: tensor.empty() : tensor<10xf32>
// CHECK: {schedule.axis = ["P", "j"]}
// CHECK: {schedule.axis = ["D", "i"]}
// CHECK: %[[ROWS:.*]] = tensor.empty() : tensor<6x20xf32>
// CHECK-NEXT: tensor.extract_slice %[[ROWS]][0, 0] [6, 10] [1, 1] : tensor<6x20xf32> to tensor<6x10xf32>
func.func private @one_row(%x: tensor<6x10xf32>, %o: tensor<6x10xf32> {te.destination}, %p: tensor<6x10xf32> {te.destination})
    -> (tensor<6x10xf32>, tensor<6x10xf32>) attributes {te.kernel, schedule.sequence = @schedules::@one_row} {
  %P = te.compute "P" axes(i = 6, j = 10) : tensor<6x10xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<6x10xf32>
    te.yield %v : f32
  }
  %D = te.compute "D" axes(i = 6, j = 10) : tensor<6x10xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %P[%i, %j] : tensor<6x10xf32>
    te.yield %v : f32
  }
  %Q = te.compute "Q" axes(i = 6, j = 10) : tensor<6x10xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %D[%i, %j] : tensor<6x10xf32>
    te.yield %v : f32
  }
  %E = te.compute "E" axes(i = 6, j = 10) : tensor<6x10xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %Q[%i, %j] : tensor<6x10xf32>
    te.yield %v : f32
  }
  return %D, %E : tensor<6x10xf32>, tensor<6x10xf32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @one_row(%f: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %f["P"] : !transform.any_op
    %D = schedule.stage %f["D"] : !transform.any_op
    %Q = schedule.stage %f["Q"] : !transform.any_op
    %pi = schedule.axis %P["i"]
    %qi = schedule.axis %Q["i"]
    schedule.storage_align %P[%pi] by 16 offset 4
    schedule.storage_align %Q[%qi] by 16 offset 4
    %i = schedule.axis %D["i"]
    schedule.compute_at %P at %D[%i]
    transform.yield
  }
}
