// RUN: dl-opt %s --schedule-apply --split-input-file --verify-diagnostics
// RUN: not dl-opt %s --schedule-apply --split-input-file -o /dev/null 2>&1 | FileCheck %s
// A tile that cannot be made ends what is made around it: it is said once.
// CHECK-COUNT-8: error: 'te.compute' op requires
// CHECK-NOT: error: 'te.compute'

// A part of another stage.
func.func private @f(%x: tensor<8x4xf32>, %o: tensor<8x4xf32> {te.destination}) -> tensor<8x4xf32> attributes {te.kernel} {
  // expected-error @below {{requires intrinsic @square in the module; run schedule-load-intrinsics before}}
  %p = te.compute "P" axes(i = 8, j = 4) : tensor<8x4xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8, j=4) tensorize(j) with(square) at(D[2])">} {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<8x4xf32>
    te.yield %v : f32
  }
  %d = te.compute "D" axes(i = 8, j = 4) : tensor<8x4xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8, j=4) split(i by 4)">} {
  ^bb0(%i: index, %j: index):
    %v = te.read %p[%i, %j] : tensor<8x4xf32>
    te.yield %v : f32
  }
  return %d : tensor<8x4xf32>
}

// -----

// The first part that is computed ahead.
func.func private @f(%x: tensor<8x4xf32>, %o: tensor<8x4xf32> {te.destination}) -> tensor<8x4xf32> attributes {te.kernel} {
  // expected-error @below {{requires intrinsic @square in the module; run schedule-load-intrinsics before}}
  %p = te.compute "P" axes(i = 8, j = 4) : tensor<8x4xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8, j=4) tensorize(j) with(square) double at(D[2])">} {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<8x4xf32>
    te.yield %v : f32
  }
  %d = te.compute "D" axes(i = 8, j = 4) : tensor<8x4xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8, j=4) split(i by 4)">} {
  ^bb0(%i: index, %j: index):
    %v = te.read %p[%i, %j] : tensor<8x4xf32>
    te.yield %v : f32
  }
  return %d : tensor<8x4xf32>
}

// -----

// A step of a loop for which parts are computed ahead.
func.func private @f(%x: tensor<8xf32>, %o: tensor<8xf32> {te.destination}) -> tensor<8xf32> attributes {te.kernel} {
  %p = te.compute "P" axes(i = 8) : tensor<8xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8) double at(D[1])">} {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<8xf32>
    te.yield %v : f32
  }
  // expected-error @below {{requires intrinsic @square in the module; run schedule-load-intrinsics before}}
  %d = te.compute "D" axes(i = 8) : tensor<8xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8) split(i by 4) tensorize(i.i) with(square)">} {
  ^bb0(%i: index):
    %v = te.read %p[%i] : tensor<8xf32>
    te.yield %v : f32
  }
  return %d : tensor<8xf32>
}

// -----

// A branch of a guarded step.
func.func private @f(%x: tensor<8x4xf32>, %o: tensor<8x4xf32> {te.destination}) -> tensor<8x4xf32> attributes {te.kernel} {
  // expected-error @below {{requires intrinsic @square in the module; run schedule-load-intrinsics before}}
  %d = te.compute "D" axes(i = 8, j = 4) : tensor<8x4xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8, j=4) split(i by 3, guard) tensorize(j) with(square)">} {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<8x4xf32>
    te.yield %v : f32
  }
  return %d : tensor<8x4xf32>
}

// -----

// Loops for one extent.
func.func private @f(%x: tensor<?x4xf32>, %o: tensor<?x4xf32> {te.destination}) -> tensor<?x4xf32> attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x4xf32>
  // expected-error @below {{requires intrinsic @square in the module; run schedule-load-intrinsics before}}
  %d = te.compute "D" axes(i = %n, j = 4) : tensor<?x4xf32> attributes {schedule.tree = #schedule.tree<"axes(i=?, j=4) specialize(i to 8) tensorize(j) with(square)">} {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<?x4xf32>
    te.yield %v : f32
  }
  return %d : tensor<?x4xf32>
}

// -----

// A loop of threads.
func.func private @f(%x: tensor<8x4xf32>, %o: tensor<8x4xf32> {te.destination}) -> tensor<8x4xf32> attributes {te.kernel} {
  // expected-error @below {{requires intrinsic @square in the module; run schedule-load-intrinsics before}}
  %d = te.compute "D" axes(i = 8, j = 4) : tensor<8x4xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8, j=4) parallel(i) tensorize(j) with(square)">} {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<8x4xf32>
    te.yield %v : f32
  }
  return %d : tensor<8x4xf32>
}

// -----

// Between the setting of accumulators and their writing.
func.func private @f(%x: tensor<8x4xf32>, %o: tensor<4xf32> {te.destination}) -> tensor<4xf32> attributes {te.kernel} {
  // expected-error @below {{requires intrinsic @square in the module; run schedule-load-intrinsics before}}
  %d = te.compute "D" axes(j = 4) reduce(k = 8) combine(add) : tensor<4xf32> attributes {schedule.tree = #schedule.tree<"axes(j=4) reduce(k=8) order(k, j) tensorize(j) with(square)">} {
  ^bb0(%j: index, %k: index):
    %v = te.read %x[%k, %j] : tensor<8x4xf32>
    te.yield %v : f32
  }
  return %d : tensor<4xf32>
}

// -----

// The first of several tiles: said once.
schedule.intrinsic @square computes {
^bb0(%a: tensor<4xf32>):
  %0 = te.compute "square" axes(j = 4) : tensor<4xf32> {
  ^bb0(%j: index):
    %x = te.read %a[%j] : tensor<4xf32>
    %p = arith.mulf %x, %x : f32
    te.yield %p : f32
  }
  schedule.yield %0 : tensor<4xf32>
} by {
^bb0(%a: tensor<4xf32>, %c: tensor<4xf32>):
  schedule.yield %c : tensor<4xf32>
}
func.func private @f(%x: tensor<8x4xf32>, %o: tensor<8x4xf32> {te.destination}) -> tensor<8x4xf32> attributes {te.kernel} {
  // expected-error @below {{requires the formula of its intrinsic: stage "D" computes arith.negf where intrinsic @square computes arith.mulf}}
  %d = te.compute "D" axes(i = 8, j = 4) : tensor<8x4xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8, j=4) unroll(i) tensorize(j) with(square)">} {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<8x4xf32>
    %p = arith.negf %v : f32
    te.yield %p : f32
  }
  return %d : tensor<8x4xf32>
}
