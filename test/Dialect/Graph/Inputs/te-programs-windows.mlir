module attributes {dl.level = "te"} {
  func.func private @conv(%arg0: tensor<1x2x4x5xf32>, %arg1: tensor<3x2x2x3xf32>, %arg2: tensor<1x3x3x3xf32> {te.destination}) -> tensor<1x3x3x3xf32> attributes {te.kernel} {
    %conv = te.compute "conv" axes(n = 1, o = 3, h = 3, w = 3) reduce(i = 2, kh = 2, kw = 3) combine(add) : tensor<1x3x3x3xf32> {
    ^bb0(%n: index, %o: index, %h: index, %w: index, %i: index, %kh: index, %kw: index):
      %0 = te.read %arg0[%n, %i, %h + %kh, %w + %kw] : tensor<1x2x4x5xf32>
      %1 = te.read %arg1[%o, %i, %kh, %kw] : tensor<3x2x2x3xf32>
      %2 = arith.mulf %0, %1 : f32
      te.yield %2 : f32
    }
    return %conv : tensor<1x3x3x3xf32>
  }
  func.func private @conv_0(%arg0: tensor<2x2x3x3xf32>, %arg1: tensor<2x2x1x1xf32>, %arg2: tensor<2xf32>, %arg3: tensor<2x2x3x3xf32> {te.destination}) -> tensor<2x2x3x3xf32> attributes {te.kernel} {
    %conv = te.compute "conv" axes(n = 2, o = 2, h = 3, w = 3) reduce(i = 2, kh = 1, kw = 1) combine(add) : tensor<2x2x3x3xf32> {
    ^bb0(%n: index, %o: index, %h: index, %w: index, %i: index, %kh: index, %kw: index):
      %0 = te.read %arg0[%n, %i, %h + %kh, %w + %kw] : tensor<2x2x3x3xf32>
      %1 = te.read %arg1[%o, %i, %kh, %kw] : tensor<2x2x1x1xf32>
      %2 = arith.mulf %0, %1 : f32
      te.yield %2 : f32
    }
    %conv.bias = te.compute "conv.bias" axes(n = 2, o = 2, h = 3, w = 3) : tensor<2x2x3x3xf32> {
    ^bb0(%n: index, %o: index, %h: index, %w: index):
      %0 = te.read %conv[%n, %o, %h, %w] : tensor<2x2x3x3xf32>
      %1 = te.read %arg2[%o] : tensor<2xf32>
      %2 = arith.addf %0, %1 : f32
      te.yield %2 : f32
    }
    return %conv.bias : tensor<2x2x3x3xf32>
  }
  func.func private @conv_1(%arg0: tensor<1x2x4x4xf32>, %arg1: tensor<2x2x3x3xf32>, %arg2: tensor<2xf32>, %arg3: tensor<1x2x4x4xf32> {te.destination}) -> tensor<1x2x4x4xf32> attributes {te.kernel} {
    %cst = arith.constant 0.000000e+00 : f32
    %conv.pad = te.compute "conv.pad" axes(n = 1, c = 2, h = 6, w = 6) : tensor<1x2x6x6xf32> {
    ^bb0(%n: index, %c: index, %h: index, %w: index):
      %0 = te.read %arg0[%n, %c, %h - 1, %w - 1] where(%h - 1 >= 0, -(%h - 1) + 3 >= 0, %w - 1 >= 0, -(%w - 1) + 3 >= 0) else %cst : tensor<1x2x4x4xf32>
      te.yield %0 : f32
    }
    %conv = te.compute "conv" axes(n = 1, o = 2, h = 4, w = 4) reduce(i = 2, kh = 3, kw = 3) combine(add) : tensor<1x2x4x4xf32> {
    ^bb0(%n: index, %o: index, %h: index, %w: index, %i: index, %kh: index, %kw: index):
      %0 = te.read %conv.pad[%n, %i, %h + %kh, %w + %kw] : tensor<1x2x6x6xf32>
      %1 = te.read %arg1[%o, %i, %kh, %kw] : tensor<2x2x3x3xf32>
      %2 = arith.mulf %0, %1 : f32
      te.yield %2 : f32
    }
    %conv.bias = te.compute "conv.bias" axes(n = 1, o = 2, h = 4, w = 4) : tensor<1x2x4x4xf32> {
    ^bb0(%n: index, %o: index, %h: index, %w: index):
      %0 = te.read %conv[%n, %o, %h, %w] : tensor<1x2x4x4xf32>
      %1 = te.read %arg2[%o] : tensor<2xf32>
      %2 = arith.addf %0, %1 : f32
      te.yield %2 : f32
    }
    return %conv.bias : tensor<1x2x4x4xf32>
  }
  func.func private @conv_2(%arg0: tensor<1x1x4x3xf32>, %arg1: tensor<2x1x3x2xf32>, %arg2: tensor<1x2x5x3xf32> {te.destination}) -> tensor<1x2x5x3xf32> attributes {te.kernel} {
    %cst = arith.constant 0.000000e+00 : f32
    %conv.pad = te.compute "conv.pad" axes(n = 1, c = 1, h = 7, w = 6) : tensor<1x1x7x6xf32> {
    ^bb0(%n: index, %c: index, %h: index, %w: index):
      %0 = te.read %arg0[%n, %c, %h - 2, %w] where(%h - 2 >= 0, -(%h - 2) + 3 >= 0, -%w + 2 >= 0) else %cst : tensor<1x1x4x3xf32>
      te.yield %0 : f32
    }
    %conv = te.compute "conv" axes(n = 1, o = 2, h = 5, w = 3) reduce(i = 1, kh = 3, kw = 2) combine(add) : tensor<1x2x5x3xf32> {
    ^bb0(%n: index, %o: index, %h: index, %w: index, %i: index, %kh: index, %kw: index):
      %0 = te.read %conv.pad[%n, %i, %h + %kh, %w * 2 + %kw] : tensor<1x1x7x6xf32>
      %1 = te.read %arg1[%o, %i, %kh, %kw] : tensor<2x1x3x2xf32>
      %2 = arith.mulf %0, %1 : f32
      te.yield %2 : f32
    }
    return %conv : tensor<1x2x5x3xf32>
  }
  func.func private @conv_3(%arg0: tensor<1x1x6x6xf32>, %arg1: tensor<1x1x2x2xf32>, %arg2: tensor<1x1x2x2xf32> {te.destination}) -> tensor<1x1x2x2xf32> attributes {te.kernel} {
    %conv = te.compute "conv" axes(n = 1, o = 1, h = 2, w = 2) reduce(i = 1, kh = 2, kw = 2) combine(add) : tensor<1x1x2x2xf32> {
    ^bb0(%n: index, %o: index, %h: index, %w: index, %i: index, %kh: index, %kw: index):
      %0 = te.read %arg0[%n, %i, %h * 3 + %kh, %w * 4 + %kw] : tensor<1x1x6x6xf32>
      %1 = te.read %arg1[%o, %i, %kh, %kw] : tensor<1x1x2x2xf32>
      %2 = arith.mulf %0, %1 : f32
      te.yield %2 : f32
    }
    return %conv : tensor<1x1x2x2xf32>
  }
  func.func private @conv_4(%arg0: tensor<1x2x7x7xf32>, %arg1: tensor<2x2x3x3xf32>, %arg2: tensor<1x2x4x4xf32> {te.destination}) -> tensor<1x2x4x4xf32> attributes {te.kernel} {
    %cst = arith.constant 0.000000e+00 : f32
    %conv.pad = te.compute "conv.pad" axes(n = 1, c = 2, h = 9, w = 9) : tensor<1x2x9x9xf32> {
    ^bb0(%n: index, %c: index, %h: index, %w: index):
      %0 = te.read %arg0[%n, %c, %h - 1, %w - 1] where(%h - 1 >= 0, -(%h - 1) + 6 >= 0, %w - 1 >= 0, -(%w - 1) + 6 >= 0) else %cst : tensor<1x2x7x7xf32>
      te.yield %0 : f32
    }
    %conv = te.compute "conv" axes(n = 1, o = 2, h = 4, w = 4) reduce(i = 2, kh = 3, kw = 3) combine(add) : tensor<1x2x4x4xf32> {
    ^bb0(%n: index, %o: index, %h: index, %w: index, %i: index, %kh: index, %kw: index):
      %0 = te.read %conv.pad[%n, %i, %h * 2 + %kh, %w * 2 + %kw] : tensor<1x2x9x9xf32>
      %1 = te.read %arg1[%o, %i, %kh, %kw] : tensor<2x2x3x3xf32>
      %2 = arith.mulf %0, %1 : f32
      te.yield %2 : f32
    }
    return %conv : tensor<1x2x4x4xf32>
  }
  func.func private @conv_5(%arg0: tensor<1x1x7x6xf32>, %arg1: tensor<2x1x3x2xf32>, %arg2: tensor<1x2x4x3xf32> {te.destination}) -> tensor<1x2x4x3xf32> attributes {te.kernel} {
    %cst = arith.constant 0.000000e+00 : f32
    %conv.pad = te.compute "conv.pad" axes(n = 1, c = 1, h = 8, w = 8) : tensor<1x1x8x8xf32> {
    ^bb0(%n: index, %c: index, %h: index, %w: index):
      %0 = te.read %arg0[%n, %c, %h - 1, %w - 2] where(%h - 1 >= 0, %w - 2 >= 0) else %cst : tensor<1x1x7x6xf32>
      te.yield %0 : f32
    }
    %conv = te.compute "conv" axes(n = 1, o = 2, h = 4, w = 3) reduce(i = 1, kh = 3, kw = 2) combine(add) : tensor<1x2x4x3xf32> {
    ^bb0(%n: index, %o: index, %h: index, %w: index, %i: index, %kh: index, %kw: index):
      %0 = te.read %conv.pad[%n, %i, %h + %kh * 2, %w * 2 + %kw * 3] : tensor<1x1x8x8xf32>
      %1 = te.read %arg1[%o, %i, %kh, %kw] : tensor<2x1x3x2xf32>
      %2 = arith.mulf %0, %1 : f32
      te.yield %2 : f32
    }
    return %conv : tensor<1x2x4x3xf32>
  }
  func.func private @conv_6(%arg0: tensor<1x4x3x3xf32>, %arg1: tensor<6x2x2x2xf32>, %arg2: tensor<6xf32>, %arg3: tensor<1x6x2x2xf32> {te.destination}) -> tensor<1x6x2x2xf32> attributes {te.kernel} {
    %conv = te.compute "conv" axes(n = 1, o = 6, h = 2, w = 2) reduce(i = 2, kh = 2, kw = 2) combine(add) : tensor<1x6x2x2xf32> {
    ^bb0(%n: index, %o: index, %h: index, %w: index, %i: index, %kh: index, %kw: index):
      %0 = te.read %arg0[%n, (%o floordiv 3) * 2 + %i, %h + %kh, %w + %kw] : tensor<1x4x3x3xf32>
      %1 = te.read %arg1[%o, %i, %kh, %kw] : tensor<6x2x2x2xf32>
      %2 = arith.mulf %0, %1 : f32
      te.yield %2 : f32
    }
    %conv.bias = te.compute "conv.bias" axes(n = 1, o = 6, h = 2, w = 2) : tensor<1x6x2x2xf32> {
    ^bb0(%n: index, %o: index, %h: index, %w: index):
      %0 = te.read %conv[%n, %o, %h, %w] : tensor<1x6x2x2xf32>
      %1 = te.read %arg2[%o] : tensor<6xf32>
      %2 = arith.addf %0, %1 : f32
      te.yield %2 : f32
    }
    return %conv.bias : tensor<1x6x2x2xf32>
  }
  func.func private @conv_7(%arg0: tensor<1x3x4x4xf32>, %arg1: tensor<3x1x3x3xf32>, %arg2: tensor<1x3x4x4xf32> {te.destination}) -> tensor<1x3x4x4xf32> attributes {te.kernel} {
    %cst = arith.constant 0.000000e+00 : f32
    %conv.pad = te.compute "conv.pad" axes(n = 1, c = 3, h = 6, w = 6) : tensor<1x3x6x6xf32> {
    ^bb0(%n: index, %c: index, %h: index, %w: index):
      %0 = te.read %arg0[%n, %c, %h - 1, %w - 1] where(%h - 1 >= 0, -(%h - 1) + 3 >= 0, %w - 1 >= 0, -(%w - 1) + 3 >= 0) else %cst : tensor<1x3x4x4xf32>
      te.yield %0 : f32
    }
    %conv = te.compute "conv" axes(n = 1, o = 3, h = 4, w = 4) reduce(i = 1, kh = 3, kw = 3) combine(add) : tensor<1x3x4x4xf32> {
    ^bb0(%n: index, %o: index, %h: index, %w: index, %i: index, %kh: index, %kw: index):
      %0 = te.read %conv.pad[%n, %o, %h + %kh, %w + %kw] : tensor<1x3x6x6xf32>
      %1 = te.read %arg1[%o, %i, %kh, %kw] : tensor<3x1x3x3xf32>
      %2 = arith.mulf %0, %1 : f32
      te.yield %2 : f32
    }
    return %conv : tensor<1x3x4x4xf32>
  }
  func.func private @conv_8(%arg0: tensor<1x2x3x3xf32>, %arg1: tensor<4x1x2x2xf32>, %arg2: tensor<1x4x2x2xf32> {te.destination}) -> tensor<1x4x2x2xf32> attributes {te.kernel} {
    %conv = te.compute "conv" axes(n = 1, o = 4, h = 2, w = 2) reduce(i = 1, kh = 2, kw = 2) combine(add) : tensor<1x4x2x2xf32> {
    ^bb0(%n: index, %o: index, %h: index, %w: index, %i: index, %kh: index, %kw: index):
      %0 = te.read %arg0[%n, %o floordiv 2 + %i, %h + %kh, %w + %kw] : tensor<1x2x3x3xf32>
      %1 = te.read %arg1[%o, %i, %kh, %kw] : tensor<4x1x2x2xf32>
      %2 = arith.mulf %0, %1 : f32
      te.yield %2 : f32
    }
    return %conv : tensor<1x4x2x2xf32>
  }
  func.func private @conv_9(%arg0: tensor<2x2x6xf32>, %arg1: tensor<3x2x3xf32>, %arg2: tensor<3xf32>, %arg3: tensor<2x3x4xf32> {te.destination}) -> tensor<2x3x4xf32> attributes {te.kernel} {
    %cst = arith.constant 0.000000e+00 : f32
    %conv.pad = te.compute "conv.pad" axes(n = 2, c = 2, w = 9) : tensor<2x2x9xf32> {
    ^bb0(%n: index, %c: index, %w: index):
      %0 = te.read %arg0[%n, %c, %w - 1] where(%w - 1 >= 0, -(%w - 1) + 5 >= 0) else %cst : tensor<2x2x6xf32>
      te.yield %0 : f32
    }
    %conv = te.compute "conv" axes(n = 2, o = 3, w = 4) reduce(i = 2, kw = 3) combine(add) : tensor<2x3x4xf32> {
    ^bb0(%n: index, %o: index, %w: index, %i: index, %kw: index):
      %0 = te.read %conv.pad[%n, %i, %w * 2 + %kw] : tensor<2x2x9xf32>
      %1 = te.read %arg1[%o, %i, %kw] : tensor<3x2x3xf32>
      %2 = arith.mulf %0, %1 : f32
      te.yield %2 : f32
    }
    %conv.bias = te.compute "conv.bias" axes(n = 2, o = 3, w = 4) : tensor<2x3x4xf32> {
    ^bb0(%n: index, %o: index, %w: index):
      %0 = te.read %conv[%n, %o, %w] : tensor<2x3x4xf32>
      %1 = te.read %arg2[%o] : tensor<3xf32>
      %2 = arith.addf %0, %1 : f32
      te.yield %2 : f32
    }
    return %conv.bias : tensor<2x3x4xf32>
  }
  func.func private @conv_10(%arg0: tensor<1x2x3x4x3xf32>, %arg1: tensor<2x2x2x2x2xf32>, %arg2: tensor<1x2x3x2x2xf32> {te.destination}) -> tensor<1x2x3x2x2xf32> attributes {te.kernel} {
    %cst = arith.constant 0.000000e+00 : f32
    %conv.pad = te.compute "conv.pad" axes(n = 1, c = 2, d = 4, h = 4, w = 4) : tensor<1x2x4x4x4xf32> {
    ^bb0(%n: index, %c: index, %d: index, %h: index, %w: index):
      %0 = te.read %arg0[%n, %c, %d, %h - 1, %w] where(-%d + 2 >= 0, %h - 1 >= 0, -%w + 2 >= 0) else %cst : tensor<1x2x3x4x3xf32>
      te.yield %0 : f32
    }
    %conv = te.compute "conv" axes(n = 1, o = 2, d = 3, h = 2, w = 2) reduce(i = 2, kd = 2, kh = 2, kw = 2) combine(add) : tensor<1x2x3x2x2xf32> {
    ^bb0(%n: index, %o: index, %d: index, %h: index, %w: index, %i: index, %kd: index, %kh: index, %kw: index):
      %0 = te.read %conv.pad[%n, %i, %d + %kd, %h * 2 + %kh, %w + %kw * 2] : tensor<1x2x4x4x4xf32>
      %1 = te.read %arg1[%o, %i, %kd, %kh, %kw] : tensor<2x2x2x2x2xf32>
      %2 = arith.mulf %0, %1 : f32
      te.yield %2 : f32
    }
    return %conv : tensor<1x2x3x2x2xf32>
  }
  func.func private @max_pool(%arg0: tensor<1x2x4x4xf32>, %arg1: tensor<1x2x2x2xf32> {te.destination}) -> tensor<1x2x2x2xf32> attributes {te.kernel} {
    %max_pool = te.compute "max_pool" axes(n = 1, c = 2, h = 2, w = 2) reduce(kh = 2, kw = 2) combine(max) : tensor<1x2x2x2xf32> {
    ^bb0(%n: index, %c: index, %h: index, %w: index, %kh: index, %kw: index):
      %0 = te.read %arg0[%n, %c, %h * 2 + %kh, %w * 2 + %kw] : tensor<1x2x4x4xf32>
      te.yield %0 : f32
    }
    return %max_pool : tensor<1x2x2x2xf32>
  }
  func.func private @max_pool_11(%arg0: tensor<1x1x2x2xf32>, %arg1: tensor<1x1x2x2xf32> {te.destination}) -> tensor<1x1x2x2xf32> attributes {te.kernel} {
    %cst = arith.constant 0xFF800000 : f32
    %max_pool.pad = te.compute "max_pool.pad" axes(n = 1, c = 1, h = 4, w = 4) : tensor<1x1x4x4xf32> {
    ^bb0(%n: index, %c: index, %h: index, %w: index):
      %0 = te.read %arg0[%n, %c, %h - 1, %w - 1] where(%h - 1 >= 0, -(%h - 1) + 1 >= 0, %w - 1 >= 0, -(%w - 1) + 1 >= 0) else %cst : tensor<1x1x2x2xf32>
      te.yield %0 : f32
    }
    %max_pool = te.compute "max_pool" axes(n = 1, c = 1, h = 2, w = 2) reduce(kh = 3, kw = 3) combine(max) : tensor<1x1x2x2xf32> {
    ^bb0(%n: index, %c: index, %h: index, %w: index, %kh: index, %kw: index):
      %0 = te.read %max_pool.pad[%n, %c, %h + %kh, %w + %kw] : tensor<1x1x4x4xf32>
      te.yield %0 : f32
    }
    return %max_pool : tensor<1x1x2x2xf32>
  }
  func.func private @max_pool_12(%arg0: tensor<2x1x7x6xf32>, %arg1: tensor<2x1x4x3xf32> {te.destination}) -> tensor<2x1x4x3xf32> attributes {te.kernel} {
    %cst = arith.constant 0xFF800000 : f32
    %max_pool.pad = te.compute "max_pool.pad" axes(n = 2, c = 1, h = 9, w = 7) : tensor<2x1x9x7xf32> {
    ^bb0(%n: index, %c: index, %h: index, %w: index):
      %0 = te.read %arg0[%n, %c, %h - 1, %w - 1] where(%h - 1 >= 0, -(%h - 1) + 6 >= 0, %w - 1 >= 0) else %cst : tensor<2x1x7x6xf32>
      te.yield %0 : f32
    }
    %max_pool = te.compute "max_pool" axes(n = 2, c = 1, h = 4, w = 3) reduce(kh = 3, kw = 3) combine(max) : tensor<2x1x4x3xf32> {
    ^bb0(%n: index, %c: index, %h: index, %w: index, %kh: index, %kw: index):
      %0 = te.read %max_pool.pad[%n, %c, %h * 2 + %kh, %w * 2 + %kw] : tensor<2x1x9x7xf32>
      te.yield %0 : f32
    }
    return %max_pool : tensor<2x1x4x3xf32>
  }
  func.func private @max_pool_13(%arg0: tensor<1x1x6x5xf32>, %arg1: tensor<1x1x3x3xf32> {te.destination}) -> tensor<1x1x3x3xf32> attributes {te.kernel} {
    %cst = arith.constant 0xFF800000 : f32
    %max_pool.pad = te.compute "max_pool.pad" axes(n = 1, c = 1, h = 7, w = 6) : tensor<1x1x7x6xf32> {
    ^bb0(%n: index, %c: index, %h: index, %w: index):
      %0 = te.read %arg0[%n, %c, %h, %w] where(-%h + 5 >= 0, -%w + 4 >= 0) else %cst : tensor<1x1x6x5xf32>
      te.yield %0 : f32
    }
    %max_pool = te.compute "max_pool" axes(n = 1, c = 1, h = 3, w = 3) reduce(kh = 3, kw = 2) combine(max) : tensor<1x1x3x3xf32> {
    ^bb0(%n: index, %c: index, %h: index, %w: index, %kh: index, %kw: index):
      %0 = te.read %max_pool.pad[%n, %c, %h * 2 + %kh, %w * 2 + %kw] : tensor<1x1x7x6xf32>
      te.yield %0 : f32
    }
    return %max_pool : tensor<1x1x3x3xf32>
  }
  func.func private @max_pool_14(%arg0: tensor<1x1x5x5xf32>, %arg1: tensor<1x1x2x2xf32> {te.destination}) -> tensor<1x1x2x2xf32> attributes {te.kernel} {
    %cst = arith.constant 0xFF800000 : f32
    %max_pool.pad = te.compute "max_pool.pad" axes(n = 1, c = 1, h = 5, w = 5) : tensor<1x1x5x5xf32> {
    ^bb0(%n: index, %c: index, %h: index, %w: index):
      %0 = te.read %arg0[%n, %c, %h - 1, %w - 1] where(%h - 1 >= 0, %w - 1 >= 0) else %cst : tensor<1x1x5x5xf32>
      te.yield %0 : f32
    }
    %max_pool = te.compute "max_pool" axes(n = 1, c = 1, h = 2, w = 2) reduce(kh = 2, kw = 2) combine(max) : tensor<1x1x2x2xf32> {
    ^bb0(%n: index, %c: index, %h: index, %w: index, %kh: index, %kw: index):
      %0 = te.read %max_pool.pad[%n, %c, %h * 3 + %kh, %w * 3 + %kw] : tensor<1x1x5x5xf32>
      te.yield %0 : f32
    }
    return %max_pool : tensor<1x1x2x2xf32>
  }
  func.func private @max_pool_15(%arg0: tensor<1x1x7x7xf32>, %arg1: tensor<1x1x5x3xf32> {te.destination}) -> tensor<1x1x5x3xf32> attributes {te.kernel} {
    %cst = arith.constant 0xFF800000 : f32
    %max_pool.pad = te.compute "max_pool.pad" axes(n = 1, c = 1, h = 7, w = 9) : tensor<1x1x7x9xf32> {
    ^bb0(%n: index, %c: index, %h: index, %w: index):
      %0 = te.read %arg0[%n, %c, %h, %w - 1] where(%w - 1 >= 0, -(%w - 1) + 6 >= 0) else %cst : tensor<1x1x7x7xf32>
      te.yield %0 : f32
    }
    %max_pool = te.compute "max_pool" axes(n = 1, c = 1, h = 5, w = 3) reduce(kh = 2, kw = 3) combine(max) : tensor<1x1x5x3xf32> {
    ^bb0(%n: index, %c: index, %h: index, %w: index, %kh: index, %kw: index):
      %0 = te.read %max_pool.pad[%n, %c, %h + %kh * 2, %w * 2 + %kw * 2] : tensor<1x1x7x9xf32>
      te.yield %0 : f32
    }
    return %max_pool : tensor<1x1x5x3xf32>
  }
  func.func private @max_pool_16(%arg0: tensor<1x2x9xf32>, %arg1: tensor<1x2x4xf32> {te.destination}) -> tensor<1x2x4xf32> attributes {te.kernel} {
    %cst = arith.constant 0xFF800000 : f32
    %max_pool.pad = te.compute "max_pool.pad" axes(n = 1, c = 2, w = 9) : tensor<1x2x9xf32> {
    ^bb0(%n: index, %c: index, %w: index):
      %0 = te.read %arg0[%n, %c, %w - 1] where(%w - 1 >= 0) else %cst : tensor<1x2x9xf32>
      te.yield %0 : f32
    }
    %max_pool = te.compute "max_pool" axes(n = 1, c = 2, w = 4) reduce(kw = 3) combine(max) : tensor<1x2x4xf32> {
    ^bb0(%n: index, %c: index, %w: index, %kw: index):
      %0 = te.read %max_pool.pad[%n, %c, %w * 2 + %kw] : tensor<1x2x9xf32>
      te.yield %0 : f32
    }
    return %max_pool : tensor<1x2x4xf32>
  }
  func.func private @max_pool_17(%arg0: tensor<1x1x4x4xf64>, %arg1: tensor<1x1x3x3xf64> {te.destination}) -> tensor<1x1x3x3xf64> attributes {te.kernel} {
    %max_pool = te.compute "max_pool" axes(n = 1, c = 1, h = 3, w = 3) reduce(kh = 2, kw = 2) combine(max) : tensor<1x1x3x3xf64> {
    ^bb0(%n: index, %c: index, %h: index, %w: index, %kh: index, %kw: index):
      %0 = te.read %arg0[%n, %c, %h + %kh, %w + %kw] : tensor<1x1x4x4xf64>
      te.yield %0 : f64
    }
    return %max_pool : tensor<1x1x3x3xf64>
  }
  func.func private @max_pool_18(%arg0: tensor<1x1x3x4x3xf32>, %arg1: tensor<1x1x2x2x2xf32> {te.destination}) -> tensor<1x1x2x2x2xf32> attributes {te.kernel} {
    %max_pool = te.compute "max_pool" axes(n = 1, c = 1, d = 2, h = 2, w = 2) reduce(kd = 2, kh = 2, kw = 2) combine(max) : tensor<1x1x2x2x2xf32> {
    ^bb0(%n: index, %c: index, %d: index, %h: index, %w: index, %kd: index, %kh: index, %kw: index):
      %0 = te.read %arg0[%n, %c, %d + %kd, %h * 2 + %kh, %w + %kw] : tensor<1x1x3x4x3xf32>
      te.yield %0 : f32
    }
    return %max_pool : tensor<1x1x2x2x2xf32>
  }
  func.func @plain(%arg0: tensor<1x2x4x5xf32> {dl.test_input = dense_resource<__elided__> : tensor<1x2x4x5xf32>}, %arg1: tensor<3x2x2x3xf32> {dl.test_input = dense_resource<__elided__> : tensor<3x2x2x3xf32>}, %arg2: tensor<1x3x3x3xf32> {te.destination}) -> (tensor<1x3x3x3xf32> {dl.test_expected = dense_resource<__elided__> : tensor<1x3x3x3xf32>}) {
    %0 = call @conv(%arg0, %arg1, %arg2) : (tensor<1x2x4x5xf32>, tensor<3x2x2x3xf32>, tensor<1x3x3x3xf32>) -> tensor<1x3x3x3xf32>
    return %0 : tensor<1x3x3x3xf32>
  }
  func.func @bias_and_batch(%arg0: tensor<2x2x3x3xf32> {dl.test_input = dense_resource<__elided__> : tensor<2x2x3x3xf32>}, %arg1: tensor<2x2x1x1xf32> {dl.test_input = dense<[[[[-1.500000e+00]], [[-1.500000e+00]]], [[[-3.750000e-01]], [[5.000000e-01]]]]> : tensor<2x2x1x1xf32>}, %arg2: tensor<2xf32> {dl.test_input = dense<[1.000000e+00, -1.250000e+00]> : tensor<2xf32>}, %arg3: tensor<2x2x3x3xf32> {te.destination}) -> (tensor<2x2x3x3xf32> {dl.test_expected = dense_resource<__elided__> : tensor<2x2x3x3xf32>}) {
    %0 = call @conv_0(%arg0, %arg1, %arg2, %arg3) : (tensor<2x2x3x3xf32>, tensor<2x2x1x1xf32>, tensor<2xf32>, tensor<2x2x3x3xf32>) -> tensor<2x2x3x3xf32>
    return %0 : tensor<2x2x3x3xf32>
  }
  func.func @padded(%arg0: tensor<1x2x4x4xf32> {dl.test_input = dense_resource<__elided__> : tensor<1x2x4x4xf32>}, %arg1: tensor<2x2x3x3xf32> {dl.test_input = dense_resource<__elided__> : tensor<2x2x3x3xf32>}, %arg2: tensor<2xf32> {dl.test_input = dense<[-1.000000e+00, 6.250000e-01]> : tensor<2xf32>}, %arg3: tensor<1x2x4x4xf32> {te.destination}) -> (tensor<1x2x4x4xf32> {dl.test_expected = dense_resource<__elided__> : tensor<1x2x4x4xf32>}) {
    %0 = call @conv_1(%arg0, %arg1, %arg2, %arg3) : (tensor<1x2x4x4xf32>, tensor<2x2x3x3xf32>, tensor<2xf32>, tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
    return %0 : tensor<1x2x4x4xf32>
  }
  func.func @uneven_pads(%arg0: tensor<1x1x4x3xf32> {dl.test_input = dense_resource<__elided__> : tensor<1x1x4x3xf32>}, %arg1: tensor<2x1x3x2xf32> {dl.test_input = dense_resource<__elided__> : tensor<2x1x3x2xf32>}, %arg2: tensor<1x2x5x3xf32> {te.destination}) -> (tensor<1x2x5x3xf32> {dl.test_expected = dense_resource<__elided__> : tensor<1x2x5x3xf32>}) {
    %0 = call @conv_2(%arg0, %arg1, %arg2) : (tensor<1x1x4x3xf32>, tensor<2x1x3x2xf32>, tensor<1x2x5x3xf32>) -> tensor<1x2x5x3xf32>
    return %0 : tensor<1x2x5x3xf32>
  }
  func.func @unused_end(%arg0: tensor<1x1x6x6xf32> {dl.test_input = dense_resource<__elided__> : tensor<1x1x6x6xf32>}, %arg1: tensor<1x1x2x2xf32> {dl.test_input = dense<[[[[6.250000e-01, 8.750000e-01], [5.000000e-01, -1.250000e-01]]]]> : tensor<1x1x2x2xf32>}, %arg2: tensor<1x1x2x2xf32> {te.destination}) -> (tensor<1x1x2x2xf32> {dl.test_expected = dense<[[[[-9.375000e-01, -2.187500e-01], [1.984375, 1.140625]]]]> : tensor<1x1x2x2xf32>}) {
    %0 = call @conv_3(%arg0, %arg1, %arg2) : (tensor<1x1x6x6xf32>, tensor<1x1x2x2xf32>, tensor<1x1x2x2xf32>) -> tensor<1x1x2x2xf32>
    return %0 : tensor<1x1x2x2xf32>
  }
  func.func @strided(%arg0: tensor<1x2x7x7xf32> {dl.test_input = dense_resource<__elided__> : tensor<1x2x7x7xf32>}, %arg1: tensor<2x2x3x3xf32> {dl.test_input = dense_resource<__elided__> : tensor<2x2x3x3xf32>}, %arg2: tensor<1x2x4x4xf32> {te.destination}) -> (tensor<1x2x4x4xf32> {dl.test_expected = dense_resource<__elided__> : tensor<1x2x4x4xf32>}) {
    %0 = call @conv_4(%arg0, %arg1, %arg2) : (tensor<1x2x7x7xf32>, tensor<2x2x3x3xf32>, tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
    return %0 : tensor<1x2x4x4xf32>
  }
  func.func @dilated(%arg0: tensor<1x1x7x6xf32> {dl.test_input = dense_resource<__elided__> : tensor<1x1x7x6xf32>}, %arg1: tensor<2x1x3x2xf32> {dl.test_input = dense_resource<__elided__> : tensor<2x1x3x2xf32>}, %arg2: tensor<1x2x4x3xf32> {te.destination}) -> (tensor<1x2x4x3xf32> {dl.test_expected = dense_resource<__elided__> : tensor<1x2x4x3xf32>}) {
    %0 = call @conv_5(%arg0, %arg1, %arg2) : (tensor<1x1x7x6xf32>, tensor<2x1x3x2xf32>, tensor<1x2x4x3xf32>) -> tensor<1x2x4x3xf32>
    return %0 : tensor<1x2x4x3xf32>
  }
  func.func @grouped(%arg0: tensor<1x4x3x3xf32> {dl.test_input = dense_resource<__elided__> : tensor<1x4x3x3xf32>}, %arg1: tensor<6x2x2x2xf32> {dl.test_input = dense_resource<__elided__> : tensor<6x2x2x2xf32>}, %arg2: tensor<6xf32> {dl.test_input = dense<[7.500000e-01, -1.125000e+00, -3.750000e-01, -1.250000e+00, -6.250000e-01, 1.500000e+00]> : tensor<6xf32>}, %arg3: tensor<1x6x2x2xf32> {te.destination}) -> (tensor<1x6x2x2xf32> {dl.test_expected = dense_resource<__elided__> : tensor<1x6x2x2xf32>}) {
    %0 = call @conv_6(%arg0, %arg1, %arg2, %arg3) : (tensor<1x4x3x3xf32>, tensor<6x2x2x2xf32>, tensor<6xf32>, tensor<1x6x2x2xf32>) -> tensor<1x6x2x2xf32>
    return %0 : tensor<1x6x2x2xf32>
  }
  func.func @depthwise(%arg0: tensor<1x3x4x4xf32> {dl.test_input = dense_resource<__elided__> : tensor<1x3x4x4xf32>}, %arg1: tensor<3x1x3x3xf32> {dl.test_input = dense_resource<__elided__> : tensor<3x1x3x3xf32>}, %arg2: tensor<1x3x4x4xf32> {te.destination}) -> (tensor<1x3x4x4xf32> {dl.test_expected = dense_resource<__elided__> : tensor<1x3x4x4xf32>}) {
    %0 = call @conv_7(%arg0, %arg1, %arg2) : (tensor<1x3x4x4xf32>, tensor<3x1x3x3xf32>, tensor<1x3x4x4xf32>) -> tensor<1x3x4x4xf32>
    return %0 : tensor<1x3x4x4xf32>
  }
  func.func @multiplier(%arg0: tensor<1x2x3x3xf32> {dl.test_input = dense_resource<__elided__> : tensor<1x2x3x3xf32>}, %arg1: tensor<4x1x2x2xf32> {dl.test_input = dense_resource<__elided__> : tensor<4x1x2x2xf32>}, %arg2: tensor<1x4x2x2xf32> {te.destination}) -> (tensor<1x4x2x2xf32> {dl.test_expected = dense_resource<__elided__> : tensor<1x4x2x2xf32>}) {
    %0 = call @conv_8(%arg0, %arg1, %arg2) : (tensor<1x2x3x3xf32>, tensor<4x1x2x2xf32>, tensor<1x4x2x2xf32>) -> tensor<1x4x2x2xf32>
    return %0 : tensor<1x4x2x2xf32>
  }
  func.func @one_dim(%arg0: tensor<2x2x6xf32> {dl.test_input = dense_resource<__elided__> : tensor<2x2x6xf32>}, %arg1: tensor<3x2x3xf32> {dl.test_input = dense_resource<__elided__> : tensor<3x2x3xf32>}, %arg2: tensor<3xf32> {dl.test_input = dense<[6.250000e-01, -1.625000e+00, 3.750000e-01]> : tensor<3xf32>}, %arg3: tensor<2x3x4xf32> {te.destination}) -> (tensor<2x3x4xf32> {dl.test_expected = dense_resource<__elided__> : tensor<2x3x4xf32>}) {
    %0 = call @conv_9(%arg0, %arg1, %arg2, %arg3) : (tensor<2x2x6xf32>, tensor<3x2x3xf32>, tensor<3xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
    return %0 : tensor<2x3x4xf32>
  }
  func.func @three_dims(%arg0: tensor<1x2x3x4x3xf32> {dl.test_input = dense_resource<__elided__> : tensor<1x2x3x4x3xf32>}, %arg1: tensor<2x2x2x2x2xf32> {dl.test_input = dense_resource<__elided__> : tensor<2x2x2x2x2xf32>}, %arg2: tensor<1x2x3x2x2xf32> {te.destination}) -> (tensor<1x2x3x2x2xf32> {dl.test_expected = dense_resource<__elided__> : tensor<1x2x3x2x2xf32>}) {
    %0 = call @conv_10(%arg0, %arg1, %arg2) : (tensor<1x2x3x4x3xf32>, tensor<2x2x2x2x2xf32>, tensor<1x2x3x2x2xf32>) -> tensor<1x2x3x2x2xf32>
    return %0 : tensor<1x2x3x2x2xf32>
  }
  func.func @pool(%arg0: tensor<1x2x4x4xf32> {dl.test_input = dense_resource<__elided__> : tensor<1x2x4x4xf32>}, %arg1: tensor<1x2x2x2xf32> {te.destination}) -> (tensor<1x2x2x2xf32> {dl.test_expected = dense<[[[[-1.250000e-01, 1.000000e+00], [1.625000e+00, 1.875000e+00]], [[1.750000e+00, 1.625000e+00], [1.500000e+00, 8.750000e-01]]]]> : tensor<1x2x2x2xf32>}) {
    %0 = call @max_pool(%arg0, %arg1) : (tensor<1x2x4x4xf32>, tensor<1x2x2x2xf32>) -> tensor<1x2x2x2xf32>
    return %0 : tensor<1x2x2x2xf32>
  }
  func.func @pool_negative(%arg0: tensor<1x1x2x2xf32> {dl.test_input = dense<[[[[0.000000e+00, 1.125000e+00], [-1.750000e+00, -1.125000e+00]]]]> : tensor<1x1x2x2xf32>}, %arg1: tensor<1x1x2x2xf32> {te.destination}) -> (tensor<1x1x2x2xf32> {dl.test_expected = dense<1.125000e+00> : tensor<1x1x2x2xf32>}) {
    %0 = call @max_pool_11(%arg0, %arg1) : (tensor<1x1x2x2xf32>, tensor<1x1x2x2xf32>) -> tensor<1x1x2x2xf32>
    return %0 : tensor<1x1x2x2xf32>
  }
  func.func @pool_padded(%arg0: tensor<2x1x7x6xf32> {dl.test_input = dense_resource<__elided__> : tensor<2x1x7x6xf32>}, %arg1: tensor<2x1x4x3xf32> {te.destination}) -> (tensor<2x1x4x3xf32> {dl.test_expected = dense_resource<__elided__> : tensor<2x1x4x3xf32>}) {
    %0 = call @max_pool_12(%arg0, %arg1) : (tensor<2x1x7x6xf32>, tensor<2x1x4x3xf32>) -> tensor<2x1x4x3xf32>
    return %0 : tensor<2x1x4x3xf32>
  }
  func.func @pool_ceil(%arg0: tensor<1x1x6x5xf32> {dl.test_input = dense_resource<__elided__> : tensor<1x1x6x5xf32>}, %arg1: tensor<1x1x3x3xf32> {te.destination}) -> (tensor<1x1x3x3xf32> {dl.test_expected = dense_resource<__elided__> : tensor<1x1x3x3xf32>}) {
    %0 = call @max_pool_13(%arg0, %arg1) : (tensor<1x1x6x5xf32>, tensor<1x1x3x3xf32>) -> tensor<1x1x3x3xf32>
    return %0 : tensor<1x1x3x3xf32>
  }
  func.func @pool_ceil_padded(%arg0: tensor<1x1x5x5xf32> {dl.test_input = dense_resource<__elided__> : tensor<1x1x5x5xf32>}, %arg1: tensor<1x1x2x2xf32> {te.destination}) -> (tensor<1x1x2x2xf32> {dl.test_expected = dense<[[[[-1.375000e+00, 5.000000e-01], [2.000000e+00, 2.000000e+00]]]]> : tensor<1x1x2x2xf32>}) {
    %0 = call @max_pool_14(%arg0, %arg1) : (tensor<1x1x5x5xf32>, tensor<1x1x2x2xf32>) -> tensor<1x1x2x2xf32>
    return %0 : tensor<1x1x2x2xf32>
  }
  func.func @pool_dilated(%arg0: tensor<1x1x7x7xf32> {dl.test_input = dense_resource<__elided__> : tensor<1x1x7x7xf32>}, %arg1: tensor<1x1x5x3xf32> {te.destination}) -> (tensor<1x1x5x3xf32> {dl.test_expected = dense_resource<__elided__> : tensor<1x1x5x3xf32>}) {
    %0 = call @max_pool_15(%arg0, %arg1) : (tensor<1x1x7x7xf32>, tensor<1x1x5x3xf32>) -> tensor<1x1x5x3xf32>
    return %0 : tensor<1x1x5x3xf32>
  }
  func.func @pool_line(%arg0: tensor<1x2x9xf32> {dl.test_input = dense_resource<__elided__> : tensor<1x2x9xf32>}, %arg1: tensor<1x2x4xf32> {te.destination}) -> (tensor<1x2x4xf32> {dl.test_expected = dense<[[[5.000000e-01, -5.000000e-01, 6.250000e-01, 1.125000e+00], [-3.750000e-01, -2.500000e-01, -2.500000e-01, 7.500000e-01]]]> : tensor<1x2x4xf32>}) {
    %0 = call @max_pool_16(%arg0, %arg1) : (tensor<1x2x9xf32>, tensor<1x2x4xf32>) -> tensor<1x2x4xf32>
    return %0 : tensor<1x2x4xf32>
  }
  func.func @pool_double(%arg0: tensor<1x1x4x4xf64> {dl.test_input = dense_resource<__elided__> : tensor<1x1x4x4xf64>}, %arg1: tensor<1x1x3x3xf64> {te.destination}) -> (tensor<1x1x3x3xf64> {dl.test_expected = dense_resource<__elided__> : tensor<1x1x3x3xf64>}) {
    %0 = call @max_pool_17(%arg0, %arg1) : (tensor<1x1x4x4xf64>, tensor<1x1x3x3xf64>) -> tensor<1x1x3x3xf64>
    return %0 : tensor<1x1x3x3xf64>
  }
  func.func @pool_volume(%arg0: tensor<1x1x3x4x3xf32> {dl.test_input = dense_resource<__elided__> : tensor<1x1x3x4x3xf32>}, %arg1: tensor<1x1x2x2x2xf32> {te.destination}) -> (tensor<1x1x2x2x2xf32> {dl.test_expected = dense<[[[[[2.000000e+00, 1.375000e+00], [1.875000e+00, 1.875000e+00]], [[2.000000e+00, 1.000000e+00], [1.875000e+00, 1.875000e+00]]]]]> : tensor<1x1x2x2x2xf32>}) {
    %0 = call @max_pool_18(%arg0, %arg1) : (tensor<1x1x3x4x3xf32>, tensor<1x1x2x2x2xf32>) -> tensor<1x1x2x2x2xf32>
    return %0 : tensor<1x1x2x2x2xf32>
  }
}

