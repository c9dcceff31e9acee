// RUN: dl-opt %s --dl-verify-te --split-input-file --verify-diagnostics

// (T1)
// expected-error @+1 {{(T1) expected functions, schedule sequences, intrinsics and modules at the te level, got 'memref.global'}}
memref.global "private" @weights : memref<4xf32>

// -----

// (T2)
// expected-error @+1 {{(T2) expected kernel 'seen' to be private; only its callers are seen from outside}}
func.func @seen() attributes {te.kernel} {
  return
}

// -----

// (T2)
// expected-error @+1 {{(T2) expected kernel 'branch' to have a body of one block, got 2}}
func.func private @branch() attributes {te.kernel} {
  cf.br ^bb1
^bb1:
  return
}

// -----

// (T3)
func.func private @kernel(%x: tensor<2x3xf32>, %out: tensor<6xf32> {te.destination}) -> tensor<6xf32>
    attributes {te.kernel} {
  // expected-error @+1 {{(T3) expected only te.compute, te.scatter, te.scan, te.extern, constants, tensor.dim, scalar arithmetic and a return in kernel 'kernel', got 'tensor.collapse_shape'}}
  %0 = tensor.collapse_shape %x [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
  return %0 : tensor<6xf32>
}

// -----

// (T4)
func.func private @identity(%x: tensor<4xf32>, %out: tensor<4xf32> {te.destination}) -> tensor<4xf32>
    attributes {te.kernel} {
  // expected-error @+1 {{(T4) expected result 0 of kernel 'identity' to be made by a stage; copy it by a stage of its own}}
  return %x : tensor<4xf32>
}

// -----

// (T4)
func.func private @twice(%x: tensor<4xf32>, %a: tensor<4xf32> {te.destination}, %b: tensor<4xf32> {te.destination})
    -> (tensor<4xf32>, tensor<4xf32>) attributes {te.kernel} {
  %0 = te.compute "y" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<4xf32>
    te.yield %v : f32
  }
  // expected-error @+1 {{(T4) expected result 1 of kernel 'twice' to be made by a stage and returned once; copy it by a further stage}}
  return %0, %0 : tensor<4xf32>, tensor<4xf32>
}

// -----

// (T4)
func.func private @reads(%x: tensor<4xf32>, %out: tensor<4xf32> {te.destination}) -> tensor<4xf32> attributes {te.kernel} {
  %zero = arith.constant 0 : index
  // expected-error @+1 {{(T4) expected destination 1 of kernel 'reads' not to be read: what it holds before the call is undefined}}
  %size = tensor.dim %out, %zero : tensor<4xf32>
  %0 = te.compute "y" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<4xf32>
    te.yield %v : f32
  }
  return %0 : tensor<4xf32>
}

// -----

// (T5)
func.func @caller(%x: tensor<4xf32>) {
  // expected-error @+1 {{(T5) expected only calls of kernels, constants, tensor.empty, tensor.dim, scalar arithmetic, views and a return in 'caller', got 'te.compute'}}
  %0 = te.compute "y" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<4xf32>
    te.yield %v : f32
  }
  return
}

// -----

// (T5)
// expected-error @+1 {{(T5) expected function 'declared' to have a body of one block, got 0}}
func.func private @declared()

// -----

// (T5)
func.func @callee() {
  return
}
func.func @caller() {
  // expected-error @+1 {{(T5) expected a call of a kernel, got one of 'callee', which is not marked 'te.kernel'}}
  call @callee() : () -> ()
  return
}

// -----

func.func private @copy(%x: tensor<4xf32>, %out: tensor<4xf32> {te.destination}) -> tensor<4xf32>
    attributes {te.kernel} {
  %0 = te.compute "y" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<4xf32>
    te.yield %v : f32
  }
  return %0 : tensor<4xf32>
}

