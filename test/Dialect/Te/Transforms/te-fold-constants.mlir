// RUN: dl-opt %s --pass-pipeline="builtin.module(func.func(te-fold-constants))" --verify-diagnostics | FileCheck %s

// Index arithmetic, guards that always hold or never, splat constants, arithmetic.
// CHECK-LABEL: func.func private @folded
// CHECK: te.compute "y"
// CHECK-NEXT: ^bb0(%i: index, %j: index):
// CHECK-NEXT: %[[A:.*]] = te.read %{{.*}}[%i * 2 + 3, %j floordiv 4] : tensor<20x10xf32>
// CHECK-NEXT: %[[B:.*]] = te.read %{{.*}}[%i - 2, %j] where(%i - 2 >= 0) else %{{.*}} : tensor<20x10xf32>
// CHECK-NEXT: %[[S:.*]] = arith.addf %[[A]], %[[B]]
// CHECK-NEXT: %[[T:.*]] = arith.addf %[[S]], %cst
// CHECK-NEXT: %[[U:.*]] = arith.addf %[[T]], %cst
// CHECK-NEXT: te.yield %[[U]]
func.func private @folded(%x: tensor<20x10xf32>, %o: tensor<8x10xf32> {te.destination}) -> tensor<8x10xf32> attributes {te.kernel} {
  %seven = arith.constant dense<7.0> : tensor<8xf32>
  %y = te.compute "y" axes(i = 8, j = 10) : tensor<8x10xf32> {
  ^bb0(%i: index, %j: index):
    %zero = arith.constant 0.0 : f32
    %three = arith.constant 3.0 : f32
    %four = arith.constant 4.0 : f32
    %sum = arith.addf %three, %four : f32
    %c2 = arith.constant 2 : index
    %c3 = arith.constant 3 : index
    %c4 = arith.constant 4 : index
    %p = arith.muli %i, %c2 : index
    %q = arith.addi %p, %c3 : index
    %r = arith.floordivsi %j, %c4 : index
    %a = te.read %x[%q, %r] where(%i + 1 >= 0, 40 - %q >= 0) else %zero : tensor<20x10xf32>
    %s = arith.subi %i, %c2 : index
    %b = te.read %x[%s, %j] where(%s >= 0, %j mod 3 >= 0) else %zero : tensor<20x10xf32>
    %c = te.read %x[%i, %j] where(%i - 8 >= 0) else %sum : tensor<20x10xf32>
    %d = te.read %seven[%i] : tensor<8xf32>
    %ab = arith.addf %a, %b : f32
    %abc = arith.addf %ab, %c : f32
    %abcd = arith.addf %abc, %d : f32
    te.yield %abcd : f32
  }
  return %y : tensor<8x10xf32>
}

// What is not known stays: dynamic extents, equalities that may hold.
// CHECK-LABEL: func.func private @kept
// CHECK: te.read %{{.*}}[%i] where(%i - 4 >= 0) else
// CHECK: te.read %{{.*}}[%i] where(%i mod 2 == 0) else
func.func private @kept(%x: tensor<?xf32>, %o: tensor<?xf32> {te.destination}) -> tensor<?xf32> attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %y = te.compute "y" axes(i = %n) : tensor<?xf32> {
  ^bb0(%i: index):
    %a = te.read %x[%i] where(%i - 4 >= 0) else %zero : tensor<?xf32>
    %b = te.read %x[%i] where(%i mod 2 == 0) else %zero : tensor<?xf32>
    %s = arith.addf %a, %b : f32
    te.yield %s : f32
  }
  return %y : tensor<?xf32>
}

// Ranges of what runs backwards: the first guard always holds, the others not.
// CHECK-LABEL: func.func private @backwards
// CHECK: te.read %{{[^:]*}}[%i] : tensor<8xf32>
// CHECK: te.read %{{.*}}[%i] where(-%i + 6 >= 0) else
// CHECK: te.read %{{.*}}[%i] where((%i * -2) floordiv 3 + 4 >= 0) else
func.func private @backwards(%x: tensor<8xf32>, %o: tensor<8xf32> {te.destination}) -> tensor<8xf32> attributes {te.kernel} {
  %zero = arith.constant 0.0 : f32
  %y = te.compute "y" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %a = te.read %x[%i] where(7 - %i >= 0) else %zero : tensor<8xf32>
    %b = te.read %x[%i] where(6 - %i >= 0) else %zero : tensor<8xf32>
    %c = te.read %x[%i] where((%i * -2) floordiv 3 + 4 >= 0) else %zero : tensor<8xf32>
    %ab = arith.addf %a, %b : f32
    %abc = arith.addf %ab, %c : f32
    te.yield %abc : f32
  }
  return %y : tensor<8xf32>
}

