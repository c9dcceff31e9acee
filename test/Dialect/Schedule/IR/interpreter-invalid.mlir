// RUN: dl-opt %s --transform-interpreter --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=REFUSED --allow-empty
// REFUSED-NOT: {{[a-z]}}

// How refusals are told: the reason, the step in conflict, the stages, a way out.
// The reasons of the primitives themselves are tested in
// test/Unit/Schedule/PrimitivesTest.cpp.

func.func private @matmul(%A: tensor<8x6xf32>, %B: tensor<6x4xf32>,
                          %out: tensor<8x4xf32> {te.destination}) -> tensor<8x4xf32>
    attributes {te.kernel} {
  %C = te.compute "C" axes(i = 8, j = 4) reduce(k = 6) combine(add) : tensor<8x4xf32> {
  ^bb0(%i: index, %j: index, %k: index):
    %a = te.read %A[%i, %k] : tensor<8x6xf32>
    %b = te.read %B[%k, %j] : tensor<6x4xf32>
    %p = arith.mulf %a, %b : f32
    te.yield %p : f32
  }
  return %C : tensor<8x4xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %C = schedule.stage %root["C"] : !transform.any_op
    %i = schedule.axis %C["i"]
    // expected-note @+1 {{axis i was changed here}}
    %io, %ii = schedule.split %C[%i] by 2
    // expected-error @+2 {{axis i of stage "C" was already split by 2 into i.o and i.i}}
    // expected-note @+1 {{hint: use its parts}}
    %x:2 = schedule.split %C[%i] by 4
    transform.yield
  }
}

// -----

// A tree that was scheduled before: there is no step to point at.
func.func private @before(%A: tensor<8xf32>, %out: tensor<8xf32> {te.destination}) -> tensor<8xf32>
    attributes {te.kernel} {
  %P = te.compute "P" axes(i = 8) : tensor<8xf32>
      attributes {schedule.tree = #schedule.tree<"axes(i=8) split(i by 2) order(i.o, i.i)">} {
  ^bb0(%i: index):
    %a = te.read %A[%i] : tensor<8xf32>
    te.yield %a : f32
  }
  return %P : tensor<8xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %root["P"] : !transform.any_op
    // expected-note @+1 {{axis i is from here}}
    %i = transform.param.constant #schedule.axis_ref<"P", 0, "i"> -> !schedule.axis
    // expected-error @+2 {{axis i of stage "P" was already split by 2 into i.o and i.i}}
    // expected-note @+1 {{hint: use its parts}}
    schedule.vectorize %P[%i]
    transform.yield
  }
}

// -----

func.func private @two(%A: tensor<8xf32>, %out: tensor<8xf32> {te.destination}) -> tensor<8xf32>
    attributes {te.kernel} {
  %P = te.compute "P" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %a = te.read %A[%i] : tensor<8xf32>
    te.yield %a : f32
  }
  %Q = te.compute "Q" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %a = te.read %P[%i] : tensor<8xf32>
    te.yield %a : f32
  }
  return %Q : tensor<8xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %root["P"] : !transform.any_op
    %Q = schedule.stage %root["Q"] : !transform.any_op
    %i = schedule.axis %Q["i"]
    // expected-note @+1 {{axis i was changed here (kernel @two)}}
    schedule.vectorize %Q[%i]
    // expected-error @+2 {{axis i of stage "Q" is part of the register tile and makes no loop to compute stage "P" in}}
    // expected-note @+1 {{hint: use an axis outside the register tile}}
    schedule.compute_at %P at %Q[%i]
    transform.yield
  }
}

// -----

func.func private @wrong_stage(%A: tensor<8xf32>, %out: tensor<8xf32> {te.destination}) -> tensor<8xf32>
    attributes {te.kernel} {
  %P = te.compute "P" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %a = te.read %A[%i] : tensor<8xf32>
    te.yield %a : f32
  }
  // expected-note @+1 {{stage "Q"}}
  %Q = te.compute "Q" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %a = te.read %P[%i] : tensor<8xf32>
    te.yield %a : f32
  }
  return %Q : tensor<8xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %root["P"] : !transform.any_op
    %Q = schedule.stage %root["Q"] : !transform.any_op
    %i = schedule.axis %P["i"]
    // expected-error @+2 {{axis i belongs to stage "P", not to stage "Q"}}
    // expected-note @+1 {{hint: the axes of stage "Q" are i}}
    schedule.unroll %Q[%i]
    transform.yield
  }
}

