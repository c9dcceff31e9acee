// RUN: dl-opt %s --split-input-file --verify-diagnostics

// (C1)
func.func @stage_name(%x: tensor<4xf32>) {
  // expected-error @+1 {{'te.compute' op (C1) expected the stage name to be made of letters, digits, '_' and '.' and to begin with a letter or '_', got '1x'}}
  %0 = te.compute "1x" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<4xf32>
    te.yield %v : f32
  }
  return
}

// -----

// (C1)
func.func @no_name(%x: tensor<4xf32>) {
  // expected-error @+1 {{'te.compute' op (C1) expected the stage name to be made of letters, digits, '_' and '.' and to begin with a letter or '_', got ''}}
  %0 = te.compute "" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<4xf32>
    te.yield %v : f32
  }
  return
}

// -----

// (C1)
func.func @axis_name(%x: tensor<4xf32>) {
  // expected-error @+1 {{'te.compute' op (C1) expected an axis name to be made of letters, digits and '_' and to begin with a letter or '_', got 'i.o'}}
  %0 = te.compute "x" axes(i.o = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<4xf32>
    te.yield %v : f32
  }
  return
}

// -----

// (C1)
func.func @axis_twice(%x: tensor<4xf32>) {
  // expected-error @+1 {{'te.compute' op (C1) expected unique axis names, got 'i' twice; rename one of the two}}
  %0 = te.compute "x" axes(i = 4) reduce(i = 2) combine(add) : tensor<4xf32> {
  ^bb0(%i: index, %k: index):
    %v = te.read %x[%i] : tensor<4xf32>
    te.yield %v : f32
  }
  return
}

// -----

// (C2)
func.func @rank(%x: tensor<4xf32>) {
  // expected-error @+1 {{'te.compute' op (C2) expected one spatial axis for each of the 2 dimensions of 'tensor<4x4xf32>', got 1}}
  %0 = te.compute "x" axes(i = 4) : tensor<4x4xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<4xf32>
    te.yield %v : f32
  }
  return
}

// -----

// (C2)
func.func @extent(%x: tensor<4xf32>) {
  // expected-error @+1 {{'te.compute' op (C2) expected axis 'i' to have the extent of dimension 0 of 'tensor<4xf32>', got 5}}
  %0 = te.compute "x" axes(i = 5) : tensor<4xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<4xf32>
    te.yield %v : f32
  }
  return
}

// -----

// (C2)
func.func @dynamic_extent(%x: tensor<4xf32>, %n: index) {
  // expected-error @+1 {{'te.compute' op (C2) expected axis 'i' to have the extent of dimension 0 of 'tensor<4xf32>', got an index value; make the dimension '?' or give the extent as a number}}
  %0 = te.compute "x" axes(i = %n) : tensor<4xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<4xf32>
    te.yield %v : f32
  }
  return
}

// -----

// (C2)
func.func @reduction_extent(%x: tensor<4xf32>) {
  // expected-error @+1 {{'te.compute' op (C2) expected reduction axis 'k' to have a positive extent, got 0}}
  %0 = te.compute "x" axes(i = 4) reduce(k = 0) combine(add) : tensor<4xf32> {
  ^bb0(%i: index, %k: index):
    %v = te.read %x[%i] : tensor<4xf32>
    te.yield %v : f32
  }
  return
}

// -----

// (C2)
func.func @missing_extent() {
  // expected-error @+1 {{'te.compute' op (C2) expected one extent for each of the 1 axes, got 2}}
  %0 = "te.compute"() <{stage = "x", axis_names = ["i"], extents = array<i64: 4, 4>, num_reduce = 0 : i64, combiner = 0 : i32}> ({
  ^bb0(%i: index):
    %v = arith.constant 0.0 : f32
    te.yield %v : f32
  }, {
  }) : () -> tensor<4xf32>
  return
}

// -----

// (C2)
func.func @num_reduce() {
  // expected-error @+1 {{'te.compute' op (C2) expected between 0 and 1 reduction axes, got 2}}
  %0 = "te.compute"() <{stage = "x", axis_names = ["i"], extents = array<i64: 4>, num_reduce = 2 : i64, combiner = 1 : i32}> ({
  ^bb0(%i: index):
    %v = arith.constant 0.0 : f32
    te.yield %v : f32
  }, {
  }) : () -> tensor<4xf32>
  return
}

// -----

