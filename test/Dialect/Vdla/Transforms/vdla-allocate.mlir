// RUN: dl-opt %s --vdla-allocate | FileCheck %s

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  // Beside each other where there is room, also of what is needed one after the other; around what has a place.
  // CHECK-LABEL: vdla.program @room
  // CHECK-NEXT: vdla.alloc at 0 : memref<4x1x16xi8, #vdla.mem<inp>>
  // CHECK-NEXT: vdla.alloc at 12 : memref<5x1x16xi8, #vdla.mem<inp>>
  // CHECK-NEXT: vdla.alloc at 6 : memref<6x1x16xi8, #vdla.mem<inp>>
  // CHECK-NEXT: vdla.alloc at 4 : memref<2x1x16xi8, #vdla.mem<inp>>
  // CHECK-NEXT: vdla.alloc at 0 : memref<4x1x16xi32, #vdla.mem<acc>>
  vdla.program @room {
    %a = vdla.alloc : memref<4x1x16xi8, #vdla.mem<inp>>
    %b = vdla.alloc : memref<5x1x16xi8, #vdla.mem<inp>>
    %c = vdla.alloc at 6 : memref<6x1x16xi8, #vdla.mem<inp>>
    %d = vdla.alloc : memref<2x1x16xi8, #vdla.mem<inp>>
    %e = vdla.alloc : memref<4x1x16xi32, #vdla.mem<acc>>
    vdla.load inp(y=1, x=4) on(%a) : memref<4x1x16xi8, #vdla.mem<inp>>
    vdla.load inp(y=1, x=5) on(%b) : memref<5x1x16xi8, #vdla.mem<inp>>
  }

  // Where there is none, in the place of what is not needed any more.
  // CHECK-LABEL: vdla.program @reuse
  // CHECK-NEXT: vdla.alloc at 0 : memref<1000x1x16xi8, #vdla.mem<inp>>
  // CHECK-NEXT: vdla.alloc at 1000 : memref<1000x1x16xi8, #vdla.mem<inp>>
  // CHECK-NEXT: vdla.alloc at 0 : memref<900x1x16xi8, #vdla.mem<inp>>
  vdla.program @reuse {
    %a = vdla.alloc : memref<1000x1x16xi8, #vdla.mem<inp>>
    %b = vdla.alloc : memref<1000x1x16xi8, #vdla.mem<inp>>
    %c = vdla.alloc : memref<900x1x16xi8, #vdla.mem<inp>>
    vdla.load inp(y=1, x=4) on(%a) : memref<1000x1x16xi8, #vdla.mem<inp>>
    vdla.load inp(y=1, x=4) on(%b) : memref<1000x1x16xi8, #vdla.mem<inp>>
    vdla.load inp(y=1, x=4) on(%a) : memref<1000x1x16xi8, #vdla.mem<inp>>
    vdla.load inp(y=1, x=4) on(%c) : memref<900x1x16xi8, #vdla.mem<inp>>
    vdla.load inp(y=1, x=4) on(%b) : memref<1000x1x16xi8, #vdla.mem<inp>>
  }

  // What has the first place keeps it; a scratchpad may be full to its end.
  // CHECK-LABEL: vdla.program @given
  // CHECK-NEXT: vdla.alloc at 4 : memref<2044x1x16xi8, #vdla.mem<inp>>
  // CHECK-NEXT: vdla.alloc at 0 : memref<4x1x16xi8, #vdla.mem<inp>>
  // CHECK-NEXT: vdla.alloc at 0 : memref<2048x1x16xi32, #vdla.mem<acc>>
  vdla.program @given {
    %a = vdla.alloc : memref<2044x1x16xi8, #vdla.mem<inp>>
    %b = vdla.alloc at 0 : memref<4x1x16xi8, #vdla.mem<inp>>
    %c = vdla.alloc : memref<2048x1x16xi32, #vdla.mem<acc>>
  }
}
