// RUN: dl-opt %s --pass-pipeline='builtin.module(func.func(convert-te-to-linalg))' --verify-diagnostics

func.func private @f(%x: tensor<?xf32>, %o: tensor<?xf32> {te.destination}) -> tensor<?xf32> attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?xf32>
  // expected-error @below {{requires static extents to become one linalg operation, but axis i is dynamic}}
  %c = te.compute "C" axes(i = %n) : tensor<?xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<?xf32>
    te.yield %v : f32
  }
  return %c : tensor<?xf32>
}
