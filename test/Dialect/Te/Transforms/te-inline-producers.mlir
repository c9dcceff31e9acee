// RUN: dl-opt %s --pass-pipeline="builtin.module(func.func(te-inline-producers))" | FileCheck %s
// RUN: dl-opt %s --pass-pipeline="builtin.module(func.func(te-inline-producers{only-guarded=true}))" | FileCheck %s --check-prefix=GUARDED

// One reader, a formula of its own; a cheap one goes into both readers.
// CHECK-LABEL: func.func private @inlined
// CHECK-NOT: "exp"
// CHECK-NOT: "shifted"
// CHECK: te.compute "y"
// CHECK-NEXT: ^bb0(%i: index):
// CHECK-NEXT: %[[A:.*]] = te.read %{{.*}}[%i + 1] : tensor<10xf32>
// CHECK-NEXT: %[[E:.*]] = math.exp %[[A]]
// CHECK-NEXT: te.yield %[[E]]
// CHECK: te.compute "z"
// CHECK-NEXT: ^bb0(%i: index):
// CHECK-NEXT: te.read %{{.*}}[-%i + 8] : tensor<10xf32>
func.func private @inlined(%x: tensor<10xf32>, %o: tensor<8xf32> {te.destination}, %p: tensor<8xf32> {te.destination}) -> (tensor<8xf32>, tensor<8xf32>) attributes {te.kernel} {
  %shifted = te.compute "shifted" axes(i = 9) : tensor<9xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i + 1] : tensor<10xf32>
    te.yield %v : f32
  }
  %exp = te.compute "exp" axes(i = 9) : tensor<9xf32> {
  ^bb0(%i: index):
    %v = te.read %shifted[%i] : tensor<9xf32>
    %e = math.exp %v : f32
    te.yield %e : f32
  }
  %y = te.compute "y" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %v = te.read %exp[%i] : tensor<9xf32>
    te.yield %v : f32
  }
  %z = te.compute "z" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %v = te.read %shifted[7 - %i] : tensor<9xf32>
    te.yield %v : f32
  }
  return %y, %z : tensor<8xf32>, tensor<8xf32>
}

// Stages stay that reduce, cost more than a read and are read often, are returned, are read
// under a guard of two axes, or in the steps of a scan.
// CHECK-LABEL: func.func private @kept
// CHECK: te.compute "sum"
// CHECK: te.compute "exp"
// CHECK: te.compute "guarded"
// CHECK: te.compute "outside"
// CHECK: te.compute "y"
// CHECK: te.scan
func.func private @kept(%x: tensor<8x4xf32>, %o: tensor<8x4xf32> {te.destination}, %p: tensor<3x8xf32> {te.destination}) -> (tensor<8x4xf32>, tensor<3x8xf32>) attributes {te.kernel} {
  %zero = arith.constant 0.0 : f32
  %sum = te.compute "sum" axes(i = 8) reduce(k = 4) combine(add) : tensor<8xf32> {
  ^bb0(%i: index, %k: index):
    %v = te.read %x[%i, %k] : tensor<8x4xf32>
    te.yield %v : f32
  }
  %exp = te.compute "exp" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %v = te.read %sum[%i] : tensor<8xf32>
    %e = math.exp %v : f32
    te.yield %e : f32
  }
  %guarded = te.compute "guarded" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i, 0] : tensor<8x4xf32>
    te.yield %v : f32
  }
  %outside = te.compute "outside" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i, 1] : tensor<8x4xf32>
    te.yield %v : f32
  }
  %y = te.compute "y" axes(i = 8, j = 4) : tensor<8x4xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %exp[%i] : tensor<8xf32>
    %w = te.read %guarded[%i - %j] where(%i - %j >= 0) else %zero : tensor<8xf32>
    %s = arith.addf %v, %w : f32
    te.yield %s : f32
  }
  %z = te.scan "steps" time(t = 3) stack(0) : tensor<3x8xf32> {
  ^bb0(%t: index):
    %d = te.compute "d" axes(i = 8) : tensor<8xf32> {
    ^bb0(%i: index):
      %v = te.read %outside[%i] : tensor<8xf32>
      te.yield %v : f32
    }
    te.yield %d : tensor<8xf32>
  }
  return %y, %z : tensor<8x4xf32>, tensor<3x8xf32>
}

