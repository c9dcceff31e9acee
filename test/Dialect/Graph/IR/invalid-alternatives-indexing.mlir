// RUN: dl-opt %s --split-input-file --verify-diagnostics | FileCheck %s --check-prefix=TAKEN
// Of these functions so many are taken; nothing goes on with the others.
// TAKEN-COUNT-1: func.func
// TAKEN-NOT: func.func

// Rules of several parts, of which one alone is broken: slices, indices, shapes, sizes.

func.func @slice_starts(%x0: tensor<3x4xf32>) {
  // expected-error @+1 {{expected 2 starts, sizes and steps, got [0], [2, 2] and [1, 1]}}
  %0 = graph.slice %x0 starts [0] sizes [2, 2] steps [1, 1] : (tensor<3x4xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @slice_sizes(%x0: tensor<3x4xf32>) {
  // expected-error @+1 {{expected 2 starts, sizes and steps, got [0, 0], [2] and [1, 1]}}
  %0 = graph.slice %x0 starts [0, 0] sizes [2] steps [1, 1] : (tensor<3x4xf32>) -> tensor<2x2xf32>
  return
}

// -----

func.func @slice_steps(%x0: tensor<3x4xf32>) {
  // expected-error @+1 {{expected 2 starts, sizes and steps, got [0, 0], [2, 2] and [1, 1, 1]}}
  %0 = graph.slice %x0 starts [0, 0] sizes [2, 2] steps [1, 1, 1] : (tensor<3x4xf32>) -> tensor<2x2xf32>
  return
}

// -----

// Positions beyond 2^63: by the steps alone, and together with the start.
func.func @slice_reach(%x0: tensor<4xf32>) {
  // expected-error @+1 {{expected positions of dim 0 in [0, 4), got 3 from 0 by 9223372036854775807}}
  %0 = graph.slice %x0 starts [0] sizes [3] steps [9223372036854775807] : (tensor<4xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @slice_end(%x0: tensor<4xf32>) {
  // expected-error @+1 {{expected positions of dim 0 in [0, 4), got 2 from 2 by 9223372036854775807}}
  %0 = graph.slice %x0 starts [2] sizes [2] steps [9223372036854775807] : (tensor<4xf32>) -> tensor<2xf32>
  return
}

// -----

// Axes count from the first dim.
func.func @gather_axis(%x0: tensor<4x3xf32>, %x1: tensor<2xi64>) {
  // expected-error @+1 {{expected an axis in [0, 2), got -1}}
  %0 = graph.gather %x0, %x1 axis -1 : (tensor<4x3xf32>, tensor<2xi64>) -> tensor<4x2xf32>
  return
}

// -----

func.func @norm_axis(%x0: tensor<4x3xf32>, %x1: tensor<3xf32>) {
  // expected-error @+1 {{expected axis in [0, 2), got -1}}
  %0 = graph.layer_norm %x0, %x1 axis -1 epsilon 1.0e-5 : (tensor<4x3xf32>, tensor<3xf32>) -> tensor<4x3xf32>
  return
}

// -----

func.func @top_k(%x0: tensor<4xf32>) {
  // expected-error @+1 {{expected k from 0 to the extent of axis 0 of 4, got -1}}
  %0:2 = graph.top_k %x0 axis 0 k -1 : (tensor<4xf32>) -> (tensor<0xf32>, tensor<0xi64>)
  return
}

// -----

func.func @pad_rank(%x0: tensor<4xf32>, %x1: tensor<1xf32>) {
  // expected-error @+1 {{expected a value of rank 0 and type 'f32', got 'tensor<1xf32>'}}
  %0 = graph.pad %x0, %x1 low [0] high [1] mode "constant" : (tensor<4xf32>, tensor<1xf32>) -> tensor<5xf32>
  return
}

// -----

func.func @pad_type(%x0: tensor<4xf32>, %x1: tensor<f64>) {
  // expected-error @+1 {{expected a value of rank 0 and type 'f32', got 'tensor<f64>'}}
  %0 = graph.pad %x0, %x1 low [0] high [1] mode "constant" : (tensor<4xf32>, tensor<f64>) -> tensor<5xf32>
  return
}

// -----

func.func @broadcast_type(%x0: tensor<4xf32>) {
  // expected-error @+1 {{expected an operand that broadcasts to the result, got }}
  %0 = graph.broadcast_to %x0 : (tensor<4xf32>) -> tensor<2x4xf64>
  return
}

// -----

// The result has no dim fewer, and none that grows on its own.
func.func @broadcast_rank(%x0: tensor<2x4xf32>) {
  // expected-error @+1 {{expected an operand that broadcasts to the result, got }}
  %0 = graph.broadcast_to %x0 : (tensor<2x4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @broadcast_smaller(%x0: tensor<2x4xf32>) {
  // expected-error @+1 {{expected an operand that broadcasts to the result, got }}
  %0 = graph.broadcast_to %x0 : (tensor<2x4xf32>) -> tensor<1x4xf32>
  return
}

// -----

func.func @batch_dims_below(%x0: tensor<4x8xf32>, %x1: tensor<4x8x1xi64>) {
  // expected-error @+1 {{expected batch_dims less than both ranks and equal dims there, got -1 for 4x8 and 4x8x1}}
  %0 = graph.gather_nd %x0, %x1 batch_dims -1 : (tensor<4x8xf32>, tensor<4x8x1xi64>) -> tensor<4xf32>
  return
}

// -----

func.func @batch_dims_above(%x0: tensor<4x8xf32>, %x1: tensor<4x8x1xi64>) {
  // expected-error @+1 {{expected batch_dims less than both ranks and equal dims there, got 2 for 4x8 and 4x8x1}}
  %0 = graph.gather_nd %x0, %x1 batch_dims 2 : (tensor<4x8xf32>, tensor<4x8x1xi64>) -> tensor<4xf32>
  return
}

// -----

func.func @batch_dims_of_indices(%x0: tensor<4x8xf32>, %x1: tensor<4xi64>) {
  // expected-error @+1 {{expected batch_dims less than both ranks and equal dims there, got 1 for 4x8 and 4}}
  %0 = graph.gather_nd %x0, %x1 batch_dims 1 : (tensor<4x8xf32>, tensor<4xi64>) -> tensor<4x8xf32>
  return
}

// -----

func.func @open_tuples(%x0: tensor<4x8xf32>, %x1: tensor<3x?xi64>) {
  // expected-error @+1 {{expected index tuples of at most 2 entries, got indices of shape 3x?}}
  %0 = graph.gather_nd %x0, %x1 batch_dims 0 : (tensor<4x8xf32>, tensor<3x?xi64>) -> tensor<3xf32>
  return
}

// -----

func.func @long_tuples(%x0: tensor<4x8xf32>, %x1: tensor<2x3xi64>, %x2: tensor<2xf32>) {
  // expected-error @+1 {{expected index tuples of at most 2 entries, got indices of shape 2x3}}
  %0 = graph.scatter_nd %x0, %x1, %x2 mode "none" : (tensor<4x8xf32>, tensor<2x3xi64>, tensor<2xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @updates_rank(%x0: tensor<4x8xf32>, %x1: tensor<2x1xi64>, %x2: tensor<2xf32>) {
  // expected-error @+1 {{expected updates of type 'f32' and shape 2x8, got 'tensor<2xf32>'}}
  %0 = graph.scatter_nd %x0, %x1, %x2 mode "none" : (tensor<4x8xf32>, tensor<2x1xi64>, tensor<2xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @updates_type(%x0: tensor<4x8xf32>, %x1: tensor<2x1xi64>, %x2: tensor<2x8xf64>) {
  // expected-error @+1 {{expected updates of type 'f32' and shape 2x8, got 'tensor<2x8xf64>'}}
  %0 = graph.scatter_nd %x0, %x1, %x2 mode "none" : (tensor<4x8xf32>, tensor<2x1xi64>, tensor<2x8xf64>) -> tensor<4x8xf32>
  return
}

// -----

func.func @updates_extent(%x0: tensor<4x8xf32>, %x1: tensor<2x1xi64>, %x2: tensor<2x7xf32>) {
  // expected-error @+1 {{expected updates of type 'f32' and shape 2x8, got 'tensor<2x7xf32>'}}
  %0 = graph.scatter_nd %x0, %x1, %x2 mode "none" : (tensor<4x8xf32>, tensor<2x1xi64>, tensor<2x7xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @lengths_rank(%x0: tensor<4x8xf32>, %x1: tensor<4x1xi64>) {
  // expected-error @+1 {{expected a length for each of the 4 sequences, got 4x1}}
  %0 = graph.reverse_sequence %x0, %x1 batch_axis 0 time_axis 1 : (tensor<4x8xf32>, tensor<4x1xi64>) -> tensor<4x8xf32>
  return
}

// -----

func.func @permutation(%x0: tensor<4x8xf32>) {
  // expected-error @+1 {{expected a permutation of the 2 dims, got [0, -1]}}
  %0 = graph.transpose %x0 permutation [0, -1] : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @extents_and_shape(%x0: tensor<?x4xf32>, %x1: tensor<?x2x0xi8>) {
  // expected-error @+1 {{expected extents of the result 'tensor<?x2xf32>' and no 'shape', got 'tensor<?x2x0xi8>'}}
  %0 = "graph.reshape"(%x0, %x1) {shape = array<i64: -1, 2>} : (tensor<?x4xf32>, tensor<?x2x0xi8>) -> tensor<?x2xf32>
  return
}

// -----

func.func @map_with_dims(%x0: tensor<?x4xf32>) {
  // expected-error @+1 {{expected a map from a symbol for each of the 2 dims of the operands, got }}
  %0 = graph.extents affine_map<(d0)[s0, s1] -> (s0)> of %x0 : (tensor<?x4xf32>) -> tensor<?x0xi8>
  return
}

// -----

func.func @ceiling(%x0: tensor<?x?xf32>) {
  // expected-error @+1 {{expected divisors that are positive numbers, got }}
  %0 = graph.extents affine_map<()[s0, s1] -> (s0 ceildiv s1)> of %x0 : (tensor<?x?xf32>) -> tensor<?x0xi8>
  return
}

// -----

func.func @remainder(%x0: tensor<?x?xf32>) {
  // expected-error @+1 {{expected divisors that are positive numbers, got }}
  %0 = graph.extents affine_map<()[s0, s1] -> (s0 mod s1)> of %x0 : (tensor<?x?xf32>) -> tensor<?x0xi8>
  return
}

// -----

func.func @sizes_of_number(%x0: tensor<i8>) {
  // expected-error @+1 {{expected an operand whose last dim is 0, got }}
  %0 = graph.sizes %x0 : (tensor<i8>) -> tensor<0xi64>
  return
}

// -----

func.func @iota_of_elements(%x0: tensor<?x4xi8>) {
  // expected-error @+1 {{expected an operand of two dims, the last one 0, got }}
  %0 = graph.iota %x0 : (tensor<?x4xi8>) -> tensor<?xi64>
  return
}

// -----

// The last numbers that are taken.
func.func @limits(%x: tensor<4x8xf32>, %i: tensor<3x2xi64>, %j: tensor<4x1xi64>, %u: tensor<3xf32>) {
  %0:2 = graph.top_k %x axis 1 k 8 : (tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xi64>)
  %1:2 = graph.top_k %x axis 1 k 0 : (tensor<4x8xf32>) -> (tensor<4x0xf32>, tensor<4x0xi64>)
  %2 = graph.gather_nd %x, %i batch_dims 0 : (tensor<4x8xf32>, tensor<3x2xi64>) -> tensor<3xf32>
  %3 = graph.gather_nd %x, %j batch_dims 1 : (tensor<4x8xf32>, tensor<4x1xi64>) -> tensor<4xf32>
  %4 = graph.scatter_nd %x, %i, %u mode "none" : (tensor<4x8xf32>, tensor<3x2xi64>, tensor<3xf32>) -> tensor<4x8xf32>
  %5 = graph.slice %x starts [3, 7] sizes [4, 8] steps [-1, -1] : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %6 = graph.slice %x starts [0, 9] sizes [4, 0] steps [1, 1] : (tensor<4x8xf32>) -> tensor<4x0xf32>
  %7 = graph.gather_elements %x, %j axis 1 : (tensor<4x8xf32>, tensor<4x1xi64>) -> tensor<4x1xf32>
  return
}
