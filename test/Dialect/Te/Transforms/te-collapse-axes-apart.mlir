// RUN: dl-opt %s --te-collapse-axes | FileCheck %s
// RUN: dl-opt %s --te-collapse-axes --dl-verify-te -o /dev/null

// Axes that one read of several takes together stay apart where another read, a condition or the
// loops around say something of one of them alone.

// A condition on the second of two axes, the first one read as it is.
// CHECK-LABEL: func.func private @second_masked(
// CHECK-SAME: tensor<4x6xf32>
// CHECK: te.compute "y" axes(i = 4, j = 6)
// CHECK: te.read %{{.*}}[%i, %j] where(%j - 1 >= 0) else
func.func private @second_masked(%x: tensor<4x6xf32>, %o: tensor<4x6xf32> {te.destination}) -> tensor<4x6xf32> attributes {te.kernel} {
  %zero = arith.constant 0.0 : f32
  %y = te.compute "y" axes(i = 4, j = 6) : tensor<4x6xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] where(%j - 1 >= 0) else %zero : tensor<4x6xf32>
    te.yield %v : f32
  }
  return %y : tensor<4x6xf32>
}

// The second axis stands at two dimensions.
// CHECK-LABEL: func.func private @second_twice(
// CHECK-SAME: tensor<4x6x6xf32>
// CHECK: te.compute "y" axes(i = 4, j = 6)
// CHECK: te.read %{{.*}}[%i, %j, %j]
func.func private @second_twice(%x: tensor<4x6x6xf32>, %o: tensor<4x6xf32> {te.destination}) -> tensor<4x6xf32> attributes {te.kernel} {
  %y = te.compute "y" axes(i = 4, j = 6) : tensor<4x6xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j, %j] : tensor<4x6x6xf32>
    te.yield %v : f32
  }
  return %y : tensor<4x6xf32>
}

// A row that is added to each row has the last axis alone.
// CHECK-LABEL: func.func private @last_alone(
// CHECK-SAME: tensor<4x6xf32>
// CHECK: te.compute "y" axes(i = 4, j = 6)
// CHECK: te.read %{{.*}}[%i, %j]
// CHECK: te.read %{{.*}}[%j]
func.func private @last_alone(%x: tensor<4x6xf32>, %b: tensor<6xf32>, %o: tensor<4x6xf32> {te.destination}) -> tensor<4x6xf32> attributes {te.kernel} {
  %y = te.compute "y" axes(i = 4, j = 6) : tensor<4x6xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<4x6xf32>
    %w = te.read %b[%j] : tensor<6xf32>
    %s = arith.addf %v, %w : f32
    te.yield %s : f32
  }
  return %y : tensor<4x6xf32>
}

// How long an open axis is, nothing says that is read along it: it has no product with another.
// CHECK-LABEL: func.func private @open_repeated(
// CHECK: te.compute "y" axes(i_j = 24) reduce(k = %{{.*}}, l = 3) combine(add)
func.func private @open_repeated(%x: tensor<4x6xf32>, %n: index, %o: tensor<4x6xf32> {te.destination}) -> tensor<4x6xf32> attributes {te.kernel} {
  %y = te.compute "y" axes(i = 4, j = 6) reduce(k = %n, l = 3) combine(add) : tensor<4x6xf32> {
  ^bb0(%i: index, %j: index, %k: index, %l: index):
    %v = te.read %x[%i, %j] : tensor<4x6xf32>
    te.yield %v : f32
  }
  return %y : tensor<4x6xf32>
}

// Nor are tensors without elements made others.
// CHECK-LABEL: func.func private @empty(
// CHECK-SAME: tensor<0x4xf32>
// CHECK: te.compute "y" axes(i = 0, j = 4)
func.func private @empty(%x: tensor<0x4xf32>, %o: tensor<0x4xf32> {te.destination}) -> tensor<0x4xf32> attributes {te.kernel} {
  %y = te.compute "y" axes(i = 0, j = 4) : tensor<0x4xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<0x4xf32>
    te.yield %v : f32
  }
  return %y : tensor<0x4xf32>
}

// A kernel of numbers has no axes, nor have its tensors dimensions.
// CHECK-LABEL: func.func private @numbers(
// CHECK-SAME: tensor<f32>
// CHECK: te.compute "y" axes() : tensor<f32>
func.func private @numbers(%x: tensor<f32>, %o: tensor<f32> {te.destination}) -> tensor<f32> attributes {te.kernel} {
  %y = te.compute "y" axes() : tensor<f32> {
    %v = te.read %x[] : tensor<f32>
    te.yield %v : f32
  }
  return %y : tensor<f32>
}

func.func @main(%a: tensor<4x6xf32>, %b: tensor<4x6x6xf32>, %c: tensor<6xf32>, %n: index, %d: tensor<0x4xf32>, %e: tensor<f32>) {
  %o = tensor.empty() : tensor<4x6xf32>
  %0 = call @second_masked(%a, %o) : (tensor<4x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
  %1 = call @second_twice(%b, %o) : (tensor<4x6x6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
  %2 = call @last_alone(%a, %c, %o) : (tensor<4x6xf32>, tensor<6xf32>, tensor<4x6xf32>) -> tensor<4x6xf32>
  %3 = call @open_repeated(%a, %n, %o) : (tensor<4x6xf32>, index, tensor<4x6xf32>) -> tensor<4x6xf32>
  %none = tensor.empty() : tensor<0x4xf32>
  %4 = call @empty(%d, %none) : (tensor<0x4xf32>, tensor<0x4xf32>) -> tensor<0x4xf32>
  %number = tensor.empty() : tensor<f32>
  %5 = call @numbers(%e, %number) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return
}
