// RUN: dl-opt %s --schedule-apply --split-input-file --verify-diagnostics | FileCheck %s
// RUN: dl-opt %s --schedule-apply --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=PRINTED
// What is refused is not printed.
// PRINTED-COUNT-1: {{^module}}
// PRINTED-NOT: {{^module}}

// A machine that is an attribute alone: a scratchpad of 32 KiB, shared by all that a kernel runs.

#npu = #dlti.target_system_spec<"npu" = #dlti.target_device_spec<
  "name" = "scratchpad", "vector_register_bytes" = 32, "vector_registers" = 8,
  "scopes" = #dlti.map<"dram" = #dlti.map<"shared_by" = "kernel">,
                       "scratch" = #dlti.map<"shared_by" = "kernel", "bytes" = 32768>>>>

// 16 rows of 512 floats are 32768 bytes.
// CHECK-LABEL: func.func private @fits
module attributes {dlti.target_system_spec = #npu} {
  func.func private @fits(%x: tensor<1024x512xf32>, %o: tensor<1024x512xf32> {te.destination}) -> tensor<1024x512xf32> attributes {te.kernel, schedule.sequence = @schedules::@f} {
    %p = te.compute "P" axes(i = 1024, j = 512) : tensor<1024x512xf32> {
    ^bb0(%i: index, %j: index):
      %v = te.read %x[%i, %j] : tensor<1024x512xf32>
      %w = math.exp %v : f32
      te.yield %w : f32
    }
    %c = te.compute "C" axes(i = 1024, j = 512) : tensor<1024x512xf32> {
    ^bb0(%i: index, %j: index):
      %v = te.read %p[%i, 511 - %j] : tensor<1024x512xf32>
      te.yield %v : f32
    }
    return %c : tensor<1024x512xf32>
  }
  module @schedules attributes {transform.with_named_sequence} {
    transform.named_sequence @f(%f: !transform.any_op {transform.readonly}) {
      %P = schedule.stage %f["P"] : !transform.any_op
      %C = schedule.stage %f["C"] : !transform.any_op
      %i, %j = schedule.axes %C : !schedule.axis, !schedule.axis
      %io, %ii = schedule.split %C[%i] by 16
      schedule.compute_at %P at %C[%io]
      // CHECK: tensor.empty() {schedule.scope = "scratch"} : tensor<16x512xf32>
      schedule.set_scope %P to "scratch"
      transform.yield
    }
  }
}

// -----

#npu = #dlti.target_system_spec<"npu" = #dlti.target_device_spec<
  "scopes" = #dlti.map<"dram" = #dlti.map<"shared_by" = "kernel">,
                       "scratch" = #dlti.map<"shared_by" = "kernel", "bytes" = 32768>>>>

module attributes {dlti.target_system_spec = #npu} {
  func.func private @too_large(%x: tensor<1024x512xf32>, %o: tensor<1024x512xf32> {te.destination}) -> tensor<1024x512xf32> attributes {te.kernel, schedule.sequence = @schedules::@f} {
    // expected-note @below {{stage}}
    %p = te.compute "P" axes(i = 1024, j = 512) : tensor<1024x512xf32> {
    ^bb0(%i: index, %j: index):
      %v = te.read %x[%i, %j] : tensor<1024x512xf32>
      te.yield %v : f32
    }
    %c = te.compute "C" axes(i = 1024, j = 512) : tensor<1024x512xf32> {
    ^bb0(%i: index, %j: index):
      %v = te.read %p[%i, 511 - %j] : tensor<1024x512xf32>
      te.yield %v : f32
    }
    return %c : tensor<1024x512xf32>
  }
  module @schedules attributes {transform.with_named_sequence} {
    transform.named_sequence @f(%f: !transform.any_op {transform.readonly}) {
      %P = schedule.stage %f["P"] : !transform.any_op
      %C = schedule.stage %f["C"] : !transform.any_op
      %i, %j = schedule.axes %C : !schedule.axis, !schedule.axis
      %io, %ii = schedule.split %C[%i] by 17
      schedule.compute_at %P at %C[%io]
      // expected-error @below {{stages of scope scratch take 34816 bytes, there are at most 32768: stage "P" (34816)}}
      // expected-note @below {{hint: compute less of them at a time: at an inner axis, or of smaller parts}}
      schedule.set_scope %P to "scratch"
      transform.yield
    }
  }
}

// -----

#npu = #dlti.target_system_spec<"npu" = #dlti.target_device_spec<
  "scopes" = #dlti.map<"dram" = #dlti.map<"shared_by" = "kernel">,
                       "scratch" = #dlti.map<"shared_by" = "kernel", "bytes" = 32768>>>>

module attributes {dlti.target_system_spec = #npu} {
  func.func private @unknown(%x: tensor<8xf32>, %o: tensor<8xf32> {te.destination}) -> tensor<8xf32> attributes {te.kernel, schedule.sequence = @schedules::@f} {
    // expected-note @below {{stage}}
    %p = te.compute "P" axes(i = 8) : tensor<8xf32> {
    ^bb0(%i: index):
      %v = te.read %x[%i] : tensor<8xf32>
      te.yield %v : f32
    }
    %c = te.compute "C" axes(i = 8) : tensor<8xf32> {
    ^bb0(%i: index):
      %v = te.read %p[%i] : tensor<8xf32>
      te.yield %v : f32
    }
    return %c : tensor<8xf32>
  }
  module @schedules attributes {transform.with_named_sequence} {
    transform.named_sequence @f(%f: !transform.any_op {transform.readonly}) {
      %P = schedule.stage %f["P"] : !transform.any_op
      // expected-error @below {{there is no memory scope 'shared' for stage "P"}}
      // expected-note @below {{hint: use dram or scratch}}
      schedule.set_scope %P to "shared"
      transform.yield
    }
  }
}
