// RUN: dl-opt %s --schedule-apply --dl-verify-scheduled | FileCheck %s

// Inside of each whole step of an axis whose extent is known only at run time, a last
// step starts early: the check of the loops counts what is computed twice.
// CHECK-LABEL: func.func private @negate(
// CHECK: tensor<3xf32>
// CHECK: schedule.axis = ["D", "x.o"]
func.func private @negate(%a: tensor<?xf32>, %o: tensor<?xf32> {te.destination}) -> tensor<?xf32> attributes {te.kernel, schedule.sequence = @schedules::@negate} {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  %d = te.compute "D" axes(x = %n) : tensor<?xf32> {
  ^bb0(%x: index):
    %v = te.read %a[%x] : tensor<?xf32>
    %w = arith.negf %v : f32
    te.yield %w : f32
  }
  return %d : tensor<?xf32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @negate(%kernel: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %kernel["D"] : !transform.any_op
    %x = schedule.axis %D["x"]
    %xo, %xi = schedule.split %D[%x] by 4
    %xio, %xii = schedule.split %D[%xi] by 3 tail shift
    schedule.unroll %D[%xii]
    transform.yield
  }
}
