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

// expected-error @+1 {{'func.func' op (K1) expected no attribute 'te.kernal' here, te knows 'te.kernel' on functions, 'te.parts' and 'te.part' on kernels, 'te.destination' and 'te.layout_free' on function arguments}}
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

// -----

// expected-error @+1 {{(K8) expected 'te.parts' on a kernel}}
func.func @parts_of_no_kernel() attributes {te.parts = array<i64: 0>} {
  return
}

// -----

// expected-error @+1 {{(K8) expected 'te.parts' to be an array of i64, got [0]}}
func.func private @parts_type(%a: tensor<6xf32>, %y: tensor<6xf32> {te.destination}) -> tensor<6xf32> attributes {te.kernel, te.parts = [0]} {
  %0 = te.compute "y" axes(i = 6) : tensor<6xf32> {
  ^bb0(%i: index):
    %u = te.read %a[%i] : tensor<6xf32>
    te.yield %u : f32
  }
  return %0 : tensor<6xf32>
}

// -----

// expected-error @+1 {{(K8) expected 'te.parts' to have one number for each operand of a kernel with one destination, got 2 for 1 operands and 1 destinations}}
func.func private @parts_count(%a: tensor<6xf32>, %y: tensor<6xf32> {te.destination}) -> tensor<6xf32> attributes {te.kernel, te.parts = array<i64: 0, 3>} {
  %0 = te.compute "y" axes(i = 6) : tensor<6xf32> {
  ^bb0(%i: index):
    %u = te.read %a[%i] : tensor<6xf32>
    te.yield %u : f32
  }
  return %0 : tensor<6xf32>
}

// -----

// expected-error @+1 {{(K8) expected 'te.parts' to have operands of known sizes one behind the other, got operand 0 at element 1 behind 0 elements}}
func.func private @parts_gap(%a: tensor<6xf32>, %y: tensor<6xf32> {te.destination}) -> tensor<6xf32> attributes {te.kernel, te.parts = array<i64: 1>} {
  %0 = te.compute "y" axes(i = 6) : tensor<6xf32> {
  ^bb0(%i: index):
    %u = te.read %a[%i] : tensor<6xf32>
    te.yield %u : f32
  }
  return %0 : tensor<6xf32>
}

// -----

// expected-error @+1 {{(K8) expected 'te.parts' to fill the destination, got 8 elements for 'tensor<6xf32>'}}
func.func private @parts_over(%a: tensor<6xf32>, %b: tensor<2xf32>, %y: tensor<6xf32> {te.destination}) -> tensor<6xf32> attributes {te.kernel, te.parts = array<i64: 2, 0>} {
  %0 = te.compute "y" axes(i = 6) : tensor<6xf32> {
  ^bb0(%i: index):
    %u = te.read %a[%i] : tensor<6xf32>
    te.yield %u : f32
  }
  return %0 : tensor<6xf32>
}

// -----

// expected-error @+1 {{(K8) expected 'te.parts' to have one number for each operand of a kernel with one destination, got 0 for 0 operands and 2 destinations}}
func.func private @parts_of_two(%y: tensor<6xf32> {te.destination}, %z: tensor<6xf32> {te.destination}) -> (tensor<6xf32>, tensor<6xf32>) attributes {te.kernel, te.parts = array<i64>} {
  %zero = arith.constant 0.0 : f32
  %0 = te.compute "y" axes(i = 6) : tensor<6xf32> {
  ^bb0(%i: index):
    te.yield %zero : f32
  }
  %1 = te.compute "z" axes(i = 6) : tensor<6xf32> {
  ^bb0(%i: index):
    te.yield %zero : f32
  }
  return %0, %1 : tensor<6xf32>, tensor<6xf32>
}

// -----

