// RUN: dl-opt %s --dl-set-target="cpu=haswell" --schedule-default | FileCheck %s
// Columns that are left over where there are no masks, and products that use nothing again.

// 15 of 47 columns would be steps of 8, 4, 2 and 1: a step of 16 that begins earlier is shorter, and
// what reads it has the same. Constant weights stay as they lie.
func.func private @columns(%x: tensor<120x64xf32>, %w: tensor<64x47xf32> {te.layout_free}, %d: tensor<120x47xf32> {te.destination}) -> tensor<120x47xf32> attributes {te.kernel} {
  %cst = arith.constant 0.0 : f32
  %s = te.compute "matmul" axes(m = 120, n = 47) reduce(k = 64) combine(add) : tensor<120x47xf32> {
  ^bb0(%m: index, %n: index, %k: index):
    %0 = te.read %x[%m, %k] : tensor<120x64xf32>
    %1 = te.read %w[%k, %n] : tensor<64x47xf32>
    %2 = arith.mulf %0, %1 : f32
    te.yield %2 : f32
  }
  %r = te.compute "relu" axes(m = 120, n = 47) : tensor<120x47xf32> {
  ^bb0(%m: index, %n: index):
    %0 = te.read %s[%m, %n] : tensor<120x47xf32>
    %1 = arith.maximumf %0, %cst : f32
    te.yield %1 : f32
  }
  return %r : tensor<120x47xf32>
}
// CHECK-LABEL: transform.named_sequence @columns(
// CHECK-NOT: transform_layout
// CHECK: schedule.split %matmul[%a1] by 16 tail shift
// CHECK: schedule.split %relu[%{{.*}}] by 16 tail shift
// CHECK: schedule.compute_at %matmul at %relu

// A rest of 8 is a step of its own, of weights in blocks. With it, six rows are better than four.
func.func private @vector(%x: tensor<124x64xf32>, %w: tensor<64x40xf32> {te.layout_free}, %d: tensor<124x40xf32> {te.destination}) -> tensor<124x40xf32> attributes {te.kernel} {
  %s = te.compute "matmul" axes(m = 124, n = 40) reduce(k = 64) combine(add) : tensor<124x40xf32> {
  ^bb0(%m: index, %n: index, %k: index):
    %0 = te.read %x[%m, %k] : tensor<124x64xf32>
    %1 = te.read %w[%k, %n] : tensor<64x40xf32>
    %2 = arith.mulf %0, %1 : f32
    te.yield %2 : f32
  }
  return %s : tensor<124x40xf32>
}
// CHECK-LABEL: transform.named_sequence @vector(
// CHECK: schedule.transform_layout %matmul
// CHECK: schedule.split %matmul[%a0] by 6{{$}}
// CHECK: schedule.split %matmul[%a1] by 16{{$}}

// Each element of the matrix is used once: its rows are summed up in vectors.
func.func private @times_vector(%x: tensor<2x300x300xf32>, %y: tensor<2x300x1xf32>, %d: tensor<2x300x1xf32> {te.destination}) -> tensor<2x300x1xf32> attributes {te.kernel} {
  %s = te.compute "matmul" axes(b = 2, m = 300, n = 1) reduce(k = 300) combine(add) : tensor<2x300x1xf32> {
  ^bb0(%b: index, %m: index, %n: index, %k: index):
    %0 = te.read %x[%b, %m, %k] : tensor<2x300x300xf32>
    %1 = te.read %y[%b, %k, %n] : tensor<2x300x1xf32>
    %2 = arith.mulf %0, %1 : f32
    te.yield %2 : f32
  }
  return %s : tensor<2x300x1xf32>
}
// CHECK-LABEL: transform.named_sequence @times_vector(
// CHECK: %[[O:.*]], %[[I:.*]] = schedule.split %matmul[%a3] by 32
// CHECK: schedule.vectorize %matmul[%[[I]]]

