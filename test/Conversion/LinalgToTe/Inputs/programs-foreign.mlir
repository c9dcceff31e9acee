module @jit_convolve attributes {dl.level = "te", mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @pad_conv_2d_nhwc_hwcf(%arg0: tensor<1x64x64x16xf32>, %arg1: tensor<3x3x16x32xf32>, %arg2: tensor<1x32x32x32xf32> {te.destination}) -> tensor<1x32x32x32xf32> attributes {te.kernel} {
    %cst = arith.constant 0.000000e+00 : f32
    %pad = te.compute "pad" axes(i0 = 1, i1 = 65, i2 = 65, i3 = 16) : tensor<1x65x65x16xf32> {
    ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
      %0 = te.read %arg0[%i0, %i1, %i2, %i3] where(-%i1 + 63 >= 0, -%i2 + 63 >= 0) else %cst : tensor<1x64x64x16xf32>
      te.yield %0 : f32
    }
    %conv_2d_nhwc_hwcf = te.compute "conv_2d_nhwc_hwcf" axes(i0 = 1, i1 = 32, i2 = 32, i3 = 32) reduce(r0 = 3, r1 = 3, r2 = 16) combine(add) : tensor<1x32x32x32xf32> {
    ^bb0(%i0: index, %i1: index, %i2: index, %i3: index, %r0: index, %r1: index, %r2: index):
      %0 = te.read %pad[%i0, %i1 * 2 + %r0, %i2 * 2 + %r1, %r2] : tensor<1x65x65x16xf32>
      %1 = te.read %arg1[%r0, %r1, %r2, %i3] : tensor<3x3x16x32xf32>
      %2 = arith.mulf %0, %1 : f32
      te.yield %2 : f32
    }
    return %conv_2d_nhwc_hwcf : tensor<1x32x32x32xf32>
  }
  func.func private @addf_maximumf_pooling_nhwc_max(%arg0: tensor<1x32x32x32xf32>, %arg1: tensor<32xf32>, %arg2: tensor<1x16x16x32xf32> {te.destination}) -> tensor<1x16x16x32xf32> attributes {te.kernel} {
    %cst = arith.constant 0.000000e+00 : f32
    %addf = te.compute "addf" axes(i0 = 1, i1 = 32, i2 = 32, i3 = 32) : tensor<1x32x32x32xf32> {
    ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
      %0 = te.read %arg0[%i0, %i1, %i2, %i3] : tensor<1x32x32x32xf32>
      %1 = te.read %arg1[%i3] : tensor<32xf32>
      %2 = arith.addf %0, %1 : f32
      te.yield %2 : f32
    }
    %maximumf = te.compute "maximumf" axes(i0 = 1, i1 = 32, i2 = 32, i3 = 32) : tensor<1x32x32x32xf32> {
    ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
      %0 = te.read %addf[%i0, %i1, %i2, %i3] : tensor<1x32x32x32xf32>
      %1 = arith.maximumf %0, %cst : f32
      te.yield %1 : f32
    }
    %pooling_nhwc_max = te.compute "pooling_nhwc_max" axes(i0 = 1, i1 = 16, i2 = 16, i3 = 32) reduce(r0 = 2, r1 = 2) combine(max) : tensor<1x16x16x32xf32> {
    ^bb0(%i0: index, %i1: index, %i2: index, %i3: index, %r0: index, %r1: index):
      %0 = te.read %maximumf[%i0, %i1 * 2 + %r0, %i2 * 2 + %r1, %i3] : tensor<1x32x32x32xf32>
      te.yield %0 : f32
    }
    return %pooling_nhwc_max : tensor<1x16x16x32xf32>
  }
  func.func private @reduce_add_divf(%arg0: tensor<1x16x16x32xf32>, %arg1: tensor<1x32xf32> {te.destination}) -> tensor<1x32xf32> attributes {te.kernel} {
    %cst = arith.constant 2.560000e+02 : f32
    %reduce_add = te.compute "reduce_add" axes(i0 = 1, i1 = 32) reduce(r0 = 16, r1 = 16) combine(add) : tensor<1x32xf32> {
    ^bb0(%i0: index, %i1: index, %r0: index, %r1: index):
      %0 = te.read %arg0[%i0, %r0, %r1, %i1] : tensor<1x16x16x32xf32>
      te.yield %0 : f32
    }
    %divf = te.compute "divf" axes(i0 = 1, i1 = 32) : tensor<1x32xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %reduce_add[%i0, %i1] : tensor<1x32xf32>
      %1 = arith.divf %0, %cst : f32
      te.yield %1 : f32
    }
    return %divf : tensor<1x32xf32>
  }
  func.func public @main(%arg0: tensor<1x64x64x16xf32>, %arg1: tensor<3x3x16x32xf32>, %arg2: tensor<32xf32>, %arg3: tensor<1x32xf32> {te.destination}) -> (tensor<1x32xf32> {jax.result_info = "result"}) {
    %0 = tensor.empty() : tensor<1x32x32x32xf32>
    %1 = call @pad_conv_2d_nhwc_hwcf(%arg0, %arg1, %0) : (tensor<1x64x64x16xf32>, tensor<3x3x16x32xf32>, tensor<1x32x32x32xf32>) -> tensor<1x32x32x32xf32>
    %2 = tensor.empty() : tensor<1x16x16x32xf32>
    %3 = call @addf_maximumf_pooling_nhwc_max(%1, %arg2, %2) : (tensor<1x32x32x32xf32>, tensor<32xf32>, tensor<1x16x16x32xf32>) -> tensor<1x16x16x32xf32>
    %4 = call @reduce_add_divf(%3, %arg3) : (tensor<1x16x16x32xf32>, tensor<1x32xf32>) -> tensor<1x32xf32>
    return %4 : tensor<1x32xf32>
  }
}

