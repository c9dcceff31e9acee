// RUN: dl-opt %s --dl-hoist-scratch=max-threads=2 --split-input-file --verify-diagnostics \
// RUN:   | FileCheck %s --check-prefix=REFUSED --allow-empty
// REFUSED-NOT: {{[a-z]}}
// RUN: not dl-opt %s --dl-hoist-scratch=max-threads=2 --split-input-file -o /dev/null 2>/dev/null

func.func private @kernel() attributes {te.kernel} {
  // expected-error @+1 {{expected elements of whole bytes in a buffer of kernel @kernel, got 'memref<4xi1>'; let the stage yield i8 and its readers convert that back, or compute it inline}}
  %a = memref.alloc() : memref<4xi1>
  return
}

// -----

func.func private @kernel() attributes {te.kernel} {
  // expected-error @+1 {{expected elements of whole bytes in a buffer of kernel @kernel, got 'memref<4xindex>'; let the stage yield i64 and its readers convert that back, or compute it inline}}
  %a = memref.alloc() : memref<4xindex>
  return
}

// -----

func.func private @kernel() attributes {te.kernel} {
  // expected-error @+1 {{expected a buffer of static shape in kernel @kernel, got 'memref<4x4xf32, strided<[8, 1]>>'; a kernel's scratch is planned at compile time: peel or pad the tail of its loops}}
  %a = memref.alloc() : memref<4x4xf32, strided<[8, 1]>>
  return
}

// -----

func.func private @parallel(%n: index) attributes {te.kernel} {
  scf.forall (%i) in (4) {
    // expected-error @+1 {{expected a buffer of static shape inside a parallel loop of kernel @parallel, got 'memref<?xf32>'; compute the stage at root, or split the axis of unknown extent}}
    %a = memref.alloc(%n) : memref<?xf32>
  }
  return
}

// -----

func.func private @steps(%n: index) attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{expected a kernel's buffers to have one size in all steps of a loop}}
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.alloc(%i) : memref<?xf32>
  }
  return
}
func.func @main(%x: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<4xf32>
  call @steps(%n) : (index) -> ()
  return
}

// -----

// What follows from no operand's size: a value in memory, what is computed from one, a dim of
// another buffer, a dim that is not known.
func.func private @loaded(%x: memref<4xindex>) attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{'memref.load' op expected the sizes of a kernel's buffers to follow from those of its operands}}
  %n = memref.load %x[%c0] : memref<4xindex>
  %a = memref.alloc(%n) : memref<?xf32>
  return
}
func.func @main(%x: memref<4xindex>) {
  call @loaded(%x) : (memref<4xindex>) -> ()
  return
}

// -----

func.func private @computed(%x: memref<4xindex>) attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  // expected-error @+1 {{'memref.load' op expected the sizes of a kernel's buffers to follow from those of its operands}}
  %n = memref.load %x[%c0] : memref<4xindex>
  %m = arith.addi %n, %n : index
  %a = memref.alloc(%m) : memref<?xf32>
  return
}
func.func @main(%x: memref<4xindex>) {
  call @computed(%x) : (memref<4xindex>) -> ()
  return
}

// -----

func.func private @make() -> memref<?xf32>
func.func private @made() attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %b = call @make() : () -> memref<?xf32>
  // expected-error @+1 {{'memref.dim' op expected the sizes of a kernel's buffers to follow from those of its operands}}
  %n = memref.dim %b, %c0 : memref<?xf32>
  %a = memref.alloc(%n) : memref<?xf32>
  return
}
func.func @main() {
  call @made() : () -> ()
  return
}

// -----

func.func private @some_dim(%x: memref<?x?xf32>, %i: index) attributes {te.kernel} {
  // expected-error @+1 {{'memref.dim' op expected the sizes of a kernel's buffers to follow from those of its operands}}
  %n = memref.dim %x, %i : memref<?x?xf32>
  %a = memref.alloc(%n) : memref<?xf32>
  return
}
func.func @main(%x: memref<?x?xf32>, %i: index) {
  call @some_dim(%x, %i) : (memref<?x?xf32>, index) -> ()
  return
}

// -----

// A collapsed operand has one dim.
func.func private @no_dim(%x: memref<?xf32>) attributes {te.kernel} {
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{'memref.dim' op expected the sizes of a kernel's buffers to follow from those of its operands}}
  %n = memref.dim %x, %c1 : memref<?xf32>
  %a = memref.alloc(%n) : memref<?xf32>
  return
}
func.func @main(%x: memref<?x?xf32>) {
  %flat = memref.collapse_shape %x [[0, 1]] : memref<?x?xf32> into memref<?xf32>
  call @no_dim(%flat) : (memref<?xf32>) -> ()
  return
}

// -----

// Parts whose size is bounded are parts of a buffer, but not of elements without bytes, of rows
// that lie apart, of more bytes than a number counts, or of a size that is none.
func.func private @part_of_indices(%n: index) attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{expected a kernel's buffers to have one size in all steps of a loop}}
  scf.for %i = %c0 to %n step %c1 {
    %m = affine.min affine_map<(d0) -> (7, d0)>(%i)
    %a = memref.alloc(%m) : memref<?xindex>
  }
  return
}
func.func @main(%n: index) {
  call @part_of_indices(%n) : (index) -> ()
  return
}

// -----

func.func private @part_of_rows(%n: index) attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{expected a kernel's buffers to have one size in all steps of a loop}}
  scf.for %i = %c0 to %n step %c1 {
    %m = affine.min affine_map<(d0) -> (7, d0)>(%i)
    %a = memref.alloc(%m) : memref<?x8xf32, strided<[16, 1]>>
  }
  return
}
func.func @main(%n: index) {
  call @part_of_rows(%n) : (index) -> ()
  return
}

// -----

func.func private @part_of_too_many(%n: index) attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{expected a kernel's buffers to have one size in all steps of a loop}}
  scf.for %i = %c0 to %n step %c1 {
    %m = affine.min affine_map<(d0) -> (7, d0)>(%i)
    %a = memref.alloc(%m) : memref<?x4611686018427387904xi32>
  }
  return
}
func.func @main(%n: index) {
  call @part_of_too_many(%n) : (index) -> ()
  return
}

// -----

func.func private @part_below_zero(%n: index) attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{expected a kernel's buffers to have one size in all steps of a loop}}
  scf.for %i = %c0 to %n step %c1 {
    %m = affine.min affine_map<(d0) -> (-1, d0)>(%i)
    %a = memref.alloc(%m) : memref<?xf32>
  }
  return
}
func.func @main(%n: index) {
  call @part_below_zero(%n) : (index) -> ()
  return
}
