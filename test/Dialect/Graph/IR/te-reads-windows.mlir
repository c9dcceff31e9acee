// RUN: dl-opt %s --convert-graph-to-te --split-input-file | FileCheck %s

// What windows read, and under which conditions.

// Pads at the begin have a condition there.
// CHECK-LABEL: func.func private @max_pool(
// CHECK-NOT: te.read
// CHECK: te.compute "max_pool.pad" axes(n = 1, c = 2, w = 7) : tensor
// CHECK: te.read %arg0[%n, %c, %w - 1] where(%w - 1 >= 0) else %{{.*}} : tensor
// CHECK: te.compute "max_pool" axes(n = 1, c = 2, w = 3) reduce(kw = 3) combine(max) : tensor
// CHECK: te.read %max_pool.pad[%n, %c, %w * 2 + %kw] : tensor
// CHECK-NOT: te.read
// CHECK: return
func.func @pool_begin(%x: tensor<1x2x6xf32>) -> tensor<1x2x3xf32> {
  %0 = graph.max_pool %x kernel [3] strides [2] pads [1, 0] dilations [1] : (tensor<1x2x6xf32>) -> tensor<1x2x3xf32>
  return %0 : tensor<1x2x3xf32>
}

// -----

// Pads at the end have one there.
// CHECK-LABEL: func.func private @max_pool(
// CHECK-NOT: te.read
// CHECK: te.compute "max_pool.pad" axes(n = 1, c = 2, w = 7) : tensor
// CHECK: te.read %arg0[%n, %c, %w] where(-%w + 5 >= 0) else %{{.*}} : tensor
// CHECK: te.compute "max_pool" axes(n = 1, c = 2, w = 3) reduce(kw = 3) combine(max) : tensor
// CHECK: te.read %max_pool.pad[%n, %c, %w * 2 + %kw] : tensor
// CHECK-NOT: te.read
// CHECK: return
func.func @pool_end(%x: tensor<1x2x6xf32>) -> tensor<1x2x3xf32> {
  %0 = graph.max_pool %x kernel [3] strides [2] pads [0, 1] dilations [1] : (tensor<1x2x6xf32>) -> tensor<1x2x3xf32>
  return %0 : tensor<1x2x3xf32>
}

// -----

// No window sees what is behind the last one.
// CHECK-LABEL: func.func private @max_pool(
// CHECK-NOT: te.read
// CHECK: te.compute "max_pool" axes(n = 1, c = 2, w = 2) reduce(kw = 2) combine(max) : tensor
// CHECK: te.read %arg0[%n, %c, %w * 3 + %kw] : tensor
// CHECK-NOT: te.read
// CHECK: return
func.func @pool_unseen(%x: tensor<1x2x6xf32>) -> tensor<1x2x2xf32> {
  %0 = graph.max_pool %x kernel [2] strides [3] pads [0, 1] dilations [1] : (tensor<1x2x6xf32>) -> tensor<1x2x2xf32>
  return %0 : tensor<1x2x2xf32>
}

// -----

// Without pads nothing is copied.
// CHECK-LABEL: func.func private @max_pool(
// CHECK-NOT: te.read
// CHECK: te.compute "max_pool" axes(n = 1, c = 2, w = 3) reduce(kw = 2) combine(max) : tensor
// CHECK: te.read %arg0[%n, %c, %w * 2 + %kw] : tensor
// CHECK-NOT: te.read
// CHECK: return
func.func @pool_plain(%x: tensor<1x2x6xf32>) -> tensor<1x2x3xf32> {
  %0 = graph.max_pool %x kernel [2] strides [2] pads [0, 0] dilations [1] : (tensor<1x2x6xf32>) -> tensor<1x2x3xf32>
  return %0 : tensor<1x2x3xf32>
}

// -----

