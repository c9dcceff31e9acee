// RUN: dl-opt %s --test-interpret=tolerance=2e-7

// Transcendental functions; the expected values are those of the C library in double.

func.func @math_f32(
    %x: tensor<4xf32> {dl.test_input = dense<[2.5e-01, 5.0e-01, -7.5e-01, 1.25e-01]> : tensor<4xf32>},
    %y: tensor<4xf32> {dl.test_input = dense<[1.5e+00, 3.0e+00, 2.25e+00, 1.0e+01]> : tensor<4xf32>})
    -> (tensor<4xf32> {dl.test_expected = dense<[1.2840254e+00, 1.6487212e+00, 4.7236654e-01, 1.1331484e+00]> : tensor<4xf32>},
        tensor<4xf32> {dl.test_expected = dense<[1.1892071e+00, 1.4142135e+00, 5.9460354e-01, 1.0905077e+00]> : tensor<4xf32>},
        tensor<4xf32> {dl.test_expected = dense<[2.8402543e-01, 6.487213e-01, -5.276334e-01, 1.3314845e-01]> : tensor<4xf32>},
        tensor<4xf32> {dl.test_expected = dense<[4.054651e-01, 1.0986123e+00, 8.109302e-01, 2.3025851e+00]> : tensor<4xf32>},
        tensor<4xf32> {dl.test_expected = dense<[5.849625e-01, 1.5849625e+00, 1.169925e+00, 3.321928e+00]> : tensor<4xf32>},
        tensor<4xf32> {dl.test_expected = dense<[1.7609125e-01, 4.7712126e-01, 3.521825e-01, 1.0e+00]> : tensor<4xf32>},
        tensor<4xf32> {dl.test_expected = dense<[2.2314355e-01, 4.054651e-01, -1.3862944e+00, 1.1778303e-01]> : tensor<4xf32>},
        tensor<4xf32> {dl.test_expected = dense<[1.2247449e+00, 1.7320508e+00, 1.5e+00, 3.1622777e+00]> : tensor<4xf32>},
        tensor<4xf32> {dl.test_expected = dense<[8.164966e-01, 5.7735026e-01, 6.666667e-01, 3.1622776e-01]> : tensor<4xf32>},
        tensor<4xf32> {dl.test_expected = dense<[6.2996054e-01, 7.937005e-01, -9.085603e-01, 5.0e-01]> : tensor<4xf32>},
        tensor<4xf32> {dl.test_expected = dense<[2.763264e-01, 5.204999e-01, -7.1115565e-01, 1.403162e-01]> : tensor<4xf32>},
        tensor<4xf32> {dl.test_expected = dense<[7.236736e-01, 4.7950011e-01, 1.7111557e+00, 8.596838e-01]> : tensor<4xf32>},
        tensor<4xf32> {dl.test_expected = dense<[2.4740396e-01, 4.7942555e-01, -6.816388e-01, 1.2467473e-01]> : tensor<4xf32>},
        tensor<4xf32> {dl.test_expected = dense<[9.689124e-01, 8.7758255e-01, 7.3168886e-01, 9.921977e-01]> : tensor<4xf32>},
        tensor<4xf32> {dl.test_expected = dense<[2.5534192e-01, 5.463025e-01, -9.3159646e-01, 1.2565513e-01]> : tensor<4xf32>},
        tensor<4xf32> {dl.test_expected = dense<[2.5268024e-01, 5.235988e-01, -8.480621e-01, 1.2532783e-01]> : tensor<4xf32>},
        tensor<4xf32> {dl.test_expected = dense<[1.3181161e+00, 1.0471976e+00, 2.4188583e+00, 1.4454685e+00]> : tensor<4xf32>},
        tensor<4xf32> {dl.test_expected = dense<[2.4497867e-01, 4.636476e-01, -6.435011e-01, 1.24354996e-01]> : tensor<4xf32>},
        tensor<4xf32> {dl.test_expected = dense<[2.5261232e-01, 5.210953e-01, -8.223167e-01, 1.2532577e-01]> : tensor<4xf32>},
        tensor<4xf32> {dl.test_expected = dense<[1.0314131e+00, 1.127626e+00, 1.2946833e+00, 1.0078226e+00]> : tensor<4xf32>},
        tensor<4xf32> {dl.test_expected = dense<[2.4491866e-01, 4.6211717e-01, -6.3514894e-01, 1.24353e-01]> : tensor<4xf32>},
        tensor<4xf32> {dl.test_expected = dense<[2.4746646e-01, 4.812118e-01, -6.931472e-01, 1.2467675e-01]> : tensor<4xf32>},
        tensor<4xf32> {dl.test_expected = dense<[9.624236e-01, 1.7627472e+00, 1.4505745e+00, 2.993223e+00]> : tensor<4xf32>},
        tensor<4xf32> {dl.test_expected = dense<[2.5541282e-01, 5.4930615e-01, -9.7295505e-01, 1.2565722e-01]> : tensor<4xf32>},
        tensor<4xf32> {dl.test_expected = dense<[1.106682e+00, 1.7320508e+00, 5.443311e-01, 1.3335215e+00]> : tensor<4xf32>},
        tensor<4xf32> {dl.test_expected = dense<[1.6514868e-01, 1.6514868e-01, -3.2175055e-01, 1.2499349e-02]> : tensor<4xf32>}) {
  %r0 = te.compute "r0" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<4xf32>
    %v = math.exp %x_ : f32
    te.yield %v : f32
  }
  %r1 = te.compute "r1" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<4xf32>
    %v = math.exp2 %x_ : f32
    te.yield %v : f32
  }
  %r2 = te.compute "r2" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<4xf32>
    %v = math.expm1 %x_ : f32
    te.yield %v : f32
  }
  %r3 = te.compute "r3" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %y_ = te.read %y[%i] : tensor<4xf32>
    %v = math.log %y_ : f32
    te.yield %v : f32
  }
  %r4 = te.compute "r4" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %y_ = te.read %y[%i] : tensor<4xf32>
    %v = math.log2 %y_ : f32
    te.yield %v : f32
  }
  %r5 = te.compute "r5" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %y_ = te.read %y[%i] : tensor<4xf32>
    %v = math.log10 %y_ : f32
    te.yield %v : f32
  }
  %r6 = te.compute "r6" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<4xf32>
    %v = math.log1p %x_ : f32
    te.yield %v : f32
  }
  %r7 = te.compute "r7" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %y_ = te.read %y[%i] : tensor<4xf32>
    %v = math.sqrt %y_ : f32
    te.yield %v : f32
  }
  %r8 = te.compute "r8" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %y_ = te.read %y[%i] : tensor<4xf32>
    %v = math.rsqrt %y_ : f32
    te.yield %v : f32
  }
  %r9 = te.compute "r9" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<4xf32>
    %v = math.cbrt %x_ : f32
    te.yield %v : f32
  }
  %r10 = te.compute "r10" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<4xf32>
    %v = math.erf %x_ : f32
    te.yield %v : f32
  }
  %r11 = te.compute "r11" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<4xf32>
    %v = math.erfc %x_ : f32
    te.yield %v : f32
  }
  %r12 = te.compute "r12" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<4xf32>
    %v = math.sin %x_ : f32
    te.yield %v : f32
  }
  %r13 = te.compute "r13" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<4xf32>
    %v = math.cos %x_ : f32
    te.yield %v : f32
  }
  %r14 = te.compute "r14" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<4xf32>
    %v = math.tan %x_ : f32
    te.yield %v : f32
  }
  %r15 = te.compute "r15" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<4xf32>
    %v = math.asin %x_ : f32
    te.yield %v : f32
  }
  %r16 = te.compute "r16" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<4xf32>
    %v = math.acos %x_ : f32
    te.yield %v : f32
  }
  %r17 = te.compute "r17" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<4xf32>
    %v = math.atan %x_ : f32
    te.yield %v : f32
  }
  %r18 = te.compute "r18" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<4xf32>
    %v = math.sinh %x_ : f32
    te.yield %v : f32
  }
  %r19 = te.compute "r19" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<4xf32>
    %v = math.cosh %x_ : f32
    te.yield %v : f32
  }
  %r20 = te.compute "r20" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<4xf32>
    %v = math.tanh %x_ : f32
    te.yield %v : f32
  }
  %r21 = te.compute "r21" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<4xf32>
    %v = math.asinh %x_ : f32
    te.yield %v : f32
  }
  %r22 = te.compute "r22" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %y_ = te.read %y[%i] : tensor<4xf32>
    %v = math.acosh %y_ : f32
    te.yield %v : f32
  }
  %r23 = te.compute "r23" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<4xf32>
    %v = math.atanh %x_ : f32
    te.yield %v : f32
  }
  %r24 = te.compute "r24" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %y_ = te.read %y[%i] : tensor<4xf32>
    %x_ = te.read %x[%i] : tensor<4xf32>
    %v = math.powf %y_, %x_ : f32
    te.yield %v : f32
  }
  %r25 = te.compute "r25" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<4xf32>
    %y_ = te.read %y[%i] : tensor<4xf32>
    %v = math.atan2 %x_, %y_ : f32
    te.yield %v : f32
  }
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11, %r12, %r13, %r14, %r15, %r16, %r17, %r18, %r19, %r20, %r21, %r22, %r23, %r24, %r25
      : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

