// RUN: dl-opt %s --split-input-file --verify-diagnostics | FileCheck %s --check-prefix=TAKEN --allow-empty
// Nothing goes on with what is refused.
// TAKEN-NOT: func.func

// matmul (C1)
func.func @matmul_c1_24(%x0: tensor<2x3xf32>, %x1: tensor<3x4xi32>) {
  // expected-error @+1 {{'graph.matmul' op expected operands of one element type, got 'f32' and 'i32': cast one of them}}
  %0 = graph.matmul %x0, %x1 : (tensor<2x3xf32>, tensor<3x4xi32>) -> tensor<2x4xf32>
  return
}

// -----

// matmul (C1)
func.func @matmul_c1_25(%x0: tensor<f32>, %x1: tensor<3x4xf32>) {
  // expected-error @+1 {{'graph.matmul' op expected operands of at least rank 1, got scalar and 3x4: multiply by a scalar with graph.mul}}
  %0 = graph.matmul %x0, %x1 : (tensor<f32>, tensor<3x4xf32>) -> tensor<4xf32>
  return
}

// -----

// matmul (C1)
func.func @matmul_c1_wide(%x0: tensor<2x3xui8>, %x1: tensor<3x4xi32>) {
  // expected-error @+1 {{'graph.matmul' op expected integers of 8 bits or bf16 for a wide product, got 'i32': leave out `wide`, or quantize or cast the operand}}
  %0 = graph.matmul %x0, %x1 wide : (tensor<2x3xui8>, tensor<3x4xi32>) -> tensor<2x4xi32>
  return
}

// -----

