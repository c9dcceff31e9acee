// RUN: dl-opt %s --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=REFUSED --allow-empty
// REFUSED-NOT: vdla.program

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @p {
    %x = vdla.alloc : memref<4x1x16xi8, #vdla.mem<inp>>
    // expected-error @below {{'vdla.load' op (A1) expected no field push_next on tiles, since lowering sets it}}
    vdla.load inp(y=1, x=4, push_next) on(%x) : memref<4x1x16xi8, #vdla.mem<inp>>
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @p {
    %y = vdla.alloc : memref<2x1x16xi32, #vdla.mem<acc>>
    // expected-error @below {{'vdla.alu' op (A1) expected no field uop_count on tiles, since lowering sets it}}
    vdla.alu max(uop_count=1, use_imm) uops [(0, 0, 0)] on(%y) : memref<2x1x16xi32, #vdla.mem<acc>>
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @p {
    %y = vdla.alloc : memref<2x1x16xi32, #vdla.mem<acc>>
    // expected-error @below {{'vdla.alu' op (A1) expected micro-ops, uops [(0, 0, 0)] for a alu}}
    vdla.alu max(use_imm) on(%y) : memref<2x1x16xi32, #vdla.mem<acc>>
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @p {
    %y = vdla.alloc : memref<2x1x16xi32, #vdla.mem<acc>>
    // expected-error @below {{'vdla.alu' op (A1) expected micro-ops, uops [(0, 0, 0)] for a alu}}
    vdla.alu max(use_imm) uops [] on(%y) : memref<2x1x16xi32, #vdla.mem<acc>>
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @p {
    %x = vdla.alloc : memref<4x1x16xi8, #vdla.mem<inp>>
    // expected-error @below {{'vdla.load' op (A1) expected no micro-ops for a load}}
    vdla.load inp(y=1, x=4) uops [(0, 0, 0)] on(%x) : memref<4x1x16xi8, #vdla.mem<inp>>
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @p {
    %y = vdla.alloc : memref<2x1x16xi32, #vdla.mem<acc>>
    // expected-error @below {{'vdla.alu' op (U1) expected positions from 0 to 4294967295, got -1}}
    vdla.alu max(use_imm) uops [(0, -1, 0)] on(%y) : memref<2x1x16xi32, #vdla.mem<acc>>
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @p {
    // expected-error @below {{'vdla.alloc' op (A2) expected a memref in #vdla.mem<inp>, wgt, acc or scale, got 'memref<4x1x16xi8>'}}
    %x = vdla.alloc : memref<4x1x16xi8>
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @p {
    // expected-error @below {{'vdla.alloc' op (A2) expected a memref in #vdla.mem<inp>, wgt, acc or scale, got 'memref<4x4xi8, #vdla.mem<uop>>'}}
    %x = vdla.alloc : memref<4x4xi8, #vdla.mem<uop>>
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @p {
    // expected-error @below {{'vdla.alloc' op (A2) expected dimensions and then those of an element of inp of machine paper, 'memref<1x16xi8>', got 'memref<1x16xi8, #vdla.mem<inp>>'}}
    %x = vdla.alloc : memref<1x16xi8, #vdla.mem<inp>>
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @p {
    // expected-error @below {{'vdla.alloc' op (A2) expected dimensions and then those of an element of inp of machine paper, 'memref<1x16xi8>', got 'memref<4x1x8xi8, #vdla.mem<inp>>'}}
    %x = vdla.alloc : memref<4x1x8xi8, #vdla.mem<inp>>
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @p {
    // expected-error @below {{'vdla.alloc' op (A2) expected dimensions and then those of an element of inp of machine paper, 'memref<1x16xi8>', got 'memref<4x1x16xi32, #vdla.mem<inp>>'}}
    %x = vdla.alloc : memref<4x1x16xi32, #vdla.mem<inp>>
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @p {
    // expected-error @below {{'vdla.alloc' op (A2) expected dimensions and then those of an element of inp of machine paper, 'memref<1x16xi8>', got 'memref<?x1x16xi8, #vdla.mem<inp>>'}}
    %x = vdla.alloc : memref<?x1x16xi8, #vdla.mem<inp>>
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @p {
    // expected-error @below {{'vdla.alloc' op (A2) expected dimensions and then those of an element of inp of machine paper, 'memref<1x16xi8>', got 'memref<0x1x16xi8, #vdla.mem<inp>>'}}
    %x = vdla.alloc : memref<0x1x16xi8, #vdla.mem<inp>>
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @p {
    // expected-error @below {{'vdla.alloc' op (A2) expected dimensions and then those of an element of inp of machine paper, 'memref<1x16xi8>', got 'memref<4x1x16xi8, strided<[32, 16, 1]>, #vdla.mem<inp>>'}}
    %x = vdla.alloc : memref<4x1x16xi8, strided<[32, 16, 1]>, #vdla.mem<inp>>
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @p {
    // expected-error @below {{'vdla.alloc' op (A2) expected it to lie in the 2048 elements of inp, got 2049 from 0 on}}
    %x = vdla.alloc : memref<2049x1x16xi8, #vdla.mem<inp>>
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @p {
    // expected-error @below {{'vdla.alloc' op (A2) expected it to lie in the 2048 elements of inp, got 4 from 2045 on}}
    %x = vdla.alloc at 2045 : memref<4x1x16xi8, #vdla.mem<inp>>
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @p {
    // expected-error @below {{'vdla.alloc' op (A2) expected it to lie in the 2048 elements of inp, got 4 from -1 on}}
    %x = vdla.alloc at -1 : memref<4x1x16xi8, #vdla.mem<inp>>
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @p {
    // expected-error @below {{'vdla.load' op (A3) expected 1 tiles, got 0}}
    vdla.load inp(y=1, x=4)
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @p {
    %w = vdla.alloc : memref<2x16x16xi8, #vdla.mem<wgt>>
    // expected-error @below {{'vdla.load' op (A3) expected tile 0 in inp, got one in wgt}}
    vdla.load inp(y=1, x=2) on(%w) : memref<2x16x16xi8, #vdla.mem<wgt>>
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @p {
    %x = vdla.alloc : memref<4x1x16xi8, #vdla.mem<inp>>
    %y = vdla.alloc : memref<2x1x16xi32, #vdla.mem<acc>>
    %w = vdla.alloc : memref<2x16x16xi8, #vdla.mem<wgt>>
    // expected-error @below {{'vdla.gemm' op (A3) expected tile 1 in inp, got one in wgt}}
    vdla.gemm mac(iter_out=1, iter_in=1) uops [(0, 0, 0)] on(%y, %w, %x) : memref<2x1x16xi32, #vdla.mem<acc>>, memref<2x16x16xi8, #vdla.mem<wgt>>, memref<4x1x16xi8, #vdla.mem<inp>>
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @p {
    // expected-error @below {{'vdla.load' op (A3) expected tile 0 of a vdla.alloc that stands before}}
    vdla.load inp(y=1, x=4) on(%x) : memref<4x1x16xi8, #vdla.mem<inp>>
    %x = vdla.alloc : memref<4x1x16xi8, #vdla.mem<inp>>
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @p {
    // expected-note @below {{the tile}}
    %x = vdla.alloc : memref<4x1x16xi8, #vdla.mem<inp>>
    // expected-error @below {{'vdla.load' op (A4) expected sram to stay in the 4 elements of tile 0, got 5}}
    vdla.load inp(sram=1, y=1, x=4) on(%x) : memref<4x1x16xi8, #vdla.mem<inp>>
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @p {
    %x = vdla.alloc : memref<4x1x16xi8, #vdla.mem<inp>>
    %y = vdla.alloc : memref<2x1x16xi32, #vdla.mem<acc>>
    // expected-note @below {{the tile}}
    %w = vdla.alloc : memref<2x16x16xi8, #vdla.mem<wgt>>
    // expected-error @below {{'vdla.gemm' op (A4) expected wgt to stay in the 2 elements of tile 2, got 3}}
    vdla.gemm mac(iter_out=2, iter_in=1, wgt_out=1) uops [(0, 0, 1)] on(%y, %x, %w) : memref<2x1x16xi32, #vdla.mem<acc>>, memref<4x1x16xi8, #vdla.mem<inp>>, memref<2x16x16xi8, #vdla.mem<wgt>>
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @p {
    // expected-note @below {{the tile}}
    %y = vdla.alloc : memref<2x1x16xi32, #vdla.mem<acc>>
    // expected-error @below {{'vdla.alu' op (A4) expected dst to stay in the 2 elements of tile 0, got 3}}
    vdla.alu max(iter_out=1, iter_in=3, dst_in=1, use_imm) uops [(0, 0, 0)] on(%y) : memref<2x1x16xi32, #vdla.mem<acc>>
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @p {
    %y = vdla.alloc : memref<2x1x16xi32, #vdla.mem<acc>>
    // expected-note @below {{the tile}}
    %s = vdla.alloc : memref<1x144xi8, #vdla.mem<scale>>
    // expected-error @below {{'vdla.store' op (A4) expected scale_base to stay in the 1 elements of tile 1, got 2}}
    vdla.store requantize(y=2, x=1, stride=1, scale_step) on(%y, %s) : memref<2x1x16xi32, #vdla.mem<acc>>, memref<1x144xi8, #vdla.mem<scale>>
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @p {
    %x = vdla.alloc : memref<4x1x16xi8, #vdla.mem<inp>>
    // expected-error @below {{'vdla.uops' op (P2) expected micro-ops before instructions}}
    vdla.uops [(0, 0, 0)]
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @p {
    // expected-error @below {{'vdla.uops' op (P2) expected micro-ops of tiles at the operations that go through them}}
    vdla.uops [(0, 0, 0)]
    %x = vdla.alloc : memref<4x1x16xi8, #vdla.mem<inp>>
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @p {
    vdla.isa.nop load()
    // expected-error @below {{'vdla.alloc' op (P2) expected allocs among operations on tiles only}}
    %x = vdla.alloc : memref<4x1x16xi8, #vdla.mem<inp>>
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @p {
    // expected-error @below {{'vdla.alloc' op (A2) expected it to lie in the 2048 elements of inp, got 9223372036854775807 from 0 on}}
    %x = vdla.alloc : memref<4611686018427387904x4x1x16xi8, #vdla.mem<inp>>
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @p {
    %y = vdla.alloc : memref<2x1x16xi32, #vdla.mem<acc>>
    // expected-error @below {{'vdla.gemm' op (A1) expected no field uop_begin on tiles, since lowering sets it}}
    vdla.gemm reset(uop_begin=1) uops [(0, 0, 0)] on(%y) : memref<2x1x16xi32, #vdla.mem<acc>>
  }
}

// -----

// What an instruction says is checked on tiles as well.
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @p {
    %x = vdla.alloc : memref<4x1x16xi8, #vdla.mem<inp>>
    // expected-error @below {{'vdla.load' op (I2) expected form to be uop, inp, wgt, acc, acc_narrow or scale, got 'out'}}
    vdla.load out(y=1, x=4) on(%x) : memref<4x1x16xi8, #vdla.mem<inp>>
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @p {
    %x = vdla.alloc : memref<4x1x16xi8, #vdla.mem<inp>>
    // expected-error @below {{'vdla.load' op (I3) expected the name of a buffer of the program, got @x}}
    vdla.load inp(dram=@x, y=1, x=4) on(%x) : memref<4x1x16xi8, #vdla.mem<inp>>
  }
}
