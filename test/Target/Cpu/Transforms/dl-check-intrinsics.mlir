// RUN: dl-opt %s --dl-check-intrinsics --split-input-file --verify-diagnostics

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
