// RUN: dl-opt %s --schedule-apply --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=REFUSED --allow-empty
// REFUSED-NOT: {{[a-z]}}

// Refusals on where stages are computed. Trees as text, without the steps that would have refused them.

func.func private @f(%x: tensor<8x6xf32>, %o: tensor<8x6xf32> {te.destination}) -> tensor<8x6xf32> attributes {te.kernel} {
  %zero = arith.constant 0.0 : f32
  // expected-error @below {{stage "P" is computed at stage "Z", which the kernel does not have; use compute_root on it}}
  %p = te.compute "P" axes(i = 8, j = 6) : tensor<8x6xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8, j=6) at(Z[0])">} {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<8x6xf32>
    te.yield %v : f32
  }
  %d = te.compute "D" axes(i = 8, j = 6) : tensor<8x6xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %p[%i, %j] : tensor<8x6xf32>
    te.yield %v : f32
  }
  return %d : tensor<8x6xf32>
}

// -----

func.func private @f(%x: tensor<8x6xf32>, %o: tensor<8x6xf32> {te.destination}) -> tensor<8x6xf32> attributes {te.kernel} {
  %zero = arith.constant 0.0 : f32
  %p = te.compute "P" axes(i = 8, j = 6) : tensor<8x6xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<8x6xf32>
    te.yield %v : f32
  }
  // expected-error @below {{stage "D" is a result of the kernel and is stored whole; use compute_at on the stages it reads instead}}
  %d = te.compute "D" axes(i = 8, j = 6) : tensor<8x6xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8, j=6) at(D[0])">} {
  ^bb0(%i: index, %j: index):
    %v = te.read %p[%i, %j] : tensor<8x6xf32>
    te.yield %v : f32
  }
  return %d : tensor<8x6xf32>
}

// -----

func.func private @f(%x: tensor<8x6xf32>, %o: tensor<8x6xf32> {te.destination}) -> tensor<8x6xf32> attributes {te.kernel} {
  %zero = arith.constant 0.0 : f32
  // expected-error @below {{stage "P" cannot be computed at stage "P", which does not come after it; compute a stage at one that reads it}}
  %p = te.compute "P" axes(i = 8, j = 6) : tensor<8x6xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8, j=6) at(P[0])">} {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<8x6xf32>
    te.yield %v : f32
  }
  %d = te.compute "D" axes(i = 8, j = 6) : tensor<8x6xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %p[%i, %j] : tensor<8x6xf32>
    te.yield %v : f32
  }
  return %d : tensor<8x6xf32>
}

// -----

func.func private @f(%x: tensor<8x6xf32>, %o: tensor<8x6xf32> {te.destination}) -> tensor<8x6xf32> attributes {te.kernel} {
  %zero = arith.constant 0.0 : f32
  // expected-error @below {{axis 7 is not in the tree of stage "D", which has 2 axes; take the axis from the stage again: the step that made it was undone}}
  %p = te.compute "P" axes(i = 8, j = 6) : tensor<8x6xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8, j=6) at(D[7])">} {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<8x6xf32>
    te.yield %v : f32
  }
  // expected-note @below {{the other stage}}
  %d = te.compute "D" axes(i = 8, j = 6) : tensor<8x6xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %p[%i, %j] : tensor<8x6xf32>
    te.yield %v : f32
  }
  return %d : tensor<8x6xf32>
}

// -----

func.func private @f(%x: tensor<8x6xf32>, %o: tensor<8x6xf32> {te.destination}) -> tensor<8x6xf32> attributes {te.kernel} {
  %zero = arith.constant 0.0 : f32
  // expected-error @below {{axis i of stage "D" was already split by 2 into i.o and i.i; use its parts}}
  %p = te.compute "P" axes(i = 8, j = 6) : tensor<8x6xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8, j=6) at(D[0])">} {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<8x6xf32>
    te.yield %v : f32
  }
  // expected-note @below {{the other stage}}
  %d = te.compute "D" axes(i = 8, j = 6) : tensor<8x6xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8, j=6) split(i by 2)">} {
  ^bb0(%i: index, %j: index):
    %v = te.read %p[%i, %j] : tensor<8x6xf32>
    te.yield %v : f32
  }
  return %d : tensor<8x6xf32>
}

// -----

