// RUN: dl-opt %s --split-input-file --verify-diagnostics | FileCheck %s --check-prefix=TAKEN --allow-empty
// Nothing goes on with what is refused.
// TAKEN-NOT: func.func

// Transposed convolution, pools beside the maximum, resampling.

// conv_transpose (C1)
func.func @conv_transpose_c1_1(%x0: tensor<1x4x8x8xf32>, %x1: tensor<4x6x3x3xf64>) {
  // expected-error @+1 {{'graph.conv_transpose' op expected operands of one element type, got 'f32' and 'f64': cast one of them}}
  %0 = graph.conv_transpose %x0, %x1 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] output_padding [0, 0] : (tensor<1x4x8x8xf32>, tensor<4x6x3x3xf64>) -> tensor<1x6x9x9xf32>
  return
}

// -----

// conv_transpose (C1)
func.func @conv_transpose_c1_2(%x0: tensor<1x4x8x8xf32>, %x1: tensor<4x6x3xf32>) {
  // expected-error @+1 {{'graph.conv_transpose' op expected input and weights of one rank of at least 3, got 1x4x8x8 and 4x6x3: give batch, channels and spatial dims}}
  %0 = graph.conv_transpose %x0, %x1 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] output_padding [0, 0] : (tensor<1x4x8x8xf32>, tensor<4x6x3xf32>) -> tensor<1x6x9x9xf32>
  return
}

// -----

// conv_transpose (C2)
func.func @conv_transpose_c2_3(%x0: tensor<1x4x8x8xf32>, %x1: tensor<4x6x3x3xf32>) {
  // expected-error @+1 {{'graph.conv_transpose' op expected strides to hold 2 positive numbers, one for each spatial dim, got [1, 0]}}
  %0 = graph.conv_transpose %x0, %x1 strides [1, 0] pads [0, 0, 0, 0] dilations [1, 1] output_padding [0, 0] : (tensor<1x4x8x8xf32>, tensor<4x6x3x3xf32>) -> tensor<1x6x9x9xf32>
  return
}

// -----

// conv_transpose (C2)
func.func @conv_transpose_c2_4(%x0: tensor<1x4x8x8xf32>, %x1: tensor<4x6x3x3xf32>) {
  // expected-error @+1 {{'graph.conv_transpose' op expected pads to hold 4 numbers that are not negative, all begins and then all ends, got [0, 0]}}
  %0 = graph.conv_transpose %x0, %x1 strides [1, 1] pads [0, 0] dilations [1, 1] output_padding [0, 0] : (tensor<1x4x8x8xf32>, tensor<4x6x3x3xf32>) -> tensor<1x6x9x9xf32>
  return
}

// -----

// conv_transpose (C2)
func.func @conv_transpose_c2_5(%x0: tensor<1x4x8x8xf32>, %x1: tensor<4x6x3x3xf32>) {
  // expected-error @+1 {{'graph.conv_transpose' op expected output_padding to hold 2 numbers that are not negative, one for each spatial dim, got [0]}}
  %0 = graph.conv_transpose %x0, %x1 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] output_padding [0] : (tensor<1x4x8x8xf32>, tensor<4x6x3x3xf32>) -> tensor<1x6x9x9xf32>
  return
}

// -----

// conv_transpose (C2)
func.func @conv_transpose_c2_6(%x0: tensor<1x4x8x8xf32>, %x1: tensor<4x6x3x3xf32>) {
  // expected-error @+1 {{'graph.conv_transpose' op expected output_padding to hold 2 numbers that are not negative, one for each spatial dim, got [0, -1]}}
  %0 = graph.conv_transpose %x0, %x1 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] output_padding [0, -1] : (tensor<1x4x8x8xf32>, tensor<4x6x3x3xf32>) -> tensor<1x6x9x9xf32>
  return
}

// -----

// conv_transpose (C3)
func.func @conv_transpose_c3_7(%x0: tensor<1x4x8x8xf32>, %x1: tensor<5x6x3x3xf32>) {
  // expected-error @+1 {{'graph.conv_transpose' op expected weights for 4 channels, those of the input, got 5: weights are input channels x output channels of a group x window}}
  %0 = graph.conv_transpose %x0, %x1 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] output_padding [0, 0] : (tensor<1x4x8x8xf32>, tensor<5x6x3x3xf32>) -> tensor<1x6x9x9xf32>
  return
}

