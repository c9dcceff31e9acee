func.func @matmul_128x768x768(%x: tensor<128x768xf32>) -> tensor<128x768xf32> {
  %w = graph.constant dense<1.0> : tensor<768x768xf32>
  %0 = graph.matmul %x, %w : (tensor<128x768xf32>, tensor<768x768xf32>) -> tensor<128x768xf32>
  return %0 : tensor<128x768xf32>
}

func.func @matmul_8x1000x64(%x: tensor<8x64xf32>) -> tensor<8x1000xf32> {
  %w = graph.constant dense<1.0> : tensor<64x1000xf32>
  %0 = graph.matmul %x, %w : (tensor<8x64xf32>, tensor<64x1000xf32>) -> tensor<8x1000xf32>
  return %0 : tensor<8x1000xf32>
}

func.func @matmul_1x650x650(%x: tensor<1x650xf32>) -> tensor<1x650xf32> {
  %w = graph.constant dense<1.0> : tensor<650x650xf32>
  %0 = graph.matmul %x, %w : (tensor<1x650xf32>, tensor<650x650xf32>) -> tensor<1x650xf32>
  return %0 : tensor<1x650xf32>
}

func.func @matmul_3x50x100(%x: tensor<3x100xf32>) -> tensor<3x50xf32> {
  %w = graph.constant dense<1.0> : tensor<100x50xf32>
  %0 = graph.matmul %x, %w : (tensor<3x100xf32>, tensor<100x50xf32>) -> tensor<3x50xf32>
  return %0 : tensor<3x50xf32>
}

func.func @matmul_7x5x3(%x: tensor<7x3xf32>) -> tensor<7x5xf32> {
  %w = graph.constant dense<1.0> : tensor<3x5xf32>
  %0 = graph.matmul %x, %w : (tensor<7x3xf32>, tensor<3x5xf32>) -> tensor<7x5xf32>
  return %0 : tensor<7x5xf32>
}

func.func @matmul_64x16x7(%x: tensor<64x7xf32>) -> tensor<64x16xf32> {
  %w = graph.constant dense<1.0> : tensor<7x16xf32>
  %0 = graph.matmul %x, %w : (tensor<64x7xf32>, tensor<7x16xf32>) -> tensor<64x16xf32>
  return %0 : tensor<64x16xf32>
}

func.func @matmul_16x64x6(%x: tensor<16x6xf32>) -> tensor<16x64xf32> {
  %w = graph.constant dense<1.0> : tensor<6x64xf32>
  %0 = graph.matmul %x, %w : (tensor<16x6xf32>, tensor<6x64xf32>) -> tensor<16x64xf32>
  return %0 : tensor<16x64xf32>
}

func.func @matmul_2x96x33(%x: tensor<2x33xf32>) -> tensor<2x96xf32> {
  %w = graph.constant dense<1.0> : tensor<33x96xf32>
  %0 = graph.matmul %x, %w : (tensor<2x33xf32>, tensor<33x96xf32>) -> tensor<2x96xf32>
  return %0 : tensor<2x96xf32>
}

func.func @matmul_5x24x8_f64(%x: tensor<5x8xf64>) -> tensor<5x24xf64> {
  %w = graph.constant dense<1.0> : tensor<8x24xf64>
  %0 = graph.matmul %x, %w : (tensor<5x8xf64>, tensor<8x24xf64>) -> tensor<5x24xf64>
  return %0 : tensor<5x24xf64>
}

func.func @matmul_16x48x12_i32(%x: tensor<16x12xi32>) -> tensor<16x48xi32> {
  %w = graph.constant dense<1> : tensor<12x48xi32>
  %0 = graph.matmul %x, %w : (tensor<16x12xi32>, tensor<12x48xi32>) -> tensor<16x48xi32>
  return %0 : tensor<16x48xi32>
}

