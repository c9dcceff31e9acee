// RUN: dl-opt %s --vdla-declare-intrinsics --split-input-file | FileCheck %s
// The gemm of the machine is an intrinsic with the machine's extents, once.

// CHECK-LABEL: #vdla.config<"block-8x8">
// CHECK:      schedule.intrinsic @vdla_gemm computes {
// CHECK:        te.compute "gemm" axes(o = 8) reduce(i = 8) combine(add) : tensor<8xi32>
// CHECK:          te.read %{{.*}}[%{{.*}}] : tensor<8xi8>
// CHECK:          te.read %{{.*}}[%{{.*}}, %{{.*}}] : tensor<8x8xi8>
// CHECK:      } by {
// CHECK:        linalg.generic
// CHECK-NOT:  schedule.intrinsic
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"block-8x8">>>} {
}

// -----

// A module's own declaration stays.
// CHECK-LABEL: #vdla.config<"paper">
// CHECK:     schedule.intrinsic @vdla_gemm computes {
// CHECK:       te.compute "mine"
// CHECK-NOT: schedule.intrinsic
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  schedule.intrinsic @vdla_gemm computes {
  ^bb0(%a: tensor<16xi32>):
    %0 = te.compute "mine" axes(o = 16) : tensor<16xi32> {
    ^bb0(%o: index):
      %x = te.read %a[%o] : tensor<16xi32>
      te.yield %x : i32
    }
    schedule.yield %0 : tensor<16xi32>
  } by {
  ^bb0(%a: tensor<16xi32>, %c: tensor<16xi32>):
    schedule.yield %a : tensor<16xi32>
  }
}
