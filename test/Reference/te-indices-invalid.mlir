// RUN: dl-opt %s --test-interpret --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=REFUSED --allow-empty
// REFUSED-NOT: func.func

// Scalars from around a formula that nobody has computed: in an index, in a condition, as what stands in for
// what is not read, as an operand.
func.func @left_of_index(%x: tensor<3xf32> {dl.test_input = dense<0.0> : tensor<3xf32>}, %n: index {te.destination})
    -> (index {dl.test_expected = dense<0> : tensor<i64>}) {
  // expected-error @+1 {{'te.compute' op expected a known scalar from outside the region, got}}
  %0 = te.compute "x" axes(i = 3) : tensor<3xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%n floordiv 2 + %i floordiv 2] : tensor<3xf32>
    te.yield %v : f32
  }
  return %n : index
}

// -----

func.func @right_of_index(%x: tensor<3xf32> {dl.test_input = dense<0.0> : tensor<3xf32>}, %n: index {te.destination})
    -> (index {dl.test_expected = dense<0> : tensor<i64>}) {
  // expected-error @+1 {{'te.compute' op expected a known scalar from outside the region, got}}
  %0 = te.compute "x" axes(i = 3) : tensor<3xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i floordiv 2 + %n floordiv 2] : tensor<3xf32>
    te.yield %v : f32
  }
  return %n : index
}

// -----

func.func @condition_of_read(%x: tensor<3xf32> {dl.test_input = dense<0.0> : tensor<3xf32>}, %n: index {te.destination})
    -> (index {dl.test_expected = dense<0> : tensor<i64>}) {
  %zero = arith.constant 0.0 : f32
  // expected-error @+1 {{'te.compute' op expected a known scalar from outside the region, got}}
  %0 = te.compute "x" axes(i = 3) : tensor<3xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] where(%n - %i >= 0) else %zero : tensor<3xf32>
    te.yield %v : f32
  }
  return %n : index
}

// -----

func.func @otherwise(%x: tensor<3xf32> {dl.test_input = dense<0.0> : tensor<3xf32>}, %d: f32 {te.destination})
    -> (f32 {dl.test_expected = dense<0.0> : tensor<f32>}) {
  // expected-error @+1 {{'te.compute' op expected a known scalar from outside the region, got}}
  %0 = te.compute "x" axes(i = 3) : tensor<3xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] where(%i - 1 >= 0) else %d : tensor<3xf32>
    te.yield %v : f32
  }
  return %d : f32
}

// -----

func.func @operand_of_formula(%x: tensor<3xf32> {dl.test_input = dense<0.0> : tensor<3xf32>}, %d: f32 {te.destination})
    -> (f32 {dl.test_expected = dense<0.0> : tensor<f32>}) {
  // expected-error @+1 {{'te.compute' op expected a known scalar from outside the region, got}}
  %0 = te.compute "x" axes(i = 3) : tensor<3xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<3xf32>
    %s = arith.addf %v, %d : f32
    te.yield %s : f32
  }
  return %d : f32
}

// -----

// Indices whose greatest value is beyond 64 bits, in one step or in the sum of two.
func.func @far_step(%x: tensor<3xf32> {dl.test_input = dense<0.0> : tensor<3xf32>})
    -> (tensor<?xf32> {dl.test_expected = dense<0.0> : tensor<5xf32>}) {
  %n = arith.constant 5 : index
  %0 = te.compute "x" axes(i = %n) : tensor<?xf32> {
  ^bb0(%i: index):
    // expected-error @+1 {{'te.read' op expected index 0 to be in [0, 2], got 4611686018427387904 at i = 1}}
    %v = te.read %x[%i * 4611686018427387904] : tensor<3xf32>
    te.yield %v : f32
  }
  return %0 : tensor<?xf32>
}

// -----

func.func @far_sum(%x: tensor<3xf32> {dl.test_input = dense<0.0> : tensor<3xf32>})
    -> (tensor<?x?xf32> {dl.test_expected = dense<0.0> : tensor<2x2xf32>}) {
  %n = arith.constant 2 : index
  %0 = te.compute "x" axes(i = %n, j = %n) : tensor<?x?xf32> {
  ^bb0(%i: index, %j: index):
    // expected-error @+1 {{'te.read' op expected index 0 to be in [0, 2], got 4611686018427387904 at i = 0, j = 1}}
    %v = te.read %x[%i * 4611686018427387904 + %j * 4611686018427387904] : tensor<3xf32>
    te.yield %v : f32
  }
  return %0 : tensor<?x?xf32>
}

// -----

func.func @memory_of_scan(%h: tensor<2xf32> {dl.test_input = dense<0.0> : tensor<2xf32>})
    -> (tensor<1152921504606846976x2xf32> {dl.test_expected = dense<0.0> : tensor<1xf32>}) {
  // expected-error @+1 {{'te.scan' op expected memory for a value of shape [1152921504606846976, 2] and type f32, there is not so much}}
  %0:2 = te.scan "s" time(t = 1152921504606846976) init(%h) stack(0) : tensor<2xf32>, tensor<1152921504606846976x2xf32> {
  ^bb0(%t: index, %state: tensor<2xf32>):
    %1 = te.compute "step" axes(i = 2) : tensor<2xf32> {
    ^bb0(%i: index):
      %v = te.read %state[%i] : tensor<2xf32>
      te.yield %v : f32
    }
    te.yield %1, %1 : tensor<2xf32>, tensor<2xf32>
  }
  return %0#1 : tensor<1152921504606846976x2xf32>
}
