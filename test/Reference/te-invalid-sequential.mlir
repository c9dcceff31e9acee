// RUN: dl-opt %s --test-interpret --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=EVALUATED --implicit-check-not=func.func
// EVALUATED: func.func @no_time(
// EVALUATED: func.func @least(
// EVALUATED: func.func @allowed(

// What runs step by step and cannot go on: places, extents, states and loops.

func.func @place_behind(%x: tensor<3xf32> {dl.test_input = dense<0.0> : tensor<3xf32>},
                        %ids: tensor<2xi64> {dl.test_input = dense<[2, 3]> : tensor<2xi64>})
    -> (tensor<3xf32> {dl.test_expected = dense<0.0> : tensor<3xf32>}) {
  // expected-error @+1 {{'te.scatter' op expected place 0 of an update to be in [0, 2], got 3 at update 1}}
  %0 = te.scatter "y" into %x axes(u = 2) : tensor<3xf32> {
  ^bb0(%u: index):
    %id = te.read %ids[%u] : tensor<2xi64>
    %place = arith.index_cast %id : i64 to index
    %v = te.read %x[%u] : tensor<3xf32>
    te.yield %v, %place : f32, index
  }
  return %0 : tensor<3xf32>
}

// -----

func.func @place_before(%x: tensor<3xf32> {dl.test_input = dense<0.0> : tensor<3xf32>},
                        %ids: tensor<2xi64> {dl.test_input = dense<[0, -1]> : tensor<2xi64>})
    -> (tensor<3xf32> {dl.test_expected = dense<0.0> : tensor<3xf32>}) {
  // expected-error @+1 {{'te.scatter' op expected place 0 of an update to be in [0, 2], got -1 at update 1}}
  %0 = te.scatter "y" into %x axes(u = 2) : tensor<3xf32> {
  ^bb0(%u: index):
    %id = te.read %ids[%u] : tensor<2xi64>
    %place = arith.index_cast %id : i64 to index
    %v = te.read %x[%u] : tensor<3xf32>
    te.yield %v, %place : f32, index
  }
  return %0 : tensor<3xf32>
}

// -----

func.func @negative_time(%h: tensor<3xf32> {dl.test_input = dense<0.0> : tensor<3xf32>})
    -> (tensor<3xf32> {dl.test_expected = dense<0.0> : tensor<3xf32>}) {
  %n = arith.constant -1 : index
  // expected-error @+1 {{'te.scan' op expected the extent of the time to have a value that is not negative}}
  %0 = te.scan "s" time(t = %n) init(%h) : tensor<3xf32> {
  ^bb0(%t: index, %state: tensor<3xf32>):
    %1 = te.compute "step" axes(i = 3) : tensor<3xf32> {
    ^bb0(%i: index):
      %v = te.read %state[%i] : tensor<3xf32>
      te.yield %v : f32
    }
    te.yield %1 : tensor<3xf32>
  }
  return %0 : tensor<3xf32>
}

// -----

// A step that fails ends the scan, of which the first steps went well.
func.func @step_of_scan(%h: tensor<3xf32> {dl.test_input = dense<0.0> : tensor<3xf32>},
                        %ids: tensor<3xi64> {dl.test_input = dense<[0, 2, 3]> : tensor<3xi64>})
    -> (tensor<3xf32> {dl.test_expected = dense<0.0> : tensor<3xf32>}) {
  %0 = te.scan "s" time(t = 3) init(%h) : tensor<3xf32> {
  ^bb0(%t: index, %state: tensor<3xf32>):
    %1 = te.compute "step" axes(i = 3) : tensor<3xf32> {
    ^bb0(%i: index):
      %id = te.read %ids[%t] : tensor<3xi64>
      %at = arith.index_cast %id : i64 to index
      // expected-error @+1 {{'te.read' op expected index 0 to be in [0, 2], got 3}}
      %v = te.read %state[%at] : tensor<3xf32>
      te.yield %v : f32
    }
    te.yield %1 : tensor<3xf32>
  }
  return %0 : tensor<3xf32>
}

// -----

