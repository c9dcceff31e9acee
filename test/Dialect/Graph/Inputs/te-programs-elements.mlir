module attributes {dl.level = "te"} {
  func.func private @acos(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32> {te.destination}) -> tensor<4x8xf32> attributes {te.kernel} {
    %acos = te.compute "acos" axes(i0 = 4, i1 = 8) : tensor<4x8xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %arg0[%i0, %i1] : tensor<4x8xf32>
      %1 = math.acos %0 : f32
      te.yield %1 : f32
    }
    return %acos : tensor<4x8xf32>
  }
  func.func private @acosh(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32> {te.destination}) -> tensor<4x8xf32> attributes {te.kernel} {
    %acosh = te.compute "acosh" axes(i0 = 4, i1 = 8) : tensor<4x8xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %arg0[%i0, %i1] : tensor<4x8xf32>
      %1 = math.acosh %0 : f32
      te.yield %1 : f32
    }
    return %acosh : tensor<4x8xf32>
  }
  func.func private @asin(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32> {te.destination}) -> tensor<4x8xf32> attributes {te.kernel} {
    %asin = te.compute "asin" axes(i0 = 4, i1 = 8) : tensor<4x8xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %arg0[%i0, %i1] : tensor<4x8xf32>
      %1 = math.asin %0 : f32
      te.yield %1 : f32
    }
    return %asin : tensor<4x8xf32>
  }
  func.func private @asinh(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32> {te.destination}) -> tensor<4x8xf32> attributes {te.kernel} {
    %asinh = te.compute "asinh" axes(i0 = 4, i1 = 8) : tensor<4x8xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %arg0[%i0, %i1] : tensor<4x8xf32>
      %1 = math.asinh %0 : f32
      te.yield %1 : f32
    }
    return %asinh : tensor<4x8xf32>
  }
  func.func private @atan(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32> {te.destination}) -> tensor<4x8xf32> attributes {te.kernel} {
    %atan = te.compute "atan" axes(i0 = 4, i1 = 8) : tensor<4x8xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %arg0[%i0, %i1] : tensor<4x8xf32>
      %1 = math.atan %0 : f32
      te.yield %1 : f32
    }
    return %atan : tensor<4x8xf32>
  }
  func.func private @atanh(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32> {te.destination}) -> tensor<4x8xf32> attributes {te.kernel} {
    %atanh = te.compute "atanh" axes(i0 = 4, i1 = 8) : tensor<4x8xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %arg0[%i0, %i1] : tensor<4x8xf32>
      %1 = math.atanh %0 : f32
      te.yield %1 : f32
    }
    return %atanh : tensor<4x8xf32>
  }
  func.func private @ceil(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32> {te.destination}) -> tensor<4x8xf32> attributes {te.kernel} {
    %ceil = te.compute "ceil" axes(i0 = 4, i1 = 8) : tensor<4x8xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %arg0[%i0, %i1] : tensor<4x8xf32>
      %1 = math.ceil %0 : f32
      te.yield %1 : f32
    }
    return %ceil : tensor<4x8xf32>
  }
  func.func private @cos(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32> {te.destination}) -> tensor<4x8xf32> attributes {te.kernel} {
    %cos = te.compute "cos" axes(i0 = 4, i1 = 8) : tensor<4x8xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %arg0[%i0, %i1] : tensor<4x8xf32>
      %1 = math.cos %0 : f32
      te.yield %1 : f32
    }
    return %cos : tensor<4x8xf32>
  }
  func.func private @cosh(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32> {te.destination}) -> tensor<4x8xf32> attributes {te.kernel} {
    %cosh = te.compute "cosh" axes(i0 = 4, i1 = 8) : tensor<4x8xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %arg0[%i0, %i1] : tensor<4x8xf32>
      %1 = math.cosh %0 : f32
      te.yield %1 : f32
    }
    return %cosh : tensor<4x8xf32>
  }
  func.func private @floor(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32> {te.destination}) -> tensor<4x8xf32> attributes {te.kernel} {
    %floor = te.compute "floor" axes(i0 = 4, i1 = 8) : tensor<4x8xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %arg0[%i0, %i1] : tensor<4x8xf32>
      %1 = math.floor %0 : f32
      te.yield %1 : f32
    }
    return %floor : tensor<4x8xf32>
  }
  func.func private @sin(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32> {te.destination}) -> tensor<4x8xf32> attributes {te.kernel} {
    %sin = te.compute "sin" axes(i0 = 4, i1 = 8) : tensor<4x8xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %arg0[%i0, %i1] : tensor<4x8xf32>
      %1 = math.sin %0 : f32
      te.yield %1 : f32
    }
    return %sin : tensor<4x8xf32>
  }
  func.func private @sinh(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32> {te.destination}) -> tensor<4x8xf32> attributes {te.kernel} {
    %sinh = te.compute "sinh" axes(i0 = 4, i1 = 8) : tensor<4x8xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %arg0[%i0, %i1] : tensor<4x8xf32>
      %1 = math.sinh %0 : f32
      te.yield %1 : f32
    }
    return %sinh : tensor<4x8xf32>
  }
  func.func private @tan(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32> {te.destination}) -> tensor<4x8xf32> attributes {te.kernel} {
    %tan = te.compute "tan" axes(i0 = 4, i1 = 8) : tensor<4x8xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %arg0[%i0, %i1] : tensor<4x8xf32>
      %1 = math.tan %0 : f32
      te.yield %1 : f32
    }
    return %tan : tensor<4x8xf32>
  }
  func.func private @round(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32> {te.destination}) -> tensor<4x8xf32> attributes {te.kernel} {
    %round = te.compute "round" axes(i0 = 4, i1 = 8) : tensor<4x8xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %arg0[%i0, %i1] : tensor<4x8xf32>
      %1 = math.roundeven %0 : f32
      te.yield %1 : f32
    }
    return %round : tensor<4x8xf32>
  }
  func.func private @sign(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32> {te.destination}) -> tensor<4x8xf32> attributes {te.kernel} {
    %cst = arith.constant 0.000000e+00 : f32
    %cst_0 = arith.constant 1.000000e+00 : f32
    %sign = te.compute "sign" axes(i0 = 4, i1 = 8) : tensor<4x8xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %arg0[%i0, %i1] : tensor<4x8xf32>
      %1 = arith.cmpf olt, %cst, %0 : f32
      %2 = arith.select %1, %cst_0, %cst : f32
      %3 = arith.cmpf uno, %0, %0 : f32
      %4 = arith.select %3, %0, %2 : f32
      %5 = arith.cmpf olt, %0, %cst : f32
      %6 = arith.negf %cst_0 : f32
      %7 = arith.select %5, %6, %4 : f32
      te.yield %7 : f32
    }
    return %sign : tensor<4x8xf32>
  }
  func.func private @softplus(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32> {te.destination}) -> tensor<4x8xf32> attributes {te.kernel} {
    %cst = arith.constant 0.000000e+00 : f32
    %softplus = te.compute "softplus" axes(i0 = 4, i1 = 8) : tensor<4x8xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %arg0[%i0, %i1] : tensor<4x8xf32>
      %1 = math.absf %0 : f32
      %2 = arith.negf %1 : f32
      %3 = math.exp %2 : f32
      %4 = math.log1p %3 : f32
      %5 = arith.maximumf %0, %cst : f32
      %6 = arith.addf %5, %4 : f32
      te.yield %6 : f32
    }
    return %softplus : tensor<4x8xf32>
  }
  func.func private @softsign(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32> {te.destination}) -> tensor<4x8xf32> attributes {te.kernel} {
    %cst = arith.constant 1.000000e+00 : f32
    %softsign = te.compute "softsign" axes(i0 = 4, i1 = 8) : tensor<4x8xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %arg0[%i0, %i1] : tensor<4x8xf32>
      %1 = math.absf %0 : f32
      %2 = arith.addf %cst, %1 : f32
      %3 = arith.divf %0, %2 : f32
      te.yield %3 : f32
    }
    return %softsign : tensor<4x8xf32>
  }
  func.func private @mish(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32> {te.destination}) -> tensor<4x8xf32> attributes {te.kernel} {
    %cst = arith.constant 5.000000e-01 : f32
    %cst_0 = arith.constant 2.000000e+00 : f32
    %cst_1 = arith.constant 2.000000e+01 : f32
    %mish = te.compute "mish" axes(i0 = 4, i1 = 8) : tensor<4x8xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %arg0[%i0, %i1] : tensor<4x8xf32>
      %1 = arith.mulf %0, %cst : f32
      %2 = math.exp %1 : f32
      %3 = arith.mulf %2, %2 : f32
      %4 = arith.addf %3, %cst_0 : f32
      %5 = arith.mulf %2, %4 : f32
      %6 = arith.mulf %3, %4 : f32
      %7 = arith.addf %6, %cst_0 : f32
      %8 = arith.divf %5, %7 : f32
      %9 = arith.cmpf olt, %cst_1, %0 : f32
      %10 = arith.mulf %0, %2 : f32
      %11 = arith.mulf %10, %8 : f32
      %12 = arith.select %9, %0, %11 : f32
      te.yield %12 : f32
    }
    return %mish : tensor<4x8xf32>
  }
  func.func private @hard_swish(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32> {te.destination}) -> tensor<4x8xf32> attributes {te.kernel} {
    %cst = arith.constant 3.000000e+00 : f32
    %cst_0 = arith.constant 0.166666672 : f32
    %cst_1 = arith.constant 0.000000e+00 : f32
    %cst_2 = arith.constant 1.000000e+00 : f32
    %hard_swish = te.compute "hard_swish" axes(i0 = 4, i1 = 8) : tensor<4x8xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %arg0[%i0, %i1] : tensor<4x8xf32>
      %1 = arith.addf %0, %cst : f32
      %2 = arith.mulf %1, %cst_0 : f32
      %3 = arith.minimumf %cst_2, %2 : f32
      %4 = arith.maximumf %cst_1, %3 : f32
      %5 = arith.mulf %0, %4 : f32
      te.yield %5 : f32
    }
    return %hard_swish : tensor<4x8xf32>
  }
  func.func private @hard_sigmoid(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32> {te.destination}) -> tensor<4x8xf32> attributes {te.kernel} {
    %cst = arith.constant 2.000000e-01 : f32
    %cst_0 = arith.constant 5.000000e-01 : f32
    %cst_1 = arith.constant 0.000000e+00 : f32
    %cst_2 = arith.constant 1.000000e+00 : f32
    %hard_sigmoid = te.compute "hard_sigmoid" axes(i0 = 4, i1 = 8) : tensor<4x8xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %arg0[%i0, %i1] : tensor<4x8xf32>
      %1 = arith.mulf %0, %cst : f32
      %2 = arith.addf %1, %cst_0 : f32
      %3 = arith.minimumf %cst_2, %2 : f32
      %4 = arith.maximumf %cst_1, %3 : f32
      te.yield %4 : f32
    }
    return %hard_sigmoid : tensor<4x8xf32>
  }
  func.func private @gelu(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32> {te.destination}) -> tensor<4x8xf32> attributes {te.kernel} {
    %cst = arith.constant 5.000000e-01 : f32
    %cst_0 = arith.constant -0.707106769 : f32
    %gelu = te.compute "gelu" axes(i0 = 4, i1 = 8) : tensor<4x8xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %arg0[%i0, %i1] : tensor<4x8xf32>
      %1 = arith.mulf %0, %cst : f32
      %2 = arith.mulf %0, %cst_0 : f32
      %3 = math.erfc %2 fastmath<afn> : f32
      %4 = arith.mulf %1, %3 : f32
      te.yield %4 : f32
    }
    return %gelu : tensor<4x8xf32>
  }
  func.func private @gelu_tanh(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32> {te.destination}) -> tensor<4x8xf32> attributes {te.kernel} {
    %cst = arith.constant 0.0713548139 : f32
    %cst_0 = arith.constant 1.59576917 : f32
    %cst_1 = arith.constant 1.000000e+00 : f32
    %cst_2 = arith.constant 4.000000e+01 : f32
    %gelu_tanh = te.compute "gelu_tanh" axes(i0 = 4, i1 = 8) : tensor<4x8xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %arg0[%i0, %i1] : tensor<4x8xf32>
      %1 = arith.mulf %0, %0 : f32
      %2 = arith.mulf %1, %cst : f32
      %3 = arith.addf %2, %cst_0 : f32
      %4 = arith.mulf %0, %3 : f32
      %5 = arith.cmpf olt, %cst_2, %4 : f32
      %6 = arith.select %5, %cst_2, %4 : f32
      %7 = math.exp %6 : f32
      %8 = arith.addf %7, %cst_1 : f32
      %9 = arith.divf %7, %8 : f32
      %10 = arith.mulf %0, %9 : f32
      te.yield %10 : f32
    }
    return %gelu_tanh : tensor<4x8xf32>
  }
  func.func private @elu(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32> {te.destination}) -> tensor<4x8xf32> attributes {te.kernel} {
    %cst = arith.constant 1.000000e+00 : f32
    %cst_0 = arith.constant 0.000000e+00 : f32
    %elu = te.compute "elu" axes(i0 = 4, i1 = 8) : tensor<4x8xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %arg0[%i0, %i1] : tensor<4x8xf32>
      %1 = math.expm1 %0 : f32
      %2 = arith.mulf %cst, %1 : f32
      %3 = arith.cmpf olt, %cst_0, %0 : f32
      %4 = arith.select %3, %0, %2 : f32
      te.yield %4 : f32
    }
    return %elu : tensor<4x8xf32>
  }
  func.func private @celu(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32> {te.destination}) -> tensor<4x8xf32> attributes {te.kernel} {
    %cst = arith.constant 2.000000e+00 : f32
    %cst_0 = arith.constant 0.000000e+00 : f32
    %celu = te.compute "celu" axes(i0 = 4, i1 = 8) : tensor<4x8xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %arg0[%i0, %i1] : tensor<4x8xf32>
      %1 = arith.divf %0, %cst : f32
      %2 = math.expm1 %1 : f32
      %3 = arith.mulf %cst, %2 : f32
      %4 = arith.maximumf %cst_0, %0 : f32
      %5 = arith.minimumf %cst_0, %3 : f32
      %6 = arith.addf %4, %5 : f32
      te.yield %6 : f32
    }
    return %celu : tensor<4x8xf32>
  }
  func.func private @leaky_relu(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32> {te.destination}) -> tensor<4x8xf32> attributes {te.kernel} {
    %cst = arith.constant 2.500000e-01 : f32
    %cst_0 = arith.constant 0.000000e+00 : f32
    %leaky_relu = te.compute "leaky_relu" axes(i0 = 4, i1 = 8) : tensor<4x8xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %arg0[%i0, %i1] : tensor<4x8xf32>
      %1 = arith.mulf %0, %cst : f32
      %2 = arith.cmpf olt, %0, %cst_0 : f32
      %3 = arith.select %2, %1, %0 : f32
      te.yield %3 : f32
    }
    return %leaky_relu : tensor<4x8xf32>
  }
  func.func private @thresholded_relu(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32> {te.destination}) -> tensor<4x8xf32> attributes {te.kernel} {
    %cst = arith.constant 5.000000e-01 : f32
    %cst_0 = arith.constant 0.000000e+00 : f32
    %thresholded_relu = te.compute "thresholded_relu" axes(i0 = 4, i1 = 8) : tensor<4x8xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %arg0[%i0, %i1] : tensor<4x8xf32>
      %1 = arith.cmpf olt, %cst, %0 : f32
      %2 = arith.select %1, %0, %cst_0 : f32
      te.yield %2 : f32
    }
    return %thresholded_relu : tensor<4x8xf32>
  }
  func.func private @swish(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32> {te.destination}) -> tensor<4x8xf32> attributes {te.kernel} {
    %cst = arith.constant 1.500000e+00 : f32
    %cst_0 = arith.constant 5.000000e-01 : f32
    %cst_1 = arith.constant 1.000000e+00 : f32
    %cst_2 = arith.constant 4.000000e+01 : f32
    %swish = te.compute "swish" axes(i0 = 4, i1 = 8) : tensor<4x8xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %arg0[%i0, %i1] : tensor<4x8xf32>
      %1 = arith.mulf %0, %cst : f32
      %2 = arith.mulf %1, %cst_0 : f32
      %3 = math.exp %2 : f32
      %4 = arith.mulf %3, %3 : f32
      %5 = arith.addf %4, %cst_1 : f32
      %6 = arith.divf %3, %5 : f32
      %7 = arith.cmpf olt, %cst_2, %1 : f32
      %8 = arith.mulf %0, %3 : f32
      %9 = arith.mulf %8, %6 : f32
      %10 = arith.select %7, %0, %9 : f32
      te.yield %10 : f32
    }
    return %swish : tensor<4x8xf32>
  }
  func.func private @selu(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xf32> {te.destination}) -> tensor<4x8xf32> attributes {te.kernel} {
    %cst = arith.constant 3.000000e+00 : f32
    %cst_0 = arith.constant 0.000000e+00 : f32
    %cst_1 = arith.constant 2.000000e+00 : f32
    %selu = te.compute "selu" axes(i0 = 4, i1 = 8) : tensor<4x8xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %arg0[%i0, %i1] : tensor<4x8xf32>
      %1 = math.expm1 %0 : f32
      %2 = arith.mulf %cst, %1 : f32
      %3 = arith.cmpf olt, %cst_0, %0 : f32
      %4 = arith.mulf %cst_1, %0 : f32
      %5 = arith.select %3, %4, %2 : f32
      te.yield %5 : f32
    }
    return %selu : tensor<4x8xf32>
  }
  func.func private @is_nan(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xi8> {te.destination}) -> tensor<4x8xi8> attributes {te.kernel} {
    %is_nan = te.compute "is_nan" axes(i0 = 4, i1 = 8) : tensor<4x8xi8> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %arg0[%i0, %i1] : tensor<4x8xf32>
      %1 = arith.cmpf uno, %0, %0 : f32
      %2 = arith.extui %1 : i1 to i8
      te.yield %2 : i8
    }
    return %is_nan : tensor<4x8xi8>
  }
  func.func private @is_inf(%arg0: tensor<4x8xf32>, %arg1: tensor<4x8xi8> {te.destination}) -> tensor<4x8xi8> attributes {te.kernel} {
    %cst = arith.constant 0x7F800000 : f32
    %is_inf = te.compute "is_inf" axes(i0 = 4, i1 = 8) : tensor<4x8xi8> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %arg0[%i0, %i1] : tensor<4x8xf32>
      %1 = arith.cmpf oeq, %0, %cst : f32
      %2 = arith.extui %1 : i1 to i8
      te.yield %2 : i8
    }
    return %is_inf : tensor<4x8xi8>
  }
  func.func private @equal(%arg0: tensor<4x8xf32>, %arg1: tensor<8xf32>, %arg2: tensor<4x8xi8> {te.destination}) -> tensor<4x8xi8> attributes {te.kernel} {
    %equal = te.compute "equal" axes(i0 = 4, i1 = 8) : tensor<4x8xi8> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %arg0[%i0, %i1] : tensor<4x8xf32>
      %1 = te.read %arg1[%i1] : tensor<8xf32>
      %2 = arith.cmpf oeq, %0, %1 : f32
      %3 = arith.extui %2 : i1 to i8
      te.yield %3 : i8
    }
    return %equal : tensor<4x8xi8>
  }
  func.func private @less(%arg0: tensor<4x8xf32>, %arg1: tensor<8xf32>, %arg2: tensor<4x8xi8> {te.destination}) -> tensor<4x8xi8> attributes {te.kernel} {
    %less = te.compute "less" axes(i0 = 4, i1 = 8) : tensor<4x8xi8> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %arg0[%i0, %i1] : tensor<4x8xf32>
      %1 = te.read %arg1[%i1] : tensor<8xf32>
      %2 = arith.cmpf olt, %0, %1 : f32
      %3 = arith.extui %2 : i1 to i8
      te.yield %3 : i8
    }
    return %less : tensor<4x8xi8>
  }
  func.func private @less_or_equal(%arg0: tensor<4x8xf32>, %arg1: tensor<8xf32>, %arg2: tensor<4x8xi8> {te.destination}) -> tensor<4x8xi8> attributes {te.kernel} {
    %less_or_equal = te.compute "less_or_equal" axes(i0 = 4, i1 = 8) : tensor<4x8xi8> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %arg0[%i0, %i1] : tensor<4x8xf32>
      %1 = te.read %arg1[%i1] : tensor<8xf32>
      %2 = arith.cmpf ole, %0, %1 : f32
      %3 = arith.extui %2 : i1 to i8
      te.yield %3 : i8
    }
    return %less_or_equal : tensor<4x8xi8>
  }
  func.func private @and(%arg0: tensor<4xi8>, %arg1: tensor<4xi8>, %arg2: tensor<4xi8> {te.destination}) -> tensor<4xi8> attributes {te.kernel} {
    %and = te.compute "and" axes(i0 = 4) : tensor<4xi8> {
    ^bb0(%i0: index):
      %0 = te.read %arg0[%i0] : tensor<4xi8>
      %1 = te.read %arg1[%i0] : tensor<4xi8>
      %2 = arith.andi %0, %1 : i8
      te.yield %2 : i8
    }
    return %and : tensor<4xi8>
  }
  func.func private @or(%arg0: tensor<4xi8>, %arg1: tensor<4xi8>, %arg2: tensor<4xi8> {te.destination}) -> tensor<4xi8> attributes {te.kernel} {
    %or = te.compute "or" axes(i0 = 4) : tensor<4xi8> {
    ^bb0(%i0: index):
      %0 = te.read %arg0[%i0] : tensor<4xi8>
      %1 = te.read %arg1[%i0] : tensor<4xi8>
      %2 = arith.ori %0, %1 : i8
      te.yield %2 : i8
    }
    return %or : tensor<4xi8>
  }
  func.func private @xor(%arg0: tensor<4xi8>, %arg1: tensor<4xi8>, %arg2: tensor<4xi8> {te.destination}) -> tensor<4xi8> attributes {te.kernel} {
    %xor = te.compute "xor" axes(i0 = 4) : tensor<4xi8> {
    ^bb0(%i0: index):
      %0 = te.read %arg0[%i0] : tensor<4xi8>
      %1 = te.read %arg1[%i0] : tensor<4xi8>
      %2 = arith.xori %0, %1 : i8
      te.yield %2 : i8
    }
    return %xor : tensor<4xi8>
  }
  func.func private @shift_left(%arg0: tensor<4xi8>, %arg1: tensor<4xi8>, %arg2: tensor<4xi8> {te.destination}) -> tensor<4xi8> attributes {te.kernel} {
    %c0_i8 = arith.constant 0 : i8
    %c8_i8 = arith.constant 8 : i8
    %shift_left = te.compute "shift_left" axes(i0 = 4) : tensor<4xi8> {
    ^bb0(%i0: index):
      %0 = te.read %arg0[%i0] : tensor<4xi8>
      %1 = te.read %arg1[%i0] : tensor<4xi8>
      %2 = arith.cmpi ult, %1, %c8_i8 : i8
      %3 = arith.select %2, %1, %c0_i8 : i8
      %4 = arith.shli %0, %3 : i8
      %5 = arith.select %2, %4, %c0_i8 : i8
      te.yield %5 : i8
    }
    return %shift_left : tensor<4xi8>
  }
  func.func private @shift_right(%arg0: tensor<4xi8>, %arg1: tensor<4xi8>, %arg2: tensor<4xi8> {te.destination}) -> tensor<4xi8> attributes {te.kernel} {
    %c0_i8 = arith.constant 0 : i8
    %c8_i8 = arith.constant 8 : i8
    %shift_right = te.compute "shift_right" axes(i0 = 4) : tensor<4xi8> {
    ^bb0(%i0: index):
      %0 = te.read %arg0[%i0] : tensor<4xi8>
      %1 = te.read %arg1[%i0] : tensor<4xi8>
      %2 = arith.cmpi ult, %1, %c8_i8 : i8
      %3 = arith.select %2, %1, %c0_i8 : i8
      %4 = arith.shrui %0, %3 : i8
      %5 = arith.select %2, %4, %c0_i8 : i8
      te.yield %5 : i8
    }
    return %shift_right : tensor<4xi8>
  }
  func.func private @mod(%arg0: tensor<4xi8>, %arg1: tensor<4xi8>, %arg2: tensor<4xi8> {te.destination}) -> tensor<4xi8> attributes {te.kernel} {
    %c0_i8 = arith.constant 0 : i8
    %c1_i8 = arith.constant 1 : i8
    %mod = te.compute "mod" axes(i0 = 4) : tensor<4xi8> {
    ^bb0(%i0: index):
      %0 = te.read %arg0[%i0] : tensor<4xi8>
      %1 = te.read %arg1[%i0] : tensor<4xi8>
      %2 = arith.cmpi eq, %1, %c0_i8 : i8
      %3 = arith.select %2, %c1_i8, %1 : i8
      %4 = arith.remui %0, %3 : i8
      te.yield %4 : i8
    }
    return %mod : tensor<4xi8>
  }
  func.func private @fmod(%arg0: tensor<4xi8>, %arg1: tensor<4xi8>, %arg2: tensor<4xi8> {te.destination}) -> tensor<4xi8> attributes {te.kernel} {
    %c0_i8 = arith.constant 0 : i8
    %c1_i8 = arith.constant 1 : i8
    %fmod = te.compute "fmod" axes(i0 = 4) : tensor<4xi8> {
    ^bb0(%i0: index):
      %0 = te.read %arg0[%i0] : tensor<4xi8>
      %1 = te.read %arg1[%i0] : tensor<4xi8>
      %2 = arith.cmpi eq, %1, %c0_i8 : i8
      %3 = arith.select %2, %c1_i8, %1 : i8
      %4 = arith.remui %0, %3 : i8
      te.yield %4 : i8
    }
    return %fmod : tensor<4xi8>
  }
  func.func private @maximum(%arg0: tensor<4xi8>, %arg1: tensor<4xi8>, %arg2: tensor<4xi8> {te.destination}) -> tensor<4xi8> attributes {te.kernel} {
    %maximum = te.compute "maximum" axes(i0 = 4) : tensor<4xi8> {
    ^bb0(%i0: index):
      %0 = te.read %arg0[%i0] : tensor<4xi8>
      %1 = te.read %arg1[%i0] : tensor<4xi8>
      %2 = arith.maxui %0, %1 : i8
      te.yield %2 : i8
    }
    return %maximum : tensor<4xi8>
  }
  func.func private @not(%arg0: tensor<4xi8>, %arg1: tensor<4xi8> {te.destination}) -> tensor<4xi8> attributes {te.kernel} {
    %c-1_i8 = arith.constant -1 : i8
    %not = te.compute "not" axes(i0 = 4) : tensor<4xi8> {
    ^bb0(%i0: index):
      %0 = te.read %arg0[%i0] : tensor<4xi8>
      %1 = arith.xori %0, %c-1_i8 : i8
      te.yield %1 : i8
    }
    return %not : tensor<4xi8>
  }
  func.func private @cast(%arg0: tensor<4xi8>, %arg1: tensor<4xf16> {te.destination}) -> tensor<4xf16> attributes {te.kernel} {
    %cast = te.compute "cast" axes(i0 = 4) : tensor<4xf16> {
    ^bb0(%i0: index):
      %0 = te.read %arg0[%i0] : tensor<4xi8>
      %1 = arith.uitofp %0 : i8 to f32
      %2 = arith.truncf %1 : f32 to f16
      te.yield %2 : f16
    }
    return %cast : tensor<4xf16>
  }
  func.func private @requantize_0(%arg0: tensor<1x8x4x4xi32>, %arg1: tensor<8x1x1xi32>, %arg2: tensor<i32>, %arg3: tensor<1x8x4x4xi8> {te.destination}) -> tensor<1x8x4x4xi8> attributes {te.kernel} {
    %c1_i64 = arith.constant 1 : i64
    %c0_i64 = arith.constant 0 : i64
    %c-3_i64 = arith.constant -3 : i64
    %c127_i64 = arith.constant 127 : i64
    %requantize = te.compute "requantize" axes(i0 = 1, i1 = 8, i2 = 4, i3 = 4) : tensor<1x8x4x4xi8> {
    ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
      %0 = te.read %arg0[%i0, %i1, %i2, %i3] : tensor<1x8x4x4xi32>
      %1 = te.read %arg1[%i1, 0, 0] : tensor<8x1x1xi32>
      %2 = te.read %arg2[] : tensor<i32>
      %3 = arith.addi %0, %1 : i32
      %4 = arith.extsi %3 : i32 to i64
      %5 = arith.extsi %1 : i32 to i64
      %6 = arith.muli %4, %5 : i64
      %7 = arith.extsi %2 : i32 to i64
      %8 = arith.shrsi %6, %7 : i64
      %9 = arith.shli %8, %7 : i64
      %10 = arith.subi %6, %9 : i64
      %11 = arith.shli %10, %c1_i64 : i64
      %12 = arith.shli %c1_i64, %7 : i64
      %13 = arith.cmpi sgt, %11, %12 : i64
      %14 = arith.cmpi eq, %11, %12 : i64
      %15 = arith.andi %8, %c1_i64 : i64
      %16 = arith.cmpi ne, %15, %c0_i64 : i64
      %17 = arith.andi %14, %16 : i1
      %18 = arith.ori %13, %17 : i1
      %19 = arith.extui %18 : i1 to i64
      %20 = arith.addi %8, %19 : i64
      %21 = arith.addi %20, %c-3_i64 : i64
      %22 = arith.maxsi %21, %c-3_i64 : i64
      %23 = arith.minsi %22, %c127_i64 : i64
      %24 = arith.trunci %23 : i64 to i8
      te.yield %24 : i8
    }
    return %requantize : tensor<1x8x4x4xi8>
  }
  func.func private @requantize_1(%arg0: tensor<1x8x4x4xi32>, %arg1: tensor<8x1x1xi32>, %arg2: tensor<i32>, %arg3: tensor<1x8x4x4xi8> {te.destination}) -> tensor<1x8x4x4xi8> attributes {te.kernel} {
    %c1_i64 = arith.constant 1 : i64
    %c0_i64 = arith.constant 0 : i64
    %c127_i64 = arith.constant 127 : i64
    %c-128_i64 = arith.constant -128 : i64
    %requantize = te.compute "requantize" axes(i0 = 1, i1 = 8, i2 = 4, i3 = 4) : tensor<1x8x4x4xi8> {
    ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
      %0 = te.read %arg0[%i0, %i1, %i2, %i3] : tensor<1x8x4x4xi32>
      %1 = te.read %arg1[%i1, 0, 0] : tensor<8x1x1xi32>
      %2 = te.read %arg2[] : tensor<i32>
      %3 = arith.addi %0, %1 : i32
      %4 = arith.extsi %3 : i32 to i64
      %5 = arith.extsi %1 : i32 to i64
      %6 = arith.muli %4, %5 : i64
      %7 = arith.extsi %2 : i32 to i64
      %8 = arith.shrsi %6, %7 : i64
      %9 = arith.shli %8, %7 : i64
      %10 = arith.subi %6, %9 : i64
      %11 = arith.shli %10, %c1_i64 : i64
      %12 = arith.shli %c1_i64, %7 : i64
      %13 = arith.cmpi sgt, %11, %12 : i64
      %14 = arith.cmpi eq, %11, %12 : i64
      %15 = arith.andi %8, %c1_i64 : i64
      %16 = arith.cmpi ne, %15, %c0_i64 : i64
      %17 = arith.andi %14, %16 : i1
      %18 = arith.ori %13, %17 : i1
      %19 = arith.extui %18 : i1 to i64
      %20 = arith.addi %8, %19 : i64
      %21 = arith.addi %20, %c127_i64 : i64
      %22 = arith.maxsi %21, %c-128_i64 : i64
      %23 = arith.minsi %22, %c127_i64 : i64
      %24 = arith.trunci %23 : i64 to i8
      te.yield %24 : i8
    }
    return %requantize : tensor<1x8x4x4xi8>
  }
  func.func private @where_2(%arg0: tensor<8xi8>, %arg1: tensor<4x8xf32>, %arg2: tensor<f32>, %arg3: tensor<4x8xf32> {te.destination}) -> tensor<4x8xf32> attributes {te.kernel} {
    %c0_i8 = arith.constant 0 : i8
    %where = te.compute "where" axes(i0 = 4, i1 = 8) : tensor<4x8xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %arg0[%i1] : tensor<8xi8>
      %1 = arith.cmpi ne, %0, %c0_i8 : i8
      %2 = te.read %arg1[%i0, %i1] : tensor<4x8xf32>
      %3 = te.read %arg2[] : tensor<f32>
      %4 = arith.select %1, %2, %3 : f32
      te.yield %4 : f32
    }
    return %where : tensor<4x8xf32>
  }
  func.func private @prelu(%arg0: tensor<4x8xf32>, %arg1: tensor<f32>, %arg2: tensor<4x8xf32> {te.destination}) -> tensor<4x8xf32> attributes {te.kernel} {
    %cst = arith.constant 0.000000e+00 : f32
    %prelu = te.compute "prelu" axes(i0 = 4, i1 = 8) : tensor<4x8xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %arg0[%i0, %i1] : tensor<4x8xf32>
      %1 = te.read %arg1[] : tensor<f32>
      %2 = arith.cmpf olt, %0, %cst : f32
      %3 = arith.mulf %0, %1 : f32
      %4 = arith.select %2, %3, %0 : f32
      te.yield %4 : f32
    }
    return %prelu : tensor<4x8xf32>
  }
  func.func @unary(%arg0: tensor<4x8xf32>) {
    %0 = tensor.empty() : tensor<4x8xf32>
    %1 = call @acos(%arg0, %0) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %2 = tensor.empty() : tensor<4x8xf32>
    %3 = call @acosh(%arg0, %2) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %4 = tensor.empty() : tensor<4x8xf32>
    %5 = call @asin(%arg0, %4) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %6 = tensor.empty() : tensor<4x8xf32>
    %7 = call @asinh(%arg0, %6) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %8 = tensor.empty() : tensor<4x8xf32>
    %9 = call @atan(%arg0, %8) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %10 = tensor.empty() : tensor<4x8xf32>
    %11 = call @atanh(%arg0, %10) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %12 = tensor.empty() : tensor<4x8xf32>
    %13 = call @ceil(%arg0, %12) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %14 = tensor.empty() : tensor<4x8xf32>
    %15 = call @cos(%arg0, %14) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %16 = tensor.empty() : tensor<4x8xf32>
    %17 = call @cosh(%arg0, %16) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %18 = tensor.empty() : tensor<4x8xf32>
    %19 = call @floor(%arg0, %18) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %20 = tensor.empty() : tensor<4x8xf32>
    %21 = call @sin(%arg0, %20) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %22 = tensor.empty() : tensor<4x8xf32>
    %23 = call @sinh(%arg0, %22) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %24 = tensor.empty() : tensor<4x8xf32>
    %25 = call @tan(%arg0, %24) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %26 = tensor.empty() : tensor<4x8xf32>
    %27 = call @round(%arg0, %26) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %28 = tensor.empty() : tensor<4x8xf32>
    %29 = call @sign(%arg0, %28) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %30 = tensor.empty() : tensor<4x8xf32>
    %31 = call @softplus(%arg0, %30) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %32 = tensor.empty() : tensor<4x8xf32>
    %33 = call @softsign(%arg0, %32) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %34 = tensor.empty() : tensor<4x8xf32>
    %35 = call @mish(%arg0, %34) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %36 = tensor.empty() : tensor<4x8xf32>
    %37 = call @hard_swish(%arg0, %36) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %38 = tensor.empty() : tensor<4x8xf32>
    %39 = call @hard_sigmoid(%arg0, %38) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %40 = tensor.empty() : tensor<4x8xf32>
    %41 = call @gelu(%arg0, %40) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %42 = tensor.empty() : tensor<4x8xf32>
    %43 = call @gelu_tanh(%arg0, %42) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    return
  }
  func.func @alpha(%arg0: tensor<4x8xf32>) {
    %0 = tensor.empty() : tensor<4x8xf32>
    %1 = call @elu(%arg0, %0) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %2 = tensor.empty() : tensor<4x8xf32>
    %3 = call @celu(%arg0, %2) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %4 = tensor.empty() : tensor<4x8xf32>
    %5 = call @leaky_relu(%arg0, %4) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %6 = tensor.empty() : tensor<4x8xf32>
    %7 = call @thresholded_relu(%arg0, %6) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %8 = tensor.empty() : tensor<4x8xf32>
    %9 = call @swish(%arg0, %8) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %10 = tensor.empty() : tensor<4x8xf32>
    %11 = call @selu(%arg0, %10) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    return
  }
  func.func @tests(%arg0: tensor<4x8xf32>, %arg1: tensor<8xf32>) {
    %0 = tensor.empty() : tensor<4x8xi8>
    %1 = call @is_nan(%arg0, %0) : (tensor<4x8xf32>, tensor<4x8xi8>) -> tensor<4x8xi8>
    %2 = tensor.empty() : tensor<4x8xi8>
    %3 = call @is_inf(%arg0, %2) : (tensor<4x8xf32>, tensor<4x8xi8>) -> tensor<4x8xi8>
    %4 = tensor.empty() : tensor<4x8xi8>
    %5 = call @equal(%arg0, %arg1, %4) : (tensor<4x8xf32>, tensor<8xf32>, tensor<4x8xi8>) -> tensor<4x8xi8>
    %6 = tensor.empty() : tensor<4x8xi8>
    %7 = call @less(%arg0, %arg1, %6) : (tensor<4x8xf32>, tensor<8xf32>, tensor<4x8xi8>) -> tensor<4x8xi8>
    %8 = tensor.empty() : tensor<4x8xi8>
    %9 = call @less_or_equal(%arg0, %arg1, %8) : (tensor<4x8xf32>, tensor<8xf32>, tensor<4x8xi8>) -> tensor<4x8xi8>
    return
  }
  func.func @unsigned(%arg0: tensor<4xi8> {te.element_type = ui8}, %arg1: tensor<4xi8> {te.element_type = ui8}) {
    %0 = tensor.empty() : tensor<4xi8>
    %1 = call @and(%arg0, %arg1, %0) : (tensor<4xi8>, tensor<4xi8>, tensor<4xi8>) -> tensor<4xi8>
    %2 = tensor.empty() : tensor<4xi8>
    %3 = call @or(%arg0, %arg1, %2) : (tensor<4xi8>, tensor<4xi8>, tensor<4xi8>) -> tensor<4xi8>
    %4 = tensor.empty() : tensor<4xi8>
    %5 = call @xor(%arg0, %arg1, %4) : (tensor<4xi8>, tensor<4xi8>, tensor<4xi8>) -> tensor<4xi8>
    %6 = tensor.empty() : tensor<4xi8>
    %7 = call @shift_left(%arg0, %arg1, %6) : (tensor<4xi8>, tensor<4xi8>, tensor<4xi8>) -> tensor<4xi8>
    %8 = tensor.empty() : tensor<4xi8>
    %9 = call @shift_right(%arg0, %arg1, %8) : (tensor<4xi8>, tensor<4xi8>, tensor<4xi8>) -> tensor<4xi8>
    %10 = tensor.empty() : tensor<4xi8>
    %11 = call @mod(%arg0, %arg1, %10) : (tensor<4xi8>, tensor<4xi8>, tensor<4xi8>) -> tensor<4xi8>
    %12 = tensor.empty() : tensor<4xi8>
    %13 = call @fmod(%arg0, %arg1, %12) : (tensor<4xi8>, tensor<4xi8>, tensor<4xi8>) -> tensor<4xi8>
    %14 = tensor.empty() : tensor<4xi8>
    %15 = call @maximum(%arg0, %arg1, %14) : (tensor<4xi8>, tensor<4xi8>, tensor<4xi8>) -> tensor<4xi8>
    %16 = tensor.empty() : tensor<4xi8>
    %17 = call @not(%arg0, %16) : (tensor<4xi8>, tensor<4xi8>) -> tensor<4xi8>
    %18 = tensor.empty() : tensor<4xf16>
    %19 = call @cast(%arg0, %18) : (tensor<4xi8>, tensor<4xf16>) -> tensor<4xf16>
    return
  }
  func.func @requantize(%arg0: tensor<1x8x4x4xi32>, %arg1: tensor<8x1x1xi32>, %arg2: tensor<i32>) {
    %0 = tensor.empty() : tensor<1x8x4x4xi8>
    %1 = call @requantize_0(%arg0, %arg1, %arg2, %0) : (tensor<1x8x4x4xi32>, tensor<8x1x1xi32>, tensor<i32>, tensor<1x8x4x4xi8>) -> tensor<1x8x4x4xi8>
    %2 = tensor.empty() : tensor<1x8x4x4xi8>
    %3 = call @requantize_1(%arg0, %arg1, %arg2, %2) : (tensor<1x8x4x4xi32>, tensor<8x1x1xi32>, tensor<i32>, tensor<1x8x4x4xi8>) -> tensor<1x8x4x4xi8>
    return
  }
  func.func @where(%arg0: tensor<8xi8> {te.element_type = i1}, %arg1: tensor<4x8xf32>, %arg2: tensor<f32>) {
    %0 = tensor.empty() : tensor<4x8xf32>
    %1 = call @where_2(%arg0, %arg1, %arg2, %0) : (tensor<8xi8>, tensor<4x8xf32>, tensor<f32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    %2 = tensor.empty() : tensor<4x8xf32>
    %3 = call @prelu(%arg1, %arg2, %2) : (tensor<4x8xf32>, tensor<f32>, tensor<4x8xf32>) -> tensor<4x8xf32>
    return
  }
}