// (C2)
func.func @negative_num_reduce() {
  // expected-error @+1 {{'te.compute' op (C2) expected between 0 and 1 reduction axes, got -1}}
  %0 = "te.compute"() <{stage = "x", axis_names = ["i"], extents = array<i64: 4>, num_reduce = -1 : i64, combiner = 0 : i32}> ({
  ^bb0(%i: index):
    %v = arith.constant 0.0 : f32
    te.yield %v : f32
  }, {
  }) : () -> tensor<4xf32>
  return
}

// -----

// (C2)
func.func @missing_value() {
  // expected-error @+1 {{'te.compute' op (C2) expected one extent value for each of the 1 dynamic extents, got 0}}
  %0 = "te.compute"() <{stage = "x", axis_names = ["i"], extents = array<i64: -9223372036854775808>, num_reduce = 0 : i64, combiner = 0 : i32}> ({
  ^bb0(%i: index):
    %v = arith.constant 0.0 : f32
    te.yield %v : f32
  }, {
  }) : () -> tensor<?xf32>
  return
}

// -----

// (C3)
func.func @arguments(%x: tensor<4xf32>) {
  // expected-error @+1 {{'te.compute' op (C3) expected the region to take one index argument for each of the 1 axes, got 2}}
  %0 = te.compute "x" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i] : tensor<4xf32>
    te.yield %v : f32
  }
  return
}

// -----

// (C3)
func.func @argument_type(%c: f32) {
  // expected-error @+1 {{'te.compute' op (C3) expected axis 'i' to be an index, got 'i32'}}
  %0 = te.compute "x" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: i32):
    te.yield %c : f32
  }
  return
}

// -----

// (C4)
func.func @yield_type(%x: tensor<4xf32>) {
  // expected-error @+1 {{'te.compute' op (C4) expected te.yield of the element type 'f64', got 'f32'}}
  %0 = te.compute "x" axes(i = 4) : tensor<4xf64> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<4xf32>
    te.yield %v : f32
  }
  return
}

// -----

// (C4)
func.func @element_type(%c: complex<f32>) {
  // expected-error @+1 {{'te.compute' op (C4) expected integer, index or float elements, got 'complex<f32>'}}
  %0 = te.compute "x" axes(i = 4) : tensor<4xcomplex<f32>> {
  ^bb0(%i: index):
    te.yield %c : complex<f32>
  }
  return
}

// -----

// (C4)
func.func @terminator() {
  // expected-error @+1 {{'te.compute' op (C4) expected the region to end with te.yield}}
  %0 = te.compute "x" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    llvm.unreachable
  }
  return
}

// -----

// (C5)
func.func @no_combiner(%x: tensor<4xf32>) {
  // expected-error @+1 {{'te.compute' op (C5) expected a combiner with reduction axes; add 'combine(add)' or another one of add, mul, min, max, custom}}
  %0 = te.compute "x" axes() reduce(k = 4) : tensor<f32> {
  ^bb0(%k: index):
    %v = te.read %x[%k] : tensor<4xf32>
    te.yield %v : f32
  }
  return
}

// -----

// (C5)
func.func @no_reduction(%x: tensor<4xf32>) {
  // expected-error @+1 {{'te.compute' op (C5) expected reduction axes with 'combine(max)'; add 'reduce(…)' or drop the combiner}}
  %0 = te.compute "x" axes(i = 4) combine(max) : tensor<4xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<4xf32>
    te.yield %v : f32
  }
  return
}

// -----

// (C6)
func.func @impure(%x: memref<4xf32>) {
  // expected-error @+1 {{'te.compute' op (C6) expected only te.read and pure, region-free operations on scalars, got 'memref.load'}}
  %0 = te.compute "x" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    // expected-note @+1 {{the operation; keep tensors and memory outside the region, and read elements by te.read}}
    %v = memref.load %x[%i] : memref<4xf32>
    te.yield %v : f32
  }
  return
}

// -----

// (C6)
func.func @tensors(%x: tensor<4xf32>) {
  // expected-error @+1 {{(C6) expected only te.read and pure, region-free operations on scalars, got 'tensor.extract'}}
  %0 = te.compute "x" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    // expected-note @+1 {{the operation}}
    %v = tensor.extract %x[%i] : tensor<4xf32>
    te.yield %v : f32
  }
  return
}

// -----

