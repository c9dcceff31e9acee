// RUN: dl-opt %s --split-input-file --verify-diagnostics

// Ways to break the rules of te.extern.

// (E1)
func.func @digit(%x: tensor<4xf32>) {
  // expected-error @+1 {{(E1) expected the function's name to be a C identifier, got '2scale'}}
  %y = te.extern "y" @"2scale"(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// (E1)
func.func @stage(%x: tensor<4xf32>) {
  // expected-error @+1 {{(E1) expected the stage name to be made of letters}}
  %y = te.extern "2" @scale(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// (E2)
func.func @result(%x: tensor<4xf32>) {
  // expected-error @+1 {{(E2) expected static shapes, got 'tensor<?xf32>'}}
  %y = te.extern "y" @scale(%x) : (tensor<4xf32>) -> tensor<?xf32>
  return
}

// -----

// (E4)
func.func @type(%x: tensor<4xf32>, %o: tensor<5xf32>) {
  // expected-error @+1 {{(E4) expected no destinations, or one for each of the 1 results, of its type}}
  %y = te.extern "y" @scale(%x) into(%o : tensor<5xf32>) : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// (E3)
func.func @nothing(%x: tensor<4xf32>) {
  // expected-error @+1 {{(E3) expected a result or a destination: the call would do nothing}}
  te.extern "y" @scale(%x) : (tensor<4xf32>) -> ()
  return
}
