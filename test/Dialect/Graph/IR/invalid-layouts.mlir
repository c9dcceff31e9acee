// RUN: dl-opt %s --split-input-file --verify-diagnostics | FileCheck %s --check-prefix=TAKEN --allow-empty
// Nothing goes on with what is refused.
// TAKEN-NOT: func.func

// layout_transform (C1)
func.func @layout_transform_c1_1(%x0: tensor<1x32x4x4xf32>) {
  // expected-error @+1 {{'graph.layout_transform' op layout 'NCH4': expected a letter after 'NCH4'}}
  %0 = graph.layout_transform %x0 "NCH4" to "NCHW" : (tensor<1x32x4x4xf32>) -> tensor<1x32x4x4xf32>
  return
}

// -----

// layout_transform (C1)
func.func @layout_transform_c1_2(%x0: tensor<1x32x4x4xf32>) {
  // expected-error @+1 {{'graph.layout_transform' op layout 'NCNW': expected letter 'N' once}}
  %0 = graph.layout_transform %x0 "NCNW" to "NCHW" : (tensor<1x32x4x4xf32>) -> tensor<1x32x4x4xf32>
  return
}

// -----

// layout_transform (C1)
func.func @layout_transform_c1_3(%x0: tensor<1x32x4x4xf32>) {
  // expected-error @+1 {{'graph.layout_transform' op layout 'NCHW1c': expected a block of 2 to 999999}}
  %0 = graph.layout_transform %x0 "NCHW1c" to "NCHW" : (tensor<1x32x4x4xf32>) -> tensor<1x32x4x4xf32>
  return
}

// -----

// layout_transform (C1)
func.func @layout_transform_c1_4(%x0: tensor<1x32x4x4xf32>) {
  // expected-error @+1 {{'graph.layout_transform' op layout 'NCHW9999999c': expected a block of 2 to 999999}}
  %0 = graph.layout_transform %x0 "NCHW9999999c" to "NCHW" : (tensor<1x32x4x4xf32>) -> tensor<1x32x4x4xf32>
  return
}

// -----

// layout_transform (C1)
func.func @layout_transform_c1_5(%x0: tensor<1x32x4x4xf32>) {
  // expected-error @+1 {{'graph.layout_transform' op layout 'NCHWc': expected capital letters for dims and a number before each small letter}}
  %0 = graph.layout_transform %x0 "NCHWc" to "NCHW" : (tensor<1x32x4x4xf32>) -> tensor<1x32x4x4xf32>
  return
}

// -----

// layout_transform (C1)
func.func @layout_transform_c1_6(%x0: tensor<1x32x4x4xf32>) {
  // expected-error @+1 {{'graph.layout_transform' op layout 'NCH4W': expected capital letters for dims and a number before each small letter}}
  %0 = graph.layout_transform %x0 "NCH4W" to "NCHW" : (tensor<1x32x4x4xf32>) -> tensor<1x32x4x4xf32>
  return
}

// -----

// layout_transform (C1)
func.func @layout_transform_c1_7(%x0: tensor<1x32x4x4xf32>) {
  // expected-error @+1 {{'graph.layout_transform' op layout 'NHW16c': expected the dim 'C' of a block}}
  %0 = graph.layout_transform %x0 "NHW16c" to "NCHW" : (tensor<1x32x4x4xf32>) -> tensor<1x32x4x4xf32>
  return
}

// -----

// layout_transform (C1)
func.func @layout_transform_c1_8(%x0: tensor<1x32x4x4xf32>) {
  // expected-error @+1 {{'graph.layout_transform' op layout 'NC-W': expected a letter after 'NC'}}
  %0 = graph.layout_transform %x0 "NC-W" to "NCHW" : (tensor<1x32x4x4xf32>) -> tensor<1x32x4x4xf32>
  return
}

// -----

// layout_transform (C1)
func.func @layout_transform_c1_9(%x0: tensor<1x32x4x4xf32>) {
  // expected-error @+1 {{'graph.layout_transform' op layout '': expected at least one dim}}
  %0 = graph.layout_transform %x0 "" to "NCHW" : (tensor<1x32x4x4xf32>) -> tensor<1x32x4x4xf32>
  return
}

// -----

// layout_transform (C1)
func.func @layout_transform_c1_10(%x0: tensor<1x32x4x4xf32>) {
  // expected-error @+1 {{'graph.layout_transform' op layout 'NCHW16c4c': expected letter 'c' once}}
  %0 = graph.layout_transform %x0 "NCHW16c4c" to "NCHW" : (tensor<1x32x4x4xf32>) -> tensor<1x32x4x4xf32>
  return
}

// -----

