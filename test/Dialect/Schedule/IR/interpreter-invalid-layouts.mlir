// RUN: dl-opt %s --transform-interpreter --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=REFUSED --allow-empty
// REFUSED-NOT: {{[a-z]}}

// More refusals of steps that add stages or change layouts, and of choices.

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
    // expected-error @+2 {{expected a layout map in which each place holds one element, but its results do not determine d0}}
    // expected-note @+1 {{hint: name each dimension whole or in blocks, as in affine_map<(i, j) -> (i floordiv 8, j, i mod 8)>}}
    schedule.transform_layout %P reads operand 0 by affine_map<(i, j) -> (i floordiv 4, j)>
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
    // expected-error @+2 {{expected a layout map in which each place holds one element, but its results do not determine d0}}
    // expected-note @+1 {{hint: name each dimension whole or in blocks, as in affine_map<(i, j) -> (i floordiv 8, j, i mod 8)>}}
    schedule.transform_layout %P reads operand 0 by affine_map<(i, j) -> (i floordiv 4, j, i mod 2)>
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
    %i = schedule.axis %P["i"]
    // expected-note @+1 {{stage "P" was scheduled here (kernel @f)}}
    %io, %ii = schedule.split %P[%i] by 2
    // expected-error @+2 {{stage "P" has been scheduled already}}
    // expected-note @+1 {{hint: use transform_layout before other steps on the stage}}
    schedule.transform_layout %Q reads %P by affine_map<(i, j) -> (j, i)>
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
    // expected-error @+2 {{blocks of 4 do not divide axis j of stage "P", whose extent is 6}}
    // expected-note @+1 {{hint: use a block that divides the extent}}
    schedule.transform_layout %Q reads %P by affine_map<(i, j) -> (j floordiv 4, i, j mod 4)>
    transform.yield
  }
}

// -----

func.func private @f(%A: tensor<8xf32>, %out: tensor<8xf32> {te.destination},
                     %out2: tensor<8xf32> {te.destination}) -> (tensor<8xf32>, tensor<8xf32>)
    attributes {te.kernel} {
  // expected-note @+1 {{stage "P"}}
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
  return %P, %Q : tensor<8xf32>, tensor<8xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %root["P"] : !transform.any_op
    %Q = schedule.stage %root["Q"] : !transform.any_op
    // expected-error @+2 {{stage "P" is a result of the kernel, whose layout callers rely on}}
    // expected-note @+1 {{hint: use cache_write, and transform_layout on the new stage}}
    schedule.transform_layout %Q reads %P by affine_map<(i) -> (i floordiv 4, i mod 4)>
    transform.yield
  }
}

// -----

func.func private @f(%A: tensor<?xf32> {te.layout_free}, %n: index, %out: tensor<?xf32> {te.destination}) -> tensor<?xf32>
    attributes {te.kernel} {
  // expected-note @+1 {{stage "P"}}
  %P = te.compute "P" axes(i = %n) : tensor<?xf32> {
  ^bb0(%i: index):
    %a = te.read %A[%i] : tensor<?xf32>
    te.yield %a : f32
  }
  return %P : tensor<?xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %root["P"] : !transform.any_op
    // expected-error @+2 {{operand 0 of the kernel has extents known only at run time, and only values of static shape can be packed}}
    // expected-note @+1 {{hint: pack a value of constant extents}}
    schedule.transform_layout %P reads operand 0 by affine_map<(i) -> (i floordiv 4, i mod 4)>
    transform.yield
  }
}

// -----