// -----

// conv_transpose (C3)
func.func @conv_transpose_c3_8(%x0: tensor<1x4x8x8xf32>, %x1: tensor<4x6x3x3xf32>) {
  // expected-error @+1 {{'graph.conv_transpose' op expected group to divide the channels, got group 3 for 4 input channels}}
  %0 = graph.conv_transpose %x0, %x1 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] output_padding [0, 0] group 3 : (tensor<1x4x8x8xf32>, tensor<4x6x3x3xf32>) -> tensor<1x6x9x9xf32>
  return
}

// -----

// conv_transpose (C3)
func.func @conv_transpose_c3_9(%x0: tensor<1x4x8x8xf32>, %x1: tensor<4x6x3x3xf32>) {
  // expected-error @+1 {{'graph.conv_transpose' op expected group to divide the channels, got group 0 for 4 input channels}}
  %0 = graph.conv_transpose %x0, %x1 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] output_padding [0, 0] group 0 : (tensor<1x4x8x8xf32>, tensor<4x6x3x3xf32>) -> tensor<1x6x9x9xf32>
  return
}

// -----

// conv_transpose (C4)
func.func @conv_transpose_c4_10(%x0: tensor<1x4x8x8xf32>, %x1: tensor<4x6x3x3xf32>, %x2: tensor<4xf32>) {
  // expected-error @+1 {{'graph.conv_transpose' op expected a bias of 6 elements, one for each output channel, got 4}}
  %0 = graph.conv_transpose %x0, %x1, %x2 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] output_padding [0, 0] : (tensor<1x4x8x8xf32>, tensor<4x6x3x3xf32>, tensor<4xf32>) -> tensor<1x6x9x9xf32>
  return
}

// -----

// conv_transpose (C4)
func.func @conv_transpose_c4_11(%x0: tensor<1x4x8x8xf32>, %x1: tensor<4x6x3x3xf32>, %x2: tensor<6xf32>) {
  // expected-error @+1 {{'graph.conv_transpose' op expected a bias of 12 elements, one for each output channel, got 6}}
  %0 = graph.conv_transpose %x0, %x1, %x2 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] output_padding [0, 0] group 2 : (tensor<1x4x8x8xf32>, tensor<4x6x3x3xf32>, tensor<6xf32>) -> tensor<1x6x9x9xf32>
  return
}

// -----

// conv_transpose (C5)
func.func @conv_transpose_c5_12(%x0: tensor<1x4x8x8xf32>, %x1: tensor<4x6x0x3xf32>) {
  // expected-error @+1 {{'graph.conv_transpose' op expected a window and an input of at least one element, got 4x6x0x3 and 1x4x8x8}}
  %0 = graph.conv_transpose %x0, %x1 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] output_padding [0, 0] : (tensor<1x4x8x8xf32>, tensor<4x6x0x3xf32>) -> tensor<1x6x9x9xf32>
  return
}

// -----

// conv_transpose (C5)
func.func @conv_transpose_c5_13(%x0: tensor<1x4x8x0xf32>, %x1: tensor<4x6x3x3xf32>) {
  // expected-error @+1 {{'graph.conv_transpose' op expected a window and an input of at least one element, got 4x6x3x3 and 1x4x8x0}}
  %0 = graph.conv_transpose %x0, %x1 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] output_padding [0, 0] : (tensor<1x4x8x0xf32>, tensor<4x6x3x3xf32>) -> tensor<1x6x9x9xf32>
  return
}

// -----

// conv_transpose (C5)
func.func @conv_transpose_c5_14(%x0: tensor<1x4x8x2xf32>, %x1: tensor<4x6x3x3xf32>) {
  // expected-error @+1 {{'graph.conv_transpose' op expected a result of at least one element, got 0 in dim 3: use smaller pads}}
  %0 = graph.conv_transpose %x0, %x1 strides [1, 1] pads [0, 2, 0, 2] dilations [1, 1] output_padding [0, 0] : (tensor<1x4x8x2xf32>, tensor<4x6x3x3xf32>) -> tensor<1x6x9x9xf32>
  return
}