// layout_transform (C1)
func.func @layout_transform_c1_11(%x0: tensor<1x32x4x4xf32>) {
  // expected-error @+1 {{'graph.layout_transform' op expected layouts of the same dims, got 'NCHW' and 'NCW'}}
  %0 = graph.layout_transform %x0 "NCHW" to "NCW" : (tensor<1x32x4x4xf32>) -> tensor<1x32x4xf32>
  return
}

// -----

// layout_transform (C2)
func.func @layout_transform_c2_12(%x0: tensor<1x32x4x4xf32>) {
  // expected-error @+1 {{'graph.layout_transform' op layout 'NCHW16c': expected a tensor of rank 5, got rank 4}}
  %0 = graph.layout_transform %x0 "NCHW16c" to "NCHW" : (tensor<1x32x4x4xf32>) -> tensor<1x32x4x4xf32>
  return
}

// -----

// layout_transform (C2)
func.func @layout_transform_c2_13(%x0: tensor<1x2x4x4x8xf32>) {
  // expected-error @+1 {{'graph.layout_transform' op layout 'NCHW16c': expected dim 4 to be a block of 16, got 8}}
  %0 = graph.layout_transform %x0 "NCHW16c" to "NCHW" : (tensor<1x2x4x4x8xf32>) -> tensor<1x32x4x4xf32>
  return
}

// -----

// layout_transform (C3)
func.func @layout_transform_c3_14(%x0: tensor<1x30x4x4xf32>) {
  // expected-error @+1 {{'graph.layout_transform' op expected static extents that the blocks of 'NCHW16c' divide, got 1x30x4x4 in 'NCHW'}}
  %0 = graph.layout_transform %x0 "NCHW" to "NCHW16c" : (tensor<1x30x4x4xf32>) -> tensor<1x2x4x4x16xf32>
  return
}

// -----

// layout_transform (C3)
func.func @layout_transform_c3_15(%x0: tensor<1x?x4x4xf32>) {
  // expected-error @+1 {{'graph.layout_transform' op expected static extents that the blocks of 'NCHW16c' divide, got 1x?x4x4 in 'NCHW'}}
  %0 = graph.layout_transform %x0 "NCHW" to "NCHW16c" : (tensor<1x?x4x4xf32>) -> tensor<1x?x4x4x16xf32>
  return
}

// -----

// conv (C6)
func.func @conv_c6_16(%x0: tensor<1x2x8x8x4xf32>, %x1: tensor<4x2x3x3x4x4xf32>) {
  // expected-error @+1 {{'graph.conv' op expected layouts of input, weights and result, got 2}}
  %0 = graph.conv %x0, %x1 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] layouts ["NCHW4c", "OIHW4i4o"] : (tensor<1x2x8x8x4xf32>, tensor<4x2x3x3x4x4xf32>) -> tensor<1x4x6x6x4xf32>
  return
}

// -----

// conv (C6)
func.func @conv_c6_17(%x0: tensor<1x2x8x8x4xf32>, %x1: tensor<4x2x3x3x4x4xf32>) {
  // expected-error @+1 {{'graph.conv' op layout 'NCHW4d': expected the dim 'D' of a block}}
  %0 = graph.conv %x0, %x1 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] layouts ["NCHW4d", "OIHW4i4o", "NCHW4c"] : (tensor<1x2x8x8x4xf32>, tensor<4x2x3x3x4x4xf32>) -> tensor<1x4x6x6x4xf32>
  return
}

// -----

// conv (C6)
func.func @conv_c6_18(%x0: tensor<1x2x8x8x4xf32>, %x1: tensor<4x2x3x3x4x4xf32>) {
  // expected-error @+1 {{'graph.conv' op layout 'NCHW4w': expected the dims NCHW, only channels in blocks}}
  %0 = graph.conv %x0, %x1 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] layouts ["NCHW4w", "OIHW4i4o", "NCHW4c"] : (tensor<1x2x8x8x4xf32>, tensor<4x2x3x3x4x4xf32>) -> tensor<1x4x6x6x4xf32>
  return
}

// -----

// conv (C6)
func.func @conv_c6_19(%x0: tensor<1x2x8x8x4xf32>, %x1: tensor<4x2x3x3x4x4xf32>) {
  // expected-error @+1 {{'graph.conv' op layout 'OCHW4o': expected the dims OIHW, only channels in blocks}}
  %0 = graph.conv %x0, %x1 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] layouts ["NCHW4c", "OCHW4o", "NCHW4c"] : (tensor<1x2x8x8x4xf32>, tensor<4x2x3x3x4x4xf32>) -> tensor<1x4x6x6x4xf32>
  return
}

// -----