// Parts of a result along its first axis: the guard, less what extents say, chooses the formula's
// value. What is read without a guard stays with only-guarded.
// CHECK-LABEL: func.func private @parts
// CHECK-NOT: te.compute "{{exp|shifted|quotient}}"
// CHECK: te.compute "y"
// CHECK-NEXT: ^bb0(%[[C:.*]]: index, %[[X:.*]]: index):
// CHECK: %[[A:.*]] = te.read %arg0[%[[C]], %[[X]] + 1] where(%[[C]] >= 0, -%[[C]] + 3 >= 0) else %{{.*}} : tensor<4x9xf32>
// CHECK: %[[E:.*]] = math.exp %[[A]]
// CHECK: %[[I:.*]] = affine.apply {{.*}}(%[[C]])
// CHECK: %[[G:.*]] = arith.cmpi sge, %[[I]], %{{.*}} : index
// CHECK: %[[V:.*]] = arith.select %[[G]], %[[E]], %{{.*}} : f32
// CHECK: %[[B:.*]] = te.read %arg1[%[[C]] - 4, %[[X]]] where(%[[C]] - 4 >= 0, -%[[C]] + 5 >= 0) else %{{.*}} : tensor<2x8xf32>
// CHECK: %[[D:.*]] = arith.divf %[[B]], %[[B]]
// CHECK: arith.andi
// CHECK: %[[W:.*]] = arith.select %{{.*}}, %[[D]], %[[V]] : f32
// CHECK-NEXT: te.yield %[[W]]
// GUARDED-LABEL: func.func private @parts
// GUARDED: te.compute "shifted"
// GUARDED-NOT: te.compute "{{exp|quotient}}"
// GUARDED: te.compute "y"
func.func private @parts(%a: tensor<4x9xf32>, %b: tensor<2x8xf32>, %o: tensor<8x8xf32> {te.destination}) -> tensor<8x8xf32> attributes {te.kernel} {
  %zero = arith.constant 0.0 : f32
  %shifted = te.compute "shifted" axes(c = 4, x = 8) : tensor<4x8xf32> {
  ^bb0(%c: index, %x: index):
    %v = te.read %a[%c, %x + 1] : tensor<4x9xf32>
    te.yield %v : f32
  }
  %exp = te.compute "exp" axes(c = 4, x = 8) : tensor<4x8xf32> {
  ^bb0(%c: index, %x: index):
    %v = te.read %shifted[%c, %x] : tensor<4x8xf32>
    %e = math.exp %v : f32
    te.yield %e : f32
  }
  %quotient = te.compute "quotient" axes(c = 2, x = 8) : tensor<2x8xf32> {
  ^bb0(%c: index, %x: index):
    %v = te.read %b[%c, %x] : tensor<2x8xf32>
    %q = arith.divf %v, %v : f32
    te.yield %q : f32
  }
  %y = te.compute "y" axes(c = 8, x = 8) : tensor<8x8xf32> {
  ^bb0(%c: index, %x: index):
    %v = te.read %exp[%c, %x] where(%c >= 0, 3 - %c >= 0) else %zero : tensor<4x8xf32>
    %w = te.read %quotient[%c - 4, %x] where(%c - 4 >= 0, 5 - %c >= 0) else %v : tensor<2x8xf32>
    te.yield %w : f32
  }
  return %y : tensor<8x8xf32>
}

// A guard of the innermost axis would be tested for each element, and so would one of a mirrored
// pair; a quotient of integers has no value for zeros.
// CHECK-LABEL: func.func private @no_parts
// CHECK: te.compute "last"
// CHECK: te.compute "diagonal"
// CHECK: te.compute "divided"
// CHECK: te.compute "y"
func.func private @no_parts(%a: tensor<4x4xi32>, %o: tensor<8x8xi32> {te.destination}) -> tensor<8x8xi32> attributes {te.kernel} {
  %zero = arith.constant 0 : i32
  %seven = arith.constant 7 : i32
  %last = te.compute "last" axes(c = 8, x = 4) : tensor<8x4xi32> {
  ^bb0(%c: index, %x: index):
    %i = arith.index_cast %c : index to i32
    te.yield %i : i32
  }
  %diagonal = te.compute "diagonal" axes(c = 4, x = 4) : tensor<4x4xi32> {
  ^bb0(%c: index, %x: index):
    %v = te.read %a[%x, %c] : tensor<4x4xi32>
    te.yield %v : i32
  }
  %divided = te.compute "divided" axes(c = 4, x = 8) : tensor<4x8xi32> {
  ^bb0(%c: index, %x: index):
    %v = te.read %a[%c, 1] : tensor<4x4xi32>
    %q = arith.divsi %seven, %v : i32
    te.yield %q : i32
  }
  %y = te.compute "y" axes(c = 8, x = 8) : tensor<8x8xi32> {
  ^bb0(%c: index, %x: index):
    %u = te.read %last[%c, %x] where(3 - %x >= 0) else %zero : tensor<8x4xi32>
    %v = te.read %diagonal[%c, %c] where(3 - %c >= 0) else %u : tensor<4x4xi32>
    %w = te.read %divided[%c, %x] where(3 - %c >= 0) else %v : tensor<4x8xi32>
    te.yield %w : i32
  }
  return %y : tensor<8x8xi32>
}

