// A block for each row: its mean, the mean of squared differences, and what is made of both.
func.func private @layer_norm(%in: tensor<${M}x${N}xf32>, %scale: tensor<${N}xf32>, %shift: tensor<${N}xf32>, %o: tensor<${M}x${N}xf32> {te.destination}) -> tensor<${M}x${N}xf32> attributes {te.kernel, schedule.sequence = @schedules::@layer_norm} {
  %count = arith.constant ${N}.0 : f32
  %epsilon = arith.constant 1.0e-05 : f32
  %sum = te.compute "sum" axes(r = ${M}) reduce(k = ${N}) combine(add) : tensor<${M}xf32> {
  ^bb0(%r: index, %k: index):
    %x = te.read %in[%r, %k] : tensor<${M}x${N}xf32>
    te.yield %x : f32
  }
  %squares = te.compute "squares" axes(r = ${M}) reduce(k = ${N}) combine(add) : tensor<${M}xf32> {
  ^bb0(%r: index, %k: index):
    %x = te.read %in[%r, %k] : tensor<${M}x${N}xf32>
    %s = te.read %sum[%r] : tensor<${M}xf32>
    %m = arith.divf %s, %count : f32
    %d = arith.subf %x, %m : f32
    %q = arith.mulf %d, %d : f32
    te.yield %q : f32
  }
  %norm = te.compute "norm" axes(r = ${M}, c = ${N}) : tensor<${M}x${N}xf32> {
  ^bb0(%r: index, %c: index):
    %x = te.read %in[%r, %c] : tensor<${M}x${N}xf32>
    %s = te.read %sum[%r] : tensor<${M}xf32>
    %v = te.read %squares[%r] : tensor<${M}xf32>
    %g = te.read %scale[%c] : tensor<${N}xf32>
    %h = te.read %shift[%c] : tensor<${N}xf32>
    %m = arith.divf %s, %count : f32
    %d = arith.subf %x, %m : f32
    %w = arith.divf %v, %count : f32
    %e = arith.addf %w, %epsilon : f32
    %root = math.sqrt %e : f32
    %n = arith.divf %d, %root : f32
    %p = arith.mulf %n, %g : f32
    %y = arith.addf %p, %h : f32
    te.yield %y : f32
  }
  return %norm : tensor<${M}x${N}xf32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @layer_norm(%f: !transform.any_op {transform.readonly}) {
    %sum = schedule.stage %f["sum"] : !transform.any_op
    %squares = schedule.stage %f["squares"] : !transform.any_op
    %norm = schedule.stage %f["norm"] : !transform.any_op
    %sk = schedule.axis %sum["k"]
    %sko, %ski = schedule.split %sum[%sk] by ${T}
    %psum = schedule.rfactor %sum[%ski]
    %sl0 = schedule.axis %sum["k_i"]
    %slo, %sli = schedule.split %sum[%sl0] by ${S}
    %sums = schedule.rfactor %sum[%sli]
    %qk = schedule.axis %squares["k"]
    %qko, %qki = schedule.split %squares[%qk] by ${T}
    %psquares = schedule.rfactor %squares[%qki]
    %ql0 = schedule.axis %squares["k_i"]
    %qlo, %qli = schedule.split %squares[%ql0] by ${S}
    %squaress = schedule.rfactor %squares[%qli]
    %r, %c = schedule.axes %norm : !schedule.axis, !schedule.axis
    %co, %ci = schedule.split %norm[%c] by ${T}
    schedule.bind %norm[%r] to "blockIdx.x"
    schedule.compute_at %squares at %norm[%r]
    schedule.set_scope %squares to "shared"
    schedule.compute_at %squaress at %norm[%r]
    schedule.set_scope %squaress to "shared"
    schedule.compute_at %psquares at %norm[%r]
    schedule.set_scope %psquares to "shared"
    schedule.compute_at %sum at %norm[%r]
    schedule.set_scope %sum to "shared"
    schedule.compute_at %sums at %norm[%r]
    schedule.set_scope %sums to "shared"
    schedule.compute_at %psum at %norm[%r]
    schedule.set_scope %psum to "shared"
    schedule.bind %norm[%ci] to "threadIdx.x"
    %sl, %sr, %so = schedule.axes %psum : !schedule.axis, !schedule.axis, !schedule.axis
    schedule.bind %psum[%sl] to "threadIdx.x"
    %ql, %qr, %qo = schedule.axes %psquares : !schedule.axis, !schedule.axis, !schedule.axis
    schedule.bind %psquares[%ql] to "threadIdx.x"
    %st = schedule.axis %sums["k_i_i"]
    schedule.bind %sums[%st] to "threadIdx.x"
    %qt = schedule.axis %squaress["k_i_i"]
    schedule.bind %squaress[%qt] to "threadIdx.x"
    transform.yield
  }
}
