// RUN: dl-opt %s --schedule-apply --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=REFUSED --allow-empty
// REFUSED-NOT: {{[a-z]}}

// Refusals on places and buffers. Trees as text, without the steps that would have refused them.

func.func private @f(%x: tensor<8x6xf32>, %o: tensor<8x6xf32> {te.destination}) -> tensor<8x6xf32> attributes {te.kernel} {
  %zero = arith.constant 0.0 : f32
  // expected-error @below {{there is no memory scope 'texture' for stage "P"; use global, shared or local}}
  %p = te.compute "P" axes(i = 8, j = 6) : tensor<8x6xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8, j=6) scope(texture) at(D[0])">} {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<8x6xf32>
    te.yield %v : f32
  }
  %d = te.compute "D" axes(i = 8, j = 6) : tensor<8x6xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %p[%i, %j] : tensor<8x6xf32>
    te.yield %v : f32
  }
  return %d : tensor<8x6xf32>
}

// -----

func.func private @f(%x: tensor<8x6xf32>, %o: tensor<8x6xf32> {te.destination}) -> tensor<8x6xf32> attributes {te.kernel} {
  %zero = arith.constant 0.0 : f32
  %p = te.compute "P" axes(i = 8, j = 6) : tensor<8x6xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<8x6xf32>
    te.yield %v : f32
  }
  // expected-error @below {{stage "D" is a result of the kernel and cannot be kept in shared memory; use cache_write, and set_scope on the new stage}}
  %d = te.compute "D" axes(i = 8, j = 6) : tensor<8x6xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8, j=6) scope(shared)">} {
  ^bb0(%i: index, %j: index):
    %v = te.read %p[%i, %j] : tensor<8x6xf32>
    te.yield %v : f32
  }
  return %d : tensor<8x6xf32>
}

// -----

func.func private @f(%x: tensor<8x6xf32>, %o: tensor<8x6xf32> {te.destination}) -> tensor<8x6xf32> attributes {te.kernel} {
  %zero = arith.constant 0.0 : f32
  // expected-error @below {{stage "P" is kept in local memory, which does not outlive a loop, and would not be computed inside one; use set_scope to global first}}
  %p = te.compute "P" axes(i = 8, j = 6) : tensor<8x6xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8, j=6) scope(local)">} {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<8x6xf32>
    te.yield %v : f32
  }
  %d = te.compute "D" axes(i = 8, j = 6) : tensor<8x6xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %p[%i, %j] : tensor<8x6xf32>
    te.yield %v : f32
  }
  return %d : tensor<8x6xf32>
}

// -----

func.func private @f(%x: tensor<8x6xf32>, %o: tensor<8x6xf32> {te.destination}) -> tensor<8x6xf32> attributes {te.kernel} {
  %zero = arith.constant 0.0 : f32
  // expected-error @below {{the buffer of stage "P" cannot be aligned: axis j does not count its rows; use axis i}}
  %p = te.compute "P" axes(i = 8, j = 6) : tensor<8x6xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8, j=6) align(1 by 8)">} {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<8x6xf32>
    te.yield %v : f32
  }
  %d = te.compute "D" axes(i = 8, j = 6) : tensor<8x6xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %p[%i, %j] : tensor<8x6xf32>
    te.yield %v : f32
  }
  return %d : tensor<8x6xf32>
}

// -----

func.func private @f(%x: tensor<8x6xf32>, %o: tensor<8x6xf32> {te.destination}) -> tensor<8x6xf32> attributes {te.kernel} {
  %zero = arith.constant 0.0 : f32
  // expected-error @below {{the buffer of stage "P" cannot be aligned: a distance of 8 modulo 8 elements does not exist or wastes memory; use a factor from 1 to 4096 and an offset below it}}
  %p = te.compute "P" axes(i = 8, j = 6) : tensor<8x6xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8, j=6) align(0 by 8 offset 8)">} {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<8x6xf32>
    te.yield %v : f32
  }
  %d = te.compute "D" axes(i = 8, j = 6) : tensor<8x6xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %p[%i, %j] : tensor<8x6xf32>
    te.yield %v : f32
  }
  return %d : tensor<8x6xf32>
}

// -----

func.func private @f(%x: tensor<8x6xf32>, %o: tensor<8x6xf32> {te.destination}) -> tensor<8x6xf32> attributes {te.kernel} {
  %zero = arith.constant 0.0 : f32
  // expected-error @below {{the buffer of stage "P" is aligned 2 times; align once}}
  %p = te.compute "P" axes(i = 8, j = 6) : tensor<8x6xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8, j=6) align(0 by 8) align(0 by 16)">} {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<8x6xf32>
    te.yield %v : f32
  }
  %d = te.compute "D" axes(i = 8, j = 6) : tensor<8x6xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %p[%i, %j] : tensor<8x6xf32>
    te.yield %v : f32
  }
  return %d : tensor<8x6xf32>
}

// -----

func.func private @f(%x: tensor<8x6xf32>, %o: tensor<8x6xf32> {te.destination}) -> tensor<8x6xf32> attributes {te.kernel} {
  %zero = arith.constant 0.0 : f32
  %p = te.compute "P" axes(i = 8, j = 6) : tensor<8x6xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<8x6xf32>
    te.yield %v : f32
  }
  // expected-error @below {{the buffer of stage "D" cannot be aligned: it is a result of the kernel, whose layout callers rely on; use cache_write, and storage_align on the new stage}}
  %d = te.compute "D" axes(i = 8, j = 6) : tensor<8x6xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8, j=6) align(0 by 8)">} {
  ^bb0(%i: index, %j: index):
    %v = te.read %p[%i, %j] : tensor<8x6xf32>
    te.yield %v : f32
  }
  return %d : tensor<8x6xf32>
}

// -----

func.func private @f(%x: tensor<8xf32>, %o: tensor<8xf32> {te.destination}) -> tensor<8xf32> attributes {te.kernel} {
  // expected-error @below {{stage "P" has 2 results, and only a stage with one can have two buffers; compute its results by stages of their own}}
  %p:2 = te.compute "P" axes(i = 8) : tensor<8xf32>, tensor<8xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8) double at(D[0])">} {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<8xf32>
    te.yield %v, %v : f32, f32
  }
  %d = te.compute "D" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %v = te.read %p#0[%i] : tensor<8xf32>
    %w = te.read %p#1[%i] : tensor<8xf32>
    %s = arith.addf %v, %w : f32
    te.yield %s : f32
  }
  return %d : tensor<8xf32>
}
