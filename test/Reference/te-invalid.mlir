// RUN: dl-opt %s --test-interpret --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=REFUSED --allow-empty
// REFUSED-NOT: func.func

// expected-error @+1 {{expected element 1 of result 0 to be 3.000000, got 2.000000}}
func.func @mismatch(%x: tensor<2xf32> {dl.test_input = dense<[1.0, 2.0]> : tensor<2xf32>})
    -> (tensor<2xf32> {dl.test_expected = dense<[1.0, 3.0]> : tensor<2xf32>}) {
  return %x : tensor<2xf32>
}

// -----

// expected-error @+1 {{expected result 0 of 2 f64, got 2 f32 or another shape}}
func.func @type(%x: tensor<2xf32> {dl.test_input = dense<[1.0, 2.0]> : tensor<2xf32>})
    -> (tensor<2xf32> {dl.test_expected = dense<[1.0, 3.0]> : tensor<2xf64>}) {
  return %x : tensor<2xf32>
}

// -----

// expected-error @+1 {{expected 1 inputs of 'count', got 0}}
func.func @count(%x: tensor<2xf32>) -> (tensor<2xf32> {dl.test_expected = dense<0.0> : tensor<2xf32>}) {
  return %x : tensor<2xf32>
}

// -----

// expected-error @+1 {{expected input 0 of 'input' to be of type 'tensor<2xf32>', got 'tensor<3xf32>'}}
func.func @input(%x: tensor<2xf32> {dl.test_input = dense<0.0> : tensor<3xf32>})
    -> (tensor<2xf32> {dl.test_expected = dense<0.0> : tensor<2xf32>}) {
  return %x : tensor<2xf32>
}

// -----

// expected-error @+1 {{expected 'dl.test_expected' on each of the 2 results, got 1}}
func.func @results(%x: tensor<2xf32> {dl.test_input = dense<0.0> : tensor<2xf32>})
    -> (tensor<2xf32> {dl.test_expected = dense<0.0> : tensor<2xf32>}, tensor<2xf32>) {
  return %x, %x : tensor<2xf32>, tensor<2xf32>
}

// -----

// A data dependent index out of range names index, place and axes.
func.func @gather(%x: tensor<3xf32> {dl.test_input = dense<0.0> : tensor<3xf32>},
                  %ids: tensor<2x2xi64> {dl.test_input = dense<[[0, 2], [1, 3]]> : tensor<2x2xi64>})
    -> (tensor<2x2xf32> {dl.test_expected = dense<0.0> : tensor<2x2xf32>}) {
  %0 = te.compute "x" axes(i = 2, j = 2) : tensor<2x2xf32> {
  ^bb0(%i: index, %j: index):
    %id = te.read %ids[%i, %j] : tensor<2x2xi64>
    %k = arith.index_cast %id : i64 to index
    // expected-error @+1 {{'te.read' op expected index 0 to be in [0, 2], got 3 at i = 1, j = 1; guard the read by 'where(…) else'}}
    %v = te.read %x[%k] : tensor<3xf32>
    te.yield %v : f32
  }
  return %0 : tensor<2x2xf32>
}

// -----

// A guard that lets an index through that is outside.
func.func @guard(%x: tensor<3xf32> {dl.test_input = dense<0.0> : tensor<3xf32>})
    -> (tensor<2xf32> {dl.test_expected = dense<0.0> : tensor<2xf32>}) {
  %zero = arith.constant 0.0 : f32
  %0 = te.compute "x" axes(i = 2) reduce(k = 3) combine(add) : tensor<2xf32> {
  ^bb0(%i: index, %k: index):
    %m = arith.addi %i, %k : index
    // expected-error @+1 {{'te.read' op expected index 0 to be in [0, 2], got 3 at i = 1, k = 2}}
    %v = te.read %x[%m] where(%m >= 0) else %zero : tensor<3xf32>
    te.yield %v : f32
  }
  return %0 : tensor<2xf32>
}

// -----