// Few columns fill no vector: rows again, of weights that are turned for it. The functions of the
// result are not computed one by one.
func.func private @few_columns(%x: tensor<149x1017xf32>, %w: tensor<1017x3xf32> {te.layout_free}, %d: tensor<149x3xf32> {te.destination}) -> tensor<149x3xf32> attributes {te.kernel} {
  %s = te.compute "matmul" axes(m = 149, n = 3) reduce(k = 1017) combine(add) : tensor<149x3xf32> {
  ^bb0(%m: index, %n: index, %k: index):
    %0 = te.read %x[%m, %k] : tensor<149x1017xf32>
    %1 = te.read %w[%k, %n] : tensor<1017x3xf32>
    %2 = arith.mulf %0, %1 : f32
    te.yield %2 : f32
  }
  %e = te.compute "exp" axes(m = 149, n = 3) : tensor<149x3xf32> {
  ^bb0(%m: index, %n: index):
    %0 = te.read %s[%m, %n] : tensor<149x3xf32>
    %1 = math.exp %0 : f32
    te.yield %1 : f32
  }
  return %e : tensor<149x3xf32>
}
// CHECK-LABEL: transform.named_sequence @few_columns(
// CHECK: schedule.transform_layout %matmul reads operand 1 by #map1
// CHECK: %[[O:.*]], %[[I:.*]] = schedule.split %matmul[%a2] by 32
// CHECK: schedule.vectorize %matmul[%[[I]]]
// CHECK-NOT: schedule.compute_at
// CHECK: schedule.vectorize %exp

// Short rows of a few columns are tiles.
func.func private @short_rows(%x: tensor<300x64xf32>, %y: tensor<2x64xf32>, %d: tensor<300x2xf32> {te.destination}) -> tensor<300x2xf32> attributes {te.kernel} {
  %s = te.compute "matmul" axes(m = 300, n = 2) reduce(k = 64) combine(add) : tensor<300x2xf32> {
  ^bb0(%m: index, %n: index, %k: index):
    %0 = te.read %x[%m, %k] : tensor<300x64xf32>
    %1 = te.read %y[%n, %k] : tensor<2x64xf32>
    %2 = arith.mulf %0, %1 : f32
    te.yield %2 : f32
  }
  return %s : tensor<300x2xf32>
}
// CHECK-LABEL: transform.named_sequence @short_rows(
// CHECK-NOT: schedule.vectorize %matmul[%a2i]
// CHECK: transform.yield

// Of eleven blocks of outputs three at a time and two, beside four rows: with four rows of one vector
// more, the eleventh would wait for its sums.
func.func private @blocks(%x: tensor<56x64xf32>, %w: tensor<11x64x8xf32>, %d: tensor<11x56x8xf32> {te.destination}) -> tensor<11x56x8xf32> attributes {te.kernel} {
  %s = te.compute "matmul" axes(ob = 11, w = 56, oi = 8) reduce(k = 64) combine(add) : tensor<11x56x8xf32> {
  ^bb0(%ob: index, %w_: index, %oi: index, %k: index):
    %0 = te.read %x[%w_, %k] : tensor<56x64xf32>
    %1 = te.read %w[%ob, %k, %oi] : tensor<11x64x8xf32>
    %2 = arith.mulf %0, %1 : f32
    te.yield %2 : f32
  }
  return %s : tensor<11x56x8xf32>
}
// CHECK-LABEL: transform.named_sequence @blocks(
// CHECK: schedule.split %matmul[%a0] by 3
// CHECK: schedule.split %matmul[%a1] by 4

// Three outputs are the rows of a tile: of three vectors, for which there are registers, along another
// axis.
func.func private @three_outputs(%x: tensor<64x32x32xf32>, %w: tensor<3x64x5x5xf32> {te.layout_free}, %d: tensor<3x28x28xf32> {te.destination}) -> tensor<3x28x28xf32> attributes {te.kernel} {
  %s = te.compute "conv" axes(o = 3, h = 28, w = 28) reduce(i = 64, kh = 5, kw = 5) combine(add) : tensor<3x28x28xf32> {
  ^bb0(%o: index, %h: index, %w_: index, %i: index, %kh: index, %kw: index):
    %0 = te.read %x[%i, %h + %kh, %w_ + %kw] : tensor<64x32x32xf32>
    %1 = te.read %w[%o, %i, %kh, %kw] : tensor<3x64x5x5xf32>
    %2 = arith.mulf %0, %1 : f32
    te.yield %2 : f32
  }
  return %s : tensor<3x28x28xf32>
}
// CHECK-LABEL: transform.named_sequence @three_outputs(
// CHECK-NOT: schedule.split %conv[%a0]
// CHECK: schedule.split %conv[%a1] by 3
// CHECK: schedule.split %conv[%a2] by 8

