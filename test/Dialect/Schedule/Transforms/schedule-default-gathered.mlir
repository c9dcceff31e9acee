// RUN: dl-opt %s --dl-set-target=cpu=znver4 --schedule-default --schedule-print-loops -o /dev/null 2>&1 | FileCheck %s

// Data that names elements follows from some axes only: along the others, rows of a table lie in
// memory as elsewhere, and are vectors.

// CHECK-LABEL: kernel @rows
// CHECK:       for j in 0..64 vectorize
func.func private @rows(%table: tensor<1000x64xf32>, %numbers: tensor<300xi64>,
                        %o: tensor<300x64xf32> {te.destination}) -> tensor<300x64xf32>
    attributes {te.kernel} {
  %0 = te.compute "D" axes(i = 300, j = 64) : tensor<300x64xf32> {
  ^bb0(%i: index, %j: index):
    %1 = te.read %numbers[%i] : tensor<300xi64>
    %2 = arith.index_cast %1 : i64 to index
    %3 = te.read %table[%2, %j] : tensor<1000x64xf32>
    te.yield %3 : f32
  }
  return %0 : tensor<300x64xf32>
}

// A number that is computed in part from the other axis may be any.
// CHECK-LABEL: kernel @anywhere
// CHECK-NOT:   vectorize
func.func private @anywhere(%table: tensor<1000x64xf32>, %numbers: tensor<300x64xi64>,
                            %o: tensor<300x64xf32> {te.destination}) -> tensor<300x64xf32>
    attributes {te.kernel} {
  %0 = te.compute "D" axes(i = 300, j = 64) : tensor<300x64xf32> {
  ^bb0(%i: index, %j: index):
    %1 = te.read %numbers[%i, %j] : tensor<300x64xi64>
    %2 = arith.index_cast %1 : i64 to index
    %3 = te.read %table[%2, %j] : tensor<1000x64xf32>
    te.yield %3 : f32
  }
  return %0 : tensor<300x64xf32>
}

// Through a stage that is inlined: the place in the row is that of the number's row and the column.
// CHECK-LABEL: kernel @inlined
// CHECK:       for j in 0..64 vectorize
func.func private @inlined(%table: tensor<64x1000x64xf32>, %numbers: tensor<300xi64>,
                           %more: tensor<30xi64>, %o: tensor<30x64xf32> {te.destination})
    -> tensor<30x64xf32> attributes {te.kernel} {
  %0 = te.compute "A" axes(b = 64, i = 300, j = 64) : tensor<64x300x64xf32> {
  ^bb0(%b: index, %i: index, %j: index):
    %1 = te.read %numbers[%i] : tensor<300xi64>
    %2 = arith.index_cast %1 : i64 to index
    %3 = te.read %table[%b, %2, %j] : tensor<64x1000x64xf32>
    te.yield %3 : f32
  }
  %1 = te.compute "B" axes(i = 30, j = 64) : tensor<30x64xf32> {
  ^bb0(%i: index, %j: index):
    %2 = te.read %more[%i] : tensor<30xi64>
    %3 = arith.index_cast %2 : i64 to index
    %4 = te.read %0[%i, %3, %j] : tensor<64x300x64xf32>
    te.yield %4 : f32
  }
  return %1 : tensor<30x64xf32>
}

// Sums over named rows.
// CHECK-LABEL: kernel @sums
// CHECK:       for t in 0..2 reduction
// CHECK:       for j in 0..64 vectorize
func.func private @sums(%table: tensor<1000x64xf32>, %numbers: tensor<300x2xi64>,
                        %weights: tensor<300x2xf32>, %o: tensor<300x64xf32> {te.destination})
    -> tensor<300x64xf32> attributes {te.kernel} {
  %0 = te.compute "D" axes(i = 300, j = 64) reduce(t = 2) combine(add) : tensor<300x64xf32> {
  ^bb0(%i: index, %j: index, %t: index):
    %1 = te.read %numbers[%i, %t] : tensor<300x2xi64>
    %2 = arith.index_cast %1 : i64 to index
    %3 = te.read %table[%2, %j] : tensor<1000x64xf32>
    %4 = te.read %weights[%i, %t] : tensor<300x2xf32>
    %5 = arith.mulf %3, %4 : f32
    te.yield %5 : f32
  }
  return %0 : tensor<300x64xf32>
}
