// RUN: dl-opt %s --schedule-print-loops -o /dev/null 2>&1 | FileCheck %s
// RUN: dl-opt %s --schedule-apply | FileCheck %s --check-prefix=APPLY

// The text says all that the loops do: steps of tails in tails, cuts, where the
// accumulator is set, buffers as they are made.

// Tails of tails, a vector that is no power of two, an init that is moved.
// CHECK-LABEL: kernel @tails, scheduled by @schedules::@tails:
// CHECK-NEXT:   C: at root, 61x40xf32, 9760 bytes, computed 1.00 times
// CHECK-NEXT:     for i.o in 0..8, the last of 5 in place of 8, guarded
// CHECK-NEXT:       C = identity of add
// CHECK-NEXT:       for i.i in 0..8
// CHECK-NEXT:         for j in 0..40
// CHECK-NEXT:           for k.o.o in 0..4 reduction, the last of 15 in place of 16, peeled
// CHECK-NEXT:             for k.o.i in 0..4 reduction; of 15: 0..4, the last of 3 in place of 4, peeled
// CHECK-NEXT:               for k.i in 0..4 reduction
// CHECK-NEXT:                 C[i, j] = add(C[i, j], f(arg0[i, k], arg1[k, j]))
// CHECK-NEXT:   D: at root, 61x40xf32, 9760 bytes, a result
// CHECK-NEXT:     for i.o.o in 0..2, the last of 29 in place of 32, peeled
// CHECK-NEXT:       for i.o.i in 0..4; of 29: 0..4, the last of 5 in place of 8, peeled
// CHECK-NEXT:         for i.i in 0..8
// CHECK-NEXT:           for j.o in 0..4, the last of 4 in place of 12, peeled
// CHECK-NEXT:             for j.i in 0..12 vectorize, as 8 + 4
// CHECK-NEXT:               D[i, j] = f(C[i, j])
// APPLY-LABEL: @tails(
// APPLY: linalg.fill {schedule.stage = "C.init"} {{.*}} -> tensor<8x40xf32>
// APPLY: linalg.fill {schedule.stage = "C.init"} {{.*}} -> tensor<5x40xf32>
func.func private @tails(%a: tensor<61x63xf32>, %b: tensor<63x40xf32>, %o: tensor<61x40xf32> {te.destination}) -> tensor<61x40xf32> attributes {te.kernel, schedule.sequence = @schedules::@tails} {
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

// Ranges with loops of their own, a last step that starts early. The box in a range is that of
// its whole steps.
// CHECK-LABEL: kernel @ranges, scheduled by @schedules::@ranges:
// CHECK-NEXT:   C: at root, 61x40xf32, 9760 bytes, computed 1.00 times
// CHECK-NEXT:     for i.o in 0..9, i cut into 0..4, 4..60, 60..61
// CHECK-NEXT:       arg0.cache: at axis i.o of stage "C", 8x63xf32 of 61x63xf32, 2016 bytes, computed 1.00 times
// CHECK-NEXT:         for d0 in 0..8
// CHECK-NEXT:           for d1 in 0..63
// CHECK-NEXT:             arg0.cache[d0, d1] = f(arg0[d0, d1])
// CHECK-NEXT:       for i.i in 0..8
// CHECK-NEXT:         for j in 0..40
// CHECK-NEXT:           C = identity of add
// CHECK-NEXT:           for k in 0..63 reduction
// CHECK-NEXT:             C[i, j] = add(C[i, j], f(arg0.cache[i, k], arg1[k, j]))
// CHECK-NEXT:   D: at root, 61x40xf32, 9760 bytes, a result
// CHECK-NEXT:     for i.o in 0..8, the last shifted to 53..61, 3 computed twice
// CHECK-NEXT:       for i.i in 0..8
// CHECK-NEXT:         for j in 0..40, cut into 0..7, 7..40
// CHECK-NEXT:           D[i, j] = f(C[i, j])
func.func private @ranges(%a: tensor<61x63xf32>, %b: tensor<63x40xf32>, %o: tensor<61x40xf32> {te.destination}) -> tensor<61x40xf32> attributes {te.kernel, schedule.sequence = @schedules::@ranges} {
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

// Two buffers, rows with a distance, a scope, a note.
// CHECK-LABEL: kernel @buffers, scheduled by @schedules::@buffers:
// CHECK-NEXT:   C: at root, 61x40xf32, rows 49 apart, 11956 bytes, computed 1.00 times
// CHECK-NEXT:     for i in 0..61
// CHECK-NEXT:       for j in 0..40
// CHECK-NEXT:         C = identity of add
// CHECK-NEXT:         for k.o in 0..8 reduction {hint = "x"}, the last of 7 in place of 8, peeled
// CHECK-NEXT:           arg0.cache: at axis k.o of stage "C", in "shared", two buffers a step ahead, each 1x8xf32 of 61x63xf32, rows 17 apart, 136 bytes, computed 40.00 times
// CHECK-NEXT:             for d0 in 0..1
// CHECK-NEXT:               for d1 in 0..8
// CHECK-NEXT:                 arg0.cache[d0, d1] = f(arg0[d0, d1])
// CHECK-NEXT:           for k.i in 0..8 reduction
// CHECK-NEXT:             C[i, j] = add(C[i, j], f(arg0.cache[i, k], arg1[k, j]))
// CHECK-NEXT:   D: at root, 61x40xf32, 9760 bytes, a result
// CHECK-NEXT:     for i in 0..61
// CHECK-NEXT:       for j in 0..40
// CHECK-NEXT:         D[i, j] = f(C[i, j])
// APPLY-LABEL: @buffers(
// APPLY: tensor.empty() : tensor<61x49xf32>
// APPLY: tensor.empty() {schedule.scope = "shared"} : tensor<2x17xf32>
func.func private @buffers(%a: tensor<61x63xf32>, %b: tensor<63x40xf32>, %o: tensor<61x40xf32> {te.destination}) -> tensor<61x40xf32> attributes {te.kernel, schedule.sequence = @schedules::@buffers} {
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

// The last step along one root of a fused axis.
// CHECK-LABEL: kernel @fused, scheduled by @schedules::@fused:
// CHECK-NEXT:   C: at root, 61x40xf32, 9760 bytes, computed 1.00 times
// CHECK-NEXT:     for i.o*j in 0..320 parallel, the last along i of 5 in place of 8, peeled
// CHECK-NEXT:       for i.i in 0..8
// CHECK-NEXT:         C = identity of add
// CHECK-NEXT:         for k in 0..63 reduction
// CHECK-NEXT:           C[i, j] = add(C[i, j], f(arg0[i, k], arg1[k, j]))
// CHECK-NEXT:   D: at root, 61x40xf32, 9760 bytes, a result
// CHECK-NEXT:     for i in 0..61
// CHECK-NEXT:       for j in 0..40 vectorize, as 32 + 8
// CHECK-NEXT:         D[i, j] = f(C[i, j])
func.func private @fused(%a: tensor<61x63xf32>, %b: tensor<63x40xf32>, %o: tensor<61x40xf32> {te.destination}) -> tensor<61x40xf32> attributes {te.kernel, schedule.sequence = @schedules::@fused} {
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

// Extents that are known only at run time, and versions.
// CHECK-LABEL: kernel @open, scheduled by @schedules::@open:
// CHECK-NEXT:   P: at root, ?x66xf32, computed as often as extents say
// CHECK-NEXT:     for j in 0..66
// CHECK-NEXT:       for i.o in 0..?, steps of 8, the rest peeled as 4 + 2 + 1 where they fit
// CHECK-NEXT:         for i.i in 0..8 vectorize
// CHECK-NEXT:           P[i, j] = f(arg0[i, j])
// CHECK-NEXT:   Q: at root, ?x66xf32, computed as often as extents say
// CHECK-NEXT:     for j in 0..66
// CHECK-NEXT:       for i.o.o in 0..?, steps of 16, the rest in steps of 4, the last masked
// CHECK-NEXT:         for i.o.i in 0..4
// CHECK-NEXT:           for i.i in 0..4 vectorize
// CHECK-NEXT:             Q[i, j] = f(P[i, j])
// CHECK-NEXT:   R: at root, ?x66xf32, computed as often as extents say
// CHECK-NEXT:     for j in 0..66
// CHECK-NEXT:       for i.o in 0..?, steps of 4, the rest masked
// CHECK-NEXT:         for i.i in 0..4 vectorize
// CHECK-NEXT:           R[i, j] = f(Q[i, j])
// CHECK-NEXT:   D: at root, ?x66xf32, a result, once more for i = 64, i = 66
// CHECK-NEXT:     for i.o in 0..?, steps of 4, the rest peeled as 2 + 1 where they fit; of 66: 0..17, the last of 2 in place of 4, peeled; of 64: 0..16
// CHECK-NEXT:       for i.i in 0..4
// CHECK-NEXT:         for j in 0..66
// CHECK-NEXT:           D[i, j] = f(R[i, j])
func.func private @open(%a: tensor<?x66xf32>, %o: tensor<?x66xf32> {te.destination}) -> tensor<?x66xf32> attributes {te.kernel, schedule.sequence = @schedules::@open} {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?x66xf32>
  %p = te.compute "P" axes(i = %n, j = 66) : tensor<?x66xf32> {
  ^bb0(%i: index, %j: index):
    %x = te.read %a[%i, %j] : tensor<?x66xf32>
    %y = arith.negf %x : f32
    te.yield %y : f32
  }
  %q = te.compute "Q" axes(i = %n, j = 66) : tensor<?x66xf32> {
  ^bb0(%i: index, %j: index):
    %x = te.read %p[%i, %j] : tensor<?x66xf32>
    %y = arith.negf %x : f32
    te.yield %y : f32
  }
  %r = te.compute "R" axes(i = %n, j = 66) : tensor<?x66xf32> {
  ^bb0(%i: index, %j: index):
    %x = te.read %q[%i, %j] : tensor<?x66xf32>
    %y = arith.negf %x : f32
    te.yield %y : f32
  }
  %d = te.compute "D" axes(i = %n, j = 66) : tensor<?x66xf32> {
  ^bb0(%i: index, %j: index):
    %x = te.read %r[%i, %j] : tensor<?x66xf32>
    %y = arith.negf %x : f32
    te.yield %y : f32
  }
  return %d : tensor<?x66xf32>
}

module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @tails(%kernel: !transform.any_op {transform.readonly}) {
    %C = schedule.stage %kernel["C"] : !transform.any_op
    %D = schedule.stage %kernel["D"] : !transform.any_op
    %ci, %cj, %ck = schedule.axes %C : !schedule.axis, !schedule.axis, !schedule.axis
    %i, %j = schedule.axes %D : !schedule.axis, !schedule.axis
    %io, %im, %ii = schedule.split %D[%i] by [4, 8]
    %jo, %ji = schedule.split %D[%j] by 12
    schedule.vectorize %D[%ji]
    %ko, %km, %ki = schedule.split %C[%ck] by [4, 4]
    %co, %cii = schedule.split %C[%ci] by 8 tail guard
    schedule.decompose_reduction %C at [%cii]
    transform.yield
  }
  transform.named_sequence @ranges(%kernel: !transform.any_op {transform.readonly}) {
    %C = schedule.stage %kernel["C"] : !transform.any_op
    %D = schedule.stage %kernel["D"] : !transform.any_op
    %ci, %cj, %ck = schedule.axes %C : !schedule.axis, !schedule.axis, !schedule.axis
    %i, %j = schedule.axes %D : !schedule.axis, !schedule.axis
    schedule.loop_partition %C[%ci] at [4, 60]
    %co, %cii = schedule.split %C[%ci] by 8
    schedule.loop_partition %D[%j] at [7]
    %io, %ii = schedule.split %D[%i] by 8 tail shift
    %cache = schedule.cache_read %C reads operand 0
    schedule.compute_at %cache at %C[%co]
    transform.yield
  }
  transform.named_sequence @buffers(%kernel: !transform.any_op {transform.readonly}) {
    %C = schedule.stage %kernel["C"] : !transform.any_op
    %D = schedule.stage %kernel["D"] : !transform.any_op
    %ci, %cj, %ck = schedule.axes %C : !schedule.axis, !schedule.axis, !schedule.axis
    %i, %j = schedule.axes %D : !schedule.axis, !schedule.axis
    %cache = schedule.cache_read %C reads operand 0
    %ko, %ki = schedule.split %C[%ck] by 8
    schedule.compute_at %cache at %C[%ko]
    schedule.double_buffer %cache
    %c0, %c1 = schedule.axes %cache : !schedule.axis, !schedule.axis
    schedule.storage_align %cache[%c0] by 16 offset 1
    schedule.set_scope %cache to "shared"
    schedule.annotate %C[%ko] with "hint" = "x"
    schedule.storage_align %C[%ci] by 16 offset 1
    transform.yield
  }
  transform.named_sequence @fused(%kernel: !transform.any_op {transform.readonly}) {
    %C = schedule.stage %kernel["C"] : !transform.any_op
    %D = schedule.stage %kernel["D"] : !transform.any_op
    %ci, %cj, %ck = schedule.axes %C : !schedule.axis, !schedule.axis, !schedule.axis
    %i, %j = schedule.axes %D : !schedule.axis, !schedule.axis
    %io, %ii = schedule.split %C[%ci] by 8
    schedule.reorder %C[%io, %cj, %ii]
    %f = schedule.fuse %C[%io, %cj]
    schedule.parallel %C[%f]
    schedule.vectorize %D[%j]
    transform.yield
  }
  transform.named_sequence @open(%kernel: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %kernel["P"] : !transform.any_op
    %Q = schedule.stage %kernel["Q"] : !transform.any_op
    %R = schedule.stage %kernel["R"] : !transform.any_op
    %D = schedule.stage %kernel["D"] : !transform.any_op
    %i, %j = schedule.axes %D : !schedule.axis, !schedule.axis
    schedule.specialize %D[%i] to 64
    schedule.specialize %D[%i] to 66
    %io, %ii = schedule.split %D[%i] by 4
    %pi = schedule.axis %P["i"]
    %po, %pii = schedule.split %P[%pi] by 8
    schedule.reorder %P[%po, %pii]
    %pj = schedule.axis %P["j"]
    schedule.reorder %P[%pj, %po, %pii]
    schedule.vectorize %P[%pii]
    %qi = schedule.axis %Q["i"]
    %qo, %qii = schedule.split %Q[%qi] by 4 tail mask
    %qoo, %qoi = schedule.split %Q[%qo] by 4
    %qj = schedule.axis %Q["j"]
    schedule.reorder %Q[%qj, %qoo, %qoi, %qii]
    schedule.vectorize %Q[%qii]
    %ri = schedule.axis %R["i"]
    %ro, %rii = schedule.split %R[%ri] by 4 tail mask
    %rj = schedule.axis %R["j"]
    schedule.reorder %R[%rj, %ro, %rii]
    schedule.vectorize %R[%rii]
    transform.yield
  }
}