func.func private @f(%A: tensor<?xf32>, %n: index, %out: tensor<?xf32> {te.destination}) -> tensor<?xf32>
    attributes {te.kernel} {
  // expected-note @+1 {{stage "P"}}
  %P = te.compute "P" axes(i = %n) : tensor<?xf32> {
  ^bb0(%i: index):
    %a = te.read %A[%i] : tensor<?xf32>
    te.yield %a : f32
  }
  return %P : tensor<?xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %root["P"] : !transform.any_op
    %i = schedule.axis %P["i"]
    // expected-error @+2 {{the decision 2 does not give the extent of axis i of stage "P", which is known only at run time}}
    // expected-note @+1 {{hint: decide on factors of the extent}}
    %c = schedule.sample_tile %P[%i] decision [2] : !transform.param<i64>
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
    %i = schedule.axis %P["i"]
    // expected-error @+2 {{the decision 2 x 3 does not give the extent of axis i of stage "P", which is 8}}
    // expected-note @+1 {{hint: decide on factors of the extent}}
    %c:2 = schedule.sample_tile %P[%i] decision [2, 3] : !transform.param<i64>, !transform.param<i64>
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
    %i = schedule.axis %P["i"]
    // expected-error @+2 {{undecided choice of 2 factors for axis i of stage "P"}}
    // expected-note @+1 {{hint: give a decision, or let schedule-sample make it}}
    %c:2 = schedule.sample_tile %P[%i] : !transform.param<i64>, !transform.param<i64>
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
    // expected-error @+2 {{undecided choice among 3 candidates}}
    // expected-note @+1 {{hint: give a decision, or let schedule-sample make it}}
    %c = schedule.sample_categorical [1, 2, 4] : !transform.param<i64>
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
    %i = schedule.axis %P["i"]
    // expected-note @+1 {{axis i was changed here}}
    %io, %ii = schedule.split %P[%i] by 2
    // expected-error @+2 {{axis i of stage "P" was already split by 2 into i.o and i.i}}
    // expected-note @+1 {{hint: use its parts}}
    %c = schedule.sample_tile %P[%i] decision [8] : !transform.param<i64>
    transform.yield
  }
}

// -----

func.func private @f(%A: tensor<4x?xf32>, %n: index, %out: tensor<4x?xf32> {te.destination}) -> tensor<4x?xf32>
    attributes {te.kernel} {
  // expected-note @+1 {{stage "P"}}
  %P = te.compute "P" axes(i = 4, j = %n) : tensor<4x?xf32> {
  ^bb0(%i: index, %j: index):
    %a = te.read %A[%i, %j] : tensor<4x?xf32>
    te.yield %a : f32
  }
  return %P : tensor<4x?xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %root["P"] : !transform.any_op
    %i, %j = schedule.axes %P : !schedule.axis, !schedule.axis
    // expected-error @+2 {{axes i and j of stage "P" cannot be fused: the extent of j is known only at run time, and only the outermost of fused axes can be such}}
    // expected-note @+1 {{hint: reorder them first, so that axis j is the outer one}}
    %f = schedule.fuse %P[%i, %j]
    transform.yield
  }
}

// -----

func.func private @f(%A: tensor<4x?xf32>, %n: index, %out: tensor<4x?xf32> {te.destination}) -> tensor<4x?xf32>
    attributes {te.kernel} {
  %P = te.compute "P" axes(i = 4, j = %n) : tensor<4x?xf32> {
  ^bb0(%i: index, %j: index):
    %a = te.read %A[%i, %j] : tensor<4x?xf32>
    te.yield %a : f32
  }
  // expected-note @+1 {{stage "Q"}}
  %Q = te.compute "Q" axes(i = 4, j = %n) : tensor<4x?xf32> {
  ^bb0(%i: index, %j: index):
    %a = te.read %P[%i, %j] : tensor<4x?xf32>
    te.yield %a : f32
  }
  return %Q : tensor<4x?xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %root["P"] : !transform.any_op
    %Q = schedule.stage %root["Q"] : !transform.any_op
    %i, %j = schedule.axes %Q : !schedule.axis, !schedule.axis
    // expected-error @+2 {{stage "Q" reads stage "P" along the whole axis j, whose extent is known only at run time, at each step of axis i of stage "Q"}}
    // expected-note @+1 {{hint: compute it at an axis inside axis j, or use compute_inline or compute_root}}
    schedule.compute_at %P at %Q[%i]
    transform.yield
  }
}
