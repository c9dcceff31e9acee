// RUN: dl-opt %s --transform-interpreter --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=REFUSED --allow-empty
// REFUSED-NOT: {{[a-z]}}

// Refusals of the steps that add stages or change layouts, and of choices.

func.func private @f(%A: tensor<8x6xf32> {te.layout_free}, %out: tensor<8x6xf32> {te.destination}) -> tensor<8x6xf32>
    attributes {te.kernel} {
  %P = te.compute "P" axes(i = 8, j = 6) : tensor<8x6xf32> {
  ^bb0(%i: index, %j: index):
    %a = te.read %A[%i, %j] : tensor<8x6xf32>
    te.yield %a : f32
  }
  // expected-note @+1 {{stage "Q"}}
  %Q = te.compute "Q" axes(i = 8, j = 6) : tensor<8x6xf32> {
  ^bb0(%i: index, %j: index):
    %a = te.read %P[%i, %j] : tensor<8x6xf32>
    te.yield %a : f32
  }
  return %Q : tensor<8x6xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %root["P"] : !transform.any_op
    %Q = schedule.stage %root["Q"] : !transform.any_op
    // expected-error @+2 {{stage "Q" does not read operand 0 of the kernel}}
    // expected-note @+1 {{hint: name what the stage reads}}
    %c = schedule.cache_read %Q reads operand 0
    transform.yield
  }
}

// -----

func.func private @f(%A: tensor<8x6xf32> {te.layout_free}, %out: tensor<8x6xf32> {te.destination}) -> tensor<8x6xf32>
    attributes {te.kernel} {
  %P = te.compute "P" axes(i = 8, j = 6) : tensor<8x6xf32> {
  ^bb0(%i: index, %j: index):
    %a = te.read %A[%i, %j] : tensor<8x6xf32>
    te.yield %a : f32
  }
  // expected-note @+1 {{stage "Q"}}
  %Q = te.compute "Q" axes(i = 8, j = 6) : tensor<8x6xf32> {
  ^bb0(%i: index, %j: index):
    %a = te.read %P[%i, %j] : tensor<8x6xf32>
    te.yield %a : f32
  }
  return %Q : tensor<8x6xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %root["P"] : !transform.any_op
    %Q = schedule.stage %root["Q"] : !transform.any_op
    // expected-error @+2 {{stage "P" does not read stage "Q"}}
    // expected-note @+1 {{hint: name what the stage reads}}
    %c = schedule.cache_read %P reads %Q
    transform.yield
  }
}

// -----

func.func private @f(%A: tensor<8x6xf32> {te.layout_free}, %out: tensor<8x6xf32> {te.destination}) -> tensor<8x6xf32>
    attributes {te.kernel} {
  // expected-note @+1 {{stage "P"}}
  %P = te.compute "P" axes(i = 8, j = 6) : tensor<8x6xf32> {
  ^bb0(%i: index, %j: index):
    %a = te.read %A[%i, %j] : tensor<8x6xf32>
    te.yield %a : f32
  }
  %Q = te.compute "Q" axes(i = 8, j = 6) : tensor<8x6xf32> {
  ^bb0(%i: index, %j: index):
    %a = te.read %P[%i, %j] : tensor<8x6xf32>
    te.yield %a : f32
  }
  return %Q : tensor<8x6xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %root["P"] : !transform.any_op
    %Q = schedule.stage %root["Q"] : !transform.any_op
    // expected-error @+2 {{the kernel has no operand 7}}
    // expected-note @+1 {{hint: its only operand is operand 0}}
    %c = schedule.cache_read %P reads operand 7
    transform.yield
  }
}

// -----

func.func private @f(%A: tensor<8x6xf32> {te.layout_free}, %out: tensor<8x6xf32> {te.destination}) -> tensor<8x6xf32>
    attributes {te.kernel} {
  %P = te.compute "P" axes(i = 8, j = 6) : tensor<8x6xf32> {
  ^bb0(%i: index, %j: index):
    %a = te.read %A[%i, %j] : tensor<8x6xf32>
    te.yield %a : f32
  }
  %Q = te.compute "Q" axes(i = 8, j = 6) : tensor<8x6xf32> {
  ^bb0(%i: index, %j: index):
    %a = te.read %P[%i, %j] : tensor<8x6xf32>
    te.yield %a : f32
  }
  return %Q : tensor<8x6xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %root["P"] : !transform.any_op
    %Q = schedule.stage %root["Q"] : !transform.any_op
    %i = schedule.axis %Q["i"]
    // expected-note @+1 {{stage "P" was placed here (kernel @f)}}
    schedule.compute_at %P at %Q[%i]
    // expected-error @+2 {{a copy of stage "P" would read stage "P" from outside the loop it is computed in}}
    // expected-note @+1 {{hint: use cache_read before compute_at}}
    %c = schedule.cache_read %Q reads %P
    transform.yield
  }
}

