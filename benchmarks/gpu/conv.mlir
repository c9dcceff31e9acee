// A 3x3 convolution with a border of zeros: a block has ${F} filters of a row of the image, each thread ${TF} of
// them for one place; channels are fetched ${BC} at a time into the memory of the block, with their weights.
func.func private @conv(%x: tensor<${C}x${H}x${W}xf32>, %w: tensor<${O}x${C}x3x3xf32>, %o: tensor<${O}x${H}x${W}xf32> {te.destination}) -> tensor<${O}x${H}x${W}xf32> attributes {te.kernel, schedule.sequence = @schedules::@conv} {
  %zero = arith.constant 0.0 : f32
  %p = te.compute "P" axes(c = ${C}, h = ${HP}, w = ${WP}) : tensor<${C}x${HP}x${WP}xf32> {
  ^bb0(%c: index, %h: index, %v: index):
    %e = te.read %x[%c, %h - 1, %v - 1] where(%h - 1 >= 0, ${H} - %h >= 0, %v - 1 >= 0, ${W} - %v >= 0) else %zero : tensor<${C}x${H}x${W}xf32>
    te.yield %e : f32
  }
  %d = te.compute "D" axes(f = ${O}, h = ${H}, w = ${W}) reduce(c = ${C}, y = 3, x = 3) combine(add) : tensor<${O}x${H}x${W}xf32> {
  ^bb0(%f: index, %h: index, %v: index, %c: index, %y: index, %z: index):
    %a = te.read %p[%c, %h + %y, %v + %z] : tensor<${C}x${HP}x${WP}xf32>
    %b = te.read %w[%f, %c, %y, %z] : tensor<${O}x${C}x3x3xf32>
    %m = arith.mulf %a, %b : f32
    te.yield %m : f32
  }
  return %d : tensor<${O}x${H}x${W}xf32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @conv(%k: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %k["P"] : !transform.any_op
    %D = schedule.stage %k["D"] : !transform.any_op
    %L = schedule.cache_write %D
    %B = schedule.cache_read %L reads operand 1
    %f, %h, %w = schedule.axes %D : !schedule.axis, !schedule.axis, !schedule.axis
    %bf, %fb = schedule.split %D[%f] by ${F}
    %tf, %ff = schedule.split %D[%fb] by ${TF}
    schedule.reorder %D[%bf, %h, %tf, %w, %ff]
    schedule.bind %D[%bf] to "blockIdx.y"
    schedule.bind %D[%h] to "blockIdx.x"
    schedule.bind %D[%tf] to "threadIdx.y"
    schedule.bind %D[%w] to "threadIdx.x"
    schedule.unroll %D[%ff]
    schedule.compute_at %L at %D[%w]
    %lf, %lh, %lw, %c, %y, %x = schedule.axes %L : !schedule.axis, !schedule.axis, !schedule.axis, !schedule.axis, !schedule.axis, !schedule.axis
    %co, %ci = schedule.split %L[%c] by ${BC}
    %lfo, %lfi = schedule.split %L[%lf] by ${TF}
    schedule.reorder %L[%co, %ci, %y, %x, %lfo, %lh, %lw, %lfi]
    schedule.unroll %L[%lfi]
    schedule.compute_at %P at %L[%co]
    schedule.set_scope %P to "shared"
    %pc, %ph, %pw = schedule.axes %P : !schedule.axis, !schedule.axis, !schedule.axis
    %pwo, %pwi = schedule.split %P[%pw] by ${W} tail guard
    schedule.bind %P[%pwi] to "threadIdx.x"
    schedule.bind %P[%pc] to "threadIdx.y"
    schedule.compute_at %B at %L[%co]
    schedule.set_scope %B to "shared"
    %b0, %b1, %b2, %b3 = schedule.axes %B : !schedule.axis, !schedule.axis, !schedule.axis, !schedule.axis
    schedule.bind %B[%b0] to "threadIdx.x"
    schedule.bind %B[%b1] to "threadIdx.y"
    transform.yield
  }
}