func.func @math_f64(
    %x: tensor<4xf64> {dl.test_input = dense<[2.5e-01, 5.0e-01, -7.5e-01, 1.25e-01]> : tensor<4xf64>},
    %y: tensor<4xf64> {dl.test_input = dense<[1.5e+00, 3.0e+00, 2.25e+00, 1.0e+01]> : tensor<4xf64>})
    -> (tensor<4xf64> {dl.test_expected = dense<[1.2840254166877414e+00, 1.6487212707001282e+00, 4.723665527410147e-01, 1.1331484530668263e+00]> : tensor<4xf64>},
        tensor<4xf64> {dl.test_expected = dense<[1.189207115002721e+00, 1.4142135623730951e+00, 5.946035575013605e-01, 1.0905077326652577e+00]> : tensor<4xf64>},
        tensor<4xf64> {dl.test_expected = dense<[2.840254166877415e-01, 6.487212707001282e-01, -5.276334472589853e-01, 1.3314845306682632e-01]> : tensor<4xf64>},
        tensor<4xf64> {dl.test_expected = dense<[4.054651081081644e-01, 1.0986122886681098e+00, 8.109302162163288e-01, 2.302585092994046e+00]> : tensor<4xf64>},
        tensor<4xf64> {dl.test_expected = dense<[5.849625007211562e-01, 1.584962500721156e+00, 1.1699250014423124e+00, 3.321928094887362e+00]> : tensor<4xf64>},
        tensor<4xf64> {dl.test_expected = dense<[1.7609125905568124e-01, 4.7712125471966244e-01, 3.521825181113625e-01, 1.0e+00]> : tensor<4xf64>},
        tensor<4xf64> {dl.test_expected = dense<[2.2314355131420976e-01, 4.054651081081644e-01, -1.3862943611198906e+00, 1.1778303565638346e-01]> : tensor<4xf64>},
        tensor<4xf64> {dl.test_expected = dense<[1.224744871391589e+00, 1.7320508075688772e+00, 1.5e+00, 3.1622776601683795e+00]> : tensor<4xf64>},
        tensor<4xf64> {dl.test_expected = dense<[8.164965809277261e-01, 5.773502691896258e-01, 6.666666666666666e-01, 3.1622776601683794e-01]> : tensor<4xf64>},
        tensor<4xf64> {dl.test_expected = dense<[6.299605249474366e-01, 7.937005259840998e-01, -9.085602964160698e-01, 5.0e-01]> : tensor<4xf64>},
        tensor<4xf64> {dl.test_expected = dense<[2.763263901682369e-01, 5.204998778130465e-01, -7.111556336535151e-01, 1.403162048013338e-01]> : tensor<4xf64>},
        tensor<4xf64> {dl.test_expected = dense<[7.236736098317631e-01, 4.795001221869535e-01, 1.7111556336535152e+00, 8.596837951986662e-01]> : tensor<4xf64>},
        tensor<4xf64> {dl.test_expected = dense<[2.4740395925452294e-01, 4.79425538604203e-01, -6.816387600233341e-01, 1.2467473338522769e-01]> : tensor<4xf64>},
        tensor<4xf64> {dl.test_expected = dense<[9.689124217106447e-01, 8.775825618903728e-01, 7.316888688738209e-01, 9.92197667229329e-01]> : tensor<4xf64>},
        tensor<4xf64> {dl.test_expected = dense<[2.5534192122103627e-01, 5.463024898437905e-01, -9.315964599440725e-01, 1.2565513657513097e-01]> : tensor<4xf64>},
        tensor<4xf64> {dl.test_expected = dense<[2.5268025514207865e-01, 5.235987755982989e-01, -8.48062078981481e-01, 1.253278311680654e-01]> : tensor<4xf64>},
        tensor<4xf64> {dl.test_expected = dense<[1.318116071652818e+00, 1.0471975511965979e+00, 2.4188584057763776e+00, 1.4454684956268313e+00]> : tensor<4xf64>},
        tensor<4xf64> {dl.test_expected = dense<[2.4497866312686414e-01, 4.636476090008061e-01, -6.435011087932844e-01, 1.2435499454676144e-01]> : tensor<4xf64>},
        tensor<4xf64> {dl.test_expected = dense<[2.526123168081683e-01, 5.210953054937474e-01, -8.2231673193583e-01, 1.2532577524111546e-01]> : tensor<4xf64>},
        tensor<4xf64> {dl.test_expected = dense<[1.0314130998795732e+00, 1.1276259652063807e+00, 1.2946832846768448e+00, 1.0078226778257109e+00]> : tensor<4xf64>},
        tensor<4xf64> {dl.test_expected = dense<[2.4491866240370913e-01, 4.6211715726000974e-01, -6.351489523872873e-01, 1.243530017715962e-01]> : tensor<4xf64>},
        tensor<4xf64> {dl.test_expected = dense<[2.4746646154726346e-01, 4.8121182505960347e-01, -6.931471805599453e-01, 1.2467674692144273e-01]> : tensor<4xf64>},
        tensor<4xf64> {dl.test_expected = dense<[9.624236501192069e-01, 1.762747174039086e+00, 1.45057451382258e+00, 2.993222846126381e+00]> : tensor<4xf64>},
        tensor<4xf64> {dl.test_expected = dense<[2.5541281188299536e-01, 5.493061443340548e-01, -9.729550745276566e-01, 1.2565721414045303e-01]> : tensor<4xf64>},
        tensor<4xf64> {dl.test_expected = dense<[1.1066819197003215e+00, 1.7320508075688772e+00, 5.443310539518174e-01, 1.333521432163324e+00]> : tensor<4xf64>},
        tensor<4xf64> {dl.test_expected = dense<[1.6514867741462683e-01, 1.6514867741462683e-01, -3.217505543966422e-01, 1.2499349019361679e-02]> : tensor<4xf64>}) {
  %r0 = te.compute "r0" axes(i = 4) : tensor<4xf64> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<4xf64>
    %v = math.exp %x_ : f64
    te.yield %v : f64
  }
  %r1 = te.compute "r1" axes(i = 4) : tensor<4xf64> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<4xf64>
    %v = math.exp2 %x_ : f64
    te.yield %v : f64
  }
  %r2 = te.compute "r2" axes(i = 4) : tensor<4xf64> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<4xf64>
    %v = math.expm1 %x_ : f64
    te.yield %v : f64
  }
  %r3 = te.compute "r3" axes(i = 4) : tensor<4xf64> {
  ^bb0(%i: index):
    %y_ = te.read %y[%i] : tensor<4xf64>
    %v = math.log %y_ : f64
    te.yield %v : f64
  }
  %r4 = te.compute "r4" axes(i = 4) : tensor<4xf64> {
  ^bb0(%i: index):
    %y_ = te.read %y[%i] : tensor<4xf64>
    %v = math.log2 %y_ : f64
    te.yield %v : f64
  }
  %r5 = te.compute "r5" axes(i = 4) : tensor<4xf64> {
  ^bb0(%i: index):
    %y_ = te.read %y[%i] : tensor<4xf64>
    %v = math.log10 %y_ : f64
    te.yield %v : f64
  }
  %r6 = te.compute "r6" axes(i = 4) : tensor<4xf64> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<4xf64>
    %v = math.log1p %x_ : f64
    te.yield %v : f64
  }
  %r7 = te.compute "r7" axes(i = 4) : tensor<4xf64> {
  ^bb0(%i: index):
    %y_ = te.read %y[%i] : tensor<4xf64>
    %v = math.sqrt %y_ : f64
    te.yield %v : f64
  }
  %r8 = te.compute "r8" axes(i = 4) : tensor<4xf64> {
  ^bb0(%i: index):
    %y_ = te.read %y[%i] : tensor<4xf64>
    %v = math.rsqrt %y_ : f64
    te.yield %v : f64
  }
  %r9 = te.compute "r9" axes(i = 4) : tensor<4xf64> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<4xf64>
    %v = math.cbrt %x_ : f64
    te.yield %v : f64
  }
  %r10 = te.compute "r10" axes(i = 4) : tensor<4xf64> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<4xf64>
    %v = math.erf %x_ : f64
    te.yield %v : f64
  }
  %r11 = te.compute "r11" axes(i = 4) : tensor<4xf64> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<4xf64>
    %v = math.erfc %x_ : f64
    te.yield %v : f64
  }
  %r12 = te.compute "r12" axes(i = 4) : tensor<4xf64> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<4xf64>
    %v = math.sin %x_ : f64
    te.yield %v : f64
  }
  %r13 = te.compute "r13" axes(i = 4) : tensor<4xf64> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<4xf64>
    %v = math.cos %x_ : f64
    te.yield %v : f64
  }
  %r14 = te.compute "r14" axes(i = 4) : tensor<4xf64> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<4xf64>
    %v = math.tan %x_ : f64
    te.yield %v : f64
  }
  %r15 = te.compute "r15" axes(i = 4) : tensor<4xf64> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<4xf64>
    %v = math.asin %x_ : f64
    te.yield %v : f64
  }
  %r16 = te.compute "r16" axes(i = 4) : tensor<4xf64> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<4xf64>
    %v = math.acos %x_ : f64
    te.yield %v : f64
  }
  %r17 = te.compute "r17" axes(i = 4) : tensor<4xf64> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<4xf64>
    %v = math.atan %x_ : f64
    te.yield %v : f64
  }
  %r18 = te.compute "r18" axes(i = 4) : tensor<4xf64> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<4xf64>
    %v = math.sinh %x_ : f64
    te.yield %v : f64
  }
  %r19 = te.compute "r19" axes(i = 4) : tensor<4xf64> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<4xf64>
    %v = math.cosh %x_ : f64
    te.yield %v : f64
  }
  %r20 = te.compute "r20" axes(i = 4) : tensor<4xf64> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<4xf64>
    %v = math.tanh %x_ : f64
    te.yield %v : f64
  }
  %r21 = te.compute "r21" axes(i = 4) : tensor<4xf64> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<4xf64>
    %v = math.asinh %x_ : f64
    te.yield %v : f64
  }
  %r22 = te.compute "r22" axes(i = 4) : tensor<4xf64> {
  ^bb0(%i: index):
    %y_ = te.read %y[%i] : tensor<4xf64>
    %v = math.acosh %y_ : f64
    te.yield %v : f64
  }
  %r23 = te.compute "r23" axes(i = 4) : tensor<4xf64> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<4xf64>
    %v = math.atanh %x_ : f64
    te.yield %v : f64
  }
  %r24 = te.compute "r24" axes(i = 4) : tensor<4xf64> {
  ^bb0(%i: index):
    %y_ = te.read %y[%i] : tensor<4xf64>
    %x_ = te.read %x[%i] : tensor<4xf64>
    %v = math.powf %y_, %x_ : f64
    te.yield %v : f64
  }
  %r25 = te.compute "r25" axes(i = 4) : tensor<4xf64> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<4xf64>
    %y_ = te.read %y[%i] : tensor<4xf64>
    %v = math.atan2 %x_, %y_ : f64
    te.yield %v : f64
  }
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11, %r12, %r13, %r14, %r15, %r16, %r17, %r18, %r19, %r20, %r21, %r22, %r23, %r24, %r25
      : tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>
}