// Not of known size.
// expected-error @+1 {{(K8) expected 'te.parts' to have operands of known sizes one behind the other, got operand 0 at element 0 behind 0 elements}}
func.func private @parts_open(%a: tensor<?xf32>, %y: tensor<6xf32> {te.destination}) -> tensor<6xf32> attributes {te.kernel, te.parts = array<i64: 0>} {
  %0 = te.compute "y" axes(i = 6) : tensor<6xf32> {
  ^bb0(%i: index):
    %u = te.read %a[%i] : tensor<?xf32>
    te.yield %u : f32
  }
  return %0 : tensor<6xf32>
}

// -----

// expected-error @+1 {{(K9) expected 'te.part' on a kernel}}
func.func @part_of_no_kernel() attributes {te.part = 0} {
  return
}

// -----

// expected-error @+1 {{(K9) expected 'te.part' to be an i64, got 0 : i32}}
func.func private @part_type(%a: tensor<8xf32>, %y: tensor<6xf32> {te.destination}) -> tensor<6xf32> attributes {te.kernel, te.part = 0 : i32} {
  %0 = te.compute "y" axes(i = 6) : tensor<6xf32> {
  ^bb0(%i: index):
    %u = te.read %a[%i] : tensor<8xf32>
    te.yield %u : f32
  }
  return %0 : tensor<6xf32>
}

// -----

// expected-error @+1 {{(K9) expected 'te.part' to be an i64, got unit}}
func.func private @part_none(%a: tensor<8xf32>, %y: tensor<6xf32> {te.destination}) -> tensor<6xf32> attributes {te.kernel, te.part = unit} {
  %0 = te.compute "y" axes(i = 6) : tensor<6xf32> {
  ^bb0(%i: index):
    %u = te.read %a[%i] : tensor<8xf32>
    te.yield %u : f32
  }
  return %0 : tensor<6xf32>
}

// -----

// expected-error @+1 {{(K9) expected 'te.part' on a kernel of one operand and one destination, got 2 and 1}}
func.func private @part_operands(%a: tensor<8xf32>, %b: tensor<8xf32>, %y: tensor<6xf32> {te.destination}) -> tensor<6xf32> attributes {te.kernel, te.part = 0} {
  %0 = te.compute "y" axes(i = 6) : tensor<6xf32> {
  ^bb0(%i: index):
    %u = te.read %a[%i] : tensor<8xf32>
    te.yield %u : f32
  }
  return %0 : tensor<6xf32>
}

// -----

// expected-error @+1 {{(K9) expected 'te.part' to let the destination lie within the operand, got element -1 for 'tensor<6xf32>' in 'tensor<8xf32>'}}
func.func private @part_before(%a: tensor<8xf32>, %y: tensor<6xf32> {te.destination}) -> tensor<6xf32> attributes {te.kernel, te.part = -1} {
  %0 = te.compute "y" axes(i = 6) : tensor<6xf32> {
  ^bb0(%i: index):
    %u = te.read %a[%i] : tensor<8xf32>
    te.yield %u : f32
  }
  return %0 : tensor<6xf32>
}

// -----

// expected-error @+1 {{(K9) expected 'te.part' to let the destination lie within the operand, got element 3 for 'tensor<6xf32>' in 'tensor<8xf32>'}}
func.func private @part_behind(%a: tensor<8xf32>, %y: tensor<6xf32> {te.destination}) -> tensor<6xf32> attributes {te.kernel, te.part = 3} {
  %0 = te.compute "y" axes(i = 6) : tensor<6xf32> {
  ^bb0(%i: index):
    %u = te.read %a[%i] : tensor<8xf32>
    te.yield %u : f32
  }
  return %0 : tensor<6xf32>
}

// -----

// expected-error @+1 {{(K9) expected 'te.part' to let the destination lie within the operand, got element 0 for 'tensor<6xf32>' in 'tensor<?xf32>'}}
func.func private @part_open(%a: tensor<?xf32>, %y: tensor<6xf32> {te.destination}) -> tensor<6xf32> attributes {te.kernel, te.part = 0} {
  %0 = te.compute "y" axes(i = 6) : tensor<6xf32> {
  ^bb0(%i: index):
    %u = te.read %a[%i] : tensor<?xf32>
    te.yield %u : f32
  }
  return %0 : tensor<6xf32>
}
