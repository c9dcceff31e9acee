// RUN: dl-opt %s --dl-set-target=cpu=znver4 --dl-alternate-steps --split-input-file | FileCheck %s
// What stays as it is. The nearer caches of this CPU have 1 MiB.

// CHECK-NOT: _backwards

// Weights that the nearer caches hold, and far more of them.
func.func private @gemm(%x: memref<64xf32>, %w: memref<16x16384xf32>, %y: memref<16x16xf32> {te.destination}) attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c16 = arith.constant 16 : index
  %z = arith.constant 0.0 : f32
  scf.for %p = %c0 to %c16 step %c1 {
    %v = vector.transfer_read %w[%p, %c0], %z {in_bounds = [true]} : memref<16x16384xf32>, vector<16xf32>
    vector.transfer_write %v, %y[%p, %c0] {in_bounds = [true]} : vector<16xf32>, memref<16x16xf32>
  }
  return
}
func.func @main(%x: memref<64xf32>, %w: memref<16x16384xf32>, %y: memref<16x16xf32> {te.destination}, %far: memref<262144xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  scf.for %t = %c0 to %c16 step %c1 {
    func.call @gemm(%x, %w, %y) : (memref<64xf32>, memref<16x16384xf32>, memref<16x16xf32>) -> ()
  }
  return
}

// -----

// Of 16 times what they hold, and one row more.
func.func private @gemm(%x: memref<64xf32>, %w: memref<513x8192xf32>, %y: memref<16x16xf32> {te.destination}) attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c16 = arith.constant 16 : index
  %z = arith.constant 0.0 : f32
  scf.for %p = %c0 to %c16 step %c1 {
    %v = vector.transfer_read %w[%p, %c0], %z {in_bounds = [true]} : memref<513x8192xf32>, vector<16xf32>
    vector.transfer_write %v, %y[%p, %c0] {in_bounds = [true]} : vector<16xf32>, memref<16x16xf32>
  }
  return
}
func.func @main(%x: memref<64xf32>, %w: memref<513x8192xf32>, %y: memref<16x16xf32> {te.destination}, %far: memref<262144xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  scf.for %t = %c0 to %c16 step %c1 {
    func.call @gemm(%x, %w, %y) : (memref<64xf32>, memref<513x8192xf32>, memref<16x16xf32>) -> ()
  }
  return
}

// -----

// Two steps.
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
  return
}
func.func @main(%x: memref<64xf32>, %w: memref<16x32768xf32>, %y: memref<16x16xf32> {te.destination}, %far: memref<262144xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  scf.for %t = %c0 to %c2 step %c1 {
    func.call @gemm(%x, %w, %y) : (memref<64xf32>, memref<16x32768xf32>, memref<16x16xf32>) -> ()
  }
  return
}

// -----

// Three panels.
func.func private @gemm(%x: memref<64xf32>, %w: memref<16x32768xf32>, %y: memref<16x16xf32> {te.destination}) attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c16 = arith.constant 16 : index
  %z = arith.constant 0.0 : f32
  scf.for %p = %c0 to %c3 step %c1 {
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

// What else a step touches drives them out.
func.func private @gemm(%x: memref<196609xf32>, %w: memref<16x32768xf32>, %y: memref<16x16xf32> {te.destination}) attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c16 = arith.constant 16 : index
  %z = arith.constant 0.0 : f32
  scf.for %p = %c0 to %c16 step %c1 {
    %v = vector.transfer_read %w[%p, %c0], %z {in_bounds = [true]} : memref<16x32768xf32>, vector<16xf32>
    vector.transfer_write %v, %y[%p, %c0] {in_bounds = [true]} : vector<16xf32>, memref<16x16xf32>
  }
  return
}
func.func @main(%x: memref<196609xf32>, %w: memref<16x32768xf32>, %y: memref<16x16xf32> {te.destination}, %far: memref<262144xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  scf.for %t = %c0 to %c16 step %c1 {
    func.call @gemm(%x, %w, %y) : (memref<196609xf32>, memref<16x32768xf32>, memref<16x16xf32>) -> ()
  }
  return
}

// -----

// Of a kernel without loops nothing is read twice.
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
  return
}
func.func @main(%x: memref<64xf32>, %w: memref<16x32768xf32>, %y: memref<16x16xf32> {te.destination}, %far: memref<262144xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  func.call @gemm(%x, %w, %y) : (memref<64xf32>, memref<16x32768xf32>, memref<16x16xf32>) -> ()
  return
}

// -----

// No kernel of tensor expressions.
func.func private @gemm(%x: memref<64xf32>, %w: memref<16x32768xf32>, %y: memref<16x16xf32> {te.destination})  {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c16 = arith.constant 16 : index
  %z = arith.constant 0.0 : f32
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

// The result is an operand as well.
func.func private @gemm(%x: memref<16x16xf32>, %w: memref<16x32768xf32>, %y: memref<16x16xf32> {te.destination}) attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c16 = arith.constant 16 : index
  %z = arith.constant 0.0 : f32
  scf.for %p = %c0 to %c16 step %c1 {
    %v = vector.transfer_read %w[%p, %c0], %z {in_bounds = [true]} : memref<16x32768xf32>, vector<16xf32>
    vector.transfer_write %v, %y[%p, %c0] {in_bounds = [true]} : vector<16xf32>, memref<16x16xf32>
  }
  return
}
func.func @main(%x: memref<16x16xf32>, %w: memref<16x32768xf32>, %y: memref<16x16xf32> {te.destination}, %far: memref<262144xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  scf.for %t = %c0 to %c16 step %c1 {
    func.call @gemm(%y, %w, %y) : (memref<16x16xf32>, memref<16x32768xf32>, memref<16x16xf32>) -> ()
  }
  return
}

// -----

// Weights of a step of their own.
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
  return
}
func.func @main(%x: memref<64xf32>, %w: memref<16x32768xf32>, %y: memref<16x16xf32> {te.destination}, %far: memref<262144xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  scf.for %t = %c0 to %c16 step %c1 {
    %a = memref.alloc() : memref<16x32768xf32>
    func.call @gemm(%x, %a, %y) : (memref<64xf32>, memref<16x32768xf32>, memref<16x16xf32>) -> ()
  }
  return
}

// -----

// The result is one that a loop of the model carries, and an operand may be it.
func.func private @gemm(%x: memref<16x16xf32>, %w: memref<16x32768xf32>, %y: memref<16x16xf32> {te.destination}) attributes {te.kernel} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c16 = arith.constant 16 : index
  %z = arith.constant 0.0 : f32
  scf.for %p = %c0 to %c16 step %c1 {
    %v = vector.transfer_read %w[%p, %c0], %z {in_bounds = [true]} : memref<16x32768xf32>, vector<16xf32>
    vector.transfer_write %v, %y[%p, %c0] {in_bounds = [true]} : vector<16xf32>, memref<16x16xf32>
  }
  return
}
func.func @main(%x: memref<16x16xf32>, %w: memref<16x32768xf32>, %y: memref<16x16xf32> {te.destination}, %far: memref<262144xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  %r = scf.for %t = %c0 to %c16 step %c1 iter_args(%s = %y) -> memref<16x16xf32> {
    func.call @gemm(%y, %w, %s) : (memref<16x16xf32>, memref<16x32768xf32>, memref<16x16xf32>) -> ()
    scf.yield %s : memref<16x16xf32>
  }
  return
}
