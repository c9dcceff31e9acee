// RUN: dl-opt %s --dl-set-target=cpu=skylake-avx512 --convert-graph-to-te --schedule-default | FileCheck %s

// Some rows of a norm are computed together. The numbers of the rows are a vector where they take long, as quotients and
// roots do. A mean is one product: a load of sums that were stored one by one would wait for the stores.
func.func @norm(%x: tensor<77x768xf32>, %s: tensor<768xf32>, %b: tensor<768xf32>) -> tensor<77x768xf32> {
  %0 = graph.layer_norm %x, %s, %b axis 1 epsilon 1.000000e-05 : (tensor<77x768xf32>, tensor<768xf32>, tensor<768xf32>) -> tensor<77x768xf32>
  return %0 : tensor<77x768xf32>
}
// CHECK-LABEL: transform.named_sequence @layer_norm(
// CHECK: schedule.split %layer_norm[%a0] by 2
// CHECK: schedule.vectorize %layer_norm.inverse
// CHECK: schedule.vectorize %layer_norm.squares
// CHECK-NOT: schedule.vectorize %layer_norm.mean
// CHECK: schedule.compute_at %layer_norm.mean
