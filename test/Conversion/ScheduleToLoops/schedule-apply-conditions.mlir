// REQUIRES: dl-run
// RUN: dl-opt %s --schedule-apply --mlir-print-local-scope | FileCheck %s
// RUN: dl-run %s --compare=reference | FileCheck %s --check-prefix=VALUES
// RUN: dl-run %s --compare=reference --vectorize=false | FileCheck %s --check-prefix=VALUES
// RUN: dl-run %s --compare=reference --threads=2 | FileCheck %s --check-prefix=VALUES
// VALUES: kernels: 8 outputs compared

// Stages computed at an axis of a reader that reads them under a condition: the part is moved
// to be inside of the stage, and is no longer than it.

// Rows of "relu" with a halo: -1 + 4 * h.o + [0, 6) from 0 on at the first step, and at the
// last one, which has 2 rows, the last 4 of 14 rows, not one beyond.
// CHECK-LABEL: func.func private @halo(
// CHECK: scf.for %[[HO:[^ ]+]] = {{.*}} -> (tensor<8x14x14xf32>)
// CHECK:   %[[FROM:.*]] = affine.apply affine_map<(d0) -> (d0 * 4 - 1)>(%[[HO]])
// CHECK:   affine.max affine_map<(d0) -> (d0, 0)>(%[[FROM]])
// CHECK:   tensor<4x6x14xf32>
// CHECK: {schedule.axis = ["conv", "h.o"]}
// CHECK: tensor.empty() : tensor<4x4x14xf32>
func.func private @halo(%x: tensor<4x14x14xf32>, %k: tensor<8x4x3x3xf32>, %o: tensor<8x14x14xf32> {te.destination}) -> tensor<8x14x14xf32> attributes {te.kernel, schedule.sequence = @schedules::@halo} {
  %zero = arith.constant 0.0 : f32
  %relu = te.compute "relu" axes(c = 4, h = 14, w = 14) : tensor<4x14x14xf32> {
  ^bb0(%c: index, %h: index, %w: index):
    %v = te.read %x[%c, %h, %w] : tensor<4x14x14xf32>
    %m = arith.maximumf %v, %zero : f32
    te.yield %m : f32
  }
  %pad = te.compute "pad" axes(c = 4, h = 16, w = 16) : tensor<4x16x16xf32> {
  ^bb0(%c: index, %h: index, %w: index):
    %v = te.read %relu[%c, %h - 1, %w - 1] where(%h - 1 >= 0, 14 - %h >= 0, %w - 1 >= 0, 14 - %w >= 0) else %zero : tensor<4x14x14xf32>
    te.yield %v : f32
  }
  %r = te.compute "conv" axes(o = 8, h = 14, w = 14) reduce(i = 4, kh = 3, kw = 3) combine(add) : tensor<8x14x14xf32> {
  ^bb0(%n: index, %h: index, %w: index, %i: index, %kh: index, %kw: index):
    %v = te.read %pad[%i, %h + %kh, %w + %kw] : tensor<4x16x16xf32>
    %u = te.read %k[%n, %i, %kh, %kw] : tensor<8x4x3x3xf32>
    %p = arith.mulf %u, %v : f32
    te.yield %p : f32
  }
  return %r : tensor<8x14x14xf32>
}

// A chain of two: what "in" is computed for moves with the part of "mid", not with the loop.
// CHECK-LABEL: func.func private @chain(
func.func private @chain(%x: tensor<23xf32>, %o: tensor<23xf32> {te.destination}) -> tensor<23xf32> attributes {te.kernel, schedule.sequence = @schedules::@chain} {
  %zero = arith.constant 0.0 : f32
  %in = te.compute "in" axes(i = 23) : tensor<23xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<23xf32>
    %m = arith.mulf %v, %v : f32
    te.yield %m : f32
  }
  %mid = te.compute "mid" axes(i = 21) reduce(k = 3) combine(add) : tensor<21xf32> {
  ^bb0(%i: index, %k: index):
    %v = te.read %in[%i + %k] : tensor<23xf32>
    te.yield %v : f32
  }
  %r = te.compute "out" axes(i = 23) reduce(k = 4) combine(max) : tensor<23xf32> {
  ^bb0(%i: index, %k: index):
    %v = te.read %mid[%i + %k - 3] where(%i + %k - 3 >= 0, 23 - %i - %k >= 0) else %zero : tensor<21xf32>
    te.yield %v : f32
  }
  return %r : tensor<23xf32>
}

