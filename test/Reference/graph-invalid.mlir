// RUN: dl-opt %s --test-interpret --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=REFUSED --allow-empty
// REFUSED-NOT: func.func

func.func @foreign(%x: tensor<2xf32> {dl.test_input = dense<0.0> : tensor<2xf32>})
    -> (tensor<2xf32> {dl.test_expected = dense<0.0> : tensor<2xf32>}) {
  %0 = graph.relu %x : (tensor<2xf32>) -> tensor<2xf32>
  // expected-error @+1 {{'math.exp' op expected an operator of the graph level, which has a te program}}
  %1 = math.exp %0 : tensor<2xf32>
  return %1 : tensor<2xf32>
}

// -----

func.func @reshape(%x: tensor<?xf32> {dl.test_input = dense<0.0> : tensor<5xf32>})
    -> (tensor<2x?xf32> {dl.test_expected = dense<0.0> : tensor<2x2xf32>}) {
  // expected-error @+1 {{'graph.reshape' op expected a reshape of 5 elements to keep their number, got 'tensor<2x?xf32>'}}
  %0 = graph.reshape %x : (tensor<?xf32>) -> tensor<2x?xf32>
  return %0 : tensor<2x?xf32>
}

// -----

func.func @open(%x: tensor<?xf32> {dl.test_input = dense<0.0> : tensor<4xf32>})
    -> (tensor<?x?xf32> {dl.test_expected = dense<0.0> : tensor<2x2xf32>}) {
  // expected-error @+1 {{'graph.reshape' op expected as many open dims in the result as in the operand, or 'shape', got 'tensor<?xf32>' and 'tensor<?x?xf32>'}}
  %0 = graph.reshape %x : (tensor<?xf32>) -> tensor<?x?xf32>
  return %0 : tensor<?x?xf32>
}

// -----

func.func @broadcast(%x: tensor<?xf32> {dl.test_input = dense<0.0> : tensor<4xf32>},
                     %y: tensor<?xf32> {dl.test_input = dense<0.0> : tensor<3xf32>})
    -> (tensor<?xf32> {dl.test_expected = dense<0.0> : tensor<4xf32>}) {
  // expected-error @+1 {{'graph.add' op expected shapes that broadcast, got 4 and 3}}
  %0 = graph.add %x, %y : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

func.func @destination(%x: tensor<2xf32> {te.destination}) -> (tensor<2xf32> {dl.test_expected = dense<0.0> : tensor<2xf32>}) {
  // expected-error @+1 {{'graph.relu' op expected operand 0 to have a value that can be read}}
  %0 = graph.relu %x : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// Inputs that do not fit.
// expected-error @+1 {{expected input 0 of 'input' to be of type 'tensor<2xf32>', got 'tensor<3xf32>'}}
func.func @input(%x: tensor<2xf32> {dl.test_input = dense<0.0> : tensor<3xf32>})
    -> (tensor<2xf32> {dl.test_expected = dense<0.0> : tensor<2xf32>}) {
  %0 = graph.relu %x : (tensor<2xf32>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

func.func @to_extents(%x: tensor<?xf32> {dl.test_input = dense<0.0> : tensor<5xf32>},
                      %e: tensor<?x2x0xi8> {dl.test_input = dense<> : tensor<3x2x0xi8>})
    -> (tensor<?x2xf32> {dl.test_expected = dense<0.0> : tensor<3x2xf32>}) {
  // expected-error @+1 {{'graph.reshape' op expected a reshape of 5 elements to keep their number, got extents of 6}}
  %0 = graph.reshape %x to %e : (tensor<?xf32>, tensor<?x2x0xi8>) -> tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}

// -----

// An error inside of a group.
func.func @group(%x: tensor<?xf32> {dl.test_input = dense<0.0> : tensor<5xf32>},
                 %y: tensor<?xf32> {dl.test_input = dense<0.0> : tensor<3xf32>})
    -> (tensor<?xf32> {dl.test_expected = dense<0.0> : tensor<5xf32>}) {
  %0 = graph.fused root("graph.add") (%a = %x : tensor<?xf32>, %b = %y : tensor<?xf32>) -> tensor<?xf32> {
    // expected-error @+1 {{'graph.add' op expected shapes that broadcast, got 5 and 3}}
    %1 = graph.add %a, %b : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    graph.yield %1 : tensor<?xf32>
  }
  return %0 : tensor<?xf32>
}

// -----

// Indices that are data are known only when the program is evaluated.
func.func @place(%x: tensor<3xf32> {dl.test_input = dense<0.0> : tensor<3xf32>},
                 %i: tensor<2xi64> {dl.test_input = dense<[1, 5]> : tensor<2xi64>})
    -> (tensor<2xf32> {dl.test_expected = dense<0.0> : tensor<2xf32>}) {
  // expected-error @+1 {{'te.read' op expected index 0 to be in [0, 2], got 5 at i0 = 1}}
  %0 = graph.gather %x, %i axis 0 : (tensor<3xf32>, tensor<2xi64>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
