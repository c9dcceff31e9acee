// RUN: dl-opt %s --graph-fuse-ops=max-ops=3 --remarks-filter=graph-fuse-ops --split-input-file --verify-diagnostics
// RUN: not dl-opt %s --graph-fuse-ops=max-ops=0 --split-input-file 2>&1 | FileCheck %s

// CHECK: error: expected option 'max-ops' to be at least 1, got 0

func.func @reasons(%x: tensor<4x4xf32>, %y: tensor<3x4x4xf32>) -> (tensor<4x4xf32>, tensor<16xf32>) {
  %0 = graph.matmul %x, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  // expected-remark @+1 {{graph.matmul: an operator of class complex does not join its producer}}
  %1 = graph.matmul %0, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  // expected-remark @+1 {{graph.add: another operand depends on the group by a path outside of it}}
  %2 = graph.add %0, %1 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  // expected-remark @+1 {{graph.reshape: an operator of class opaque does not join its producer}}
  %3 = graph.reshape %2 : (tensor<4x4xf32>) -> tensor<16xf32>
  return %2, %3 : tensor<4x4xf32>, tensor<16xf32>
}

// -----

func.func @size(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = graph.matmul %x, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = graph.exp %0 : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = graph.log %1 : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // expected-remark @+1 {{graph.sqrt: the group is full: max-ops is 3}}
  %3 = graph.sqrt %2 : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %3 : tensor<4x4xf32>
}

// -----

func.func @taken(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = graph.matmul %x, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = graph.softmax %x axis 1 : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // expected-remark @+1 {{graph.add: it is in the group of another producer}}
  %2 = graph.add %0, %1 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %2 : tensor<4x4xf32>
}

// -----

func.func @accesses(%x: tensor<1x4xf32>, %w: tensor<4x4xf32>, %y: tensor<3x4xf32>) -> tensor<3x4xf32> {
  %0 = graph.matmul %x, %w : (tensor<1x4xf32>, tensor<4x4xf32>) -> tensor<1x4xf32>
  // expected-remark @+1 {{graph.add: it does not read operand 0 element by element}}
  %1 = graph.add %0, %y : (tensor<1x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  return %1 : tensor<3x4xf32>
}

// -----

func.func @several(%x: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %0 = graph.matmul %x, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  // expected-remark @+1 {{graph.exp: the group would have several results: others read its values too}}
  %1 = graph.exp %0 : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0, %1 : tensor<4x4xf32>, tensor<4x4xf32>
}

// -----

func.func @producer(%x: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  // expected-remark @+1 {{graph.exp: its result has readers outside of the group}}
  %0 = graph.exp %x : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // expected-remark @+1 {{graph.softmax: an operator of class reduction does not join its producer}}
  %1 = graph.softmax %0 axis 1 : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0, %1 : tensor<4x4xf32>, tensor<4x4xf32>
}

// -----

// Producers join up to the same limit.
func.func @producers(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // expected-remark @+1 {{graph.exp: the group is full: max-ops is 3}}
  %0 = graph.exp %x : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // expected-remark @+1 {{graph.neg: it is in the group of another producer}}
  %1 = graph.neg %0 : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = graph.transpose %1 permutation [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %3 = graph.softmax %2 axis 1 : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %3 : tensor<4x4xf32>
}

// -----

// What reads at indices from data reads tensors.
func.func @indexing(%x: tensor<4xf32>, %i: tensor<2xi64>) -> tensor<2xf32> {
  %0 = graph.exp %x : (tensor<4xf32>) -> tensor<4xf32>
  // expected-remark @+1 {{graph.gather: it takes no producers}}
  %1 = graph.gather %0, %i axis 0 : (tensor<4xf32>, tensor<2xi64>) -> tensor<2xf32>
  %2 = graph.exp %1 : (tensor<2xf32>) -> tensor<2xf32>
  return %2 : tensor<2xf32>
}
