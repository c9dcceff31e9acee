// RUN: dl-opt %s --split-input-file --verify-diagnostics

// Ways to break the rules of te.scatter.

// (W1)
func.func @stage_name(%x: tensor<4xf32>) {
  // expected-error @+1 {{(W1) expected the stage name to be made of letters, digits, '_' and '.' and to begin with a letter or '_', got '1s'}}
  %0 = te.scatter "1s" into %x axes(u = 4) : tensor<4xf32> {
  ^bb0(%u: index):
    %v = te.read %x[%u] : tensor<4xf32>
    te.yield %v, %u : f32, index
  }
  return
}

// -----

// (W1)
func.func @axis_twice(%x: tensor<4xf32>) {
  // expected-error @+1 {{(W1) expected unique axis names, got 'u' twice; rename one of the two}}
  %0 = te.scatter "s" into %x axes(u = 4, u = 2) : tensor<4xf32> {
  ^bb0(%u: index, %w: index):
    %v = te.read %x[%u] : tensor<4xf32>
    te.yield %v, %u : f32, index
  }
  return
}

// -----

// (W2)
func.func @negative(%x: tensor<4xf32>) {
  // expected-error @+1 {{(W2) expected the extent of axis 'u' not to be negative, got -4}}
  %0 = te.scatter "s" into %x axes(u = -4) : tensor<4xf32> {
  ^bb0(%u: index):
    %v = te.read %x[%u] : tensor<4xf32>
    te.yield %v, %u : f32, index
  }
  return
}

// -----

// (W2)
func.func @extents(%x: tensor<4xf32>) {
  // expected-error @+1 {{(W2) expected one extent for each of the 1 axes, and a value for each dynamic one, got 2 and 0 values}}
  %0 = "te.scatter"(%x) <{stage = "s", axis_names = ["u"], extents = array<i64: 4, 4>, combiner = 0 : i32}> ({
  ^bb0(%u: index):
    %v = te.read %x[%u] : tensor<4xf32>
    te.yield %v, %u : f32, index
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// (W2)
func.func @type(%x: tensor<4xf32>) {
  // expected-error @+1 {{(W2) expected a result of the type of the base, 'tensor<4xf32>', got 'tensor<5xf32>'}}
  %0 = "te.scatter"(%x) <{stage = "s", axis_names = ["u"], extents = array<i64: 4>, combiner = 0 : i32}> ({
  ^bb0(%u: index):
    %v = te.read %x[%u] : tensor<4xf32>
    te.yield %v, %u : f32, index
  }) : (tensor<4xf32>) -> tensor<5xf32>
  return
}

// -----

// (W3)
func.func @argument(%x: tensor<4xf32>) {
  // expected-error @+1 {{(W3) expected the region to take one index argument for each of the 1 axes}}
  %0 = te.scatter "s" into %x axes(u = 4) : tensor<4xf32> {
  ^bb0(%u: index, %w: index):
    %v = te.read %x[%u] : tensor<4xf32>
    te.yield %v, %u : f32, index
  }
  return
}

// -----

// (W4)
func.func @few_places(%x: tensor<4xf32>) {
  // expected-error @+1 {{(W4) expected te.yield of a value of type 'f32' and 1 indices, one for each dimension of 'tensor<4xf32>'}}
  %0 = te.scatter "s" into %x axes(u = 4) : tensor<4xf32> {
  ^bb0(%u: index):
    %v = te.read %x[%u] : tensor<4xf32>
    te.yield %v : f32
  }
  return
}

// -----

// (W4)
func.func @element(%x: tensor<4xcomplex<f32>>) {
  // expected-error @+1 {{(W4) expected integer, index or float elements, got 'complex<f32>'}}
  %0 = te.scatter "s" into %x axes(u = 4) : tensor<4xcomplex<f32>> {
  ^bb0(%u: index):
    %v = te.read %x[%u] : tensor<4xcomplex<f32>>
    te.yield %v, %u : complex<f32>, index
  }
  return
}

// -----

// (W5)
func.func @combiner(%x: tensor<4xf32>) {
  // expected-error @+1 {{(W5) expected a combiner, one of add, mul, min, max, got 'sub'}}
  %0 = te.scatter "s" into %x axes(u = 4) combine(sub) : tensor<4xf32> {
  }
  return
}

// -----

// (W5)
func.func @custom(%x: tensor<4xf32>) {
  // expected-error @+1 {{(W5) expected the combiner to be none, add, mul, min or max, got custom}}
  %0 = te.scatter "s" into %x axes(u = 4) combine(custom) : tensor<4xf32> {
  ^bb0(%u: index):
    %v = te.read %x[%u] : tensor<4xf32>
    te.yield %v, %u : f32, index
  }
  return
}

// -----

// (W6)
func.func @region(%x: tensor<4xf32>) {
  // expected-error @+1 {{(W6) expected only te.read and pure, region-free operations on scalars, got 'tensor.extract'}}
  %0 = te.scatter "s" into %x axes(u = 4) : tensor<4xf32> {
  ^bb0(%u: index):
    // expected-note @+1 {{the operation; keep tensors and memory outside the region, and read elements by te.read}}
    %v = tensor.extract %x[%u] : tensor<4xf32>
    te.yield %v, %u : f32, index
  }
  return
}

// -----

// (W7)
func.func @place(%x: tensor<3xf32>, %v: tensor<4xf32>) {
  // expected-error @+1 {{(W7) expected place 0 to stay in [0, 2] of 'tensor<3xf32>', got axis 'u' of extent 4}}
  %0 = te.scatter "s" into %x axes(u = 4) : tensor<3xf32> {
  ^bb0(%u: index):
    %a = te.read %v[%u] : tensor<4xf32>
    te.yield %a, %u : f32, index
  }
  return
}

// -----

// No update is made, and of open extents nothing is known.
func.func @places(%x: tensor<3xf32>, %v: tensor<4xf32>, %y: tensor<?xf32>, %n: index) {
  %0 = te.scatter "s" into %x axes(u = 4, w = 0) : tensor<3xf32> {
  ^bb0(%u: index, %w: index):
    %a = te.read %v[%u] : tensor<4xf32>
    te.yield %a, %u : f32, index
  }
  %1 = te.scatter "t" into %y axes(u = 4) : tensor<?xf32> {
  ^bb0(%u: index):
    %a = te.read %v[%u] : tensor<4xf32>
    te.yield %a, %u : f32, index
  }
  %2 = te.scatter "o" into %x axes(u = %n) : tensor<3xf32> {
  ^bb0(%u: index):
    %a = te.read %x[%u] : tensor<3xf32>
    te.yield %a, %u : f32, index
  }
  return
}

// -----

// Where nothing is known of a size, and where nothing is written, every place is allowed.
func.func @allowed(%base: tensor<?xf32>, %small: tensor<4xf32>, %f: f32) {
  %0 = te.scatter "unknown" into %base axes(u = 9) : tensor<?xf32> {
  ^bb0(%u: index):
    te.yield %f, %u : f32, index
  }
  %1 = te.scatter "nothing" into %small axes(u = 0, v = 9) : tensor<4xf32> {
  ^bb0(%u: index, %v: index):
    te.yield %f, %v : f32, index
  }
  return
}
