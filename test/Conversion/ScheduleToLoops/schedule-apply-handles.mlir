// RUN: dl-opt %s --schedule-apply --split-input-file --verify-diagnostics | FileCheck %s
// RUN: dl-opt %s --schedule-apply --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=PRINTED
// What is refused is not printed.
// PRINTED-COUNT-1: {{^module}}
// PRINTED-NOT: {{^module}}

// Handles and axes of a sequence after what they named is gone.

// A pass takes the kernel, and with it every stage.
// expected-note @+1 {{ancestor payload op}}
func.func private @consumed(%x: tensor<8xf32>, %o: tensor<8xf32> {te.destination}) -> tensor<8xf32>
    attributes {te.kernel, schedule.sequence = @schedules::@consumed} {
  // expected-note @+1 {{nested payload op}}
  %p = te.compute "P" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<8xf32>
    %w = arith.addf %v, %v : f32
    te.yield %w : f32
  }
  %d = te.compute "D" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %v = te.read %p[%i] : tensor<8xf32>
    te.yield %v : f32
  }
  return %d : tensor<8xf32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @consumed(%f: !transform.any_op {transform.consumed}) {
    // expected-note @+1 {{handle to invalidated ops}}
    %P = schedule.stage %f["P"] : !transform.any_op
    %i = schedule.axes %P : !schedule.axis
    // expected-note @+1 {{invalidated by this transform op}}
    %q = transform.apply_registered_pass "te-inline-producers" to %f : (!transform.any_op) -> !transform.any_op
    // expected-error @+1 {{op uses a handle invalidated by a previously executed transform op}}
    schedule.parallel %P[%i]
    transform.yield
  }
}

// -----

// Steps that give a stage another formula: handles to what stood in it are empty.
// CHECK-LABEL: func.func private @formula
func.func private @formula(%x: tensor<8xf32>, %o: tensor<8xf32> {te.destination}) -> tensor<8xf32>
    attributes {te.kernel, schedule.sequence = @schedules::@formula} {
  %d = te.compute "D" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<8xf32>
    te.yield %v : f32
  }
  return %d : tensor<8xf32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @formula(%f: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %f["D"] : !transform.any_op
    %e = transform.structured.match ops{["te.read"]} in %f : (!transform.any_op) -> !transform.any_op
    %c = schedule.cache_write %D
    transform.debug.emit_remark_at %e, "a read of the old formula" : !transform.any_op
    transform.yield
  }
}

// -----

// Axes of a stage before it was laid out anew.
func.func private @axes(%x: tensor<8x6xf32>, %o: tensor<8x6xf32> {te.destination}) -> tensor<8x6xf32>
    attributes {te.kernel, schedule.sequence = @schedules::@axes} {
  // expected-note @+1 {{stage "P"}}
  %p = te.compute "P" axes(i = 8, j = 6) : tensor<8x6xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<8x6xf32>
    te.yield %v : f32
  }
  %d = te.compute "D" axes(i = 8, j = 6) : tensor<8x6xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %p[%i, %j] : tensor<8x6xf32>
    te.yield %v : f32
  }
  return %d : tensor<8x6xf32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @axes(%f: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %f["D"] : !transform.any_op
    %P = schedule.stage %f["P"] : !transform.any_op
      %i, %j = schedule.axes %P : !schedule.axis, !schedule.axis
    schedule.transform_layout %D reads %P by affine_map<(a, b) -> (b, a)>
    // expected-error @+2 {{axis j of stage "P" is from before a step that gave the stage other axes}}
    // expected-note @+1 {{hint: take the axes again, after that step: they are j, i}}
    schedule.vectorize %P[%j]
    transform.yield
  }
}
