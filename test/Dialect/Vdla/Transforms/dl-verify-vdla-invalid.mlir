// What is wrong is said at the instruction, with a note at the other one.
// RUN: dl-opt %s --dl-verify-vdla --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=REFUSED --allow-empty
// REFUSED-NOT: vdla.program
// RUN: not dl-opt %s --dl-verify-vdla=most-findings=1 --split-input-file 2>&1 | FileCheck %s

// Of two errors of a program one is told.
// CHECK: error: (V9)
// CHECK-NOT: error: (V9)
// CHECK: error: (V6)

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @race {
    vdla.buffer @x in 128
    vdla.buffer @w in 1024
    vdla.buffer @y out 32
    vdla.buffer @u microops 8
    vdla.uops [(0, 0, 0), (0, 1, 1)]
    vdla.isa.load uop(dram=@u, y=1, x=2, stride=2)
    // expected-note @below {{instruction 1 (load)}}
    vdla.isa.load inp(dram=@x, y=1, x=4, stride=4)
    // expected-note @below {{instruction 2 (load)}}
    vdla.isa.load wgt(dram=@w, y=1, x=2, stride=2)
    // expected-error @below {{(V9) instruction 3 (gemm) reads inp[0], which instruction 1 (load) writes, and no token orders them; push one from load to compute in or after instruction 1 (load) and pop it in or before instruction 3 (gemm)}}
    // expected-error @below {{(V9) instruction 3 (gemm) reads wgt[0], which instruction 2 (load) writes}}
    vdla.isa.gemm mac(uop_count=2, iter_out=1, iter_in=2, init_count=1, dst_in=1, src_in=2, push_next)
    vdla.isa.nop load(push_next)
    vdla.isa.store narrow(dram=@y, y=1, x=2, stride=2, saturate, pop_prev, push_prev)
    vdla.isa.finish(pop_prev, pop_next)
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  // expected-error @below {{(V6) the program is stuck: instruction 0 (finish) waits for a token from load to compute, which no instruction pushes}}
  vdla.program @stuck {
    vdla.isa.finish(pop_prev)
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  // expected-error @below {{(V8) expected the last instruction to be a finish, got none}}
  vdla.program @empty {}
}

// -----

// Tokens that are values: nops that carry them count as the instruction that waits.
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @tokens {
    vdla.buffer @x in 128
    vdla.buffer @y out 128
    %a:2 = vdla.token.load inp(dram=@x, y=1, x=2, stride=2) : () -> (!vdla.token<load, compute>, !vdla.token<load, compute>)
    // expected-error @below {{(V11) instruction 2 (store) reads acc[0] and 0 more elements that no instruction before it writes; load or initialise them}}
    %y = vdla.token.store narrow(dram=@y, y=1, x=1) : () -> !vdla.token<store, compute>
    vdla.token.finish() after(%a#0, %a#1, %y) : (!vdla.token<load, compute>, !vdla.token<load, compute>, !vdla.token<store, compute>) -> ()
  }
}

// -----

// Operations on tiles, which have no positions yet.
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @tiles {
    vdla.buffer @x in 64
    vdla.buffer @y out 64
    %x = vdla.alloc : memref<4x1x16xi8, #vdla.mem<inp>>
    %w = vdla.alloc : memref<1x16x16xi8, #vdla.mem<wgt>>
    %y = vdla.alloc : memref<4x1x16xi32, #vdla.mem<acc>>
    // expected-error @below {{(V4) instruction 1 (load): expected it to end in the 4 elements of 16 bytes of buffer x, got 5}}
    vdla.load inp(dram=@x+1, y=1, x=4, stride=4) on(%x) : memref<4x1x16xi8, #vdla.mem<inp>>
    // expected-error @below {{(V11) instruction 2 (gemm) reads inp[0]}}
    // expected-error @below {{(V11) instruction 2 (gemm) reads wgt[0] and 0 more elements that no instruction before it writes; load or initialise them}}
    vdla.gemm mac(iter_out=1, iter_in=4, init_count=1, dst_in=1, src_in=0) uops [(0, 0, 0)] on(%y, %x, %w)
        : memref<4x1x16xi32, #vdla.mem<acc>>, memref<4x1x16xi8, #vdla.mem<inp>>, memref<1x16x16xi8, #vdla.mem<wgt>>
    // expected-error @below {{(V8) expected the last instruction to be a finish, got instruction 3 (store)}}
    vdla.store narrow(dram=@y, y=1, x=4, stride=4, saturate) on(%y) : memref<4x1x16xi32, #vdla.mem<acc>>
  }
}

// -----

// A note at the program's first instruction.
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @first {
    vdla.buffer @x in 16
    vdla.buffer @y out 16
    // expected-note @below {{instruction 0 (load)}}
    vdla.isa.load acc_narrow(dram=@x, y=1, x=1)
    // expected-error @below {{(V9) instruction 1 (store) reads acc[0], which instruction 0 (load) writes, and no token orders them}}
    vdla.isa.store narrow(dram=@y, y=1, x=1, push_prev)
    vdla.isa.finish(pop_next)
  }
}

// -----

// Tiles that have no place together, and positions that the machine cannot be told.
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @full {
    // expected-note @below {{needed at the same time: 1500 elements at 0}}
    %a = vdla.alloc : memref<1500x1x16xi8, #vdla.mem<inp>>
    // expected-error @below {{'vdla.alloc' op (A5) expected room for 1500 of the 2048 elements of inp}}
    %b = vdla.alloc : memref<1500x1x16xi8, #vdla.mem<inp>>
    vdla.load inp(y=1, x=4) on(%a) : memref<1500x1x16xi8, #vdla.mem<inp>>
    vdla.load inp(y=1, x=4) on(%b) : memref<1500x1x16xi8, #vdla.mem<inp>>
    vdla.load inp(y=1, x=4) on(%a) : memref<1500x1x16xi8, #vdla.mem<inp>>
    vdla.finish()
  }
}

// -----

module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @wide {
    %y = vdla.alloc : memref<2x1x16xi32, #vdla.mem<acc>>
    // expected-error @below {{'vdla.alu' op (I2) expected src of a micro-op from 0 to 2047, got 2048}}
    vdla.alu max(iter_out=1, iter_in=1, use_imm) uops [(0, 2048, 0)] on(%y) : memref<2x1x16xi32, #vdla.mem<acc>>
    vdla.finish()
  }
}

// -----

// Tokens that no queue hands out in this order.
module attributes {dlti.target_system_spec = #dlti.target_system_spec<
    "vdla" = #dlti.target_device_spec<"config" = #vdla.config<"paper">>>} {
  vdla.program @cross {
    // expected-note @below {{gives one that comes before}}
    %a = vdla.token.load inp() : () -> !vdla.token<load, compute>
    // expected-note @below {{gives the token that it takes}}
    %b = vdla.token.load wgt() : () -> !vdla.token<load, compute>
    // expected-error @below {{'vdla.token.alu' op (Q5) expected tokens from load to compute to be taken in the order in which they are given}}
    vdla.token.alu add() after(%b) : (!vdla.token<load, compute>) -> ()
    vdla.token.finish() after(%a) : (!vdla.token<load, compute>) -> ()
  }
}