// Guards at the ends of their ranges: those that always hold go, those that never do leave the
// other value, those that decide stay.
// CHECK-LABEL: func.func private @limits
// CHECK: te.read {{[^:]*}}[%i] : tensor
// CHECK-NEXT: where(%i floordiv 7 == 0)
// CHECK-NEXT: where(%i - 7 == 0)
// CHECK-NEXT: where(%i == 0)
// CHECK-NEXT: te.read {{[^:]*}}[%i] : tensor
// CHECK-NEXT: where(-(%i mod 8) + 6 >= 0)
// CHECK-NEXT: te.read {{[^:]*}}[%i] : tensor
// CHECK-NEXT: where(-(%i mod 3) + 1 >= 0)
// CHECK-NEXT: te.read {{[^:]*}}[%i] : tensor
// CHECK-NEXT: where((%i + 2) ceildiv 8 - 1 == 0)
// CHECK-NEXT: where(%i - 7 >= 0)
// CHECK-NEXT: where(-%i >= 0)
// CHECK-NEXT: where(%i * 3 - 21 >= 0)
// CHECK-NEXT: te.read {{[^:]*}}[%i] : tensor
// CHECK-NEXT: where((%i * -3) floordiv 2 + 10 >= 0)
// CHECK-NEXT: te.read {{[^:]*}}[%i] : tensor
// CHECK-NEXT: where((%i * -3) ceildiv 2 + 9 >= 0)
// CHECK-NEXT: where(%i - 3 == 0)
// CHECK-NEXT: where(%i - 3 == 0)
// CHECK-NEXT: arith.addf
func.func private @limits(%x: tensor<8xf32>, %o: tensor<8xf32> {te.destination}) -> tensor<8xf32> attributes {te.kernel} {
  %y = te.compute "y" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %e0 = arith.constant 100.0 : f32
    %e1 = arith.constant 101.0 : f32
    %e2 = arith.constant 102.0 : f32
    %e3 = arith.constant 103.0 : f32
    %e4 = arith.constant 104.0 : f32
    %e5 = arith.constant 105.0 : f32
    %e6 = arith.constant 106.0 : f32
    %e7 = arith.constant 107.0 : f32
    %e8 = arith.constant 108.0 : f32
    %e9 = arith.constant 109.0 : f32
    %e10 = arith.constant 110.0 : f32
    %e11 = arith.constant 111.0 : f32
    %e12 = arith.constant 112.0 : f32
    %e13 = arith.constant 113.0 : f32
    %e14 = arith.constant 114.0 : f32
    %e15 = arith.constant 115.0 : f32
    %e16 = arith.constant 116.0 : f32
    %e17 = arith.constant 117.0 : f32
    %e18 = arith.constant 118.0 : f32
    %e19 = arith.constant 119.0 : f32
    %e20 = arith.constant 120.0 : f32
    %e21 = arith.constant 121.0 : f32
    %e22 = arith.constant 122.0 : f32
    %v0 = te.read %x[%i] where(%i floordiv 8 == 0) else %e0 : tensor<8xf32>
    %v1 = te.read %x[%i] where(%i floordiv 7 == 0) else %e1 : tensor<8xf32>
    %v2 = te.read %x[%i] where(%i + 1 == 0) else %e2 : tensor<8xf32>
    %v3 = te.read %x[%i] where(%i - 8 == 0) else %e3 : tensor<8xf32>
    %v4 = te.read %x[%i] where(%i - 7 == 0) else %e4 : tensor<8xf32>
    %v5 = te.read %x[%i] where(%i == 0) else %e5 : tensor<8xf32>
    %v6 = te.read %x[%i] where(7 - %i mod 8 >= 0) else %e6 : tensor<8xf32>
    %v7 = te.read %x[%i] where(6 - %i mod 8 >= 0) else %e7 : tensor<8xf32>
    %v8 = te.read %x[%i] where(2 - %i mod 3 >= 0) else %e8 : tensor<8xf32>
    %v9 = te.read %x[%i] where(1 - %i mod 3 >= 0) else %e9 : tensor<8xf32>
    %v10 = te.read %x[%i] where((%i + 1) ceildiv 8 - 1 == 0) else %e10 : tensor<8xf32>
    %v11 = te.read %x[%i] where((%i + 2) ceildiv 8 - 1 == 0) else %e11 : tensor<8xf32>
    %v12 = te.read %x[%i] where(%i - 7 >= 0) else %e12 : tensor<8xf32>
    %v13 = te.read %x[%i] where(%i * -1 - 1 >= 0) else %e13 : tensor<8xf32>
    %v14 = te.read %x[%i] where(%i * -1 >= 0) else %e14 : tensor<8xf32>
    %v15 = te.read %x[%i] where(%i * 3 - 21 >= 0) else %e15 : tensor<8xf32>
    %v16 = te.read %x[%i] where(%i * 3 - 22 >= 0) else %e16 : tensor<8xf32>
    %v17 = te.read %x[%i] where((%i * -3) floordiv 2 + 11 >= 0) else %e17 : tensor<8xf32>
    %v18 = te.read %x[%i] where((%i * -3) floordiv 2 + 10 >= 0) else %e18 : tensor<8xf32>
    %v19 = te.read %x[%i] where((%i * -3) ceildiv 2 + 10 >= 0) else %e19 : tensor<8xf32>
    %v20 = te.read %x[%i] where((%i * -3) ceildiv 2 + 9 >= 0) else %e20 : tensor<8xf32>
    %v21 = te.read %x[%i] where(%i >= 0, %i - 3 == 0) else %e21 : tensor<8xf32>
    %v22 = te.read %x[%i] where(%i - 3 == 0, %i + 1 >= 0) else %e22 : tensor<8xf32>
    %s1 = arith.addf %v0, %v1 : f32
    %s2 = arith.addf %s1, %v2 : f32
    %s3 = arith.addf %s2, %v3 : f32
    %s4 = arith.addf %s3, %v4 : f32
    %s5 = arith.addf %s4, %v5 : f32
    %s6 = arith.addf %s5, %v6 : f32
    %s7 = arith.addf %s6, %v7 : f32
    %s8 = arith.addf %s7, %v8 : f32
    %s9 = arith.addf %s8, %v9 : f32
    %s10 = arith.addf %s9, %v10 : f32
    %s11 = arith.addf %s10, %v11 : f32
    %s12 = arith.addf %s11, %v12 : f32
    %s13 = arith.addf %s12, %v13 : f32
    %s14 = arith.addf %s13, %v14 : f32
    %s15 = arith.addf %s14, %v15 : f32
    %s16 = arith.addf %s15, %v16 : f32
    %s17 = arith.addf %s16, %v17 : f32
    %s18 = arith.addf %s17, %v18 : f32
    %s19 = arith.addf %s18, %v19 : f32
    %s20 = arith.addf %s19, %v20 : f32
    %s21 = arith.addf %s20, %v21 : f32
    %s22 = arith.addf %s21, %v22 : f32
    te.yield %s22 : f32
  }
  return %y : tensor<8xf32>
}