func.func private @f(%x: tensor<8x6xf32>, %o: tensor<8x6xf32> {te.destination}) -> tensor<8x6xf32> attributes {te.kernel} {
  %zero = arith.constant 0.0 : f32
  // expected-error @below {{axis j of stage "D" is part of the register tile and makes no loop to compute stage "P" in; use an axis outside the register tile}}
  %p = te.compute "P" axes(i = 8, j = 6) : tensor<8x6xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8, j=6) at(D[1])">} {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<8x6xf32>
    te.yield %v : f32
  }
  // expected-note @below {{the other stage}}
  %d = te.compute "D" axes(i = 8, j = 6) : tensor<8x6xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8, j=6) vectorize(j)">} {
  ^bb0(%i: index, %j: index):
    %v = te.read %p[%i, %j] : tensor<8x6xf32>
    te.yield %v : f32
  }
  return %d : tensor<8x6xf32>
}

// -----

func.func private @f(%x: tensor<8x6xf32>, %o: tensor<8x6xf32> {te.destination}) -> tensor<8x6xf32> attributes {te.kernel} {
  %zero = arith.constant 0.0 : f32
  // expected-error @below {{axis i of stage "P" is parallel, and a stage inside the loops of another cannot start threads; make an axis of the outermost consumer parallel instead}}
  %p = te.compute "P" axes(i = 8, j = 6) : tensor<8x6xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8, j=6) parallel(i) at(D[0])">} {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<8x6xf32>
    te.yield %v : f32
  }
  %d = te.compute "D" axes(i = 8, j = 6) : tensor<8x6xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %p[%i, %j] : tensor<8x6xf32>
    te.yield %v : f32
  }
  return %d : tensor<8x6xf32>
}

// -----

func.func private @f(%x: tensor<8x6xf32>, %o: tensor<8x6xf32> {te.destination}) -> tensor<8x6xf32> attributes {te.kernel} {
  %zero = arith.constant 0.0 : f32
  // expected-error @below {{axis i of stage "P" is partitioned, which stages inside the loops of another cannot be; compute it at root, or without that step}}
  %p = te.compute "P" axes(i = 8, j = 6) : tensor<8x6xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8, j=6) partition(i at 4) at(D[0])">} {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<8x6xf32>
    te.yield %v : f32
  }
  %d = te.compute "D" axes(i = 8, j = 6) : tensor<8x6xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %p[%i, %j] : tensor<8x6xf32>
    te.yield %v : f32
  }
  return %d : tensor<8x6xf32>
}

// -----

func.func private @f(%x: tensor<8x6xf32>, %o: tensor<8x6xf32> {te.destination}) -> tensor<8x6xf32> attributes {te.kernel} {
  %zero = arith.constant 0.0 : f32
  %p = te.compute "P" axes(i = 8, j = 6) : tensor<8x6xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<8x6xf32>
    te.yield %v : f32
  }
  // expected-error @below {{stage "D" is a result of the kernel and is stored whole; use compute_inline on stages that only formulas read}}
  %d = te.compute "D" axes(i = 8, j = 6) : tensor<8x6xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8, j=6) inline">} {
  ^bb0(%i: index, %j: index):
    %v = te.read %p[%i, %j] : tensor<8x6xf32>
    te.yield %v : f32
  }
  return %d : tensor<8x6xf32>
}

// -----

func.func private @f(%x: tensor<8x6xf32>, %o: tensor<8xf32> {te.destination}) -> tensor<8xf32> attributes {te.kernel} {
  // expected-error @below {{stage "P" reduces over axis k and cannot be inlined; use compute_at on it}}
  %p = te.compute "P" axes(i = 8) reduce(k = 6) combine(add) : tensor<8xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8) reduce(k=6) inline">} {
  ^bb0(%i: index, %k: index):
    %v = te.read %x[%i, %k] : tensor<8x6xf32>
    te.yield %v : f32
  }
  %d = te.compute "D" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %v = te.read %p[%i] : tensor<8xf32>
    te.yield %v : f32
  }
  return %d : tensor<8xf32>
}

// -----

func.func private @f(%x: tensor<8x6xf32>, %o: tensor<8x6xf32> {te.destination}) -> tensor<8x6xf32> attributes {te.kernel} {
  %zero = arith.constant 0.0 : f32
  // expected-error @below {{stage "D" reads stage "P" under a condition, which the reads of an inlined stage would lack; use compute_root}}
  %p = te.compute "P" axes(i = 8, j = 6) : tensor<8x6xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8, j=6) inline">} {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<8x6xf32>
    te.yield %v : f32
  }
  // expected-note @below {{the other stage}}
  %d = te.compute "D" axes(i = 8, j = 6) : tensor<8x6xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %p[%i, %j] where(%i - 1 >= 0) else %zero : tensor<8x6xf32>
    te.yield %v : f32
  }
  return %d : tensor<8x6xf32>
}

