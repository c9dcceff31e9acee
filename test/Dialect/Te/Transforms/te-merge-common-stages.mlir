// RUN: dl-opt %s --pass-pipeline="builtin.module(func.func(te-merge-common-stages))" | FileCheck %s

// Names do not matter; combiners, constants and sources do.
// CHECK-LABEL: func.func private @common
// CHECK: %[[A:.*]] = te.compute "a"
// CHECK-NOT: "b"
// CHECK: %[[C:.*]] = te.compute "c"
// CHECK: %[[D:.*]] = te.compute "d"
// CHECK: te.compute "y"
// CHECK: te.read %[[A]]
// CHECK: te.read %[[A]]
// CHECK: te.read %[[C]]
// CHECK: te.read %[[D]]
func.func private @common(%x: tensor<8x4xf32>, %o: tensor<8xf32> {te.destination}) -> tensor<8xf32> attributes {te.kernel} {
  %a = te.compute "a" axes(i = 8) reduce(k = 4) combine(add) : tensor<8xf32> {
  ^bb0(%i: index, %k: index):
    %v = te.read %x[%i, %k] : tensor<8x4xf32>
    %one = arith.constant 1.0 : f32
    %w = arith.addf %v, %one : f32
    te.yield %w : f32
  }
  %b = te.compute "b" axes(r = 8) reduce(c = 4) combine(add) : tensor<8xf32> {
  ^bb0(%r: index, %c: index):
    %v = te.read %x[%r, %c] : tensor<8x4xf32>
    %one = arith.constant 1.0 : f32
    %w = arith.addf %v, %one : f32
    te.yield %w : f32
  }
  %c = te.compute "c" axes(i = 8) reduce(k = 4) combine(max) : tensor<8xf32> {
  ^bb0(%i: index, %k: index):
    %v = te.read %x[%i, %k] : tensor<8x4xf32>
    %one = arith.constant 1.0 : f32
    %w = arith.addf %v, %one : f32
    te.yield %w : f32
  }
  %d = te.compute "d" axes(i = 8) reduce(k = 4) combine(add) : tensor<8xf32> {
  ^bb0(%i: index, %k: index):
    %v = te.read %x[%i, %k] : tensor<8x4xf32>
    %two = arith.constant 2.0 : f32
    %w = arith.addf %v, %two : f32
    te.yield %w : f32
  }
  %y = te.compute "y" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %p = te.read %a[%i] : tensor<8xf32>
    %q = te.read %b[%i] : tensor<8xf32>
    %r = te.read %c[%i] : tensor<8xf32>
    %s = te.read %d[%i] : tensor<8xf32>
    %pq = arith.addf %p, %q : f32
    %rs = arith.addf %r, %s : f32
    %t = arith.addf %pq, %rs : f32
    te.yield %t : f32
  }
  return %y : tensor<8xf32>
}

// Two results of the kernel stay two; scatters merge; stages of a step among each other.
// CHECK-LABEL: func.func private @results
// CHECK: %[[A:.*]] = te.compute "a"
// CHECK: %[[B:.*]] = te.compute "b"
// CHECK: %[[S:.*]] = te.scatter "s"
// CHECK-NOT: te.scatter "t"
// CHECK: te.compute "u"
// CHECK: te.read %[[S]]
// CHECK: te.read %[[S]]
// CHECK: te.scan
// CHECK: te.compute "p"
// CHECK-NOT: te.compute "q"
// CHECK: te.yield %[[P:.*]], %[[P]] :
// CHECK: return %[[A]], %[[B]]
func.func private @results(%x: tensor<8xf32>, %o: tensor<8xf32> {te.destination}, %p: tensor<8xf32> {te.destination}, %q: tensor<8xf32> {te.destination}, %r: tensor<3x8xf32> {te.destination}, %s: tensor<3x8xf32> {te.destination})
    -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<3x8xf32>, tensor<3x8xf32>) attributes {te.kernel} {
  %a = te.compute "a" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<8xf32>
    te.yield %v : f32
  }
  %b = te.compute "b" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<8xf32>
    te.yield %v : f32
  }
  %s0 = te.scatter "s" into %x axes(u = 8) combine(add) : tensor<8xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<8xf32>
    te.yield %v, %i : f32, index
  }
  %t0 = te.scatter "t" into %x axes(v = 8) combine(add) : tensor<8xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<8xf32>
    te.yield %v, %i : f32, index
  }
  %u = te.compute "u" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %v = te.read %s0[%i] : tensor<8xf32>
    %w = te.read %t0[%i] : tensor<8xf32>
    %z = arith.mulf %v, %w : f32
    te.yield %z : f32
  }
  %steps:2 = te.scan "steps" time(t = 3) stack(0, 0) : tensor<3x8xf32>, tensor<3x8xf32> {
  ^bb0(%t: index):
    %p0 = te.compute "p" axes(i = 8) : tensor<8xf32> {
    ^bb0(%i: index):
      %v = te.read %u[%i] : tensor<8xf32>
      te.yield %v : f32
    }
    %q0 = te.compute "q" axes(i = 8) : tensor<8xf32> {
    ^bb0(%i: index):
      %v = te.read %u[%i] : tensor<8xf32>
      te.yield %v : f32
    }
    te.yield %p0, %q0 : tensor<8xf32>, tensor<8xf32>
  }
  return %a, %b, %u, %steps#0, %steps#1 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<3x8xf32>, tensor<3x8xf32>
}

