// Which lines of the next panel an iteration fetches, and in which loop.
// RUN: dl-opt %s --dl-prefetch-operands --canonicalize --cse | FileCheck %s

#four = affine_map<(d0) -> (d0 * 4)>
#sum = affine_map<(d0, d1) -> (d0 + d1)>
#phase = affine_map<(d0, d1) -> (d0 + d1 * 2 - ((d0 + 1) floordiv 2) * 2 + 1)>

// CHECK-DAG: #[[SECOND:.*]] = affine_map<(d0) -> (d0 + 2)>
// CHECK-DAG: #[[LINES:.*]] = affine_map<(d0, d1) -> (d0 * 1024 + d1 * 64)>
// CHECK-DAG: #[[FOURTH:.*]] = affine_map<(d0, d1) -> (d0 * 1024 + d1 * 64 + 48)>
// CHECK-DAG: #[[PAIRS:.*]] = affine_map<(d0) -> (d0 * 32)>
// CHECK-DAG: #[[AFTER:.*]] = affine_map<(d0) -> (d0 + 1)>
// CHECK-DAG: #[[LINE:.*]] = affine_map<(d0) -> (d0 + 16)>
// CHECK-DAG: #[[ROWS:.*]] = affine_map<(d0, d1) -> (d0 * 512 + d1 * 32)>
// CHECK-DAG: #[[ONE:.*]] = affine_map<(d0) -> (d0 * 16)>

// Two rows read panels 2, 4, …, 48: 128 lines in 2 x 16 iterations are four lines each, of the panel
// two behind.
// CHECK-LABEL: func.func @few_rows
// CHECK:       scf.for %[[PANEL:.*]] = %c2 to %c50 step %c2
// CHECK:       scf.for %[[ROW:.*]] = %c0 to %c2 step
// CHECK:       scf.for %[[K:.*]] = %c0 to %c16 step
// CHECK-NEXT:  %[[THEN:.*]] = affine.apply #[[SECOND]](%[[PANEL]])
// CHECK-NEXT:  %[[NEXT:.*]] = arith.minsi %[[THEN]], %c48
// CHECK-NEXT:  %[[A:.*]] = affine.apply #[[LINES]](%[[ROW]], %[[K]])
// CHECK-NEXT:  memref.prefetch %arg0[%[[NEXT]], %c0, %[[A]]], read, locality<2>, data
// CHECK-NEXT:  affine.apply
// CHECK-NEXT:  memref.prefetch
// CHECK-NEXT:  affine.apply
// CHECK-NEXT:  memref.prefetch
// CHECK-NEXT:  %[[D:.*]] = affine.apply #[[FOURTH]](%[[ROW]], %[[K]])
// CHECK-NEXT:  memref.prefetch %arg0[%[[NEXT]], %c0, %[[D]]]
// CHECK-NEXT:  affine.apply
// CHECK-NEXT:  vector.transfer_read
func.func @few_rows(%w: memref<50x64x32xf32>, %y: memref<50x5x32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c16 = arith.constant 16 : index
  %c50 = arith.constant 50 : index
  %zero = arith.constant 0.0 : f32
  %none = arith.constant dense<0.0> : vector<4x32xf32>
  scf.for %p = %c2 to %c50 step %c2 {
    scf.for %r = %c0 to %c2 step %c1 {
      %sum = scf.for %k = %c0 to %c16 step %c1 iter_args(%s = %none) -> (vector<4x32xf32>) {
        %term = affine.apply #four(%k)
        %v = vector.transfer_read %w[%p, %term, %c0], %zero {in_bounds = [true, true]} : memref<50x64x32xf32>, vector<4x32xf32>
        %t = arith.addf %s, %v : vector<4x32xf32>
        scf.yield %t : vector<4x32xf32>
      }
      %row = vector.extract %sum[0] : vector<32xf32> from vector<4x32xf32>
      vector.transfer_write %row, %y[%p, %r, %c0] {in_bounds = [true]} : vector<32xf32>, memref<50x5x32xf32>
    }
  }
  return
}

