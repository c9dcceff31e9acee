// RUN: dl-opt %s --schedule-apply --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=REFUSED --allow-empty
// REFUSED-NOT: {{[a-z]}}

// What cannot be the index of a block or a thread.

// A name that is none.
func.func private @f(%a: tensor<64x32xf32>, %o: tensor<64xf32> {te.destination}) -> tensor<64xf32> attributes {te.kernel, schedule.sequence = @schedules::@f} {
  %p = te.compute "P" axes(i = 64, k = 32) : tensor<64x32xf32> {
  ^bb0(%i: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<64x32xf32>
    te.yield %x : f32
  }
  // expected-note @below {{stage}}
  %c = te.compute "C" axes(i = 64) reduce(k = 32) combine(add) : tensor<64xf32> {
  ^bb0(%i: index, %k: index):
    %x = te.read %p[%i, %k] : tensor<64x32xf32>
    te.yield %x : f32
  }
  return %c : tensor<64xf32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%f: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %f["P"] : !transform.any_op
    %C = schedule.stage %f["C"] : !transform.any_op
    %i, %k = schedule.axes %C : !schedule.axis, !schedule.axis
    %pi, %pk = schedule.axes %P : !schedule.axis, !schedule.axis
    // expected-error @below {{axis i of stage "C" can be bound to no index of this name}}
    // expected-note @below {{hint: use blockIdx.x, .y or .z, threadIdx.x, .y or .z, or vthread}}
    schedule.bind %C[%i] to "threadIdx.w"
    transform.yield
  }
}

// -----

// A reduction axis.
func.func private @f(%a: tensor<64x32xf32>, %o: tensor<64xf32> {te.destination}) -> tensor<64xf32> attributes {te.kernel, schedule.sequence = @schedules::@f} {
  %p = te.compute "P" axes(i = 64, k = 32) : tensor<64x32xf32> {
  ^bb0(%i: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<64x32xf32>
    te.yield %x : f32
  }
  // expected-note @below {{stage}}
  %c = te.compute "C" axes(i = 64) reduce(k = 32) combine(add) : tensor<64xf32> {
  ^bb0(%i: index, %k: index):
    %x = te.read %p[%i, %k] : tensor<64x32xf32>
    te.yield %x : f32
  }
  return %c : tensor<64xf32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%f: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %f["P"] : !transform.any_op
    %C = schedule.stage %f["C"] : !transform.any_op
    %i, %k = schedule.axes %C : !schedule.axis, !schedule.axis
    %pi, %pk = schedule.axes %P : !schedule.axis, !schedule.axis
    // expected-error @below {{axis k of stage "C" is a reduction axis and cannot be bound to threadIdx.x: all its iterations write the same elements}}
    // expected-note @below {{hint: bind a spatial axis, or use rfactor and bind the new one}}
    schedule.bind %C[%k] to "threadIdx.x"
    transform.yield
  }
}

// -----

// An incomplete step.
func.func private @f(%a: tensor<64x32xf32>, %o: tensor<64xf32> {te.destination}) -> tensor<64xf32> attributes {te.kernel, schedule.sequence = @schedules::@f} {
  %p = te.compute "P" axes(i = 64, k = 32) : tensor<64x32xf32> {
  ^bb0(%i: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<64x32xf32>
    te.yield %x : f32
  }
  %c = te.compute "C" axes(i = 64) reduce(k = 32) combine(add) : tensor<64xf32> {
  ^bb0(%i: index, %k: index):
    %x = te.read %p[%i, %k] : tensor<64x32xf32>
    te.yield %x : f32
  }
  return %c : tensor<64xf32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%f: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %f["P"] : !transform.any_op
    %C = schedule.stage %f["C"] : !transform.any_op
    %i, %k = schedule.axes %C : !schedule.axis, !schedule.axis
    %pi, %pk = schedule.axes %P : !schedule.axis, !schedule.axis
    // expected-note @+1 {{axis i.o was made here (kernel @f)}}
    %io, %ii = schedule.split %C[%i] by 24
    // expected-error @below {{axis i.o of stage "C" has an incomplete last step, which no blockIdx.x would run: 24 does not divide 64}}
    // expected-note @below {{hint: split by a divisor of the extent}}
    schedule.bind %C[%io] to "blockIdx.x"
    transform.yield
  }
}

// -----

