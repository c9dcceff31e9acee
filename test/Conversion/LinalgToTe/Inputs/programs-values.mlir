module attributes {dl.level = "te"} {
  func.func private @matmul(%arg0: tensor<3x4xf32>, %arg1: tensor<4x2xf32>, %arg2: tensor<3x2xf32>, %arg3: tensor<3x2xf32> {te.destination}) -> tensor<3x2xf32> attributes {te.kernel} {
    %matmul.terms = te.compute "matmul.terms" axes(i0 = 3, i1 = 2) reduce(r0 = 4) combine(add) : tensor<3x2xf32> {
    ^bb0(%i0: index, %i1: index, %r0: index):
      %0 = te.read %arg0[%i0, %r0] : tensor<3x4xf32>
      %1 = te.read %arg1[%r0, %i1] : tensor<4x2xf32>
      %2 = arith.mulf %0, %1 : f32
      te.yield %2 : f32
    }
    %matmul = te.compute "matmul" axes(i0 = 3, i1 = 2) : tensor<3x2xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %matmul.terms[%i0, %i1] : tensor<3x2xf32>
      %1 = te.read %arg2[%i0, %i1] : tensor<3x2xf32>
      %2 = arith.addf %1, %0 : f32
      te.yield %2 : f32
    }
    return %matmul : tensor<3x2xf32>
  }
  func.func private @batch_matmul_0(%arg0: tensor<2x2x3xf32>, %arg1: tensor<2x3x2xf32>, %arg2: tensor<2x2x2xf32> {te.destination}) -> tensor<2x2x2xf32> attributes {te.kernel} {
    %batch_matmul = te.compute "batch_matmul" axes(i0 = 2, i1 = 2, i2 = 2) reduce(r0 = 3) combine(add) : tensor<2x2x2xf32> {
    ^bb0(%i0: index, %i1: index, %i2: index, %r0: index):
      %0 = te.read %arg0[%i0, %i1, %r0] : tensor<2x2x3xf32>
      %1 = te.read %arg1[%i0, %r0, %i2] : tensor<2x3x2xf32>
      %2 = arith.mulf %0, %1 : f32
      te.yield %2 : f32
    }
    return %batch_matmul : tensor<2x2x2xf32>
  }
  func.func private @conv_2d_nchw_fchw(%arg0: tensor<1x2x7x7xf32>, %arg1: tensor<2x2x2x2xf32>, %arg2: tensor<1x2x3x3xf32> {te.destination}) -> tensor<1x2x3x3xf32> attributes {te.kernel} {
    %cst = arith.constant 3.000000e+00 : f32
    %conv_2d_nchw_fchw.terms = te.compute "conv_2d_nchw_fchw.terms" axes(i0 = 1, i1 = 2, i2 = 3, i3 = 3) reduce(r0 = 2, r1 = 2, r2 = 2) combine(add) : tensor<1x2x3x3xf32> {
    ^bb0(%i0: index, %i1: index, %i2: index, %i3: index, %r0: index, %r1: index, %r2: index):
      %0 = te.read %arg0[%i0, %r0, %i2 * 2 + %r1 * 2, %i3 * 2 + %r2 * 2] : tensor<1x2x7x7xf32>
      %1 = te.read %arg1[%i1, %r0, %r1, %r2] : tensor<2x2x2x2xf32>
      %2 = arith.mulf %0, %1 : f32
      te.yield %2 : f32
    }
    %conv_2d_nchw_fchw = te.compute "conv_2d_nchw_fchw" axes(i0 = 1, i1 = 2, i2 = 3, i3 = 3) : tensor<1x2x3x3xf32> {
    ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
      %0 = te.read %conv_2d_nchw_fchw.terms[%i0, %i1, %i2, %i3] : tensor<1x2x3x3xf32>
      %1 = arith.addf %cst, %0 : f32
      te.yield %1 : f32
    }
    return %conv_2d_nchw_fchw : tensor<1x2x3x3xf32>
  }
  func.func private @pad_pooling_nhwc_max(%arg0: tensor<1x4x4x2xf32>, %arg1: tensor<1x4x4x2xf32> {te.destination}) -> tensor<1x4x4x2xf32> attributes {te.kernel} {
    %cst = arith.constant 0xFF800000 : f32
    %pad = te.compute "pad" axes(i0 = 1, i1 = 6, i2 = 6, i3 = 2) : tensor<1x6x6x2xf32> {
    ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
      %0 = te.read %arg0[%i0, %i1 - 1, %i2 - 1, %i3] where(%i1 - 1 >= 0, -%i1 + 4 >= 0, %i2 - 1 >= 0, -%i2 + 4 >= 0) else %cst : tensor<1x4x4x2xf32>
      te.yield %0 : f32
    }
    %pooling_nhwc_max = te.compute "pooling_nhwc_max" axes(i0 = 1, i1 = 4, i2 = 4, i3 = 2) reduce(r0 = 3, r1 = 3) combine(max) : tensor<1x4x4x2xf32> {
    ^bb0(%i0: index, %i1: index, %i2: index, %i3: index, %r0: index, %r1: index):
      %0 = te.read %pad[%i0, %i1 + %r0, %i2 + %r1, %i3] : tensor<1x6x6x2xf32>
      te.yield %0 : f32
    }
    return %pooling_nhwc_max : tensor<1x4x4x2xf32>
  }
  func.func private @pooling_nchw_sum(%arg0: tensor<1x2x4x4xf32>, %arg1: tensor<1x2x2x2xf32> {te.destination}) -> tensor<1x2x2x2xf32> attributes {te.kernel} {
    %pooling_nchw_sum = te.compute "pooling_nchw_sum" axes(i0 = 1, i1 = 2, i2 = 2, i3 = 2) reduce(r0 = 2, r1 = 2) combine(add) : tensor<1x2x2x2xf32> {
    ^bb0(%i0: index, %i1: index, %i2: index, %i3: index, %r0: index, %r1: index):
      %0 = te.read %arg0[%i0, %i1, %i2 * 2 + %r0, %i3 * 2 + %r1] : tensor<1x2x4x4xf32>
      te.yield %0 : f32
    }
    return %pooling_nchw_sum : tensor<1x2x2x2xf32>
  }
  func.func private @copy(%arg0: tensor<4x6xf32>, %arg1: tensor<3x2xf32> {te.destination}) -> tensor<3x2xf32> attributes {te.kernel} {
    %copy = te.compute "copy" axes(i0 = 3, i1 = 2) : tensor<3x2xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %arg0[%i1 + 1, %i0 * 2 + 1] : tensor<4x6xf32>
      te.yield %0 : f32
    }
    return %copy : tensor<3x2xf32>
  }
  func.func private @pad(%arg0: tensor<4x3xf32>, %arg1: tensor<5x4xf32> {te.destination}) -> tensor<5x4xf32> attributes {te.kernel} {
    %cst = arith.constant 7.000000e+00 : f32
    %pad = te.compute "pad" axes(i0 = 5, i1 = 4) : tensor<5x4xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %arg0[%i0 + 1, %i1 - 1] where(-%i0 + 2 >= 0, %i1 - 1 >= 0) else %cst : tensor<4x3xf32>
      te.yield %0 : f32
    }
    return %pad : tensor<5x4xf32>
  }
  func.func private @maximumf_reduce_add(%arg0: tensor<2x3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<1x3xf32> {te.destination}) -> tensor<1x3xf32> attributes {te.kernel} {
    %cst = arith.constant 0.000000e+00 : f32
    %maximumf = te.compute "maximumf" axes(i0 = 2, i1 = 3) : tensor<2x3xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %arg0[%i0, %i1] : tensor<2x3xf32>
      %1 = te.read %arg1[%i1] : tensor<3xf32>
      %2 = arith.addf %0, %1 : f32
      %3 = arith.maximumf %2, %cst : f32
      te.yield %3 : f32
    }
    %reduce_add = te.compute "reduce_add" axes(i0 = 1, i1 = 3) reduce(r0 = 2) combine(add) : tensor<1x3xf32> {
    ^bb0(%i0: index, %i1: index, %r0: index):
      %0 = te.read %maximumf[%r0, %i1] : tensor<2x3xf32>
      te.yield %0 : f32
    }
    return %reduce_add : tensor<1x3xf32>
  }
  func.func private @matmul_1(%arg0: tensor<4x2xi8>, %arg1: tensor<3x4xi8>, %arg2: tensor<3x2xi32> {te.destination}) -> tensor<3x2xi32> attributes {te.kernel} {
    %matmul = te.compute "matmul" axes(i0 = 3, i1 = 2) reduce(r0 = 4) combine(add) : tensor<3x2xi32> {
    ^bb0(%i0: index, %i1: index, %r0: index):
      %0 = te.read %arg0[%r0, %i1] : tensor<4x2xi8>
      %1 = te.read %arg1[%i0, %r0] : tensor<3x4xi8>
      %2 = arith.extsi %1 : i8 to i32
      %3 = arith.extsi %0 : i8 to i32
      %4 = arith.muli %2, %3 : i32
      te.yield %4 : i32
    }
    return %matmul : tensor<3x2xi32>
  }
  func.func private @mulf(%arg0: tensor<5xf32>, %arg1: tensor<5xf32> {te.destination}) -> tensor<5xf32> attributes {te.kernel} {
    %mulf = te.compute "mulf" axes(i0 = 5) : tensor<5xf32> {
    ^bb0(%i0: index):
      %0 = te.read %arg0[%i0] : tensor<5xf32>
      %1 = arith.index_cast %i0 : index to i32
      %2 = arith.sitofp %1 : i32 to f32
      %3 = arith.mulf %0, %2 : f32
      te.yield %3 : f32
    }
    return %mulf : tensor<5xf32>
  }
  func.func private @addf(%arg0: tensor<4xf32>, %arg1: tensor<4xf32>, %arg2: tensor<4xf32> {te.destination}) -> tensor<4xf32> attributes {te.kernel} {
    %cst = arith.constant 2.000000e+00 : f32
    %addf = te.compute "addf" axes(i0 = 4) : tensor<4xf32> {
    ^bb0(%i0: index):
      %0 = te.read %arg0[%i0] : tensor<4xf32>
      %1 = te.read %arg1[%i0] : tensor<4xf32>
      %2 = arith.mulf %1, %cst : f32
      %3 = arith.addf %0, %2 : f32
      te.yield %3 : f32
    }
    return %addf : tensor<4xf32>
  }
  func.func private @concat(%arg0: tensor<2x3xf32>, %arg1: tensor<2x2xf32>, %arg2: tensor<2x8xf32> {te.destination}) -> tensor<2x8xf32> attributes {te.kernel} {
    %cst = arith.constant 0.000000e+00 : f32
    %concat = te.compute "concat" axes(i0 = 2, i1 = 8) : tensor<2x8xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %arg0[%i0, %i1 - 5] where(%i1 - 5 >= 0, -%i1 + 7 >= 0) else %cst : tensor<2x3xf32>
      %1 = te.read %arg1[%i1 - 3, %i0] where(%i1 - 3 >= 0, -%i1 + 4 >= 0) else %0 : tensor<2x2xf32>
      %2 = te.read %arg0[%i0, %i1] where(%i1 >= 0, -%i1 + 2 >= 0) else %1 : tensor<2x3xf32>
      te.yield %2 : f32
    }
    return %concat : tensor<2x8xf32>
  }
  func.func private @copy_2(%arg0: tensor<2x2xf32> {te.destination}) -> tensor<2x2xf32> attributes {te.kernel} {
    %cst = arith.constant -1.000000e+00 : f32
    %copy = te.compute "copy" axes(i0 = 2, i1 = 2) : tensor<2x2xf32> {
    ^bb0(%i0: index, %i1: index):
      te.yield %cst : f32
    }
    return %copy : tensor<2x2xf32>
  }
  func.func private @concat_3(%arg0: tensor<2x1xf32>, %arg1: tensor<2x2xf32>, %arg2: tensor<2x3xf32> {te.destination}) -> tensor<2x3xf32> attributes {te.kernel} {
    %cst = arith.constant 0.000000e+00 : f32
    %concat = te.compute "concat" axes(i0 = 2, i1 = 3) : tensor<2x3xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %arg1[%i0, %i1 - 1] where(%i1 - 1 >= 0, -%i1 + 2 >= 0) else %cst : tensor<2x2xf32>
      %1 = te.read %arg0[%i0, %i1] where(%i1 >= 0, -%i1 >= 0) else %0 : tensor<2x1xf32>
      te.yield %1 : f32
    }
    return %concat : tensor<2x3xf32>
  }
  func.func private @copy_4(%arg0: tensor<1x2xf32> {te.destination}) -> tensor<1x2xf32> attributes {te.kernel} {
    %cst = arith.constant -1.000000e+00 : f32
    %copy = te.compute "copy" axes(i0 = 1, i1 = 2) : tensor<1x2xf32> {
    ^bb0(%i0: index, %i1: index):
      te.yield %cst : f32
    }
    return %copy : tensor<1x2xf32>
  }
  func.func private @insert_slice(%arg0: tensor<1x2xf32>, %arg1: tensor<2x3xf32>, %arg2: tensor<2x3xf32> {te.destination}) -> tensor<2x3xf32> attributes {te.kernel} {
    %insert_slice = te.compute "insert_slice" axes(i0 = 2, i1 = 3) : tensor<2x3xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %arg1[%i0, %i1] : tensor<2x3xf32>
      %1 = te.read %arg0[%i0 - 1, %i1 - 1] where(%i0 - 1 >= 0, %i1 - 1 >= 0) else %0 : tensor<1x2xf32>
      te.yield %1 : f32
    }
    return %insert_slice : tensor<2x3xf32>
  }
  func.func private @insert_slice_5(%arg0: tensor<2x3xf32>, %arg1: tensor<5x7xf32>, %arg2: tensor<5x7xf32> {te.destination}) -> tensor<5x7xf32> attributes {te.kernel} {
    %insert_slice = te.compute "insert_slice" axes(i0 = 5, i1 = 7) : tensor<5x7xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %arg1[%i0, %i1] : tensor<5x7xf32>
      %1 = te.read %arg0[(%i0 - 1) floordiv 3, (%i1 - 1) floordiv 2] where(%i0 - 1 >= 0, -((%i0 - 1) mod 3) >= 0, %i1 - 1 >= 0, -(%i1 - 1) + 4 >= 0, -((%i1 - 1) mod 2) >= 0) else %0 : tensor<2x3xf32>
      te.yield %1 : f32
    }
    return %insert_slice : tensor<5x7xf32>
  }
  func.func private @insert_slice_6(%arg0: tensor<3xf32>, %arg1: tensor<2x3xf32> {te.destination}) -> tensor<2x3xf32> attributes {te.kernel} {
    %cst = arith.constant 4.000000e+00 : f32
    %insert_slice = te.compute "insert_slice" axes(i0 = 2, i1 = 3) : tensor<2x3xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %arg0[%i1] where(%i0 - 1 >= 0) else %cst : tensor<3xf32>
      te.yield %0 : f32
    }
    return %insert_slice : tensor<2x3xf32>
  }
  func.func private @copy_7(%arg0: tensor<3x4xf32>, %arg1: tensor<3x4xf32> {te.destination}) -> tensor<3x4xf32> attributes {te.kernel} {
    %copy = te.compute "copy" axes(i0 = 3, i1 = 4) : tensor<3x4xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %arg0[%i0, %i1] : tensor<3x4xf32>
      te.yield %0 : f32
    }
    return %copy : tensor<3x4xf32>
  }
  func.func private @extract(%arg0: tensor<3xi32>, %arg1: tensor<2x5xf32>, %arg2: tensor<3xf32> {te.destination}) -> tensor<3xf32> attributes {te.kernel} {
    %extract = te.compute "extract" axes(i0 = 3) : tensor<3xf32> {
    ^bb0(%i0: index):
      %0 = te.read %arg0[%i0] : tensor<3xi32>
      %1 = arith.index_cast %0 : i32 to index
      %2 = te.read %arg1[1, %1] : tensor<2x5xf32>
      te.yield %2 : f32
    }
    return %extract : tensor<3xf32>
  }
  func.func @matmul_onto(%arg0: tensor<3x4xf32> {dl.test_input = dense_resource<__elided__> : tensor<3x4xf32>}, %arg1: tensor<4x2xf32> {dl.test_input = dense<[[1.000000e+00, 0.000000e+00], [-2.000000e+00, -3.000000e+00], [2.000000e+00, 2.000000e+00], [-4.000000e+00, -3.000000e+00]]> : tensor<4x2xf32>}, %arg2: tensor<3x2xf32> {dl.test_input = dense<[[0.000000e+00, -1.000000e+00], [3.000000e+00, 0.000000e+00], [-1.000000e+00, -1.000000e+00]]> : tensor<3x2xf32>}, %arg3: tensor<3x2xf32> {te.destination}) -> (tensor<3x2xf32> {dl.test_expected = dense<[[1.300000e+01, 1.100000e+01], [-4.000000e+00, -6.000000e+00], [3.000000e+00, 1.000000e+01]]> : tensor<3x2xf32>}) {
    %0 = call @matmul(%arg0, %arg1, %arg2, %arg3) : (tensor<3x4xf32>, tensor<4x2xf32>, tensor<3x2xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
    return %0 : tensor<3x2xf32>
  }
  func.func @batch_matmul(%arg0: tensor<2x2x3xf32> {dl.test_input = dense_resource<__elided__> : tensor<2x2x3xf32>}, %arg1: tensor<2x3x2xf32> {dl.test_input = dense_resource<__elided__> : tensor<2x3x2xf32>}, %arg2: tensor<2x2x2xf32> {te.destination}) -> (tensor<2x2x2xf32> {dl.test_expected = dense<[[[1.900000e+01, -1.800000e+01], [-2.000000e+00, 4.000000e+00]], [[2.600000e+01, -1.000000e+01], [-7.000000e+00, 4.000000e+00]]]> : tensor<2x2x2xf32>}) {
    %0 = call @batch_matmul_0(%arg0, %arg1, %arg2) : (tensor<2x2x3xf32>, tensor<2x3x2xf32>, tensor<2x2x2xf32>) -> tensor<2x2x2xf32>
    return %0 : tensor<2x2x2xf32>
  }
  func.func @conv_nchw(%arg0: tensor<1x2x7x7xf32> {dl.test_input = dense_resource<__elided__> : tensor<1x2x7x7xf32>}, %arg1: tensor<2x2x2x2xf32> {dl.test_input = dense_resource<__elided__> : tensor<2x2x2x2xf32>}, %arg2: tensor<1x2x3x3xf32> {te.destination}) -> (tensor<1x2x3x3xf32> {dl.test_expected = dense_resource<__elided__> : tensor<1x2x3x3xf32>}) {
    %0 = call @conv_2d_nchw_fchw(%arg0, %arg1, %arg2) : (tensor<1x2x7x7xf32>, tensor<2x2x2x2xf32>, tensor<1x2x3x3xf32>) -> tensor<1x2x3x3xf32>
    return %0 : tensor<1x2x3x3xf32>
  }
  func.func @pool_max(%arg0: tensor<1x4x4x2xf32> {dl.test_input = dense_resource<__elided__> : tensor<1x4x4x2xf32>}, %arg1: tensor<1x4x4x2xf32> {te.destination}) -> (tensor<1x4x4x2xf32> {dl.test_expected = dense_resource<__elided__> : tensor<1x4x4x2xf32>}) {
    %0 = call @pad_pooling_nhwc_max(%arg0, %arg1) : (tensor<1x4x4x2xf32>, tensor<1x4x4x2xf32>) -> tensor<1x4x4x2xf32>
    return %0 : tensor<1x4x4x2xf32>
  }
  func.func @pool_sum(%arg0: tensor<1x2x4x4xf32> {dl.test_input = dense_resource<__elided__> : tensor<1x2x4x4xf32>}, %arg1: tensor<1x2x2x2xf32> {te.destination}) -> (tensor<1x2x2x2xf32> {dl.test_expected = dense<[[[[0.000000e+00, 2.000000e+00], [2.000000e+00, 0.000000e+00]], [[-5.000000e+00, 1.000000e+00], [-3.000000e+00, -4.000000e+00]]]]> : tensor<1x2x2x2xf32>}) {
    %0 = call @pooling_nchw_sum(%arg0, %arg1) : (tensor<1x2x4x4xf32>, tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
    return %0 : tensor<1x2x2x2xf32>
  }
  func.func @moved(%arg0: tensor<4x6xf32> {dl.test_input = dense_resource<__elided__> : tensor<4x6xf32>}, %arg1: tensor<3x2xf32> {te.destination}) -> (tensor<3x2xf32> {dl.test_expected = dense<[[4.000000e+00, 4.000000e+00], [1.000000e+00, 3.000000e+00], [2.000000e+00, 2.000000e+00]]> : tensor<3x2xf32>}) {
    %0 = call @copy(%arg0, %arg1) : (tensor<4x6xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>
    return %0 : tensor<3x2xf32>
  }
  func.func @padded(%arg0: tensor<4x3xf32> {dl.test_input = dense_resource<__elided__> : tensor<4x3xf32>}, %arg1: tensor<5x4xf32> {te.destination}) -> (tensor<5x4xf32> {dl.test_expected = dense_resource<__elided__> : tensor<5x4xf32>}) {
    %0 = call @pad(%arg0, %arg1) : (tensor<4x3xf32>, tensor<5x4xf32>) -> tensor<5x4xf32>
    return %0 : tensor<5x4xf32>
  }
  func.func @column_sum(%arg0: tensor<2x3xf32> {dl.test_input = dense<[[-3.000000e+00, 1.000000e+00, 2.000000e+00], [-4.000000e+00, 1.000000e+00, -1.000000e+00]]> : tensor<2x3xf32>}, %arg1: tensor<3xf32> {dl.test_input = dense<[4.000000e+00, -1.000000e+00, -2.000000e+00]> : tensor<3xf32>}, %arg2: tensor<1x3xf32> {te.destination}) -> (tensor<1x3xf32> {dl.test_expected = dense<[[1.000000e+00, 0.000000e+00, 0.000000e+00]]> : tensor<1x3xf32>}) {
    %0 = call @maximumf_reduce_add(%arg0, %arg1, %arg2) : (tensor<2x3xf32>, tensor<3xf32>, tensor<1x3xf32>) -> tensor<1x3xf32>
    return %0 : tensor<1x3xf32>
  }
  func.func @widening(%arg0: tensor<3x4xi8> {dl.test_input = dense_resource<__elided__> : tensor<3x4xi8>}, %arg1: tensor<4x2xi8> {dl.test_input = dense<[[-2, -3], [-3, 4], [5, -1], [-3, 4]]> : tensor<4x2xi8>}, %arg2: tensor<3x2xi32> {te.destination}) -> (tensor<3x2xi32> {dl.test_expected = dense<[[-29, -1], [11, 8], [12, 1]]> : tensor<3x2xi32>}) {
    %0 = call @matmul_1(%arg1, %arg0, %arg2) : (tensor<4x2xi8>, tensor<3x4xi8>, tensor<3x2xi32>) -> tensor<3x2xi32>
    return %0 : tensor<3x2xi32>
  }
  func.func @indexed(%arg0: tensor<5xf32> {dl.test_input = dense<[-3.000000e+00, -3.000000e+00, -2.000000e+00, -1.000000e+00, -1.000000e+00]> : tensor<5xf32>}, %arg1: tensor<5xf32> {te.destination}) -> (tensor<5xf32> {dl.test_expected = dense<[-0.000000e+00, -3.000000e+00, -4.000000e+00, -3.000000e+00, -4.000000e+00]> : tensor<5xf32>}) {
    %0 = call @mulf(%arg0, %arg1) : (tensor<5xf32>, tensor<5xf32>) -> tensor<5xf32>
    return %0 : tensor<5xf32>
  }
  func.func @reads_its_output(%arg0: tensor<4xf32> {dl.test_input = dense<[-2.000000e+00, -2.000000e+00, 1.000000e+00, 0.000000e+00]> : tensor<4xf32>}, %arg1: tensor<4xf32> {dl.test_input = dense<[1.000000e+00, 4.000000e+00, 4.000000e+00, -3.000000e+00]> : tensor<4xf32>}, %arg2: tensor<4xf32> {te.destination}) -> (tensor<4xf32> {dl.test_expected = dense<[0.000000e+00, 6.000000e+00, 9.000000e+00, -6.000000e+00]> : tensor<4xf32>}) {
    %0 = call @addf(%arg0, %arg1, %arg2) : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  func.func @joined(%arg0: tensor<2x3xf32> {dl.test_input = dense<[[3.000000e+00, -1.000000e+00, 3.000000e+00], [2.000000e+00, -4.000000e+00, 3.000000e+00]]> : tensor<2x3xf32>}, %arg1: tensor<2x2xf32> {dl.test_input = dense<[[4.000000e+00, 4.000000e+00], [-4.000000e+00, -3.000000e+00]]> : tensor<2x2xf32>}, %arg2: tensor<2x8xf32> {te.destination}) -> (tensor<2x8xf32> {dl.test_expected = dense_resource<__elided__> : tensor<2x8xf32>}) {
    %0 = call @concat(%arg0, %arg1, %arg2) : (tensor<2x3xf32>, tensor<2x2xf32>, tensor<2x8xf32>) -> tensor<2x8xf32>
    return %0 : tensor<2x8xf32>
  }
  func.func @joined_with_numbers(%arg0: tensor<2x1xf32> {dl.test_input = dense<[[3.000000e+00], [2.000000e+00]]> : tensor<2x1xf32>}, %arg1: tensor<2x3xf32> {dl.test_input = dense<[[4.000000e+00, 1.000000e+00, 6.000000e+00], [5.000000e+00, 7.000000e+00, 8.000000e+00]]> : tensor<2x3xf32>}, %arg2: tensor<2x3xf32> {te.destination}, %arg3: tensor<2x3xf32> {te.destination}) -> (tensor<2x3xf32> {dl.test_expected = dense<[[3.000000e+00, -1.000000e+00, -1.000000e+00], [2.000000e+00, -1.000000e+00, -1.000000e+00]]> : tensor<2x3xf32>}, tensor<2x3xf32> {dl.test_expected = dense<[[4.000000e+00, 1.000000e+00, 6.000000e+00], [5.000000e+00, -1.000000e+00, -1.000000e+00]]> : tensor<2x3xf32>}) {
    %0 = tensor.empty() : tensor<2x2xf32>
    %1 = call @copy_2(%0) : (tensor<2x2xf32>) -> tensor<2x2xf32>
    %2 = call @concat_3(%arg0, %1, %arg2) : (tensor<2x1xf32>, tensor<2x2xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    %3 = tensor.empty() : tensor<1x2xf32>
    %4 = call @copy_4(%3) : (tensor<1x2xf32>) -> tensor<1x2xf32>
    %5 = call @insert_slice(%4, %arg1, %arg3) : (tensor<1x2xf32>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    return %2, %5 : tensor<2x3xf32>, tensor<2x3xf32>
  }
  func.func @inserted(%arg0: tensor<2x3xf32> {dl.test_input = dense<[[1.000000e+00, 0.000000e+00, -4.000000e+00], [3.000000e+00, -2.000000e+00, -4.000000e+00]]> : tensor<2x3xf32>}, %arg1: tensor<5x7xf32> {dl.test_input = dense_resource<__elided__> : tensor<5x7xf32>}, %arg2: tensor<5x7xf32> {te.destination}) -> (tensor<5x7xf32> {dl.test_expected = dense_resource<__elided__> : tensor<5x7xf32>}) {
    %0 = call @insert_slice_5(%arg0, %arg1, %arg2) : (tensor<2x3xf32>, tensor<5x7xf32>, tensor<5x7xf32>) -> tensor<5x7xf32>
    return %0 : tensor<5x7xf32>
  }
  func.func @inserted_row(%arg0: tensor<3xf32> {dl.test_input = dense<[0.000000e+00, -4.000000e+00, 3.000000e+00]> : tensor<3xf32>}, %arg1: tensor<2x3xf32> {te.destination}) -> (tensor<2x3xf32> {dl.test_expected = dense<[[4.000000e+00, 4.000000e+00, 4.000000e+00], [0.000000e+00, -4.000000e+00, 3.000000e+00]]> : tensor<2x3xf32>}) {
    %0 = call @insert_slice_6(%arg0, %arg1) : (tensor<3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    return %0 : tensor<2x3xf32>
  }
  func.func @reshaped(%arg0: tensor<2x6xf32> {dl.test_input = dense_resource<__elided__> : tensor<2x6xf32>}, %arg1: tensor<3x4xf32> {te.destination}) -> (tensor<3x4xf32> {dl.test_expected = dense_resource<__elided__> : tensor<3x4xf32>}) {
    %collapsed = tensor.collapse_shape %arg0 [[0, 1]] : tensor<2x6xf32> into tensor<12xf32>
    %expanded = tensor.expand_shape %collapsed [[0, 1]] output_shape [3, 4] : tensor<12xf32> into tensor<3x4xf32>
    %0 = call @copy_7(%expanded, %arg1) : (tensor<3x4xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
    return %0 : tensor<3x4xf32>
  }
  func.func @gathered(%arg0: tensor<3xi32> {dl.test_input = dense<[4, 0, 2]> : tensor<3xi32>}, %arg1: tensor<2x5xf32> {dl.test_input = dense_resource<__elided__> : tensor<2x5xf32>}, %arg2: tensor<3xf32> {te.destination}) -> (tensor<3xf32> {dl.test_expected = dense<[1.000000e+00, 2.000000e+00, 2.000000e+00]> : tensor<3xf32>}) {
    %0 = call @extract(%arg0, %arg1, %arg2) : (tensor<3xi32>, tensor<2x5xf32>, tensor<3xf32>) -> tensor<3xf32>
    return %0 : tensor<3xf32>
  }
}