func.func @division(%x: tensor<3xi32> {dl.test_input = dense<[2, 1, 0]> : tensor<3xi32>})
    -> (tensor<3xi32> {dl.test_expected = dense<0> : tensor<3xi32>}) {
  %0 = te.compute "x" axes(i = 3) : tensor<3xi32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<3xi32>
    // expected-error @+1 {{'arith.divsi' op expected operands for which it is defined, got a division by 0 or one that overflows at i = 2}}
    %d = arith.divsi %v, %v : i32
    te.yield %d : i32
  }
  return %0 : tensor<3xi32>
}

// -----

func.func @unknown(%x: tensor<3xi32> {dl.test_input = dense<[2, 1, 0]> : tensor<3xi32>})
    -> (tensor<3xi32> {dl.test_expected = dense<0> : tensor<3xi32>}) {
  %0 = te.compute "x" axes(i = 3) : tensor<3xi32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<3xi32>
    // expected-error @+1 {{'math.ctpop' op expected an operation that the interpreter knows for these types, see lib/Reference/ScalarOps.cpp}}
    %d = math.ctpop %v : i32
    te.yield %d : i32
  }
  return %0 : tensor<3xi32>
}

// -----

func.func @element_type() -> (tensor<3xi4> {dl.test_expected = dense<0> : tensor<3xi4>}) {
  %c = arith.constant 0 : i4
  // expected-error @+1 {{'te.compute' op expected elements of i1, i8..i64, index, f16, bf16, f32 or f64, got 'i4'}}
  %0 = te.compute "x" axes(i = 3) : tensor<3xi4> {
  ^bb0(%i: index):
    te.yield %c : i4
  }
  return %0 : tensor<3xi4>
}

// -----

func.func @extent(%n: tensor<i64> {dl.test_input = dense<-1> : tensor<i64>}) -> (tensor<?xf32> {dl.test_expected = dense<0.0> : tensor<3xf32>}) {
  %n0 = arith.constant -1 : index
  %zero = arith.constant 0.0 : f32
  // expected-error @+1 {{'te.compute' op expected axis 'i' to have an extent of at least 0, got -1}}
  %0 = te.compute "x" axes(i = %n0) : tensor<?xf32> {
  ^bb0(%i: index):
    te.yield %zero : f32
  }
  return %0 : tensor<?xf32>
}

// -----

