// RUN: dl-opt %s --vdla-insert-tokens --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=REFUSED --allow-empty
// REFUSED-NOT: vdla.program

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @outside {
    vdla.buffer @x in 64
    // expected-error @below {{(V4) instruction 0 (load): expected it to end in the 4 elements of 16 bytes of buffer x, got 8}}
    vdla.token.load inp(dram=@x, y=1, x=8)
    // expected-error @below {{(V5) instruction 1 (gemm): expected micro-op 0 to be loaded before, got none; load it}}
    vdla.token.gemm mac(uop_count=1, iter_out=1, iter_in=1)
    vdla.token.finish()
  }
}
