// RUN: dl-opt %s --split-input-file --verify-diagnostics

// Ways to break the rules of te.scan.

// (S1)
func.func @scan_name(%zero: tensor<4xf32>) {
  // expected-error @+1 {{(S1) expected the stage name to be made of letters, digits, '_' and '.' and to begin with a letter or '_', got '1s'}}
  %0 = te.scan "1s" time(t = 3) init(%zero) : tensor<4xf32> {
  ^bb0(%t: index, %sum: tensor<4xf32>):
    %next = te.compute "next" axes(i = 4) : tensor<4xf32> {
    ^bb0(%i: index):
      %a = te.read %sum[%i] : tensor<4xf32>
      te.yield %a : f32
    }
    te.yield %next : tensor<4xf32>
  }
  return
}

// -----

// (S1)
func.func @steps(%zero: tensor<4xf32>) {
  // expected-error @+1 {{(S1) expected an extent that is not negative, or a value for it}}
  %0 = te.scan "s" time(t = -1) init(%zero) : tensor<4xf32> {
  ^bb0(%t: index, %sum: tensor<4xf32>):
    %next = te.compute "next" axes(i = 4) : tensor<4xf32> {
    ^bb0(%i: index):
      %a = te.read %sum[%i] : tensor<4xf32>
      te.yield %a : f32
    }
    te.yield %next : tensor<4xf32>
  }
  return
}

// -----

// (S2)
func.func @state_type(%zero: tensor<4xf32>) {
  // expected-error @+1 {{(S2) expected the last state to be of the type of the initial one, 'tensor<4xf32>', got 'tensor<5xf32>'}}
  %0 = "te.scan"(%zero) <{stage = "s", time_name = "t", extent = 3 : i64, stack_dims = array<i64>, operandSegmentSizes = array<i32: 1, 0>}> ({
  ^bb0(%t: index, %sum: tensor<4xf32>):
    te.yield %sum : tensor<4xf32>
  }) : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

// (S2)
func.func @no_state(%zero: tensor<4xf32>) {
  // expected-error @+1 {{(S2) expected a result for each of the 2 states, got 1}}
  %0 = te.scan "s" time(t = 3) init(%zero, %zero) : tensor<4xf32> {
  ^bb0(%t: index, %sum: tensor<4xf32>):
    %next = te.compute "next" axes(i = 4) : tensor<4xf32> {
    ^bb0(%i: index):
      %a = te.read %sum[%i] : tensor<4xf32>
      te.yield %a : f32
    }
    te.yield %next : tensor<4xf32>
  }
  return
}

// -----

// (S3)
func.func @positions(%zero: tensor<4xf32>) {
  // expected-error @+1 {{(S3) expected one position of the time for each of the 1 stacked results, got 2}}
  %0:2 = te.scan "s" time(t = 3) init(%zero) stack(0, 0) : tensor<4xf32>, tensor<3x4xf32> {
  ^bb0(%t: index, %sum: tensor<4xf32>):
    %next = te.compute "next" axes(i = 4) : tensor<4xf32> {
    ^bb0(%i: index):
      %a = te.read %sum[%i] : tensor<4xf32>
      te.yield %a : f32
    }
    te.yield %next : tensor<4xf32>
  }
  return
}

// -----

// (S3)
func.func @behind(%zero: tensor<4xf32>) {
  // expected-error @+1 {{(S3) expected the position of the time to be in [0, 1] of 'tensor<3x4xf32>', got 2}}
  %0:2 = te.scan "s" time(t = 3) init(%zero) stack(2) : tensor<4xf32>, tensor<3x4xf32> {
  ^bb0(%t: index, %sum: tensor<4xf32>):
    %next = te.compute "next" axes(i = 4) : tensor<4xf32> {
    ^bb0(%i: index):
      %a = te.read %sum[%i] : tensor<4xf32>
      te.yield %a : f32
    }
    te.yield %next : tensor<4xf32>
  }
  return
}

// -----

// (S3)
func.func @steps_of_stack(%zero: tensor<4xf32>) {
  // expected-error @+1 {{(S3) expected dimension 0 of 'tensor<3x4xf32>' to have the extent of the time}}
  %0:2 = te.scan "s" time(t = 5) init(%zero) stack(0) : tensor<4xf32>, tensor<3x4xf32> {
  ^bb0(%t: index, %sum: tensor<4xf32>):
    %next = te.compute "next" axes(i = 4) : tensor<4xf32> {
    ^bb0(%i: index):
      %a = te.read %sum[%i] : tensor<4xf32>
      te.yield %a : f32
    }
    te.yield %next : tensor<4xf32>
  }
  return
}

// -----

// (S4)
func.func @no_time(%zero: tensor<4xf32>) {
  // expected-error @+1 {{(S4) expected the region to take ('index', 'tensor<4xf32>')}}
  %0 = te.scan "s" time(t = 3) init(%zero) : tensor<4xf32> {
  ^bb0(%sum: tensor<4xf32>):
    %next = te.compute "next" axes(i = 4) : tensor<4xf32> {
    ^bb0(%i: index):
      %a = te.read %sum[%i] : tensor<4xf32>
      te.yield %a : f32
    }
    te.yield %next : tensor<4xf32>
  }
  return
}

// -----

// (S5)
func.func @next_states(%zero: tensor<4xf32>) {
  // expected-error @+1 {{(S5) expected te.yield of the next states and of what is stacked: ('tensor<4xf32>')}}
  %0 = te.scan "s" time(t = 3) init(%zero) : tensor<4xf32> {
  ^bb0(%t: index, %sum: tensor<4xf32>):
    %next = te.compute "next" axes(i = 4) : tensor<4xf32> {
    ^bb0(%i: index):
      %a = te.read %sum[%i] : tensor<4xf32>
      te.yield %a : f32
    }
    te.yield %next, %next : tensor<4xf32>, tensor<4xf32>
  }
  return
}

// -----

// (S6)
func.func @outside(%zero: tensor<4xf32>) {
  // expected-error @+1 {{(S6) expected yielded value 0 to be made by a te.compute of the region; copy it by a stage}}
  %0 = te.scan "s" time(t = 3) init(%zero) : tensor<4xf32> {
  ^bb0(%t: index, %sum: tensor<4xf32>):
    te.yield %zero : tensor<4xf32>
  }
  return
}

// -----

// (S6)
func.func @constant(%zero: tensor<4xf32>) {
  // expected-error @+1 {{(S6) expected yielded value 0 to be made by a te.compute of the region; copy it by a stage}}
  %0 = te.scan "s" time(t = 3) init(%zero) : tensor<4xf32> {
  ^bb0(%t: index, %sum: tensor<4xf32>):
    %one = arith.constant dense<1.0> : tensor<4xf32>
    te.yield %one : tensor<4xf32>
  }
  return
}

// -----

// (S6)
func.func @stage_outside(%zero: tensor<4xf32>) {
  %c = te.compute "c" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %v = te.read %zero[%i] : tensor<4xf32>
    te.yield %v : f32
  }
  // expected-error @+1 {{(S6) expected yielded value 0 to be made by a te.compute of the region; copy it by a stage}}
  %0 = te.scan "s" time(t = 3) init(%zero) : tensor<4xf32> {
  ^bb0(%t: index, %sum: tensor<4xf32>):
    te.yield %c : tensor<4xf32>
  }
  return
}