// conv (C6)
func.func @conv_c6_20(%x0: tensor<1x2x8x8x4xf32>, %x1: tensor<4x2x3x3x4x4xf32>) {
  // expected-error @+1 {{'graph.conv' op expected weights and result to have output channels in equal blocks, got 4 and 1}}
  %0 = graph.conv %x0, %x1 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] layouts ["NCHW4c", "OIHW4i4o", "NCHW"] : (tensor<1x2x8x8x4xf32>, tensor<4x2x3x3x4x4xf32>) -> tensor<1x16x6x6xf32>
  return
}

// -----

// conv (C6)
func.func @conv_c6_21(%x0: tensor<1x2x8x8x2xf32>, %x1: tensor<4x2x3x3x4x4xf32>) {
  // expected-error @+1 {{'graph.conv' op input in layout 'NCHW4c': expected dim 4 to be a block of 4, got 2}}
  %0 = graph.conv %x0, %x1 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] layouts ["NCHW4c", "OIHW4i4o", "NCHW4c"] : (tensor<1x2x8x8x2xf32>, tensor<4x2x3x3x4x4xf32>) -> tensor<1x4x6x6x4xf32>
  return
}

// -----

// conv (C6)
func.func @conv_c6_22(%x0: tensor<1x2x8x8x4xf32>, %x1: tensor<4x2x3x3x4xf32>) {
  // expected-error @+1 {{'graph.conv' op weights in layout 'OIHW4i4o': expected a tensor of rank 6, got rank 5}}
  %0 = graph.conv %x0, %x1 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] layouts ["NCHW4c", "OIHW4i4o", "NCHW4c"] : (tensor<1x2x8x8x4xf32>, tensor<4x2x3x3x4xf32>) -> tensor<1x4x6x6x4xf32>
  return
}

// -----

// conv (C6)
func.func @conv_c6_23(%x0: tensor<1x?x8x8x4xf32>, %x1: tensor<4x2x3x3x4x4xf32>) {
  // expected-error @+1 {{'graph.conv' op input in layout 'NCHW4c': expected static extents, got 1x?x8x8x4}}
  %0 = graph.conv %x0, %x1 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] layouts ["NCHW4c", "OIHW4i4o", "NCHW4c"] : (tensor<1x?x8x8x4xf32>, tensor<4x2x3x3x4x4xf32>) -> tensor<?x4x6x6x4xf32>
  return
}

// -----

// conv (C6)
func.func @conv_c6_24(%x0: tensor<1x8x8x8xf32>, %x1: tensor<4x2x3x3x4x4xf32>) {
  // expected-error @+1 {{'graph.conv' op expected layouts whose blocks of channels fit, got 'NCHW', 'OIHW4i4o', 'NCHW4c' for group 1: input and weights need equal blocks that do not cross groups, a depthwise convolution equal ones of input and result}}
  %0 = graph.conv %x0, %x1 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] layouts ["NCHW", "OIHW4i4o", "NCHW4c"] : (tensor<1x8x8x8xf32>, tensor<4x2x3x3x4x4xf32>) -> tensor<1x4x6x6x4xf32>
  return
}

// -----

// conv (C7)
func.func @conv_c7_25(%x0: tensor<1x8x8x8xf32>, %x1: tensor<4x1x3x3x2xf32>) {
  // expected-error @+1 {{'graph.conv' op expected layouts whose blocks of channels fit, got 'NCHW', 'OIHW2o', 'NCHW2c' for group 8: input and weights need equal blocks that do not cross groups, a depthwise convolution equal ones of input and result}}
  %0 = graph.conv %x0, %x1 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] group 8 layouts ["NCHW", "OIHW2o", "NCHW2c"] : (tensor<1x8x8x8xf32>, tensor<4x1x3x3x2xf32>) -> tensor<1x4x6x6x2xf32>
  return
}

// -----

// conv (C7)
func.func @conv_c7_26(%x0: tensor<1x4x8x8x2xf32>, %x1: tensor<3x1x3x3x2x2xf32>) {
  // expected-error @+1 {{'graph.conv' op expected weights for 4 channels (input channels / group), got 2: weights are output channels x channels x window}}
  %0 = graph.conv %x0, %x1 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] group 2 layouts ["NCHW2c", "OIHW2i2o", "NCHW2c"] : (tensor<1x4x8x8x2xf32>, tensor<3x1x3x3x2x2xf32>) -> tensor<1x3x6x6x2xf32>
  return
}

// -----

