func.func @main(%x: tensor<3xf32> {dl.name = "x"} loc(unknown)) -> (tensor<3xf32> {dl.name = "y"}) {
  %0 = graph.relu %x : (tensor<3xf32>) -> tensor<3xf32> loc("r")
  return %0 : tensor<3xf32> loc("r")
} loc(unknown)
