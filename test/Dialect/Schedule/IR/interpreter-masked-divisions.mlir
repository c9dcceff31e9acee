// RUN: dl-opt %s --transform-interpreter --split-input-file --verify-diagnostics | FileCheck %s
// RUN: dl-opt %s --transform-interpreter --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=PRINTED
// What is refused is not printed.
// PRINTED-COUNT-3: {{^module}}
// PRINTED-NOT: {{^module}}

// Steps that are masked evaluate a formula also where it has no operands: divisions are
// refused, unless by a constant that is neither zero nor, with a sign, minus one.

// A constant.
// CHECK: split(i by 4, mask)
func.func private @f(%x: tensor<10xi32>, %o: tensor<10xi32> {te.destination}) -> tensor<10xi32> attributes {te.kernel} {
  %c = arith.constant 3 : i32
  %d = te.compute "D" axes(i = 10) : tensor<10xi32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<10xi32>
    %q = arith.floordivsi %v, %c : i32
    te.yield %q : i32
  }
  return %d : tensor<10xi32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %root["D"] : !transform.any_op
    %i = schedule.axis %D["i"]
    %io, %ii = schedule.split %D[%i] by 4 tail mask
    transform.yield
  }
}

// -----

// Zero.
func.func private @f(%x: tensor<10xi32>, %o: tensor<10xi32> {te.destination}) -> tensor<10xi32> attributes {te.kernel} {
  %c = arith.constant 0 : i32
  // expected-note @+1 {{stage "D" (kernel @f)}}
  %d = te.compute "D" axes(i = 10) : tensor<10xi32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<10xi32>
    %q = arith.floordivsi %v, %c : i32
    te.yield %q : i32
  }
  return %d : tensor<10xi32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %root["D"] : !transform.any_op
    %i = schedule.axis %D["i"]
    // expected-error @+2 {{the last step of axis i.o of stage "D" cannot be masked: the formula of stage "D" divides integers by a value that may be zero there}}
    // expected-note @+1 {{hint: use another tail}}
    %io, %ii = schedule.split %D[%i] by 4 tail mask
    transform.yield
  }
}

// -----

// What is read.
func.func private @f(%x: tensor<10xi32>, %o: tensor<10xi32> {te.destination}) -> tensor<10xi32> attributes {te.kernel} {
  // expected-note @+1 {{stage "D" (kernel @f)}}
  %d = te.compute "D" axes(i = 10) : tensor<10xi32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<10xi32>
    %q = arith.floordivsi %v, %v : i32
    te.yield %q : i32
  }
  return %d : tensor<10xi32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %root["D"] : !transform.any_op
    %i = schedule.axis %D["i"]
    // expected-error @+2 {{the last step of axis i.o of stage "D" cannot be masked: the formula of stage "D" divides integers by a value that may be zero there}}
    // expected-note @+1 {{hint: use another tail}}
    %io, %ii = schedule.split %D[%i] by 4 tail mask
    transform.yield
  }
}

// -----

// A constant.
// CHECK: split(i by 4, mask)
func.func private @f(%x: tensor<10xi32>, %o: tensor<10xi32> {te.destination}) -> tensor<10xi32> attributes {te.kernel} {
  %c = arith.constant 3 : i32
  %d = te.compute "D" axes(i = 10) : tensor<10xi32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<10xi32>
    %q = arith.remsi %v, %c : i32
    te.yield %q : i32
  }
  return %d : tensor<10xi32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %root["D"] : !transform.any_op
    %i = schedule.axis %D["i"]
    %io, %ii = schedule.split %D[%i] by 4 tail mask
    transform.yield
  }
}

// -----

// Zero.
func.func private @f(%x: tensor<10xi32>, %o: tensor<10xi32> {te.destination}) -> tensor<10xi32> attributes {te.kernel} {
  %c = arith.constant 0 : i32
  // expected-note @+1 {{stage "D" (kernel @f)}}
  %d = te.compute "D" axes(i = 10) : tensor<10xi32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<10xi32>
    %q = arith.remsi %v, %c : i32
    te.yield %q : i32
  }
  return %d : tensor<10xi32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %root["D"] : !transform.any_op
    %i = schedule.axis %D["i"]
    // expected-error @+2 {{the last step of axis i.o of stage "D" cannot be masked: the formula of stage "D" divides integers by a value that may be zero there}}
    // expected-note @+1 {{hint: use another tail}}
    %io, %ii = schedule.split %D[%i] by 4 tail mask
    transform.yield
  }
}

// -----

