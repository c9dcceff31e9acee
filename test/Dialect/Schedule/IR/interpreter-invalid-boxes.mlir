// RUN: dl-opt %s --transform-interpreter --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=REFUSED --allow-empty
// REFUSED-NOT: {{[a-z]}}

// What compute_at learns from the indices in a kernel: data dependent ones,
// floordiv, strides, conditions on what has no known length or is read otherwise too.

func.func private @gather(%T: tensor<9x4xf32>, %ids: tensor<6xi32>,
                          %out: tensor<6x4xf32> {te.destination}) -> tensor<6x4xf32>
    attributes {te.kernel} {
  %P = te.compute "P" axes(r = 9, j = 4) : tensor<9x4xf32> {
  ^bb0(%r: index, %j: index):
    %t = te.read %T[%r, %j] : tensor<9x4xf32>
    te.yield %t : f32
  }
  // expected-note @+1 {{stage "Q"}}
  %Q = te.compute "Q" axes(i = 6, j = 4) : tensor<6x4xf32> {
  ^bb0(%i: index, %j: index):
    %id = te.read %ids[%i] : tensor<6xi32>
    %row = arith.index_cast %id : i32 to index
    %p = te.read %P[%row + 1, %j] : tensor<9x4xf32>
    te.yield %p : f32
  }
  return %Q : tensor<6x4xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %root["P"] : !transform.any_op
    %Q = schedule.stage %root["Q"] : !transform.any_op
    %i = schedule.axis %Q["i"]
    // expected-error @+2 {{stage "Q" reads stage "P" at an index that depends on data (dimension 0), so the part needed at axis i of stage "Q" has no fixed size}}
    // expected-note @+1 {{hint: use compute_inline or compute_root}}
    schedule.compute_at %P at %Q[%i]
    transform.yield
  }
}

// -----

func.func private @floordiv(%A: tensor<3xf32>, %out: tensor<6xf32> {te.destination}) -> tensor<6xf32>
    attributes {te.kernel} {
  %P = te.compute "P" axes(i = 3) : tensor<3xf32> {
  ^bb0(%i: index):
    %a = te.read %A[%i] : tensor<3xf32>
    te.yield %a : f32
  }
  // expected-note @+1 {{stage "Q"}}
  %Q = te.compute "Q" axes(i = 6) : tensor<6xf32> {
  ^bb0(%i: index):
    %p = te.read %P[%i floordiv 2] : tensor<3xf32>
    te.yield %p : f32
  }
  return %Q : tensor<6xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %root["P"] : !transform.any_op
    %Q = schedule.stage %root["Q"] : !transform.any_op
    %i = schedule.axis %Q["i"]
    // expected-error @+2 {{stage "Q" reads stage "P" at an index that takes floordiv or mod (dimension 0), so the part needed at axis i of stage "Q" has no fixed size}}
    // expected-note @+1 {{hint: use compute_inline or compute_root}}
    schedule.compute_at %P at %Q[%i]
    transform.yield
  }
}

// -----

// The part of "P" is moved to be inside of it; how long that is, nobody knows.
func.func private @open(%A: tensor<?xf32>, %out: tensor<6xf32> {te.destination}) -> tensor<6xf32>
    attributes {te.kernel} {
  %zero = arith.constant 0.0 : f32
  %c0 = arith.constant 0 : index
  %n = tensor.dim %A, %c0 : tensor<?xf32>
  %P = te.compute "P" axes(i = %n) : tensor<?xf32> {
  ^bb0(%i: index):
    %a = te.read %A[%i] : tensor<?xf32>
    te.yield %a : f32
  }
  // expected-note @+1 {{stage "Q"}}
  %Q = te.compute "Q" axes(i = 6) : tensor<6xf32> {
  ^bb0(%i: index):
    %p = te.read %P[%i - 1] where(%i - 1 >= 0, %n - %i >= 0) else %zero : tensor<?xf32>
    te.yield %p : f32
  }
  return %Q : tensor<6xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %root["P"] : !transform.any_op
    %Q = schedule.stage %root["Q"] : !transform.any_op
    %i = schedule.axis %Q["i"]
    // expected-error @+2 {{stage "Q" reads stage "P" under a condition, and axis i of it has an extent that is known only at run time, so the part needed at axis i of stage "Q" may be longer than it}}
    // expected-note @+1 {{hint: use compute_root; a stage between the two that holds this read can be computed there}}
    schedule.compute_at %P at %Q[%i]
    transform.yield
  }
}

// -----