// -----

// conv_transpose (C6)
func.func @conv_transpose_c6_15(%x0: tensor<1x4x8x8xf32>, %x1: tensor<4x6x3x3xf32>) {
  // expected-error @+1 {{'graph.conv_transpose' op expected layouts of input, weights and result, got 2}}
  %0 = graph.conv_transpose %x0, %x1 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] output_padding [0, 0] layouts ["NCHW", "OIHW"] : (tensor<1x4x8x8xf32>, tensor<4x6x3x3xf32>) -> tensor<1x6x9x9xf32>
  return
}

// -----

// conv_transpose (C6)
func.func @conv_transpose_c6_16(%x0: tensor<1x4x8x8xf32>, %x1: tensor<4x3x3x3x2xf32>) {
  // expected-error @+1 {{'graph.conv_transpose' op expected weights and result to have output channels in equal blocks, got 2 and 1}}
  %0 = graph.conv_transpose %x0, %x1 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] output_padding [0, 0] layouts ["NCHW", "OIHW2i", "NCHW"] : (tensor<1x4x8x8xf32>, tensor<4x3x3x3x2xf32>) -> tensor<1x6x9x9xf32>
  return
}

// -----

// conv_transpose (C6)
func.func @conv_transpose_c6_17(%x0: tensor<1x2x8x8x2xf32>, %x1: tensor<4x6x3x3xf32>) {
  // expected-error @+1 {{'graph.conv_transpose' op expected layouts whose blocks of channels fit, got 'NCHW2c', 'OIHW', 'NCHW' for group 1: input and weights need equal blocks, more than one group none}}
  %0 = graph.conv_transpose %x0, %x1 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] output_padding [0, 0] layouts ["NCHW2c", "OIHW", "NCHW"] : (tensor<1x2x8x8x2xf32>, tensor<4x6x3x3xf32>) -> tensor<1x6x9x9xf32>
  return
}

// -----

// conv_transpose (C6)
func.func @conv_transpose_c6_18(%x0: tensor<1x4x8x8xf32>, %x1: tensor<4x3x3x3x2xf32>) {
  // expected-error @+1 {{'graph.conv_transpose' op expected layouts whose blocks of channels fit, got 'NCHW', 'OIHW2i', 'NCHW2c' for group 2: input and weights need equal blocks, more than one group none}}
  %0 = graph.conv_transpose %x0, %x1 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] output_padding [0, 0] group 2 layouts ["NCHW", "OIHW2i", "NCHW2c"] : (tensor<1x4x8x8xf32>, tensor<4x3x3x3x2xf32>) -> tensor<1x6x9x9xf32>
  return
}

// -----

// conv_transpose (C6)
func.func @conv_transpose_c6_19(%x0: tensor<1x4x8x8xf32>, %x1: tensor<4x6x3x3xf32>) {
  // expected-error @+1 {{'graph.conv_transpose' op input in layout 'NCHW2c': expected a tensor of rank 5, got rank 4}}
  %0 = graph.conv_transpose %x0, %x1 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] output_padding [0, 0] layouts ["NCHW2c", "OIHW2o", "NCHW"] : (tensor<1x4x8x8xf32>, tensor<4x6x3x3xf32>) -> tensor<1x6x9x9xf32>
  return
}

// -----

// sum_pool (C1)
func.func @sum_pool_c1_20(%x0: tensor<4x8xf32>) {
  // expected-error @+1 {{'graph.sum_pool' op expected an input of at least rank 3, got 4x8: give batch, channels and spatial dims}}
  %0 = graph.sum_pool %x0 kernel [3, 3] strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<4x8xf32>) -> tensor<1x4x6x6xf32>
  return
}

// -----

// sum_pool (C2)
func.func @sum_pool_c2_21(%x0: tensor<1x4x8x8xf32>) {
  // expected-error @+1 {{'graph.sum_pool' op expected kernel to hold 2 positive numbers, one for each spatial dim, got [3]}}
  %0 = graph.sum_pool %x0 kernel [3] strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x4x8x8xf32>) -> tensor<1x4x6x6xf32>
  return
}

