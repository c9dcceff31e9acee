func.func @main(%x: tensor<?x?x8xf32> {dl.name = "x", dl.dims = ["batch", "rows", 8]},
                %y: tensor<?x?xf32> {dl.name = "y", dl.dims = ["batch", "y dimension 1"]})
    -> (tensor<?x8xf32> {dl.name = "flat"}, tensor<?x?xf32> {dl.name = "twice"}) {
  %0 = graph.relu %x : (tensor<?x?x8xf32>) -> tensor<?x?x8xf32>
  %1 = graph.transpose %0 permutation [1, 0, 2] : (tensor<?x?x8xf32>) -> tensor<?x?x8xf32>
  %2 = graph.softmax %1 axis 0 : (tensor<?x?x8xf32>) -> tensor<?x?x8xf32>
  %3 = graph.transpose %2 permutation [1, 0, 2] : (tensor<?x?x8xf32>) -> tensor<?x?x8xf32>
  %flat = graph.reshape %3 : (tensor<?x?x8xf32>) -> tensor<?x8xf32>
  %twice = graph.add %y, %y : (tensor<?x?xf32>, tensor<?x?xf32>) -> tensor<?x?xf32>
  return %flat, %twice : tensor<?x8xf32>, tensor<?x?xf32>
}
