// RUN: dl-opt %s --schedule-random -o %t.0 && FileCheck %s --input-file=%t.0
// RUN: dl-opt %s --schedule-random -o %t.again && diff %t.0 %t.again
// RUN: dl-opt %s --schedule-random=seed=1 -o %t.1 && not diff %t.0 %t.1
// RUN: sed '/^func.func private @scheduled/,$d' %s > %t.matmul.mlir
// RUN: dl-opt %t.matmul.mlir --schedule-random=seed=1 --schedule-apply -o /dev/null
// RUN: dl-opt %t.matmul.mlir --schedule-random=seed=2 --schedule-apply -o /dev/null
// RUN: dl-opt %t.matmul.mlir --schedule-random=seed=3 --schedule-apply -o /dev/null
// RUN: dl-opt %t.matmul.mlir --schedule-random=seed=4 --schedule-apply -o /dev/null
// RUN: dl-opt %s --schedule-random --schedule-default | FileCheck %s --check-prefix=DEFAULT

// Each stage gets steps; a kernel that has a schedule keeps it, and schedule-default leaves
// the random ones as they are.
// CHECK-LABEL: @matmul
// CHECK: te.compute "C"
// CHECK-SAME: schedule.tree = #schedule.tree<"axes(i=48, j=64) reduce(k=32)
// CHECK-LABEL: @scheduled
// CHECK-SAME: schedule.sequence = @nowhere
// CHECK: te.compute "Y"
// CHECK-NOT: schedule.tree
// What is no kernel gets no steps.
// CHECK-LABEL: @other
// CHECK-NOT: schedule.tree
// DEFAULT-NOT: transform.named_sequence
func.func private @matmul(%a: tensor<48x32xf32>, %b: tensor<32x64xf32>, %o: tensor<48x64xf32> {te.destination}) -> tensor<48x64xf32> attributes {te.kernel} {
  %p = te.compute "P" axes(i = 48, k = 32) : tensor<48x32xf32> {
  ^bb0(%i: index, %k: index):
    %x = te.read %a[%i, %k] : tensor<48x32xf32>
    %y = arith.addf %x, %x : f32
    te.yield %y : f32
  }
  %c = te.compute "C" axes(i = 48, j = 64) reduce(k = 32) combine(add) : tensor<48x64xf32> {
  ^bb0(%i: index, %j: index, %k: index):
    %x = te.read %p[%i, %k] : tensor<48x32xf32>
    %y = te.read %b[%k, %j] : tensor<32x64xf32>
    %m = arith.mulf %x, %y : f32
    te.yield %m : f32
  }
  return %c : tensor<48x64xf32>
}
func.func private @scheduled(%x: tensor<16xf32>, %o: tensor<16xf32> {te.destination}) -> tensor<16xf32> attributes {te.kernel, schedule.sequence = @nowhere} {
  %y = te.compute "Y" axes(i = 16) : tensor<16xf32> {
  ^bb0(%i: index):
    %a = te.read %x[%i] : tensor<16xf32>
    te.yield %a : f32
  }
  return %y : tensor<16xf32>
}
func.func private @declared(%x: tensor<16xf32>) -> tensor<16xf32>
func.func private @other(%x: tensor<16xf32>) -> tensor<16xf32> {
  %y = te.compute "Y" axes(i = 16) : tensor<16xf32> {
  ^bb0(%i: index):
    %a = te.read %x[%i] : tensor<16xf32>
    te.yield %a : f32
  }
  return %y : tensor<16xf32>
}
