// Five operators, of which two come before a residual connection.
func.func @main(%x: tensor<4x16xf32> {dl.name = "x"}, %w: tensor<16x16xf32> {dl.name = "w"}) -> (tensor<4x16xf32> {dl.name = "y"}) {
  %0 = graph.tanh %x : (tensor<4x16xf32>) -> tensor<4x16xf32> loc("Tanh_0")
  %1 = graph.matmul %0, %w : (tensor<4x16xf32>, tensor<16x16xf32>) -> tensor<4x16xf32> loc("MatMul_1")
  %2 = graph.relu %1 : (tensor<4x16xf32>) -> tensor<4x16xf32> loc("Relu_2")
  %3 = graph.add %2, %0 : (tensor<4x16xf32>, tensor<4x16xf32>) -> tensor<4x16xf32> loc("Add_3")
  %4 = graph.softmax %3 axis 1 : (tensor<4x16xf32>) -> tensor<4x16xf32> loc("Softmax_4")
  return %4 : tensor<4x16xf32>
}
