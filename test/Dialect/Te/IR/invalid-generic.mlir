// RUN: dl-opt %s --split-input-file --verify-diagnostics

// Rules that the pretty form cannot break, or only together with others.

// (S1) An extent that is not known needs a value, a known one has none.
func.func @time_without_value(%x: tensor<4xf32>) {
  // expected-error @+1 {{(S1) expected an extent that is not negative, or a value for it}}
  %0 = "te.scan"(%x) <{extent = -9223372036854775808 : i64, operandSegmentSizes = array<i32: 1, 0>, stack_dims = array<i64>, stage = "s", time_name = "t"}> ({
  ^bb0(%t: index, %s: tensor<4xf32>):
    "te.yield"(%s) : (tensor<4xf32>) -> ()
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @time_with_value(%x: tensor<4xf32>, %n: index) {
  // expected-error @+1 {{(S1) expected an extent that is not negative, or a value for it}}
  %0 = "te.scan"(%x, %n) <{extent = 3 : i64, operandSegmentSizes = array<i32: 1, 1>, stack_dims = array<i64>, stage = "s", time_name = "t"}> ({
  ^bb0(%t: index, %s: tensor<4xf32>):
    "te.yield"(%s) : (tensor<4xf32>) -> ()
  }) : (tensor<4xf32>, index) -> tensor<4xf32>
  return
}

// -----

// (S2)
func.func @fewer_results(%x: tensor<4xf32>) {
  // expected-error @+1 {{(S2) expected a result for each of the 2 states, and at least one, got 1}}
  %0 = "te.scan"(%x, %x) <{extent = 3 : i64, operandSegmentSizes = array<i32: 2, 0>, stack_dims = array<i64>, stage = "s", time_name = "t"}> ({
  ^bb0(%t: index, %s: tensor<4xf32>):
    "te.yield"(%s) : (tensor<4xf32>) -> ()
  }) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// (S3)
func.func @stack_before(%x: tensor<4xf32>) {
  // expected-error @+1 {{(S3) expected the position of the time to be in [0, 1] of 'tensor<3x4xf32>', got -1}}
  %0:2 = te.scan "s" time(t = 3) init(%x) stack(-1) : tensor<4xf32>, tensor<3x4xf32> {
  ^bb0(%t: index, %s: tensor<4xf32>):
    te.yield %s, %s : tensor<4xf32>, tensor<4xf32>
  }
  return
}

// -----

// (S5) Another end.
func.func @scan_end(%x: tensor<4xf32>) {
  // expected-error @+1 {{(S5) expected te.yield of the next states and of what is stacked: ('tensor<4xf32>')}}
  %0 = "te.scan"(%x) <{extent = 3 : i64, operandSegmentSizes = array<i32: 1, 0>, stack_dims = array<i64>, stage = "s", time_name = "t"}> ({
  ^bb0(%t: index, %s: tensor<4xf32>):
    ub.unreachable
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// (W2)
func.func @scatter_value(%x: tensor<4xf32>, %n: index, %c: f32) {
  // expected-error @+1 {{(W2) expected one extent for each of the 1 axes, and a value for each dynamic one, got 1 and 1 values}}
  %0 = "te.scatter"(%x, %n) <{axis_names = ["u"], combiner = 1 : i32, extents = array<i64: 2>, stage = "y"}> ({
  ^bb0(%u: index):
    "te.yield"(%c, %u) : (f32, index) -> ()
  }) : (tensor<4xf32>, index) -> tensor<4xf32>
  return
}

// -----

// (W3)
func.func @update_of_number(%x: tensor<4xf32>, %c: f32, %p: index) {
  // expected-error @+1 {{(W3) expected the region to take one index argument for each of the 1 axes}}
  %0 = "te.scatter"(%x) <{axis_names = ["u"], combiner = 1 : i32, extents = array<i64: 2>, stage = "y"}> ({
  ^bb0(%u: i64):
    "te.yield"(%c, %p) : (f32, index) -> ()
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// (W4)
func.func @scatter_end(%x: tensor<4xf32>) {
  // expected-error @+1 {{(W4) expected te.yield of a value of type 'f32' and 1 indices, one for each dimension of 'tensor<4xf32>'}}
  %0 = "te.scatter"(%x) <{axis_names = ["u"], combiner = 1 : i32, extents = array<i64: 2>, stage = "y"}> ({
  ^bb0(%u: index):
    ub.unreachable
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @update_type(%x: tensor<4xf32>, %c: f64) {
  // expected-error @+1 {{(W4) expected te.yield of a value of type 'f32' and 1 indices, one for each dimension of 'tensor<4xf32>'}}
  %0 = te.scatter "y" into %x axes(u = 2) : tensor<4xf32> {
  ^bb0(%u: index):
    te.yield %c, %u : f64, index
  }
  return
}

// -----

func.func @place_type(%x: tensor<4xf32>, %c: f32, %p: i64) {
  // expected-error @+1 {{(W4) expected te.yield of a value of type 'f32' and 1 indices, one for each dimension of 'tensor<4xf32>'}}
  %0 = te.scatter "y" into %x axes(u = 2) : tensor<4xf32> {
  ^bb0(%u: index):
    te.yield %c, %p : f32, i64
  }
  return
}

// -----

// (C7)
func.func @commutative_sum(%c: f32) {
  // expected-error @+1 {{(C7) expected identities, 'commutative' and a combiner's region only with 'combine(custom …)'}}
  %0 = "te.compute"() <{axis_names = ["k"], combiner = 1 : i32, commutative, extents = array<i64: 4>, num_reduce = 1 : i64, stage = "m"}> ({
  ^bb0(%k: index):
    "te.yield"(%c) : (f32) -> ()
  }, {
  }) : () -> tensor<f32>
  return
}

// -----

func.func @sum_with_join(%c: f32) {
  // expected-error @+1 {{(C7) expected identities, 'commutative' and a combiner's region only with 'combine(custom …)'}}
  %0 = "te.compute"() <{axis_names = ["k"], combiner = 1 : i32, extents = array<i64: 4>, num_reduce = 1 : i64, stage = "m"}> ({
  ^bb0(%k: index):
    "te.yield"(%c) : (f32) -> ()
  }, {
  ^bb0(%a: f32, %b: f32):
    "te.yield"(%a) : (f32) -> ()
  }) : () -> tensor<f32>
  return
}

// -----

func.func @identity_of_many(%c: f32) {
  // expected-error @+1 {{(C7) expected an identity that is a number of type 'f32', got dense<0.000000e+00> : tensor<1xf32>}}
  %0 = te.compute "m" axes() reduce(k = 4) combine(custom [dense<0.0> : tensor<1xf32>]) : tensor<f32> {
  ^bb0(%k: index):
    te.yield %c : f32
  } join {
  ^bb0(%a: f32, %b: f32):
    te.yield %a : f32
  }
  return
}

// -----

// (R1)
func.func @read_of_more(%x: tensor<4xf32>) {
  %0 = te.compute "x" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    // expected-error @+1 {{(R1) expected a map over 1 dims and no symbols, one dim for each index operand, got 2 dims and 0 symbols}}
    %v = "te.read"(%x, %i) <{map = affine_map<(d0, d1) -> (d0)>, operandSegmentSizes = array<i32: 1, 1, 0>}> : (tensor<4xf32>, index) -> f32
    te.yield %v : f32
  }
  return
}

// -----

func.func @guard_with_symbol(%x: tensor<4xf32>, %c: f32) {
  %0 = te.compute "x" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    // expected-error @+1 {{(R1) expected a predicate over 1 dims and no symbols, one dim for each index operand, got 1 dims and 1 symbols}}
    %v = "te.read"(%x, %i, %c) <{map = affine_map<(d0) -> (d0)>, predicate = affine_set<(d0)[s0] : (d0 - s0 >= 0)>, operandSegmentSizes = array<i32: 1, 1, 1>}> : (tensor<4xf32>, index, f32) -> f32
    te.yield %v : f32
  }
  return
}

// -----

// (E1) No name is no identifier.
func.func @no_name(%x: tensor<4xf32>) {
  // expected-error @+1 {{(E1) expected the function's name to be a C identifier, got ''}}
  %y = "te.extern"(%x) <{stage = "y", callee = @"", operandSegmentSizes = array<i32: 1, 0>}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// (P1) A number has no steps.
func.func @step_of_number(%x: tensor<f32>, %t: index) {
  // expected-error @+1 {{(P1) expected 'tensor<f32>' without its first dim, got 'tensor<f32>'}}
  %0 = te.step %x[%t] : tensor<f32> to tensor<f32>
  return
}

// -----

// (K5) Types that have no width, and attributes where there is no function.
// expected-error @+1 {{(K5) expected 'te.element_type' to be an integer type as wide as the elements, or one of at most 8 bits for bytes, got index for 'tensor<4xi8>'}}
func.func @index_of_bytes(%x: tensor<4xi8> {te.element_type = index}) { return }

// -----

// expected-error @+1 {{(K5) expected 'te.element_type' to be an integer type as wide as the elements, or one of at most 8 bits for bytes, got f32 for 'tensor<4xi32>'}}
func.func @float_of_words(%x: tensor<4xi32> {te.element_type = f32}) { return }

// -----

// Of a pointer nothing is known.
func.func private @pointer(i64 {te.element_type = f32})