module @jit_mlp attributes {dl.level = "te", mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func private @matmul_addf_mulf_mulf_mulf_addf_mulf_tanh_etc(%arg0: tensor<64x256xf32>, %arg1: tensor<256x512xf32>, %arg2: tensor<512xf32>, %arg3: tensor<64x512xf32> {te.destination}) -> tensor<64x512xf32> attributes {te.kernel} {
    %cst = arith.constant 4.471500e-02 : f32
    %cst_0 = arith.constant 0.797884583 : f32
    %cst_1 = arith.constant 1.000000e+00 : f32
    %cst_2 = arith.constant 5.000000e-01 : f32
    %matmul = te.compute "matmul" axes(i0 = 64, i1 = 512) reduce(r0 = 256) combine(add) : tensor<64x512xf32> {
    ^bb0(%i0: index, %i1: index, %r0: index):
      %0 = te.read %arg0[%i0, %r0] : tensor<64x256xf32>
      %1 = te.read %arg1[%r0, %i1] : tensor<256x512xf32>
      %2 = arith.mulf %0, %1 : f32
      te.yield %2 : f32
    }
    %addf = te.compute "addf" axes(i0 = 64, i1 = 512) : tensor<64x512xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %matmul[%i0, %i1] : tensor<64x512xf32>
      %1 = te.read %arg2[%i1] : tensor<512xf32>
      %2 = arith.addf %0, %1 : f32
      te.yield %2 : f32
    }
    %mulf = te.compute "mulf" axes(i0 = 64, i1 = 512) : tensor<64x512xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %addf[%i0, %i1] : tensor<64x512xf32>
      %1 = te.read %addf[%i0, %i1] : tensor<64x512xf32>
      %2 = arith.mulf %0, %1 : f32
      te.yield %2 : f32
    }
    %mulf_1 = te.compute "mulf_1" axes(i0 = 64, i1 = 512) : tensor<64x512xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %mulf[%i0, %i1] : tensor<64x512xf32>
      %1 = te.read %addf[%i0, %i1] : tensor<64x512xf32>
      %2 = arith.mulf %0, %1 : f32
      te.yield %2 : f32
    }
    %mulf_2 = te.compute "mulf_2" axes(i0 = 64, i1 = 512) : tensor<64x512xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %mulf_1[%i0, %i1] : tensor<64x512xf32>
      %1 = arith.mulf %cst, %0 : f32
      te.yield %1 : f32
    }
    %addf_1 = te.compute "addf_1" axes(i0 = 64, i1 = 512) : tensor<64x512xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %addf[%i0, %i1] : tensor<64x512xf32>
      %1 = te.read %mulf_2[%i0, %i1] : tensor<64x512xf32>
      %2 = arith.addf %0, %1 : f32
      te.yield %2 : f32
    }
    %mulf_3 = te.compute "mulf_3" axes(i0 = 64, i1 = 512) : tensor<64x512xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %addf_1[%i0, %i1] : tensor<64x512xf32>
      %1 = arith.mulf %cst_0, %0 : f32
      te.yield %1 : f32
    }
    %tanh = te.compute "tanh" axes(i0 = 64, i1 = 512) : tensor<64x512xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %mulf_3[%i0, %i1] : tensor<64x512xf32>
      %1 = math.tanh %0 : f32
      te.yield %1 : f32
    }
    %addf_2 = te.compute "addf_2" axes(i0 = 64, i1 = 512) : tensor<64x512xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %tanh[%i0, %i1] : tensor<64x512xf32>
      %1 = arith.addf %cst_1, %0 : f32
      te.yield %1 : f32
    }
    %mulf_4 = te.compute "mulf_4" axes(i0 = 64, i1 = 512) : tensor<64x512xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %addf_2[%i0, %i1] : tensor<64x512xf32>
      %1 = arith.mulf %cst_2, %0 : f32
      te.yield %1 : f32
    }
    %mulf_5 = te.compute "mulf_5" axes(i0 = 64, i1 = 512) : tensor<64x512xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %addf[%i0, %i1] : tensor<64x512xf32>
      %1 = te.read %mulf_4[%i0, %i1] : tensor<64x512xf32>
      %2 = arith.mulf %0, %1 : f32
      te.yield %2 : f32
    }
    return %mulf_5 : tensor<64x512xf32>
  }
  func.func private @matmul(%arg0: tensor<64x512xf32>, %arg1: tensor<512x128xf32>, %arg2: tensor<64x128xf32> {te.destination}) -> tensor<64x128xf32> attributes {te.kernel} {
    %matmul = te.compute "matmul" axes(i0 = 64, i1 = 128) reduce(r0 = 512) combine(add) : tensor<64x128xf32> {
    ^bb0(%i0: index, %i1: index, %r0: index):
      %0 = te.read %arg0[%i0, %r0] : tensor<64x512xf32>
      %1 = te.read %arg1[%r0, %i1] : tensor<512x128xf32>
      %2 = arith.mulf %0, %1 : f32
      te.yield %2 : f32
    }
    return %matmul : tensor<64x128xf32>
  }
  func.func private @reduce_max_maximumf_subf_exp_reduce_add_divf(%arg0: tensor<64x128xf32>, %arg1: tensor<64x128xf32> {te.destination}) -> tensor<64x128xf32> attributes {te.kernel} {
    %cst = arith.constant 0xFF800000 : f32
    %reduce_max = te.compute "reduce_max" axes(i0 = 64) reduce(r0 = 128) combine(max) : tensor<64xf32> {
    ^bb0(%i0: index, %r0: index):
      %0 = te.read %arg0[%i0, %r0] : tensor<64x128xf32>
      te.yield %0 : f32
    }
    %maximumf = te.compute "maximumf" axes(i0 = 64) : tensor<64xf32> {
    ^bb0(%i0: index):
      %0 = te.read %reduce_max[%i0] : tensor<64xf32>
      %1 = arith.maximumf %cst, %0 : f32
      te.yield %1 : f32
    }
    %subf = te.compute "subf" axes(i0 = 64, i1 = 128) : tensor<64x128xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %arg0[%i0, %i1] : tensor<64x128xf32>
      %1 = te.read %maximumf[%i0] : tensor<64xf32>
      %2 = arith.subf %0, %1 : f32
      te.yield %2 : f32
    }
    %exp = te.compute "exp" axes(i0 = 64, i1 = 128) : tensor<64x128xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %subf[%i0, %i1] : tensor<64x128xf32>
      %1 = math.exp %0 : f32
      te.yield %1 : f32
    }
    %reduce_add = te.compute "reduce_add" axes(i0 = 64) reduce(r0 = 128) combine(add) : tensor<64xf32> {
    ^bb0(%i0: index, %r0: index):
      %0 = te.read %exp[%i0, %r0] : tensor<64x128xf32>
      te.yield %0 : f32
    }
    %divf = te.compute "divf" axes(i0 = 64, i1 = 128) : tensor<64x128xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %exp[%i0, %i1] : tensor<64x128xf32>
      %1 = te.read %reduce_add[%i0] : tensor<64xf32>
      %2 = arith.divf %0, %1 : f32
      te.yield %2 : f32
    }
    return %divf : tensor<64x128xf32>
  }
  func.func public @main(%arg0: tensor<64x256xf32>, %arg1: tensor<256x512xf32>, %arg2: tensor<512xf32>, %arg3: tensor<512x128xf32>, %arg4: tensor<64x128xf32> {te.destination}) -> (tensor<64x128xf32> {jax.result_info = "result"}) {
    %0 = tensor.empty() : tensor<64x512xf32>
    %1 = call @matmul_addf_mulf_mulf_mulf_addf_mulf_tanh_etc(%arg0, %arg1, %arg2, %0) : (tensor<64x256xf32>, tensor<256x512xf32>, tensor<512xf32>, tensor<64x512xf32>) -> tensor<64x512xf32>
    %2 = tensor.empty() : tensor<64x128xf32>
    %3 = call @matmul(%1, %arg3, %2) : (tensor<64x512xf32>, tensor<512x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
    %4 = call @reduce_max_maximumf_subf_exp_reduce_add_divf(%3, %arg4) : (tensor<64x128xf32>, tensor<64x128xf32>) -> tensor<64x128xf32>
    return %4 : tensor<64x128xf32>
  }
}

