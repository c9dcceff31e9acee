// Sums of columns: neighbouring threads have neighbouring columns, and those of a column share its rows.
func.func private @column_sums(%in: tensor<${M}x${N}xf32>, %o: tensor<${N}xf32> {te.destination}) -> tensor<${N}xf32> attributes {te.kernel, schedule.sequence = @schedules::@column_sums} {
  %s = te.compute "S" axes(i = ${N}) reduce(k = ${M}) combine(add) : tensor<${N}xf32> {
  ^bb0(%i: index, %k: index):
    %x = te.read %in[%k, %i] : tensor<${M}x${N}xf32>
    te.yield %x : f32
  }
  return %s : tensor<${N}xf32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @column_sums(%f: !transform.any_op {transform.readonly}) {
    %S = schedule.stage %f["S"] : !transform.any_op
    %k = schedule.axis %S["k"]
    %ko, %ki = schedule.split %S[%k] by ${Y}
    %P = schedule.rfactor %S[%ki]
    %i = schedule.axis %S["i"]
    %io, %ii = schedule.split %S[%i] by ${X}
    schedule.bind %S[%io] to "blockIdx.x"
    schedule.bind %S[%ii] to "threadIdx.x"
    schedule.compute_at %P at %S[%ii]
    schedule.set_scope %P to "shared"
    %lane, %pi, %po = schedule.axes %P : !schedule.axis, !schedule.axis, !schedule.axis
    schedule.bind %P[%lane] to "threadIdx.y"
    schedule.bind %P[%pi] to "threadIdx.x"
    transform.yield
  }
}
