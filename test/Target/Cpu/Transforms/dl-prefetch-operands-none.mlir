// RUN: dl-opt %s --dl-prefetch-operands | FileCheck %s

#four = affine_map<(d0) -> (d0 * 4)>

// A panel of 64 x 32 elements that five rows read again is fetched while the one before it is used.
// CHECK-LABEL: func.func @panels(
// CHECK-COUNT-2: memref.prefetch %arg0
func.func @panels(%w: memref<50x64x32xf32>, %y: memref<50x5x32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c16 = arith.constant 16 : index
  %c50 = arith.constant 50 : index
  %zero = arith.constant 0.0 : f32
  %none = arith.constant dense<0.0> : vector<4x32xf32>
  scf.for %p = %c0 to %c50 step %c1 {
    scf.for %r = %c0 to %c5 step %c1 {
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

// Not where a loop has steps of a length that only a run knows, or none.
// CHECK-NOT: memref.prefetch
// CHECK-LABEL: func.func @steps_of_a_run(
func.func @steps_of_a_run(%w: memref<50x64x32xf32>, %n: index, %y: memref<50x5x32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c16 = arith.constant 16 : index
  %c50 = arith.constant 50 : index
  %zero = arith.constant 0.0 : f32
  %none = arith.constant dense<0.0> : vector<4x32xf32>
  scf.for %p = %c0 to %c50 step %c1 {
    scf.for %r = %c0 to %c5 step %c1 {
      %sum = scf.for %k = %c0 to %c16 step %n iter_args(%s = %none) -> (vector<4x32xf32>) {
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

// CHECK-NOT: memref.prefetch
// CHECK-LABEL: func.func @no_rows(
func.func @no_rows(%w: memref<50x64x32xf32>, %y: memref<50x5x32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c16 = arith.constant 16 : index
  %c50 = arith.constant 50 : index
  %zero = arith.constant 0.0 : f32
  %none = arith.constant dense<0.0> : vector<4x32xf32>
  scf.for %p = %c0 to %c50 step %c1 {
    scf.for %r = %c0 to %c0 step %c1 {
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

// Nor in what runs under a condition.
// CHECK-NOT: memref.prefetch
// CHECK-LABEL: func.func @condition(
func.func @condition(%w: memref<50x64x32xf32>, %is: i1, %y: memref<50x5x32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c16 = arith.constant 16 : index
  %c50 = arith.constant 50 : index
  %zero = arith.constant 0.0 : f32
  %none = arith.constant dense<0.0> : vector<4x32xf32>
  scf.for %p = %c0 to %c50 step %c1 {
    scf.for %r = %c0 to %c5 step %c1 {
      scf.if %is {
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
  }
  return
}

// What is no argument is in a cache; of one that may be of any size or place nothing is known.
// CHECK-NOT: memref.prefetch
// CHECK-LABEL: func.func @local(
func.func @local(%y: memref<50x5x32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c16 = arith.constant 16 : index
  %c50 = arith.constant 50 : index
  %zero = arith.constant 0.0 : f32
  %none = arith.constant dense<0.0> : vector<4x32xf32>
  %w = memref.alloc() : memref<50x64x32xf32>
  scf.for %p = %c0 to %c50 step %c1 {
    scf.for %r = %c0 to %c5 step %c1 {
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

// CHECK-NOT: memref.prefetch
// CHECK-LABEL: func.func @open(
func.func @open(%w: memref<?x64x32xf32>, %y: memref<50x5x32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c16 = arith.constant 16 : index
  %c50 = arith.constant 50 : index
  %zero = arith.constant 0.0 : f32
  %none = arith.constant dense<0.0> : vector<4x32xf32>
  scf.for %p = %c0 to %c50 step %c1 {
    scf.for %r = %c0 to %c5 step %c1 {
      %sum = scf.for %k = %c0 to %c16 step %c1 iter_args(%s = %none) -> (vector<4x32xf32>) {
        %term = affine.apply #four(%k)
        %v = vector.transfer_read %w[%p, %term, %c0], %zero {in_bounds = [true, true]} : memref<?x64x32xf32>, vector<4x32xf32>
        %t = arith.addf %s, %v : vector<4x32xf32>
        scf.yield %t : vector<4x32xf32>
      }
      %row = vector.extract %sum[0] : vector<32xf32> from vector<4x32xf32>
      vector.transfer_write %row, %y[%p, %r, %c0] {in_bounds = [true]} : vector<32xf32>, memref<50x5x32xf32>
    }
  }
  return
}

// CHECK-NOT: memref.prefetch
// CHECK-LABEL: func.func @apart(
func.func @apart(%w: memref<50x64x32xf32, strided<[4096, 32, 1]>>, %y: memref<50x5x32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %c16 = arith.constant 16 : index
  %c50 = arith.constant 50 : index
  %zero = arith.constant 0.0 : f32
  %none = arith.constant dense<0.0> : vector<4x32xf32>
  scf.for %p = %c0 to %c50 step %c1 {
    scf.for %r = %c0 to %c5 step %c1 {
      %sum = scf.for %k = %c0 to %c16 step %c1 iter_args(%s = %none) -> (vector<4x32xf32>) {
        %term = affine.apply #four(%k)
        %v = vector.transfer_read %w[%p, %term, %c0], %zero {in_bounds = [true, true]} : memref<50x64x32xf32, strided<[4096, 32, 1]>>, vector<4x32xf32>
        %t = arith.addf %s, %v : vector<4x32xf32>
        scf.yield %t : vector<4x32xf32>
      }
      %row = vector.extract %sum[0] : vector<32xf32> from vector<4x32xf32>
      vector.transfer_write %row, %y[%p, %r, %c0] {in_bounds = [true]} : vector<32xf32>, memref<50x5x32xf32>
    }
  }
  return
}

// CHECK-NOT: memref.prefetch
// Nor of one that loops hand on.
// CHECK-LABEL: func.func @carried(
func.func @carried(%w: memref<50x64x32xf32>, %x: memref<50x64x32xf32>, %y: memref<50x5x32xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  %c16 = arith.constant 16 : index
  %c50 = arith.constant 50 : index
  %zero = arith.constant 0.0 : f32
  %none = arith.constant dense<0.0> : vector<4x32xf32>
  %last:2 = scf.for %i = %c0 to %c2 step %c1 iter_args(%a = %w, %b = %x) -> (memref<50x64x32xf32>, memref<50x64x32xf32>) {
    scf.for %p = %c0 to %c50 step %c1 {
      scf.for %r = %c0 to %c5 step %c1 {
        %sum = scf.for %k = %c0 to %c16 step %c1 iter_args(%s = %none) -> (vector<4x32xf32>) {
          %term = affine.apply #four(%k)
          %v = vector.transfer_read %a[%p, %term, %c0], %zero {in_bounds = [true, true]} : memref<50x64x32xf32>, vector<4x32xf32>
          %t = arith.addf %s, %v : vector<4x32xf32>
          scf.yield %t : vector<4x32xf32>
        }
        %row = vector.extract %sum[0] : vector<32xf32> from vector<4x32xf32>
        vector.transfer_write %row, %y[%p, %r, %c0] {in_bounds = [true]} : vector<32xf32>, memref<50x5x32xf32>
      }
    }
    scf.yield %b, %a : memref<50x64x32xf32>, memref<50x64x32xf32>
  }
  return
}

// CHECK-NOT: memref.prefetch
