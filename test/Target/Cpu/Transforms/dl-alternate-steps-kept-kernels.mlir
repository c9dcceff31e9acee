// RUN: dl-opt %s --dl-set-target=cpu=znver4 --dl-alternate-steps --split-input-file | FileCheck %s
// Kernels whose panels have an order. The nearer caches of this CPU have 1 MiB.

// CHECK-NOT: _backwards

// Sums that grow in the result.
func.func private @gemm(%x: memref<64xf32>, %w: memref<16x32768xf32>, %y: memref<16x16xf32> {te.destination}) attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c16 = arith.constant 16 : index
  %z = arith.constant 0.0 : f32
  scf.for %p = %c0 to %c16 step %c1 {
    %v = vector.transfer_read %w[%p, %c0], %z {in_bounds = [true]} : memref<16x32768xf32>, vector<16xf32>
    %s = vector.transfer_read %y[%c0, %c0], %z {in_bounds = [true]} : memref<16x16xf32>, vector<16xf32>
    %a = arith.addf %s, %v : vector<16xf32>
    vector.transfer_write %a, %y[%c0, %c0] {in_bounds = [true]} : vector<16xf32>, memref<16x16xf32>
  }
  return
}
func.func @main(%x: memref<64xf32>, %w: memref<16x32768xf32>, %y: memref<16x16xf32> {te.destination}, %far: memref<262144xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  scf.for %t = %c0 to %c16 step %c1 {
    func.call @gemm(%x, %w, %y) : (memref<64xf32>, memref<16x32768xf32>, memref<16x16xf32>) -> ()
  }
  return
}

// -----

// Data say where it is written.
func.func private @gemm(%x: memref<64xf32>, %w: memref<16x32768xf32>, %y: memref<16x16xf32> {te.destination}) attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c16 = arith.constant 16 : index
  %z = arith.constant 0.0 : f32
  scf.for %p = %c0 to %c16 step %c1 {
    %v = vector.transfer_read %w[%p, %c0], %z {in_bounds = [true]} : memref<16x32768xf32>, vector<16xf32>
    %e = memref.load %x[%p] : memref<64xf32>
    %i = arith.fptoui %e : f32 to i32
    %j = arith.index_cast %i : i32 to index
    vector.transfer_write %v, %y[%j, %c0] {in_bounds = [true]} : vector<16xf32>, memref<16x16xf32>
  }
  return
}
func.func @main(%x: memref<64xf32>, %w: memref<16x32768xf32>, %y: memref<16x16xf32> {te.destination}, %far: memref<262144xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  scf.for %t = %c0 to %c16 step %c1 {
    func.call @gemm(%x, %w, %y) : (memref<64xf32>, memref<16x32768xf32>, memref<16x16xf32>) -> ()
  }
  return
}

// -----

// They say it through a view.
func.func private @gemm(%x: memref<64xf32>, %w: memref<16x32768xf32>, %y: memref<16x16xf32> {te.destination}) attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c16 = arith.constant 16 : index
  %z = arith.constant 0.0 : f32
  scf.for %p = %c0 to %c16 step %c1 {
    %v = vector.transfer_read %w[%p, %c0], %z {in_bounds = [true]} : memref<16x32768xf32>, vector<16xf32>
    %e = memref.load %x[%p] : memref<64xf32>
    %i = arith.fptoui %e : f32 to i32
    %j = arith.index_cast %i : i32 to index
    %s = memref.subview %y[%j, 0] [1, 16] [1, 1] : memref<16x16xf32> to memref<16xf32, strided<[1], offset: ?>>
    vector.transfer_write %v, %s[%c0] {in_bounds = [true]} : vector<16xf32>, memref<16xf32, strided<[1], offset: ?>>
  }
  return
}
func.func @main(%x: memref<64xf32>, %w: memref<16x32768xf32>, %y: memref<16x16xf32> {te.destination}, %far: memref<262144xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  scf.for %t = %c0 to %c16 step %c1 {
    func.call @gemm(%x, %w, %y) : (memref<64xf32>, memref<16x32768xf32>, memref<16x16xf32>) -> ()
  }
  return
}

// -----

// What a call does is not known.
func.func private @gemm(%x: memref<64xf32>, %w: memref<16x32768xf32>, %y: memref<16x16xf32> {te.destination}) attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c16 = arith.constant 16 : index
  %z = arith.constant 0.0 : f32
  scf.for %p = %c0 to %c16 step %c1 {
    %v = vector.transfer_read %w[%p, %c0], %z {in_bounds = [true]} : memref<16x32768xf32>, vector<16xf32>
    func.call @unknown() : () -> ()
    vector.transfer_write %v, %y[%p, %c0] {in_bounds = [true]} : vector<16xf32>, memref<16x16xf32>
  }
  return
}
func.func @main(%x: memref<64xf32>, %w: memref<16x32768xf32>, %y: memref<16x16xf32> {te.destination}, %far: memref<262144xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  scf.for %t = %c0 to %c16 step %c1 {
    func.call @gemm(%x, %w, %y) : (memref<64xf32>, memref<16x32768xf32>, memref<16x16xf32>) -> ()
  }
  return
}
func.func private @unknown()

// -----