// -----

func.func private @f(%A: tensor<8x6xf32> {te.layout_free}, %out: tensor<8x6xf32> {te.destination}) -> tensor<8x6xf32>
    attributes {te.kernel} {
  %P = te.compute "P" axes(i = 8, j = 6) : tensor<8x6xf32> {
  ^bb0(%i: index, %j: index):
    %a = te.read %A[%i, %j] : tensor<8x6xf32>
    te.yield %a : f32
  }
  %Q = te.compute "Q" axes(i = 8, j = 6) : tensor<8x6xf32> {
  ^bb0(%i: index, %j: index):
    %a = te.read %P[%i, %j] : tensor<8x6xf32>
    te.yield %a : f32
  }
  return %Q : tensor<8x6xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %root["P"] : !transform.any_op
    %Q = schedule.stage %root["Q"] : !transform.any_op
    %i = schedule.axis %Q["i"]
    // expected-note @+1 {{stage "Q" was scheduled here (kernel @f)}}
    %io, %ii = schedule.split %Q[%i] by 2
    // expected-error @+2 {{stage "Q" has been scheduled already}}
    // expected-note @+1 {{hint: use cache_write before other steps on the stage}}
    %c = schedule.cache_write %Q
    transform.yield
  }
}

// -----

func.func private @f(%A: tensor<8x6xf32> {te.layout_free}, %out: tensor<8x6xf32> {te.destination}) -> tensor<8x6xf32>
    attributes {te.kernel} {
  %P = te.compute "P" axes(i = 8, j = 6) : tensor<8x6xf32> {
  ^bb0(%i: index, %j: index):
    %a = te.read %A[%i, %j] : tensor<8x6xf32>
    te.yield %a : f32
  }
  %Q = te.compute "Q" axes(i = 8, j = 6) : tensor<8x6xf32> {
  ^bb0(%i: index, %j: index):
    %a = te.read %P[%i, %j] : tensor<8x6xf32>
    te.yield %a : f32
  }
  return %Q : tensor<8x6xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %root["P"] : !transform.any_op
    %Q = schedule.stage %root["Q"] : !transform.any_op
    %i = schedule.axis %Q["i"]
    // expected-note @+1 {{stage "P" was placed here (kernel @f)}}
    schedule.compute_at %P at %Q[%i]
    // expected-error @+2 {{stage "P" is computed at stage "Q"}}
    // expected-note @+1 {{hint: use cache_write before other steps on the stage, or compute_root on stage "P" first}}
    %c = schedule.cache_write %Q
    transform.yield
  }
}

// -----

func.func private @f(%A: tensor<8x6xf32>, %out: tensor<8x6xf32> {te.destination}) -> tensor<8x6xf32>
    attributes {te.kernel} {
  // expected-note @+1 {{stage "P"}}
  %P = te.compute "P" axes(i = 8, j = 6) : tensor<8x6xf32> {
  ^bb0(%i: index, %j: index):
    %a = te.read %A[%i, %j] : tensor<8x6xf32>
    te.yield %a : f32
  }
  %Q = te.compute "Q" axes(i = 8, j = 6) : tensor<8x6xf32> {
  ^bb0(%i: index, %j: index):
    %a = te.read %P[%i, %j] : tensor<8x6xf32>
    te.yield %a : f32
  }
  return %Q : tensor<8x6xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %root["P"] : !transform.any_op
    %Q = schedule.stage %root["Q"] : !transform.any_op
    // expected-error @+2 {{operand 0 of the kernel is not marked te.layout_free: its callers cannot pack it at compile time}}
    // expected-note @+1 {{hint: use cache_read, and transform_layout on the copy}}
    schedule.transform_layout %P reads operand 0 by affine_map<(i, j) -> (j, i)>
    transform.yield
  }
}

// -----