// conv (C7)
func.func @conv_c7_27(%x0: tensor<1x3x8x8x2xf32>, %x1: tensor<3x1x3x3x3x2xf32>) {
  // expected-error @+1 {{'graph.conv' op expected layouts whose blocks of channels fit, got 'NCHW2c', 'OIHW3i2o', 'NCHW2c' for group 2: input and weights need equal blocks that do not cross groups, a depthwise convolution equal ones of input and result}}
  %0 = graph.conv %x0, %x1 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] group 2 layouts ["NCHW2c", "OIHW3i2o", "NCHW2c"] : (tensor<1x3x8x8x2xf32>, tensor<3x1x3x3x3x2xf32>) -> tensor<1x3x6x6x2xf32>
  return
}

// -----

// conv (C4)
func.func @conv_c4_28(%x0: tensor<1x2x8x8x4xf32>, %x1: tensor<4x2x3x3x4x4xf32>, %x2: tensor<16xf32>) {
  // expected-error @+1 {{'graph.conv' op expected a bias of 4x4 elements, one for each output channel, got 16}}
  %0 = graph.conv %x0, %x1, %x2 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] layouts ["NCHW4c", "OIHW4i4o", "NCHW4c"] : (tensor<1x2x8x8x4xf32>, tensor<4x2x3x3x4x4xf32>, tensor<16xf32>) -> tensor<1x4x6x6x4xf32>
  return
}

// -----

// max_pool (C5)
func.func @max_pool_c5_29(%x0: tensor<1x2x8x8x4xf32>) {
  // expected-error @+1 {{'graph.max_pool' op layout 'NCHW4h': expected the dims NCHW, only channels in blocks}}
  %0 = graph.max_pool %x0 kernel [2, 2] strides [2, 2] pads [0, 0, 0, 0] dilations [1, 1] layout "NCHW4h" : (tensor<1x2x8x8x4xf32>) -> tensor<1x2x4x4x4xf32>
  return
}

// -----

// max_pool (C5)
func.func @max_pool_c5_30(%x0: tensor<1x2x8x8x4xf32>) {
  // expected-error @+1 {{'graph.max_pool' op input in layout 'NCHW2c': expected dim 4 to be a block of 2, got 4}}
  %0 = graph.max_pool %x0 kernel [2, 2] strides [2, 2] pads [0, 0, 0, 0] dilations [1, 1] layout "NCHW2c" : (tensor<1x2x8x8x4xf32>) -> tensor<1x2x4x4x4xf32>
  return
}

// -----

// conv (C7): blocks of outputs cross groups
func.func @conv_c7_outputs(%x0: tensor<1x4x8x8xf32>, %x1: tensor<3x2x1x1x2xf32>) {
  // expected-error @+1 {{'graph.conv' op expected layouts whose blocks of channels fit, got 'NCHW', 'OIHW2o', 'NCHW2c' for group 2: input and weights need equal blocks that do not cross groups, a depthwise convolution equal ones of input and result}}
  %0 = graph.conv %x0, %x1 strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] group 2 layouts ["NCHW", "OIHW2o", "NCHW2c"] : (tensor<1x4x8x8xf32>, tensor<3x2x1x1x2xf32>) -> tensor<1x3x8x8x2xf32>
  return
}

// -----

// The second layout is none; blocks of channels are known.
func.func @to_no_layout(%x: tensor<1x32x4x4xf32>) -> tensor<1x32x4x4xf32> {
  // expected-error @+1 {{'graph.layout_transform' op layout 'NCHW16': expected a letter after 'NCHW16'}}
  %0 = graph.layout_transform %x "NCHW" to "NCHW16" : (tensor<1x32x4x4xf32>) -> tensor<1x32x4x4xf32>
  return %0 : tensor<1x32x4x4xf32>
}

// -----

func.func @open_blocks(%x: tensor<1x?x4x4x16xf32>) -> tensor<1x?x4x4xf32> {
  // expected-error @+1 {{'graph.layout_transform' op expected static extents that the blocks of 'NCHW' divide, got 1x?x4x4x16 in 'NCHW16c'}}
  %0 = graph.layout_transform %x "NCHW16c" to "NCHW" : (tensor<1x?x4x4x16xf32>) -> tensor<1x?x4x4xf32>
  return %0 : tensor<1x?x4x4xf32>
}

// -----

// Of three layouts that of the result may be none.
func.func @result_layout(%x: tensor<1x3x8x8xf32>, %w: tensor<4x3x1x1xf32>) -> tensor<1x4x8x8xf32> {
  // expected-error @+1 {{'graph.conv' op layout 'NCHW4': expected a letter after 'NCHW4'}}
  %0 = graph.conv %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] layouts ["NCHW", "OIHW", "NCHW4"] : (tensor<1x3x8x8xf32>, tensor<4x3x1x1xf32>) -> tensor<1x4x8x8xf32>
  return %0 : tensor<1x4x8x8xf32>
}
