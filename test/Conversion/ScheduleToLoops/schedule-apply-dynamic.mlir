// RUN: dl-opt %s --schedule-apply --dl-verify-scheduled | FileCheck %s

// An axis whose extent is known only at run time: a loop over whole steps, then one for
// each smaller power of two, where it is vectorized. Every tile is static.
// CHECK-LABEL: func.func private @columns(
// CHECK-SAME: %[[X:[^ :]*]]: tensor<4x?xf32>
// CHECK: %[[N:.*]] = tensor.dim %[[X]], %{{.*}}
// CHECK: scf.for
// CHECK: %[[WHOLE:.*]] = affine.apply #{{.*}}(%[[N]])
// CHECK: scf.for %{{.*}} = %{{.*}} to %[[WHOLE]]
// CHECK: tensor.extract_slice %[[X]]{{.*}} [1, 8] [1, 1] : tensor<4x?xf32> to tensor<8xf32>
// CHECK: linalg.generic {{.*}} {schedule.stage = "neg", schedule.vectorize}
// CHECK: {schedule.axis = ["neg", "j.o"]}
// CHECK: tensor.extract_slice %[[X]]{{.*}} to tensor<4xf32>
// CHECK: {schedule.axis = ["neg", "j.o"]}
// CHECK: tensor.extract_slice %[[X]]{{.*}} to tensor<2xf32>
// CHECK: {schedule.axis = ["neg", "j.o"]}
// CHECK: tensor.extract %[[X]]
// CHECK: {schedule.axis = ["neg", "j.o"]}
// CHECK: {schedule.axis = ["neg", "i"]}
func.func private @columns(%x: tensor<4x?xf32>, %o: tensor<4x?xf32> {te.destination}) -> tensor<4x?xf32> attributes {te.kernel, schedule.sequence = @schedules::@columns} {
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c1 : tensor<4x?xf32>
  %d = te.compute "neg" axes(i = 4, j = %n) : tensor<4x?xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<4x?xf32>
    %m = arith.negf %v : f32
    te.yield %m : f32
  }
  return %d : tensor<4x?xf32>
}

// Parallel rows, a register tile of rows and a reduction of unknown extents: what they
// leave over runs one by one, in parallel loops and in the accumulator's loop.
// CHECK-LABEL: func.func private @matmul(
// CHECK: scf.forall (%{{.*}}) in (%{{.*}}) shared_outs
// CHECK: tensor.extract_slice %{{.*}} [6, 16] [1, 1] : tensor<?x16xf32> to tensor<6x16xf32>
// CHECK: linalg.fill {schedule.stage = "C.init", schedule.vectorize}
// CHECK: scf.for {{.*}} -> (tensor<6x16xf32>)
// CHECK: tensor.extract_slice %{{.*}} [6, 4] [1, 1] : tensor<?x?xf32> to tensor<6x4xf32>
// CHECK: scf.for {{.*}} -> (tensor<6x16xf32>)
// CHECK: tensor.extract_slice %{{.*}} : tensor<?x?xf32> to tensor<6xf32>
// CHECK: scf.forall (%{{.*}}) in (%{{.*}}) shared_outs
// CHECK: scf.for {{.*}} -> (tensor<16xf32>)
// CHECK-NOT: te.compute
func.func private @matmul(%a: tensor<?x?xf32>, %b: tensor<?x16xf32>, %o: tensor<?x16xf32> {te.destination}) -> tensor<?x16xf32> attributes {te.kernel, schedule.sequence = @schedules::@matmul} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %a, %c0 : tensor<?x?xf32>
  %n = tensor.dim %a, %c1 : tensor<?x?xf32>
  %c = te.compute "C" axes(i = %m, j = 16) reduce(k = %n) combine(add) : tensor<?x16xf32> {
  ^bb0(%i: index, %j: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<?x?xf32>
    %y = te.read %b[%k, %j] : tensor<?x16xf32>
    %p = arith.mulf %x, %y : f32
    te.yield %p : f32
  }
  return %c : tensor<?x16xf32>
}