func.func @matmul_batched(%x: tensor<1x12x128x128xf32>, %w: tensor<1x12x128x64xf32>) -> tensor<1x12x128x64xf32> {
  %0 = graph.matmul %x, %w : (tensor<1x12x128x128xf32>, tensor<1x12x128x64xf32>) -> tensor<1x12x128x64xf32>
  return %0 : tensor<1x12x128x64xf32>
}

func.func @matmul_two_operands(%x: tensor<64x24xf32>, %w: tensor<24x40xf32>) -> tensor<64x40xf32> {
  %0 = graph.matmul %x, %w : (tensor<64x24xf32>, tensor<24x40xf32>) -> tensor<64x40xf32>
  return %0 : tensor<64x40xf32>
}

func.func @conv_3x3_blocked(%x: tensor<1x4x56x56x16xf32>) -> tensor<1x4x56x56x16xf32> {
  %w = graph.constant dense<1.0> : tensor<4x4x3x3x16x16xf32>
  %0 = graph.conv %x, %w strides [1, 1] pads [1, 1, 1, 1] dilations [1, 1] group 1 layouts ["NCHW16c", "OIHW16i16o", "NCHW16c"] : (tensor<1x4x56x56x16xf32>, tensor<4x4x3x3x16x16xf32>) -> tensor<1x4x56x56x16xf32>
  %1 = graph.relu %0 : (tensor<1x4x56x56x16xf32>) -> tensor<1x4x56x56x16xf32>
  return %1 : tensor<1x4x56x56x16xf32>
}

func.func @conv_3x3_stride_2_blocked(%x: tensor<1x4x56x56x16xf32>) -> tensor<1x8x28x28x16xf32> {
  %w = graph.constant dense<1.0> : tensor<8x4x3x3x16x16xf32>
  %0 = graph.conv %x, %w strides [2, 2] pads [1, 1, 1, 1] dilations [1, 1] group 1 layouts ["NCHW16c", "OIHW16i16o", "NCHW16c"] : (tensor<1x4x56x56x16xf32>, tensor<8x4x3x3x16x16xf32>) -> tensor<1x8x28x28x16xf32>
  %1 = graph.relu %0 : (tensor<1x8x28x28x16xf32>) -> tensor<1x8x28x28x16xf32>
  return %1 : tensor<1x8x28x28x16xf32>
}

func.func @conv_1x1_blocked(%x: tensor<1x4x14x14x16xf32>) -> tensor<1x2x14x14x16xf32> {
  %w = graph.constant dense<1.0> : tensor<2x4x1x1x16x16xf32>
  %0 = graph.conv %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] group 1 layouts ["NCHW16c", "OIHW16i16o", "NCHW16c"] : (tensor<1x4x14x14x16xf32>, tensor<2x4x1x1x16x16xf32>) -> tensor<1x2x14x14x16xf32>
  %1 = graph.relu %0 : (tensor<1x2x14x14x16xf32>) -> tensor<1x2x14x14x16xf32>
  return %1 : tensor<1x2x14x14x16xf32>
}

func.func @conv_7x7_blocked_narrow(%x: tensor<1x4x7x7x8xf32>) -> tensor<1x4x7x7x8xf32> {
  %w = graph.constant dense<1.0> : tensor<4x4x3x3x8x8xf32>
  %0 = graph.conv %x, %w strides [1, 1] pads [1, 1, 1, 1] dilations [1, 1] group 1 layouts ["NCHW8c", "OIHW8i8o", "NCHW8c"] : (tensor<1x4x7x7x8xf32>, tensor<4x4x3x3x8x8xf32>) -> tensor<1x4x7x7x8xf32>
  %1 = graph.relu %0 : (tensor<1x4x7x7x8xf32>) -> tensor<1x4x7x7x8xf32>
  return %1 : tensor<1x4x7x7x8xf32>
}

