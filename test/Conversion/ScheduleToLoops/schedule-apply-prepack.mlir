// RUN: dl-opt %s --schedule-apply -o %t.mlir
// RUN: FileCheck %s --input-file %t.mlir
// RUN: FileCheck %s --input-file %t.mlir --check-prefix=GONE

// Callers of a kernel whose operand got another layout: constants are packed at once, zeros
// behind the last element, and the kernel that packs them is no longer needed; other values
// are packed by a call. Kernels that keep their layout take the constant as it was, and what
// nothing uses any more is gone.

// CHECK: func.func private @g_prepack_0(
// CHECK-LABEL: func.func @main(
// CHECK-SAME: %arg0: tensor<4xf32>, %[[Y:.*]]: tensor<6xf32>, %arg2
// CHECK-DAG: %[[W:.*]] = arith.constant dense_resource<f_prepack_1> : tensor<2x4xf32>
// CHECK-DAG: %[[V:.*]] = arith.constant dense_resource<f_prepack_1_1> : tensor<2x4xf32>
// CHECK-DAG: %[[OLD:.*]] = arith.constant dense<[7.000000e+00, {{.*}}]> : tensor<6xf32>
// CHECK: %[[R:.*]] = call @f(%arg0, %[[W]], %arg2)
// CHECK: call @f(%[[R]], %[[V]], %arg3)
// CHECK: %[[E:.*]] = tensor.empty() : tensor<2x4xf32>
// CHECK: %[[P:.*]] = call @g_prepack_0(%[[Y]], %[[E]])
// CHECK: call @g(%[[P]], %arg4)
// CHECK: call @plain(%[[OLD]], %arg5)
// CHECK: f_prepack_1: "0x040000000000803F0000004000004040000080400000A0400000C0400000000000000000"
// CHECK: f_prepack_1_1: "0x040000000000E0400000004000004040000080400000A0400000C0400000000000000000"

// GONE-NOT: @f_prepack_1
// GONE-NOT: schedule.prepack
// GONE-NOT: dense<[1.0
func.func private @f(%x: tensor<4xf32>, %w: tensor<6xf32> {te.layout_free}, %o: tensor<4xf32> {te.destination}) -> tensor<4xf32> attributes {te.kernel, schedule.sequence = @schedules::@f} {
  %d = te.compute "D" axes(i = 4) : tensor<4xf32> {
  ^bb0(%i: index):
    %v = te.read %x[%i] : tensor<4xf32>
    %u = te.read %w[%i + 1] : tensor<6xf32>
    %s = arith.addf %v, %u : f32
    te.yield %s : f32
  }
  return %d : tensor<4xf32>
}
func.func private @g(%w: tensor<6xf32> {te.layout_free}, %o: tensor<6xf32> {te.destination}) -> tensor<6xf32> attributes {te.kernel, schedule.sequence = @schedules::@g} {
  %d = te.compute "D" axes(i = 6) : tensor<6xf32> {
  ^bb0(%i: index):
    %u = te.read %w[%i] : tensor<6xf32>
    %s = arith.negf %u : f32
    te.yield %s : f32
  }
  return %d : tensor<6xf32>
}
func.func private @plain(%w: tensor<6xf32>, %o: tensor<6xf32> {te.destination}) -> tensor<6xf32> attributes {te.kernel} {
  %d = te.compute "D" axes(i = 6) : tensor<6xf32> {
  ^bb0(%i: index):
    %u = te.read %w[%i] : tensor<6xf32>
    %s = arith.negf %u : f32
    te.yield %s : f32
  }
  return %d : tensor<6xf32>
}
func.func @main(%x: tensor<4xf32>, %y: tensor<6xf32>, %a: tensor<4xf32> {te.destination}, %b: tensor<4xf32> {te.destination}, %c: tensor<6xf32> {te.destination}, %d: tensor<6xf32> {te.destination}) -> (tensor<4xf32>, tensor<4xf32>, tensor<6xf32>, tensor<6xf32>) {
  %w = arith.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>
  %v = arith.constant dense<[7.0, 2.0, 3.0, 4.0, 5.0, 6.0]> : tensor<6xf32>
  %0 = call @f(%x, %w, %a) : (tensor<4xf32>, tensor<6xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = call @f(%0, %v, %b) : (tensor<4xf32>, tensor<6xf32>, tensor<4xf32>) -> tensor<4xf32>
  %2 = call @g(%y, %c) : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32>
  %3 = call @plain(%v, %d) : (tensor<6xf32>, tensor<6xf32>) -> tensor<6xf32>
  return %0, %1, %2, %3 : tensor<4xf32>, tensor<4xf32>, tensor<6xf32>, tensor<6xf32>
}
module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @f(%k: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %k["D"] : !transform.any_op
    schedule.transform_layout %D reads operand 1 by affine_map<(i) -> (i floordiv 4, i mod 4)>
    transform.yield
  }
  transform.named_sequence @g(%k: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %k["D"] : !transform.any_op
    schedule.transform_layout %D reads operand 0 by affine_map<(i) -> (i floordiv 4, i mod 4)>
    transform.yield
  }
}
