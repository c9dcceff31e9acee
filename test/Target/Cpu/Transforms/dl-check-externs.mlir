// RUN: dl-opt %s --dl-check-externs --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=PRINTED
// RUN: %cc -shared -x c -o %t.so - < %S/Inputs/externs.c
// RUN: dl-opt %S/Inputs/externs.mlir --dl-check-externs=libraries=%t.so | FileCheck %s
// RUN: not dl-opt %S/Inputs/externs.mlir --dl-check-externs=libraries=%s 2>&1 | FileCheck %s --check-prefix=NOLIB
// RUN: not dl-opt %S/Inputs/externs.mlir --dl-check-externs=libraries=%dl_lib/libDLCompiler.so 2>&1 | FileCheck %s --check-prefix=LACKS
// What is refused is not printed.
// PRINTED-COUNT-1: {{^module}}
// PRINTED-NOT: {{^module}}

// CHECK: @scale
// NOLIB: expected a library with functions to call at
// LACKS: 'func.func' op must not refer to @scale: neither the module nor one of the 1 libraries given by 'extern-libraries' defines it

// expected-error @below {{'func.func' op must not refer to @abort, which the module does not define: name the library that has it by the option 'extern-libraries'}}
func.func private @abort()

// -----

// expected-error @below {{'llvm.func' op must not refer to @system}}
llvm.func @system(!llvm.ptr) -> i32

// -----

// expected-error @below {{'memref.global' op must not refer to @environ}}
memref.global "private" @environ : memref<4xi64>

// -----

// expected-error @below {{'llvm.mlir.global' op must not refer to @stdout}}
llvm.mlir.global external @stdout() : !llvm.ptr

// -----

// Inside of a module in the module, too.
module @inner {
  // expected-error @below {{'func.func' op must not refer to @exit}}
  func.func private @exit(i32)
}

// -----

// A name of libm's is not all that ends as one for float.
// expected-error @below {{'func.func' op must not refer to @printf}}
func.func private @printf(!llvm.ptr)

// -----

// What the compiler declares itself, and what the module defines.
func.func private @sinf(f32) -> f32
func.func private @tanh(f64) -> f64
llvm.func @memcpy(!llvm.ptr, !llvm.ptr, i64) -> !llvm.ptr
func.func private @dlc_kernel_begin(!llvm.ptr, i32)
func.func private @dlc_kernel_end(!llvm.ptr, i32)
llvm.func @_ZGVdN8v_sinf(vector<8xf32>) -> vector<8xf32>
llvm.func @llvm.fabs.f32(f32) -> f32
llvm.mlir.global internal @number() : i32 {
  %0 = llvm.mlir.constant(1 : i32) : i32
  llvm.return %0 : i32
}
memref.global "private" @table : memref<2xf32> = dense<1.0>
memref.global "private" @space : memref<2xf32> = uninitialized
llvm.mlir.global internal constant @text("abc")
func.func @main() { return }
