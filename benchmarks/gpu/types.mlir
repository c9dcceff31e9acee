// The product of matrices of ${IN} with sums of ${OUT}: every ${BK} columns and rows that a block needs are
// fetched into its memory.
func.func private @product(%a: tensor<${M}x${K}x${IN}>, %b: tensor<${K}x${N}x${IN}>, %o: tensor<${M}x${N}x${OUT}> {te.destination}) -> tensor<${M}x${N}x${OUT}> attributes {te.kernel, schedule.sequence = @schedules::@product} {
  %c = te.compute "C" axes(i = ${M}, j = ${N}) reduce(k = ${K}) combine(add) : tensor<${M}x${N}x${OUT}> {
  ^bb0(%i: index, %j: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<${M}x${K}x${IN}>
    %y = te.read %b[%k, %j] : tensor<${K}x${N}x${IN}>
    %v = ${WIDEN} %x : ${IN} to ${OUT}
    %w = ${WIDEN} %y : ${IN} to ${OUT}
    %p = ${MULTIPLY} %v, %w : ${OUT}
    te.yield %p : ${OUT}
  }
  return %c : tensor<${M}x${N}x${OUT}>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @product(%f: !transform.any_op {transform.readonly}) {
    %C = schedule.stage %f["C"] : !transform.any_op
    %L = schedule.cache_write %C
    %A = schedule.cache_read %L reads operand 0
    %B = schedule.cache_read %L reads operand 1
    %i, %j = schedule.axes %C : !schedule.axis, !schedule.axis
    %by, %ty = schedule.split %C[%i] by ${BK}
    %bx, %tx = schedule.split %C[%j] by ${BK}
    schedule.reorder %C[%by, %bx, %ty, %tx]
    schedule.bind %C[%by] to "blockIdx.y"
    schedule.bind %C[%bx] to "blockIdx.x"
    schedule.bind %C[%ty] to "threadIdx.y"
    schedule.bind %C[%tx] to "threadIdx.x"
    schedule.compute_at %L at %C[%tx]
    %li, %lj, %k = schedule.axes %L : !schedule.axis, !schedule.axis, !schedule.axis
    %ko, %ki = schedule.split %L[%k] by ${BK}
    schedule.reorder %L[%ko, %ki, %li, %lj]
    schedule.compute_at %A at %L[%ko]
    schedule.set_scope %A to "shared"
    %a0, %a1 = schedule.axes %A : !schedule.axis, !schedule.axis
    schedule.bind %A[%a0] to "threadIdx.y"
    schedule.bind %A[%a1] to "threadIdx.x"
    schedule.compute_at %B at %L[%ko]
    schedule.set_scope %B to "shared"
    %b0, %b1 = schedule.axes %B : !schedule.axis, !schedule.axis
    schedule.bind %B[%b0] to "threadIdx.y"
    schedule.bind %B[%b1] to "threadIdx.x"
    transform.yield
  }
}
