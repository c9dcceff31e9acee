// RUN: dl-opt %s --transform-interpreter --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=REFUSED --allow-empty
// REFUSED-NOT: {{[a-z]}}

// Notes point at the last step that set what is in the way, not at others.

// A stage that was inlined was placed by that.
func.func private @f(%a: tensor<8x16xf32>, %o: tensor<8xf32> {te.destination}) -> tensor<8xf32> attributes {te.kernel} {
  %p = te.compute "P" axes(i = 8, k = 16) : tensor<8x16xf32> {
  ^bb0(%i: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<8x16xf32>
    te.yield %x : f32
  }
  %c = te.compute "C" axes(i = 8) reduce(k = 16) combine(add) : tensor<8xf32> {
  ^bb0(%i: index, %k: index):
    %x = te.read %p[%i, %k] : tensor<8x16xf32>
    te.yield %x : f32
  }
  return %c : tensor<8xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %root["P"] : !transform.any_op
    %C = schedule.stage %root["C"] : !transform.any_op
    %i, %k = schedule.axes %P : !schedule.axis, !schedule.axis
    // expected-note @+1 {{stage "P" was placed here (kernel @f)}}
    schedule.compute_inline %P
    // expected-error @+2 {{stage "P" is inlined into its readers and has no loops}}
    // expected-note @+1 {{hint: use compute_root or compute_at on it first}}
    %io, %ii = schedule.split %P[%i] by 2
    transform.yield
  }
}

// -----

// A stage that was moved from one axis to another of the same stage is at the last one.
func.func private @f(%a: tensor<8x16xf32>, %o: tensor<8xf32> {te.destination}) -> tensor<8xf32> attributes {te.kernel} {
  %p = te.compute "P" axes(i = 8, k = 16) : tensor<8x16xf32> {
  ^bb0(%i: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<8x16xf32>
    te.yield %x : f32
  }
  %c = te.compute "C" axes(i = 8) reduce(k = 16) combine(add) : tensor<8xf32> {
  ^bb0(%i: index, %k: index):
    %x = te.read %p[%i, %k] : tensor<8x16xf32>
    te.yield %x : f32
  }
  return %c : tensor<8xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %root["P"] : !transform.any_op
    %C = schedule.stage %root["C"] : !transform.any_op
    %i, %k = schedule.axes %C : !schedule.axis, !schedule.axis
    schedule.compute_at %P at %C[%i]
    // expected-note @+1 {{stage "P" was placed here (kernel @f)}}
    schedule.compute_at %P at %C[%k]
    // expected-error @+2 {{axis k of stage "C" cannot be split: stage "P" is computed at it}}
    // expected-note @+1 {{hint: use split before compute_at, or compute_root on stage "P" first}}
    %ko, %ki = schedule.split %C[%k] by 2
    transform.yield
  }
}

// -----

// Steps that keep the order of the axes, and those that make other axes, do not order them.
func.func private @f(%a: tensor<8x16xf32>, %o: tensor<8xf32> {te.destination}) -> tensor<8xf32> attributes {te.kernel} {
  %p = te.compute "P" axes(i = 8, k = 16) : tensor<8x16xf32> {
  ^bb0(%i: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<8x16xf32>
    te.yield %x : f32
  }
  %c = te.compute "C" axes(i = 8) reduce(k = 16) combine(add) : tensor<8xf32> {
  ^bb0(%i: index, %k: index):
    %x = te.read %p[%i, %k] : tensor<8x16xf32>
    te.yield %x : f32
  }
  return %c : tensor<8xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %root["P"] : !transform.any_op
    %C = schedule.stage %root["C"] : !transform.any_op
    %i, %k = schedule.axes %C : !schedule.axis, !schedule.axis
    // expected-note @+1 {{the axes of stage "C" were ordered here (kernel @f)}}
    schedule.reorder %C[%k, %i]
    schedule.annotate %C[%i] with "hint" = "x"
    %ko, %ki = schedule.split %C[%k] by 4
    // expected-error @+2 {{parallel axis i of stage "C" would stand inside axis k.o, which is a reduction axis}}
    // expected-note @+1 {{hint: parallel axes come first: reorder axis i outside}}
    schedule.parallel %C[%i]
    transform.yield
  }
}

// -----

