// RUN: dl-opt %s | FileCheck %s
// RUN: dl-opt %s | dl-opt | FileCheck %s
// RUN: dl-opt %s --mlir-print-op-generic | dl-opt | FileCheck %s
// RUN: dl-opt %s --emit-bytecode | dl-opt | FileCheck %s

// Operations on tiles have effects: none of them is merged with an equal one, or dropped.
// RUN: dl-opt %s --cse --canonicalize | FileCheck %s

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  // CHECK-LABEL: vdla.program @tiles {
  // CHECK-NEXT: vdla.buffer @x in 4096
  // CHECK-NEXT: vdla.buffer @s in 144
  // CHECK-NEXT: vdla.buffer @y out 512
  // CHECK-NEXT: %[[X:.*]] = vdla.alloc at 3 : memref<4x10x1x16xi8, #vdla.mem<inp>>
  // CHECK-NEXT: %[[W:.*]] = vdla.alloc {note} : memref<2x16x16xi8, #vdla.mem<wgt>>
  // CHECK-NEXT: %[[Y:.*]] = vdla.alloc : memref<8x1x16xi32, #vdla.mem<acc>>
  // CHECK-NEXT: %[[S:.*]] = vdla.alloc : memref<1x144xi8, #vdla.mem<scale>>
  // CHECK-NEXT: vdla.configure inp_zero_point(value=-3)
  // CHECK-NEXT: vdla.load inp(dram=@x, y=4, x=8, stride=16, pad=zero_point, pad_right=2) on(%[[X]]) : memref<4x10x1x16xi8, #vdla.mem<inp>>
  // CHECK-NEXT: vdla.load inp(dram=@x, y=4, x=8, stride=16, pad=zero_point, pad_right=2) on(%[[X]])
  // CHECK-NEXT: vdla.load wgt(y=1, x=2) on(%[[W]])
  // CHECK-NEXT: vdla.load scale(dram=@s, y=1, x=1) on(%[[S]])
  // CHECK-NEXT: vdla.gemm reset(iter_out=1, iter_in=8, dst_in=1) uops [(0, 0, 0)] on(%[[Y]]) {note} : memref<8x1x16xi32, #vdla.mem<acc>>
  // CHECK-NEXT: vdla.gemm mac(iter_out=1, iter_in=8, dst_in=1, src_in=1) uops [(0, 0, 0), (0, 8, 1)] on(%[[Y]], %[[X]], %[[W]]) : memref<8x1x16xi32, #vdla.mem<acc>>, memref<4x10x1x16xi8, #vdla.mem<inp>>, memref<2x16x16xi8, #vdla.mem<wgt>>
  // CHECK-NEXT: vdla.alu add(iter_out=1, iter_in=4, dst_in=1, src_in=1) uops [(0, 4, 0)] on(%[[Y]], %[[Y]])
  // CHECK-NEXT: vdla.alu max(iter_out=1, iter_in=8, dst_in=1, use_imm) uops [(0, 0, 0)] on(%[[Y]])
  // CHECK-NEXT: vdla.store requantize(sram=4, dram=@y, y=1, x=4, stride=4, saturate) on(%[[Y]], %[[S]])
  // CHECK-NEXT: vdla.finish(id=1)
  vdla.program @tiles {
    vdla.buffer @x in 4096
    vdla.buffer @s in 144
    vdla.buffer @y out 512
    %x = vdla.alloc at 3 : memref<4x10x1x16xi8, #vdla.mem<inp>>
    %w = vdla.alloc {note} : memref<2x16x16xi8, #vdla.mem<wgt>>
    %y = vdla.alloc : memref<8x1x16xi32, #vdla.mem<acc>>
    %s = vdla.alloc : memref<1x144xi8, #vdla.mem<scale>>
    vdla.configure inp_zero_point(value=-3)
    vdla.load inp(dram=@x, y=4, x=8, stride=16, pad=zero_point, pad_right=2) on(%x) : memref<4x10x1x16xi8, #vdla.mem<inp>>
    vdla.load inp(dram=@x, y=4, x=8, stride=16, pad=zero_point, pad_right=2) on(%x) : memref<4x10x1x16xi8, #vdla.mem<inp>>
    vdla.load wgt(y=1, x=2) on(%w) : memref<2x16x16xi8, #vdla.mem<wgt>>
    vdla.load scale(dram=@s, y=1, x=1) on(%s) : memref<1x144xi8, #vdla.mem<scale>>
    vdla.gemm reset(iter_out=1, iter_in=8, dst_in=1) uops [(0, 0, 0)] on(%y) {note} : memref<8x1x16xi32, #vdla.mem<acc>>
    vdla.gemm mac(iter_out=1, iter_in=8, dst_in=1, src_in=1) uops [(0, 0, 0), (0, 8, 1)] on(%y, %x, %w)
        : memref<8x1x16xi32, #vdla.mem<acc>>, memref<4x10x1x16xi8, #vdla.mem<inp>>, memref<2x16x16xi8, #vdla.mem<wgt>>
    vdla.alu add(iter_out=1, iter_in=4, dst_in=1, src_in=1) uops [(0, 4, 0)] on(%y, %y)
        : memref<8x1x16xi32, #vdla.mem<acc>>, memref<8x1x16xi32, #vdla.mem<acc>>
    vdla.alu max(iter_out=1, iter_in=8, dst_in=1, use_imm) uops [(0, 0, 0)] on(%y) : memref<8x1x16xi32, #vdla.mem<acc>>
    vdla.store requantize(sram=4, dram=@y, y=1, x=4, stride=4, saturate) on(%y, %s)
        : memref<8x1x16xi32, #vdla.mem<acc>>, memref<1x144xi8, #vdla.mem<scale>>
    vdla.finish(id=1)
  }

  // A tile may be all of a scratchpad, or end where it ends.
  // CHECK-LABEL: vdla.program @whole {
  // CHECK-NEXT: %[[X:.*]] = vdla.alloc : memref<2048x1x16xi8, #vdla.mem<inp>>
  // CHECK-NEXT: %[[Y:.*]] = vdla.alloc at 2044 : memref<4x1x16xi32, #vdla.mem<acc>>
  // CHECK-NEXT: vdla.load inp(y=1, x=2048) on(%[[X]])
  // CHECK-NEXT: vdla.gemm reset(iter_out=1, iter_in=4, dst_in=1) uops [(0, 0, 0)] on(%[[Y]])
  vdla.program @whole {
    %x = vdla.alloc : memref<2048x1x16xi8, #vdla.mem<inp>>
    %y = vdla.alloc at 2044 : memref<4x1x16xi32, #vdla.mem<acc>>
    vdla.load inp(y=1, x=2048) on(%x) : memref<2048x1x16xi8, #vdla.mem<inp>>
    vdla.gemm reset(iter_out=1, iter_in=4, dst_in=1) uops [(0, 0, 0)] on(%y) : memref<4x1x16xi32, #vdla.mem<acc>>
  }
}
