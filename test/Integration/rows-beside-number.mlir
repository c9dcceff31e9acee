// A number that a kernel of rows computes beside them has no axes to vectorize.
// REQUIRES: dl-run
// RUN: dl-run %s --compare=reference

func.func @main(%x: tensor<6x4x8xf32>, %n: tensor<i64>) -> tensor<6x4x8xf32> {
  %one = graph.constant dense<1> : tensor<i64>
  %more = graph.add %n, %one : (tensor<i64>, tensor<i64>) -> tensor<i64>
  %divisor = graph.cast %more to f32 : (tensor<i64>) -> tensor<f32>
  %sum = graph.reduce_sum %x axes [2] keepdims : (tensor<6x4x8xf32>) -> tensor<6x4x1xf32>
  %rest = graph.sub %x, %sum : (tensor<6x4x8xf32>, tensor<6x4x1xf32>) -> tensor<6x4x8xf32>
  %y = graph.div %rest, %divisor : (tensor<6x4x8xf32>, tensor<f32>) -> tensor<6x4x8xf32>
  return %y : tensor<6x4x8xf32>
}
