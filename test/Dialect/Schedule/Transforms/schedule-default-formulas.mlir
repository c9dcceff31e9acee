// RUN: dl-opt %s --dl-set-target=cpu=skylake-avx512 --schedule-default | FileCheck %s
// RUN: dl-opt %s --dl-set-target=cpu=skylake-avx512 --schedule-default --schedule-apply | FileCheck %s --check-prefix=LOOPS

// x * exp(x) twice, one in the other: x is read at one place of one formula, computed once, and not kept in memory. What is
// left of a row of 333 behind whole steps is one masked vector of 16, not three steps.
func.func private @nested(%x: tensor<2048x333xf32>, %d: tensor<2048x333xf32> {te.destination}) -> tensor<2048x333xf32> attributes {te.kernel} {
  %e0 = te.compute "e0" axes(i = 2048, j = 333) : tensor<2048x333xf32> {
  ^bb0(%i: index, %j: index):
    %0 = te.read %x[%i, %j] : tensor<2048x333xf32>
    %1 = math.exp %0 : f32
    te.yield %1 : f32
  }
  %m0 = te.compute "m0" axes(i = 2048, j = 333) : tensor<2048x333xf32> {
  ^bb0(%i: index, %j: index):
    %0 = te.read %x[%i, %j] : tensor<2048x333xf32>
    %1 = te.read %e0[%i, %j] : tensor<2048x333xf32>
    %2 = arith.mulf %0, %1 : f32
    te.yield %2 : f32
  }
  %q0 = te.compute "q0" axes(i = 2048, j = 333) : tensor<2048x333xf32> {
  ^bb0(%i: index, %j: index):
    %0 = te.read %m0[%i, %j] : tensor<2048x333xf32>
    %1 = math.sqrt %0 : f32
    te.yield %1 : f32
  }
  %e1 = te.compute "e1" axes(i = 2048, j = 333) : tensor<2048x333xf32> {
  ^bb0(%i: index, %j: index):
    %0 = te.read %q0[%i, %j] : tensor<2048x333xf32>
    %1 = math.exp %0 : f32
    te.yield %1 : f32
  }
  %m1 = te.compute "m1" axes(i = 2048, j = 333) : tensor<2048x333xf32> {
  ^bb0(%i: index, %j: index):
    %0 = te.read %q0[%i, %j] : tensor<2048x333xf32>
    %1 = te.read %e1[%i, %j] : tensor<2048x333xf32>
    %2 = arith.mulf %0, %1 : f32
    te.yield %2 : f32
  }
  return %m1 : tensor<2048x333xf32>
}
// CHECK-LABEL: transform.named_sequence @nested(
// CHECK: schedule.compute_inline %e0
// CHECK: schedule.compute_inline %m0
// CHECK: schedule.compute_inline %q0
// CHECK: schedule.compute_inline %e1
// CHECK: schedule.split %m1[%a1] by 64 tail mask
// LOOPS-LABEL: func.func private @nested(
// LOOPS: linalg.generic {{.*}} outs(%{{.*}} : tensor<64xf32>)
// LOOPS: math.exp
// LOOPS: math.sqrt
// LOOPS: math.exp
// LOOPS-NOT: math.
// LOOPS: linalg.generic {{.*}} outs(%{{.*}} : tensor<16xf32>)
// LOOPS: math.exp
// LOOPS: math.sqrt
// LOOPS: math.exp
// LOOPS-NOT: math.
// LOOPS: return

// Two results would each compute a costly stage: it is kept.
func.func private @two_results(%x: tensor<64x320xf32>, %d: tensor<64x320xf32> {te.destination}, %e: tensor<64x320xf32> {te.destination}) -> (tensor<64x320xf32>, tensor<64x320xf32>) attributes {te.kernel} {
  %q = te.compute "q" axes(i = 64, j = 320) : tensor<64x320xf32> {
  ^bb0(%i: index, %j: index):
    %0 = te.read %x[%i, %j] : tensor<64x320xf32>
    %1 = math.exp %0 : f32
    te.yield %1 : f32
  }
  %a = te.compute "a" axes(i = 64, j = 320) : tensor<64x320xf32> {
  ^bb0(%i: index, %j: index):
    %0 = te.read %q[%i, %j] : tensor<64x320xf32>
    %1 = arith.negf %0 : f32
    te.yield %1 : f32
  }
  %b = te.compute "b" axes(i = 64, j = 320) : tensor<64x320xf32> {
  ^bb0(%i: index, %j: index):
    %0 = te.read %q[%i, %j] : tensor<64x320xf32>
    %1 = arith.addf %0, %0 : f32
    te.yield %1 : f32
  }
  return %a, %b : tensor<64x320xf32>, tensor<64x320xf32>
}
// CHECK-LABEL: transform.named_sequence @two_results(
// CHECK-NOT: schedule.compute_inline %q
// CHECK: transform.yield

