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

// Loops and branches write what they carry.
func.func @control(%x: tensor<3x4xf32>, %f: tensor<i1>, %h: tensor<4xf32> {te.destination},
    %all: tensor<3x4xf32> {te.destination}) -> (tensor<4xf32>, tensor<3x4xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %first = te.step %x[%c0] : tensor<3x4xf32> to tensor<4xf32>
  %begin = call @negate_row(%first, %h) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %y:2 = scf.for %i = %c0 to %c3 step %c1 iter_args(%s = %begin, %out = %all) -> (tensor<4xf32>, tensor<3x4xf32>) {
    %from = te.step %x[%i] : tensor<3x4xf32> to tensor<4xf32>
    %to = te.step %out[%i] : tensor<3x4xf32> to tensor<4xf32>
    %v = func.call @negate_row(%from, %to) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    %c = tensor.extract %f[] : tensor<i1>
    %next = scf.if %c -> tensor<4xf32> {
      %0 = func.call @negate_row(%v, %s) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      scf.yield %0 : tensor<4xf32>
    } else {
      %0 = func.call @negate_row(%from, %s) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      scf.yield %0 : tensor<4xf32>
    }
    %put = te.insert_step %v into %out[%i] : tensor<4xf32> into tensor<3x4xf32>
    scf.yield %next, %put : tensor<4xf32>, tensor<3x4xf32>
  }
  return %y#0, %y#1 : tensor<4xf32>, tensor<3x4xf32>
}
func.func private @negate_row(%x: tensor<4xf32>, %o: tensor<4xf32> {te.destination}) -> tensor<4xf32> attributes {te.kernel} {
  %0 = te.compute "y" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<4xf32>
    %n = arith.negf %v : f32
    te.yield %n : f32
  }
  return %0 : tensor<4xf32>
}
