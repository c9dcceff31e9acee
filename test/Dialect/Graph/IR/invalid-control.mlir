// RUN: dl-opt %s --split-input-file --verify-diagnostics

// if (C1)
func.func @condition(%c: tensor<2xi1>) {
  // expected-error @+1 {{'graph.if' op expected a condition of one element, got 'tensor<2xi1>'}}
  graph.if %c : (tensor<2xi1>) -> () {
    graph.yield
  } else {
    graph.yield
  }
  return
}

// -----

// if (C2)
func.func @branches(%c: tensor<i1>, %x: tensor<2xf32>) {
  // expected-error @+1 {{'graph.if' op expected yielded values of types 'tensor<3xf32>', got 'tensor<2xf32>'}}
  %0 = graph.if %c : (tensor<i1>) -> tensor<3xf32> {
    graph.yield %x : tensor<2xf32>
  } else {
    graph.yield %x : tensor<2xf32>
  }
  return
}

// -----

// while (C2)
func.func @states(%c: tensor<i1>, %x: tensor<2xf32>) {
  // expected-error @+1 {{'graph.while' op expected region arguments of types 'tensor<2xf32>', got 'tensor<3xf32>'}}
  %0 = graph.while %c, (%x) : (tensor<i1>, tensor<2xf32>) -> tensor<2xf32> {
  ^bb0(%s: tensor<3xf32>):
    graph.yield %c, %x : tensor<i1>, tensor<2xf32>
  }
  return
}

// -----

// scan (C1)
func.func @no_input(%x: tensor<2xf32>) {
  // expected-error @+1 {{'graph.scan' op expected an input or more and a result for each of the 1 states, got 0 and 1}}
  %0 = graph.scan states(%x) inputs() reverse_inputs [] reverse_outputs [] : (tensor<2xf32>) -> tensor<2xf32> {
  ^bb0(%s: tensor<2xf32>):
    graph.yield %s : tensor<2xf32>
  }
  return
}

// -----

// scan (C1)
func.func @steps(%x: tensor<2xf32>, %y: tensor<3xf32>) {
  // expected-error @+1 {{'graph.scan' op expected inputs and outputs of one first dim, got 'tensor<2xf32>' and 'tensor<3xf32>'}}
  graph.scan states() inputs(%x, %y) reverse_inputs [false, false] reverse_outputs [] : (tensor<2xf32>, tensor<3xf32>) -> () {
  ^bb0(%s: tensor<f32>, %t: tensor<f32>):
    graph.yield
  }
  return
}

// -----

// scan (C4)
func.func @flags(%x: tensor<2xf32>) {
  // expected-error @+1 {{'graph.scan' op expected 1 flags for inputs and 0 for outputs, got 0 and 0}}
  graph.scan states() inputs(%x) reverse_inputs [] reverse_outputs [] : (tensor<2xf32>) -> () {
  ^bb0(%s: tensor<f32>):
    graph.yield
  }
  return
}

// -----

// scan (C3)
func.func @yields(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.scan' op expected yielded values of types 'tensor<4xf32>', got 'tensor<3xf32>'}}
  %0 = graph.scan states() inputs(%x) reverse_inputs [false] reverse_outputs [false] : (tensor<2x3xf32>) -> tensor<2x4xf32> {
  ^bb0(%s: tensor<3xf32>):
    graph.yield %s : tensor<3xf32>
  }
  return
}
