// A kernel of a formula, a call and a formula again.
func.func private @calls(%x: tensor<3x4xf32>, %o: tensor<3x4xf32> {te.destination}, %s: tensor<3xf32> {te.destination})
    -> (tensor<3x4xf32>, tensor<3xf32>) attributes {te.kernel} {
  %twice = te.compute "twice" axes(i = 3, j = 4) : tensor<3x4xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %x[%i, %j] : tensor<3x4xf32>
    %w = arith.addf %v, %v : f32
    te.yield %w : f32
  }
  %scaled:2 = te.extern "scaled" @scale_rows(%twice) : (tensor<3x4xf32>) -> (tensor<3x4xf32>, tensor<3xf32>)
  %negated = te.compute "negated" axes(i = 3, j = 4) : tensor<3x4xf32> {
  ^bb0(%i: index, %j: index):
    %v = te.read %scaled#0[%i, %j] : tensor<3x4xf32>
    %w = arith.negf %v : f32
    te.yield %w : f32
  }
  return %negated, %scaled#1 : tensor<3x4xf32>, tensor<3xf32>
}

func.func @main(%x: tensor<3x4xf32> {dl.name = "x"}, %o: tensor<3x4xf32> {te.destination, dl.name = "y"}, %s: tensor<3xf32> {te.destination, dl.name = "sums"})
    -> (tensor<3x4xf32> {dl.name = "y"}, tensor<3xf32> {dl.name = "sums"}) {
  %0:2 = call @calls(%x, %o, %s) : (tensor<3x4xf32>, tensor<3x4xf32>, tensor<3xf32>) -> (tensor<3x4xf32>, tensor<3xf32>)
  return %0#0, %0#1 : tensor<3x4xf32>, tensor<3xf32>
}