// A chain: each step of j makes one sum, each step of k one term of it, although whole
// columns of the terms have a length that is known only at run time.
// CHECK-LABEL: func.func private @chain(
// CHECK: scf.for
// CHECK:   scf.for {{.*}} -> (tensor<f32>)
// CHECK:     tensor.empty() : tensor<f32>
// CHECK:     arith.negf
// CHECK:     arith.addf
// CHECK:   {schedule.axis = ["sum", "k"]}
// CHECK: {schedule.axis = ["relu", "j"]}
func.func private @chain(%a: tensor<?x?xf32>, %o: tensor<?xf32> {te.destination}) -> tensor<?xf32> attributes {te.kernel, schedule.sequence = @schedules::@chain} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %a, %c0 : tensor<?x?xf32>
  %n = tensor.dim %a, %c1 : tensor<?x?xf32>
  %t = te.compute "terms" axes(k = %m, j = %n) : tensor<?x?xf32> {
  ^bb0(%k: index, %j: index):
    %x = te.read %a[%k, %j] : tensor<?x?xf32>
    %y = arith.negf %x : f32
    te.yield %y : f32
  }
  %s = te.compute "sum" axes(j = %n) reduce(k = %m) combine(add) : tensor<?xf32> {
  ^bb0(%j: index, %k: index):
    %x = te.read %t[%k, %j] : tensor<?x?xf32>
    te.yield %x : f32
  }
  %zero = arith.constant 0.0 : f32
  %r = te.compute "relu" axes(j = %n) : tensor<?xf32> {
  ^bb0(%j: index):
    %x = te.read %s[%j] : tensor<?xf32>
    %y = arith.maximumf %x, %zero : f32
    te.yield %y : f32
  }
  return %r : tensor<?xf32>
}

// A sum of rows inside of the loop over rows, whose other reader, a stage at the loop
// inside, needs whole rows there: these do not matter for the sum.
// CHECK-LABEL: func.func private @rows(
// CHECK: scf.for
// CHECK: tensor.insert {{.*}} {schedule.stage = "sum"}
// CHECK: {schedule.axis = ["sum", "k"]}
// CHECK: tensor.insert {{.*}} {schedule.stage = "out"}
// CHECK: {schedule.axis = ["out", "j"]}
// CHECK: {schedule.axis = ["out", "i"]}
func.func private @rows(%x: tensor<?x?xf32>, %o: tensor<?x?xf32> {te.destination}) -> tensor<?x?xf32> attributes {te.kernel, schedule.sequence = @schedules::@rows} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = tensor.dim %x, %c0 : tensor<?x?xf32>
  %n = tensor.dim %x, %c1 : tensor<?x?xf32>
  %s = te.compute "sum" axes(i = %m) reduce(k = %n) combine(add) : tensor<?xf32> {
  ^bb0(%i: index, %k: index):
    %v = te.read %x[%i, %k] : tensor<?x?xf32>
    te.yield %v : f32
  }
  %d = te.compute "share" axes(i = %m, j = %n) : tensor<?x?xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<?x?xf32>
    %w = te.read %s[%i] : tensor<?xf32>
    %r = arith.divf %v, %w : f32
    te.yield %r : f32
  }
  %e = te.compute "out" axes(i = %m, j = %n) : tensor<?x?xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %d[%i, %j] : tensor<?x?xf32>
    %r = arith.negf %v : f32
    te.yield %r : f32
  }
  return %e : tensor<?x?xf32>
}

module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @columns(%f: !transform.any_op {transform.readonly}) {
    %s = schedule.stage %f["neg"] : !transform.any_op
    %i, %j = schedule.axes %s : !schedule.axis, !schedule.axis
    %o, %v = schedule.split %s[%j] by 8
    schedule.vectorize %s[%v]
    transform.yield
  }
  transform.named_sequence @matmul(%f: !transform.any_op {transform.readonly}) {
    %s = schedule.stage %f["C"] : !transform.any_op
    %i, %j, %k = schedule.axes %s : !schedule.axis, !schedule.axis, !schedule.axis
    %io, %ii = schedule.split %s[%i] by 6
    %ko, %ki = schedule.split %s[%k] by 4
    schedule.reorder %s[%io, %ko, %ki, %ii, %j]
    schedule.vectorize %s[%j]
    schedule.unroll %s[%ii]
    schedule.unroll %s[%ki]
    schedule.parallel %s[%io]
    transform.yield
  }
  transform.named_sequence @chain(%f: !transform.any_op {transform.readonly}) {
    %t = schedule.stage %f["terms"] : !transform.any_op
    %s = schedule.stage %f["sum"] : !transform.any_op
    %r = schedule.stage %f["relu"] : !transform.any_op
    %j = schedule.axis %r["j"]
    %k = schedule.axis %s["k"]
    schedule.compute_at %s at %r[%j]
    schedule.compute_at %t at %s[%k]
    transform.yield
  }
  transform.named_sequence @rows(%f: !transform.any_op {transform.readonly}) {
    %s = schedule.stage %f["sum"] : !transform.any_op
    %d = schedule.stage %f["share"] : !transform.any_op
    %e = schedule.stage %f["out"] : !transform.any_op
    %i, %j = schedule.axes %e : !schedule.axis, !schedule.axis
    schedule.compute_at %d at %e[%j]
    schedule.compute_at %s at %e[%i]
    transform.yield
  }
}
