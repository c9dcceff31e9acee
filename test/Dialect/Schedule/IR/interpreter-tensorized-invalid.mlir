// RUN: dl-opt %s --schedule-apply --split-input-file --verify-diagnostics

// What can no longer be done to a stage that an intrinsic computes.

// The order of the tile's axes.
schedule.intrinsic @multiply computes {
^bb0(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>):
  %0 = te.compute "multiply" axes(i = 4, j = 4) : tensor<4x4xf32> {
  ^bb0(%i: index, %j: index):
    %x = te.read %a[%i, %j] : tensor<4x4xf32>
    %y = te.read %b[%i, %j] : tensor<4x4xf32>
    %p = arith.mulf %x, %y : f32
    te.yield %p : f32
  }
  schedule.yield %0 : tensor<4x4xf32>
} by {
^bb0(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>, %c: tensor<4x4xf32>):
  schedule.yield %c : tensor<4x4xf32>
}
func.func private @f(%a: tensor<4x4xf32>, %b: tensor<4x4xf32> {te.layout_free}, %o: tensor<4x4xf32> {te.destination}) -> tensor<4x4xf32> attributes {te.kernel, schedule.sequence = @schedules::@f} {
  %c = te.compute "C" axes(i = 4, j = 4) : tensor<4x4xf32> {
  ^bb0(%i: index, %j: index):
    %x = te.read %a[%i, %j] : tensor<4x4xf32>
    %y = te.read %b[%i, %j] : tensor<4x4xf32>
    %p = arith.mulf %x, %y : f32
    te.yield %p : f32
  }
  return %c : tensor<4x4xf32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%f: !transform.any_op {transform.readonly}) {
    %C = schedule.stage %f["C"] : !transform.any_op
    %i, %j = schedule.axes %C : !schedule.axis, !schedule.axis
    // expected-note @below {{axis j was changed here}}
    schedule.tensorize %C[%i] with @multiply
    // expected-error @below {{axis j of stage "C" is tensorized, and the order of the tile's axes is the intrinsic's}}
    // expected-note @below {{hint: reorder before tensorize}}
    schedule.reorder %C[%j, %i]
    transform.yield
  }
}

// -----

// The layout of what it reads.
schedule.intrinsic @multiply computes {
^bb0(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>):
  %0 = te.compute "multiply" axes(i = 4, j = 4) : tensor<4x4xf32> {
  ^bb0(%i: index, %j: index):
    %x = te.read %a[%i, %j] : tensor<4x4xf32>
    %y = te.read %b[%i, %j] : tensor<4x4xf32>
    %p = arith.mulf %x, %y : f32
    te.yield %p : f32
  }
  schedule.yield %0 : tensor<4x4xf32>
} by {
^bb0(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>, %c: tensor<4x4xf32>):
  schedule.yield %c : tensor<4x4xf32>
}
func.func private @f(%a: tensor<4x4xf32>, %b: tensor<4x4xf32> {te.layout_free}, %o: tensor<4x4xf32> {te.destination}) -> tensor<4x4xf32> attributes {te.kernel, schedule.sequence = @schedules::@f} {
  %c = te.compute "C" axes(i = 4, j = 4) : tensor<4x4xf32> {
  ^bb0(%i: index, %j: index):
    %x = te.read %a[%i, %j] : tensor<4x4xf32>
    %y = te.read %b[%i, %j] : tensor<4x4xf32>
    %p = arith.mulf %x, %y : f32
    te.yield %p : f32
  }
  return %c : tensor<4x4xf32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%f: !transform.any_op {transform.readonly}) {
    %C = schedule.stage %f["C"] : !transform.any_op
    %i, %j = schedule.axes %C : !schedule.axis, !schedule.axis
    // expected-note @+1 {{axis i was changed here (kernel @f)}}
    schedule.tensorize %C[%i] with @multiply
    // expected-error @below {{stage "C" reads operand 1 of the kernel and is tensorized, but would no longer have the formula of @multiply}}
    // expected-note @below {{hint: use transform_layout before tensorize}}
    schedule.transform_layout %C reads operand 1 by affine_map<(d0, d1) -> (d0 floordiv 2, d1, d0 mod 2)>
    transform.yield
  }
}
