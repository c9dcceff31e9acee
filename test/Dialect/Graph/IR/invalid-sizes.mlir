// RUN: dl-opt %s --split-input-file --verify-diagnostics | FileCheck %s --check-prefix=TAKEN --allow-empty
// Nothing goes on with what is refused.
// TAKEN-NOT: func.func

// (C1) of extents
func.func @map(%x: tensor<?x4xf32>) -> tensor<?x0xi8> {
  // expected-error @+1 {{'graph.extents' op expected a map from a symbol for each of the 2 dims of the operands, got affine_map<()[s0] -> (s0)>}}
  %e = graph.extents affine_map<()[s0] -> (s0)> of %x : (tensor<?x4xf32>) -> tensor<?x0xi8>
  return %e : tensor<?x0xi8>
}

// -----

func.func @divisor(%x: tensor<?x4xf32>) -> tensor<?x0xi8> {
  // expected-error @+1 {{'graph.extents' op expected divisors that are positive numbers, got affine_map<()[s0, s1] -> (s0 floordiv 0)>}}
  %e = graph.extents affine_map<()[s0, s1] -> (s0 floordiv 0)> of %x : (tensor<?x4xf32>) -> tensor<?x0xi8>
  return %e : tensor<?x0xi8>
}

// -----

func.func @divisor_that_varies(%x: tensor<?x?xf32>) -> tensor<?x0xi8> {
  // expected-error @+1 {{'graph.extents' op expected divisors that are positive numbers, got affine_map<()[s0, s1] -> (s0 mod s1)>}}
  %e = graph.extents affine_map<()[s0, s1] -> (s0 mod s1)> of %x : (tensor<?x?xf32>) -> tensor<?x0xi8>
  return %e : tensor<?x0xi8>
}

// -----

// (C2) of extents
func.func @negative(%x: tensor<?x4xf32>) -> tensor<?x0xi8> {
  // expected-error @+1 {{'graph.extents' op expected sizes that are not negative, got -1}}
  %e = graph.extents affine_map<()[s0, s1] -> (s1 - 5)> of %x : (tensor<?x4xf32>) -> tensor<?x0xi8>
  return %e : tensor<?x0xi8>
}

// -----

// (C1) of sizes
func.func @sizes(%x: tensor<?x4xi8>) -> tensor<1xi64> {
  // expected-error @+1 {{'graph.sizes' op expected an operand whose last dim is 0, got 'tensor<?x4xi8>'}}
  %s = graph.sizes %x : (tensor<?x4xi8>) -> tensor<1xi64>
  return %s : tensor<1xi64>
}

// -----

// (C1) of iota
func.func @iota(%x: tensor<?x4x0xi8>) -> tensor<?xi64> {
  // expected-error @+1 {{'graph.iota' op expected an operand of two dims, the last one 0, got 'tensor<?x4x0xi8>'}}
  %s = graph.iota %x : (tensor<?x4x0xi8>) -> tensor<?xi64>
  return %s : tensor<?xi64>
}

// -----

// (C3) of reshape
func.func @reshape(%x: tensor<?x4xf32>, %e: tensor<?x5x0xi8>) -> tensor<?x2xf32> {
  // expected-error @+1 {{'graph.reshape' op expected extents of the result 'tensor<?x2xf32>' and no 'shape', got 'tensor<?x5x0xi8>'}}
  %y = graph.reshape %x to %e : (tensor<?x4xf32>, tensor<?x5x0xi8>) -> tensor<?x2xf32>
  return %y : tensor<?x2xf32>
}

// -----

// (C2) of broadcast_to
func.func @broadcast(%x: tensor<2xf32>, %e: tensor<?x0xi8>) -> tensor<?x2xf32> {
  // expected-error @+1 {{'graph.broadcast_to' op expected extents of the result 'tensor<?x2xf32>', got 'tensor<?x0xi8>'}}
  %y = graph.broadcast_to %x to %e : (tensor<2xf32>, tensor<?x0xi8>) -> tensor<?x2xf32>
  return %y : tensor<?x2xf32>
}
