// RUN: dl-opt %s --transform-interpreter --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=REFUSED --allow-empty
// REFUSED-NOT: {{[a-z]}}

// What steps say of te.scatter, te.scan and te.extern, and of the stages that they take.

func.func private @scatter(%x: tensor<16x64xf32>, %indices: tensor<10xi64>, %updates: tensor<10x64xf32>,
                           %o: tensor<16x64xf32> {te.destination}) -> tensor<16x64xf32> attributes {te.kernel} {
  // expected-note @+1 {{this stage}}
  %y = te.scatter "y" into %x axes(u = 10, c = 64) combine(add) : tensor<16x64xf32> {
  ^bb0(%u: index, %c: index):
    %i = te.read %indices[%u] : tensor<10xi64>
    %row = arith.index_cast %i : i64 to index
    %v = te.read %updates[%u, %c] : tensor<10x64xf32>
    te.yield %v, %row, %c : f32, index, index
  }
  return %y : tensor<16x64xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    // expected-error @+2 {{stage "y" is a te.scatter, whose axes no schedule changes: its updates are made in the order of its axes, since several may go to one place}}
    // expected-note @+1 {{hint: schedule the stages that it reads and those that read it}}
    %Y = schedule.stage %f["y"] : !transform.any_op
    transform.yield
  }
}

// -----

func.func private @extern(%x: tensor<16x64xf32>, %o: tensor<16x64xf32> {te.destination}) -> tensor<16x64xf32>
    attributes {te.kernel} {
  // expected-note @+1 {{this stage}}
  %y = te.extern "y" @scale(%x) : (tensor<16x64xf32>) -> tensor<16x64xf32>
  return %y : tensor<16x64xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    // expected-error @+2 {{stage "y" is a te.extern, whose axes no schedule changes: what a C function does is not known}}
    // expected-note @+1 {{hint: schedule the stages that it takes and those that read it}}
    %Y = schedule.stage %f["y"] : !transform.any_op
    transform.yield
  }
}

// -----

func.func private @scan(%x: tensor<4xf32>, %o: tensor<4xf32> {te.destination}) -> tensor<4xf32> attributes {te.kernel} {
  // expected-note @+1 {{this stage}}
  %s = te.scan "S" time(t = 3) init(%x) : tensor<4xf32> {
  ^bb0(%t: index, %h: tensor<4xf32>):
    %n = te.compute "N" axes(i = 4) : tensor<4xf32> {
    ^bb0(%i: index):
      %v = te.read %h[%i] : tensor<4xf32>
      te.yield %v : f32
    }
    te.yield %n : tensor<4xf32>
  }
  return %s : tensor<4xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    // expected-error @+2 {{stage "S" is a te.scan, whose axes no schedule changes: its steps depend on each other}}
    // expected-note @+1 {{hint: schedule the stages inside of it}}
    %S = schedule.stage %f["S"] : !transform.any_op
    transform.yield
  }
}

// -----

func.func private @taken(%x: tensor<16x64xf32>, %indices: tensor<10xi64>, %updates: tensor<10x64xf32>, %zero: f32,
                         %o: tensor<16x64xf32> {te.destination}) -> (tensor<16x64xf32>) attributes {te.kernel} {
  // expected-note @+1 {{stage "U"}}
  %U = te.compute "U" axes(u = 10, c = 64) : tensor<10x64xf32> {
  ^bb0(%u: index, %c: index):
    %v = te.read %updates[%u, %c] : tensor<10x64xf32>
    te.yield %v : f32
  }
  %y = te.scatter "y" into %x axes(u = 10, c = 64) combine(add) : tensor<16x64xf32> {
  ^bb0(%u: index, %c: index):
    %i = te.read %indices[%u] : tensor<10xi64>
    %row = arith.index_cast %i : i64 to index
    %v = te.read %U[%u, %c] : tensor<10x64xf32>
    te.yield %v, %row, %c : f32, index, index
  }
  return %y : tensor<16x64xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    %U = schedule.stage %f["U"] : !transform.any_op
    %u = schedule.axis %U["u"]
    // expected-error @+2 {{it is read by te.scatter "y", which relies on its layout}}
    // expected-note @+1 {{hint: use cache_write, and storage_align on the new stage}}
    schedule.storage_align %U[%u] by 16
    transform.yield
  }
}