func.func @conv_first(%x: tensor<1x3x224x224xf32>) -> tensor<1x64x112x112xf32> {
  %w = graph.constant dense<1.0> : tensor<64x3x7x7xf32>
  %0 = graph.conv %x, %w strides [2, 2] pads [3, 3, 3, 3] dilations [1, 1] group 1 : (tensor<1x3x224x224xf32>, tensor<64x3x7x7xf32>) -> tensor<1x64x112x112xf32>
  %1 = graph.relu %0 : (tensor<1x64x112x112xf32>) -> tensor<1x64x112x112xf32>
  return %1 : tensor<1x64x112x112xf32>
}

func.func @conv_plain(%x: tensor<1x8x12x12xf32>) -> tensor<1x24x12x12xf32> {
  %w = graph.constant dense<1.0> : tensor<24x8x3x3xf32>
  %0 = graph.conv %x, %w strides [1, 1] pads [1, 1, 1, 1] dilations [1, 1] group 1 : (tensor<1x8x12x12xf32>, tensor<24x8x3x3xf32>) -> tensor<1x24x12x12xf32>
  %1 = graph.relu %0 : (tensor<1x24x12x12xf32>) -> tensor<1x24x12x12xf32>
  return %1 : tensor<1x24x12x12xf32>
}

func.func @conv_grouped(%x: tensor<1x8x10x10xf32>) -> tensor<1x16x8x8xf32> {
  %w = graph.constant dense<1.0> : tensor<16x2x3x3xf32>
  %0 = graph.conv %x, %w strides [1, 1] pads [0, 0, 0, 0] dilations [1, 1] group 4 : (tensor<1x8x10x10xf32>, tensor<16x2x3x3xf32>) -> tensor<1x16x8x8xf32>
  %1 = graph.relu %0 : (tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
  return %1 : tensor<1x16x8x8xf32>
}

func.func @depthwise_blocked(%x: tensor<1x2x28x28x16xf32>) -> tensor<1x2x28x28x16xf32> {
  %w = graph.constant dense<1.0> : tensor<2x1x3x3x16xf32>
  %0 = graph.conv %x, %w strides [1, 1] pads [1, 1, 1, 1] dilations [1, 1] group 32 layouts ["NCHW16c", "OIHW16o", "NCHW16c"] : (tensor<1x2x28x28x16xf32>, tensor<2x1x3x3x16xf32>) -> tensor<1x2x28x28x16xf32>
  %1 = graph.relu %0 : (tensor<1x2x28x28x16xf32>) -> tensor<1x2x28x28x16xf32>
  return %1 : tensor<1x2x28x28x16xf32>
}

func.func @depthwise_plain(%x: tensor<1x8x9x9xf32>) -> tensor<1x8x5x5xf32> {
  %w = graph.constant dense<1.0> : tensor<8x1x3x3xf32>
  %0 = graph.conv %x, %w strides [2, 2] pads [1, 1, 1, 1] dilations [1, 1] group 8 : (tensor<1x8x9x9xf32>, tensor<8x1x3x3xf32>) -> tensor<1x8x5x5xf32>
  %1 = graph.relu %0 : (tensor<1x8x5x5xf32>) -> tensor<1x8x5x5xf32>
  return %1 : tensor<1x8x5x5xf32>
}

func.func @softmax_rows(%x: tensor<1x12x128x128xf32>) -> tensor<1x12x128x128xf32> {
  %0 = graph.softmax %x axis 3 : (tensor<1x12x128x128xf32>) -> tensor<1x12x128x128xf32>
  return %0 : tensor<1x12x128x128xf32>
}

func.func @softmax_short_rows(%x: tensor<40x5xf32>) -> tensor<40x5xf32> {
  %0 = graph.softmax %x axis 1 : (tensor<40x5xf32>) -> tensor<40x5xf32>
  return %0 : tensor<40x5xf32>
}

func.func @softmax_columns(%x: tensor<33x20xf32>) -> tensor<33x20xf32> {
  %0 = graph.softmax %x axis 0 : (tensor<33x20xf32>) -> tensor<33x20xf32>
  return %0 : tensor<33x20xf32>
}

func.func @mean_inner(%x: tensor<1x512x7x7xf32>) -> tensor<1x512x1x1xf32> {
  %0 = graph.reduce_mean %x axes [2, 3] keepdims : (tensor<1x512x7x7xf32>) -> tensor<1x512x1x1xf32>
  return %0 : tensor<1x512x1x1xf32>
}

func.func @sum_outer(%x: tensor<100x65xf32>) -> tensor<65xf32> {
  %0 = graph.reduce_sum %x axes [0] : (tensor<100x65xf32>) -> tensor<65xf32>
  return %0 : tensor<65xf32>
}

func.func @sum_middle(%x: tensor<4x30x17xf32>) -> tensor<4x17xf32> {
  %0 = graph.reduce_sum %x axes [1] : (tensor<4x30x17xf32>) -> tensor<4x17xf32>
  return %0 : tensor<4x17xf32>
}

func.func @sum_all(%x: tensor<30x17xf32>) -> tensor<f32> {
  %0 = graph.reduce_sum %x axes [0, 1] : (tensor<30x17xf32>) -> tensor<f32>
  return %0 : tensor<f32>
}

func.func @max_rows_f64(%x: tensor<9x31xf64>) -> tensor<9xf64> {
  %0 = graph.reduce_max %x axes [1] : (tensor<9x31xf64>) -> tensor<9xf64>
  return %0 : tensor<9xf64>
}

func.func @max_pool(%x: tensor<1x4x16x16x16xf32>) -> tensor<1x4x8x8x16xf32> {
  %0 = graph.max_pool %x kernel [3, 3] strides [2, 2] pads [1, 1, 1, 1] dilations [1, 1] layout "NCHW16c" : (tensor<1x4x16x16x16xf32>) -> tensor<1x4x8x8x16xf32>
  return %0 : tensor<1x4x8x8x16xf32>
}

func.func @max_pool_plain(%x: tensor<1x4x15x15xf32>) -> tensor<1x4x7x7xf32> {
  %0 = graph.max_pool %x kernel [3, 3] strides [2, 2] pads [0, 0, 0, 0] dilations [1, 1] : (tensor<1x4x15x15xf32>) -> tensor<1x4x7x7xf32>
  return %0 : tensor<1x4x7x7xf32>
}

func.func @relu_small(%x: tensor<3xf32>) -> tensor<3xf32> {
  %0 = graph.relu %x  : (tensor<3xf32>) -> tensor<3xf32>
  return %0 : tensor<3xf32>
}

func.func @relu_odd(%x: tensor<7x13xf32>) -> tensor<7x13xf32> {
  %0 = graph.relu %x  : (tensor<7x13xf32>) -> tensor<7x13xf32>
  return %0 : tensor<7x13xf32>
}

func.func @exp_large(%x: tensor<256x1000xf32>) -> tensor<256x1000xf32> {
  %0 = graph.exp %x  : (tensor<256x1000xf32>) -> tensor<256x1000xf32>
  return %0 : tensor<256x1000xf32>
}

func.func @transpose_inner(%x: tensor<8x32x48xf32>) -> tensor<8x48x32xf32> {
  %0 = graph.transpose %x permutation [0, 2, 1] : (tensor<8x32x48xf32>) -> tensor<8x48x32xf32>
  return %0 : tensor<8x48x32xf32>
}

func.func @transpose_outer(%x: tensor<8x6x48xf32>) -> tensor<6x8x48xf32> {
  %0 = graph.transpose %x permutation [1, 0, 2] : (tensor<8x6x48xf32>) -> tensor<6x8x48xf32>
  return %0 : tensor<6x8x48xf32>
}

func.func @gelu(%x: tensor<128x3072xf32>) -> tensor<128x3072xf32> {
  %0 = graph.gelu %x  : (tensor<128x3072xf32>) -> tensor<128x3072xf32>
  return %0 : tensor<128x3072xf32>
}