module attributes {dl.level = "te"} {
  func.func private @batch_matmul(%arg0: tensor<1x64x128xf32>, %arg1: tensor<128x128xf32>, %arg2: tensor<1x64x128xf32> {te.destination}) -> tensor<1x64x128xf32> attributes {te.kernel} {
    %batch_matmul = te.compute "batch_matmul" axes(i0 = 1, i1 = 64, i2 = 128) reduce(r0 = 128) combine(add) : tensor<1x64x128xf32> {
    ^bb0(%i0: index, %i1: index, %i2: index, %r0: index):
      %0 = te.read %arg0[%i0, %i1, %r0] : tensor<1x64x128xf32>
      %1 = te.read %arg1[%r0, %i2] : tensor<128x128xf32>
      %2 = arith.mulf %0, %1 : f32
      te.yield %2 : f32
    }
    return %batch_matmul : tensor<1x64x128xf32>
  }
  func.func private @batch_matmul_0(%arg0: tensor<1x64x4x32xf32>, %arg1: tensor<1x64x4x32xf32>, %arg2: tensor<4x64x64xf32> {te.destination}) -> tensor<4x64x64xf32> attributes {te.kernel} {
    %batch_matmul = te.compute "batch_matmul" axes(i0 = 4, i1 = 64, i2 = 64) reduce(r0 = 32) combine(add) : tensor<4x64x64xf32> {
    ^bb0(%i0: index, %i1: index, %i2: index, %r0: index):
      %0 = te.read %arg0[0, %i1, %i0, %r0] : tensor<1x64x4x32xf32>
      %1 = te.read %arg1[0, %i2, %i0, %r0] : tensor<1x64x4x32xf32>
      %2 = arith.mulf %0, %1 : f32
      te.yield %2 : f32
    }
    return %batch_matmul : tensor<4x64x64xf32>
  }
  func.func private @divf_reduce_max_subf_exp_reduce_add_divf(%arg0: tensor<4x64x64xf32>, %arg1: tensor<1x4x64x64xf32> {te.destination}) -> tensor<1x4x64x64xf32> attributes {te.kernel} {
    %cst = arith.constant 5.65685415 : f32
    %divf = te.compute "divf" axes(i0 = 1, i1 = 4, i2 = 64, i3 = 64) : tensor<1x4x64x64xf32> {
    ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
      %0 = te.read %arg0[%i1, %i2, %i3] : tensor<4x64x64xf32>
      %1 = arith.divf %0, %cst : f32
      te.yield %1 : f32
    }
    %reduce_max = te.compute "reduce_max" axes(i0 = 1, i1 = 4, i2 = 64) reduce(r0 = 64) combine(max) : tensor<1x4x64xf32> {
    ^bb0(%i0: index, %i1: index, %i2: index, %r0: index):
      %0 = te.read %divf[%i0, %i1, %i2, %r0] : tensor<1x4x64x64xf32>
      te.yield %0 : f32
    }
    %subf = te.compute "subf" axes(i0 = 1, i1 = 4, i2 = 64, i3 = 64) : tensor<1x4x64x64xf32> {
    ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
      %0 = te.read %divf[%i0, %i1, %i2, %i3] : tensor<1x4x64x64xf32>
      %1 = te.read %reduce_max[0, %i1, %i2] : tensor<1x4x64xf32>
      %2 = arith.subf %0, %1 : f32
      te.yield %2 : f32
    }
    %exp = te.compute "exp" axes(i0 = 1, i1 = 4, i2 = 64, i3 = 64) : tensor<1x4x64x64xf32> {
    ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
      %0 = te.read %subf[%i0, %i1, %i2, %i3] : tensor<1x4x64x64xf32>
      %1 = math.exp %0 : f32
      te.yield %1 : f32
    }
    %reduce_add = te.compute "reduce_add" axes(i0 = 1, i1 = 4, i2 = 64, i3 = 1) reduce(r0 = 64) combine(add) : tensor<1x4x64x1xf32> {
    ^bb0(%i0: index, %i1: index, %i2: index, %i3: index, %r0: index):
      %0 = te.read %exp[%i0, %i1, %i2, %r0] : tensor<1x4x64x64xf32>
      te.yield %0 : f32
    }
    %divf_1 = te.compute "divf_1" axes(i0 = 1, i1 = 4, i2 = 64, i3 = 64) : tensor<1x4x64x64xf32> {
    ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
      %0 = te.read %exp[%i0, %i1, %i2, %i3] : tensor<1x4x64x64xf32>
      %1 = te.read %reduce_add[%i0, %i1, %i2, 0] : tensor<1x4x64x1xf32>
      %2 = arith.divf %0, %1 : f32
      te.yield %2 : f32
    }
    return %divf_1 : tensor<1x4x64x64xf32>
  }
  func.func private @batch_matmul_1(%arg0: tensor<1x4x64x64xf32>, %arg1: tensor<1x64x4x32xf32>, %arg2: tensor<4x64x32xf32> {te.destination}) -> tensor<4x64x32xf32> attributes {te.kernel} {
    %batch_matmul = te.compute "batch_matmul" axes(i0 = 4, i1 = 64, i2 = 32) reduce(r0 = 64) combine(add) : tensor<4x64x32xf32> {
    ^bb0(%i0: index, %i1: index, %i2: index, %r0: index):
      %0 = te.read %arg0[0, %i0, %i1, %r0] : tensor<1x4x64x64xf32>
      %1 = te.read %arg1[0, %r0, %i0, %i2] : tensor<1x64x4x32xf32>
      %2 = arith.mulf %0, %1 : f32
      te.yield %2 : f32
    }
    return %batch_matmul : tensor<4x64x32xf32>
  }
  func.func private @copy(%arg0: tensor<4x64x32xf32>, %arg1: tensor<1x64x4x32xf32> {te.destination}) -> tensor<1x64x4x32xf32> attributes {te.kernel} {
    %copy = te.compute "copy" axes(i0 = 1, i1 = 64, i2 = 4, i3 = 32) : tensor<1x64x4x32xf32> {
    ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
      %0 = te.read %arg0[%i2, %i1, %i3] : tensor<4x64x32xf32>
      te.yield %0 : f32
    }
    return %copy : tensor<1x64x4x32xf32>
  }
  func.func private @addf_reduce_add_divf_subf_mulf_reduce_add_divf_addf_etc(%arg0: tensor<1x64x128xf32>, %arg1: tensor<1x64x128xf32>, %arg2: tensor<128xf32>, %arg3: tensor<128xf32>, %arg4: tensor<1x64x128xf32> {te.destination}) -> tensor<1x64x128xf32> attributes {te.kernel} {
    %cst = arith.constant 1.280000e+02 : f32
    %cst_0 = arith.constant 9.99999974E-6 : f32
    %addf = te.compute "addf" axes(i0 = 1, i1 = 64, i2 = 128) : tensor<1x64x128xf32> {
    ^bb0(%i0: index, %i1: index, %i2: index):
      %0 = te.read %arg0[%i0, %i1, %i2] : tensor<1x64x128xf32>
      %1 = te.read %arg1[%i0, %i1, %i2] : tensor<1x64x128xf32>
      %2 = arith.addf %0, %1 : f32
      te.yield %2 : f32
    }
    %reduce_add = te.compute "reduce_add" axes(i0 = 1, i1 = 64, i2 = 1) reduce(r0 = 128) combine(add) : tensor<1x64x1xf32> {
    ^bb0(%i0: index, %i1: index, %i2: index, %r0: index):
      %0 = te.read %addf[%i0, %i1, %r0] : tensor<1x64x128xf32>
      te.yield %0 : f32
    }
    %divf = te.compute "divf" axes(i0 = 1, i1 = 64, i2 = 1) : tensor<1x64x1xf32> {
    ^bb0(%i0: index, %i1: index, %i2: index):
      %0 = te.read %reduce_add[%i0, %i1, %i2] : tensor<1x64x1xf32>
      %1 = arith.divf %0, %cst : f32
      te.yield %1 : f32
    }
    %subf = te.compute "subf" axes(i0 = 1, i1 = 64, i2 = 128) : tensor<1x64x128xf32> {
    ^bb0(%i0: index, %i1: index, %i2: index):
      %0 = te.read %addf[%i0, %i1, %i2] : tensor<1x64x128xf32>
      %1 = te.read %divf[0, %i1, 0] : tensor<1x64x1xf32>
      %2 = arith.subf %0, %1 : f32
      te.yield %2 : f32
    }
    %mulf = te.compute "mulf" axes(i0 = 1, i1 = 64, i2 = 128) : tensor<1x64x128xf32> {
    ^bb0(%i0: index, %i1: index, %i2: index):
      %0 = te.read %subf[%i0, %i1, %i2] : tensor<1x64x128xf32>
      %1 = te.read %subf[%i0, %i1, %i2] : tensor<1x64x128xf32>
      %2 = arith.mulf %0, %1 : f32
      te.yield %2 : f32
    }
    %reduce_add_1 = te.compute "reduce_add_1" axes(i0 = 1, i1 = 64, i2 = 1) reduce(r0 = 128) combine(add) : tensor<1x64x1xf32> {
    ^bb0(%i0: index, %i1: index, %i2: index, %r0: index):
      %0 = te.read %mulf[%i0, %i1, %r0] : tensor<1x64x128xf32>
      te.yield %0 : f32
    }
    %divf_1 = te.compute "divf_1" axes(i0 = 1, i1 = 64, i2 = 1) : tensor<1x64x1xf32> {
    ^bb0(%i0: index, %i1: index, %i2: index):
      %0 = te.read %reduce_add_1[%i0, %i1, %i2] : tensor<1x64x1xf32>
      %1 = arith.divf %0, %cst : f32
      te.yield %1 : f32
    }
    %addf_1 = te.compute "addf_1" axes(i0 = 1, i1 = 64, i2 = 1) : tensor<1x64x1xf32> {
    ^bb0(%i0: index, %i1: index, %i2: index):
      %0 = te.read %divf_1[%i0, %i1, %i2] : tensor<1x64x1xf32>
      %1 = arith.addf %0, %cst_0 : f32
      te.yield %1 : f32
    }
    %rsqrt = te.compute "rsqrt" axes(i0 = 1, i1 = 64, i2 = 1) : tensor<1x64x1xf32> {
    ^bb0(%i0: index, %i1: index, %i2: index):
      %0 = te.read %addf_1[%i0, %i1, %i2] : tensor<1x64x1xf32>
      %1 = math.rsqrt %0 : f32
      te.yield %1 : f32
    }
    %mulf_1 = te.compute "mulf_1" axes(i0 = 1, i1 = 64, i2 = 128) : tensor<1x64x128xf32> {
    ^bb0(%i0: index, %i1: index, %i2: index):
      %0 = te.read %subf[%i0, %i1, %i2] : tensor<1x64x128xf32>
      %1 = te.read %rsqrt[0, %i1, 0] : tensor<1x64x1xf32>
      %2 = arith.mulf %0, %1 : f32
      te.yield %2 : f32
    }
    %mulf_2 = te.compute "mulf_2" axes(i0 = 1, i1 = 64, i2 = 128) : tensor<1x64x128xf32> {
    ^bb0(%i0: index, %i1: index, %i2: index):
      %0 = te.read %mulf_1[%i0, %i1, %i2] : tensor<1x64x128xf32>
      %1 = te.read %arg2[%i2] : tensor<128xf32>
      %2 = arith.mulf %0, %1 : f32
      te.yield %2 : f32
    }
    %addf_2 = te.compute "addf_2" axes(i0 = 1, i1 = 64, i2 = 128) : tensor<1x64x128xf32> {
    ^bb0(%i0: index, %i1: index, %i2: index):
      %0 = te.read %mulf_2[%i0, %i1, %i2] : tensor<1x64x128xf32>
      %1 = te.read %arg3[%i2] : tensor<128xf32>
      %2 = arith.addf %0, %1 : f32
      te.yield %2 : f32
    }
    return %addf_2 : tensor<1x64x128xf32>
  }
  func.func @main(%arg0: tensor<1x64x128xf32>, %arg1: tensor<128x128xf32>, %arg2: tensor<128x128xf32>, %arg3: tensor<128x128xf32>, %arg4: tensor<128xf32>, %arg5: tensor<128xf32>, %arg6: tensor<1x64x128xf32> {te.destination}) -> tensor<1x64x128xf32> {
    %0 = tensor.empty() : tensor<1x64x128xf32>
    %1 = call @batch_matmul(%arg0, %arg1, %0) : (tensor<1x64x128xf32>, tensor<128x128xf32>, tensor<1x64x128xf32>) -> tensor<1x64x128xf32>
    %2 = tensor.empty() : tensor<1x64x128xf32>
    %3 = call @batch_matmul(%arg0, %arg2, %2) : (tensor<1x64x128xf32>, tensor<128x128xf32>, tensor<1x64x128xf32>) -> tensor<1x64x128xf32>
    %4 = tensor.empty() : tensor<1x64x128xf32>
    %5 = call @batch_matmul(%arg0, %arg3, %4) : (tensor<1x64x128xf32>, tensor<128x128xf32>, tensor<1x64x128xf32>) -> tensor<1x64x128xf32>
    %expanded = tensor.expand_shape %1 [[0], [1], [2, 3]] output_shape [1, 64, 4, 32] : tensor<1x64x128xf32> into tensor<1x64x4x32xf32>
    %expanded_0 = tensor.expand_shape %3 [[0], [1], [2, 3]] output_shape [1, 64, 4, 32] : tensor<1x64x128xf32> into tensor<1x64x4x32xf32>
    %expanded_1 = tensor.expand_shape %5 [[0], [1], [2, 3]] output_shape [1, 64, 4, 32] : tensor<1x64x128xf32> into tensor<1x64x4x32xf32>
    %6 = tensor.empty() : tensor<4x64x64xf32>
    %7 = call @batch_matmul_0(%expanded, %expanded_0, %6) : (tensor<1x64x4x32xf32>, tensor<1x64x4x32xf32>, tensor<4x64x64xf32>) -> tensor<4x64x64xf32>
    %8 = tensor.empty() : tensor<1x4x64x64xf32>
    %9 = call @divf_reduce_max_subf_exp_reduce_add_divf(%7, %8) : (tensor<4x64x64xf32>, tensor<1x4x64x64xf32>) -> tensor<1x4x64x64xf32>
    %10 = tensor.empty() : tensor<4x64x32xf32>
    %11 = call @batch_matmul_1(%9, %expanded_1, %10) : (tensor<1x4x64x64xf32>, tensor<1x64x4x32xf32>, tensor<4x64x32xf32>) -> tensor<4x64x32xf32>
    %12 = tensor.empty() : tensor<1x64x4x32xf32>
    %13 = call @copy(%11, %12) : (tensor<4x64x32xf32>, tensor<1x64x4x32xf32>) -> tensor<1x64x4x32xf32>
    %collapsed = tensor.collapse_shape %13 [[0], [1], [2, 3]] : tensor<1x64x4x32xf32> into tensor<1x64x128xf32>
    %14 = call @addf_reduce_add_divf_subf_mulf_reduce_add_divf_addf_etc(%collapsed, %arg0, %arg4, %arg5, %arg6) : (tensor<1x64x128xf32>, tensor<1x64x128xf32>, tensor<128xf32>, tensor<128xf32>, tensor<1x64x128xf32>) -> tensor<1x64x128xf32>
    return %14 : tensor<1x64x128xf32>
  }
}