// A block inside a plain axis.
func.func private @f(%a: tensor<64x32xf32>, %o: tensor<64xf32> {te.destination}) -> tensor<64xf32> attributes {te.kernel, schedule.sequence = @schedules::@f} {
  %p = te.compute "P" axes(i = 64, k = 32) : tensor<64x32xf32> {
  ^bb0(%i: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<64x32xf32>
    te.yield %x : f32
  }
  // expected-note @below {{stage}}
  %c = te.compute "C" axes(i = 64) reduce(k = 32) combine(add) : tensor<64xf32> {
  ^bb0(%i: index, %k: index):
    %x = te.read %p[%i, %k] : tensor<64x32xf32>
    te.yield %x : f32
  }
  return %c : tensor<64xf32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%f: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %f["P"] : !transform.any_op
    %C = schedule.stage %f["C"] : !transform.any_op
    %i, %k = schedule.axes %C : !schedule.axis, !schedule.axis
    %pi, %pk = schedule.axes %P : !schedule.axis, !schedule.axis
    %io, %ii = schedule.split %C[%i] by 8
    // expected-error @below {{axis i.i of stage "C", bound to blockIdx.x, would stand inside axis i.o, which is not bound to a block}}
    // expected-note @below {{hint: block axes come first: reorder, or bind axis i.o to a block first}}
    schedule.bind %C[%ii] to "blockIdx.x"
    transform.yield
  }
}

// -----

// A thread inside a reduction.
func.func private @f(%a: tensor<64x32xf32>, %o: tensor<64xf32> {te.destination}) -> tensor<64xf32> attributes {te.kernel, schedule.sequence = @schedules::@f} {
  %p = te.compute "P" axes(i = 64, k = 32) : tensor<64x32xf32> {
  ^bb0(%i: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<64x32xf32>
    te.yield %x : f32
  }
  %c = te.compute "C" axes(i = 64) reduce(k = 32) combine(add) : tensor<64xf32> {
  ^bb0(%i: index, %k: index):
    %x = te.read %p[%i, %k] : tensor<64x32xf32>
    te.yield %x : f32
  }
  return %c : tensor<64xf32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%f: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %f["P"] : !transform.any_op
    %C = schedule.stage %f["C"] : !transform.any_op
    %i, %k = schedule.axes %C : !schedule.axis, !schedule.axis
    %pi, %pk = schedule.axes %P : !schedule.axis, !schedule.axis
    // expected-note @+1 {{the axes of stage "C" were ordered here (kernel @f)}}
    schedule.reorder %C[%k, %i]
    // expected-error @below {{axis i of stage "C", bound to threadIdx.x, would stand inside axis k, which is a reduction axis}}
    // expected-note @below {{hint: put the bound axes outside}}
    schedule.bind %C[%i] to "threadIdx.x"
    transform.yield
  }
}

// -----

// Too many threads.
func.func private @f(%a: tensor<64x32xf32>, %o: tensor<64xf32> {te.destination}) -> tensor<64xf32> attributes {te.kernel, schedule.sequence = @schedules::@f} {
  %p = te.compute "P" axes(i = 64, k = 32) : tensor<64x32xf32> {
  ^bb0(%i: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<64x32xf32>
    te.yield %x : f32
  }
  %c = te.compute "C" axes(i = 64) reduce(k = 32) combine(add) : tensor<64xf32> {
  ^bb0(%i: index, %k: index):
    %x = te.read %p[%i, %k] : tensor<64x32xf32>
    te.yield %x : f32
  }
  return %c : tensor<64xf32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%f: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %f["P"] : !transform.any_op
    %C = schedule.stage %f["C"] : !transform.any_op
    %i, %k = schedule.axes %C : !schedule.axis, !schedule.axis
    %pi, %pk = schedule.axes %P : !schedule.axis, !schedule.axis
    // expected-note @+1 {{axis i was changed here (kernel @f)}}
    schedule.bind %P[%pi] to "threadIdx.y"
    // expected-error @below {{bound axes make 2048 threads, a block has at most 1024: axis k of stage "P" (threadIdx.x, 32), axis i of stage "P" (threadIdx.y, 64)}}
    // expected-note @below {{hint: split and bind smaller parts}}
    schedule.bind %P[%pk] to "threadIdx.x"
    transform.yield
  }
}

// -----

