// RUN: dl-opt %s --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=REFUSED --allow-empty
// REFUSED-NOT: vdla.program

// expected-error @below {{'vdla.program' op (P1) requires a module around it that describes the machine; give it dlti.target_system_spec = #dlti.target_system_spec<"vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>}}
vdla.program @p {}

// -----

// Another machine's description is none of this one.
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "cpu" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>,
    "vdla" = #dlti.target_device_spec<"config" = "paper">>} {
  // expected-error @below {{(P1) requires a module around it}}
  vdla.program @p {}
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @p {
    // expected-error @below {{'arith.constant' op (P2) expected buffers, micro-ops and instructions in a program}}
    %0 = arith.constant 1 : index
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @p {
    vdla.isa.finish()
    // expected-error @below {{'vdla.buffer' op (P2) expected buffers before instructions}}
    vdla.buffer @x in 4
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @p {
    vdla.uops [(0, 0, 0)]
    // expected-error @below {{'vdla.uops' op (P2) expected all micro-ops of the program in one operation}}
    vdla.uops [(0, 0, 0)]
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @p {
    // expected-note @below {{one of another level}}
    vdla.isa.nop load()
    // expected-error @below {{'vdla.token.finish' op (P2) expected instructions of one level in a program}}
    vdla.token.finish()
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  // expected-error @below {{'vdla.program' op (P3) expected buffer x of at least 0 bytes, got -1}}
  vdla.program @p {
    vdla.buffer @x in -1
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  // expected-error @below {{'vdla.program' op (P3) micro-op 1: expected wgt of a micro-op from 0 to 1023, got 4096}}
  vdla.program @p {
    vdla.uops [(0, 0, 0), (0, 0, 4096)]
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @p {
    // expected-error @below {{'vdla.buffer' op (B1) expected in, out, inout, scratch or microops, got 'up'}}
    vdla.buffer @x up 4
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @p {
    // expected-error @below {{'vdla.uops' op (U1) expected positions from 0 to 4294967295, got -1}}
    vdla.uops [(0, -1, 0)]
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @p {
    // expected-error @below {{'vdla.uops' op (U1) expected three numbers for each micro-op, got 2 numbers}}
    "vdla.uops"() <{positions = array<i64: 1, 2>}> : () -> ()
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @p {
    // expected-error @below {{expected positions in acc, inp and wgt, got 2 numbers}}
    vdla.uops [(1, 2)]
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @p {
    // expected-error @below {{'vdla.isa.nop' op (I1) expected names of fields, got 'speed'}}
    "vdla.isa.nop"() <{fields = {stage = "load", speed = 1}}> : () -> ()
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @p {
    // expected-error @below {{'vdla.isa.nop' op (I1) expected names of fields, got 'op'}}
    "vdla.isa.nop"() <{fields = {op = 1}}> : () -> ()
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @p {
    // expected-error @below {{'vdla.isa.nop' op (I1) expected the value of field push_next to be nothing, since it is a flag, got 1 : i64}}
    "vdla.isa.nop"() <{fields = {push_next = 1}}> : () -> ()
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @p {
    // expected-error @below {{'vdla.isa.nop' op (I1) expected the value of field stage to be a name, got 1 : i64}}
    "vdla.isa.nop"() <{fields = {stage = 1}}> : () -> ()
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @p {
    // expected-error @below {{'vdla.isa.finish' op (I1) expected the value of field id to be a number of 64 bits, got 1 : i32}}
    "vdla.isa.finish"() <{fields = {id = 1 : i32}}> : () -> ()
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @p {
    // expected-error @below {{expected a field of load, got 'speed'}}
    vdla.isa.load inp(y=1, speed=3)
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @p {
    // expected-error @below {{expected a field of load, got 'form'}}
    vdla.isa.load inp(form=wgt)
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @p {
    // expected-error @below {{expected field y once}}
    vdla.isa.load inp(y=1, y=2)
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @p {
    // expected-error @below {{expected field dram once}}
    vdla.isa.load inp(dram=@x, dram=@y)
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @p {
    // expected-error @below {{'vdla.isa.finish' op (I2) expected a field that a finish of machine paper has, got y}}
    vdla.isa.finish(y=1)
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @p {
    // expected-error @below {{'vdla.isa.load' op (I2) expected form to be uop, inp, wgt, acc, acc_narrow or scale, got 'out'}}
    vdla.isa.load out(y=1)
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @p {
    // expected-error @below {{'vdla.isa.load' op (I2) expected uop, inp, wgt, acc, acc_narrow or scale as its form, got none}}
    vdla.isa.load(y=1)
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @p {
    // expected-error @below {{'vdla.isa.load' op (I2) expected y of load from 0 to 65535, got 65536}}
    vdla.isa.load inp(y=65536)
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @p {
    // expected-error @below {{'vdla.isa.load' op (I3) expected the name of a buffer of the program, got @x}}
    vdla.isa.load inp(dram=@x, y=1)
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @p {
    vdla.buffer @x in 4
    // expected-error @below {{'vdla.isa.finish' op (I3) expected no buffer, since it moves nothing from or to DRAM, got @x}}
    "vdla.isa.finish"() <{buffer = @x, fields = {}}> : () -> ()
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @p {
    // expected-error @below {{'vdla.uops' op (U1) expected positions from 0 to 4294967295, got 4294967296}}
    vdla.uops [(0, 0, 4294967296)]
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  // expected-error @below {{'vdla.program' op (P3) micro-op 0: expected wgt of a micro-op from 0 to 1023, got 4294967295}}
  vdla.program @p {
    vdla.uops [(0, 0, 4294967295)]
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @p {
    // expected-error @below {{'vdla.isa.finish' op (I1) expected the value of field id to be a number of 64 bits, got "one"}}
    "vdla.isa.finish"() <{fields = {id = "one"}}> : () -> ()
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @p {
    // expected-error @below {{expected a field of load, got 'op'}}
    vdla.isa.load inp(op=1)
  }
}
