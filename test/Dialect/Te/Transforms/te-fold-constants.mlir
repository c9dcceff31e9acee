// RUN: dl-opt %s --pass-pipeline="builtin.module(func.func(te-fold-constants))" | FileCheck %s

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
