// What another transform changes of a kernel between two steps, the next step knows: a stage is
// gone, and what was read from it is read from elsewhere.
// RUN: dl-opt %s --schedule-print-loops -o %t 2>&1 | FileCheck %s

// CHECK:      kernel @kernel
// CHECK-NOT:  sum:
// CHECK-NOT:  exp:
// CHECK:      twice: at root
// CHECK-NEXT:   for j.o in 0..2
// CHECK-NEXT:     for i in 0..8
// CHECK-NEXT:       for j.i in 0..8
func.func private @kernel(%x: tensor<8x16xf32>, %to: tensor<8x16xf32> {te.destination}) -> tensor<8x16xf32> attributes {te.kernel, schedule.sequence = @schedules::@kernel} {
  %sum = te.compute "sum" axes(i = 8, j = 16) : tensor<8x16xf32> {
  ^bb0(%i: index, %j: index):
    %0 = te.read %x[%i, %j] : tensor<8x16xf32>
    %1 = arith.addf %0, %0 : f32
    te.yield %1 : f32
  }
  %exp = te.compute "exp" axes(i = 8, j = 16) : tensor<8x16xf32> {
  ^bb0(%i: index, %j: index):
    %0 = te.read %sum[%i, %j] : tensor<8x16xf32>
    %1 = math.exp %0 : f32
    te.yield %1 : f32
  }
  %twice = te.compute "twice" axes(i = 8, j = 16) : tensor<8x16xf32> {
  ^bb0(%i: index, %j: index):
    %0 = te.read %exp[%i, %j] : tensor<8x16xf32>
    te.yield %0 : f32
  }
  return %twice : tensor<8x16xf32>
}

module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @kernel(%root: !transform.any_op {transform.consumed}) {
    %exp = schedule.stage %root["exp"] : !transform.any_op
    %i, %j = schedule.axes %exp : !schedule.axis, !schedule.axis
    %io, %ii = schedule.split %exp[%i] by 2
    %changed = transform.apply_registered_pass "te-inline-producers" to %root : (!transform.any_op) -> !transform.any_op
    %twice = schedule.stage %changed["twice"] : !transform.any_op
    %k, %l = schedule.axes %twice : !schedule.axis, !schedule.axis
    %lo, %li = schedule.split %twice[%l] by 8
    schedule.reorder %twice[%lo, %k, %li]
    transform.yield
  }
}
