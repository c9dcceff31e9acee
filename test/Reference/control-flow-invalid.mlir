// RUN: dl-opt %s --test-interpret --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=REFUSED --allow-empty
// REFUSED-NOT: func.func

// Branches and loops whose regions cannot be evaluated.

func.func @steps(
    %h: tensor<2xf32> {dl.test_input = dense<0.0> : tensor<2xf32>},
    %x: tensor<?x2xf32> {dl.test_input = dense<0.0> : tensor<3x2xf32>},
    %z: tensor<?x2xf32> {dl.test_input = dense<0.0> : tensor<2x2xf32>})
    -> (tensor<2xf32> {dl.test_expected = dense<0.0> : tensor<2xf32>}) {
  // expected-error @+1 {{'graph.scan' op expected inputs of 3 steps, got one of 2}}
  %y = graph.scan states(%h) inputs(%x, %z) reverse_inputs [false, false] reverse_outputs []
      : (tensor<2xf32>, tensor<?x2xf32>, tensor<?x2xf32>) -> tensor<2xf32> {
  ^bb0(%s: tensor<2xf32>, %a: tensor<2xf32>, %b: tensor<2xf32>):
    %0 = graph.add %s, %a : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    graph.yield %0 : tensor<2xf32>
  }
  return %y : tensor<2xf32>
}

// -----

func.func @scan_body(
    %h: tensor<?xf32> {dl.test_input = dense<0.0> : tensor<2xf32>},
    %x: tensor<3x?xf32> {dl.test_input = dense<0.0> : tensor<3x5xf32>})
    -> (tensor<?xf32> {dl.test_expected = dense<0.0> : tensor<2xf32>}) {
  %y = graph.scan states(%h) inputs(%x) reverse_inputs [false] reverse_outputs []
      : (tensor<?xf32>, tensor<3x?xf32>) -> tensor<?xf32> {
  ^bb0(%s: tensor<?xf32>, %a: tensor<?xf32>):
    // expected-error @+1 {{'graph.add' op expected shapes that broadcast, got 2 and 5}}
    %0 = graph.add %s, %a : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    graph.yield %0 : tensor<?xf32>
  }
  return %y : tensor<?xf32>
}

// -----

func.func @while_body(
    %c: tensor<i1> {dl.test_input = dense<true> : tensor<i1>},
    %x: tensor<?xf32> {dl.test_input = dense<0.0> : tensor<2xf32>},
    %z: tensor<?xf32> {dl.test_input = dense<0.0> : tensor<5xf32>})
    -> (tensor<?xf32> {dl.test_expected = dense<0.0> : tensor<2xf32>}) {
  %y = graph.while %c, (%x) : (tensor<i1>, tensor<?xf32>) -> tensor<?xf32> {
  ^bb0(%s: tensor<?xf32>):
    // expected-error @+1 {{'graph.add' op expected shapes that broadcast, got 2 and 5}}
    %1 = graph.add %s, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    graph.yield %c, %1 : tensor<i1>, tensor<?xf32>
  }
  return %y : tensor<?xf32>
}

// -----

func.func @branch(
    %c: tensor<i1> {dl.test_input = dense<true> : tensor<i1>},
    %x: tensor<?xf32> {dl.test_input = dense<0.0> : tensor<2xf32>},
    %z: tensor<?xf32> {dl.test_input = dense<0.0> : tensor<5xf32>})
    -> (tensor<?xf32> {dl.test_expected = dense<0.0> : tensor<2xf32>}) {
  %y = graph.if %c : (tensor<i1>) -> tensor<?xf32> {
    // expected-error @+1 {{'graph.add' op expected shapes that broadcast, got 2 and 5}}
    %0 = graph.add %x, %z : (tensor<?xf32>, tensor<?xf32>) -> tensor<?xf32>
    graph.yield %0 : tensor<?xf32>
  } else {
    graph.yield %x : tensor<?xf32>
  }
  return %y : tensor<?xf32>
}

// -----

// The slices of an output are as large as the first one.
func.func @growing_output(
    %h: tensor<?xf32> {dl.test_input = dense<[1.0, 2.0]> : tensor<2xf32>},
    %x: tensor<3x1xf32> {dl.test_input = dense<0.0> : tensor<3x1xf32>})
    -> (tensor<3x?xf32> {dl.test_expected = dense<0.0> : tensor<3x2xf32>}) {
  // expected-error @+1 {{'graph.scan' op expected a slice and a position in [0, 3), got position 1}}
  %y:2 = graph.scan states(%h) inputs(%x) reverse_inputs [false] reverse_outputs [false]
      : (tensor<?xf32>, tensor<3x1xf32>) -> (tensor<?xf32>, tensor<3x?xf32>) {
  ^bb0(%s: tensor<?xf32>, %a: tensor<1xf32>):
    %0 = graph.concat %s, %a axis 0 : (tensor<?xf32>, tensor<1xf32>) -> tensor<?xf32>
    graph.yield %0, %s : tensor<?xf32>, tensor<?xf32>
  }
  return %y#1 : tensor<3x?xf32>
}

// -----

func.func @memory_of_output(
    %h: tensor<2xf32> {dl.test_input = dense<0.0> : tensor<2xf32>},
    %x: tensor<1152921504606846976x0xf32> {dl.test_input = dense<> : tensor<1152921504606846976x0xf32>})
    -> (tensor<1152921504606846976x2xf32> {dl.test_expected = dense<0.0> : tensor<1xf32>}) {
  // expected-error @+1 {{'graph.scan' op expected memory for a value of shape [1152921504606846976, 2] and type f32, there is not so much}}
  %y:2 = graph.scan states(%h) inputs(%x) reverse_inputs [false] reverse_outputs [false]
      : (tensor<2xf32>, tensor<1152921504606846976x0xf32>) -> (tensor<2xf32>, tensor<1152921504606846976x2xf32>) {
  ^bb0(%s: tensor<2xf32>, %a: tensor<0xf32>):
    graph.yield %s, %s : tensor<2xf32>, tensor<2xf32>
  }
  return %y#1 : tensor<1152921504606846976x2xf32>
}
