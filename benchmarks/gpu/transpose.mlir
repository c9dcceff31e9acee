// Tiles of ${T}x${T} through the memory of a block, whose rows are one element further apart than they are
// long: both reads and writes of the device's memory are of neighbours, and no two threads meet in a bank.
func.func private @transpose(%in: tensor<${M}x${N}xf32>, %o: tensor<${N}x${M}xf32> {te.destination}) -> tensor<${N}x${M}xf32> attributes {te.kernel, schedule.sequence = @schedules::@transpose} {
  %t = te.compute "T" axes(i = ${N}, j = ${M}) : tensor<${N}x${M}xf32> {
  ^bb0(%i: index, %j: index):
    %x = te.read %in[%j, %i] : tensor<${M}x${N}xf32>
    te.yield %x : f32
  }
  return %t : tensor<${N}x${M}xf32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @transpose(%f: !transform.any_op {transform.readonly}) {
    %T = schedule.stage %f["T"] : !transform.any_op
    %A = schedule.cache_read %T reads operand 0
    %i, %j = schedule.axes %T : !schedule.axis, !schedule.axis
    %by, %ib = schedule.split %T[%i] by ${T}
    %bx, %tx = schedule.split %T[%j] by ${T}
    %ii, %ty = schedule.split %T[%ib] by ${Y}
    schedule.reorder %T[%by, %bx, %ii, %ty, %tx]
    schedule.bind %T[%by] to "blockIdx.y"
    schedule.bind %T[%bx] to "blockIdx.x"
    schedule.compute_at %A at %T[%bx]
    schedule.set_scope %A to "shared"
    schedule.bind %T[%ty] to "threadIdx.y"
    schedule.bind %T[%tx] to "threadIdx.x"
    %a0, %a1 = schedule.axes %A : !schedule.axis, !schedule.axis
    schedule.storage_align %A[%a0] by ${T} offset 1
    %a0o, %a0i = schedule.split %A[%a0] by ${Y}
    schedule.bind %A[%a0i] to "threadIdx.y"
    schedule.bind %A[%a1] to "threadIdx.x"
    transform.yield
  }
}