// The second of two results is read; other functions are left alone.
// CHECK-LABEL: func.func private @second
// CHECK: te.compute "y"
// CHECK-NEXT: ^bb0(%i: index):
// CHECK-NEXT: te.yield %i : index
func.func private @second(%o: tensor<8xindex> {te.destination}) -> tensor<8xindex> attributes {te.kernel} {
  %pair:2 = te.compute "pair" axes(i = 8) : tensor<8xi1>, tensor<8xindex> {
  ^bb0(%i: index):
    %true = arith.constant true
    te.yield %true, %i : i1, index
  }
  %y = te.compute "y" axes(i = 8) : tensor<8xindex> {
  ^bb0(%i: index):
    %v = te.read %pair#1[%i] : tensor<8xindex>
    te.yield %v : index
  }
  return %y : tensor<8xindex>
}

// CHECK-LABEL: func.func @no_kernel
// CHECK: te.compute "a"
// CHECK: te.compute "b"
func.func @no_kernel(%x: tensor<8xf32>) -> tensor<8xf32> {
  %a = te.compute "a" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<8xf32>
    te.yield %v : f32
  }
  %b = te.compute "b" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %v = te.read %a[%i] : tensor<8xf32>
    te.yield %v : f32
  }
  return %b : tensor<8xf32>
}

// As many readers' elements as a costly stage has: each is computed once. Sizes that are not
// known may be larger.
// CHECK-LABEL: func.func private @as_many
// CHECK-NOT: te.compute "exp"
// CHECK: te.compute "y"
// CHECK: math.exp
// CHECK: te.compute "unknown"
// CHECK: te.compute "few"
// CHECK: te.compute "eight"
// CHECK: te.compute "z"
func.func private @as_many(%x: tensor<8xf32>, %u: tensor<?xf32>, %o: tensor<8xf32> {te.destination}, %p: tensor<8xf32> {te.destination}, %q: tensor<?xf32> {te.destination}) -> (tensor<8xf32>, tensor<8xf32>, tensor<?xf32>) attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %u, %c0 : tensor<?xf32>
  %exp = te.compute "exp" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<8xf32>
    %e = math.exp %v : f32
    te.yield %e : f32
  }
  %y = te.compute "y" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %v = te.read %exp[7 - %i] : tensor<8xf32>
    te.yield %v : f32
  }
  %unknown = te.compute "unknown" axes(i = %n) : tensor<?xf32> {
  ^bb0(%i: index):
    %v = te.read %u[%i] : tensor<?xf32>
    %e = math.exp %v : f32
    te.yield %e : f32
  }
  %few = te.compute "few" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %v = te.read %unknown[%i] : tensor<?xf32>
    %e = math.exp %v : f32
    te.yield %e : f32
  }
  %eight = te.compute "eight" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<8xf32>
    %e = math.exp %v : f32
    te.yield %e : f32
  }
  %z = te.compute "z" axes(i = %n) : tensor<?xf32> {
  ^bb0(%i: index):
    %v = te.read %eight[%i mod 8] : tensor<8xf32>
    te.yield %v : f32
  }
  return %y, %few, %z : tensor<8xf32>, tensor<8xf32>, tensor<?xf32>
}

// What goes into a reader uses the reader's axes, and what stands outside as it is: a scalar,
// the time of a scan, a row that data tell.
// CHECK-LABEL: func.func private @uses
// CHECK: te.compute "y"
// CHECK-NEXT: ^bb0(%i: index):
// CHECK-DAG: %[[AT:.*]] = affine.apply #{{.*}}(%i)
// CHECK-DAG: arith.index_cast %[[AT]] : index to i64
// CHECK: arith.addf %{{.*}}, %arg1
// CHECK: te.scan
// CHECK-NEXT: ^bb0(%t: index):
// CHECK-NEXT: te.compute "step"
// CHECK-NEXT: ^bb0(%i: index):
// CHECK-NEXT: %[[R:.*]] = te.read %{{.*}}[-%i + 7] : tensor<8xi64>
// CHECK-NEXT: %[[ROW:.*]] = arith.index_cast %[[R]]
// CHECK-NEXT: te.read %{{.*}}[%t, %[[ROW]]] : tensor<3x8xf32>
func.func private @uses(%x: tensor<3x8xf32>, %f: f32, %rows: tensor<8xi64>, %o: tensor<8xf32> {te.destination}, %p: tensor<3x8xf32> {te.destination}) -> (tensor<8xf32>, tensor<3x8xf32>) attributes {te.kernel} {
  %number = te.compute "number" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %n = arith.index_cast %i : index to i64
    %v = arith.sitofp %n : i64 to f32
    %w = arith.addf %v, %f : f32
    te.yield %w : f32
  }
  %y = te.compute "y" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %v = te.read %number[7 - %i] : tensor<8xf32>
    te.yield %v : f32
  }
  %z = te.scan "steps" time(t = 3) stack(0) : tensor<3x8xf32> {
  ^bb0(%t: index):
    %gathered = te.compute "gathered" axes(i = 8) : tensor<8xf32> {
    ^bb0(%i: index):
      %r = te.read %rows[%i] : tensor<8xi64>
      %row = arith.index_cast %r : i64 to index
      %v = te.read %x[%t, %row] : tensor<3x8xf32>
      te.yield %v : f32
    }
    %step = te.compute "step" axes(i = 8) : tensor<8xf32> {
    ^bb0(%i: index):
      %v = te.read %gathered[7 - %i] : tensor<8xf32>
      te.yield %v : f32
    }
    te.yield %step : tensor<8xf32>
  }
  return %y, %z : tensor<8xf32>, tensor<3x8xf32>
}