// -----

func.func private @taken(%x: tensor<16x64xf32>, %indices: tensor<10xi64>, %updates: tensor<10x64xf32>, %zero: f32,
                         %o: tensor<16x64xf32> {te.destination}) -> (tensor<16x64xf32>) attributes {te.kernel} {
  // expected-note @+1 {{stage "U"}}
  %U = te.compute "U" axes(u = 10, c = 64) : tensor<10x64xf32> {
  ^bb0(%u: index, %c: index):
    %v = te.read %updates[%u, %c] : tensor<10x64xf32>
    te.yield %v : f32
  }
  %y = te.scatter "y" into %x axes(u = 10, c = 64) combine(add) : tensor<16x64xf32> {
  ^bb0(%u: index, %c: index):
    %i = te.read %indices[%u] : tensor<10xi64>
    %row = arith.index_cast %i : i64 to index
    %v = te.read %U[%u, %c] where(%c - 3 >= 0) else %zero : tensor<10x64xf32>
    te.yield %v, %row, %c : f32, index, index
  }
  return %y : tensor<16x64xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    %U = schedule.stage %f["U"] : !transform.any_op
    // expected-error @+2 {{stage "U" is read under a condition by te.scatter "y" and is stored whole}}
    // expected-note @+1 {{hint: use compute_inline on stages that only formulas read}}
    schedule.compute_inline %U
    transform.yield
  }
}

// -----

func.func private @taken(%x: tensor<16x64xf32>, %indices: tensor<10xi64>, %updates: tensor<10x64xf32>, %zero: f32,
                         %o: tensor<16x64xf32> {te.destination}, %q: tensor<10x64xf32> {te.destination}) -> (tensor<16x64xf32>, tensor<10x64xf32>) attributes {te.kernel} {
  %U = te.compute "U" axes(u = 10, c = 64) : tensor<10x64xf32> {
  ^bb0(%u: index, %c: index):
    %v = te.read %updates[%u, %c] : tensor<10x64xf32>
    te.yield %v : f32
  }
  // expected-note @+1 {{stage "V"}}
  %V = te.compute "V" axes(u = 10, c = 64) : tensor<10x64xf32> {
  ^bb0(%u: index, %c: index):
    %v = te.read %U[%u, %c] : tensor<10x64xf32>
    te.yield %v : f32
  }
  %W = te.compute "W" axes(u = 10, c = 64) : tensor<10x64xf32> {
  ^bb0(%u: index, %c: index):
    %v = te.read %U[%u, %c] : tensor<10x64xf32>
    te.yield %v : f32
  }
  %y = te.scatter "y" into %x axes(u = 10, c = 64) combine(add) : tensor<16x64xf32> {
  ^bb0(%u: index, %c: index):
    %i = te.read %indices[%u] : tensor<10xi64>
    %row = arith.index_cast %i : i64 to index
    %v = te.read %V[%u, %c] : tensor<10x64xf32>
    te.yield %v, %row, %c : f32, index, index
  }
  return %y, %W : tensor<16x64xf32>, tensor<10x64xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    %U = schedule.stage %f["U"] : !transform.any_op
    %V = schedule.stage %f["V"] : !transform.any_op
    %W = schedule.stage %f["W"] : !transform.any_op
    %u = schedule.axis %W["u"]
    schedule.compute_inline %V
    // expected-error @+2 {{stage "U" is read by the inlined stage "V", which is read by te.scatter "y", and is stored whole}}
    // expected-note @+1 {{hint: use compute_root on it or on stage "V"}}
    schedule.compute_at %U at %W[%u]
    transform.yield
  }
}

// -----

func.func private @operand(%x: tensor<16x64xf32>, %o: tensor<16x64xf32> {te.destination}) -> tensor<16x64xf32>
    attributes {te.kernel} {
  // expected-note @+1 {{stage "U"}}
  %U = te.compute "U" axes(i = 16, j = 64) : tensor<16x64xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<16x64xf32>
    te.yield %v : f32
  }
  %y = te.extern "y" @scale(%U) : (tensor<16x64xf32>) -> tensor<16x64xf32>
  return %y : tensor<16x64xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    %U = schedule.stage %f["U"] : !transform.any_op
    // expected-error @+2 {{stage "U" is an operand of te.extern "y" and is stored whole}}
    // expected-note @+1 {{hint: use compute_inline on stages that only formulas read}}
    schedule.compute_inline %U
    transform.yield
  }
}

