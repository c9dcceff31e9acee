// RUN: dl-opt %s --schedule-apply --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=REFUSED --allow-empty
// REFUSED-NOT: {{[a-z]}}

// expected-error @below {{expected the attribute schedule.sequence to name a transform.named_sequence, got @missing}}
func.func private @f(%x: tensor<4xf32>, %o: tensor<4xf32> {te.destination}) -> tensor<4xf32> attributes {te.kernel, schedule.sequence = @missing} {
  %d = te.compute "D" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<4xf32>
    te.yield %v : f32
  }
  return %d : tensor<4xf32>
}

// -----

func.func private @f(%x: tensor<?x4xf32>, %n: index, %o: tensor<?xf32> {te.destination}) -> tensor<?xf32> attributes {te.kernel} {
  // expected-error @below {{axis i of stage "D", whose extent is known only at run time, would stand inside of axis k, so that the accumulator had no constant size; put axis i or its outer part outside of axis k}}
  %d = te.compute "D" axes(i = %n) reduce(k = 4) combine(add) : tensor<?xf32>
      attributes {schedule.tree = #schedule.tree<"axes(i=?) reduce(k=4) order(k, i)">} {
  ^bb0(%i: index, %k: index):
    %v = te.read %x[%i, %k] : tensor<?x4xf32>
    te.yield %v : f32
  }
  return %d : tensor<?xf32>
}

// -----

// A refusal of a primitive names the kernel whose schedule it was.
func.func private @f(%x: tensor<4xf32>, %o: tensor<4xf32> {te.destination}) -> tensor<4xf32> attributes {te.kernel, schedule.sequence = @schedules::@f} {
  // expected-note @below {{stage "D" (kernel @f)}}
  %d = te.compute "D" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<4xf32>
    te.yield %v : f32
  }
  return %d : tensor<4xf32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%f: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %f["D"] : !transform.any_op
    %i = schedule.axes %D : !schedule.axis
    // expected-error @below {{axis i of stage "D" cannot be split by 0: the factor must be at least 1}}
    // expected-note @below {{hint: use a factor between 1 and the extent}}
    %o, %j = schedule.split %D[%i] by 0
    transform.yield
  }
}

// -----

// Trees written by hand are checked where the loops are made.
func.func private @f(%x: tensor<4xf32>, %o: tensor<4xf32> {te.destination}) -> tensor<4xf32> attributes {te.kernel} {
  %zero = arith.constant 0.0 : f32
  // expected-error @below {{stage "D" reads stage "P" under a condition, which the reads of an inlined stage would lack; use compute_root}}
  %p = te.compute "P" axes(i = 4) : tensor<4xf32> attributes {schedule.tree = #schedule.tree<"axes(i=4) inline">} {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<4xf32>
    te.yield %v : f32
  }
  // expected-note @below {{the other stage}}
  %d = te.compute "D" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %v = te.read %p[%i - 1] where(%i - 1 >= 0) else %zero : tensor<4xf32>
    te.yield %v : f32
  }
  return %d : tensor<4xf32>
}

// -----

func.func private @f(%x: tensor<4xf32>, %o: tensor<4xf32> {te.destination}) -> tensor<4xf32> attributes {te.kernel} {
  // expected-error @below {{stage "P" is a result of the kernel and is stored whole; use compute_inline on stages that only formulas read}}
  %p = te.compute "P" axes(i = 4) : tensor<4xf32> attributes {schedule.tree = #schedule.tree<"axes(i=4) inline">} {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<4xf32>
    te.yield %v : f32
  }
  return %p : tensor<4xf32>
}

// -----

