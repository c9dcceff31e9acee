// RUN: dl-opt %s --vdla-tiles-to-tokens --split-input-file --verify-diagnostics

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @nowhere {
    // expected-note @below {{has none}}
    %x = vdla.alloc : memref<4x1x16xi8, #vdla.mem<inp>>
    // expected-error @below {{'vdla.load' op (A6) expected tiles with positions; run vdla-allocate before}}
    vdla.load inp(y=1, x=4) on(%x) : memref<4x1x16xi8, #vdla.mem<inp>>
  }
}
