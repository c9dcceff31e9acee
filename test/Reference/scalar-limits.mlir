// RUN: dl-opt %s --test-interpret

// Where scalar operations change: equal values, exact quotients, the ends of ranges.

// Less, greater, equal, and each side no number.
func.func @compare_floats(
    %x: tensor<6xf32> {dl.test_input = dense<[1.0, 2.0, 1.0, 0x7FC00000, 1.0, 0x7FC00000]> : tensor<6xf32>},
    %y: tensor<6xf32> {dl.test_input = dense<[2.0, 1.0, 1.0, 1.0, 0x7FC00000, 0x7FC00000]> : tensor<6xf32>})
    -> (tensor<6xi1> {dl.test_expected = dense<[false, false, true, false, false, false]> : tensor<6xi1>},
        tensor<6xi1> {dl.test_expected = dense<[false, true, false, false, false, false]> : tensor<6xi1>},
        tensor<6xi1> {dl.test_expected = dense<[false, true, true, false, false, false]> : tensor<6xi1>},
        tensor<6xi1> {dl.test_expected = dense<[true, false, false, false, false, false]> : tensor<6xi1>},
        tensor<6xi1> {dl.test_expected = dense<[true, false, true, false, false, false]> : tensor<6xi1>},
        tensor<6xi1> {dl.test_expected = dense<[true, true, false, false, false, false]> : tensor<6xi1>},
        tensor<6xi1> {dl.test_expected = dense<[true, true, true, false, false, false]> : tensor<6xi1>},
        tensor<6xi1> {dl.test_expected = dense<[false, false, true, true, true, true]> : tensor<6xi1>},
        tensor<6xi1> {dl.test_expected = dense<[false, true, false, true, true, true]> : tensor<6xi1>},
        tensor<6xi1> {dl.test_expected = dense<[false, true, true, true, true, true]> : tensor<6xi1>},
        tensor<6xi1> {dl.test_expected = dense<[true, false, false, true, true, true]> : tensor<6xi1>},
        tensor<6xi1> {dl.test_expected = dense<[true, false, true, true, true, true]> : tensor<6xi1>},
        tensor<6xi1> {dl.test_expected = dense<[true, true, false, true, true, true]> : tensor<6xi1>},
        tensor<6xi1> {dl.test_expected = dense<[false, false, false, true, true, true]> : tensor<6xi1>}) {
  %r0 = te.compute "r0" axes(i = 6) : tensor<6xi1> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<6xf32>
    %y_ = te.read %y[%i] : tensor<6xf32>
    %v = arith.cmpf oeq, %x_, %y_ : f32
    te.yield %v : i1
  }
  %r1 = te.compute "r1" axes(i = 6) : tensor<6xi1> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<6xf32>
    %y_ = te.read %y[%i] : tensor<6xf32>
    %v = arith.cmpf ogt, %x_, %y_ : f32
    te.yield %v : i1
  }
  %r2 = te.compute "r2" axes(i = 6) : tensor<6xi1> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<6xf32>
    %y_ = te.read %y[%i] : tensor<6xf32>
    %v = arith.cmpf oge, %x_, %y_ : f32
    te.yield %v : i1
  }
  %r3 = te.compute "r3" axes(i = 6) : tensor<6xi1> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<6xf32>
    %y_ = te.read %y[%i] : tensor<6xf32>
    %v = arith.cmpf olt, %x_, %y_ : f32
    te.yield %v : i1
  }
  %r4 = te.compute "r4" axes(i = 6) : tensor<6xi1> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<6xf32>
    %y_ = te.read %y[%i] : tensor<6xf32>
    %v = arith.cmpf ole, %x_, %y_ : f32
    te.yield %v : i1
  }
  %r5 = te.compute "r5" axes(i = 6) : tensor<6xi1> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<6xf32>
    %y_ = te.read %y[%i] : tensor<6xf32>
    %v = arith.cmpf one, %x_, %y_ : f32
    te.yield %v : i1
  }
  %r6 = te.compute "r6" axes(i = 6) : tensor<6xi1> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<6xf32>
    %y_ = te.read %y[%i] : tensor<6xf32>
    %v = arith.cmpf ord, %x_, %y_ : f32
    te.yield %v : i1
  }
  %r7 = te.compute "r7" axes(i = 6) : tensor<6xi1> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<6xf32>
    %y_ = te.read %y[%i] : tensor<6xf32>
    %v = arith.cmpf ueq, %x_, %y_ : f32
    te.yield %v : i1
  }
  %r8 = te.compute "r8" axes(i = 6) : tensor<6xi1> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<6xf32>
    %y_ = te.read %y[%i] : tensor<6xf32>
    %v = arith.cmpf ugt, %x_, %y_ : f32
    te.yield %v : i1
  }
  %r9 = te.compute "r9" axes(i = 6) : tensor<6xi1> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<6xf32>
    %y_ = te.read %y[%i] : tensor<6xf32>
    %v = arith.cmpf uge, %x_, %y_ : f32
    te.yield %v : i1
  }
  %r10 = te.compute "r10" axes(i = 6) : tensor<6xi1> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<6xf32>
    %y_ = te.read %y[%i] : tensor<6xf32>
    %v = arith.cmpf ult, %x_, %y_ : f32
    te.yield %v : i1
  }
  %r11 = te.compute "r11" axes(i = 6) : tensor<6xi1> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<6xf32>
    %y_ = te.read %y[%i] : tensor<6xf32>
    %v = arith.cmpf ule, %x_, %y_ : f32
    te.yield %v : i1
  }
  %r12 = te.compute "r12" axes(i = 6) : tensor<6xi1> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<6xf32>
    %y_ = te.read %y[%i] : tensor<6xf32>
    %v = arith.cmpf une, %x_, %y_ : f32
    te.yield %v : i1
  }
  %r13 = te.compute "r13" axes(i = 6) : tensor<6xi1> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<6xf32>
    %y_ = te.read %y[%i] : tensor<6xf32>
    %v = arith.cmpf uno, %x_, %y_ : f32
    te.yield %v : i1
  }
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11, %r12, %r13 : tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>
}

