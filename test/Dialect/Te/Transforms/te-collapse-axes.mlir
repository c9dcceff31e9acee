// RUN: dl-opt %s --te-collapse-axes --split-input-file | FileCheck %s
// RUN: dl-opt %s --te-collapse-axes --dl-verify-te --split-input-file -o /dev/null

// The rows of a batch are rows of one matrix; calls give views.
// CHECK-LABEL: func.func private @rows(
// CHECK-SAME: tensor<24x8xf32>, %{{.*}}: tensor<8x10xf32>, %{{.*}}: tensor<10xf32>, %[[Y:.*]]: tensor<24x10xf32> {te.destination})
// CHECK: %[[DOT:.*]] = te.compute "dot" axes(b_m = 24, n = 10) reduce(k = 8) combine(add) : tensor<24x10xf32>
// CHECK: te.read %{{.*}}[%b_m, %k] : tensor<24x8xf32>
// CHECK: te.read %{{.*}}[%k, %n] : tensor<8x10xf32>
// CHECK: te.compute "bias" axes(b_m = 24, n = 10)
// CHECK: te.read %[[DOT]][%b_m, %n]
// CHECK-LABEL: func.func @main
// CHECK: %[[X:.*]] = tensor.collapse_shape %arg0 {{\[\[}}0, 1], [2]]
// CHECK: %[[D:.*]] = tensor.collapse_shape %arg3 {{\[\[}}0, 1], [2]]
// CHECK: %[[R:.*]] = call @rows(%[[X]], %arg1, %arg2, %[[D]])
// CHECK: %[[E:.*]] = tensor.expand_shape %[[R]] {{\[\[}}0, 1], [2]] output_shape [4, 6, 10]
// CHECK: return %[[E]]
func.func private @rows(%x: tensor<4x6x8xf32>, %w: tensor<8x10xf32>, %b: tensor<10xf32>, %y: tensor<4x6x10xf32> {te.destination}) -> tensor<4x6x10xf32> attributes {te.kernel} {
  %dot = te.compute "dot" axes(b = 4, m = 6, n = 10) reduce(k = 8) combine(add) : tensor<4x6x10xf32> {
  ^bb0(%b0: index, %m: index, %n: index, %k: index):
    %u = te.read %x[%b0, %m, %k] : tensor<4x6x8xf32>
    %v = te.read %w[%k, %n] : tensor<8x10xf32>
    %p = arith.mulf %u, %v : f32
    te.yield %p : f32
  }
  %r = te.compute "bias" axes(b = 4, m = 6, n = 10) : tensor<4x6x10xf32> {
  ^bb0(%b0: index, %m: index, %n: index):
    %u = te.read %dot[%b0, %m, %n] : tensor<4x6x10xf32>
    %v = te.read %b[%n] : tensor<10xf32>
    %s = arith.addf %u, %v : f32
    te.yield %s : f32
  }
  return %r : tensor<4x6x10xf32>
}
func.func @main(%x: tensor<4x6x8xf32>, %w: tensor<8x10xf32>, %b: tensor<10xf32>, %y: tensor<4x6x10xf32> {te.destination}) -> tensor<4x6x10xf32> {
  %0 = call @rows(%x, %w, %b, %y) : (tensor<4x6x8xf32>, tensor<8x10xf32>, tensor<10xf32>, tensor<4x6x10xf32>) -> tensor<4x6x10xf32>
  return %0 : tensor<4x6x10xf32>
}

// -----

