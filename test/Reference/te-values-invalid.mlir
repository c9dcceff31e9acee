// RUN: dl-opt %s --test-interpret --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=REFUSED --allow-empty
// REFUSED-NOT: func.func

// Sizes, positions and bounds that nobody has computed, and values of other shapes. An argument with
// te.destination has no value.

func.func @extent(%n: index {te.destination}) -> (index {dl.test_expected = dense<0> : tensor<i64>}) {
  %zero = arith.constant 0.0 : f32
  // expected-error @+1 {{'te.compute' op expected axis 'i' to have an extent of at least 0, got no value}}
  %0 = te.compute "x" axes(i = %n) : tensor<?xf32> {
  ^bb0(%i: index):
    te.yield %zero : f32
  }
  return %n : index
}

// -----

func.func @begin(%n: index {te.destination}) -> (index {dl.test_expected = dense<0> : tensor<i64>}) {
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{'scf.for' op expected bounds and conditions with a value}}
  scf.for %i = %n to %c1 step %c1 {
  }
  return %c1 : index
}

// -----

func.func @end(%n: index {te.destination}) -> (index {dl.test_expected = dense<0> : tensor<i64>}) {
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{'scf.for' op expected bounds and conditions with a value}}
  scf.for %i = %c1 to %n step %c1 {
  }
  return %c1 : index
}

// -----

func.func @step(%n: index {te.destination}) -> (index {dl.test_expected = dense<0> : tensor<i64>}) {
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{'scf.for' op expected bounds and conditions with a value}}
  scf.for %i = %c1 to %c1 step %n {
  }
  return %c1 : index
}

// -----

func.func @condition(%c: i1 {te.destination}) -> (i1 {dl.test_expected = dense<0> : tensor<i1>}) {
  // expected-error @+1 {{'scf.if' op expected bounds and conditions with a value}}
  scf.if %c {
  }
  return %c : i1
}

// -----

func.func @dim(%x: tensor<?xf32> {te.destination}) -> (tensor<?xf32> {dl.test_expected = dense<0.0> : tensor<2xf32>}) {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{'tensor.dim' op expected a tensor with a value and a dimension in [0, 0]}}
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  return %x : tensor<?xf32>
}

// -----

func.func @which_dim(%x: tensor<?xf32> {dl.test_input = dense<0.0> : tensor<2xf32>}, %d: index {te.destination})
    -> (index {dl.test_expected = dense<0> : tensor<i64>}) {
  // expected-error @+1 {{'tensor.dim' op expected a tensor with a value and a dimension in [0, 0]}}
  %n = tensor.dim %x, %d : tensor<?xf32>
  return %n : index
}

// -----

func.func @negative_dim(%x: tensor<?xf32> {dl.test_input = dense<0.0> : tensor<2xf32>})
    -> (index {dl.test_expected = dense<0> : tensor<i64>}) {
  %d = arith.constant -1 : index
  // expected-error @+1 {{'tensor.dim' op expected a tensor with a value and a dimension in [0, 0]}}
  %n = tensor.dim %x, %d : tensor<?xf32>
  return %n : index
}

// -----

func.func @indices_within(%i: tensor<2xi64> {dl.test_input = dense<0> : tensor<2xi64>}, %n: index {te.destination})
    -> (index {dl.test_expected = dense<0> : tensor<i64>}) {
  // expected-error @+1 {{'te.check_indices' op expected extents with a value}}
  te.check_indices %i within(%n) : tensor<2xi64>
  return %n : index
}

// -----

func.func @step_position(%x: tensor<3x2xi32> {dl.test_input = dense<0> : tensor<3x2xi32>}, %n: index {te.destination})
    -> (index {dl.test_expected = dense<0> : tensor<i64>}) {
  // expected-error @+1 {{'te.step' op expected a position with a value}}
  %0 = te.step %x[%n] : tensor<3x2xi32> to tensor<2xi32>
  return %n : index
}

// -----

func.func @insert_position(%x: tensor<3x2xi32> {dl.test_input = dense<0> : tensor<3x2xi32>},
                           %v: tensor<2xi32> {dl.test_input = dense<0> : tensor<2xi32>}, %n: index {te.destination})
    -> (index {dl.test_expected = dense<0> : tensor<i64>}) {
  // expected-error @+1 {{'te.insert_step' op expected a value and a position with a value}}
  %0 = te.insert_step %v into %x[%n] : tensor<2xi32> into tensor<3x2xi32>
  return %n : index
}

// -----