func.func @level(%x: tensor<2xf32> {dl.test_input = dense<0.0> : tensor<2xf32>})
    -> (tensor<2xf32> {dl.test_expected = dense<0.0> : tensor<2xf32>}) {
  // expected-error @+1 {{'math.exp' op expected an operation of the te level that the interpreter knows}}
  %0 = math.exp %x : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @destination(%x: tensor<2xf32> {te.destination})
    -> (tensor<2xf32> {dl.test_expected = dense<0.0> : tensor<2xf32>}) {
  // expected-error @+1 {{'func.return' op expected operand 0 to have a value; a destination has none}}
  return %x : tensor<2xf32>
}

// -----

func.func @source(%x: tensor<2xf32> {te.destination})
    -> (tensor<2xf32> {dl.test_expected = dense<0.0> : tensor<2xf32>}) {
  %0 = te.compute "x" axes(i = 2) : tensor<2xf32> {
  ^bb0(%i: index):
    // expected-error @+1 {{'te.read' op expected the source to have a value; a destination has none}}
    %v = te.read %x[%i] : tensor<2xf32>
    te.yield %v : f32
  }
  return %0 : tensor<2xf32>
}

// -----

func.func private @callee() {
  return
}
func.func @caller(%x: tensor<2xf32> {dl.test_input = dense<0.0> : tensor<2xf32>})
    -> (tensor<2xf32> {dl.test_expected = dense<0.0> : tensor<2xf32>}) {
  // expected-error @+1 {{'func.call' op expected a call of a kernel, got one of 'callee'}}
  call @callee() : () -> ()
  return %x : tensor<2xf32>
}

// -----

func.func private @recursive() attributes {te.kernel} {
  // expected-error @+1 {{'func.call' op expected no call inside a kernel}}
  call @recursive() : () -> ()
  return
}
func.func @caller(%x: tensor<2xf32> {dl.test_input = dense<0.0> : tensor<2xf32>})
    -> (tensor<2xf32> {dl.test_expected = dense<0.0> : tensor<2xf32>}) {
  // expected-remark @+1 {{called here}}
  call @recursive() : () -> ()
  return %x : tensor<2xf32>
}

// -----

// expected-error @+1 {{expected function 'declared' to have a body of one block}}
func.func private @declared() -> (tensor<2xf32> {dl.test_expected = dense<0.0> : tensor<2xf32>})

// -----

// expected-error @+1 {{expected input 0 of 'unknown_type' to be of type 'tensor<2xi3>', got none}}
func.func @unknown_type(%x: tensor<2xi3> {dl.test_input = dense<0> : tensor<2xi3>})
    -> (tensor<2xf32> {dl.test_expected = dense<0.0> : tensor<2xf32>}) {
  %0 = arith.constant dense<0.0> : tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @constant() -> (tensor<2xf32> {dl.test_expected = dense<0.0> : tensor<2xf32>}) {
  %zero = arith.constant 0.0 : f32
  %0 = te.compute "x" axes(i = 2) : tensor<2xf32> {
  ^bb0(%i: index):
    // expected-error @+1 {{'arith.constant' op expected a constant of i1, i8..i64, index, f16, bf16, f32 or f64, got 1 : i4}}
    %c = arith.constant 1 : i4
    te.yield %zero : f32
  }
  return %0 : tensor<2xf32>
}

// -----

// A scalar that is a destination has no value.
func.func @scalar(%d: f32 {te.destination}) -> (f32 {dl.test_expected = dense<0.0> : tensor<f32>}) {
  // expected-error @+1 {{'arith.addf' op expected operand 0 to have a value}}
  %0 = arith.addf %d, %d : f32
  return %0 : f32
}

// -----

func.func @captured(%x: tensor<2xf32> {dl.test_input = dense<0.0> : tensor<2xf32>}, %d: f32 {te.destination})
    -> (f32 {dl.test_expected = dense<0.0> : tensor<f32>}) {
  // expected-error @+1 {{'te.compute' op expected a known scalar from outside the region, got}}
  %0 = te.compute "x" axes(i = 2) : tensor<2xf32> {
  ^bb0(%i: index):
    te.yield %d : f32
  }
  return %d : f32
}

// -----

func.func @scalar_division(%x: tensor<?xf32> {dl.test_input = dense<0.0> : tensor<0xf32>})
    -> (index {dl.test_expected = dense<0> : tensor<i64>}) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  // expected-error @+1 {{'arith.divui' op expected operands for which it is defined, got a division by 0 or one that overflows}}
  %0 = arith.divui %n, %n : index
  return %0 : index
}

// -----

func.func @dim(%x: tensor<?xf32> {dl.test_input = dense<0.0> : tensor<2xf32>})
    -> (index {dl.test_expected = dense<0> : tensor<i64>}) {
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{'tensor.dim' op expected a tensor with a value and a dimension in [0, 0]}}
  %n = tensor.dim %x, %c1 : tensor<?xf32>
  return %n : index
}

// -----