// The part of "P" that "Q" needs is moved to be inside of "P"; "S" needs another.
func.func private @two_parts(%A: tensor<6xf32>, %out: tensor<6xf32> {te.destination}) -> tensor<6xf32>
    attributes {te.kernel} {
  %zero = arith.constant 0.0 : f32
  %R = te.compute "R" axes(i = 6) : tensor<6xf32> {
  ^bb0(%i: index):
    %a = te.read %A[%i] : tensor<6xf32>
    te.yield %a : f32
  }
  %P = te.compute "P" axes(i = 6) : tensor<6xf32> {
  ^bb0(%i: index):
    %a = te.read %R[%i] : tensor<6xf32>
    te.yield %a : f32
  }
  // expected-note @+1 {{stage "Q"}}
  %Q = te.compute "Q" axes(i = 6) reduce(k = 3) combine(add) : tensor<6xf32> {
  ^bb0(%i: index, %k: index):
    %p = te.read %P[%i + %k - 1] where(%i + %k - 1 >= 0, 6 - %i - %k >= 0) else %zero : tensor<6xf32>
    %r = te.read %R[%i] : tensor<6xf32>
    %s = arith.mulf %p, %r : f32
    te.yield %s : f32
  }
  return %Q : tensor<6xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %R = schedule.stage %root["R"] : !transform.any_op
    %P = schedule.stage %root["P"] : !transform.any_op
    %Q = schedule.stage %root["Q"] : !transform.any_op
    %i = schedule.axis %Q["i"]
    schedule.compute_at %P at %Q[%i]
    // expected-error @+2 {{stage "Q" reads stage "R" at axis i of stage "Q", where another stage reads a part of it that follows stage "P", which is moved inwards where a condition cuts it}}
    // expected-note @+1 {{hint: use compute_inline or compute_root}}
    schedule.compute_at %R at %Q[%i]
    transform.yield
  }
}

// -----

func.func private @strides(%A: tensor<12xf32>, %out: tensor<6xf32> {te.destination}) -> tensor<6xf32>
    attributes {te.kernel} {
  %P = te.compute "P" axes(i = 12) : tensor<12xf32> {
  ^bb0(%i: index):
    %a = te.read %A[%i] : tensor<12xf32>
    te.yield %a : f32
  }
  // expected-note @+1 {{stage "Q"}}
  %Q = te.compute "Q" axes(i = 6) : tensor<6xf32> {
  ^bb0(%i: index):
    %p = te.read %P[%i] : tensor<12xf32>
    %q = te.read %P[%i * 2 + 1] : tensor<12xf32>
    %s = arith.addf %p, %q : f32
    te.yield %s : f32
  }
  return %Q : tensor<6xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %root["P"] : !transform.any_op
    %Q = schedule.stage %root["Q"] : !transform.any_op
    %i = schedule.axis %Q["i"]
    // expected-error @+2 {{stage "P" is read at indices that move by 1 and by 2 (dimension 0) with axis i of stage "Q", so the part needed has no fixed size}}
    // expected-note @+1 {{hint: use compute_inline or compute_root}}
    schedule.compute_at %P at %Q[%i]
    transform.yield
  }
}

// -----

// Q is one element that moves with i of R, so P is needed at two places, one of which moves.
func.func private @inside_moving_range(%A: tensor<4xf32>, %out: tensor<4xf32> {te.destination}) -> tensor<4xf32>
    attributes {te.kernel} {
  %P = te.compute "P" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %a = te.read %A[%i] : tensor<4xf32>
    te.yield %a : f32
  }
  // expected-note @+1 {{stage "Q"}}
  %Q = te.compute "Q" axes(x = 4, i = 4) : tensor<4x4xf32> {
  ^bb0(%x: index, %i: index):
    %a = te.read %P[%i] : tensor<4xf32>
    %b = te.read %P[0] : tensor<4xf32>
    %c = arith.addf %a, %b : f32
    te.yield %c : f32
  }
  %R = te.compute "R" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %a = te.read %Q[3, %i] : tensor<4x4xf32>
    te.yield %a : f32
  }
  return %R : tensor<4xf32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %root["P"] : !transform.any_op
    %Q = schedule.stage %root["Q"] : !transform.any_op
    %R = schedule.stage %root["R"] : !transform.any_op
    %i = schedule.axis %R["i"]
    %x = schedule.axis %Q["x"]
    schedule.compute_at %Q at %R[%i]
    // expected-error @+2 {{stage "P" is read at indices that move by 1 and by 0 (dimension 0) with axis i of stage "R", so the part needed has no fixed size}}
    // expected-note @+1 {{hint: use compute_inline or compute_root}}
    schedule.compute_at %P at %Q[%x]
    transform.yield
  }
}