// Axes of one value move nothing: a 1x1 convolution has the pixels of a map as one axis. Two
// calls, one after the other, need no view between them.
// CHECK-LABEL: func.func private @conv(
// CHECK-SAME: tensor<8x49xf32>, %{{.*}}: tensor<8x8x1x1xf32> {te.layout_free}, %{{.*}}: tensor<8x49xf32> {te.destination}
// CHECK: te.compute "y" axes(o = 8, h_w = 49) reduce(c = 8) combine(add)
// CHECK: te.read %{{.*}}[%c, %h_w] : tensor<8x49xf32>
// CHECK: te.read %{{.*}}[%o, %c, 0, 0] : tensor<8x8x1x1xf32>
// CHECK-LABEL: func.func @main
// CHECK-NEXT: %[[X:.*]] = tensor.collapse_shape %arg0
// CHECK-NEXT: %[[E:.*]] = tensor.empty() : tensor<8x49xf32>
// CHECK-NEXT: %[[FIRST:.*]] = call @conv(%[[X]], %arg1, %[[E]])
// CHECK-NEXT: %[[D:.*]] = tensor.collapse_shape %arg2
// CHECK-NEXT: %[[SECOND:.*]] = call @conv(%[[FIRST]], %arg1, %[[D]])
// CHECK-NEXT: %[[Y:.*]] = tensor.expand_shape %[[SECOND]]
// CHECK-NEXT: return %[[Y]]
func.func private @conv(%x: tensor<8x7x7xf32>, %w: tensor<8x8x1x1xf32> {te.layout_free}, %o: tensor<8x7x7xf32> {te.destination}) -> tensor<8x7x7xf32> attributes {te.kernel} {
  %y = te.compute "y" axes(o = 8, h = 7, w = 7) reduce(c = 8, r = 1, s = 1) combine(add) : tensor<8x7x7xf32> {
  ^bb0(%o0: index, %h: index, %w0: index, %c: index, %r: index, %s: index):
    %u = te.read %x[%c, %h + %r, %w0 + %s] : tensor<8x7x7xf32>
    %v = te.read %w[%o0, %c, %r, %s] : tensor<8x8x1x1xf32>
    %p = arith.mulf %u, %v : f32
    te.yield %p : f32
  }
  return %y : tensor<8x7x7xf32>
}
func.func @main(%x: tensor<8x7x7xf32>, %w: tensor<8x8x1x1xf32>, %o: tensor<8x7x7xf32> {te.destination}) -> tensor<8x7x7xf32> {
  %e = tensor.empty() : tensor<8x7x7xf32>
  %0 = call @conv(%x, %w, %e) : (tensor<8x7x7xf32>, tensor<8x8x1x1xf32>, tensor<8x7x7xf32>) -> tensor<8x7x7xf32>
  %1 = call @conv(%0, %w, %o) : (tensor<8x7x7xf32>, tensor<8x8x1x1xf32>, tensor<8x7x7xf32>) -> tensor<8x7x7xf32>
  return %1 : tensor<8x7x7xf32>
}

// -----

// Axes that are reduced are joined among themselves, and names do not repeat.
// CHECK-LABEL: func.func private @sums(%arg0: tensor<6x20x7xf32>, %arg1: tensor<6x7xf32> {te.destination})
// CHECK: te.compute "sum" axes(i_j = 6, c_d = 7) reduce(c_d_ = 20) combine(add) : tensor<6x7xf32>
// CHECK: te.read %arg0[%i_j, %c_d_, %c_d] : tensor<6x20x7xf32>
func.func private @sums(%x: tensor<2x3x4x5x7xf32>, %o: tensor<2x3x7xf32> {te.destination}) -> tensor<2x3x7xf32> attributes {te.kernel} {
  %y = te.compute "sum" axes(i = 2, j = 3, c_d = 7) reduce(c = 4, d = 5) combine(add) : tensor<2x3x7xf32> {
  ^bb0(%i: index, %j: index, %e: index, %c: index, %d: index):
    %v = te.read %x[%i, %j, %c, %d, %e] : tensor<2x3x4x5x7xf32>
    te.yield %v : f32
  }
  return %y : tensor<2x3x7xf32>
}
func.func @main(%x: tensor<2x3x4x5x7xf32>, %o: tensor<2x3x7xf32> {te.destination}) -> tensor<2x3x7xf32> {
  %0 = call @sums(%x, %o) : (tensor<2x3x4x5x7xf32>, tensor<2x3x7xf32>) -> tensor<2x3x7xf32>
  return %0 : tensor<2x3x7xf32>
}

// -----

