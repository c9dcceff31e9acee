// RUN: dl-opt %s --test-interpret --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=EVALUATED --implicit-check-not=func.func
// EVALUATED: func.func @ends(
// EVALUATED: func.func @pairs(

// Parts of tensors at run-time positions, and indices in range: the first and the last one are
// taken, the ones beside them are refused.

func.func @ends(%x: tensor<3x2xi32> {dl.test_input = dense<[[1, 2], [3, 4], [5, 6]]> : tensor<3x2xi32>},
                %i: tensor<2xi64> {dl.test_input = dense<[-3, 2]> : tensor<2xi64>})
    -> (tensor<2xi32> {dl.test_expected = dense<[1, 2]> : tensor<2xi32>},
        tensor<2xi32> {dl.test_expected = dense<[5, 6]> : tensor<2xi32>},
        tensor<3x2xi32> {dl.test_expected = dense<[[5, 6], [3, 4], [1, 2]]> : tensor<3x2xi32>}) {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  te.check_indices %i within(%c3) : tensor<2xi64>
  %first = te.step %x[%c0] : tensor<3x2xi32> to tensor<2xi32>
  %last = te.step %x[%c2] : tensor<3x2xi32> to tensor<2xi32>
  %0 = te.insert_step %last into %x[%c0] : tensor<2xi32> into tensor<3x2xi32>
  %1 = te.insert_step %first into %0[%c2] : tensor<2xi32> into tensor<3x2xi32>
  return %first, %last, %1 : tensor<2xi32>, tensor<2xi32>, tensor<3x2xi32>
}

// -----

// Each position of the last dim has an extent of its own.
func.func @pairs(%i: tensor<2x2xi64> {dl.test_input = dense<[[2, -2], [-3, 1]]> : tensor<2x2xi64>})
    -> (tensor<2x2xi64> {dl.test_expected = dense<[[2, -2], [-3, 1]]> : tensor<2x2xi64>}) {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  te.check_indices %i within(%c3, %c2) : tensor<2x2xi64>
  return %i : tensor<2x2xi64>
}

// -----

func.func @pair(%i: tensor<2x2xi64> {dl.test_input = dense<[[2, -2], [-3, 2]]> : tensor<2x2xi64>})
    -> (tensor<2x2xi64> {dl.test_expected = dense<0> : tensor<2x2xi64>}) {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  // expected-error @+1 {{'te.check_indices' op expected an index in [-2, 2), got 2 at element 3}}
  te.check_indices %i within(%c3, %c2) : tensor<2x2xi64>
  return %i : tensor<2x2xi64>
}

// -----

func.func @above(%i: tensor<2xi64> {dl.test_input = dense<[0, 3]> : tensor<2xi64>})
    -> (tensor<2xi64> {dl.test_expected = dense<0> : tensor<2xi64>}) {
  %c3 = arith.constant 3 : index
  // expected-error @+1 {{'te.check_indices' op expected an index in [-3, 3), got 3 at element 1}}
  te.check_indices %i within(%c3) : tensor<2xi64>
  return %i : tensor<2xi64>
}

// -----

func.func @below(%i: tensor<2xi64> {dl.test_input = dense<[-4, 0]> : tensor<2xi64>})
    -> (tensor<2xi64> {dl.test_expected = dense<0> : tensor<2xi64>}) {
  %c3 = arith.constant 3 : index
  // expected-error @+1 {{'te.check_indices' op expected an index in [-3, 3), got -4 at element 0}}
  te.check_indices %i within(%c3) : tensor<2xi64>
  return %i : tensor<2xi64>
}

// -----

func.func @behind(%x: tensor<3x2xi32> {dl.test_input = dense<0> : tensor<3x2xi32>})
    -> (tensor<2xi32> {dl.test_expected = dense<0> : tensor<2xi32>}) {
  %c3 = arith.constant 3 : index
  // expected-error @+1 {{'te.step' op expected a position in [0, 3), got 3}}
  %0 = te.step %x[%c3] : tensor<3x2xi32> to tensor<2xi32>
  return %0 : tensor<2xi32>
}

// -----

