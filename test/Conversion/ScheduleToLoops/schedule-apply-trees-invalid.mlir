// RUN: dl-opt %s --schedule-apply --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=REFUSED --allow-empty
// REFUSED-NOT: {{[a-z]}}

// Trees written by hand are checked where the loops are made: what steps would refuse.

func.func private @f(%x: tensor<8xf32>, %ids: tensor<8xindex>, %o: tensor<8xf32> {te.destination}) -> tensor<8xf32> attributes {te.kernel} {
  // expected-error @below {{stage "D" reads stage "P" at an index that depends on data (dimension 0), so the part needed at axis i of stage "D" has no fixed size; use compute_inline or compute_root}}
  %p = te.compute "P" axes(i = 8) : tensor<8xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8) at(D[0])">} {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<8xf32>
    te.yield %v : f32
  }
  // expected-note @below {{the other stage}}
  %d = te.compute "D" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %n = te.read %ids[%i] : tensor<8xindex>
    %v = te.read %p[%n] : tensor<8xf32>
    te.yield %v : f32
  }
  return %d : tensor<8xf32>
}

// -----

func.func private @f(%x: tensor<8xf32>, %o: tensor<8xf32> {te.destination}) -> tensor<8xf32> attributes {te.kernel} {
  %zero = arith.constant 0.0 : f32
  // expected-error @below {{stage "D" reads stage "P" under a condition, so what the threads need together at axis i of stage "D" is no box; use set_scope to local, or compute_root}}
  %p = te.compute "P" axes(i = 8) : tensor<8xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8) scope(shared) at(D[0])">} {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<8xf32>
    te.yield %v : f32
  }
  // expected-note @below {{the other stage}}
  %d = te.compute "D" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %v = te.read %p[%i - 1] where(%i - 1 >= 0) else %zero : tensor<8xf32>
    te.yield %v : f32
  }
  return %d : tensor<8xf32>
}

// -----

func.func private @f(%x: tensor<?xf32>, %o: tensor<8xf32> {te.destination}) -> tensor<8xf32> attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %zero = arith.constant 0.0 : f32
  // expected-error @below {{stage "D" reads stage "P" under a condition, and axis i of it has an extent that is known only at run time, so the part needed at axis i of stage "D" may be longer than it; use compute_root; a stage between the two that holds this read can be computed there}}
  %p = te.compute "P" axes(i = %n) : tensor<?xf32> attributes {schedule.tree = #schedule.tree<"axes(i=?) at(D[0])">} {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<?xf32>
    te.yield %v : f32
  }
  // expected-note @below {{the other stage}}
  %d = te.compute "D" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %v = te.read %p[%i - 1] where(%i - 1 >= 0, %n - %i >= 0) else %zero : tensor<?xf32>
    te.yield %v : f32
  }
  return %d : tensor<8xf32>
}

// -----

func.func private @f(%x: tensor<8xf32>, %o: tensor<8xf32> {te.destination}) -> tensor<8xf32> attributes {te.kernel} {
  %zero = arith.constant 0.0 : f32
  // expected-error @below {{stage "Q" reads stage "P" for a part that a condition moves, so what the threads need together at axis k of stage "D" is no box; use set_scope to local, or compute_root}}
  %p = te.compute "P" axes(i = 8) : tensor<8xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8) scope(shared) at(D[1])">} {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<8xf32>
    te.yield %v : f32
  }
  // expected-note @below {{the other stage}}
  %q = te.compute "Q" axes(i = 8) : tensor<8xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8) at(D[1])">} {
  ^bb0(%i: index):
    %v = te.read %p[%i] : tensor<8xf32>
    te.yield %v : f32
  }
  %d = te.compute "D" axes(i = 8) reduce(k = 3) combine(add) : tensor<8xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8) reduce(k=3) split(i by 2) threadIdx.x(i.o)">} {
  ^bb0(%i: index, %k: index):
    %v = te.read %q[%i + %k - 1] where(%i + %k - 1 >= 0, 8 - %i - %k >= 0) else %zero : tensor<8xf32>
    te.yield %v : f32
  }
  return %d : tensor<8xf32>
}

