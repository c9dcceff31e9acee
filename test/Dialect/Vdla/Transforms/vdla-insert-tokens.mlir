// RUN: dl-opt %s --vdla-insert-tokens | FileCheck %s
// RUN: dl-opt %s --vdla-insert-tokens --vdla-reduce-tokens --dl-verify-vdla -o /dev/null

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  // Reads wait for writes (%0, %1, %3), writes for reads (%2), the finish for the last of each stage.
  // CHECK-LABEL: vdla.program @twice
  // CHECK: vdla.token.load uop
  // CHECK-NEXT: %[[X0:.*]] = vdla.token.load inp(dram=@x, y=1, x=2, stride=2) : () -> !vdla.token<load, compute>
  // CHECK-NEXT: %[[W:.*]]:2 = vdla.token.load wgt({{.*}}) : () -> (!vdla.token<load, compute>, !vdla.token<load, compute>)
  // CHECK-NEXT: %[[G0:.*]]:2 = vdla.token.gemm mac({{.*}}) after(%[[X0]], %[[W]]#0) : ({{.*}}) -> (!vdla.token<compute, load>, !vdla.token<compute, store>)
  // CHECK-NEXT: %[[X1:.*]]:2 = vdla.token.load inp(dram=@x+2, y=1, x=2, stride=2) after(%[[G0]]#0) : (!vdla.token<compute, load>) -> (!vdla.token<load, compute>, !vdla.token<load, compute>)
  // CHECK-NEXT: %[[G1:.*]] = vdla.token.gemm mac({{.*}}, dst_in=1) after(%[[W]]#1, %[[X1]]#0) : ({{.*}}) -> !vdla.token<compute, store>
  // CHECK-NEXT: %[[S:.*]] = vdla.token.store narrow({{.*}}) after(%[[G0]]#1, %[[G1]]) : ({{.*}}) -> !vdla.token<store, compute>
  // CHECK-NEXT: vdla.token.finish() after(%[[X1]]#1, %[[S]]) : (!vdla.token<load, compute>, !vdla.token<store, compute>) -> ()
  vdla.program @twice {
    vdla.buffer @x in 64
    vdla.buffer @w in 512
    vdla.buffer @y out 32
    vdla.buffer @u microops 12
    vdla.uops [(0, 0, 0), (0, 1, 1), (1, 0, 0)]
    vdla.token.load uop(dram=@u, y=1, x=3, stride=3)
    vdla.token.load inp(dram=@x, y=1, x=2, stride=2)
    vdla.token.load wgt(dram=@w, y=1, x=2, stride=2)
    vdla.token.gemm mac(uop_count=2, iter_out=1, iter_in=1, init_count=1)
    vdla.token.load inp(dram=@x+2, y=1, x=2, stride=2)
    vdla.token.gemm mac(uop_begin=2, uop_count=1, iter_out=1, iter_in=1, init_count=1, dst_in=1)
    vdla.token.store narrow(dram=@y, y=1, x=2, stride=2, saturate)
    vdla.token.finish()
  }

  // A load of what was stored: by way of a nop, since there is no queue. The load of acc is compute's.
  // CHECK-LABEL: vdla.program @through
  // CHECK: %[[S:.*]]:2 = vdla.token.store narrow(dram=@y, {{.*}}) after(%{{.*}}) : (!vdla.token<compute, store>) -> (!vdla.token<store, compute>, !vdla.token<store, compute>)
  // CHECK-NEXT: %[[N:.*]] = vdla.token.nop compute() after(%[[S]]#0) : (!vdla.token<store, compute>) -> !vdla.token<compute, load>
  // CHECK-NEXT: %[[L:.*]] = vdla.token.load inp(dram=@y, y=1, x=1) after(%[[N]]) {note} : (!vdla.token<compute, load>) -> !vdla.token<load, compute>
  // CHECK-NEXT: vdla.token.finish() after(%[[S]]#1, %[[L]])
  vdla.program @through {
    vdla.buffer @x in 16
    vdla.buffer @y inout 16
    vdla.token.load acc_narrow(dram=@x, y=1, x=1)
    vdla.token.store narrow(dram=@y, y=1, x=1)
    vdla.token.load inp(dram=@y, y=1, x=1) {note}
    vdla.token.finish()
  }

  // Rows that interleave have nothing in common.
  // CHECK-LABEL: vdla.program @interleaved
  // CHECK: vdla.token.store narrow(dram=@y, y=2, x=1, stride=2) after(%{{.*}}) : (!vdla.token<compute, store>) -> !vdla.token<store, compute>
  // CHECK-NEXT: vdla.token.load inp(dram=@y+1, y=2, x=1, stride=2) : () -> !vdla.token<load, compute>
  // CHECK-NOT: nop
  vdla.program @interleaved {
    vdla.buffer @x in 32
    vdla.buffer @y inout 64
    vdla.token.load acc_narrow(dram=@x, y=1, x=2)
    vdla.token.store narrow(dram=@y, y=2, x=1, stride=2)
    vdla.token.load inp(dram=@y+1, y=2, x=1, stride=2)
    vdla.token.finish()
  }

  // One nop waits for both stores; the next load has one of its own, for the store that it reads.
  // CHECK-LABEL: vdla.program @both
  // CHECK: %[[A:.*]]:2 = vdla.token.load acc_narrow({{.*}}) : () -> (!vdla.token<compute, store>, !vdla.token<compute, store>)
  // CHECK-NEXT: %[[S:.*]]:2 = vdla.token.store narrow({{.*}}) after(%[[A]]#0) : (!vdla.token<compute, store>) -> (!vdla.token<store, compute>, !vdla.token<store, compute>)
  // CHECK-NEXT: %[[T:.*]]:2 = vdla.token.store narrow({{.*}}) after(%[[A]]#1) : (!vdla.token<compute, store>) -> (!vdla.token<store, compute>, !vdla.token<store, compute>)
  // CHECK-NEXT: %[[N:.*]] = vdla.token.nop compute() after(%[[S]]#0, %[[T]]#0) : (!vdla.token<store, compute>, !vdla.token<store, compute>) -> !vdla.token<compute, load>
  // CHECK-NEXT: vdla.token.load inp({{.*}}) after(%[[N]]) : (!vdla.token<compute, load>) -> ()
  // CHECK-NEXT: %[[M:.*]] = vdla.token.nop compute() after(%[[S]]#1) : (!vdla.token<store, compute>) -> !vdla.token<compute, load>
  // CHECK-NEXT: %[[L:.*]] = vdla.token.load inp({{.*}}) after(%[[M]]) : (!vdla.token<compute, load>) -> !vdla.token<load, compute>
  // CHECK-NEXT: vdla.token.finish() after(%[[T]]#1, %[[L]])
  vdla.program @both {
    vdla.buffer @x in 32
    vdla.buffer @y inout 32
    vdla.token.load acc_narrow(dram=@x, y=1, x=2)
    vdla.token.store narrow(dram=@y, y=1, x=1)
    vdla.token.store narrow(sram=1, dram=@y+1, y=1, x=1)
    vdla.token.load inp(dram=@y, y=1, x=2)
    vdla.token.load inp(sram=2, dram=@y, y=1, x=1)
    vdla.token.finish()
  }

  // Tokens that there are stay, also behind a nop that is new.
  // CHECK-LABEL: vdla.program @given
  // CHECK: %[[S:.*]]:3 = vdla.token.store narrow({{.*}}) after(%{{.*}}) : (!vdla.token<compute, store>) -> (!vdla.token<store, compute>, !vdla.token<store, compute>, !vdla.token<store, compute>)
  // CHECK-NEXT: %[[N:.*]] = vdla.token.nop compute() after(%[[S]]#0) : (!vdla.token<store, compute>) -> !vdla.token<compute, load>
  // CHECK-NEXT: vdla.token.load inp(dram=@y, y=1, x=1) after(%[[N]]) : (!vdla.token<compute, load>) -> ()
  // CHECK-NEXT: %[[M:.*]] = vdla.token.nop compute() after(%[[S]]#1) {note} : (!vdla.token<store, compute>) -> !vdla.token<compute, load>
  // CHECK-NEXT: %[[L:.*]] = vdla.token.load inp(sram=1, dram=@x, y=1, x=1) after(%[[M]]) : (!vdla.token<compute, load>) -> !vdla.token<load, compute>
  // CHECK-NEXT: vdla.token.finish() after(%[[S]]#2, %[[L]])
  vdla.program @given {
    vdla.buffer @x in 32
    vdla.buffer @y inout 32
    vdla.token.load acc_narrow(dram=@x, y=1, x=1)
    %s = vdla.token.store narrow(dram=@y, y=1, x=1) : () -> !vdla.token<store, compute>
    vdla.token.load inp(dram=@y, y=1, x=1)
    %n = vdla.token.nop compute() after(%s) {note} : (!vdla.token<store, compute>) -> !vdla.token<compute, load>
    vdla.token.load inp(sram=1, dram=@x, y=1, x=1) after(%n) : (!vdla.token<compute, load>) -> ()
    vdla.token.finish()
  }

  // CHECK-LABEL: vdla.program @instructions
  // CHECK-NEXT: vdla.isa.finish()
  vdla.program @instructions {
    vdla.isa.finish()
  }
}
