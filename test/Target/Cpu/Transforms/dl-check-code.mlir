// RUN: dl-opt %s --dl-check-code --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=PRINTED
// What is refused is not printed.
// PRINTED-COUNT-3: {{^module}}
// PRINTED-NOT: {{^module}}

llvm.func @f() {
  // expected-error @below {{'llvm.inline_asm' op must not hold assembly text, which is not compiled; use vector operations or llvm.call_intrinsic}}
  llvm.inline_asm has_side_effects "nop", "" : () -> ()
  llvm.return
}

// -----

llvm.func @f(%x: f32) -> f32 {
  // expected-error @below {{must not call the intrinsic 'llvm.no.such': LLVM has none of this name}}
  %y = llvm.call_intrinsic "llvm.no.such"(%x) : (f32) -> f32
  llvm.return %y : f32
}

// -----

llvm.func @f() {
  // expected-error @below {{must not call the intrinsic 'llvm.trap': it has effects beyond its operands}}
  llvm.call_intrinsic "llvm.trap"() : () -> ()
  llvm.return
}

// -----

llvm.func @f(%x: i32) -> i32 {
  // expected-error @below {{must not call the intrinsic 'llvm.hexagon.A2.abs': it is one of another target than '}}
  %y = llvm.call_intrinsic "llvm.hexagon.A2.abs"(%x) : (i32) -> i32
  llvm.return %y : i32
}

// -----

// A function of such a name is the intrinsic.
// expected-error @below {{must not call the intrinsic 'llvm.debugtrap': it has effects beyond its operands}}
llvm.func @llvm.debugtrap()

// -----

llvm.func @f(%x: f32, %p: !llvm.ptr, %n: i64) -> f32 {
  %y = llvm.call_intrinsic "llvm.sqrt.f32"(%x) : (f32) -> f32
  llvm.return %y : f32
}

// -----

llvm.mlir.global internal @data() : !llvm.array<1000000 x f32> {
  %0 = llvm.mlir.zero : !llvm.array<1000000 x f32>
  llvm.return %0 : !llvm.array<1000000 x f32>
}
llvm.func @most(%p: !llvm.ptr) {
  %x = llvm.load %p : !llvm.ptr -> !llvm.array<16 x vector<1024xf32>>
  llvm.return
}

// -----

llvm.func @f(%p: !llvm.ptr) {
  // expected-error @below {{'llvm.load' op must not have a value of more than 16384 elements, which LLVM takes apart one by one: 'vector<1099511627776xf32>'; use a loop}}
  %x = llvm.load %p : !llvm.ptr -> vector<1099511627776xf32>
  llvm.return
}

// -----

// More elements than 64 bits count.
// expected-error @below {{must not have a value of more than 16384 elements, which LLVM takes apart one by one: '!llvm.array<4294967296 x array<4294967296 x vector<4xf32>>>'; use a loop}}
llvm.func @f(%x: !llvm.array<4294967296 x array<4294967296 x vector<4xf32>>>) {
  llvm.return
}

// -----

// Members count, not only the first; what is empty counts too.
!t = !llvm.struct<(array<0 x f32>, f32, array<16383 x f32>)>
llvm.func @f(%p: !llvm.ptr) {
  // expected-error @below {{must not have a value of more than 16384 elements}}
  %x = llvm.load %p : !llvm.ptr -> !t
  llvm.return
}

// -----

// Tiles are values: LLVM gives them registers.
llvm.func @f(%m: i16) -> !llvm.x86_amx {
  %t = llvm.call_intrinsic "llvm.x86.tilezero.internal"(%m, %m) : (i16, i16) -> !llvm.x86_amx
  llvm.return %t : !llvm.x86_amx
}

// -----

llvm.func @f(%p: !llvm.ptr) {
  // expected-error @below {{must not call the intrinsic 'llvm.x86.ldtilecfg': it has effects beyond its operands}}
  llvm.call_intrinsic "llvm.x86.ldtilecfg"(%p) : (!llvm.ptr) -> ()
  llvm.return
}
