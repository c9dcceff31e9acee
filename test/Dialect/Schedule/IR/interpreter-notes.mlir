// RUN: dl-opt %s --transform-interpreter --split-input-file --verify-diagnostics

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
