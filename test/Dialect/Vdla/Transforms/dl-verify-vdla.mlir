// Programs of instructions and of tokens that are right: nothing is said, nothing changes.
// RUN: dl-opt %s --dl-verify-vdla | FileCheck %s

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  // CHECK-LABEL: vdla.program @instructions
  vdla.program @instructions {
    vdla.buffer @x in 128
    vdla.buffer @w in 1024
    vdla.buffer @y out 32
    vdla.buffer @u microops 8
    vdla.uops [(0, 0, 0), (0, 1, 1)]
    vdla.isa.load uop(dram=@u, y=1, x=2, stride=2)
    vdla.isa.load inp(dram=@x, y=1, x=4, stride=4)
    // CHECK: vdla.isa.load wgt(dram=@w, y=1, x=2, stride=2, push_next)
    vdla.isa.load wgt(dram=@w, y=1, x=2, stride=2, push_next)
    vdla.isa.gemm mac(uop_count=2, iter_out=1, iter_in=2, init_count=1, dst_in=1, src_in=2, pop_prev, push_next)
    vdla.isa.store narrow(dram=@y, y=1, x=2, stride=2, saturate, pop_prev, push_prev)
    vdla.isa.finish(pop_next)
  }
  // CHECK-LABEL: vdla.program @tokens
  vdla.program @tokens {
    vdla.buffer @x in 128
    vdla.buffer @w in 1024
    vdla.buffer @y out 32
    vdla.buffer @u microops 8
    vdla.uops [(0, 0, 0), (0, 1, 1)]
    vdla.token.load uop(dram=@u, y=1, x=2, stride=2)
    vdla.token.load inp(dram=@x, y=1, x=4, stride=4)
    // CHECK: %[[W:.*]] = vdla.token.load wgt(dram=@w, y=1, x=2, stride=2) : () -> !vdla.token<load, compute>
    %w = vdla.token.load wgt(dram=@w, y=1, x=2, stride=2) : () -> !vdla.token<load, compute>
    // CHECK-NEXT: vdla.token.gemm mac({{.*}}) after(%[[W]])
    %sum = vdla.token.gemm mac(uop_count=2, iter_out=1, iter_in=2, init_count=1, dst_in=1, src_in=2) after(%w)
        : (!vdla.token<load, compute>) -> !vdla.token<compute, store>
    %done = vdla.token.store narrow(dram=@y, y=1, x=2, stride=2, saturate) after(%sum)
        : (!vdla.token<compute, store>) -> !vdla.token<store, compute>
    vdla.token.finish() after(%done) : (!vdla.token<store, compute>) -> ()
  }
  // Tiles need no tokens; what one of them reads is written before it.
  // CHECK-LABEL: vdla.program @tiles
  vdla.program @tiles {
    vdla.buffer @x in 64
    vdla.buffer @y out 64
    %x = vdla.alloc : memref<4x1x16xi32, #vdla.mem<acc>>
    %y = vdla.alloc at 9 : memref<4x1x16xi32, #vdla.mem<acc>>
    vdla.load acc_narrow(dram=@x, y=1, x=4, stride=4) on(%x) : memref<4x1x16xi32, #vdla.mem<acc>>
    // CHECK: vdla.alu move({{.*}}) uops [(0, 0, 0)]
    vdla.alu move(iter_out=1, iter_in=4, dst_in=1, src_in=1) uops [(0, 0, 0)] on(%y, %x)
        : memref<4x1x16xi32, #vdla.mem<acc>>, memref<4x1x16xi32, #vdla.mem<acc>>
    vdla.store narrow(dram=@y, y=1, x=4, stride=4, saturate) on(%y) : memref<4x1x16xi32, #vdla.mem<acc>>
    vdla.finish()
  }
}
