// Elementwise: each thread has four neighbours, which it loads and stores at once where they are aligned.
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
    %t, %v = schedule.split %D[%in] by 4
    schedule.bind %D[%b] to "blockIdx.x"
    schedule.vectorize %D[%v]
    schedule.bind %D[%t] to "threadIdx.x"
    transform.yield
  }
}