// Seventy rows fetch two lines each before they read their terms.
// CHECK-LABEL: func.func @many_rows
// CHECK:       scf.for %[[PANEL:.*]] = %c0 to %c50
// CHECK:       scf.for %[[ROW:.*]] = %c0 to %c70
// CHECK-NEXT:  %[[AT:.*]] = affine.apply #[[PAIRS]](%[[ROW]])
// CHECK-NEXT:  %[[PLACE:.*]] = arith.minsi %[[AT]], %c2016
// CHECK-NEXT:  %[[THEN:.*]] = affine.apply #[[AFTER]](%[[PANEL]])
// CHECK-NEXT:  %[[NEXT:.*]] = arith.minsi %[[THEN]], %c49
// CHECK-NEXT:  memref.prefetch %arg0[%[[NEXT]], %c0, %[[PLACE]]], read, locality<2>, data
// CHECK-NEXT:  %[[OTHER:.*]] = affine.apply #[[LINE]](%[[PLACE]])
// CHECK-NEXT:  memref.prefetch %arg0[%[[NEXT]], %c0, %[[OTHER]]], read, locality<2>, data
// CHECK-NEXT:  scf.for %{{.*}} = %c0 to %c16
// CHECK-NOT:   memref.prefetch
func.func @many_rows(%w: memref<50x64x32xf32>, %y: memref<50x70x32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c50 = arith.constant 50 : index
  %c70 = arith.constant 70 : index
  %zero = arith.constant 0.0 : f32
  %none = arith.constant dense<0.0> : vector<4x32xf32>
  scf.for %p = %c0 to %c50 step %c1 {
    scf.for %r = %c0 to %c70 step %c1 {
      %sum = scf.for %k = %c0 to %c16 step %c1 iter_args(%s = %none) -> (vector<4x32xf32>) {
        %term = affine.apply #four(%k)
        %v = vector.transfer_read %w[%p, %term, %c0], %zero {in_bounds = [true, true]} : memref<50x64x32xf32>, vector<4x32xf32>
        %t = arith.addf %s, %v : vector<4x32xf32>
        scf.yield %t : vector<4x32xf32>
      }
      %row = vector.extract %sum[0] : vector<32xf32> from vector<4x32xf32>
      vector.transfer_write %row, %y[%p, %r, %c0] {in_bounds = [true]} : vector<32xf32>, memref<50x70x32xf32>
    }
  }
  return
}

