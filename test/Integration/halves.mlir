// Floats of 16 bits on CPUs without instructions for them, and without optimisation: the
// library brings the conversions along.
// REQUIRES: dl-run
// RUN: dl-run %s --compare=reference --mcpu=x86-64 --tolerance=0 | FileCheck %s
// RUN: dl-run %s --compare=reference --mcpu=x86-64 -O0 --tolerance=0 | FileCheck %s
// RUN: dl-run %s --compare=reference -O0 --tolerance=0 | FileCheck %s
// CHECK: output 'sum': largest error 0.00e+00
// CHECK: output 'narrow': largest error 0.00e+00
// CHECK: output 'brain': largest error 0.00e+00
// CHECK: output 'wide': largest error 0.00e+00
// CHECK: output 'moved': largest error 0.00e+00

func.func @main(%x: tensor<43xf16> {dl.name = "x"}, %y: tensor<43xf64> {dl.name = "y"},
    %z: tensor<6x7xbf16> {dl.name = "z"})
    -> (tensor<43xf16> {dl.name = "sum"}, tensor<43xf16> {dl.name = "narrow"},
        tensor<43xbf16> {dl.name = "brain"}, tensor<43xf64> {dl.name = "wide"},
        tensor<7x6xbf16> {dl.name = "moved"}) {
  %0 = graph.add %x, %x : (tensor<43xf16>, tensor<43xf16>) -> tensor<43xf16>
  %1 = graph.cast %y to f16 : (tensor<43xf64>) -> tensor<43xf16>
  %2 = graph.cast %y to bf16 : (tensor<43xf64>) -> tensor<43xbf16>
  %3 = graph.cast %x to f64 : (tensor<43xf16>) -> tensor<43xf64>
  %4 = graph.transpose %z permutation [1, 0] : (tensor<6x7xbf16>) -> tensor<7x6xbf16>
  return %0, %1, %2, %3, %4 : tensor<43xf16>, tensor<43xf16>, tensor<43xbf16>, tensor<43xf64>, tensor<7x6xbf16>
}
