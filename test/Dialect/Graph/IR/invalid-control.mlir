// RUN: dl-opt %s --split-input-file --verify-diagnostics | FileCheck %s --check-prefix=TAKEN --allow-empty
// Nothing goes on with what is refused.
// TAKEN-NOT: func.func

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

// -----

// if (C1)
func.func @if_open(%c: tensor<?xi1>, %x: tensor<2xf32>) {
  // expected-error @+1 {{'graph.if' op expected a condition of one element, got 'tensor<?xi1>'}}
  %y = graph.if %c : (tensor<?xi1>) -> tensor<2xf32> {
    graph.yield %x : tensor<2xf32>
  } else {
    graph.yield %x : tensor<2xf32>
  }
  return
}

// -----

// if (C2)
func.func @if_else(%c: tensor<i1>, %x: tensor<2xf32>, %z: tensor<3xf32>) {
  // expected-error @+1 {{'graph.if' op expected yielded values of types 'tensor<2xf32>', got 'tensor<3xf32>'}}
  %y = graph.if %c : (tensor<i1>) -> tensor<2xf32> {
    graph.yield %x : tensor<2xf32>
  } else {
    graph.yield %z : tensor<3xf32>
  }
  return
}

// -----

// if (C2)
func.func @if_arguments(%c: tensor<i1>, %x: tensor<2xf32>) {
  // expected-error @+1 {{'graph.if' op expected regions without arguments}}
  %y = "graph.if"(%c) ({
    graph.yield %x : tensor<2xf32>
  }, {
  ^bb0(%a: tensor<2xf32>):
    graph.yield %a : tensor<2xf32>
  }) : (tensor<i1>) -> tensor<2xf32>
  return
}

// -----

// while (C1)
func.func @while_condition(%c: tensor<2xi1>, %x: tensor<2xf32>) {
  // expected-error @+1 {{'graph.while' op expected a condition of one element, got 'tensor<2xi1>'}}
  %y = graph.while %c, (%x) : (tensor<2xi1>, tensor<2xf32>) -> tensor<2xf32> {
  ^bb0(%a: tensor<2xf32>):
    graph.yield %c, %a : tensor<2xi1>, tensor<2xf32>
  }
  return
}

// -----

// while (C2)
func.func @while_results(%c: tensor<i1>, %x: tensor<2xf32>) {
  // expected-error @+1 {{'graph.while' op expected results of types 'tensor<2xf32>', got 'tensor<3xf32>'}}
  %y = graph.while %c, (%x) : (tensor<i1>, tensor<2xf32>) -> tensor<3xf32> {
  ^bb0(%a: tensor<2xf32>):
    graph.yield %c, %a : tensor<i1>, tensor<2xf32>
  }
  return
}

// -----

// while (C2)
func.func @while_yielded(%c: tensor<i1>, %x: tensor<2xf32>) {
  // expected-error @+1 {{'graph.while' op expected yielded values of types 'tensor<i1>', 'tensor<2xf32>', got 'tensor<2xf32>'}}
  %y = graph.while %c, (%x) : (tensor<i1>, tensor<2xf32>) -> tensor<2xf32> {
  ^bb0(%a: tensor<2xf32>):
    graph.yield %a : tensor<2xf32>
  }
  return
}

// -----

// scan (C1)
func.func @scan_few_results(%s: tensor<4xf32>, %x: tensor<2x4xf32>) {
  // expected-error @+1 {{'graph.scan' op expected an input or more and a result for each of the 1 states, got 1 and 0}}
  graph.scan states(%s) inputs(%x) reverse_inputs [false] reverse_outputs [] : (tensor<4xf32>, tensor<2x4xf32>) -> () {
  ^bb0(%a: tensor<4xf32>, %b: tensor<4xf32>):
    graph.yield %a : tensor<4xf32>
  }
  return
}

// -----

// scan (C1)
func.func @scan_scalar(%s: tensor<4xf32>, %x: tensor<f32>) {
  // expected-error @+1 {{'graph.scan' op expected inputs and outputs of one first dim, got 'tensor<f32>' and 'tensor<f32>'}}
  %y = graph.scan states(%s) inputs(%x) reverse_inputs [false] reverse_outputs [] : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32> {
  ^bb0(%a: tensor<4xf32>, %b: tensor<f32>):
    graph.yield %a : tensor<4xf32>
  }
  return
}

// -----

// scan (C1)
func.func @scan_output(%s: tensor<4xf32>, %x: tensor<2x4xf32>) {
  // expected-error @+1 {{'graph.scan' op expected inputs and outputs of one first dim, got 'tensor<2x4xf32>' and 'tensor<3x4xf32>'}}
  %y:2 = graph.scan states(%s) inputs(%x) reverse_inputs [false] reverse_outputs [false] : (tensor<4xf32>, tensor<2x4xf32>) -> (tensor<4xf32>, tensor<3x4xf32>) {
  ^bb0(%a: tensor<4xf32>, %b: tensor<4xf32>):
    graph.yield %a, %b : tensor<4xf32>, tensor<4xf32>
  }
  return
}

// -----

// scan (C4)
func.func @scan_flags(%s: tensor<4xf32>, %x: tensor<2x4xf32>) {
  // expected-error @+1 {{'graph.scan' op expected 1 flags for inputs and 1 for outputs, got 1 and 2}}
  %y:2 = graph.scan states(%s) inputs(%x) reverse_inputs [false] reverse_outputs [false, true] : (tensor<4xf32>, tensor<2x4xf32>) -> (tensor<4xf32>, tensor<2x4xf32>) {
  ^bb0(%a: tensor<4xf32>, %b: tensor<4xf32>):
    graph.yield %a, %b : tensor<4xf32>, tensor<4xf32>
  }
  return
}

// -----

// scan (C2)
func.func @scan_results(%s: tensor<4xf32>, %x: tensor<2x4xf32>) {
  // expected-error @+1 {{'graph.scan' op expected results of types 'tensor<4xf32>', got 'tensor<5xf32>'}}
  %y = graph.scan states(%s) inputs(%x) reverse_inputs [false] reverse_outputs [] : (tensor<4xf32>, tensor<2x4xf32>) -> tensor<5xf32> {
  ^bb0(%a: tensor<4xf32>, %b: tensor<4xf32>):
    graph.yield %a : tensor<4xf32>
  }
  return
}

// -----

// scan (C3)
func.func @scan_arguments(%s: tensor<4xf32>, %x: tensor<2x4xf32>) {
  // expected-error @+1 {{'graph.scan' op expected region arguments of types 'tensor<4xf32>', 'tensor<4xf32>', got 'tensor<4xf32>', 'tensor<2x4xf32>'}}
  %y = graph.scan states(%s) inputs(%x) reverse_inputs [false] reverse_outputs [] : (tensor<4xf32>, tensor<2x4xf32>) -> tensor<4xf32> {
  ^bb0(%a: tensor<4xf32>, %b: tensor<2x4xf32>):
    graph.yield %a : tensor<4xf32>
  }
  return
}
