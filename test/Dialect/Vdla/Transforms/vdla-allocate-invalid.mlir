// RUN: dl-opt %s --vdla-allocate --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=REFUSED --allow-empty
// REFUSED-NOT: vdla.program

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

// -----

// From the first instruction on, to the last; what another scratchpad holds, or another time, is no reason.
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @first {
    %early = vdla.alloc at 0 : memref<1x1x16xi8, #vdla.mem<inp>>
    // expected-note @below {{needed at the same time: 1500 elements at 0}}
    %a = vdla.alloc : memref<1500x1x16xi8, #vdla.mem<inp>>
    %y = vdla.alloc : memref<1500x1x16xi32, #vdla.mem<acc>>
    // expected-error @below {{'vdla.alloc' op (A5) expected room for 1500 of the 2048 elements of inp}}
    %b = vdla.alloc : memref<1500x1x16xi8, #vdla.mem<inp>>
    %late = vdla.alloc at 0 : memref<1x1x16xi8, #vdla.mem<inp>>
    vdla.load inp(y=1, x=1) on(%early) : memref<1x1x16xi8, #vdla.mem<inp>>
    vdla.load inp(y=1, x=4) on(%a) : memref<1500x1x16xi8, #vdla.mem<inp>>
    vdla.load inp(y=1, x=4) on(%b) : memref<1500x1x16xi8, #vdla.mem<inp>>
    vdla.gemm reset(iter_out=1, iter_in=1) uops [(0, 0, 0)] on(%y) : memref<1500x1x16xi32, #vdla.mem<acc>>
    vdla.load inp(y=1, x=4) on(%a) : memref<1500x1x16xi8, #vdla.mem<inp>>
    vdla.load inp(y=1, x=1) on(%late) : memref<1x1x16xi8, #vdla.mem<inp>>
  }
}

// -----

// Two tiles of one instruction are needed at the same time, whichever is used before.
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @one_behind {
    // expected-note @below {{needed at the same time: 1500 elements at 0}}
    %a = vdla.alloc : memref<1500x1x16xi32, #vdla.mem<acc>>
    // expected-error @below {{'vdla.alloc' op (A5) expected room for 1500 of the 2048 elements of acc}}
    %b = vdla.alloc : memref<1500x1x16xi32, #vdla.mem<acc>>
    vdla.gemm reset(iter_out=1, iter_in=1) uops [(0, 0, 0)] on(%a) : memref<1500x1x16xi32, #vdla.mem<acc>>
    vdla.alu add(iter_out=1, iter_in=1) uops [(0, 0, 0)] on(%b, %a) : memref<1500x1x16xi32, #vdla.mem<acc>>, memref<1500x1x16xi32, #vdla.mem<acc>>
    vdla.gemm reset(iter_out=1, iter_in=1) uops [(0, 0, 0)] on(%b) : memref<1500x1x16xi32, #vdla.mem<acc>>
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @one_before {
    // expected-note @below {{needed at the same time: 1500 elements at 0}}
    %b = vdla.alloc : memref<1500x1x16xi32, #vdla.mem<acc>>
    // expected-error @below {{'vdla.alloc' op (A5) expected room for 1500 of the 2048 elements of acc}}
    %a = vdla.alloc : memref<1500x1x16xi32, #vdla.mem<acc>>
    vdla.gemm reset(iter_out=1, iter_in=1) uops [(0, 0, 0)] on(%a) : memref<1500x1x16xi32, #vdla.mem<acc>>
    vdla.alu add(iter_out=1, iter_in=1) uops [(0, 0, 0)] on(%b, %a) : memref<1500x1x16xi32, #vdla.mem<acc>>, memref<1500x1x16xi32, #vdla.mem<acc>>
    vdla.gemm reset(iter_out=1, iter_in=1) uops [(0, 0, 0)] on(%b) : memref<1500x1x16xi32, #vdla.mem<acc>>
  }
}