// Less, greater, equal, with and without a sign.
func.func @compare_integers(
    %x: tensor<6xi8> {dl.test_input = dense<[1, 2, 1, -1, 1, -128]> : tensor<6xi8>},
    %y: tensor<6xi8> {dl.test_input = dense<[2, 1, 1, 1, -1, -128]> : tensor<6xi8>})
    -> (tensor<6xi1> {dl.test_expected = dense<[false, false, true, false, false, true]> : tensor<6xi1>},
        tensor<6xi1> {dl.test_expected = dense<[true, true, false, true, true, false]> : tensor<6xi1>},
        tensor<6xi1> {dl.test_expected = dense<[true, false, false, true, false, false]> : tensor<6xi1>},
        tensor<6xi1> {dl.test_expected = dense<[true, false, true, true, false, true]> : tensor<6xi1>},
        tensor<6xi1> {dl.test_expected = dense<[false, true, false, false, true, false]> : tensor<6xi1>},
        tensor<6xi1> {dl.test_expected = dense<[false, true, true, false, true, true]> : tensor<6xi1>},
        tensor<6xi1> {dl.test_expected = dense<[true, false, false, false, true, false]> : tensor<6xi1>},
        tensor<6xi1> {dl.test_expected = dense<[true, false, true, false, true, true]> : tensor<6xi1>},
        tensor<6xi1> {dl.test_expected = dense<[false, true, false, true, false, false]> : tensor<6xi1>},
        tensor<6xi1> {dl.test_expected = dense<[false, true, true, true, false, true]> : tensor<6xi1>}) {
  %r0 = te.compute "r0" axes(i = 6) : tensor<6xi1> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<6xi8>
    %y_ = te.read %y[%i] : tensor<6xi8>
    %v = arith.cmpi eq, %x_, %y_ : i8
    te.yield %v : i1
  }
  %r1 = te.compute "r1" axes(i = 6) : tensor<6xi1> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<6xi8>
    %y_ = te.read %y[%i] : tensor<6xi8>
    %v = arith.cmpi ne, %x_, %y_ : i8
    te.yield %v : i1
  }
  %r2 = te.compute "r2" axes(i = 6) : tensor<6xi1> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<6xi8>
    %y_ = te.read %y[%i] : tensor<6xi8>
    %v = arith.cmpi slt, %x_, %y_ : i8
    te.yield %v : i1
  }
  %r3 = te.compute "r3" axes(i = 6) : tensor<6xi1> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<6xi8>
    %y_ = te.read %y[%i] : tensor<6xi8>
    %v = arith.cmpi sle, %x_, %y_ : i8
    te.yield %v : i1
  }
  %r4 = te.compute "r4" axes(i = 6) : tensor<6xi1> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<6xi8>
    %y_ = te.read %y[%i] : tensor<6xi8>
    %v = arith.cmpi sgt, %x_, %y_ : i8
    te.yield %v : i1
  }
  %r5 = te.compute "r5" axes(i = 6) : tensor<6xi1> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<6xi8>
    %y_ = te.read %y[%i] : tensor<6xi8>
    %v = arith.cmpi sge, %x_, %y_ : i8
    te.yield %v : i1
  }
  %r6 = te.compute "r6" axes(i = 6) : tensor<6xi1> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<6xi8>
    %y_ = te.read %y[%i] : tensor<6xi8>
    %v = arith.cmpi ult, %x_, %y_ : i8
    te.yield %v : i1
  }
  %r7 = te.compute "r7" axes(i = 6) : tensor<6xi1> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<6xi8>
    %y_ = te.read %y[%i] : tensor<6xi8>
    %v = arith.cmpi ule, %x_, %y_ : i8
    te.yield %v : i1
  }
  %r8 = te.compute "r8" axes(i = 6) : tensor<6xi1> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<6xi8>
    %y_ = te.read %y[%i] : tensor<6xi8>
    %v = arith.cmpi ugt, %x_, %y_ : i8
    te.yield %v : i1
  }
  %r9 = te.compute "r9" axes(i = 6) : tensor<6xi1> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<6xi8>
    %y_ = te.read %y[%i] : tensor<6xi8>
    %v = arith.cmpi uge, %x_, %y_ : i8
    te.yield %v : i1
  }
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9 : tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>, tensor<6xi1>
}