// A step ahead in a second buffer.
// CHECK-LABEL: func.func private @ahead(
func.func private @ahead(%x: tensor<23xf32>, %o: tensor<23xf32> {te.destination}) -> tensor<23xf32> attributes {te.kernel, schedule.sequence = @schedules::@ahead} {
  %zero = arith.constant 0.0 : f32
  %in = te.compute "in" axes(i = 23) : tensor<23xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<23xf32>
    %m = arith.mulf %v, %v : f32
    te.yield %m : f32
  }
  %mid = te.compute "mid" axes(i = 21) reduce(k = 3) combine(add) : tensor<21xf32> {
  ^bb0(%i: index, %k: index):
    %v = te.read %in[%i + %k] : tensor<23xf32>
    te.yield %v : f32
  }
  %r = te.compute "out" axes(i = 23) reduce(k = 4) combine(max) : tensor<23xf32> {
  ^bb0(%i: index, %k: index):
    %v = te.read %mid[%i + %k - 3] where(%i + %k - 3 >= 0, 23 - %i - %k >= 0) else %zero : tensor<21xf32>
    te.yield %v : f32
  }
  return %r : tensor<23xf32>
}

// What a step needs is longer than the stage: all of it.
// CHECK-LABEL: func.func private @short(
// CHECK: tensor.empty() : tensor<3xf32>
func.func private @short(%x: tensor<3xf32>, %o: tensor<12xf32> {te.destination}) -> tensor<12xf32> attributes {te.kernel, schedule.sequence = @schedules::@short} {
  %one = arith.constant 1.0 : f32
  %in = te.compute "in" axes(i = 3) : tensor<3xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<3xf32>
    %m = arith.mulf %v, %v : f32
    te.yield %m : f32
  }
  %r = te.compute "out" axes(i = 12) reduce(k = 4) combine(add) : tensor<12xf32> {
  ^bb0(%i: index, %k: index):
    %v = te.read %in[%i + %k - 7] where(%i + %k - 7 >= 0, 9 - %i - %k >= 0) else %one : tensor<3xf32>
    te.yield %v : f32
  }
  return %r : tensor<12xf32>
}

// A condition on what was read.
// CHECK-LABEL: func.func private @flags(
// CHECK: tensor.empty() : tensor<3xf32>
func.func private @flags(%x: tensor<12xf32>, %f: tensor<12xi32>, %o: tensor<12xf32> {te.destination}) -> tensor<12xf32> attributes {te.kernel, schedule.sequence = @schedules::@flags} {
  %one = arith.constant 1.0 : f32
  %in = te.compute "in" axes(i = 12) : tensor<12xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<12xf32>
    %m = arith.mulf %v, %v : f32
    te.yield %m : f32
  }
  %r = te.compute "out" axes(i = 12) : tensor<12xf32> {
  ^bb0(%i: index):
    %f0 = te.read %f[%i] : tensor<12xi32>
    %f1 = arith.index_cast %f0 : i32 to index
    %v = te.read %in[%i + 1] where(%f1 >= 0, 10 - %i >= 0) else %one : tensor<12xf32>
    te.yield %v : f32
  }
  return %r : tensor<12xf32>
}

// Parts of "mid" from -1 + 4 * i.o on: at the first step from 0, at the last one no further
// than 6, where its 6 entries end with the stage.
// CHECK-LABEL: func.func private @behind(
// CHECK: scf.for %[[IO:[^ ]+]] = {{.*}} -> (tensor<12xf32>)
// CHECK-NEXT: %[[FROM:.*]] = affine.apply affine_map<(d0) -> (d0 * 4 - 1)>(%[[IO]])
// CHECK-NEXT: %[[LOW:.*]] = affine.max affine_map<(d0) -> (d0, 0)>(%[[FROM]])
// CHECK-NEXT: %{{.*}} = affine.min affine_map<(d0) -> (d0, 6)>(%[[LOW]])
// CHECK-NEXT: tensor.empty() : tensor<6xf32>
func.func private @behind(%x: tensor<12xf32>, %o: tensor<12xf32> {te.destination}) -> tensor<12xf32> attributes {te.kernel, schedule.sequence = @schedules::@behind} {
  %zero = arith.constant 0.0 : f32
  %mid = te.compute "mid" axes(i = 12) : tensor<12xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<12xf32>
    %w = arith.addf %v, %v : f32
    te.yield %w : f32
  }
  %d = te.compute "D" axes(i = 12) reduce(k = 3) combine(add) : tensor<12xf32> {
  ^bb0(%i: index, %k: index):
    %v = te.read %mid[%i + %k - 1] where(%i + %k - 1 >= 0, 12 - %i - %k >= 0) else %zero : tensor<12xf32>
    te.yield %v : f32
  }
  return %d : tensor<12xf32>
}