// -----

// sum_pool (C3)
func.func @sum_pool_c3_22(%x0: tensor<1x4x8x8xf32>) {
  // expected-error @+1 {{'graph.sum_pool' op expected pads smaller than the window of 3 elements in dim 2, got 3 and 0: a window must not lie in the padding alone}}
  %0 = graph.sum_pool %x0 kernel [3, 3] strides [1, 1] pads [3, 0, 0, 0] dilations [1, 1] : (tensor<1x4x8x8xf32>) -> tensor<1x4x6x6xf32>
  return
}

// -----

// max_pool_index (C2)
func.func @max_pool_index_c2_23(%x0: tensor<1x4x8x8xf32>) {
  // expected-error @+1 {{'graph.max_pool_index' op expected kernel to hold 2 positive numbers, one for each spatial dim, got [3, 0]}}
  %0 = graph.max_pool_index %x0 kernel [3, 0] strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x4x8x8xf32>) -> tensor<1x4x6x6xf32>
  return
}

// -----

// max_pool_index (C4)
func.func @max_pool_index_c4_24(%x0: tensor<1x4x8x2xf32>) {
  // expected-error @+1 {{'graph.max_pool_index' op expected the window to fit into the padded input, got a window of 3 and 2 elements in dim 3: use a smaller kernel or dilation, or more padding}}
  %0 = graph.max_pool_index %x0 kernel [3, 3] strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x4x8x2xf32>) -> tensor<1x4x6x6xf32>
  return
}

// -----

// resample (C1)
func.func @resample_c1_25(%x0: tensor<1x4x8x8xf32>, %x1: tensor<4x1xi64>) {
  // expected-error @+1 {{'graph.resample' op expected axis in [0, 4), got 4}}
  %0 = graph.resample %x0, %x1 axis 4 : (tensor<1x4x8x8xf32>, tensor<4x1xi64>) -> tensor<1x4x8x8xf32>
  return
}

// -----

// resample (C1)
func.func @resample_c1_26(%x0: tensor<1x4x0x8xf32>, %x1: tensor<4x1xi64>) {
  // expected-error @+1 {{'graph.resample' op expected a positive extent along the axis, got 1x4x0x8 at axis 2}}
  %0 = graph.resample %x0, %x1 axis 2 : (tensor<1x4x0x8xf32>, tensor<4x1xi64>) -> tensor<1x4x8x8xf32>
  return
}

// -----

// resample (C2)
func.func @resample_c2_27(%x0: tensor<1x4x8x8xf32>, %x1: tensor<4xi64>) {
  // expected-error @+1 {{'graph.resample' op expected indices of type i64 for each result element and tap, got 'tensor<4xi64>'}}
  %0 = graph.resample %x0, %x1 axis 2 : (tensor<1x4x8x8xf32>, tensor<4xi64>) -> tensor<1x4x8x8xf32>
  return
}

// -----

// resample (C2)
func.func @resample_c2_28(%x0: tensor<1x4x8x8xf32>, %x1: tensor<4x1xi32>) {
  // expected-error @+1 {{'graph.resample' op expected indices of type i64 for each result element and tap, got 'tensor<4x1xi32>'}}
  %0 = graph.resample %x0, %x1 axis 2 : (tensor<1x4x8x8xf32>, tensor<4x1xi32>) -> tensor<1x4x8x8xf32>
  return
}

// -----

// resample (C3)
func.func @resample_c3_29(%x0: tensor<1x4x8x8xf32>, %x1: tensor<4x2xi64>, %x2: tensor<4x3xf32>) {
  // expected-error @+1 {{'graph.resample' op expected weights of shape 4x2 and element type 'f32', got 'tensor<4x3xf32>'}}
  %0 = graph.resample %x0, %x1, %x2 axis 2 : (tensor<1x4x8x8xf32>, tensor<4x2xi64>, tensor<4x3xf32>) -> tensor<1x4x8x8xf32>
  return
}

// -----

