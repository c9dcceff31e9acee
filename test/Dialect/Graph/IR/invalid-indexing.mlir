// RUN: dl-opt %s --split-input-file --verify-diagnostics | FileCheck %s --check-prefix=TAKEN --allow-empty
// Nothing goes on with what is refused.
// TAKEN-NOT: func.func

// concat (C1)
func.func @concat_c1_0(%x: tensor<2xf32>, %y: tensor<2xi32>) {
  // expected-error @+1 {{'graph.concat' op expected operands of one element type, got 'f32' and 'i32': cast one of them}}
  %0 = graph.concat %x, %y axis 0 : (tensor<2xf32>, tensor<2xi32>) -> tensor<4xf32>
  return
}

// -----

// concat (C1)
func.func @concat_c1_1(%x: tensor<2xf32>) {
  // expected-error @+1 {{'graph.concat' op expected axis in [0, 1), got 1}}
  %0 = graph.concat %x axis 1 : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

// concat (C1)
func.func @concat_c1_2(%x: tensor<2xf32>, %y: tensor<2x1xf32>) {
  // expected-error @+1 {{'graph.concat' op expected operands of one rank, got 2 and 2x1}}
  %0 = graph.concat %x, %y axis 0 : (tensor<2xf32>, tensor<2x1xf32>) -> tensor<4xf32>
  return
}

// -----

// concat (C2)
func.func @concat_c2_3(%x: tensor<2x3xf32>, %y: tensor<2x4xf32>) {
  // expected-error @+1 {{'graph.concat' op expected equal dims but at axis 0, got 2x3 and 2x4}}
  %0 = graph.concat %x, %y axis 0 : (tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<4x3xf32>
  return
}

// -----

// pad (C1)
func.func @pad_c1_7(%x: tensor<4xf32>, %v: tensor<f32>) {
  // expected-error @+1 {{'graph.pad' op expected a low pad for each of the 1 dims, got []}}
  %0 = graph.pad %x, %v low [] high [1] mode "constant" : (tensor<4xf32>, tensor<f32>) -> tensor<5xf32>
  return
}

// -----

// pad (C1)
func.func @pad_c1_8(%x: tensor<4xf32>, %v: tensor<f32>) {
  // expected-error @+1 {{'graph.pad' op expected dims that are not negative, got -1 for dim 0 of 4}}
  %0 = graph.pad %x, %v low [-5] high [0] mode "constant" : (tensor<4xf32>, tensor<f32>) -> tensor<0xf32>
  return
}

// -----

// pad (C2)
func.func @pad_c2_9(%x: tensor<4xf32>, %v: tensor<1xf32>) {
  // expected-error @+1 {{'graph.pad' op expected a value of rank 0 and type 'f32', got}}
  %0 = graph.pad %x, %v low [0] high [1] mode "constant" : (tensor<4xf32>, tensor<1xf32>) -> tensor<5xf32>
  return
}

// -----

// pad (C3)
func.func @pad_c3_10(%x: tensor<0xf32>, %v: tensor<f32>) {
  // expected-error @+1 {{'graph.pad' op expected elements to pad from at dim 0 of 0}}
  %0 = graph.pad %x, %v low [0] high [1] mode "edge" : (tensor<0xf32>, tensor<f32>) -> tensor<1xf32>
  return
}

// -----

// broadcast_to (C1)
func.func @broadcast_to_c1_11(%x: tensor<4xf32>) {
  // expected-error @+1 {{'graph.broadcast_to' op expected an operand that broadcasts to the result, got 'tensor<4xf32>' and 'tensor<4x3xf32>'}}
  %0 = graph.broadcast_to %x : (tensor<4xf32>) -> tensor<4x3xf32>
  return
}

// -----

// tile (C1)
func.func @tile_c1_12(%x: tensor<4xf32>) {
  // expected-error @+1 {{'graph.tile' op expected repeats that are not negative, got [-1]}}
  %0 = graph.tile %x repeats [-1] : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// gather_elements (C2)
func.func @gather_elements_c2_15(%x: tensor<4x8xf32>, %i: tensor<5x2xi64>) {
  // expected-error @+1 {{'graph.gather_elements' op expected indices of rank 2 with no dim but axis 1 larger than in 4x8, got 5x2}}
  %0 = graph.gather_elements %x, %i axis 1 : (tensor<4x8xf32>, tensor<5x2xi64>) -> tensor<5x2xf32>
  return
}

// -----

// gather_nd (C1)
func.func @gather_nd_c1_16(%x: tensor<4x8xf32>, %i: tensor<3x1xi64>) {
  // expected-error @+1 {{'graph.gather_nd' op expected batch_dims less than both ranks and equal dims there, got 1 for 4x8 and 3x1}}
  %0 = graph.gather_nd %x, %i batch_dims 1 : (tensor<4x8xf32>, tensor<3x1xi64>) -> tensor<3xf32>
  return
}

// -----

// gather_nd (C2)
func.func @gather_nd_c2_17(%x: tensor<4x8xf32>, %i: tensor<3x3xi64>) {
  // expected-error @+1 {{'graph.gather_nd' op expected index tuples of at most 2 entries, got indices of shape 3x3}}
  %0 = graph.gather_nd %x, %i batch_dims 0 : (tensor<4x8xf32>, tensor<3x3xi64>) -> tensor<3xf32>
  return
}

// -----

// scatter_elements (C1)
func.func @scatter_elements_c1_18(%x: tensor<4xf32>, %i: tensor<2x1xi64>, %u: tensor<2x1xf32>) {
  // expected-error @+1 {{'graph.scatter_elements' op expected indices of rank 1 with no dim but axis 0 larger than in 4, got 2x1}}
  %0 = graph.scatter_elements %x, %i, %u axis 0 mode "none" : (tensor<4xf32>, tensor<2x1xi64>, tensor<2x1xf32>) -> tensor<4xf32>
  return
}

// -----

// scatter_elements (C2)
func.func @scatter_elements_c2_19(%x: tensor<4xf32>, %i: tensor<2xi64>, %u: tensor<3xf32>) {
  // expected-error @+1 {{'graph.scatter_elements' op expected updates of type 'f32' and shape 2, got 'tensor<3xf32>'}}
  %0 = graph.scatter_elements %x, %i, %u axis 0 mode "none" : (tensor<4xf32>, tensor<2xi64>, tensor<3xf32>) -> tensor<4xf32>
  return
}

// -----

// scatter_nd (C1)
func.func @scatter_nd_c1_20(%x: tensor<4xf32>, %i: tensor<i64>, %u: tensor<f32>) {
  // expected-error @+1 {{'graph.scatter_nd' op expected index tuples of at most 1 entries, got indices of shape scalar}}
  %0 = graph.scatter_nd %x, %i, %u mode "none" : (tensor<4xf32>, tensor<i64>, tensor<f32>) -> tensor<4xf32>
  return
}

// -----

// scatter_nd (C2)
func.func @scatter_nd_c2_21(%x: tensor<4xf32>, %i: tensor<2x1xi64>, %u: tensor<2xi32>) {
  // expected-error @+1 {{'graph.scatter_nd' op expected updates of type 'f32' and shape 2, got 'tensor<2xi32>'}}
  %0 = graph.scatter_nd %x, %i, %u mode "none" : (tensor<4xf32>, tensor<2x1xi64>, tensor<2xi32>) -> tensor<4xf32>
  return
}

// -----

// reverse_sequence (C1)
func.func @reverse_sequence_c1_22(%x: tensor<4x8xf32>, %n: tensor<4xi64>) {
  // expected-error @+1 {{'graph.reverse_sequence' op expected two axes, got 0 twice}}
  %0 = graph.reverse_sequence %x, %n batch_axis 0 time_axis 0 : (tensor<4x8xf32>, tensor<4xi64>) -> tensor<4x8xf32>
  return
}

// -----

// reverse_sequence (C2)
func.func @reverse_sequence_c2_23(%x: tensor<4x8xf32>, %n: tensor<3xi64>) {
  // expected-error @+1 {{'graph.reverse_sequence' op expected a length for each of the 4 sequences, got 3}}
  %0 = graph.reverse_sequence %x, %n batch_axis 0 time_axis 1 : (tensor<4x8xf32>, tensor<3xi64>) -> tensor<4x8xf32>
  return
}

// -----

// where
func.func @where_24(%c: tensor<4xi1>, %x: tensor<4xf32>, %y: tensor<4xf64>) {
  // expected-error @+1 {{'graph.where' op expected operands of one element type, got 'f32' and 'f64': cast one of them}}
  %0 = graph.where %c, %x, %y : (tensor<4xi1>, tensor<4xf32>, tensor<4xf64>) -> tensor<4xf32>
  return
}

// -----

// Of two lists, or two axes, the second may be wrong alone.
func.func @pad_high(%x: tensor<4xf32>, %v: tensor<f32>) {
  // expected-error @+1 {{'graph.pad' op expected a high pad for each of the 1 dims, got []}}
  %0 = graph.pad %x, %v low [1] high [] mode "constant" : (tensor<4xf32>, tensor<f32>) -> tensor<5xf32>
  return
}

// -----

// repeat (C1)
func.func @repeat_axis(%x: tensor<4xf32>) {
  // expected-error @+1 {{'graph.repeat' op expected axis in [0, 1), got 1}}
  %0 = graph.repeat %x times 2 axis 1 : (tensor<4xf32>) -> tensor<8xf32>
  return
}

// -----

// repeat (C2)
func.func @repeat_times(%x: tensor<4xf32>) {
  // expected-error @+1 {{'graph.repeat' op expected a positive number of times, got 0}}
  %0 = graph.repeat %x times 0 axis 0 : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @tile_list(%x: tensor<4xf32>) {
  // expected-error @+1 {{'graph.tile' op expected a number of repeats for each of the 1 dims, got [1, 1]}}
  %0 = graph.tile %x repeats [1, 1] : (tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @gather_axis(%x: tensor<4x8xf32>, %i: tensor<4x2xi64>) {
  // expected-error @+1 {{'graph.gather_elements' op expected axis in [0, 2), got 2}}
  %0 = graph.gather_elements %x, %i axis 2 : (tensor<4x8xf32>, tensor<4x2xi64>) -> tensor<4x2xf32>
  return
}

// -----

func.func @batch_axis(%x: tensor<4x8xf32>, %n: tensor<4xi32>) {
  // expected-error @+1 {{'graph.reverse_sequence' op expected axis in [0, 2), got 2}}
  %0 = graph.reverse_sequence %x, %n batch_axis 2 time_axis 1 : (tensor<4x8xf32>, tensor<4xi32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @time_axis(%x: tensor<4x8xf32>, %n: tensor<4xi32>) {
  // expected-error @+1 {{'graph.reverse_sequence' op expected axis in [0, 2), got 2}}
  %0 = graph.reverse_sequence %x, %n batch_axis 0 time_axis 2 : (tensor<4x8xf32>, tensor<4xi32>) -> tensor<4x8xf32>
  return
}

// -----

func.func @regions(%x: tensor<1x8x50x50xf32>, %r: tensor<10x4xf64>, %b: tensor<10xi64>) {
  // expected-error @+1 {{'graph.roi_align' op expected operands of one element type, got 'f32' and 'f64': cast one of them}}
  %0 = graph.roi_align %x, %r, %b size [7, 7] samples 2 scale 1.0 mode "avg" : (tensor<1x8x50x50xf32>, tensor<10x4xf64>, tensor<10xi64>) -> tensor<10x8x7x7xf32>
  return
}

// -----

func.func @bound_by_size(%x: tensor<?x4xf32>) -> tensor<2x4xf32> {
  // expected-error @+1 {{'graph.slice' op expected sizes that are not negative and steps that are not 0, got [-9223372036854775808, 4] and [1, 1]}}
  %0 = graph.slice %x starts [1, 0] sizes [-9223372036854775808, 4] steps [1, 1] : (tensor<?x4xf32>) -> tensor<2x4xf32>
  return %0 : tensor<2x4xf32>
}

// -----

// A size that only a run knows is one of a dim that is open.
func.func @size_of_static_dim(%x: tensor<4xf32>) -> tensor<?xf32> {
  // expected-error @+1 {{'graph.slice' op expected sizes that are not negative and steps that are not 0, got [-9223372036854775808] and [1]}}
  %0 = graph.slice %x starts [0] sizes [-9223372036854775808] steps [1] : (tensor<4xf32>) -> tensor<?xf32>
  return %0 : tensor<?xf32>
}

// -----

// lookup (C1)
func.func @lookup_c1(%x: tensor<4xf32>, %t: tensor<2x2xf32>) {
  // expected-error @+1 {{'graph.lookup' op expected a table of one dim of a known extent of at least 2, got 'tensor<2x2xf32>'}}
  %0 = graph.lookup %x, %t first 0 : (tensor<4xf32>, tensor<2x2xf32>) -> tensor<4xf32>
  return
}

// -----

// lookup (C1)
func.func @lookup_c1_open(%x: tensor<4xf32>, %t: tensor<?xf32>) {
  // expected-error @+1 {{'graph.lookup' op expected a table of one dim of a known extent of at least 2, got 'tensor<?xf32>'}}
  %0 = graph.lookup %x, %t first 0 : (tensor<4xf32>, tensor<?xf32>) -> tensor<4xf32>
  return
}

// -----

// lookup (C1)
func.func @lookup_c1_short(%x: tensor<4xf32>, %t: tensor<1xf32>) {
  // expected-error @+1 {{'graph.lookup' op expected a table of one dim of a known extent of at least 2, got 'tensor<1xf32>'}}
  %0 = graph.lookup %x, %t first 0 : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
  return
}

// -----

// lookup (C2)
func.func @lookup_c2(%x: tensor<4xf32>, %t: tensor<3xf32>) {
  // expected-error @+1 {{'graph.lookup' op expected places from -8388608 to 8388608, got 2 from 8388607 on}}
  %0 = graph.lookup %x, %t first 8388607 : (tensor<4xf32>, tensor<3xf32>) -> tensor<4xf32>
  return
}

// -----

// lookup (C2)
func.func @lookup_c2_low(%x: tensor<4xf32>, %t: tensor<2xf32>) {
  // expected-error @+1 {{'graph.lookup' op expected places from -8388608 to 8388608, got 1 from -8388609 on}}
  %0 = graph.lookup %x, %t first -8388609 : (tensor<4xf32>, tensor<2xf32>) -> tensor<4xf32>
  return
}
