// RUN: dl-opt %s --test-interpret

// Exact operations on floats, with NaN and infinities where they matter.

func.func @float(
    %x: tensor<6xf32> {dl.test_input = dense<[1.5e+00, -2.5e+00, 7.0e+00, 0x7FC00000, 0x7F800000, -5.0e-01]> : tensor<6xf32>},
    %y: tensor<6xf32> {dl.test_input = dense<[2.0e+00, 4.0e+00, -3.0e+00, 1.0e+00, 2.0e+00, 0x7FC00000]> : tensor<6xf32>},
    %z: tensor<6xf64> {dl.test_input = dense<[1.0e+00, -1.0e+00, 5.0e-01, 2.0e+00, 3.0e+00, 4.0e+00]> : tensor<6xf64>})
    -> (tensor<6xf32> {dl.test_expected = dense<[3.5e+00, 1.5e+00, 4.0e+00, 0x7FC00000, 0x7F800000, 0x7FC00000]> : tensor<6xf32>},
        tensor<6xf32> {dl.test_expected = dense<[-5.0e-01, -6.5e+00, 1.0e+01, 0x7FC00000, 0x7F800000, 0x7FC00000]> : tensor<6xf32>},
        tensor<6xf32> {dl.test_expected = dense<[3.0e+00, -1.0e+01, -2.1e+01, 0x7FC00000, 0x7F800000, 0x7FC00000]> : tensor<6xf32>},
        tensor<6xf32> {dl.test_expected = dense<[7.5e-01, -6.25e-01, -2.3333333e+00, 0x7FC00000, 0x7F800000, 0x7FC00000]> : tensor<6xf32>},
        tensor<6xf32> {dl.test_expected = dense<[1.5e+00, -2.5e+00, 1.0e+00, 0x7FC00000, 0x7FC00000, 0x7FC00000]> : tensor<6xf32>},
        tensor<6xf32> {dl.test_expected = dense<[-1.5e+00, 2.5e+00, -7.0e+00, 0x7FC00000, 0xFF800000, 5.0e-01]> : tensor<6xf32>},
        tensor<6xf32> {dl.test_expected = dense<[2.0e+00, 4.0e+00, 7.0e+00, 0x7FC00000, 0x7F800000, 0x7FC00000]> : tensor<6xf32>},
        tensor<6xf32> {dl.test_expected = dense<[1.5e+00, -2.5e+00, -3.0e+00, 0x7FC00000, 2.0e+00, 0x7FC00000]> : tensor<6xf32>},
        tensor<6xf32> {dl.test_expected = dense<[2.0e+00, 4.0e+00, 7.0e+00, 1.0e+00, 0x7F800000, -5.0e-01]> : tensor<6xf32>},
        tensor<6xf32> {dl.test_expected = dense<[1.5e+00, -2.5e+00, -3.0e+00, 1.0e+00, 2.0e+00, -5.0e-01]> : tensor<6xf32>},
        tensor<6xf32> {dl.test_expected = dense<[2.0e+00, -4.0e+00, 3.0e+00, 1.0e+00, 2.0e+00, 0x7FC00000]> : tensor<6xf32>},
        tensor<6xf32> {dl.test_expected = dense<[4.5e+00, -1.25e+01, -1.4e+01, 0x7FC00000, 0x7F800000, 0x7FC00000]> : tensor<6xf32>},
        tensor<6xf64> {dl.test_expected = dense<[2.0e+00, 0.0, 7.5e-01, 6.0e+00, 1.2e+01, 2.0e+01]> : tensor<6xf64>},
        tensor<6xf32> {dl.test_expected = dense<[1.5e+00, 2.5e+00, 7.0e+00, 0x7FC00000, 0x7F800000, 5.0e-01]> : tensor<6xf32>},
        tensor<6xf32> {dl.test_expected = dense<[2.0e+00, -2.0e+00, 7.0e+00, 0x7FC00000, 0x7F800000, -0.0]> : tensor<6xf32>},
        tensor<6xf32> {dl.test_expected = dense<[1.0e+00, -3.0e+00, 7.0e+00, 0x7FC00000, 0x7F800000, -1.0e+00]> : tensor<6xf32>},
        tensor<6xf32> {dl.test_expected = dense<[2.0e+00, -3.0e+00, 7.0e+00, 0x7FC00000, 0x7F800000, -1.0e+00]> : tensor<6xf32>},
        tensor<6xf32> {dl.test_expected = dense<[2.0e+00, -2.0e+00, 7.0e+00, 0x7FC00000, 0x7F800000, -0.0]> : tensor<6xf32>},
        tensor<6xf32> {dl.test_expected = dense<[1.0e+00, -2.0e+00, 7.0e+00, 0x7FC00000, 0x7F800000, -0.0]> : tensor<6xf32>},
        tensor<6xi1> {dl.test_expected = dense<[false, false, false, true, false, false]> : tensor<6xi1>},
        tensor<6xi1> {dl.test_expected = dense<[false, false, false, false, true, false]> : tensor<6xi1>},
        tensor<6xi1> {dl.test_expected = dense<[true, true, true, false, false, true]> : tensor<6xi1>}) {
  %r0 = te.compute "r0" axes(i = 6) : tensor<6xf32> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<6xf32>
    %y_ = te.read %y[%i] : tensor<6xf32>
    %v = arith.addf %x_, %y_ : f32
    te.yield %v : f32
  }
  %r1 = te.compute "r1" axes(i = 6) : tensor<6xf32> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<6xf32>
    %y_ = te.read %y[%i] : tensor<6xf32>
    %v = arith.subf %x_, %y_ : f32
    te.yield %v : f32
  }
  %r2 = te.compute "r2" axes(i = 6) : tensor<6xf32> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<6xf32>
    %y_ = te.read %y[%i] : tensor<6xf32>
    %v = arith.mulf %x_, %y_ : f32
    te.yield %v : f32
  }
  %r3 = te.compute "r3" axes(i = 6) : tensor<6xf32> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<6xf32>
    %y_ = te.read %y[%i] : tensor<6xf32>
    %v = arith.divf %x_, %y_ : f32
    te.yield %v : f32
  }
  %r4 = te.compute "r4" axes(i = 6) : tensor<6xf32> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<6xf32>
    %y_ = te.read %y[%i] : tensor<6xf32>
    %v = arith.remf %x_, %y_ : f32
    te.yield %v : f32
  }
  %r5 = te.compute "r5" axes(i = 6) : tensor<6xf32> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<6xf32>
    %v = arith.negf %x_ : f32
    te.yield %v : f32
  }
  %r6 = te.compute "r6" axes(i = 6) : tensor<6xf32> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<6xf32>
    %y_ = te.read %y[%i] : tensor<6xf32>
    %v = arith.maximumf %x_, %y_ : f32
    te.yield %v : f32
  }
  %r7 = te.compute "r7" axes(i = 6) : tensor<6xf32> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<6xf32>
    %y_ = te.read %y[%i] : tensor<6xf32>
    %v = arith.minimumf %x_, %y_ : f32
    te.yield %v : f32
  }
  %r8 = te.compute "r8" axes(i = 6) : tensor<6xf32> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<6xf32>
    %y_ = te.read %y[%i] : tensor<6xf32>
    %v = arith.maxnumf %x_, %y_ : f32
    te.yield %v : f32
  }
  %r9 = te.compute "r9" axes(i = 6) : tensor<6xf32> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<6xf32>
    %y_ = te.read %y[%i] : tensor<6xf32>
    %v = arith.minnumf %x_, %y_ : f32
    te.yield %v : f32
  }
  %r10 = te.compute "r10" axes(i = 6) : tensor<6xf32> {
  ^bb0(%i: index):
    %y_ = te.read %y[%i] : tensor<6xf32>
    %x_ = te.read %x[%i] : tensor<6xf32>
    %v = math.copysign %y_, %x_ : f32
    te.yield %v : f32
  }
  %r11 = te.compute "r11" axes(i = 6) : tensor<6xf32> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<6xf32>
    %y_ = te.read %y[%i] : tensor<6xf32>
    %v = math.fma %x_, %y_, %x_ : f32
    te.yield %v : f32
  }
  %r12 = te.compute "r12" axes(i = 6) : tensor<6xf64> {
  ^bb0(%i: index):
    %z_ = te.read %z[%i] : tensor<6xf64>
    %v = math.fma %z_, %z_, %z_ : f64
    te.yield %v : f64
  }
  %r13 = te.compute "r13" axes(i = 6) : tensor<6xf32> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<6xf32>
    %v = math.absf %x_ : f32
    te.yield %v : f32
  }
  %r14 = te.compute "r14" axes(i = 6) : tensor<6xf32> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<6xf32>
    %v = math.ceil %x_ : f32
    te.yield %v : f32
  }
  %r15 = te.compute "r15" axes(i = 6) : tensor<6xf32> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<6xf32>
    %v = math.floor %x_ : f32
    te.yield %v : f32
  }
  %r16 = te.compute "r16" axes(i = 6) : tensor<6xf32> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<6xf32>
    %v = math.round %x_ : f32
    te.yield %v : f32
  }
  %r17 = te.compute "r17" axes(i = 6) : tensor<6xf32> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<6xf32>
    %v = math.roundeven %x_ : f32
    te.yield %v : f32
  }
  %r18 = te.compute "r18" axes(i = 6) : tensor<6xf32> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<6xf32>
    %v = math.trunc %x_ : f32
    te.yield %v : f32
  }
  %r19 = te.compute "r19" axes(i = 6) : tensor<6xi1> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<6xf32>
    %v = math.isnan %x_ : f32
    te.yield %v : i1
  }
  %r20 = te.compute "r20" axes(i = 6) : tensor<6xi1> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<6xf32>
    %v = math.isinf %x_ : f32
    te.yield %v : i1
  }
  %r21 = te.compute "r21" axes(i = 6) : tensor<6xi1> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<6xf32>
    %v = math.isfinite %x_ : f32
    te.yield %v : i1
  }
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11, %r12, %r13, %r14, %r15, %r16, %r17, %r18, %r19, %r20, %r21
      : tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf64>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xf32>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>
}