// Three rows are one tile, with as many vectors as there are registers for.
func.func private @few_rows(%x: tensor<3x300xf32>, %w: tensor<300x1000xf32> {te.layout_free}, %d: tensor<3x1000xf32> {te.destination}) -> tensor<3x1000xf32> attributes {te.kernel} {
  %s = te.compute "matmul" axes(m = 3, n = 1000) reduce(k = 300) combine(add) : tensor<3x1000xf32> {
  ^bb0(%m: index, %n: index, %k: index):
    %0 = te.read %x[%m, %k] : tensor<3x300xf32>
    %1 = te.read %w[%k, %n] : tensor<300x1000xf32>
    %2 = arith.mulf %0, %1 : f32
    te.yield %2 : f32
  }
  return %s : tensor<3x1000xf32>
}
// CHECK-LABEL: transform.named_sequence @few_rows(
// CHECK: schedule.split %matmul[%a1] by 16{{$}}
// CHECK: schedule.unroll %matmul[%a0]

// Weights that do not stay near are packed, whatever the rest of the columns would like.
func.func private @far_weights(%x: tensor<20x3000xf32>, %w: tensor<3000x139xf32> {te.layout_free}, %d: tensor<20x139xf32> {te.destination}) -> tensor<20x139xf32> attributes {te.kernel} {
  %s = te.compute "matmul" axes(m = 20, n = 139) reduce(k = 3000) combine(add) : tensor<20x139xf32> {
  ^bb0(%m: index, %n: index, %k: index):
    %0 = te.read %x[%m, %k] : tensor<20x3000xf32>
    %1 = te.read %w[%k, %n] : tensor<3000x139xf32>
    %2 = arith.mulf %0, %1 : f32
    te.yield %2 : f32
  }
  return %s : tensor<20x139xf32>
}
// CHECK-LABEL: transform.named_sequence @far_weights(
// CHECK: schedule.transform_layout %matmul
// CHECK-NOT: tail shift
// CHECK: schedule.vectorize

// One column more than a vector has: a step of two vectors, of which a part is there.
func.func private @one_more(%x: tensor<64x100xf32>, %w: tensor<100x9xf32> {te.layout_free}, %d: tensor<64x9xf32> {te.destination}) -> tensor<64x9xf32> attributes {te.kernel} {
  %s = te.compute "matmul" axes(m = 64, n = 9) reduce(k = 100) combine(add) : tensor<64x9xf32> {
  ^bb0(%m: index, %n: index, %k: index):
    %0 = te.read %x[%m, %k] : tensor<64x100xf32>
    %1 = te.read %w[%k, %n] : tensor<100x9xf32>
    %2 = arith.mulf %0, %1 : f32
    te.yield %2 : f32
  }
  return %s : tensor<64x9xf32>
}
// CHECK-LABEL: transform.named_sequence @one_more(
// CHECK: schedule.split %matmul[%a1] by 16 tail mask

// Not where a step moves the elements apart, as along the rows that a convolution of stride 2 reads.
func.func private @one_more_apart(%x: tensor<64x18xf32>, %w: tensor<8x64xf32> {te.layout_free}, %d: tensor<8x9xf32> {te.destination}) -> tensor<8x9xf32> attributes {te.kernel} {
  %s = te.compute "conv" axes(o = 8, w = 9) reduce(c = 64) combine(add) : tensor<8x9xf32> {
  ^bb0(%o: index, %w0: index, %c: index):
    %two = arith.constant 2 : index
    %at = arith.muli %w0, %two : index
    %0 = te.read %x[%c, %at] : tensor<64x18xf32>
    %1 = te.read %w[%o, %c] : tensor<8x64xf32>
    %2 = arith.mulf %0, %1 : f32
    te.yield %2 : f32
  }
  return %s : tensor<8x9xf32>
}
// CHECK-LABEL: transform.named_sequence @one_more_apart(
// CHECK-NOT: tail mask
// CHECK: transform.yield