// Pieces of 64 lines, one of each tap, for 40 rows: two lines in each row's iteration of a tap.
// CHECK-LABEL: func.func @taps_of_many_rows
// CHECK:       scf.for %[[PHASE:.*]] = %c0 to %c2
// CHECK:       scf.for %[[ROW:.*]] = %c0 to %c40
// CHECK:       scf.for %[[TAP:.*]] = %c0 to %c20
// CHECK-NEXT:  %[[AT:.*]] = affine.apply #[[PAIRS]](%[[ROW]])
// CHECK-NEXT:  %[[PLACE:.*]] = arith.minsi %[[AT]], %c992
// CHECK-NEXT:  %[[THEN:.*]] = affine.apply #[[AFTER]](%[[PHASE]])
// CHECK-NEXT:  %[[NEXT:.*]] = arith.minsi %[[THEN]], %c1
// CHECK-NEXT:  %[[OF:.*]] = affine.apply #{{.*}}(%[[NEXT]], %[[TAP]])
// CHECK-NEXT:  memref.prefetch %arg0[%[[OF]], %c0, %[[PLACE]]], read, locality<2>, data
// CHECK-NEXT:  %[[OTHER:.*]] = affine.apply #[[LINE]](%[[PLACE]])
// CHECK-NEXT:  memref.prefetch %arg0[%[[OF]], %c0, %[[OTHER]]], read, locality<2>, data
// CHECK-NOT:   memref.prefetch
// CHECK:       scf.for %{{.*}} = %c0 to %c32
func.func @taps_of_many_rows(%w: memref<42x32x32xf32>, %y: memref<2x40x32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c20 = arith.constant 20 : index
  %c32 = arith.constant 32 : index
  %c40 = arith.constant 40 : index
  %zero = arith.constant 0.0 : f32
  %none = arith.constant dense<0.0> : vector<32xf32>
  scf.for %p = %c0 to %c2 step %c1 {
    scf.for %r = %c0 to %c40 step %c1 {
      %sum = scf.for %t = %c0 to %c20 step %c1 iter_args(%s = %none) -> (vector<32xf32>) {
        %tap = affine.apply #phase(%p, %t)
        %of = scf.for %k = %c0 to %c32 step %c1 iter_args(%a = %s) -> (vector<32xf32>) {
          %v = vector.transfer_read %w[%tap, %k, %c0], %zero {in_bounds = [true]} : memref<42x32x32xf32>, vector<32xf32>
          %b = arith.addf %a, %v : vector<32xf32>
          scf.yield %b : vector<32xf32>
        }
        scf.yield %of : vector<32xf32>
      }
      vector.transfer_write %sum, %y[%p, %r, %c0] {in_bounds = [true]} : vector<32xf32>, memref<2x40x32xf32>
    }
  }
  return
}

// Loops of one iteration count for nothing: neither is the one around the rows one over panels, nor
// does the one around the terms end them.
// CHECK-LABEL: func.func @one_iteration
// CHECK:       scf.for %[[PANEL:.*]] = %c0 to %c50
// CHECK:       scf.for %[[ROW:.*]] = %c0 to %c5
// CHECK:       scf.for %[[K:.*]] = %c0 to %c16
// CHECK-NEXT:  %[[AT:.*]] = affine.apply #[[ROWS]](%[[ROW]], %[[K]])
// CHECK-NEXT:  %[[PLACE:.*]] = arith.minsi %[[AT]], %c2016
// CHECK-NEXT:  %[[THEN:.*]] = affine.apply #[[AFTER]](%[[PANEL]])
// CHECK-NEXT:  %[[NEXT:.*]] = arith.minsi %[[THEN]], %c49
// CHECK-NEXT:  memref.prefetch %arg0[%[[NEXT]], %c0, %[[PLACE]]], read, locality<2>, data
// CHECK-NEXT:  affine.apply
// CHECK-NEXT:  memref.prefetch
// CHECK-NOT:   memref.prefetch
func.func @one_iteration(%w: memref<50x64x32xf32>, %y: memref<50x5x32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c16 = arith.constant 16 : index
  %c50 = arith.constant 50 : index
  %zero = arith.constant 0.0 : f32
  %none = arith.constant dense<0.0> : vector<4x32xf32>
  scf.for %p = %c0 to %c50 step %c1 {
    scf.for %q = %c0 to %c1 step %c1 {
      %panel = affine.apply #sum(%p, %q)
      scf.for %r = %c0 to %c5 step %c1 {
        %sum = scf.for %u = %c0 to %c1 step %c1 iter_args(%o = %none) -> (vector<4x32xf32>) {
          %part = scf.for %k = %c0 to %c16 step %c1 iter_args(%s = %o) -> (vector<4x32xf32>) {
            %term = affine.apply #four(%k)
            %v = vector.transfer_read %w[%panel, %term, %c0], %zero {in_bounds = [true, true]} : memref<50x64x32xf32>, vector<4x32xf32>
            %t = arith.addf %s, %v : vector<4x32xf32>
            scf.yield %t : vector<4x32xf32>
          }
          scf.yield %part : vector<4x32xf32>
        }
        %row = vector.extract %sum[0] : vector<32xf32> from vector<4x32xf32>
        vector.transfer_write %row, %y[%p, %r, %c0] {in_bounds = [true]} : vector<32xf32>, memref<50x5x32xf32>
      }
    }
  }
  return
}

