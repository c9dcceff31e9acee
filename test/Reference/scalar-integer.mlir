// RUN: dl-opt %s --test-interpret

// Integers of several widths: wrap-around, signed and unsigned views, i1.

func.func @int_i8(
    %x: tensor<5xi8> {dl.test_input = dense<[100, -100, 7, -7, -128]> : tensor<5xi8>},
    %y: tensor<5xi8> {dl.test_input = dense<[100, 3, -2, 2, 5]> : tensor<5xi8>},
    %s: tensor<5xi8> {dl.test_input = dense<[1, 2, 3, 0, 7]> : tensor<5xi8>})
    -> (tensor<5xi8> {dl.test_expected = dense<[-56, -97, 5, -5, -123]> : tensor<5xi8>},
        tensor<5xi8> {dl.test_expected = dense<[0, -103, 9, -9, 123]> : tensor<5xi8>},
        tensor<5xi8> {dl.test_expected = dense<[16, -44, -14, -14, -128]> : tensor<5xi8>},
        tensor<5xi8> {dl.test_expected = dense<[100, 0, 6, 0, 0]> : tensor<5xi8>},
        tensor<5xi8> {dl.test_expected = dense<[100, -97, -1, -5, -123]> : tensor<5xi8>},
        tensor<5xi8> {dl.test_expected = dense<[0, -97, -7, -5, -123]> : tensor<5xi8>},
        tensor<5xi8> {dl.test_expected = dense<[-56, 112, 56, -7, 0]> : tensor<5xi8>},
        tensor<5xi8> {dl.test_expected = dense<[50, -25, 0, -7, -1]> : tensor<5xi8>},
        tensor<5xi8> {dl.test_expected = dense<[50, 39, 0, -7, 1]> : tensor<5xi8>},
        tensor<5xi8> {dl.test_expected = dense<[100, 3, 7, 2, 5]> : tensor<5xi8>},
        tensor<5xi8> {dl.test_expected = dense<[100, -100, -2, -7, -128]> : tensor<5xi8>},
        tensor<5xi8> {dl.test_expected = dense<[100, -100, -2, -7, -128]> : tensor<5xi8>},
        tensor<5xi8> {dl.test_expected = dense<[100, 3, 7, 2, 5]> : tensor<5xi8>},
        tensor<5xi8> {dl.test_expected = dense<[1, -33, -3, -3, -25]> : tensor<5xi8>},
        tensor<5xi8> {dl.test_expected = dense<[0, -1, 1, -1, -3]> : tensor<5xi8>},
        tensor<5xi8> {dl.test_expected = dense<[1, -34, -4, -4, -26]> : tensor<5xi8>},
        tensor<5xi8> {dl.test_expected = dense<[1, -33, -3, -3, -25]> : tensor<5xi8>},
        tensor<5xi8> {dl.test_expected = dense<[1, 52, 0, 124, 25]> : tensor<5xi8>},
        tensor<5xi8> {dl.test_expected = dense<[0, 0, 7, 1, 3]> : tensor<5xi8>},
        tensor<5xi8> {dl.test_expected = dense<[1, 52, 1, 125, 26]> : tensor<5xi8>},
        tensor<5xi8> {dl.test_expected = dense<[100, 100, 7, 7, -128]> : tensor<5xi8>}) {
  %r0 = te.compute "r0" axes(i = 5) : tensor<5xi8> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<5xi8>
    %y_ = te.read %y[%i] : tensor<5xi8>
    %v = arith.addi %x_, %y_ : i8
    te.yield %v : i8
  }
  %r1 = te.compute "r1" axes(i = 5) : tensor<5xi8> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<5xi8>
    %y_ = te.read %y[%i] : tensor<5xi8>
    %v = arith.subi %x_, %y_ : i8
    te.yield %v : i8
  }
  %r2 = te.compute "r2" axes(i = 5) : tensor<5xi8> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<5xi8>
    %y_ = te.read %y[%i] : tensor<5xi8>
    %v = arith.muli %x_, %y_ : i8
    te.yield %v : i8
  }
  %r3 = te.compute "r3" axes(i = 5) : tensor<5xi8> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<5xi8>
    %y_ = te.read %y[%i] : tensor<5xi8>
    %v = arith.andi %x_, %y_ : i8
    te.yield %v : i8
  }
  %r4 = te.compute "r4" axes(i = 5) : tensor<5xi8> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<5xi8>
    %y_ = te.read %y[%i] : tensor<5xi8>
    %v = arith.ori %x_, %y_ : i8
    te.yield %v : i8
  }
  %r5 = te.compute "r5" axes(i = 5) : tensor<5xi8> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<5xi8>
    %y_ = te.read %y[%i] : tensor<5xi8>
    %v = arith.xori %x_, %y_ : i8
    te.yield %v : i8
  }
  %r6 = te.compute "r6" axes(i = 5) : tensor<5xi8> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<5xi8>
    %s_ = te.read %s[%i] : tensor<5xi8>
    %v = arith.shli %x_, %s_ : i8
    te.yield %v : i8
  }
  %r7 = te.compute "r7" axes(i = 5) : tensor<5xi8> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<5xi8>
    %s_ = te.read %s[%i] : tensor<5xi8>
    %v = arith.shrsi %x_, %s_ : i8
    te.yield %v : i8
  }
  %r8 = te.compute "r8" axes(i = 5) : tensor<5xi8> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<5xi8>
    %s_ = te.read %s[%i] : tensor<5xi8>
    %v = arith.shrui %x_, %s_ : i8
    te.yield %v : i8
  }
  %r9 = te.compute "r9" axes(i = 5) : tensor<5xi8> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<5xi8>
    %y_ = te.read %y[%i] : tensor<5xi8>
    %v = arith.maxsi %x_, %y_ : i8
    te.yield %v : i8
  }
  %r10 = te.compute "r10" axes(i = 5) : tensor<5xi8> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<5xi8>
    %y_ = te.read %y[%i] : tensor<5xi8>
    %v = arith.minsi %x_, %y_ : i8
    te.yield %v : i8
  }
  %r11 = te.compute "r11" axes(i = 5) : tensor<5xi8> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<5xi8>
    %y_ = te.read %y[%i] : tensor<5xi8>
    %v = arith.maxui %x_, %y_ : i8
    te.yield %v : i8
  }
  %r12 = te.compute "r12" axes(i = 5) : tensor<5xi8> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<5xi8>
    %y_ = te.read %y[%i] : tensor<5xi8>
    %v = arith.minui %x_, %y_ : i8
    te.yield %v : i8
  }
  %r13 = te.compute "r13" axes(i = 5) : tensor<5xi8> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<5xi8>
    %y_ = te.read %y[%i] : tensor<5xi8>
    %v = arith.divsi %x_, %y_ : i8
    te.yield %v : i8
  }
  %r14 = te.compute "r14" axes(i = 5) : tensor<5xi8> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<5xi8>
    %y_ = te.read %y[%i] : tensor<5xi8>
    %v = arith.remsi %x_, %y_ : i8
    te.yield %v : i8
  }
  %r15 = te.compute "r15" axes(i = 5) : tensor<5xi8> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<5xi8>
    %y_ = te.read %y[%i] : tensor<5xi8>
    %v = arith.floordivsi %x_, %y_ : i8
    te.yield %v : i8
  }
  %r16 = te.compute "r16" axes(i = 5) : tensor<5xi8> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<5xi8>
    %y_ = te.read %y[%i] : tensor<5xi8>
    %v = arith.ceildivsi %x_, %y_ : i8
    te.yield %v : i8
  }
  %r17 = te.compute "r17" axes(i = 5) : tensor<5xi8> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<5xi8>
    %y_ = te.read %y[%i] : tensor<5xi8>
    %v = arith.divui %x_, %y_ : i8
    te.yield %v : i8
  }
  %r18 = te.compute "r18" axes(i = 5) : tensor<5xi8> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<5xi8>
    %y_ = te.read %y[%i] : tensor<5xi8>
    %v = arith.remui %x_, %y_ : i8
    te.yield %v : i8
  }
  %r19 = te.compute "r19" axes(i = 5) : tensor<5xi8> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<5xi8>
    %y_ = te.read %y[%i] : tensor<5xi8>
    %v = arith.ceildivui %x_, %y_ : i8
    te.yield %v : i8
  }
  %r20 = te.compute "r20" axes(i = 5) : tensor<5xi8> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<5xi8>
    %v = math.absi %x_ : i8
    te.yield %v : i8
  }
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11, %r12, %r13, %r14, %r15, %r16, %r17, %r18, %r19, %r20
      : tensor<5xi8>, tensor<5xi8>, tensor<5xi8>, tensor<5xi8>, tensor<5xi8>, tensor<5xi8>, tensor<5xi8>, tensor<5xi8>, tensor<5xi8>, tensor<5xi8>, tensor<5xi8>, tensor<5xi8>, tensor<5xi8>, tensor<5xi8>, tensor<5xi8>, tensor<5xi8>, tensor<5xi8>, tensor<5xi8>, tensor<5xi8>, tensor<5xi8>, tensor<5xi8>
}

