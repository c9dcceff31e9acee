// RUN: dl-opt %s --vdla-reduce-tokens | FileCheck %s
// RUN: dl-opt %s --vdla-reduce-tokens --vdla-reduce-tokens | FileCheck %s

!lc = !vdla.token<load, compute>
!cl = !vdla.token<compute, load>
!cs = !vdla.token<compute, store>
!sc = !vdla.token<store, compute>
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  // Two tokens of one instruction, and that of an earlier one of the same stage.
  // CHECK-LABEL: vdla.program @same
  // CHECK-NEXT: vdla.token.load inp()
  // CHECK-NEXT: %[[B:.*]] = vdla.token.load wgt()
  // CHECK-NEXT: vdla.token.finish() after(%[[B]])
  vdla.program @same {
    %a = vdla.token.load inp() : () -> !lc
    %b:2 = vdla.token.load wgt() : () -> (!lc, !lc)
    vdla.token.finish() after(%a, %b#0, %b#1) : (!lc, !lc, !lc) -> ()
  }

  // Around three stages: the load comes before the store, and so before the finish.
  // CHECK-LABEL: vdla.program @around
  // CHECK-NEXT: %[[A:.*]] = vdla.token.load inp() : () -> !vdla.token<load, compute>
  // CHECK-NEXT: %[[G:.*]] = vdla.token.alu add() after(%[[A]]) : ({{.*}}) -> !vdla.token<compute, store>
  // CHECK-NEXT: %[[S:.*]] = vdla.token.store narrow() after(%[[G]]) : ({{.*}}) -> !vdla.token<store, compute>
  // CHECK-NEXT: vdla.token.finish() after(%[[S]]) : (!vdla.token<store, compute>) -> ()
  vdla.program @around {
    %a:2 = vdla.token.load inp() : () -> (!lc, !lc)
    %g = vdla.token.alu add() after(%a#0) : (!lc) -> !cs
    %s = vdla.token.store narrow() after(%g) : (!cs) -> !sc
    vdla.token.finish() after(%a#1, %s) : (!lc, !sc) -> ()
  }

  // Tokens that cross: the first load's is taken after that of the second, which says it all.
  // CHECK-LABEL: vdla.program @cross
  // CHECK-NEXT: vdla.token.load inp()
  // CHECK-NEXT: %[[B:.*]] = vdla.token.load wgt()
  // CHECK-NEXT: vdla.token.alu add() after(%[[B]])
  // CHECK-NEXT: vdla.token.finish()
  vdla.program @cross {
    %a = vdla.token.load inp() : () -> !lc
    %b = vdla.token.load wgt() : () -> !lc
    vdla.token.alu add() after(%b) : (!lc) -> ()
    vdla.token.finish() after(%a) : (!lc) -> ()
  }

  // Needed tokens stay, nops that carry none go.
  // CHECK-LABEL: vdla.program @needed
  // CHECK-NEXT: %[[A:.*]] = vdla.token.load inp()
  // CHECK-NEXT: %[[F:.*]] = vdla.token.alu add() after(%[[A]])
  // CHECK-NEXT: %[[B:.*]] = vdla.token.load inp() after(%[[F]])
  // CHECK-NEXT: vdla.token.finish() after(%[[B]])
  vdla.program @needed {
    vdla.token.nop store()
    %a = vdla.token.load inp() : () -> !lc
    %f = vdla.token.alu add() after(%a) : (!lc) -> !cl
    %b = vdla.token.load inp() after(%f) : (!cl) -> !lc
    vdla.token.finish() after(%b) : (!lc) -> ()
  }

  // So does a nop that waits for nothing, but tells of what its stage did before.
  // CHECK-LABEL: vdla.program @telling
  // CHECK-NEXT: vdla.token.load inp()
  // CHECK-NEXT: %[[N:.*]] = vdla.token.nop load() : () -> !vdla.token<load, compute>
  // CHECK-NEXT: vdla.token.finish() after(%[[N]])
  vdla.program @telling {
    vdla.token.load inp()
    %n = vdla.token.nop load() : () -> !lc
    vdla.token.finish() after(%n) : (!lc) -> ()
  }

  // A nop's token that passes on what another one does goes; that of a nop that tells something new stays.
  // CHECK-LABEL: vdla.program @passing
  // CHECK-NEXT: %[[S:.*]] = vdla.token.store narrow()
  // CHECK-NEXT: vdla.token.nop compute() after(%[[S]]) : (!vdla.token<store, compute>) -> ()
  // CHECK-NEXT: %[[G:.*]] = vdla.token.alu add() : () -> !vdla.token<compute, load>
  // CHECK-NEXT: vdla.token.load inp() after(%[[G]])
  // CHECK-NEXT: %[[T:.*]] = vdla.token.store narrow()
  // CHECK-NEXT: %[[N:.*]] = vdla.token.nop compute() after(%[[T]])
  // CHECK-NEXT: vdla.token.load inp() after(%[[N]])
  // CHECK-NEXT: vdla.token.finish()
  vdla.program @passing {
    %s:2 = vdla.token.store narrow() : () -> (!sc, !sc)
    %m = vdla.token.nop compute() after(%s#0) : (!sc) -> !cl
    %g = vdla.token.alu add() after(%s#1) : (!sc) -> !cl
    vdla.token.load inp() after(%g, %m) : (!cl, !cl) -> ()
    %t = vdla.token.store narrow() : () -> !sc
    %n = vdla.token.nop compute() after(%t) : (!sc) -> !cl
    vdla.token.load inp() after(%n) : (!cl) -> ()
    vdla.token.finish()
  }
}
