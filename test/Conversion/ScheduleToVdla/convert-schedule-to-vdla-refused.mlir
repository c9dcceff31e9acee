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

// A store writes words of 32 bits, or of 8.
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  func.func private @of_64_bits(%x: tensor<4x16xi32>, %z: tensor<4x16xi32>, %y: tensor<4x16xi64> {te.destination}) -> tensor<4x16xi64> attributes {te.kernel, dl.device = "vdla"} {
    // expected-remark @below {{stage "y" is not what a store can make of sums}}
    %c = te.compute "y" axes(m = 4, b = 16) : tensor<4x16xi64> {
    ^bb0(%m: index, %b: index):
      %v = te.read %x[%m, %b] : tensor<4x16xi32>
      %w = te.read %z[%m, %b] : tensor<4x16xi32>
      %a = arith.extsi %v : i32 to i64
      %e = arith.extsi %w : i32 to i64
      %t = arith.maxsi %a, %e : i64
      te.yield %t : i64
    }
    return %c : tensor<4x16xi64>
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

// -----

// Constants may come first where operands commute.
// CHECK-LABEL: vdla.program @constant_first_vdla
// CHECK: vdla.alu move(
// CHECK-NEXT: vdla.alu mul({{.*}}, use_imm, imm=3)
// CHECK-NEXT: vdla.alu max({{.*}}, use_imm, imm=3)
// CHECK-NEXT: vdla.store
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  func.func private @constant_first(%x: tensor<4x16xi32>, %y: tensor<4x16xi32> {te.destination}) -> tensor<4x16xi32> attributes {te.kernel, dl.device = "vdla"} {
    %c = te.compute "y" axes(m = 4, b = 16) : tensor<4x16xi32> {
    ^bb0(%m: index, %b: index):
      %v = te.read %x[%m, %b] : tensor<4x16xi32>
      %k = arith.constant 3 : i32
      %0 = arith.muli %k, %v : i32
      %t = arith.maxsi %k, %0 : i32
      te.yield %t : i32
    }
    return %c : tensor<4x16xi32>
  }
}

// -----

