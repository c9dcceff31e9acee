// Tensors without elements: kernels of loops that do not run.
// RUN: dl-run %s --compare=reference | FileCheck %s
// CHECK: output 'rows': largest error 0.00e+00
// CHECK: output 'columns': largest error 0.00e+00

func.func @main(%x: tensor<2x0xf32> {dl.name = "x"})
    -> (tensor<2x0xf32> {dl.name = "rows"}, tensor<2x0xf32> {dl.name = "columns"}) {
  %0 = graph.tanh %x : (tensor<2x0xf32>) -> tensor<2x0xf32>
  %1 = graph.softmax %x axis 0 : (tensor<2x0xf32>) -> tensor<2x0xf32>
  return %0, %1 : tensor<2x0xf32>, tensor<2x0xf32>
}
