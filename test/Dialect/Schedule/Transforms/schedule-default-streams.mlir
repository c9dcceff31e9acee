// RUN: dl-opt %s --dl-set-target="cpu=znver4" --schedule-default | FileCheck %s
// Sums whose rows are read once, on a CPU with masks.

// Of 333 columns 21 vectors are as many sums in registers: one step, of which a part is there.
func.func private @one_step(%x: tensor<12x49x333xf32>, %d: tensor<12x333xf32> {te.destination}) -> tensor<12x333xf32> attributes {te.kernel} {
  %s = te.compute "sum" axes(i = 12, j = 333) reduce(k = 49) combine(add) : tensor<12x333xf32> {
  ^bb0(%i: index, %j: index, %k: index):
    %0 = te.read %x[%i, %k, %j] : tensor<12x49x333xf32>
    te.yield %0 : f32
  }
  return %s : tensor<12x333xf32>
}
// CHECK-LABEL: transform.named_sequence @one_step(
// CHECK: schedule.split %sum[%a1] by 512 tail mask

// 24 vectors still are.
func.func private @longest_step(%x: tensor<12x49x383xf32>, %d: tensor<12x383xf32> {te.destination}) -> tensor<12x383xf32> attributes {te.kernel} {
  %s = te.compute "sum" axes(i = 12, j = 383) reduce(k = 49) combine(max) : tensor<12x383xf32> {
  ^bb0(%i: index, %j: index, %k: index):
    %0 = te.read %x[%i, %k, %j] : tensor<12x49x383xf32>
    te.yield %0 : f32
  }
  return %s : tensor<12x383xf32>
}
// CHECK-LABEL: transform.named_sequence @longest_step(
// CHECK: schedule.split %sum[%a1] by 512 tail mask

// More than three quarters of the registers are several steps: masks that are not the same in all
// of them would be computed for each element, so the last step is taken apart.
func.func private @several_steps(%x: tensor<12x49x387xf32>, %d: tensor<12x387xf32> {te.destination}) -> tensor<12x387xf32> attributes {te.kernel} {
  %s = te.compute "sum" axes(i = 12, j = 387) reduce(k = 49) combine(add) : tensor<12x387xf32> {
  ^bb0(%i: index, %j: index, %k: index):
    %0 = te.read %x[%i, %k, %j] : tensor<12x49x387xf32>
    te.yield %0 : f32
  }
  return %s : tensor<12x387xf32>
}
// CHECK-LABEL: transform.named_sequence @several_steps(
// CHECK-NOT: tail mask
// CHECK: schedule.split %sum[%a1] by 256{{$}}
// CHECK: transform.yield
