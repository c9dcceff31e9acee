// Relus of a dim with a name and of one without: what is computed is exact.
func.func @main(%x: tensor<?x4xf32> {dl.dims = ["batch", 4], dl.name = "x"}, %b: tensor<?xf32> {dl.name = "b"}) -> (tensor<?x4xf32> {dl.name = "y"}, tensor<?xf32> {dl.name = "z"}) {
  %0 = graph.relu %x : (tensor<?x4xf32>) -> tensor<?x4xf32>
  %1 = graph.relu %b : (tensor<?xf32>) -> tensor<?xf32>
  return %0, %1 : tensor<?x4xf32>, tensor<?xf32>
}
