// A block for each row, of which each thread has every ${T}th element; maxima and sums of threads are put
// together by ${S} of them and then by the first one, and the row's powers stay in the memory of the block.
func.func private @softmax(%in: tensor<${M}x${N}xf32>, %o: tensor<${M}x${N}xf32> {te.destination}) -> tensor<${M}x${N}xf32> attributes {te.kernel, schedule.sequence = @schedules::@softmax} {
  %max = te.compute "max" axes(r = ${M}) reduce(k = ${N}) combine(max) : tensor<${M}xf32> {
  ^bb0(%r: index, %k: index):
    %x = te.read %in[%r, %k] : tensor<${M}x${N}xf32>
    te.yield %x : f32
  }
  %exp = te.compute "exp" axes(r = ${M}, c = ${N}) : tensor<${M}x${N}xf32> {
  ^bb0(%r: index, %c: index):
    %x = te.read %in[%r, %c] : tensor<${M}x${N}xf32>
    %m = te.read %max[%r] : tensor<${M}xf32>
    %d = arith.subf %x, %m : f32
    %e = math.exp %d : f32
    te.yield %e : f32
  }
  %sum = te.compute "sum" axes(r = ${M}) reduce(k = ${N}) combine(add) : tensor<${M}xf32> {
  ^bb0(%r: index, %k: index):
    %x = te.read %exp[%r, %k] : tensor<${M}x${N}xf32>
    te.yield %x : f32
  }
  %soft = te.compute "softmax" axes(r = ${M}, c = ${N}) : tensor<${M}x${N}xf32> {
  ^bb0(%r: index, %c: index):
    %x = te.read %exp[%r, %c] : tensor<${M}x${N}xf32>
    %s = te.read %sum[%r] : tensor<${M}xf32>
    %q = arith.divf %x, %s : f32
    te.yield %q : f32
  }
  return %soft : tensor<${M}x${N}xf32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @softmax(%f: !transform.any_op {transform.readonly}) {
    %max = schedule.stage %f["max"] : !transform.any_op
    %exp = schedule.stage %f["exp"] : !transform.any_op
    %sum = schedule.stage %f["sum"] : !transform.any_op
    %soft = schedule.stage %f["softmax"] : !transform.any_op
    // Partial results, one a thread.
    %mk = schedule.axis %max["k"]
    %mko, %mki = schedule.split %max[%mk] by ${T}
    %pmax = schedule.rfactor %max[%mki]
    %ml0 = schedule.axis %max["k_i"]
    %mlo, %mli = schedule.split %max[%ml0] by ${S}
    %maxs = schedule.rfactor %max[%mli]
    %sk = schedule.axis %sum["k"]
    %sko, %ski = schedule.split %sum[%sk] by ${T}
    %psum = schedule.rfactor %sum[%ski]
    %sl0 = schedule.axis %sum["k_i"]
    %slo, %sli = schedule.split %sum[%sl0] by ${S}
    %sums = schedule.rfactor %sum[%sli]
    %r, %c = schedule.axes %soft : !schedule.axis, !schedule.axis
    %co, %ci = schedule.split %soft[%c] by ${T}
    schedule.bind %soft[%r] to "blockIdx.x"
    schedule.compute_at %sum at %soft[%r]
    schedule.set_scope %sum to "shared"
    schedule.compute_at %sums at %soft[%r]
    schedule.set_scope %sums to "shared"
    schedule.compute_at %psum at %soft[%r]
    schedule.set_scope %psum to "shared"
    schedule.compute_at %exp at %soft[%r]
    schedule.set_scope %exp to "shared"
    schedule.compute_at %max at %soft[%r]
    schedule.set_scope %max to "shared"
    schedule.compute_at %maxs at %soft[%r]
    schedule.set_scope %maxs to "shared"
    schedule.compute_at %pmax at %soft[%r]
    schedule.set_scope %pmax to "shared"
    schedule.bind %soft[%ci] to "threadIdx.x"
    %er, %ec = schedule.axes %exp : !schedule.axis, !schedule.axis
    %eco, %eci = schedule.split %exp[%ec] by ${T}
    schedule.bind %exp[%eci] to "threadIdx.x"
    %ml, %mr, %mo = schedule.axes %pmax : !schedule.axis, !schedule.axis, !schedule.axis
    schedule.bind %pmax[%ml] to "threadIdx.x"
    %sl, %sr, %so = schedule.axes %psum : !schedule.axis, !schedule.axis, !schedule.axis
    schedule.bind %psum[%sl] to "threadIdx.x"
    %mt = schedule.axis %maxs["k_i_i"]
    schedule.bind %maxs[%mt] to "threadIdx.x"
    %st = schedule.axis %sums["k_i_i"]
    schedule.bind %sums[%st] to "threadIdx.x"
    transform.yield
  }
}
