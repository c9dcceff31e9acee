// RUN: dl-opt %s --vdla-tokens-to-isa --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=REFUSED --allow-empty
// REFUSED-NOT: vdla.program

!lc = !vdla.token<load, compute>
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @cross {
    // expected-note @below {{gives one that comes before}}
    %a = vdla.token.load inp() : () -> !lc
    // expected-note @below {{gives the token that it takes}}
    %b = vdla.token.load wgt() : () -> !lc
    // expected-error @below {{'vdla.token.alu' op (Q5) expected tokens from load to compute to be taken in the order in which they are given, which queues keep; vdla-reduce-tokens leaves out the one that the other makes needless}}
    vdla.token.alu add() after(%b) : (!lc) -> ()
    vdla.token.finish() after(%a) : (!lc) -> ()
  }
}