// Rounded up, the last window goes on behind the end.
// CHECK-LABEL: func.func private @max_pool(
// CHECK-NOT: te.read
// CHECK: te.compute "max_pool.pad" axes(n = 1, c = 2, w = 7) : tensor
// CHECK: te.read %arg0[%n, %c, %w] where(-%w + 5 >= 0) else %{{.*}} : tensor
// CHECK: te.compute "max_pool" axes(n = 1, c = 2, w = 3) reduce(kw = 3) combine(max) : tensor
// CHECK: te.read %max_pool.pad[%n, %c, %w * 2 + %kw] : tensor
// CHECK-NOT: te.read
// CHECK: return
func.func @pool_ceil(%x: tensor<1x2x6xf32>) -> tensor<1x2x3xf32> {
  %0 = graph.max_pool %x kernel [3] strides [2] pads [0, 0] dilations [1] ceil_mode : (tensor<1x2x6xf32>) -> tensor<1x2x3xf32>
  return %0 : tensor<1x2x3xf32>
}

// -----

// The index is looked for where the largest was.
// CHECK-LABEL: func.func private @max_pool_index(
// CHECK-NOT: te.read
// CHECK: te.compute "max_pool_index.pad" axes(n = 1, c = 2, h = 7, w = 4) : tensor
// CHECK: te.read %arg0[%n, %c, %h - 1, %w] where(%h - 1 >= 0) else %{{.*}} : tensor
// CHECK: te.compute "max_pool_index.max" axes(n = 1, c = 2, h = 3, w = 4) reduce(kh = 3, kw = 1) combine(max) : tensor
// CHECK: te.read %max_pool_index.pad[%n, %c, %h * 2 + %kh, %w + %kw] : tensor
// CHECK: te.compute "max_pool_index" axes(n = 1, c = 2, h = 3, w = 4) reduce(kh = 3, kw = 1) combine(min) : tensor
// CHECK: te.read %max_pool_index.pad[%n, %c, %h * 2 + %kh, %w + %kw] : tensor
// CHECK: te.read %max_pool_index.max[%n, %c, %h, %w] : tensor
// CHECK-NOT: te.read
// CHECK: return
func.func @index(%x: tensor<1x2x6x4xf32>) -> tensor<1x2x3x4xi64> {
  %0 = graph.max_pool_index %x kernel [3, 1] strides [2, 1] pads [1, 0, 0, 0] dilations [1, 1] : (tensor<1x2x6x4xf32>) -> tensor<1x2x3x4xi64>
  return %0 : tensor<1x2x3x4xi64>
}

// -----

// Pads at both ends, at the begin, at the end, and such as no window sees.
// CHECK-LABEL: func.func private @conv_0(
// CHECK-NOT: te.read
// CHECK: te.compute "conv.pad" axes(n = 1, c = 2, w = 8) : tensor
// CHECK: te.read %arg0[%n, %c, %w - 1] where(%w - 1 >= 0, -(%w - 1) + 5 >= 0) else %{{.*}} : tensor
// CHECK: te.compute "conv" axes(n = 1, o = 4, w = 6) reduce(i = 2, kw = 3) combine(add) : tensor
// CHECK: te.read %conv.pad[%n, %i, %w + %kw] : tensor
// CHECK: te.read %arg1[%o, %i, %kw] : tensor
// CHECK-NOT: te.read
// CHECK: return
func.func @conv(%x: tensor<1x2x6xf32>, %w: tensor<4x2x3xf32>) -> tensor<1x4x6xf32> {
  %0 = graph.conv %x, %w strides [1] pads [1, 1] dilations [1] : (tensor<1x2x6xf32>, tensor<4x2x3xf32>) -> tensor<1x4x6xf32>
  return %0 : tensor<1x4x6xf32>
}

// -----

// CHECK-LABEL: func.func private @conv(
// CHECK-NOT: te.read
// CHECK: te.compute "conv.pad" axes(n = 1, c = 2, w = 7) : tensor
// CHECK: te.read %arg0[%n, %c, %w - 1] where(%w - 1 >= 0) else %{{.*}} : tensor
// CHECK: te.compute "conv" axes(n = 1, o = 4, w = 5) reduce(i = 2, kw = 3) combine(add) : tensor
// CHECK: te.read %conv.pad[%n, %i, %w + %kw] : tensor
// CHECK: te.read %arg1[%o, %i, %kw] : tensor
// CHECK-NOT: te.read
// CHECK: return
func.func @conv_begin(%x: tensor<1x2x6xf32>, %w: tensor<4x2x3xf32>) -> tensor<1x4x5xf32> {
  %0 = graph.conv %x, %w strides [1] pads [1, 0] dilations [1] : (tensor<1x2x6xf32>, tensor<4x2x3xf32>) -> tensor<1x4x5xf32>
  return %0 : tensor<1x4x5xf32>
}

