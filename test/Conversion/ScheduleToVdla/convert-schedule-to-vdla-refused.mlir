// RUN: dl-opt %s --vdla-declare-intrinsics --schedule-default --convert-schedule-to-vdla --remarks-filter=convert-schedule-to-vdla --verify-diagnostics | FileCheck %s
// A kernel that the accelerator cannot run is as it was, for no device, and a remark has the reason.

// CHECK-LABEL: func.func private @quotient
// CHECK-NOT:   dl.device
// CHECK-NOT:   schedule.sequence
// CHECK:       te.compute "y" axes(m = 4, b = 16)
// CHECK-NOT:   vdla.program
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  func.func private @quotient(%x: tensor<4x16xi32>, %y: tensor<4x16xi32> {te.destination}) -> tensor<4x16xi32> attributes {te.kernel, dl.device = "vdla"} {
    // expected-remark @below {{stage "y.cache" computes arith.divsi, which the alu does not}}
    %c = te.compute "y" axes(m = 4, b = 16) : tensor<4x16xi32> {
    ^bb0(%m: index, %b: index):
      %k = arith.constant 3 : i32
      %v = te.read %x[%m, %b] : tensor<4x16xi32>
      %t = arith.divsi %v, %k : i32
      te.yield %t : i32
    }
    return %c : tensor<4x16xi32>
  }
}
