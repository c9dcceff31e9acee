// RUN: dl-opt %s --dl-verify-te | FileCheck %s

// Everything that the te level allows.
// CHECK: func.func private @double
func.func private @double(%x: tensor<2x3xf32>, %out: tensor<2x3xf32> {te.destination}) -> tensor<2x3xf32>
    attributes {te.kernel} {
  %two = arith.constant 2.0 : f32
  %r = te.compute "double" axes(i = 2, j = 3) : tensor<2x3xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<2x3xf32>
    %d = arith.mulf %v, %two : f32
    te.yield %d : f32
  }
  return %r : tensor<2x3xf32>
}

func.func private @copy(%x: tensor<?xf32>, %out: tensor<?xf32> {te.destination}) -> tensor<?xf32>
    attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  %m = arith.addi %n, %c0 : index
  %r = te.compute "copy" axes(i = %m) : tensor<?xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<?xf32>
    te.yield %v : f32
  }
  return %r : tensor<?xf32>
}

func.func @main(%x: tensor<6xf32>, %out: tensor<6xf32> {te.destination}) -> tensor<6xf32> {
  %v = tensor.expand_shape %x [[0, 1]] output_shape [2, 3] : tensor<6xf32> into tensor<2x3xf32>
  %e = tensor.empty() : tensor<2x3xf32>
  %0 = call @double(%v, %e) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %o = tensor.expand_shape %out [[0, 1]] output_shape [2, 3] : tensor<6xf32> into tensor<2x3xf32>
  %1 = call @double(%0, %o) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %r = tensor.collapse_shape %1 [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
  return %r : tensor<6xf32>
}
