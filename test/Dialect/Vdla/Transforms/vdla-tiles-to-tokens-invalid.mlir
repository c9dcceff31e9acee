// RUN: dl-opt %s --vdla-tiles-to-tokens --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=REFUSED --allow-empty
// REFUSED-NOT: vdla.program

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @nowhere {
    // expected-note @below {{has none}}
    %x = vdla.alloc : memref<4x1x16xi8, #vdla.mem<inp>>
    // expected-error @below {{'vdla.load' op (A6) expected tiles with positions; run vdla-allocate before}}
    vdla.load inp(y=1, x=4) on(%x) : memref<4x1x16xi8, #vdla.mem<inp>>
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @wide {
    %y = vdla.alloc at 0 : memref<2x1x16xi32, #vdla.mem<acc>>
    // expected-error @below {{'vdla.alu' op (I2) expected src of a micro-op from 0 to 2047, got 2048}}
    vdla.alu max(iter_out=1, iter_in=1, use_imm) uops [(0, 2048, 0)] on(%y) : memref<2x1x16xi32, #vdla.mem<acc>>
  }
}