// Two loops go through the weights.
func.func private @gemm(%x: memref<64xf32>, %w: memref<16x32768xf32>, %y: memref<16x16xf32> {te.destination}) attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c16 = arith.constant 16 : index
  %z = arith.constant 0.0 : f32
  scf.for %p = %c0 to %c16 step %c1 {
    %v = vector.transfer_read %w[%p, %c0], %z {in_bounds = [true]} : memref<16x32768xf32>, vector<16xf32>
    vector.transfer_write %v, %y[%p, %c0] {in_bounds = [true]} : vector<16xf32>, memref<16x16xf32>
  }
  scf.for %p = %c0 to %c16 step %c1 {
    %v = vector.transfer_read %w[%p, %c0], %z {in_bounds = [true]} : memref<16x32768xf32>, vector<16xf32>
    vector.transfer_write %v, %y[%p, %c0] {in_bounds = [true]} : vector<16xf32>, memref<16x16xf32>
  }
  return
}
func.func @main(%x: memref<64xf32>, %w: memref<16x32768xf32>, %y: memref<16x16xf32> {te.destination}, %far: memref<262144xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  scf.for %t = %c0 to %c16 step %c1 {
    func.call @gemm(%x, %w, %y) : (memref<64xf32>, memref<16x32768xf32>, memref<16x16xf32>) -> ()
  }
  return
}

// -----

// The loop hands something on.
func.func private @gemm(%x: memref<64xf32>, %w: memref<16x32768xf32>, %y: memref<16x16xf32> {te.destination}) attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c16 = arith.constant 16 : index
  %z = arith.constant 0.0 : f32
  %last = scf.for %p = %c0 to %c16 step %c1 iter_args(%s = %z) -> f32 {
    %v = vector.transfer_read %w[%p, %c0], %z {in_bounds = [true]} : memref<16x32768xf32>, vector<16xf32>
    vector.transfer_write %v, %y[%p, %c0] {in_bounds = [true]} : vector<16xf32>, memref<16x16xf32>
    %n = arith.addf %s, %z : f32
    scf.yield %n : f32
  }
  return
}
func.func @main(%x: memref<64xf32>, %w: memref<16x32768xf32>, %y: memref<16x16xf32> {te.destination}, %far: memref<262144xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  scf.for %t = %c0 to %c16 step %c1 {
    func.call @gemm(%x, %w, %y) : (memref<64xf32>, memref<16x32768xf32>, memref<16x16xf32>) -> ()
  }
  return
}

// -----

// A buffer that is chosen.
func.func private @gemm(%x: memref<64xf32>, %w: memref<16x32768xf32>, %y: memref<16x16xf32> {te.destination}) attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c16 = arith.constant 16 : index
  %z = arith.constant 0.0 : f32
  scf.for %p = %c0 to %c16 step %c1 {
    %v = vector.transfer_read %w[%p, %c0], %z {in_bounds = [true]} : memref<16x32768xf32>, vector<16xf32>
    %o = arith.cmpi eq, %p, %c0 : index
    %b = arith.select %o, %y, %y : memref<16x16xf32>
    %s = vector.transfer_read %b[%c0, %c0], %z {in_bounds = [true]} : memref<16x16xf32>, vector<16xf32>
    %a = arith.addf %s, %v : vector<16xf32>
    vector.transfer_write %a, %b[%c0, %c0] {in_bounds = [true]} : vector<16xf32>, memref<16x16xf32>
  }
  return
}
func.func @main(%x: memref<64xf32>, %w: memref<16x32768xf32>, %y: memref<16x16xf32> {te.destination}, %far: memref<262144xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  scf.for %t = %c0 to %c16 step %c1 {
    func.call @gemm(%x, %w, %y) : (memref<64xf32>, memref<16x32768xf32>, memref<16x16xf32>) -> ()
  }
  return
}

// -----

// A buffer that a loop carries.
func.func private @gemm(%x: memref<64xf32>, %w: memref<16x32768xf32>, %y: memref<16x16xf32> {te.destination}) attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c16 = arith.constant 16 : index
  %z = arith.constant 0.0 : f32
  scf.for %p = %c0 to %c16 step %c1 {
    %v = vector.transfer_read %w[%p, %c0], %z {in_bounds = [true]} : memref<16x32768xf32>, vector<16xf32>
    %l = scf.for %q = %c0 to %c3 step %c1 iter_args(%b = %y) -> memref<16x16xf32> {
      %s = vector.transfer_read %b[%q, %c0], %z {in_bounds = [true]} : memref<16x16xf32>, vector<16xf32>
      %a = arith.addf %s, %v : vector<16xf32>
      vector.transfer_write %a, %b[%q, %c0] {in_bounds = [true]} : vector<16xf32>, memref<16x16xf32>
      scf.yield %b : memref<16x16xf32>
    }
  }
  return
}
func.func @main(%x: memref<64xf32>, %w: memref<16x32768xf32>, %y: memref<16x16xf32> {te.destination}, %far: memref<262144xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  scf.for %t = %c0 to %c16 step %c1 {
    func.call @gemm(%x, %w, %y) : (memref<64xf32>, memref<16x32768xf32>, memref<16x16xf32>) -> ()
  }
  return
}

// -----

// A loop carries where it is written.
func.func private @gemm(%x: memref<64xindex>, %w: memref<16x32768xf32>, %y: memref<16x16xf32> {te.destination}) attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %z = arith.constant 0.0 : f32
  scf.for %p = %c0 to %c16 step %c1 {
    %v = vector.transfer_read %w[%p, %c0], %z {in_bounds = [true]} : memref<16x32768xf32>, vector<16xf32>
    %l = scf.for %q = %c0 to %c16 step %c1 iter_args(%i = %c0) -> index {
      vector.transfer_write %v, %y[%i, %c0] {in_bounds = [true]} : vector<16xf32>, memref<16x16xf32>
      %n = memref.load %x[%p] : memref<64xindex>
      scf.yield %n : index
    }
  }
  return
}
func.func @main(%x: memref<64xindex>, %w: memref<16x32768xf32>, %y: memref<16x16xf32> {te.destination}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  scf.for %t = %c0 to %c16 step %c1 {
    func.call @gemm(%x, %w, %y) : (memref<64xindex>, memref<16x32768xf32>, memref<16x16xf32>) -> ()
  }
  return
}
