// RUN: dl-opt %s --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=REFUSED --allow-empty
// REFUSED-NOT: vdla.program

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @p {
    // expected-error @below {{(Q1) expected neighbours, load and compute or compute and store, got load and store}}
    %0 = vdla.token.load inp() : () -> !vdla.token<load, store>
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @p {
    // expected-error @below {{expected load, compute or store, got 'dma'}}
    // expected-error @below {{failed to parse Vdla_TokenType parameter 'from'}}
    %0 = vdla.token.load inp() : () -> !vdla.token<dma, store>
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @p {
    // expected-error @below {{'vdla.token.load' op (Q2) expected tokens from its stage, compute, got result 0 from load}}
    %0 = vdla.token.load acc() : () -> !vdla.token<load, compute>
    vdla.token.finish() after(%0) : (!vdla.token<load, compute>) -> ()
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @p {
    %0 = vdla.token.load inp() : () -> !vdla.token<load, compute>
    // expected-error @below {{'vdla.token.store' op (Q2) expected tokens to its stage, store, got operand 0 to compute}}
    vdla.token.store narrow() after(%0) : (!vdla.token<load, compute>) -> ()
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @p {
    // expected-error @below {{'vdla.token.load' op (Q3) expected each token to be taken once, got 0 uses of result 0; give one token for each instruction that waits}}
    %0 = vdla.token.load inp() : () -> !vdla.token<load, compute>
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @p {
    // expected-error @below {{'vdla.token.load' op (Q3) expected each token to be taken once, got 2 uses of result 0}}
    %0 = vdla.token.load inp() : () -> !vdla.token<load, compute>
    // expected-note @below {{taken here}}
    vdla.token.nop compute() after(%0) : (!vdla.token<load, compute>) -> ()
    // expected-note @below {{taken here}}
    vdla.token.finish() after(%0) : (!vdla.token<load, compute>) -> ()
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @p {
    // expected-error @below {{'vdla.token.load' op (Q4) expected tokens as operands and results, got field push_next}}
    vdla.token.load inp(push_next)
  }
}