// Nor is one inlined that is read at two places: beside itself, and in its own element.
func.func private @neighbors(%x: tensor<64x321xf32>, %d: tensor<64x320xf32> {te.destination}) -> tensor<64x320xf32> attributes {te.kernel} {
  %q = te.compute "q" axes(i = 64, j = 321) : tensor<64x321xf32> {
  ^bb0(%i: index, %j: index):
    %0 = te.read %x[%i, %j] : tensor<64x321xf32>
    %1 = math.exp %0 : f32
    te.yield %1 : f32
  }
  %a = te.compute "a" axes(i = 64, j = 320) : tensor<64x320xf32> {
  ^bb0(%i: index, %j: index):
    %0 = te.read %q[%i, %j] : tensor<64x321xf32>
    %1 = te.read %q[%i, %j + 1] : tensor<64x321xf32>
    %2 = arith.addf %0, %1 : f32
    te.yield %2 : f32
  }
  return %a : tensor<64x320xf32>
}
// CHECK-LABEL: transform.named_sequence @neighbors(
// CHECK-NOT: schedule.compute_inline %q
// CHECK: transform.yield

// Elements that lie apart are not loaded by a mask; a rest of a power of two needs none.
func.func private @apart(%x: tensor<64x666xf32>, %d: tensor<64x333xf32> {te.destination}) -> tensor<64x333xf32> attributes {te.kernel} {
  %a = te.compute "a" axes(i = 64, j = 333) : tensor<64x333xf32> {
  ^bb0(%i: index, %j: index):
    %0 = te.read %x[%i, %j * 2] : tensor<64x666xf32>
    %1 = arith.negf %0 : f32
    te.yield %1 : f32
  }
  return %a : tensor<64x333xf32>
}
// CHECK-LABEL: transform.named_sequence @apart(
// CHECK: schedule.split %a[%a1] by 64{{$}}
func.func private @power(%x: tensor<64x328xf32>, %d: tensor<64x328xf32> {te.destination}) -> tensor<64x328xf32> attributes {te.kernel} {
  %a = te.compute "a" axes(i = 64, j = 328) : tensor<64x328xf32> {
  ^bb0(%i: index, %j: index):
    %0 = te.read %x[%i, %j] : tensor<64x328xf32>
    %1 = arith.negf %0 : f32
    te.yield %1 : f32
  }
  return %a : tensor<64x328xf32>
}
// CHECK-LABEL: transform.named_sequence @power(
// CHECK: schedule.split %a[%a1] by 64{{$}}
// A row that fits into four vectors is one step.
func.func private @short(%x: tensor<64x61xf32>, %d: tensor<64x61xf32> {te.destination}) -> tensor<64x61xf32> attributes {te.kernel} {
  %a = te.compute "a" axes(i = 64, j = 61) : tensor<64x61xf32> {
  ^bb0(%i: index, %j: index):
    %0 = te.read %x[%i, %j] : tensor<64x61xf32>
    %1 = arith.negf %0 : f32
    te.yield %1 : f32
  }
  return %a : tensor<64x61xf32>
}
// CHECK-LABEL: transform.named_sequence @short(
// CHECK: schedule.split %a[%a1] by 64 tail mask
// A single element that is left over is one step in any case.
func.func private @one_more(%x: tensor<64x97xf32>, %d: tensor<64x97xf32> {te.destination}) -> tensor<64x97xf32> attributes {te.kernel} {
  %a = te.compute "a" axes(i = 64, j = 97) : tensor<64x97xf32> {
  ^bb0(%i: index, %j: index):
    %0 = te.read %x[%i, %j] : tensor<64x97xf32>
    %1 = arith.negf %0 : f32
    te.yield %1 : f32
  }
  return %a : tensor<64x97xf32>
}
// CHECK-LABEL: transform.named_sequence @one_more(
// CHECK: schedule.split %a[%a1] by 64{{$}}
// Formulas of functions wait for themselves: short rows are computed together, so many that there are four vectors, or eight
// of several functions.
func.func private @short_rows(%x: tensor<128x7xf32>, %d: tensor<128x7xf32> {te.destination}) -> tensor<128x7xf32> attributes {te.kernel} {
  %a = te.compute "a" axes(i = 128, j = 7) : tensor<128x7xf32> {
  ^bb0(%i: index, %j: index):
    %0 = te.read %x[%i, %j] : tensor<128x7xf32>
    %1 = math.exp %0 : f32
    %2 = math.tanh %1 : f32
    te.yield %2 : f32
  }
  return %a : tensor<128x7xf32>
}
// CHECK-LABEL: transform.named_sequence @short_rows(
// CHECK: %[[O:.*]], %[[R:.*]] = schedule.split %a[%a0] by 8
// CHECK: %[[J:.*]], %[[V:.*]] = schedule.split %a[%a1] by 8 tail mask
// CHECK: schedule.reorder %a[%[[O]], %[[J]], %[[R]], %[[V]]]
// CHECK: schedule.vectorize %a[%[[V]]]
// CHECK: schedule.unroll %a[%[[R]]]
func.func private @one_function(%x: tensor<128x32xf32>, %d: tensor<128x32xf32> {te.destination}) -> tensor<128x32xf32> attributes {te.kernel} {
  %a = te.compute "a" axes(i = 128, j = 32) : tensor<128x32xf32> {
  ^bb0(%i: index, %j: index):
    %0 = te.read %x[%i, %j] : tensor<128x32xf32>
    %1 = math.exp %0 : f32
    te.yield %1 : f32
  }
  return %a : tensor<128x32xf32>
}
// CHECK-LABEL: transform.named_sequence @one_function(
// CHECK: schedule.split %a[%a0] by 2
func.func private @no_function(%x: tensor<128x7xf32>, %d: tensor<128x7xf32> {te.destination}) -> tensor<128x7xf32> attributes {te.kernel} {
  %a = te.compute "a" axes(i = 128, j = 7) : tensor<128x7xf32> {
  ^bb0(%i: index, %j: index):
    %0 = te.read %x[%i, %j] : tensor<128x7xf32>
    %1 = arith.negf %0 : f32
    te.yield %1 : f32
  }
  return %a : tensor<128x7xf32>
}
// CHECK-LABEL: transform.named_sequence @no_function(
// CHECK-NOT: schedule.split %a[%a0]
// CHECK: transform.yield
func.func private @few_rows(%x: tensor<3x7xf32>, %d: tensor<3x7xf32> {te.destination}) -> tensor<3x7xf32> attributes {te.kernel} {
  %a = te.compute "a" axes(i = 3, j = 7) : tensor<3x7xf32> {
  ^bb0(%i: index, %j: index):
    %0 = te.read %x[%i, %j] : tensor<3x7xf32>
    %1 = math.exp %0 : f32
    te.yield %1 : f32
  }
  return %a : tensor<3x7xf32>
}
// CHECK-LABEL: transform.named_sequence @few_rows(
// CHECK-NOT: schedule.split %a[%a0]
// CHECK: transform.yield

// A long row of a short formula waits for its loads and stores: its rest is in pieces.
func.func private @long_row(%x: tensor<64x333xf32>, %d: tensor<64x333xf32> {te.destination}) -> tensor<64x333xf32> attributes {te.kernel} {
  %a = te.compute "a" axes(i = 64, j = 333) : tensor<64x333xf32> {
  ^bb0(%i: index, %j: index):
    %0 = te.read %x[%i, %j] : tensor<64x333xf32>
    %1 = arith.negf %0 : f32
    te.yield %1 : f32
  }
  return %a : tensor<64x333xf32>
}
// CHECK-LABEL: transform.named_sequence @long_row(
// CHECK: schedule.split %a[%a1] by 64{{$}}