// Arithmetic that is affine, and arithmetic that is not: unknown factors, divisors of zero,
// remainders, maps with symbols.
// CHECK-LABEL: func.func private @arithmetic
// CHECK: te.read %{{.*}}[%i * 2 + 1] : tensor<?xf32>
// CHECK: te.read %{{.*}}[%i ceildiv 3] : tensor<?xf32>
// CHECK: %[[P:.*]] = arith.muli %i, %{{.*}}
// CHECK: te.read %{{.*}}[%[[P]]] : tensor<?xf32>
// CHECK: %[[F:.*]] = arith.floordivsi %i, %c0
// CHECK: te.read %{{.*}}[%[[F]]] : tensor<?xf32>
// CHECK: %[[C:.*]] = arith.ceildivsi %i, %c0
// CHECK: te.read %{{.*}}[%[[C]]] : tensor<?xf32>
// CHECK: %[[R:.*]] = arith.remsi %i, %c4
// CHECK: te.read %{{.*}}[%[[R]]] : tensor<?xf32>
// CHECK: %[[A:.*]] = affine.apply
// CHECK: te.read %{{.*}}[%[[A]]] : tensor<?xf32>
func.func private @arithmetic(%x: tensor<?xf32>, %o: tensor<8xf32> {te.destination}) -> tensor<8xf32> attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %y = te.compute "y" axes(i = 8) : tensor<8xf32> {
  ^bb0(%i: index):
    %twice = affine.apply affine_map<(i) -> (i * 2 + 1)>(%i)
    %v0 = te.read %x[%twice] : tensor<?xf32>
    %up = arith.ceildivsi %i, %c3 : index
    %v1 = te.read %x[%up] : tensor<?xf32>
    %times = arith.muli %i, %n : index
    %v2 = te.read %x[%times] : tensor<?xf32>
    %floor = arith.floordivsi %i, %c0 : index
    %v3 = te.read %x[%floor] : tensor<?xf32>
    %ceil = arith.ceildivsi %i, %c0 : index
    %v4 = te.read %x[%ceil] : tensor<?xf32>
    %rest = arith.remsi %i, %c4 : index
    %v5 = te.read %x[%rest] : tensor<?xf32>
    %symbol = affine.apply affine_map<(i)[n] -> (i + n)>(%i)[%n]
    %v6 = te.read %x[%symbol] : tensor<?xf32>
    %s1 = arith.addf %v0, %v1 : f32
    %s2 = arith.addf %s1, %v2 : f32
    %s3 = arith.addf %s2, %v3 : f32
    %s4 = arith.addf %s3, %v4 : f32
    %s5 = arith.addf %s4, %v5 : f32
    %s6 = arith.addf %s5, %v6 : f32
    te.yield %s6 : f32
  }
  return %y : tensor<8xf32>
}

