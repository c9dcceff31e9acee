// RUN: dl-opt %s --schedule-apply --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=REFUSED --allow-empty
// REFUSED-NOT: {{[a-z]}}

// What a launch cannot have.

// An index of threads has less than the block.
func.func private @f(%x: tensor<1024x64xf32>, %o: tensor<1024x64xf32> {te.destination}) -> tensor<1024x64xf32> attributes {te.kernel, schedule.sequence = @schedules::@f} {
  %p = te.compute "P" axes(i = 1024, j = 64) : tensor<1024x64xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<1024x64xf32>
    te.yield %v : f32
  }
  // expected-note @below {{stage}}
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
    // expected-error @below {{axis i of stage "C" has 1024 steps, threadIdx.z has at most 64}}
    // expected-note @below {{hint: split it and bind a smaller part, or another index}}
    schedule.bind %C[%i] to "threadIdx.z"
    transform.yield
  }
}

// -----

// The threads of a launch are those of all its stages: 128 of one, 16 of another.
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
    %io, %ii = schedule.split %C[%i] by 128
    schedule.bind %C[%io] to "blockIdx.x"
    // expected-note @+1 {{axis i.i was changed here (kernel @f)}}
    schedule.bind %C[%ii] to "threadIdx.x"
    %jo, %ji = schedule.split %P[%pj] by 16
    schedule.compute_at %P at %C[%ii]
    schedule.set_scope %P to "shared"
    // expected-error @below {{bound axes make 2048 threads, a block has at most 1024: axis i.i of stage "C" (threadIdx.x, 128), axis j.i of stage "P" (threadIdx.y, 16)}}
    // expected-note @below {{hint: split and bind smaller parts}}
    schedule.bind %P[%ji] to "threadIdx.y"
    transform.yield
  }
}

// -----

// Memory of a block: 512x64 numbers of 4 bytes.
func.func private @f(%x: tensor<1024x64xf32>, %o: tensor<1024x64xf32> {te.destination}) -> tensor<1024x64xf32> attributes {te.kernel, schedule.sequence = @schedules::@f} {
  // expected-note @below {{stage}}
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
    %io, %ii = schedule.split %C[%i] by 512
    schedule.bind %C[%io] to "blockIdx.x"
    schedule.compute_at %P at %C[%io]
    // expected-error @below {{stages of scope shared take 131072 bytes, a block has at most 49152: stage "P" (131072)}}
    // expected-note @below {{hint: compute less of them at a time: at an inner axis, or of smaller parts}}
    schedule.set_scope %P to "shared"
    transform.yield
  }
}

// -----

// Two buffers of 32 KiB.
func.func private @f(%x: tensor<1024x64xf32>, %o: tensor<1024x64xf32> {te.destination}) -> tensor<1024x64xf32> attributes {te.kernel, schedule.sequence = @schedules::@f} {
  // expected-note @below {{stage}}
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
    %io, %ii = schedule.split %C[%i] by 128
    schedule.compute_at %P at %C[%io]
    schedule.set_scope %P to "shared"
    // expected-error @below {{stages of scope shared take 65536 bytes, a block has at most 49152: stage "P" (65536)}}
    // expected-note @below {{hint: compute less of them at a time: at an inner axis, or of smaller parts}}
    schedule.double_buffer %P
    transform.yield
  }
}

// -----

// A thread's own values have no threads.
func.func private @f(%x: tensor<1024x64xf32>, %o: tensor<1024x64xf32> {te.destination}) -> tensor<1024x64xf32> attributes {te.kernel, schedule.sequence = @schedules::@f} {
  // expected-note @below {{stage}}
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
    schedule.bind %C[%io] to "blockIdx.x"
    schedule.compute_at %P at %C[%io]
    // expected-error @below {{axis j of stage "P" is bound to threadIdx.x, but computed at axis i.o of stage "C" by each thread for itself}}
    // expected-note @below {{hint: use set_scope shared on stage "P" there, bind after it, and the threads compute it together}}
    schedule.bind %P[%pj] to "threadIdx.x"
    transform.yield
  }
}

// -----

// Threads that compute together come by together.
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
    schedule.bind %C[%io] to "blockIdx.x"
    // expected-note @below {{axis i.i was changed here}}
    schedule.bind %C[%ii] to "threadIdx.x"
    schedule.compute_at %P at %C[%ii]
    schedule.set_scope %P to "shared"
    // expected-error @below {{stage "P" is for all threads, of which there are 64 by axis j of stage "P", but stands inside axis i.i of stage "C" (threadIdx.x, 16), where only some come by}}
    // expected-note @below {{hint: bind axes of equal extent}}
    schedule.bind %P[%pj] to "threadIdx.x"
    transform.yield
  }
}

