// A template for products of matrices: the extents of its kernel do not matter.
func.func private @matmul(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>, %o: tensor<8x8xf32> {te.destination}) -> tensor<8x8xf32>
    attributes {te.kernel, schedule.sequence = @schedules::@blocked} {
  %c = te.compute "C" axes(i = 8, j = 8) reduce(k = 8) combine(add) : tensor<8x8xf32> {
  ^bb0(%i: index, %j: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<8x8xf32>
    %y = te.read %b[%k, %j] : tensor<8x8xf32>
    %p = arith.mulf %x, %y : f32
    te.yield %p : f32
  }
  return %c : tensor<8x8xf32>
}

module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @blocked(%kernel: !transform.any_op {transform.readonly}) {
    %C = schedule.stage %kernel["C"] : !transform.any_op
    // One axis by its name, the others in order.
    %k = schedule.axis %C["k"]
    %i, %j, %same = schedule.axes %C : !schedule.axis, !schedule.axis, !schedule.axis
    %f:2 = schedule.sample_tile %C[%i] max 8 : !transform.param<i64>, !transform.param<i64>
    %g:2 = schedule.sample_tile %C[%k] : !transform.param<i64>, !transform.param<i64>
    %u = schedule.sample_categorical [8, 4, 16] probabilities [0.5, 0.25, 0.25] : !transform.param<i64>
    %io, %ii = schedule.split %C[%i] by param %f#1 : !transform.param<i64>
    %ko, %ki = schedule.split %C[%k] by param %g#1 : !transform.param<i64>
    %jo, %ji = schedule.split %C[%j] by param %u : !transform.param<i64> tail mask
    %name = schedule.axis %C["i.o"]
    schedule.reorder %C[%name, %jo, %ko, %ki, %ii, %ji]
    schedule.vectorize %C[%ji]
    schedule.unroll %C[%ii]
    transform.yield
  }
}
