func.func @main(%i: tensor<3xi64> {dl.name = "i"}) -> (tensor<3x2xf32> {dl.name = "y"}) {
  // constant: %i = graph.constant dense<[0, 5, 1]> : tensor<3xi64>
  %words = graph.constant dense<[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0], [7.0, 8.0], [9.0, 0.5]]> : tensor<5x2xf32>
  %x = graph.gather %words, %i axis 0 : (tensor<5x2xf32>, tensor<3xi64>) -> tensor<3x2xf32> loc("embedding")
  %y = graph.relu %x : (tensor<3x2xf32>) -> tensor<3x2xf32>
  return %y : tensor<3x2xf32>
}
