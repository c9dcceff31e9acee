// RUN: dl-opt %s -o /dev/null

func.func @main(%x: tensor<3x5xf32> {dl.name = "x"}, %i: tensor<7xi64> {dl.name = "i"})
    -> (tensor<3x5xf32> {dl.name = "same"}, tensor<2x2xf32> {dl.name = "constant"},
        tensor<3x5xf32> {dl.name = "once"}, tensor<3x5xf32> {dl.name = "twice"},
        tensor<15xf32> {dl.name = "flat"}, tensor<7xi64> {dl.name = "integers"},
        tensor<1x7xi64> {dl.name = "moved"}) {
  %c = graph.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
  %0 = graph.mul %x, %x : (tensor<3x5xf32>, tensor<3x5xf32>) -> tensor<3x5xf32>
  %1 = graph.tanh %0 : (tensor<3x5xf32>) -> tensor<3x5xf32>
  %2 = graph.reshape %1 : (tensor<3x5xf32>) -> tensor<15xf32>
  %3 = graph.add %i, %i : (tensor<7xi64>, tensor<7xi64>) -> tensor<7xi64>
  %4 = graph.transpose %i permutation [0] : (tensor<7xi64>) -> tensor<7xi64>
  %5 = graph.reshape %4 : (tensor<7xi64>) -> tensor<1x7xi64>
  return %x, %c, %1, %1, %2, %3, %5
      : tensor<3x5xf32>, tensor<2x2xf32>, tensor<3x5xf32>, tensor<3x5xf32>, tensor<15xf32>, tensor<7xi64>,
        tensor<1x7xi64>
}