// (C6)
func.func @regions(%x: tensor<4xf32>, %c: i1) {
  // expected-error @+1 {{(C6) expected only te.read and pure, region-free operations on scalars, got 'scf.if'}}
  %0 = te.compute "x" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    // expected-note @+1 {{the operation}}
    %v = scf.if %c -> f32 {
      %a = arith.constant 1.0 : f32
      scf.yield %a : f32
    } else {
      %b = arith.constant 2.0 : f32
      scf.yield %b : f32
    }
    te.yield %v : f32
  }
  return
}

// -----

// (R1)
func.func @read_rank(%x: tensor<4x4xf32>) {
  %0 = te.compute "x" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    // expected-error @+1 {{'te.read' op (R1) expected one index expression for each of the 2 dimensions of 'tensor<4x4xf32>', got 1}}
    %v = te.read %x[%i] : tensor<4x4xf32>
    te.yield %v : f32
  }
  return
}

// -----

// (R1)
func.func @read_dims(%x: tensor<4xf32>) {
  %0 = te.compute "x" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    // expected-error @+1 {{'te.read' op (R1) expected a map over 1 dims and no symbols, one dim for each index operand, got 1 dims and 1 symbols}}
    %v = "te.read"(%x, %i) <{map = affine_map<(d0)[s0] -> (d0)>, operandSegmentSizes = array<i32: 1, 1, 0>}> : (tensor<4xf32>, index) -> f32
    te.yield %v : f32
  }
  return
}

// -----

// (R1)
func.func @predicate_dims(%x: tensor<4xf32>, %c: f32) {
  %0 = te.compute "x" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    // expected-error @+1 {{'te.read' op (R1) expected a predicate over 1 dims and no symbols, one dim for each index operand, got 2 dims and 0 symbols}}
    %v = "te.read"(%x, %i, %c) <{map = affine_map<(d0) -> (d0)>, predicate = affine_set<(d0, d1) : (d0 - d1 >= 0)>, operandSegmentSizes = array<i32: 1, 1, 1>}> : (tensor<4xf32>, index, f32) -> f32
    te.yield %v : f32
  }
  return
}

// -----

// (R1)
func.func @symbols(%x: tensor<4xf32>, %s: index) {
  %0 = te.compute "x" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    // expected-error @+1 {{(R1) expected no symbols in an index expression}}
    %v = te.read %x[symbol(%s)] : tensor<4xf32>
    te.yield %v : f32
  }
  return
}

// -----

// (R2)
func.func @read_type(%x: tensor<4xf32>) {
  %0 = te.compute "x" axes(i = 4) : tensor<4xf64> {
  ^bb0(%i: index):
    // expected-error @+1 {{'te.read' op (R2) expected the result to be of the element type of 'tensor<4xf32>', got 'f64'}}
    %v = "te.read"(%x, %i) <{map = affine_map<(d0) -> (d0)>, operandSegmentSizes = array<i32: 1, 1, 0>}> : (tensor<4xf32>, index) -> f64
    te.yield %v : f64
  }
  return
}

// -----

// (R3)
func.func @else_missing(%x: tensor<4xf32>) {
  %0 = te.compute "x" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    // expected-error @+1 {{'te.read' op (R3) expected a predicate and an 'else' value together, got only a predicate}}
    %v = "te.read"(%x, %i) <{map = affine_map<(d0) -> (d0)>, predicate = affine_set<(d0) : (d0 >= 0)>, operandSegmentSizes = array<i32: 1, 1, 0>}> : (tensor<4xf32>, index) -> f32
    te.yield %v : f32
  }
  return
}

// -----

// (R3)
func.func @predicate_missing(%x: tensor<4xf32>, %c: f32) {
  %0 = te.compute "x" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    // expected-error @+1 {{'te.read' op (R3) expected a predicate and an 'else' value together, got only an 'else' value}}
    %v = "te.read"(%x, %i, %c) <{map = affine_map<(d0) -> (d0)>, operandSegmentSizes = array<i32: 1, 1, 1>}> : (tensor<4xf32>, index, f32) -> f32
    te.yield %v : f32
  }
  return
}

// -----

// (R3)
func.func @else_type(%x: tensor<4xf32>, %c: f64) {
  %0 = te.compute "x" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    // expected-error @+1 {{'te.read' op (R3) expected the 'else' value to be of the result type 'f32', got 'f64'}}
    %v = "te.read"(%x, %i, %c) <{map = affine_map<(d0) -> (d0)>, predicate = affine_set<(d0) : (d0 >= 0)>, operandSegmentSizes = array<i32: 1, 1, 1>}> : (tensor<4xf32>, index, f64) -> f32
    te.yield %v : f32
  }
  return
}

