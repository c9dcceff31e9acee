// RUN: dl-opt %s --schedule-apply | FileCheck %s
// RUN: dl-opt %s --schedule-apply --canonicalize --cse --dl-verify-scheduled | FileCheck %s

// One masked step that is all of a result: an insertion of all of it would fold to the tile, and
// the kernel return what is not its destination.

// CHECK-LABEL: func.func private @whole(
// CHECK-SAME: %[[O:[^ :]*]]: tensor<32x16xf32> {te.destination}
// CHECK: %[[TILE:.*]] = linalg.generic {{.*}} outs({{.*}} : tensor<32x20xf32>)
// CHECK: %[[PART:.*]] = tensor.extract_slice %[[TILE]][0, 0] [32, 16] [1, 1]
// CHECK: %[[R:.*]] = bufferization.materialize_in_destination %[[PART]] in %[[O]]
// CHECK: return %[[R]]
func.func private @whole(%x: tensor<32x16xf32>, %o: tensor<32x16xf32> {te.destination})
    -> tensor<32x16xf32> attributes {te.kernel, schedule.sequence = @schedules::@whole} {
  %s = te.compute "S" axes(i = 32, j = 16) : tensor<32x16xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<32x16xf32>
    %w = arith.negf %v : f32
    te.yield %w : f32
  }
  return %s : tensor<32x16xf32>
}

module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @whole(%k: !transform.any_op {transform.readonly}) {
    %s = schedule.stage %k["S"] : !transform.any_op
    %j = schedule.axis %s["j"]
    %jo, %ji = schedule.split %s[%j] by 4 tail mask
    %joo, %joi = schedule.split %s[%jo] by 5 tail mask
    %i = schedule.axis %s["i"]
    schedule.reorder %s[%joo, %i]
    schedule.unroll %s[%ji]
    schedule.unroll %s[%joi]
    schedule.vectorize %s[%i]
    transform.yield
  }
}
