module attributes {dl.level = "te"} {
  func.func private @matmul(%arg0: tensor<128x768xf32>, %arg1: tensor<768x768xf32> {te.layout_free}, %arg2: tensor<128x768xf32> {te.destination}) -> tensor<128x768xf32> attributes {te.kernel} {
    %matmul = te.compute "matmul" axes(m = 128, n = 768) reduce(k = 768) combine(add) : tensor<128x768xf32> {
    ^bb0(%m: index, %n: index, %k: index):
      %0 = te.read %arg0[%m, %k] : tensor<128x768xf32>
      %1 = te.read %arg1[%k, %n] : tensor<768x768xf32>
      %2 = arith.mulf %0, %1 : f32
      te.yield %2 : f32
    }
    return %matmul : tensor<128x768xf32>
  }
  func.func private @matmul_0(%arg0: tensor<8x64xf32>, %arg1: tensor<64x1000xf32> {te.layout_free}, %arg2: tensor<8x1000xf32> {te.destination}) -> tensor<8x1000xf32> attributes {te.kernel} {
    %matmul = te.compute "matmul" axes(m = 8, n = 1000) reduce(k = 64) combine(add) : tensor<8x1000xf32> {
    ^bb0(%m: index, %n: index, %k: index):
      %0 = te.read %arg0[%m, %k] : tensor<8x64xf32>
      %1 = te.read %arg1[%k, %n] : tensor<64x1000xf32>
      %2 = arith.mulf %0, %1 : f32
      te.yield %2 : f32
    }
    return %matmul : tensor<8x1000xf32>
  }
  func.func private @matmul_1(%arg0: tensor<1x650xf32>, %arg1: tensor<650x650xf32> {te.layout_free}, %arg2: tensor<1x650xf32> {te.destination}) -> tensor<1x650xf32> attributes {te.kernel} {
    %matmul = te.compute "matmul" axes(m = 1, n = 650) reduce(k = 650) combine(add) : tensor<1x650xf32> {
    ^bb0(%m: index, %n: index, %k: index):
      %0 = te.read %arg0[%m, %k] : tensor<1x650xf32>
      %1 = te.read %arg1[%k, %n] : tensor<650x650xf32>
      %2 = arith.mulf %0, %1 : f32
      te.yield %2 : f32
    }
    return %matmul : tensor<1x650xf32>
  }
  func.func private @matmul_2(%arg0: tensor<3x100xf32>, %arg1: tensor<100x50xf32> {te.layout_free}, %arg2: tensor<3x50xf32> {te.destination}) -> tensor<3x50xf32> attributes {te.kernel} {
    %matmul = te.compute "matmul" axes(m = 3, n = 50) reduce(k = 100) combine(add) : tensor<3x50xf32> {
    ^bb0(%m: index, %n: index, %k: index):
      %0 = te.read %arg0[%m, %k] : tensor<3x100xf32>
      %1 = te.read %arg1[%k, %n] : tensor<100x50xf32>
      %2 = arith.mulf %0, %1 : f32
      te.yield %2 : f32
    }
    return %matmul : tensor<3x50xf32>
  }
  func.func private @matmul_3(%arg0: tensor<7x3xf32>, %arg1: tensor<3x5xf32> {te.layout_free}, %arg2: tensor<7x5xf32> {te.destination}) -> tensor<7x5xf32> attributes {te.kernel} {
    %matmul = te.compute "matmul" axes(m = 7, n = 5) reduce(k = 3) combine(add) : tensor<7x5xf32> {
    ^bb0(%m: index, %n: index, %k: index):
      %0 = te.read %arg0[%m, %k] : tensor<7x3xf32>
      %1 = te.read %arg1[%k, %n] : tensor<3x5xf32>
      %2 = arith.mulf %0, %1 : f32
      te.yield %2 : f32
    }
    return %matmul : tensor<7x5xf32>
  }
  func.func private @matmul_4(%arg0: tensor<64x7xf32>, %arg1: tensor<7x16xf32> {te.layout_free}, %arg2: tensor<64x16xf32> {te.destination}) -> tensor<64x16xf32> attributes {te.kernel} {
    %matmul = te.compute "matmul" axes(m = 64, n = 16) reduce(k = 7) combine(add) : tensor<64x16xf32> {
    ^bb0(%m: index, %n: index, %k: index):
      %0 = te.read %arg0[%m, %k] : tensor<64x7xf32>
      %1 = te.read %arg1[%k, %n] : tensor<7x16xf32>
      %2 = arith.mulf %0, %1 : f32
      te.yield %2 : f32
    }
    return %matmul : tensor<64x16xf32>
  }
  func.func private @matmul_5(%arg0: tensor<16x6xf32>, %arg1: tensor<6x64xf32> {te.layout_free}, %arg2: tensor<16x64xf32> {te.destination}) -> tensor<16x64xf32> attributes {te.kernel} {
    %matmul = te.compute "matmul" axes(m = 16, n = 64) reduce(k = 6) combine(add) : tensor<16x64xf32> {
    ^bb0(%m: index, %n: index, %k: index):
      %0 = te.read %arg0[%m, %k] : tensor<16x6xf32>
      %1 = te.read %arg1[%k, %n] : tensor<6x64xf32>
      %2 = arith.mulf %0, %1 : f32
      te.yield %2 : f32
    }
    return %matmul : tensor<16x64xf32>
  }
  func.func private @matmul_6(%arg0: tensor<2x33xf32>, %arg1: tensor<33x96xf32> {te.layout_free}, %arg2: tensor<2x96xf32> {te.destination}) -> tensor<2x96xf32> attributes {te.kernel} {
    %matmul = te.compute "matmul" axes(m = 2, n = 96) reduce(k = 33) combine(add) : tensor<2x96xf32> {
    ^bb0(%m: index, %n: index, %k: index):
      %0 = te.read %arg0[%m, %k] : tensor<2x33xf32>
      %1 = te.read %arg1[%k, %n] : tensor<33x96xf32>
      %2 = arith.mulf %0, %1 : f32
      te.yield %2 : f32
    }
    return %matmul : tensor<2x96xf32>
  }
  func.func private @matmul_7(%arg0: tensor<5x8xf64>, %arg1: tensor<8x24xf64> {te.layout_free}, %arg2: tensor<5x24xf64> {te.destination}) -> tensor<5x24xf64> attributes {te.kernel} {
    %matmul = te.compute "matmul" axes(m = 5, n = 24) reduce(k = 8) combine(add) : tensor<5x24xf64> {
    ^bb0(%m: index, %n: index, %k: index):
      %0 = te.read %arg0[%m, %k] : tensor<5x8xf64>
      %1 = te.read %arg1[%k, %n] : tensor<8x24xf64>
      %2 = arith.mulf %0, %1 : f64
      te.yield %2 : f64
    }
    return %matmul : tensor<5x24xf64>
  }
  func.func private @matmul_8(%arg0: tensor<16x12xi32>, %arg1: tensor<12x48xi32> {te.layout_free}, %arg2: tensor<16x48xi32> {te.destination}) -> tensor<16x48xi32> attributes {te.kernel} {
    %matmul = te.compute "matmul" axes(m = 16, n = 48) reduce(k = 12) combine(add) : tensor<16x48xi32> {
    ^bb0(%m: index, %n: index, %k: index):
      %0 = te.read %arg0[%m, %k] : tensor<16x12xi32>
      %1 = te.read %arg1[%k, %n] : tensor<12x48xi32>
      %2 = arith.muli %0, %1 : i32
      te.yield %2 : i32
    }
    return %matmul : tensor<16x48xi32>
  }
  func.func private @matmul_9(%arg0: tensor<1x12x128x128xf32>, %arg1: tensor<1x12x128x64xf32>, %arg2: tensor<1x12x128x64xf32> {te.destination}) -> tensor<1x12x128x64xf32> attributes {te.kernel} {
    %matmul = te.compute "matmul" axes(b0 = 1, b1 = 12, m = 128, n = 64) reduce(k = 128) combine(add) : tensor<1x12x128x64xf32> {
    ^bb0(%b0: index, %b1: index, %m: index, %n: index, %k: index):
      %0 = te.read %arg0[%b0, %b1, %m, %k] : tensor<1x12x128x128xf32>
      %1 = te.read %arg1[%b0, %b1, %k, %n] : tensor<1x12x128x64xf32>
      %2 = arith.mulf %0, %1 : f32
      te.yield %2 : f32
    }
    return %matmul : tensor<1x12x128x64xf32>
  }
  func.func private @matmul_10(%arg0: tensor<64x24xf32>, %arg1: tensor<24x40xf32>, %arg2: tensor<64x40xf32> {te.destination}) -> tensor<64x40xf32> attributes {te.kernel} {
    %matmul = te.compute "matmul" axes(m = 64, n = 40) reduce(k = 24) combine(add) : tensor<64x40xf32> {
    ^bb0(%m: index, %n: index, %k: index):
      %0 = te.read %arg0[%m, %k] : tensor<64x24xf32>
      %1 = te.read %arg1[%k, %n] : tensor<24x40xf32>
      %2 = arith.mulf %0, %1 : f32
      te.yield %2 : f32
    }
    return %matmul : tensor<64x40xf32>
  }
  func.func private @conv(%arg0: tensor<1x4x56x56x16xf32>, %arg1: tensor<4x4x3x3x16x16xf32> {te.layout_free}, %arg2: tensor<1x4x56x56x16xf32> {te.destination}) -> tensor<1x4x56x56x16xf32> attributes {te.kernel} {
    %cst = arith.constant 0.000000e+00 : f32
    %conv.pad = te.compute "conv.pad" axes(n = 1, cb = 4, h = 58, w = 58, ci = 16) : tensor<1x4x58x58x16xf32> {
    ^bb0(%n: index, %cb: index, %h: index, %w: index, %ci: index):
      %0 = te.read %arg0[%n, %cb, %h - 1, %w - 1, %ci] where(%h - 1 >= 0, -(%h - 1) + 55 >= 0, %w - 1 >= 0, -(%w - 1) + 55 >= 0) else %cst : tensor<1x4x56x56x16xf32>
      te.yield %0 : f32
    }
    %conv = te.compute "conv" axes(n = 1, ob = 4, h = 56, w = 56, oi = 16) reduce(ib = 4, kh = 3, kw = 3, ii = 16) combine(add) : tensor<1x4x56x56x16xf32> {
    ^bb0(%n: index, %ob: index, %h: index, %w: index, %oi: index, %ib: index, %kh: index, %kw: index, %ii: index):
      %0 = te.read %conv.pad[%n, %ib, %h + %kh, %w + %kw, %ii] : tensor<1x4x58x58x16xf32>
      %1 = te.read %arg1[%ob, %ib, %kh, %kw, %ii, %oi] : tensor<4x4x3x3x16x16xf32>
      %2 = arith.mulf %0, %1 : f32
      te.yield %2 : f32
    }
    return %conv : tensor<1x4x56x56x16xf32>
  }
  func.func private @relu(%arg0: tensor<1x4x56x56x16xf32>, %arg1: tensor<1x4x56x56x16xf32> {te.destination}) -> tensor<1x4x56x56x16xf32> attributes {te.kernel} {
    %cst = arith.constant 0.000000e+00 : f32
    %relu = te.compute "relu" axes(i0 = 1, i1 = 4, i2 = 56, i3 = 56, i4 = 16) : tensor<1x4x56x56x16xf32> {
    ^bb0(%i0: index, %i1: index, %i2: index, %i3: index, %i4: index):
      %0 = te.read %arg0[%i0, %i1, %i2, %i3, %i4] : tensor<1x4x56x56x16xf32>
      %1 = arith.maximumf %0, %cst : f32
      te.yield %1 : f32
    }
    return %relu : tensor<1x4x56x56x16xf32>
  }
  func.func private @conv_11(%arg0: tensor<1x4x56x56x16xf32>, %arg1: tensor<8x4x3x3x16x16xf32> {te.layout_free}, %arg2: tensor<1x8x28x28x16xf32> {te.destination}) -> tensor<1x8x28x28x16xf32> attributes {te.kernel} {
    %cst = arith.constant 0.000000e+00 : f32
    %conv.pad = te.compute "conv.pad" axes(n = 1, cb = 4, h = 57, w = 57, ci = 16) : tensor<1x4x57x57x16xf32> {
    ^bb0(%n: index, %cb: index, %h: index, %w: index, %ci: index):
      %0 = te.read %arg0[%n, %cb, %h - 1, %w - 1, %ci] where(%h - 1 >= 0, %w - 1 >= 0) else %cst : tensor<1x4x56x56x16xf32>
      te.yield %0 : f32
    }
    %conv = te.compute "conv" axes(n = 1, ob = 8, h = 28, w = 28, oi = 16) reduce(ib = 4, kh = 3, kw = 3, ii = 16) combine(add) : tensor<1x8x28x28x16xf32> {
    ^bb0(%n: index, %ob: index, %h: index, %w: index, %oi: index, %ib: index, %kh: index, %kw: index, %ii: index):
      %0 = te.read %conv.pad[%n, %ib, %h * 2 + %kh, %w * 2 + %kw, %ii] : tensor<1x4x57x57x16xf32>
      %1 = te.read %arg1[%ob, %ib, %kh, %kw, %ii, %oi] : tensor<8x4x3x3x16x16xf32>
      %2 = arith.mulf %0, %1 : f32
      te.yield %2 : f32
    }
    return %conv : tensor<1x8x28x28x16xf32>
  }
  func.func private @relu_12(%arg0: tensor<1x8x28x28x16xf32>, %arg1: tensor<1x8x28x28x16xf32> {te.destination}) -> tensor<1x8x28x28x16xf32> attributes {te.kernel} {
    %cst = arith.constant 0.000000e+00 : f32
    %relu = te.compute "relu" axes(i0 = 1, i1 = 8, i2 = 28, i3 = 28, i4 = 16) : tensor<1x8x28x28x16xf32> {
    ^bb0(%i0: index, %i1: index, %i2: index, %i3: index, %i4: index):
      %0 = te.read %arg0[%i0, %i1, %i2, %i3, %i4] : tensor<1x8x28x28x16xf32>
      %1 = arith.maximumf %0, %cst : f32
      te.yield %1 : f32
    }
    return %relu : tensor<1x8x28x28x16xf32>
  }
  func.func private @conv_13(%arg0: tensor<1x4x14x14x16xf32>, %arg1: tensor<2x4x1x1x16x16xf32> {te.layout_free}, %arg2: tensor<1x2x14x14x16xf32> {te.destination}) -> tensor<1x2x14x14x16xf32> attributes {te.kernel} {
    %conv = te.compute "conv" axes(n = 1, ob = 2, h = 14, w = 14, oi = 16) reduce(ib = 4, kh = 1, kw = 1, ii = 16) combine(add) : tensor<1x2x14x14x16xf32> {
    ^bb0(%n: index, %ob: index, %h: index, %w: index, %oi: index, %ib: index, %kh: index, %kw: index, %ii: index):
      %0 = te.read %arg0[%n, %ib, %h + %kh, %w + %kw, %ii] : tensor<1x4x14x14x16xf32>
      %1 = te.read %arg1[%ob, %ib, %kh, %kw, %ii, %oi] : tensor<2x4x1x1x16x16xf32>
      %2 = arith.mulf %0, %1 : f32
      te.yield %2 : f32
    }
    return %conv : tensor<1x2x14x14x16xf32>
  }
  func.func private @relu_14(%arg0: tensor<1x2x14x14x16xf32>, %arg1: tensor<1x2x14x14x16xf32> {te.destination}) -> tensor<1x2x14x14x16xf32> attributes {te.kernel} {
    %cst = arith.constant 0.000000e+00 : f32
    %relu = te.compute "relu" axes(i0 = 1, i1 = 2, i2 = 14, i3 = 14, i4 = 16) : tensor<1x2x14x14x16xf32> {
    ^bb0(%i0: index, %i1: index, %i2: index, %i3: index, %i4: index):
      %0 = te.read %arg0[%i0, %i1, %i2, %i3, %i4] : tensor<1x2x14x14x16xf32>
      %1 = arith.maximumf %0, %cst : f32
      te.yield %1 : f32
    }
    return %relu : tensor<1x2x14x14x16xf32>
  }
  func.func private @conv_15(%arg0: tensor<1x4x7x7x8xf32>, %arg1: tensor<4x4x3x3x8x8xf32> {te.layout_free}, %arg2: tensor<1x4x7x7x8xf32> {te.destination}) -> tensor<1x4x7x7x8xf32> attributes {te.kernel} {
    %cst = arith.constant 0.000000e+00 : f32
    %conv.pad = te.compute "conv.pad" axes(n = 1, cb = 4, h = 9, w = 9, ci = 8) : tensor<1x4x9x9x8xf32> {
    ^bb0(%n: index, %cb: index, %h: index, %w: index, %ci: index):
      %0 = te.read %arg0[%n, %cb, %h - 1, %w - 1, %ci] where(%h - 1 >= 0, -(%h - 1) + 6 >= 0, %w - 1 >= 0, -(%w - 1) + 6 >= 0) else %cst : tensor<1x4x7x7x8xf32>
      te.yield %0 : f32
    }
    %conv = te.compute "conv" axes(n = 1, ob = 4, h = 7, w = 7, oi = 8) reduce(ib = 4, kh = 3, kw = 3, ii = 8) combine(add) : tensor<1x4x7x7x8xf32> {
    ^bb0(%n: index, %ob: index, %h: index, %w: index, %oi: index, %ib: index, %kh: index, %kw: index, %ii: index):
      %0 = te.read %conv.pad[%n, %ib, %h + %kh, %w + %kw, %ii] : tensor<1x4x9x9x8xf32>
      %1 = te.read %arg1[%ob, %ib, %kh, %kw, %ii, %oi] : tensor<4x4x3x3x8x8xf32>
      %2 = arith.mulf %0, %1 : f32
      te.yield %2 : f32
    }
    return %conv : tensor<1x4x7x7x8xf32>
  }
  func.func private @relu_16(%arg0: tensor<1x4x7x7x8xf32>, %arg1: tensor<1x4x7x7x8xf32> {te.destination}) -> tensor<1x4x7x7x8xf32> attributes {te.kernel} {
    %cst = arith.constant 0.000000e+00 : f32
    %relu = te.compute "relu" axes(i0 = 1, i1 = 4, i2 = 7, i3 = 7, i4 = 8) : tensor<1x4x7x7x8xf32> {
    ^bb0(%i0: index, %i1: index, %i2: index, %i3: index, %i4: index):
      %0 = te.read %arg0[%i0, %i1, %i2, %i3, %i4] : tensor<1x4x7x7x8xf32>
      %1 = arith.maximumf %0, %cst : f32
      te.yield %1 : f32
    }
    return %relu : tensor<1x4x7x7x8xf32>
  }
  func.func private @conv_17(%arg0: tensor<1x3x224x224xf32>, %arg1: tensor<64x3x7x7xf32> {te.layout_free}, %arg2: tensor<1x64x112x112xf32> {te.destination}) -> tensor<1x64x112x112xf32> attributes {te.kernel} {
    %cst = arith.constant 0.000000e+00 : f32
    %conv.pad = te.compute "conv.pad" axes(n = 1, c = 3, h = 229, w = 229) : tensor<1x3x229x229xf32> {
    ^bb0(%n: index, %c: index, %h: index, %w: index):
      %0 = te.read %arg0[%n, %c, %h - 3, %w - 3] where(%h - 3 >= 0, -(%h - 3) + 223 >= 0, %w - 3 >= 0, -(%w - 3) + 223 >= 0) else %cst : tensor<1x3x224x224xf32>
      te.yield %0 : f32
    }
    %conv = te.compute "conv" axes(n = 1, o = 64, h = 112, w = 112) reduce(i = 3, kh = 7, kw = 7) combine(add) : tensor<1x64x112x112xf32> {
    ^bb0(%n: index, %o: index, %h: index, %w: index, %i: index, %kh: index, %kw: index):
      %0 = te.read %conv.pad[%n, %i, %h * 2 + %kh, %w * 2 + %kw] : tensor<1x3x229x229xf32>
      %1 = te.read %arg1[%o, %i, %kh, %kw] : tensor<64x3x7x7xf32>
      %2 = arith.mulf %0, %1 : f32
      te.yield %2 : f32
    }
    return %conv : tensor<1x64x112x112xf32>
  }
  func.func private @relu_18(%arg0: tensor<1x64x112x112xf32>, %arg1: tensor<1x64x112x112xf32> {te.destination}) -> tensor<1x64x112x112xf32> attributes {te.kernel} {
    %cst = arith.constant 0.000000e+00 : f32
    %relu = te.compute "relu" axes(i0 = 1, i1 = 64, i2 = 112, i3 = 112) : tensor<1x64x112x112xf32> {
    ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
      %0 = te.read %arg0[%i0, %i1, %i2, %i3] : tensor<1x64x112x112xf32>
      %1 = arith.maximumf %0, %cst : f32
      te.yield %1 : f32
    }
    return %relu : tensor<1x64x112x112xf32>
  }
  func.func private @conv_19(%arg0: tensor<1x8x12x12xf32>, %arg1: tensor<24x8x3x3xf32> {te.layout_free}, %arg2: tensor<1x24x12x12xf32> {te.destination}) -> tensor<1x24x12x12xf32> attributes {te.kernel} {
    %cst = arith.constant 0.000000e+00 : f32
    %conv.pad = te.compute "conv.pad" axes(n = 1, c = 8, h = 14, w = 14) : tensor<1x8x14x14xf32> {
    ^bb0(%n: index, %c: index, %h: index, %w: index):
      %0 = te.read %arg0[%n, %c, %h - 1, %w - 1] where(%h - 1 >= 0, -(%h - 1) + 11 >= 0, %w - 1 >= 0, -(%w - 1) + 11 >= 0) else %cst : tensor<1x8x12x12xf32>
      te.yield %0 : f32
    }
    %conv = te.compute "conv" axes(n = 1, o = 24, h = 12, w = 12) reduce(i = 8, kh = 3, kw = 3) combine(add) : tensor<1x24x12x12xf32> {
    ^bb0(%n: index, %o: index, %h: index, %w: index, %i: index, %kh: index, %kw: index):
      %0 = te.read %conv.pad[%n, %i, %h + %kh, %w + %kw] : tensor<1x8x14x14xf32>
      %1 = te.read %arg1[%o, %i, %kh, %kw] : tensor<24x8x3x3xf32>
      %2 = arith.mulf %0, %1 : f32
      te.yield %2 : f32
    }
    return %conv : tensor<1x24x12x12xf32>
  }
  func.func private @relu_20(%arg0: tensor<1x24x12x12xf32>, %arg1: tensor<1x24x12x12xf32> {te.destination}) -> tensor<1x24x12x12xf32> attributes {te.kernel} {
    %cst = arith.constant 0.000000e+00 : f32
    %relu = te.compute "relu" axes(i0 = 1, i1 = 24, i2 = 12, i3 = 12) : tensor<1x24x12x12xf32> {
    ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
      %0 = te.read %arg0[%i0, %i1, %i2, %i3] : tensor<1x24x12x12xf32>
      %1 = arith.maximumf %0, %cst : f32
      te.yield %1 : f32
    }
    return %relu : tensor<1x24x12x12xf32>
  }
  func.func private @conv_21(%arg0: tensor<1x8x10x10xf32>, %arg1: tensor<16x2x3x3xf32> {te.layout_free}, %arg2: tensor<1x16x8x8xf32> {te.destination}) -> tensor<1x16x8x8xf32> attributes {te.kernel} {
    %conv = te.compute "conv" axes(n = 1, o = 16, h = 8, w = 8) reduce(i = 2, kh = 3, kw = 3) combine(add) : tensor<1x16x8x8xf32> {
    ^bb0(%n: index, %o: index, %h: index, %w: index, %i: index, %kh: index, %kw: index):
      %0 = te.read %arg0[%n, (%o floordiv 4) * 2 + %i, %h + %kh, %w + %kw] : tensor<1x8x10x10xf32>
      %1 = te.read %arg1[%o, %i, %kh, %kw] : tensor<16x2x3x3xf32>
      %2 = arith.mulf %0, %1 : f32
      te.yield %2 : f32
    }
    return %conv : tensor<1x16x8x8xf32>
  }
  func.func private @relu_22(%arg0: tensor<1x16x8x8xf32>, %arg1: tensor<1x16x8x8xf32> {te.destination}) -> tensor<1x16x8x8xf32> attributes {te.kernel} {
    %cst = arith.constant 0.000000e+00 : f32
    %relu = te.compute "relu" axes(i0 = 1, i1 = 16, i2 = 8, i3 = 8) : tensor<1x16x8x8xf32> {
    ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
      %0 = te.read %arg0[%i0, %i1, %i2, %i3] : tensor<1x16x8x8xf32>
      %1 = arith.maximumf %0, %cst : f32
      te.yield %1 : f32
    }
    return %relu : tensor<1x16x8x8xf32>
  }
  func.func private @conv_23(%arg0: tensor<1x2x28x28x16xf32>, %arg1: tensor<2x1x3x3x16xf32> {te.layout_free}, %arg2: tensor<1x2x28x28x16xf32> {te.destination}) -> tensor<1x2x28x28x16xf32> attributes {te.kernel} {
    %cst = arith.constant 0.000000e+00 : f32
    %conv.pad = te.compute "conv.pad" axes(n = 1, cb = 2, h = 30, w = 30, ci = 16) : tensor<1x2x30x30x16xf32> {
    ^bb0(%n: index, %cb: index, %h: index, %w: index, %ci: index):
      %0 = te.read %arg0[%n, %cb, %h - 1, %w - 1, %ci] where(%h - 1 >= 0, -(%h - 1) + 27 >= 0, %w - 1 >= 0, -(%w - 1) + 27 >= 0) else %cst : tensor<1x2x28x28x16xf32>
      te.yield %0 : f32
    }
    %conv = te.compute "conv" axes(n = 1, ob = 2, h = 28, w = 28, oi = 16) reduce(i = 1, kh = 3, kw = 3) combine(add) : tensor<1x2x28x28x16xf32> {
    ^bb0(%n: index, %ob: index, %h: index, %w: index, %oi: index, %i: index, %kh: index, %kw: index):
      %0 = te.read %conv.pad[%n, %ob, %h + %kh, %w + %kw, %oi] : tensor<1x2x30x30x16xf32>
      %1 = te.read %arg1[%ob, %i, %kh, %kw, %oi] : tensor<2x1x3x3x16xf32>
      %2 = arith.mulf %0, %1 : f32
      te.yield %2 : f32
    }
    return %conv : tensor<1x2x28x28x16xf32>
  }
  func.func private @relu_24(%arg0: tensor<1x2x28x28x16xf32>, %arg1: tensor<1x2x28x28x16xf32> {te.destination}) -> tensor<1x2x28x28x16xf32> attributes {te.kernel} {
    %cst = arith.constant 0.000000e+00 : f32
    %relu = te.compute "relu" axes(i0 = 1, i1 = 2, i2 = 28, i3 = 28, i4 = 16) : tensor<1x2x28x28x16xf32> {
    ^bb0(%i0: index, %i1: index, %i2: index, %i3: index, %i4: index):
      %0 = te.read %arg0[%i0, %i1, %i2, %i3, %i4] : tensor<1x2x28x28x16xf32>
      %1 = arith.maximumf %0, %cst : f32
      te.yield %1 : f32
    }
    return %relu : tensor<1x2x28x28x16xf32>
  }
  func.func private @conv_25(%arg0: tensor<1x8x9x9xf32>, %arg1: tensor<8x1x3x3xf32> {te.layout_free}, %arg2: tensor<1x8x5x5xf32> {te.destination}) -> tensor<1x8x5x5xf32> attributes {te.kernel} {
    %cst = arith.constant 0.000000e+00 : f32
    %conv.pad = te.compute "conv.pad" axes(n = 1, c = 8, h = 11, w = 11) : tensor<1x8x11x11xf32> {
    ^bb0(%n: index, %c: index, %h: index, %w: index):
      %0 = te.read %arg0[%n, %c, %h - 1, %w - 1] where(%h - 1 >= 0, -(%h - 1) + 8 >= 0, %w - 1 >= 0, -(%w - 1) + 8 >= 0) else %cst : tensor<1x8x9x9xf32>
      te.yield %0 : f32
    }
    %conv = te.compute "conv" axes(n = 1, o = 8, h = 5, w = 5) reduce(i = 1, kh = 3, kw = 3) combine(add) : tensor<1x8x5x5xf32> {
    ^bb0(%n: index, %o: index, %h: index, %w: index, %i: index, %kh: index, %kw: index):
      %0 = te.read %conv.pad[%n, %o, %h * 2 + %kh, %w * 2 + %kw] : tensor<1x8x11x11xf32>
      %1 = te.read %arg1[%o, %i, %kh, %kw] : tensor<8x1x3x3xf32>
      %2 = arith.mulf %0, %1 : f32
      te.yield %2 : f32
    }
    return %conv : tensor<1x8x5x5xf32>
  }
  func.func private @relu_26(%arg0: tensor<1x8x5x5xf32>, %arg1: tensor<1x8x5x5xf32> {te.destination}) -> tensor<1x8x5x5xf32> attributes {te.kernel} {
    %cst = arith.constant 0.000000e+00 : f32
    %relu = te.compute "relu" axes(i0 = 1, i1 = 8, i2 = 5, i3 = 5) : tensor<1x8x5x5xf32> {
    ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
      %0 = te.read %arg0[%i0, %i1, %i2, %i3] : tensor<1x8x5x5xf32>
      %1 = arith.maximumf %0, %cst : f32
      te.yield %1 : f32
    }
    return %relu : tensor<1x8x5x5xf32>
  }
  func.func private @softmax(%arg0: tensor<1x12x128x128xf32>, %arg1: tensor<1x12x128x128xf32> {te.destination}) -> tensor<1x12x128x128xf32> attributes {te.kernel} {
    %cst = arith.constant 1.000000e+00 : f32
    %softmax.max = te.compute "softmax.max" axes(i0 = 1, i1 = 12, i2 = 128) reduce(i3 = 128) combine(max) : tensor<1x12x128xf32> {
    ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
      %0 = te.read %arg0[%i0, %i1, %i2, %i3] : tensor<1x12x128x128xf32>
      te.yield %0 : f32
    }
    %softmax.exp = te.compute "softmax.exp" axes(i0 = 1, i1 = 12, i2 = 128, i3 = 128) : tensor<1x12x128x128xf32> {
    ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
      %0 = te.read %arg0[%i0, %i1, %i2, %i3] : tensor<1x12x128x128xf32>
      %1 = te.read %softmax.max[%i0, %i1, %i2] : tensor<1x12x128xf32>
      %2 = arith.subf %0, %1 : f32
      %3 = math.exp %2 fastmath<afn> : f32
      te.yield %3 : f32
    }
    %softmax.sum = te.compute "softmax.sum" axes(i0 = 1, i1 = 12, i2 = 128) reduce(i3 = 128) combine(add) : tensor<1x12x128xf32> {
    ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
      %0 = te.read %softmax.exp[%i0, %i1, %i2, %i3] : tensor<1x12x128x128xf32>
      te.yield %0 : f32
    }
    %softmax.scale = te.compute "softmax.scale" axes(i0 = 1, i1 = 12, i2 = 128) : tensor<1x12x128xf32> {
    ^bb0(%i0: index, %i1: index, %i2: index):
      %0 = te.read %softmax.sum[%i0, %i1, %i2] : tensor<1x12x128xf32>
      %1 = arith.divf %cst, %0 : f32
      te.yield %1 : f32
    }
    %softmax = te.compute "softmax" axes(i0 = 1, i1 = 12, i2 = 128, i3 = 128) : tensor<1x12x128x128xf32> {
    ^bb0(%i0: index, %i1: index, %i2: index, %i3: index):
      %0 = te.read %softmax.exp[%i0, %i1, %i2, %i3] : tensor<1x12x128x128xf32>
      %1 = te.read %softmax.scale[%i0, %i1, %i2] : tensor<1x12x128xf32>
      %2 = arith.mulf %0, %1 : f32
      te.yield %2 : f32
    }
    return %softmax : tensor<1x12x128x128xf32>
  }
  func.func private @softmax_27(%arg0: tensor<40x5xf32>, %arg1: tensor<40x5xf32> {te.destination}) -> tensor<40x5xf32> attributes {te.kernel} {
    %cst = arith.constant 1.000000e+00 : f32
    %softmax.max = te.compute "softmax.max" axes(i0 = 40) reduce(i1 = 5) combine(max) : tensor<40xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %arg0[%i0, %i1] : tensor<40x5xf32>
      te.yield %0 : f32
    }
    %softmax.exp = te.compute "softmax.exp" axes(i0 = 40, i1 = 5) : tensor<40x5xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %arg0[%i0, %i1] : tensor<40x5xf32>
      %1 = te.read %softmax.max[%i0] : tensor<40xf32>
      %2 = arith.subf %0, %1 : f32
      %3 = math.exp %2 fastmath<afn> : f32
      te.yield %3 : f32
    }
    %softmax.sum = te.compute "softmax.sum" axes(i0 = 40) reduce(i1 = 5) combine(add) : tensor<40xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %softmax.exp[%i0, %i1] : tensor<40x5xf32>
      te.yield %0 : f32
    }
    %softmax.scale = te.compute "softmax.scale" axes(i0 = 40) : tensor<40xf32> {
    ^bb0(%i0: index):
      %0 = te.read %softmax.sum[%i0] : tensor<40xf32>
      %1 = arith.divf %cst, %0 : f32
      te.yield %1 : f32
    }
    %softmax = te.compute "softmax" axes(i0 = 40, i1 = 5) : tensor<40x5xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %softmax.exp[%i0, %i1] : tensor<40x5xf32>
      %1 = te.read %softmax.scale[%i0] : tensor<40xf32>
      %2 = arith.mulf %0, %1 : f32
      te.yield %2 : f32
    }
    return %softmax : tensor<40x5xf32>
  }
  func.func private @softmax_28(%arg0: tensor<33x20xf32>, %arg1: tensor<33x20xf32> {te.destination}) -> tensor<33x20xf32> attributes {te.kernel} {
    %cst = arith.constant 1.000000e+00 : f32
    %softmax.max = te.compute "softmax.max" axes(i1 = 20) reduce(i0 = 33) combine(max) : tensor<20xf32> {
    ^bb0(%i1: index, %i0: index):
      %0 = te.read %arg0[%i0, %i1] : tensor<33x20xf32>
      te.yield %0 : f32
    }
    %softmax.exp = te.compute "softmax.exp" axes(i0 = 33, i1 = 20) : tensor<33x20xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %arg0[%i0, %i1] : tensor<33x20xf32>
      %1 = te.read %softmax.max[%i1] : tensor<20xf32>
      %2 = arith.subf %0, %1 : f32
      %3 = math.exp %2 fastmath<afn> : f32
      te.yield %3 : f32
    }
    %softmax.sum = te.compute "softmax.sum" axes(i1 = 20) reduce(i0 = 33) combine(add) : tensor<20xf32> {
    ^bb0(%i1: index, %i0: index):
      %0 = te.read %softmax.exp[%i0, %i1] : tensor<33x20xf32>
      te.yield %0 : f32
    }
    %softmax.scale = te.compute "softmax.scale" axes(i1 = 20) : tensor<20xf32> {
    ^bb0(%i1: index):
      %0 = te.read %softmax.sum[%i1] : tensor<20xf32>
      %1 = arith.divf %cst, %0 : f32
      te.yield %1 : f32
    }
    %softmax = te.compute "softmax" axes(i0 = 33, i1 = 20) : tensor<33x20xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %softmax.exp[%i0, %i1] : tensor<33x20xf32>
      %1 = te.read %softmax.scale[%i1] : tensor<20xf32>
      %2 = arith.mulf %0, %1 : f32
      te.yield %2 : f32
    }
    return %softmax : tensor<33x20xf32>
  }
  func.func private @reduce_mean(%arg0: tensor<1x512x7x7xf32>, %arg1: tensor<1x512x1x1xf32> {te.destination}) -> tensor<1x512x1x1xf32> attributes {te.kernel} {
    %cst = arith.constant 4.900000e+01 : f32
    %reduce_mean.sum = te.compute "reduce_mean.sum" axes(i0 = 1, i1 = 512, i2_one = 1, i3_one = 1) reduce(i2 = 7, i3 = 7) combine(add) : tensor<1x512x1x1xf32> {
    ^bb0(%i0: index, %i1: index, %i2_one: index, %i3_one: index, %i2: index, %i3: index):
      %0 = te.read %arg0[%i0, %i1, %i2, %i3] : tensor<1x512x7x7xf32>
      te.yield %0 : f32
    }
    %reduce_mean = te.compute "reduce_mean" axes(i0 = 1, i1 = 512, i2_one = 1, i3_one = 1) : tensor<1x512x1x1xf32> {
    ^bb0(%i0: index, %i1: index, %i2_one: index, %i3_one: index):
      %0 = te.read %reduce_mean.sum[%i0, %i1, %i2_one, %i3_one] : tensor<1x512x1x1xf32>
      %1 = arith.divf %0, %cst : f32
      te.yield %1 : f32
    }
    return %reduce_mean : tensor<1x512x1x1xf32>
  }
  func.func private @reduce_sum(%arg0: tensor<100x65xf32>, %arg1: tensor<65xf32> {te.destination}) -> tensor<65xf32> attributes {te.kernel} {
    %reduce_sum = te.compute "reduce_sum" axes(i1 = 65) reduce(i0 = 100) combine(add) : tensor<65xf32> {
    ^bb0(%i1: index, %i0: index):
      %0 = te.read %arg0[%i0, %i1] : tensor<100x65xf32>
      te.yield %0 : f32
    }
    return %reduce_sum : tensor<65xf32>
  }
  func.func private @reduce_sum_29(%arg0: tensor<4x30x17xf32>, %arg1: tensor<4x17xf32> {te.destination}) -> tensor<4x17xf32> attributes {te.kernel} {
    %reduce_sum = te.compute "reduce_sum" axes(i0 = 4, i2 = 17) reduce(i1 = 30) combine(add) : tensor<4x17xf32> {
    ^bb0(%i0: index, %i2: index, %i1: index):
      %0 = te.read %arg0[%i0, %i1, %i2] : tensor<4x30x17xf32>
      te.yield %0 : f32
    }
    return %reduce_sum : tensor<4x17xf32>
  }
  func.func private @reduce_sum_30(%arg0: tensor<30x17xf32>, %arg1: tensor<f32> {te.destination}) -> tensor<f32> attributes {te.kernel} {
    %reduce_sum = te.compute "reduce_sum" axes() reduce(i0 = 30, i1 = 17) combine(add) : tensor<f32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %arg0[%i0, %i1] : tensor<30x17xf32>
      te.yield %0 : f32
    }
    return %reduce_sum : tensor<f32>
  }
  func.func private @reduce_max(%arg0: tensor<9x31xf64>, %arg1: tensor<9xf64> {te.destination}) -> tensor<9xf64> attributes {te.kernel} {
    %reduce_max = te.compute "reduce_max" axes(i0 = 9) reduce(i1 = 31) combine(max) : tensor<9xf64> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %arg0[%i0, %i1] : tensor<9x31xf64>
      te.yield %0 : f64
    }
    return %reduce_max : tensor<9xf64>
  }
  func.func private @max_pool_31(%arg0: tensor<1x4x16x16x16xf32>, %arg1: tensor<1x4x8x8x16xf32> {te.destination}) -> tensor<1x4x8x8x16xf32> attributes {te.kernel} {
    %cst = arith.constant 0xFF800000 : f32
    %max_pool.pad = te.compute "max_pool.pad" axes(n = 1, cb = 4, h = 17, w = 17, ci = 16) : tensor<1x4x17x17x16xf32> {
    ^bb0(%n: index, %cb: index, %h: index, %w: index, %ci: index):
      %0 = te.read %arg0[%n, %cb, %h - 1, %w - 1, %ci] where(%h - 1 >= 0, %w - 1 >= 0) else %cst : tensor<1x4x16x16x16xf32>
      te.yield %0 : f32
    }
    %max_pool = te.compute "max_pool" axes(n = 1, cb = 4, h = 8, w = 8, ci = 16) reduce(kh = 3, kw = 3) combine(max) : tensor<1x4x8x8x16xf32> {
    ^bb0(%n: index, %cb: index, %h: index, %w: index, %ci: index, %kh: index, %kw: index):
      %0 = te.read %max_pool.pad[%n, %cb, %h * 2 + %kh, %w * 2 + %kw, %ci] : tensor<1x4x17x17x16xf32>
      te.yield %0 : f32
    }
    return %max_pool : tensor<1x4x8x8x16xf32>
  }
  func.func private @max_pool_32(%arg0: tensor<1x4x15x15xf32>, %arg1: tensor<1x4x7x7xf32> {te.destination}) -> tensor<1x4x7x7xf32> attributes {te.kernel} {
    %max_pool = te.compute "max_pool" axes(n = 1, c = 4, h = 7, w = 7) reduce(kh = 3, kw = 3) combine(max) : tensor<1x4x7x7xf32> {
    ^bb0(%n: index, %c: index, %h: index, %w: index, %kh: index, %kw: index):
      %0 = te.read %arg0[%n, %c, %h * 2 + %kh, %w * 2 + %kw] : tensor<1x4x15x15xf32>
      te.yield %0 : f32
    }
    return %max_pool : tensor<1x4x7x7xf32>
  }
  func.func private @relu_33(%arg0: tensor<3xf32>, %arg1: tensor<3xf32> {te.destination}) -> tensor<3xf32> attributes {te.kernel} {
    %cst = arith.constant 0.000000e+00 : f32
    %relu = te.compute "relu" axes(i0 = 3) : tensor<3xf32> {
    ^bb0(%i0: index):
      %0 = te.read %arg0[%i0] : tensor<3xf32>
      %1 = arith.maximumf %0, %cst : f32
      te.yield %1 : f32
    }
    return %relu : tensor<3xf32>
  }
  func.func private @relu_34(%arg0: tensor<7x13xf32>, %arg1: tensor<7x13xf32> {te.destination}) -> tensor<7x13xf32> attributes {te.kernel} {
    %cst = arith.constant 0.000000e+00 : f32
    %relu = te.compute "relu" axes(i0 = 7, i1 = 13) : tensor<7x13xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %arg0[%i0, %i1] : tensor<7x13xf32>
      %1 = arith.maximumf %0, %cst : f32
      te.yield %1 : f32
    }
    return %relu : tensor<7x13xf32>
  }
  func.func private @exp(%arg0: tensor<256x1000xf32>, %arg1: tensor<256x1000xf32> {te.destination}) -> tensor<256x1000xf32> attributes {te.kernel} {
    %exp = te.compute "exp" axes(i0 = 256, i1 = 1000) : tensor<256x1000xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %arg0[%i0, %i1] : tensor<256x1000xf32>
      %1 = math.exp %0 : f32
      te.yield %1 : f32
    }
    return %exp : tensor<256x1000xf32>
  }
  func.func private @transpose(%arg0: tensor<8x32x48xf32>, %arg1: tensor<8x48x32xf32> {te.destination}) -> tensor<8x48x32xf32> attributes {te.kernel} {
    %transpose = te.compute "transpose" axes(i0 = 8, i1 = 48, i2 = 32) : tensor<8x48x32xf32> {
    ^bb0(%i0: index, %i1: index, %i2: index):
      %0 = te.read %arg0[%i0, %i2, %i1] : tensor<8x32x48xf32>
      te.yield %0 : f32
    }
    return %transpose : tensor<8x48x32xf32>
  }
  func.func private @transpose_35(%arg0: tensor<8x6x48xf32>, %arg1: tensor<6x8x48xf32> {te.destination}) -> tensor<6x8x48xf32> attributes {te.kernel} {
    %transpose = te.compute "transpose" axes(i0 = 6, i1 = 8, i2 = 48) : tensor<6x8x48xf32> {
    ^bb0(%i0: index, %i1: index, %i2: index):
      %0 = te.read %arg0[%i1, %i0, %i2] : tensor<8x6x48xf32>
      te.yield %0 : f32
    }
    return %transpose : tensor<6x8x48xf32>
  }
  func.func private @gelu_36(%arg0: tensor<128x3072xf32>, %arg1: tensor<128x3072xf32> {te.destination}) -> tensor<128x3072xf32> attributes {te.kernel} {
    %cst = arith.constant 5.000000e-01 : f32
    %cst_0 = arith.constant -0.707106769 : f32
    %gelu = te.compute "gelu" axes(i0 = 128, i1 = 3072) : tensor<128x3072xf32> {
    ^bb0(%i0: index, %i1: index):
      %0 = te.read %arg0[%i0, %i1] : tensor<128x3072xf32>
      %1 = arith.mulf %0, %cst : f32
      %2 = arith.mulf %0, %cst_0 : f32
      %3 = math.erfc %2 fastmath<afn> : f32
      %4 = arith.mulf %1, %3 : f32
      te.yield %4 : f32
    }
    return %gelu : tensor<128x3072xf32>
  }
  func.func @matmul_128x768x768(%arg0: tensor<128x768xf32>, %arg1: tensor<128x768xf32> {te.destination}) -> tensor<128x768xf32> {
    %cst = arith.constant dense<1.000000e+00> : tensor<768x768xf32>
    %0 = call @matmul(%arg0, %cst, %arg1) : (tensor<128x768xf32>, tensor<768x768xf32>, tensor<128x768xf32>) -> tensor<128x768xf32>
    return %0 : tensor<128x768xf32>
  }
  func.func @matmul_8x1000x64(%arg0: tensor<8x64xf32>, %arg1: tensor<8x1000xf32> {te.destination}) -> tensor<8x1000xf32> {
    %cst = arith.constant dense<1.000000e+00> : tensor<64x1000xf32>
    %0 = call @matmul_0(%arg0, %cst, %arg1) : (tensor<8x64xf32>, tensor<64x1000xf32>, tensor<8x1000xf32>) -> tensor<8x1000xf32>
    return %0 : tensor<8x1000xf32>
  }
  func.func @matmul_1x650x650(%arg0: tensor<1x650xf32>, %arg1: tensor<1x650xf32> {te.destination}) -> tensor<1x650xf32> {
    %cst = arith.constant dense<1.000000e+00> : tensor<650x650xf32>
    %0 = call @matmul_1(%arg0, %cst, %arg1) : (tensor<1x650xf32>, tensor<650x650xf32>, tensor<1x650xf32>) -> tensor<1x650xf32>
    return %0 : tensor<1x650xf32>
  }
  func.func @matmul_3x50x100(%arg0: tensor<3x100xf32>, %arg1: tensor<3x50xf32> {te.destination}) -> tensor<3x50xf32> {
    %cst = arith.constant dense<1.000000e+00> : tensor<100x50xf32>
    %0 = call @matmul_2(%arg0, %cst, %arg1) : (tensor<3x100xf32>, tensor<100x50xf32>, tensor<3x50xf32>) -> tensor<3x50xf32>
    return %0 : tensor<3x50xf32>
  }
  func.func @matmul_7x5x3(%arg0: tensor<7x3xf32>, %arg1: tensor<7x5xf32> {te.destination}) -> tensor<7x5xf32> {
    %cst = arith.constant dense<1.000000e+00> : tensor<3x5xf32>
    %0 = call @matmul_3(%arg0, %cst, %arg1) : (tensor<7x3xf32>, tensor<3x5xf32>, tensor<7x5xf32>) -> tensor<7x5xf32>
    return %0 : tensor<7x5xf32>
  }
  func.func @matmul_64x16x7(%arg0: tensor<64x7xf32>, %arg1: tensor<64x16xf32> {te.destination}) -> tensor<64x16xf32> {
    %cst = arith.constant dense<1.000000e+00> : tensor<7x16xf32>
    %0 = call @matmul_4(%arg0, %cst, %arg1) : (tensor<64x7xf32>, tensor<7x16xf32>, tensor<64x16xf32>) -> tensor<64x16xf32>
    return %0 : tensor<64x16xf32>
  }
  func.func @matmul_16x64x6(%arg0: tensor<16x6xf32>, %arg1: tensor<16x64xf32> {te.destination}) -> tensor<16x64xf32> {
    %cst = arith.constant dense<1.000000e+00> : tensor<6x64xf32>
    %0 = call @matmul_5(%arg0, %cst, %arg1) : (tensor<16x6xf32>, tensor<6x64xf32>, tensor<16x64xf32>) -> tensor<16x64xf32>
    return %0 : tensor<16x64xf32>
  }
  func.func @matmul_2x96x33(%arg0: tensor<2x33xf32>, %arg1: tensor<2x96xf32> {te.destination}) -> tensor<2x96xf32> {
    %cst = arith.constant dense<1.000000e+00> : tensor<33x96xf32>
    %0 = call @matmul_6(%arg0, %cst, %arg1) : (tensor<2x33xf32>, tensor<33x96xf32>, tensor<2x96xf32>) -> tensor<2x96xf32>
    return %0 : tensor<2x96xf32>
  }
  func.func @matmul_5x24x8_f64(%arg0: tensor<5x8xf64>, %arg1: tensor<5x24xf64> {te.destination}) -> tensor<5x24xf64> {
    %cst = arith.constant dense<1.000000e+00> : tensor<8x24xf64>
    %0 = call @matmul_7(%arg0, %cst, %arg1) : (tensor<5x8xf64>, tensor<8x24xf64>, tensor<5x24xf64>) -> tensor<5x24xf64>
    return %0 : tensor<5x24xf64>
  }
  func.func @matmul_16x48x12_i32(%arg0: tensor<16x12xi32>, %arg1: tensor<16x48xi32> {te.destination}) -> tensor<16x48xi32> {
    %cst = arith.constant dense<1> : tensor<12x48xi32>
    %0 = call @matmul_8(%arg0, %cst, %arg1) : (tensor<16x12xi32>, tensor<12x48xi32>, tensor<16x48xi32>) -> tensor<16x48xi32>
    return %0 : tensor<16x48xi32>
  }
  func.func @matmul_batched(%arg0: tensor<1x12x128x128xf32>, %arg1: tensor<1x12x128x64xf32>, %arg2: tensor<1x12x128x64xf32> {te.destination}) -> tensor<1x12x128x64xf32> {
    %0 = call @matmul_9(%arg0, %arg1, %arg2) : (tensor<1x12x128x128xf32>, tensor<1x12x128x64xf32>, tensor<1x12x128x64xf32>) -> tensor<1x12x128x64xf32>
    return %0 : tensor<1x12x128x64xf32>
  }
  func.func @matmul_two_operands(%arg0: tensor<64x24xf32>, %arg1: tensor<24x40xf32>, %arg2: tensor<64x40xf32> {te.destination}) -> tensor<64x40xf32> {
    %0 = call @matmul_10(%arg0, %arg1, %arg2) : (tensor<64x24xf32>, tensor<24x40xf32>, tensor<64x40xf32>) -> tensor<64x40xf32>
    return %0 : tensor<64x40xf32>
  }
  func.func @conv_3x3_blocked(%arg0: tensor<1x4x56x56x16xf32>, %arg1: tensor<1x4x56x56x16xf32> {te.destination}) -> tensor<1x4x56x56x16xf32> {
    %cst = arith.constant dense<1.000000e+00> : tensor<4x4x3x3x16x16xf32>
    %0 = tensor.empty() : tensor<1x4x56x56x16xf32>
    %1 = call @conv(%arg0, %cst, %0) : (tensor<1x4x56x56x16xf32>, tensor<4x4x3x3x16x16xf32>, tensor<1x4x56x56x16xf32>) -> tensor<1x4x56x56x16xf32>
    %2 = call @relu(%1, %arg1) : (tensor<1x4x56x56x16xf32>, tensor<1x4x56x56x16xf32>) -> tensor<1x4x56x56x16xf32>
    return %2 : tensor<1x4x56x56x16xf32>
  }
  func.func @conv_3x3_stride_2_blocked(%arg0: tensor<1x4x56x56x16xf32>, %arg1: tensor<1x8x28x28x16xf32> {te.destination}) -> tensor<1x8x28x28x16xf32> {
    %cst = arith.constant dense<1.000000e+00> : tensor<8x4x3x3x16x16xf32>
    %0 = tensor.empty() : tensor<1x8x28x28x16xf32>
    %1 = call @conv_11(%arg0, %cst, %0) : (tensor<1x4x56x56x16xf32>, tensor<8x4x3x3x16x16xf32>, tensor<1x8x28x28x16xf32>) -> tensor<1x8x28x28x16xf32>
    %2 = call @relu_12(%1, %arg1) : (tensor<1x8x28x28x16xf32>, tensor<1x8x28x28x16xf32>) -> tensor<1x8x28x28x16xf32>
    return %2 : tensor<1x8x28x28x16xf32>
  }
  func.func @conv_1x1_blocked(%arg0: tensor<1x4x14x14x16xf32>, %arg1: tensor<1x2x14x14x16xf32> {te.destination}) -> tensor<1x2x14x14x16xf32> {
    %cst = arith.constant dense<1.000000e+00> : tensor<2x4x1x1x16x16xf32>
    %0 = tensor.empty() : tensor<1x2x14x14x16xf32>
    %1 = call @conv_13(%arg0, %cst, %0) : (tensor<1x4x14x14x16xf32>, tensor<2x4x1x1x16x16xf32>, tensor<1x2x14x14x16xf32>) -> tensor<1x2x14x14x16xf32>
    %2 = call @relu_14(%1, %arg1) : (tensor<1x2x14x14x16xf32>, tensor<1x2x14x14x16xf32>) -> tensor<1x2x14x14x16xf32>
    return %2 : tensor<1x2x14x14x16xf32>
  }
  func.func @conv_7x7_blocked_narrow(%arg0: tensor<1x4x7x7x8xf32>, %arg1: tensor<1x4x7x7x8xf32> {te.destination}) -> tensor<1x4x7x7x8xf32> {
    %cst = arith.constant dense<1.000000e+00> : tensor<4x4x3x3x8x8xf32>
    %0 = tensor.empty() : tensor<1x4x7x7x8xf32>
    %1 = call @conv_15(%arg0, %cst, %0) : (tensor<1x4x7x7x8xf32>, tensor<4x4x3x3x8x8xf32>, tensor<1x4x7x7x8xf32>) -> tensor<1x4x7x7x8xf32>
    %2 = call @relu_16(%1, %arg1) : (tensor<1x4x7x7x8xf32>, tensor<1x4x7x7x8xf32>) -> tensor<1x4x7x7x8xf32>
    return %2 : tensor<1x4x7x7x8xf32>
  }
  func.func @conv_first(%arg0: tensor<1x3x224x224xf32>, %arg1: tensor<1x64x112x112xf32> {te.destination}) -> tensor<1x64x112x112xf32> {
    %cst = arith.constant dense<1.000000e+00> : tensor<64x3x7x7xf32>
    %0 = tensor.empty() : tensor<1x64x112x112xf32>
    %1 = call @conv_17(%arg0, %cst, %0) : (tensor<1x3x224x224xf32>, tensor<64x3x7x7xf32>, tensor<1x64x112x112xf32>) -> tensor<1x64x112x112xf32>
    %2 = call @relu_18(%1, %arg1) : (tensor<1x64x112x112xf32>, tensor<1x64x112x112xf32>) -> tensor<1x64x112x112xf32>
    return %2 : tensor<1x64x112x112xf32>
  }
  func.func @conv_plain(%arg0: tensor<1x8x12x12xf32>, %arg1: tensor<1x24x12x12xf32> {te.destination}) -> tensor<1x24x12x12xf32> {
    %cst = arith.constant dense<1.000000e+00> : tensor<24x8x3x3xf32>
    %0 = tensor.empty() : tensor<1x24x12x12xf32>
    %1 = call @conv_19(%arg0, %cst, %0) : (tensor<1x8x12x12xf32>, tensor<24x8x3x3xf32>, tensor<1x24x12x12xf32>) -> tensor<1x24x12x12xf32>
    %2 = call @relu_20(%1, %arg1) : (tensor<1x24x12x12xf32>, tensor<1x24x12x12xf32>) -> tensor<1x24x12x12xf32>
    return %2 : tensor<1x24x12x12xf32>
  }
  func.func @conv_grouped(%arg0: tensor<1x8x10x10xf32>, %arg1: tensor<1x16x8x8xf32> {te.destination}) -> tensor<1x16x8x8xf32> {
    %cst = arith.constant dense<1.000000e+00> : tensor<16x2x3x3xf32>
    %0 = tensor.empty() : tensor<1x16x8x8xf32>
    %1 = call @conv_21(%arg0, %cst, %0) : (tensor<1x8x10x10xf32>, tensor<16x2x3x3xf32>, tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
    %2 = call @relu_22(%1, %arg1) : (tensor<1x16x8x8xf32>, tensor<1x16x8x8xf32>) -> tensor<1x16x8x8xf32>
    return %2 : tensor<1x16x8x8xf32>
  }
  func.func @depthwise_blocked(%arg0: tensor<1x2x28x28x16xf32>, %arg1: tensor<1x2x28x28x16xf32> {te.destination}) -> tensor<1x2x28x28x16xf32> {
    %cst = arith.constant dense<1.000000e+00> : tensor<2x1x3x3x16xf32>
    %0 = tensor.empty() : tensor<1x2x28x28x16xf32>
    %1 = call @conv_23(%arg0, %cst, %0) : (tensor<1x2x28x28x16xf32>, tensor<2x1x3x3x16xf32>, tensor<1x2x28x28x16xf32>) -> tensor<1x2x28x28x16xf32>
    %2 = call @relu_24(%1, %arg1) : (tensor<1x2x28x28x16xf32>, tensor<1x2x28x28x16xf32>) -> tensor<1x2x28x28x16xf32>
    return %2 : tensor<1x2x28x28x16xf32>
  }
  func.func @depthwise_plain(%arg0: tensor<1x8x9x9xf32>, %arg1: tensor<1x8x5x5xf32> {te.destination}) -> tensor<1x8x5x5xf32> {
    %cst = arith.constant dense<1.000000e+00> : tensor<8x1x3x3xf32>
    %0 = tensor.empty() : tensor<1x8x5x5xf32>
    %1 = call @conv_25(%arg0, %cst, %0) : (tensor<1x8x9x9xf32>, tensor<8x1x3x3xf32>, tensor<1x8x5x5xf32>) -> tensor<1x8x5x5xf32>
    %2 = call @relu_26(%1, %arg1) : (tensor<1x8x5x5xf32>, tensor<1x8x5x5xf32>) -> tensor<1x8x5x5xf32>
    return %2 : tensor<1x8x5x5xf32>
  }
  func.func @softmax_rows(%arg0: tensor<1x12x128x128xf32>, %arg1: tensor<1x12x128x128xf32> {te.destination}) -> tensor<1x12x128x128xf32> {
    %0 = call @softmax(%arg0, %arg1) : (tensor<1x12x128x128xf32>, tensor<1x12x128x128xf32>) -> tensor<1x12x128x128xf32>
    return %0 : tensor<1x12x128x128xf32>
  }
  func.func @softmax_short_rows(%arg0: tensor<40x5xf32>, %arg1: tensor<40x5xf32> {te.destination}) -> tensor<40x5xf32> {
    %0 = call @softmax_27(%arg0, %arg1) : (tensor<40x5xf32>, tensor<40x5xf32>) -> tensor<40x5xf32>
    return %0 : tensor<40x5xf32>
  }
  func.func @softmax_columns(%arg0: tensor<33x20xf32>, %arg1: tensor<33x20xf32> {te.destination}) -> tensor<33x20xf32> {
    %0 = call @softmax_28(%arg0, %arg1) : (tensor<33x20xf32>, tensor<33x20xf32>) -> tensor<33x20xf32>
    return %0 : tensor<33x20xf32>
  }
  func.func @mean_inner(%arg0: tensor<1x512x7x7xf32>, %arg1: tensor<1x512x1x1xf32> {te.destination}) -> tensor<1x512x1x1xf32> {
    %0 = call @reduce_mean(%arg0, %arg1) : (tensor<1x512x7x7xf32>, tensor<1x512x1x1xf32>) -> tensor<1x512x1x1xf32>
    return %0 : tensor<1x512x1x1xf32>
  }
  func.func @sum_outer(%arg0: tensor<100x65xf32>, %arg1: tensor<65xf32> {te.destination}) -> tensor<65xf32> {
    %0 = call @reduce_sum(%arg0, %arg1) : (tensor<100x65xf32>, tensor<65xf32>) -> tensor<65xf32>
    return %0 : tensor<65xf32>
  }
  func.func @sum_middle(%arg0: tensor<4x30x17xf32>, %arg1: tensor<4x17xf32> {te.destination}) -> tensor<4x17xf32> {
    %0 = call @reduce_sum_29(%arg0, %arg1) : (tensor<4x30x17xf32>, tensor<4x17xf32>) -> tensor<4x17xf32>
    return %0 : tensor<4x17xf32>
  }
  func.func @sum_all(%arg0: tensor<30x17xf32>, %arg1: tensor<f32> {te.destination}) -> tensor<f32> {
    %0 = call @reduce_sum_30(%arg0, %arg1) : (tensor<30x17xf32>, tensor<f32>) -> tensor<f32>
    return %0 : tensor<f32>
  }
  func.func @max_rows_f64(%arg0: tensor<9x31xf64>, %arg1: tensor<9xf64> {te.destination}) -> tensor<9xf64> {
    %0 = call @reduce_max(%arg0, %arg1) : (tensor<9x31xf64>, tensor<9xf64>) -> tensor<9xf64>
    return %0 : tensor<9xf64>
  }
  func.func @max_pool(%arg0: tensor<1x4x16x16x16xf32>, %arg1: tensor<1x4x8x8x16xf32> {te.destination}) -> tensor<1x4x8x8x16xf32> {
    %0 = call @max_pool_31(%arg0, %arg1) : (tensor<1x4x16x16x16xf32>, tensor<1x4x8x8x16xf32>) -> tensor<1x4x8x8x16xf32>
    return %0 : tensor<1x4x8x8x16xf32>
  }
  func.func @max_pool_plain(%arg0: tensor<1x4x15x15xf32>, %arg1: tensor<1x4x7x7xf32> {te.destination}) -> tensor<1x4x7x7xf32> {
    %0 = call @max_pool_32(%arg0, %arg1) : (tensor<1x4x15x15xf32>, tensor<1x4x7x7xf32>) -> tensor<1x4x7x7xf32>
    return %0 : tensor<1x4x7x7xf32>
  }
  func.func @relu_small(%arg0: tensor<3xf32>, %arg1: tensor<3xf32> {te.destination}) -> tensor<3xf32> {
    %0 = call @relu_33(%arg0, %arg1) : (tensor<3xf32>, tensor<3xf32>) -> tensor<3xf32>
    return %0 : tensor<3xf32>
  }
  func.func @relu_odd(%arg0: tensor<7x13xf32>, %arg1: tensor<7x13xf32> {te.destination}) -> tensor<7x13xf32> {
    %0 = call @relu_34(%arg0, %arg1) : (tensor<7x13xf32>, tensor<7x13xf32>) -> tensor<7x13xf32>
    return %0 : tensor<7x13xf32>
  }
  func.func @exp_large(%arg0: tensor<256x1000xf32>, %arg1: tensor<256x1000xf32> {te.destination}) -> tensor<256x1000xf32> {
    %0 = call @exp(%arg0, %arg1) : (tensor<256x1000xf32>, tensor<256x1000xf32>) -> tensor<256x1000xf32>
    return %0 : tensor<256x1000xf32>
  }
  func.func @transpose_inner(%arg0: tensor<8x32x48xf32>, %arg1: tensor<8x48x32xf32> {te.destination}) -> tensor<8x48x32xf32> {
    %0 = call @transpose(%arg0, %arg1) : (tensor<8x32x48xf32>, tensor<8x48x32xf32>) -> tensor<8x48x32xf32>
    return %0 : tensor<8x48x32xf32>
  }
  func.func @transpose_outer(%arg0: tensor<8x6x48xf32>, %arg1: tensor<6x8x48xf32> {te.destination}) -> tensor<6x8x48xf32> {
    %0 = call @transpose_35(%arg0, %arg1) : (tensor<8x6x48xf32>, tensor<6x8x48xf32>) -> tensor<6x8x48xf32>
    return %0 : tensor<6x8x48xf32>
  }
  func.func @gelu(%arg0: tensor<128x3072xf32>, %arg1: tensor<128x3072xf32> {te.destination}) -> tensor<128x3072xf32> {
    %0 = call @gelu_36(%arg0, %arg1) : (tensor<128x3072xf32>, tensor<128x3072xf32>) -> tensor<128x3072xf32>
    return %0 : tensor<128x3072xf32>
  }
}

