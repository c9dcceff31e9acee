func.func @main(%x: tensor<0x4xf32> {dl.name = "x"}) -> (tensor<0x4xf32> {dl.name = "y"}) {
  %y = graph.relu %x : (tensor<0x4xf32>) -> tensor<0x4xf32>
  return %y : tensor<0x4xf32>
}