// -----

// CHECK-LABEL: func.func private @conv(
// CHECK-NOT: te.read
// CHECK: te.compute "conv.pad" axes(n = 1, c = 2, w = 7) : tensor
// CHECK: te.read %arg0[%n, %c, %w] where(-%w + 5 >= 0) else %{{.*}} : tensor
// CHECK: te.compute "conv" axes(n = 1, o = 4, w = 5) reduce(i = 2, kw = 3) combine(add) : tensor
// CHECK: te.read %conv.pad[%n, %i, %w + %kw] : tensor
// CHECK: te.read %arg1[%o, %i, %kw] : tensor
// CHECK-NOT: te.read
// CHECK: return
func.func @conv_end(%x: tensor<1x2x6xf32>, %w: tensor<4x2x3xf32>) -> tensor<1x4x5xf32> {
  %0 = graph.conv %x, %w strides [1] pads [0, 1] dilations [1] : (tensor<1x2x6xf32>, tensor<4x2x3xf32>) -> tensor<1x4x5xf32>
  return %0 : tensor<1x4x5xf32>
}

// -----

// CHECK-LABEL: func.func private @conv(
// CHECK-NOT: te.read
// CHECK: te.compute "conv" axes(n = 1, o = 4, w = 2) reduce(i = 2, kw = 2) combine(add) : tensor
// CHECK: te.read %arg0[%n, %i, %w * 3 + %kw] : tensor
// CHECK: te.read %arg1[%o, %i, %kw] : tensor
// CHECK-NOT: te.read
// CHECK: return
func.func @conv_unseen(%x: tensor<1x2x6xf32>, %w: tensor<4x2x2xf32>) -> tensor<1x4x2xf32> {
  %0 = graph.conv %x, %w strides [3] pads [0, 1] dilations [1] : (tensor<1x2x6xf32>, tensor<4x2x2xf32>) -> tensor<1x4x2xf32>
  return %0 : tensor<1x4x2xf32>
}

// -----

// An image of columns: a tap is none before the first column and behind the last.
// CHECK-LABEL: func.func private @col2im(
// CHECK-NOT: te.read
// CHECK: te.compute "col2im" axes(n = 1, o = 2, w = 6) reduce(kw = 3) combine(add) : tensor
// CHECK: te.read %arg0[%n, %o, %kw, %w - %kw] where(%w - %kw >= 0, -(%w - %kw) + 3 >= 0) else %{{.*}} : tensor
// CHECK-NOT: te.read
// CHECK: return
func.func @image(%x: tensor<1x2x3x4xf32>) -> tensor<1x2x6xf32> {
  %0 = graph.col2im %x image [6] strides [1] pads [0, 0] dilations [1] : (tensor<1x2x3x4xf32>) -> tensor<1x2x6xf32>
  return %0 : tensor<1x2x6xf32>
}

// -----

// As much as is padded of a window of three is one less than there may be.
// CHECK-LABEL: func.func private @col2im(
// CHECK-NOT: te.read
// CHECK: te.compute "col2im" axes(n = 1, o = 2, w = 4) reduce(kw = 3) combine(add) : tensor
// CHECK: te.read %arg0[%n, %o, %kw, %w - %kw + 1] where(%w - %kw + 1 >= 0, -(%w - %kw + 1) + 3 >= 0) else %{{.*}} : tensor
// CHECK-NOT: te.read
// CHECK: return
func.func @image_padded(%x: tensor<1x2x3x4xf32>) -> tensor<1x2x4xf32> {
  %0 = graph.col2im %x image [4] strides [1] pads [1, 1] dilations [1] : (tensor<1x2x3x4xf32>) -> tensor<1x2x4xf32>
  return %0 : tensor<1x2x4xf32>
}

// -----