func.func private @f(%A: tensor<8x6xf32> {te.layout_free}, %out: tensor<8x6xf32> {te.destination}) -> tensor<8x6xf32>
    attributes {te.kernel} {
  // expected-note @+1 {{stage "P"}}
  %P = te.compute "P" axes(i = 8, j = 6) : tensor<8x6xf32> {
  ^bb0(%i: index, %j: index):
    %a = te.read %A[%i, %j] : tensor<8x6xf32>
    te.yield %a : f32
  }
  %Q = te.compute "Q" axes(i = 8, j = 6) : tensor<8x6xf32> {
  ^bb0(%i: index, %j: index):
    %a = te.read %P[%i, %j] : tensor<8x6xf32>
    te.yield %a : f32
  }
  return %Q : tensor<8x6xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %root["P"] : !transform.any_op
    %Q = schedule.stage %root["Q"] : !transform.any_op
    schedule.transform_layout %P reads operand 0 by affine_map<(i, j) -> (j, i)>
    // expected-error @+2 {{operand 0 of the kernel has been given a layout already}}
    // expected-note @+1 {{hint: give the whole layout in one step}}
    schedule.transform_layout %P reads operand 0 by affine_map<(i, j) -> (j, i)>
    transform.yield
  }
}

// -----

func.func private @f(%A: tensor<8x6xf32> {te.layout_free}, %out: tensor<8x6xf32> {te.destination}) -> tensor<8x6xf32>
    attributes {te.kernel} {
  %zero = arith.constant 0 : index
  %e = tensor.extract %A[%zero, %zero] : tensor<8x6xf32>
  // expected-note @+1 {{stage "P"}}
  %P = te.compute "P" axes(i = 8, j = 6) : tensor<8x6xf32> {
  ^bb0(%i: index, %j: index):
    %a = te.read %A[%i, %j] : tensor<8x6xf32>
    te.yield %a : f32
  }
  %Q = te.compute "Q" axes(i = 8, j = 6) : tensor<8x6xf32> {
  ^bb0(%i: index, %j: index):
    %a = te.read %P[%i, %j] : tensor<8x6xf32>
    te.yield %a : f32
  }
  return %Q : tensor<8x6xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %root["P"] : !transform.any_op
    %Q = schedule.stage %root["Q"] : !transform.any_op
    // expected-error @+2 {{operand 0 of the kernel is used by other operations than te.read}}
    // expected-note @+1 {{hint: pack operands that only stages read}}
    schedule.transform_layout %P reads operand 0 by affine_map<(i, j) -> (j, i)>
    transform.yield
  }
}

// -----

func.func private @f(%A: tensor<8x6xf32> {te.layout_free}, %out: tensor<8x6xf32> {te.destination}) -> tensor<8x6xf32>
    attributes {te.kernel} {
  // expected-note @+1 {{stage "P"}}
  %P = te.compute "P" axes(i = 8, j = 6) : tensor<8x6xf32> {
  ^bb0(%i: index, %j: index):
    %a = te.read %A[%i, %j] : tensor<8x6xf32>
    te.yield %a : f32
  }
  %Q = te.compute "Q" axes(i = 8, j = 6) : tensor<8x6xf32> {
  ^bb0(%i: index, %j: index):
    %a = te.read %P[%i, %j] : tensor<8x6xf32>
    te.yield %a : f32
  }
  return %Q : tensor<8x6xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %root["P"] : !transform.any_op
    %Q = schedule.stage %root["Q"] : !transform.any_op
    // expected-error @+2 {{expected a layout map over 2 dimensions, got one over 1 and 0 symbols}}
    // expected-note @+1 {{hint: name each dimension whole or in blocks, as in affine_map<(i, j) -> (i floordiv 8, j, i mod 8)>}}
    schedule.transform_layout %P reads operand 0 by affine_map<(i) -> (i)>
    transform.yield
  }
}

// -----

func.func private @f(%A: tensor<8x6xf32> {te.layout_free}, %out: tensor<8x6xf32> {te.destination}) -> tensor<8x6xf32>
    attributes {te.kernel} {
  // expected-note @+1 {{stage "P"}}
  %P = te.compute "P" axes(i = 8, j = 6) : tensor<8x6xf32> {
  ^bb0(%i: index, %j: index):
    %a = te.read %A[%i, %j] : tensor<8x6xf32>
    te.yield %a : f32
  }
  %Q = te.compute "Q" axes(i = 8, j = 6) : tensor<8x6xf32> {
  ^bb0(%i: index, %j: index):
    %a = te.read %P[%i, %j] : tensor<8x6xf32>
    te.yield %a : f32
  }
  return %Q : tensor<8x6xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %root["P"] : !transform.any_op
    %Q = schedule.stage %root["Q"] : !transform.any_op
    // expected-error @+2 {{expected results of a layout map to be a dimension, or its floordiv or mod by blocks that divide each other, got d0 + d1}}
    // expected-note @+1 {{hint: name each dimension whole or in blocks, as in affine_map<(i, j) -> (i floordiv 8, j, i mod 8)>}}
    schedule.transform_layout %P reads operand 0 by affine_map<(i, j) -> (i + j, j)>
    transform.yield
  }
}