// A stage's own guards go with it; an equality becomes a bound from both sides.
// CHECK-LABEL: func.func private @guards
// CHECK-NOT: te.compute "padded"
// CHECK: te.compute "y"
// CHECK: te.read %{{.*}}[%i] where(%i >= 0) else
// CHECK: te.read %{{.*}}[%i + 1] where(%i >= 0, -%i >= 0) else
func.func private @guards(%x: tensor<8xf32>, %o: tensor<7xf32> {te.destination}) -> tensor<7xf32> attributes {te.kernel} {
  %zero = arith.constant 0.0 : f32
  %padded = te.compute "padded" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i - 1] where(%i - 1 >= 0) else %zero : tensor<8xf32>
    %w = te.read %x[%i] where(%i - 1 == 0) else %zero : tensor<8xf32>
    %s = arith.addf %v, %w : f32
    te.yield %s : f32
  }
  %y = te.compute "y" axes(i = 7) : tensor<7xf32> {
  ^bb0(%i: index):
    %v = te.read %padded[%i + 1] : tensor<8xf32>
    te.yield %v : f32
  }
  return %y : tensor<7xf32>
}

// A quotient that two read stays, like what nobody reads; a product goes into both.
// CHECK-LABEL: func.func private @dear
// CHECK: te.compute "divided"
// CHECK-NOT: te.compute "doubled"
// CHECK: te.compute "unread"
// CHECK: te.compute "y"
func.func private @dear(%x: tensor<8xf32>, %o: tensor<8xf32> {te.destination}) -> tensor<8xf32> attributes {te.kernel} {
  %two = arith.constant 2.0 : f32
  %divided = te.compute "divided" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<8xf32>
    %w = arith.divf %two, %v : f32
    te.yield %w : f32
  }
  %doubled = te.compute "doubled" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<8xf32>
    %w = arith.mulf %two, %v : f32
    te.yield %w : f32
  }
  %unread = te.compute "unread" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<8xf32>
    te.yield %v : f32
  }
  %y = te.compute "y" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %a = te.read %divided[%i] : tensor<8xf32>
    %b = te.read %divided[7 - %i] : tensor<8xf32>
    %c = te.read %doubled[%i] : tensor<8xf32>
    %d = te.read %doubled[7 - %i] : tensor<8xf32>
    %ab = arith.addf %a, %b : f32
    %cd = arith.addf %c, %d : f32
    %e = arith.addf %ab, %cd : f32
    te.yield %e : f32
  }
  return %y : tensor<8xf32>
}

// So do formulas of two reads, where one element of them is read for many of the reader's.
// CHECK-LABEL: func.func private @repeated
// CHECK: te.compute "sum"
// CHECK-NOT: te.compute "single"
// CHECK: te.compute "y"
func.func private @repeated(%x: tensor<4xf32>, %o: tensor<4x2xf32> {te.destination}) -> tensor<4x2xf32> attributes {te.kernel} {
  %sum = te.compute "sum" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %a = te.read %x[%i] : tensor<4xf32>
    %b = te.read %x[3 - %i] : tensor<4xf32>
    %c = arith.addf %a, %b : f32
    te.yield %c : f32
  }
  %single = te.compute "single" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %a = te.read %x[%i] : tensor<4xf32>
    %c = arith.addf %a, %a : f32
    te.yield %c : f32
  }
  %y = te.compute "y" axes(i = 4, j = 2) : tensor<4x2xf32> {
  ^bb0(%i: index, %j: index):
    %a = te.read %sum[%i] : tensor<4xf32>
    %b = te.read %single[%i] : tensor<4xf32>
    %c = arith.addf %a, %b : f32
    te.yield %c : f32
  }
  return %y : tensor<4x2xf32>
}
