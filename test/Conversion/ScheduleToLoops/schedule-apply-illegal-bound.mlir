// RUN: dl-opt %s --schedule-apply --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=REFUSED --allow-empty
// REFUSED-NOT: {{[a-z]}}

// Refusals on bound axes. Trees as text, without the steps that would have refused them.

func.func private @f(%a: tensor<64x32xf32>, %o: tensor<64x60xf32> {te.destination}) -> tensor<64x60xf32> attributes {te.kernel} {
  // expected-error @below {{the init of stage "C" would stand outside of the bound axis k; decompose the reduction at an axis inside the parallel ones}}
  %c = te.compute "C" axes(i = 64, j = 60) reduce(k = 32) combine(add) : tensor<64x60xf32> attributes {schedule.tree = #schedule.tree<"axes(i=64, j=60) reduce(k=32) order(k, i, j) threadIdx.x(k)">} {
  ^bb0(%i: index, %j: index, %k: index):
    %v = te.read %a[%i, %k] : tensor<64x32xf32>
    te.yield %v : f32
  }
  return %c : tensor<64x60xf32>
}

// -----

func.func private @f(%x: tensor<?x6xf32>, %o: tensor<?x6xf32> {te.destination}) -> tensor<?x6xf32> attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x6xf32>
  // expected-error @below {{axis i of stage "D" has an extent known only at run time and cannot be bound to threadIdx.x: launches have constant sizes; bind axes of constant extent, or give this dimension of the tensors one}}
  %d = te.compute "D" axes(i = %n, j = 6) : tensor<?x6xf32> attributes {schedule.tree = #schedule.tree<"axes(i=?, j=6) threadIdx.x(i)">} {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<?x6xf32>
    te.yield %v : f32
  }
  return %d : tensor<?x6xf32>
}

// -----

func.func private @f(%a: tensor<64x32xf32>, %o: tensor<64x60xf32> {te.destination}) -> tensor<64x60xf32> attributes {te.kernel} {
  // expected-error @below {{axis i.o of stage "C" has an incomplete last step, which no threadIdx.x would run: 7 does not divide 64; split by a divisor of the extent}}
  %c = te.compute "C" axes(i = 64, j = 60) reduce(k = 32) combine(add) : tensor<64x60xf32> attributes {schedule.tree = #schedule.tree<"axes(i=64, j=60) reduce(k=32) split(i by 7) threadIdx.x(i.o)">} {
  ^bb0(%i: index, %j: index, %k: index):
    %v = te.read %a[%i, %k] : tensor<64x32xf32>
    te.yield %v : f32
  }
  return %c : tensor<64x60xf32>
}

// -----

func.func private @f(%x: tensor<8x6xf32>, %o: tensor<8x6xf32> {te.destination}) -> tensor<8x6xf32> attributes {te.kernel} {
  %zero = arith.constant 0.0 : f32
  %p = te.compute "P" axes(i = 8, j = 6) : tensor<8x6xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8, j=6) ">} {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<8x6xf32>
    te.yield %v : f32
  }
  // expected-error @below {{axis j of stage "D", bound to threadIdx.x, would stand inside axis i, which is parallel; put the bound axes outside}}
  %d = te.compute "D" axes(i = 8, j = 6) : tensor<8x6xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8, j=6) parallel(i) threadIdx.x(j)">} {
  ^bb0(%i: index, %j: index):
    %v = te.read %p[%i, %j] : tensor<8x6xf32>
    te.yield %v : f32
  }
  return %d : tensor<8x6xf32>
}

// -----

func.func private @f(%a: tensor<64x32xf32>, %o: tensor<64x60xf32> {te.destination}) -> tensor<64x60xf32> attributes {te.kernel} {
  // expected-error @below {{axis i of stage "C" and axis j are both bound to threadIdx.x; bind one of them to another index}}
  %c = te.compute "C" axes(i = 64, j = 60) reduce(k = 32) combine(add) : tensor<64x60xf32> attributes {schedule.tree = #schedule.tree<"axes(i=64, j=60) reduce(k=32) threadIdx.x(i, j)">} {
  ^bb0(%i: index, %j: index, %k: index):
    %v = te.read %a[%i, %k] : tensor<64x32xf32>
    te.yield %v : f32
  }
  return %c : tensor<64x60xf32>
}

// -----

func.func private @f(%a: tensor<64x32xf32>, %o: tensor<64x60xf32> {te.destination}) -> tensor<64x60xf32> attributes {te.kernel} {
  // expected-error @below {{axis j of stage "C", bound to blockIdx.x, would stand inside axis i, which is not bound to a block; block axes come first: reorder, or bind axis i to a block first}}
  %c = te.compute "C" axes(i = 64, j = 60) reduce(k = 32) combine(add) : tensor<64x60xf32> attributes {schedule.tree = #schedule.tree<"axes(i=64, j=60) reduce(k=32) threadIdx.x(i) blockIdx.x(j)">} {
  ^bb0(%i: index, %j: index, %k: index):
    %v = te.read %a[%i, %k] : tensor<64x32xf32>
    te.yield %v : f32
  }
  return %c : tensor<64x60xf32>
}

