func.func private @scale(%a: tensor<61xf32>, %o: tensor<61xf32> {te.destination}) -> tensor<61xf32> attributes {te.kernel, schedule.sequence = @schedules::@scale} {
  %two = arith.constant 2.0 : f32
  %d = te.compute "D" axes(x = 61) : tensor<61xf32> {
  ^bb0(%x: index):
    %v = te.read %a[%x] : tensor<61xf32>
    %w = arith.mulf %v, %two : f32
    te.yield %w : f32
  }
  return %d : tensor<61xf32>
}
func.func @main(%a: tensor<61xf32> {dl.name = "a"}, %o: tensor<61xf32> {te.destination, dl.name = "o"}) -> (tensor<61xf32> {dl.name = "o"}) {
  %0 = call @scale(%a, %o) : (tensor<61xf32>, tensor<61xf32>) -> tensor<61xf32>
  return %0 : tensor<61xf32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @scale(%kernel: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %kernel["D"] : !transform.any_op
    %x = schedule.axis %D["x"]
    %xo, %xi = schedule.split %D[%x] by 8
    transform.yield
  }
}
