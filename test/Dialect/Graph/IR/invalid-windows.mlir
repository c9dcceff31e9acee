// RUN: dl-opt %s --split-input-file --verify-diagnostics | FileCheck %s --check-prefix=TAKEN --allow-empty
// Nothing goes on with what is refused.
// TAKEN-NOT: func.func

// conv (C1)
func.func @conv_c1_1(%x0: tensor<1x4x8x8xf32>, %x1: tensor<6x4x3x3xf64>) {
  // expected-error @+1 {{'graph.conv' op expected operands of one element type, got 'f32' and 'f64': cast one of them}}
  %0 = graph.conv %x0, %x1 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x4x8x8xf32>, tensor<6x4x3x3xf64>) -> tensor<1x6x6x6xf32>
  return
}

// -----

// conv (C1)
func.func @conv_c1_2(%x0: tensor<1x4x8x8xf32>, %x1: tensor<6x4x3xf32>) {
  // expected-error @+1 {{'graph.conv' op expected input and weights of one rank of at least 3, got 1x4x8x8 and 6x4x3: give batch, channels and spatial dims}}
  %0 = graph.conv %x0, %x1 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x4x8x8xf32>, tensor<6x4x3xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

// conv (C1)
func.func @conv_c1_3(%x0: tensor<1x4xf32>, %x1: tensor<6x4xf32>) {
  // expected-error @+1 {{'graph.conv' op expected input and weights of one rank of at least 3, got 1x4 and 6x4: give batch, channels and spatial dims}}
  %0 = graph.conv %x0, %x1 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x4xf32>, tensor<6x4xf32>) -> tensor<1x6xf32>
  return
}

// -----