func.func @before(%x: tensor<3x2xi32> {dl.test_input = dense<0> : tensor<3x2xi32>})
    -> (tensor<2xi32> {dl.test_expected = dense<0> : tensor<2xi32>}) {
  %c = arith.constant -1 : index
  // expected-error @+1 {{'te.step' op expected a position in [0, 3), got -1}}
  %0 = te.step %x[%c] : tensor<3x2xi32> to tensor<2xi32>
  return %0 : tensor<2xi32>
}

// -----

func.func @insert_behind(%x: tensor<3x2xi32> {dl.test_input = dense<0> : tensor<3x2xi32>},
                         %v: tensor<2xi32> {dl.test_input = dense<0> : tensor<2xi32>})
    -> (tensor<3x2xi32> {dl.test_expected = dense<0> : tensor<3x2xi32>}) {
  %c3 = arith.constant 3 : index
  // expected-error @+1 {{'te.insert_step' op expected a slice and a position in [0, 3), got position 3}}
  %0 = te.insert_step %v into %x[%c3] : tensor<2xi32> into tensor<3x2xi32>
  return %0 : tensor<3x2xi32>
}

// -----

func.func @insert_before(%x: tensor<3x2xi32> {dl.test_input = dense<0> : tensor<3x2xi32>},
                         %v: tensor<2xi32> {dl.test_input = dense<0> : tensor<2xi32>})
    -> (tensor<3x2xi32> {dl.test_expected = dense<0> : tensor<3x2xi32>}) {
  %c = arith.constant -1 : index
  // expected-error @+1 {{'te.insert_step' op expected a slice and a position in [0, 3), got position -1}}
  %0 = te.insert_step %v into %x[%c] : tensor<2xi32> into tensor<3x2xi32>
  return %0 : tensor<3x2xi32>
}

// -----

// Values that nothing has made.
func.func @no_indices(%i: tensor<2xi64> {te.destination})
    -> (tensor<2xi64> {dl.test_expected = dense<0> : tensor<2xi64>}) {
  %c3 = arith.constant 3 : index
  // expected-error @+1 {{'te.check_indices' op expected indices with a value}}
  te.check_indices %i within(%c3) : tensor<2xi64>
  return %i : tensor<2xi64>
}

// -----

func.func @no_value(%v: tensor<2xi32> {te.destination}, %x: tensor<3x2xi32> {te.destination})
    -> (tensor<2xi32> {dl.test_expected = dense<0> : tensor<2xi32>},
        tensor<3x2xi32> {dl.test_expected = dense<0> : tensor<3x2xi32>}) {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{'te.insert_step' op expected a value and a position with a value}}
  %0 = te.insert_step %v into %x[%c0] : tensor<2xi32> into tensor<3x2xi32>
  return %v, %0 : tensor<2xi32>, tensor<3x2xi32>
}

// -----

func.func @no_element(%x: tensor<i1> {te.destination})
    -> (tensor<i1> {dl.test_expected = dense<0> : tensor<i1>}) {
  // expected-error @+1 {{'tensor.extract' op expected a tensor and a position with a value}}
  %0 = tensor.extract %x[] : tensor<i1>
  return %x : tensor<i1>
}

// -----

// Without a step nothing tells a size that is open.
func.func @no_steps(%x: tensor<?xi32> {dl.test_input = dense<[3, 4]> : tensor<2xi32>})
    -> (tensor<0x?xi32> {dl.test_expected = dense<> : tensor<0x2xi32>}) {
  // expected-error @+1 {{'te.scan' op expected at least one step, since a size of 'tensor<0x?xi32>' follows from nothing else}}
  %s:2 = te.scan "none" time(t = 0) init(%x) stack(0) : tensor<?xi32>, tensor<0x?xi32> {
  ^bb0(%t: index, %s: tensor<?xi32>):
    %c0 = arith.constant 0 : index
    %n = tensor.dim %s, %c0 : tensor<?xi32>
    %next = te.compute "next" axes(i = %n) : tensor<?xi32> {
    ^bb0(%i: index):
      %a = te.read %s[%i] : tensor<?xi32>
      te.yield %a : i32
    }
    te.yield %next, %next : tensor<?xi32>, tensor<?xi32>
  }
  return %s#1 : tensor<0x?xi32>
}