// matmul (C2)
func.func @matmul_c2_26(%x0: tensor<2x3xf32>, %x1: tensor<4x3xf32>) {
  // expected-error @+1 {{'graph.matmul' op expected equal inner extents, got 3 and 4 of 2x3 and 4x3: transpose an operand}}
  %0 = graph.matmul %x0, %x1 : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// matmul (C2)
func.func @matmul_c2_27(%x0: tensor<2x3xf32>, %x1: tensor<4xf32>) {
  // expected-error @+1 {{'graph.matmul' op expected equal inner extents, got 3 and 4 of 2x3 and 4: transpose an operand}}
  %0 = graph.matmul %x0, %x1 : (tensor<2x3xf32>, tensor<4xf32>) -> tensor<2xf32>
  return
}

// -----

// matmul (C3)
func.func @matmul_c3_28(%x0: tensor<2x5x3xf32>, %x1: tensor<4x3x2xf32>) {
  // expected-error @+1 {{'graph.matmul' op expected batch dims that broadcast, got 2 and 4: aligned dims must be equal or one of them 1}}
  %0 = graph.matmul %x0, %x1 : (tensor<2x5x3xf32>, tensor<4x3x2xf32>) -> tensor<2x5x2xf32>
  return
}

// -----

// gemm (C1)
func.func @gemm_c1_29(%x0: tensor<2x3xf32>, %x1: tensor<3x4xf64>) {
  // expected-error @+1 {{'graph.gemm' op expected operands of one element type, got 'f32' and 'f64': cast one of them}}
  %0 = graph.gemm %x0, %x1 : (tensor<2x3xf32>, tensor<3x4xf64>) -> tensor<2x4xf32>
  return
}

// -----

// gemm (C1)
func.func @gemm_c1_30(%x0: tensor<1x2x3xf32>, %x1: tensor<3x4xf32>) {
  // expected-error @+1 {{'graph.gemm' op expected matrices, got 1x2x3 and 3x4: use graph.matmul for other ranks}}
  %0 = graph.gemm %x0, %x1 : (tensor<1x2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

// gemm (C2)
func.func @gemm_c2_31(%x0: tensor<2x3xf32>, %x1: tensor<3x4xf32>) {
  // expected-error @+1 {{'graph.gemm' op expected equal inner extents, got 3 and 4 of 2x3 and 3x4 (transposed): change trans_a or trans_b}}
  %0 = graph.gemm %x0, %x1 trans_b : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

// gemm (C2)
func.func @gemm_c2_32(%x0: tensor<2x3xf32>, %x1: tensor<3x4xf32>) {
  // expected-error @+1 {{'graph.gemm' op expected equal inner extents, got 2 and 3 of 2x3 (transposed) and 3x4: change trans_a or trans_b}}
  %0 = graph.gemm %x0, %x1 trans_a : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

// gemm (C3)
func.func @gemm_c3_33(%x0: tensor<2x3xf32>, %x1: tensor<3x4xf32>, %x2: tensor<3xf32>) {
  // expected-error @+1 {{'graph.gemm' op expected the addend to broadcast to 2x4, got 3: reshape it}}
  %0 = graph.gemm %x0, %x1, %x2 : (tensor<2x3xf32>, tensor<3x4xf32>, tensor<3xf32>) -> tensor<2x4xf32>
  return
}

// -----

// gemm (C3)
func.func @gemm_c3_34(%x0: tensor<1x3xf32>, %x1: tensor<3x4xf32>, %x2: tensor<2x4xf32>) {
  // expected-error @+1 {{'graph.gemm' op expected the addend to broadcast to 1x4, got 2x4: reshape it}}
  %0 = graph.gemm %x0, %x1, %x2 : (tensor<1x3xf32>, tensor<3x4xf32>, tensor<2x4xf32>) -> tensor<1x4xf32>
  return
}

// -----

// gemm (C3)
func.func @gemm_c3_35(%x0: tensor<2x3xf32>, %x1: tensor<3x4xf32>, %x2: tensor<1x2x4xf32>) {
  // expected-error @+1 {{'graph.gemm' op expected the addend to broadcast to 2x4, got 1x2x4: reshape it}}
  %0 = graph.gemm %x0, %x1, %x2 : (tensor<2x3xf32>, tensor<3x4xf32>, tensor<1x2x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

// reduce_mean (C1)
func.func @reduce_mean_c1_36(%x0: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.reduce_mean' op expected axes to be distinct, in order and in [0, 2), got []}}
  %0 = graph.reduce_mean %x0 axes [] : (tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

// reduce_mean (C1)
func.func @reduce_mean_c1_37(%x0: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.reduce_mean' op expected axes to be distinct, in order and in [0, 2), got [0, 0]}}
  %0 = graph.reduce_mean %x0 axes [0, 0] : (tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

// reduce_mean (C1)
func.func @reduce_mean_c1_38(%x0: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.reduce_mean' op expected axes to be distinct, in order and in [0, 2), got [1, 0]}}
  %0 = graph.reduce_mean %x0 axes [1, 0] : (tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

// reduce_mean (C1)
func.func @reduce_mean_c1_39(%x0: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.reduce_mean' op expected axes to be distinct, in order and in [0, 2), got [-1]}}
  %0 = graph.reduce_mean %x0 axes [-1] : (tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

// reduce_mean (C1)
func.func @reduce_mean_c1_40(%x0: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.reduce_mean' op expected axes to be distinct, in order and in [0, 2), got [2]}}
  %0 = graph.reduce_mean %x0 axes [2] : (tensor<2x3xf32>) -> tensor<2xf32>
  return
}

// -----

// batch_norm (C1)
func.func @batch_norm_c1_42(%x0: tensor<1x4x8x8xf32>, %x1: tensor<4xf32>, %x2: tensor<4xf32>, %x3: tensor<4xf32>, %x4: tensor<4xf64>) {
  // expected-error @+1 {{'graph.batch_norm' op expected operands of one element type, got 'f32' and 'f64': cast one of them}}
  %0 = graph.batch_norm %x0, %x1, %x2, %x3, %x4 : (tensor<1x4x8x8xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf64>) -> tensor<1x4x8x8xf32>
  return
}

// -----

// batch_norm (C1)
func.func @batch_norm_c1_43(%x0: tensor<4xf32>, %x1: tensor<4xf32>, %x2: tensor<4xf32>, %x3: tensor<4xf32>, %x4: tensor<4xf32>) {
  // expected-error @+1 {{'graph.batch_norm' op expected an input of at least rank 2, got 4: give batch and channels}}
  %0 = graph.batch_norm %x0, %x1, %x2, %x3, %x4 : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

// batch_norm (C2)
func.func @batch_norm_c2_44(%x0: tensor<1x4x8x8xf32>, %x1: tensor<4x1xf32>, %x2: tensor<4xf32>, %x3: tensor<4xf32>, %x4: tensor<4xf32>) {
  // expected-error @+1 {{'graph.batch_norm' op expected scale to have 4 elements, one for each channel, got 4x1}}
  %0 = graph.batch_norm %x0, %x1, %x2, %x3, %x4 : (tensor<1x4x8x8xf32>, tensor<4x1xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<1x4x8x8xf32>
  return
}

// -----

// batch_norm (C2)
func.func @batch_norm_c2_45(%x0: tensor<1x4x8x8xf32>, %x1: tensor<4xf32>, %x2: tensor<8xf32>, %x3: tensor<4xf32>, %x4: tensor<4xf32>) {
  // expected-error @+1 {{'graph.batch_norm' op expected bias to have 4 elements, one for each channel, got 8}}
  %0 = graph.batch_norm %x0, %x1, %x2, %x3, %x4 : (tensor<1x4x8x8xf32>, tensor<4xf32>, tensor<8xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<1x4x8x8xf32>
  return
}

// -----

// batch_norm (C2)
func.func @batch_norm_c2_46(%x0: tensor<1x4x8x8xf32>, %x1: tensor<4xf32>, %x2: tensor<4xf32>, %x3: tensor<4x1xf32>, %x4: tensor<4xf32>) {
  // expected-error @+1 {{'graph.batch_norm' op expected mean to have 4 elements, one for each channel, got 4x1}}
  %0 = graph.batch_norm %x0, %x1, %x2, %x3, %x4 : (tensor<1x4x8x8xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4x1xf32>, tensor<4xf32>) -> tensor<1x4x8x8xf32>
  return
}

// -----

// batch_norm (C2)
func.func @batch_norm_c2_47(%x0: tensor<1x4x8x8xf32>, %x1: tensor<4xf32>, %x2: tensor<4xf32>, %x3: tensor<4xf32>, %x4: tensor<8xf32>) {
  // expected-error @+1 {{'graph.batch_norm' op expected var to have 4 elements, one for each channel, got 8}}
  %0 = graph.batch_norm %x0, %x1, %x2, %x3, %x4 : (tensor<1x4x8x8xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<8xf32>) -> tensor<1x4x8x8xf32>
  return
}

// -----

// batch_norm (C3)
func.func @batch_norm_c3_48(%x0: tensor<1x4x8x8xf32>, %x1: tensor<4xf32>, %x2: tensor<4xf32>, %x3: tensor<4xf32>, %x4: tensor<4xf32>) {
  // expected-error @+1 {{'graph.batch_norm' op expected epsilon to be finite and not negative, got -1.000000e+00}}
  %0 = graph.batch_norm %x0, %x1, %x2, %x3, %x4 epsilon -1.0 : (tensor<1x4x8x8xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<1x4x8x8xf32>
  return
}

// -----

// softmax (C1)
func.func @softmax_c1_49(%x0: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.softmax' op expected axis in [0, 2), got 2}}
  %0 = graph.softmax %x0 axis 2 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// softmax (C1)
func.func @softmax_c1_50(%x0: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.softmax' op expected axis in [0, 2), got -1}}
  %0 = graph.softmax %x0 axis -1 : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// softmax (C2)
func.func @softmax_c2_51(%x0: tensor<2x0xf32>) {
  // expected-error @+1 {{'graph.softmax' op expected a positive extent along the axis, got 2x0 at axis 1}}
  %0 = graph.softmax %x0 axis 1 : (tensor<2x0xf32>) -> tensor<2x0xf32>
  return
}

// -----

// layer_norm (C1)
func.func @layer_norm_c1_52(%x0: tensor<2x3xf32>, %x1: tensor<3xf64>) {
  // expected-error @+1 {{'graph.layer_norm' op expected operands of one element type, got 'f32' and 'f64': cast one of them}}
  %0 = graph.layer_norm %x0, %x1 axis 1 : (tensor<2x3xf32>, tensor<3xf64>) -> tensor<2x3xf32>
  return
}

// -----

// layer_norm (C2)
func.func @layer_norm_c2_53(%x0: tensor<2x3xf32>, %x1: tensor<3xf32>) {
  // expected-error @+1 {{'graph.layer_norm' op expected axis in [0, 2), got 2}}
  %0 = graph.layer_norm %x0, %x1 axis 2 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// layer_norm (C2)
func.func @layer_norm_c2_54(%x0: tensor<2x0xf32>, %x1: tensor<0xf32>) {
  // expected-error @+1 {{'graph.layer_norm' op expected positive extents from the axis on, got 2x0 at axis 1}}
  %0 = graph.layer_norm %x0, %x1 axis 1 : (tensor<2x0xf32>, tensor<0xf32>) -> tensor<2x0xf32>
  return
}

// -----

// layer_norm (C3)
func.func @layer_norm_c3_55(%x0: tensor<2x3xf32>, %x1: tensor<2x3xf32>) {
  // expected-error @+1 {{'graph.layer_norm' op expected scale and bias to broadcast to 3, the dims from the axis on, got 2x3}}
  %0 = graph.layer_norm %x0, %x1 axis 1 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// layer_norm (C3)
func.func @layer_norm_c3_56(%x0: tensor<2x3xf32>, %x1: tensor<3xf32>, %x2: tensor<2xf32>) {
  // expected-error @+1 {{'graph.layer_norm' op expected scale and bias to broadcast to 3, the dims from the axis on, got 2}}
  %0 = graph.layer_norm %x0, %x1, %x2 axis 1 : (tensor<2x3xf32>, tensor<3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
  return
}

// -----

// layer_norm (C4)
func.func @layer_norm_c4_57(%x0: tensor<2x3xf32>, %x1: tensor<3xf32>) {
  // expected-error @+1 {{'graph.layer_norm' op expected epsilon to be finite and not negative, got INF}}
  %0 = graph.layer_norm %x0, %x1 axis 1 epsilon 0x7F800000 : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  return
}

// -----

// (C1)
func.func @slice_lists(%x: tensor<4x3xf32>) {
  // expected-error @+1 {{'graph.slice' op expected 2 starts, sizes and steps, got [0], [1, 1] and [1, 1]}}
  %0 = graph.slice %x starts [0] sizes [1, 1] steps [1, 1] : (tensor<4x3xf32>) -> tensor<1x1xf32>
  return
}

// -----

// (C1)
func.func @slice_stride(%x: tensor<4xf32>) {
  // expected-error @+1 {{'graph.slice' op expected sizes that are not negative and steps that are not 0, got [2] and [0]}}
  %0 = graph.slice %x starts [0] sizes [2] steps [0] : (tensor<4xf32>) -> tensor<2xf32>
  return
}

// -----

// (C1): what is open is taken whole.
func.func @slice_open_start(%x: tensor<?xf32>) {
  // expected-error @+1 {{'graph.slice' op expected sizes that are not negative and steps that are not 0, got [-9223372036854775808] and [1]}}
  %0 = graph.slice %x starts [1] sizes [-9223372036854775808] steps [1] : (tensor<?xf32>) -> tensor<?xf32>
  return
}

// -----

// (C1)
func.func @slice_open_step(%x: tensor<?xf32>) {
  // expected-error @+1 {{'graph.slice' op expected sizes that are not negative and steps that are not 0, got [-9223372036854775808] and [2]}}
  %0 = graph.slice %x starts [0] sizes [-9223372036854775808] steps [2] : (tensor<?xf32>) -> tensor<?xf32>
  return
}

// -----

// (C2)
func.func @slice_past_the_end(%x: tensor<4xf32>) {
  // expected-error @+1 {{'graph.slice' op expected positions of dim 0 in [0, 4), got 3 from 2 by 1}}
  %0 = graph.slice %x starts [2] sizes [3] steps [1] : (tensor<4xf32>) -> tensor<3xf32>
  return
}

// -----

// (C2)
func.func @slice_outside(%x: tensor<4xf32>) {
  // expected-error @+1 {{'graph.slice' op expected positions of dim 0 in [0, 4), got 3 from 3 by -2}}
  %0 = graph.slice %x starts [3] sizes [3] steps [-2] : (tensor<4xf32>) -> tensor<3xf32>
  return
}

// -----

// (C1)
func.func @gather_axis(%x: tensor<4x3xf32>, %i: tensor<2xi64>) {
  // expected-error @+1 {{'graph.gather' op expected an axis in [0, 2), got 2}}
  %0 = graph.gather %x, %i axis 2 : (tensor<4x3xf32>, tensor<2xi64>) -> tensor<4x3x2xf32>
  return
}

// -----

// (C2)
func.func @gather_floats(%x: tensor<4x3xf32>, %i: tensor<2xi8>) {
  // expected-error @+1 {{'graph.gather' op operand #1 must be ranked tensor of 32-bit signless integer or 64-bit signless integer values}}
  %0 = graph.gather %x, %i axis 0 : (tensor<4x3xf32>, tensor<2xi8>) -> tensor<2x3xf32>
  return
}

// -----

// bitcast (C1)
func.func @bitcast_c1(%x: tensor<4xf32>) {
  // expected-error @+1 {{'graph.bitcast' op expected a type with as many bytes as 'f32', got 'i16'}}
  %0 = graph.bitcast %x to i16 : (tensor<4xf32>) -> tensor<4xi16>
  return
}

// -----

// Elements of 8 bits and less are moved and cast only.
func.func @narrow(%x: tensor<4xf8E4M3FN>) {
  // expected-error @+1 {{'graph.add' op operand #0 must be ranked tensor of floating-point of at least 16 bits, or flag, or integer of at least 8 values, but got 'tensor<4xf8E4M3FN>'}}
  %0 = graph.add %x, %x : (tensor<4xf8E4M3FN>, tensor<4xf8E4M3FN>) -> tensor<4xf8E4M3FN>
  return
}

// -----

// conv (C1)
func.func @conv_c1_wide_bias(%x: tensor<1x4x4x4xui8>, %w: tensor<8x4x1x1xi8>, %b: tensor<8xi8>) {
  // expected-error @+1 {{'graph.conv' op expected no bias of a wide convolution: add it to the result}}
  %0 = graph.conv %x, %w, %b strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] wide : (tensor<1x4x4x4xui8>, tensor<8x4x1x1xi8>, tensor<8xi8>) -> tensor<1x8x4x4xi32>
  return
}

// -----

func.func @conv_wide_pad_value(%x: tensor<1x4x4x4xui8>, %w: tensor<8x4x1x1xi8>) {
  // expected-error @+1 {{'graph.conv' op expected a pad value of 8 bits, got 256}}
  %0 = graph.conv %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] wide pad_value 256 : (tensor<1x4x4x4xui8>, tensor<8x4x1x1xi8>) -> tensor<1x8x4x4xi32>
  return
}
