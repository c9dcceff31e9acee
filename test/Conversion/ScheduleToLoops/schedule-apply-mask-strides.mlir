// RUN: dl-opt %s --schedule-apply | FileCheck %s

// What a masked step reads with a stride is as long as the values that are due need: two
// elements each, and one more for the last term.
// CHECK-LABEL: func.func private @strided(
// CHECK-SAME: %[[X:.*]]: tensor<27xf32>,
// CHECK: tensor.extract_slice %[[X]][16] [11] [1] : tensor<27xf32> to tensor<11xf32>
// CHECK: tensor<11xf32> to tensor<17xf32>
func.func private @strided(%x: tensor<27xf32>, %w: tensor<3xf32>, %o: tensor<13xf32> {te.destination}) -> tensor<13xf32> attributes {te.kernel, schedule.sequence = @schedules::@f} {
  %d = te.compute "D" axes(i = 13) reduce(r = 3) combine(add) : tensor<13xf32> {
  ^bb0(%i: index, %r: index):
    %v = te.read %x[%i * 2 + %r] : tensor<27xf32>
    %w0 = te.read %w[%r] : tensor<3xf32>
    %s = arith.mulf %v, %w0 : f32
    te.yield %s : f32
  }
  return %d : tensor<13xf32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%f: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %f["D"] : !transform.any_op
    %i, %r = schedule.axes %D : !schedule.axis, !schedule.axis
    %io, %ii = schedule.split %D[%i] by 8 tail mask
    schedule.reorder %D[%io, %r, %ii]
    schedule.vectorize %D[%ii]
    schedule.unroll %D[%r]
    transform.yield
  }
}