// -----

func.func private @f(%x: tensor<8xf32>, %o: tensor<8xf32> {te.destination}) -> tensor<8xf32> attributes {te.kernel} {
  %zero = arith.constant 0.0 : f32
  // expected-note @below {{the other stage}}
  %p = te.compute "P" axes(i = 8) : tensor<8xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8) at(Q[0])">} {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<8xf32>
    te.yield %v : f32
  }
  // expected-error @below {{stage "P" is computed at stage "Q", which cannot be inlined; use compute_root or compute_inline on stage "P" first}}
  %q = te.compute "Q" axes(i = 8) : tensor<8xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8) inline">} {
  ^bb0(%i: index):
    %v = te.read %p[%i] : tensor<8xf32>
    te.yield %v : f32
  }
  %d = te.compute "D" axes(i = 8) : tensor<8xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8) ">} {
  ^bb0(%i: index):
    %v = te.read %q[%i] : tensor<8xf32>
    te.yield %v : f32
  }
  return %d : tensor<8xf32>
}

// -----

func.func private @f(%x: tensor<8xf32>, %o: tensor<8xf32> {te.destination}) -> tensor<8xf32> attributes {te.kernel} {
  %zero = arith.constant 0.0 : f32
  // expected-error @below {{stage "P" cannot be computed at axis i of stage "D": stage "Q" reads it too, outside stage "D"; use compute_root on stage "P", or compute stage "Q" at or inside that axis first}}
  %p = te.compute "P" axes(i = 8) : tensor<8xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8) at(D[0])">} {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<8xf32>
    te.yield %v : f32
  }
  // expected-note @below {{the other stage}}
  %q = te.compute "Q" axes(i = 8) : tensor<8xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8) ">} {
  ^bb0(%i: index):
    %v = te.read %p[%i] : tensor<8xf32>
    te.yield %v : f32
  }
  %d = te.compute "D" axes(i = 8) : tensor<8xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8) ">} {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<8xf32>
    te.yield %v : f32
  }
  return %d : tensor<8xf32>
}

// -----

func.func private @f(%x: tensor<8xf32>, %o: tensor<8xf32> {te.destination}) -> tensor<8xf32> attributes {te.kernel} {
  %zero = arith.constant 0.0 : f32
  // expected-error @below {{stage "P" cannot be computed at axis i of stage "Q": stage "D" reads it too, outside stage "Q"; use compute_root on stage "P", or compute stage "D" at or inside that axis first}}
  %p = te.compute "P" axes(i = 8) : tensor<8xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8) at(Q[0])">} {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<8xf32>
    te.yield %v : f32
  }
  %q = te.compute "Q" axes(i = 8) : tensor<8xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8) ">} {
  ^bb0(%i: index):
    %v = te.read %p[%i] : tensor<8xf32>
    te.yield %v : f32
  }
  // expected-note @below {{the other stage}}
  %d = te.compute "D" axes(i = 8) : tensor<8xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8) ">} {
  ^bb0(%i: index):
    %v = te.read %q[%i] : tensor<8xf32>
    %w = te.read %p[%i] : tensor<8xf32>
    %s = arith.addf %v, %w : f32
    te.yield %s : f32
  }
  return %d : tensor<8xf32>
}

// -----

func.func private @f(%x: tensor<8xf32>, %o: tensor<8xf32> {te.destination}) -> tensor<8xf32> attributes {te.kernel} {
  %zero = arith.constant 0.0 : f32
  // expected-note @below {{the other stage}}
  %p = te.compute "P" axes(i = 8) : tensor<8xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8) double at(D[0])">} {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<8xf32>
    te.yield %v : f32
  }
  // expected-error @below {{stage "Q" cannot be computed ahead at axis i of stage "D": stage "P" is computed ahead there; use double_buffer on one stage of a loop}}
  %q = te.compute "Q" axes(i = 8) : tensor<8xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8) double at(D[0])">} {
  ^bb0(%i: index):
    %v = te.read %p[%i] : tensor<8xf32>
    te.yield %v : f32
  }
  %d = te.compute "D" axes(i = 8) : tensor<8xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8) ">} {
  ^bb0(%i: index):
    %v = te.read %q[%i] : tensor<8xf32>
    %w = te.read %p[%i] : tensor<8xf32>
    %s = arith.addf %v, %w : f32
    te.yield %s : f32
  }
  return %d : tensor<8xf32>
}

