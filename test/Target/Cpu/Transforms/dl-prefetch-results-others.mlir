// RUN: dl-opt %s --dl-prefetch-results=lines-ahead=0 | FileCheck %s

// Results that are not fetched while they are computed.
#place = affine_map<(d0) -> (d0 * 32)>
// Loops that go from, to or in steps of something else.
// CHECK-LABEL: func.func @begin
// CHECK-NOT: memref.prefetch
func.func @begin(%x: memref<4096x1024xf32>, %y: memref<4096x1024xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c31 = arith.constant 31 : index
  %c32 = arith.constant 32 : index
  %c4096 = arith.constant 4096 : index
  %v = arith.constant dense<1.0> : vector<32xf32>
  %row = memref.alloca() : memref<1024xf32>
  scf.for %i = %c0 to %c4096 step %c1 {
    scf.for %k = %c1 to %c32 step %c1 {
      %j = affine.apply #place(%k)
      vector.transfer_write %v, %row[%j] {in_bounds = [true]} : vector<32xf32>, memref<1024xf32>
    }
    scf.for %k = %c0 to %c32 step %c1 {
      %j = affine.apply #place(%k)
      vector.transfer_write %v, %y[%i, %j] {in_bounds = [true]} : vector<32xf32>, memref<4096x1024xf32>
    }
  }
  return
}
// CHECK-LABEL: func.func @end
// CHECK-NOT: memref.prefetch
func.func @end(%x: memref<4096x1024xf32>, %y: memref<4096x1024xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c31 = arith.constant 31 : index
  %c32 = arith.constant 32 : index
  %c4096 = arith.constant 4096 : index
  %v = arith.constant dense<1.0> : vector<32xf32>
  %row = memref.alloca() : memref<1024xf32>
  scf.for %i = %c0 to %c4096 step %c1 {
    scf.for %k = %c0 to %c31 step %c1 {
      %j = affine.apply #place(%k)
      vector.transfer_write %v, %row[%j] {in_bounds = [true]} : vector<32xf32>, memref<1024xf32>
    }
    scf.for %k = %c0 to %c32 step %c1 {
      %j = affine.apply #place(%k)
      vector.transfer_write %v, %y[%i, %j] {in_bounds = [true]} : vector<32xf32>, memref<4096x1024xf32>
    }
  }
  return
}
// CHECK-LABEL: func.func @step
// CHECK-NOT: memref.prefetch
func.func @step(%x: memref<4096x1024xf32>, %y: memref<4096x1024xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c31 = arith.constant 31 : index
  %c32 = arith.constant 32 : index
  %c4096 = arith.constant 4096 : index
  %v = arith.constant dense<1.0> : vector<32xf32>
  %row = memref.alloca() : memref<1024xf32>
  scf.for %i = %c0 to %c4096 step %c1 {
    scf.for %k = %c0 to %c32 step %c2 {
      %j = affine.apply #place(%k)
      vector.transfer_write %v, %row[%j] {in_bounds = [true]} : vector<32xf32>, memref<1024xf32>
    }
    scf.for %k = %c0 to %c32 step %c1 {
      %j = affine.apply #place(%k)
      vector.transfer_write %v, %y[%i, %j] {in_bounds = [true]} : vector<32xf32>, memref<4096x1024xf32>
    }
  }
  return
}
// A row that the loop itself tells, or that is known after the loop before only.
// CHECK-LABEL: func.func @inside
// CHECK-NOT: memref.prefetch
func.func @inside(%x: memref<4096x1024xf32>, %y: memref<4096x1024xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c31 = arith.constant 31 : index
  %c32 = arith.constant 32 : index
  %c4096 = arith.constant 4096 : index
  %v = arith.constant dense<1.0> : vector<32xf32>
  %row = memref.alloca() : memref<1024xf32>
  scf.for %i = %c0 to %c4096 step %c1 {
    scf.for %k = %c0 to %c32 step %c1 {
      %j = affine.apply #place(%k)
      vector.transfer_write %v, %row[%j] {in_bounds = [true]} : vector<32xf32>, memref<1024xf32>
    }
    scf.for %k = %c0 to %c32 step %c1 {
      %j = affine.apply #place(%k)
      %r = arith.addi %i, %k : index
      vector.transfer_write %v, %y[%r, %j] {in_bounds = [true]} : vector<32xf32>, memref<4096x1024xf32>
    }
  }
  return
}
// CHECK-LABEL: func.func @between
// CHECK-NOT: memref.prefetch
func.func @between(%x: memref<4096x1024xf32>, %y: memref<4096x1024xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c31 = arith.constant 31 : index
  %c32 = arith.constant 32 : index
  %c4096 = arith.constant 4096 : index
  %v = arith.constant dense<1.0> : vector<32xf32>
  %row = memref.alloca() : memref<1024xf32>
  scf.for %i = %c0 to %c4096 step %c1 {
    scf.for %k = %c0 to %c32 step %c1 {
      %j = affine.apply #place(%k)
      vector.transfer_write %v, %row[%j] {in_bounds = [true]} : vector<32xf32>, memref<1024xf32>
    }
    %r = arith.subi %i, %i : index
    scf.for %k = %c0 to %c32 step %c1 {
      %j = affine.apply #place(%k)
      vector.transfer_write %v, %y[%r, %j] {in_bounds = [true]} : vector<32xf32>, memref<4096x1024xf32>
    }
  }
  return
}
// What is no result of the kernel, what has no rows, and what is of unknown size or layout.
// CHECK-LABEL: func.func @own
// CHECK-NOT: memref.prefetch
func.func @own(%x: memref<4096x1024xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c31 = arith.constant 31 : index
  %c32 = arith.constant 32 : index
  %c4096 = arith.constant 4096 : index
  %v = arith.constant dense<1.0> : vector<32xf32>
  %row = memref.alloca() : memref<1024xf32>
  %y = memref.alloc() : memref<4096x1024xf32>
  scf.for %i = %c0 to %c4096 step %c1 {
    scf.for %k = %c0 to %c32 step %c1 {
      %j = affine.apply #place(%k)
      vector.transfer_write %v, %row[%j] {in_bounds = [true]} : vector<32xf32>, memref<1024xf32>
    }
    scf.for %k = %c0 to %c32 step %c1 {
      %j = affine.apply #place(%k)
      vector.transfer_write %v, %y[%i, %j] {in_bounds = [true]} : vector<32xf32>, memref<4096x1024xf32>
    }
  }
  return
}
// CHECK-LABEL: func.func @flat
// CHECK-NOT: memref.prefetch
func.func @flat(%x: memref<4096x1024xf32>, %y: memref<4194304xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c31 = arith.constant 31 : index
  %c32 = arith.constant 32 : index
  %c4096 = arith.constant 4096 : index
  %v = arith.constant dense<1.0> : vector<32xf32>
  %row = memref.alloca() : memref<1024xf32>
  scf.for %i = %c0 to %c4096 step %c1 {
    scf.for %k = %c0 to %c32 step %c1 {
      %j = affine.apply #place(%k)
      vector.transfer_write %v, %row[%j] {in_bounds = [true]} : vector<32xf32>, memref<1024xf32>
    }
    scf.for %k = %c0 to %c32 step %c1 {
      %j = affine.apply #place(%k)
      vector.transfer_write %v, %y[%j] {in_bounds = [true]} : vector<32xf32>, memref<4194304xf32>
    }
  }
  return
}
// CHECK-LABEL: func.func @open
// CHECK-NOT: memref.prefetch
func.func @open(%x: memref<4096x1024xf32>, %y: memref<?x1024xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c31 = arith.constant 31 : index
  %c32 = arith.constant 32 : index
  %c4096 = arith.constant 4096 : index
  %v = arith.constant dense<1.0> : vector<32xf32>
  %row = memref.alloca() : memref<1024xf32>
  scf.for %i = %c0 to %c4096 step %c1 {
    scf.for %k = %c0 to %c32 step %c1 {
      %j = affine.apply #place(%k)
      vector.transfer_write %v, %row[%j] {in_bounds = [true]} : vector<32xf32>, memref<1024xf32>
    }
    scf.for %k = %c0 to %c32 step %c1 {
      %j = affine.apply #place(%k)
      vector.transfer_write %v, %y[%i, %j] {in_bounds = [true]} : vector<32xf32>, memref<?x1024xf32>
    }
  }
  return
}
// CHECK-LABEL: func.func @strided
// CHECK-NOT: memref.prefetch
func.func @strided(%x: memref<4096x1024xf32>, %y: memref<4096x1024xf32, strided<[2048, 1]>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c31 = arith.constant 31 : index
  %c32 = arith.constant 32 : index
  %c4096 = arith.constant 4096 : index
  %v = arith.constant dense<1.0> : vector<32xf32>
  %row = memref.alloca() : memref<1024xf32>
  scf.for %i = %c0 to %c4096 step %c1 {
    scf.for %k = %c0 to %c32 step %c1 {
      %j = affine.apply #place(%k)
      vector.transfer_write %v, %row[%j] {in_bounds = [true]} : vector<32xf32>, memref<1024xf32>
    }
    scf.for %k = %c0 to %c32 step %c1 {
      %j = affine.apply #place(%k)
      vector.transfer_write %v, %y[%i, %j] {in_bounds = [true]} : vector<32xf32>, memref<4096x1024xf32, strided<[2048, 1]>>
    }
  }
  return
}