// One index twice.
func.func private @f(%a: tensor<64x32xf32>, %o: tensor<64xf32> {te.destination}) -> tensor<64xf32> attributes {te.kernel, schedule.sequence = @schedules::@f} {
  %p = te.compute "P" axes(i = 64, k = 32) : tensor<64x32xf32> {
  ^bb0(%i: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<64x32xf32>
    te.yield %x : f32
  }
  %c = te.compute "C" axes(i = 64) reduce(k = 32) combine(add) : tensor<64xf32> {
  ^bb0(%i: index, %k: index):
    %x = te.read %p[%i, %k] : tensor<64x32xf32>
    te.yield %x : f32
  }
  return %c : tensor<64xf32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%f: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %f["P"] : !transform.any_op
    %C = schedule.stage %f["C"] : !transform.any_op
    %i, %k = schedule.axes %C : !schedule.axis, !schedule.axis
    %pi, %pk = schedule.axes %P : !schedule.axis, !schedule.axis
    %io, %ii = schedule.split %C[%i] by 8
    // expected-note @+1 {{axis i.o was changed here (kernel @f)}}
    schedule.bind %C[%io] to "threadIdx.x"
    // expected-error @below {{axis i.o of stage "C" and axis i.i are both bound to threadIdx.x}}
    // expected-note @below {{hint: bind one of them to another index}}
    schedule.bind %C[%ii] to "threadIdx.x"
    transform.yield
  }
}

// -----

// Blocks inside the loops of another stage.
func.func private @f(%a: tensor<64x32xf32>, %o: tensor<64xf32> {te.destination}) -> tensor<64xf32> attributes {te.kernel, schedule.sequence = @schedules::@f} {
  %p = te.compute "P" axes(i = 64, k = 32) : tensor<64x32xf32> {
  ^bb0(%i: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<64x32xf32>
    te.yield %x : f32
  }
  %c = te.compute "C" axes(i = 64) reduce(k = 32) combine(add) : tensor<64xf32> {
  ^bb0(%i: index, %k: index):
    %x = te.read %p[%i, %k] : tensor<64x32xf32>
    te.yield %x : f32
  }
  return %c : tensor<64xf32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%f: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %f["P"] : !transform.any_op
    %C = schedule.stage %f["C"] : !transform.any_op
    %i, %k = schedule.axes %C : !schedule.axis, !schedule.axis
    // expected-note @below {{axis k is from here}}
    %pi, %pk = schedule.axes %P : !schedule.axis, !schedule.axis
    schedule.compute_at %P at %C[%i]
    // expected-error @below {{axis k of stage "P" is bound to blockIdx.x inside the loops of stage "C", but blocks are started once, outside}}
    // expected-note @below {{hint: bind an axis of the outermost consumer to blocks}}
    schedule.bind %P[%pk] to "blockIdx.x"
    transform.yield
  }
}

// -----

// The threads of a consumer.
func.func private @f(%a: tensor<64x32xf32>, %o: tensor<64xf32> {te.destination}) -> tensor<64xf32> attributes {te.kernel, schedule.sequence = @schedules::@f} {
  %p = te.compute "P" axes(i = 64, k = 32) : tensor<64x32xf32> {
  ^bb0(%i: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<64x32xf32>
    te.yield %x : f32
  }
  %c = te.compute "C" axes(i = 64) reduce(k = 32) combine(add) : tensor<64xf32> {
  ^bb0(%i: index, %k: index):
    %x = te.read %p[%i, %k] : tensor<64x32xf32>
    te.yield %x : f32
  }
  return %c : tensor<64xf32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%f: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %f["P"] : !transform.any_op
    %C = schedule.stage %f["C"] : !transform.any_op
    %i, %k = schedule.axes %C : !schedule.axis, !schedule.axis
    %pi, %pk = schedule.axes %P : !schedule.axis, !schedule.axis
    // expected-note @below {{axis i was changed here}}
    schedule.bind %C[%i] to "threadIdx.x"
    schedule.compute_at %P at %C[%i]
    // expected-error @below {{axis k of stage "P" is bound to threadIdx.x inside axis i of stage "C", which is bound to it too}}
    // expected-note @below {{hint: use set_scope shared on stage "P" before, and the threads compute it together}}
    schedule.bind %P[%pk] to "threadIdx.x"
    transform.yield
  }
}

// -----

