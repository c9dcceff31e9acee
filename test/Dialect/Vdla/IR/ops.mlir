// Programs of both levels print as they are written, pretty and generic, and as bytecode.
// RUN: dl-opt %s | FileCheck %s
// RUN: dl-opt %s | dl-opt | FileCheck %s
// RUN: dl-opt %s --mlir-print-op-generic | dl-opt | FileCheck %s
// RUN: dl-opt %s --emit-bytecode | dl-opt | FileCheck %s

// CHECK: #vdla.config<"paper">
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  // CHECK-LABEL: vdla.program @instructions {
  // CHECK-NEXT: vdla.buffer @x in 4096
  // CHECK-NEXT: vdla.buffer @"w-1" inout 2048
  // CHECK-NEXT: vdla.buffer @y out 512 {note = "result"}
  // CHECK-NEXT: vdla.buffer @s scratch 0
  // CHECK-NEXT: vdla.buffer @u microops 8
  // CHECK-NEXT: vdla.uops [(0, 2, 1), (1, 3, 1)]
  // CHECK-NEXT: vdla.isa.load inp(sram=4, dram=@x+16, y=4, x=8, stride=16, pad=zero_point, pad_top=1, push_next)
  // CHECK-NEXT: vdla.isa.load wgt(dram=@"w-1", y=1, x=4)
  // CHECK-NEXT: vdla.isa.load uop(dram=3)
  // CHECK-NEXT: vdla.isa.gemm mac(uop_count=2, iter_out=1, iter_in=8, init_count=1, dst_in=1, src_in=1, pop_prev)
  // CHECK-NEXT: vdla.isa.alu shr(uop_count=1, iter_out=1, iter_in=8, use_imm, imm=-3) {note}
  // CHECK-NEXT: vdla.isa.configure out_zero_point(value=-3)
  // CHECK-NEXT: vdla.isa.nop load()
  // CHECK-NEXT: vdla.isa.store requantize(dram=@y, y=4, x=2, stride=2, scale_base=1, scale_step, relu, round=half_even, saturate, pool=max2x2, pop_prev, push_prev)
  // CHECK-NEXT: vdla.isa.finish(id=7, pop_next)
  vdla.program @instructions {
    vdla.buffer @x in 4096
    vdla.buffer @"w-1" inout 2048
    vdla.buffer @y out 512 {note = "result"}
    vdla.buffer @s scratch 0
    vdla.buffer @u microops 8
    vdla.uops [(0, 2, 1), (1, 3, 1)]
    vdla.isa.load inp(push_next, sram=4, y=4, x=8, stride=16, pad=zero_point, pad_top=1, dram=@x+16)
    vdla.isa.load "wgt"(dram=@"w-1", y=1, x=4)
    vdla.isa.load uop(dram=3)
    vdla.isa.gemm mac(uop_count=2, iter_out=1, iter_in=8, init_count=1, dst_in=1, src_in=1, pop_prev)
    vdla.isa.alu shr(uop_count=1, iter_out=1, iter_in=8, use_imm, imm=-3) {note}
    vdla.isa.configure out_zero_point(value=-3)
    vdla.isa.nop load()
    vdla.isa.store requantize(dram=@y, y=4, x=2, stride=2, scale_base=1, scale_step, relu, round=half_even,
                              saturate, pool=max2x2, pop_prev, push_prev)
    vdla.isa.finish(id=7, pop_next)
  }

  // CHECK-LABEL: vdla.program @tokens attributes {note} {
  // CHECK-NEXT: %[[IN:.*]]:2 = vdla.token.load inp(y=1, x=4) : () -> (!vdla.token<load, compute>, !vdla.token<load, compute>)
  // CHECK-NEXT: %[[SUM:.*]] = vdla.token.gemm mac(uop_count=1) after(%[[IN]]#0) {note} : (!vdla.token<load, compute>) -> !vdla.token<compute, store>
  // CHECK-NEXT: vdla.token.alu add(use_imm) after(%[[IN]]#1) : (!vdla.token<load, compute>) -> ()
  // CHECK-NEXT: %[[DONE:.*]] = vdla.token.store narrow() after(%[[SUM]]) : (!vdla.token<compute, store>) -> !vdla.token<store, compute>
  // CHECK-NEXT: %[[FREE:.*]] = vdla.token.nop compute() after(%[[DONE]]) : (!vdla.token<store, compute>) -> !vdla.token<compute, load>
  // CHECK-NEXT: vdla.token.configure inp_zero_point(value=1) after(%[[FREE]]) : (!vdla.token<compute, load>) -> ()
  // CHECK-NEXT: vdla.token.finish()
  vdla.program @tokens attributes {note} {
    %in:2 = vdla.token.load inp(y=1, x=4) : () -> (!vdla.token<load, compute>, !vdla.token<load, compute>)
    %sum = vdla.token.gemm mac(uop_count=1) after(%in#0) {note}
        : (!vdla.token<load, compute>) -> !vdla.token<compute, store>
    vdla.token.alu add(use_imm) after(%in#1) : (!vdla.token<load, compute>) -> ()
    %done = vdla.token.store narrow() after(%sum) : (!vdla.token<compute, store>) -> !vdla.token<store, compute>
    %free = vdla.token.nop compute() after(%done) : (!vdla.token<store, compute>) -> !vdla.token<compute, load>
    vdla.token.configure inp_zero_point(value=1) after(%free) : (!vdla.token<compute, load>) -> ()
    vdla.token.finish()
  }

  // CHECK-LABEL: vdla.program @empty {
  // CHECK-NEXT: }
  vdla.program @empty {}
}