func.func @int_i64(
    %x: tensor<5xi64> {dl.test_input = dense<[100, -100, 7, -7, -9223372036854775808]> : tensor<5xi64>},
    %y: tensor<5xi64> {dl.test_input = dense<[100, 3, -2, 2, 5]> : tensor<5xi64>},
    %s: tensor<5xi64> {dl.test_input = dense<[1, 2, 3, 0, 7]> : tensor<5xi64>})
    -> (tensor<5xi64> {dl.test_expected = dense<[200, -97, 5, -5, -9223372036854775803]> : tensor<5xi64>},
        tensor<5xi64> {dl.test_expected = dense<[0, -103, 9, -9, 9223372036854775803]> : tensor<5xi64>},
        tensor<5xi64> {dl.test_expected = dense<[10000, -300, -14, -14, -9223372036854775808]> : tensor<5xi64>},
        tensor<5xi64> {dl.test_expected = dense<[100, 0, 6, 0, 0]> : tensor<5xi64>},
        tensor<5xi64> {dl.test_expected = dense<[100, -97, -1, -5, -9223372036854775803]> : tensor<5xi64>},
        tensor<5xi64> {dl.test_expected = dense<[0, -97, -7, -5, -9223372036854775803]> : tensor<5xi64>},
        tensor<5xi64> {dl.test_expected = dense<[200, -400, 56, -7, 0]> : tensor<5xi64>},
        tensor<5xi64> {dl.test_expected = dense<[50, -25, 0, -7, -72057594037927936]> : tensor<5xi64>},
        tensor<5xi64> {dl.test_expected = dense<[50, 4611686018427387879, 0, -7, 72057594037927936]> : tensor<5xi64>},
        tensor<5xi64> {dl.test_expected = dense<[100, 3, 7, 2, 5]> : tensor<5xi64>},
        tensor<5xi64> {dl.test_expected = dense<[100, -100, -2, -7, -9223372036854775808]> : tensor<5xi64>},
        tensor<5xi64> {dl.test_expected = dense<[100, -100, -2, -7, -9223372036854775808]> : tensor<5xi64>},
        tensor<5xi64> {dl.test_expected = dense<[100, 3, 7, 2, 5]> : tensor<5xi64>},
        tensor<5xi64> {dl.test_expected = dense<[1, -33, -3, -3, -1844674407370955161]> : tensor<5xi64>},
        tensor<5xi64> {dl.test_expected = dense<[0, -1, 1, -1, -3]> : tensor<5xi64>},
        tensor<5xi64> {dl.test_expected = dense<[1, -34, -4, -4, -1844674407370955162]> : tensor<5xi64>},
        tensor<5xi64> {dl.test_expected = dense<[1, -33, -3, -3, -1844674407370955161]> : tensor<5xi64>},
        tensor<5xi64> {dl.test_expected = dense<[1, 6148914691236517172, 0, 9223372036854775804, 1844674407370955161]> : tensor<5xi64>},
        tensor<5xi64> {dl.test_expected = dense<[0, 0, 7, 1, 3]> : tensor<5xi64>},
        tensor<5xi64> {dl.test_expected = dense<[1, 6148914691236517172, 1, 9223372036854775805, 1844674407370955162]> : tensor<5xi64>},
        tensor<5xi64> {dl.test_expected = dense<[100, 100, 7, 7, -9223372036854775808]> : tensor<5xi64>}) {
  %r0 = te.compute "r0" axes(i = 5) : tensor<5xi64> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<5xi64>
    %y_ = te.read %y[%i] : tensor<5xi64>
    %v = arith.addi %x_, %y_ : i64
    te.yield %v : i64
  }
  %r1 = te.compute "r1" axes(i = 5) : tensor<5xi64> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<5xi64>
    %y_ = te.read %y[%i] : tensor<5xi64>
    %v = arith.subi %x_, %y_ : i64
    te.yield %v : i64
  }
  %r2 = te.compute "r2" axes(i = 5) : tensor<5xi64> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<5xi64>
    %y_ = te.read %y[%i] : tensor<5xi64>
    %v = arith.muli %x_, %y_ : i64
    te.yield %v : i64
  }
  %r3 = te.compute "r3" axes(i = 5) : tensor<5xi64> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<5xi64>
    %y_ = te.read %y[%i] : tensor<5xi64>
    %v = arith.andi %x_, %y_ : i64
    te.yield %v : i64
  }
  %r4 = te.compute "r4" axes(i = 5) : tensor<5xi64> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<5xi64>
    %y_ = te.read %y[%i] : tensor<5xi64>
    %v = arith.ori %x_, %y_ : i64
    te.yield %v : i64
  }
  %r5 = te.compute "r5" axes(i = 5) : tensor<5xi64> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<5xi64>
    %y_ = te.read %y[%i] : tensor<5xi64>
    %v = arith.xori %x_, %y_ : i64
    te.yield %v : i64
  }
  %r6 = te.compute "r6" axes(i = 5) : tensor<5xi64> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<5xi64>
    %s_ = te.read %s[%i] : tensor<5xi64>
    %v = arith.shli %x_, %s_ : i64
    te.yield %v : i64
  }
  %r7 = te.compute "r7" axes(i = 5) : tensor<5xi64> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<5xi64>
    %s_ = te.read %s[%i] : tensor<5xi64>
    %v = arith.shrsi %x_, %s_ : i64
    te.yield %v : i64
  }
  %r8 = te.compute "r8" axes(i = 5) : tensor<5xi64> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<5xi64>
    %s_ = te.read %s[%i] : tensor<5xi64>
    %v = arith.shrui %x_, %s_ : i64
    te.yield %v : i64
  }
  %r9 = te.compute "r9" axes(i = 5) : tensor<5xi64> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<5xi64>
    %y_ = te.read %y[%i] : tensor<5xi64>
    %v = arith.maxsi %x_, %y_ : i64
    te.yield %v : i64
  }
  %r10 = te.compute "r10" axes(i = 5) : tensor<5xi64> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<5xi64>
    %y_ = te.read %y[%i] : tensor<5xi64>
    %v = arith.minsi %x_, %y_ : i64
    te.yield %v : i64
  }
  %r11 = te.compute "r11" axes(i = 5) : tensor<5xi64> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<5xi64>
    %y_ = te.read %y[%i] : tensor<5xi64>
    %v = arith.maxui %x_, %y_ : i64
    te.yield %v : i64
  }
  %r12 = te.compute "r12" axes(i = 5) : tensor<5xi64> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<5xi64>
    %y_ = te.read %y[%i] : tensor<5xi64>
    %v = arith.minui %x_, %y_ : i64
    te.yield %v : i64
  }
  %r13 = te.compute "r13" axes(i = 5) : tensor<5xi64> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<5xi64>
    %y_ = te.read %y[%i] : tensor<5xi64>
    %v = arith.divsi %x_, %y_ : i64
    te.yield %v : i64
  }
  %r14 = te.compute "r14" axes(i = 5) : tensor<5xi64> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<5xi64>
    %y_ = te.read %y[%i] : tensor<5xi64>
    %v = arith.remsi %x_, %y_ : i64
    te.yield %v : i64
  }
  %r15 = te.compute "r15" axes(i = 5) : tensor<5xi64> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<5xi64>
    %y_ = te.read %y[%i] : tensor<5xi64>
    %v = arith.floordivsi %x_, %y_ : i64
    te.yield %v : i64
  }
  %r16 = te.compute "r16" axes(i = 5) : tensor<5xi64> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<5xi64>
    %y_ = te.read %y[%i] : tensor<5xi64>
    %v = arith.ceildivsi %x_, %y_ : i64
    te.yield %v : i64
  }
  %r17 = te.compute "r17" axes(i = 5) : tensor<5xi64> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<5xi64>
    %y_ = te.read %y[%i] : tensor<5xi64>
    %v = arith.divui %x_, %y_ : i64
    te.yield %v : i64
  }
  %r18 = te.compute "r18" axes(i = 5) : tensor<5xi64> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<5xi64>
    %y_ = te.read %y[%i] : tensor<5xi64>
    %v = arith.remui %x_, %y_ : i64
    te.yield %v : i64
  }
  %r19 = te.compute "r19" axes(i = 5) : tensor<5xi64> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<5xi64>
    %y_ = te.read %y[%i] : tensor<5xi64>
    %v = arith.ceildivui %x_, %y_ : i64
    te.yield %v : i64
  }
  %r20 = te.compute "r20" axes(i = 5) : tensor<5xi64> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<5xi64>
    %v = math.absi %x_ : i64
    te.yield %v : i64
  }
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11, %r12, %r13, %r14, %r15, %r16, %r17, %r18, %r19, %r20
      : tensor<5xi64>, tensor<5xi64>, tensor<5xi64>, tensor<5xi64>, tensor<5xi64>, tensor<5xi64>, tensor<5xi64>, tensor<5xi64>, tensor<5xi64>, tensor<5xi64>, tensor<5xi64>, tensor<5xi64>, tensor<5xi64>, tensor<5xi64>, tensor<5xi64>, tensor<5xi64>, tensor<5xi64>, tensor<5xi64>, tensor<5xi64>, tensor<5xi64>, tensor<5xi64>
}

