// REQUIRES: dl-run
// RUN: dl-run %s --compare=reference --tolerance=0 | FileCheck %s
// RUN: dl-run %s --compare=reference --tolerance=0 --vectorize=false | FileCheck %s
// RUN: dl-opt %s --schedule-default --schedule-apply | FileCheck %s --check-prefix=LOOPS
// CHECK: kernels: 1 outputs compared

// How often a term is larger than the one before it. The first of the joined values is
// the term itself, so its tile is no vector: it would be handed on unwritten.
// LOOPS-LABEL: func.func private @rises
// LOOPS: linalg.generic
// LOOPS-SAME: outs({{.*}} : tensor<2xi32>, tensor<2xi64>) attrs = {schedule.stage = "M"}
// LOOPS: linalg.generic
// LOOPS-SAME: attrs = {schedule.stage = "sum", schedule.vectorize}
func.func private @rises(%x: tensor<3x11x11xi32>, %o: tensor<3xi64> {te.destination}) -> tensor<3xi64> attributes {te.kernel} {
  %m:2 = te.compute "M" axes(i = 3) reduce(j = 11, k = 11) combine(custom [0 : i32, 0]) : tensor<3xi32>, tensor<3xi64> {
  ^bb0(%i: index, %j: index, %k: index):
    %v = te.read %x[%i, %j, %k] : tensor<3x11x11xi32>
    %zero = arith.constant 0 : i64
    te.yield %v, %zero : i32, i64
  } join {
  ^bb0(%before: i32, %count: i64, %term: i32, %none: i64):
    %larger = arith.cmpi sgt, %term, %before : i32
    %one = arith.extui %larger : i1 to i64
    %more = arith.addi %count, %one : i64
    %zero = arith.constant 0 : i32
    %same = arith.addi %term, %zero : i32
    te.yield %same, %more : i32, i64
  }
  %s = te.compute "sum" axes(i = 3) : tensor<3xi64> {
  ^bb0(%i: index):
    %a = te.read %m#0[%i] : tensor<3xi32>
    %w = arith.extsi %a : i32 to i64
    %b = te.read %m#1[%i] : tensor<3xi64>
    %c = arith.addi %w, %b : i64
    te.yield %c : i64
  }
  return %s : tensor<3xi64>
}
func.func @main(%x: tensor<3x11x11xi32> {dl.name = "x"}, %o: tensor<3xi64> {te.destination, dl.name = "o"}) -> (tensor<3xi64> {dl.name = "o"}) {
  %0 = call @rises(%x, %o) : (tensor<3x11x11xi32>, tensor<3xi64>) -> tensor<3xi64>
  return %0 : tensor<3xi64>
}
