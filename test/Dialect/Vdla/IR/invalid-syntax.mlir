// RUN: dl-opt %s --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=REFUSED --allow-empty
// REFUSED-NOT: vdla.program
// Texts that are no instructions: one error each, where reading stops.

#machine = #dlti.target_system_spec<"vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>
module attributes {dlti.target_system_spec = #machine} {
  vdla.program @p {
    // expected-error @below {{expected valid keyword or string}}
    vdla.isa.load inp(pad=3)
  }
}

// -----

#machine = #dlti.target_system_spec<"vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>
module attributes {dlti.target_system_spec = #machine} {
  vdla.program @p {
    // expected-error @below {{expected integer value}}
    vdla.isa.load inp(y=wide)
  }
}

// -----

#machine = #dlti.target_system_spec<"vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>
module attributes {dlti.target_system_spec = #machine} {
  vdla.program @p {
    vdla.buffer @x in 64
    // expected-error @below {{expected integer value}}
    vdla.isa.load inp(dram=@x+@x)
  }
}

// -----

#machine = #dlti.target_system_spec<"vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>
module attributes {dlti.target_system_spec = #machine} {
  vdla.program @p {
    // expected-error @below {{expected '='}}
    vdla.isa.load inp(y 4)
  }
}

// -----

#machine = #dlti.target_system_spec<"vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>
module attributes {dlti.target_system_spec = #machine} {
  vdla.program @p {
    // expected-error @below {{expected valid keyword}}
    vdla.isa.load inp(4)
  }
}

// -----

#machine = #dlti.target_system_spec<"vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>
module attributes {dlti.target_system_spec = #machine} {
  vdla.program @p {
    // expected-error @below {{expected valid keyword or string}}
    vdla.isa.load 4(y=1)
  }
}

// -----

#machine = #dlti.target_system_spec<"vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>
module attributes {dlti.target_system_spec = #machine} {
  vdla.program @p {
    // expected-error @below {{expected '('}}
    vdla.isa.load inp 4
  }
}

// -----

#machine = #dlti.target_system_spec<"vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>
module attributes {dlti.target_system_spec = #machine} {
  vdla.program @p {
    // expected-error @below {{expected '('}}
    vdla.isa.finish 4
  }
}

// -----

#machine = #dlti.target_system_spec<"vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>
module attributes {dlti.target_system_spec = #machine} {
  vdla.program @p {
    // expected-error @below {{expected ')'}}
    vdla.isa.finish(id=1
  }
}

// -----

// What stands behind the fields is not read then.
#machine = #dlti.target_system_spec<"vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>
module attributes {dlti.target_system_spec = #machine} {
  vdla.program @p {
    // expected-error @below {{expected valid keyword}}
    vdla.token.finish(: i32)
  }
}

// -----

#machine = #dlti.target_system_spec<"vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>
module attributes {dlti.target_system_spec = #machine} {
  vdla.program @p {
    // expected-error @below {{invalid kind of type specified}}
    vdla.token.finish() : i32
  }
}

// -----

#machine = #dlti.target_system_spec<"vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>
module attributes {dlti.target_system_spec = #machine} {
  vdla.program @p {
    // expected-error @below {{expected '('}}
    vdla.token.finish() after %a
  }
}

// -----

#machine = #dlti.target_system_spec<"vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>
module attributes {dlti.target_system_spec = #machine} {
  vdla.program @p {
    // expected-error @below {{custom op 'vdla.token.finish' number of operands and types do not match: got 1 operands and 0 types}}
    vdla.token.finish() after(%a)
  }
}

// -----

#machine = #dlti.target_system_spec<"vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>
module attributes {dlti.target_system_spec = #machine} {
  vdla.program @p {
    %y = vdla.alloc : memref<2x1x16xi32, #vdla.mem<acc>>
    // expected-error @below {{expected '['}}
    vdla.alu max(use_imm) uops (0, 0, 0) on(%y) : memref<2x1x16xi32, #vdla.mem<acc>>
  }
}

// -----

#machine = #dlti.target_system_spec<"vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>
module attributes {dlti.target_system_spec = #machine} {
  vdla.program @p {
    %y = vdla.alloc : memref<2x1x16xi32, #vdla.mem<acc>>
    // expected-error @below {{expected positions in acc, inp and wgt, got 4 numbers}}
    vdla.alu max(use_imm) uops [(0, 0, 0), (0, 0, 0, 0)] on(%y) : memref<2x1x16xi32, #vdla.mem<acc>>
  }
}

// -----

#machine = #dlti.target_system_spec<"vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>
module attributes {dlti.target_system_spec = #machine} {
  vdla.program @p {
    %y = vdla.alloc : memref<2x1x16xi32, #vdla.mem<acc>>
    // expected-error @below {{expected '('}}
    vdla.alu max(use_imm) uops [(0, 0, 0)] on %y : memref<2x1x16xi32, #vdla.mem<acc>>
  }
}

// -----

#machine = #dlti.target_system_spec<"vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>
module attributes {dlti.target_system_spec = #machine} {
  vdla.program @p {
    %y = vdla.alloc : memref<2x1x16xi32, #vdla.mem<acc>>
    // expected-error @below {{expected ':'}}
    vdla.alu max(use_imm) uops [(0, 0, 0)] on(%y)
  }
}

// -----

#machine = #dlti.target_system_spec<"vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>
module attributes {dlti.target_system_spec = #machine} {
  vdla.program @p {
    // expected-error @below {{expected integer value}}
    vdla.uops [(0, here, 0)]
  }
}

// -----

#machine = #dlti.target_system_spec<"vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>
module attributes {dlti.target_system_spec = #machine} {
  vdla.program @p {
    // expected-error @below {{expected '['}}
    vdla.uops {0, 0, 0}
  }
}

// -----

#machine = #dlti.target_system_spec<"vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>
module attributes {dlti.target_system_spec = #machine} {
  vdla.program @p {
    // expected-error @below {{expected valid keyword or string}}
    vdla.buffer @x @in 64
  }
}

// -----

#machine = #dlti.target_system_spec<"vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>
module attributes {dlti.target_system_spec = #machine} {
  vdla.program @p {
    // expected-error @below {{expected valid keyword}}
    // expected-error @below {{failed to parse Vdla_TokenType parameter 'from'}}
    %0 = vdla.token.load inp() : () -> !vdla.token<1, 2>
  }
}
