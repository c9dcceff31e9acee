// Two launches with a buffer between them, and indices along all three dimensions: squares, then for each
// place sums of them over the ${K} neighbours that follow it.
func.func private @chain(%x: tensor<${L}x${M}x${NP}xf32>, %o: tensor<${L}x${M}x${N}xf32> {te.destination}) -> tensor<${L}x${M}x${N}xf32> attributes {te.kernel, schedule.sequence = @schedules::@chain} {
  %p = te.compute "P" axes(i = ${L}, j = ${M}, k = ${NP}) : tensor<${L}x${M}x${NP}xf32> {
  ^bb0(%i: index, %j: index, %k: index):
    %v = te.read %x[%i, %j, %k] : tensor<${L}x${M}x${NP}xf32>
    %q = arith.mulf %v, %v : f32
    te.yield %q : f32
  }
  %d = te.compute "D" axes(i = ${L}, j = ${M}, k = ${N}) reduce(n = ${K}) combine(add) : tensor<${L}x${M}x${N}xf32> {
  ^bb0(%i: index, %j: index, %k: index, %n: index):
    %v = te.read %p[%i, %j, %k + %n] : tensor<${L}x${M}x${NP}xf32>
    te.yield %v : f32
  }
  return %d : tensor<${L}x${M}x${N}xf32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @chain(%f: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %f["P"] : !transform.any_op
    %D = schedule.stage %f["D"] : !transform.any_op
    %pi, %pj, %pk = schedule.axes %P : !schedule.axis, !schedule.axis, !schedule.axis
    schedule.bind %P[%pi] to "blockIdx.x"
    schedule.bind %P[%pj] to "blockIdx.y"
    schedule.bind %P[%pk] to "threadIdx.x"
    %i, %j, %k, %n = schedule.axes %D : !schedule.axis, !schedule.axis, !schedule.axis, !schedule.axis
    %io, %ii = schedule.split %D[%i] by 2
    %jo, %ji = schedule.split %D[%j] by 3
    %ko, %ki = schedule.split %D[%k] by ${T}
    schedule.reorder %D[%io, %jo, %ko, %ii, %ji, %ki, %n]
    schedule.bind %D[%io] to "blockIdx.z"
    schedule.bind %D[%jo] to "blockIdx.y"
    schedule.bind %D[%ko] to "blockIdx.x"
    schedule.bind %D[%ii] to "threadIdx.z"
    schedule.bind %D[%ji] to "threadIdx.y"
    schedule.bind %D[%ki] to "threadIdx.x"
    transform.yield
  }
}
