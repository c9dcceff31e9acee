// RUN: dl-opt %s --pass-pipeline='builtin.module(func.func(convert-te-to-linalg))' | FileCheck %s
// RUN: dl-opt %s --pass-pipeline='builtin.module(func.func(convert-te-to-linalg{named-ops=false}))' | FileCheck %s --check-prefix=GENERIC

// Formulas that are named operations become those.
// CHECK-LABEL: func.func private @matmul(
// CHECK-SAME: %[[A:.*]]: tensor<4x6xf32>, %[[B:.*]]: tensor<6x8xf32>, %[[OUT:.*]]: tensor<4x8xf32>
// CHECK: %[[FILL:.*]] = linalg.fill {{.*}} outs(%[[OUT]]
// CHECK: linalg.matmul ins(%[[A]], %[[B]] {{.*}} outs(%[[FILL]]
// GENERIC-LABEL: func.func private @matmul(
// GENERIC: linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "reduction"]
func.func private @matmul(%a: tensor<4x6xf32>, %b: tensor<6x8xf32>, %o: tensor<4x8xf32> {te.destination}) -> tensor<4x8xf32> attributes {te.kernel} {
  %c = te.compute "C" axes(i = 4, j = 8) reduce(k = 6) combine(add) : tensor<4x8xf32> {
  ^bb0(%i: index, %j: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<4x6xf32>
    %y = te.read %b[%k, %j] : tensor<6x8xf32>
    %p = arith.mulf %x, %y : f32
    te.yield %p : f32
  }
  return %c : tensor<4x8xf32>
}

// An operand is sliced to what is read: 64 of 65 elements here. A window that no
// operand shows by itself gets an operand for its extent.
// CHECK-LABEL: func.func private @pool(
// CHECK-SAME: %[[X:.*]]: tensor<9xf32>
// CHECK: linalg.fill
// CHECK: %[[SLICE:.*]] = tensor.extract_slice %[[X]][1] [7] [1] : tensor<9xf32> to tensor<7xf32>
// CHECK: %[[WINDOW:.*]] = tensor.empty() : tensor<3xf32>
// CHECK: linalg.generic {indexing_maps = [#[[READ:.*]], #{{.*}}, #{{.*}}], iterator_types = ["parallel", "reduction"]} ins(%[[SLICE]], %[[WINDOW]]
func.func private @pool(%x: tensor<9xf32>, %o: tensor<3xf32> {te.destination}) -> tensor<3xf32> attributes {te.kernel} {
  %c = te.compute "C" axes(i = 3) reduce(k = 3) combine(max) : tensor<3xf32> {
  ^bb0(%i: index, %k: index):
    %v = te.read %x[%i * 2 + %k + 1] : tensor<9xf32>
    te.yield %v : f32
  }
  return %c : tensor<3xf32>
}

// A guard over two axes cannot be decided by cutting one: it stays in the body,
// and no element outside is read.
// CHECK-LABEL: func.func private @diagonal(
// CHECK: %[[I:.*]] = linalg.index 0
// CHECK: %[[J:.*]] = linalg.index 1
// CHECK: scf.if
// CHECK: tensor.extract
// CHECK: } else {
func.func private @diagonal(%x: tensor<4x4xf32>, %o: tensor<4x4xf32> {te.destination}) -> tensor<4x4xf32> attributes {te.kernel} {
  %zero = arith.constant 0.0 : f32
  %c = te.compute "C" axes(i = 4, j = 4) : tensor<4x4xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] where(%i - %j >= 0) else %zero : tensor<4x4xf32>
    te.yield %v : f32
  }
  return %c : tensor<4x4xf32>
}

// A product of a transposed operand is no linalg.matmul.
// CHECK-LABEL: func.func private @transposed(
// CHECK-NOT: linalg.matmul
// CHECK: linalg.generic
func.func private @transposed(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>, %o: tensor<4x4xf32> {te.destination}) -> tensor<4x4xf32> attributes {te.kernel} {
  %c = te.compute "C" axes(i = 4, j = 4) reduce(k = 4) combine(add) : tensor<4x4xf32> {
  ^bb0(%i: index, %j: index, %k: index):
    %x = te.read %a[%k, %i] : tensor<4x4xf32>
    %y = te.read %b[%k, %j] : tensor<4x4xf32>
    %p = arith.mulf %x, %y : f32
    te.yield %p : f32
  }
  return %c : tensor<4x4xf32>
}

// Functions that are no kernels are left alone.
// CHECK-LABEL: func.func @main(
// CHECK-NEXT: call @matmul
func.func @main(%a: tensor<4x6xf32>, %b: tensor<6x8xf32>, %o: tensor<4x8xf32> {te.destination}) -> tensor<4x8xf32> {
  %r = call @matmul(%a, %b, %o) : (tensor<4x6xf32>, tensor<6x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %r : tensor<4x8xf32>
}