// -----

func.func private @f(%x: tensor<8x?xf32>, %o: tensor<8x?xf32> {te.destination}) -> tensor<8x?xf32> attributes {te.kernel} {
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c1 : tensor<8x?xf32>
  // expected-error @below {{stage "D" reads stage "P" along the whole axis j, whose extent is known only at run time, at each step of axis i of stage "D"; compute it at an axis inside axis j, or use compute_inline or compute_root}}
  %p = te.compute "P" axes(i = 8, j = %n) : tensor<8x?xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8, j=?) at(D[0])">} {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<8x?xf32>
    te.yield %v : f32
  }
  // expected-note @below {{the other stage}}
  %d = te.compute "D" axes(i = 8, j = %n) : tensor<8x?xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %p[%i, %j] : tensor<8x?xf32>
    te.yield %v : f32
  }
  return %d : tensor<8x?xf32>
}

// -----

func.func private @f(%x: tensor<10xf32>, %o: tensor<10xf32> {te.destination}) -> tensor<10xf32> attributes {te.kernel} {
  // expected-note @below {{the other stage}}
  %p = te.compute "P" axes(i = 10) : tensor<10xf32> attributes {schedule.tree = #schedule.tree<"axes(i=10) at(D[1])">} {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<10xf32>
    te.yield %v : f32
  }
  // expected-error @below {{the last step of axis i.o of stage "D" cannot be masked: stage "P" is computed inside of it, where only a part of the step is needed; compute stage "P" at an axis outside of it, or use another tail}}
  %d = te.compute "D" axes(i = 10) : tensor<10xf32> attributes {schedule.tree = #schedule.tree<"axes(i=10) split(i by 4, mask) order(i.o, i.i) vectorize(i.i)">} {
  ^bb0(%i: index):
    %v = te.read %p[%i] : tensor<10xf32>
    te.yield %v : f32
  }
  return %d : tensor<10xf32>
}

// -----

func.func private @f(%x: tensor<8xf32>, %o: tensor<8xf32> {te.destination}, %q: tensor<8xf32> {te.destination}) -> (tensor<8xf32>, tensor<8xf32>) attributes {te.kernel} {
  // expected-error @below {{stage "P" cannot be computed at axis i of stage "D": stage "E" reads it too, outside stage "D"; use compute_root on stage "P", or compute stage "E" at or inside that axis first}}
  %p = te.compute "P" axes(i = 8) : tensor<8xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8) at(D[0])">} {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<8xf32>
    te.yield %v : f32
  }
  %d = te.compute "D" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<8xf32>
    te.yield %v : f32
  }
  // expected-note @below {{the other stage}}
  %e = te.compute "E" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %v = te.read %p[%i] : tensor<8xf32>
    te.yield %v : f32
  }
  return %d, %e : tensor<8xf32>, tensor<8xf32>
}

// -----

// Memory of a block, read at places of threads that are no box.
func.func private @f(%x: tensor<8x6xf32>, %o: tensor<8x6xf32> {te.destination}) -> tensor<8x6xf32> attributes {te.kernel} {
  %p = te.compute "P" axes(i = 8, j = 6) : tensor<8x6xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8, j=6) scope(shared) at(D[2])">} {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<8x6xf32>
    te.yield %v : f32
  }
  // expected-error @below {{stage "P" is for all threads, but stands inside axis i*j of stage "D", which is fused, and what its threads need together is no box; bind axes that were not fused}}
  %d = te.compute "D" axes(i = 8, j = 6) : tensor<8x6xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8, j=6) fuse(i, j) threadIdx.x(i*j)">} {
  ^bb0(%i: index, %j: index):
    %v = te.read %p[%i, %j] : tensor<8x6xf32>
    te.yield %v : f32
  }
  return %d : tensor<8x6xf32>
}

// -----

func.func private @f(%x: tensor<8xf32>, %o: tensor<8xf32> {te.destination}) -> tensor<8xf32> attributes {te.kernel} {
  // expected-error @below {{requires intrinsic @square in the module; run schedule-load-intrinsics before}}
  %d = te.compute "D" axes(i = 8) : tensor<8xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8) split(i by 4) order(i.o, i.i) tensorize(i.i) with(square)">} {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<8xf32>
    te.yield %v : f32
  }
  return %d : tensor<8xf32>
}

