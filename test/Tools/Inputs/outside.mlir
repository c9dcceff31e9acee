func.func @main(%x: tensor<4xf32> {dl.name = "x"}, %i: tensor<2xi64> {dl.name = "i"}) -> (tensor<2xf32> {dl.name = "y"}) {
  %c = graph.constant dense<9> : tensor<2xi64>
  %j = graph.add %i, %c : (tensor<2xi64>, tensor<2xi64>) -> tensor<2xi64>
  %0 = graph.gather %x, %j axis 0 : (tensor<4xf32>, tensor<2xi64>) -> tensor<2xf32>
  return %0 : tensor<2xf32>
}