// With one more pad all taps are columns.
// CHECK-LABEL: func.func private @col2im(
// CHECK-NOT: te.read
// CHECK: te.compute "col2im" axes(n = 1, o = 2, w = 2) reduce(kw = 3) combine(add) : tensor
// CHECK: te.read %arg0[%n, %o, %kw, %w - %kw + 2] : tensor
// CHECK-NOT: te.read
// CHECK: return
func.func @image_all_padded(%x: tensor<1x2x3x4xf32>) -> tensor<1x2x2xf32> {
  %0 = graph.col2im %x image [2] strides [1] pads [2, 2] dilations [1] : (tensor<1x2x3x4xf32>) -> tensor<1x2x2xf32>
  return %0 : tensor<1x2x2xf32>
}

// -----

// In steps, a tap is that of every other element.
// CHECK-LABEL: func.func private @col2im(
// CHECK-NOT: te.read
// CHECK: te.compute "col2im" axes(n = 1, o = 2, w = 9) reduce(kw = 3) combine(add) : tensor
// CHECK: te.read %arg0[%n, %o, %kw, (%w - %kw) floordiv 2] where(-((%w - %kw) mod 2) >= 0, (%w - %kw) floordiv 2 >= 0, -((%w - %kw) floordiv 2) + 3 >= 0) else %{{.*}} : tensor
// CHECK-NOT: te.read
// CHECK: return
func.func @image_steps(%x: tensor<1x2x3x4xf32>) -> tensor<1x2x9xf32> {
  %0 = graph.col2im %x image [9] strides [2] pads [0, 0] dilations [1] : (tensor<1x2x3x4xf32>) -> tensor<1x2x9xf32>
  return %0 : tensor<1x2x9xf32>
}

// -----

// Steps as long as windows: each element is one product, in phases of the steps.
// CHECK-LABEL: func.func private @conv_transpose(
// CHECK-NOT: te.read
// CHECK: te.compute "conv_transpose.phases" axes(n = 1, o = 3, rw = 2, w = 4) reduce(i = 2, tw = 1) combine(add) : tensor
// CHECK: te.read %arg0[%n, %i, %w + %rw floordiv 2 - %tw] : tensor
// CHECK: te.read %arg1[%i, %o, %rw mod 2 + %tw * 2] : tensor
// CHECK: te.compute "conv_transpose" axes(n = 1, o = 3, w = 8) : tensor
// CHECK: te.read %conv_transpose.phases[%n, %o, %w mod 2, %w floordiv 2] : tensor
// CHECK-NOT: te.read
// CHECK: return
func.func @transposed(%x: tensor<1x2x4xf32>) -> tensor<1x3x8xf32> {
  %w = graph.constant dense<1.0> : tensor<2x3x2xf32>
  %0 = graph.conv_transpose %x, %w strides [2] pads [0, 0] dilations [1] output_padding [0] : (tensor<1x2x4xf32>, tensor<2x3x2xf32>) -> tensor<1x3x8xf32>
  return %0 : tensor<1x3x8xf32>
}

// -----

// Windows that are no multiple of the steps: phases of two taps, and of one.
// CHECK-LABEL: func.func private @conv_transpose(
// CHECK-NOT: te.read
// CHECK: te.compute "conv_transpose.pad" axes(n = 1, c = 2, w = 6) : tensor
// CHECK: te.read %arg0[%n, %c, %w - 1] where(%w - 1 >= 0, -(%w - 1) + 3 >= 0) else %{{.*}} : tensor
// CHECK: te.compute "conv_transpose.part0" axes(n = 1, o = 3, rw = 1, w = 5) reduce(i = 2, tw = 2) combine(add) : tensor
// CHECK: te.read %conv_transpose.pad[%n, %i, %w - %tw + 1] : tensor
// CHECK: te.read %arg1[%i, %o, %tw * 2] : tensor
// CHECK: te.compute "conv_transpose.part1" axes(n = 1, o = 3, rw = 1, w = 5) reduce(i = 2, tw = 1) combine(add) : tensor
// CHECK: te.read %conv_transpose.pad[%n, %i, %w - %tw + 1] : tensor
// CHECK: te.read %arg1[%i, %o, %tw * 2 + 1] : tensor
// CHECK: te.compute "conv_transpose.phases" axes(n = 1, o = 3, rw = 2, w = 5) : tensor
// CHECK: te.read %conv_transpose.part0[%n, %o, %rw, %w] where(-%rw >= 0) else %{{.*}} : tensor
// CHECK: te.read %conv_transpose.part1[%n, %o, %rw - 1, %w] where(%rw - 1 >= 0) else %{{.*}} : tensor
// CHECK: te.compute "conv_transpose" axes(n = 1, o = 3, w = 9) : tensor
// CHECK: te.read %conv_transpose.phases[%n, %o, %w mod 2, %w floordiv 2] : tensor
// CHECK-NOT: te.read
// CHECK: return
func.func @transposed_uneven(%x: tensor<1x2x4xf32>) -> tensor<1x3x9xf32> {
  %w = graph.constant dense<1.0> : tensor<2x3x3xf32>
  %0 = graph.conv_transpose %x, %w strides [2] pads [0, 0] dilations [1] output_padding [0] : (tensor<1x2x4xf32>, tensor<2x3x3xf32>) -> tensor<1x3x9xf32>
  return %0 : tensor<1x3x9xf32>
}

