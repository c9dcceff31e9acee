// RUN: dl-opt %s --test-interpret --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=EVALUATED --implicit-check-not=func.func
// EVALUATED: func.func @last(

// Loops and parts of tensors that cannot be evaluated: strides, conditions and positions
// without a value, and bodies that fail in a later iteration.

func.func @stride(%x: tensor<3xf32> {dl.test_input = dense<0.0> : tensor<3xf32>})
    -> (tensor<3xf32> {dl.test_expected = dense<0.0> : tensor<3xf32>}) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  // expected-error @+1 {{'scf.for' op expected a step of at least 1, got 0}}
  %0 = scf.for %i = %c0 to %c3 step %c0 iter_args(%y = %x) -> (tensor<3xf32>) {
    scf.yield %y : tensor<3xf32>
  }
  return %0 : tensor<3xf32>
}

// -----

func.func @nothing_there(%x: tensor<3xf32> {dl.test_input = dense<0.0> : tensor<3xf32>})
    -> (tensor<3xf32> {dl.test_expected = dense<0.0> : tensor<3xf32>}) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %n = tensor.empty() : tensor<3xindex>
  %0 = scf.for %i = %c0 to %c2 step %c2 iter_args(%y = %x) -> (tensor<3xf32>) {
    // expected-error @+1 {{'tensor.extract' op expected a tensor and a position with a value}}
    %m = tensor.extract %n[%i] : tensor<3xindex>
    scf.yield %y : tensor<3xf32>
  }
  return %0 : tensor<3xf32>
}

// -----

// The third iteration fails.
func.func @third(%x: tensor<2xf32> {dl.test_input = dense<0.0> : tensor<2xf32>})
    -> (tensor<2xf32> {dl.test_expected = dense<0.0> : tensor<2xf32>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %0 = scf.for %i = %c0 to %c3 step %c1 iter_args(%y = %x) -> (tensor<2xf32>) {
    // expected-error @+1 {{'tensor.extract' op expected a position in [0, 2), got 2}}
    %v = tensor.extract %y[%i] : tensor<2xf32>
    scf.yield %y : tensor<2xf32>
  }
  return %0 : tensor<2xf32>
}

// -----

// What a loop tests, and what it does, may fail.
func.func @test(%x: tensor<2xf32> {dl.test_input = dense<0.0> : tensor<2xf32>})
    -> (tensor<2xf32> {dl.test_expected = dense<0.0> : tensor<2xf32>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f32
  %0 = scf.while (%i = %c0) : (index) -> index {
    // expected-error @+1 {{'tensor.extract' op expected a position in [0, 2), got 2}}
    %v = tensor.extract %x[%i] : tensor<2xf32>
    %goes = arith.cmpf olt, %v, %one : f32
    scf.condition(%goes) %i : index
  } do {
  ^bb0(%i: index):
    %next = arith.addi %i, %c1 : index
    scf.yield %next : index
  }
  return %x : tensor<2xf32>
}

// -----

func.func @body(%x: tensor<2xf32> {dl.test_input = dense<0.0> : tensor<2xf32>})
    -> (tensor<2xf32> {dl.test_expected = dense<0.0> : tensor<2xf32>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %0 = scf.while (%i = %c0) : (index) -> index {
    %goes = arith.cmpi slt, %i, %c9 : index
    scf.condition(%goes) %i : index
  } do {
  ^bb0(%i: index):
    // expected-error @+1 {{'tensor.extract' op expected a position in [0, 2), got 2}}
    %v = tensor.extract %x[%i] : tensor<2xf32>
    %next = arith.addi %i, %c1 : index
    scf.yield %next : index
  }
  return %x : tensor<2xf32>
}

// -----

func.func @slice_without_value(%x: tensor<3x2xf32> {dl.test_input = dense<0.0> : tensor<3x2xf32>})
    -> (tensor<3x2xf32> {dl.test_expected = dense<0.0> : tensor<3x2xf32>}) {
  %e = tensor.empty() : tensor<2xf32>
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{'te.insert_step' op expected a value and a position with a value}}
  %0 = te.insert_step %e into %x[%c0] : tensor<2xf32> into tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}

// -----

func.func @unknown_size(%v: tensor<2xf32> {dl.test_input = dense<0.0> : tensor<2xf32>})
    -> (tensor<?x2xf32> {dl.test_expected = dense<0.0> : tensor<3x2xf32>}) {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %e = tensor.empty(%c3) : tensor<?x2xf32>
  // expected-error @+1 {{'te.insert_step' op expected a tensor of static shape to write into, got 'tensor<?x2xf32>'}}
  %0 = te.insert_step %v into %e[%c0] : tensor<2xf32> into tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}

// -----

// Exactly the last position, and a stride that the range does not hold a whole number of.
func.func @last(%x: tensor<3x2xf32> {dl.test_input = dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>})
    -> (tensor<2xf32> {dl.test_expected = dense<[5.0, 6.0]> : tensor<2xf32>},
        tensor<3x2xf32> {dl.test_expected = dense<[[1.0, 2.0], [3.0, 4.0], [1.0, 2.0]]> : tensor<3x2xf32>}) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %first = te.step %x[%c0] : tensor<3x2xf32> to tensor<2xf32>
  %0 = scf.for %i = %c0 to %c3 step %c2 iter_args(%y = %first) -> (tensor<2xf32>) {
    %v = te.step %x[%i] : tensor<3x2xf32> to tensor<2xf32>
    scf.yield %v : tensor<2xf32>
  }
  %1 = te.insert_step %first into %x[%c2] : tensor<2xf32> into tensor<3x2xf32>
  return %0, %1 : tensor<2xf32>, tensor<3x2xf32>
}
