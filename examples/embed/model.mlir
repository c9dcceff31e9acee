// One of the embedder's operators among those of graph.
func.func @main(%x: tensor<16x32xf32> {dl.name = "x"}, %b: tensor<32xf32> {dl.name = "b"})
    -> (tensor<16x32xf32> {dl.name = "y"}) {
  %0 = graph.add %x, %b : (tensor<16x32xf32>, tensor<32xf32>) -> tensor<16x32xf32>
  %1 = embed.soft_cap %0 limit 2.0 : tensor<16x32xf32>
  return %1 : tensor<16x32xf32>
}