// -----

func.func private @base(%x: tensor<16x64xf32>, %o: tensor<16x64xf32> {te.destination}) -> tensor<16x64xf32>
    attributes {te.kernel} {
  // expected-note @+1 {{stage "U"}}
  %U = te.compute "U" axes(i = 16, j = 64) : tensor<16x64xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<16x64xf32>
    te.yield %v : f32
  }
  %y = te.scatter "y" into %U axes(u = 10, c = 64) combine(add) : tensor<16x64xf32> {
  ^bb0(%u: index, %c: index):
    %v = te.read %x[%u, %c] : tensor<16x64xf32>
    te.yield %v, %u, %c : f32, index, index
  }
  return %y : tensor<16x64xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    %U = schedule.stage %f["U"] : !transform.any_op
    // expected-error @+2 {{stage "U" is the base of te.scatter "y" and is stored whole}}
    // expected-note @+1 {{hint: use compute_inline on stages that only formulas read}}
    schedule.compute_inline %U
    transform.yield
  }
}

// -----

func.func private @scan(%x: tensor<4xf32>, %o: tensor<4xf32> {te.destination},
                        %q: tensor<3x4xf32> {te.destination}) -> (tensor<4xf32>, tensor<3x4xf32>) attributes {te.kernel} {
  %s:2 = te.scan "S" time(t = 3) init(%x) stack(0) : tensor<4xf32>, tensor<3x4xf32> {
  ^bb0(%t: index, %h: tensor<4xf32>):
    // expected-note @+1 {{stage "N"}}
    %n = te.compute "N" axes(i = 4) : tensor<4xf32> {
    ^bb0(%i: index):
      %v = te.read %h[%i] : tensor<4xf32>
      te.yield %v : f32
    }
    %p = te.compute "P" axes(i = 4) : tensor<4xf32> {
    ^bb0(%i: index):
      %v = te.read %n[%i] : tensor<4xf32>
      te.yield %v : f32
    }
    te.yield %p, %n : tensor<4xf32>, tensor<4xf32>
  }
  return %s#0, %s#1 : tensor<4xf32>, tensor<3x4xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    %U = schedule.stage %f["N"] : !transform.any_op
    // expected-error @+2 {{stage "N" is stacked by te.scan "S" and is stored whole}}
    // expected-note @+1 {{hint: use compute_inline on stages that only formulas read}}
    schedule.compute_inline %U
    transform.yield
  }
}

// -----

func.func private @scan(%x: tensor<4xf32>, %o: tensor<4xf32> {te.destination},
                        %q: tensor<3x4xf32> {te.destination}) -> (tensor<4xf32>, tensor<3x4xf32>) attributes {te.kernel} {
  %s:2 = te.scan "S" time(t = 3) init(%x) stack(0) : tensor<4xf32>, tensor<3x4xf32> {
  ^bb0(%t: index, %h: tensor<4xf32>):
    %n = te.compute "N" axes(i = 4) : tensor<4xf32> {
    ^bb0(%i: index):
      %v = te.read %h[%i] : tensor<4xf32>
      te.yield %v : f32
    }
    // expected-note @+1 {{stage "P"}}
    %p = te.compute "P" axes(i = 4) : tensor<4xf32> {
    ^bb0(%i: index):
      %v = te.read %n[%i] : tensor<4xf32>
      te.yield %v : f32
    }
    te.yield %p, %n : tensor<4xf32>, tensor<4xf32>
  }
  return %s#0, %s#1 : tensor<4xf32>, tensor<3x4xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    %U = schedule.stage %f["P"] : !transform.any_op
    // expected-error @+2 {{stage "P" is a next state of te.scan "S" and is stored whole}}
    // expected-note @+1 {{hint: use compute_inline on stages that only formulas read}}
    schedule.compute_inline %U
    transform.yield
  }
}

