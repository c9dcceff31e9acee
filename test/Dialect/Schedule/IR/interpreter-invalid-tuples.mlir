// RUN: dl-opt %s --transform-interpreter --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=REFUSED --allow-empty
// REFUSED-NOT: {{[a-z]}}

// What is refused on stages with several results, on ordered reductions and across scans.

func.func private @ordered(%x: tensor<3x4xi32>, %o: tensor<i32> {te.destination}) -> tensor<i32> attributes {te.kernel} {
  // expected-note @+1 {{stage "H"}}
  %h = te.compute "H" axes() reduce(k = 3, l = 4) combine(custom [0 : i32]) : tensor<i32> {
  ^bb0(%k: index, %l: index):
    %v = te.read %x[%k, %l] : tensor<3x4xi32>
    te.yield %v : i32
  } join {
  ^bb0(%a: i32, %b: i32):
    %p = arith.muli %a, %a : i32
    %s = arith.addi %p, %b : i32
    te.yield %s : i32
  }
  return %h : tensor<i32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %H = schedule.stage %root["H"] : !transform.any_op
    %k, %l = schedule.axes %H : !schedule.axis, !schedule.axis
    // expected-error @+2 {{axis l of stage "H" would stand outside axis k, but the stage's combiner is not commutative: its terms come in order}}
    // expected-note @+1 {{hint: keep the order of the reduction axes, or state that the combiner is 'commutative'}}
    schedule.reorder %H[%l, %k]
    transform.yield
  }
}

// -----

func.func private @read_of_pair(%x: tensor<3xi32>, %o: tensor<3xi32> {te.destination}) -> tensor<3xi32> attributes {te.kernel} {
  // expected-note @+1 {{stage "P"}}
  %q:2 = te.compute "P" axes(i = 3) : tensor<3xi32>, tensor<3xi32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<3xi32>
    te.yield %v, %v : i32, i32
  }
  %d = te.compute "D" axes(i = 3) : tensor<3xi32> {
  ^bb0(%i: index):
    %v = te.read %q#1[%i] : tensor<3xi32>
    te.yield %v : i32
  }
  return %d : tensor<3xi32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %root["P"] : !transform.any_op
    %D = schedule.stage %root["D"] : !transform.any_op
    // expected-error @+2 {{stage "P" has 2 results, and only the value of a stage with one can be copied or packed}}
    // expected-note @+1 {{hint: copy a result by a stage of the te program}}
    %c = schedule.cache_read %D reads %P
    transform.yield
  }
}

// -----

func.func private @across(%x: tensor<3x4xi32>, %o: tensor<3x4xi32> {te.destination}) -> tensor<3x4xi32> attributes {te.kernel} {
  %p = te.compute "P" axes(i = 4) : tensor<4xi32> {
  ^bb0(%i: index):
    %v = te.read %x[0, %i] : tensor<3x4xi32>
    te.yield %v : i32
  }
  %s = te.scan "steps" time(t = 3) stack(0) : tensor<3x4xi32> {
  ^bb0(%t: index):
    // expected-note @+1 {{stage "D"}}
    %d = te.compute "D" axes(i = 4) : tensor<4xi32> {
    ^bb0(%i: index):
      %v = te.read %p[%i] : tensor<4xi32>
      te.yield %v : i32
    }
    te.yield %d : tensor<4xi32>
  }
  return %s : tensor<3x4xi32>
}

module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %P = schedule.stage %root["P"] : !transform.any_op
    %D = schedule.stage %root["D"] : !transform.any_op
    %i = schedule.axes %D : !schedule.axis
    // expected-error @+2 {{stage "P" cannot be computed at stage "D", since only one of them is a step of a scan}}
    // expected-note @+1 {{hint: use compute_root, or compute it at a stage beside it}}
    schedule.compute_at %P at %D[%i]
    transform.yield
  }
}