// What is left over by a larger divisor is the axis itself; by a smaller one it is smaller.
// CHECK-LABEL: func.func private @left_over
// CHECK-COUNT-2: te.read %{{[^:]*}}[%i] : tensor<9xf32>
// CHECK: te.read %{{.*}}[%i] where(-(%i mod 16) + 7 >= 0) else
func.func private @left_over(%x: tensor<9xf32>, %o: tensor<9xf32> {te.destination}) -> tensor<9xf32> attributes {te.kernel} {
  %zero = arith.constant 0.0 : f32
  %y = te.compute "y" axes(i = 9) : tensor<9xf32> {
  ^bb0(%i: index):
    %a = te.read %x[%i] where(8 - %i mod 16 >= 0) else %zero : tensor<9xf32>
    %b = te.read %x[%i] where(7 - %i mod 8 >= 0) else %zero : tensor<9xf32>
    %c = te.read %x[%i] where(7 - %i mod 16 >= 0) else %zero : tensor<9xf32>
    %ab = arith.addf %a, %b : f32
    %abc = arith.addf %ab, %c : f32
    te.yield %abc : f32
  }
  return %y : tensor<9xf32>
}

// A range that 64 bits do not hold, and one that only partly is known, decide nothing.
// CHECK-LABEL: func.func private @large
// CHECK: te.read %{{.*}}[%i] where(%i * 4 - 8 >= 0) else
// CHECK: te.read %{{.*}}[%j] where(%j + %i - 20 >= 0) else
// CHECK: te.read %{{.*}}[%i] where(%i + %j - 20 >= 0) else
func.func private @large(%x: tensor<4611686018427387904xf32>, %z: tensor<?xf32>, %o: tensor<4611686018427387904x?xf32> {te.destination}) -> tensor<4611686018427387904x?xf32> attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f32
  %n = tensor.dim %z, %c0 : tensor<?xf32>
  %y = te.compute "y" axes(i = 4611686018427387904, j = %n) : tensor<4611686018427387904x?xf32> {
  ^bb0(%i: index, %j: index):
    %a = te.read %x[%i] where(%i * 4 - 8 >= 0) else %zero : tensor<4611686018427387904xf32>
    %b = te.read %z[%j] where(%j + %i - 20 >= 0) else %zero : tensor<?xf32>
    %c = te.read %x[%i] where(%i + %j - 20 >= 0) else %zero : tensor<4611686018427387904xf32>
    %ab = arith.addf %a, %b : f32
    %s = arith.addf %ab, %c : f32
    te.yield %s : f32
  }
  return %y : tensor<4611686018427387904x?xf32>
}