func.func private @f(%x: tensor<4xf32>, %o: tensor<f32> {te.destination}) -> tensor<f32> attributes {te.kernel} {
  // expected-error @below {{stage "P" reduces over axis i and cannot be inlined; use compute_at on it}}
  %p = te.compute "P" axes() reduce(i = 4) combine(add) : tensor<f32> attributes {schedule.tree = #schedule.tree<"reduce(i=4) inline">} {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<4xf32>
    te.yield %v : f32
  }
  %d = te.compute "D" axes() : tensor<f32> {
    %v = te.read %p[] : tensor<f32>
    te.yield %v : f32
  }
  return %d : tensor<f32>
}

// -----

func.func private @f(%x: tensor<8xf32>, %o: tensor<8xf32> {te.destination}) -> tensor<8xf32> attributes {te.kernel} {
  // expected-error @below {{stage "P" is read at indices that move by 1 and by -1 (dimension 0) with axis i of stage "D", so the part needed has no fixed size; use compute_inline or compute_root}}
  %p = te.compute "P" axes(i = 8) : tensor<8xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8) at(D[0])">} {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<8xf32>
    te.yield %v : f32
  }
  // expected-note @below {{the other stage}}
  %d = te.compute "D" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %v = te.read %p[%i] : tensor<8xf32>
    %w = te.read %p[7 - %i] : tensor<8xf32>
    %s = arith.addf %v, %w : f32
    te.yield %s : f32
  }
  return %d : tensor<8xf32>
}

// -----

func.func private @f(%x: tensor<8xf32>, %o: tensor<8xf32> {te.destination}) -> tensor<8xf32> attributes {te.kernel} {
  // expected-error @below {{stage "P" is a result of the kernel and is stored whole; use compute_at on the stages it reads instead}}
  %p = te.compute "P" axes(i = 8) : tensor<8xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8) at(E[0])">} {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<8xf32>
    te.yield %v : f32
  }
  return %p : tensor<8xf32>
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
    %v = te.read %p[%i] : tensor<8xf32>
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

// States of unknown size would need a copy of unknown size at each step.
func.func private @f(%h: tensor<?xf32>, %o: tensor<?xf32> {te.destination}) -> tensor<?xf32> attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %h, %c0 : tensor<?xf32>
  // expected-error @below {{requires states and steps of constant sizes to become a loop, got 'tensor<?xf32>'}}
  %s = te.scan "S" time(t = 3) init(%h) : tensor<?xf32> {
  ^bb0(%t: index, %a: tensor<?xf32>):
    %next = te.compute "next" axes(i = %n) : tensor<?xf32> {
    ^bb0(%i: index):
      %v = te.read %a[%i] : tensor<?xf32>
      te.yield %v : f32
    }
    te.yield %next : tensor<?xf32>
  }
  return %s : tensor<?xf32>
}

// -----

// What the interpreter would run as a transform and cannot.
func.func private @no_transform(%x: tensor<8xf32>, %o: tensor<8xf32> {te.destination}) -> tensor<8xf32> attributes {te.kernel, schedule.sequence = @schedules::@f} {
  %0 = te.compute "s" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<8xf32>
    te.yield %v : f32
  }
  return %0 : tensor<8xf32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%f: !transform.any_op {transform.readonly}) {
    transform.yield
  }
  transform.named_sequence @other(%f: !transform.any_op {transform.readonly}) {
    // expected-error @+1 {{'arith.constant' op is no transform, and sequences hold nothing else; a number is a transform.param.constant}}
    %one = arith.constant 1 : i64
    transform.yield
  }
}

// -----

func.func private @in_a_loop(%x: tensor<8xf32>, %o: tensor<8xf32> {te.destination}) -> tensor<8xf32> attributes {te.kernel, schedule.sequence = @schedules::@f} {
  %0 = te.compute "s" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<8xf32>
    te.yield %v : f32
  }
  return %0 : tensor<8xf32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%f: !transform.any_op {transform.readonly}) {
    transform.foreach %f : !transform.any_op {
    ^bb0(%each: !transform.any_op):
      // expected-error @+1 {{'arith.constant' op is no transform}}
      %one = arith.constant 1 : i64
    }
    transform.yield
  }
}
