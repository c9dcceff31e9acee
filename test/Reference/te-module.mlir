// RUN: dl-opt %s --test-interpret=trace=true --verify-diagnostics

// A module of the te level: calls, views and destinations.
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

func.func private @add(%x: tensor<2x3xf32>, %y: tensor<2x3xf32>, %out: tensor<2x3xf32> {te.destination})
    -> tensor<2x3xf32> attributes {te.kernel} {
  %r = te.compute "add" axes(i = 2, j = 3) : tensor<2x3xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<2x3xf32>
    %w = te.read %y[%i, %j] : tensor<2x3xf32>
    %d = arith.addf %v, %w : f32
    te.yield %d : f32
  }
  return %r : tensor<2x3xf32>
}

func.func @main(%x: tensor<6xf32> {dl.test_input = dense<[0.0, 1.0, 2.0, 3.0, 4.0, 5.0]> : tensor<6xf32>},
                %out: tensor<6xf32> {te.destination})
    -> (tensor<6xf32> {dl.test_expected = dense<[10.0, 32.0, 54.0, 76.0, 98.0, 120.0]> : tensor<6xf32>}) {
  %w = arith.constant dense_resource<weights> : tensor<2x3xf32>
  %v = tensor.expand_shape %x [[0, 1]] output_shape [2, 3] : tensor<6xf32> into tensor<2x3xf32>
  %e = tensor.empty() : tensor<2x3xf32>
  // expected-remark @+1 {{evaluated 1 results}}
  %0 = call @double(%v, %e) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %o = tensor.expand_shape %out [[0, 1]] output_shape [2, 3] : tensor<6xf32> into tensor<2x3xf32>
  // expected-remark @+1 {{evaluated 1 results}}
  %1 = call @add(%0, %w, %o) : (tensor<2x3xf32>, tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  %r = tensor.collapse_shape %1 [[0, 1]] : tensor<2x3xf32> into tensor<6xf32>
  return %r : tensor<6xf32>
}

{-#
  dialect_resources: {
    builtin: {
      // 10, 30, 50, 70, 90, 110
      weights: "0x04000000000020410000F0410000484200008C420000B4420000DC42"
    }
  }
#-}