// resample (C3)
func.func @resample_c3_30(%x0: tensor<1x4x8x8xf32>, %x1: tensor<4x2xi64>, %x2: tensor<4x2xf64>) {
  // expected-error @+1 {{'graph.resample' op expected weights of shape 4x2 and element type 'f32', got 'tensor<4x2xf64>'}}
  %0 = graph.resample %x0, %x1, %x2 axis 2 : (tensor<1x4x8x8xf32>, tensor<4x2xi64>, tensor<4x2xf64>) -> tensor<1x4x8x8xf32>
  return
}

// -----

// resample (C3)
func.func @resample_c3_31(%x0: tensor<1x4x8x8xf32>, %x1: tensor<4x2xi64>) {
  // expected-error @+1 {{'graph.resample' op expected one index for each result element where there are no weights, got 4x2}}
  %0 = graph.resample %x0, %x1 axis 2 : (tensor<1x4x8x8xf32>, tensor<4x2xi64>) -> tensor<1x4x8x8xf32>
  return
}

// -----

// grid_sample (C1)
func.func @grid_sample_element_types(%x0: tensor<1x4x8x8xf32>, %x1: tensor<1x4x4x2xf64>) {
  // expected-error @+1 {{'graph.grid_sample' op expected operands of one element type, got 'f32' and 'f64': cast one of them}}
  %0 = graph.grid_sample %x0, %x1 "linear" padding "zeros" : (tensor<1x4x8x8xf32>, tensor<1x4x4x2xf64>) -> tensor<1x4x4x4xf32>
  return
}

// -----

// grid_sample (C1)
func.func @grid_sample_c1_32(%x0: tensor<1x4x8xf32>, %x1: tensor<1x4x2xf32>) {
  // expected-error @+1 {{'graph.grid_sample' op expected an input of rank 4 or 5 without empty dims and a grid of its rank and batch, got 1x4x8 and 1x4x2}}
  %0 = graph.grid_sample %x0, %x1 "linear" padding "zeros" : (tensor<1x4x8xf32>, tensor<1x4x2xf32>) -> tensor<1x4x8x8xf32>
  return
}

// -----

// grid_sample (C1)
func.func @grid_sample_c1_33(%x0: tensor<1x4x8x8xf32>, %x1: tensor<2x4x4x2xf32>) {
  // expected-error @+1 {{'graph.grid_sample' op expected an input of rank 4 or 5 without empty dims and a grid of its rank and batch, got 1x4x8x8 and 2x4x4x2}}
  %0 = graph.grid_sample %x0, %x1 "linear" padding "zeros" : (tensor<1x4x8x8xf32>, tensor<2x4x4x2xf32>) -> tensor<1x4x8x8xf32>
  return
}

// -----

// grid_sample (C2)
func.func @grid_sample_c2_34(%x0: tensor<1x4x8x8xf32>, %x1: tensor<1x4x4x3xf32>) {
  // expected-error @+1 {{'graph.grid_sample' op expected a grid of 2 numbers for each position, got 1x4x4x3}}
  %0 = graph.grid_sample %x0, %x1 "linear" padding "zeros" : (tensor<1x4x8x8xf32>, tensor<1x4x4x3xf32>) -> tensor<1x4x8x8xf32>
  return
}

// -----

// grid_sample (C3)
func.func @grid_sample_c3_35(%x0: tensor<1x4x8x8xf32>, %x1: tensor<1x4x4x2xf32>) {
  // expected-error @+1 {{'graph.grid_sample' op expected mode to be nearest, linear or, for two spatial dims, cubic, got 'bilinear'}}
  %0 = graph.grid_sample %x0, %x1 "bilinear" padding "zeros" : (tensor<1x4x8x8xf32>, tensor<1x4x4x2xf32>) -> tensor<1x4x8x8xf32>
  return
}

// -----

// grid_sample (C3)
func.func @grid_sample_c3_36(%x0: tensor<1x2x3x4x5xf32>, %x1: tensor<1x4x4x4x3xf32>) {
  // expected-error @+1 {{'graph.grid_sample' op expected mode to be nearest, linear or, for two spatial dims, cubic, got 'cubic'}}
  %0 = graph.grid_sample %x0, %x1 "cubic" padding "zeros" : (tensor<1x2x3x4x5xf32>, tensor<1x4x4x4x3xf32>) -> tensor<1x4x8x8xf32>
  return
}