func.func @compare(
    %x: tensor<4xi8> {dl.test_input = dense<[1, -1, 5, 5]> : tensor<4xi8>},
    %y: tensor<4xi8> {dl.test_input = dense<[2, 1, 5, -5]> : tensor<4xi8>},
    %b: tensor<4xi1> {dl.test_input = dense<[false, true, false, true]> : tensor<4xi1>},
    %c: tensor<4xi1> {dl.test_input = dense<[false, false, true, true]> : tensor<4xi1>})
    -> (tensor<4xi1> {dl.test_expected = dense<[false, false, true, false]> : tensor<4xi1>},
        tensor<4xi1> {dl.test_expected = dense<[true, true, false, true]> : tensor<4xi1>},
        tensor<4xi1> {dl.test_expected = dense<[true, true, false, false]> : tensor<4xi1>},
        tensor<4xi1> {dl.test_expected = dense<[true, true, true, false]> : tensor<4xi1>},
        tensor<4xi1> {dl.test_expected = dense<[false, false, false, true]> : tensor<4xi1>},
        tensor<4xi1> {dl.test_expected = dense<[false, false, true, true]> : tensor<4xi1>},
        tensor<4xi1> {dl.test_expected = dense<[true, false, false, true]> : tensor<4xi1>},
        tensor<4xi1> {dl.test_expected = dense<[true, false, true, true]> : tensor<4xi1>},
        tensor<4xi1> {dl.test_expected = dense<[false, true, false, false]> : tensor<4xi1>},
        tensor<4xi1> {dl.test_expected = dense<[false, true, true, false]> : tensor<4xi1>},
        tensor<4xi1> {dl.test_expected = dense<[false, true, false, false]> : tensor<4xi1>},
        tensor<4xi1> {dl.test_expected = dense<[false, false, true, false]> : tensor<4xi1>},
        tensor<4xi8> {dl.test_expected = dense<[2, -1, 5, 5]> : tensor<4xi8>},
        tensor<4xi1> {dl.test_expected = dense<[false, true, true, false]> : tensor<4xi1>},
        tensor<4xi1> {dl.test_expected = dense<[false, false, false, true]> : tensor<4xi1>},
        tensor<4xi1> {dl.test_expected = dense<[false, true, true, true]> : tensor<4xi1>}) {
  %r0 = te.compute "r0" axes(i = 4) : tensor<4xi1> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<4xi8>
    %y_ = te.read %y[%i] : tensor<4xi8>
    %v = arith.cmpi eq, %x_, %y_ : i8
    te.yield %v : i1
  }
  %r1 = te.compute "r1" axes(i = 4) : tensor<4xi1> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<4xi8>
    %y_ = te.read %y[%i] : tensor<4xi8>
    %v = arith.cmpi ne, %x_, %y_ : i8
    te.yield %v : i1
  }
  %r2 = te.compute "r2" axes(i = 4) : tensor<4xi1> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<4xi8>
    %y_ = te.read %y[%i] : tensor<4xi8>
    %v = arith.cmpi slt, %x_, %y_ : i8
    te.yield %v : i1
  }
  %r3 = te.compute "r3" axes(i = 4) : tensor<4xi1> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<4xi8>
    %y_ = te.read %y[%i] : tensor<4xi8>
    %v = arith.cmpi sle, %x_, %y_ : i8
    te.yield %v : i1
  }
  %r4 = te.compute "r4" axes(i = 4) : tensor<4xi1> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<4xi8>
    %y_ = te.read %y[%i] : tensor<4xi8>
    %v = arith.cmpi sgt, %x_, %y_ : i8
    te.yield %v : i1
  }
  %r5 = te.compute "r5" axes(i = 4) : tensor<4xi1> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<4xi8>
    %y_ = te.read %y[%i] : tensor<4xi8>
    %v = arith.cmpi sge, %x_, %y_ : i8
    te.yield %v : i1
  }
  %r6 = te.compute "r6" axes(i = 4) : tensor<4xi1> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<4xi8>
    %y_ = te.read %y[%i] : tensor<4xi8>
    %v = arith.cmpi ult, %x_, %y_ : i8
    te.yield %v : i1
  }
  %r7 = te.compute "r7" axes(i = 4) : tensor<4xi1> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<4xi8>
    %y_ = te.read %y[%i] : tensor<4xi8>
    %v = arith.cmpi ule, %x_, %y_ : i8
    te.yield %v : i1
  }
  %r8 = te.compute "r8" axes(i = 4) : tensor<4xi1> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<4xi8>
    %y_ = te.read %y[%i] : tensor<4xi8>
    %v = arith.cmpi ugt, %x_, %y_ : i8
    te.yield %v : i1
  }
  %r9 = te.compute "r9" axes(i = 4) : tensor<4xi1> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<4xi8>
    %y_ = te.read %y[%i] : tensor<4xi8>
    %v = arith.cmpi uge, %x_, %y_ : i8
    te.yield %v : i1
  }
  %r10 = te.compute "r10" axes(i = 4) : tensor<4xi1> {
  ^bb0(%i: index):
    %b_ = te.read %b[%i] : tensor<4xi1>
    %c_ = te.read %c[%i] : tensor<4xi1>
    %v = arith.cmpi slt, %b_, %c_ : i1
    te.yield %v : i1
  }
  %r11 = te.compute "r11" axes(i = 4) : tensor<4xi1> {
  ^bb0(%i: index):
    %b_ = te.read %b[%i] : tensor<4xi1>
    %c_ = te.read %c[%i] : tensor<4xi1>
    %v = arith.cmpi ult, %b_, %c_ : i1
    te.yield %v : i1
  }
  %r12 = te.compute "r12" axes(i = 4) : tensor<4xi8> {
  ^bb0(%i: index):
    %b_ = te.read %b[%i] : tensor<4xi1>
    %x_ = te.read %x[%i] : tensor<4xi8>
    %y_ = te.read %y[%i] : tensor<4xi8>
    %v = arith.select %b_, %x_, %y_ : i8
    te.yield %v : i8
  }
  %r13 = te.compute "r13" axes(i = 4) : tensor<4xi1> {
  ^bb0(%i: index):
    %b_ = te.read %b[%i] : tensor<4xi1>
    %c_ = te.read %c[%i] : tensor<4xi1>
    %v = arith.addi %b_, %c_ : i1
    te.yield %v : i1
  }
  %r14 = te.compute "r14" axes(i = 4) : tensor<4xi1> {
  ^bb0(%i: index):
    %b_ = te.read %b[%i] : tensor<4xi1>
    %c_ = te.read %c[%i] : tensor<4xi1>
    %v = arith.maxsi %b_, %c_ : i1
    te.yield %v : i1
  }
  %r15 = te.compute "r15" axes(i = 4) : tensor<4xi1> {
  ^bb0(%i: index):
    %b_ = te.read %b[%i] : tensor<4xi1>
    %c_ = te.read %c[%i] : tensor<4xi1>
    %v = arith.maxui %b_, %c_ : i1
    te.yield %v : i1
  }
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11, %r12, %r13, %r14, %r15
      : tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>, tensor<4xi8>, tensor<4xi1>, tensor<4xi1>, tensor<4xi1>
}
