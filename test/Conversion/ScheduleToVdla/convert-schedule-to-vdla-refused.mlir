// RUN: dl-opt %s --vdla-declare-intrinsics --schedule-default --convert-schedule-to-vdla --remarks-filter=convert-schedule-to-vdla --split-input-file --verify-diagnostics | FileCheck %s
// A kernel that the accelerator cannot run is as it was, for no device, and a remark has the reason.

// CHECK-LABEL: func.func private @quotient
// CHECK-NOT:   dl.device
// CHECK-NOT:   schedule.sequence
// CHECK:       te.compute "y" axes(m = 4, b = 16)
// CHECK-NOT:   vdla.program
// CHECK:       // {{-----}}
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

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  func.func private @shifts(%x: tensor<4x16xi32>, %y: tensor<4x16xi32> {te.destination}) -> tensor<4x16xi32> attributes {te.kernel, dl.device = "vdla"} {
    // expected-remark @below {{stage "y.cache" shifts by 32}}
    %c = te.compute "y" axes(m = 4, b = 16) : tensor<4x16xi32> {
    ^bb0(%m: index, %b: index):
      %v = te.read %x[%m, %b] : tensor<4x16xi32>
      %k = arith.constant 32 : i32
      %t = arith.shrsi %v, %k : i32
      te.yield %t : i32
    }
    return %c : tensor<4x16xi32>
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  func.func private @shifts_by_data(%x: tensor<4x16xi32>, %y: tensor<4x16xi32> {te.destination}) -> tensor<4x16xi32> attributes {te.kernel, dl.device = "vdla"} {
    // expected-remark @below {{stage "y.cache" shifts by numbers that are no constants}}
    %c = te.compute "y" axes(m = 4, b = 16) : tensor<4x16xi32> {
    ^bb0(%m: index, %b: index):
      %v = te.read %x[%m, %b] : tensor<4x16xi32>
      %t = arith.shrsi %v, %v : i32
      te.yield %t : i32
    }
    return %c : tensor<4x16xi32>
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  func.func private @large_constant(%x: tensor<4x16xi32>, %y: tensor<4x16xi32> {te.destination}) -> tensor<4x16xi32> attributes {te.kernel, dl.device = "vdla"} {
    // expected-remark @below {{stage "y.cache" has the constant 262144, which no operation of the alu can have}}
    %c = te.compute "y" axes(m = 4, b = 16) : tensor<4x16xi32> {
    ^bb0(%m: index, %b: index):
      %v = te.read %x[%m, %b] : tensor<4x16xi32>
      %k = arith.constant 262144 : i32
      %t = arith.maxsi %v, %k : i32
      te.yield %t : i32
    }
    return %c : tensor<4x16xi32>
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  func.func private @small_constant(%x: tensor<4x16xi32>, %y: tensor<4x16xi32> {te.destination}) -> tensor<4x16xi32> attributes {te.kernel, dl.device = "vdla"} {
    // expected-remark @below {{stage "y.cache" has the constant -262145, which no operation of the alu can have}}
    %c = te.compute "y" axes(m = 4, b = 16) : tensor<4x16xi32> {
    ^bb0(%m: index, %b: index):
      %v = te.read %x[%m, %b] : tensor<4x16xi32>
      %k = arith.constant -262145 : i32
      %t = arith.maxsi %v, %k : i32
      te.yield %t : i32
    }
    return %c : tensor<4x16xi32>
  }
}

// -----

// CHECK: vdla.program @constants_at_their_ends_vdla
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  func.func private @constants_at_their_ends(%x: tensor<4x16xi32>, %y: tensor<4x16xi32> {te.destination}) -> tensor<4x16xi32> attributes {te.kernel, dl.device = "vdla"} {
    %c = te.compute "y" axes(m = 4, b = 16) : tensor<4x16xi32> {
    ^bb0(%m: index, %b: index):
      %v = te.read %x[%m, %b] : tensor<4x16xi32>
      %k = arith.constant 262143 : i32
      %l = arith.constant -262144 : i32
      %s = arith.constant 31 : i32
      %n = arith.constant 0 : i32
      %0 = arith.minsi %v, %k : i32
      %1 = arith.maxsi %0, %l : i32
      %2 = arith.shrsi %1, %n : i32
      %t = arith.shrsi %2, %s : i32
      te.yield %t : i32
    }
    return %c : tensor<4x16xi32>
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  func.func private @axis(%x: tensor<4x16xi32>, %y: tensor<4x16xi32> {te.destination}) -> tensor<4x16xi32> attributes {te.kernel, dl.device = "vdla"} {
    // expected-remark @below {{stage "y.cache" computes arith.index_cast, which the alu does not}}
    %c = te.compute "y" axes(m = 4, b = 16) : tensor<4x16xi32> {
    ^bb0(%m: index, %b: index):
      %v = te.read %x[%m, %b] : tensor<4x16xi32>
      %i = arith.index_cast %m : index to i32
      %t = arith.addi %v, %i : i32
      te.yield %t : i32
    }
    return %c : tensor<4x16xi32>
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  func.func private @halves(%x: tensor<4x16xi16>, %y: tensor<4x16xi32> {te.destination}) -> tensor<4x16xi32> attributes {te.kernel, dl.device = "vdla"} {
    // expected-remark @below {{stage "arg0.cache" has numbers of 16 bits, which no load brings to acc}}
    %c = te.compute "y" axes(m = 4, b = 16) : tensor<4x16xi32> {
    ^bb0(%m: index, %b: index):
      %v = te.read %x[%m, %b] : tensor<4x16xi16>
      %t = arith.extsi %v : i16 to i32
      te.yield %t : i32
    }
    return %c : tensor<4x16xi32>
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  // expected-remark @below {{argument 0 is no tensor of integers of known shape}}
  func.func private @floats(%x: tensor<4x16xf32>, %y: tensor<4x16xi32> {te.destination}) -> tensor<4x16xi32> attributes {te.kernel, dl.device = "vdla"} {
    %c = te.compute "y" axes(m = 4, b = 16) : tensor<4x16xi32> {
    ^bb0(%m: index, %b: index):
      %v = te.read %x[%m, %b] : tensor<4x16xf32>
      %t = arith.fptosi %v : f32 to i32
      te.yield %t : i32
    }
    return %c : tensor<4x16xi32>
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  func.func private @lanes(%x: tensor<4x16xi32>, %y: tensor<4x16xi32> {te.destination}) -> tensor<4x16xi32> attributes {te.kernel, dl.device = "vdla"} {
    // expected-remark @below {{stage "arg0.cache" is kept in no scratchpad: no rule or step brings it there}}
    %c = te.compute "y" axes(m = 4, b = 16) : tensor<4x16xi32> {
    ^bb0(%m: index, %b: index):
      %v = te.read %x[%m, %b] : tensor<4x16xi32>
      %k = arith.constant 15 : index
      %w = arith.subi %k, %b : index
      %u = te.read %x[%m, %w] : tensor<4x16xi32>
      %t = arith.addi %v, %u : i32
      te.yield %t : i32
    }
    return %c : tensor<4x16xi32>
  }
}