// -----

// Pads turn the phases.
// CHECK-LABEL: func.func private @conv_transpose(
// CHECK-NOT: te.read
// CHECK: te.compute "conv_transpose.pad" axes(n = 1, c = 2, w = 6) : tensor
// CHECK: te.read %arg0[%n, %c, %w - 1] where(%w - 1 >= 0, -(%w - 1) + 3 >= 0) else %{{.*}} : tensor
// CHECK: te.compute "conv_transpose.phases" axes(n = 1, o = 3, rw = 2, w = 4) reduce(i = 2, tw = 2) combine(add) : tensor
// CHECK: te.read %conv_transpose.pad[%n, %i, %w + (%rw + 1) floordiv 2 - %tw + 1] : tensor
// CHECK: te.read %arg1[%i, %o, (%rw + 1) mod 2 + %tw * 2] : tensor
// CHECK: te.compute "conv_transpose" axes(n = 1, o = 3, w = 8) : tensor
// CHECK: te.read %conv_transpose.phases[%n, %o, %w mod 2, %w floordiv 2] : tensor
// CHECK-NOT: te.read
// CHECK: return
func.func @transposed_padded(%x: tensor<1x2x4xf32>) -> tensor<1x3x8xf32> {
  %w = graph.constant dense<1.0> : tensor<2x3x4xf32>
  %0 = graph.conv_transpose %x, %w strides [2] pads [1, 1] dilations [1] output_padding [0] : (tensor<1x2x4xf32>, tensor<2x3x4xf32>) -> tensor<1x3x8xf32>
  return %0 : tensor<1x3x8xf32>
}

// -----

// Weights that only a run knows are multiplied for all windows, and added then.
// CHECK-LABEL: func.func private @conv_transpose(
// CHECK-NOT: te.read
// CHECK: te.compute "conv_transpose.columns" axes(n = 1, o = 3, kw = 3, w = 4) reduce(i = 2) combine(add) : tensor
// CHECK: te.read %arg0[%n, %i, %w] : tensor
// CHECK: te.read %arg1[%i, %o, %kw] : tensor
// CHECK: te.compute "conv_transpose" axes(n = 1, o = 3, w = 9) reduce(kw = 3) combine(add) : tensor
// CHECK: te.read %conv_transpose.columns[%n, %o, %kw, (%w - %kw) floordiv 2] where(-((%w - %kw) mod 2) >= 0, (%w - %kw) floordiv 2 >= 0, -((%w - %kw) floordiv 2) + 3 >= 0) else %{{.*}} : tensor
// CHECK-NOT: te.read
// CHECK: return
func.func @transposed_any(%x: tensor<1x2x4xf32>, %w: tensor<2x3x3xf32>) -> tensor<1x3x9xf32> {
  %0 = graph.conv_transpose %x, %w strides [2] pads [0, 0] dilations [1] output_padding [0] : (tensor<1x2x4xf32>, tensor<2x3x3xf32>) -> tensor<1x3x9xf32>
  return %0 : tensor<1x3x9xf32>
}