// -----

func.func private @f(%x: tensor<8xf32>, %o: tensor<8xf32> {te.destination}) -> tensor<8xf32> attributes {te.kernel} {
  %zero = arith.constant 0.0 : f32
  // expected-note @below {{the other stage}}
  %p = te.compute "P" axes(i = 8) : tensor<8xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8) at(D[0])">} {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<8xf32>
    te.yield %v : f32
  }
  // expected-error @below {{stage "Q" cannot be computed ahead at axis i of stage "D": it reads stage "P", which is computed there for the present step only; compute stage "P" at an outer axis or inline it}}
  %q = te.compute "Q" axes(i = 8) : tensor<8xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8) double at(D[0])">} {
  ^bb0(%i: index):
    %v = te.read %p[%i] : tensor<8xf32>
    te.yield %v : f32
  }
  %d = te.compute "D" axes(i = 8) : tensor<8xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8) ">} {
  ^bb0(%i: index):
    %v = te.read %q[%i] : tensor<8xf32>
    te.yield %v : f32
  }
  return %d : tensor<8xf32>
}

// -----

func.func private @f(%x: tensor<8x6xf32>, %o: tensor<8x6xf32> {te.destination}) -> tensor<8x6xf32> attributes {te.kernel} {
  %zero = arith.constant 0.0 : f32
  // expected-error @below {{stage "P" cannot be computed ahead at axis i of stage "D": it is parallel, so no step is the next; compute it at a sequential loop of constant length}}
  %p = te.compute "P" axes(i = 8, j = 6) : tensor<8x6xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8, j=6) double at(D[0])">} {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<8x6xf32>
    te.yield %v : f32
  }
  // expected-note @below {{the other stage}}
  %d = te.compute "D" axes(i = 8, j = 6) : tensor<8x6xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8, j=6) parallel(i)">} {
  ^bb0(%i: index, %j: index):
    %v = te.read %p[%i, %j] : tensor<8x6xf32>
    te.yield %v : f32
  }
  return %d : tensor<8x6xf32>
}

// -----

func.func private @f(%x: tensor<8xf32>, %o: tensor<8xf32> {te.destination}) -> tensor<8xf32> attributes {te.kernel} {
  %zero = arith.constant 0.0 : f32
  %p = te.compute "P" axes(i = 8) : tensor<8xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8) ">} {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<8xf32>
    te.yield %v : f32
  }
  // expected-error @below {{stage "Q" cannot be computed ahead at axis i.o of stage "D": it has one step; compute it at a sequential loop of constant length}}
  %q = te.compute "Q" axes(i = 8) : tensor<8xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8) double at(D[1])">} {
  ^bb0(%i: index):
    %v = te.read %p[%i] : tensor<8xf32>
    te.yield %v : f32
  }
  // expected-note @below {{the other stage}}
  %d = te.compute "D" axes(i = 8) : tensor<8xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8) split(i by 8)">} {
  ^bb0(%i: index):
    %v = te.read %q[%i] : tensor<8xf32>
    te.yield %v : f32
  }
  return %d : tensor<8xf32>
}

// -----

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

func.func private @f(%x: tensor<8x6xf32>, %o: tensor<8x6xf32> {te.destination}) -> tensor<8x6xf32> attributes {te.kernel} {
  %zero = arith.constant 0.0 : f32
  // expected-error @below {{stage "D" reads stage "P" at an index that takes floordiv or mod (dimension 0), so the part needed at axis i of stage "D" has no fixed size; use compute_inline or compute_root}}
  %p = te.compute "P" axes(i = 8, j = 6) : tensor<8x6xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8, j=6) at(D[0])">} {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<8x6xf32>
    te.yield %v : f32
  }
  // expected-note @below {{the other stage}}
  %d = te.compute "D" axes(i = 8, j = 6) : tensor<8x6xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %p[%i floordiv 2, %j] : tensor<8x6xf32>
    te.yield %v : f32
  }
  return %d : tensor<8x6xf32>
}
