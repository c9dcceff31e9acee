// RUN: dl-opt %s --test-interpret

// Conversions between types: extension of i1, unsigned views, rounding, saturation.

func.func @conversions(
    %n: tensor<4xi8> {dl.test_input = dense<[-56, 7, -1, 127]> : tensor<4xi8>},
    %b: tensor<4xi1> {dl.test_input = dense<[false, true, true, false]> : tensor<4xi1>},
    %x: tensor<4xf32> {dl.test_input = dense<[1.75e+00, -2.5e+00, 3.0e+02, 1.0e+30]> : tensor<4xf32>},
    %d: tensor<4xf64> {dl.test_input = dense<[1.0000000001e+00, 1.0e-01, -3.0e+09, 1.0e+300]> : tensor<4xf64>},
    %l: tensor<4xi64> {dl.test_input = dense<[1099511627781, -1, 256, -129]> : tensor<4xi64>})
    -> (tensor<4xi32> {dl.test_expected = dense<[-56, 7, -1, 127]> : tensor<4xi32>},
        tensor<4xi32> {dl.test_expected = dense<[200, 7, 255, 127]> : tensor<4xi32>},
        tensor<4xi32> {dl.test_expected = dense<[0, -1, -1, 0]> : tensor<4xi32>},
        tensor<4xi32> {dl.test_expected = dense<[0, 1, 1, 0]> : tensor<4xi32>},
        tensor<4xi8> {dl.test_expected = dense<[5, -1, 0, 127]> : tensor<4xi8>},
        tensor<4xi1> {dl.test_expected = dense<[true, true, false, true]> : tensor<4xi1>},
        tensor<4xf32> {dl.test_expected = dense<[-5.6e+01, 7.0e+00, -1.0e+00, 1.27e+02]> : tensor<4xf32>},
        tensor<4xf32> {dl.test_expected = dense<[2.0e+02, 7.0e+00, 2.55e+02, 1.27e+02]> : tensor<4xf32>},
        tensor<4xf64> {dl.test_expected = dense<[0.0, -1.0e+00, -1.0e+00, 0.0]> : tensor<4xf64>},
        tensor<4xf64> {dl.test_expected = dense<[0.0, 1.0e+00, 1.0e+00, 0.0]> : tensor<4xf64>},
        tensor<4xf64> {dl.test_expected = dense<[1.099511627781e+12, 1.8446744073709552e+19, 2.56e+02, 1.8446744073709552e+19]> : tensor<4xf64>},
        tensor<4xi16> {dl.test_expected = dense<[1, -2, 300, -1]> : tensor<4xi16>},
        tensor<4xi64> {dl.test_expected = dense<[1, 0, -3000000000, 9223372036854775807]> : tensor<4xi64>},
        tensor<4xi64> {dl.test_expected = dense<[1, 0, 300, -1]> : tensor<4xi64>},
        tensor<4xf64> {dl.test_expected = dense<[1.75e+00, -2.5e+00, 3.0e+02, 1.0000000150474662e+30]> : tensor<4xf64>},
        tensor<4xf32> {dl.test_expected = dense<[1.0e+00, 1.0e-01, -3.0e+09, 0x7F800000]> : tensor<4xf32>}) {
  %r0 = te.compute "r0" axes(i = 4) : tensor<4xi32> {
  ^bb0(%i: index):
    %n_ = te.read %n[%i] : tensor<4xi8>
    %v = arith.extsi %n_ : i8 to i32
    te.yield %v : i32
  }
  %r1 = te.compute "r1" axes(i = 4) : tensor<4xi32> {
  ^bb0(%i: index):
    %n_ = te.read %n[%i] : tensor<4xi8>
    %v = arith.extui %n_ : i8 to i32
    te.yield %v : i32
  }
  %r2 = te.compute "r2" axes(i = 4) : tensor<4xi32> {
  ^bb0(%i: index):
    %b_ = te.read %b[%i] : tensor<4xi1>
    %v = arith.extsi %b_ : i1 to i32
    te.yield %v : i32
  }
  %r3 = te.compute "r3" axes(i = 4) : tensor<4xi32> {
  ^bb0(%i: index):
    %b_ = te.read %b[%i] : tensor<4xi1>
    %v = arith.extui %b_ : i1 to i32
    te.yield %v : i32
  }
  %r4 = te.compute "r4" axes(i = 4) : tensor<4xi8> {
  ^bb0(%i: index):
    %l_ = te.read %l[%i] : tensor<4xi64>
    %v = arith.trunci %l_ : i64 to i8
    te.yield %v : i8
  }
  %r5 = te.compute "r5" axes(i = 4) : tensor<4xi1> {
  ^bb0(%i: index):
    %l_ = te.read %l[%i] : tensor<4xi64>
    %v = arith.trunci %l_ : i64 to i1
    te.yield %v : i1
  }
  %r6 = te.compute "r6" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %n_ = te.read %n[%i] : tensor<4xi8>
    %v = arith.sitofp %n_ : i8 to f32
    te.yield %v : f32
  }
  %r7 = te.compute "r7" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %n_ = te.read %n[%i] : tensor<4xi8>
    %v = arith.uitofp %n_ : i8 to f32
    te.yield %v : f32
  }
  %r8 = te.compute "r8" axes(i = 4) : tensor<4xf64> {
  ^bb0(%i: index):
    %b_ = te.read %b[%i] : tensor<4xi1>
    %v = arith.sitofp %b_ : i1 to f64
    te.yield %v : f64
  }
  %r9 = te.compute "r9" axes(i = 4) : tensor<4xf64> {
  ^bb0(%i: index):
    %b_ = te.read %b[%i] : tensor<4xi1>
    %v = arith.uitofp %b_ : i1 to f64
    te.yield %v : f64
  }
  %r10 = te.compute "r10" axes(i = 4) : tensor<4xf64> {
  ^bb0(%i: index):
    %l_ = te.read %l[%i] : tensor<4xi64>
    %v = arith.uitofp %l_ : i64 to f64
    te.yield %v : f64
  }
  %r11 = te.compute "r11" axes(i = 4) : tensor<4xi16> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<4xf32>
    %v = arith.fptosi %x_ : f32 to i16
    te.yield %v : i16
  }
  %r12 = te.compute "r12" axes(i = 4) : tensor<4xi64> {
  ^bb0(%i: index):
    %d_ = te.read %d[%i] : tensor<4xf64>
    %v = arith.fptosi %d_ : f64 to i64
    te.yield %v : i64
  }
  %r13 = te.compute "r13" axes(i = 4) : tensor<4xi64> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<4xf32>
    %v = arith.fptoui %x_ : f32 to i64
    te.yield %v : i64
  }
  %r14 = te.compute "r14" axes(i = 4) : tensor<4xf64> {
  ^bb0(%i: index):
    %x_ = te.read %x[%i] : tensor<4xf32>
    %v = arith.extf %x_ : f32 to f64
    te.yield %v : f64
  }
  %r15 = te.compute "r15" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %d_ = te.read %d[%i] : tensor<4xf64>
    %v = arith.truncf %d_ : f64 to f32
    te.yield %v : f32
  }
  return %r0, %r1, %r2, %r3, %r4, %r5, %r6, %r7, %r8, %r9, %r10, %r11, %r12, %r13, %r14, %r15
      : tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi32>, tensor<4xi8>, tensor<4xi1>, tensor<4xf32>, tensor<4xf32>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xi16>, tensor<4xi64>, tensor<4xi64>, tensor<4xf64>, tensor<4xf32>
}

