// Elementwise: each thread has elements that lie a block apart, as virtual threads.
func.func private @saxpy(%x: tensor<${N}xf32>, %y: tensor<${N}xf32>, %o: tensor<${N}xf32> {te.destination}) -> tensor<${N}xf32> attributes {te.kernel, schedule.sequence = @schedules::@saxpy} {
  %two = arith.constant 2.0 : f32
  %d = te.compute "D" axes(i = ${N}) : tensor<${N}xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<${N}xf32>
    %w = te.read %y[%i] : tensor<${N}xf32>
    %p = arith.mulf %v, %two : f32
    %s = arith.addf %p, %w : f32
    te.yield %s : f32
  }
  return %d : tensor<${N}xf32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @saxpy(%f: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %f["D"] : !transform.any_op
    %i = schedule.axis %D["i"]
    %b, %in = schedule.split %D[%i] by ${B}
    %v, %t = schedule.split %D[%in] by ${T}
    schedule.bind %D[%b] to "blockIdx.x"
    schedule.bind %D[%v] to "vthread"
    schedule.bind %D[%t] to "threadIdx.x"
    transform.yield
  }
}