// -----

// expected-note @+1 {{looked for in here}}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    // expected-error @+2 {{no stage named "P"}}
    // expected-note @+1 {{hint: there are no stages: name a handle to a kernel}}
    %P = schedule.stage %root["P"] : !transform.any_op
    transform.yield
  }
}

// -----

func.func private @names(%A: tensor<8x2xf32>, %out: tensor<8x2xf32> {te.destination}) -> tensor<8x2xf32>
    attributes {te.kernel} {
  // expected-note @+1 {{stage "P"}}
  %P = te.compute "P" axes(i = 8, j = 2) : tensor<8x2xf32> {
  ^bb0(%i: index, %j: index):
    %a = te.read %A[%i, %j] : tensor<8x2xf32>
    te.yield %a : f32
  }
  return %P : tensor<8x2xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %root["P"] : !transform.any_op
    // expected-error @+2 {{stage "P" has no axis named "k"}}
    // expected-note @+1 {{hint: its axes are i, j}}
    %k = schedule.axis %P["k"]
    transform.yield
  }
}

// -----

func.func private @count(%A: tensor<8x2xf32>, %out: tensor<8x2xf32> {te.destination}) -> tensor<8x2xf32>
    attributes {te.kernel} {
  // expected-note @+1 {{stage "P"}}
  %P = te.compute "P" axes(i = 8, j = 2) : tensor<8x2xf32> {
  ^bb0(%i: index, %j: index):
    %a = te.read %A[%i, %j] : tensor<8x2xf32>
    te.yield %a : f32
  }
  return %P : tensor<8x2xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %root["P"] : !transform.any_op
    // expected-error @+2 {{stage "P" has 2 axes, asked for 1}}
    // expected-note @+1 {{hint: its axes are i, j}}
    %i = schedule.axes %P : !schedule.axis
    transform.yield
  }
}

// -----

func.func private @k1(%A: tensor<8xf32>, %out: tensor<8xf32> {te.destination}) -> tensor<8xf32>
    attributes {te.kernel} {
  %P = te.compute "P" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %a = te.read %A[%i] : tensor<8xf32>
    te.yield %a : f32
  }
  return %P : tensor<8xf32>
}
func.func private @k2(%A: tensor<8xf32>, %out: tensor<8xf32> {te.destination}) -> tensor<8xf32>
    attributes {te.kernel} {
  // expected-note @+1 {{this stage}}
  %Q = te.compute "Q" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %a = te.read %A[%i] : tensor<8xf32>
    te.yield %a : f32
  }
  return %Q : tensor<8xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %root["P"] : !transform.any_op
    %Q = schedule.stage %root["Q"] : !transform.any_op
    %i = schedule.axis %Q["i"]
    // expected-error @+1 {{expected stages of one kernel, but stage "Q" is not in kernel @k1}}
    schedule.compute_at %P at %Q[%i]
    transform.yield
  }
}

// -----

func.func private @k1(%A: tensor<8xf32>, %out: tensor<8xf32> {te.destination}) -> tensor<8xf32> {
  %P = te.compute "P" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %a = te.read %A[%i] : tensor<8xf32>
    te.yield %a : f32
  }
  // expected-note @+1 {{this stage}}
  %Q = te.compute "P" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %a = te.read %P[%i] : tensor<8xf32>
    te.yield %a : f32
  }
  return %Q : tensor<8xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %both = schedule.stage %root["P"] : !transform.any_op
    %one, %other = transform.split_handle %both : (!schedule.stage) -> (!schedule.stage, !schedule.stage)
    // expected-error @+1 {{expected unique stage names in kernel @k1, got "P" twice}}
    schedule.compute_inline %one
    transform.yield
  }
}

