// Elementwise over three dimensions that no number of threads divides: the last steps of threads are guarded.
func.func private @gelu(%x: tensor<${L}x${M}x${N}xf32>, %o: tensor<${L}x${M}x${N}xf32> {te.destination}) -> tensor<${L}x${M}x${N}xf32> attributes {te.kernel, schedule.sequence = @schedules::@gelu} {
  %half = arith.constant 0.5 : f32
  %one = arith.constant 1.0 : f32
  %root = arith.constant 0.70710678 : f32
  %d = te.compute "D" axes(i = ${L}, j = ${M}, k = ${N}) : tensor<${L}x${M}x${N}xf32> {
  ^bb0(%i: index, %j: index, %k: index):
    %v = te.read %x[%i, %j, %k] : tensor<${L}x${M}x${N}xf32>
    %s = arith.mulf %v, %root : f32
    %e = math.erf %s : f32
    %p = arith.addf %e, %one : f32
    %h = arith.mulf %v, %half : f32
    %y = arith.mulf %h, %p : f32
    te.yield %y : f32
  }
  return %d : tensor<${L}x${M}x${N}xf32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @gelu(%f: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %f["D"] : !transform.any_op
    %i, %j, %k = schedule.axes %D : !schedule.axis, !schedule.axis, !schedule.axis
    %ko, %ki = schedule.split %D[%k] by ${T} tail guard
    schedule.bind %D[%i] to "blockIdx.y"
    schedule.bind %D[%j] to "blockIdx.x"
    schedule.bind %D[%ki] to "threadIdx.x"
    transform.yield
  }
}
