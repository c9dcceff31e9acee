// RUN: %cc -shared -fPIC %S/Inputs/extern.c -o %t.so
// RUN: %cc -c %S/Inputs/extern.c -o %t.o
// RUN: split-file %s %t
// RUN: dl-opt %t/good.mlir --dl-lower-externs=libraries=%t.so | FileCheck %s
// RUN: dl-opt %t/good.mlir --dl-lower-externs=libraries=%t.o | FileCheck %s
// RUN: dl-opt %t/bad.mlir --split-input-file --verify-diagnostics --dl-lower-externs=libraries=%t.so \
// RUN:   | FileCheck %s --check-prefix=REFUSED --allow-empty
// RUN: dl-opt %t/refused.mlir --split-input-file --verify-diagnostics --dl-lower-externs \
// RUN:   | FileCheck %s --check-prefix=REFUSED --allow-empty
// RUN: not dl-opt %t/good.mlir --dl-lower-externs=libraries=%t/none.so 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: not dl-opt %t/good.mlir --dl-lower-externs=libraries=%s 2>&1 | FileCheck %s --check-prefix=MISSING

// A function of a library or an object, found by its symbol.
// CHECK: func.func private @scale_rows(memref<3x4xf32>, memref<3x4xf32>, memref<3xf32>)
// CHECK-LABEL: func.func @twice
// CHECK-COUNT-2: call @scale_rows(%{{.*}}, %{{.*}}, %{{.*}}) : (memref<3x4xf32>, memref<3x4xf32>, memref<3xf32>) -> ()
// CHECK-NOT: te.extern
// REFUSED-NOT: {{[a-z]}}
// MISSING: error: expected a library with functions to call at '{{.*}}', got:

//--- good.mlir
func.func @twice(%x: memref<3x4xf32>, %y: memref<3x4xf32>, %z: memref<3x4xf32>, %s: memref<3xf32>) {
  te.extern "a" @scale_rows(%x) into(%y, %s : memref<3x4xf32>, memref<3xf32>) : (memref<3x4xf32>) -> ()
  te.extern "b" @scale_rows(%y) into(%z, %s : memref<3x4xf32>, memref<3xf32>) : (memref<3x4xf32>) -> ()
  return
}

//--- bad.mlir
// Data, functions of one file and functions of other libraries are none to call.
func.func @data(%x: memref<4xf32>) {
  // expected-error @+1 {{expected @not_a_function to be a function of one of the libraries given by 'extern-libraries'; none of the 1 defines it}}
  te.extern "a" @not_a_function() into(%x : memref<4xf32>) : () -> ()
  return
}

// -----

func.func @hidden(%x: memref<4xf32>) {
  // expected-error @+1 {{expected @scale_by to be a function of one of the libraries}}
  te.extern "a" @scale_by() into(%x : memref<4xf32>) : () -> ()
  return
}

// -----

func.func @other(%x: memref<4xf32>) {
  // expected-error @+1 {{expected @system to be a function of one of the libraries}}
  te.extern "a" @system() into(%x : memref<4xf32>) : () -> ()
  return
}

// -----

func.func @types(%x: memref<4xf32>, %y: memref<5xf32>) {
  // expected-note @+1 {{the other one}}
  te.extern "a" @scale_rows() into(%x : memref<4xf32>) : () -> ()
  // expected-error @+1 {{expected @scale_rows to be called with one type, '(memref<5xf32>) -> ()', and not to be defined in the module}}
  te.extern "b" @scale_rows() into(%y : memref<5xf32>) : () -> ()
  return
}

// -----

func.func @part(%x: memref<4xf32, strided<[2]>>) {
  // expected-error @+1 {{expected whole tensors, which are row-major, got 'memref<4xf32, strided<[2]>>'}}
  te.extern "a" @scale_rows() into(%x : memref<4xf32, strided<[2]>>) : () -> ()
  return
}

// -----

func.func @tensors(%x: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{expected to be on buffers; bufferize before}}
  %y = te.extern "a" @scale_rows(%x) : (tensor<4xf32>) -> tensor<4xf32>
  return %y : tensor<4xf32>
}

//--- refused.mlir
func.func @refused(%x: memref<4xf32>) {
  // expected-error @+1 {{must not call @scale_rows: calls of C functions are allowed only by the option 'extern-libraries', which names the libraries that have them}}
  te.extern "a" @scale_rows() into(%x : memref<4xf32>) : () -> ()
  return
}
