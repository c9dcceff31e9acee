// RUN: dl-opt %s --split-input-file --verify-diagnostics

// The rules of several results and of custom combiners; see docs/Spec/Te.md.

// (C2)
func.func @no_result(%x: tensor<4xf32>) {
  // expected-error @+1 {{'te.compute' op (C2) expected at least one result}}
  "te.compute"() <{stage = "s", axis_names = ["i"], extents = array<i64: 4>, num_reduce = 0 : i64, combiner = 0 : i32}> ({
  ^bb0(%i: index):
    "te.yield"() : () -> ()
  }, {
  }) : () -> ()
  return
}

// -----

// (C2)
func.func @shapes(%x: tensor<4xf32>) {
  // expected-error @+1 {{(C2) expected results of one shape, got 'tensor<4xf32>' and 'tensor<5xf32>'}}
  %0:2 = te.compute "s" axes(i = 4) : tensor<4xf32>, tensor<5xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<4xf32>
    te.yield %v, %v : f32, f32
  }
  return
}

// -----

// (C4)
func.func @yield_count(%x: tensor<4xf32>) {
  // expected-error @+1 {{(C4) expected te.yield of one value for each of the 2 results, got 1}}
  %0:2 = te.compute "s" axes(i = 4) : tensor<4xf32>, tensor<4xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<4xf32>
    te.yield %v : f32
  }
  return
}

// -----

// (C5)
func.func @named_combiner(%x: tensor<4xf32>) {
  // expected-error @+1 {{(C5) expected 'combine(custom …)' with 2 results, got 'combine(add)'}}
  %0:2 = te.compute "s" axes() reduce(k = 4) combine(add) : tensor<f32>, tensor<f32> {
  ^bb0(%k: index):
    %v = te.read %x[%k] : tensor<4xf32>
    te.yield %v, %v : f32, f32
  }
  return
}

// -----

// (C7)
func.func @join_of_named(%x: tensor<4xf32>) {
  // expected-error @+1 {{(C7) expected identities, 'commutative' and a combiner's region only with 'combine(custom …)'}}
  %0 = te.compute "s" axes() reduce(k = 4) combine(add) : tensor<f32> {
  ^bb0(%k: index):
    %v = te.read %x[%k] : tensor<4xf32>
    te.yield %v : f32
  } join {
  ^bb0(%a: f32, %b: f32):
    te.yield %a : f32
  }
  return
}

// -----

// (C7)
func.func @no_join(%x: tensor<4xf32>) {
  // expected-error @+1 {{(C7) expected a region with 'combine(custom …)'; add 'join { … }'}}
  %0 = te.compute "s" axes() reduce(k = 4) combine(custom [0.0 : f32]) : tensor<f32> {
  ^bb0(%k: index):
    %v = te.read %x[%k] : tensor<4xf32>
    te.yield %v : f32
  }
  return
}

// -----

// (C7)
func.func @identity_count(%x: tensor<4xf32>) {
  // expected-error @+1 {{(C7) expected one identity for each of the 1 results, got 2}}
  %0 = te.compute "s" axes() reduce(k = 4) combine(custom [0.0 : f32, 1.0 : f32]) : tensor<f32> {
  ^bb0(%k: index):
    %v = te.read %x[%k] : tensor<4xf32>
    te.yield %v : f32
  } join {
  ^bb0(%a: f32, %b: f32):
    te.yield %a : f32
  }
  return
}

// -----

// (C7)
func.func @identity_type(%x: tensor<4xf32>) {
  // expected-error @+1 {{(C7) expected an identity that is a number of type 'f32', got 0 : i64}}
  %0 = te.compute "s" axes() reduce(k = 4) combine(custom [0]) : tensor<f32> {
  ^bb0(%k: index):
    %v = te.read %x[%k] : tensor<4xf32>
    te.yield %v : f32
  } join {
  ^bb0(%a: f32, %b: f32):
    te.yield %a : f32
  }
  return
}

// -----

// (C8)
func.func @join_arguments(%x: tensor<4xf32>) {
  // expected-error @+1 {{(C8) expected the combiner's region to take ('f32', 'f32'), got ('f32')}}
  %0 = te.compute "s" axes() reduce(k = 4) combine(custom [0.0 : f32]) : tensor<f32> {
  ^bb0(%k: index):
    %v = te.read %x[%k] : tensor<4xf32>
    te.yield %v : f32
  } join {
  ^bb0(%a: f32):
    te.yield %a : f32
  }
  return
}

// -----

// (C8)
func.func @join_yield(%x: tensor<4xf32>) {
  // expected-error @+1 {{(C8) expected te.yield of one value for each of the 1 results, got 2}}
  %0 = te.compute "s" axes() reduce(k = 4) combine(custom [0.0 : f32]) : tensor<f32> {
  ^bb0(%k: index):
    %v = te.read %x[%k] : tensor<4xf32>
    te.yield %v : f32
  } join {
  ^bb0(%a: f32, %b: f32):
    te.yield %a, %b : f32, f32
  }
  return
}

// -----

// (C6)
func.func @join_reads(%x: tensor<4xf32>) {
  // expected-error @+1 {{(C6) expected only pure, region-free operations on scalars, got 'tensor.extract'}}
  %0 = te.compute "s" axes() reduce(k = 4) combine(custom [0.0 : f32]) : tensor<f32> {
  ^bb0(%k: index):
    %v = te.read %x[%k] : tensor<4xf32>
    te.yield %v : f32
  } join {
  ^bb0(%a: f32, %b: f32):
    %c = arith.constant 0 : index
    // expected-note @+1 {{the operation; keep tensors and memory outside the region}}
    %v = tensor.extract %x[%c] : tensor<4xf32>
    te.yield %v : f32
  }
  return
}

// -----

func.func @only_identities(%x: tensor<4xf32>) -> tensor<f32> {
  // expected-error @+1 {{(C7) expected identities, 'commutative' and a combiner's region only with 'combine(custom …)'}}
  %0 = "te.compute"() <{stage = "s", axis_names = ["k"], extents = array<i64: 4>, num_reduce = 1 : i64, combiner = 1 : i32, identities = [0.0 : f32]}> ({
  ^bb0(%k: index):
    %a = te.read %x[%k] : tensor<4xf32>
    te.yield %a : f32
  }, {
  }) : () -> tensor<f32>
  return %0 : tensor<f32>
}
