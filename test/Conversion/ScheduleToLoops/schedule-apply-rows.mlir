// REQUIRES: dl-run
// RUN: dl-opt %s --schedule-apply | FileCheck %s
// RUN: dl-run %s --compare=reference --tolerance=0 | FileCheck %s --check-prefix=COMPARED
// COMPARED: 2 outputs compared

// What names a row of a table is computed before the tile, which is a slice then.

// CHECK-LABEL: func.func private @rows(
// CHECK:         %[[N:[^ ]*]] = tensor.extract %arg1
// CHECK:         %[[L:[^ ]*]] = arith.maxsi %[[N]]
// CHECK:         %[[H:[^ ]*]] = arith.minsi %[[L]]
// CHECK:         %[[R:[^ ]*]] = arith.index_cast %[[H]]
// CHECK:         tensor.extract_slice %arg0[%[[R]], 0] [1, 12] [1, 1]
// CHECK:         linalg.generic
// CHECK-NOT:     tensor.extract %
// CHECK:         schedule.axis = ["D", "i"]
func.func private @rows(%table: tensor<7x12xf32>, %numbers: tensor<5xi64>,
                        %o: tensor<5x12xf32> {te.destination}) -> tensor<5x12xf32>
    attributes {te.kernel, schedule.sequence = @schedules::@rows} {
  %zero = arith.constant 0 : i64
  %last = arith.constant 6 : i64
  %0 = te.compute "D" axes(i = 5, j = 12) : tensor<5x12xf32> {
  ^bb0(%i: index, %j: index):
    %1 = te.read %numbers[%i] : tensor<5xi64>
    %2 = arith.maxsi %1, %zero : i64
    %3 = arith.minsi %2, %last : i64
    %4 = arith.index_cast %3 : i64 to index
    %5 = te.read %table[%4, %j] : tensor<7x12xf32>
    %6 = arith.negf %5 : f32
    te.yield %6 : f32
  }
  return %0 : tensor<5x12xf32>
}

// A tile of several rows reads each element where its row is named; the number is a term as well.
// CHECK-LABEL: func.func private @columns(
// CHECK:         linalg.generic
// CHECK:           tensor.extract %arg0
// CHECK:         schedule.axis = ["D", "j"]
func.func private @columns(%table: tensor<7x12xi64>, %numbers: tensor<5xi64>,
                           %o: tensor<12xi64> {te.destination}) -> tensor<12xi64>
    attributes {te.kernel, schedule.sequence = @schedules::@columns} {
  %zero = arith.constant 0 : i64
  %last = arith.constant 6 : i64
  %0 = te.compute "D" axes(j = 12) reduce(i = 5) combine(add) : tensor<12xi64> {
  ^bb0(%j: index, %i: index):
    %1 = te.read %numbers[%i] : tensor<5xi64>
    %2 = arith.maxsi %1, %zero : i64
    %3 = arith.minsi %2, %last : i64
    %4 = arith.index_cast %3 : i64 to index
    %5 = te.read %table[%4, %j] : tensor<7x12xi64>
    %6 = arith.addi %5, %1 : i64
    te.yield %6 : i64
  }
  return %0 : tensor<12xi64>
}

func.func @main(%x: tensor<7x12xf32> {dl.name = "x"}, %y: tensor<7x12xi64> {dl.name = "y"}, %n: tensor<5xi64> {dl.name = "n"},
                %o0: tensor<5x12xf32> {te.destination, dl.name = "o0"}, %o1: tensor<12xi64> {te.destination, dl.name = "o1"})
    -> (tensor<5x12xf32> {dl.name = "o0"}, tensor<12xi64> {dl.name = "o1"}) {
  %0 = call @rows(%x, %n, %o0) : (tensor<7x12xf32>, tensor<5xi64>, tensor<5x12xf32>) -> tensor<5x12xf32>
  %1 = call @columns(%y, %n, %o1) : (tensor<7x12xi64>, tensor<5xi64>, tensor<12xi64>) -> tensor<12xi64>
  return %0, %1 : tensor<5x12xf32>, tensor<12xi64>
}

module @schedules attributes {transform.with_named_sequence} {
  transform.named_sequence @rows(%f: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %f["D"] : !transform.any_op
    %j = schedule.axis %D["j"]
    %jo, %ji = schedule.split %D[%j] by 16 tail mask
    schedule.vectorize %D[%ji]
    transform.yield
  }
  transform.named_sequence @columns(%f: !transform.any_op {transform.readonly}) {
    %D = schedule.stage %f["D"] : !transform.any_op
    %i = schedule.axis %D["i"]
    schedule.vectorize %D[%i]
    transform.yield
  }
}