// -----

func.func private @f(%A: tensor<8x6xf32> {te.layout_free}, %out: tensor<8x6xf32> {te.destination}) -> tensor<8x6xf32>
    attributes {te.kernel} {
  // expected-note @+1 {{stage "P"}}
  %P = te.compute "P" axes(i = 8, j = 6) : tensor<8x6xf32> {
  ^bb0(%i: index, %j: index):
    %a = te.read %A[%i, %j] : tensor<8x6xf32>
    te.yield %a : f32
  }
  %Q = te.compute "Q" axes(i = 8, j = 6) : tensor<8x6xf32> {
  ^bb0(%i: index, %j: index):
    %a = te.read %P[%i, %j] : tensor<8x6xf32>
    te.yield %a : f32
  }
  return %Q : tensor<8x6xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %root["P"] : !transform.any_op
    %Q = schedule.stage %root["Q"] : !transform.any_op
    // expected-error @+2 {{expected results of a layout map to be a dimension, or its floordiv or mod by blocks that divide each other, got (d0 mod 6) floordiv 4}}
    // expected-note @+1 {{hint: name each dimension whole or in blocks, as in affine_map<(i, j) -> (i floordiv 8, j, i mod 8)>}}
    schedule.transform_layout %P reads operand 0 by affine_map<(i, j) -> ((i mod 6) floordiv 4, j)>
    transform.yield
  }
}

// -----

func.func private @f(%A: tensor<8x6xf32> {te.layout_free}, %out: tensor<8x6xf32> {te.destination}) -> tensor<8x6xf32>
    attributes {te.kernel} {
  // expected-note @+1 {{stage "P"}}
  %P = te.compute "P" axes(i = 8, j = 6) : tensor<8x6xf32> {
  ^bb0(%i: index, %j: index):
    %a = te.read %A[%i, %j] : tensor<8x6xf32>
    te.yield %a : f32
  }
  %Q = te.compute "Q" axes(i = 8, j = 6) : tensor<8x6xf32> {
  ^bb0(%i: index, %j: index):
    %a = te.read %P[%i, %j] : tensor<8x6xf32>
    te.yield %a : f32
  }
  return %Q : tensor<8x6xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %root["P"] : !transform.any_op
    %Q = schedule.stage %root["Q"] : !transform.any_op
    // expected-error @+2 {{expected a layout map in which each place holds one element, but its results do not determine d1}}
    // expected-note @+1 {{hint: name each dimension whole or in blocks, as in affine_map<(i, j) -> (i floordiv 8, j, i mod 8)>}}
    schedule.transform_layout %P reads operand 0 by affine_map<(i, j) -> (i)>
    transform.yield
  }
}

// -----

func.func private @f(%A: tensor<8x6xf32> {te.layout_free}, %out: tensor<8x6xf32> {te.destination}) -> tensor<8x6xf32>
    attributes {te.kernel} {
  // expected-note @+1 {{stage "P"}}
  %P = te.compute "P" axes(i = 8, j = 6) : tensor<8x6xf32> {
  ^bb0(%i: index, %j: index):
    %a = te.read %A[%i, %j] : tensor<8x6xf32>
    te.yield %a : f32
  }
  %Q = te.compute "Q" axes(i = 8, j = 6) : tensor<8x6xf32> {
  ^bb0(%i: index, %j: index):
    %a = te.read %P[%i, %j] : tensor<8x6xf32>
    te.yield %a : f32
  }
  return %Q : tensor<8x6xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %root["P"] : !transform.any_op
    %Q = schedule.stage %root["Q"] : !transform.any_op
    // expected-error @+2 {{expected a layout map in which each place holds one element, but its results do not determine d1}}
    // expected-note @+1 {{hint: name each dimension whole or in blocks, as in affine_map<(i, j) -> (i floordiv 8, j, i mod 8)>}}
    schedule.transform_layout %P reads operand 0 by affine_map<(i, j) -> (i, j, j)>
    transform.yield
  }
}

// -----

// A primitive is for one stage.
func.func private @f(%A: tensor<8xf32>, %out: tensor<8xf32> {te.destination}) -> tensor<8xf32> attributes {te.kernel} {
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
    %both = transform.merge_handles %P, %Q : !schedule.stage
    %i = schedule.axes %Q : !schedule.axis
    // expected-error @+1 {{expected a handle to one stage, got 2 stages}}
    schedule.compute_at %P at %both[%i]
    transform.yield
  }
}