// The narrow floats round after each operation: 1 + 2^-9 is no bf16, 2049 no f16.
func.func @narrow(%x: tensor<2xbf16> {dl.test_input = dense<[1.0, 3.0]> : tensor<2xbf16>},
                  %y: tensor<2xf16> {dl.test_input = dense<[2048.0, 0.5]> : tensor<2xf16>})
    -> (tensor<2xbf16> {dl.test_expected = dense<[1.0, 3.0]> : tensor<2xbf16>},
        tensor<2xf16> {dl.test_expected = dense<[2048.0, 1.5]> : tensor<2xf16>},
        tensor<2xf32> {dl.test_expected = dense<[2047.0, 0.5]> : tensor<2xf32>}) {
  %r0 = te.compute "r0" axes(i = 2) : tensor<2xbf16> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<2xbf16>
    %c = arith.constant 1.953125e-03 : bf16
    %s = arith.addf %v, %c : bf16
    te.yield %s : bf16
  }
  %r1 = te.compute "r1" axes(i = 2) : tensor<2xf16> {
  ^bb0(%i: index):
    %v = te.read %y[%i] : tensor<2xf16>
    %c = arith.constant 1.0 : f16
    %s = arith.addf %v, %c : f16
    te.yield %s : f16
  }
  %r2 = te.compute "r2" axes(i = 2) : tensor<2xf32> {
  ^bb0(%i: index):
    %v = te.read %y[%i] : tensor<2xf16>
    %c = arith.constant 1.0 : f16
    %s = arith.addf %v, %c : f16
    %t = arith.subf %s, %c : f16
    %w = arith.extf %t : f16 to f32
    te.yield %w : f32
  }
  return %r0, %r1, %r2 : tensor<2xbf16>, tensor<2xf16>, tensor<2xf32>
}

// The ends of the range, and what lies just outside.
func.func @ends(
    %x: tensor<5xf64> {dl.test_input = dense<[-9223372036854775808.0, -9223372036854777856.0, 9223372036854774784.0, 9223372036854775808.0, 0x7FF8000000000000]> : tensor<5xf64>})
    -> (tensor<5xi64> {dl.test_expected = dense<[-9223372036854775808, -9223372036854775808, 9223372036854774784, 9223372036854775807, 0]> : tensor<5xi64>}) {
  %r = te.compute "r" axes(i = 5) : tensor<5xi64> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<5xf64>
    %n = arith.fptosi %v : f64 to i64
    te.yield %n : i64
  }
  return %r : tensor<5xi64>
}
