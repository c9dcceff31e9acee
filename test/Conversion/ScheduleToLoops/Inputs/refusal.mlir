func.func private @f(%A: tensor<8x4xf32>, %out: tensor<8xf32> {te.destination}) -> tensor<8xf32>
    attributes {te.kernel, schedule.sequence = @schedules::@f} {
  %R = te.compute "R" axes(i = 8) reduce(k = 4) combine(add) : tensor<8xf32> {
  ^bb0(%i: index, %k: index):
    %a = te.read %A[%i, %k] : tensor<8x4xf32>
    te.yield %a : f32
  }
  return %R : tensor<8xf32>
}

module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%root: !transform.any_op {transform.readonly}) {
    %R = schedule.stage %root["R"] : !transform.any_op
    %k = schedule.axis %R["k"]
    %ko, %ki = schedule.split %R[%k] by 2
    schedule.vectorize %R[%k]
    transform.yield
  }
}