// A slice that is longer than those of the tensor.
func.func @insert_longer(%x: tensor<3x?xi32> {dl.test_input = dense<0> : tensor<3x2xi32>},
                         %v: tensor<?xi32> {dl.test_input = dense<0> : tensor<3xi32>})
    -> (tensor<3x?xi32> {dl.test_expected = dense<0> : tensor<3x2xi32>}) {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{'te.insert_step' op expected a slice and a position in [0, 3), got position 0}}
  %0 = te.insert_step %v into %x[%c0] : tensor<?xi32> into tensor<3x?xi32>
  return %0 : tensor<3x?xi32>
}

// -----

func.func @view_size(%x: tensor<?xf32> {dl.test_input = dense<0.0> : tensor<4xf32>}, %n: index {te.destination})
    -> (index {dl.test_expected = dense<0> : tensor<i64>}) {
  // expected-error @+1 {{'tensor.expand_shape' op expected a value for every size of the result}}
  %0 = tensor.expand_shape %x [[0, 1]] output_shape [%n, 2] : tensor<?xf32> into tensor<?x2xf32>
  return %n : index
}

// -----

// Two negative sizes have as many elements as the source.
func.func @negative_sizes(%x: tensor<?xf32> {dl.test_input = dense<0.0> : tensor<4xf32>})
    -> (tensor<?x?xf32> {dl.test_expected = dense<0.0> : tensor<2x2xf32>}) {
  %n = arith.constant -2 : index
  // expected-error @+1 {{'tensor.expand_shape' op expected a tensor of type 'tensor<?x?xf32>', got size -2}}
  %0 = tensor.expand_shape %x [[0, 1]] output_shape [%n, %n] : tensor<?xf32> into tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

// expected-error @+1 {{expected result 0 of 4 f32, got 4 f32 or another shape}}
func.func @shape(%x: tensor<2x2xf32> {dl.test_input = dense<0.0> : tensor<2x2xf32>})
    -> (tensor<2x2xf32> {dl.test_expected = dense<0.0> : tensor<4xf32>}) {
  return %x : tensor<2x2xf32>
}

// -----

func.func @base(%x: tensor<3xi32> {te.destination}) -> (tensor<3xi32> {dl.test_expected = dense<0> : tensor<3xi32>}) {
  %one = arith.constant 1 : i32
  // expected-error @+1 {{'te.scatter' op expected the base to have a value; a destination has none}}
  %0 = te.scatter "s" into %x axes(i = 2) combine(add) : tensor<3xi32> {
  ^bb0(%i: index):
    te.yield %one, %i : i32, index
  }
  return %0 : tensor<3xi32>
}

// -----

func.func @undefined_update(%x: tensor<3xi32> {dl.test_input = dense<0> : tensor<3xi32>})
    -> (tensor<3xi32> {dl.test_expected = dense<0> : tensor<3xi32>}) {
  %0 = te.scatter "s" into %x axes(i = 2) combine(add) : tensor<3xi32> {
  ^bb0(%i: index):
    %v = arith.index_cast %i : index to i32
    // expected-error @+1 {{'arith.divsi' op expected operands for which it is defined, got a division by 0 or one that overflows at i = 0}}
    %d = arith.divsi %v, %v : i32
    te.yield %d, %i : i32, index
  }
  return %0 : tensor<3xi32>
}

// -----

// The least number by -1 has no quotient; the least one but one has.
func.func @overflow(%x: tensor<2xi8> {dl.test_input = dense<[-127, -128]> : tensor<2xi8>})
    -> (tensor<2xi8> {dl.test_expected = dense<0> : tensor<2xi8>}) {
  %minus = arith.constant -1 : i8
  %0 = te.compute "x" axes(i = 2) : tensor<2xi8> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<2xi8>
    // expected-error @+1 {{'arith.divsi' op expected operands for which it is defined, got a division by 0 or one that overflows at i = 1}}
    %d = arith.divsi %v, %minus : i8
    te.yield %d : i8
  }
  return %0 : tensor<2xi8>
}

// -----

// Two results, a result and an operand of a type without memory, and floats as other floats.
func.func @two_results(%x: tensor<2xi32> {dl.test_input = dense<0> : tensor<2xi32>})
    -> (tensor<2xi32> {dl.test_expected = dense<0> : tensor<2xi32>}) {
  %0 = te.compute "x" axes(i = 2) : tensor<2xi32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<2xi32>
    // expected-error @+1 {{'arith.addui_extended' op expected an operation that the interpreter knows for these types, see lib/Reference/ScalarOps.cpp}}
    %s, %c = arith.addui_extended %v, %v : i32, i1
    te.yield %s : i32
  }
  return %0 : tensor<2xi32>
}

// -----

