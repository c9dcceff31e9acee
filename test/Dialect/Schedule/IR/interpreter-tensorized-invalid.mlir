// RUN: dl-opt %s --schedule-apply --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=REFUSED --allow-empty
// REFUSED-NOT: {{[a-z]}}

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

// -----

// The ranges for which it is computed inside of another stage: those of all parallel axes.
schedule.intrinsic @gemm4 computes {
^bb0(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>):
  %0 = te.compute "gemm" axes(i = 4, j = 4) reduce(k = 4) combine(add) : tensor<4x4xf32> {
  ^bb0(%i: index, %j: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<4x4xf32>
    %y = te.read %b[%j, %k] : tensor<4x4xf32>
    %p = arith.mulf %x, %y : f32
    te.yield %p : f32
  }
  schedule.yield %0 : tensor<4x4xf32>
} by {
^bb0(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>, %c: tensor<4x4xf32>):
  schedule.yield %c : tensor<4x4xf32>
}
func.func private @f(%a: tensor<4x8xf32>, %b: tensor<8x8xf32> {te.layout_free}, %o: tensor<4x8xf32> {te.destination}) -> tensor<4x8xf32> attributes {te.kernel, schedule.sequence = @schedules::@f} {
  %zero = arith.constant 0.0 : f32
  // expected-note @below {{stage "C"}}
  %c = te.compute "C" axes(i = 4, j = 8) reduce(k = 8) combine(add) : tensor<4x8xf32> {
  ^bb0(%i: index, %j: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<4x8xf32>
    %y = te.read %b[%j, %k] : tensor<8x8xf32>
    %p = arith.mulf %x, %y : f32
    te.yield %p : f32
  }
  %r = te.compute "relu" axes(i = 4, j = 8) : tensor<4x8xf32> {
  ^bb0(%i: index, %j: index):
    %x = te.read %c[%i, %j] : tensor<4x8xf32>
    %m = arith.maximumf %x, %zero : f32
    te.yield %m : f32
  }
  return %r : tensor<4x8xf32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%f: !transform.any_op {transform.readonly}) {
    %C = schedule.stage %f["C"] : !transform.any_op
    %i, %j, %k = schedule.axes %C : !schedule.axis, !schedule.axis, !schedule.axis
    %jo, %ji = schedule.split %C[%j] by 4
    %ko, %ki = schedule.split %C[%k] by 4
    schedule.reorder %C[%jo, %ko, %i, %ji, %ki]
    schedule.tensorize %C[%i] with @gemm4
    %relu = schedule.stage %f["relu"] : !transform.any_op
    schedule.reverse_compute_at %relu at %C[%jo]
    %ri = schedule.axis %relu["i"]
    %rj = schedule.axis %relu["j.o"]
    schedule.loop_partition %relu[%ri] at [3]
    schedule.parallel %relu[%rj]
    // expected-error @below {{axis i of stage "C" takes tiles of 4, but axis i has a range of 3 where it is computed}}
    // expected-note @below {{hint: an intrinsic takes whole tiles: pad the axis, or split by a divisor}}
    schedule.parallel %relu[%ri]
    transform.yield
  }
}
