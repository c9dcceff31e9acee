// RUN: dl-opt %s --schedule-apply --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=REFUSED --allow-empty
// REFUSED-NOT: {{[a-z]}}

// What is computed ahead for the next step keeps the loop sequential.
func.func private @f(%a: tensor<64x32xf32>, %o: tensor<64x32xf32> {te.destination}) -> tensor<64x32xf32> attributes {te.kernel, schedule.sequence = @schedules::@f} {
  %p = te.compute "P" axes(i = 64, k = 32) : tensor<64x32xf32> {
  ^bb0(%i: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<64x32xf32>
    te.yield %x : f32
  }
  %c = te.compute "C" axes(i = 64, k = 32) : tensor<64x32xf32> {
  ^bb0(%i: index, %k: index):
    %x = te.read %p[%i, %k] : tensor<64x32xf32>
    te.yield %x : f32
  }
  return %c : tensor<64x32xf32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%f: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %f["P"] : !transform.any_op
    %C = schedule.stage %f["C"] : !transform.any_op
    // expected-note @below {{axis i is from here (kernel @f)}}
    %i, %k = schedule.axes %C : !schedule.axis, !schedule.axis
    schedule.compute_at %P at %C[%i]
    schedule.double_buffer %P
    // expected-error @below {{stage "P" cannot be computed ahead at axis i of stage "C": it is parallel, so no step is the next}}
    // expected-note @below {{hint: compute it at a sequential loop of constant length}}
    schedule.bind %C[%i] to "threadIdx.x"
    transform.yield
  }
}

// -----

func.func private @f(%a: tensor<64x32xf32>, %o: tensor<64x32xf32> {te.destination}) -> tensor<64x32xf32> attributes {te.kernel, schedule.sequence = @schedules::@f} {
  %p = te.compute "P" axes(i = 64, k = 32) : tensor<64x32xf32> {
  ^bb0(%i: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<64x32xf32>
    te.yield %x : f32
  }
  %c = te.compute "C" axes(i = 64, k = 32) : tensor<64x32xf32> {
  ^bb0(%i: index, %k: index):
    %x = te.read %p[%i, %k] : tensor<64x32xf32>
    te.yield %x : f32
  }
  return %c : tensor<64x32xf32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%f: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %f["P"] : !transform.any_op
    %C = schedule.stage %f["C"] : !transform.any_op
    // expected-note @below {{axis i is from here (kernel @f)}}
    %i, %k = schedule.axes %C : !schedule.axis, !schedule.axis
    schedule.compute_at %P at %C[%i]
    schedule.double_buffer %P
    // expected-error @below {{stage "P" cannot be computed ahead at axis i of stage "C": it is parallel, so no step is the next}}
    // expected-note @below {{hint: compute it at a sequential loop of constant length}}
    schedule.parallel %C[%i]
    transform.yield
  }
}
