// RUN: dl-opt %s --vdla-allocate --verify-diagnostics

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @full {
    // expected-note @below {{needed at the same time: 1000 elements at 0}}
    %a = vdla.alloc : memref<1000x1x16xi8, #vdla.mem<inp>>
    // expected-note @below {{needed at the same time: 1000 elements at 1000}}
    %b = vdla.alloc : memref<1000x1x16xi8, #vdla.mem<inp>>
    // expected-error @below {{'vdla.alloc' op (A5) expected room for 49 of the 2048 elements of inp beside what is needed at the same time; use smaller tiles}}
    %c = vdla.alloc : memref<49x1x16xi8, #vdla.mem<inp>>
    vdla.load inp(y=1, x=4) on(%b) : memref<1000x1x16xi8, #vdla.mem<inp>>
    vdla.load inp(y=1, x=4) on(%a) : memref<1000x1x16xi8, #vdla.mem<inp>>
    vdla.load inp(y=1, x=4) on(%c) : memref<49x1x16xi8, #vdla.mem<inp>>
    vdla.load inp(y=1, x=4) on(%a) : memref<1000x1x16xi8, #vdla.mem<inp>>
    vdla.load inp(y=1, x=4) on(%b) : memref<1000x1x16xi8, #vdla.mem<inp>>
  }
}