func.func @compare(
    %x: tensor<5xf32> {dl.test_input = dense<[1.0e+00, 2.0e+00, 2.0e+00, 0x7FC00000, 1.0e+00]> : tensor<5xf32>},
    %y: tensor<5xf32> {dl.test_input = dense<[2.0e+00, 1.0e+00, 2.0e+00, 1.0e+00, 0x7FC00000]> : tensor<5xf32>})
    -> (tensor<5xi1> {dl.test_expected = dense<[false, false, false, false, false]> : tensor<5xi1>},
        tensor<5xi1> {dl.test_expected = dense<[false, false, true, false, false]> : tensor<5xi1>},
        tensor<5xi1> {dl.test_expected = dense<[false, true, false, false, false]> : tensor<5xi1>},
        tensor<5xi1> {dl.test_expected = dense<[false, true, true, false, false]> : tensor<5xi1>},
        tensor<5xi1> {dl.test_expected = dense<[true, false, false, false, false]> : tensor<5xi1>},
        tensor<5xi1> {dl.test_expected = dense<[true, false, true, false, false]> : tensor<5xi1>},
        tensor<5xi1> {dl.test_expected = dense<[true, true, false, false, false]> : tensor<5xi1>},
        tensor<5xi1> {dl.test_expected = dense<[true, true, true, false, false]> : tensor<5xi1>},
        tensor<5xi1> {dl.test_expected = dense<[false, false, true, true, true]> : tensor<5xi1>},
        tensor<5xi1> {dl.test_expected = dense<[false, true, false, true, true]> : tensor<5xi1>},
        tensor<5xi1> {dl.test_expected = dense<[false, true, true, true, true]> : tensor<5xi1>},
        tensor<5xi1> {dl.test_expected = dense<[true, false, false, true, true]> : tensor<5xi1>},
        tensor<5xi1> {dl.test_expected = dense<[true, false, true, true, true]> : tensor<5xi1>},
        tensor<5xi1> {dl.test_expected = dense<[true, true, false, true, true]> : tensor<5xi1>},
        tensor<5xi1> {dl.test_expected = dense<[false, false, false, true, true]> : tensor<5xi1>},
        tensor<5xi1> {dl.test_expected = dense<[true, true, true, true, true]> : tensor<5xi1>}) {
  %r0 = te.compute "r0" axes(i = 5) : tensor<5xi1> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<5xf32>
    %y_ = te.read %y[%i] : tensor<5xf32>
    %v = arith.cmpf false, %x_, %y_ : f32
    te.yield %v : i1
  }
  %r1 = te.compute "r1" axes(i = 5) : tensor<5xi1> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<5xf32>
    %y_ = te.read %y[%i] : tensor<5xf32>
    %v = arith.cmpf oeq, %x_, %y_ : f32
    te.yield %v : i1
  }
  %r2 = te.compute "r2" axes(i = 5) : tensor<5xi1> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<5xf32>
    %y_ = te.read %y[%i] : tensor<5xf32>
    %v = arith.cmpf ogt, %x_, %y_ : f32
    te.yield %v : i1
  }
  %r3 = te.compute "r3" axes(i = 5) : tensor<5xi1> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<5xf32>
    %y_ = te.read %y[%i] : tensor<5xf32>
    %v = arith.cmpf oge, %x_, %y_ : f32
    te.yield %v : i1
  }
  %r4 = te.compute "r4" axes(i = 5) : tensor<5xi1> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<5xf32>
    %y_ = te.read %y[%i] : tensor<5xf32>
    %v = arith.cmpf olt, %x_, %y_ : f32
    te.yield %v : i1
  }
  %r5 = te.compute "r5" axes(i = 5) : tensor<5xi1> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<5xf32>
    %y_ = te.read %y[%i] : tensor<5xf32>
    %v = arith.cmpf ole, %x_, %y_ : f32
    te.yield %v : i1
  }
  %r6 = te.compute "r6" axes(i = 5) : tensor<5xi1> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<5xf32>
    %y_ = te.read %y[%i] : tensor<5xf32>
    %v = arith.cmpf one, %x_, %y_ : f32
    te.yield %v : i1
  }
  %r7 = te.compute "r7" axes(i = 5) : tensor<5xi1> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<5xf32>
    %y_ = te.read %y[%i] : tensor<5xf32>
    %v = arith.cmpf ord, %x_, %y_ : f32
    te.yield %v : i1
  }
  %r8 = te.compute "r8" axes(i = 5) : tensor<5xi1> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<5xf32>
    %y_ = te.read %y[%i] : tensor<5xf32>
    %v = arith.cmpf ueq, %x_, %y_ : f32
    te.yield %v : i1
  }
  %r9 = te.compute "r9" axes(i = 5) : tensor<5xi1> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<5xf32>
    %y_ = te.read %y[%i] : tensor<5xf32>
    %v = arith.cmpf ugt, %x_, %y_ : f32
    te.yield %v : i1
  }
  %r10 = te.compute "r10" axes(i = 5) : tensor<5xi1> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<5xf32>
    %y_ = te.read %y[%i] : tensor<5xf32>
    %v = arith.cmpf uge, %x_, %y_ : f32
    te.yield %v : i1
  }
  %r11 = te.compute "r11" axes(i = 5) : tensor<5xi1> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<5xf32>
    %y_ = te.read %y[%i] : tensor<5xf32>
    %v = arith.cmpf ult, %x_, %y_ : f32
    te.yield %v : i1
  }
  %r12 = te.compute "r12" axes(i = 5) : tensor<5xi1> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<5xf32>
    %y_ = te.read %y[%i] : tensor<5xf32>
    %v = arith.cmpf ule, %x_, %y_ : f32
    te.yield %v : i1
  }
  %r13 = te.compute "r13" axes(i = 5) : tensor<5xi1> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<5xf32>
    %y_ = te.read %y[%i] : tensor<5xf32>
    %v = arith.cmpf une, %x_, %y_ : f32
    te.yield %v : i1
  }
  %r14 = te.compute "r14" axes(i = 5) : tensor<5xi1> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<5xf32>
    %y_ = te.read %y[%i] : tensor<5xf32>
    %v = arith.cmpf uno, %x_, %y_ : f32
    te.yield %v : i1
  }
  %r15 = te.compute "r15" axes(i = 5) : tensor<5xi1> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<5xf32>
    %y_ = te.read %y[%i] : tensor<5xf32>
    %v = arith.cmpf true, %x_, %y_ : f32
    te.yield %v : i1
  }
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11, %r12, %r13, %r14, %r15
      : tensor<5xi1>, tensor<5xi1>, tensor<5xi1>, tensor<5xi1>, tensor<5xi1>, tensor<5xi1>, tensor<5xi1>, tensor<5xi1>, tensor<5xi1>, tensor<5xi1>, tensor<5xi1>, tensor<5xi1>, tensor<5xi1>, tensor<5xi1>, tensor<5xi1>, tensor<5xi1>
}