// Arithmetic on indices that is no expression over axes stays: products of two axes, divisions by
// negative numbers, words as indices.
// CHECK-LABEL: func.func private @no_expression
// CHECK: %[[P:.*]] = arith.muli %i, %j : index
// CHECK: te.read %{{.*}}[%[[P]]] where(-%[[P]] + 8 >= 0) else
// CHECK: %[[Q:.*]] = arith.floordivsi %i, %c-2
// CHECK: te.read %{{.*}}[-%[[Q]]]
// CHECK: %[[R:.*]] = arith.ceildivsi %i, %c-2
// CHECK: te.read %{{.*}}[-%[[R]]]
// CHECK: %[[C:.*]] = arith.index_cast %{{.*}} : i32 to index
// CHECK: te.read %{{.*}}[%[[C]]]
func.func private @no_expression(%x: tensor<9xf32>, %ids: tensor<3xi32>, %o: tensor<3x3xf32> {te.destination}) -> tensor<3x3xf32> attributes {te.kernel} {
  %y = te.compute "y" axes(i = 3, j = 3) : tensor<3x3xf32> {
  ^bb0(%i: index, %j: index):
    %zero = arith.constant 0.0 : f32
    %minus = arith.constant -2 : index
    %p = arith.muli %i, %j : index
    %a = te.read %x[%p] where(8 - %p >= 0) else %zero : tensor<9xf32>
    %q = arith.floordivsi %i, %minus : index
    %b = te.read %x[-%q] : tensor<9xf32>
    %r = arith.ceildivsi %i, %minus : index
    %c = te.read %x[-%r] : tensor<9xf32>
    %id = te.read %ids[%i] : tensor<3xi32>
    %at = arith.index_cast %id : i32 to index
    %d = te.read %x[%at] : tensor<9xf32>
    %ab = arith.addf %a, %b : f32
    %abc = arith.addf %ab, %c : f32
    %abcd = arith.addf %abc, %d : f32
    te.yield %abcd : f32
  }
  return %y : tensor<3x3xf32>
}

// Quotients rounded up and differences of two axes are expressions; of an axis without values
// nothing is known.
// CHECK-LABEL: func.func private @expressions
// CHECK: te.read %{{.*}}[%i ceildiv 2] : tensor<9xf32>
// CHECK: te.read %{{.*}}[%i - %j + 2] : tensor<9xf32>
// CHECK: te.compute "none"
// CHECK: where(%i - 8 >= 0) else
func.func private @expressions(%x: tensor<9xf32>, %o: tensor<3x3xf32> {te.destination}, %p: tensor<0xf32> {te.destination}) -> (tensor<3x3xf32>, tensor<0xf32>) attributes {te.kernel} {
  %zero = arith.constant 0.0 : f32
  %y = te.compute "y" axes(i = 3, j = 3) : tensor<3x3xf32> {
  ^bb0(%i: index, %j: index):
    %two = arith.constant 2 : index
    %q = arith.ceildivsi %i, %two : index
    %a = te.read %x[%q] : tensor<9xf32>
    %r = arith.subi %i, %j : index
    %b = te.read %x[%r + 2] : tensor<9xf32>
    %ab = arith.addf %a, %b : f32
    te.yield %ab : f32
  }
  %none = te.compute "none" axes(i = 0) : tensor<0xf32> {
  ^bb0(%i: index):
    %a = te.read %x[%i] where(%i - 8 >= 0) else %zero : tensor<9xf32>
    te.yield %a : f32
  }
  return %y, %none : tensor<3x3xf32>, tensor<0xf32>
}
