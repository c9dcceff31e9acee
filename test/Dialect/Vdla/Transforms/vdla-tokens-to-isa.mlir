// RUN: dl-opt %s --vdla-tokens-to-isa | FileCheck %s

!lc = !vdla.token<load, compute>
!cl = !vdla.token<compute, load>
!cs = !vdla.token<compute, store>
!sc = !vdla.token<store, compute>
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  // CHECK-LABEL: vdla.program @bits attributes {note} {
  // CHECK-NEXT: vdla.buffer @x in 64
  // CHECK-NEXT: vdla.uops [(1, 2, 3)]
  // CHECK-NEXT: vdla.isa.load inp(sram=1, dram=@x, y=1, x=1, push_next)
  // CHECK-NEXT: vdla.isa.alu min(imm=1, pop_prev, push_prev, push_next)
  // CHECK-NEXT: vdla.isa.store accumulator(pop_prev, push_prev)
  // CHECK-NEXT: vdla.isa.load wgt(pop_next)
  // CHECK-NEXT: vdla.isa.finish(pop_next)
  vdla.program @bits attributes {note} {
    vdla.buffer @x in 64
    vdla.uops [(1, 2, 3)]
    %a = vdla.token.load inp(sram=1, dram=@x, y=1, x=1) : () -> !lc
    %g:2 = vdla.token.alu min(imm=1) after(%a) : (!lc) -> (!cs, !cl)
    %s = vdla.token.store accumulator() after(%g#0) : (!cs) -> !sc
    vdla.token.load wgt() after(%g#1) : (!cl) -> ()
    vdla.token.finish() after(%s) : (!sc) -> ()
  }

  // Several tokens of a queue: on nops, in the order in which they are taken.
  // CHECK-LABEL: vdla.program @several
  // CHECK-NEXT: vdla.isa.load inp(push_next)
  // CHECK-NEXT: vdla.isa.nop load(push_next)
  // CHECK-NEXT: vdla.isa.nop load(push_next)
  // CHECK-NEXT: vdla.isa.alu min(pop_prev, push_next)
  // CHECK-NEXT: vdla.isa.store narrow(pop_prev, push_prev)
  // CHECK-NEXT: vdla.isa.nop compute(pop_prev)
  // CHECK-NEXT: vdla.isa.finish(pop_prev, pop_next)
  vdla.program @several {
    %a:3 = vdla.token.load inp() : () -> (!lc, !lc, !lc)
    %g = vdla.token.alu min() after(%a#2) : (!lc) -> !cs
    %s = vdla.token.store narrow() after(%g) : (!cs) -> !sc
    vdla.token.finish() after(%a#1, %s, %a#0) : (!lc, !sc, !lc) -> ()
  }

  // CHECK-LABEL: vdla.program @instructions
  // CHECK-NEXT: vdla.isa.finish(pop_next)
  vdla.program @instructions {
    vdla.isa.finish(pop_next)
  }
}