// An index already.
func.func private @f(%x: tensor<1024x64xf32>, %o: tensor<1024x64xf32> {te.destination}) -> tensor<1024x64xf32> attributes {te.kernel, schedule.sequence = @schedules::@f} {
  %p = te.compute "P" axes(i = 1024, j = 64) : tensor<1024x64xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<1024x64xf32>
    te.yield %v : f32
  }
  %c = te.compute "C" axes(i = 1024, j = 64) : tensor<1024x64xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %p[%i, 63 - %j] : tensor<1024x64xf32>
    te.yield %v : f32
  }
  return %c : tensor<1024x64xf32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%f: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %f["P"] : !transform.any_op
    %C = schedule.stage %f["C"] : !transform.any_op
    %i, %j = schedule.axes %C : !schedule.axis, !schedule.axis
    %pi, %pj = schedule.axes %P : !schedule.axis, !schedule.axis
    %io, %ii = schedule.split %C[%i] by 16
    // expected-note @below {{axis i.o was changed here}}
    schedule.bind %C[%io] to "blockIdx.x"
    // expected-error @below {{axis i.o of stage "C" cannot be bound to blockIdx.y: it is bound to blockIdx.x already}}
    // expected-note @below {{hint: an axis has one annotation: split it before and annotate the parts}}
    schedule.bind %C[%io] to "blockIdx.y"
    transform.yield
  }
}

// -----

// Another annotation.
func.func private @f(%x: tensor<1024x64xf32>, %o: tensor<1024x64xf32> {te.destination}) -> tensor<1024x64xf32> attributes {te.kernel, schedule.sequence = @schedules::@f} {
  %p = te.compute "P" axes(i = 1024, j = 64) : tensor<1024x64xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<1024x64xf32>
    te.yield %v : f32
  }
  %c = te.compute "C" axes(i = 1024, j = 64) : tensor<1024x64xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %p[%i, 63 - %j] : tensor<1024x64xf32>
    te.yield %v : f32
  }
  return %c : tensor<1024x64xf32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%f: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %f["P"] : !transform.any_op
    %C = schedule.stage %f["C"] : !transform.any_op
    %i, %j = schedule.axes %C : !schedule.axis, !schedule.axis
    %pi, %pj = schedule.axes %P : !schedule.axis, !schedule.axis
    // expected-note @below {{axis j was changed here}}
    schedule.vectorize %C[%j]
    // expected-error @below {{axis j of stage "C" cannot be bound to threadIdx.x: it is vectorized already}}
    // expected-note @below {{hint: an axis has one annotation: split it before and annotate the parts}}
    schedule.bind %C[%j] to "threadIdx.x"
    transform.yield
  }
}

// -----

// Inside of a parallel axis.
func.func private @f(%x: tensor<1024x64xf32>, %o: tensor<1024x64xf32> {te.destination}) -> tensor<1024x64xf32> attributes {te.kernel, schedule.sequence = @schedules::@f} {
  %p = te.compute "P" axes(i = 1024, j = 64) : tensor<1024x64xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<1024x64xf32>
    te.yield %v : f32
  }
  %c = te.compute "C" axes(i = 1024, j = 64) : tensor<1024x64xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %p[%i, 63 - %j] : tensor<1024x64xf32>
    te.yield %v : f32
  }
  return %c : tensor<1024x64xf32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%f: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %f["P"] : !transform.any_op
    %C = schedule.stage %f["C"] : !transform.any_op
    %i, %j = schedule.axes %C : !schedule.axis, !schedule.axis
    %pi, %pj = schedule.axes %P : !schedule.axis, !schedule.axis
    // expected-note @+1 {{axis i was changed here (kernel @f)}}
    schedule.parallel %C[%i]
    // expected-error @below {{axis j of stage "C", bound to threadIdx.x, would stand inside axis i, which is parallel}}
    // expected-note @below {{hint: put the bound axes outside}}
    schedule.bind %C[%j] to "threadIdx.x"
    transform.yield
  }
}

// -----

// The same the other way round: what is bound stays outside.
func.func private @f(%p: tensor<1024x64xf32>, %o: tensor<1024x64xf32> {te.destination}) -> tensor<1024x64xf32> attributes {te.kernel, schedule.sequence = @schedules::@f} {
  %c = te.compute "C" axes(i = 1024, j = 64) : tensor<1024x64xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %p[%i, %j] : tensor<1024x64xf32>
    te.yield %v : f32
  }
  return %c : tensor<1024x64xf32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%f: !transform.any_op {transform.readonly}) {
    %C = schedule.stage %f["C"] : !transform.any_op
    // expected-note @below {{axis i is from here (kernel @f)}}
    %i, %j = schedule.axes %C : !schedule.axis, !schedule.axis
    schedule.bind %C[%j] to "threadIdx.x"
    // expected-error @below {{axis j of stage "C", bound to threadIdx.x, would stand inside axis i, which is parallel}}
    // expected-note @below {{hint: put the bound axes outside}}
    schedule.parallel %C[%i]
    transform.yield
  }
}