// (T6)
func.func @overwrites(%x: tensor<4xf32>, %out: tensor<4xf32> {te.destination}) -> tensor<4xf32> {
  // expected-error @+1 {{(T6) expected the destination of result 0 of 'copy' to be a tensor.empty, a destination of 'overwrites', or a view of one}}
  %0 = call @copy(%x, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// (T7)
// expected-error @+1 {{(T7) expected 'no_destination' to have one destination for each of its 1 results, got 0}}
func.func @no_destination(%x: tensor<4xf32>) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %0 = call @copy(%x, %e) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// (T7)
func.func @elsewhere(%x: tensor<4xf32>, %out: tensor<4xf32> {te.destination}) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %0 = call @copy(%x, %e) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // expected-error @+1 {{(T7) expected result 0 of 'elsewhere' to be made by a kernel whose destination is argument 1; call a kernel that copies it}}
  return %0 : tensor<4xf32>
}

// (T7)
func.func @argument(%x: tensor<4xf32>, %out: tensor<4xf32> {te.destination}) -> tensor<4xf32> {
  // expected-error @+1 {{(T7) expected result 0 of 'argument' to be made by a kernel whose destination is argument 1; call a kernel that copies it}}
  return %x : tensor<4xf32>
}

// -----

// (T6) in a loop
func.func private @k(%x: tensor<4xf32>, %o: tensor<4xf32> {te.destination}) -> tensor<4xf32> attributes {te.kernel} {
  %0 = te.compute "y" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<4xf32>
    te.yield %v : f32
  }
  return %0 : tensor<4xf32>
}
func.func @main(%x: tensor<4xf32>, %c: i1, %o: tensor<4xf32> {te.destination}) -> tensor<4xf32> {
  %y = scf.if %c -> tensor<4xf32> {
    // expected-error @+1 {{(T6) expected the destination of result 0 of 'k' to be a tensor.empty, a destination of 'main', or a view of one}}
    %0 = func.call @k(%x, %x) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    scf.yield %0 : tensor<4xf32>
  } else {
    %0 = func.call @k(%x, %o) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    scf.yield %0 : tensor<4xf32>
  }
  return %y : tensor<4xf32>
}

// -----

// (T7) a loop that carries something else
func.func private @k(%x: tensor<4xf32>, %o: tensor<4xf32> {te.destination}) -> tensor<4xf32> attributes {te.kernel} {
  %0 = te.compute "y" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<4xf32>
    te.yield %v : f32
  }
  return %0 : tensor<4xf32>
}
func.func @main(%x: tensor<4xf32>, %o: tensor<4xf32> {te.destination}) -> tensor<4xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<4xf32>
  %y = scf.for %i = %c0 to %c1 step %c1 iter_args(%s = %e) -> tensor<4xf32> {
    %0 = func.call @k(%x, %s) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    scf.yield %0 : tensor<4xf32>
  }
  // expected-error @+1 {{(T7) expected result 0 of 'main' to be made by a kernel whose destination is argument 1; call a kernel that copies it}}
  return %y : tensor<4xf32>
}

// -----

// Nothing that does more than compute numbers, on either side of the calls.
func.func private @asserts(%x: tensor<4xf32>, %c: i1, %out: tensor<4xf32> {te.destination}) -> tensor<4xf32> attributes {te.kernel} {
  // expected-error @+1 {{(T3) expected only te.compute, te.scatter, te.scan, te.extern, constants, tensor.dim, scalar arithmetic and a return in kernel 'asserts', got 'cf.assert'}}
  cf.assert %c, "no"
  %r = te.compute "copy" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<4xf32>
    te.yield %v : f32
  }
  return %r : tensor<4xf32>
}

// -----

func.func @asserts(%c: i1) {
  // expected-error @+1 {{(T5) expected only calls of kernels, constants, tensor.empty, tensor.dim, scalar arithmetic, views and a return in 'asserts', got 'cf.assert'}}
  cf.assert %c, "no"
  return
}

// -----

// What nobody has written.
func.func @unwritten(%out: tensor<4xf32> {te.destination}) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  // expected-error @+1 {{(T7) expected result 0 of 'unwritten' to be made by a kernel whose destination is argument 0; call a kernel that copies it}}
  return %e : tensor<4xf32>
}