// What is no read has a tile of its own.
// CHECK-LABEL: vdla.program @two_terms_vdla
// CHECK: %[[X:.*]] = vdla.alloc : memref<2x1x16xi32, #vdla.mem<acc>>
// CHECK: vdla.alu move({{.*}}) uops [(0, 0, 0)] on(%[[SUM:.*]], %[[X]])
// CHECK-NEXT: vdla.alu max({{.*}}, use_imm, imm=3) uops [(0, 0, 0)] on(%[[SUM]])
// CHECK-NEXT: vdla.alu move({{.*}}) uops [(0, 0, 0)] on(%[[PRODUCT:.*]], %[[X]])
// CHECK-NEXT: vdla.alu mul({{.*}}) uops [(0, 0, 0)] on(%[[PRODUCT]], %[[X]])
// CHECK-NEXT: vdla.alu add({{.*}}, dst_out=1, src_out=1) uops [(0, 0, 0)] on(%[[SUM]], %[[PRODUCT]])
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  func.func private @two_terms(%x: tensor<4x16xi32>, %y: tensor<4x16xi32> {te.destination}) -> tensor<4x16xi32> attributes {te.kernel, dl.device = "vdla"} {
    %c = te.compute "y" axes(m = 4, b = 16) : tensor<4x16xi32> {
    ^bb0(%m: index, %b: index):
      %v = te.read %x[%m, %b] : tensor<4x16xi32>
      %k = arith.constant 3 : i32
      %0 = arith.maxsi %v, %k : i32
      %1 = arith.muli %v, %v : i32
      %t = arith.addi %0, %1 : i32
      te.yield %t : i32
    }
    return %c : tensor<4x16xi32>
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  func.func private @difference(%x: tensor<4x16xi32>, %y: tensor<4x16xi32> {te.destination}) -> tensor<4x16xi32> attributes {te.kernel, dl.device = "vdla"} {
    // expected-remark @below {{stage "y.cache" computes arith.subi, which the alu does not}}
    %c = te.compute "y" axes(m = 4, b = 16) : tensor<4x16xi32> {
    ^bb0(%m: index, %b: index):
      %v = te.read %x[%m, %b] : tensor<4x16xi32>
      %t = arith.subi %v, %v : i32
      te.yield %t : i32
    }
    return %c : tensor<4x16xi32>
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  func.func private @wide(%x: tensor<4x16xi32>, %y: tensor<4x16xi32> {te.destination}) -> tensor<4x16xi32> attributes {te.kernel, dl.device = "vdla"} {
    // expected-remark @below {{stage "y.cache" computes arith.trunci, which the alu does not}}
    %c = te.compute "y" axes(m = 4, b = 16) : tensor<4x16xi32> {
    ^bb0(%m: index, %b: index):
      %v = te.read %x[%m, %b] : tensor<4x16xi32>
      %0 = arith.extsi %v : i32 to i64
      %1 = arith.addi %0, %0 : i64
      %t = arith.trunci %1 : i64 to i32
      te.yield %t : i32
    }
    return %c : tensor<4x16xi32>
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  func.func private @constant_shifted(%x: tensor<4x16xi32>, %y: tensor<4x16xi32> {te.destination}) -> tensor<4x16xi32> attributes {te.kernel, dl.device = "vdla"} {
    // expected-remark @below {{stage "y.cache" shifts by numbers that are no constants}}
    %c = te.compute "y" axes(m = 4, b = 16) : tensor<4x16xi32> {
    ^bb0(%m: index, %b: index):
      %v = te.read %x[%m, %b] : tensor<4x16xi32>
      %k = arith.constant 3 : i32
      %t = arith.shrsi %k, %v : i32
      te.yield %t : i32
    }
    return %c : tensor<4x16xi32>
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  func.func private @shifts_back(%x: tensor<4x16xi32>, %y: tensor<4x16xi32> {te.destination}) -> tensor<4x16xi32> attributes {te.kernel, dl.device = "vdla"} {
    // expected-remark @below {{stage "y.cache" shifts by -1}}
    %c = te.compute "y" axes(m = 4, b = 16) : tensor<4x16xi32> {
    ^bb0(%m: index, %b: index):
      %v = te.read %x[%m, %b] : tensor<4x16xi32>
      %k = arith.constant -1 : i32
      %t = arith.shrsi %v, %k : i32
      te.yield %t : i32
    }
    return %c : tensor<4x16xi32>
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  func.func private @guarded(%x: tensor<4x16xi32>, %y: tensor<4x16xi32> {te.destination}) -> tensor<4x16xi32> attributes {te.kernel, dl.device = "vdla"} {
    // expected-remark @below {{stage "y.cache" is kept in no scratchpad: no rule or step brings it there}}
    %c = te.compute "y" axes(m = 4, b = 16) : tensor<4x16xi32> {
    ^bb0(%m: index, %b: index):
      %k = arith.constant 3 : i32
      %v = te.read %x[%m - 1, %b] where(%m - 1 >= 0) else %k : tensor<4x16xi32>
      %t = arith.addi %v, %v : i32
      te.yield %t : i32
    }
    return %c : tensor<4x16xi32>
  }
}

// -----

// A program stores one result.
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  // expected-remark @below {{it has 2 results of formulas, and a program stores one}}
  func.func private @two_results(%x: tensor<4x16xi32>, %y: tensor<4x16xi32> {te.destination}, %z: tensor<4x16xi32> {te.destination}) -> (tensor<4x16xi32>, tensor<4x16xi32>) attributes {te.kernel, dl.device = "vdla"} {
    %c = te.compute "y" axes(m = 4, b = 16) : tensor<4x16xi32> {
    ^bb0(%m: index, %b: index):
      %v = te.read %x[%m, %b] : tensor<4x16xi32>
      te.yield %v : i32
    }
    %d = te.compute "z" axes(m = 4, b = 16) : tensor<4x16xi32> {
    ^bb0(%m: index, %b: index):
      %v = te.read %x[%m, %b] : tensor<4x16xi32>
      te.yield %v : i32
    }
    return %c, %d : tensor<4x16xi32>, tensor<4x16xi32>
  }
}

// -----

// Nor is a function of C, or a kernel for another device, one for it.
// CHECK-LABEL: func.func private @host
// CHECK-SAME: dl.device = "npu"
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  func.func private @host(%x: tensor<4x16xi32>, %y: tensor<4x16xi32> {te.destination}) -> tensor<4x16xi32> attributes {te.kernel, dl.device = "npu"} {
    %c = te.compute "y" axes(m = 4, b = 16) : tensor<4x16xi32> {
    ^bb0(%m: index, %b: index):
      %v = te.read %x[%m, %b] : tensor<4x16xi32>
      te.yield %v : i32
    }
    return %c : tensor<4x16xi32>
  }
  // expected-remark @below {{it has stages of another kind than formulas}}
  func.func private @function(%x: tensor<4x16xi32>, %y: tensor<4x16xi32> {te.destination}) -> tensor<4x16xi32> attributes {te.kernel, dl.device = "vdla"} {
    %c = te.extern "f" @f(%x) : (tensor<4x16xi32>) -> tensor<4x16xi32>
    return %c : tensor<4x16xi32>
  }
}