// -----

// Of unknown extent, though the bound part has a constant one.
func.func private @f(%a: tensor<?x64xf32>, %o: tensor<?x64xf32> {te.destination}) -> tensor<?x64xf32> attributes {te.kernel, schedule.sequence = @schedules::@f} {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?x64xf32>
  // expected-note @below {{stage}}
  %d = te.compute "D" axes(i = %n, j = 64) : tensor<?x64xf32> {
  ^bb0(%i: index, %j: index):
    %x = te.read %a[%i, %j] : tensor<?x64xf32>
    te.yield %x : f32
  }
  return %d : tensor<?x64xf32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%f: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %f["D"] : !transform.any_op
    %i, %j = schedule.axes %D : !schedule.axis, !schedule.axis
    %io, %ii = schedule.split %D[%i] by 4
    // expected-error @below {{axis i of stage "D", of which axis i.i is made, has an extent known only at run time and cannot be bound to threadIdx.x: launches have constant sizes}}
    // expected-note @below {{hint: bind axes of constant extent, or give this dimension of the tensors one}}
    schedule.bind %D[%ii] to "threadIdx.x"
    transform.yield
  }
}

// -----

// The axis itself.
func.func private @f(%a: tensor<?xf32>, %o: tensor<?xf32> {te.destination}) -> tensor<?xf32> attributes {te.kernel, schedule.sequence = @schedules::@f} {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %a, %c0 : tensor<?xf32>
  // expected-note @below {{stage}}
  %d = te.compute "D" axes(i = %n) : tensor<?xf32> {
  ^bb0(%i: index):
    %x = te.read %a[%i] : tensor<?xf32>
    te.yield %x : f32
  }
  return %d : tensor<?xf32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%f: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %f["D"] : !transform.any_op
    %i = schedule.axis %D["i"]
    // expected-error @below {{axis i of stage "D" has an extent known only at run time and cannot be bound to vthread: launches have constant sizes}}
    // expected-note @below {{hint: bind axes of constant extent, or give this dimension of the tensors one}}
    schedule.bind %D[%i] to "vthread"
    transform.yield
  }
}

// -----

// More blocks than there are along y.
func.func private @f(%a: tensor<131072xf32>, %o: tensor<131072xf32> {te.destination}) -> tensor<131072xf32> attributes {te.kernel, schedule.sequence = @schedules::@f} {
  // expected-note @below {{stage}}
  %d = te.compute "D" axes(i = 131072) : tensor<131072xf32> {
  ^bb0(%i: index):
    %x = te.read %a[%i] : tensor<131072xf32>
    te.yield %x : f32
  }
  return %d : tensor<131072xf32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%f: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %f["D"] : !transform.any_op
    %i = schedule.axis %D["i"]
    // expected-error @below {{axis i of stage "D" has 131072 steps, blockIdx.y has at most 65535}}
    // expected-note @below {{hint: split it and bind a smaller part, or another index}}
    schedule.bind %D[%i] to "blockIdx.y"
    transform.yield
  }
}

// -----

// A step of a scan, for threads as for blocks.
func.func private @f(%x: tensor<4x8xf32>, %zero: tensor<8xf32>, %o: tensor<8xf32> {te.destination}) -> tensor<8xf32> attributes {te.kernel, schedule.sequence = @schedules::@f} {
  %s = te.scan "S" time(t = 4) init(%zero) : tensor<8xf32> {
  ^bb0(%t: index, %h: tensor<8xf32>):
    // expected-note @below {{stage}}
    %n = te.compute "N" axes(i = 8) : tensor<8xf32> {
    ^bb0(%i: index):
      %a = te.read %h[%i] : tensor<8xf32>
      %b = te.read %x[%t, %i] : tensor<4x8xf32>
      %c = arith.addf %a, %b : f32
      te.yield %c : f32
    }
    te.yield %n : tensor<8xf32>
  }
  return %s : tensor<8xf32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%f: !transform.any_op {transform.readonly}) {
    %N = schedule.stage %f["N"] : !transform.any_op
    %i = schedule.axis %N["i"]
    // expected-error @below {{axis i of stage "N" cannot be bound to threadIdx.x: the stage is a step of a scan, and a launch does not wait between steps}}
    // expected-note @below {{hint: bind axes of stages outside of the scan}}
    schedule.bind %N[%i] to "threadIdx.x"
    transform.yield
  }
}