// A panel of eight lines, one for each of the eight rows that an unknown number is taken for: later ones
// fetch the last line again.
// CHECK-LABEL: func.func @short_panels
// CHECK:       scf.for %[[PANEL:.*]] = %c0 to %c300
// CHECK:       scf.for %[[ROW:.*]] = %c0 to %arg2
// CHECK-NEXT:  %[[AT:.*]] = affine.apply #[[ONE]](%[[ROW]])
// CHECK-NEXT:  %[[PLACE:.*]] = arith.minsi %[[AT]], %c112
// CHECK-NEXT:  %[[THEN:.*]] = affine.apply #[[AFTER]](%[[PANEL]])
// CHECK-NEXT:  %[[NEXT:.*]] = arith.minsi %[[THEN]], %c299
// CHECK-NEXT:  memref.prefetch %arg0[%[[NEXT]], %c0, %[[PLACE]]], read, locality<2>, data
// CHECK-NOT:   memref.prefetch
func.func @short_panels(%w: memref<300x4x32xf32>, %y: memref<300x?x32xf32>, %rows: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c300 = arith.constant 300 : index
  %zero = arith.constant 0.0 : f32
  scf.for %p = %c0 to %c300 step %c1 {
    scf.for %r = %c0 to %rows step %c1 {
      %v = vector.transfer_read %w[%p, %c0, %c0], %zero {in_bounds = [true, true]} : memref<300x4x32xf32>, vector<4x32xf32>
      %row = vector.extract %v[0] : vector<32xf32> from vector<4x32xf32>
      vector.transfer_write %row, %y[%p, %r, %c0] {in_bounds = [true]} : vector<32xf32>, memref<300x?x32xf32>
    }
  }
  return
}

// A line is 64 bytes: the panels of bytes have as many lines as those of floats.
// CHECK-LABEL: func.func @bytes
// CHECK:       scf.for %[[PANEL:.*]] = %c0 to %c50
// CHECK:       scf.for %[[ROW:.*]] = %c0 to %c70
// CHECK:       %[[PLACE:.*]] = arith.minsi %{{.*}}, %c8064
// CHECK:       %[[NEXT:.*]] = arith.minsi %{{.*}}, %c49
// CHECK-NEXT:  memref.prefetch %arg0[%[[NEXT]], %c0, %[[PLACE]]], read, locality<2>, data : memref<50x64x128xi8>
// CHECK-NEXT:  affine.apply #{{.*}}(%[[PLACE]])
// CHECK-NEXT:  memref.prefetch
// CHECK-NOT:   memref.prefetch
func.func @bytes(%w: memref<50x64x128xi8>, %y: memref<50x70x128xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c50 = arith.constant 50 : index
  %c70 = arith.constant 70 : index
  %zero = arith.constant 0 : i8
  %none = arith.constant dense<0> : vector<4x128xi8>
  scf.for %p = %c0 to %c50 step %c1 {
    scf.for %r = %c0 to %c70 step %c1 {
      %sum = scf.for %k = %c0 to %c16 step %c1 iter_args(%s = %none) -> (vector<4x128xi8>) {
        %term = affine.apply #four(%k)
        %v = vector.transfer_read %w[%p, %term, %c0], %zero {in_bounds = [true, true]} : memref<50x64x128xi8>, vector<4x128xi8>
        %t = arith.addi %s, %v : vector<4x128xi8>
        scf.yield %t : vector<4x128xi8>
      }
      %row = vector.extract %sum[0] : vector<128xi8> from vector<4x128xi8>
      vector.transfer_write %row, %y[%p, %r, %c0] {in_bounds = [true]} : vector<128xi8>, memref<50x70x128xi8>
    }
  }
  return
}
