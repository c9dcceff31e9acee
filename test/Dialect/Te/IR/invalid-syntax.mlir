// RUN: dl-opt %s --split-input-file --verify-diagnostics

// What the parsers refuse.

func.func @combiner(%x: tensor<4xf32>) {
  // expected-error @+1 {{expected a combiner, one of add, mul, min, max, custom, got 'plus'}}
  %0 = te.compute "x" axes() reduce(k = 4) combine(plus) : tensor<f32> {
  }
  return
}

// -----

func.func @constraint(%x: tensor<4xf32>, %c: f32) {
  %0 = te.compute "x" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    // expected-error @+1 {{expected 0 on the right of a constraint, got 3; subtract it on the left}}
    %v = te.read %x[%i] where(%i >= 3) else %c : tensor<4xf32>
    te.yield %v : f32
  }
  return
}

// -----

func.func @source_type(%x: memref<4xf32>) {
  %0 = te.compute "x" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    // expected-error @+1 {{expected the type of the source, a ranked tensor, got 'memref<4xf32>'}}
    %v = te.read %x[%i] : memref<4xf32>
    te.yield %v : f32
  }
  return
}

// -----

func.func @stage(%x: tensor<4xf32>) {
  // expected-error @+1 {{expected string}}
  %0 = te.compute x axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<4xf32>
    te.yield %v : f32
  }
  return
}

// -----

func.func @axes(%x: tensor<4xf32>) {
  // expected-error @+1 {{expected 'axes'}}
  %0 = te.compute "x" axis(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<4xf32>
    te.yield %v : f32
  }
  return
}

// -----

func.func @axis_keyword(%x: tensor<4xf32>) {
  // expected-error @+1 {{expected valid keyword}}
  %0 = te.compute "x" axes(4) : tensor<4xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<4xf32>
    te.yield %v : f32
  }
  return
}

// -----

func.func @axis_equal(%x: tensor<4xf32>) {
  // expected-error @+1 {{expected '='}}
  %0 = te.compute "x" axes(i 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<4xf32>
    te.yield %v : f32
  }
  return
}

// -----

func.func @extent(%x: tensor<4xf32>) {
  // expected-error @+1 {{expected integer value}}
  %0 = te.compute "x" axes(i = four) : tensor<4xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<4xf32>
    te.yield %v : f32
  }
  return
}

// -----

func.func @reduce_paren(%x: tensor<4xf32>) {
  // expected-error @+1 {{expected '('}}
  %0 = te.compute "x" axes(i = 4) reduce k = 2 : tensor<4xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<4xf32>
    te.yield %v : f32
  }
  return
}

// -----

func.func @combine_open(%x: tensor<4xf32>) {
  // expected-error @+1 {{expected '('}}
  %0 = te.compute "x" axes(i = 4) combine add : tensor<4xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<4xf32>
    te.yield %v : f32
  }
  return
}

// -----

func.func @combine_close(%x: tensor<4xf32>) {
  // expected-error @+1 {{expected ')'}}
  %0 = te.compute "x" axes(i = 4) combine(add : tensor<4xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<4xf32>
    te.yield %v : f32
  }
  return
}

// -----

func.func @combine_keyword(%x: tensor<4xf32>) {
  // expected-error @+1 {{expected valid keyword}}
  %0 = te.compute "x" axes(i = 4) combine(1) : tensor<4xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<4xf32>
    te.yield %v : f32
  }
  return
}

// -----

func.func @colon(%x: tensor<4xf32>) {
  // expected-error @+1 {{expected ':'}}
  %0 = te.compute "x" axes(i = 4) tensor<4xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<4xf32>
    te.yield %v : f32
  }
  return
}

// -----

func.func @region(%x: tensor<4xf32>) {
  // expected-error @+1 {{expected '{' to begin a region}}
  %0 = te.compute "x" axes(i = 4) : tensor<4xf32>
  return
}

// -----

func.func @source(%x: tensor<4xf32>, %c: f32) {
  %0 = te.compute "x" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    // expected-error @+1 {{expected SSA operand}}
    %v = te.read [%i] : tensor<4xf32>
    te.yield %v : f32
  }
  return
}

// -----

func.func @indices(%x: tensor<4xf32>, %c: f32) {
  %0 = te.compute "x" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    // expected-error @+1 {{expected '['}}
    %v = te.read %x : tensor<4xf32>
    te.yield %v : f32
  }
  return
}

// -----

func.func @index(%x: tensor<4xf32>, %c: f32) {
  %0 = te.compute "x" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    // expected-error @+1 {{non-affine expression: at least one of the multiply operands has to be either a constant or symbolic}}
    %v = te.read %x[%i * %i] : tensor<4xf32>
    te.yield %v : f32
  }
  return
}