// A sum of one term is that term; what a custom combiner makes of one, it says itself.
// CHECK-LABEL: func.func private @units(%arg0: tensor<4x1xf32>, %arg1: tensor<1x3xf32>, %arg2: tensor<4x3xf32> {te.destination})
// CHECK: te.compute "outer" axes(m = 4, n = 3) : tensor<4x3xf32>
// CHECK: te.read %arg0[%m, 0]
// CHECK: te.read %arg1[0, %n]
// CHECK-LABEL: func.func private @custom
// CHECK: reduce(k = 1) combine(custom
func.func private @units(%a: tensor<4x1xf32>, %b: tensor<1x3xf32>, %o: tensor<4x3xf32> {te.destination}) -> tensor<4x3xf32> attributes {te.kernel} {
  %y = te.compute "outer" axes(m = 4, n = 3) reduce(k = 1) combine(add) : tensor<4x3xf32> {
  ^bb0(%m: index, %n: index, %k: index):
    %u = te.read %a[%m, %k] : tensor<4x1xf32>
    %v = te.read %b[%k, %n] : tensor<1x3xf32>
    %p = arith.mulf %u, %v : f32
    te.yield %p : f32
  }
  return %y : tensor<4x3xf32>
}
func.func private @custom(%a: tensor<4x1xf32>, %o: tensor<4xf32> {te.destination}) -> tensor<4xf32> attributes {te.kernel} {
  %y = te.compute "y" axes(m = 4) reduce(k = 1) combine(custom [1.0 : f32] commutative) : tensor<4xf32> {
  ^bb0(%m: index, %k: index):
    %u = te.read %a[%m, %k] : tensor<4x1xf32>
    te.yield %u : f32
  } join {
  ^bb0(%p: f32, %q: f32):
    %s = arith.addf %p, %q : f32
    te.yield %s : f32
  }
  return %y : tensor<4xf32>
}
func.func @main(%a: tensor<4x1xf32>, %b: tensor<1x3xf32>, %o: tensor<4x3xf32> {te.destination}, %p: tensor<4xf32> {te.destination}) -> (tensor<4x3xf32>, tensor<4xf32>) {
  %0 = call @units(%a, %b, %o) : (tensor<4x1xf32>, tensor<1x3xf32>, tensor<4x3xf32>) -> tensor<4x3xf32>
  %1 = call @custom(%a, %p) : (tensor<4x1xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0, %1 : tensor<4x3xf32>, tensor<4xf32>
}

// -----

// An axis of one value moves no condition either, though it stands for others then.
// CHECK-LABEL: func.func private @guarded
// CHECK: te.compute "y" axes(i = 4) reduce(r_s = 3)
// CHECK: te.read %{{.*}}[%i - 1] where(%i - 1 >= 0)
// CHECK: te.read %{{.*}}[%r_s] : tensor<3xf32>
func.func private @guarded(%x: tensor<4xf32>, %w: tensor<1x3xf32>, %o: tensor<4xf32> {te.destination}) -> tensor<4xf32> attributes {te.kernel} {
  %zero = arith.constant 0.0 : f32
  %y = te.compute "y" axes(i = 4) reduce(r = 1, s = 3) combine(add) : tensor<4xf32> {
  ^bb0(%i: index, %r: index, %s: index):
    %u = te.read %x[%i + %r - 1] where(%i + %r - 1 >= 0) else %zero : tensor<4xf32>
    %v = te.read %w[%r, %s] : tensor<1x3xf32>
    %p = arith.mulf %u, %v : f32
    te.yield %p : f32
  }
  return %y : tensor<4xf32>
}
func.func @main(%x: tensor<4xf32>, %w: tensor<1x3xf32>, %o: tensor<4xf32> {te.destination}) -> tensor<4xf32> {
  %0 = call @guarded(%x, %w, %o) : (tensor<4xf32>, tensor<1x3xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

// What keeps axes apart: a reader that takes them otherwise, ...
// CHECK-LABEL: func.func private @apart
// CHECK: te.compute "turned" axes(i = 4, j = 4, k_l = 30)
// CHECK: te.read %{{.*}}[%j, %i, %k_l] : tensor<4x4x30xf32>
func.func private @apart(%x: tensor<4x4x5x6xf32>, %o: tensor<4x4x5x6xf32> {te.destination}) -> tensor<4x4x5x6xf32> attributes {te.kernel} {
  %y = te.compute "turned" axes(i = 4, j = 4, k = 5, l = 6) : tensor<4x4x5x6xf32> {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    %v = te.read %x[%j, %i, %k, %l] : tensor<4x4x5x6xf32>
    te.yield %v : f32
  }
  return %y : tensor<4x4x5x6xf32>
}
// ... a condition, a step or an offset, part of a dimension, ...
// CHECK-LABEL: func.func private @padded
// CHECK: te.compute "padded" axes(i = 4, j = 8)
func.func private @padded(%x: tensor<4x6xf32>, %o: tensor<4x8xf32> {te.destination}) -> tensor<4x8xf32> attributes {te.kernel} {
  %zero = arith.constant 0.0 : f32
  %y = te.compute "padded" axes(i = 4, j = 8) : tensor<4x8xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j - 1] where(%j - 1 >= 0, 6 - %j >= 0) else %zero : tensor<4x6xf32>
    te.yield %v : f32
  }
  return %y : tensor<4x8xf32>
}
// CHECK-LABEL: func.func private @masked
// CHECK: te.compute "masked" axes(i = 4, j = 6)
func.func private @masked(%x: tensor<4x6xf32>, %o: tensor<4x6xf32> {te.destination}) -> tensor<4x6xf32> attributes {te.kernel} {
  %zero = arith.constant 0.0 : f32
  %y = te.compute "masked" axes(i = 4, j = 6) : tensor<4x6xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] where(%i - %j >= 0) else %zero : tensor<4x6xf32>
    te.yield %v : f32
  }
  return %y : tensor<4x6xf32>
}
// CHECK-LABEL: func.func private @part
// CHECK: te.compute "part" axes(i = 4, j = 6)
func.func private @part(%x: tensor<4x8xf32>, %o: tensor<4x6xf32> {te.destination}) -> tensor<4x6xf32> attributes {te.kernel} {
  %y = te.compute "part" axes(i = 4, j = 6) : tensor<4x6xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<4x8xf32>
    te.yield %v : f32
  }
  return %y : tensor<4x6xf32>
}
// ... one axis alone, twice, or as a number, ...
// CHECK-LABEL: func.func private @alone
// CHECK: te.compute "alone" axes(i = 4, j = 6)
func.func private @alone(%x: tensor<4x6xf32>, %b: tensor<4xf32>, %o: tensor<4x6xf32> {te.destination}) -> tensor<4x6xf32> attributes {te.kernel} {
  %y = te.compute "alone" axes(i = 4, j = 6) : tensor<4x6xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<4x6xf32>
    %w = te.read %b[%i] : tensor<4xf32>
    %s = arith.addf %v, %w : f32
    te.yield %s : f32
  }
  return %y : tensor<4x6xf32>
}
// CHECK-LABEL: func.func private @twice
// CHECK: te.compute "twice" axes(i = 4, j = 6)
func.func private @twice(%x: tensor<4x6x4xf32>, %o: tensor<4x6xf32> {te.destination}) -> tensor<4x6xf32> attributes {te.kernel} {
  %y = te.compute "twice" axes(i = 4, j = 6) : tensor<4x6xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j, %i] : tensor<4x6x4xf32>
    te.yield %v : f32
  }
  return %y : tensor<4x6xf32>
}
// CHECK-LABEL: func.func private @one
// CHECK: te.compute "one" axes(i = 1, j_k = 20)
// CHECK: te.read %{{.*}}[%i] : tensor<1xf32>
func.func private @one(%x: tensor<1x4x5xf32>, %b: tensor<1xf32>, %o: tensor<1x4x5xf32> {te.destination}) -> tensor<1x4x5xf32> attributes {te.kernel} {
  %y = te.compute "one" axes(i = 1, j = 4, k = 5) : tensor<1x4x5xf32> {
  ^bb0(%i: index, %j: index, %k: index):
    %v = te.read %x[%i, %j, %k] : tensor<1x4x5xf32>
    %w = te.read %b[%i] : tensor<1xf32>
    %s = arith.addf %v, %w : f32
    te.yield %s : f32
  }
  return %y : tensor<1x4x5xf32>
}
// CHECK-LABEL: func.func private @number
// CHECK: te.compute "number" axes(i = 4, j = 6, k_l = 6) : tensor<4x6x6xi64>
func.func private @number(%o: tensor<4x6x2x3xi64> {te.destination}) -> tensor<4x6x2x3xi64> attributes {te.kernel} {
  %y = te.compute "number" axes(i = 4, j = 6, k = 2, l = 3) : tensor<4x6x2x3xi64> {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    %v = arith.index_cast %j : index to i64
    te.yield %v : i64
  }
  return %y : tensor<4x6x2x3xi64>
}
// ... an extent that is not known or asked for, ...
// CHECK-LABEL: func.func private @open
// CHECK: %[[ONE:.*]] = arith.constant 1 : index
// CHECK: %[[N:.*]] = tensor.dim %arg0, %[[ONE]] : tensor<6x?x6xf32>
// CHECK: te.compute "open" axes(a_b = 6, i = %[[N]], k_l = 6) : tensor<6x?x6xf32>
// CHECK: te.read %arg0[%a_b, %i, %k_l] : tensor<6x?x6xf32>
func.func private @open(%x: tensor<2x3x?x2x3xf32>, %o: tensor<2x3x?x2x3xf32> {te.destination}) -> tensor<2x3x?x2x3xf32> attributes {te.kernel} {
  %two = arith.constant 2 : index
  %n = tensor.dim %x, %two : tensor<2x3x?x2x3xf32>
  %y = te.compute "open" axes(a = 2, b = 3, i = %n, k = 2, l = 3) : tensor<2x3x?x2x3xf32> {
  ^bb0(%a: index, %b: index, %i: index, %k: index, %l: index):
    %v = te.read %x[%a, %b, %i, %k, %l] : tensor<2x3x?x2x3xf32>
    te.yield %v : f32
  }
  return %y : tensor<2x3x?x2x3xf32>
}
// CHECK-LABEL: func.func private @chosen
// CHECK: tensor.dim %arg0, %arg1 : tensor<2x3xf32>
func.func private @chosen(%x: tensor<2x3xf32>, %d: index, %o: tensor<?xf32> {te.destination}) -> tensor<?xf32> attributes {te.kernel} {
  %one = arith.constant 1.0 : f32
  %n = tensor.dim %x, %d : tensor<2x3xf32>
  %y = te.compute "chosen" axes(i = %n) : tensor<?xf32> {
  ^bb0(%i: index):
    te.yield %one : f32
  }
  return %y : tensor<?xf32>
}
// ... and a schedule.
// CHECK-LABEL: func.func private @scheduled
// CHECK: te.compute "y" axes(i = 4, j = 6)
func.func private @scheduled(%o: tensor<4x6xf32> {te.destination}) -> tensor<4x6xf32> attributes {te.kernel} {
  %one = arith.constant 1.0 : f32
  %y = te.compute "y" axes(i = 4, j = 6) : tensor<4x6xf32> attributes {schedule.tree = #schedule.tree<"axes(i=4, j=6) parallel(i)">} {
  ^bb0(%i: index, %j: index):
    te.yield %one : f32
  }
  return %y : tensor<4x6xf32>
}
// ... and an accelerator's elements.
// CHECK-LABEL: func.func private @device
// CHECK: te.compute "y" axes(i = 4, j = 6)
func.func private @device(%o: tensor<4x6xf32> {te.destination}) -> tensor<4x6xf32> attributes {te.kernel, dl.device = "vdla"} {
  %one = arith.constant 1.0 : f32
  %y = te.compute "y" axes(i = 4, j = 6) : tensor<4x6xf32> {
  ^bb0(%i: index, %j: index):
    te.yield %one : f32
  }
  return %y : tensor<4x6xf32>
}
func.func @main(%a: tensor<4x4x5x6xf32>, %b: tensor<4x6xf32>, %c: tensor<4x8xf32>, %d: tensor<4xf32>, %e: tensor<4x6x4xf32>, %n: index, %f: tensor<2x3x?x2x3xf32>, %g: tensor<2x3xf32>) {
  %oa = tensor.empty() : tensor<4x4x5x6xf32>
  %0 = call @apart(%a, %oa) : (tensor<4x4x5x6xf32>, tensor<4x4x5x6xf32>) -> tensor<4x4x5x6xf32>
  %oc = tensor.empty() : tensor<4x8xf32>
  %1 = call @padded(%b, %oc) : (tensor<4x6xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %ob = tensor.empty() : tensor<4x6xf32>
  %2 = call @masked(%b, %ob) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
  %3 = call @part(%c, %ob) : (tensor<4x8xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
  %4 = call @alone(%b, %d, %ob) : (tensor<4x6xf32>, tensor<4xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
  %5 = call @twice(%e, %ob) : (tensor<4x6x4xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
  %oo = tensor.empty() : tensor<1x4x5xf32>
  %h = tensor.empty() : tensor<1xf32>
  %10 = call @one(%oo, %h, %oo) : (tensor<1x4x5xf32>, tensor<1xf32>, tensor<1x4x5xf32>) -> tensor<1x4x5xf32>
  %on = tensor.empty() : tensor<4x6x2x3xi64>
  %6 = call @number(%on) : (tensor<4x6x2x3xi64>) -> tensor<4x6x2x3xi64>
  %of = tensor.empty(%n) : tensor<2x3x?x2x3xf32>
  %7 = call @open(%f, %of) : (tensor<2x3x?x2x3xf32>, tensor<2x3x?x2x3xf32>) -> tensor<2x3x?x2x3xf32>
  %og = tensor.empty(%n) : tensor<?xf32>
  %9 = call @chosen(%g, %n, %og) : (tensor<2x3xf32>, index, tensor<?xf32>) -> tensor<?xf32>
  %8 = call @scheduled(%ob) : (tensor<4x6xf32>) -> tensor<4x6xf32>
  %11 = call @device(%ob) : (tensor<4x6xf32>) -> tensor<4x6xf32>
  return
}
