module attributes {dl.level = "te"} {
  func.func private @reduce_max(%arg0: tensor<2x3xi32>, %arg1: tensor<2xi32> {te.destination}) -> tensor<2xi32> attributes {te.kernel} {
    %reduce_max = te.compute "reduce_max" axes(i0 = 2) reduce(r0 = 3) combine(max) : tensor<2xi32> {
    ^bb0(%i0: index, %r0: index):
      %0 = te.read %arg0[%i0, %r0] : tensor<2x3xi32>
      te.yield %0 : i32
    }
    return %reduce_max : tensor<2xi32>
  }
  func.func private @reduce_min(%arg0: tensor<2x3xi32>, %arg1: tensor<2xi32> {te.destination}) -> tensor<2xi32> attributes {te.kernel} {
    %reduce_min = te.compute "reduce_min" axes(i0 = 2) reduce(r0 = 3) combine(min) : tensor<2xi32> {
    ^bb0(%i0: index, %r0: index):
      %0 = te.read %arg0[%i0, %r0] : tensor<2x3xi32>
      te.yield %0 : i32
    }
    return %reduce_min : tensor<2xi32>
  }
  func.func private @reduce_mul(%arg0: tensor<2x3xi32>, %arg1: tensor<2xi32> {te.destination}) -> tensor<2xi32> attributes {te.kernel} {
    %reduce_mul = te.compute "reduce_mul" axes(i0 = 2) reduce(r0 = 3) combine(mul) : tensor<2xi32> {
    ^bb0(%i0: index, %r0: index):
      %0 = te.read %arg0[%i0, %r0] : tensor<2x3xi32>
      te.yield %0 : i32
    }
    return %reduce_mul : tensor<2xi32>
  }
  func.func private @reduce_max_0(%arg0: tensor<2x3xi1>, %arg1: tensor<2xi1> {te.destination}) -> tensor<2xi1> attributes {te.kernel} {
    %reduce_max = te.compute "reduce_max" axes(i0 = 2) reduce(r0 = 3) combine(max) : tensor<2xi1> {
    ^bb0(%i0: index, %r0: index):
      %0 = te.read %arg0[%i0, %r0] : tensor<2x3xi1>
      te.yield %0 : i1
    }
    return %reduce_max : tensor<2xi1>
  }
  func.func private @reduce_min_1(%arg0: tensor<2x3xi1>, %arg1: tensor<2xi1> {te.destination}) -> tensor<2xi1> attributes {te.kernel} {
    %reduce_min = te.compute "reduce_min" axes(i0 = 2) reduce(r0 = 3) combine(min) : tensor<2xi1> {
    ^bb0(%i0: index, %r0: index):
      %0 = te.read %arg0[%i0, %r0] : tensor<2x3xi1>
      te.yield %0 : i1
    }
    return %reduce_min : tensor<2xi1>
  }
  func.func private @reduce_min_2(%arg0: tensor<2x3xf32>, %arg1: tensor<2xf32> {te.destination}) -> tensor<2xf32> attributes {te.kernel} {
    %reduce_min = te.compute "reduce_min" axes(i0 = 2) reduce(r0 = 3) combine(min) : tensor<2xf32> {
    ^bb0(%i0: index, %r0: index):
      %0 = te.read %arg0[%i0, %r0] : tensor<2x3xf32>
      te.yield %0 : f32
    }
    return %reduce_min : tensor<2xf32>
  }
  func.func private @reduce_mul_3(%arg0: tensor<2x3xf32>, %arg1: tensor<2xf32> {te.destination}) -> tensor<2xf32> attributes {te.kernel} {
    %reduce_mul = te.compute "reduce_mul" axes(i0 = 2) reduce(r0 = 3) combine(mul) : tensor<2xf32> {
    ^bb0(%i0: index, %r0: index):
      %0 = te.read %arg0[%i0, %r0] : tensor<2x3xf32>
      te.yield %0 : f32
    }
    return %reduce_mul : tensor<2xf32>
  }
  func.func private @reduce_add(%arg0: tensor<2x3xf32>, %arg1: tensor<2xf32> {te.destination}) -> tensor<2xf32> attributes {te.kernel} {
    %reduce_add = te.compute "reduce_add" axes(i0 = 2) reduce(r0 = 3) combine(add) : tensor<2xf32> {
    ^bb0(%i0: index, %r0: index):
      %0 = te.read %arg0[%i0, %r0] : tensor<2x3xf32>
      te.yield %0 : f32
    }
    return %reduce_add : tensor<2xf32>
  }
  func.func private @copy(%arg0: tensor<2x2xf32>, %arg1: tensor<2x2xf32> {te.destination}) -> tensor<2x2xf32> attributes {te.kernel} {
    %copy = te.compute "copy" axes(i0 = 2, i1 = 2) : tensor<2x2xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %arg0[%i0, %i1] : tensor<2x2xf32>
      te.yield %0 : f32
    }
    return %copy : tensor<2x2xf32>
  }
  func.func private @negf(%arg0: tensor<2x2xf32>, %arg1: tensor<2x2xf32> {te.destination}) -> tensor<2x2xf32> attributes {te.kernel} {
    %negf = te.compute "negf" axes(i0 = 2, i1 = 2) : tensor<2x2xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %arg0[%i1, %i0] : tensor<2x2xf32>
      %1 = arith.negf %0 : f32
      te.yield %1 : f32
    }
    return %negf : tensor<2x2xf32>
  }
  func.func private @copy_negf(%arg0: tensor<3xf32>, %arg1: tensor<1x3xf32> {te.destination}) -> tensor<1x3xf32> attributes {te.kernel} {
    %copy = te.compute "copy" axes(i0 = 1, i1 = 3) : tensor<1x3xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %arg0[%i1] : tensor<3xf32>
      te.yield %0 : f32
    }
    %negf = te.compute "negf" axes(i0 = 1, i1 = 3) : tensor<1x3xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %copy[%i0, %i1] : tensor<1x3xf32>
      %1 = arith.negf %0 : f32
      te.yield %1 : f32
    }
    return %negf : tensor<1x3xf32>
  }
  func.func private @negf_4(%arg0: tensor<3x1xf32>, %arg1: tensor<3xf32> {te.destination}) -> tensor<3xf32> attributes {te.kernel} {
    %negf = te.compute "negf" axes(i0 = 3) : tensor<3xf32> {
    ^bb0(%i0: index):
      %0 = te.read %arg0[%i0, 0] : tensor<3x1xf32>
      %1 = arith.negf %0 : f32
      te.yield %1 : f32
    }
    return %negf : tensor<3xf32>
  }
  func.func private @addf(%arg0: tensor<3x1xf32>, %arg1: tensor<3xf32> {te.destination}) -> tensor<3xf32> attributes {te.kernel} {
    %addf = te.compute "addf" axes(i0 = 3) : tensor<3xf32> {
    ^bb0(%i0: index):
      %0 = te.read %arg0[%i0, 0] : tensor<3x1xf32>
      %1 = arith.addf %0, %0 : f32
      te.yield %1 : f32
    }
    return %addf : tensor<3xf32>
  }
  func.func private @addf_5(%arg0: tensor<3xf32>, %arg1: tensor<3xf32> {te.destination}) -> tensor<3xf32> attributes {te.kernel} {
    %cst = arith.constant 4.000000e+00 : f32
    %addf = te.compute "addf" axes(i0 = 3) : tensor<3xf32> {
    ^bb0(%i0: index):
      %0 = te.read %arg0[%i0] : tensor<3xf32>
      %1 = arith.addf %0, %cst : f32
      te.yield %1 : f32
    }
    return %addf : tensor<3xf32>
  }
  func.func private @copy_6(%arg0: tensor<3xf32>, %arg1: tensor<3xf32> {te.destination}) -> tensor<3xf32> attributes {te.kernel} {
    %copy = te.compute "copy" axes(i0 = 3) : tensor<3xf32> {
    ^bb0(%i0: index):
      %0 = te.read %arg0[%i0] : tensor<3xf32>
      te.yield %0 : f32
    }
    return %copy : tensor<3xf32>
  }
  func.func private @mulf(%arg0: tensor<3xf32>, %arg1: tensor<3xf32> {te.destination}) -> tensor<3xf32> attributes {te.kernel} {
    %cst = arith.constant 4.000000e+00 : f32
    %mulf = te.compute "mulf" axes(i0 = 3) : tensor<3xf32> {
    ^bb0(%i0: index):
      %0 = te.read %arg0[%i0] : tensor<3xf32>
      %1 = arith.mulf %0, %cst : f32
      te.yield %1 : f32
    }
    return %mulf : tensor<3xf32>
  }
  func.func private @copy_7(%arg0: tensor<3x2xf32>, %arg1: tensor<2xf32> {te.destination}) -> tensor<2xf32> attributes {te.kernel} {
    %copy = te.compute "copy" axes(i0 = 2) : tensor<2xf32> {
    ^bb0(%i0: index):
      %0 = te.read %arg0[2, %i0] : tensor<3x2xf32>
      te.yield %0 : f32
    }
    return %copy : tensor<2xf32>
  }
  func.func private @pad(%arg0: tensor<3xf32>, %arg1: tensor<3xf32> {te.destination}) -> tensor<3xf32> attributes {te.kernel} {
    %pad = te.compute "pad" axes(i0 = 3) : tensor<3xf32> {
    ^bb0(%i0: index):
      %0 = te.read %arg0[%i0] : tensor<3xf32>
      te.yield %0 : f32
    }
    return %pad : tensor<3xf32>
  }
  func.func private @pad_8(%arg0: tensor<3xf32>, %arg1: tensor<1xf32> {te.destination}) -> tensor<1xf32> attributes {te.kernel} {
    %pad = te.compute "pad" axes(i0 = 1) : tensor<1xf32> {
    ^bb0(%i0: index):
      %0 = te.read %arg0[%i0 + 1] : tensor<3xf32>
      te.yield %0 : f32
    }
    return %pad : tensor<1xf32>
  }
  func.func private @insert_slice(%arg0: tensor<3xf32>, %arg1: tensor<3xf32>, %arg2: tensor<3xf32> {te.destination}) -> tensor<3xf32> attributes {te.kernel} {
    %insert_slice = te.compute "insert_slice" axes(i0 = 3) : tensor<3xf32> {
    ^bb0(%i0: index):
      %0 = te.read %arg0[%i0] : tensor<3xf32>
      te.yield %0 : f32
    }
    return %insert_slice : tensor<3xf32>
  }
  func.func private @negf_9(%arg0: tensor<2xf32>, %arg1: tensor<2xf32> {te.destination}) -> tensor<2xf32> attributes {te.kernel} {
    %negf = te.compute "negf" axes(i0 = 2) : tensor<2xf32> {
    ^bb0(%i0: index):
      %0 = te.read %arg0[%i0] : tensor<2xf32>
      %1 = arith.negf %0 : f32
      te.yield %1 : f32
    }
    return %negf : tensor<2xf32>
  }
  func.func private @extract(%arg0: tensor<3xi32>, %arg1: tensor<2xf32>, %arg2: tensor<3xf32> {te.destination}) -> tensor<3xf32> attributes {te.kernel} {
    %extract = te.compute "extract" axes(i0 = 3) : tensor<3xf32> {
    ^bb0(%i0: index):
      %0 = te.read %arg0[%i0] : tensor<3xi32>
      %1 = arith.index_cast %0 : i32 to index
      %2 = te.read %arg1[%1] : tensor<2xf32>
      te.yield %2 : f32
    }
    return %extract : tensor<3xf32>
  }
  func.func private @negf_10(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xf32> {te.destination}) -> tensor<2x3xf32> attributes {te.kernel} {
    %negf = te.compute "negf" axes(i0 = 2, i1 = 3) : tensor<2x3xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %arg0[%i0, %i1] : tensor<2x3xf32>
      %1 = arith.negf %0 : f32
      te.yield %1 : f32
    }
    return %negf : tensor<2x3xf32>
  }
  func.func @combiners(%arg0: tensor<2x3xi32> {dl.test_input = dense<[[2, -7, 5], [-3, -1, -4]]> : tensor<2x3xi32>}, %arg1: tensor<2x3xi1> {dl.test_input = dense<[[true, false, true], [true, true, true]]> : tensor<2x3xi1>}, %arg2: tensor<2xi32> {te.destination}, %arg3: tensor<2xi32> {te.destination}, %arg4: tensor<2xi32> {te.destination}, %arg5: tensor<2xi1> {te.destination}, %arg6: tensor<2xi1> {te.destination}, %arg7: tensor<2xi1> {te.destination}, %arg8: tensor<2xi1> {te.destination}) -> (tensor<2xi32> {dl.test_expected = dense<[5, -1]> : tensor<2xi32>}, tensor<2xi32> {dl.test_expected = dense<[-7, -4]> : tensor<2xi32>}, tensor<2xi32> {dl.test_expected = dense<[-70, -12]> : tensor<2xi32>}, tensor<2xi1> {dl.test_expected = dense<true> : tensor<2xi1>}, tensor<2xi1> {dl.test_expected = dense<[false, true]> : tensor<2xi1>}, tensor<2xi1> {dl.test_expected = dense<true> : tensor<2xi1>}, tensor<2xi1> {dl.test_expected = dense<[false, true]> : tensor<2xi1>}) {
    %0 = call @reduce_max(%arg0, %arg2) : (tensor<2x3xi32>, tensor<2xi32>) -> tensor<2xi32>
    %1 = call @reduce_min(%arg0, %arg3) : (tensor<2x3xi32>, tensor<2xi32>) -> tensor<2xi32>
    %2 = call @reduce_mul(%arg0, %arg4) : (tensor<2x3xi32>, tensor<2xi32>) -> tensor<2xi32>
    %3 = call @reduce_max_0(%arg1, %arg5) : (tensor<2x3xi1>, tensor<2xi1>) -> tensor<2xi1>
    %4 = call @reduce_min_1(%arg1, %arg6) : (tensor<2x3xi1>, tensor<2xi1>) -> tensor<2xi1>
    %5 = call @reduce_max_0(%arg1, %arg7) : (tensor<2x3xi1>, tensor<2xi1>) -> tensor<2xi1>
    %6 = call @reduce_min_1(%arg1, %arg8) : (tensor<2x3xi1>, tensor<2xi1>) -> tensor<2xi1>
    return %0, %1, %2, %3, %4, %5, %6 : tensor<2xi32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi1>, tensor<2xi1>, tensor<2xi1>, tensor<2xi1>
  }
  func.func @float_combiners(%arg0: tensor<2x3xf32> {dl.test_input = dense<[[2.000000e+00, -7.000000e+00, 5.000000e+00], [-3.000000e+00, -1.000000e+00, -4.000000e+00]]> : tensor<2x3xf32>}, %arg1: tensor<2xf32> {te.destination}, %arg2: tensor<2xf32> {te.destination}, %arg3: tensor<2xf32> {te.destination}) -> (tensor<2xf32> {dl.test_expected = dense<[-7.000000e+00, -4.000000e+00]> : tensor<2xf32>}, tensor<2xf32> {dl.test_expected = dense<[-7.000000e+01, -1.200000e+01]> : tensor<2xf32>}, tensor<2xf32> {dl.test_expected = dense<[0.000000e+00, -8.000000e+00]> : tensor<2xf32>}) {
    %0 = call @reduce_min_2(%arg0, %arg1) : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2xf32>
    %1 = call @reduce_mul_3(%arg0, %arg2) : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2xf32>
    %2 = call @reduce_add(%arg0, %arg3) : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2xf32>
    return %0, %1, %2 : tensor<2xf32>, tensor<2xf32>, tensor<2xf32>
  }
  func.func @copy_and_negative(%arg0: tensor<2x2xf32> {dl.test_input = dense<[[1.000000e+00, 2.000000e+00], [3.000000e+00, 4.000000e+00]]> : tensor<2x2xf32>}, %arg1: tensor<2x2xf32> {te.destination}, %arg2: tensor<2x2xf32> {te.destination}) -> (tensor<2x2xf32> {dl.test_expected = dense<[[1.000000e+00, 2.000000e+00], [3.000000e+00, 4.000000e+00]]> : tensor<2x2xf32>}, tensor<2x2xf32> {dl.test_expected = dense<[[-1.000000e+00, -3.000000e+00], [-2.000000e+00, -4.000000e+00]]> : tensor<2x2xf32>}) {
    %0 = call @copy(%arg0, %arg1) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    %1 = call @negf(%arg0, %arg2) : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    return %0, %1 : tensor<2x2xf32>, tensor<2x2xf32>
  }
  func.func @one_iteration(%arg0: tensor<3xf32> {dl.test_input = dense<[1.000000e+00, 2.000000e+00, 3.000000e+00]> : tensor<3xf32>}, %arg1: tensor<3x1xf32> {dl.test_input = dense<[[1.000000e+01], [2.000000e+01], [3.000000e+01]]> : tensor<3x1xf32>}, %arg2: tensor<1x3xf32> {te.destination}, %arg3: tensor<3xf32> {te.destination}, %arg4: tensor<3xf32> {te.destination}) -> (tensor<1x3xf32> {dl.test_expected = dense<[[-1.000000e+00, -2.000000e+00, -3.000000e+00]]> : tensor<1x3xf32>}, tensor<3xf32> {dl.test_expected = dense<[-1.000000e+01, -2.000000e+01, -3.000000e+01]> : tensor<3xf32>}, tensor<3xf32> {dl.test_expected = dense<[2.000000e+01, 4.000000e+01, 6.000000e+01]> : tensor<3xf32>}) {
    %0 = call @copy_negf(%arg0, %arg2) : (tensor<3xf32>, tensor<1x3xf32>) -> tensor<1x3xf32>
    %1 = call @negf_4(%arg1, %arg3) : (tensor<3x1xf32>, tensor<3xf32>) -> tensor<3xf32>
    %2 = call @addf(%arg1, %arg4) : (tensor<3x1xf32>, tensor<3xf32>) -> tensor<3xf32>
    return %0, %1, %2 : tensor<1x3xf32>, tensor<3xf32>, tensor<3xf32>
  }
  func.func @without_input(%arg0: tensor<3xf32> {dl.test_input = dense<[1.000000e+00, 2.000000e+00, 3.000000e+00]> : tensor<3xf32>}, %arg1: tensor<3xf32> {te.destination}, %arg2: tensor<3xf32> {te.destination}, %arg3: tensor<3xf32> {te.destination}) -> (tensor<3xf32> {dl.test_expected = dense<[5.000000e+00, 6.000000e+00, 7.000000e+00]> : tensor<3xf32>}, tensor<3xf32> {dl.test_expected = dense<[1.000000e+00, 2.000000e+00, 3.000000e+00]> : tensor<3xf32>}, tensor<3xf32> {dl.test_expected = dense<[4.000000e+00, 8.000000e+00, 1.200000e+01]> : tensor<3xf32>}) {
    %0 = call @addf_5(%arg0, %arg1) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    %1 = call @copy_6(%arg0, %arg2) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    %2 = call @mulf(%arg0, %arg3) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    return %0, %1, %2 : tensor<3xf32>, tensor<3xf32>, tensor<3xf32>
  }
  func.func @row(%arg0: tensor<3x2xf32> {dl.test_input = dense<[[1.000000e+00, 2.000000e+00], [3.000000e+00, 4.000000e+00], [5.000000e+00, 6.000000e+00]]> : tensor<3x2xf32>}, %arg1: tensor<2xf32> {te.destination}) -> (tensor<2xf32> {dl.test_expected = dense<[5.000000e+00, 6.000000e+00]> : tensor<2xf32>}) {
    %0 = call @copy_7(%arg0, %arg1) : (tensor<3x2xf32>, tensor<2xf32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
  func.func @no_edges(%arg0: tensor<3xf32> {dl.test_input = dense<[1.000000e+00, 2.000000e+00, 3.000000e+00]> : tensor<3xf32>}, %arg1: tensor<3xf32> {dl.test_input = dense<[4.000000e+00, 5.000000e+00, 6.000000e+00]> : tensor<3xf32>}, %arg2: tensor<3xf32> {te.destination}, %arg3: tensor<1xf32> {te.destination}, %arg4: tensor<3xf32> {te.destination}) -> (tensor<3xf32> {dl.test_expected = dense<[1.000000e+00, 2.000000e+00, 3.000000e+00]> : tensor<3xf32>}, tensor<1xf32> {dl.test_expected = dense<2.000000e+00> : tensor<1xf32>}, tensor<3xf32> {dl.test_expected = dense<[1.000000e+00, 2.000000e+00, 3.000000e+00]> : tensor<3xf32>}) {
    %0 = call @pad(%arg0, %arg2) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    %1 = call @pad_8(%arg0, %arg3) : (tensor<3xf32>, tensor<1xf32>) -> tensor<1xf32>
    %2 = call @insert_slice(%arg0, %arg1, %arg4) : (tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    return %0, %1, %2 : tensor<3xf32>, tensor<1xf32>, tensor<3xf32>
  }
  func.func @gather_of_result(%arg0: tensor<3xi32> {dl.test_input = dense<[1, 0, 1]> : tensor<3xi32>}, %arg1: tensor<2xf32> {dl.test_input = dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf32>}, %arg2: tensor<3xf32> {te.destination}) -> (tensor<3xf32> {dl.test_expected = dense<[-2.000000e+00, -1.000000e+00, -2.000000e+00]> : tensor<3xf32>}) {
    %0 = tensor.empty() : tensor<2xf32>
    %1 = call @negf_9(%arg1, %0) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %2 = call @extract(%arg0, %1, %arg2) : (tensor<3xi32>, tensor<2xf32>, tensor<3xf32>) -> tensor<3xf32>
    return %2 : tensor<3xf32>
  }
  func.func @gather_of_splat(%arg0: tensor<3xi32> {dl.test_input = dense<[1, 0, 1]> : tensor<3xi32>}, %arg1: tensor<3xf32> {te.destination}) -> (tensor<3xf32> {dl.test_expected = dense<2.000000e+00> : tensor<3xf32>}) {
    %cst = arith.constant dense<2.000000e+00> : tensor<2xf32>
    %0 = call @extract(%arg0, %cst, %arg1) : (tensor<3xi32>, tensor<2xf32>, tensor<3xf32>) -> tensor<3xf32>
    return %0 : tensor<3xf32>
  }
  func.func @joined_view(%arg0: tensor<2x3xf32> {dl.test_input = dense<[[1.000000e+00, 2.000000e+00, 3.000000e+00], [4.000000e+00, 5.000000e+00, 6.000000e+00]]> : tensor<2x3xf32>}, %arg1: tensor<6xf32> {te.destination}) -> (tensor<6xf32> {dl.test_expected = dense<[-1.000000e+00, -2.000000e+00, -3.000000e+00, -4.000000e+00, -5.000000e+00, -6.000000e+00]> : tensor<6xf32>}) {
    %expanded = tensor.expand_shape %arg1 [[0, 1]] output_shape [2, 3] : tensor<6xf32> into tensor<2x3xf32>
    %0 = call @negf_10(%arg0, %expanded) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    %collapsed = tensor.collapse_shape %0 [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
    return %collapsed : tensor<6xf32>
  }
}