// The last part from 7 on ends exactly with the 13 entries of "mid": no upper limit.
// CHECK-LABEL: func.func private @low(
// CHECK: scf.for %[[IO:[^ ]+]] = {{.*}} -> (tensor<12xf32>)
// CHECK-NEXT: %[[FROM:.*]] = affine.apply affine_map<(d0) -> (d0 * 4 - 1)>(%[[IO]])
// CHECK-NEXT: %{{.*}} = affine.max affine_map<(d0) -> (d0, 0)>(%[[FROM]])
// CHECK-NEXT: tensor.empty() : tensor<6xf32>
func.func private @low(%x: tensor<13xf32>, %o: tensor<12xf32> {te.destination}) -> tensor<12xf32> attributes {te.kernel, schedule.sequence = @schedules::@low} {
  %zero = arith.constant 0.0 : f32
  %mid = te.compute "mid" axes(i = 13) : tensor<13xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<13xf32>
    %w = arith.addf %v, %v : f32
    te.yield %w : f32
  }
  %d = te.compute "D" axes(i = 12) reduce(k = 3) combine(add) : tensor<12xf32> {
  ^bb0(%i: index, %k: index):
    %v = te.read %mid[%i + %k - 1] where(%i + %k - 1 >= 0) else %zero : tensor<13xf32>
    te.yield %v : f32
  }
  return %d : tensor<12xf32>
}

// The first part starts exactly at 0: no lower limit.
// CHECK-LABEL: func.func private @high(
// CHECK: scf.for %[[IO:[^ ]+]] = {{.*}} -> (tensor<12xf32>)
// CHECK-NEXT: %[[FROM:.*]] = affine.apply affine_map<(d0) -> (d0 * 4)>(%[[IO]])
// CHECK-NEXT: %{{.*}} = affine.min affine_map<(d0) -> (d0, 7)>(%[[FROM]])
// CHECK-NEXT: tensor.empty() : tensor<6xf32>
func.func private @high(%x: tensor<13xf32>, %o: tensor<12xf32> {te.destination}) -> tensor<12xf32> attributes {te.kernel, schedule.sequence = @schedules::@high} {
  %zero = arith.constant 0.0 : f32
  %mid = te.compute "mid" axes(i = 13) : tensor<13xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<13xf32>
    %w = arith.addf %v, %v : f32
    te.yield %w : f32
  }
  %d = te.compute "D" axes(i = 12) reduce(k = 3) combine(add) : tensor<12xf32> {
  ^bb0(%i: index, %k: index):
    %v = te.read %mid[%i + %k] where(12 - %i - %k >= 0) else %zero : tensor<13xf32>
    te.yield %v : f32
  }
  return %d : tensor<12xf32>
}

func.func @main(%x: tensor<4x14x14xf32> {dl.name = "x"}, %k: tensor<8x4x3x3xf32> {dl.name = "k"}, %y: tensor<23xf32> {dl.name = "y"}, %z: tensor<3xf32> {dl.name = "z"}, %u: tensor<12xf32> {dl.name = "u"}, %f: tensor<12xi32> {dl.name = "f"}, %w: tensor<13xf32> {dl.name = "w"},
                %o0: tensor<8x14x14xf32> {te.destination, dl.name = "o0"}, %o1: tensor<23xf32> {te.destination, dl.name = "o1"}, %o2: tensor<12xf32> {te.destination, dl.name = "o2"}, %o3: tensor<23xf32> {te.destination, dl.name = "o3"}, %o4: tensor<12xf32> {te.destination, dl.name = "o4"}, %o5: tensor<12xf32> {te.destination, dl.name = "o5"},
                %o6: tensor<12xf32> {te.destination, dl.name = "o6"}, %o7: tensor<12xf32> {te.destination, dl.name = "o7"})
    -> (tensor<8x14x14xf32> {dl.name = "o0"}, tensor<23xf32> {dl.name = "o1"}, tensor<12xf32> {dl.name = "o2"}, tensor<23xf32> {dl.name = "o3"}, tensor<12xf32> {dl.name = "o4"}, tensor<12xf32> {dl.name = "o5"}, tensor<12xf32> {dl.name = "o6"}, tensor<12xf32> {dl.name = "o7"}) {
  %0 = call @halo(%x, %k, %o0) : (tensor<4x14x14xf32>, tensor<8x4x3x3xf32>, tensor<8x14x14xf32>) -> tensor<8x14x14xf32>
  %1 = call @chain(%y, %o1) : (tensor<23xf32>, tensor<23xf32>) -> tensor<23xf32>
  %2 = call @short(%z, %o2) : (tensor<3xf32>, tensor<12xf32>) -> tensor<12xf32>
  %3 = call @ahead(%y, %o3) : (tensor<23xf32>, tensor<23xf32>) -> tensor<23xf32>
  %4 = call @flags(%u, %f, %o4) : (tensor<12xf32>, tensor<12xi32>, tensor<12xf32>) -> tensor<12xf32>
  %5 = call @behind(%u, %o5) : (tensor<12xf32>, tensor<12xf32>) -> tensor<12xf32>
  %6 = call @low(%w, %o6) : (tensor<13xf32>, tensor<12xf32>) -> tensor<12xf32>
  %7 = call @high(%w, %o7) : (tensor<13xf32>, tensor<12xf32>) -> tensor<12xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7 : tensor<8x14x14xf32>, tensor<23xf32>, tensor<12xf32>, tensor<23xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>, tensor<12xf32>
}

