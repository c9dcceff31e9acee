// A model of two layers, small enough to check by eye.
func.func @main(%x: tensor<2x4xf32> {dl.name = "x"}) -> (tensor<2x3xf32> {dl.name = "y"}) {
  %w0 = graph.constant dense<[[1.0, -1.0, 0.5, 2.0], [0.0, 1.0, 1.0, -2.0],
                              [2.0, 0.5, -1.0, 0.0], [-1.0, 0.0, 1.5, 1.0]]> : tensor<4x4xf32>
  %w1 = graph.constant dense<[[1.0, 0.0, -1.0], [0.5, 2.0, 1.0],
                              [-0.5, 1.0, 0.0], [0.0, -1.0, 2.0]]> : tensor<4x3xf32>
  %0 = graph.gemm %x, %w0 : (tensor<2x4xf32>, tensor<4x4xf32>) -> tensor<2x4xf32> loc("Gemm_0")
  %1 = graph.relu %0 : (tensor<2x4xf32>) -> tensor<2x4xf32> loc("Relu_1")
  %2 = graph.gemm %1, %w1 : (tensor<2x4xf32>, tensor<4x3xf32>) -> tensor<2x3xf32> loc("Gemm_2")
  return %2 : tensor<2x3xf32>
}