// What is read.
func.func private @f(%x: tensor<10xi32>, %o: tensor<10xi32> {te.destination}) -> tensor<10xi32> attributes {te.kernel} {
  // expected-note @+1 {{stage "D" (kernel @f)}}
  %d = te.compute "D" axes(i = 10) : tensor<10xi32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<10xi32>
    %q = arith.remsi %v, %v : i32
    te.yield %q : i32
  }
  return %d : tensor<10xi32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %root["D"] : !transform.any_op
    %i = schedule.axis %D["i"]
    // expected-error @+2 {{the last step of axis i.o of stage "D" cannot be masked: the formula of stage "D" divides integers by a value that may be zero there}}
    // expected-note @+1 {{hint: use another tail}}
    %io, %ii = schedule.split %D[%i] by 4 tail mask
    transform.yield
  }
}

// -----

// A constant.
// CHECK: split(i by 4, mask)
func.func private @f(%x: tensor<10xi32>, %o: tensor<10xi32> {te.destination}) -> tensor<10xi32> attributes {te.kernel} {
  %c = arith.constant 3 : i32
  %d = te.compute "D" axes(i = 10) : tensor<10xi32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<10xi32>
    %q = arith.remui %v, %c : i32
    te.yield %q : i32
  }
  return %d : tensor<10xi32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %root["D"] : !transform.any_op
    %i = schedule.axis %D["i"]
    %io, %ii = schedule.split %D[%i] by 4 tail mask
    transform.yield
  }
}

// -----

// Zero.
func.func private @f(%x: tensor<10xi32>, %o: tensor<10xi32> {te.destination}) -> tensor<10xi32> attributes {te.kernel} {
  %c = arith.constant 0 : i32
  // expected-note @+1 {{stage "D" (kernel @f)}}
  %d = te.compute "D" axes(i = 10) : tensor<10xi32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<10xi32>
    %q = arith.remui %v, %c : i32
    te.yield %q : i32
  }
  return %d : tensor<10xi32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %root["D"] : !transform.any_op
    %i = schedule.axis %D["i"]
    // expected-error @+2 {{the last step of axis i.o of stage "D" cannot be masked: the formula of stage "D" divides integers by a value that may be zero there}}
    // expected-note @+1 {{hint: use another tail}}
    %io, %ii = schedule.split %D[%i] by 4 tail mask
    transform.yield
  }
}

// -----

// What is read.
func.func private @f(%x: tensor<10xi32>, %o: tensor<10xi32> {te.destination}) -> tensor<10xi32> attributes {te.kernel} {
  // expected-note @+1 {{stage "D" (kernel @f)}}
  %d = te.compute "D" axes(i = 10) : tensor<10xi32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<10xi32>
    %q = arith.remui %v, %v : i32
    te.yield %q : i32
  }
  return %d : tensor<10xi32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %root["D"] : !transform.any_op
    %i = schedule.axis %D["i"]
    // expected-error @+2 {{the last step of axis i.o of stage "D" cannot be masked: the formula of stage "D" divides integers by a value that may be zero there}}
    // expected-note @+1 {{hint: use another tail}}
    %io, %ii = schedule.split %D[%i] by 4 tail mask
    transform.yield
  }
}

// -----

// Minus one.
func.func private @f(%x: tensor<10xi32>, %o: tensor<10xi32> {te.destination}) -> tensor<10xi32> attributes {te.kernel} {
  %c = arith.constant -1 : i32
  // expected-note @+1 {{stage "D" (kernel @f)}}
  %d = te.compute "D" axes(i = 10) : tensor<10xi32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<10xi32>
    %q = arith.floordivsi %v, %c : i32
    te.yield %q : i32
  }
  return %d : tensor<10xi32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %root["D"] : !transform.any_op
    %i = schedule.axis %D["i"]
    // expected-error @+2 {{the last step of axis i.o of stage "D" cannot be masked: the formula of stage "D" divides integers by a value that may be zero there}}
    // expected-note @+1 {{hint: use another tail}}
    %io, %ii = schedule.split %D[%i] by 4 tail mask
    transform.yield
  }
}

// -----

// Minus one.
func.func private @f(%x: tensor<10xi32>, %o: tensor<10xi32> {te.destination}) -> tensor<10xi32> attributes {te.kernel} {
  %c = arith.constant -1 : i32
  // expected-note @+1 {{stage "D" (kernel @f)}}
  %d = te.compute "D" axes(i = 10) : tensor<10xi32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<10xi32>
    %q = arith.remsi %v, %c : i32
    te.yield %q : i32
  }
  return %d : tensor<10xi32>
}
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%root: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %root["D"] : !transform.any_op
    %i = schedule.axis %D["i"]
    // expected-error @+2 {{the last step of axis i.o of stage "D" cannot be masked: the formula of stage "D" divides integers by a value that may be zero there}}
    // expected-note @+1 {{hint: use another tail}}
    %io, %ii = schedule.split %D[%i] by 4 tail mask
    transform.yield
  }
}
