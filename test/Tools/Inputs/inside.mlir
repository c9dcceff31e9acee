func.func @main(%x: tensor<6xf32> {dl.name = "x"}) -> (tensor<6xf32> {dl.name = "y"}) {
  %0 = graph.reshape %x : (tensor<6xf32>) -> tensor<2x3xf32>
  %1 = graph.relu %0 : (tensor<2x3xf32>) -> tensor<?x3xf32>
  %2 = graph.reshape %1 : (tensor<?x3xf32>) -> tensor<6xf32>
  return %2 : tensor<6xf32>
}