// conv (C2)
func.func @conv_c2_4(%x0: tensor<1x4x8x8xf32>, %x1: tensor<6x4x3x3xf32>) {
  // expected-error @+1 {{'graph.conv' op expected strides to hold 2 positive numbers, one for each spatial dim, got [1]}}
  %0 = graph.conv %x0, %x1 strides [1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x4x8x8xf32>, tensor<6x4x3x3xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

// conv (C2)
func.func @conv_c2_5(%x0: tensor<1x4x8x8xf32>, %x1: tensor<6x4x3x3xf32>) {
  // expected-error @+1 {{'graph.conv' op expected strides to hold 2 positive numbers, one for each spatial dim, got [1, 0]}}
  %0 = graph.conv %x0, %x1 strides [1, 0] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x4x8x8xf32>, tensor<6x4x3x3xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

// conv (C2)
func.func @conv_c2_6(%x0: tensor<1x4x8x8xf32>, %x1: tensor<6x4x3x3xf32>) {
  // expected-error @+1 {{'graph.conv' op expected dilations to hold 2 positive numbers, one for each spatial dim, got [-1, 1]}}
  %0 = graph.conv %x0, %x1 strides [1, 1] pads [0, 0, 0, 0] dilations [-1, 1] : (tensor<1x4x8x8xf32>, tensor<6x4x3x3xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

// conv (C2)
func.func @conv_c2_7(%x0: tensor<1x4x8x8xf32>, %x1: tensor<6x4x3x3xf32>) {
  // expected-error @+1 {{'graph.conv' op expected pads to hold 4 numbers that are not negative, all begins and then all ends, got [0, 0]}}
  %0 = graph.conv %x0, %x1 strides [1, 1] pads [0, 0] dilations [1, 1] : (tensor<1x4x8x8xf32>, tensor<6x4x3x3xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

// conv (C2)
func.func @conv_c2_8(%x0: tensor<1x4x8x8xf32>, %x1: tensor<6x4x3x3xf32>) {
  // expected-error @+1 {{'graph.conv' op expected pads to hold 4 numbers that are not negative, all begins and then all ends, got [0, 0, 0, -1]}}
  %0 = graph.conv %x0, %x1 strides [1, 1] pads [0, 0, 0, -1] dilations [1, 1] : (tensor<1x4x8x8xf32>, tensor<6x4x3x3xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

// conv (C2)
func.func @conv_c2_9(%x0: tensor<1x4x8x8xf32>, %x1: tensor<6x4x3x3xf32>) {
  // expected-error @+1 {{'graph.conv' op expected pads to hold 4 numbers that are not negative, all begins and then all ends, got [0, 0, 0, 99999999999]}}
  %0 = graph.conv %x0, %x1 strides [1, 1] pads [0, 0, 0, 99999999999] dilations [1, 1] : (tensor<1x4x8x8xf32>, tensor<6x4x3x3xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

// conv (C3)
func.func @conv_c3_10(%x0: tensor<1x4x8x8xf32>, %x1: tensor<6x4x3x3xf32>) {
  // expected-error @+1 {{'graph.conv' op expected group to divide the channels, got group 0 for 4 input and 6 output channels}}
  %0 = graph.conv %x0, %x1 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] group 0 : (tensor<1x4x8x8xf32>, tensor<6x4x3x3xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

// conv (C3)
func.func @conv_c3_11(%x0: tensor<1x4x8x8xf32>, %x1: tensor<6x4x3x3xf32>) {
  // expected-error @+1 {{'graph.conv' op expected group to divide the channels, got group 3 for 4 input and 6 output channels}}
  %0 = graph.conv %x0, %x1 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] group 3 : (tensor<1x4x8x8xf32>, tensor<6x4x3x3xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

// conv (C3)
func.func @conv_c3_12(%x0: tensor<1x4x8x8xf32>, %x1: tensor<6x4x3x3xf32>) {
  // expected-error @+1 {{'graph.conv' op expected group to divide the channels, got group 4 for 4 input and 6 output channels}}
  %0 = graph.conv %x0, %x1 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] group 4 : (tensor<1x4x8x8xf32>, tensor<6x4x3x3xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

// conv (C3)
func.func @conv_c3_13(%x0: tensor<1x4x8x8xf32>, %x1: tensor<6x4x3x3xf32>) {
  // expected-error @+1 {{'graph.conv' op expected weights for 2 channels (input channels / group), got 4: weights are output channels x channels x window}}
  %0 = graph.conv %x0, %x1 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] group 2 : (tensor<1x4x8x8xf32>, tensor<6x4x3x3xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

// conv (C4)
func.func @conv_c4_14(%x0: tensor<1x4x8x8xf32>, %x1: tensor<6x4x3x3xf32>, %x2: tensor<4xf32>) {
  // expected-error @+1 {{'graph.conv' op expected a bias of 6 elements, one for each output channel, got 4}}
  %0 = graph.conv %x0, %x1, %x2 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x4x8x8xf32>, tensor<6x4x3x3xf32>, tensor<4xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

// conv (C4)
func.func @conv_c4_15(%x0: tensor<1x4x8x8xf32>, %x1: tensor<6x4x3x3xf32>, %x2: tensor<6x1xf32>) {
  // expected-error @+1 {{'graph.conv' op expected a bias of 6 elements, one for each output channel, got 6x1}}
  %0 = graph.conv %x0, %x1, %x2 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x4x8x8xf32>, tensor<6x4x3x3xf32>, tensor<6x1xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

// conv (C5)
func.func @conv_c5_16(%x0: tensor<1x4x8x2xf32>, %x1: tensor<6x4x3x3xf32>) {
  // expected-error @+1 {{'graph.conv' op expected the window to fit into the padded input, got a window of 3 and 2 elements in dim 3: use a smaller kernel or dilation, or more padding}}
  %0 = graph.conv %x0, %x1 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x4x8x2xf32>, tensor<6x4x3x3xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

// conv (C5)
func.func @conv_c5_17(%x0: tensor<1x4x8x8xf32>, %x1: tensor<6x4x0x3xf32>) {
  // expected-error @+1 {{'graph.conv' op expected a window of at least one element, got weights of 6x4x0x3}}
  %0 = graph.conv %x0, %x1 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x4x8x8xf32>, tensor<6x4x0x3xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

// max_pool (C1)
func.func @max_pool_c1_18(%x0: tensor<4x4xf32>) {
  // expected-error @+1 {{'graph.max_pool' op expected an input of at least rank 3, got 4x4: give batch, channels and spatial dims}}
  %0 = graph.max_pool %x0 kernel [3, 3] strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

// -----

// max_pool (C2)
func.func @max_pool_c2_19(%x0: tensor<1x4x8x8xf32>) {
  // expected-error @+1 {{'graph.max_pool' op expected kernel to hold 2 positive numbers, one for each spatial dim, got [3]}}
  %0 = graph.max_pool %x0 kernel [3] strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x4x8x8xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

// max_pool (C2)
func.func @max_pool_c2_20(%x0: tensor<1x4x8x8xf32>) {
  // expected-error @+1 {{'graph.max_pool' op expected kernel to hold 2 positive numbers, one for each spatial dim, got [3, 0]}}
  %0 = graph.max_pool %x0 kernel [3, 0] strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x4x8x8xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

// max_pool (C2)
func.func @max_pool_c2_21(%x0: tensor<1x4x8x8xf32>) {
  // expected-error @+1 {{'graph.max_pool' op expected strides to hold 2 positive numbers, one for each spatial dim, got [1, -1]}}
  %0 = graph.max_pool %x0 kernel [3, 3] strides [1, -1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x4x8x8xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

// max_pool (C3)
func.func @max_pool_c3_22(%x0: tensor<1x4x8x8xf32>) {
  // expected-error @+1 {{'graph.max_pool' op expected pads smaller than the window of 3 elements in dim 3, got 0 and 3: a window must not lie in the padding alone}}
  %0 = graph.max_pool %x0 kernel [3, 3] strides [1, 1] pads [0, 0, 0, 3] dilations [1, 1] : (tensor<1x4x8x8xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

// max_pool (C4)
func.func @max_pool_c4_23(%x0: tensor<1x4x8x2xf32>) {
  // expected-error @+1 {{'graph.max_pool' op expected the window to fit into the padded input, got a window of 3 and 2 elements in dim 3: use a smaller kernel or dilation, or more padding}}
  %0 = graph.max_pool %x0 kernel [3, 3] strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x4x8x2xf32>) -> tensor<1x6x6x6xf32>
  return
}

// -----

// col2im (C1)
func.func @col2im_c1_24(%x0: tensor<1x4x8xf32>) {
  // expected-error @+1 {{'graph.col2im' op expected an input of rank 2 + 2 * S, S at least 1, got 1x4x8: give batch, channels, a dim of the block for each spatial dim, and a dim of columns for each}}
  %0 = graph.col2im %x0 image [5] strides [1] pads [0, 0] dilations [1] : (tensor<1x4x8xf32>) -> tensor<1x4x5xf32>
  return
}

// -----

// col2im (C1)
func.func @col2im_c1_25(%x0: tensor<1x4xf32>) {
  // expected-error @+1 {{'graph.col2im' op expected an input of rank 2 + 2 * S, S at least 1, got 1x4: give batch, channels, a dim of the block for each spatial dim, and a dim of columns for each}}
  %0 = graph.col2im %x0 image [] strides [] pads [] dilations [] : (tensor<1x4xf32>) -> tensor<1x4xf32>
  return
}

// -----

// col2im (C1)
func.func @col2im_c1_26(%x0: tensor<1x4x0x6xf32>) {
  // expected-error @+1 {{'graph.col2im' op expected blocks of 1 to 16777216 elements in each dim, got 0}}
  %0 = graph.col2im %x0 image [5] strides [1] pads [0, 0] dilations [1] : (tensor<1x4x0x6xf32>) -> tensor<1x4x5xf32>
  return
}

// -----

// col2im (C1)
func.func @col2im_c1_27(%x0: tensor<1x4x16777217x1xf32>) {
  // expected-error @+1 {{'graph.col2im' op expected blocks of 1 to 16777216 elements in each dim, got 16777217}}
  %0 = graph.col2im %x0 image [16777217] strides [1] pads [0, 0] dilations [1] : (tensor<1x4x16777217x1xf32>) -> tensor<1x4x5xf32>
  return
}

// -----

// col2im (C2)
func.func @col2im_c2_28(%x0: tensor<1x4x2x4xf32>) {
  // expected-error @+1 {{'graph.col2im' op expected image to hold 1 extents from 1 to 2147483647, one for each spatial dim, got [0]}}
  %0 = graph.col2im %x0 image [0] strides [1] pads [0, 0] dilations [1] : (tensor<1x4x2x4xf32>) -> tensor<1x4x5xf32>
  return
}

// -----

// col2im (C2)
func.func @col2im_c2_29(%x0: tensor<1x4x2x4xf32>) {
  // expected-error @+1 {{'graph.col2im' op expected strides to hold 1 positive numbers, one for each spatial dim, got [1, 1]}}
  %0 = graph.col2im %x0 image [5] strides [1, 1] pads [0, 0] dilations [1] : (tensor<1x4x2x4xf32>) -> tensor<1x4x5xf32>
  return
}

// -----

// col2im (C2)
func.func @col2im_c2_30(%x0: tensor<1x4x2x4xf32>) {
  // expected-error @+1 {{'graph.col2im' op expected pads to hold 2 numbers that are not negative, all begins and then all ends, got [0, -1]}}
  %0 = graph.col2im %x0 image [5] strides [1] pads [0, -1] dilations [1] : (tensor<1x4x2x4xf32>) -> tensor<1x4x5xf32>
  return
}

// -----

// col2im (C3)
func.func @col2im_c3_31(%x0: tensor<1x4x2x1xf32>) {
  // expected-error @+1 {{'graph.col2im' op expected the window to fit into the padded input, got a window of 6 and 5 elements in dim 2: use a smaller kernel or dilation, or more padding}}
  %0 = graph.col2im %x0 image [5] strides [1] pads [0, 0] dilations [5] : (tensor<1x4x2x1xf32>) -> tensor<1x4x5xf32>
  return
}

// -----

// col2im (C3)
func.func @col2im_c3_32(%x0: tensor<1x4x2x2x4x3xf32>) {
  // expected-error @+1 {{'graph.col2im' op expected 4 columns along spatial dim 1, one for each place of the block in the padded image, got 3}}
  %0 = graph.col2im %x0 image [5, 5] strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x4x2x2x4x3xf32>) -> tensor<1x4x5x5xf32>
  return
}

// -----

// col2im (C4)
func.func @col2im_c4_33(%x0: tensor<1x4x1x1x1x1x1x1xf32>) {
  // expected-error @+1 {{'graph.col2im' op expected a result whose elements can be counted in 63 bits, got 1x4x16777216x16777216x16777216}}
  %0 = graph.col2im %x0 image [16777216, 16777216, 16777216] strides [16777216, 16777216, 16777216] pads [0, 0, 0, 0, 0, 0] dilations [1, 1, 1] : (tensor<1x4x1x1x1x1x1x1xf32>) -> tensor<1x4x16777216x16777216x16777216xf32>
  return
}