// Zeros are ordered by their signs, which division shows.
func.func @zeros(
    %x: tensor<4xf32> {dl.test_input = dense<[0.0, -0.0, -0.0, 0.0]> : tensor<4xf32>},
    %y: tensor<4xf32> {dl.test_input = dense<[-0.0, 0.0, -0.0, 0.0]> : tensor<4xf32>})
    -> (tensor<4xf32> {dl.test_expected = dense<[0x7F800000, 0x7F800000, 0xFF800000, 0x7F800000]> : tensor<4xf32>},
        tensor<4xf32> {dl.test_expected = dense<[0xFF800000, 0xFF800000, 0xFF800000, 0x7F800000]> : tensor<4xf32>}) {
  %one = arith.constant 1.0 : f32
  %max = te.compute "max" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %a = te.read %x[%i] : tensor<4xf32>
    %b = te.read %y[%i] : tensor<4xf32>
    %m = arith.maximumf %a, %b : f32
    %v = arith.divf %one, %m : f32
    te.yield %v : f32
  }
  %min = te.compute "min" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %a = te.read %x[%i] : tensor<4xf32>
    %b = te.read %y[%i] : tensor<4xf32>
    %m = arith.minimumf %a, %b : f32
    %v = arith.divf %one, %m : f32
    te.yield %v : f32
  }
  return %max, %min : tensor<4xf32>, tensor<4xf32>
}