// -----

// (R3)
func.func @no_constraints(%x: tensor<4xf32>, %c: f32) {
  %0 = te.compute "x" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    // expected-error @+1 {{(R3) expected at least one constraint after 'where'}}
    %v = te.read %x[%i] where() else %c : tensor<4xf32>
    te.yield %v : f32
  }
  return
}

// -----

// (R4)
func.func @outside(%x: tensor<4xf32>, %i: index) {
  // expected-error @+1 {{'te.read' op (R4) expected to stand directly inside a te.compute or te.scatter}}
  %v = te.read %x[%i] : tensor<4xf32>
  return
}

// -----

// (R5)
func.func @above(%x: tensor<4xf32>) {
  %0 = te.compute "x" axes(i = 4) reduce(k = 2) combine(add) : tensor<4xf32> {
  ^bb0(%i: index, %k: index):
    // expected-error @+1 {{'te.read' op (R5) expected index expression 0 to stay in [0, 3] of 'tensor<4xf32>', got [0, 4]; guard the read by 'where(…) else' or correct the expression}}
    %v = te.read %x[%i + %k] : tensor<4xf32>
    te.yield %v : f32
  }
  return
}

// -----

// (R5)
func.func @below(%x: tensor<4x?xf32>) {
  %0 = te.compute "x" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    // expected-error @+1 {{'te.read' op (R5) expected index expression 0 to stay in [0, 3] of 'tensor<4x?xf32>', got [-5, 1]}}
    %v = te.read %x[1 - %i * 2, %i] : tensor<4x?xf32>
    te.yield %v : f32
  }
  return
}

// -----

// (R5)
func.func @overflow(%x: tensor<4xf32>) {
  %0 = te.compute "x" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    // expected-error @+1 {{'te.read' op (R5) expected index expression 0 to fit into 64 bits}}
    %v = te.read %x[%i * 9000000000000000000] : tensor<4xf32>
    te.yield %v : f32
  }
  return
}

// -----

// (I1)
func.func @check_floats(%i: tensor<4xf32>, %n: index) {
  // expected-error @+1 {{'te.check_indices' op (I1) expected indices that are integers, got 'tensor<4xf32>'}}
  te.check_indices %i within(%n) : tensor<4xf32>
  return
}

// -----

// (I2)
func.func @check_extents(%i: tensor<4x3xi64>, %n: index) {
  // expected-error @+1 {{'te.check_indices' op (I2) expected one extent, or one for each position of the last dim of 'tensor<4x3xi64>', got 2}}
  te.check_indices %i within(%n, %n) : tensor<4x3xi64>
  return
}

// -----

// (P1)
func.func @step_shape(%x: tensor<4x3xf32>, %t: index) {
  // expected-error @+1 {{'te.step' op (P1) expected 'tensor<4x3xf32>' without its first dim, got 'tensor<4xf32>'}}
  %0 = te.step %x[%t] : tensor<4x3xf32> to tensor<4xf32>
  return
}

// -----

// (P1)
func.func @insert_step_shape(%x: tensor<4x3xf32>, %v: tensor<3xf16>, %t: index) {
  // expected-error @+1 {{'te.insert_step' op (P1) expected 'tensor<4x3xf32>' without its first dim, got 'tensor<3xf16>'}}
  %0 = te.insert_step %v into %x[%t] : tensor<3xf16> into tensor<4x3xf32>
  return
}

// -----

// (I2) No extent at all.
func.func @no_extents(%i: tensor<4x?xi64>) {
  // expected-error @+1 {{'te.check_indices' op (I2) expected one extent, or one for each position of the last dim of 'tensor<4x?xi64>', got 0}}
  te.check_indices %i within() : tensor<4x?xi64>
  return
}

// -----

// (I2) No last dim.
func.func @no_last_dim(%i: tensor<i64>, %n: index) {
  // expected-error @+1 {{'te.check_indices' op (I2) expected one extent, or one for each position of the last dim of 'tensor<i64>', got 2}}
  te.check_indices %i within(%n, %n) : tensor<i64>
  return
}

// -----

// (P1) A tensor has no step that is a buffer.
func.func @step_of_other_kind(%x: tensor<4x3xf32>, %t: index) {
  // expected-error @+1 {{'te.step' op (P1) expected 'tensor<4x3xf32>' without its first dim, got 'memref<3xf32>'}}
  %0 = te.step %x[%t] : tensor<4x3xf32> to memref<3xf32>
  return
}