// -----

func.func private @k1(%A: tensor<8xf32>, %out: tensor<8xf32> {te.destination}) -> tensor<8xf32>
    attributes {te.kernel} {
  %P = te.compute "P" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %a = te.read %A[%i] : tensor<8xf32>
    te.yield %a : f32
  }
  return %P : tensor<8xf32>
}
func.func private @k2(%A: tensor<8xf32>, %out: tensor<8xf32> {te.destination}) -> tensor<8xf32>
    attributes {te.kernel} {
  %P = te.compute "P" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %a = te.read %A[%i] : tensor<8xf32>
    te.yield %a : f32
  }
  return %P : tensor<8xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %both = schedule.stage %root["P"] : !transform.any_op
    // expected-error @+1 {{expected a handle to one stage, got 2 stages}}
    schedule.compute_root %both
    transform.yield
  }
}

// -----

func.func private @k1(%A: tensor<8xf32>, %out: tensor<8xf32> {te.destination}) -> tensor<8xf32>
    attributes {te.kernel} {
  %P = te.compute "P" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %a = te.read %A[%i] : tensor<8xf32>
    te.yield %a : f32
  }
  return %P : tensor<8xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %root["P"] : !transform.any_op
    %i = schedule.axis %P["i"]
    %two = transform.param.constant 2 : i64 -> !transform.param<i64>
    %four = transform.param.constant 4 : i64 -> !transform.param<i64>
    %factors = transform.merge_handles %two, %four : !transform.param<i64>
    // expected-error @+1 {{expected a factor parameter that holds one integer, got 2}}
    %io, %ii = schedule.split %P[%i] by param %factors : !transform.param<i64>
    transform.yield
  }
}

// -----

func.func private @k1(%A: tensor<8xf32>, %out: tensor<8xf32> {te.destination}) -> tensor<8xf32>
    attributes {te.kernel} {
  %P = te.compute "P" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %a = te.read %A[%i] : tensor<8xf32>
    te.yield %a : f32
  }
  return %P : tensor<8xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %root["P"] : !transform.any_op
    %i = schedule.axis %P["i"]
    %axes = transform.merge_handles %i, %i : !schedule.axis
    // expected-error @+1 {{expected a parameter that holds one axis, got 2}}
    schedule.unroll %P[%axes]
    transform.yield
  }
}

// -----

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    // expected-error @+1 {{expected an axis parameter to hold #schedule.axis_ref, got 2 : i64}}
    %i = transform.param.constant 2 : i64 -> !schedule.axis
    transform.yield
  }
}

// -----

// expected-note @+1 {{this operation}}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    // expected-error @+1 {{expected a stage handle to hold te.compute, got builtin.module}}
    %i = transform.cast %root : !transform.any_op to !schedule.stage
    transform.yield
  }
}

// -----

func.func private @k1(%A: tensor<8xf32>, %out: tensor<8xf32> {te.destination}) -> tensor<8xf32>
    attributes {te.kernel} {
  %P = te.compute "P" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %a = te.read %A[%i] : tensor<8xf32>
    te.yield %a : f32
  }
  return %P : tensor<8xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %root["P"] : !transform.any_op
    %i = schedule.axis %P["i"]
    %factor = transform.param.constant "two" -> !transform.any_param
    // expected-error @+1 {{expected a factor parameter that holds an integer of 64 bits, got "two"}}
    %io, %ii = schedule.split %P[%i] by param %factor : !transform.any_param
    transform.yield
  }
}

// -----

func.func @nested(%A: tensor<8xf32>) -> tensor<8xf32> {
  %r = scf.execute_region -> tensor<8xf32> {
    // expected-note @+1 {{this stage}}
    %P = te.compute "P" axes(i = 8) : tensor<8xf32> {
    ^bb0(%i: index):
      %a = te.read %A[%i] : tensor<8xf32>
      te.yield %a : f32
    }
    scf.yield %P : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %root["P"] : !transform.any_op
    // expected-error @+1 {{expected stage "P" in a func.func}}
    %i = schedule.axis %P["i"]
    transform.yield
  }
}
