// The product with one operand transposed on its way and the other one fetched a step ahead: blocks of
// ${BM}x${BN}, threads with ${TM}x${TN} sums each; all threads of a block fetch ${BK} columns of one operand
// and rows of the other at a time into the memory of the block.
func.func private @matmul(%a: tensor<${M}x${K}xf32>, %b: tensor<${K}x${N}xf32>, %o: tensor<${M}x${N}xf32> {te.destination}) -> tensor<${M}x${N}xf32> attributes {te.kernel, schedule.sequence = @schedules::@matmul} {
  %c = te.compute "C" axes(i = ${M}, j = ${N}) reduce(k = ${K}) combine(add) : tensor<${M}x${N}xf32> {
  ^bb0(%i: index, %j: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<${M}x${K}xf32>
    %y = te.read %b[%k, %j] : tensor<${K}x${N}xf32>
    %p = arith.mulf %x, %y : f32
    te.yield %p : f32
  }
  return %c : tensor<${M}x${N}xf32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @matmul(%f: !transform.any_op {transform.readonly}) {
    %C = schedule.stage %f["C"] : !transform.any_op
    %L = schedule.cache_write %C
    %A = schedule.cache_read %L reads operand 0
    %B = schedule.cache_read %L reads operand 1
    schedule.transform_layout %L reads %A by affine_map<(i, k) -> (k, i)>
    %i, %j = schedule.axes %C : !schedule.axis, !schedule.axis
    %by, %ib = schedule.split %C[%i] by ${BM}
    %bx, %jb = schedule.split %C[%j] by ${BN}
    %ty, %ii = schedule.split %C[%ib] by ${TM}
    %tx, %ji = schedule.split %C[%jb] by ${TN}
    schedule.reorder %C[%by, %bx, %ty, %tx, %ii, %ji]
    schedule.bind %C[%by] to "blockIdx.y"
    schedule.bind %C[%bx] to "blockIdx.x"
    schedule.bind %C[%ty] to "threadIdx.y"
    schedule.bind %C[%tx] to "threadIdx.x"
    schedule.vectorize %C[%ji]
    schedule.unroll %C[%ii]
    schedule.compute_at %L at %C[%tx]
    %li, %lj, %k = schedule.axes %L : !schedule.axis, !schedule.axis, !schedule.axis
    %ko, %ki = schedule.split %L[%k] by ${BK}
    %lio, %lii = schedule.split %L[%li] by ${TM}
    %ljo, %lji = schedule.split %L[%lj] by ${TN}
    schedule.reorder %L[%ko, %lio, %ljo, %ki, %lii, %lji]
    schedule.vectorize %L[%lji]
    schedule.unroll %L[%lii]
    schedule.compute_at %A at %L[%ko]
    schedule.set_scope %A to "shared"
    %a0, %a1 = schedule.axes %A : !schedule.axis, !schedule.axis
    // Rows whose beginnings are 4 banks apart, since each thread stores to another one.
    schedule.storage_align %A[%a0] by ${BM} offset 4
    %a1o, %a1i = schedule.split %A[%a1] by ${TM}
    schedule.reorder %A[%a1o, %a0, %a1i]
    schedule.bind %A[%a1o] to "threadIdx.y"
    schedule.bind %A[%a0] to "threadIdx.x"
    schedule.compute_at %B at %L[%ko]
    schedule.set_scope %B to "shared"
    %b0, %b1 = schedule.axes %B : !schedule.axis, !schedule.axis
    %b1o, %b1i = schedule.split %B[%b1] by ${TN}
    schedule.reorder %B[%b0, %b1o, %b1i]
    schedule.bind %B[%b0] to "threadIdx.y"
    schedule.bind %B[%b1o] to "threadIdx.x"
    schedule.double_buffer %B
    transform.yield
  }
}
