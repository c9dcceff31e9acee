// RUN: dl-opt %s --schedule-apply --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=REFUSED --allow-empty
// REFUSED-NOT: {{[a-z]}}

// Refusals on tiles of intrinsics. Trees as text, without the steps that would have refused them.

func.func private @f(%a: tensor<64x32xf32>, %o: tensor<64x60xf32> {te.destination}) -> tensor<64x60xf32> attributes {te.kernel} {
  // expected-error @below {{axis j of stage "C" is tensorized, but no intrinsic is named; use tensorize, which does both}}
  %c = te.compute "C" axes(i = 64, j = 60) reduce(k = 32) combine(add) : tensor<64x60xf32> attributes {schedule.tree = #schedule.tree<"axes(i=64, j=60) reduce(k=32) order(i, k, j) tensorize(j)">} {
  ^bb0(%i: index, %j: index, %k: index):
    %v = te.read %a[%i, %k] : tensor<64x32xf32>
    te.yield %v : f32
  }
  return %c : tensor<64x60xf32>
}

// -----

func.func private @f(%a: tensor<64x32xf32>, %o: tensor<64x60xf32> {te.destination}) -> tensor<64x60xf32> attributes {te.kernel} {
  // expected-error @below {{stage "C" has no tensorized axis that intrinsic @square would compute; use tensorize, which does both}}
  %c = te.compute "C" axes(i = 64, j = 60) reduce(k = 32) combine(add) : tensor<64x60xf32> attributes {schedule.tree = #schedule.tree<"axes(i=64, j=60) reduce(k=32) with(square)">} {
  ^bb0(%i: index, %j: index, %k: index):
    %v = te.read %a[%i, %k] : tensor<64x32xf32>
    te.yield %v : f32
  }
  return %c : tensor<64x60xf32>
}

// -----

func.func private @f(%a: tensor<64x32xf32>, %o: tensor<64x60xf32> {te.destination}) -> tensor<64x60xf32> attributes {te.kernel} {
  // expected-error @below {{axis j.o of stage "C" does not run over neighbours of its root; tensorize innermost parts of axes that were not fused}}
  %c = te.compute "C" axes(i = 64, j = 60) reduce(k = 32) combine(add) : tensor<64x60xf32> attributes {schedule.tree = #schedule.tree<"axes(i=64, j=60) reduce(k=32) order(i, k, j) split(j by 4) tensorize(j.o) with(square) unroll(j.i)">} {
  ^bb0(%i: index, %j: index, %k: index):
    %v = te.read %a[%i, %k] : tensor<64x32xf32>
    te.yield %v : f32
  }
  return %c : tensor<64x60xf32>
}

// -----

func.func private @f(%a: tensor<64x32xf32>, %o: tensor<64x60xf32> {te.destination}) -> tensor<64x60xf32> attributes {te.kernel} {
  // expected-error @below {{axis i of stage "C" is not tensorized, but stands inside axis j, which is; an intrinsic computes the axis and all inside it: tensorize both, or reorder first}}
  %c = te.compute "C" axes(i = 64, j = 60) reduce(k = 32) combine(add) : tensor<64x60xf32> attributes {schedule.tree = #schedule.tree<"axes(i=64, j=60) reduce(k=32) order(k, j, i) tensorize(j) unroll(i) with(square)">} {
  ^bb0(%i: index, %j: index, %k: index):
    %v = te.read %a[%i, %k] : tensor<64x32xf32>
    te.yield %v : f32
  }
  return %c : tensor<64x60xf32>
}

// -----

func.func private @f(%a: tensor<64x32xf32>, %o: tensor<64x60xf32> {te.destination}) -> tensor<64x60xf32> attributes {te.kernel} {
  // expected-error @below {{axis j.i of stage "C" takes tiles of 8, but axis j has a range of 60; an intrinsic takes whole tiles: pad the axis, or split by a divisor}}
  %c = te.compute "C" axes(i = 64, j = 60) reduce(k = 32) combine(add) : tensor<64x60xf32> attributes {schedule.tree = #schedule.tree<"axes(i=64, j=60) reduce(k=32) split(j by 8) order(i, k, j.o, j.i) tensorize(j.i) with(square)">} {
  ^bb0(%i: index, %j: index, %k: index):
    %v = te.read %a[%i, %k] : tensor<64x32xf32>
    te.yield %v : f32
  }
  return %c : tensor<64x60xf32>
}

// -----

func.func private @f(%x: tensor<8x6xf32>, %o: tensor<8x6xf32> {te.destination}) -> tensor<8x6xf32> attributes {te.kernel} {
  %zero = arith.constant 0.0 : f32
  // expected-error @below {{stage "P" is inlined into stage "D", whose formula is that of an intrinsic; use compute_at or compute_root on stage "P"}}
  %p = te.compute "P" axes(i = 8, j = 6) : tensor<8x6xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8, j=6) inline">} {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<8x6xf32>
    te.yield %v : f32
  }
  // expected-note @below {{the other stage}}
  %d = te.compute "D" axes(i = 8, j = 6) : tensor<8x6xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8, j=6) split(j by 2) tensorize(j.i) with(square)">} {
  ^bb0(%i: index, %j: index):
    %v = te.read %p[%i, %j] : tensor<8x6xf32>
    te.yield %v : f32
  }
  return %d : tensor<8x6xf32>
}

// -----

func.func private @f(%a: tensor<64x32xf32>, %o: tensor<64x60xf32> {te.destination}) -> tensor<64x60xf32> attributes {te.kernel} {
  // expected-error @below {{axis i.i*j.i of stage "C" does not run over neighbours of its root; tensorize innermost parts of axes that were not fused}}
  %c = te.compute "C" axes(i = 64, j = 60) reduce(k = 32) combine(add) : tensor<64x60xf32> attributes {schedule.tree = #schedule.tree<"axes(i=64, j=60) reduce(k=32) split(i by 4) split(j by 5) fuse(i.i, j.i) order(k, i.o, j.o, i.i*j.i) tensorize(i.i*j.i) with(square)">} {
  ^bb0(%i: index, %j: index, %k: index):
    %v = te.read %a[%i, %k] : tensor<64x32xf32>
    te.yield %v : f32
  }
  return %c : tensor<64x60xf32>
}

// -----

func.func private @f(%a: tensor<64x32xf32>, %o: tensor<64x60xf32> {te.destination}) -> tensor<64x60xf32> attributes {te.kernel} {
  // expected-error @below {{axis j.o of stage "C" does not run over neighbours of its root; tensorize innermost parts of axes that were not fused}}
  %c = te.compute "C" axes(i = 64, j = 60) reduce(k = 32) combine(add) : tensor<64x60xf32> attributes {schedule.tree = #schedule.tree<"axes(i=64, j=60) reduce(k=32) order(i, k, j) split(j by 5) order(i, k, j.o, j.i) tensorize(j.o, j.i) with(square)">} {
  ^bb0(%i: index, %j: index, %k: index):
    %v = te.read %a[%i, %k] : tensor<64x32xf32>
    te.yield %v : f32
  }
  return %c : tensor<64x60xf32>
}