func.func @expand(%x: tensor<?xf32> {dl.test_input = dense<0.0> : tensor<5xf32>})
    -> (tensor<2x?xf32> {dl.test_expected = dense<0.0> : tensor<2x2xf32>}) {
  %c2 = arith.constant 2 : index
  // expected-error @+1 {{'tensor.expand_shape' op expected a view of as many elements as its source has, 5, got 4}}
  %0 = tensor.expand_shape %x [[0, 1]] output_shape [2, %c2] : tensor<?xf32> into tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// -----

func.func @cast(%x: tensor<?xf32> {dl.test_input = dense<0.0> : tensor<5xf32>})
    -> (tensor<4xf32> {dl.test_expected = dense<0.0> : tensor<4xf32>}) {
  // expected-error @+1 {{'tensor.cast' op expected a tensor of type 'tensor<4xf32>', got size 5}}
  %0 = tensor.cast %x : tensor<?xf32> to tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func private @kernel(%x: tensor<2xf32>, %out: tensor<2xf32> {te.destination}) -> tensor<2xf32>
    attributes {te.kernel} {
  return %x : tensor<2xf32>
}
func.func @operand(%out: tensor<2xf32> {te.destination}) -> (tensor<2xf32> {dl.test_expected = dense<0.0> : tensor<2xf32>}) {
  %e = tensor.empty() : tensor<2xf32>
  // expected-error @+1 {{'func.call' op expected operand 0 to have a value; a destination has none}}
  %0 = call @kernel(%e, %out) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// A read beyond a dynamic size.
func.func @beyond(%x: tensor<?xf32> {dl.test_input = dense<0.0> : tensor<3xf32>},
                  %y: tensor<?xf32> {dl.test_input = dense<0.0> : tensor<4xf32>})
    -> (tensor<?xf32> {dl.test_expected = dense<0.0> : tensor<4xf32>}) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %y, %c0 : tensor<?xf32>
  %0 = te.compute "x" axes(i = %n) : tensor<?xf32> {
  ^bb0(%i: index):
    // expected-error @+1 {{'te.read' op expected index 0 to be in [0, 2], got 3 at i = 3}}
    %v = te.read %x[%i] : tensor<?xf32>
    te.yield %v : f32
  }
  return %0 : tensor<?xf32>
}

// -----

// The first element counts as well.
func.func @first(%x: tensor<2xi32> {dl.test_input = dense<[0, 1]> : tensor<2xi32>})
    -> (tensor<2xi32> {dl.test_expected = dense<0> : tensor<2xi32>}) {
  %0 = te.compute "x" axes(i = 2) : tensor<2xi32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<2xi32>
    // expected-error @+1 {{'arith.divsi' op expected operands for which it is defined, got a division by 0 or one that overflows at i = 0}}
    %d = arith.divsi %v, %v : i32
    te.yield %d : i32
  }
  return %0 : tensor<2xi32>
}

// -----

func.func @unknown_join(%x: tensor<3xi32> {dl.test_input = dense<[2, 1, 0]> : tensor<3xi32>})
    -> (tensor<i32> {dl.test_expected = dense<0> : tensor<i32>}) {
  %0 = te.compute "x" axes() reduce(k = 3) combine(custom [0 : i32]) : tensor<i32> {
  ^bb0(%k: index):
    %v = te.read %x[%k] : tensor<3xi32>
    te.yield %v : i32
  } join {
  ^bb0(%a: i32, %b: i32):
    // expected-error @+1 {{'math.ctpop' op expected an operation that the interpreter knows for these types, see lib/Reference/ScalarOps.cpp}}
    %c = math.ctpop %b : i32
    te.yield %c : i32
  }
  return %0 : tensor<i32>
}

// -----

func.func @joined(%x: tensor<3xi32> {dl.test_input = dense<[2, 1, 0]> : tensor<3xi32>})
    -> (tensor<i32> {dl.test_expected = dense<0> : tensor<i32>}) {
  %0 = te.compute "x" axes() reduce(k = 3) combine(custom [1 : i32]) : tensor<i32> {
  ^bb0(%k: index):
    %v = te.read %x[%k] : tensor<3xi32>
    // expected-error @+1 {{'arith.divsi' op expected operands for which it is defined, got a division by 0 or one that overflows at k = 2}}
    %d = arith.divsi %v, %v : i32
    te.yield %d : i32
  } join {
  ^bb0(%a: i32, %b: i32):
    %c = arith.addi %a, %b : i32
    te.yield %c : i32
  }
  return %0 : tensor<i32>
}

// -----

func.func @join(%x: tensor<3xi32> {dl.test_input = dense<[2, 1, 0]> : tensor<3xi32>})
    -> (tensor<i32> {dl.test_expected = dense<0> : tensor<i32>}) {
  %0 = te.compute "x" axes() reduce(k = 3) combine(custom [1 : i32]) : tensor<i32> {
  ^bb0(%k: index):
    %v = te.read %x[%k] : tensor<3xi32>
    te.yield %v : i32
  } join {
  ^bb0(%a: i32, %b: i32):
    // expected-error @+1 {{'arith.divsi' op expected operands for which it is defined, got a division by 0 or one that overflows}}
    %c = arith.divsi %a, %b : i32
    te.yield %c : i32
  }
  return %0 : tensor<i32>
}
