// RUN: dl-opt %s --transform-interpreter --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=REFUSED --allow-empty
// REFUSED-NOT: {{[a-z]}}

// Notes point at the step that set what is in the way.

// Where a stage is computed.
func.func private @f(%a: tensor<8x16xf32>, %o: tensor<8xf32> {te.destination}) -> tensor<8xf32> attributes {te.kernel} {
  %p = te.compute "P" axes(i = 8, k = 16) : tensor<8x16xf32> {
  ^bb0(%i: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<8x16xf32>
    te.yield %x : f32
  }
  %q = te.compute "Q" axes(i = 8, k = 16) : tensor<8x16xf32> {
  ^bb0(%i: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<8x16xf32>
    te.yield %x : f32
  }
  %c = te.compute "C" axes(i = 8) reduce(k = 16) combine(add) : tensor<8xf32> {
  ^bb0(%i: index, %k: index):
    %x = te.read %p[%i, %k] : tensor<8x16xf32>
    %y = te.read %q[%i, %k] : tensor<8x16xf32>
    %m = arith.mulf %x, %y : f32
    te.yield %m : f32
  }
  return %c : tensor<8xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %root["P"] : !transform.any_op
    %Q = schedule.stage %root["Q"] : !transform.any_op
    %C = schedule.stage %root["C"] : !transform.any_op
    %i, %k = schedule.axes %C : !schedule.axis, !schedule.axis
    // expected-note @+1 {{stage "P" was placed here (kernel @f)}}
    schedule.compute_at %P at %C[%i]
    // expected-error @+2 {{axis i of stage "C" cannot be split: stage "P" is computed at it}}
    // expected-note @+1 {{hint: use split before compute_at, or compute_root on stage "P" first}}
    %io, %ii = schedule.split %C[%i] by 2
    transform.yield
  }
}

// -----

// What an axis is.
func.func private @f(%a: tensor<8x16xf32>, %o: tensor<8xf32> {te.destination}) -> tensor<8xf32> attributes {te.kernel} {
  %p = te.compute "P" axes(i = 8, k = 16) : tensor<8x16xf32> {
  ^bb0(%i: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<8x16xf32>
    te.yield %x : f32
  }
  %q = te.compute "Q" axes(i = 8, k = 16) : tensor<8x16xf32> {
  ^bb0(%i: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<8x16xf32>
    te.yield %x : f32
  }
  %c = te.compute "C" axes(i = 8) reduce(k = 16) combine(add) : tensor<8xf32> {
  ^bb0(%i: index, %k: index):
    %x = te.read %p[%i, %k] : tensor<8x16xf32>
    %y = te.read %q[%i, %k] : tensor<8x16xf32>
    %m = arith.mulf %x, %y : f32
    te.yield %m : f32
  }
  return %c : tensor<8xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %root["P"] : !transform.any_op
    %Q = schedule.stage %root["Q"] : !transform.any_op
    %C = schedule.stage %root["C"] : !transform.any_op
    %i, %k = schedule.axes %C : !schedule.axis, !schedule.axis
    // expected-note @+1 {{axis k was changed here (kernel @f)}}
    schedule.vectorize %C[%k]
    // expected-error @+2 {{vectorized axis k of stage "C" would stand outside axis i, which is plain}}
    // expected-note @+1 {{hint: register axes come last: put it inside, or unroll or vectorize axis i first}}
    schedule.reorder %C[%k, %i]
    transform.yield
  }
}

// -----

// Where an axis comes from, whatever was done to it since.
func.func private @f(%a: tensor<8x16xf32>, %o: tensor<8xf32> {te.destination}) -> tensor<8xf32> attributes {te.kernel} {
  %p = te.compute "P" axes(i = 8, k = 16) : tensor<8x16xf32> {
  ^bb0(%i: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<8x16xf32>
    te.yield %x : f32
  }
  %q = te.compute "Q" axes(i = 8, k = 16) : tensor<8x16xf32> {
  ^bb0(%i: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<8x16xf32>
    te.yield %x : f32
  }
  %c = te.compute "C" axes(i = 8) reduce(k = 16) combine(add) : tensor<8xf32> {
  ^bb0(%i: index, %k: index):
    %x = te.read %p[%i, %k] : tensor<8x16xf32>
    %y = te.read %q[%i, %k] : tensor<8x16xf32>
    %m = arith.mulf %x, %y : f32
    te.yield %m : f32
  }
  return %c : tensor<8xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %root["P"] : !transform.any_op
    %Q = schedule.stage %root["Q"] : !transform.any_op
    %C = schedule.stage %root["C"] : !transform.any_op
    %i, %k = schedule.axes %C : !schedule.axis, !schedule.axis
    // expected-note @+1 {{axis i.i was made here (kernel @f)}}
    %io, %ii = schedule.split %C[%i] by 2
    schedule.annotate %C[%ii] with "hint" = "x"
    // expected-error @+2 {{axis i.i of stage "C" would stand outside axis i.o of which it is the inner part}}
    // expected-note @+1 {{hint: keep axis i.o outside axis i.i, or split with another factor}}
    schedule.reorder %C[%ii, %io]
    transform.yield
  }
}

// -----

// In which order the axes stand.
func.func private @f(%a: tensor<8x16xf32>, %o: tensor<8xf32> {te.destination}) -> tensor<8xf32> attributes {te.kernel} {
  %p = te.compute "P" axes(i = 8, k = 16) : tensor<8x16xf32> {
  ^bb0(%i: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<8x16xf32>
    te.yield %x : f32
  }
  %q = te.compute "Q" axes(i = 8, k = 16) : tensor<8x16xf32> {
  ^bb0(%i: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<8x16xf32>
    te.yield %x : f32
  }
  %c = te.compute "C" axes(i = 8) reduce(k = 16) combine(add) : tensor<8xf32> {
  ^bb0(%i: index, %k: index):
    %x = te.read %p[%i, %k] : tensor<8x16xf32>
    %y = te.read %q[%i, %k] : tensor<8x16xf32>
    %m = arith.mulf %x, %y : f32
    te.yield %m : f32
  }
  return %c : tensor<8xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %root["P"] : !transform.any_op
    %Q = schedule.stage %root["Q"] : !transform.any_op
    %C = schedule.stage %root["C"] : !transform.any_op
    %i, %k = schedule.axes %C : !schedule.axis, !schedule.axis
    // expected-note @+1 {{the axes of stage "C" were ordered here (kernel @f)}}
    schedule.reorder %C[%k, %i]
    // expected-error @+2 {{parallel axis i of stage "C" would stand inside axis k, which is a reduction axis}}
    // expected-note @+1 {{hint: parallel axes come first: reorder axis i outside}}
    schedule.parallel %C[%i]
    transform.yield
  }
}

// -----

// Where accumulators are set.
func.func private @f(%a: tensor<8x16xf32>, %o: tensor<8xf32> {te.destination}) -> tensor<8xf32> attributes {te.kernel} {
  %p = te.compute "P" axes(i = 8, k = 16) : tensor<8x16xf32> {
  ^bb0(%i: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<8x16xf32>
    te.yield %x : f32
  }
  %q = te.compute "Q" axes(i = 8, k = 16) : tensor<8x16xf32> {
  ^bb0(%i: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<8x16xf32>
    te.yield %x : f32
  }
  %c = te.compute "C" axes(i = 8) reduce(k = 16) combine(add) : tensor<8xf32> {
  ^bb0(%i: index, %k: index):
    %x = te.read %p[%i, %k] : tensor<8x16xf32>
    %y = te.read %q[%i, %k] : tensor<8x16xf32>
    %m = arith.mulf %x, %y : f32
    te.yield %m : f32
  }
  return %c : tensor<8xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %root["P"] : !transform.any_op
    %Q = schedule.stage %root["Q"] : !transform.any_op
    %C = schedule.stage %root["C"] : !transform.any_op
    %i, %k = schedule.axes %C : !schedule.axis, !schedule.axis
    // expected-note @+1 {{the init of stage "C" was placed here (kernel @f)}}
    schedule.decompose_reduction %C at [%i]
    // expected-error @+2 {{the init of stage "C" stands before axis i, which would be inside of its reduction loops}}
    // expected-note @+1 {{hint: decompose the reduction at an axis outside of them first}}
    schedule.reorder %C[%k, %i]
    transform.yield
  }
}

// -----

// What buffer a stage has.
func.func private @f(%a: tensor<8x16xf32>, %o: tensor<8xf32> {te.destination}) -> tensor<8xf32> attributes {te.kernel} {
  %p = te.compute "P" axes(i = 8, k = 16) : tensor<8x16xf32> {
  ^bb0(%i: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<8x16xf32>
    te.yield %x : f32
  }
  %q = te.compute "Q" axes(i = 8, k = 16) : tensor<8x16xf32> {
  ^bb0(%i: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<8x16xf32>
    te.yield %x : f32
  }
  %c = te.compute "C" axes(i = 8) reduce(k = 16) combine(add) : tensor<8xf32> {
  ^bb0(%i: index, %k: index):
    %x = te.read %p[%i, %k] : tensor<8x16xf32>
    %y = te.read %q[%i, %k] : tensor<8x16xf32>
    %m = arith.mulf %x, %y : f32
    te.yield %m : f32
  }
  return %c : tensor<8xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %root["P"] : !transform.any_op
    %Q = schedule.stage %root["Q"] : !transform.any_op
    %C = schedule.stage %root["C"] : !transform.any_op
    %i, %k = schedule.axes %C : !schedule.axis, !schedule.axis
    schedule.compute_at %P at %C[%i]
    schedule.compute_at %Q at %C[%i]
    // expected-note @+1 {{the buffer of stage "Q" was set here (kernel @f)}}
    schedule.double_buffer %Q
    // expected-error @+2 {{stage "P" cannot be computed ahead at axis i of stage "C": stage "Q" is computed ahead there}}
    // expected-note @+1 {{hint: use double_buffer on one stage of a loop}}
    schedule.double_buffer %P
    transform.yield
  }
}

// -----

// Any step on the stage.
func.func private @f(%a: tensor<8x16xf32>, %o: tensor<8xf32> {te.destination}) -> tensor<8xf32> attributes {te.kernel} {
  %p = te.compute "P" axes(i = 8, k = 16) : tensor<8x16xf32> {
  ^bb0(%i: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<8x16xf32>
    te.yield %x : f32
  }
  %q = te.compute "Q" axes(i = 8, k = 16) : tensor<8x16xf32> {
  ^bb0(%i: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<8x16xf32>
    te.yield %x : f32
  }
  %c = te.compute "C" axes(i = 8) reduce(k = 16) combine(add) : tensor<8xf32> {
  ^bb0(%i: index, %k: index):
    %x = te.read %p[%i, %k] : tensor<8x16xf32>
    %y = te.read %q[%i, %k] : tensor<8x16xf32>
    %m = arith.mulf %x, %y : f32
    te.yield %m : f32
  }
  return %c : tensor<8xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %root["P"] : !transform.any_op
    %Q = schedule.stage %root["Q"] : !transform.any_op
    %C = schedule.stage %root["C"] : !transform.any_op
    %i, %k = schedule.axes %C : !schedule.axis, !schedule.axis
    schedule.compute_at %Q at %C[%i]
    // expected-note @+1 {{stage "Q" was scheduled here (kernel @f)}}
    schedule.set_scope %Q to "local"
    // expected-error @+2 {{stage "Q" has been scheduled already}}
    // expected-note @+1 {{hint: use cache_write before other steps on the stage}}
    %q2 = schedule.cache_write %Q
    transform.yield
  }
}

// -----

// The stages that there are, as many as a line holds.
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
  %12 = te.compute "S12" axes(i = 2) : tensor<2xf32> {
  ^bb0(%i: index):
    te.yield %zero : f32
  }
  %13 = te.compute "S13" axes(i = 2) : tensor<2xf32> {
  ^bb0(%i: index):
    te.yield %zero : f32
  }
  return %13 : tensor<2xf32>
}
transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
  // expected-error @below {{no stage named "S"}}
  // expected-note @below {{hint: the stages are "S0", "S1", "S2", "S3", "S4", "S5", "S6", "S7", "S8", "S9", "S10", "S11" and 2 more}}
  %S = schedule.stage %root["S"] : !transform.any_op
  transform.yield
}
}