// A row of a depthwise convolution's window meets all rows of the tile that it is a term of, while
// it is in a register: the window's rows are the innermost terms. Nine weights leave room for four
// rows of one vector, 25 do not fit at all: as many rows as there may be use each one.
func.func private @window3(%x: tensor<32x58x58xf32>, %w: tensor<32x3x3xf32>, %d: tensor<32x56x56xf32> {te.destination}) -> tensor<32x56x56xf32> attributes {te.kernel} {
  %s = te.compute "conv" axes(c = 32, h = 56, w = 56) reduce(kh = 3, kw = 3) combine(add) : tensor<32x56x56xf32> {
  ^bb0(%c: index, %h: index, %i: index, %kh: index, %kw: index):
    %0 = te.read %x[%c, %h + %kh, %i + %kw] : tensor<32x58x58xf32>
    %1 = te.read %w[%c, %kh, %kw] : tensor<32x3x3xf32>
    %2 = arith.mulf %0, %1 : f32
    te.yield %2 : f32
  }
  return %s : tensor<32x56x56xf32>
}
// CHECK-LABEL: transform.named_sequence @window3(
// CHECK: %[[H:.*]], %[[HI:.*]] = schedule.split %conv[%a1] by 4{{$}}
// CHECK: %[[W:.*]], %[[WI:.*]] = schedule.split %conv[%a2] by 8{{$}}
// CHECK: schedule.reorder %conv[%a0, %[[H]], %[[W]], %a4, %a3, %[[HI]], %[[WI]]]

func.func private @window5(%x: tensor<32x61x60xf32>, %w: tensor<32x5x5xf32>, %d: tensor<32x29x28xf32> {te.destination}) -> tensor<32x29x28xf32> attributes {te.kernel} {
  %s = te.compute "conv" axes(c = 32, h = 29, w = 28) reduce(kh = 5, kw = 5) combine(add) : tensor<32x29x28xf32> {
  ^bb0(%c: index, %h: index, %i: index, %kh: index, %kw: index):
    %0 = te.read %x[%c, %h * 2 + %kh, %i * 2 + %kw] : tensor<32x61x60xf32>
    %1 = te.read %w[%c, %kh, %kw] : tensor<32x5x5xf32>
    %2 = arith.mulf %0, %1 : f32
    te.yield %2 : f32
  }
  return %s : tensor<32x29x28xf32>
}
// CHECK-LABEL: transform.named_sequence @window5(
// CHECK: schedule.split %conv[%a1] by 8{{$}}
// CHECK: schedule.split %conv[%a2] by 8{{$}}

// A sum over many channels besides has no window of its own: its rows are as they were.
func.func private @channels(%x: tensor<16x30x30xf32>, %w: tensor<16x3x3xf32>, %d: tensor<28x28xf32> {te.destination}) -> tensor<28x28xf32> attributes {te.kernel} {
  %s = te.compute "conv" axes(h = 28, w = 28) reduce(c = 16, kh = 3, kw = 3) combine(add) : tensor<28x28xf32> {
  ^bb0(%h: index, %i: index, %c: index, %kh: index, %kw: index):
    %0 = te.read %x[%c, %h + %kh, %i + %kw] : tensor<16x30x30xf32>
    %1 = te.read %w[%c, %kh, %kw] : tensor<16x3x3xf32>
    %2 = arith.mulf %0, %1 : f32
    te.yield %2 : f32
  }
  return %s : tensor<28x28xf32>
}
// CHECK-LABEL: transform.named_sequence @channels(
// CHECK: schedule.split %conv[%a1] by 16{{$}}
// CHECK: schedule.reorder %conv[%a0o, %a1o, %a2o, %a3, %a4, %a2i, %a0i, %a1i]