// Stages that differ in what they read only, a tensor or an index.
// CHECK-LABEL: func.func private @sources
// CHECK: te.compute "a"
// CHECK: te.compute "b"
// CHECK: te.compute "c"
// CHECK: te.compute "sum"
func.func private @sources(%x: tensor<8xf32>, %y: tensor<8xf32>, %o: tensor<8xf32> {te.destination}) -> tensor<8xf32> attributes {te.kernel} {
  %a = te.compute "a" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<8xf32>
    %w = arith.negf %v : f32
    te.yield %w : f32
  }
  %b = te.compute "b" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %v = te.read %y[%i] : tensor<8xf32>
    %w = arith.negf %v : f32
    te.yield %w : f32
  }
  %c = te.compute "c" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %v = te.read %x[-%i + 7] : tensor<8xf32>
    %w = arith.negf %v : f32
    te.yield %w : f32
  }
  %s = te.compute "sum" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %p = te.read %a[%i] : tensor<8xf32>
    %q = te.read %b[%i] : tensor<8xf32>
    %r = te.read %c[%i] : tensor<8xf32>
    %pq = arith.addf %p, %q : f32
    %t = arith.addf %pq, %r : f32
    te.yield %t : f32
  }
  return %s : tensor<8xf32>
}

// A result of the kernel that is read as well: its readers and those of its like read one stage.
// Scatters into other tensors, and axes of other sizes, are not alike.
// CHECK-LABEL: func.func private @one_returned
// CHECK: %[[A:.*]] = te.compute "a"
// CHECK-NOT: te.compute "b"
// CHECK: %[[S:.*]] = te.scatter "s"
// CHECK: %[[T:.*]] = te.scatter "t"
// CHECK: te.compute "y"
// CHECK-DAG: te.read %[[A]]
// CHECK-DAG: te.read %[[S]]
// CHECK-DAG: te.read %[[T]]
// CHECK: te.compute "n"
// CHECK: te.compute "m"
// CHECK: return %[[A]]
func.func private @one_returned(%x: tensor<8xf32>, %z: tensor<8xf32>, %u: tensor<?xf32>, %w: tensor<?xf32>, %o: tensor<8xf32> {te.destination}, %p: tensor<8xf32> {te.destination}, %q: tensor<?xf32> {te.destination})
    -> (tensor<8xf32>, tensor<8xf32>, tensor<?xf32>) attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %nu = tensor.dim %u, %c0 : tensor<?xf32>
  %nw = tensor.dim %w, %c0 : tensor<?xf32>
  %one = arith.constant 1.0 : f32
  %a = te.compute "a" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<8xf32>
    te.yield %v : f32
  }
  %b = te.compute "b" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<8xf32>
    te.yield %v : f32
  }
  %s = te.scatter "s" into %x axes(u = 8) combine(add) : tensor<8xf32> {
  ^bb0(%i: index):
    te.yield %one, %i : f32, index
  }
  %t = te.scatter "t" into %z axes(u = 8) combine(add) : tensor<8xf32> {
  ^bb0(%i: index):
    te.yield %one, %i : f32, index
  }
  %y = te.compute "y" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %v0 = te.read %b[%i] : tensor<8xf32>
    %v1 = te.read %s[%i] : tensor<8xf32>
    %v2 = te.read %t[%i] : tensor<8xf32>
    %v01 = arith.addf %v0, %v1 : f32
    %v012 = arith.addf %v01, %v2 : f32
    te.yield %v012 : f32
  }
  %n = te.compute "n" axes(i = %nu) : tensor<?xf32> {
  ^bb0(%i: index):
    te.yield %one : f32
  }
  %m = te.compute "m" axes(i = %nw) : tensor<?xf32> {
  ^bb0(%i: index):
    te.yield %one : f32
  }
  %last = te.compute "last" axes(i = %nu) : tensor<?xf32> {
  ^bb0(%i: index):
    %v0 = te.read %n[%i] : tensor<?xf32>
    %v1 = te.read %m[%i] : tensor<?xf32>
    %v = arith.addf %v0, %v1 : f32
    te.yield %v : f32
  }
  return %a, %y, %last : tensor<8xf32>, tensor<8xf32>, tensor<?xf32>
}

// What is no kernel is left alone.
// CHECK-LABEL: func.func private @no_kernel
// CHECK: te.compute "a"
// CHECK: te.compute "b"
func.func private @no_kernel(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %a = te.compute "a" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<4xf32>
    te.yield %v : f32
  }
  %b = te.compute "b" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<4xf32>
    te.yield %v : f32
  }
  %c = te.compute "c" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %v = te.read %a[%i] : tensor<4xf32>
    %w = te.read %b[%i] : tensor<4xf32>
    %s = arith.addf %v, %w : f32
    te.yield %s : f32
  }
  return %a, %c : tensor<4xf32>, tensor<4xf32>
}
