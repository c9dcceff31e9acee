// The estimate decides what makes it much smaller; where nothing does, rules do.
// RUN: dl-opt %s --dl-set-target=cpu=znver4 --schedule-default -o %t.rules
// RUN: dl-opt %s --dl-set-target=cpu=znver4 --schedule-default="candidates=32 gain=1000" -o %t.same
// RUN: cmp %t.rules %t.same
// RUN: dl-opt %s --dl-set-target=cpu=znver4 --schedule-default="candidates=32" -o %t.chosen
// RUN: not cmp -s %t.rules %t.chosen
// RUN: dl-opt %t.chosen --schedule-apply | FileCheck %s

// CHECK-LABEL: func.func private @conv(
// CHECK:         scf.forall
func.func private @conv(%x: tensor<1x24x33x17xf32>, %w: tensor<8x24x3x3xf32> {te.layout_free}, %to: tensor<1x8x33x17xf32> {te.destination}) -> tensor<1x8x33x17xf32> attributes {te.kernel} {
  %zero = arith.constant 0.0 : f32
  %pad = te.compute "pad" axes(n = 1, c = 24, h = 35, w = 19) : tensor<1x24x35x19xf32> {
  ^bb0(%n: index, %c: index, %h: index, %v: index):
    %0 = te.read %x[%n, %c, %h - 1, %v - 1] where(%h - 1 >= 0, -(%h - 1) + 32 >= 0, %v - 1 >= 0, -(%v - 1) + 16 >= 0) else %zero : tensor<1x24x33x17xf32>
    te.yield %0 : f32
  }
  %conv = te.compute "conv" axes(n = 1, o = 8, h = 33, w = 17) reduce(i = 24, kh = 3, kw = 3) combine(add) : tensor<1x8x33x17xf32> {
  ^bb0(%n: index, %o: index, %h: index, %v: index, %i: index, %kh: index, %kw: index):
    %0 = te.read %pad[%n, %i, %h + %kh, %v + %kw] : tensor<1x24x35x19xf32>
    %1 = te.read %w[%o, %i, %kh, %kw] : tensor<8x24x3x3xf32>
    %2 = arith.mulf %0, %1 : f32
    te.yield %2 : f32
  }
  return %conv : tensor<1x8x33x17xf32>
}
