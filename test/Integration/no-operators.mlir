// A graph of no operators is one all the same: its results are written.
// RUN: dl-run %s --compare=reference | FileCheck %s
// CHECK: output 'same': largest error 0.00e+00

func.func @main(%x: tensor<3x5xf32> {dl.name = "x"}) -> (tensor<3x5xf32> {dl.name = "same"}) {
  return %x : tensor<3x5xf32>
}