func.func @no_time(%h: tensor<3xf32> {dl.test_input = dense<2.0> : tensor<3xf32>})
    -> (tensor<3xf32> {dl.test_expected = dense<2.0> : tensor<3xf32>},
        tensor<0x3xf32> {dl.test_expected = dense<0.0> : tensor<0x3xf32>}) {
  %n = arith.constant 0 : index
  %0:2 = te.scan "s" time(t = 0) init(%h) stack(0) : tensor<3xf32>, tensor<0x3xf32> {
  ^bb0(%t: index, %state: tensor<3xf32>):
    %1 = te.compute "step" axes(i = 3) : tensor<3xf32> {
    ^bb0(%i: index):
      %v = te.read %state[%i] : tensor<3xf32>
      %w = arith.addf %v, %v : f32
      te.yield %w : f32
    }
    te.yield %1, %1 : tensor<3xf32>, tensor<3xf32>
  }
  return %0#0, %0#1 : tensor<3xf32>, tensor<0x3xf32>
}

// -----

func.func @no_state() -> (tensor<3xf32> {dl.test_expected = dense<0.0> : tensor<3xf32>}) {
  %h = tensor.empty() : tensor<3xf32>
  // expected-error @+1 {{'te.scan' op expected initial states with a value; a destination has none}}
  %0 = te.scan "s" time(t = 2) init(%h) : tensor<3xf32> {
  ^bb0(%t: index, %state: tensor<3xf32>):
    %1 = te.compute "step" axes(i = 3) : tensor<3xf32> {
    ^bb0(%i: index):
      %v = te.read %state[%i] : tensor<3xf32>
      te.yield %v : f32
    }
    te.yield %1 : tensor<3xf32>
  }
  return %0 : tensor<3xf32>
}

// -----

func.func @c_function(%x: tensor<3xf32> {dl.test_input = dense<0.0> : tensor<3xf32>})
    -> (tensor<3xf32> {dl.test_expected = dense<0.0> : tensor<3xf32>}) {
  // expected-error @+1 {{'te.extern' op expected stages that can be evaluated: what a C function does is not known}}
  %0 = te.extern "y" @scale(%x) : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

// -----

func.func @dimension(%x: tensor<3xf32> {dl.test_input = dense<0.0> : tensor<3xf32>})
    -> (tensor<3xf32> {dl.test_expected = dense<0.0> : tensor<3xf32>}) {
  %c = arith.constant -1 : index
  // expected-error @+1 {{'tensor.dim' op expected a tensor with a value and a dimension in [0, 0]}}
  %n = tensor.dim %x, %c : tensor<3xf32>
  return %x : tensor<3xf32>
}

// -----

func.func @reduction(%x: tensor<3xf32> {dl.test_input = dense<0.0> : tensor<3xf32>})
    -> (tensor<f32> {dl.test_expected = dense<0.0> : tensor<f32>}) {
  %n = arith.constant 0 : index
  // expected-error @+1 {{'te.compute' op expected axis 'k' to have an extent of at least 1, got 0}}
  %0 = te.compute "x" axes() reduce(k = %n) combine(add) : tensor<f32> {
  ^bb0(%k: index):
    %v = te.read %x[%k] : tensor<3xf32>
    te.yield %v : f32
  }
  return %0 : tensor<f32>
}

// -----

// One element along the axis is enough, and none at all for an axis that stays.
func.func @least(%x: tensor<3xf32> {dl.test_input = dense<[1.0, 2.0, 3.0]> : tensor<3xf32>})
    -> (tensor<f32> {dl.test_expected = dense<1.0> : tensor<f32>},
        tensor<?xf32> {dl.test_expected = dense<0.0> : tensor<0xf32>}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = te.compute "x" axes() reduce(k = %c1) combine(add) : tensor<f32> {
  ^bb0(%k: index):
    %v = te.read %x[%k] : tensor<3xf32>
    te.yield %v : f32
  }
  %1 = te.compute "y" axes(i = %c0) : tensor<?xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<3xf32>
    te.yield %v : f32
  }
  return %0, %1 : tensor<f32>, tensor<?xf32>
}

// -----

// Indices at both ends of what is allowed.
func.func @allowed(%i: tensor<2x2xi64> {dl.test_input = dense<[[-3, 1], [2, -2]]> : tensor<2x2xi64>})
    -> (tensor<2x2xi64> {dl.test_expected = dense<[[-3, 1], [2, -2]]> : tensor<2x2xi64>}) {
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  te.check_indices %i within(%c3, %c2) : tensor<2x2xi64>
  return %i : tensor<2x2xi64>
}