func.func @narrow_result(%x: tensor<2xi32> {dl.test_input = dense<0> : tensor<2xi32>})
    -> (tensor<2xi32> {dl.test_expected = dense<0> : tensor<2xi32>}) {
  %0 = te.compute "x" axes(i = 2) : tensor<2xi32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<2xi32>
    // expected-error @+1 {{'arith.trunci' op expected an operation that the interpreter knows for these types, see lib/Reference/ScalarOps.cpp}}
    %t = arith.trunci %v : i32 to i4
    %w = arith.extsi %t : i4 to i32
    te.yield %w : i32
  }
  return %0 : tensor<2xi32>
}

// -----

func.func @bits_of_float(%x: tensor<2xf16> {dl.test_input = dense<0.0> : tensor<2xf16>})
    -> (tensor<2xbf16> {dl.test_expected = dense<0.0> : tensor<2xbf16>}) {
  %0 = te.compute "x" axes(i = 2) : tensor<2xbf16> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<2xf16>
    // expected-error @+1 {{'arith.bitcast' op expected an operation that the interpreter knows for these types, see lib/Reference/ScalarOps.cpp}}
    %b = arith.bitcast %v : f16 to bf16
    te.yield %b : bf16
  }
  return %0 : tensor<2xbf16>
}

// -----

// What the guard keeps from being read is not what is outside.
func.func @first_outside(%x: tensor<3xf32> {dl.test_input = dense<0.0> : tensor<3xf32>})
    -> (tensor<4xf32> {dl.test_expected = dense<0.0> : tensor<4xf32>}) {
  %zero = arith.constant 0.0 : f32
  %two = arith.constant 2 : index
  %0 = te.compute "x" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %m = arith.addi %i, %two : index
    // expected-error @+1 {{'te.read' op expected index 0 to be in [0, 2], got 4 at i = 2}}
    %v = te.read %x[%m] where(%i - 2 >= 0) else %zero : tensor<3xf32>
    te.yield %v : f32
  }
  return %0 : tensor<4xf32>
}

// -----

// More than there is memory for.
func.func @memory() -> (tensor<1152921504606846976xf32> {dl.test_expected = dense<0.0> : tensor<1xf32>}) {
  %zero = arith.constant 0.0 : f32
  // expected-error @+1 {{'te.compute' op expected memory for a value of shape [1152921504606846976] and type f32, there is not so much}}
  %0 = te.compute "x" axes(i = 1152921504606846976) : tensor<1152921504606846976xf32> {
  ^bb0(%i: index):
    te.yield %zero : f32
  }
  return %0 : tensor<1152921504606846976xf32>
}

// -----

func.func @memory_of_steps(%x: tensor<2xf32> {dl.test_input = dense<0.0> : tensor<2xf32>}) -> (tensor<1152921504606846976x2xf32> {dl.test_expected = dense<0.0> : tensor<1xf32>}) {
  %c0 = arith.constant 0 : index
  %e = tensor.empty() : tensor<1152921504606846976x2xf32>
  // expected-error @+1 {{'te.insert_step' op expected memory for a value of shape [1152921504606846976, 2] and type f32, there is not so much}}
  %0 = te.insert_step %x into %e[%c0] : tensor<2xf32> into tensor<1152921504606846976x2xf32>
  return %0 : tensor<1152921504606846976x2xf32>
}

// -----

// Before the first element.
func.func @before(%x: tensor<?xf32> {dl.test_input = dense<0.0> : tensor<3xf32>}, %y: tensor<3xf32> {dl.test_input = dense<0.0> : tensor<3xf32>})
    -> (tensor<?xf32> {dl.test_expected = dense<0.0> : tensor<3xf32>}) {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %0 = te.compute "x" axes(i = %n) : tensor<?xf32> {
  ^bb0(%i: index):
    // expected-error @+1 {{'te.read' op expected index 0 to be in [0, 2], got -1 at i = 0}}
    %v = te.read %x[%i - 1] : tensor<?xf32>
    te.yield %v : f32
  }
  return %0 : tensor<?xf32>
}

// -----

// Bools are bytes below the graph level, but not other ones.
// expected-error @+1 {{expected input 0 of 'stored' to be of type 'tensor<2xi8>', got 'tensor<3xi1>'}}
func.func @stored(%x: tensor<2xi8> {te.element_type = i1, dl.test_input = dense<true> : tensor<3xi1>})
    -> (tensor<2xi8> {dl.test_expected = dense<0> : tensor<2xi8>}) {
  return %x : tensor<2xi8>
}

// -----

// Nor are they where an argument does not say so.
// expected-error @+1 {{expected input 0 of 'bools' to be of type 'tensor<2xi8>', got 'tensor<2xi1>'}}
func.func @bools(%x: tensor<2xi8> {dl.test_input = dense<true> : tensor<2xi1>})
    -> (tensor<2xi8> {dl.test_expected = dense<1> : tensor<2xi8>}) {
  return %x : tensor<2xi8>
}