// Exact quotients and others, of equal and of different signs.
func.func @divide(
    %a: tensor<10xi8> {dl.test_input = dense<[7, -6, 6, -7, 0, -6, 1, 5, -127, 0]> : tensor<10xi8>},
    %b: tensor<10xi8> {dl.test_input = dense<[2, 3, 3, -2, 5, -3, -7, -1, -1, -5]> : tensor<10xi8>})
    -> (tensor<10xi8> {dl.test_expected = dense<[3, -2, 2, 3, 0, 2, -1, -5, 127, 0]> : tensor<10xi8>},
        tensor<10xi8> {dl.test_expected = dense<[4, -2, 2, 4, 0, 2, 0, -5, 127, 0]> : tensor<10xi8>}) {
  %r0 = te.compute "r0" axes(i = 10) : tensor<10xi8> {
  ^bb0(%i: index):
    %a_ = te.read %a[%i] : tensor<10xi8>
    %b_ = te.read %b[%i] : tensor<10xi8>
    %v = arith.floordivsi %a_, %b_ : i8
    te.yield %v : i8
  }
  %r1 = te.compute "r1" axes(i = 10) : tensor<10xi8> {
  ^bb0(%i: index):
    %a_ = te.read %a[%i] : tensor<10xi8>
    %b_ = te.read %b[%i] : tensor<10xi8>
    %v = arith.ceildivsi %a_, %b_ : i8
    te.yield %v : i8
  }
  return %r0, %r1 : tensor<10xi8>, tensor<10xi8>
}

