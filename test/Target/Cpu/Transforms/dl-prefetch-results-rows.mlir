// RUN: dl-opt %s --dl-prefetch-results=lines-ahead=0 | FileCheck %s

// Four rows are computed together: each line is fetched for the row that the loop is at, by the loop
// that does most.
// CHECK-DAG: #[[ROW:.*]] = affine_map<(d0, d1) -> (d0 * 4 + d1)>
// CHECK-LABEL: func.func @four_rows
// CHECK: scf.for %[[ROWS:.*]] =
// CHECK:   scf.for %[[I:.*]] =
// CHECK:     scf.for
// CHECK:       %[[J:.*]] = affine.apply
// CHECK:       %[[AT:.*]] = affine.apply #[[ROW]](%[[ROWS]], %[[I]])
// CHECK:       %[[A:.*]] = affine.apply {{.*}}(%[[J]])
// CHECK:       memref.prefetch %arg1[%[[AT]], %[[A]]], write
// CHECK:       %[[B:.*]] = affine.apply {{.*}}(%[[J]])
// CHECK:       memref.prefetch %arg1[%[[AT]], %[[B]]], write
// CHECK:       math.exp
// CHECK-NOT: memref.prefetch
// CHECK:     arith.addf
// CHECK-NOT: memref.prefetch
#row = affine_map<(d0, d1) -> (d0 * 4 + d1)>
#place = affine_map<(d0) -> (d0 * 32)>
func.func @four_rows(%x: memref<4096x1024xf32>, %y: memref<4096x1024xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c32 = arith.constant 32 : index
  %c1024 = arith.constant 1024 : index
  %zero = arith.constant 0.0 : f32
  %zeros = arith.constant dense<0.0> : vector<32xf32>
  %rows = memref.alloca() : memref<4x1024xf32>
  %sums = memref.alloca() : memref<4x32xf32>
  scf.for %o = %c0 to %c1024 step %c1 {
    scf.for %i = %c0 to %c4 step %c1 {
      scf.for %k = %c0 to %c32 step %c1 {
        %j = affine.apply #place(%k)
        %r = affine.apply #row(%o, %i)
        %v = vector.transfer_read %x[%r, %j], %zero {in_bounds = [true]} : memref<4096x1024xf32>, vector<32xf32>
        %e = math.exp %v : vector<32xf32>
        vector.transfer_write %e, %rows[%i, %j] {in_bounds = [true]} : vector<32xf32>, memref<4x1024xf32>
      }
    }
    scf.for %i = %c0 to %c4 step %c1 {
      %s = scf.for %k = %c0 to %c32 step %c1 iter_args(%a = %zeros) -> vector<32xf32> {
        %j = affine.apply #place(%k)
        %v = vector.transfer_read %rows[%i, %j], %zero {in_bounds = [true]} : memref<4x1024xf32>, vector<32xf32>
        %b = arith.addf %a, %v : vector<32xf32>
        scf.yield %b : vector<32xf32>
      }
      vector.transfer_write %s, %sums[%i, %c0] {in_bounds = [true]} : vector<32xf32>, memref<4x32xf32>
    }
    scf.for %i = %c0 to %c4 step %c1 {
      scf.for %k = %c0 to %c32 step %c1 {
        %j = affine.apply #place(%k)
        %v = vector.transfer_read %rows[%i, %j], %zero {in_bounds = [true]} : memref<4x1024xf32>, vector<32xf32>
        %r = affine.apply #row(%o, %i)
        vector.transfer_write %v, %y[%r, %j] {in_bounds = [true]} : vector<32xf32>, memref<4096x1024xf32>
      }
    }
  }
  return
}

// Rows that are known only where they are written are not fetched.
// CHECK-LABEL: func.func @later_row
// CHECK-NOT: memref.prefetch
func.func @later_row(%x: memref<4096x1024xf32>, %y: memref<4096x1024xf32>, %at: memref<4096xindex>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c32 = arith.constant 32 : index
  %zero = arith.constant 0.0 : f32
  %rows = memref.alloca() : memref<4x1024xf32>
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %k = %c0 to %c32 step %c1 {
      %j = affine.apply #place(%k)
      %v = vector.transfer_read %x[%i, %j], %zero {in_bounds = [true]} : memref<4096x1024xf32>, vector<32xf32>
      vector.transfer_write %v, %rows[%i, %j] {in_bounds = [true]} : vector<32xf32>, memref<4x1024xf32>
    }
  }
  scf.for %i = %c0 to %c4 step %c1 {
    %r = memref.load %at[%i] : memref<4096xindex>
    scf.for %k = %c0 to %c32 step %c1 {
      %j = affine.apply #place(%k)
      %v = vector.transfer_read %rows[%i, %j], %zero {in_bounds = [true]} : memref<4x1024xf32>, vector<32xf32>
      vector.transfer_write %v, %y[%r, %j] {in_bounds = [true]} : vector<32xf32>, memref<4096x1024xf32>
    }
  }
  return
}
