// Three products, two of them of one kernel.
func.func @main(%a: tensor<24x20xf32>, %b: tensor<20x20xf32>, %c: tensor<20x40xf32>) -> tensor<24x40xf32> {
  %0 = graph.matmul %a, %b : (tensor<24x20xf32>, tensor<20x20xf32>) -> tensor<24x20xf32>
  %1 = graph.matmul %0, %b : (tensor<24x20xf32>, tensor<20x20xf32>) -> tensor<24x20xf32>
  %2 = graph.matmul %1, %c : (tensor<24x20xf32>, tensor<20x40xf32>) -> tensor<24x40xf32>
  return %2 : tensor<24x40xf32>
}
