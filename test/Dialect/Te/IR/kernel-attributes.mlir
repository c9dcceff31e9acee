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

// expected-error @+1 {{'func.func' op expected one argument marked 'te.destination' for each of the 2 results of a kernel, got 1}}
func.func private @too_few(%a: tensor<4xf32>, %b: tensor<4xf32> {te.destination})
    -> (tensor<4xf32>, tensor<4xf32>) attributes {te.kernel} {
  return %a, %b : tensor<4xf32>, tensor<4xf32>
}

// -----

// expected-error @+1 {{'func.func' op expected at most one argument marked 'te.destination' for each of the 1 results, got 2}}
func.func @too_many(%a: tensor<4xf32> {te.destination}, %b: tensor<4xf32> {te.destination}) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}

// -----

// expected-error @+1 {{'func.func' op expected 'te.destination' on trailing arguments only: argument 0 of 2 is followed by one that is no destination; move it behind the operands}}
func.func @leading(%a: tensor<4xf32> {te.destination}, %b: tensor<4xf32>) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}

// -----

// expected-error @+1 {{'func.func' op expected destination argument 1 to have the type of result 0, 'tensor<4xf32>', got 'tensor<5xf32>'}}
func.func @type(%a: tensor<4xf32>, %b: tensor<5xf32> {te.destination}) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}

// -----

// expected-error @+1 {{'func.func' op expected 'te.destination' on argument 0 to be a unit attribute, got true}}
func.func @unit(%a: tensor<4xf32> {te.destination = true}) -> tensor<4xf32> {
  return %a : tensor<4xf32>
}

// -----

// expected-error @+1 {{'func.func' op expected no attribute 'te.dest' on argument 0, te knows 'te.destination' and 'te.layout_free' on function arguments}}
func.func @unknown_argument(%a: tensor<4xf32> {te.dest}) {
  return
}

// -----

// expected-error @+1 {{'func.func' op expected 'te.kernel' to be a unit attribute, got 1 : i64}}
func.func @kernel_unit() attributes {te.kernel = 1} {
  return
}

// -----

// expected-error @+1 {{'builtin.module' op expected 'te.kernel' on a function}}
module attributes {te.kernel} {
}

// -----

// expected-error @+1 {{'func.func' op expected no attribute 'te.kernal' here, te knows 'te.kernel' on functions, 'te.destination' and 'te.layout_free' on function arguments}}
func.func @unknown() attributes {te.kernal} {
  return
}