module attributes {dl.level = "te"} {
  func.func private @pad_conv_2d_nchw_fchw_select(%arg0: tensor<1x3x64x64xf32>, %arg1: tensor<16x3x3x3xf32> {te.layout_free}, %arg2: tensor<16xf32> {te.layout_free}, %arg3: tensor<1x16x32x32xf32> {te.destination}) -> tensor<1x16x32x32xf32> attributes {te.kernel} {
    %cst = arith.constant 0.000000e+00 : f32
    %pad = te.compute "pad" axes(i0 = 1, i1 = 3, i2 = 66, i3 = 66) : tensor<1x3x66x66xf32> {
    ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
      %0 = te.read %arg0[%i0, %i1, %i2 - 1, %i3 - 1] where(%i2 - 1 >= 0, -%i2 + 64 >= 0, %i3 - 1 >= 0, -%i3 + 64 >= 0) else %cst : tensor<1x3x64x64xf32>
      te.yield %0 : f32
    }
    %conv_2d_nchw_fchw.terms = te.compute "conv_2d_nchw_fchw.terms" axes(i0 = 1, i1 = 16, i2 = 32, i3 = 32) reduce(r0 = 3, r1 = 3, r2 = 3) combine(add) : tensor<1x16x32x32xf32> {
    ^bb0(%i0: index, %i1: index, %i2: index, %i3: index, %r0: index, %r1: index, %r2: index):
      %0 = te.read %pad[%i0, %r0, %i2 * 2 + %r1, %i3 * 2 + %r2] : tensor<1x3x66x66xf32>
      %1 = te.read %arg1[%i1, %r0, %r1, %r2] : tensor<16x3x3x3xf32>
      %2 = arith.mulf %0, %1 : f32
      te.yield %2 : f32
    }
    %conv_2d_nchw_fchw = te.compute "conv_2d_nchw_fchw" axes(i0 = 1, i1 = 16, i2 = 32, i3 = 32) : tensor<1x16x32x32xf32> {
    ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
      %0 = te.read %conv_2d_nchw_fchw.terms[%i0, %i1, %i2, %i3] : tensor<1x16x32x32xf32>
      %1 = te.read %arg2[%i1] : tensor<16xf32>
      %2 = arith.addf %1, %0 : f32
      te.yield %2 : f32
    }
    %select = te.compute "select" axes(i0 = 1, i1 = 16, i2 = 32, i3 = 32) : tensor<1x16x32x32xf32> {
    ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
      %0 = te.read %conv_2d_nchw_fchw[%i0, %i1, %i2, %i3] : tensor<1x16x32x32xf32>
      %1 = arith.cmpf ugt, %0, %cst : f32
      %2 = arith.select %1, %0, %cst : f32
      te.yield %2 : f32
    }
    return %select : tensor<1x16x32x32xf32>
  }
  func.func private @pad_pooling_nchw_max(%arg0: tensor<1x16x32x32xf32>, %arg1: tensor<1x16x16x16xf32> {te.destination}) -> tensor<1x16x16x16xf32> attributes {te.kernel} {
    %cst = arith.constant 0xFF800000 : f32
    %pad = te.compute "pad" axes(i0 = 1, i1 = 16, i2 = 34, i3 = 34) : tensor<1x16x34x34xf32> {
    ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
      %0 = te.read %arg0[%i0, %i1, %i2 - 1, %i3 - 1] where(%i2 - 1 >= 0, -%i2 + 32 >= 0, %i3 - 1 >= 0, -%i3 + 32 >= 0) else %cst : tensor<1x16x32x32xf32>
      te.yield %0 : f32
    }
    %pooling_nchw_max = te.compute "pooling_nchw_max" axes(i0 = 1, i1 = 16, i2 = 16, i3 = 16) reduce(r0 = 3, r1 = 3) combine(max) : tensor<1x16x16x16xf32> {
    ^bb0(%i0: index, %i1: index, %i2: index, %i3: index, %r0: index, %r1: index):
      %0 = te.read %pad[%i0, %i1, %i2 * 2 + %r0, %i3 * 2 + %r1] : tensor<1x16x34x34xf32>
      te.yield %0 : f32
    }
    return %pooling_nchw_max : tensor<1x16x16x16xf32>
  }
  func.func private @pad_conv_2d_nchw_fchw(%arg0: tensor<1x16x16x16xf32>, %arg1: tensor<16x16x3x3xf32> {te.layout_free}, %arg2: tensor<1x16x16x16xf32> {te.destination}) -> tensor<1x16x16x16xf32> attributes {te.kernel} {
    %cst = arith.constant 0.000000e+00 : f32
    %pad = te.compute "pad" axes(i0 = 1, i1 = 16, i2 = 18, i3 = 18) : tensor<1x16x18x18xf32> {
    ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
      %0 = te.read %arg0[%i0, %i1, %i2 - 1, %i3 - 1] where(%i2 - 1 >= 0, -%i2 + 16 >= 0, %i3 - 1 >= 0, -%i3 + 16 >= 0) else %cst : tensor<1x16x16x16xf32>
      te.yield %0 : f32
    }
    %conv_2d_nchw_fchw = te.compute "conv_2d_nchw_fchw" axes(i0 = 1, i1 = 16, i2 = 16, i3 = 16) reduce(r0 = 16, r1 = 3, r2 = 3) combine(add) : tensor<1x16x16x16xf32> {
    ^bb0(%i0: index, %i1: index, %i2: index, %i3: index, %r0: index, %r1: index, %r2: index):
      %0 = te.read %pad[%i0, %r0, %i2 + %r1, %i3 + %r2] : tensor<1x16x18x18xf32>
      %1 = te.read %arg1[%i1, %r0, %r1, %r2] : tensor<16x16x3x3xf32>
      %2 = arith.mulf %0, %1 : f32
      te.yield %2 : f32
    }
    return %conv_2d_nchw_fchw : tensor<1x16x16x16xf32>
  }
  func.func private @addf_select_pooling_nchw_sum_divf(%arg0: tensor<1x16x16x16xf32>, %arg1: tensor<1x16x16x16xf32>, %arg2: tensor<1x16x1x1xf32> {te.destination}) -> tensor<1x16x1x1xf32> attributes {te.kernel} {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 2.560000e+02 : f32
    %addf = te.compute "addf" axes(i0 = 1, i1 = 16, i2 = 16, i3 = 16) : tensor<1x16x16x16xf32> {
    ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
      %0 = te.read %arg0[%i0, %i1, %i2, %i3] : tensor<1x16x16x16xf32>
      %1 = te.read %arg1[%i0, %i1, %i2, %i3] : tensor<1x16x16x16xf32>
      %2 = arith.addf %0, %1 : f32
      te.yield %2 : f32
    }
    %select = te.compute "select" axes(i0 = 1, i1 = 16, i2 = 16, i3 = 16) : tensor<1x16x16x16xf32> {
    ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
      %0 = te.read %addf[%i0, %i1, %i2, %i3] : tensor<1x16x16x16xf32>
      %1 = arith.cmpf ugt, %0, %cst : f32
      %2 = arith.select %1, %0, %cst : f32
      te.yield %2 : f32
    }
    %pooling_nchw_sum = te.compute "pooling_nchw_sum" axes(i0 = 1, i1 = 16, i2 = 1, i3 = 1) reduce(r0 = 16, r1 = 16) combine(add) : tensor<1x16x1x1xf32> {
    ^bb0(%i0: index, %i1: index, %i2: index, %i3: index, %r0: index, %r1: index):
      %0 = te.read %select[%i0, %i1, %i2 + %r0, %i3 + %r1] : tensor<1x16x16x16xf32>
      te.yield %0 : f32
    }
    %divf = te.compute "divf" axes(i0 = 1, i1 = 16, i2 = 1, i3 = 1) : tensor<1x16x1x1xf32> {
    ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
      %0 = te.read %pooling_nchw_sum[%i0, %i1, %i2, %i3] : tensor<1x16x1x1xf32>
      %1 = arith.divf %0, %cst_0 : f32
      te.yield %1 : f32
    }
    return %divf : tensor<1x16x1x1xf32>
  }
  func.func private @matmul_addf(%arg0: tensor<1x16x1x1xf32>, %arg1: tensor<5x16xf32> {te.layout_free}, %arg2: tensor<5xf32>, %arg3: tensor<1x5xf32> {te.destination}) -> tensor<1x5xf32> attributes {te.kernel} {
    %matmul = te.compute "matmul" axes(i0 = 1, i1 = 5) reduce(r0 = 16) combine(add) : tensor<1x5xf32> {
    ^bb0(%i0: index, %i1: index, %r0: index):
      %0 = te.read %arg0[0, %r0, 0, 0] : tensor<1x16x1x1xf32>
      %1 = te.read %arg1[%i1, %r0] : tensor<5x16xf32>
      %2 = arith.mulf %0, %1 : f32
      te.yield %2 : f32
    }
    %addf = te.compute "addf" axes(i0 = 1, i1 = 5) : tensor<1x5xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %matmul[%i0, %i1] : tensor<1x5xf32>
      %1 = te.read %arg2[%i1] : tensor<5xf32>
      %2 = arith.addf %0, %1 : f32
      te.yield %2 : f32
    }
    return %addf : tensor<1x5xf32>
  }
  func.func @main(%arg0: tensor<1x3x64x64xf32>, %arg1: tensor<1x5xf32> {te.destination}) -> tensor<1x5xf32> {
    %cst = arith.constant dense_resource<__elided__> : tensor<16x3x3x3xf32>
    %cst_0 = arith.constant dense_resource<__elided__> : tensor<16xf32>
    %cst_1 = arith.constant dense_resource<__elided__> : tensor<16x16x3x3xf32>
    %cst_2 = arith.constant dense_resource<__elided__> : tensor<5x16xf32>
    %cst_3 = arith.constant dense<[0.0164345652, 0.349413812, -0.301425129, 0.472347975, -0.0109464861]> : tensor<5xf32>
    %0 = tensor.empty() : tensor<1x16x32x32xf32>
    %1 = call @pad_conv_2d_nchw_fchw_select(%arg0, %cst, %cst_0, %0) : (tensor<1x3x64x64xf32>, tensor<16x3x3x3xf32>, tensor<16xf32>, tensor<1x16x32x32xf32>) -> tensor<1x16x32x32xf32>
    %2 = tensor.empty() : tensor<1x16x16x16xf32>
    %3 = call @pad_pooling_nchw_max(%1, %2) : (tensor<1x16x32x32xf32>, tensor<1x16x16x16xf32>) -> tensor<1x16x16x16xf32>
    %4 = tensor.empty() : tensor<1x16x16x16xf32>
    %5 = call @pad_conv_2d_nchw_fchw(%3, %cst_1, %4) : (tensor<1x16x16x16xf32>, tensor<16x16x3x3xf32>, tensor<1x16x16x16xf32>) -> tensor<1x16x16x16xf32>
    %6 = tensor.empty() : tensor<1x16x1x1xf32>
    %7 = call @addf_select_pooling_nchw_sum_divf(%5, %3, %6) : (tensor<1x16x16x16xf32>, tensor<1x16x16x16xf32>, tensor<1x16x1x1xf32>) -> tensor<1x16x1x1xf32>
    %8 = call @matmul_addf(%7, %cst_2, %cst_3, %arg1) : (tensor<1x16x1x1xf32>, tensor<5x16xf32>, tensor<5xf32>, tensor<1x5xf32>) -> tensor<1x5xf32>
    return %8 : tensor<1x5xf32>
  }
}