// -----

func.func private @scan(%x: tensor<4xf32>, %o: tensor<4xf32> {te.destination},
                        %q: tensor<3x4xf32> {te.destination}) -> (tensor<4xf32>, tensor<3x4xf32>) attributes {te.kernel} {
  // expected-note @+1 {{stage "U"}}
  %u = te.compute "U" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<4xf32>
    te.yield %v : f32
  }
  %s:2 = te.scan "S" time(t = 3) init(%u) stack(0) : tensor<4xf32>, tensor<3x4xf32> {
  ^bb0(%t: index, %h: tensor<4xf32>):
    %n = te.compute "N" axes(i = 4) : tensor<4xf32> {
    ^bb0(%i: index):
      %v = te.read %h[%i] : tensor<4xf32>
      te.yield %v : f32
    }
    %p = te.compute "P" axes(i = 4) : tensor<4xf32> {
    ^bb0(%i: index):
      %v = te.read %n[%i] : tensor<4xf32>
      te.yield %v : f32
    }
    te.yield %p, %n : tensor<4xf32>, tensor<4xf32>
  }
  return %s#0, %s#1 : tensor<4xf32>, tensor<3x4xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    %U = schedule.stage %f["U"] : !transform.any_op
    // expected-error @+2 {{stage "U" is a first state of te.scan "S" and is stored whole}}
    // expected-note @+1 {{hint: use compute_inline on stages that only formulas read}}
    schedule.compute_inline %U
    transform.yield
  }
}

// -----

// A call takes all of a stage, whatever else reads it: here before updates,
func.func private @updates_and_call(%x: tensor<16x64xf32>, %o: tensor<16x64xf32> {te.destination}, %p: tensor<16x64xf32> {te.destination}) -> (tensor<16x64xf32>, tensor<16x64xf32>)
    attributes {te.kernel} {
  // expected-note @+1 {{stage "U"}}
  %U = te.compute "U" axes(i = 16, j = 64) : tensor<16x64xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<16x64xf32>
    te.yield %v : f32
  }
  %y = te.extern "y" @scale(%U) : (tensor<16x64xf32>) -> tensor<16x64xf32>
  %z = te.scatter "z" into %x axes(u = 16, c = 64) combine(add) : tensor<16x64xf32> {
  ^bb0(%u: index, %c: index):
    %v = te.read %U[%u, %c] : tensor<16x64xf32>
    te.yield %v, %u, %c : f32, index, index
  }
  return %y, %z : tensor<16x64xf32>, tensor<16x64xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    %U = schedule.stage %f["U"] : !transform.any_op
    // expected-error @+2 {{stage "U" is an operand of te.extern "y" and is stored whole}}
    // expected-note @+1 {{hint: use compute_inline on stages that only formulas read}}
    schedule.compute_inline %U
    transform.yield
  }
}

// -----

// and here after them.
func.func private @updates_and_call(%x: tensor<16x64xf32>, %o: tensor<16x64xf32> {te.destination}, %p: tensor<16x64xf32> {te.destination}) -> (tensor<16x64xf32>, tensor<16x64xf32>)
    attributes {te.kernel} {
  // expected-note @+1 {{stage "U"}}
  %U = te.compute "U" axes(i = 16, j = 64) : tensor<16x64xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<16x64xf32>
    te.yield %v : f32
  }
  %z = te.scatter "z" into %x axes(u = 16, c = 64) combine(add) : tensor<16x64xf32> {
  ^bb0(%u: index, %c: index):
    %v = te.read %U[%u, %c] : tensor<16x64xf32>
    te.yield %v, %u, %c : f32, index, index
  }
  %y = te.extern "y" @scale(%U) : (tensor<16x64xf32>) -> tensor<16x64xf32>
  return %y, %z : tensor<16x64xf32>, tensor<16x64xf32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%f: !transform.any_op {transform.readonly}) {
    %U = schedule.stage %f["U"] : !transform.any_op
    // expected-error @+2 {{stage "U" is an operand of te.extern "y" and is stored whole}}
    // expected-note @+1 {{hint: use compute_inline on stages that only formulas read}}
    schedule.compute_inline %U
    transform.yield
  }
}
