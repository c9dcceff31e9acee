// Positions count from the start of scratchpads; micro-ops are one list, equal ones once.
// RUN: dl-opt %s --vdla-tiles-to-tokens | FileCheck %s

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  // CHECK-LABEL: vdla.program @tiles attributes {note} {
  // CHECK-NEXT: vdla.buffer @uops in 64
  // CHECK-NEXT: vdla.buffer @y out 64
  // CHECK-NEXT: vdla.buffer @uops_0 microops 16
  // CHECK-NEXT: vdla.uops [(20, 10, 5), (20, 14, 6), (21, 20, 0), (20, 0, 0)]
  // CHECK-NEXT: vdla.token.load uop(dram=@uops_0, y=1, x=4, stride=4)
  // CHECK-NEXT: vdla.token.load inp(sram=11, dram=@uops+1, y=1, x=3)
  // CHECK-NEXT: vdla.token.gemm mac(uop_count=2, iter_out=1, iter_in=1)
  // CHECK-NEXT: vdla.token.gemm mac(uop_count=2, iter_out=1, iter_in=1)
  // CHECK-NEXT: vdla.token.alu add(uop_begin=2, uop_count=1, iter_out=1, iter_in=1)
  // CHECK-NEXT: vdla.token.alu add(uop_begin=3, uop_count=1, iter_out=1, iter_in=1, use_imm, imm=3)
  // CHECK-NEXT: vdla.token.store requantize(sram=21, dram=@y, y=1, x=1, scale_base=32)
  // CHECK-NEXT: vdla.token.finish()
  vdla.program @tiles attributes {note} {
    vdla.buffer @uops in 64
    vdla.buffer @y out 64
    %x = vdla.alloc at 10 : memref<5x1x16xi8, #vdla.mem<inp>>
    %w = vdla.alloc at 5 : memref<2x16x16xi8, #vdla.mem<wgt>>
    %y = vdla.alloc at 20 : memref<2x1x16xi32, #vdla.mem<acc>>
    %s = vdla.alloc at 30 : memref<4x144xi8, #vdla.mem<scale>>
    vdla.load inp(sram=1, dram=@uops+1, y=1, x=3) on(%x) : memref<5x1x16xi8, #vdla.mem<inp>>
    vdla.gemm mac(iter_out=1, iter_in=1) uops [(0, 0, 0), (0, 4, 1)] on(%y, %x, %w)
        : memref<2x1x16xi32, #vdla.mem<acc>>, memref<5x1x16xi8, #vdla.mem<inp>>, memref<2x16x16xi8, #vdla.mem<wgt>>
    vdla.gemm mac(iter_out=1, iter_in=1) uops [(0, 0, 0), (0, 4, 1)] on(%y, %x, %w)
        : memref<2x1x16xi32, #vdla.mem<acc>>, memref<5x1x16xi8, #vdla.mem<inp>>, memref<2x16x16xi8, #vdla.mem<wgt>>
    vdla.alu add(iter_out=1, iter_in=1) uops [(1, 0, 0)] on(%y, %y)
        : memref<2x1x16xi32, #vdla.mem<acc>>, memref<2x1x16xi32, #vdla.mem<acc>>
    vdla.alu add(iter_out=1, iter_in=1, use_imm, imm=3) uops [(0, 0, 0)] on(%y) : memref<2x1x16xi32, #vdla.mem<acc>>
    vdla.store requantize(sram=1, dram=@y, y=1, x=1, scale_base=2) on(%y, %s)
        : memref<2x1x16xi32, #vdla.mem<acc>>, memref<4x144xi8, #vdla.mem<scale>>
    vdla.finish()
  }

  // CHECK-LABEL: vdla.program @instructions {
  // CHECK-NEXT: vdla.isa.finish(pop_next)
  vdla.program @instructions {
    vdla.isa.finish(pop_next)
  }

  // CHECK-LABEL: vdla.program @idle {
  // CHECK-NEXT: vdla.token.finish()
  vdla.program @idle {
    vdla.finish()
  }
}