module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @halo(%f: !transform.any_op {transform.readonly}) {
    %relu = schedule.stage %f["relu"] : !transform.any_op
    %pad = schedule.stage %f["pad"] : !transform.any_op
    %conv = schedule.stage %f["conv"] : !transform.any_op
    schedule.compute_inline %pad
    %o = schedule.axis %conv["o"]
    %h = schedule.axis %conv["h"]
    %ho, %hi = schedule.split %conv[%h] by 4
    schedule.reorder %conv[%ho, %o]
    schedule.compute_at %relu at %conv[%ho]
    transform.yield
  }
  transform.named_sequence @chain(%f: !transform.any_op {transform.readonly}) {
    %in = schedule.stage %f["in"] : !transform.any_op
    %mid = schedule.stage %f["mid"] : !transform.any_op
    %out = schedule.stage %f["out"] : !transform.any_op
    %i = schedule.axis %out["i"]
    %io, %ii = schedule.split %out[%i] by 4
    schedule.compute_at %mid at %out[%io]
    %mi = schedule.axis %mid["i"]
    %mk = schedule.axis %mid["k"]
    schedule.reorder %mid[%mk, %mi]
    schedule.vectorize %mid[%mi]
    schedule.compute_at %in at %out[%io]
    transform.yield
  }
  transform.named_sequence @ahead(%f: !transform.any_op {transform.readonly}) {
    %in = schedule.stage %f["in"] : !transform.any_op
    %mid = schedule.stage %f["mid"] : !transform.any_op
    %out = schedule.stage %f["out"] : !transform.any_op
    %i = schedule.axis %out["i"]
    %io, %ii = schedule.split %out[%i] by 4
    schedule.compute_at %mid at %out[%io]
    %mi = schedule.axis %mid["i"]
    %mk = schedule.axis %mid["k"]
    schedule.reorder %mid[%mk, %mi]
    schedule.vectorize %mid[%mi]
    schedule.double_buffer %mid
    transform.yield
  }
  transform.named_sequence @short(%f: !transform.any_op {transform.readonly}) {
    %in = schedule.stage %f["in"] : !transform.any_op
    %out = schedule.stage %f["out"] : !transform.any_op
    %i = schedule.axis %out["i"]
    %io, %ii = schedule.split %out[%i] by 6
    schedule.compute_at %in at %out[%io]
    transform.yield
  }
  transform.named_sequence @flags(%f: !transform.any_op {transform.readonly}) {
    %in = schedule.stage %f["in"] : !transform.any_op
    %out = schedule.stage %f["out"] : !transform.any_op
    %i = schedule.axis %out["i"]
    %io, %ii = schedule.split %out[%i] by 3
    schedule.compute_at %in at %out[%io]
    transform.yield
  }
  transform.named_sequence @behind(%k: !transform.any_op {transform.readonly}) {
    %mid = schedule.stage %k["mid"] : !transform.any_op
    %D = schedule.stage %k["D"] : !transform.any_op
    %i = schedule.axis %D["i"]
    %io, %ii = schedule.split %D[%i] by 4
    schedule.compute_at %mid at %D[%io]
    transform.yield
  }
  transform.named_sequence @low(%k: !transform.any_op {transform.readonly}) {
    %mid = schedule.stage %k["mid"] : !transform.any_op
    %D = schedule.stage %k["D"] : !transform.any_op
    %i = schedule.axis %D["i"]
    %io, %ii = schedule.split %D[%i] by 4
    schedule.compute_at %mid at %D[%io]
    transform.yield
  }
  transform.named_sequence @high(%k: !transform.any_op {transform.readonly}) {
    %mid = schedule.stage %k["mid"] : !transform.any_op
    %D = schedule.stage %k["D"] : !transform.any_op
    %i = schedule.axis %D["i"]
    %io, %ii = schedule.split %D[%i] by 4
    schedule.compute_at %mid at %D[%io]
    transform.yield
  }
}