// -----

schedule.intrinsic @square computes {
^bb0(%a: tensor<4xf32>):
  %0 = te.compute "square" axes(j = 4) : tensor<4xf32> {
  ^bb0(%j: index):
    %x = te.read %a[%j] : tensor<4xf32>
    %p = arith.mulf %x, %x : f32
    te.yield %p : f32
  }
  schedule.yield %0 : tensor<4xf32>
} by {
^bb0(%a: tensor<4xf32>, %c: tensor<4xf32>):
  schedule.yield %c : tensor<4xf32>
}
func.func private @f(%x: tensor<12xf32>, %o: tensor<12xf32> {te.destination}) -> tensor<12xf32> attributes {te.kernel} {
  // expected-error @below {{requires whole tiles of 4 along axis i for intrinsic @square, got 6}}
  %d = te.compute "D" axes(i = 12) : tensor<12xf32> attributes {schedule.tree = #schedule.tree<"axes(i=12) split(i by 6) order(i.o, i.i) tensorize(i.i) with(square)">} {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<12xf32>
    %p = arith.mulf %v, %v : f32
    te.yield %p : f32
  }
  return %d : tensor<12xf32>
}

// -----

schedule.intrinsic @square computes {
^bb0(%a: tensor<4xf32>):
  %0 = te.compute "square" axes(j = 4) : tensor<4xf32> {
  ^bb0(%j: index):
    %x = te.read %a[%j] : tensor<4xf32>
    %p = arith.mulf %x, %x : f32
    te.yield %p : f32
  }
  schedule.yield %0 : tensor<4xf32>
} by {
^bb0(%a: tensor<4xf32>, %c: tensor<4xf32>):
  schedule.yield %c : tensor<4xf32>
}
func.func private @f(%x: tensor<8xf32>, %o: tensor<8xf32> {te.destination}) -> tensor<8xf32> attributes {te.kernel} {
  // expected-error @below {{requires the formula of its intrinsic: stage "D" computes arith.negf where intrinsic @square computes arith.mulf}}
  %d = te.compute "D" axes(i = 8) : tensor<8xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8) split(i by 4) order(i.o, i.i) tensorize(i.i) with(square)">} {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<8xf32>
    %p = arith.negf %v : f32
    te.yield %p : f32
  }
  return %d : tensor<8xf32>
}

// -----

// An intrinsic that takes more than it reads.
schedule.intrinsic @square computes {
^bb0(%a: tensor<5xf32>):
  %0 = te.compute "square" axes(j = 4) : tensor<4xf32> {
  ^bb0(%j: index):
    %x = te.read %a[%j] : tensor<5xf32>
    %p = arith.mulf %x, %x : f32
    te.yield %p : f32
  }
  schedule.yield %0 : tensor<4xf32>
} by {
^bb0(%a: tensor<5xf32>, %c: tensor<4xf32>):
  schedule.yield %c : tensor<4xf32>
}
func.func private @f(%a: tensor<8x16xf32>, %o: tensor<8x16xf32> {te.destination}) -> tensor<8x16xf32> attributes {te.kernel, schedule.sequence = @schedules::@f} {
  // expected-error @below {{requires a slice of type 'tensor<5xf32>' as operand 0 of intrinsic @square, got 'tensor<4xf32>'}}
  %c = te.compute "C" axes(i = 8, j = 16) : tensor<8x16xf32> {
  ^bb0(%i: index, %j: index):
    %x = te.read %a[%i, %j] : tensor<8x16xf32>
    %p = arith.mulf %x, %x : f32
    te.yield %p : f32
  }
  return %c : tensor<8x16xf32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%f: !transform.any_op {transform.readonly}) {
    %C = schedule.stage %f["C"] : !transform.any_op
    %i, %j = schedule.axes %C : !schedule.axis, !schedule.axis
    %jo, %ji = schedule.split %C[%j] by 4
    schedule.tensorize %C[%ji] with @square
    transform.yield
  }
}
