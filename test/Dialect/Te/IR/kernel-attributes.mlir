// RUN: dl-opt %s --split-input-file --verify-diagnostics

// Destinations of a function that is no kernel, and of one on buffers.
func.func @main(%x: tensor<4xf32>, %out: tensor<4xf32> {te.destination}) -> tensor<4xf32> {
  return %out : tensor<4xf32>
}
func.func private @buffers(%x: memref<4xf32>, %out: memref<4xf32> {te.destination}, %scratch: memref<16xi8>)
    attributes {te.kernel} {
  return
}

// Functions of later levels keep the mark.
llvm.func @lowered(%x: !llvm.ptr) attributes {te.kernel} {
  llvm.return
}

// -----

// expected-error @+1 {{'func.func' op (K2) expected one argument marked 'te.destination' for each of the 2 results of a kernel, got 1}}
func.func private @too_few(%a: tensor<4xf32>, %b: tensor<4xf32> {te.destination})
    -> (tensor<4xf32>, tensor<4xf32>) attributes {te.kernel} {
  return %a, %b : tensor<4xf32>, tensor<4xf32>
}

// -----

// expected-error @+1 {{'func.func' op (K2) expected at most one argument marked 'te.destination' for each of the 1 results, got 2}}
func.func @too_many(%a: tensor<4xf32> {te.destination}, %b: tensor<4xf32> {te.destination}) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}

// -----

// expected-error @+1 {{'func.func' op (K3) expected 'te.destination' on trailing arguments only: argument 0 of 2 is followed by one that is no destination; move it behind the operands}}
func.func @leading(%a: tensor<4xf32> {te.destination}, %b: tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}

// -----

// expected-error @+1 {{'func.func' op (K4) expected destination argument 1 to have the type of result 0, 'tensor<4xf32>', got 'tensor<5xf32>'}}
func.func @type(%a: tensor<4xf32>, %b: tensor<5xf32> {te.destination}) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}

// -----

// expected-error @+1 {{'func.func' op (K1) expected 'te.destination' on argument 0 to be a unit attribute, got true}}
func.func @unit(%a: tensor<4xf32> {te.destination = true}) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}

// -----

// expected-error @+1 {{'func.func' op (K1) expected no attribute 'te.dest' on argument 0, te knows 'te.destination' and 'te.layout_free' on function arguments}}
func.func @unknown_argument(%a: tensor<4xf32> {te.dest}) {
  return
}

// -----

// expected-error @+1 {{'func.func' op (K1) expected 'te.kernel' to be a unit attribute, got 1 : i64}}
func.func @kernel_unit() attributes {te.kernel = 1} {
  return
}

// -----

// expected-error @+1 {{'builtin.module' op (K1) expected 'te.kernel' on a function}}
module attributes {te.kernel} {
}

// -----

// expected-error @+1 {{'func.func' op (K1) expected no attribute 'te.kernal' here, te knows 'te.kernel' on functions, 'te.destination' and 'te.layout_free' on function arguments}}
func.func @unknown() attributes {te.kernal} {
  return
}

// -----

// expected-error @+1 {{(K1) expected 'te.layout_free' on argument 0 to be a unit attribute, got 2 : i64}}
func.func @layout_unit(%a: tensor<4xf32> {te.layout_free = 2}) {
  return
}

// -----

// (K6)
func.func private @same_names(%x: tensor<4xf32>, %o: tensor<4xf32> {te.destination}) -> tensor<4xf32>
    attributes {te.kernel} {
  // expected-note @+1 {{the other stage of this name}}
  %0 = te.compute "s" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<4xf32>
    te.yield %v : f32
  }
  // expected-error @+1 {{'te.extern' op (K6) expected unique names of stages in a kernel, got "s" twice; rename one of the two}}
  %1 = te.extern "s" @scale(%0) : (tensor<4xf32>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// (K6)
func.func private @inside_of_a_scan(%x: tensor<4xf32>, %o: tensor<4xf32> {te.destination}) -> tensor<4xf32>
    attributes {te.kernel} {
  // expected-note @+1 {{the other stage of this name}}
  %0 = te.scan "s" time(t = 3) init(%x) : tensor<4xf32> {
  ^bb0(%t: index, %h: tensor<4xf32>):
    // expected-error @+1 {{'te.compute' op (K6) expected unique names of stages in a kernel, got "s" twice; rename one of the two}}
    %1 = te.compute "s" axes(i = 4) : tensor<4xf32> {
    ^bb0(%i: index):
      %v = te.read %h[%i] : tensor<4xf32>
      te.yield %v : f32
    }
    te.yield %1 : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

// expected-error @+1 {{'func.func' op (K1) expected 'te.kernel' on a function with a body}}
func.func private @declared(tensor<4xf32>) attributes {te.kernel}

// -----

// What has a tensor is on tensors, its destinations too.
// expected-error @+1 {{'func.func' op (K4) expected destination argument 1 to have the type of result 0, 'tensor<4xf32>', got 'memref<4xf32>'}}
func.func private @buffer(%a: tensor<4xf32>, %b: memref<4xf32> {te.destination}) -> tensor<4xf32> attributes {te.kernel} {
  return %a : tensor<4xf32>
}

// -----

// (K7)
func.func private @reads(%x: tensor<4xf32>, %out: tensor<4xf32> {te.destination}) -> tensor<4xf32> attributes {te.kernel} {
  %0 = te.compute "y" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<4xf32>
    // expected-error @+1 {{'te.read' op (K7) expected a source that is no destination, got destination argument 1, which holds nothing before the call; read the stage that computes it}}
    %w = te.read %out[%i] : tensor<4xf32>
    %s = arith.addf %v, %w : f32
    te.yield %s : f32
  }
  return %0 : tensor<4xf32>
}
