// RUN: dl-opt %s --pass-pipeline='builtin.module(func.func(convert-te-to-linalg))' --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=REFUSED --allow-empty
// REFUSED-NOT: {{[a-z]}}

// Plans of whole stages, each one operation, are of constant extents: of both kinds of axes.

func.func private @open(%x: tensor<?x4xf32>, %o: tensor<?x4xf32> {te.destination}) -> tensor<?x4xf32> attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x4xf32>
  // expected-error @below {{requires static extents to become one linalg operation, but axis i is dynamic}}
  %c = te.compute "C" axes(i = %n, j = 4) : tensor<?x4xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<?x4xf32>
    te.yield %v : f32
  }
  return %c : tensor<?x4xf32>
}

// -----

func.func private @open_sum(%x: tensor<4x?xf32>, %o: tensor<4xf32> {te.destination}) -> tensor<4xf32> attributes {te.kernel} {
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c1 : tensor<4x?xf32>
  // expected-error @below {{requires static extents to become one linalg operation, but axis k is dynamic}}
  %c = te.compute "C" axes(i = 4) reduce(k = %n) combine(add) : tensor<4xf32> {
  ^bb0(%i: index, %k: index):
    %v = te.read %x[%i, %k] : tensor<4x?xf32>
    te.yield %v : f32
  }
  return %c : tensor<4xf32>
}