// -----

func.func @where(%x: tensor<4xf32>, %c: f32) {
  %0 = te.compute "x" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    // expected-error @+1 {{expected '('}}
    %v = te.read %x[%i] where %i >= 0 else %c : tensor<4xf32>
    te.yield %v : f32
  }
  return
}

// -----

func.func @greater(%x: tensor<4xf32>, %c: f32) {
  %0 = te.compute "x" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    // expected-error @+1 {{expected '='}}
    %v = te.read %x[%i] where(%i > 0) else %c : tensor<4xf32>
    te.yield %v : f32
  }
  return
}

// -----

func.func @equal(%x: tensor<4xf32>, %c: f32) {
  %0 = te.compute "x" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    // expected-error @+1 {{expected '='}}
    %v = te.read %x[%i] where(%i = 0) else %c : tensor<4xf32>
    te.yield %v : f32
  }
  return
}

// -----

func.func @right(%x: tensor<4xf32>, %c: f32) {
  %0 = te.compute "x" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    // expected-error @+1 {{expected integer value}}
    %v = te.read %x[%i] where(%i >= %i) else %c : tensor<4xf32>
    te.yield %v : f32
  }
  return
}

// -----

func.func @no_else(%x: tensor<4xf32>, %c: f32) {
  %0 = te.compute "x" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    // expected-error @+1 {{expected 'else'}}
    %v = te.read %x[%i] where(%i >= 0) : tensor<4xf32>
    te.yield %v : f32
  }
  return
}

// -----

func.func @else_value(%x: tensor<4xf32>, %c: f32) {
  %0 = te.compute "x" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    // expected-error @+1 {{expected SSA operand}}
    %v = te.read %x[%i] where(%i >= 0) else 0.0 : tensor<4xf32>
    te.yield %v : f32
  }
  return
}

// -----

func.func @no_colon(%x: tensor<4xf32>, %c: f32) {
  %0 = te.compute "x" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    // expected-error @+1 {{expected ':'}}
    %v = te.read %x[%i] tensor<4xf32>
    te.yield %v : f32
  }
  return
}

// -----

func.func @no_type(%x: tensor<4xf32>, %c: f32) {
  %0 = te.compute "x" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    // expected-error @+1 {{expected non-function type}}
    %v = te.read %x[%i] : 4
    te.yield %v : f32
  }
  return
}

// -----

func.func @identities(%x: tensor<4xf32>) -> tensor<f32> {
  // expected-error @+1 {{expected attribute value}}
  %0 = te.compute "s" axes() reduce(k = 4) combine(custom) : tensor<f32> {
  ^bb0(%k: index):
    %a = te.read %x[%k] : tensor<4xf32>
    te.yield %a : f32
  }
  return %0 : tensor<f32>
}

// -----

func.func @constraint(%x: tensor<4xf32>, %z: f32) -> tensor<4xf32> {
  %0 = te.compute "s" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    // expected-error @+1 {{missing right operand of binary operator}}
    %a = te.read %x[%i] where(%i - >= 0) else %z : tensor<4xf32>
    te.yield %a : f32
  }
  return %0 : tensor<4xf32>
}

// -----

func.func @scan_time(%zero: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{expected '='}}
  %0 = te.scan "s" time(t) init(%zero) : tensor<4xf32> {
  ^bb0(%t: index, %h: tensor<4xf32>):
    te.yield %h : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

func.func @scan_types(%zero: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{expected ':'}}
  %0 = te.scan "s" time(t = 3) init(%zero) {
  ^bb0(%t: index, %h: tensor<4xf32>):
    te.yield %h : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

func.func @scatter_combiner(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{expected '('}}
  %0 = te.scatter "s" into %x axes(u = 4) combine add : tensor<4xf32> {
  ^bb0(%u: index):
    %a = te.read %x[%u] : tensor<4xf32>
    te.yield %a, %u : f32, index
  }
  return %0 : tensor<4xf32>
}

// -----

func.func @scatter_keyword(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{expected valid keyword}}
  %0 = te.scatter "s" into %x axes(u = 4) combine(1) : tensor<4xf32> {
  ^bb0(%u: index):
    %a = te.read %x[%u] : tensor<4xf32>
    te.yield %a, %u : f32, index
  }
  return %0 : tensor<4xf32>
}

// -----

func.func @scatter_type(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{expected ':'}}
  %0 = te.scatter "s" into %x axes(u = 4) tensor<4xf32> {
  ^bb0(%u: index):
    %a = te.read %x[%u] : tensor<4xf32>
    te.yield %a, %u : f32, index
  }
  return %0 : tensor<4xf32>
}
