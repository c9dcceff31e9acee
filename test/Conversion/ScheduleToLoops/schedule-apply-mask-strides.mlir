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

// An operand that ends with the masked step is read whole; one that is an element shorter only as
// far as values are due.
// CHECK-LABEL: func.func private @ends(
// CHECK-SAME: %[[X:[^ :]*]]: tensor<24xf32>, %[[Y:[^ :]*]]: tensor<23xf32>
// CHECK: {schedule.axis = ["D", "i.o"]}
// CHECK-NEXT: %[[WHOLE:[^ ]*]] = tensor.extract_slice %[[X]][16] [8] [1] : tensor<24xf32> to tensor<8xf32>
// CHECK-NEXT: %[[PART:[^ ]*]] = tensor.extract_slice %[[Y]][16] [5] [1] : tensor<23xf32> to tensor<5xf32>
// CHECK: %[[PADDED:[^ ]*]] = tensor.pad %[[PART]] low[0] high[3]
// CHECK: linalg.generic {{.*}} ins(%[[WHOLE]], %[[PADDED]] : tensor<8xf32>, tensor<8xf32>)
func.func private @ends(%x: tensor<24xf32>, %y: tensor<23xf32>, %o: tensor<21xf32> {te.destination}) -> tensor<21xf32> attributes {te.kernel, schedule.sequence = @schedules::@ends} {
  %d = te.compute "D" axes(i = 21) : tensor<21xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<24xf32>
    %w = te.read %y[%i] : tensor<23xf32>
    %s = arith.addf %v, %w : f32
    te.yield %s : f32
  }
  return %d : tensor<21xf32>
}

// Where a condition that all elements share holds, a read is inside of its operand but for the
// elements that are not due.
// CHECK-LABEL: func.func private @guarded(
// CHECK-SAME: %[[X:[^ :]*]]: tensor<3x21xf32>
// CHECK: scf.if
// CHECK: tensor.extract_slice %[[X]][%{{.*}}, %{{.*}}] [1, 8] [1, 1] : tensor<3x21xf32> to tensor<8xf32>
// CHECK: {schedule.axis = ["D", "j.o"]}
// CHECK: scf.if
// CHECK: %[[PART:[^ ]*]] = tensor.extract_slice %[[X]][%{{.*}}, 16] [1, 5] [1, 1] : tensor<3x21xf32> to tensor<5xf32>
// CHECK: tensor.pad %[[PART]] low[0] high[3]
// CHECK: else
// CHECK-NOT: tensor.extract_slice %[[X]]
// CHECK: return
func.func private @guarded(%x: tensor<3x21xf32>, %o: tensor<6x21xf32> {te.destination}) -> tensor<6x21xf32> attributes {te.kernel, schedule.sequence = @schedules::@guarded} {
  %zero = arith.constant 0.0 : f32
  %d = te.compute "D" axes(i = 6, j = 21) : tensor<6x21xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i floordiv 2, %j] where(%i mod 2 == 0) else %zero : tensor<3x21xf32>
    %s = arith.addf %v, %v : f32
    te.yield %s : f32
  }
  return %d : tensor<6x21xf32>
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
  transform.named_sequence @ends(%f: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %f["D"] : !transform.any_op
    %i = schedule.axis %D["i"]
    %io, %ii = schedule.split %D[%i] by 8 tail mask
    schedule.vectorize %D[%ii]
    transform.yield
  }
  transform.named_sequence @guarded(%f: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %f["D"] : !transform.any_op
    %j = schedule.axis %D["j"]
    %jo, %ji = schedule.split %D[%j] by 8 tail mask
    schedule.vectorize %D[%ji]
    transform.yield
  }
}
