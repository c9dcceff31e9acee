// RUN: dl-opt %s --test-interpret=trace=true --verify-diagnostics

// Operators, constants, reshapes and groups; the operators of a group are seen
// before the group.
func.func @main(%x: tensor<2x3xf32> {dl.test_input = dense<[[1.0, -2.0, 3.0], [-4.0, 5.0, -6.0]]> : tensor<2x3xf32>})
    -> (tensor<3x2xf32> {dl.test_expected = dense<[[12.0, 11.0], [14.0, 11.0], [16.0, 11.0]]> : tensor<3x2xf32>},
        tensor<2x3xf32> {dl.test_expected = dense<[[1.0, 0.0, 3.0], [0.0, 5.0, 0.0]]> : tensor<2x3xf32>}) {
  %one = graph.constant dense<1.0> : tensor<f32>
  %ten = graph.constant dense<10.0> : tensor<2x1xf32>
  // expected-remark @+1 {{evaluated 1 results}}
  %relu = graph.relu %x : (tensor<2x3xf32>) -> tensor<2x3xf32>
  // expected-remark @+1 {{evaluated 1 results}}
  %flat = graph.reshape %relu : (tensor<2x3xf32>) -> tensor<3x2xf32>
  // expected-remark @+1 {{evaluated 2 results}}
  %f:2 = graph.fused root("graph.add") (%a = %relu : tensor<2x3xf32>, %b = %one : tensor<f32>, %c = %ten : tensor<2x1xf32>)
      -> tensor<2x3xf32>, tensor<2x3xf32> {
    // expected-remark @+1 {{evaluated 1 results}}
    %0 = graph.add %a, %b : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
    // expected-remark @+1 {{evaluated 1 results}}
    %1 = graph.add %0, %c : (tensor<2x3xf32>, tensor<2x1xf32>) -> tensor<2x3xf32>
    graph.yield %1, %a : tensor<2x3xf32>, tensor<2x3xf32>
  }
  // expected-remark @+1 {{evaluated 1 results}}
  %g = graph.reshape %f#0 : (tensor<2x3xf32>) -> tensor<3x2xf32>
  // expected-remark @+1 {{evaluated 1 results}}
  %zero = graph.sub %flat, %flat : (tensor<3x2xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  // expected-remark @+1 {{evaluated 1 results}}
  %h = graph.add %g, %zero : (tensor<3x2xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  return %h, %f#1 : tensor<3x2xf32>, tensor<2x3xf32>
}

// Dynamic sizes are those of the inputs.
func.func @dynamic(%x: tensor<?x3xf32> {dl.test_input = dense<[[1.0, -2.0, 3.0], [-4.0, 5.0, -6.0]]> : tensor<2x3xf32>})
    -> (tensor<3x?xf32> {dl.test_expected = dense<[[1.0, 0.0], [3.0, 0.0], [5.0, 0.0]]> : tensor<3x2xf32>},
        tensor<3x?xf32> {dl.test_expected = dense<[[1.0, -4.0], [-2.0, 5.0], [3.0, -6.0]]> : tensor<3x2xf32>}) {
  // expected-remark @+1 {{evaluated 1 results}}
  %relu = graph.relu %x : (tensor<?x3xf32>) -> tensor<?x3xf32>
  // expected-remark @+1 {{evaluated 1 results}}
  %flat = graph.reshape %relu : (tensor<?x3xf32>) -> tensor<3x?xf32>
  // expected-remark @+1 {{evaluated 1 results}}
  %t = graph.transpose %x permutation [1, 0] : (tensor<?x3xf32>) -> tensor<3x?xf32>
  return %flat, %t : tensor<3x?xf32>, tensor<3x?xf32>
}

// Open dims of a reshape keep their order, or their place where `shape` says so.
func.func @open_dims(%x: tensor<1x?x2x?xf32> {dl.test_input = dense<[[[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]]]> : tensor<1x1x2x3xf32>})
    -> (tensor<?x?x2xf32> {dl.test_expected = dense<[[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]]> : tensor<1x3x2xf32>},
        tensor<?x?x2xf32> {dl.test_expected = dense<[[[1.0, 2.0]], [[3.0, 4.0]], [[5.0, 6.0]]]> : tensor<3x1x2xf32>}) {
  // expected-remark @+1 {{evaluated 1 results}}
  %0 = graph.reshape %x : (tensor<1x?x2x?xf32>) -> tensor<?x?x2xf32>
  // expected-remark @+1 {{evaluated 1 results}}
  %1 = graph.reshape %x shape [-1, 0, 2] : (tensor<1x?x2x?xf32>) -> tensor<?x?x2xf32>
  return %0, %1 : tensor<?x?x2xf32>, tensor<?x?x2xf32>
}

// The dims that another value has, whose last one is left out.
func.func @to_extents(%x: tensor<?xf32> {dl.test_input = dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>},
                      %e: tensor<?x2x0xi8> {dl.test_input = dense<> : tensor<3x2x0xi8>})
    -> (tensor<?x2xf32> {dl.test_expected = dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>}) {
  // expected-remark @+1 {{evaluated 1 results}}
  %0 = graph.reshape %x to %e : (tensor<?xf32>, tensor<?x2x0xi8>) -> tensor<?x2xf32>
  return %0 : tensor<?x2xf32>
}

// No step: the states stay, and the outputs have no elements, whatever their open sizes would be.
func.func @no_step(
    %h: tensor<2xf32> {dl.test_input = dense<[1.0, 2.0]> : tensor<2xf32>},
    %x: tensor<?x2xf32> {dl.test_input = dense<> : tensor<0x2xf32>},
    %z: tensor<?x?xf32> {dl.test_input = dense<> : tensor<0x4xf32>})
    -> (tensor<2xf32> {dl.test_expected = dense<[1.0, 2.0]> : tensor<2xf32>},
        tensor<?x2xf32> {dl.test_expected = dense<> : tensor<0x2xf32>},
        tensor<?x?xf32> {dl.test_expected = dense<> : tensor<0x0xf32>}) {
  // expected-remark @+1 {{evaluated 3 results}}
  %y:3 = graph.scan states(%h) inputs(%x, %z) reverse_inputs [false, false] reverse_outputs [false, false]
      : (tensor<2xf32>, tensor<?x2xf32>, tensor<?x?xf32>) -> (tensor<2xf32>, tensor<?x2xf32>, tensor<?x?xf32>) {
  ^bb0(%s: tensor<2xf32>, %a: tensor<2xf32>, %b: tensor<?xf32>):
    %0 = graph.add %s, %a : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    graph.yield %0, %0, %b : tensor<2xf32>, tensor<2xf32>, tensor<?xf32>
  }
  return %y#0, %y#1, %y#2 : tensor<2xf32>, tensor<?x2xf32>, tensor<?x?xf32>
}

// One open dim is what is left of the elements, whatever the operand's is.
func.func @open_dim(%x: tensor<?xf32> {dl.test_input = dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>},
                    %y: tensor<6xf32> {dl.test_input = dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>})
    -> (tensor<2x?xf32> {dl.test_expected = dense<[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]> : tensor<2x3xf32>},
        tensor<?x2xf32> {dl.test_expected = dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]> : tensor<3x2xf32>}) {
  // expected-remark @+1 {{evaluated 1 results}}
  %0 = graph.reshape %x : (tensor<?xf32>) -> tensor<2x?xf32>
  // expected-remark @+1 {{evaluated 1 results}}
  %1 = graph.reshape %y : (tensor<6xf32>) -> tensor<?x2xf32>
  return %0, %1 : tensor<2x?xf32>, tensor<?x2xf32>
}
