// REQUIRES: python
// RUN: dl-opt %s --schedule-apply --dl-gpu-pipeline=to=loops --mlir-print-op-generic > %t.loops
// RUN: dl-opt %s --schedule-apply --dl-gpu-pipeline=to=launch --mlir-print-op-generic > %t.launches
// RUN: %python %S/Inputs/simulate.py %t.loops %t.launches 3 | FileCheck %s
// RUN: %python %S/Inputs/simulate.py %t.loops %t.launches 0 | FileCheck %s
// CHECK: 5 kernels write the same

// Without barriers, or with one that only some threads come by, they do not.
// RUN: grep -v gpu.barrier %t.launches > %t.none
// RUN: not %python %S/Inputs/simulate.py %t.loops %t.none 3 2>&1 | FileCheck %s --check-prefix=NONE
// NONE: error: {{.*}} element {{[0-9]+}} is nan
// RUN: sed 's/^ *"scf.if"(%.*/&\n"gpu.barrier"() : () -> ()/' %t.launches > %t.some
// RUN: not %python %S/Inputs/simulate.py %t.loops %t.some 3 2>&1 | FileCheck %s --check-prefix=SOME
// SOME: error: some threads wait at a barrier and others do not

// Both operands fetched together, one of them ahead.
func.func private @matmul(%a: tensor<8x16xf32>, %b: tensor<16x8xf32>, %o: tensor<8x8xf32> {te.destination}) -> tensor<8x8xf32> attributes {te.kernel, schedule.sequence = @schedules::@matmul} {
  %c = te.compute "C" axes(i = 8, j = 8) reduce(k = 16) combine(add) : tensor<8x8xf32> {
  ^bb0(%i: index, %j: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<8x16xf32>
    %y = te.read %b[%k, %j] : tensor<16x8xf32>
    %p = arith.mulf %x, %y : f32
    te.yield %p : f32
  }
  return %c : tensor<8x8xf32>
}
// Partial sums of a thread's own, in memory of the block.
func.func private @sums(%in: tensor<8x48xf32>, %o: tensor<8xf32> {te.destination}) -> tensor<8xf32> attributes {te.kernel, schedule.sequence = @schedules::@sums} {
  %s = te.compute "S" axes(i = 8) reduce(k = 48) combine(add) : tensor<8xf32> {
  ^bb0(%i: index, %k: index):
    %x = te.read %in[%i, %k] : tensor<8x48xf32>
    te.yield %x : f32
  }
  return %s : tensor<8xf32>
}
// A reduction of no round has no barrier.
func.func private @rounds(%a: tensor<4x?xf32>, %b: tensor<8xf32>, %x: tensor<4x8xf32>, %o: tensor<4x8xf32> {te.destination}) -> tensor<4x8xf32> attributes {te.kernel, schedule.sequence = @schedules::@rounds} {
  %c1 = arith.constant 1 : index
  %n = tensor.dim %a, %c1 : tensor<4x?xf32>
  %p = te.compute "P" axes(i = 4, j = 8) : tensor<4x8xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<4x8xf32>
    %w = arith.addf %v, %v : f32
    te.yield %w : f32
  }
  %q = te.compute "Q" axes(j = 8) : tensor<8xf32> {
  ^bb0(%j: index):
    %v = te.read %b[%j] : tensor<8xf32>
    %w = arith.addf %v, %v : f32
    te.yield %w : f32
  }
  %s = te.compute "S" axes(i = 4, j = 8) reduce(k = %n) combine(add) : tensor<4x8xf32> {
  ^bb0(%i: index, %j: index, %k: index):
    %u = te.read %a[%i, %k] : tensor<4x?xf32>
    %v = te.read %q[7 - %j] : tensor<8xf32>
    %t = te.read %p[%i, 7 - %j] : tensor<4x8xf32>
    %w = arith.mulf %v, %u : f32
    %y = arith.addf %w, %t : f32
    te.yield %y : f32
  }
  %d = te.compute "D" axes(i = 4, j = 8) : tensor<4x8xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %s[%i, %j] : tensor<4x8xf32>
    %t = te.read %p[%i, 7 - %j] : tensor<4x8xf32>
    %w = arith.addf %v, %t : f32
    te.yield %w : f32
  }
  return %d : tensor<4x8xf32>
}
// One block, whose loop folds.
func.func private @turned(%x: tensor<8x16xf32>, %o: tensor<8xf32> {te.destination}) -> tensor<8xf32> attributes {te.kernel, schedule.sequence = @schedules::@turned} {
  %s = te.compute "S" axes(i = 8) reduce(k = 16) combine(add) : tensor<8xf32> {
  ^bb0(%i: index, %k: index):
    %v = te.read %x[%i, %k] : tensor<8x16xf32>
    te.yield %v : f32
  }
  %d = te.compute "D" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %v = te.read %s[7 - %i] : tensor<8xf32>
    %w = arith.addf %v, %v : f32
    te.yield %w : f32
  }
  return %d : tensor<8xf32>
}
// A rest of one row, whose loops have one round and fold; a stage for all threads in a
// loop of threads; axes of 4 and 8 threads along one index.
func.func private @rest(%a: tensor<13x12xf32>, %o: tensor<13x8xf32> {te.destination}) -> tensor<13x8xf32> attributes {te.kernel, schedule.sequence = @schedules::@rest} {
  %p = te.compute "P" axes(i = 13, j = 12) : tensor<13x12xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %a[%i, %j] : tensor<13x12xf32>
    %w = arith.addf %v, %v : f32
    te.yield %w : f32
  }
  %s = te.compute "S" axes(i = 13, j = 10) : tensor<13x10xf32> {
  ^bb0(%i: index, %j: index):
    %x = te.read %p[%i, %j] : tensor<13x12xf32>
    %y = te.read %p[%i, %j + 2] : tensor<13x12xf32>
    %m = arith.addf %x, %y : f32
    te.yield %m : f32
  }
  %d = te.compute "D" axes(i = 13, j = 8) : tensor<13x8xf32> {
  ^bb0(%i: index, %j: index):
    %x = te.read %s[%i, %j] : tensor<13x10xf32>
    %y = te.read %s[%i, %j + 1] : tensor<13x10xf32>
    %w = arith.addf %x, %y : f32
    te.yield %w : f32
  }
  return %d : tensor<13x8xf32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @matmul(%f: !transform.any_op {transform.readonly}) {
    %C = schedule.stage %f["C"] : !transform.any_op
    %L = schedule.cache_write %C
    %A = schedule.cache_read %L reads operand 0
    %B = schedule.cache_read %L reads operand 1
    // The result: who computes what.
    %i, %j = schedule.axes %C : !schedule.axis, !schedule.axis
    %by, %ib = schedule.split %C[%i] by 4
    %bx, %jb = schedule.split %C[%j] by 4
    %ty, %ii = schedule.split %C[%ib] by 2
    %tx, %ji = schedule.split %C[%jb] by 2
    schedule.reorder %C[%by, %bx, %ty, %tx, %ii, %ji]
    schedule.bind %C[%by] to "blockIdx.y"
    schedule.bind %C[%bx] to "blockIdx.x"
    schedule.bind %C[%ty] to "threadIdx.y"
    schedule.bind %C[%tx] to "threadIdx.x"
    // Sums of a thread, in steps of 2 products.
    schedule.compute_at %L at %C[%tx]
    %li, %lj, %k = schedule.axes %L : !schedule.axis, !schedule.axis, !schedule.axis
    %ko, %ki = schedule.split %L[%k] by 2
    schedule.reorder %L[%ko, %ki, %li, %lj]
    schedule.unroll %L[%lj]
    schedule.unroll %L[%li]
    // What all threads of a block fetch for such a step.
    schedule.compute_at %A at %L[%ko]
    schedule.set_scope %A to "shared"
    %a0, %a1 = schedule.axes %A : !schedule.axis, !schedule.axis
    %a0o, %a0i = schedule.split %A[%a0] by 2
    schedule.reorder %A[%a0o, %a1, %a0i]
    schedule.bind %A[%a0o] to "threadIdx.y"
    schedule.bind %A[%a1] to "threadIdx.x"
    schedule.compute_at %B at %L[%ko]
    schedule.set_scope %B to "shared"
    %b0, %b1 = schedule.axes %B : !schedule.axis, !schedule.axis
    %b1o, %b1i = schedule.split %B[%b1] by 2
    schedule.reorder %B[%b0, %b1o, %b1i]
    schedule.bind %B[%b0] to "threadIdx.y"
    schedule.bind %B[%b1o] to "threadIdx.x"
    schedule.double_buffer %A
    transform.yield
  }
  transform.named_sequence @sums(%kernel: !transform.any_op {transform.readonly}) {
    %S = schedule.stage %kernel["S"] : !transform.any_op
    %k = schedule.axis %S["k"]
    %ko, %ki = schedule.split %S[%k] by 8
    %P = schedule.rfactor %S[%ki]
    %i = schedule.axis %S["i"]
    %io, %ii = schedule.split %S[%i] by 4
    schedule.bind %S[%io] to "blockIdx.x"
    schedule.bind %S[%ii] to "threadIdx.y"
    schedule.compute_at %P at %S[%ii]
    schedule.set_scope %P to "shared"
    %lane, %pi, %po = schedule.axes %P : !schedule.axis, !schedule.axis, !schedule.axis
    schedule.reorder %P[%pi, %lane, %po]
    schedule.bind %P[%lane] to "threadIdx.x"
    schedule.bind %P[%pi] to "threadIdx.y"
    transform.yield
  }
  transform.named_sequence @rounds(%f: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %f["P"] : !transform.any_op
    %Q = schedule.stage %f["Q"] : !transform.any_op
    %S = schedule.stage %f["S"] : !transform.any_op
    %D = schedule.stage %f["D"] : !transform.any_op
    %i, %j = schedule.axes %D : !schedule.axis, !schedule.axis
    schedule.bind %D[%i] to "blockIdx.x"
    schedule.bind %D[%j] to "threadIdx.x"
    schedule.compute_at %S at %D[%j]
    %si, %sj, %k = schedule.axes %S : !schedule.axis, !schedule.axis, !schedule.axis
    schedule.reorder %S[%k, %si, %sj]
    schedule.compute_at %Q at %S[%k]
    schedule.set_scope %Q to "shared"
    %b1 = schedule.axis %Q["j"]
    schedule.bind %Q[%b1] to "threadIdx.x"
    schedule.compute_at %P at %D[%j]
    schedule.set_scope %P to "shared"
    %p0, %p1 = schedule.axes %P : !schedule.axis, !schedule.axis
    schedule.bind %P[%p1] to "threadIdx.x"
    transform.yield
  }
  transform.named_sequence @turned(%f: !transform.any_op {transform.readonly}) {
    %S = schedule.stage %f["S"] : !transform.any_op
    %D = schedule.stage %f["D"] : !transform.any_op
    %i, %k = schedule.axes %S : !schedule.axis, !schedule.axis
    %di = schedule.axis %D["i"]
    %b, %t = schedule.split %D[%di] by 8
    schedule.bind %D[%b] to "blockIdx.x"
    schedule.bind %D[%t] to "threadIdx.x"
    schedule.compute_at %S at %D[%b]
    schedule.set_scope %S to "shared"
    schedule.bind %S[%i] to "threadIdx.x"
    transform.yield
  }
  transform.named_sequence @rest(%f: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %f["P"] : !transform.any_op
    %S = schedule.stage %f["S"] : !transform.any_op
    %D = schedule.stage %f["D"] : !transform.any_op
    %i, %j = schedule.axes %D : !schedule.axis, !schedule.axis
    %io, %ii = schedule.split %D[%i] by 3
    schedule.bind %D[%j] to "threadIdx.x"
    schedule.compute_at %S at %D[%ii]
    schedule.set_scope %S to "shared"
    %si, %sj = schedule.axes %S : !schedule.axis, !schedule.axis
    schedule.compute_at %P at %S[%si]
    schedule.set_scope %P to "shared"
    %pi, %pj = schedule.axes %P : !schedule.axis, !schedule.axis
    %pjo, %pji = schedule.split %P[%pj] by 4
    schedule.bind %P[%pji] to "threadIdx.x"
    schedule.bind %P[%pi] to "threadIdx.y"
    transform.yield
  }
}
