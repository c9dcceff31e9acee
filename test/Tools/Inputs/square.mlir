// A product large enough to be timed.
func.func @main(%x: tensor<64x512xf32> {dl.name = "x"}) -> (tensor<64x512xf32> {dl.name = "y"}) {
  %w = graph.constant dense<5.0e-01> : tensor<512x512xf32>
  %y = graph.matmul %x, %w : (tensor<64x512xf32>, tensor<512x512xf32>) -> tensor<64x512xf32>
  return %y : tensor<64x512xf32>
}