// -----

// grid_sample (C3)
func.func @grid_sample_c3_37(%x0: tensor<1x4x8x8xf32>, %x1: tensor<1x4x4x2xf32>) {
  // expected-error @+1 {{'graph.grid_sample' op expected padding to be zeros, border or reflection, got 'none'}}
  %0 = graph.grid_sample %x0, %x1 "linear" padding "none" : (tensor<1x4x8x8xf32>, tensor<1x4x4x2xf32>) -> tensor<1x4x8x8xf32>
  return
}

// -----

// max_pool (C6)
func.func @max_pool_c6(%x0: tensor<1x4x8x8xui8>) {
  // expected-error @+1 {{'graph.max_pool' op expected elements with a sign to compare, got 'ui8': cast them to a wider type}}
  %0 = graph.max_pool %x0 kernel [3, 3] strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x4x8x8xui8>) -> tensor<1x4x6x6xui8>
  return
}

// -----

// max_pool_index (C6)
func.func @max_pool_index_c6(%x0: tensor<1x4x8x8xui8>) {
  // expected-error @+1 {{'graph.max_pool_index' op expected elements with a sign to compare, got 'ui8': cast them to a wider type}}
  %0 = graph.max_pool_index %x0 kernel [3, 3] strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x4x8x8xui8>) -> tensor<1x4x6x6xi64>
  return
}

// -----

// roi_align (C1)
func.func @roi_align_c1(%x: tensor<1x8x50x50xf32>, %r: tensor<10x4xf32>, %b: tensor<9xi64>) {
  // expected-error @+1 {{'graph.roi_align' op expected an input of rank 4 without empty dims, regions of 4 numbers and an image for each, got 1x8x50x50, 10x4 and 9}}
  %0 = graph.roi_align %x, %r, %b size [7, 7] samples 2 scale 1.0 mode "avg" : (tensor<1x8x50x50xf32>, tensor<10x4xf32>, tensor<9xi64>) -> tensor<10x8x7x7xf32>
  return
}

// -----

// roi_align (C2)
func.func @roi_align_c2(%x: tensor<1x8x50x50xf32>, %r: tensor<10x4xf32>, %b: tensor<10xi64>) {
  // expected-error @+1 {{'graph.roi_align' op expected a size of two numbers and samples from 1 to 4096, got [7, 0] and 2}}
  %0 = graph.roi_align %x, %r, %b size [7, 0] samples 2 scale 1.0 mode "avg" : (tensor<1x8x50x50xf32>, tensor<10x4xf32>, tensor<10xi64>) -> tensor<10x8x7x7xf32>
  return
}

// -----

// roi_align (C2)
func.func @roi_align_most(%x: tensor<1x8x50x50xf32>, %r: tensor<10x4xf32>, %b: tensor<10xi64>) {
  %0 = graph.roi_align %x, %r, %b size [1, 4096] samples 1 scale 1.0 mode "avg" : (tensor<1x8x50x50xf32>, tensor<10x4xf32>, tensor<10xi64>) -> tensor<10x8x1x4096xf32>
  // expected-error @+1 {{'graph.roi_align' op expected a size of two numbers and samples from 1 to 4096, got [7, 7] and 4097}}
  %1 = graph.roi_align %x, %r, %b size [7, 7] samples 4097 scale 1.0 mode "avg" : (tensor<1x8x50x50xf32>, tensor<10x4xf32>, tensor<10xi64>) -> tensor<10x8x7x7xf32>
  return
}

// -----

// roi_align (C3)
func.func @roi_align_c3(%x: tensor<1x8x50x50xf32>, %r: tensor<10x4xf32>, %b: tensor<10xi64>) {
  // expected-error @+1 {{'graph.roi_align' op expected mode to be avg or max, got 'sum'}}
  %0 = graph.roi_align %x, %r, %b size [7, 7] samples 2 scale 1.0 mode "sum" : (tensor<1x8x50x50xf32>, tensor<10x4xf32>, tensor<10xi64>) -> tensor<10x8x7x7xf32>
  return
}