// -----

func.func private @f(%a: tensor<64x32xf32>, %o: tensor<64x60xf32> {te.destination}) -> tensor<64x60xf32> attributes {te.kernel} {
  // expected-error @below {{the init of stage "C" would stand outside of the bound axis i; decompose the reduction at an axis inside the parallel ones}}
  %c = te.compute "C" axes(i = 64, j = 60) reduce(k = 32) combine(add) : tensor<64x60xf32> attributes {schedule.tree = #schedule.tree<"axes(i=64, j=60) reduce(k=32) order(k, i, j) threadIdx.x(i)">} {
  ^bb0(%i: index, %j: index, %k: index):
    %v = te.read %a[%i, %k] : tensor<64x32xf32>
    te.yield %v : f32
  }
  return %c : tensor<64x60xf32>
}

// -----

func.func private @f(%x: tensor<8x6xf32>, %o: tensor<8x6xf32> {te.destination}) -> tensor<8x6xf32> attributes {te.kernel} {
  %zero = arith.constant 0.0 : f32
  // expected-error @below {{axis i of stage "P" is bound to blockIdx.x inside the loops of stage "D", but blocks are started once, outside; bind an axis of the outermost consumer to blocks}}
  %p = te.compute "P" axes(i = 8, j = 6) : tensor<8x6xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8, j=6) blockIdx.x(i) at(D[0])">} {
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
  // expected-error @below {{axis j of stage "P" is bound to threadIdx.x inside axis i of stage "D", which is bound to it too; use set_scope shared on stage "P" before, and the threads compute it together}}
  %p = te.compute "P" axes(i = 8, j = 6) : tensor<8x6xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8, j=6) threadIdx.x(j) at(D[0])">} {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<8x6xf32>
    te.yield %v : f32
  }
  // expected-note @below {{the other stage}}
  %d = te.compute "D" axes(i = 8, j = 6) : tensor<8x6xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8, j=6) threadIdx.x(i)">} {
  ^bb0(%i: index, %j: index):
    %v = te.read %p[%i, %j] : tensor<8x6xf32>
    te.yield %v : f32
  }
  return %d : tensor<8x6xf32>
}

// -----

func.func private @f(%x: tensor<8x6xf32>, %o: tensor<8x6xf32> {te.destination}) -> tensor<8x6xf32> attributes {te.kernel} {
  %zero = arith.constant 0.0 : f32
  // expected-error @below {{axis j of stage "P" is bound to threadIdx.y, but computed at axis i of stage "D" by each thread for itself; use set_scope shared on stage "P" there, bind after it, and the threads compute it together}}
  %p = te.compute "P" axes(i = 8, j = 6) : tensor<8x6xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8, j=6) threadIdx.y(j) at(D[0])">} {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<8x6xf32>
    te.yield %v : f32
  }
  %d = te.compute "D" axes(i = 8, j = 6) : tensor<8x6xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8, j=6) threadIdx.x(i)">} {
  ^bb0(%i: index, %j: index):
    %v = te.read %p[%i, %j] : tensor<8x6xf32>
    te.yield %v : f32
  }
  return %d : tensor<8x6xf32>
}

// -----

func.func private @f(%a: tensor<64x32xf32>, %o: tensor<64x60xf32> {te.destination}) -> tensor<64x60xf32> attributes {te.kernel} {
  // expected-error @below {{bound axes make 3840 threads, a block has at most 1024: axis i of stage "C" (threadIdx.x, 64), axis j of stage "C" (threadIdx.y, 60); split and bind smaller parts}}
  %c = te.compute "C" axes(i = 64, j = 60) reduce(k = 32) combine(add) : tensor<64x60xf32> attributes {schedule.tree = #schedule.tree<"axes(i=64, j=60) reduce(k=32) threadIdx.x(i) threadIdx.y(j)">} {
  ^bb0(%i: index, %j: index, %k: index):
    %v = te.read %a[%i, %k] : tensor<64x32xf32>
    te.yield %v : f32
  }
  return %c : tensor<64x60xf32>
}

// -----

func.func private @f(%x: tensor<8x6xf32>, %o: tensor<8x6xf32> {te.destination}) -> tensor<8x6xf32> attributes {te.kernel} {
  %zero = arith.constant 0.0 : f32
  %p = te.compute "P" axes(i = 8, j = 6) : tensor<8x6xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8, j=6) scope(shared) at(D[2])">} {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<8x6xf32>
    te.yield %v : f32
  }
  // expected-error @below {{stage "P" is for all threads, but stands inside axis i*j of stage "D", which is fused, and what its threads need together is no box; bind axes that were not fused}}
  %d = te.compute "D" axes(i = 8, j = 6) : tensor<8x6xf32> attributes {schedule.tree = #schedule.tree<"axes(i=8, j=6) fuse(i, j) threadIdx.x(i*j)">} {
  ^bb0(%i: index, %j: index):
    %v = te.read %p[%i, %j] : tensor<8x6xf32>
    te.yield %v : f32
  }
  return %d : tensor<8x6xf32>
}