// -----

// (S6)
func.func @inner(%zero: tensor<4xf32>) {
  // expected-error @+1 {{(S6) expected only te.compute, constants, tensor.dim and scalar arithmetic, got 'tensor.insert'}}
  %0 = te.scan "s" time(t = 3) init(%zero) : tensor<4xf32> {
  ^bb0(%t: index, %sum: tensor<4xf32>):
    %v = arith.constant 1.0 : f32
    // expected-note @+1 {{the operation}}
    %next = tensor.insert %v into %sum[%t] : tensor<4xf32>
    te.yield %next : tensor<4xf32>
  }
  return
}

// -----

func.func @two_times(%x: tensor<2xi32>) -> tensor<2xi32> {
  // expected-error @+1 {{(S1) expected one axis, got 2}}
  %s = te.scan "two" time(t = 3, u = 4) init(%x) : tensor<2xi32> {
  ^bb0(%t: index, %s: tensor<2xi32>):
    te.yield %s : tensor<2xi32>
  }
  return %s : tensor<2xi32>
}

// -----

// (S2)
func.func @no_result() {
  // expected-error @+1 {{(S2) expected a result for each of the 0 states, and at least one, got 0}}
  "te.scan"() <{stage = "s", time_name = "t", extent = 3 : i64, stack_dims = array<i64>, operandSegmentSizes = array<i32: 0, 0>}> ({
  ^bb0(%t: index):
    "te.yield"() : () -> ()
  }) : () -> ()
  return
}

// -----

// (S6) A branch, and what does more than compute numbers.
func.func @branches(%zero: tensor<4xf32>, %c: i1) {
  // expected-error @+1 {{(S6) expected only te.compute, constants, tensor.dim and scalar arithmetic, got 'scf.if'}}
  %0 = te.scan "s" time(t = 3) init(%zero) : tensor<4xf32> {
  ^bb0(%t: index, %sum: tensor<4xf32>):
    // expected-note @+1 {{the operation}}
    scf.if %c {
    }
    %next = te.compute "next" axes(i = 4) : tensor<4xf32> {
    ^bb0(%i: index):
      %a = te.read %sum[%i] : tensor<4xf32>
      te.yield %a : f32
    }
    te.yield %next : tensor<4xf32>
  }
  return
}

// -----

func.func @asserts(%zero: tensor<4xf32>, %c: i1) {
  // expected-error @+1 {{(S6) expected only te.compute, constants, tensor.dim and scalar arithmetic, got 'cf.assert'}}
  %0 = te.scan "s" time(t = 3) init(%zero) : tensor<4xf32> {
  ^bb0(%t: index, %sum: tensor<4xf32>):
    // expected-note @+1 {{the operation}}
    cf.assert %c, "no"
    %next = te.compute "next" axes(i = 4) : tensor<4xf32> {
    ^bb0(%i: index):
      %a = te.read %sum[%i] : tensor<4xf32>
      te.yield %a : f32
    }
    te.yield %next : tensor<4xf32>
  }
  return
}