// An axis that a sequence was given is from no step of it: the note is at the stage.
func.func private @f(%a: tensor<8x16xf32>, %o: tensor<8xf32> {te.destination}) -> tensor<8xf32> attributes {te.kernel} {
  // expected-note @+1 {{stage "P" (kernel @f)}}
  %p = te.compute "P" axes(i = 8) reduce(k = 16) combine(add) : tensor<8xf32> {
  ^bb0(%i: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<8x16xf32>
    te.yield %x : f32
  }
  %c = te.compute "C" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %x = te.read %p[%i] : tensor<8xf32>
    te.yield %x : f32
  }
  return %c : tensor<8xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @at(%C: !schedule.stage {transform.readonly}, %P: !schedule.stage {transform.readonly}, %k: !schedule.axis {transform.readonly}) {
    // expected-error @+2 {{stage "C" cannot be computed at axis k of stage "P": it is a reduction axis, before whose end no element is complete}}
    // expected-note @+1 {{hint: use an axis outside of axis k, or reorder first}}
    schedule.reverse_compute_at %C at %P[%k]
    transform.yield
  }
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %root["P"] : !transform.any_op
    %C = schedule.stage %root["C"] : !transform.any_op
    %i, %k = schedule.axes %P : !schedule.axis, !schedule.axis
    transform.include @at failures(propagate) (%C, %P, %k) : (!schedule.stage, !schedule.stage, !schedule.axis) -> ()
    transform.yield
  }
}

// -----

// What the tree of a stage said before any step: the note is at the stage.
func.func private @f(%a: tensor<8x16xf32>, %o: tensor<8xf32> {te.destination}) -> tensor<8xf32> attributes {te.kernel} {
  // expected-note @+1 {{stage "P" (kernel @f)}}
  %p = te.compute "P" axes(i = 8, k = 16) : tensor<8x16xf32>
      attributes {schedule.tree = #schedule.tree<"axes(i=8, k=16) parallel(i)">} {
  ^bb0(%i: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<8x16xf32>
    te.yield %x : f32
  }
  %c = te.compute "C" axes(i = 8) reduce(k = 16) combine(add) : tensor<8xf32> {
  ^bb0(%i: index, %k: index):
    %x = te.read %p[%i, %k] : tensor<8x16xf32>
    te.yield %x : f32
  }
  return %c : tensor<8xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %root["P"] : !transform.any_op
    %C = schedule.stage %root["C"] : !transform.any_op
    %i = schedule.axis %C["i"]
    // expected-error @+2 {{axis i of stage "P" is parallel, and a stage inside the loops of another cannot start threads}}
    // expected-note @+1 {{hint: make an axis of the outermost consumer parallel instead}}
    schedule.compute_at %P at %C[%i]
    transform.yield
  }
}

// -----

// As many stages as a hint names at once.
// expected-note @below {{looked for in here}}
module attributes {transform.with_named_sequence} {
func.func private @f(%o: tensor<2xf32> {te.destination}) -> tensor<2xf32> attributes {te.kernel} {
  %zero = arith.constant 0.0 : f32
  %0 = te.compute "S0" axes(i = 2) : tensor<2xf32> {
  ^bb0(%i: index):
    te.yield %zero : f32
  }
  %1 = te.compute "S1" axes(i = 2) : tensor<2xf32> {
  ^bb0(%i: index):
    te.yield %zero : f32
  }
  %2 = te.compute "S2" axes(i = 2) : tensor<2xf32> {
  ^bb0(%i: index):
    te.yield %zero : f32
  }
  %3 = te.compute "S3" axes(i = 2) : tensor<2xf32> {
  ^bb0(%i: index):
    te.yield %zero : f32
  }
  %4 = te.compute "S4" axes(i = 2) : tensor<2xf32> {
  ^bb0(%i: index):
    te.yield %zero : f32
  }
  %5 = te.compute "S5" axes(i = 2) : tensor<2xf32> {
  ^bb0(%i: index):
    te.yield %zero : f32
  }
  %6 = te.compute "S6" axes(i = 2) : tensor<2xf32> {
  ^bb0(%i: index):
    te.yield %zero : f32
  }
  %7 = te.compute "S7" axes(i = 2) : tensor<2xf32> {
  ^bb0(%i: index):
    te.yield %zero : f32
  }
  %8 = te.compute "S8" axes(i = 2) : tensor<2xf32> {
  ^bb0(%i: index):
    te.yield %zero : f32
  }
  %9 = te.compute "S9" axes(i = 2) : tensor<2xf32> {
  ^bb0(%i: index):
    te.yield %zero : f32
  }
  %10 = te.compute "S10" axes(i = 2) : tensor<2xf32> {
  ^bb0(%i: index):
    te.yield %zero : f32
  }
  %11 = te.compute "S11" axes(i = 2) : tensor<2xf32> {
  ^bb0(%i: index):
    te.yield %zero : f32
  }
  return %11 : tensor<2xf32>
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  // expected-error @below {{no stage named "S"}}
  // expected-note-re @below {{hint: the stages are "S0", {{.*}}, "S11"{{$}}}}
  %S = schedule.stage %root["S"] : !transform.any_op
  transform.yield
}
}