// Powers by nothing, by negative numbers, by odd and even ones.
func.func @powers(
    %p: tensor<9xi8> {dl.test_input = dense<[2, 1, -1, -1, 3, 0, -2, 5, 2]> : tensor<9xi8>},
    %e: tensor<9xi8> {dl.test_input = dense<[0, -3, -3, -2, -1, 0, 3, 1, 6]> : tensor<9xi8>})
    -> (tensor<9xi8> {dl.test_expected = dense<[1, 1, -1, 1, 0, 1, -8, 5, 64]> : tensor<9xi8>}) {
  %r0 = te.compute "r0" axes(i = 9) : tensor<9xi8> {
  ^bb0(%i: index):
    %p_ = te.read %p[%i] : tensor<9xi8>
    %e_ = te.read %e[%i] : tensor<9xi8>
    %v = math.ipowi %p_, %e_ : i8
    te.yield %v : i8
  }
  return %r0 : tensor<9xi8>
}

// The ends of the range of 64 bits: what is outside becomes the nearest integer inside.
func.func @ends(
    %x: tensor<5xf64> {dl.test_input = dense<[-9223372036854775808.0, 9223372036854775808.0, -1.0, 18446744073709551616.0, 9223372036854774784.0]> : tensor<5xf64>})
    -> (tensor<5xi64> {dl.test_expected = dense<[-9223372036854775808, 9223372036854775807, -1, 9223372036854775807, 9223372036854774784]> : tensor<5xi64>},
        tensor<5xi64> {dl.test_expected = dense<[0, -9223372036854775808, 0, -1, 9223372036854774784]> : tensor<5xi64>}) {
  %r0 = te.compute "r0" axes(i = 5) : tensor<5xi64> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<5xf64>
    %v = arith.fptosi %x_ : f64 to i64
    te.yield %v : i64
  }
  %r1 = te.compute "r1" axes(i = 5) : tensor<5xi64> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<5xf64>
    %v = arith.fptoui %x_ : f64 to i64
    te.yield %v : i64
  }
  return %r0, %r1 : tensor<5xi64>, tensor<5xi64>
}

// Zeros have an order by their signs: what 1 is divided by tells which one it is.
func.func @zeros(
    %a: tensor<2xf32> {dl.test_input = dense<[-0.0, 0.0]> : tensor<2xf32>},
    %b: tensor<2xf32> {dl.test_input = dense<[0.0, -0.0]> : tensor<2xf32>})
    -> (tensor<2xf32> {dl.test_expected = dense<[0x7F800000, 0x7F800000]> : tensor<2xf32>},
        tensor<2xf32> {dl.test_expected = dense<[0xFF800000, 0xFF800000]> : tensor<2xf32>}) {
  %one = arith.constant 1.0 : f32
  %r0 = te.compute "r0" axes(i = 2) : tensor<2xf32> {
  ^bb0(%i: index):
    %a_ = te.read %a[%i] : tensor<2xf32>
    %b_ = te.read %b[%i] : tensor<2xf32>
    %m = arith.maximumf %a_, %b_ : f32
    %v = arith.divf %one, %m : f32
    te.yield %v : f32
  }
  %r1 = te.compute "r1" axes(i = 2) : tensor<2xf32> {
  ^bb0(%i: index):
    %a_ = te.read %a[%i] : tensor<2xf32>
    %b_ = te.read %b[%i] : tensor<2xf32>
    %m = arith.minimumf %a_, %b_ : f32
    %v = arith.divf %one, %m : f32
    te.yield %v : f32
  }
  return %r0, %r1 : tensor<2xf32>, tensor<2xf32>
}
